"""Topics as a tree: the broad ones, and below each the narrower ones; or those with some words in their names."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kg import untrusted
from kg.asking.knowledge import Knowledge
from kg.asking.topic_tree import Branch, tree_of
from kg.exploring.rendering import written
from kg.exploring.things import iri_of
from kg.rdf import Answer

DEPTH = 3
"""Levels that a page shows of a large tree; the pages of topics show more."""
DEEPEST = 12
"""Levels of a small tree."""
ROOTS = 100
OPEN = 150
"""Topics that are open to read: all of a small tree, and the first branches of a large one."""
FOUND = 200
LONGEST = 200
"""Characters of a filter."""


class Found(NamedTuple):
    """A topic that matches a filter, with the broader topics above it."""

    branch: Branch
    way: tuple[tuple[str, str], ...]
    """IRI and name of each, the broadest first."""


def page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer | None:
    """Show the tree, the part of it below a topic, or the topics that match a filter."""
    tree = tree_of(knowledge)
    begin = max(untrusted.integer(given["from"]), 0)
    words = given.get("q", "").strip()[:LONGEST]
    found, total, way = list[Found](), 1, list[str]()
    if given["key"]:
        top = iri_of(knowledge, given["key"])
        if top is None:
            return None
        tops, way = [top], tree.above(top)
    elif words:
        matching, total = tree.matching(words, FOUND)
        found, tops = [Found(tree.branch(one, 0), _named(knowledge, tree.above(one))) for one in matching], []
    else:
        roots = tree.roots()
        tops, total = roots[begin : begin + ROOTS], len(roots)
    is_small = len(tree) < OPEN
    branches = [tree.branch(one, DEEPEST if is_small else DEPTH - 1) for one in tops]
    return written(
        "topics.html",
        knowledge,
        given,
        here="topics",
        key=given["key"],
        words=words,
        found=found,
        tops=branches,
        opened=_opened(branches, OPEN * OPEN if is_small else OPEN),
        way=_named(knowledge, way),
        total=total,
        all_topics=len(tree),
        begin=begin,
        after=begin + ROOTS if tops and begin + ROOTS < total else 0,
    )


def _named(knowledge: Knowledge, topics: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple((iri, knowledge.names(iri)) for iri in topics)


def _opened(tops: Sequence[Branch], most: int) -> set[str]:
    """Choose the branches that are open, level by level, as long as not too many topics are to be seen."""
    found, seen, waiting = set[str](), len(tops), deque(tops)
    while waiting:
        one = waiting.popleft()
        if one.below and (seen + len(one.below) <= most or one is tops[0]):
            found.add(one.iri)
            seen += len(one.below)
            waiting.extend(one.below)
    return found
