"""Which mentions name one person.

The same full name is one person, unless what is known of both contradicts. A shorter name is that of a fuller one on
the same paper, or on other papers where co-authors say so; surname and initial alone never decide, but for an author
of most papers in one note.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from kg.model import Kind, Mention
from kg.resolution import namesakes
from kg.resolution.components import Key, beside
from kg.resolution.merge import Keys, Match, Pair, Partition, Thing, best_name, blocks
from kg.resolution.name_forms import (
    Parts,
    callings,
    fits,
    folded,
    full_keys,
    is_full,
    is_rare,
    is_turned,
    meetings,
    middle_differs,
    read,
    script,
)
from kg.resolution.person_facts import FULL, OWNER, Appearance, PersonFacts
from kg.text import name_key, slug

_SHARED = 2
"""Co-authors in common from which on a short name is that of the full one."""
_SEVERAL, _OFTEN = 2, 3


People = Partition[PersonFacts]


def keys(mention: Mention, seen: Appearance) -> Iterator[Key]:
    """Yield the keys of a mention of a person: its name in full, its forms, and what stands on the same paper."""
    name, group = mention.text, seen.group
    own = _of_name(name)
    yield from own.keys
    if own.full:
        yield Key(f"in {mention.span.note} {own.full}")
    yield Key(f"on {group} {name}")
    yield Key(f"of {group} {own.family}", own.family_alone)
    yield from map(Key, (*seen.beside, *seen.named))
    yield from (beside(paper) for paper, _ in seen.listings)


class _OfName(NamedTuple):
    """What the keys of all mentions by one name have in common."""

    keys: tuple[Key, ...]
    full: str
    """The name reduced, when it is full."""
    family: str
    family_alone: bool


@lru_cache(maxsize=1 << 13)
def _of_name(name: str) -> _OfName:
    form, full = read(name), is_full(name)
    keys = [*(f"{FULL} {key}" for key in full_keys(name) if full), *(f"form {key}" for key in _forms(form))]
    return _OfName(tuple(map(Key, keys)), name_key(name) if full else "", folded(form.family), not form.given)


def _forms(form: Parts) -> Iterator[str]:
    """Yield what two names share that can be of one person: family name and initial, or the words turned."""
    for given in dict.fromkeys(key for part in form.given for key in callings(part)):
        yield f"{folded(form.family)} {given}"
    if form.given:
        yield " ".join(sorted(("".join(form.given), form.family)))


def cluster(
    seen: Mapping[Mention, Appearance], *, same: Iterable[Pair] = (), apart: Iterable[Pair] = ()
) -> tuple[list[Thing], list[Match]]:
    """Partition mentions of persons, and tell why.

    Args:
        seen: where and with whom each mention stands, in order.
        same: pairs that the user said are one person.
        apart: pairs that the user said are two.
    """
    parts = Partition(
        {m: one.facts(m.text) for m, one in seen.items()}, contradiction=contradiction, same=same, apart=apart
    )
    groups: dict[str, list[Mention]] = defaultdict(list)
    for mention, one in seen.items():
        groups[one.group].append(mention)
    if len(seen) > 1:
        _join_on_papers(parts, groups)
        _join_places(parts, seen)
        owned = ((key, m) for m, one in seen.items() for key in one.named if key.startswith(OWNER))
        parts.join(owned, "an author of most papers in one note")
        told = ((key, m) for m, one in seen.items() for key in one.named if not key.startswith((FULL, OWNER)))
        parts.join(told, "several authors of one paper whom the note names in full")
        full = [m for m in seen if is_full(m.text)]
        parts.join(((f"{m.span.note}\n{name_key(m.text)}", m) for m in full), "the same name in one note")
        parts.join(_abbreviated(seen), "the same initials and family name in one note")
        named = ((f"{FULL} {key}", m) for m in full if not namesakes.is_common(m.text) for key in full_keys(m.text))
        others = ((key, m) for m, one in seen.items() for key in one.named if key.startswith(FULL))
        parts.join((*named, *others), "the same full name")
        namesakes.join(parts, seen)
        _join_by_company(parts)
    return _named(parts, groups), parts.matches


def contradiction(one: PersonFacts, other: PersonFacts) -> str:
    """Return what speaks against two descriptions being of one person, "" when nothing does."""
    if one.lists & other.lists and not _is_respelled(one.names, other.names):
        return "both stand in one list of authors"
    for mine in sorted(one.names):
        for its in sorted(other.names):
            if middle_differs(mine, its):
                return f"the middle names differ: {mine}, {its}"
            if {read(mine).suffix, read(its).suffix} == {"jr", "sr"}:
                return f"the names differ: {mine}, {its}"
    return _other_life(one, other)


def _is_respelled(mine: set[str], its: set[str]) -> bool:
    """Return whether full names differ in signs alone, as where a list of authors is printed twice.

    >>> _is_respelled({"Ana-Lu Roe"}, {"Ana\u2010Lu Roe"}), _is_respelled({"Wei Wang"}, {"Wei Wang"})
    (True, False)
    """
    keys = ({key for name in names if is_full(name) for key in full_keys(name)} for names in (mine, its))
    return not mine & its and not set.isdisjoint(*keys)


def _other_life(one: PersonFacts, other: PersonFacts) -> str:
    """Return whether two people were in one year at other places, with other co-authors, at other venues."""
    if not (one.places and other.places) or one.places & other.places:
        return ""
    if one.others & other.others or one.venues & other.venues or one.papers & other.papers:
        return ""
    if {year for _, year in one.dated} & {year for _, year in other.dated}:
        return f"other places in one year, other co-authors: {min(one.places)}, {min(other.places)}"
    return ""


def _abbreviated(seen: Iterable[Mention]) -> Iterator[tuple[str, Mention]]:
    """Yield the mentions by family name and an initial before it, with a key for each such name of a note.

    Left out are names that many people have, those of which the note names two people in full, and those that it prints
    but once or twice.
    """
    forms = {mention: read(mention.text) for mention in seen}
    given: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for mention, form in forms.items():
        if form.given and len(form.given[0]) > 1:
            given[mention.span.note, form.family, form.given[0][0]].add(form.given[0])
    printed = Counter((mention.span.note, form) for mention, form in forms.items())
    for mention, form in forms.items():
        short = form.given and len(form.given[0]) == 1
        often = printed[mention.span.note, form] >= _OFTEN
        telling = short and often and (len(form.given) > 1 or is_rare(form.family))
        if telling and len(given[mention.span.note, form.family, form.given[0]]) < _SEVERAL:
            yield f"{mention.span.note}\n{' '.join(form.given)} {form.family}", mention


def _join_on_papers(parts: People, groups: Mapping[str, Sequence[Mention]]) -> None:
    """Merge the names on one paper that fit exactly one other there, whichever notes print them."""
    for key in sorted(groups):
        by_name: dict[str, list[Mention]] = defaultdict(list)
        for mention in sorted(groups[key]):
            by_name[mention.text].append(mention)
        for name, alike in by_name.items():
            parts.join(((name, mention) for mention in alike), "the same name on one paper")
        longer: dict[str, list[str]] = defaultdict(list)
        for name in sorted(by_name, key=lambda n: (-len(name_key(n)), n)) if len(by_name) > 1 else ():
            meeting = meetings(name)
            near = dict.fromkeys(other for key in meeting.looks_under for other in longer[key])
            fitting = (parts.find(by_name[other][0]) for other in near if fits(name, other))
            first = next(fitting, None)
            if first is not None and all(other is first for other in fitting):
                parts.unite(first, by_name[name][0], "a form of the name on one paper", score=0.95)
            for key in meeting.found_under:
                longer[key].append(name)


def _join_places(parts: People, seen: Mapping[Mention, Appearance]) -> None:
    """Merge two names at one place of two lists of the authors of one paper, where the lists agree otherwise."""
    beside = ((key, mention) for mention, one in seen.items() for key in one.beside)
    parts.join(beside, "the same place among the authors of one paper")


def _join_by_company(parts: People) -> None:
    """Merge a short name, or another form of the given name, with the one person whose co-authors say so."""
    for block in blocks(_company_keys(parts)):
        roots = sorted({parts.find(m) for m in block})
        if len(roots) > 1 and set.intersection(*(parts.of(root).lists for root in roots)):
            continue  # authors of one list are different people
        for root, near in _near(parts, roots):
            told = [(other, why) for other in near if other is not root and (why := _evidence(parts, root, other))]
            sure = {parts.find(other): why for other, why in told if why.sure}
            if len(sure) == 1:
                other, why = next(iter(sure.items()))
                parts.unite(root, other, why.reason, score=why.score)
            for other, why in told:
                if len(sure) != 1 or not why.sure:
                    parts.doubt(min(root, other), max(root, other), why.reason, score=why.score)


def _near(parts: People, roots: Sequence[Mention]) -> Iterator[tuple[Mention, Sequence[Mention]]]:
    """Yield each of some people with those whose middle names may be of one person, in order."""
    middles = [_middle(parts.of(root).names) for root in roots]
    under: dict[str, list[int]] = defaultdict(list)
    for at, keys in enumerate(middles):
        for key in keys or ("",):
            under[key].append(at)
    for root, keys in zip(roots, middles, strict=True):
        places = sorted({at for key in ("", *keys) for at in under[key]}) if keys else range(len(roots))
        yield root, [roots[at] for at in places]


def _middle(names: Iterable[str]) -> tuple[str, ...]:
    """Return the keys under which the middle name of a person meets what stands for it, none without a middle name."""
    middles = (read(name).given[1:2] for name in sorted(names))
    return next((callings(middle[0]) for middle in middles if middle), ())


def _company_keys(parts: People) -> Iterator[tuple[str, Mention]]:
    """Yield the keys under which names that may be of one person meet: family name and initial, or the words turned."""
    for root in parts.roots():
        for name in sorted(parts.of(root).names):
            yield from ((key, root) for key in _forms(read(name)))


@dataclass(frozen=True, slots=True)
class _Evidence:
    reason: str
    score: float
    sure: bool


def _evidence(parts: People, one: Mention, other: Mention) -> _Evidence | None:
    """Weigh what two people have in common whose names can be of one; None when names or facts speak against it."""
    mine, its = parts.of(one), parts.of(other)
    shared, places = mine.others & its.others, mine.places & its.places
    if mine is its or not (shared or places or mine.callings & its.callings):
        return None
    if parts.refusal(one, other) or not all(fits(a, b) for a in mine.names for b in its.names):
        return None
    short = not (any(map(is_full, mine.names)) and any(map(is_full, its.names)))
    needed = _SHARED if short or any(is_turned(a, b) for a in mine.names for b in its.names) else 1
    told = [f"{len(shared)} co-authors in common" if len(shared) > 1 else "a co-author in common"] * bool(shared)
    told += [f"the same place ({place})" for place in sorted(places)[:1]]
    told += ["the same venue"] * bool(mine.venues & its.venues)
    weight = len(shared) + len(places) if short else len(shared) + _SHARED * len(places)
    names = f"{' and '.join(sorted((min(mine.names), min(its.names))))} can be one name"
    reason = f"{names}, {', '.join(told)}" if told else f"{names}, and nothing else is known"
    sure = bool(shared or (places and not short)) and weight >= needed
    if short and not (shared or places):
        return None
    return _Evidence(reason, min(0.9, 0.3 + 0.2 * weight), sure)


def _named(parts: People, groups: Mapping[str, Sequence[Mention]]) -> list[Thing]:
    """Give each part the key of its fullest name; one that is not full counts only on its paper or in its note."""
    where = {mention: key for key, group in groups.items() for mention in group}
    own = Keys()
    things: list[Thing] = []
    for group in parts.parts():
        full = sorted({m.text for m in group if is_full(m.text)}, key=lambda n: (-len(name_key(n)), n))
        key = slug(full[0]) if full else slug(f"{_longest(group)} {min(where[m] for m in group)}")
        shown = best_name(_in_usual_script(_unglued([m.text for m in group])))
        things.append(Thing(Kind.PERSON, own.take(Kind.PERSON, key, group[0]), shown, group))
    return things


def _unglued(names: Sequence[str]) -> list[str]:
    """Leave out the names whose words a citation key has run together, where another one has them apart."""
    apart = {name_key(name) for name in names if " " in name}
    return [name for name in names if " " in name or name_key(name) not in apart]


def _in_usual_script(names: Sequence[str]) -> list[str]:
    """Leave out the names in another script than most are in: letters of two scripts do not tell which says more."""
    usual = Counter(map(script, names)).most_common(1)
    return [name for name in names if script(name) == usual[0][0]]


def _longest(group: Sequence[Mention]) -> str:
    return min((m.text for m in group), key=lambda n: (-len(name_key(n)), n))
