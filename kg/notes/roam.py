"""Roam's export as JSON: pages of blocks in blocks, each a string of Markdown.

They are put together as the outline that they are and read as Markdown. A reference to a block, `((uid))`, becomes the
text of that block; no uid is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg.model import LINE_END
from kg.notes.composed import Composed
from kg.notes.draft import Content, Piece, Source, cut, whole
from kg.notes.jsontree import Value
from kg.notes.lines import between

DEEPEST = 40
"""Levels of an outline that are told apart."""
LONGEST = 2_000
"""Characters of a block that a reference to it stands for."""

_REFERENCE = re.compile(
    r"\[(?P<label>[^\[\]\n]{1,500})\]\(\(\([\w-]{3,40}\)\)\)"
    r"|\{\{(?:\[\[)?embed(?:-path|-children)?(?:\]\])?:?\s{0,3}\(\((?P<embedded>[\w-]{3,40})\)\)\s{0,3}\}\}"
    r"|\(\((?P<uid>[\w-]{3,40})\)\)"
)


def pages(root: Value) -> list[Value]:
    """Return the pages of a graph; none when the file is something else."""
    found = [page for page in root.elements if page.is_object]
    if not found or len(found) < len(root.elements):
        return []
    return found if all(_is_page(page) for page in found[:20]) else []


def _is_page(page: Value) -> bool:
    title, children = page.get("title"), page.get("children")
    if title is None or not title.is_text or page.get("type", "author", "issued") is not None:
        return False
    if children is None or not children.elements:
        return page.get("uid", "edit-time", "create-time") is not None
    return all(child.get("string") is not None for child in children.elements[:5])


def read_pages(source: Source, found: Sequence[Value]) -> Content:
    """Read pages, each below its title."""
    reader = _Reader(Composed(), _texts(found))
    for page in found:
        reader.page(page)
    content = reader.text.read(source)
    return content if len(found) == 1 else Content(content.blocks, content.problems)


def _texts(found: Sequence[Value]) -> dict[str, Value]:
    return {
        uid: string
        for page in found
        for block in page.walk()
        if (uid := block.said("uid")) and (string := block.get("string")) is not None
    }


@dataclass(slots=True)
class _Reader:
    text: Composed
    texts: dict[str, Value]
    """uid -> string of the block."""

    def page(self, page: Value) -> None:
        """Add a page."""
        title = page.get("title")
        if title is None:
            return
        self.text.layout("\n\n# ", title.start)
        self.text.extend(_one_line(title.pieces()))
        self.text.layout("\n\n", title.end)
        for depth, string in _blocks(page):
            self._block(string, min(depth, DEEPEST))

    def _block(self, string: Value, depth: int) -> None:
        """Add a block as an item; what stands on further lines of it is indented as the item is."""
        indent = "    " * depth
        self.text.layout(f"{indent}- ", string.start)
        for piece in self._resolved(string):
            for number, (first, last) in enumerate(between(LINE_END, piece[0])):
                if number:
                    self.text.add(f"\n{indent}  ", *cut(piece, first - 1, first)[1:])
                self.text.add(*cut(piece, first, last))
        self.text.layout("\n", string.end)

    def _resolved(self, string: Value) -> Iterator[Piece]:
        """Yield a string with the text of the blocks that it refers to."""
        for piece in string.pieces():
            text, start, end = piece
            if "((" not in text or end - start != len(text):
                yield piece
                continue
            last = 0
            for match in _REFERENCE.finditer(text):
                if last < match.start():
                    yield text[last : match.start()], start + last, start + match.start()
                yield from self._referred(match, start)
                last = match.end()
            if last < len(text):
                yield text[last:], start + last, end

    def _referred(self, match: re.Match[str], start: int) -> Iterator[Piece]:
        if match["label"]:
            first, last = match.span("label")
            yield match["label"], start + first, start + last
            return
        meant = self.texts.get(match["embedded"] or match["uid"])
        if meant is not None:
            text = " ".join(_REFERENCE.sub(lambda inner: inner["label"] or "", meant.text[:LONGEST]).split())
            yield whole(text, start + match.start(), start + match.end())


def _blocks(page: Value) -> Iterator[tuple[int, Value]]:
    """Walk the blocks of a page: the depth and the string of each."""
    stack = [(0, page)]
    while stack:
        depth, block = stack.pop()
        string = block.get("string")
        if string is not None and string.is_text and depth:
            yield depth - 1, string
        children = block.get("children")
        if children is not None:
            stack.extend((depth + 1, child) for child in reversed(children.elements) if child.is_object)


def _one_line(pieces: Iterator[Piece]) -> Iterator[Piece]:
    for text, start, end in pieces:
        yield LINE_END.sub(" ", text) if end - start != len(text) else text.replace("\n", " "), start, end
