"""Lists as people mean them: nested by the indent of their items.

CommonMark ends a numbered list at a bullet that is indented by two columns; whoever typed it meant it below the number.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from kg.notes.outline import ListItem, Outline

BULLETS = "•◦‣▪●○∙・"
_CLOCK = r"\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?"
_DAY = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
SAID = re.compile(
    rf"(?:(?<=\n)|\A)(?:(?:\[(?:{_DAY},? )?{_CLOCK}(?:, {_DAY})?\]|{_DAY},? {_CLOCK}(?: [-–—])?) "
    r"(?P<named>[^\s:<>][^:<>\n]{0,30}):"
    rf"|\[?{_CLOCK}\]? <(?P<nick>[^<>\n]{{1,30}})>|(?P<name>[^\W\d_][\w.' -]{{0,30}}), {_CLOCK}:) +(?=\S)"
)
"""When somebody said something in a chat, and who: `12.03.24, 08:28 - Ana: `, `[08:28] Ana: `, `08:28 <ana> `."""
_SPEAKERS = 2
"""People who speak more than once in a chat, at least."""


def is_chat(text: str) -> bool:
    r"""Return whether a text is, or holds, what several people have written to each other.

    >>> is_chat("[9:01] Ana: a\n[9:02] Bo: b\n[9:03] Ana: c\n[9:04] Bo: d"), is_chat("[9:01] Ana: a\n[9:30] Bo: b")
    (True, False)
    """
    said = Counter(found["named"] or found["nick"] or found["name"] for found in SAID.finditer(text))
    return sum(count > 1 for count in said.values()) >= _SPEAKERS


@dataclass(slots=True)
class Level:
    """One list: where its marks stand, and its last item."""

    column: int
    group: int
    ordered: bool
    item: ListItem | None = None
    around: list[Level] = field(default_factory=list)
    """Lists that it continues below, though the parser had closed them."""


@dataclass(slots=True)
class Lists:
    """Keeps the list items of an outline while the tokens of the parser go by."""

    outline: Outline
    opened: list[Level] = field(default_factory=list)
    recent: list[Level] = field(default_factory=list)
    """The list closed just before, behind those that it stood below; empty when something else came between."""
    signs: str = ""
    """Web bullets of the list just before, outermost first."""
    bulleted: list[ListItem] = field(default_factory=list)

    def interrupt(self) -> None:
        """Note that something came that is no list."""
        self.recent = []
        self.signs = ""

    def open_list(self, column: int, *, ordered: bool) -> None:
        """Begin a list; right behind another it may belong to it or below it."""
        around, self.recent = self.recent, []
        while around and around[-1].column > column + 1:
            around.pop()
        group = 0
        if around and column < around[-1].column + 2:
            same = around.pop()
            group = same.group if same.ordered == ordered else 0
        self.opened.append(Level(column, group or self.outline.new_group(), ordered, around=around))
        self.outline.items.extend(level.item for level in around if level.item is not None)

    def close_list(self) -> None:
        """End a list."""
        level = self.opened.pop()
        del self.outline.items[len(self.outline.items) - len(level.around) :]
        self.recent = [*level.around, level] if level.item else []

    def open_item(self) -> None:
        """Begin an item of the innermost list."""
        level = self.opened[-1]
        level.item = ListItem(level.group, level.ordered)
        self.outline.items.append(level.item)
        self.interrupt()

    def close_item(self) -> None:
        """End the innermost item."""
        self.outline.items.pop()
        self.interrupt()

    def open_bullet(self, sign: str) -> int:
        """Begin an item marked by a web bullet: each further sign is one level below; give how many items it opened."""
        if not self.signs:
            self.bulleted = []
        if sign not in self.signs:
            self.signs += sign
        depth = self.signs.index(sign)
        group = self.bulleted[depth].group if depth < len(self.bulleted) else self.outline.new_group()
        self.bulleted[depth:] = [ListItem(group, ordered=False)]
        self.outline.items.extend(self.bulleted)
        return len(self.bulleted)


@dataclass(slots=True)
class Indented:
    """Keeps the list items of an outline where lines follow each other, and the indent alone tells what is in what."""

    outline: Outline
    opened: list[tuple[int, ListItem]] = field(default_factory=list)
    """Indent of each item."""

    def open(self, indent: int, *, ordered: bool) -> None:
        """Begin an item, of the same list as one with this indent before it."""
        self.close(indent + 1)
        group = self.opened.pop()[1].group if self.opened and self.opened[-1][0] == indent else 0
        self.opened.append((indent, ListItem(group or self.outline.new_group(), ordered)))
        self.outline.items = [item for _, item in self.opened]

    def close(self, indent: int) -> None:
        """End the items that a line with this indent does not belong to."""
        while self.opened and self.opened[-1][0] >= indent:
            self.opened.pop()
        self.outline.items = [item for _, item in self.opened]
