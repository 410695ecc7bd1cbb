"""A partition of mentions that grows by merges, remembers why, and refuses what contradicts.

Each part carries the facts of its mentions along. A merge asks whether the facts of both *whole* parts agree, so that
no chain of merges joins two things that contradict each other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import chain, count
from typing import Generic, Protocol, Self, TypeVar

from kg import iris
from kg.model import Kind, Mention


class Verdict(StrEnum):
    """What is decided of two mentions."""

    SAME = "same"
    DIFFERENT = "different"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True, order=True)
class Match:
    """Why two mentions name one thing, or two, or why that is not decided."""

    one: Mention
    other: Mention
    verdict: Verdict
    reason: str
    """For people: `same identifier arxiv-1706.03762`."""
    score: float
    """How likely they are one thing by what was compared, up to 1."""


MANY = 50
"""Parts under one key from which on the key says nothing."""
Pair = tuple[Mention, Mention]


class Facts(Protocol):
    """What is known of the mentions of a part."""

    def absorb(self, other: Self, /) -> None:
        """Take over what is known of another part."""


class Growing:
    """Facts that are sets, lists and mappings, or were worked out from these: they grow by those of another part."""

    def absorb(self, other: Self) -> None:
        """Take over what is known of another part."""
        known = vars(self)
        for name, mine in known.items():
            grown, its = mine, getattr(other, name)
            if isinstance(mine, list):
                grown += its
            else:
                grown |= its
            known[name] = grown


@dataclass(frozen=True, slots=True)
class Thing:
    """The mentions of one thing with the key of its IRI and the name to show ("" when no note gives one)."""

    kind: Kind
    key: str
    name: str
    mentions: tuple[Mention, ...]


F = TypeVar("F", bound=Facts)
Contradiction = Callable[[F, F], str]
"""Says why two parts cannot be one thing, "" when nothing speaks against it."""


class Partition(Generic[F]):
    """Mentions in parts; each part is one thing as far as is known."""

    def __init__(
        self,
        facts: Mapping[Mention, F],
        *,
        contradiction: Contradiction[F],
        same: Iterable[Pair] = (),
        apart: Iterable[Pair] = (),
    ) -> None:
        """Begin with every mention alone, but for what the user joined.

        Args:
            facts: of each mention, in order; they grow as parts do.
            contradiction: says why two parts cannot be one thing, "" when nothing speaks against it.
            same: pairs that the user said are one thing.
            apart: pairs that the user said are different; nothing joins them.
        """
        self._mentions = tuple(facts)
        self._number = {mention: number for number, mention in enumerate(self._mentions)}
        # Parts are told by the number of their first mention: a number is looked up faster than a mention.
        self._parent = list(range(len(self._mentions)))
        self._facts: list[F] = list(facts.values())
        self._contradiction = contradiction
        self._apart: dict[int, set[int]] = defaultdict(set)
        for one, other in apart:
            if one in self._number and other in self._number and one != other:
                self._apart[self._number[one]].add(self._number[other])
                self._apart[self._number[other]].add(self._number[one])
        self.matches: list[Match] = []
        for one, other in same:
            self.unite(one, other, "you said so", always=True)

    def find(self, mention: Mention) -> Mention:
        """Return the first mention of the part of a mention, which stands for the part."""
        return self._mentions[self._root(self._number[mention])]

    def _root(self, number: int) -> int:
        parent = self._parent
        root = number
        while parent[root] != root:
            root = parent[root]
        while parent[number] != root:
            parent[number], number = root, parent[number]
        return root

    def of(self, mention: Mention) -> F:
        """Return what is known of the part of a mention."""
        return self._facts[self._root(self._number[mention])]

    def refusal(self, one: Mention, other: Mention) -> str:
        """Return why two parts cannot be one thing, "" when nothing speaks against it."""
        return self._refusal(self._root(self._number[one]), self._root(self._number[other]))

    def _refusal(self, one: int, other: int, contradiction: Contradiction[F] | None = None) -> str:
        if other in self._apart.get(one, ()):
            return "you said that they are different"
        return (contradiction or self._contradiction)(self._facts[one], self._facts[other])

    def unite(self, one: Mention, other: Mention, reason: str, *, score: float = 1.0, always: bool = False) -> bool:
        """Make two parts one, unless something speaks against it; say whether they are one now.

        Args:
            reason: why they are one thing, for people.
            score: how sure, up to 1.
            always: whether only the user's own word can prevent it.
        """
        against: Contradiction[F] | None = (lambda _one, _other: "") if always else None
        return self._unite(self._number[one], self._number[other], reason, score=score, against=against)

    def _unite(
        self, one: int, other: int, reason: str, *, score: float = 1.0, against: Contradiction[F] | None
    ) -> bool:
        a, b = self._root(one), self._root(other)
        if a == b:
            return True
        if a > b:
            a, b = b, a
        pair = self._mentions[one], self._mentions[other]
        refused = self._refusal(a, b, against)
        if refused:
            self.matches.append(Match(*pair, Verdict.DIFFERENT, f"{reason}, but {refused}", score))
            return False
        self.matches.append(Match(*pair, Verdict.SAME, reason, score))
        self._parent[b] = a
        self._facts[a].absorb(self._facts[b])
        for enemy in self._apart.pop(b, ()):
            self._apart[enemy].discard(b)
            self._apart[enemy].add(a)
            self._apart[a].add(enemy)
        return True

    def doubt(self, one: Mention, other: Mention, reason: str, *, score: float) -> None:
        """Note that two parts may be one thing and that what is known does not decide it."""
        if self.find(one) is not self.find(other) and not self.refusal(one, other):
            self.matches.append(Match(one, other, Verdict.DOUBTFUL, reason, score))

    def join(
        self, pairs: Iterable[tuple[str, Mention]], reason: str, *, against: Contradiction[F] | None = None
    ) -> None:
        """Make the parts that share a key one, each with the first that it does not contradict.

        Where many parts that share a key contradict each other, the others are compared with the first of them alone.

        Args:
            pairs: keys with the mentions that have them.
            reason: why they are one thing, for people.
            against: what can speak against it, where the usual contradictions do not count.
        """
        groups: dict[str, list[int]] = defaultdict(list)
        for key, mention in pairs:
            groups[key].append(self._number[mention])
        for key in sorted(groups):
            seen: list[int] = []
            for number in groups[key]:
                if not any(self._unite(other, number, reason, against=against) for other in seen) and len(seen) < MANY:
                    seen.append(number)

    def parts(self) -> list[tuple[Mention, ...]]:
        """Return the mentions of each part in order, the part with the first mention first."""
        grouped: dict[int, list[Mention]] = defaultdict(list)
        for number, mention in enumerate(self._mentions):
            grouped[self._root(number)].append(mention)
        return [tuple(group) for group in grouped.values()]

    def roots(self) -> Sequence[Mention]:
        """Return what stands for each part, in order."""
        return [mention for number, mention in enumerate(self._mentions) if self._parent[number] == number]


class Keys:
    """Gives each thing a key of its own: a second one of a key has a mark of its first place behind it."""

    def __init__(self) -> None:
        self._used: set[tuple[str, str]] = set()

    def take(self, kind: Kind, key: str, first: Mention) -> str:
        """Return the key of a thing, from the one that it would like to have and its first mention."""
        path = iris.path(kind)
        if (path, key) in self._used:
            place = f"{first.span.note}:{first.span.start}"
            key = f"{key}-{sha256(place.encode()).hexdigest()[:8]}"
            spellings = chain((key,), (f"{key}-{number}" for number in count(2)))
            key = next(spelled for spelled in spellings if (path, spelled) not in self._used)
        self._used.add((path, key))
        return key


def blocks(keyed: Iterable[tuple[str, Mention]]) -> list[list[Mention]]:
    """Group what could be one thing by keys: only pairs within a block are compared. Too common keys say nothing."""
    found: dict[str, dict[Mention, None]] = defaultdict(dict)
    for key, mention in keyed:
        found[key][mention] = None
    return [list(found[key]) for key in sorted(found) if 1 < len(found[key]) <= MANY]


def best_name(
    names: Iterable[str],
    reduced: Callable[[str], str] = lambda name: "".join(filter(str.isalnum, name.replace("&", "and"))),
) -> str:
    """Choose the name to show: the most complete, then the most frequent, then the first.

    Args:
        names: of one thing, one for each place.
        reduced: leaves of a name what counts for how complete it is.

    >>> best_name(["A. Byron", "Adelaide Byron", "A. Byron"]), best_name(["Moss and Fern", *["Moss & Fern"] * 2])
    ('Adelaide Byron', 'Moss & Fern')
    """
    counted = Counter(names)
    order = list(counted)
    return min(order, key=lambda n: (-len(reduced(n)), -counted[n], order.index(n)), default="")
