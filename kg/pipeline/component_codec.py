"""What is said of the mentions of a component, as JSON and back: values are the lists of their fields."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
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
    number = {mention: at for at, mention in enumerate(component.said)}
    members = [[mention.span.note, *_row(mention), said] for mention, said in component.said.items()]
    things = [[one.kind, one.key, one.name, [number[m] for m in one.mentions]] for one in component.things]
    return _written([members, things])


def decode(group: Group, text: bytes) -> Component:
    """Read a component back; its reasons are not kept.

    Raises:
        ValueError, KeyError, IndexError, TypeError: the text is not that of a component.
    """
    members, things = json.loads(text)
    read = _DECODERS[group]
    said = {}
    for note, *place, value in members:
        mention = _read_mention(note, place)
        said[mention] = read(mention, value)
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


_written = json.JSONEncoder(separators=(",", ":"), check_circular=False, default=_row).encode


def _read_mention(note: str, place: Sequence[Any]) -> Mention:
    start, end, kind, text, rule = place
    return Mention(Span(note, start, end), _KINDS[kind], text, rule)


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
    found = (
        (
            _read_mention(note, paper),
            Listing(key, tuple(map(tuple, others)), tuple(years), tuple(venues), tuple(beside)),
        )
        for paper, (key, others, years, venues, beside) in listings
    )
    return Appearance(note, tuple(places), tuple(found), tuple(named))


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
