"""Mentions that can have to do with each other: whatever else a vault says, the others do not change what they name.

Each mention has keys. Two that share a key belong together when one of them binds by it: a paper that goes by a short
name alone binds all that bear the name, two titled papers of one short name do not even look at each other. So
resolution works through one component after the other, and after a change only through those that it touches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from kg.model import Mention

H = TypeVar("H", bound=Hashable)


class Key(NamedTuple):
    """A key of a mention, and whether it binds all that have the key."""

    text: str
    binds: bool = True


def beside(mention: Mention) -> Key:
    """Return a key by which all is found that is said with a mention of a paper; it binds nothing."""
    return Key(f"at {mention.span.note}:{mention.span.start}", binds=False)


def components(keyed: Mapping[H, Iterable[Key]], pairs: Sequence[tuple[H, H]] = ()) -> list[list[H]]:
    """Divide values by their keys, in order; pairs are bound in any case."""
    values = list(keyed)
    parent = list(range(len(values)))
    first: dict[str, int] = {}
    """The first value that binds by a key."""
    loose: dict[str, list[int]] = defaultdict(list)
    """Values that have a key and do not bind by it."""
    for number, keys in enumerate(keyed.values()):
        for text, binds in keys:
            if not binds:
                loose[text].append(number)
            elif (other := first.setdefault(text, number)) != number:
                _unite(parent, other, number)
    for text in loose.keys() & first.keys():
        for number in loose[text]:
            _unite(parent, first[text], number)
    numbers = {value: number for number, value in enumerate(values)} if pairs else {}
    for mine, its in pairs:
        _unite(parent, numbers[mine], numbers[its])
    found: dict[int, list[H]] = defaultdict(list)
    for number, value in enumerate(values):
        found[_root(parent, number)].append(value)
    return list(found.values())


def _root(parent: list[int], number: int) -> int:
    while parent[number] != number:
        parent[number] = number = parent[parent[number]]
    return number


def _unite(parent: list[int], one: int, other: int) -> None:
    a, b = _root(parent, one), _root(parent, other)
    # The first of a component stands for it, so that the result does not depend on the order of the keys.
    if a < b:
        parent[b] = a
    elif b < a:
        parent[a] = b
