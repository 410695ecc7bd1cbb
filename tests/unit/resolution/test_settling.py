"""Components with things of one key become one, with whatever has the key of a thing that comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kg.model import Kind, Mention, Span
from kg.resolution.clustering import Component, Group, Pairs, divide, settle
from kg.resolution.merge import Match, Pair, Thing


def mention(place: int, text: str) -> Mention:
    return Mention(Span("a.md", place, place + 1), Kind.METHOD, text, "rule")


def cluster(
    said: Mapping[Mention, str], *, same: Iterable[Pair] = (), apart: Iterable[Pair] = ()
) -> tuple[list[Thing], list[Match]]:
    """Make one thing, whose key is longer the more mentions it has."""
    del same, apart
    key = said[min(said)] * len(said)
    return [Thing(Kind.METHOD, key, key, tuple(sorted(said)))], []


FAKE = Group("fake", (Kind.METHOD,), lambda _mention, _said: (), cluster)


def made(*said: tuple[int, str]) -> list[Component]:
    all_ = {mention(place, text): text for place, text in said}
    return divide(FAKE, [[one] for one in all_], all_, Pairs(), reasons=False)


def keys(found: Sequence[Component]) -> list[tuple[str, int]]:
    return sorted((thing.key, len(thing.mentions)) for one in found for thing in one.things)


def test_components_with_one_key_become_one() -> None:
    assert keys(settle(FAKE, made((0, "x"), (2, "y"), (4, "x")), Pairs())) == [("xx", 2), ("y", 1)]


def test_what_comes_of_it_meets_what_has_its_key_elsewhere() -> None:
    elsewhere = made((6, "xx"), (8, "z"))

    def more(fresh: Sequence[Component]) -> list[Component]:
        named = {thing.key for one in fresh for thing in one.things}
        return [one for one in elsewhere if one.things[0].key in named]

    together = settle(FAKE, [*made((0, "x"), (4, "x")), *elsewhere], Pairs())
    apart = settle(FAKE, made((0, "x"), (4, "x")), Pairs(), more)
    assert keys(apart) == [("xxx", 3)]
    assert keys(together) == [*keys(apart), ("z", 1)]
