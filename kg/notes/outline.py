"""The blocks of a note in order, what each stands under, its tags, and the title that they give to the note."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kg.model import Block, BlockKind, LinkKind, Mark, MarkKind, Problem
from kg.notes.addresses import unsafe
from kg.notes.draft import Content, Draft, Place, Source, disjoint, overlaps
from kg.notes.lines import Run

LONGEST_TITLE = 200
_PROPERTY = re.compile(r"[^\W\d_][\w -]{0,40}:: *(?P<value>[^\n]*)(?:\n|\Z)")
_TAG = re.compile(r"(?<![^\s(\[,;])#((?!\d+\b)[^\s#.,;:!?()\[\]{}<>\"'`|=+*&^%$@~\\“”‘’、。，]{1,100})")
"""A tag as note takers write it: `#topic`, `#area/sub`, `#🧠`."""
_BARRED = frozenset({MarkKind.CODE, MarkKind.MATH})


@dataclass(slots=True)
class ListItem:
    """A list item that is open: its block, once its first paragraph is there."""

    group: int
    ordered: bool
    block: int | None = None


@dataclass(slots=True)
class Outline:
    """Collects finished blocks, and what is wrong with their source; keeps the headings above and the items around."""

    source: Source
    blocks: list[Block] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    headings: list[tuple[int, int]] = field(default_factory=list)
    """Level and block of each heading that is above the present place."""
    items: list[ListItem] = field(default_factory=list)
    quote: int = 0
    info: str = ""
    groups: int = 0

    def new_group(self) -> int:
        """Number one more list or table."""
        self.groups += 1
        return self.groups

    @property
    def parent(self) -> int | None:
        """The item around, else the heading above."""
        for entered in reversed(self.items):
            if entered.block is not None:
                return entered.block
        return self.headings[-1][1] if self.headings else None

    def heading(self, draft: Draft, level: int) -> None:
        """Add a heading; one in a list or a quote is above nothing."""
        inside = bool(self.items or self.quote)
        if not inside:
            while self.headings and self.headings[-1][0] >= level:
                self.headings.pop()
        added = self.add(draft, Place(BlockKind.HEADING, level, self.parent, self.quote, self.info))
        if added is not None and not inside:
            self.headings.append((level, added))

    def paragraph(self, draft: Draft) -> None:
        """Add running text: the first of a list item is the item itself.

        The items of a list with nothing before it belong to the list around: `- 12. A reference` is one item, not two.
        """
        if not self.items or self.items[-1].block is not None:
            self.layout(draft, BlockKind.PARAGRAPH)
            return
        inner = self.items[-1]
        depth = sum(item.block is not None for item in self.items)
        group = self.items[depth].group
        place = Place(BlockKind.ITEM, depth + 1, self.parent, self.quote, self.info, group, inner.ordered)
        inner.block = self.add(draft, place)

    def layout(self, draft: Draft, kind: BlockKind, *, info: str = "", group: int = 0) -> None:
        """Add a block of any other kind where the outline stands."""
        group = group or (self.items[-1].group if self.items else 0)
        self.add(draft, Place(kind, len(self.items), self.parent, self.quote, info or self.info, group))

    def add(self, draft: Draft, place: Place) -> int | None:
        """Add a draft with its place as it is; give its index, or None when it is empty."""
        block = draft.block(place)
        if block is None:
            return None
        self.blocks.append(block)
        return len(self.blocks) - 1

    def report(self, code: str, message: str, start: int, end: int = 0) -> None:
        """Note what is wrong at a place of the source; without an end, it is one character."""
        self.problems.append(self.source.problem(code, message, start, end))

    def link(self, draft: Draft, begin: int, to: tuple[str, LinkKind], place: tuple[int, int]) -> None:
        """Link what a draft has from a place on, unless its address would run something."""
        if unsafe(to[0]):
            message = f"a link to {to[0][:40]!r} leads nowhere and was left out; its text was kept"
            self.report("unsafe-link", message, *place)
        else:
            draft.link(begin, *to, place)

    def unmarked(self, draft: Draft, run: Run, start: int, end: int) -> None:
        """Write a range into a draft that is so long that reading its marks could take more than linear time."""
        message = f"a paragraph of {end - start} characters was read as plain text, without its markup"
        self.report("huge-line", message, run.at(start))
        run.copy(draft, start, end)

    def content(self) -> Content:
        """Return what was made of the source, with its tags marked."""
        return Content(tuple(map(_tagged, self.blocks)), tuple(self.problems))

    def note(self, title: str = "") -> Content:
        """Return what was made of a note: the title in its front matter comes first, one from its blocks last."""
        meta = self._single_fields()
        return replace(self.content(), title=dict(meta).get("title") or title or first_title(self.blocks), meta=meta)

    def _single_fields(self) -> tuple[tuple[str, str], ...]:
        """Return the fields with one value, names and values, of the front matter with which a note begins."""
        front = self.blocks[0] if self.blocks else None
        if front is None or front.info not in ("yaml", "toml"):
            return ()
        count = Counter(value.name for value in front.fields)
        single = (value for value in front.fields if count[value.name] == 1)
        return tuple((value.name, front.prose[value.start : value.end]) for value in single)


def _tagged(block: Block) -> Block:
    """Mark the tags in a block; in code, mathematics, links and records a `#` is only a `#`."""
    if "#" not in block.prose or block.kind in (BlockKind.CODE, BlockKind.RECORD):
        return block
    ranges = [(link.start, link.end) for link in block.links]
    ranges += [(mark.start, mark.end) for mark in block.marks if mark.kind in _BARRED]
    barred = disjoint(ranges)
    found = {
        Mark(match.start(), end, MarkKind.TAG)
        for match in _TAG.finditer(block.prose)
        if (end := match.end() - len(match[1]) + len(match[1].rstrip("/-_"))) > match.start() + 1
        and not overlaps(barred, match.start(), end)
    }
    if not found:
        return block
    return replace(block, marks=tuple(sorted(found.union(block.marks), key=lambda m: (m.start, -m.end, m.kind))))


def first_title(blocks: Sequence[Block]) -> str:
    """Return the first heading of level 1, else the first block when it is one short line and no sentence."""
    first = next((block for block in blocks if block.kind is not BlockKind.RECORD), None)
    if first is not None and first.kind is BlockKind.PARAGRAPH and _PROPERTY.match(first.prose):
        return _property_title(first.prose)
    for block in blocks:
        if block.kind is BlockKind.HEADING and block.level == 1:
            return _without_pictures(block)
    if first is None or first.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING):
        return ""
    good = len(first.prose) <= LONGEST_TITLE and "\n" not in first.prose and not first.prose.endswith(tuple(".:;,"))
    return first.prose if good and not first.quote and not first.links else ""


def _property_title(prose: str) -> str:
    """Return the title among the properties of a page, as Logseq writes them: `title:: A page`."""
    place = 0
    while match := _PROPERTY.match(prose, place):
        if match.group().lower().startswith("title::"):
            return match["value"].strip()[:LONGEST_TITLE]
        place = match.end()
    return ""


def _without_pictures(block: Block) -> str:
    """Return the text of a heading without what stands for its badges."""
    text = list(block.prose)
    for mark in block.marks:
        if mark.kind is MarkKind.IMAGE:
            text[mark.start : mark.end] = [""] * (mark.end - mark.start)
    return " ".join("".join(text).split())
