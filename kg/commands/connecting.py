"""`kg near`, `kg path`, `kg common`: how things are tied to each other, each tie with its sentence."""

from __future__ import annotations

import dataclasses
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path

from kg import screen
from kg.asking.knowledge import Knowledge
from kg.asking.near import Near, Neighbour, near
from kg.asking.path import Connection, Way, connect, verdict
from kg.asking.shared import InCommon, Shared, SharedNote, in_common
from kg.asking.subjects import Subject
from kg.asking.wording import PLURALS
from kg.commands import layout
from kg.commands.command import kind_of
from kg.commands.picking import pick_subject
from kg.library.graphs import open_knowledge
from kg.model import Kind


def show_near(asked: Namespace) -> int:
    """Print what is near a thing."""
    kind = kind_of(asked)
    with open_knowledge(asked.graph) as knowledge:
        one = pick_subject(knowledge.store, asked.thing, line=("near", ""), graph=asked.graph)
        found = near(knowledge, one, depth=asked.depth, kind=kind, limit=asked.limit)
    print(screen.as_json(dataclasses.asdict(found)) if asked.json else "\n".join(_near(found)))
    return 0


def show_path(asked: Namespace) -> int:
    """Print how two things are connected."""
    longest = asked.max_length
    with open_knowledge(asked.graph) as knowledge:
        ends = _all_of(knowledge, "path", (asked.first, asked.second), asked.graph)
        found = connect(knowledge, *ends, longest=longest, limit=asked.limit)
    print(screen.as_json(dataclasses.asdict(found)) if asked.json else "\n".join(_path(found, longest)))
    return 0


def show_common(asked: Namespace) -> int:
    """Print what things have in common."""
    with open_knowledge(asked.graph) as knowledge:
        found = in_common(knowledge, _all_of(knowledge, "common", (asked.first, *asked.others), asked.graph))
    print(screen.as_json(dataclasses.asdict(found)) if asked.json else "\n".join(_common(found, asked.limit)))
    return 0


def _all_of(knowledge: Knowledge, command: str, wanted: Sequence[str], graph: Path) -> list[Subject]:
    """Find each of some subjects."""
    lines = [(command, *wanted[:at], "", *wanted[at + 1 :]) for at in range(len(wanted))]
    return [
        pick_subject(knowledge.store, name, line=line, graph=graph) for name, line in zip(wanted, lines, strict=True)
    ]


def _near(found: Near) -> Iterator[str]:
    yield from layout.subject(found.subject)
    if not found.neighbours:
        yield from layout.wrapped("No fact connects it with another thing, and no sentence names it together with one.")
    quotes = layout.Quotes()
    rank = {kind.value: place for place, kind in enumerate(PLURALS)}
    ordered = sorted(found.neighbours, key=lambda one: (rank.get(one.kind, len(rank)), one.kind))
    for kind, group in groupby(ordered, key=lambda one: one.kind):
        same = list(group)
        yield ""
        yield layout.heading(plural(kind), len(same), found.counts[kind])
        for one in same:
            yield from layout.item(one.name, _of_neighbour(one, found.name if found.kind == "person" else "it"))
            yield from quotes.quote(one.passage)


def _of_neighbour(one: Neighbour, thing: str) -> Iterator[str]:
    yield f"{one.relation} {one.via or thing}"
    if one.places > 1:
        yield f"{one.places:,} places"


def plural(kind: str) -> str:
    """Return the plural of a kind.

    >>> plural("edition"), plural("note")
    ('venue editions', 'notes')
    """
    return PLURALS.get(Kind(kind), f"{kind}s") if kind in set(Kind) else f"{kind}s"


def _path(found: Connection, longest: int) -> Iterator[str]:
    for subject in found.subjects:
        yield from layout.notices(subject)
    yield from layout.wrapped(screen.clean(verdict(found, longest)))
    for passage in found.together:
        yield from layout.quote(passage, indent=2)
    quotes = layout.Quotes()
    for way in found.ways:
        yield ""
        yield from _way(way, quotes)


def _way(way: Way, quotes: layout.Quotes) -> Iterator[str]:
    yield from layout.item(way.source.name, [way.source.kind], indent=0)
    for step in way.steps:
        hub = "; it connects so many things that this says little" if step.target in way.hubs else ""
        yield from layout.item(f"{step.words} {step.target.name}", [f"{step.target.kind}{hub}"])
        yield from quotes.quote(step.passage, indent=6)


def _common(found: InCommon, limit: int) -> Iterator[str]:
    names = [name for _, _, name in found.things]
    for subject in found.subjects:
        yield from layout.notices(subject)
    yield from layout.item(" and ".join(names), (), indent=0)
    if not (found.shared or found.together or found.notes):
        told = "The notes state nothing that they have in common. There may be a longer connection: kg path"
        yield from layout.wrapped(told)
    yield from layout.section("named together", found.together, limit, partial(layout.quote, indent=2))
    telling = [one for one in found.shared if not one.is_hub]
    hubs = [one for one in found.shared if one.is_hub]
    connected = f"{'both' if len(names) == 2 else 'all'} are connected with"
    yield from layout.section(connected, telling, limit, _shared)
    yield from layout.section("shared with many others", hubs, limit, _shared)
    yield from layout.section("notes", found.notes, limit, partial(_note, names))


def _shared(one: Shared) -> Iterator[str]:
    yield from layout.item(one.name, [one.kind])
    quoted = None
    for bond in one.bonds:
        yield from layout.wrapped(screen.clean(f"{bond.name} {bond.relation} {one.name}"), indent=4, hanging=6)
        if bond.passage is not None and bond.passage != quoted:
            yield from layout.quote(bond.passage, indent=6)
        quoted = bond.passage


def _note(names: Sequence[str], note: SharedNote) -> Iterator[str]:
    places = zip(names, note.places, strict=True)
    return layout.item(note.note, (f"{name} on line{'s' * (len(at) != 1)} {_lines(at)}" for name, at in places))


def _lines(lines: Sequence[int]) -> str:
    shown = ", ".join(map(str, lines[:6]))
    return f"{shown} ..." if len(lines) > 6 else shown
