"""YAML as a tree in which each value knows where it stands, and the works that a list in it describes.

The YAML is composed and never constructed: no tag is obeyed, and an alias is never expanded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import yaml

from kg.notes import csljson
from kg.notes.draft import Piece, whole
from kg.notes.jsontree import Value
from kg.notes.lines import Run
from kg.notes.outline import Outline
from kg.notes.references import Reference
from kg.notes.tagformats import fields

DEEPEST = 20
_SAFE = 1_000
"""Levels that any stack holds; a text of fewer characters cannot have more."""
_LONGEST = 256_000
_LANGUAGES = frozenset({"yaml", "yml", "json"})
"""Languages of fences; JSON is YAML, too."""
_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half a character, which the JSON of a notebook can hold and YAML cannot."""
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
NAMES = fields("YAML")
"""What people call the values of a work that they list by hand."""
_AUTHORS = frozenset({"author", "authors"})
_CREDITED = 0.6
"""Share of the items of a list that name authors, at least, where it is one of works."""


def compose(text: str) -> Any:
    """Compose YAML; None where it is empty, or nested so deep that composing it would overflow the C stack.

    Raises:
        yaml.YAMLError: it is not YAML.
    """
    text = _SURROGATE.sub("\ufffd", text)
    return None if is_too_deep(text) else yaml.compose(text, Loader=_LOADER)


def is_too_deep(text: str) -> bool:
    """Return whether YAML is nested so deep that composing it would overflow the C stack and end the program."""
    if len(text) < _SAFE:
        return False
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _SAFE:
            return True
    return False


class Tree(Value):
    """A value of YAML, as one of JSON, which has a mark at either end; a node reached twice has its values once."""

    def __init__(self, text: str, node: Any, start: int, seen: set[int], depth: int = 0) -> None:
        Value.__init__(self, text, start + node.start_mark.index - 1, start + node.end_mark.index + 1)
        self._node = node
        if id(node) not in seen and depth < DEEPEST and not isinstance(node, yaml.ScalarNode):
            seen.add(id(node))
            pairs = node.value if isinstance(node, yaml.MappingNode) else [(None, one) for one in node.value]
            self.items = [
                (str(key.value) if key else "", Tree(text, one, start, seen, depth + 1)) for key, one in pairs
            ]

    @property
    def is_text(self) -> bool:
        return isinstance(self._node, yaml.ScalarNode)

    @property
    def is_object(self) -> bool:
        return isinstance(self._node, yaml.MappingNode)

    @property
    def elements(self) -> list[Value]:
        return [value for _, value in self.items] if isinstance(self._node, yaml.SequenceNode) else []

    @property
    def text(self) -> str:
        return str(self._node.value) if self.is_text else ""

    def pieces(self) -> Iterator[Piece]:
        if not self.is_text:
            return
        first, end = self.start + 1, self.end - 1
        inner = self.whole.find(self.text, first, end)
        yield whole(self.text, *((inner, inner + len(self.text)) if inner >= 0 else (first, end)))


def take_works(text: str, root: Any, start: int) -> list[Value]:
    """Take the works that are listed in YAML, for Pandoc or by hand, out of it.

    Args:
        text: the note.
        root: the YAML, composed.
        start: where it begins in the note.
    """
    if isinstance(root, yaml.SequenceNode):
        return _works(Tree(text, root, start, set()))
    found: list[Value] = []
    pairs = root.value if isinstance(root, yaml.MappingNode) else ()
    for pair in [pair for pair in pairs if isinstance(pair[1], yaml.SequenceNode)]:
        if works := _works(Tree(text, pair[1], start, set())):
            root.value.remove(pair)
            found += works
    return found


def _works(listed: Value) -> list[Value]:
    """Return the items of a list, if it is one of works: each has a title, and most have authors."""
    if found := csljson.items(listed):
        return found
    works = [item for item in listed.elements if item.is_object and item.said("title", "Title")]
    credited = sum(any(key.casefold() in _AUTHORS for key, _ in item.items) for item in works)
    return works if len(works) == len(listed.elements) and credited > _CREDITED * len(works) else []


def add_works(outline: Outline, works: Sequence[Value]) -> None:
    """Add works to a note, each as a record."""
    for item in works:
        if csljson.is_item(item):
            csljson.add_items(outline, [item])
        else:
            _add_work(outline, item)


def add_fence(outline: Outline, run: Run, language: str) -> bool:
    """Add the works that a fence of YAML lists, and return whether it lists any."""
    place = run.whole(outline.source.text) if language in _LANGUAGES and run.length <= _LONGEST else None
    if place is None:
        return False
    try:
        root = compose(run.text)
        works = take_works(outline.source.text, root, place[0]) if root is not None else []
    except yaml.YAMLError:
        return False
    add_works(outline, works)
    return bool(works)


def _add_work(outline: Outline, item: Value) -> None:
    """Add a work that somebody has described by hand: `title`, `authors`, `year` ..."""
    reference = Reference("misc")
    for key, value in item.items:
        name = NAMES.get(key.casefold().replace("_", "-"))
        for one in value.elements or [value]:
            if name == "author" and one.is_object:
                reference.add(name, csljson.name_of(one))
            elif name is not None and one.text:
                reference.add(name, list(one.pieces()))
    reference.finish(outline)
