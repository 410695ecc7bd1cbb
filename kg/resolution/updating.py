"""Identity after some notes changed: only the components that the change touches are looked at again.

What is known of the others stays, and the result is the one that all notes together give: a component follows from
its own mentions alone, and a mention can only move between components that share a key with it.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kg.model import Extraction, Kind, Mention
from kg.resolution import papers
from kg.resolution.clustering import GROUPS, NAMED, PAPERS, PERSONS, Component, Group, Pairs, cluster, thing_key
from kg.resolution.components import Key, beside
from kg.resolution.merge import Thing
from kg.resolution.slips import may_slip, slip
from kg.resolution.told import Identified, by_mention, tell
from kg.vocabularies import NO_VOCABULARIES, Vocabularies

_ALONE = Pairs()


class Known(Protocol):
    """The components of a vault as they were, by number."""

    def load(self, group: Group, number: int) -> Component:
        """Return a component."""

    def of_notes(self, group: Group, notes: Iterable[str]) -> set[int]:
        """Return the components with mentions in some notes."""

    def having(self, group: Group, keys: Iterable[Key]) -> set[int]:
        """Return the components that have one of some keys, where one of both sides binds by it."""

    def titles_near(self, title: str) -> Sequence[str]:
        """Return the titles of papers that begin or end as a title does, and the title itself where it is known."""


@dataclass(frozen=True, slots=True)
class Update:
    """What became of the components of a group that a change touches."""

    old: Mapping[int, Component]
    new: Sequence[Component]

    def changed(self, notes: Container[str] = ()) -> tuple[list[Held], list[Held]]:
        """Return the things that are gone or other than they were, or that some notes name, before and now."""
        before = held(self.old.values())
        now = held(self.new)
        return (
            [one for one in before.values() if now.get(one.thing) != one or one.is_named_in(notes)],
            [one for one in now.values() if before.get(one.thing) != one or one.is_named_in(notes)],
        )


@dataclass(frozen=True, slots=True)
class Held:
    """A thing with what is said of its mentions."""

    thing: Thing
    said: Mapping[Mention, Any]

    def is_named_in(self, notes: Container[str]) -> bool:
        """Return whether one of some notes names it."""
        return any(mention.span.note in notes for mention in self.said)


def held(components: Iterable[Component]) -> dict[Thing, Held]:
    """Return the things of components with what is said of them."""
    return {
        thing: Held(thing, {mention: component.said[mention] for mention in thing.mentions})
        for component in components
        for thing in component.things
    }


def update(
    known: Known,
    gone: Collection[str],
    fresh: Sequence[Extraction],
    vocabularies: Vocabularies = NO_VOCABULARIES,
) -> dict[Group, Update]:
    """Decide again what mentions name, but only those that a change affects.

    Args:
        known: the components before; without decisions of the user.
        gone: notes that are no more, or say something else now.
        fresh: what notes say that are new, or say something else now.
        vocabularies: of the user; the same as before.
    """
    told = tell(fresh, vocabularies)
    found = {PAPERS: _Part(known, PAPERS, gone, Identified()).update(told[PAPERS], [])}
    before, now = found[PAPERS].changed({extraction.note for extraction in fresh})
    identified = Identified.by(Component(one.said, (one.thing,)) for one in now)
    touched = [beside(m) for one in (*before, *now) for m in one.thing.mentions if m.span.note not in gone]
    for group in GROUPS:
        if group is not PAPERS:
            near = touched if group in (PERSONS, NAMED) else []
            found[group] = _Part(known, group, gone, identified).update(told[group], near)
    return found


class _Part:
    """The components of a group that a change touches, as more of them are found."""

    def __init__(self, known: Known, group: Group, gone: Collection[str], identified: Identified) -> None:
        self._known = known
        self._group = group
        self._gone = gone
        self._identified = identified
        self._old: dict[int, Component] = {}
        self._said: dict[Mention, Any] = {}
        self._moved: list[Mention] = []
        """Mentions of which something else is said now, whose keys are to be looked up."""

    def update(self, fresh: Mapping[Mention, Any], touched: Sequence[Key]) -> Update:
        """Find what is touched, and divide it anew.

        Args:
            fresh: what is said of new mentions.
            touched: keys of what is said with papers that changed.
        """
        self._say(fresh, before={})
        self._take(self._known.of_notes(self._group, self._gone))
        self._take(self._known.having(self._group, (Key(key.text) for key in touched)))
        while True:
            while self._moved:
                moved, self._moved = self._moved, []
                self._take(self._bound(moved))
            new = cluster(self._group, dict(sorted(self._said.items(), key=by_mention)), _ALONE, self._old.values())
            named = (thing_key(thing) for component in new for thing in component.things)
            clashing = self._known.having(self._group, named) - self._old.keys()
            if not clashing:
                return Update(self._old, new)
            self._take(clashing)

    def _take(self, numbers: Iterable[int]) -> None:
        for number in sorted(set(numbers) - self._old.keys()):
            component = self._known.load(self._group, number)
            self._old[number] = component
            kept = {m: said for m, said in component.said.items() if m.span.note not in self._gone}
            self._say(kept, before=kept)

    def _say(self, said: Mapping[Mention, Any], *, before: Mapping[Mention, Any]) -> None:
        for mention, one in said.items():
            amended = self._identified.amend(self._group, mention, one)
            self._said[mention] = amended
            if mention not in before or amended != before[mention]:
                self._moved.append(mention)

    def _bound(self, mentions: Sequence[Mention]) -> set[int]:
        """Return the components that mentions belong to by their keys, or by a title that is alike but for a slip."""
        keys = [key for mention in mentions for key in self._group.keys(mention, self._said[mention])]
        if self._group is PAPERS:
            papers_alone = (mention for mention in mentions if mention.kind is Kind.PAPER)
            titles = {title for mention in papers_alone for title in self._said[mention].titles}
            near = {other for title in sorted(titles) for other in self._slips(title)}
            keys += [papers.titled(title) for title in sorted(near)]
        return self._known.having(self._group, keys)

    def _slips(self, title: str) -> list[str]:
        others = self._known.titles_near(title)
        known = title in others
        return [] if known else [o for o in others if may_slip(*sorted((title, o))) and slip(*sorted((title, o)))]
