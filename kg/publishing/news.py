"""What the last build that changed something has changed: a file beside the graph, which is no part of it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg import terms, untrusted
from kg.asking.wording import Names
from kg.model import THINGS
from kg.rdf import STORE, Index, Store
from kg.writing import write_bytes

FILE_NAME = "news.json"
MOST = 50
"""Things of a kind that are named; of the rest it is said how many they are."""

_CALLED = (terms.NAME, terms.ALTERNATE_NAME, terms.PREF_LABEL, terms.ALT_LABEL)


@dataclass(frozen=True, slots=True)
class Some:
    """Things of a kind."""

    number: int
    named: tuple[tuple[str, str], ...]
    """IRI and name of the first of them, those with most names in the graph first."""


@dataclass(frozen=True, slots=True)
class News:
    """What is new since the previous build."""

    came: tuple[str, ...]
    """Notes that were not there."""
    changed: tuple[str, ...]
    """Notes that say something else now."""
    gone: tuple[str, ...]
    new: Mapping[str, Some]
    """Kind -> things that no note named before; none at the first build."""
    lost: Mapping[str, Some]
    """Kind -> things that no note names any more."""
    is_first: bool = False
    """There was no graph before."""


def write(before: Index | None, now: Index, folder: Path, graph: Path) -> None:
    """Write what changed from one build to the next; if nothing did, keep the file.

    Args:
        before: of the old graph; None if there was none.
        now: of the new graph.
        graph: the folder of the old graph, which the new one replaces.
    """
    old = before or Index()
    came, gone = now.contents.keys() - old.contents.keys(), old.contents.keys() - now.contents.keys()
    changed = {note for note, digest in now.contents.items() if old.contents.get(note, digest) != digest}
    if before is not None and not (came or gone or changed) and before.things == now.things:
        return
    value: dict[str, Any] = {"came": sorted(came), "changed": sorted(changed), "gone": sorted(gone)}
    value |= {"new": {}, "lost": {}, "is_first": before is None}
    if before is not None:
        with Store.open(graph / STORE, read_only=True) as was, Store.open(folder / STORE, read_only=True) as is_now:
            value["new"] = _only_in(is_now, was, came | changed)
            value["lost"] = _only_in(was, is_now, gone | changed)
    text = json.dumps(value, ensure_ascii=False, sort_keys=True) + "\n"
    write_bytes(folder / FILE_NAME, text.encode("utf-8", "backslashreplace"))


def _only_in(store: Store, other: Store, notes: Iterable[str]) -> dict[str, tuple[int, list[tuple[str, str]]]]:
    """Return for each kind how many things some notes name that are not in another graph, and the first of them."""
    there = (note for path in notes for note in store.having(terms.PATH, path))
    things = {thing for note in there for thing in store.values(note, terms.MENTIONS)}
    found = [thing for thing in things if not other.values(thing, terms.TYPE) and not _has_twin(store, other, thing)]
    names = Names(store)
    names.learn(found)
    kinds: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
    for thing in found:
        kinds[names.kind(thing)].append((-len(store.having(terms.NAMES, thing)), names(thing), thing))
    return {
        kind: (len(some), [(thing, name) for _, name, thing in sorted(some)[:MOST]])
        for kind in THINGS
        if (some := kinds.get(kind))
    }


def _has_twin(store: Store, other: Store, thing: str) -> bool:
    """Return whether another graph has the thing by an IRI of its own, as when a fuller name was found."""
    called = {name for predicate in _CALLED for name in store.values(thing, predicate)}
    twins = (twin for name in called for predicate in _CALLED for twin in other.having(predicate, name))
    return any(not store.values(twin, terms.TYPE) for twin in twins)


def read(graph: Path) -> News | None:
    """Read what is new in a graph; None if it is not known."""
    try:
        value = untrusted.json_of_kg((graph / FILE_NAME).read_text(encoding="utf-8"))
        came, changed, gone = (tuple(map(str, value[name])) for name in ("came", "changed", "gone"))
        return News(came, changed, gone, _some(value["new"]), _some(value["lost"]), bool(value["is_first"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _some(value: Mapping[str, Any]) -> dict[str, Some]:
    found = {kind.value: value[kind.value] for kind in THINGS if kind.value in value}
    return {
        kind: Some(int(number), tuple((str(i), str(n)) for i, n in named)) for kind, (number, named) in found.items()
    }
