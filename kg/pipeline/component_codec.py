"""What is said of the mentions of a component, as JSON and back: values are the lists of their fields."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from sys import intern
from typing import Any

from kg.model import Kind, Mention, Reference, Span
from kg.resolution.clustering import NAMED, NOTES, PAPERS, PERSONS, PLACES, Component, Group
from kg.resolution.merge import Thing
from kg.resolution.named import NameSaid
from kg.resolution.notes import NoteFacts
from kg.resolution.paper_facts import PaperSaid
from kg.resolution.person_facts import Appearance, Listing
from kg.resolution.places import Label

_KINDS = {kind.value: kind for kind in Kind}


def encode(component: Component) -> str:
    """Write a component: mentions with what is said about them, and things by numbers of mentions."""
    return written(rows_of(component))


def rows_of(component: Component) -> list[Any]:
    """Return what is written of a component."""
    number = {mention: at for at, mention in enumerate(component.said)}
    things = [[one.kind, one.key, one.name, [number[m] for m in one.mentions]] for one in component.things]
    return [said_rows(component.said), things]


def said_rows(said: Mapping[Mention, Any]) -> list[list[Any]]:
    """Return a row for each mention, with what is said about it."""
    return [[*mention_row(mention), one] for mention, one in said.items()]


def decode(group: Group, text: bytes) -> Component:
    """Read a component back; its reasons are not kept.

    Raises:
        ValueError, KeyError, IndexError, TypeError: the text is not that of a component.
    """
    return read_rows(group, *json.loads(text))


def read_said(group: Group, rows: Iterable[Sequence[Any]]) -> dict[Mention, Any]:
    """Read back the rows of mentions."""
    read = _DECODERS[group]
    said = {}
    for *place, value in rows:
        mention = read_mention(place)
        said[mention] = read(mention, value)
    return said


def read_rows(group: Group, members: Iterable[Sequence[Any]], things: Iterable[Sequence[Any]]) -> Component:
    """Read back what is written of a component."""
    said = read_said(group, members)
    mentions = list(said)
    return Component(
        said,
        tuple(Thing(_KINDS[kind], key, name, tuple(mentions[at] for at in own)) for kind, key, name, own in things),
    )


def _row(value: Mention | Reference) -> list[Any]:
    """Write a mention without its note, which is that of the member, or what refers to a paper."""
    if isinstance(value, Reference):
        return reference_row(value)
    return [value.span.start, value.span.end, value.kind, value.text, value.rule]


written = json.JSONEncoder(separators=(",", ":"), check_circular=False, default=_row).encode
"""Writes rows."""


def mention_row(mention: Mention) -> list[Any]:
    """Return what is written of a mention."""
    return [mention.span.note, *_row(mention)]


def read_mention(row: Sequence[Any]) -> Mention:
    """Read a mention back; of names that come again and again, each is kept once."""
    note, *place = row
    return _read_mention(intern(note), place)


def _read_mention(note: str, place: Sequence[Any]) -> Mention:
    start, end, kind, text, rule = place
    return Mention(Span(note, start, end), _KINDS[kind], intern(text), intern(rule))


def reference_row(one: Reference) -> list[Any]:
    """Write what refers to a paper as a row, without the mention itself."""
    return [one.surnames, one.others, one.year, one.key, one.note, one.called]


def read_reference(mention: Mention, row: Sequence[Any]) -> Reference:
    """Read back what refers to a paper."""
    names, others, year, key, note, called = row
    return Reference(mention, tuple(names), others, year, key, note, called)


def _read_paper(mention: Mention, row: Sequence[Any]) -> PaperSaid:
    *known, listed, complete, notes, references = row
    return PaperSaid._make(
        (
            *map(tuple, known),
            tuple(_read_mention(mention.span.note, place) for place in listed),
            complete,
            tuple(notes),
            tuple(read_reference(mention, one) for one in references),
        )
    )


def _read_person(mention: Mention, row: Sequence[Any]) -> Appearance:
    note, places, listings, named = row
    found = ((_read_mention(note, paper), read_listing(listing)) for paper, listing in listings)
    return Appearance(note, tuple(places), tuple(found), tuple(named))


def read_listing(row: Sequence[Any]) -> Listing:
    """Read back where an author is listed."""
    key, others, years, venues, beside = row
    return Listing(key, tuple(map(tuple, others)), tuple(years), tuple(venues), tuple(beside))


def _read_named(mention: Mention, row: Sequence[Any]) -> NameSaid:
    _, form, stands_for, introduced = row
    papers = tuple((_read_mention(mention.span.note, paper), key) for paper, key in introduced)
    return NameSaid(mention.kind, form, tuple(stands_for), papers)


def _read_label(mention: Mention, row: Sequence[Any]) -> Label:
    _, key, form, concepts = row
    return Label(mention.kind, key, form, tuple(concepts))


def _read_note(_mention: Mention, row: Sequence[Any]) -> NoteFacts:
    link, names = row
    return NoteFacts(link, tuple(names))


_DECODERS: dict[Group, Callable[[Mention, Any], Any]] = {
    PAPERS: _read_paper,
    PERSONS: _read_person,
    NAMED: _read_named,
    PLACES: _read_label,
    NOTES: _read_note,
}
