"""Mentions to things over the whole vault, with the reason for every merge.

Papers and persons are joined by evidence between the two at hand (`papers`, `persons`), methods, datasets and tasks by
the form of their names and what the notes say these stand for, venues and organisations by the word lists, topics by
label, or by path where one note uses the label twice. Likeness alone joins nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from kg import iris
from kg.model import Entity, Extraction, Iri, Kind, Mention, Resolution
from kg.resolution import named, papers, persons, places
from kg.resolution.matches import Match


def resolve(extractions: Sequence[Extraction], *, base: str = iris.DEFAULT_BASE) -> Resolution:
    """Decide which thing each mention names. The order of the extractions does not matter."""
    return weigh(extractions, base=base)[0]


def weigh(extractions: Sequence[Extraction], *, base: str = iris.DEFAULT_BASE) -> tuple[Resolution, tuple[Match, ...]]:
    """Decide which thing each mention names, and tell what was joined, kept apart and left in doubt, and why."""
    ordered = sorted(extractions, key=lambda e: e.note)
    mentions = sorted({m for e in ordered for m in e.mentions}, key=_place)
    claims = [c for e in ordered for c in e.claims]
    keyed: dict[Mention, tuple[Kind, str]] = {}
    clusters, matches = papers.cluster([m for m in mentions if m.kind is Kind.PAPER], claims)
    for cluster in clusters:
        keyed.update(dict.fromkeys(cluster.mentions, (Kind.PAPER, cluster.key)))
    of_paper = {m: keyed[m][1] for m in keyed}
    people, more = persons.keys(mentions, claims, of_paper)
    things, others = named.keys(mentions, claims, of_paper)
    keyed.update(people)
    keyed.update(places.keys(mentions, claims))
    keyed.update(things)
    names = {(Kind.PAPER, cluster.key): cluster.name for cluster in clusters}
    return _entities(mentions, keyed, names, base), tuple(sorted({*matches, *more, *others}))


def _place(mention: Mention) -> tuple[str, int, int, str, str, str]:
    """Order mentions as they compare, only faster."""
    span = mention.span
    return span.note, span.start, span.end, mention.kind, mention.text, mention.rule


def _entities(
    mentions: Iterable[Mention], keyed: dict[Mention, tuple[Kind, str]], names: dict[tuple[Kind, str], str], base: str
) -> Resolution:
    grouped: dict[tuple[Kind, str], list[Mention]] = {}
    for mention in mentions:
        grouped.setdefault(keyed[mention], []).append(mention)
    entities: list[Entity] = []
    found: dict[Mention, Iri] = {}
    for (kind, key), group in sorted(grouped.items()):
        iri = iris.mint(kind, key, base=base)
        name = names[kind, key] if kind is Kind.PAPER else best_name(m.text for m in group)
        entities.append(Entity(iri, kind, name, tuple(group)))
        found.update(dict.fromkeys(group, iri))
    return Resolution(tuple(entities), iris=found)


def best_name(names: Iterable[str]) -> str:
    """Choose the name to show: the most complete, then the most frequent, then the first.

    >>> best_name(["A. Byron", "Adelaide Byron", "A. Byron"])
    'Adelaide Byron'
    """
    counted = Counter(names)
    order = list(counted)
    return min(order, key=lambda n: (-len([c for c in n if c.isalnum()]), -counted[n], order.index(n)), default="")
