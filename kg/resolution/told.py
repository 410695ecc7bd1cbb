"""What notes say of the mentions of each group of kinds, and what follows for persons and methods from the papers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Self

from kg.model import Claim, Extraction, Iri, Mention
from kg.resolution import named, notes, paper_facts, person_facts, places
from kg.resolution.clustering import GROUPS, NAMED, NOTES, PAPERS, PERSONS, PLACES, Component, Group
from kg.resolution.person_facts import Listing, list_authors
from kg.vocabularies import NO_VOCABULARIES, Vocabularies

Told = dict[Group, dict[Mention, Any]]
"""For each group of kinds what is said of each mention, in order."""


def tell(extractions: Iterable[Extraction], vocabularies: Vocabularies = NO_VOCABULARIES) -> Told:
    """Collect what notes say; which papers list a person or introduce a method is not known by their keys yet.

    Of each note only what is said of its mentions is kept, so that nobody has to hold all claims at once.
    """
    of_notes = sorted(
        ((extraction.note, _claims_of(extraction, vocabularies)) for extraction in extractions), key=itemgetter(0)
    )
    told: Told = {group: {} for group in GROUPS}
    for _, said in of_notes:
        for group, of_group in said.items():
            told[group].update(of_group)
    if len({note for note, _ in of_notes}) < len(of_notes):  # a note that comes in pieces
        return {group: dict(sorted(said.items(), key=by_mention)) for group, said in told.items()}
    return told


def _claims_of(extraction: Extraction, vocabularies: Vocabularies) -> Told:
    own: dict[Group, list[Mention]] = {group: [] for group in GROUPS}
    for mention in sorted(extraction.mentions, key=place_of):
        own[_GROUP_OF[mention.kind]].append(mention)
    claims: dict[Iri, list[Claim]] = {}
    for claim in extraction.claims:
        claims.setdefault(claim.predicate, []).append(claim)
    return {
        PAPERS: paper_facts.read(own[PAPERS], claims, extraction.references),
        PERSONS: person_facts.appearances(extraction.note, own[PERSONS], claims),
        NAMED: named.read(own[NAMED], claims),
        PLACES: places.read(own[PLACES], claims, vocabularies),
        NOTES: notes.read(own[NOTES], claims),
    }


_GROUP_OF = {kind: group for group in GROUPS for kind in group.kinds}


def by_mention(one: tuple[Mention, Any]) -> tuple[str, int, int, str, str, str]:
    """Order what is said of mentions as these stand."""
    return place_of(one[0])


def place_of(mention: Mention) -> tuple[str, int, int, str, str, str]:
    """Order mentions as they compare, only faster."""
    span = mention.span
    return span.note, span.start, span.end, mention.kind, mention.text, mention.rule


@dataclass(slots=True)
class Identified:
    """Which papers some mentions name, and so who is listed as an author of what."""

    keys: dict[Mention, str] = field(default_factory=dict)
    """Mention of a paper -> key of the paper."""
    listings: dict[Mention, dict[Mention, Listing]] = field(default_factory=lambda: defaultdict(dict))
    """Mention of an author -> mentions of papers that list it."""

    @classmethod
    def by(cls, components: Iterable[Component]) -> Self:
        """Read it off papers."""
        found = cls()
        for component in components:
            for thing in component.things:
                found.keys.update(dict.fromkeys(thing.mentions, thing.key))
                for author, listings in list_authors(thing.key, {m: component.said[m] for m in thing.mentions}).items():
                    found.listings[author].update(listings)
        return found

    def amend(self, group: Group, mention: Mention, said: Any) -> Any:
        """Return what is said of a mention, with these papers in the place of what was known of them."""
        if group is PERSONS:
            now = self.listings.get(mention, {})
            if not (said.listings or now):
                return said
            listings = {paper: listing for paper, listing in said.listings if paper not in self.keys} | now
            ordered = sorted(listings.items(), key=by_mention) if len(listings) > 1 else listings.items()
            return said._replace(listings=tuple(ordered))
        if group is NAMED and said.introduced:
            papers = tuple((paper, self.keys.get(paper, key)) for paper, key in said.introduced)
            return said._replace(introduced=papers)
        return said
