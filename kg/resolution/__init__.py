"""Mentions to things over the whole vault, with the reason for every merge.

Papers and persons are joined by evidence between the two at hand (`papers`, `persons`), methods, datasets and tasks by
the form of their names and what the notes say these stand for, venues and organisations by the word lists, topics by
label, or by path where one note uses the label twice. Likeness alone joins nothing, and what the user decided stands
above all of it (`decisions`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kg import iris
from kg.model import Entity, Extraction, Iri, Kind, Mention, Resolution
from kg.resolution import named, papers, persons, places
from kg.resolution.deciding import contradictions, decide
from kg.resolution.decisions import NONE, Decisions
from kg.resolution.matches import Match


def resolve(
    extractions: Sequence[Extraction], *, base: str = iris.DEFAULT_BASE, decisions: Decisions = NONE
) -> Resolution:
    """Decide which thing each mention names. The order of the extractions does not matter."""
    return weigh(extractions, base=base, decisions=decisions)[0]


def decided(extractions: Sequence[Extraction], decisions: Decisions) -> Sequence[Extraction]:
    """Say the notes as the user decided: with other kinds, without what is ignored."""
    return decide(extractions, decisions).extractions


def weigh(
    extractions: Sequence[Extraction], *, base: str = iris.DEFAULT_BASE, decisions: Decisions = NONE
) -> tuple[Resolution, tuple[Match, ...]]:
    """Decide which thing each mention names, and tell what was joined, kept apart and left in doubt, and why.

    Args:
        extractions: of all notes, as they were read.
        base: where IRIs begin.
        decisions: of the user; nothing weighs more.
    """
    mine = decide(extractions, decisions)
    ordered = sorted(mine.extractions, key=lambda e: e.note)
    mentions = sorted({m for e in ordered for m in e.mentions}, key=_place)
    claims = [c for e in ordered for c in e.claims]
    keyed: dict[Mention, tuple[Kind, str]] = {}
    of_papers = [m for m in mentions if m.kind is Kind.PAPER]
    clusters, matches = papers.cluster(of_papers, claims, **mine.pairs({Kind.PAPER}))
    for cluster in clusters:
        keyed.update(dict.fromkeys(cluster.mentions, (Kind.PAPER, cluster.key)))
    of_paper = {m: keyed[m][1] for m in keyed}
    for found, more in (
        persons.keys(mentions, claims, of_paper, **mine.pairs({Kind.PERSON})),
        named.keys(mentions, claims, of_paper, **mine.pairs(named.KINDS)),
        places.keys(mentions, claims, **mine.pairs(places.KINDS)),
    ):
        keyed.update(found)
        matches += more
    names = {(Kind.PAPER, cluster.key): cluster.name for cluster in clusters}
    names |= {keyed[m]: name for m, name in mine.names.items()}
    resolved = _entities(mentions, keyed, names, base)
    problems = (*mine.problems, *contradictions(decisions, mine, resolved.iris))
    return replace(resolved, problems=problems), tuple(sorted(set(matches)))


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
        name = names[kind, key] if (kind, key) in names else best_name(m.text for m in group)
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
