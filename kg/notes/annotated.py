"""Annotations of web pages as Hypothes.is exports them: each document with what was marked in it and noted beside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kg.model import BlockKind
from kg.notes.composed import Composed
from kg.notes.draft import Content, Draft, Piece, Source, cut
from kg.notes.jsontree import Value
from kg.notes.marked import HIGHLIGHT
from kg.notes.outline import Outline

_WORD = re.compile(r"\S+")


def rows(root: Value) -> list[Value]:
    """Return the annotations of a file that are of who exported them; none when it is something else."""
    listed = root.get("rows", "annotations") if root.is_object else root
    found = [row for row in listed.elements if row.is_object] if listed is not None else []
    me = root.said("export_userid") if root.is_object else ""
    return [row for row in found if _is_row(row) and row.said("user") in ("", me or row.said("user"))]


def _is_row(row: Value) -> bool:
    return bool(row.said("uri")) and any(row.get(name) is not None for name in ("target", "text", "tags"))


def read_rows(source: Source, found: Sequence[Value]) -> Content:
    """Read annotations, those of one document below its title."""
    documents: dict[str, list[Value]] = {}
    for row in found:
        documents.setdefault(row.said("uri"), []).append(row)
    reader = _Reader(Outline(source))
    for annotated in documents.values():
        reader.document(annotated)
    return reader.outline.note() if len(documents) == 1 else reader.outline.content()


@dataclass(slots=True)
class _Reader:
    outline: Outline

    def document(self, annotated: Sequence[Value]) -> None:
        """Add a document: title, address, and its annotations."""
        title = next((value for row in annotated for value in _titles(row)), None)
        uri = annotated[0].get("uri")
        if title is not None:
            self.outline.heading(_draft(title.pieces()), 1)
        if uri is not None:
            draft = _draft(uri.pieces())
            if title is None:
                self.outline.heading(draft, 1)
            else:
                self.outline.layout(draft, BlockKind.PARAGRAPH)
        for row in annotated:
            self._annotation(row)

    def _annotation(self, row: Value) -> None:
        """Add what was marked as a quote, the note as it was typed, and the tags."""
        self.outline.quote, self.outline.info = 1, HIGHLIGHT
        for quote in _quotes(row):
            self.outline.layout(_draft(quote.pieces()), BlockKind.PARAGRAPH)
        self.outline.quote, self.outline.info = 0, ""
        text, tags = row.get("text"), row.get("tags")
        if text is not None and text.is_text:
            self._markdown(text)
        draft = Draft()
        for tag in tags.elements if tags is not None else ():
            if tag.text.strip():
                draft.separate(" #" if draft.length else "#", tag.start)
                _add_joined(draft, tag)
        self.outline.layout(draft, BlockKind.PARAGRAPH)

    def _markdown(self, text: Value) -> None:
        """Add a text that was typed in Markdown below what is above."""
        composed = Composed()
        composed.layout("\n", text.start)
        composed.extend(text.pieces())
        content = composed.read(self.outline.source)
        count, groups, above = len(self.outline.blocks), self.outline.groups, self.outline.parent
        for block in content.blocks:
            parent = above if block.parent is None else block.parent + count
            self.outline.blocks.append(replace(block, parent=parent, group=block.group and block.group + groups))
            self.outline.groups = max(self.outline.groups, block.group and block.group + groups)
        self.outline.problems.extend(content.problems)


def _draft(pieces: Iterator[Piece]) -> Draft:
    draft = Draft()
    for text, start, end in pieces:
        draft.add(text if end - start == len(text) else text.replace("\n", " "), start, end)
    draft.link_addresses()
    return draft


def _add_joined(draft: Draft, tag: Value) -> None:
    """Add a tag as one word, as a tag ends at a space."""
    joint = False
    for piece in tag.pieces():
        for word in _WORD.finditer(piece[0]):
            text, start, end = cut(piece, *word.span())
            if joint and (word.start() or end - start != len(text)):
                draft.separate("-", start)
            draft.add(text, start, end)
            joint = True


def _titles(row: Value) -> Iterator[Value]:
    document = row.get("document")
    title = document.get("title") if document is not None else None
    for value in (title.elements or [title]) if title is not None else ():
        if value.is_text and value.text.strip():
            yield value


def _quotes(row: Value) -> Iterator[Value]:
    target = row.get("target")
    for one in target.elements if target is not None else ():
        selectors = one.get("selector")
        for selector in selectors.elements if selectors is not None else ():
            exact = selector.get("exact")
            if exact is not None and exact.is_text and exact.text.strip():
                yield exact
                return
