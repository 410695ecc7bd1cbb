"""Mentions to things over the whole vault, with the reason for every merge.

Papers and persons are joined by evidence between the two at hand (`papers`, `persons`), methods, datasets and tasks by
the form of their names and what the notes say these stand for, venues and organisations by the word lists, topics by
label or as labels of one concept, or by path where one note uses the label twice. Likeness alone joins nothing, and
what the user decided stands above all of it (`decisions`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from kg import iris
from kg.model import Entity, Extraction, Iri, Mention, Resolution
from kg.resolution.clustering import GROUPS, PAPERS, Component, Group, Pairs, cluster
from kg.resolution.deciding import Decided, contradictions, decide
from kg.resolution.decisions import NONE, Decisions
from kg.resolution.merge import Match, Thing, best_name
from kg.resolution.told import Identified, tell
from kg.running import uncollected
from kg.vocabularies import NO_VOCABULARIES, Vocabularies

__all__ = ["Weighing", "best_name", "conclude", "resolution_of", "resolve", "weigh"]

NO_NAMES: Mapping[Mention, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Weighing:
    """Which thing each mention names, and why."""

    resolution: Resolution
    found: Mapping[Group, Iterable[Component]]
    """To be gone through as often as one likes."""
    decided: Decided

    @property
    def matches(self) -> tuple[Match, ...]:
        """What was joined, kept apart and left in doubt, each once, in the order found."""
        return tuple(dict.fromkeys(match for some in self.found.values() for one in some for match in one.matches))


def resolve(
    extractions: Sequence[Extraction],
    *,
    base: str = iris.DEFAULT_BASE,
    decisions: Decisions = NONE,
    vocabularies: Vocabularies = NO_VOCABULARIES,
) -> Resolution:
    """Decide which thing each mention names. The order of the extractions does not matter."""
    return weigh(decide(extractions, decisions), base=base, vocabularies=vocabularies).resolution


@uncollected()
def weigh(
    decided: Decided,
    *,
    base: str = iris.DEFAULT_BASE,
    vocabularies: Vocabularies = NO_VOCABULARIES,
    reasons: bool = True,
) -> Weighing:
    """Decide which thing each mention names, and tell why.

    Args:
        decided: what the notes say, as the user decided; nothing weighs more.
        vocabularies: of the user; topics that are labels of one concept are one.
        reasons: whether to keep why mentions were joined.
    """
    return conclude(decided, _found(decided, vocabularies, reasons=reasons), base=base)


@uncollected()
def conclude(decided: Decided, found: Mapping[Group, Iterable[Component]], *, base: str) -> Weighing:
    """Return which thing each mention names, from components."""
    things = [thing for components in found.values() for component in components for thing in component.things]
    resolved = resolution_of(things, base=base, renamed=decided.names)
    problems = (*decided.problems, *contradictions(decided, resolved.iris))
    return Weighing(replace(resolved, problems=problems), found, decided)


def _found(decided: Decided, vocabularies: Vocabularies, *, reasons: bool) -> dict[Group, list[Component]]:
    told = tell(decided.extractions, vocabularies)
    pairs = {group: Pairs(**decided.pairs(group.kinds)) for group in GROUPS}
    found = {PAPERS: cluster(PAPERS, told.pop(PAPERS), pairs[PAPERS], reasons=reasons)}
    papers = Identified.by(found[PAPERS])
    for group in GROUPS:
        if group is not PAPERS:
            said = {mention: papers.amend(group, mention, one) for mention, one in told.pop(group).items()}
            found[group] = cluster(group, said, pairs[group], reasons=reasons)
    return found


def resolution_of(things: Sequence[Thing], *, base: str, renamed: Mapping[Mention, str] = NO_NAMES) -> Resolution:
    """Return things as entities, in order.

    Args:
        renamed: the name to show of the thing of a mention, where the user chose it; it may be that of other things.
    """
    found: dict[Mention, Iri] = {}
    for thing in things:
        found.update(dict.fromkeys(thing.mentions, iris.mint(thing.kind, thing.key, base=base)))
    names = {found[mention]: name for mention, name in renamed.items() if mention in found}
    ordered = sorted(things, key=lambda thing: (thing.kind, thing.key))
    entities = (Entity(found[one.mentions[0]], one.kind, one.name, one.mentions) for one in ordered)
    return Resolution(tuple(replace(one, name=names.get(one.iri, one.name)) for one in entities), iris=found)
