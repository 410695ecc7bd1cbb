"""What a person decides, written into the file beside the notes: whole or not at all, and all else stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kg.pipeline.deciding import decisions_file, read_decisions
from kg.resolution.decision_tables import Value, appended, table
from kg.resolution.decisions import Decision, DecisionType, parse
from kg.writing import durable_file

_BOM = "\ufeff"


def as_table(one: Decision) -> str:
    """Write a decision as a table of the file."""
    if one.part is not None:
        below = {"below": one.part.below} if one.part.below else {}
        return table(one.sort, {"note": one.part.note, **below, "papers": one.papers})
    if one.sort is DecisionType.THEME:
        return table(one.sort, {"themes": list(one.themes), "name": one.value})
    sides = [[str(thing) for thing in side] for side in one.sides(one.things)]
    things = [side[0] if len(side) == 1 else side for side in sides]
    values: dict[str, Value] = {"thing": sides[0][0]} if len(sides) == 1 else {"things": things}
    if one.value:
        values["name" if one.sort is DecisionType.RENAME else "kind"] = one.value
    return table(one.sort, values)


def earlier(one: Decision, vault: Path) -> tuple[int, Decision] | None:
    """Return the existing decision of a vault that says the same, with its number; None if there is none.

    Raises:
        SettingsError: kg cannot read the file.
    """
    known = read_decisions(vault).numbered(one.sort)
    return next(((number, other) for number, other in known if other.includes(one)), None)


def record(several: Sequence[Decision], vault: Path) -> list[Decision]:
    """Append decisions, all or none; return those that are new.

    Raises:
        SettingsError: kg cannot read the file.
    """
    path = decisions_file(vault)
    known, text = read_decisions(vault).all, read(path)
    new: list[Decision] = []
    for one in several:
        if not any(other.includes(one) for other in (*known, *new)):
            new.append(one)
            text = appended(text, as_table(one))
    if new:
        parse(text, name=str(path))
        save(path, text)
    return new


def read(path: Path) -> str:
    """Read the file of decisions with its original line ends; nothing if there is none."""
    return path.read_bytes().decode("utf-8").removeprefix(_BOM) if path.is_file() else ""


def save(path: Path, text: str) -> None:
    """Replace the old file, completely or not at all."""
    marked = path.is_file() and path.read_bytes().startswith(_BOM.encode())
    with durable_file(path) as file:  # nothing else has what a person decides
        file.write(((_BOM if marked else "") + text).encode("utf-8"))
