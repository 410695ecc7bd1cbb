r"""The user's decisions: which names denote the same thing, what a thing is called, which lists are of papers.

The user's file is TOML, one table a decision, in the order of the file:

>>> text = '[[same]]\nthings = ["person: C. Zhou @ reading/iclr.md", "person: Chunting Zhou"]\n'
>>> [str(thing) for thing in parse(text).all[0].things]
['person: C. Zhou @ reading/iclr.md', 'person: Chunting Zhou']
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import Any, TypeVar

from kg import untrusted
from kg.errors import SettingsError
from kg.model import DECIDABLE, THINGS, Kind
from kg.resolution import decision_tables
from kg.text import repair
from kg.untrusted import shown

FILE_NAME = "decisions.toml"
_UNHOLDABLE = re.compile("[\x00\ud800-\udfff\ufffe\uffff]")
_AT = " @ "
T = TypeVar("T")


class DecisionType(StrEnum):
    """What a decision does; its table in the file has this name."""

    SAME = "same"
    DIFFERENT = "different"
    RENAME = "rename"
    IGNORE = "ignore"
    KIND = "kind"
    LIST = "list"
    THEME = "theme"


_VALUES = {DecisionType.RENAME: "name", DecisionType.KIND: "kind", DecisionType.THEME: "name"}
"""Sorts with a value -> its key."""
_MANY = (DecisionType.SAME, DecisionType.DIFFERENT)
_KEYS = {DecisionType.LIST: ("note", "below", "papers"), DecisionType.THEME: ("themes",)}
"""What decisions that are about no things are about."""


@dataclass(frozen=True, slots=True, order=True)
class Designator:
    """What the mentions that a decision is about have in common: their kind, a name, and a note where one is said.

    It rests on what notes say and never on an IRI, because IRIs move when notes change.
    """

    kind: Kind
    text: str
    """A name, and ` @ note` behind it or not; white space in order."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"

    def read(self, notes: Collection[str]) -> tuple[str, str]:
        """Divide the text into name and note, "" when what stands behind `@` is none of the notes.

        >>> Designator(Kind.SESSION, "Workshop @ NeurIPS @ a.md").read({"a.md"})
        ('Workshop @ NeurIPS', 'a.md')
        >>> Designator(Kind.SESSION, "Workshop @ NeurIPS").read({"a.md"})
        ('Workshop @ NeurIPS', '')
        """
        words = self.text.split(_AT)
        for at in range(1, len(words)):
            note = _AT.join(words[at:])
            if note in notes:
                return _AT.join(words[:at]), note
        return self.text, ""


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """The part of a note that a decision on a list is about.

    It is called by its heading and not by lines, because lines move when notes change.
    """

    note: str
    below: str = ""
    """The heading above it, as the note prints it without markup; "" is the whole note."""

    def __str__(self) -> str:
        return f"{self.note}, below {self.below!r}" if self.below else self.note


@dataclass(frozen=True, slots=True)
class Decision:
    """One table of the file."""

    sort: DecisionType
    things: tuple[Designator, ...] = ()
    """Empty in decisions on lists and themes."""
    value: str = ""
    """The name to show, or the kind."""
    why: str = ""
    line: int = 0
    """Where the table begins, from 1."""
    sizes: tuple[int, ...] = ()
    """How many designators in turn mean one thing together; () when each means one."""
    part: Part | None = None
    """What a decision on a list is about."""
    papers: bool = False
    """Whether the entries of the list are papers."""
    themes: tuple[str, ...] = ()
    """What a decision on themes is about: names as the topic map shows them."""

    def sides(self, of: Sequence[T]) -> list[tuple[T, ...]]:
        """Divide what belongs to the designators into what belongs to each thing."""
        ends = list(accumulate(self.sizes or [1] * len(of)))
        return [tuple(of[start:end]) for start, end in zip([0, *ends], ends, strict=False)]

    def includes(self, other: Decision) -> bool:
        """Return whether this one says all that another says."""
        mine, its = ({frozenset(side) for side in one.sides(one.things)} for one in (self, other))
        what = [(one.sort, one.value, one.part, one.papers, one.themes) for one in (self, other)]
        alike = what[0] == what[1]
        return alike and (its <= mine if self.sort in _MANY else its == mine)


@dataclass(frozen=True, slots=True)
class Decisions:
    """All decisions, in the order of the file; they are numbered from 1."""

    all: tuple[Decision, ...] = ()

    def digest(self) -> str:
        """Return what is another for other decisions about the graph, "" when there are none."""
        some = tuple(one for one in self.all if one.sort is not DecisionType.THEME)
        return hashlib.sha256(repr(some).encode("utf-8", "surrogatepass")).hexdigest() if some else ""

    def numbered(self, *sorts: DecisionType) -> Iterator[tuple[int, Decision]]:
        """Return the decisions of some sorts with their numbers."""
        return ((n, one) for n, one in enumerate(self.all, 1) if one.sort in sorts)

    def themes(self) -> dict[str, str]:
        """Return the names of themes that are decided about, each with the name to show."""
        return {theme: one.value for one in self.all for theme in one.themes}

    def lists(self, note: str) -> tuple[tuple[str, bool], ...]:
        """Return the headings of a note that are decided about, "" for all of it, and whether papers stand below."""
        parts = [(one.part, one.papers) for one in self.all if one.part is not None]
        name = plain(note) if parts else ""
        return tuple(sorted({part.below: papers for part, papers in parts if part.note == name}.items()))


NONE = Decisions()


def plain(text: str) -> str:
    r"""Bring a name into the form in which it is compared: white space in order, nothing that a file cannot hold.

    >>> plain(" A\n name ")
    'A name'
    """
    return " ".join(_UNHOLDABLE.sub("\ufffd", text).split())


