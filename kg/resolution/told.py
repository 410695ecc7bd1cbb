"""What notes say of the mentions of each group of kinds, and what follows for persons and methods from the papers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Self

from kg.model import Extraction, Mention
from kg.resolution import named, notes, paper_facts, person_facts, places
from kg.resolution.clustering import GROUPS, NAMED, NOTES, PAPERS, PERSONS, PLACES, Component, Group
from kg.resolution.person_facts import Listing, list_authors

Told = dict[Group, dict[Mention, Any]]
"""For each group of kinds what is said of each mention, in order."""


def tell(extractions: Iterable[Extraction]) -> Told:
    """Collect what notes say; which papers list a person or introduce a method is not known by their keys yet."""
    ordered = sorted(extractions, key=lambda e: e.note)
    mentions = sorted({m for e in ordered for m in e.mentions}, key=place_of)
    claims = [c for e in ordered for c in e.claims]
    references = [one for e in ordered for one in e.references]
    own = {group: [m for m in mentions if m.kind in group.kinds] for group in GROUPS}
    return {
        PAPERS: paper_facts.read(own[PAPERS], claims, references),
        PERSONS: person_facts.appearances(own[PERSONS], claims),
        NAMED: named.read(own[NAMED], claims),
        PLACES: places.read(own[PLACES], claims),
        NOTES: notes.read(own[NOTES], claims),
    }


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
        """Give what is said of a mention, with these papers in the place of what was known of them."""
        if group is PERSONS:
            kept = {paper: listing for paper, listing in said.listings.items() if paper not in self.keys}
            return replace(said, listings={**kept, **self.listings.get(mention, {})})
        if group is NAMED:
            papers = {paper: self.keys.get(paper, key) for paper, key in said.introduced.items()}
            return replace(said, introduced=papers)
        return said
