"""What a note says of a paper as far as it decides which paper it is, and when two descriptions contradict."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice, product
from typing import Any, NamedTuple, TypeGuard, TypeVar

from rapidfuzz.fuzz import ratio, token_sort_ratio

from kg import terms, untrusted
from kg.links import Role, read_link
from kg.model import Claim, Iri, Kind, Mention, Reference
from kg.personal_names import family_names, is_family_first
from kg.resolution.merge import MANY, Growing
from kg.resolution.name_forms import folded, script
from kg.resolution.notes import aliases_of, names_of
from kg.resolution.titles import parts, title_key
from kg.text import name_key, without_ampersand

_UNLIKE, _MISPRINT = 65, 90
"""Likeness of two titles, up to 100, below which they are two papers, whatever their citation keys say."""
_FAR = 3
"""Years between a preprint and what it became; more are two papers."""
_SURE_SITES = frozenset({"arxiv"})
"""Sites that give one paper one identifier; elsewhere a workshop paper or a poster page has one of its own."""
_LONG_TITLE = 20
_REMARK = re.compile(
    r"^(?:(?:author|publisher)\s+)?(?:correction|corrigendum|erratum|addendum|retraction(?: note)?|repl(?:y|ies)|"
    r"comments?|commentary|response|rejoinder|discussion)\b(?=\s*(?::|to\b|on\b))|"
    r"[:.–—-]\s*(?:rejoinder|reply|comments?|discussion)$",
    re.IGNORECASE,
)
"""What makes a title one of a remark on a paper."""
_THESIS = re.compile(r"thesis|dissertation", re.IGNORECASE)

ByPredicate = Mapping[Iri, Sequence[Claim]]
"""The claims of a note, those of each predicate in order."""
Ordered = TypeVar("Ordered", bound=Any)


class PaperSaid(NamedTuple):
    """What the claims about one mention of a paper say: small, as a vault has many; what has no order is sorted."""

    ids: tuple[str, ...] = ()
    citekeys: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    shorts: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    firsts: tuple[str, ...] = ()
    """The first author."""
    years: tuple[int, ...] = ()
    venues: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    introduced: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()
    """Where a journal or book has it: `volume 2`, `issue 3`, `pages 7–9`."""
    listed: tuple[Mention, ...] = ()
    """Who is named as an author, in the order in which they stand."""
    complete: bool = False
    """Whether the list of authors is said to be all."""
    notes: tuple[str, ...] = ()
    """By what the notes about it can be called."""
    references: tuple[Reference, ...] = ()
    """Of words that do not describe the paper but point at it: one."""

    @property
    def points(self) -> bool:
        """Whether nothing is said of the paper: the words only point at it."""
        return bool(self.references) and not (self.shorts or self.titles or self.citekeys or self.ids or self.authors)

    def facts(self) -> PaperFacts:
        """Return this as facts that can absorb others."""
        return PaperFacts(
            *(set(self.ids), set(self.citekeys), list(self.titles), list(self.shorts), list(self.authors)),
            *(set(self.firsts), set(self.years), set(self.venues), list(self.links), set(self.introduced)),
            printed=set(self.printed),
        )


@dataclass
class PaperFacts(Growing):
    """What is known of a paper from some of its mentions, and what follows from it, once it has been asked for."""

    ids: set[str] = field(default_factory=set)
    citekeys: set[str] = field(default_factory=set)
    titles: list[str] = field(default_factory=list)
    shorts: list[str] = field(default_factory=list)
    authors: list[str] = field(default_factory=list)
    firsts: set[str] = field(default_factory=set)
    """Of each list its first author."""
    years: set[int] = field(default_factory=set)
    venues: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    introduced: set[str] = field(default_factory=set)
    printed: set[str] = field(default_factory=set)
    """Where a journal or book has it, each number with its kind before it."""

    @cached_property
    def surnames(self) -> set[str]:
        """What may be the surname of an author."""
        return surnames(self.authors)

    @cached_property
    def leading(self) -> set[str]:
        """What may be the surname of a first author."""
        return surnames(self.firsts)

    @cached_property
    def title_keys(self) -> set[str]:
        """The keys of whole titles."""
        return {title_key(title) for title in self.titles}

    @cached_property
    def title_parts(self) -> set[str]:
        """The keys of titles and of their parts."""
        return {part for title in self.titles for part in parts(title)}

    @cached_property
    def spellings(self) -> dict[str, None]:
        """The titles in small letters, in order."""
        return dict.fromkeys(title.casefold() for title in self.titles)

    @cached_property
    def is_remark(self) -> bool:
        """Whether a title is one of a remark on a paper."""
        return any(map(_REMARK.search, self.titles))

    @cached_property
    def is_thesis(self) -> bool:
        """Whether it is said to be a thesis."""
        return any(map(_THESIS.search, (*self.venues, *self.titles)))


def read(
    mentions: Sequence[Mention], claims: ByPredicate, references: Iterable[Reference] = ()
) -> dict[Mention, PaperSaid]:
    """Collect what the claims of a note say of each mention of a paper, and what points at one."""
    facts = {mention: PaperFacts() for mention in mentions}
    for predicate, take in _TAKEN.items():
        for claim in claims.get(predicate, ()):
            mine = facts.get(claim.subject)
            if mine is not None and claim.qualifier != "negated":
                take(mine, claim.object.text if isinstance(claim.object, Mention) else str(claim.object))
    for claim in claims.get(terms.INTRODUCES, ()):
        if claim.subject in facts and claim.qualifier != "negated" and _names_work(claim.object):
            facts[claim.subject].introduced.add(name_key(claim.object.text))
    complete = {claim.subject for claim in claims.get(terms.AUTHORS_COMPLETE, ()) if claim.object is True}
    listed = authors_of(claims)
    notes = dict(_notes_about(claims))
    pointing = {reference.mention: (reference,) for reference in references}
    return {
        mention: PaperSaid(
            *(_sorted(one.ids), _sorted(one.citekeys), tuple(one.titles), tuple(one.shorts), tuple(one.authors)),
            *(_sorted(one.firsts), _sorted(one.years), _sorted(one.venues), tuple(one.links), _sorted(one.introduced)),
            _sorted(one.printed),
            *(_sorted(listed.get(mention, ())), mention in complete, _sorted(notes.get(mention, ()))),
            pointing.get(mention, ()),
        )
        for mention, one in facts.items()
    }


def authors_of(claims: ByPredicate) -> dict[Mention, set[Mention]]:
    """Return the mentions of authors that a note lists of each paper."""
    found: dict[Mention, set[Mention]] = defaultdict(set)
    for claim in claims.get(terms.AUTHOR, ()):
        if isinstance(claim.object, Mention) and claim.qualifier != "negated":
            found[claim.subject].add(claim.object)
    return found


def _notes_about(claims: ByPredicate) -> Iterator[tuple[Mention, set[str]]]:
    """Yield the papers that the note is about, each with all that the note can be called."""
    aliases = aliases_of(claims) if terms.ABOUT in claims else {}
    found: dict[Mention, set[str]] = defaultdict(set)
    for claim in claims.get(terms.ABOUT, ()):
        if claim.subject.kind is Kind.NOTE and isinstance(claim.object, Mention):
            found[claim.object].update(names_of(claim.subject, aliases.get(claim.subject, ())))
    yield from found.items()


def _sorted(values: Collection[Ordered]) -> tuple[Ordered, ...]:
    return tuple(sorted(values)) if len(values) > 1 else tuple(values)


def _take_link(mine: PaperFacts, text: str) -> None:
    mine.links.append(text)
    mine.ids |= {identifier(text)} - {""}


def _take_author(mine: PaperFacts, text: str) -> None:
    if not mine.authors:
        mine.firsts.add(text)
    mine.authors.append(text)


def _take_year(mine: PaperFacts, text: str) -> None:
    if text[:4].isdecimal():
        mine.years.add(untrusted.integer(text[:4]))


def _take_venue(mine: PaperFacts, text: str) -> None:
    mine.venues.add(name_key(without_ampersand(text)))


_TAKEN: Mapping[Iri, Callable[[PaperFacts, str], None]] = {
    terms.CITATION_KEY: lambda mine, text: mine.citekeys.add(text),
    terms.NAME: lambda mine, text: mine.titles.append(text),
    terms.ALTERNATE_NAME: lambda mine, text: mine.shorts.append(text),
    terms.AUTHOR: _take_author,
    terms.URL: _take_link,
    terms.DATE_PUBLISHED: _take_year,
    terms.PRESENTED_AT: _take_venue,
    terms.IS_PART_OF: _take_venue,
    terms.VOLUME_NUMBER: lambda mine, text: mine.printed.add(f"volume {text}"),
    terms.ISSUE_NUMBER: lambda mine, text: mine.printed.add(f"issue {text}"),
    terms.PAGINATION: lambda mine, text: mine.printed.add(f"pages {text}"),
}
"""What is taken from the claims of each predicate."""


def _names_work(what: object) -> TypeGuard[Mention]:
    return isinstance(what, Mention) and what.kind in (Kind.METHOD, Kind.DATASET)


def identifier(address: str) -> str:
    """Return the identifier of the paper at an address, "" when it is of none.

    >>> identifier("https://arxiv.org/pdf/1706.03762v5")
    'arxiv-1706.03762'
    """
    found = read_link(address)
    return _preprint(found.key) if found.role is Role.PAPER and found.key else ""


def _preprint(key: str) -> str:
    """Read the DOI that arXiv gives a preprint as its arXiv identifier."""
    match = re.fullmatch(r"doi-10\.48550[/-]arxiv\.(.+)", key, re.IGNORECASE)
    return f"arxiv-{match.group(1)}" if match else key


def contradiction(one: PaperFacts, other: PaperFacts) -> str:
    """Return what speaks against two descriptions being of one paper, "" when nothing does."""
    if not _one_script(one, other):
        return _other_titles(one, other)
    if one.citekeys & other.citekeys and not (one.titles and other.titles):
        return ""  # nothing but the key is known of one of them, and the name in it may be cut or run together
    if one.authors and other.authors and one.surnames.isdisjoint(other.surnames):
        return f"the authors differ: {one.authors[0]}, {other.authors[0]}"
    if min(len(one.authors), len(other.authors)) > 1 and not same_first(one, other):
        return f"the first authors differ: {one.authors[0]}, {other.authors[0]}"
    site = _other_identifiers(one, other)
    if site and (site in _SURE_SITES or not _one_work(one, other)):
        return f"the identifiers differ: {_at(one.ids, site)}, {_at(other.ids, site)}"
    keyed = bool(one.citekeys & other.citekeys) or _one_work(one, other)
    if one.years and other.years and _years_apart(one, other) > _FAR and not keyed:
        return f"the years differ: {min(one.years)}, {min(other.years)}"
    return _other_issues(one, other) or _other_titles(one, other)


def _other_issues(one: PaperFacts, other: PaperFacts) -> str:
    """Return which issues of one journal two works with one title are in: a column, such as an editorial."""
    if not one.venues & other.venues or not (one.printed and other.printed):
        return ""
    mine, its = (
        {name: {place for place in facts.printed if place.startswith(name)} for name in ("volume", "issue", "pages")}
        for facts in (one, other)
    )
    others = [name for name in mine if mine[name] and its[name] and not mine[name] & its[name]]
    short = all(len(title) < _LONG_TITLE for title in one.title_keys | other.title_keys)
    if not {"volume", "issue"} & set(others) or not (short or "pages" in others):
        return ""
    return f"the issues differ: {min(mine[others[0]])}, {min(its[others[0]])}"


def other_works(one: PaperFacts, other: PaperFacts) -> str:
    """Return why two descriptions with one identifier are of two papers all the same: a copied address."""
    if not (one.titles and other.titles and one.authors and other.authors) or not _one_script(one, other):
        return ""
    if one.surnames & other.surnames or _any_alike(one, other, _MISPRINT):
        return ""
    return f"titles and authors differ: {one.authors[0]}, {other.authors[0]}"


def other_names(one: PaperFacts, other: PaperFacts) -> bool:
    """Return whether both have short names, or addresses at one site, and none in common: two papers of one year."""
    mine, its = ({name_key(short) for short in facts.shorts} - {""} for facts in (one, other))
    if mine and its and mine.isdisjoint(its | other.introduced) and its.isdisjoint(one.introduced):
        heads = (name_key(title.partition(":")[0]) for facts in (one, other) for title in facts.titles)
        return (mine | its).isdisjoint(heads)
    sites = [{untrusted.address(link).netloc: link for link in facts.links if _is_file(link)} for facts in (one, other)]
    return any(sites[0][site] not in other.links for site in sites[0].keys() & sites[1].keys())


def _is_file(link: str) -> bool:
    """Return whether an address is of a paper, and has no identifier of it."""
    found = read_link(link)
    return found.role is Role.PAPER and not found.key


def _one_script(one: PaperFacts, other: PaperFacts) -> bool:
    """Return whether the authors of both can be compared: names in two scripts are neither the same nor others."""
    return not (one.authors and other.authors) or script(one.authors[0]) == script(other.authors[0])


def _other_titles(one: PaperFacts, other: PaperFacts) -> str:
    if not (one.titles and other.titles):
        return ""
    if not _any_alike(one, other):
        return "the titles differ"
    if one.is_remark != other.is_remark:
        return "one is a remark on the other"
    return "one is a thesis" if one.is_thesis != other.is_thesis and one.venues and other.venues else ""


def _other_identifiers(one: PaperFacts, other: PaperFacts) -> str:
    """Return a site at which both have identifiers, and none in common."""
    if one.ids & other.ids:
        return ""
    sites = {i.split("-", 1)[0] for i in one.ids} & {i.split("-", 1)[0] for i in other.ids}
    return min(sites, default="")


def _at(ids: set[str], site: str) -> str:
    return min(i for i in ids if i.startswith(f"{site}-"))


def _one_work(one: PaperFacts, other: PaperFacts) -> bool:
    """Return whether title and authors are so much the same that two identifiers are two copies of one paper."""
    return any(len(t) >= _LONG_TITLE for t in one.title_keys & other.title_keys) and same_first(one, other)


def shared_authors(one: PaperFacts, other: PaperFacts) -> int:
    """Count the surnames that both author lists have."""
    return len(one.surnames & other.surnames)


def _years_apart(one: PaperFacts, other: PaperFacts) -> int:
    return min(abs(a - b) for a in one.years for b in other.years)


def near_years(one: PaperFacts, other: PaperFacts) -> bool:
    """Return whether both have a year and these are at most one apart."""
    return bool(one.years and other.years) and _years_apart(one, other) <= 1


def same_first(one: PaperFacts, other: PaperFacts) -> bool:
    """Return whether both have a first author with a surname in common."""
    return not one.leading.isdisjoint(other.leading)


def surnames(authors: Iterable[str]) -> set[str]:
    """Return the parts of names that could be surnames: any but initials, as the order is not known for sure.

    >>> surnames(["K. Müller"]) == surnames(["Mueller, K."])
    True
    """
    return {part for name in authors for part in name_parts(name)}


@lru_cache(maxsize=1 << 16)
def name_parts(name: str) -> list[str]:
    """Return the words of a name that could be its surname, in order, with umlauts as others type them."""
    if is_family_first(name):
        return [name_key(name), *reversed(family_names(name))]
    words = [folded(key) for part in name.replace("-", " ").split() if len(key := name_key(part)) > 1]
    return words or [folded(name_key(name))]


def _any_alike(one: PaperFacts, other: PaperFacts, least: int = _UNLIKE) -> bool:
    if not one.title_parts.isdisjoint(other.title_parts):
        return True
    return any(
        a.startswith(b)
        or b.startswith(a)
        or ratio(a, b, score_cutoff=least)
        or token_sort_ratio(a, b, score_cutoff=least)
        for a, b in product(islice(one.spellings, MANY), islice(other.spellings, MANY))
    )