def designator(text: str) -> Designator:
    """Read a designator.

    >>> designator("method:  SAM @ vision.md")
    Designator(kind=<Kind.METHOD: 'method'>, text='SAM @ vision.md')

    Raises:
        SettingsError: it does not begin with a kind, or names nothing.
    """
    kind, colon, name = plain(text).partition(":")
    if not colon or kind.strip().casefold() not in DECIDABLE:
        raise SettingsError(
            f"{shown(text)} does not start with a kind. Write it like 'person: Ada Lovelace', with one of: "
            f"{', '.join(DECIDABLE)}"
        )
    if not name.strip():
        raise SettingsError(f"{shown(text)} names nothing. Write it like 'person: Ada Lovelace'")
    return Designator(Kind(kind.strip().casefold()), name.strip())


def spellings(name: str) -> set[str]:
    """Return the forms in which a name of a designator is looked for: as it is, and repaired as names in notes are."""
    return {plain(name), plain(repair(name))}


def parse(text: str, *, name: str = FILE_NAME) -> Decisions:
    """Read the decisions of a file.

    Args:
        name: of the file, for messages.

    Raises:
        SettingsError: the text is not TOML, a table or key is unknown, or a value makes no sense.
    """
    tables = untrusted.toml(text)
    if isinstance(tables, untrusted.Flaw):
        raise SettingsError(tables.message(name))
    places = decision_tables.find(text)
    _check_tables(tables, places, text, name)
    waiting = {sort: iter(tables.get(sort, ())) for sort in DecisionType}
    return Decisions(
        tuple(
            _decision(DecisionType(place.name), next(waiting[DecisionType(place.name)]), place, name)
            for place in places
        )
    )


def _check_tables(tables: Mapping[str, Any], places: tuple[decision_tables.Place, ...], text: str, name: str) -> None:
    for key, rows in tables.items():
        line = next((p.line for p in places if p.name == key), untrusted.line_of(text, key))
        if key not in list(DecisionType):
            raise SettingsError(
                f"{name}:{line}: unknown decision {shown(key)}. Known decisions: {', '.join(DecisionType)}"
            )
        counted = sum(place.name == key for place in places)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows) or len(rows) != counted:
            raise SettingsError(f"{name}:{line}: start each decision with its own line [[{key}]]")


def _decision(sort: DecisionType, row: Mapping[str, Any], place: decision_tables.Place, name: str) -> Decision:
    known = {
        "why",
        *_KEYS.get(sort, ("things",) if sort in _MANY else ("things", "thing")),
        *filter(None, [_VALUES.get(sort)]),
    }
    for key in row:
        if key not in known:
            line = place.lines.get(key, place.line)
            raise SettingsError(f"{name}:{line}: unknown key {shown(key)}. Known keys: {', '.join(sorted(known))}")
    where = f"{name}:{place.line}: [[{sort}]]"
    why = _text(row, "why", where) if "why" in row else ""
    if sort is DecisionType.LIST:
        if not isinstance(row.get("papers"), bool):
            raise SettingsError(f"{where} needs papers = true or papers = false")
        part = Part(_text(row, "note", where), _text(row, "below", where) if "below" in row else "")
        return Decision(sort, why=why, line=place.line, part=part, papers=row["papers"])
    if sort is DecisionType.THEME:
        themes = row.get("themes")
        if not isinstance(themes, list) or not themes or not all(isinstance(one, str) and plain(one) for one in themes):
            raise SettingsError(f'{where} needs themes = ["..."], names of themes as the topic map shows them')
        shown_as = _text(row, "name", where)
        return Decision(sort, (), shown_as, why, place.line, themes=tuple(map(plain, themes)))
    given = _given(sort, row, where)
    things = _things([one for side in given for one in side], where)
    sizes = tuple(map(len, given)) if len(given) < len(things) else ()
    value = _text(row, _VALUES[sort], where) if sort in _VALUES else ""
    if sort is DecisionType.KIND and value.casefold() not in THINGS:
        raise SettingsError(f"{where} there is no kind {shown(value)}. Choose one of: {', '.join(THINGS)}")
    return Decision(sort, things, value.casefold() if sort is DecisionType.KIND else value, why, place.line, sizes)


def _given(sort: DecisionType, row: Mapping[str, Any], where: str) -> list[list[Any]]:
    """Return what stands for each thing; of what is different, a list in the list is one thing under several names."""
    given = row.get("things", [row["thing"]] if "thing" in row else [])
    if ("thing" in row and "things" in row) or not isinstance(given, list):
        raise SettingsError(f"{where} needs one list of things: things = [...]")
    least = 2 if sort in _MANY else 1
    if len(given) < least:
        wanted = 'things = ["...", "..."]' if least > 1 else 'thing = "..."'
        raise SettingsError(f"{where} needs {wanted}")
    return [one if isinstance(one, list) and one and sort is DecisionType.DIFFERENT else [one] for one in given]


def _things(given: Sequence[Any], where: str) -> tuple[Designator, ...]:
    if not all(isinstance(one, str) for one in given):
        raise SettingsError(f'{where} has a thing that is not text. Write it like "person: Ada Lovelace"')
    try:
        things = tuple(map(designator, given))
    except SettingsError as error:
        raise SettingsError(f"{where} {error}") from error
    twice = [str(one) for one in things if things.count(one) > 1]
    if twice:
        raise SettingsError(f"{where} names {shown(twice[0])} twice")
    return things


def _text(row: Mapping[str, Any], key: str, where: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or (key != "why" and not plain(value)):
        raise SettingsError(f'{where} needs {key} = "..."')
    return plain(value)
