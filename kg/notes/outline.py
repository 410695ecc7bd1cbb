"""The blocks of a note in order, and what each stands under."""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.model import Block, BlockKind
from kg.notes.draft import Draft, Place


@dataclass(slots=True)
class ListItem:
    """A list item that is open: its block, once its first paragraph is there."""

    group: int
    ordered: bool
    block: int | None = None


@dataclass(slots=True)
class Outline:
    """Collects finished blocks; keeps the headings above and the list items around."""

    blocks: list[Block] = field(default_factory=list)
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
