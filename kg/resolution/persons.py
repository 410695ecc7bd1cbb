"""Which mentions name one person.

The same full name is one person, unless what is known of both contradicts. A shorter name is that of a fuller one on
the same paper, or on other papers where co-authors say so; surname and initial alone never decide.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations

from kg import terms
from kg.model import Claim, Kind, Mention
from kg.resolution.matches import Match
from kg.resolution.merge import Partition, blocks
from kg.resolution.name_forms import (
    callings,
    fits,
    folded,
    full_keys,
    is_full,
    is_turned,
    middle_differs,
    read,
    related,
)
from kg.text import name_key, slug

_LISTS = 5
"""Author lists of one paper that are compared place by place."""
_SHARED = 2
"""Co-authors in common from which on a short name is that of the full one."""

Pair = tuple[Mention, Mention]


@dataclass(slots=True)
class PersonFacts:
    """What is known of a person from the papers and sentences that name them."""

    names: set[str] = field(default_factory=set)
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

    def absorb(self, other: PersonFacts) -> None:
        """Take over what is known of another part."""
        for name in ("names", "papers", "lists", "others", "places", "dated", "years", "venues"):
            getattr(self, name).update(getattr(other, name))


People = Partition[PersonFacts]


def keys(
    mentions: Sequence[Mention],
    claims: Sequence[Claim],
    papers: Mapping[Mention, str],
    *,
    same: Iterable[Pair] = (),
    apart: Iterable[Pair] = (),
) -> tuple[dict[Mention, tuple[Kind, str]], list[Match]]:
    """Give the key of each person, and tell why.

    Args:
        mentions: of all kinds.
        claims: of all notes.
        papers: the key of the paper that each mention of one names.
        same: pairs that the user said are one person.
        apart: pairs that the user said are two.
    """
    own = [m for m in mentions if m.kind is Kind.PERSON]
    lists = _lists(claims)
    parts = Partition(_facts(own, claims, lists, papers), contradiction=contradiction, apart=apart)
    for one, other in same:
        parts.unite(one, other, "you said so", always=True)
    groups: dict[str, list[Mention]] = defaultdict(list)
    listed = {mention: papers[paper] for paper, authors in lists.items() for mention in authors}
    for mention in own:
        groups[listed.get(mention, mention.span.note)].append(mention)
    _join_on_papers(parts, groups)
    _join_places(parts, lists, papers)
    parts.join(((f"{m.span.note}\n{name_key(m.text)}", m) for m in own if is_full(m.text)), "the same name in one note")
    parts.join(((key, m) for m in own if is_full(m.text) for key in full_keys(m.text)), "the same full name")
    _join_by_company(parts)
    return _named(parts, groups), parts.matches


def _lists(claims: Iterable[Claim]) -> dict[Mention, tuple[Mention, ...]]:
    """Give the persons among the authors of each mention of a paper, in the order in which they stand."""
    found: dict[Mention, dict[Mention, None]] = defaultdict(dict)
    for claim in claims:
        author = claim.object if claim.predicate == terms.AUTHOR and claim.qualifier != "negated" else None
        if isinstance(author, Mention) and author.kind is Kind.PERSON:
            found[claim.subject][author] = None
    return {paper: tuple(sorted(authors)) for paper, authors in found.items()}


def _facts(
    own: Sequence[Mention],
    claims: Iterable[Claim],
    lists: Mapping[Mention, Sequence[Mention]],
    papers: Mapping[Mention, str],
) -> dict[Mention, PersonFacts]:
    facts = {m: PersonFacts(names={m.text}) for m in own}
    years: dict[Mention, int] = {}
    venues: dict[Mention, str] = {}
    for claim in claims:
        mine = facts.get(claim.subject)
        if mine is not None and claim.predicate == terms.AFFILIATION and isinstance(claim.object, Mention):
            mine.places.add(name_key(claim.object.text))
        elif claim.predicate == terms.DATE_PUBLISHED and str(claim.object)[:4].isdecimal():
            years[claim.subject] = int(str(claim.object)[:4])
        elif claim.predicate in (terms.PRESENTED_AT, terms.IS_PART_OF) and isinstance(claim.object, Mention):
            venues[claim.subject] = name_key(claim.object.text)
    for paper, authors in lists.items():
        company = {m: (read(m.text).family, "".join(read(m.text).given[:1])[:1]) for m in authors}
        for mention in authors:
            mine = facts[mention]
            mine.papers.add(papers[paper])
            mine.lists.add(paper)
            mine.others |= {who for other, who in company.items() if other != mention}
            mine.years |= {years[paper]} if paper in years else set()
            mine.venues |= {venues[paper]} if paper in venues else set()
            mine.dated |= {(place, years[paper]) for place in mine.places} if paper in years else set()
    return facts


def contradiction(one: PersonFacts, other: PersonFacts) -> str:
    """Say what speaks against two descriptions being of one person, "" when nothing does."""
    if one.lists & other.lists:
        return "both stand in one list of authors"
    for mine in sorted(one.names):
        for its in sorted(other.names):
            if middle_differs(mine, its):
                return f"the middle names differ: {mine}, {its}"
            if {read(mine).suffix, read(its).suffix} == {"jr", "sr"}:
                return f"the names differ: {mine}, {its}"
    return _other_life(one, other)


def _other_life(one: PersonFacts, other: PersonFacts) -> str:
    """Say whether two people were in one year at other places, with other co-authors, at other venues."""
    if not (one.places and other.places) or one.places & other.places:
        return ""
    if one.others & other.others or one.venues & other.venues or one.papers & other.papers:
        return ""
    if {year for _, year in one.dated} & {year for _, year in other.dated}:
        return f"other places in one year, other co-authors: {min(one.places)}, {min(other.places)}"
    return ""


def _join_on_papers(parts: People, groups: Mapping[str, Sequence[Mention]]) -> None:
    """Merge the names on one paper that fit exactly one other there, whichever notes print them."""
    for key in sorted(groups):
        by_name: dict[str, list[Mention]] = defaultdict(list)
        for mention in sorted(groups[key]):
            by_name[mention.text].append(mention)
        for name, alike in by_name.items():
            parts.join(((name, mention) for mention in alike), "the same name on one paper")
        names = sorted(by_name, key=lambda n: (-len(name_key(n)), n))
        for at, name in enumerate(names):
            fitting = {parts.find(by_name[other][0]) for other in names[:at] if fits(name, other)}
            if len(fitting) == 1:
                parts.unite(min(fitting), by_name[name][0], "a form of the name on one paper", score=0.95)


def _join_places(parts: People, lists: Mapping[Mention, Sequence[Mention]], papers: Mapping[Mention, str]) -> None:
    """Merge two names at one place of two lists of the authors of one paper, where the lists agree otherwise."""
    by_paper: dict[str, list[Sequence[Mention]]] = defaultdict(list)
    for paper in sorted(lists):
        by_paper[papers[paper]].append(lists[paper])
    for key in sorted(by_paper):
        for one, other in combinations(by_paper[key][:_LISTS], 2):
            alike = [fits(mine.text, its.text) for mine, its in zip(one, other, strict=False)]
            agreed = sum(alike) > 0 or len(one) == len(other) == 1
            for mine, its, fit in zip(one, other, alike, strict=False):
                if agreed and not fit and related(mine.text, its.text):
                    parts.unite(mine, its, "the same place among the authors of one paper", score=0.9)


def _join_by_company(parts: People) -> None:
    """Merge a short name, or another form of the given name, with the one person whose co-authors say so."""
    for block in blocks(_company_keys(parts)):
        roots = sorted({parts.find(m) for m in block})
        for root in roots:
            told = [(other, why) for other in roots if other != root and (why := _evidence(parts, root, other))]
            sure = {parts.find(other): why for other, why in told if why.sure}
            if len(sure) == 1:
                other, why = next(iter(sure.items()))
                parts.unite(root, other, why.reason, score=why.score)
            for other, why in told:
                if len(sure) != 1 or not why.sure:
                    parts.doubt(min(root, other), max(root, other), why.reason, score=why.score)


def _company_keys(parts: People) -> Iterator[tuple[str, Mention]]:
    """Give the keys under which names that may be of one person meet: family name and initial, or the words turned."""
    for root in parts.roots():
        for name in sorted(parts.of(root).names):
            form = read(name)
            for given in dict.fromkeys(key for part in form.given for key in callings(part)):
                yield f"{folded(form.family)} {given}", root
            if form.given and is_full(name):
                yield " ".join(sorted(("".join(form.given), form.family))), root


@dataclass(frozen=True, slots=True)
class _Evidence:
    reason: str
    score: float
    sure: bool


def _evidence(parts: People, one: Mention, other: Mention) -> _Evidence | None:
    """Weigh what two people have in common whose names can be of one; None when names or facts speak against it."""
    mine, its = parts.of(one), parts.of(other)
    if mine is its or parts.refusal(one, other) or not all(fits(a, b) for a in mine.names for b in its.names):
        return None
    shared, places = mine.others & its.others, mine.places & its.places
    short = not (any(map(is_full, mine.names)) and any(map(is_full, its.names)))
    needed = _SHARED if short or any(is_turned(a, b) for a in mine.names for b in its.names) else 1
    told = [f"{len(shared)} co-authors in common" if len(shared) > 1 else "a co-author in common"] * bool(shared)
    told += [f"the same place ({place})" for place in sorted(places)[:1]]
    told += ["the same venue"] * bool(mine.venues & its.venues)
    weight = len(shared) + len(places) if short else len(shared) + _SHARED * len(places)
    names = f"{' and '.join(sorted((min(mine.names), min(its.names))))} can be one name"
    reason = f"{names}, {', '.join(told)}" if told else f"{names}, and nothing else is known"
    sure = bool(shared or (places and not short)) and weight >= needed
    if not (shared or places) and (short or not _one_calling(mine, its)):
        return None
    return _Evidence(reason, min(0.9, 0.3 + 0.2 * weight), sure)


def _one_calling(one: PersonFacts, other: PersonFacts) -> bool:
    """Say whether two full names differ in no more than middle names."""
    return any(read(a).given[:1] == read(b).given[:1] for a in one.names for b in other.names)


def _named(parts: People, groups: Mapping[str, Sequence[Mention]]) -> dict[Mention, tuple[Kind, str]]:
    """Give each part the key of its fullest name; one that is not full counts only on its paper or in its note."""
    where = {mention: key for key, group in groups.items() for mention in group}
    found: dict[Mention, tuple[Kind, str]] = {}
    used: set[str] = set()
    for group in parts.parts():
        full = sorted({m.text for m in group if is_full(m.text)}, key=lambda n: (-len(name_key(n)), n))
        key = slug(full[0]) if full else slug(f"{_longest(group)} {min(where[m] for m in group)}")
        if key in used:
            first = group[0].span
            key = f"{key}-{sha256(f'{first.note}:{first.start}'.encode()).hexdigest()[:8]}"
        used.add(key)
        found.update(dict.fromkeys(group, (Kind.PERSON, key)))
    return found


def _longest(group: Sequence[Mention]) -> str:
    return min((m.text for m in group), key=lambda n: (-len(name_key(n)), n))
