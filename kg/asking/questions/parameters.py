"""What a question may be asked about: a thing by any of its names, a year, a number, a word.

A parameter becomes a part of the query, so that the query still counts, sorts and limits what it is about. What a
person types never becomes SPARQL: it is looked up in the graph, or spelled as a literal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from kg import terms
from kg.asking import finding
from kg.errors import UsageError
from kg.kinds import Kind
from kg.rdf import Askable, string
from kg.text import name_key

MARK = "# given"
"""The line of a query that what is given takes the place of."""
_YEARS = re.compile(r"(\d{4})(?:\s*(?:\.\.|-|–)\s*(\d{4}))?")
_DAY = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,6})?")
_SHORTEST = 3
"""Letters from which on a part of a name is looked for, when nothing has the whole name."""


class ParameterKind(StrEnum):
    """What a parameter takes: a thing of a kind, or a value."""

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


_KINDS: Mapping[ParameterKind, tuple[str, ...]] = {
    ParameterKind.THING: tuple(kind.value for kind in Kind if kind is not Kind.NOTE),
    ParameterKind.PAPER: (Kind.PAPER,),
    ParameterKind.PERSON: (Kind.PERSON,),
    ParameterKind.SUBJECT: (Kind.TOPIC, Kind.METHOD, Kind.TASK, Kind.DATASET),
    ParameterKind.VENUE: (Kind.VENUE, Kind.EDITION, Kind.PERIODICAL),
    ParameterKind.ORGANISATION: (Kind.ORG,),
}
_STATES = {"toread": terms.TO_READ, "reading": terms.READING, "read": terms.READ}


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that a question can be asked about."""

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


class Filled(NamedTuple):
    """A parameter with what a person typed."""

    parameter: Parameter
    pattern: str
    """SPARQL."""
    meant: tuple[finding.Found, ...] = ()
    """The things that fit, when it takes things."""


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
        "papers of a year, or of years such as 2023..2025",
        "?paper schema:datePublished ?_year . FILTER(STR(?_year) >= $from && SUBSTR(STR(?_year), 1, 4) <= $to)",
    ),
    Parameter(
        "note",
        ParameterKind.NOTE,
        "papers in notes whose path contains this",
        "{ SELECT DISTINCT ?paper { ?_note kg:path ?_path ; schema:mentions ?paper "
        "FILTER(CONTAINS(LCASE(?_path), LCASE($))) } }",
    ),
    Parameter(
        "min-rating",
        ParameterKind.NUMBER,
        "papers rated at least so",
        "FILTER EXISTS { ?paper kg:rating ?_rating FILTER(?_rating >= $) }",
    ),
    Parameter(
        "state",
        ParameterKind.STATE,
        "papers to-read, reading or read",
        "?paper kg:readingState $ .",
    ),
    Parameter(
        "word",
        ParameterKind.TEXT,
        "papers with this in their title",
        "?paper schema:name ?_title . FILTER(CONTAINS(LCASE(?_title), LCASE($)))",
    ),
)
"""What any question about `?paper` can be narrowed by."""


def fill(store: Askable, parameter: Parameter, text: str) -> Filled:
    """Turn what a person typed into a part of the query.

    Raises:
        UsageError: nothing fits; the message says what would.
    """
    typed = text.strip()
    if not typed:
        raise UsageError(f"--{parameter.name} needs a value: {parameter.help}")
    if parameter.kind in _KINDS:
        meant = _meant(store, parameter, typed)
        written = " ".join(f"<{iri}>" for iri in _with_parts(store, [found.iri for found in meant], parameter.below))
        return Filled(parameter, parameter.pattern.replace("$", written), meant)
    return Filled(parameter, _VALUES[parameter.kind](parameter, typed))


def suggestions(store: Askable, parameter: Parameter, begin: str, *, most: int = 50) -> list[str]:
    """Give values that a parameter could be given, for completion."""
    if parameter.kind is ParameterKind.STATE:
        return sorted(state for state in ("to-read", "reading", "read") if state.startswith(begin))
    if parameter.kind is ParameterKind.NOTE:
        query = "SELECT DISTINCT ?name { ?note kg:path ?name"
    elif parameter.kind in _KINDS:
        query = f"SELECT DISTINCT ?name {{ {_of_kinds(_KINDS[parameter.kind])} ; rdfs:label ?name"
    else:
        return []
    where = f" FILTER(STRSTARTS(LCASE(?name), {string(begin.lower())}))"
    return [name for (name,) in store.query(f"{query}{where} }} ORDER BY ?name LIMIT {most}").texts()]


