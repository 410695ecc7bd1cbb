"""Which mentions name one paper."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from kg import terms
from kg.links import Role, read_link
from kg.model import Claim, Mention
from kg.text import name_key, slug

_ORDER = ("doi-", "arxiv-", "openreview-")
_MIN_TITLE = 12
"""Letters and digits that a title needs to decide alone."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """The mentions of one paper with the key of its IRI and the title to show ("" when no note gives one)."""

    key: str
    name: str
    mentions: tuple[Mention, ...]


@dataclass(slots=True)
class _Facts:
    """What the claims of one mention say, as far as it decides identity."""

    ids: set[str] = field(default_factory=set)
    citekeys: set[str] = field(default_factory=set)
    titles: list[str] = field(default_factory=list)
    shorts: list[str] = field(default_factory=list)
    authors: list[str] = field(default_factory=list)
    years: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)


class _Partition:
    """A union of mentions that carries the facts of each part along, so that a merge can be refused."""

    def __init__(self, mentions: Sequence[Mention], facts: dict[Mention, _Facts]) -> None:
        self._parent = {m: m for m in mentions}
        self.facts = {m: facts[m] for m in mentions}

    def find(self, mention: Mention) -> Mention:
        root = mention
        while self._parent[root] is not root:
            root = self._parent[root]
        while self._parent[mention] is not root:
            self._parent[mention], mention = root, self._parent[mention]
        return root

    def union(self, one: Mention, other: Mention) -> None:
        a, b = sorted((self.find(one), self.find(other)))
        if a is b:
            return
        self._parent[b] = a
        mine, its = self.facts[a], self.facts.pop(b)
        mine.ids |= its.ids
        mine.citekeys |= its.citekeys
        mine.years |= its.years
        for name in ("titles", "shorts", "authors", "links"):
            getattr(mine, name).extend(getattr(its, name))

    def of(self, mention: Mention) -> _Facts:
        return self.facts[self.find(mention)]


def cluster(mentions: Sequence[Mention], claims: Iterable[Claim]) -> list[Cluster]:
    """Partition the mentions of papers: by identifier, by citation key, by title, by short name within a note."""
    facts = _facts(mentions, claims)
    own = {m: (set(f.ids), sorted(f.citekeys), list(f.titles), list(f.shorts)) for m, f in facts.items()}
    parts = _Partition(mentions, facts)
    _join(parts, ((i, m) for m in mentions for i in sorted(own[m][0])), always=True)
    _join(parts, ((k, m) for m in mentions for k in own[m][1]))
    titled = [(name_key(t), m) for m in mentions for t in own[m][2]]
    _join(parts, (pair for pair in titled if len(pair[0]) >= _MIN_TITLE))
    _join(parts, ((f"{m.span.note}\n{key}", m) for key, m in titled if key))
    _join_short(parts, mentions, own)
    grouped: dict[Mention, list[Mention]] = defaultdict(list)
    for mention in mentions:
        grouped[parts.find(mention)].append(mention)
    return _named([(tuple(group), parts.facts[root]) for root, group in grouped.items()])


def _facts(mentions: Sequence[Mention], claims: Iterable[Claim]) -> dict[Mention, _Facts]:
    facts = {m: _Facts() for m in mentions}
    for claim in claims:
        mine = facts.get(claim.subject)
        if mine is None:
            continue
        text = claim.object.text if isinstance(claim.object, Mention) else str(claim.object)
        if claim.predicate == terms.URL:
            address = read_link(text)
            if address.role is Role.PAPER and address.key:
                mine.ids.add(address.key)
            mine.links.append(text)
        elif claim.predicate == terms.CITATION_KEY:
            mine.citekeys.add(text)
        elif claim.predicate == terms.NAME:
            mine.titles.append(text)
        elif claim.predicate == terms.ALTERNATE_NAME:
            mine.shorts.append(text)
        elif claim.predicate == terms.AUTHOR:
            mine.authors.append(text)
        elif claim.predicate == terms.DATE_PUBLISHED:
            mine.years.add(text)
    return facts


def _join(parts: _Partition, pairs: Iterable[tuple[str, Mention]], *, always: bool = False) -> None:
    """Merge mentions that share a key, each with the first part that it does not contradict."""
    groups: dict[str, list[Mention]] = defaultdict(list)
    for key, mention in pairs:
        groups[key].append(mention)
    for key in sorted(groups):
        seen: list[Mention] = []
        for mention in groups[key]:
            match = next((s for s in seen if always or agree(parts.of(s), parts.of(mention))), None)
            if match is None:
                seen.append(mention)
            else:
                parts.union(match, mention)


def _join_short(
    parts: _Partition,
    mentions: Sequence[Mention],
    own: dict[Mention, tuple[set[str], list[str], list[str], list[str]]],
) -> None:
    """Merge a mention by short name alone with the one paper of its note that bears that name."""
    bearers: dict[tuple[str, str], list[Mention]] = defaultdict(list)
    bare: list[Mention] = []
    for mention in mentions:
        ids, citekeys, titles, shorts = own[mention]
        for name in {name_key(s) for s in (*shorts, *titles)} - {""}:
            if ids or citekeys or titles:
                bearers[mention.span.note, name].append(mention)
        if not (ids or citekeys or titles) and shorts:
            bare.append(mention)
    for mention in bare:
        at = (mention.span.note, name_key(own[mention][3][0]))
        roots = {parts.find(m) for m in bearers.get(at, [])}
        if len(roots) == 1 and agree(parts.of(mention), parts.facts[min(roots)]):
            parts.union(mention, min(roots))
        else:
            bearers[at].append(mention)


def agree(one: _Facts, other: _Facts) -> bool:
    """Say whether nothing contradicts that two descriptions are of one paper.

    Two identifiers of one site, or two first authors with no surname in common, contradict.
    """
    sites = {i.split("-", 1)[0] for i in one.ids} & {i.split("-", 1)[0] for i in other.ids}
    for site in sites:
        mine = {i for i in one.ids if i.startswith(f"{site}-")}
        if not mine & {i for i in other.ids if i.startswith(f"{site}-")}:
            return False
    if one.authors and other.authors:
        mine = {part for name in one.authors for part in _parts(name)}
        return any(part in mine for name in other.authors for part in _parts(name))
    return True


def _parts(name: str) -> list[str]:
    return [key for part in name.replace("-", " ").split() if len(key := name_key(part)) > 1] or [name_key(name)]


def _named(groups: list[tuple[tuple[Mention, ...], _Facts]]) -> list[Cluster]:
    clusters: list[Cluster] = []
    used: Counter[str] = Counter()
    for group, facts in sorted(groups, key=lambda pair: pair[0][0]):
        title = _best(facts.titles)
        key = _key(group, facts, title)
        used[key] += 1
        if used[key] > 1:
            first = group[0].span
            key = f"{key}-{sha256(f'{first.note}:{first.start}'.encode()).hexdigest()[:8]}"
        clusters.append(Cluster(key, title, group))
    return clusters


def _best(titles: list[str]) -> str:
    counted = Counter(titles)
    order = list(counted)
    return min(order, key=lambda t: (-len(name_key(t)), -counted[t], order.index(t)), default="")


def _key(group: tuple[Mention, ...], facts: _Facts, title: str) -> str:
    if facts.ids:
        return min(
            facts.ids, key=lambda i: (next((n for n, p in enumerate(_ORDER) if i.startswith(p)), len(_ORDER)), i)
        )
    if facts.citekeys:
        return min(facts.citekeys)
    year = min(facts.years, default="")
    if title:
        return slug(f"{title} {year}")
    short = min(facts.shorts, default="")
    if short:
        return slug(f"{short} {year} {group[0].span.note}")
    if facts.links:
        return slug(min(facts.links).split("://", 1)[-1])
    return slug(f"{group[0].text} {year} {group[0].span.note}")
