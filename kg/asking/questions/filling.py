"""Put what a person gave into a question.

A parameter becomes a part of the query, so that the query still counts, sorts and limits what it is about. What a
person types never becomes SPARQL: it is looked up in the graph, or spelled as a literal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from kg import terms
from kg.asking import finding
from kg.asking.questions.parameters import KINDS, STATES, Parameter, ParameterKind
from kg.errors import UsageError
from kg.kinds import Kind
from kg.rdf import Askable, string
from kg.text import name_key

_YEARS = re.compile(r"(\d{4})(?:\s*(?:\.\.|-|–)\s*(\d{4}))?")
_DAY = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,6})?")
_SHORTEST = 3
"""Letters from which on a part of a name is looked for, when nothing has the whole name."""
_STATES = {name_key(name): state for name, state in STATES.items()}


class Filled(NamedTuple):
    """A parameter with what a person typed."""

    parameter: Parameter
    pattern: str
    """SPARQL."""
    meant: tuple[finding.Found, ...] = ()
    """The things that fit, when it takes things."""


def fill(store: Askable, parameter: Parameter, text: str) -> Filled:
    """Turn what a person typed into part of the query.

    Raises:
        UsageError: nothing matches; the message says what would.
    """
    typed = text.strip()
    if not typed:
        raise UsageError(f"--{parameter.name} needs a value: {parameter.help}")
    if parameter.kind in KINDS:
        meant = _meant(store, parameter, typed)
        written = " ".join(f"<{iri}>" for iri in _with_parts(store, [found.iri for found in meant], parameter.below))
        return Filled(parameter, parameter.pattern.replace("$", written), meant)
    return Filled(parameter, _VALUES[parameter.kind](parameter, typed))


def _meant(store: Askable, parameter: Parameter, typed: str) -> tuple[finding.Found, ...]:
    """Find the things of the right kinds that a name stands for: by the name, else by a part of it."""
    kinds = KINDS[parameter.kind]
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
        raise UsageError(f"--{parameter.name} {typed} is not a year. Write 2024, or a range such as 2023..2025")
    first, last = found[1], found[2] or found[1]
    return parameter.pattern.replace("$from", f'"{first}"').replace("$to", f'"{last}"')


def _day(parameter: Parameter, typed: str) -> str:
    if not _DAY.fullmatch(typed):
        raise UsageError(
            f"--{parameter.name} {typed} is not a date. Write a day, month or year like 2024-03-15, 2024-03 or 2024"
        )
    return parameter.pattern.replace("$", f'"{typed}"')


def _number(parameter: Parameter, typed: str) -> str:
    if not _NUMBER.fullmatch(typed):
        raise UsageError(f"--{parameter.name} {typed} is not a number")
    return parameter.pattern.replace("$", typed)


def _state(parameter: Parameter, typed: str) -> str:
    state = _STATES.get(name_key(typed))
    if state is None:
        raise UsageError(f"--{parameter.name} {typed} is not a reading state. Choose one of: to-read, reading, read")
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
