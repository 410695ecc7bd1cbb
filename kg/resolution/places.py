"""Keys of venues, sessions, topics and all other kinds that a label decides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from kg import terms
from kg.model import Claim, Kind, Mention
from kg.text import name_key, slug


def keys(mentions: Sequence[Mention], claims: Iterable[Claim]) -> dict[Mention, tuple[Kind, str]]:
    """Give the key of each thing that is neither paper nor person."""
    above: dict[Mention, Mention] = {}
    events: dict[Mention, str] = {}
    for claim in claims:
        if isinstance(claim.object, Mention) and claim.predicate == terms.BROADER:
            above[claim.subject] = claim.object
        elif isinstance(claim.object, Mention) and claim.predicate == terms.SUPER_EVENT:
            events.setdefault(claim.subject, claim.object.text)
    topics = _topics([m for m in mentions if m.kind is Kind.TOPIC], above)
    found: dict[Mention, tuple[Kind, str]] = {}
    for mention in mentions:
        if mention.kind is Kind.TOPIC:
            found[mention] = (Kind.TOPIC, topics[mention])
        elif mention.kind is Kind.SESSION:
            found[mention] = (Kind.SESSION, slug(f"{events.get(mention, mention.span.note)} {mention.text}"))
        elif mention.kind not in (Kind.PAPER, Kind.PERSON):
            found[mention] = (mention.kind, slug(mention.text))
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
