"""What a question may be asked about: a thing by any of its names, a year, a number, a word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from kg import terms
from kg.kinds import THINGS, Kind

MARK = "# given"
"""The line of a query that what is given takes the place of."""


class ParameterKind(StrEnum):
    """What a parameter accepts: a thing of a kind, or a value."""

    THING = "thing"
    PAPER = "paper"
    PERSON = "person"
    SUBJECT = "subject"
    """What papers can be about: a topic, method, task or dataset."""
    VENUE = "venue"
    """A series, one of its editions, or a journal."""
    ORGANISATION = "org"
    NOTE = "note"
    """A part of the path of notes."""
    YEARS = "years"
    """A year, or a first and a last one: `2023..2025`."""
    DAY = "day"
    NUMBER = "number"
    STATE = "state"
    """A reading state."""
    TEXT = "text"


KINDS: Mapping[ParameterKind, tuple[str, ...]] = {
    ParameterKind.THING: tuple(kind.value for kind in THINGS),
    ParameterKind.PAPER: (Kind.PAPER,),
    ParameterKind.PERSON: (Kind.PERSON,),
    ParameterKind.SUBJECT: (Kind.TOPIC, Kind.METHOD, Kind.TASK, Kind.DATASET),
    ParameterKind.VENUE: (Kind.VENUE, Kind.EDITION, Kind.PERIODICAL),
    ParameterKind.ORGANISATION: (Kind.ORG,),
}
"""Kinds of the things that a parameter takes; those that are not here take a value."""
STATES: Mapping[str, str] = {"to-read": terms.TO_READ, "reading": terms.READING, "read": terms.READ}
"""Reading states, as people write them."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a question."""

    name: str
    kind: ParameterKind
    help: str
    pattern: str
    """SPARQL that takes the place of the mark when it is given: `$` stands for the IRIs of things or for a literal,
    `$from` and `$to` for years."""
    is_first: bool = False
    """It may be given without its name."""
    below: str = ""
    """Property that leads from a thing to what it is a part of: the parts of what is meant are meant, too. They are
    looked up beforehand, because not every engine finds its way along a path within a part of a query."""
