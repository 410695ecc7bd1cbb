"""What is known of a person from the papers and sentences that name them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from kg import terms
from kg.model import Claim, Kind, Mention
from kg.resolution.name_forms import fits, folded, is_full, read, related
from kg.resolution.paper_facts import PaperFacts
from kg.text import name_key

_SEVERAL = 2
"""Authors of one list whom a note names in full, from which on they are meant."""
_LISTS = 5
"""Author lists of one paper that are compared place by place."""


@dataclass(slots=True)
class PersonFacts:
    """What is known of the mentions of a person."""

    names: set[str]
    papers: set[str] = field(default_factory=set)
    lists: set[Mention] = field(default_factory=set)
    """Author lists (the paper as one note mentions it) in which the person stands."""
    others: set[tuple[str, str]] = field(default_factory=set)
    """Co-authors: family name and initial."""
    places: set[str] = field(default_factory=set)
    dated: set[tuple[str, int]] = field(default_factory=set)
    """Affiliations with the years of the papers that stand beside them."""
    years: set[int] = field(default_factory=set)
    venues: set[str] = field(default_factory=set)

    def copy(self) -> PersonFacts:
        """Give facts that can absorb others while these stay."""
        return PersonFacts(*(set(getattr(self, name)) for name in self.__slots__))

    def absorb(self, other: PersonFacts) -> None:
        """Take over what is known of another part."""
        for name in self.__slots__:
            getattr(self, name).update(getattr(other, name))


@dataclass(frozen=True, slots=True)
class Listing:
    """A person among the authors of a mention of a paper."""

    paper: str
    """Its key."""
    others: frozenset[tuple[str, str]]
    years: frozenset[int]
    venues: frozenset[str]
    beside: frozenset[str]
    """Keys that this person shares with one who may stand at the same place in another list of the paper."""


@dataclass(slots=True)
class Appearance:
    """A mention of a person, and what stands there."""

    note: str
    places: set[str] = field(default_factory=set)
    listings: dict[Mention, Listing] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)
    """Keys that an author whom a list prints short shares with the one whom the note names in full."""

    @property
    def group(self) -> str:
        """The key of the paper, or else the note, among whose names this one is looked for in other forms."""
        return self.listings[max(self.listings)].paper if self.listings else self.note

    @property
    def beside(self) -> set[str]:
        """Keys that are shared with those who may stand at the same place of another list."""
        return {key for listing in self.listings.values() for key in listing.beside}

    def facts(self, name: str) -> PersonFacts:
        """Sum up what is known."""
        facts = PersonFacts({name}, places=set(self.places), lists=set(self.listings))
        for listing in self.listings.values():
            facts.papers.add(listing.paper)
            facts.others |= listing.others
            facts.years |= listing.years
            facts.venues |= listing.venues
            facts.dated |= {(place, year) for place in self.places for year in listing.years}
        return facts


def appearances(mentions: Iterable[Mention], claims: Sequence[Claim]) -> dict[Mention, Appearance]:
    """Collect what notes say of each mention of a person itself."""
    found = {mention: Appearance(mention.span.note) for mention in mentions}
    for claim in claims:
        mine = found.get(claim.subject)
        if mine is not None and claim.predicate == terms.AFFILIATION and isinstance(claim.object, Mention):
            mine.places.add(name_key(claim.object.text))
    _name_in_full(found, claims)
    return found


def _name_in_full(found: Mapping[Mention, Appearance], claims: Iterable[Claim]) -> None:
    """Give keys to authors in short and the full names of the note that these fit, where several of a list have one."""
    lists: dict[Mention, set[Mention]] = defaultdict(set)
    for claim in claims:
        author = claim.object if claim.predicate == terms.AUTHOR and claim.qualifier != "negated" else None
        if isinstance(author, Mention) and author in found:
            lists[claim.subject].add(author)
    listed = {author for authors in lists.values() for author in authors}
    full: dict[tuple[str, str], list[Mention]] = defaultdict(list)
    for mention in found:
        if mention not in listed and is_full(mention.text):
            full[mention.span.note, folded(read(mention.text).family)].append(mention)
    for paper, authors in sorted(lists.items()):
        told: dict[Mention, list[Mention]] = {}
        for author in authors:
            near = full[paper.span.note, folded(read(author.text).family)]
            fitting = [mention for mention in near if not is_full(author.text) and fits(author.text, mention.text)]
            if len({name_key(mention.text) for mention in fitting}) == 1:
                told[author] = fitting
        for author, fitting in told.items() if len(told) >= _SEVERAL else ():
            for mention in (author, *fitting):
                found[mention].named.add(f"{_place(author)} in full")


def list_authors(key: str, papers: Mapping[Mention, PaperFacts]) -> dict[Mention, dict[Mention, Listing]]:
    """Give for each person who is listed as an author of a paper where that is, and in what company.

    Args:
        key: of the paper.
        papers: its mentions, in order, with what is said at each.
    """
    lists = {
        mention: tuple(author for author in facts.listed if author.kind is Kind.PERSON)
        for mention, facts in papers.items()
    }
    lists = {mention: authors for mention, authors in lists.items() if authors}
    beside = _beside(key, list(lists.values())[:_LISTS])
    found: dict[Mention, dict[Mention, Listing]] = {}
    for mention, authors in lists.items():
        facts = papers[mention]
        company = {author: (read(author.text).family, "".join(read(author.text).given[:1])[:1]) for author in authors}
        for author in authors:
            others = frozenset(who for other, who in company.items() if other != author)
            near = frozenset(beside.get(author, ()))
            listing = Listing(key, others, frozenset(facts.years), frozenset(facts.venues), near)
            found.setdefault(author, {})[mention] = listing
    return found


def _beside(key: str, lists: Sequence[Sequence[Mention]]) -> dict[Mention, set[str]]:
    """Give a key to two names at one place of two lists that may be one, where the lists agree otherwise."""
    found: dict[Mention, set[str]] = {}
    for one, other in combinations(lists, 2):
        alike = [fits(mine.text, its.text) for mine, its in zip(one, other, strict=False)]
        agreed = sum(alike) > 0 or len(one) == len(other) == 1
        for mine, its, fit in zip(one, other, alike, strict=False):
            if agreed and not fit and related(mine.text, its.text):
                pair = f"{key} {_place(mine)} {_place(its)}"
                found.setdefault(mine, set()).add(pair)
                found.setdefault(its, set()).add(pair)
    return found


def _place(mention: Mention) -> str:
    return f"{mention.span.note}:{mention.span.start}"
