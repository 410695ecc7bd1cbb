"""What is said of the mentions of a component, as rows of JSON and back."""

from __future__ import annotations

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


def encode(group: Group, component: Component) -> list[Any]:
    """Write a component as a row: mentions with what is said about them, and things by numbers of mentions."""
    number = {mention: at for at, mention in enumerate(component.said)}
    members = [
        [mention.span.note, *_mention(mention), _ENCODERS[group](said)] for mention, said in component.said.items()
    ]
    things = [[one.kind, one.key, one.name, [number[m] for m in one.mentions]] for one in component.things]
    return [members, things]


def decode(group: Group, row: Sequence[Any]) -> Component:
    """Read a component back; its reasons are not kept."""
    members, things = row
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


def _mention(mention: Mention) -> list[Any]:
    return [mention.span.start, mention.span.end, mention.kind, mention.text, mention.rule]


def _read_mention(note: str, place: Sequence[Any]) -> Mention:
    start, end, kind, text, rule = place
    return Mention(Span(note, start, end), _KINDS[kind], text, rule)


def _paper(said: PaperSaid) -> list[Any]:
    *known, listed, complete, notes, references = said
    authors, pointing = list(map(_mention, listed)), list(map(reference_row, references))
    return [*known, authors, complete, notes, pointing]


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


def _person(said: Appearance) -> list[Any]:
    return [said.places, [[_mention(paper), *listing] for paper, listing in said.listings], said.named]


def _read_person(mention: Mention, row: Sequence[Any]) -> Appearance:
    places, listings, named = row
    found = (
        (
            _read_mention(mention.span.note, paper),
            Listing(key, tuple(map(tuple, others)), tuple(years), tuple(venues), tuple(beside)),
        )
        for paper, key, others, years, venues, beside in listings
    )
    return Appearance(mention.span.note, tuple(places), tuple(found), tuple(named))


def _named(said: NameSaid) -> list[Any]:
    return [[said.form], said.stands_for, [[_mention(paper), key] for paper, key in said.introduced]]


def _read_named(mention: Mention, row: Sequence[Any]) -> NameSaid:
    [form], stands_for, introduced = row
    papers = tuple((_read_mention(mention.span.note, paper), key) for paper, key in introduced)
    return NameSaid(mention.kind, form, tuple(stands_for), papers)


def _label(said: Label) -> list[str]:
    return [said.key, said.form, *said.concepts]


def _read_label(mention: Mention, row: Sequence[str]) -> Label:
    key, form, *concepts = row
    return Label(mention.kind, key, form, tuple(concepts))


def _note(said: NoteFacts) -> list[Any]:
    return [said.link, said.names]


def _read_note(_mention: Mention, row: Sequence[Any]) -> NoteFacts:
    link, names = row
    return NoteFacts(link, tuple(names))


_ENCODERS: dict[Group, Callable[[Any], Any]] = {
    PAPERS: _paper,
    PERSONS: _person,
    NAMED: _named,
    PLACES: _label,
    NOTES: _note,
}
_DECODERS: dict[Group, Callable[[Mention, Any], Any]] = {
    PAPERS: _read_paper,
    PERSONS: _read_person,
    NAMED: _read_named,
    PLACES: _read_label,
    NOTES: _read_note,
}
