"""Keys of venues, sessions and topics: what a label decides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from kg import iris, terms
from kg.model import Claim, Iri, Kind, Mention
from kg.resolution.components import Key
from kg.resolution.matches import Match
from kg.resolution.merge import Keys, Pair, Partition, Thing, best_name
from kg.text import name_key, slug

KINDS = frozenset({Kind.VENUE, Kind.EDITION, Kind.PERIODICAL, Kind.SESSION, Kind.TOPIC})

_SUREST = (Kind.EDITION, Kind.VENUE, Kind.PERIODICAL, Kind.SESSION, Kind.TOPIC)
"""What a venue is that notes take for several: an event is known by name, a journal often by its place in an entry."""


class Label(NamedTuple):
    """What is known of a thing that its label decides: this and its kind."""

    kind: Kind
    key: str

    def absorb(self, other: Label) -> None:
        """Take over what is known of another part, which is nothing new."""


def keys(mention: Mention, label: Label) -> Iterator[Key]:
    """Yield the key of a mention: its label decides alone."""
    yield Key(_decisive(label))


def cluster(
    labels: Mapping[Mention, Label], *, same: Iterable[Pair] = (), apart: Iterable[Pair] = ()
) -> tuple[list[Thing], list[Match]]:
    """Partition mentions of these kinds, and tell why.

    Args:
        labels: of each mention, in order.
        same: pairs that the user said are one thing.
        apart: pairs that the user said are two.
    """
    parts = Partition(labels, contradiction=contradiction, same=same, apart=apart)
    parts.join(((_decisive(label), m) for m, label in labels.items()), "the same label")
    taken = Keys()
    things: list[Thing] = []
    for group in parts.parts():
        kind = min((mention.kind for mention in group), key=_SUREST.index)
        key = min(labels[mention].key for mention in group)
        things.append(Thing(kind, taken.take(kind, key, group[0]), best_name(m.text for m in group), group))
    return things, parts.matches


def _decisive(label: Label) -> str:
    return f"{iris.path(label.kind)} {label.key}"


def contradiction(one: Label, other: Label) -> str:
    """Return what speaks against two labels being of one thing, "" when nothing does."""
    return "" if iris.path(one.kind) == iris.path(other.kind) else f"one is a {one.kind}, the other a {other.kind}"


def read(own: Sequence[Mention], claims: Mapping[Iri, Sequence[Claim]]) -> dict[Mention, Label]:
    """Give each mention its label: that of a session names the event too, that of a topic maybe its path."""
    broader, events = (
        [(claim.subject, claim.object) for claim in claims.get(predicate, ()) if isinstance(claim.object, Mention)]
        for predicate in (terms.BROADER, terms.SUPER_EVENT)
    )
    event = {session: event.text for session, event in reversed(events)}
    topics = _topics([m for m in own if m.kind is Kind.TOPIC], dict(broader))
    found: dict[Mention, Label] = {}
    for mention in own:
        whose = f"{event.get(mention, mention.span.note)} " if mention.kind is Kind.SESSION else ""
        found[mention] = _label(mention.kind, topics.get(mention) or _slug(f"{whose}{mention.text}"))
    return found


_slug = lru_cache(maxsize=1 << 12)(slug)
_label = lru_cache(maxsize=1 << 12)(Label)
"""Notes use the same labels again and again: these share them."""


def _topics(mentions: Sequence[Mention], above: dict[Mention, Mention]) -> dict[Mention, str]:
    """Key a topic by its label, or by its path when its note has the label at several places of the outline."""
    paths = {m: _path(m, above) for m in mentions}
    used: dict[tuple[str, str], set[tuple[str, ...]]] = defaultdict(set)
    for mention in mentions:
        used[mention.span.note, name_key(mention.text)].add(tuple(name_key(p) for p in paths[mention]))
    return {m: slug(m.text if len(used[m.span.note, name_key(m.text)]) == 1 else " ".join(paths[m])) for m in mentions}


def _path(mention: Mention, above: dict[Mention, Mention]) -> list[str]:
    path = [mention.text]
    seen = {mention}
    while mention in above and above[mention] not in seen:
        mention = above[mention]
        seen.add(mention)
        path.insert(0, mention.text)
    return path
