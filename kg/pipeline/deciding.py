"""The user's own decisions on a vault, what is weighed with them, and the file beside the notes that has them.

A decision is written whole or not at all, and all else in the file stays as it is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from kg import iris, untrusted
from kg.errors import SettingsError
from kg.model import Mention, Resolution
from kg.pipeline import identifying, vocabularies
from kg.pipeline.cache import FILE_NAME as CACHE
from kg.pipeline.cache import Cache
from kg.pipeline.extracting import Processes, Progress
from kg.pipeline.ledger import FILE_NAME as LEDGER
from kg.pipeline.ledger import Ledger, UnfitLedgerError
from kg.pipeline.reading import Readings, read, survey
from kg.resolution.clustering import GROUPS, Group
from kg.resolution.components import Key
from kg.resolution.deciding import Decided
from kg.resolution.decision_tables import Value, appended, table
from kg.resolution.decisions import FILE_NAME, NONE, Decision, Decisions, DecisionType, parse
from kg.resolution.merge import Match, Verdict
from kg.settings import Settings, read_own
from kg.writing import durable_file


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a vault says and which things it mentions, with the reasons; nothing is written."""

    told: Readings
    decided: Decided
    resolution: Resolution
    matches: tuple[Match, ...]


def weigh(
    vault: Path, *, settings: Settings, graph: Path | None = None, progress: Progress | None = None, workers: int = 1
) -> Weighed:
    """Read and extract as a build does, and say what was joined, kept apart and left in doubt, and why.

    Args:
        graph: the folder of its graph, which may have the extractions of the notes.

    Raises:
        VaultError: there is nothing at the path.
        SettingsError: the decisions of the user cannot be read.
        UsageError: a vocabulary cannot be read.
    """
    decisions = read_decisions(vault)
    tell = progress or (lambda *_: None)
    known = graph / CACHE if graph is not None else None
    with Cache(known, read_only=True) if known is not None and known.is_file() else nullcontext() as kept:
        found = survey(vault, settings, decisions, vocabularies.load(vault, settings, kept))
        told = read(found, kept, tell=tell, engine=Processes(workers))
        weighing = identifying.weigh(told, tuple(told.extractions), decisions, reasons=True)
    return Weighed(told, weighing.decided, weighing.resolution, weighing.matches)


def decisions_file(vault: Path) -> Path:
    """Return the place of the user's decisions: beside the notes, or beside the one note."""
    return (vault if vault.is_dir() else vault.parent) / FILE_NAME


def read_decisions(vault: Path) -> Decisions:
    """Read the user's decisions on a vault; none if there is no file.

    Raises:
        SettingsError: kg cannot read the file.
    """
    path = decisions_file(vault)
    raw = read_own(path)
    if raw is None:
        return NONE
    text = untrusted.utf8(raw)
    if isinstance(text, untrusted.Flaw):
        raise SettingsError(text.message(str(path)))
    return parse(text, name=str(path))


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
    known, text = read_decisions(vault).all, text_of(path)
    new: list[Decision] = []
    for one in several:
        if not any(other.includes(one) for other in (*known, *new)):
            new.append(one)
            text = appended(text, as_table(one))
    if new:
        parse(text, name=str(path))
        save(path, text)
    return new


def text_of(path: Path) -> str:
    """Read the file of decisions with its original line ends; nothing if there is none."""
    return path.read_bytes().decode("utf-8").removeprefix(_BOM) if path.is_file() else ""


def save(path: Path, text: str) -> None:
    """Replace the old file, completely or not at all."""
    marked = path.is_file() and path.read_bytes().startswith(_BOM.encode())
    with durable_file(path) as file:  # nothing else has what a person decides
        file.write(((_BOM if marked else "") + text).encode("utf-8"))


@dataclass(frozen=True, slots=True)
class Reasons:
    """What joined the mentions of a thing."""

    mentions: tuple[Mention, ...]
    matches: tuple[Match, ...]
    """The surest of each reason first; none when nothing had to join them."""
    doubts: tuple[Match, ...]
    """What may be the same thing, too, and was not joined."""


def reasons(graph: Path, iri: str, *, base: str) -> Reasons | None:
    """Return why the mentions of a thing are one.

    Returns:
        None if they are not stored: the user made a decision that affects the thing, or another kg built the graph.
    """
    path = graph / LEDGER
    if not path.is_file():
        return None
    with closing(Ledger.open(path)) as ledger:
        try:
            return next((found for group in GROUPS if (found := _of_group(ledger, group, iri, base)) is not None), None)
        except (UnfitLedgerError, sqlite3.Error):
            return None


def _of_group(ledger: Ledger, group: Group, iri: str, base: str) -> Reasons | None:
    path, _, key = iri.removeprefix(base).partition("/")
    for number in sorted(ledger.having(group, [Key(f"thing {path} {unquote(key)}")])):
        component = ledger.load(group, number)
        thing = next((t for t in component.things if iris.mint(t.kind, t.key, base=base) == iri), None)
        if thing is None:
            continue
        own = set(thing.mentions)
        _, matches = group.cluster(component.said)
        joined = (m for m in matches if m.verdict is Verdict.SAME and own.issuperset((m.one, m.other)))
        doubted = (m for m in matches if m.verdict is Verdict.DOUBTFUL and not own.isdisjoint((m.one, m.other)))
        return Reasons(
            thing.mentions,
            *(tuple(sorted(set(some), key=lambda one: (one.reason, -one.score, one))) for some in (joined, doubted)),
        )
    return None