def _meant(store: Askable, parameter: Parameter, typed: str) -> tuple[finding.Found, ...]:
    """Find the things of the right kinds that a name stands for: by the name, else by a part of it."""
    kinds = _KINDS[parameter.kind]
    found = [one for kind in kinds for one in finding.find(store, typed, kind=kind)]
    if not found and len(name_key(typed)) >= _SHORTEST:
        found = _with_part(store, kinds, typed)
    if not found:
        near = _nearest(store, kinds, typed)
        hint = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise UsageError(f"nothing in the graph that --{parameter.name} can be is called {typed!r}.{hint}")
    return tuple(dict.fromkeys(found))


def _nearest(store: Askable, kinds: Sequence[str], typed: str) -> list[str]:
    from rapidfuzz import fuzz, process

    rows = store.query(f"SELECT DISTINCT ?name {{ {_of_kinds(kinds)} ; rdfs:label ?name }}")
    names = sorted({name: name_key(name) for (name,) in rows.texts()}.items())
    found = process.extract(name_key(typed), dict(names), scorer=fuzz.ratio, score_cutoff=70, limit=3)
    return [name for _, _, name in found]


def _with_part(store: Askable, kinds: Sequence[str], typed: str) -> list[finding.Found]:
    word = string(rf"(^|[^\p{{L}}\p{{N}}]){re.escape(typed)}")
    rows = store.query(
        f"SELECT DISTINCT ?thing ?label {{ {_of_kinds(kinds)} ; rdfs:label ?label ; "
        f'schema:name|skos:prefLabel|schema:alternateName|skos:altLabel ?name FILTER(REGEX(?name, {word}, "i")) }} '
        "ORDER BY ?label ?thing"
    ).texts()
    return [finding.Found(iri, "", label, 0) for iri, label in rows]


def _with_parts(store: Askable, things: Sequence[str], below: str) -> list[str]:
    """Add everything below some things, if a property says what is."""
    if not below:
        return list(things)
    tops = " ".join(f"<{iri}>" for iri in things)
    rows = store.query(f"SELECT DISTINCT ?part {{ VALUES ?top {{ {tops} }} ?part {below}+ ?top }}").texts()
    return [*things, *sorted({part for (part,) in rows} - set(things))]


def _of_kinds(kinds: Sequence[str]) -> str:
    """Write in SPARQL that `?thing` is of one of some kinds."""
    classes = " ".join(f"<{terms.CLASSES[Kind(kind)]}>" for kind in kinds)
    return f"VALUES ?class {{ {classes} }} ?thing a ?class"


def _years(parameter: Parameter, typed: str) -> str:
    found = _YEARS.fullmatch(typed)
    if not found:
        raise UsageError(f"--{parameter.name} {typed} is no year. Write one as 2024, or several as 2023..2025")
    first, last = found[1], found[2] or found[1]
    return parameter.pattern.replace("$from", f'"{first}"').replace("$to", f'"{last}"')


def _day(parameter: Parameter, typed: str) -> str:
    if not _DAY.fullmatch(typed):
        raise UsageError(
            f"--{parameter.name} {typed} is no day. Write a day, month or year as 2024-03-15, 2024-03, 2024"
        )
    return parameter.pattern.replace("$", f'"{typed}"')


def _number(parameter: Parameter, typed: str) -> str:
    if not _NUMBER.fullmatch(typed):
        raise UsageError(f"--{parameter.name} {typed} is no number")
    return parameter.pattern.replace("$", typed)


def _state(parameter: Parameter, typed: str) -> str:
    state = _STATES.get(name_key(typed).replace(" ", ""))
    if state is None:
        raise UsageError(f"--{parameter.name} {typed} is no reading state. There are: to-read, reading, read")
    return parameter.pattern.replace("$", f"<{state}>")


def _text(parameter: Parameter, typed: str) -> str:
    return parameter.pattern.replace("$", string(typed))


_VALUES: Mapping[ParameterKind, Callable[[Parameter, str], str]] = {
    ParameterKind.NOTE: _text,
    ParameterKind.YEARS: _years,
    ParameterKind.DAY: _day,
    ParameterKind.NUMBER: _number,
    ParameterKind.STATE: _state,
    ParameterKind.TEXT: _text,
}
