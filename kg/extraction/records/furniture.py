"""Page furniture: tables of contents, badges and navigation, which lead around a note and state nothing.

They are told by form alone: by where links lead, how short they are, and what stands between them.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import filterfalse, islice

from kg.extraction import align, shapes
from kg.extraction.linking import is_link_label
from kg.extraction.outline import heading_kind
from kg.extraction.ranges import blanked
from kg.links import Role, is_address, read_link
from kg.model import Block, BlockKind, Link, LinkKind, MarkKind, Note

_NEARLY_ALL = 0.8
_FEWEST = 2
"""Entries that make a table of contents."""
_FEWEST_REPEATED = 3
"""Headings that a list without links must repeat to be one."""
_LONGEST_LABEL = 40
"""Characters of a link that navigates, and of the name of a picture."""
_WORDS = 5
_SHORT = 8
_MARKER = re.compile(r"\s*(?:\[\[?_?toc_?\]?\]|\$\{toc\}|\{:toc\})\s*", re.IGNORECASE)
_LEADER = re.compile(r"\s*\d{0,4}(?:\s|[.…·_]{2,}+|(?<=\s)\.)++")
"""Dots or blanks before the number of a page, read from the end backwards: only there they begin at one place."""
_NUMBERING = re.compile(r"\s*(?:[\divxIVX]{1,4}(?:\.\d{1,3}){0,4}[.)]?|[A-Za-z][.)]|§\s?\d+)\s+")
_NOTES = re.compile(r"(?:[^?#]*/)?(?:[^./?#]+|[^/?#]*\.(?:md|markdown|mdx|html?|txt|ipynb|rst|org|adoc))?(?:[?#].*)?")
_BACK = "←↑⬅⬆⟵⇐↩«‹◀◄🔙🔝☝👆"
_ARROWS = f"{_BACK}→↓➡⬇⟶⇒↪»›▶►"
_EDGE = re.compile(rf"\s*(?:[{_BACK}]|<<)|.*(?:[{_ARROWS}]|<<|>>)\ufe0f?\s*$", re.DOTALL)
"""An arrow that says where a link leads; one that points to a link is a bullet."""
_DIVIDERS = re.compile(rf"[|｜¦·•∙‧・／/\\—–{_ARROWS}\t-]|<+|>+|\s{{3,}}")
_LINKED = "\ue000"
"""Stands for a link where the text between links is looked at."""
_TELLING = (Role.PAPER, Role.CODE, Role.DATA)
"""Where links lead whose names are worth reading."""


def furniture_of(note: Note) -> frozenset[int]:
    """Return the blocks that are no prose whatever they say: tables of contents, badges, navigation."""
    return contents(note) | badges(note) | navigation(note)


def contents(note: Note) -> frozenset[int]:
    """Find the blocks of tables of contents, with the headings or labels they stand under."""
    found: set[int] = set()
    headings = {_key(block.prose) for block in note.blocks if block.kind is BlockKind.HEADING} - {""}
    lists = _Lists(note, headings)
    for items in lists.top():
        found |= lists.contents(items, headed=_is_headed(note, items[0]))
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.PARAGRAPH and (_MARKER.fullmatch(block.prose) or _leads_by_lines(block)):
            found.add(index)
    heads = {index - 1 for index in found if index and index - 1 not in found}
    return frozenset(found | {index for index in heads if _is_head(note.blocks[index])})


def badges(note: Note) -> frozenset[int]:
    """Find the blocks that hold nothing but pictures."""
    return _whole_tables(note, {i for i, block in enumerate(note.blocks) if _is_pictures(block)})


def navigation(note: Note) -> frozenset[int]:
    """Find rows of links that lead around: to other pages of a site, back to the top, to other languages."""
    return _whole_tables(note, {i for i, block in enumerate(note.blocks) if _is_row(block)})


def leads_within(link: Link) -> bool:
    """Return whether a link leads to a place of the same note, or to another note beside it.

    >>> from kg.model import Link
    >>> targets = ("#methods", "sub/other.md#top", "https://example.org/a", "papers/lora.pdf", "mailto:jane")
    >>> [leads_within(Link(0, 1, target, LinkKind.INLINE, 0, 1)) for target in targets]
    [True, True, False, False, False]
    """
    target = link.target.strip()
    if link.kind is LinkKind.WIKI or target.startswith("#"):
        return target.startswith("#")
    if link.kind is not LinkKind.INLINE or not target or is_address(target) or target.startswith("//"):
        return False
    return ":" not in target and _NOTES.fullmatch(target) is not None


class _Lists:
    """The lists of a note, and which of their items lead to places of it."""

    def __init__(self, note: Note, headings: set[str]) -> None:
        self.note = note
        self.headings = headings
        self.below: dict[int, list[int]] = defaultdict(list)
        for index, block in enumerate(note.blocks):
            if block.group and block.parent is not None and note.blocks[block.parent].kind is BlockKind.ITEM:
                self.below[block.parent].append(index)

    def top(self) -> Iterable[list[int]]:
        """Return the items of each list that stands in no other."""
        inner = {index for items in self.below.values() for index in items}
        found: dict[int, list[int]] = defaultdict(list)
        for index, block in enumerate(self.note.blocks):
            if block.kind is BlockKind.ITEM and index not in inner:
                found[block.group].append(index)
        return found.values()

    def contents(self, items: Sequence[int], *, headed: bool) -> set[int]:
        """Return the items, with what stands below them, when they are a table of contents; else look below each."""
        whole = self._with_below(items)
        if self._is_contents(whole, headed=headed):
            return set(whole)
        found: set[int] = set()
        for item in items:
            if self.below.get(item):
                found |= self.contents(self.below[item], headed=_is_head(self.note.blocks[item]))
        return found

    def _with_below(self, items: Sequence[int]) -> list[int]:
        found = list(items)
        for item in found:
            found += self.below.get(item, ())
        return found

    def _is_contents(self, whole: Sequence[int], *, headed: bool) -> bool:
        blocks = [self.note.blocks[index] for index in whole]
        if _nearly_all(blocks, _leads, _FEWEST) or _nearly_all(blocks, self._repeats, _FEWEST_REPEATED):
            return True
        if not headed or not all(map(_is_short, blocks)):
            return False
        linked = sum(_is_only_links(block) or self._repeats(block) for block in blocks)
        return linked * 2 >= len(blocks)

    def _repeats(self, block: Block) -> bool:
        """Return whether a block repeats a heading of the note."""
        return bool(self.headings) and _key(block.prose) in self.headings


def _nearly_all(blocks: Sequence[Block], is_one: Callable[[Block], bool], fewest: int) -> bool:
    """Return whether nearly all blocks are of a sort; they are looked at until too many are not."""
    others = len(blocks) - math.ceil(max(fewest, _NEARLY_ALL * len(blocks)))
    return others >= 0 and next(islice(filterfalse(is_one, blocks), others, None), None) is None


def _leads(block: Block) -> bool:
    """Return whether a block is nothing but links to places of the note."""
    return _is_only_links(block) and all(map(leads_within, _links(block)))


def _is_headed(note: Note, first: int) -> bool:
    """Return whether a list stands under a heading, or right behind a line, that announces a table of contents."""
    parent = note.blocks[first].parent
    above = [at for at in (parent, first - 1) if at is not None and at >= 0]
    return any(_is_head(note.blocks[at]) for at in above)


def _is_head(block: Block) -> bool:
    kinds = (BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.ITEM)
    return block.kind in kinds and not block.links and heading_kind(block.prose) == "toc"


def _is_short(block: Block) -> bool:
    """Return whether a block is a short name, or a link that leads to no paper, code or data."""
    if len(shapes.words(block.prose)) > _SHORT or shapes.is_sentence(block.prose):
        return False
    return not any(read_link(link.target).role in _TELLING for link in _links(block))


def _leads_by_lines(block: Block) -> bool:
    """Return whether each line of a paragraph is a link to a place of the note."""
    ranges = list(align.lines(block))
    rows = [align.links_in(block, start, end) for start, end in ranges]
    if len(ranges) < _FEWEST or not all(rows) or not _is_only_links(block):
        return False
    return all(len(row) == 1 and leads_within(row[0]) for row in rows)


def _is_pictures(block: Block) -> bool:
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.ROW, BlockKind.HEADER):
        return False
    pictures = [
        (k.start, k.end) for k in block.links if k.kind is LinkKind.IMAGE or read_link(k.target).role is Role.BADGE
    ]
    pictures += [(m.start, m.end) for m in block.marks if m.kind is MarkKind.IMAGE]
    # The text of a picture that goes on and on is a caption, which may say something.
    if not pictures or any(_is_long(block.prose[start:end], _SHORT) for start, end in pictures):
        return False
    return not any(c.isalnum() for c in blanked(block.prose, pictures))


def _is_row(block: Block) -> bool:
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.ROW, BlockKind.HEADER) or not block.links:
        return False
    ranges = [(0, len(block.prose))] if block.cells else list(align.lines(block))
    return bool(ranges) and all(_navigates(block, start, end) for start, end in ranges)


def _navigates(block: Block, start: int, end: int) -> bool:
    """Return whether a line is nothing but short links, and leads around rather than to something."""
    links = [k for k in align.links_in(block, start, end) if k.start < k.end]
    shown = [block.prose[k.start : k.end] for k in links]
    if not links or any(_is_long(text, _WORDS) or "://" in text for text in shown):
        return False
    between = blanked(block.prose[start:end], [(k.start - start, k.end - start) for k in links], _LINKED)
    parts = [part for part in _DIVIDERS.split(re.sub(f"{_LINKED}+", _LINKED, between)) if part.strip(" ()[]:,.\n")]
    bare = [part for part in parts if _LINKED not in part]
    mixed = any(_LINKED in part and any(map(str.isalpha, part)) for part in parts)
    if mixed or len(bare) > len(parts) / 2 or any(len(shapes.words(part)) > 3 for part in bare):
        return False
    if len(links) + len(bare) < _FEWEST:
        listed = block.kind is BlockKind.ITEM
        return bool(_EDGE.match(block.prose[start:end])) or (links[0].target.startswith("#") and not listed)
    return _leads_around(block.prose[start:end], links, shown, labels_only=not bare)


def _leads_around(text: str, links: Sequence[Link], shown: Sequence[str], *, labels_only: bool) -> bool:
    if all(map(leads_within, links)) or (labels_only and all(map(is_link_label, shown))):
        return True
    if any(read_link(link.target).role in _TELLING for link in links):
        return False
    if _EDGE.match(text) or any(_EDGE.match(one) for one in shown):
        return True
    sites = {_site(link.target) for link in links if not leads_within(link)}
    return len(links) >= _FEWEST and len(sites) == 1 and "" not in sites


def _site(target: str) -> str:
    """Return the last two labels of the host of an address; "" for what is none."""
    found = re.match(r"https?://([^/?#:]+)", target)
    return ".".join(found[1].lower().split(".")[-2:]) if found else ""


def _whole_tables(note: Note, found: set[int]) -> frozenset[int]:
    """Leave out rows of tables, unless all rows of the table were found."""
    rows = (BlockKind.ROW, BlockKind.HEADER)
    other = {b.group for i, b in enumerate(note.blocks) if b.kind in rows and i not in found and b.prose.strip()}
    kept = {i for i in found if note.blocks[i].kind not in rows or note.blocks[i].group not in other}
    return frozenset(kept)


def _links(block: Block) -> list[Link]:
    return [link for link in block.links if link.kind not in (LinkKind.IMAGE, LinkKind.FOOTNOTE)]


def _is_only_links(block: Block) -> bool:
    links = _links(block)
    return bool(links) and not any(map(str.isalpha, blanked(block.prose, [(k.start, k.end) for k in links])))


def _is_long(text: str, words: int) -> bool:
    return len(shapes.words(text)) > words or len(text) > _LONGEST_LABEL + 8 * words


def _key(text: str) -> str:
    """Return the letters and digits of a heading, without its number and the page number that follows dots."""
    text = _NUMBERING.sub("", text, count=1)
    if leader := _LEADER.match(text[::-1]):
        text = text[: len(text) - leader.end()]
    return "".join(filter(str.isalnum, text.casefold()))
