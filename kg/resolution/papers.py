"""Which mentions name one paper.

By identifier, by citation key, by title; by a title without its subtitle or with a misprint where authors and year say
the same; by key or short name with first author and year. What contradicts (other authors, other identifiers, years far
apart) is kept apart, and what is left open is a question for the user.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, product

from kg.lexicons import rows
from kg.model import Kind, Mention
from kg.resolution import pointing
from kg.resolution.components import Key, beside
from kg.resolution.merge import MANY, Keys, Match, Pair, Partition, Thing, best_name, blocks
from kg.resolution.paper_facts import (
    PaperFacts,
    PaperSaid,
    contradiction,
    name_parts,
    near_years,
    other_works,
    same_first,
    shared_authors,
    surnames,
)
from kg.resolution.slips import slip, slips
from kg.resolution.titles import divided, in_key, is_telling, title_key
from kg.text import name_key, slug

_ORDER = ("doi-", "arxiv-", "openreview-")
_SOME, _SEVERAL = 2, 3
"""Surnames in common that stand for a year which is not said, and for years which are not near."""
_DISTINCT = 5
"""Letters and digits of a short name that can be told from others, where no word list knows it."""
_WORDS = 4
"""Words that a title without the short name before it needs."""

Papers = Partition[PaperFacts]


def keys(mention: Mention, facts: PaperSaid) -> Iterator[Key]:
    """Yield the keys of a mention of a paper, from what is said there; titles alike but for a slip bind too.

    Other works are told apart as papers are, but no work is ever a paper: none of their keys is alike.
    """
    found = _keys(mention, facts)
    yield from found if mention.kind is Kind.PAPER else (Key(f"work {key.text}", binds=key.binds) for key in found)


def _keys(mention: Mention, facts: PaperSaid) -> Iterator[Key]:
    yield beside(mention)
    for reference in facts.references:
        yield from pointing.keys(reference)
    yield from (Key(f"note {name}", binds=False) for name in facts.notes)
    yield from (Key(f"identifier {i}") for i in facts.ids)
    yield from (Key(f"citation key {k}") for k in facts.citekeys)
    for title in dict.fromkeys(facts.titles):
        yield from _of_title(title)
    bare = not facts.titles
    sure = bool(facts.ids or facts.citekeys or facts.titles)
    for name in {name_key(text) for text in (*facts.shorts, *facts.titles)}:
        yield Key(f"in {mention.span.note} {name}", binds=not sure)
    yield from (Key(f"called {name}", binds=bare and not facts.firsts) for name in _callings(facts))
    for first in facts.firsts:
        yield from (Key(f"first {name}", binds=False) for name in sorted(surnames([first])))
        for name in surnames([first]) if facts.titles else [_surname(first, facts)]:
            yield from (Key(f"by {name} {year}", binds=bare) for year in facts.years)
            if bare == bool(facts.years):
                yield Key(f"by {name}", binds=bare)


def titled(title: str, *, whole: bool = True) -> Key:
    """Return the key of a title, or of a part of one, which binds when it is the whole of another."""
    return Key(f"title {title_key(title)}", binds=whole)


@lru_cache(maxsize=1 << 12)
def _of_title(title: str) -> tuple[Key, ...]:
    return (titled(title), *(titled(part, whole=False) for pair in divided(title) for part in pair))


def _surname(first: str, facts: PaperSaid) -> str:
    """Return the surname of a first author: a key in small letters begins with it (`heDeepResidualLearning2016`)."""
    small = any(key[:1].islower() for key in facts.citekeys)
    return name_parts(first)[0 if small else -1]


def cluster(
    said: Mapping[Mention, PaperSaid], *, same: Iterable[Pair] = (), apart: Iterable[Pair] = ()
) -> tuple[list[Thing], list[Match]]:
    """Partition mentions of papers, and tell why.

    Args:
        same: pairs that the user said are one paper.
        apart: pairs that the user said are two.
    """
    facts = {mention: one.facts() for mention, one in said.items()}
    parts = Partition(facts, contradiction=contradiction, same=same, apart=apart)
    if len(said) > 1:
        _join(parts, said)
        pointing.join(parts, said)
    groups = [group for group in parts.parts() if not all(said[mention].points for mention in group)]
    return _named([(group, parts.of(group[0])) for group in groups]), parts.matches


def _join(parts: Papers, own: Mapping[Mention, PaperSaid]) -> None:
    parts.join(((i, m) for m, f in own.items() for i in sorted(f.ids)), "the same identifier", against=other_works)
    parts.join(((k, m) for m, f in own.items() for k in sorted(f.citekeys)), "the same citation key")
    told = [(title_key(t), t, m) for m, f in own.items() for t in f.titles]
    long = [(key, m) for key, t, m in told if is_telling(t)]
    parts.join(long, "the same title")
    parts.join(((f"{m.span.note}\n{key}", m) for key, _, m in told if key), "the same title in one note")
    _join_short(parts, own)
    _join_divided(parts)
    _join_slips(parts)
    _join_called(parts)
    _join_by_name(parts)


def _join_short(parts: Papers, own: Mapping[Mention, PaperSaid]) -> None:
    """Merge a mention by short name alone with the one paper of its note that bears that name."""
    bearers: dict[tuple[str, str], list[Mention]] = {}
    bare: list[Mention] = []
    for mention, said in own.items():
        sure = bool(said.ids or said.citekeys or said.titles)
        for name in sorted({name_key(s) for s in (*said.shorts, *said.titles)} - {""}) if sure else ():
            bearers.setdefault((mention.span.note, name), []).append(mention)
        if not sure and said.shorts:
            bare.append(mention)
    for mention in bare:
        at = (mention.span.note, name_key(own[mention].shorts[0]))
        roots = sorted({parts.find(m) for m in bearers.get(at, [])})
        if len(roots) != 1 or not parts.unite(roots[0], mention, "the same short name in one note"):
            roots.append(mention)
        bearers[at] = roots[:2]  # two say as much as more: that the name is not of one paper


def _join_divided(parts: Papers) -> None:
    """Merge titles of which one lacks the short name or the subtitle that the other has."""
    whole = [(title_key(t), m) for m in parts.roots() for t in dict.fromkeys(parts.of(m).titles)]
    cut: list[tuple[str, Mention]] = []
    for root in parts.roots():
        for title in dict.fromkeys(parts.of(root).titles):
            for head, tail in divided(title):
                cut += [(title_key(part), root) for part in (head, tail)]
    known = {key for key, _ in whole} & {key for key, _ in cut}
    for block in blocks((key, m) for key, m in (*whole, *cut) if key in known):
        for one, other in _pairs(parts, block):
            reason = _divided_alike(parts.of(one), parts.of(other)) or _divided_alike(parts.of(other), parts.of(one))
            if reason:
                parts.unite(one, other, reason, score=0.9)


def _divided_alike(short: PaperFacts, long: PaperFacts) -> str:
    """Return which part of a long title the short one lacks, where the rest says that it is one paper."""
    keys = short.title_keys
    for title in dict.fromkeys(long.titles):
        for head, tail in divided(title):
            sure = same_first(short, long) and near_years(short, long)
            known = sure or not (short.firsts and long.firsts)
            if title_key(tail) in keys and len(tail.split()) >= _WORDS and known:
                return "the same title but for the name before the colon"
            if title_key(head) in keys and sure:
                return "the same title but for the subtitle, first author and year"
    return ""


def _join_slips(parts: Papers) -> None:
    """Merge titles that differ by a slip of the pen, and short ones, where authors and year are the same."""
    bearers: dict[str, list[Mention]] = defaultdict(list)
    for root in parts.roots():
        for title in dict.fromkeys(parts.of(root).titles):
            bearers[title].append(root)
    alike: dict[str, dict[Mention, str]] = defaultdict(dict)
    for title in sorted(bearers):
        for root in bearers[title]:
            alike[title_key(title)].setdefault(root, title)
    for titled in alike.values():
        for one, other in _of_one_title(parts, list(titled)):
            _join_slip(parts, one, other, slip(titled[one], titled[other]) or "few letters, the same")
    for mine, its in slips(bearers):
        if max(len(bearers[mine]), len(bearers[its])) <= MANY:
            for one, other in product(bearers[mine], bearers[its]):
                _join_slip(parts, one, other, slip(mine, its))


def _of_one_title(parts: Papers, bearers: Sequence[Mention]) -> Iterator[Pair]:
    """Yield the pairs of papers with one title; if these are many, only those that may have one first author."""
    leading = ((name, root) for root in bearers for name in sorted(parts.of(root).leading))
    for block in [bearers] if len(bearers) <= MANY else blocks(leading):
        yield from combinations(block, 2)


def _join_slip(parts: Papers, one: Mention, other: Mention, told: str) -> None:
    one, other = sorted((one, other))
    mine, its = parts.of(one), parts.of(other)
    if mine is its:
        return
    shared = shared_authors(mine, its)
    enough = near_years(mine, its) or shared >= (_SEVERAL if mine.years and its.years else _SOME)
    if same_first(mine, its) and enough:
        parts.unite(one, other, f"the same first author, and a title with {told}", score=0.85)
    else:
        parts.doubt(one, other, f"titles that differ by {told}", score=0.5)


def _join_called(parts: Papers) -> None:
    """Merge what goes by a key or a short name with the titled paper of the same first author and year."""
    keyed = (
        (f"{name} {year}", root)
        for root in parts.roots()
        for name in sorted(parts.of(root).leading)
        for year in sorted(parts.of(root).years)
    )
    for block in blocks(keyed):
        for one, other in _pairs(parts, block):
            mine, its = parts.of(one), parts.of(other)
            if (mine.titles and its.titles) or not same_first(mine, its):
                continue
            reason = _called_alike(mine, its) or _called_alike(its, mine)
            if reason:
                parts.unite(one, other, f"the same first author and year, and {reason}", score=0.9)
            elif mine.venues & its.venues:
                parts.doubt(one, other, "the same first author, year and venue", score=0.4)


def _join_by_name(parts: Papers) -> None:
    """Merge a paper known by its short name alone with the only one of that name, of the same year or event."""
    keyed = ((name, root) for root in parts.roots() for name in sorted(_callings(parts.of(root))))
    for block in blocks((name, root) for name, root in keyed if len(name) >= _DISTINCT or name in _known()):
        titled = sorted({parts.find(m) for m in block if parts.of(m).titles})
        for root in sorted({parts.find(m) for m in block} - set(titled)):
            mine, its = parts.of(root), parts.of(titled[0]) if titled else None
            if its is None or mine.firsts:
                continue
            if len(titled) == 1 and (mine.years & its.years or mine.venues & its.venues):
                parts.unite(titled[0], root, "the same short name, and the same year or event", score=0.85)
            elif len(titled) == 1 and not mine.years and _callings(mine) & its.introduced:
                parts.unite(titled[0], root, "the name of the one method that the other introduces", score=0.8)
            elif not mine.years or len(titled) > 1:
                parts.doubt(titled[0], root, "the same short name", score=0.5)


@cache
def _known() -> frozenset[str]:
    """Return the names of one method or data set, and of nothing else, that the word lists know."""
    found = [(name_key(row["name"]), row["caution"]) for listed in ("methods", "datasets") for row in rows(listed)]
    times = Counter(name for name, _ in found)
    return frozenset(name for name, caution in found if times[name] == 1 and not caution)


def _callings(facts: PaperFacts | PaperSaid) -> set[str]:
    """Return what a paper goes by: its short names, and what stands before the colon of its title."""
    heads = {name_key(head) for title in facts.titles for head, _ in divided(title) if len(head.split()) <= 3}
    return heads | {name_key(short) for short in facts.shorts} - {""}


def _called_alike(one: PaperFacts, other: PaperFacts) -> str:
    """Return how a paper without a title is called as the other is."""
    if one.titles:
        return ""
    names = {name_key(short) for short in one.shorts} - {""}
    if names & (_callings(other) | other.introduced):
        return "the same short name"
    told = any(in_key(key, title) for key in one.citekeys for title in other.titles)
    return "words of the title in the citation key" if told else ""


def _pairs(parts: Papers, block: Sequence[Mention]) -> Iterator[Pair]:
    """Yield the pairs of a block that are not one yet, as parts grow."""
    for at, one in enumerate(block):
        for other in block[at + 1 :]:
            if parts.find(one) is not parts.find(other):
                yield one, other


def _named(groups: list[tuple[tuple[Mention, ...], PaperFacts]]) -> list[Thing]:
    things: list[Thing] = []
    own = Keys()
    for group, facts in groups:
        title = best_name(facts.titles, name_key)
        kind = group[0].kind
        key = own.take(kind, _key(group, facts, title), group[0])
        things.append(Thing(kind, key, title, group))
    return things


def _key(group: tuple[Mention, ...], facts: PaperFacts, title: str) -> str:
    if facts.ids:
        return min(
            facts.ids, key=lambda i: (next((n for n, p in enumerate(_ORDER) if i.startswith(p)), len(_ORDER)), i)
        )
    if facts.citekeys:
        return min(facts.citekeys)
    year = min(map(str, facts.years), default="")
    if title:
        return slug(f"{title} {year}")
    short = min(facts.shorts, default="")
    if short:
        return slug(f"{short} {year} {group[0].span.note}")
    if facts.links:
        return slug(min(facts.links).split("://", 1)[-1])
    return slug(f"{group[0].text} {year} {group[0].span.note}")
