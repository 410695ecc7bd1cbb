"""Keys of venues, sessions and topics: what a label decides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from kg import terms
from kg.model import Claim, Kind, Mention
from kg.resolution.matches import Match
from kg.resolution.merge import Partition
from kg.text import name_key, slug

KINDS = frozenset({Kind.VENUE, Kind.EDITION, Kind.PERIODICAL, Kind.SESSION, Kind.TOPIC})

Pair = tuple[Mention, Mention]


def keys(
    mentions: Sequence[Mention],
    claims: Iterable[Claim],
    *,
    same: Iterable[Pair] = (),
    apart: Iterable[Pair] = (),
) -> tuple[dict[Mention, tuple[Kind, str]], list[Match]]:
    """Give the key of each thing of these kinds, and tell why.

    Args:
        mentions: of all kinds.
        claims: of all notes.
        same: pairs that the user said are one thing.
        apart: pairs that the user said are two.
    """
    own = [mention for mention in mentions if mention.kind in KINDS]
    labels = _labels(own, claims)
    parts = Partition({m: Label(m.kind) for m in own}, contradiction=contradiction, apart=apart)
    for one, other in same:
        parts.unite(one, other, "you said so", always=True)
    parts.join(((f"{m.kind} {labels[m]}", m) for m in own), "the same label")
    found: dict[Mention, tuple[Kind, str]] = {}
    used: set[tuple[Kind, str]] = set()
    for group in parts.parts():
        key = min(labels[mention] for mention in group)
        if (group[0].kind, key) in used:
            first = group[0].span
            key = f"{key}-{sha256(f'{first.note}:{first.start}'.encode()).hexdigest()[:8]}"
        used.add((group[0].kind, key))
        found.update(dict.fromkeys(group, (group[0].kind, key)))
    return found, parts.matches


@dataclass(slots=True)
class Label:
    """What is known of a thing that its label decides: its kind."""

    kind: Kind

    def absorb(self, other: Label) -> None:
        """Take over what is known of another part, which is nothing new."""


def contradiction(one: Label, other: Label) -> str:
    """Say what speaks against two labels being of one thing, "" when nothing does."""
    return "" if one.kind is other.kind else f"one is a {one.kind}, the other a {other.kind}"


def _labels(own: Sequence[Mention], claims: Iterable[Claim]) -> dict[Mention, str]:
    above: dict[Mention, Mention] = {}
    events: dict[Mention, str] = {}
    for claim in claims:
        if isinstance(claim.object, Mention) and claim.predicate == terms.BROADER:
            above[claim.subject] = claim.object
        elif isinstance(claim.object, Mention) and claim.predicate == terms.SUPER_EVENT:
            events.setdefault(claim.subject, claim.object.text)
    found = _topics([m for m in own if m.kind is Kind.TOPIC], above)
    for mention in own:
        if mention.kind is Kind.SESSION:
            found[mention] = slug(f"{events.get(mention, mention.span.note)} {mention.text}")
        elif mention.kind is not Kind.TOPIC:
            found[mention] = slug(mention.text)
    return found


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
