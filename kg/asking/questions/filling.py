"""Put what a person gave into a question.

A parameter becomes a part of the query, so that the query still counts, sorts and limits what it is about. What a
person types never becomes SPARQL: it is looked up in the graph, or spelled as a literal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kg.asking import finding
from kg.asking.questions.reading import KINDS, MARK, STATES, Parameter, ParameterKind
from kg.asking.subjects import Subject, alone, find_exactly, find_misspelled
from kg.asking.wording import kind_word
from kg.errors import UsageError
from kg.graph import in_classes
from kg.rdf import Askable, string
from kg.rdf.lexing import uncovered
from kg.text import name_key

_YEARS = re.compile(r"(\d{4})(?:\s*(?:\.\.|-|–)\s*(\d{4}))?")
_DAY = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,6})?")
_RATING = re.compile(r"(\d{1,15}(?:\.\d{1,6})?)(?:\s?/\s?([1-9]\d{0,2}))?")
_SHORTEST = 3
"""Letters from which on the beginning of a word is looked for, when nothing has the whole name; fewer are a word."""
_ONE_OF = re.compile(r"VALUES \?(\w+) (\{[^{}]*\})")
_INNERMOST = re.compile(r"[({][^(){}]*[)}]")
_LISTED = 5
_STATES = {name_key(name): state for name, state in STATES.items()}


class Filled(NamedTuple):
    """A parameter with what a person typed."""

    parameter: Parameter
    pattern: str
    """SPARQL."""
    meant: tuple[finding.Found, ...] = ()
    """The things that fit, when it takes things."""
    told: tuple[str, ...] = ()
    """How what was typed was understood, where that has to be said."""


def fill(store: Askable, parameter: Parameter, text: str) -> Filled:
    """Turn what a person typed into part of the query.

    Raises:
        UsageError: nothing matches; the message says what would.
    """
    typed = text.strip()
    if not typed:
        raise UsageError(f"--{parameter.name} needs a value: {parameter.help}")
    if parameter.kind in KINDS:
        subjects = _meant(store, parameter, typed)
        things = tuple(dict.fromkeys(thing for one in subjects for thing in one.things))
        written = " ".join(f"<{iri}>" for iri in _with_parts(store, [one.iri for one in things], parameter.below))
        told = _notices(parameter, typed, subjects)
        return Filled(parameter, parameter.pattern.replace("$", written), things, tuple(told))
    return Filled(parameter, _VALUES[parameter.kind](parameter, typed))


def written(sparql: str, given: Iterable[Filled]) -> str:
    """Put given values into the query of a question, in place of its mark."""
    patterns = " ".join(_narrowing(sparql, filled.pattern) for filled in given)
    return sparql.replace(MARK, patterns, 1) if patterns else sparql


def _narrowing(sparql: str, pattern: str) -> str:
    """Return a pattern that only leaves rows out.

    A value for a variable that an OPTIONAL leaves unbound would join every row: there, it has to be compared instead.
    """
    one_of = _ONE_OF.fullmatch(pattern)
    if one_of is None or _binds(sparql, one_of[1]):
        return pattern
    return f"VALUES ?_{one_of[1]} {one_of[2]} FILTER(?{one_of[1]} = ?_{one_of[1]})"


def _binds(sparql: str, variable: str) -> bool:
    r"""Return whether the group that has the mark binds a variable itself, and not only an OPTIONAL or UNION in it.

    >>> _binds("SELECT * { # given\n?talk a kg:Session ; schema:performer ?who }", "who")
    True
    >>> _binds("SELECT * { # given\n?talk a kg:Session OPTIONAL { ?talk schema:performer ?who } }", "who")
    False
    """
    text, at = uncovered(sparql), sparql.find(MARK)

    def blank(found: re.Match[str]) -> str:
        return found[0] if found.start() <= at < found.end() else " " * len(found[0])

    while (fewer := _INNERMOST.sub(blank, text)) != text:
        text = fewer
    group = text[text.rfind("{", 0, at) + 1 :].partition("}")[0]
    return re.search(rf"[?$]{re.escape(variable)}\b", group) is not None


def _meant(store: Askable, parameter: Parameter, typed: str) -> Sequence[Subject]:
    """Find the subjects of the right kinds that a name stands for: by the name, else by a part of it."""
    kinds = KINDS[parameter.kind]
    directory = finding.Directory(store)
    found = find_exactly(directory, typed, kinds=kinds)
    if not found and name_key(typed):
        found = [alone(store, iri) for iri in _with_part(store, kinds, typed)]
    if not found:
        found = find_misspelled(directory, typed, kinds=kinds)
    if not found:
        others = find_exactly(directory, typed)
        if others:
            takes = " or ".join(", ".join(kind_word(kind, 2) for kind in kinds).rsplit(", ", 1))
            raise UsageError(f"--{parameter.name} takes {takes}. {typed!r} is {_listed(others)}")
        near = dict.fromkeys(one.name for one in finding.nearest(directory, typed, kinds=kinds, limit=3))
        hint = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise UsageError(f"nothing in the graph that --{parameter.name} can be is called {typed!r}.{hint}")
    return found


def _notices(parameter: Parameter, typed: str, meant: Sequence[Subject]) -> Iterator[str]:
    """Say of which things an answer is, where one could think of others; tell apart those of one name."""
    if len(meant) == 1:
        yield from (f"--{parameter.name}: {line}" for line in meant[0].told)
    if len(meant) > 1 or meant[0].says:
        yield f"--{parameter.name} {typed!r} fits {_listed(meant)}"


def _listed(found: Sequence[Subject]) -> str:
    more = f" and {len(found) - _LISTED} more" if len(found) > _LISTED else ""
    return ", ".join(map(str, found[:_LISTED])) + more


def _with_part(store: Askable, kinds: Sequence[str], typed: str) -> list[str]:
    end = r"($|[^\p{L}\p{N}])" if len(name_key(typed)) < _SHORTEST else ""
    word = string(rf"(^|[^\p{{L}}\p{{N}}]){re.escape(typed)}{end}")
    rows = store.query(
        f"SELECT DISTINCT ?thing ?label {{ {in_classes(kinds)} ?thing a ?class ; rdfs:label ?label ; "
        f'schema:name|skos:prefLabel|schema:alternateName|skos:altLabel ?name FILTER(REGEX(?name, {word}, "i")) }} '
        "ORDER BY ?label ?thing"
    ).texts()
    return list(dict.fromkeys(iri for iri, _ in rows))


def _with_parts(store: Askable, things: Sequence[str], below: str) -> list[str]:
    """Add everything below some things, if a property says what is."""
    if not below or not things:
        return list(things)
    each = " UNION ".join(f"{{ ?part {below}+ <{iri}> }}" for iri in things)  # of VALUES Virtuoso takes one at most
    rows = store.query(f"SELECT DISTINCT ?part {{ {each} }}").texts()
    return [*things, *sorted({part for (part,) in rows} - set(things))]


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


def _rating(parameter: Parameter, typed: str) -> str:
    found = _RATING.fullmatch(typed)
    if not found:
        raise UsageError(f"--{parameter.name} {typed} is not a number. Write 4, or 4/5 for ratings on any scale")
    share = f"({found[1]} / {found[2]} * COALESCE(?scale, {found[2]}))" if found[2] else found[1]
    return parameter.pattern.replace("$", share)


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
    ParameterKind.RATING: _rating,
    ParameterKind.STATE: _state,
    ParameterKind.TEXT: _text,
}
