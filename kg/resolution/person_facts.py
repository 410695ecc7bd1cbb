"""What is known of a person from the papers and sentences that name them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

from kg import terms
from kg.model import Kind, Mention
from kg.resolution.merge import Growing
from kg.resolution.name_forms import fits, folded, full_keys, is_full, read, related
from kg.resolution.paper_facts import ByPredicate, PaperSaid, authors_of
from kg.text import name_key

_SEVERAL = 2
"""Authors of one list whom a note names in full, from which on they are meant."""
_LISTS = 5
"""Author lists of one paper that are compared place by place."""
_FEWEST, _MOST = 3, 0.6
"""Papers of a note, and their share, from which on a name among their authors is of one person: whose list it is."""
_COMPANY = 256
"""Authors of a list, from its beginning, who count as co-authors of all: thousands share names with anybody."""


@dataclass
class PersonFacts(Growing):
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

    @cached_property
    def callings(self) -> set[tuple[str, ...]]:
        """The first of the given names."""
        return {read(name).given[:1] for name in self.names}


FULL, OWNER = "full", "owner"
"""What begins the key of a full name, and of an author of most papers in a note."""


class Listing(NamedTuple):
    """A person among the authors of a mention of a paper; what has no order is sorted."""

    paper: str
    """Its key."""
    others: tuple[tuple[str, str], ...]
    years: tuple[int, ...]
    venues: tuple[str, ...]
    beside: tuple[str, ...]
    """Keys that this person shares with one who may stand at the same place in another list of the paper."""


class Appearance(NamedTuple):
    """A mention of a person, and what stands there; what has no order is sorted."""

    note: str
    places: tuple[str, ...] = ()
    listings: tuple[tuple[Mention, Listing], ...] = ()
    named: tuple[str, ...] = ()
    """Keys that an author whom a list prints short shares with the one whom the note names in full; keys of other names
    that are said of the person.
    """

    @property
    def group(self) -> str:
        """The key of the paper, or else the note, among whose names this one is looked for in other forms."""
        return self.listings[-1][1].paper if self.listings else self.note

    @property
    def beside(self) -> list[str]:
        """Keys that are shared with those who may stand at the same place of another list."""
        return sorted({key for _, listing in self.listings for key in listing.beside})

    def facts(self, name: str) -> PersonFacts:
        """Sum up what is known."""
        facts = PersonFacts({name}, places=set(self.places))
        for mention, listing in self.listings:
            facts.lists.add(mention)
            facts.papers.add(listing.paper)
            facts.others.update(listing.others)
            facts.years.update(listing.years)
            facts.venues.update(listing.venues)
            facts.dated.update((place, year) for place in self.places for year in listing.years)
        return facts


def appearances(note: str, mentions: Sequence[Mention], claims: ByPredicate) -> dict[Mention, Appearance]:
    """Collect what a note says of each mention of a person itself."""
    places: dict[Mention, set[str]] = defaultdict(set)
    for claim in claims.get(terms.AFFILIATION, ()):
        if isinstance(claim.object, Mention):
            places[claim.subject].add(name_key(claim.object.text))
    lists = authors_of(claims)
    named = _named_in_full(mentions, lists)
    for author, name in _owners(lists):
        named.setdefault(author, set()).add(f"{OWNER} {note} {name}")
    for claim in claims.get(terms.ALTERNATE_NAME, ()):
        if claim.subject.kind is Kind.PERSON and is_full(str(claim.object)):
            named.setdefault(claim.subject, set()).update(f"{FULL} {key}" for key in full_keys(str(claim.object)))
    plain = Appearance(note)
    if not (places or named):
        return dict.fromkeys(mentions, plain)
    return {
        mention: Appearance(note, tuple(sorted(places.get(mention, ()))), named=tuple(sorted(named.get(mention, ()))))
        if mention in places or mention in named
        else plain
        for mention in mentions
    }


def _named_in_full(
    mentions: Sequence[Mention], lists: Mapping[Mention, Collection[Mention]]
) -> dict[Mention, set[str]]:
    """Give keys to authors in short and the full names of the note that these fit, where several of a list have one."""
    listed = {author for authors in lists.values() for author in authors}
    full: dict[str, list[Mention]] = defaultdict(list)
    for mention in mentions:
        if is_full(mention.text) and mention not in listed:
            full[folded(read(mention.text).family)].append(mention)
    found: dict[Mention, set[str]] = defaultdict(set)
    for authors in lists.values() if full else ():
        told: dict[Mention, list[Mention]] = {}
        for author in authors:
            if author.kind is not Kind.PERSON or is_full(author.text):
                continue
            near = full.get(folded(read(author.text).family), ())
            fitting = [mention for mention in near if fits(author.text, mention.text)]
            if len({name_key(mention.text) for mention in fitting}) == 1:
                told[author] = fitting
        for author, fitting in told.items() if len(told) >= _SEVERAL else ():
            for mention in (author, *fitting):
                found[mention].add(f"{_place(author)} in full")
    return found


def _owners(lists: Mapping[Mention, Collection[Mention]]) -> Iterator[tuple[Mention, str]]:
    """Yield the authors whose name in short stands in most lists of a note, as on a page of publications, with it."""
    names = {
        author: name_key(author.text)
        for authors in lists.values()
        for author in authors
        if author.kind is Kind.PERSON and not is_full(author.text)
    }
    times = Counter(name for authors in lists.values() for name in {names[one] for one in authors if one in names})
    least = max(_FEWEST, _MOST * len(lists))
    yield from ((author, name) for author, name in names.items() if times[name] >= least)


def list_authors(key: str, papers: Mapping[Mention, PaperSaid]) -> dict[Mention, dict[Mention, Listing]]:
    """Return for each person who is listed as an author of a paper where that is, and in what company.

    Args:
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
        years, venues = papers[mention].years, papers[mention].venues
        names = [_short(author.text) for author in authors]
        times = Counter(names[:_COMPANY])
        company = tuple(sorted(times))
        for at, (author, name) in enumerate(zip(authors, names, strict=True)):
            alone = at < _COMPANY and times[name] == 1
            others = tuple(other for other in company if other != name) if alone else company
            listing = Listing(key, others, years, venues, tuple(sorted(beside.get(author, ()))))
            found.setdefault(author, {})[mention] = listing
    return found


@lru_cache(maxsize=1 << 16)
def _short(name: str) -> tuple[str, str]:
    """Return the family name and the initial of a name: one value for all that are equal, as a vault has many."""
    return read(name).family, "".join(read(name).given[:1])[:1]


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
