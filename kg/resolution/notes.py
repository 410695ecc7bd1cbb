"""Which note a link leads to: the one at its path, else the only one of its name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kg import terms
from kg.model import Claim, Iri, Kind, Mention
from kg.resolution.components import Key
from kg.resolution.merge import Match, Pair, Partition, Thing
from kg.text import note_key

KINDS = frozenset({Kind.NOTE})
LINK = "note-link"
"""Rule of the mentions that are links; other mentions of notes are the notes themselves."""


class NoteFacts(NamedTuple):
    """By what a note can be called, or what a link calls it."""

    link: bool
    names: tuple[str, ...]

    def absorb(self, other: NoteFacts) -> None:
        """Take over what is known of another part: a note stays what it is, whatever links to it."""


def keys(mention: Mention, facts: NoteFacts) -> Iterator[Key]:
    """Yield the keys of a mention of a note; a link binds all notes that it could lead to."""
    yield from (Key(f"note {name}", binds=facts.link) for name in facts.names)


def cluster(
    facts: Mapping[Mention, NoteFacts], *, same: Iterable[Pair] = (), apart: Iterable[Pair] = ()
) -> tuple[list[Thing], list[Match]]:
    """Give each note its links; a link that fits none or several notes is of none."""
    parts = Partition(facts, contradiction=lambda _one, _other: "", same=same, apart=apart)
    own = [mention for mention, one in facts.items() if not one.link]
    called: dict[tuple[str, ...], list[Mention]] = defaultdict(list)
    for note in own:
        for name in facts[note].names:
            for place in _places(name, at=note_key(note.span.note), note=note):
                called[place].append(note)
    for link in (mention for mention, one in facts.items() if one.link):
        # At that very path, else in the folder of the link, else the only one of its name.
        fitting = (called.get(place, ()) for name in facts[link].names for place in _places(name, at=name, note=link))
        only = next((some[0] for some in fitting if len(some) == 1), None)
        if only is not None:
            parts.unite(only, link, "the name of the note")
    named = {parts.find(mention): mention for mention in reversed(own)}
    things = []
    for group in parts.parts():
        shown = named.get(parts.find(group[0]))
        if shown is not None:
            things.append(Thing(Kind.NOTE, shown.span.note, shown.text, group))
    return things, []


def _places(name: str, *, at: str, note: Mention) -> tuple[tuple[str, ...], ...]:
    """Return where a note of some name can be: at a path, in the folder of a note, anywhere."""
    return ("path", name, at), ("folder", name, note.span.note.rpartition("/")[0]), (name,)


def names_of(note: Mention, aliases: Iterable[str]) -> tuple[str, ...]:
    """Return all by which a note can be called: its path and the ends of it, its title, its aliases.

    Args:
        note: mention of the note itself.
        aliases: that it gives itself.
    """
    path = note_key(note.span.note)
    ends = [path]
    while "/" in ends[-1]:
        ends.append(ends[-1].partition("/")[2])
    return tuple(dict.fromkeys(name for name in (*ends, note_key(note.text), *map(note_key, aliases)) if name))


def aliases_of(claims: Mapping[Iri, Sequence[Claim]]) -> dict[Mention, list[str]]:
    """Return what notes call themselves besides."""
    aliases: dict[Mention, list[str]] = defaultdict(list)
    for claim in claims.get(terms.ALTERNATE_NAME, ()):
        if claim.subject.kind is Kind.NOTE:
            aliases[claim.subject].append(str(claim.object))
    return aliases


def read(own: Sequence[Mention], claims: Mapping[Iri, Sequence[Claim]]) -> dict[Mention, NoteFacts]:
    """Give each mention of a note by what it can be called, and each link what it calls its note."""
    aliases = aliases_of(claims)
    return {
        mention: NoteFacts(True, (note_key(mention.text),))
        if mention.rule == LINK
        else NoteFacts(False, names_of(mention, aliases[mention]))
        for mention in own
    }
