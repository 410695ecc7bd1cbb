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


_SUBJECT_PATHS = (
    "schema:about|kg:introduces|kg:uses|kg:extends|kg:basedOn|kg:outperforms|kg:comparedWith|kg:appliedTo"
    "|kg:evaluatedOn|schema:mentions"
)
OF_PAPERS: tuple[Parameter, ...] = (
    Parameter(
        "topic",
        ParameterKind.SUBJECT,
        "papers about a topic, task, method or dataset, or about a topic below it",
        "{ SELECT DISTINCT ?paper { VALUES ?_subject { $ } "
        f"?paper {_SUBJECT_PATHS} ?_subject ; a schema:ScholarlyArticle }} }}",
        below="skos:broader",
    ),
    Parameter(
        "author",
        ParameterKind.PERSON,
        "papers by this person",
        "{ SELECT DISTINCT ?paper { VALUES ?_author { $ } ?paper schema:author ?_author } }",
    ),
    Parameter(
        "venue",
        ParameterKind.VENUE,
        "papers at a venue, one of its editions, or in a journal",
        "{ SELECT DISTINCT ?paper { VALUES ?_event { $ } ?paper kg:presentedAt|schema:isPartOf ?_event } }",
        below="schema:superEvent",
    ),
    Parameter(
        "year",
        ParameterKind.YEARS,
        "papers from a year, or a range of years such as 2023..2025",
        "{ SELECT DISTINCT ?paper { ?paper schema:datePublished ?_year "
        "FILTER(STR(?_year) >= $from && SUBSTR(STR(?_year), 1, 4) <= $to) } }",
    ),
    Parameter(
        "note",
        ParameterKind.NOTE,
        "papers in notes whose path contains this text",
        "{ SELECT DISTINCT ?paper { ?_note kg:path ?_path ; schema:mentions ?paper "
        "FILTER(CONTAINS(LCASE(?_path), LCASE($))) } }",
    ),
    Parameter(
        "min-rating",
        ParameterKind.NUMBER,
        "papers with at least this rating",
        "FILTER EXISTS { ?paper kg:rating ?_rating FILTER(?_rating >= $) }",
    ),
    Parameter(
        "state",
        ParameterKind.STATE,
        "papers in this state: to-read, reading or read",
        "?paper kg:readingState $ .",
    ),
    Parameter(
        "word",
        ParameterKind.TEXT,
        "papers with this text in their title",
        "{ SELECT DISTINCT ?paper { ?paper schema:name ?_title FILTER(CONTAINS(LCASE(?_title), LCASE($))) } }",
    ),
)
"""What any question about `?paper` can be narrowed by."""
