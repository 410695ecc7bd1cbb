"""A partition of mentions that grows by merges, remembers why, and refuses what contradicts.

Each part carries the facts of its mentions along. A merge asks whether the facts of both *whole* parts agree, so that
no chain of merges joins two things that contradict each other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Generic, Protocol, Self, TypeVar

from kg import iris
from kg.model import Kind, Mention
from kg.resolution.matches import Match, Verdict

MANY = 50
"""Parts under one key from which on the key says nothing."""


Pair = tuple[Mention, Mention]


class Facts(Protocol):
    """What is known of the mentions of a part."""

    def copy(self) -> Self:
        """Give facts that can absorb others while these stay."""

    def absorb(self, other: Self, /) -> None:
        """Take over what is known of another part."""


@dataclass(frozen=True, slots=True)
class Thing:
    """The mentions of one thing with the key of its IRI and the name to show ("" when no note gives one)."""

    kind: Kind
    key: str
    name: str
    mentions: tuple[Mention, ...]


F = TypeVar("F", bound=Facts)


class Partition(Generic[F]):
    """Mentions in parts; each part is one thing as far as is known."""

    def __init__(
        self,
        facts: Mapping[Mention, F],
        *,
        contradiction: Callable[[F, F], str],
        same: Iterable[Pair] = (),
        apart: Iterable[Pair] = (),
    ) -> None:
        """Begin with every mention alone, but for what the user joined.

        Args:
            facts: of each mention, in order; they stay as they are.
            contradiction: says why two parts cannot be one thing, "" when nothing speaks against it.
            same: pairs that the user said are one thing.
            apart: pairs that the user said are different; nothing joins them.
        """
        self._parent = {mention: mention for mention in facts}
        self._rank = {mention: rank for rank, mention in enumerate(facts)}
        self._facts = dict(facts)
        self._grown: set[Mention] = set()
        self._contradiction = contradiction
        self._apart: dict[Mention, set[Mention]] = defaultdict(set)
        for one, other in apart:
            if one in self._parent and other in self._parent and one != other:
                self._apart[one].add(other)
                self._apart[other].add(one)
        self.matches: list[Match] = []
        for one, other in same:
            self.unite(one, other, "you said so", always=True)

    def find(self, mention: Mention) -> Mention:
        """Give the first mention of the part of a mention, which stands for the part."""
        root = mention
        while self._parent[root] is not root:
            root = self._parent[root]
        while self._parent[mention] is not root:
            self._parent[mention], mention = root, self._parent[mention]
        return root

    def of(self, mention: Mention) -> F:
        """Give what is known of the part of a mention."""
        return self._facts[self.find(mention)]

    def refusal(self, one: Mention, other: Mention) -> str:
        """Say why two parts cannot be one thing, "" when nothing speaks against it."""
        a, b = self.find(one), self.find(other)
        if b in self._apart.get(a, ()):
            return "you said that they are different"
        return self._contradiction(self._facts[a], self._facts[b])

    def unite(self, one: Mention, other: Mention, reason: str, *, score: float = 1.0, always: bool = False) -> bool:
        """Make two parts one, unless something speaks against it; say whether they are one now.

        Args:
            one: a mention of a part.
            other: a mention of another.
            reason: why they are one thing, for people.
            score: how sure, up to 1.
            always: whether only the user's own word can prevent it.
        """
        a, b = self.find(one), self.find(other)
        if a is b:
            return True
        if self._rank[b] < self._rank[a]:
            a, b = b, a
        refused = self.refusal(a, b)
        if refused and not (always and b not in self._apart.get(a, ())):
            self.matches.append(Match(one, other, Verdict.DIFFERENT, f"{reason}, but {refused}", score))
            return False
        self.matches.append(Match(one, other, Verdict.SAME, reason, score))
        self._parent[b] = a
        if a not in self._grown:
            self._facts[a] = self._facts[a].copy()
            self._grown.add(a)
        self._facts[a].absorb(self._facts.pop(b))
        for enemy in self._apart.pop(b, ()):
            self._apart[enemy].discard(b)
            self._apart[enemy].add(a)
            self._apart[a].add(enemy)
        return True

    def doubt(self, one: Mention, other: Mention, reason: str, *, score: float) -> None:
        """Note that two parts may be one thing and that what is known does not decide it."""
        if self.find(one) is not self.find(other) and not self.refusal(one, other):
            self.matches.append(Match(one, other, Verdict.DOUBTFUL, reason, score))

    def join(self, pairs: Iterable[tuple[str, Mention]], reason: str, *, always: bool = False) -> None:
        """Make the parts that share a key one, each with the first that it does not contradict."""
        groups: dict[str, list[Mention]] = defaultdict(list)
        for key, mention in pairs:
            groups[key].append(mention)
        for key in sorted(groups):
            seen: list[Mention] = []
            for mention in groups[key]:
                if not any(self.unite(other, mention, reason, always=always) for other in seen):
                    seen.append(mention)

    def parts(self) -> list[tuple[Mention, ...]]:
        """Give the mentions of each part in order, the part with the first mention first."""
        grouped: dict[Mention, list[Mention]] = defaultdict(list)
        for mention in self._parent:
            grouped[self.find(mention)].append(mention)
        return [tuple(group) for group in grouped.values()]

    def roots(self) -> Sequence[Mention]:
        """Give what stands for each part, in order."""
        return sorted(self._facts, key=self._rank.__getitem__)


class Keys:
    """Gives each thing a key of its own: a second one of a key has a mark of its first place behind it."""

    def __init__(self) -> None:
        self._used: set[tuple[str, str]] = set()

    def take(self, kind: Kind, key: str, first: Mention) -> str:
        """Give the key of a thing, from the one that it would like to have and its first mention."""
        path = iris.path(kind)
        if (path, key) in self._used:
            place = f"{first.span.note}:{first.span.start}"
            key = f"{key}-{sha256(place.encode()).hexdigest()[:8]}"
        self._used.add((path, key))
        return key


def blocks(keyed: Iterable[tuple[str, Mention]]) -> list[list[Mention]]:
    """Group what could be one thing by keys: only pairs within a block are compared. Too common keys say nothing."""
    found: dict[str, dict[Mention, None]] = defaultdict(dict)
    for key, mention in keyed:
        found[key][mention] = None
    return [list(found[key]) for key in sorted(found) if 1 < len(found[key]) <= MANY]


def best_name(names: Iterable[str]) -> str:
    """Choose the name to show: the most complete, then the most frequent, then the first.

    >>> best_name(["A. Byron", "Adelaide Byron", "A. Byron"])
    'Adelaide Byron'
    """
    counted = Counter(names)
    order = list(counted)
    return min(order, key=lambda n: (-len([c for c in n if c.isalnum()]), -counted[n], order.index(n)), default="")
