"""Which of two rules reads a list that both of them can read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import TypeAlias

from kg.extraction.entries import Entry, Page, Unread
from kg.model import Note
from kg.text import name_key

_SHARE, _ALIKE = 0.7, 0.5
"""The share of the works of a list from which on it is left to the other rule, unless so many have the same title."""
Rule: TypeAlias = Callable[[Page], Iterable[Entry | Unread]]


def unless_read(rule: Rule, by: Rule) -> Rule:
    """Let a rule leave the lists in which another one reads title, authors and year of most works, and reads others.

    The other rule comes later. A work with a publisher is not counted: what stands between title and year there is no
    part of either.
    """

    @wraps(rule)
    def find(page: Page) -> Iterator[Entry | Unread]:
        found = [entry for entry in rule(page) if isinstance(entry, Entry)]
        read = [entry for entry in by(page) if isinstance(entry, Entry)] if found else []
        whole = {
            _line(page.note, entry): name_key(entry.title.text)
            for entry in read
            if entry.title is not None and entry.authors and entry.year is not None
        }
        lists: dict[tuple[int | None, int], list[Entry]] = defaultdict(list)
        for entry in found:
            block = page.note.blocks[entry.anchor.block]
            lists[block.parent, block.group].append(entry)
        for entries in lists.values():
            plain = [entry for entry in entries if all(detail.name != "publisher" for detail in entry.details)]
            titles = {entry.title.text: whole.get(_line(page.note, entry)) for entry in plain if entry.title}
            alike = [name_key(title) == other for title, other in titles.items() if other is not None]
            if len(alike) < _SHARE * len(entries) or sum(alike) >= _ALIKE * len(alike):
                yield from entries

    return find


def _line(note: Note, entry: Entry) -> tuple[int, int]:
    place = entry.title or entry.anchor
    return place.block, note.blocks[place.block].prose.rfind("\n", 0, place.start)
