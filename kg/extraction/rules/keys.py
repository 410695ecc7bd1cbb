"""Citation keys: `AnnaMcKay2025ICLR+`, `vaswani2017attention`, `[@smith2020]`, `[[JaneRoe2017NeurIPS|Transformer]]`.

A key that leads its line introduces the paper there: the words before it are its short name, the links and tags of the
block are its own. A key inside a sentence is a mention in passing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kg.extraction import shapes
from kg.extraction.align import field, one_line, trim
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.key_forms import is_key, may_have_key, read_key
from kg.extraction.ranges import Ranges
from kg.links import Role, read_link
from kg.model import Block, BlockKind, Link, LinkKind, MarkKind

NAME = "citation-key"
_MANY = 3
_MARGIN = 12
"""Characters of marks and boxes before a key that leads its line."""

_BRACKETED = re.compile(r"\[(?=[^\[\]]{0,200}@)[^\[\]]{2,400}\]|\\[a-zA-Z]{0,8}cite[a-zA-Z]{0,8}\*?\{([^{}]{2,400})\}")
_LABEL = re.compile(r"^\s{0,3}(?:[-*] )?\[([A-Za-z]{1,6}\+?\d{2}[a-z]?)\]\s", re.MULTILINE)
"""A label before a reference of the note, which the text cites: `[VSP+17]`."""
_AT = re.compile(r"(?<![\w@/.])-?@(\{[^{}\s]{2,80}\}|[^\W_][\w:.#$%&+?<>~/-]{1,80})")
_BARE = re.compile(r"(?<![\w/@.#-])[^\W\d_][\w:'’/-]{3,80}(?:\++)?(?![\w@])")
_QUOTED = re.compile(r"[\"“]([^\"“”\n]{8,300})[\"”]")
_LEAD_WORDS = frozenset(
    "in see also cf from by per e.g. i.e. and or with the a an as like via unlike similar to".split()
)
_AUTHOR_YEAR = re.compile(
    r"(?P<who>[^\W\d_][\w'’-]{1,30})(?: et al\.?| (?:&|and|und|et|y) [^\W\d_][\w'’-]{1,30})?,? "
    r"\(?(?P<year>(?:19|20)\d\d)[a-z]?\)?"
)
"""What a link to a note on a paper shows: `Lind et al., 2017`."""
_DONE_WITH = frozenset(
    "read reading reread re-read started starting start finished finishing finish skimmed skim studied discussed "
    "presented todo doing done now later waiting next gelesen lesen angefangen lu leído".split()
)
"""What people write before the paper that they do it with, and no name of it."""


@dataclass(frozen=True, slots=True)
class _Key:
    """A key at a place of a block: the range of the printed key with its rating, and what was printed around it."""

    start: int
    end: int
    text: str
    shown: bool
    """Whether the key itself is printed at the place (a wikilink may print its label instead)."""
    link: Link | None = None
    outer: tuple[int, int] = (0, 0)
    """Range with brackets."""


def find(page: Page) -> Iterable[Entry]:
    """Find each citation key of a note as a paper."""
    many = _lead_with_keys(page)
    labels = frozenset(_LABEL.findall(page.note.text))
    for index, block in enumerate(page.note.blocks):
        if block.kind in (BlockKind.CODE, BlockKind.RECORD) or not block.prose:
            continue
        seen: set[str] = set()
        for number, key in enumerate(sorted(_keys(block, many=many), key=lambda k: (k.start, -k.end))):
            if key.text.rstrip("+") not in seen and key.text not in labels:
                seen.add(key.text.rstrip("+"))
                yield _entry(page, index, key, leads=number == 0)


def _keys(block: Block, *, many: bool) -> Iterator[_Key]:
    linked = list(_linked(block))
    yield from linked
    taken = Ranges([*((link.start, link.end) for link in block.links), *((key.start, key.end) for key in linked)])
    for key in (*_bracketed(block.prose), *_bare(block, many=many)):
        if not taken.touch(key.start, key.end):
            taken.add(key.start, key.end)
            yield key


def _linked(block: Block) -> Iterator[_Key]:
    for link in block.links:
        start, end = trim(block.prose, link.start, link.end, " \t\n[]@")
        text = block.prose[start:end]
        if link.kind is LinkKind.INLINE and is_key(text, strict=False):
            yield _Key(start, end, text, shown=True, link=link, outer=(link.start, link.end))
        elif link.kind is LinkKind.WIKI:
            target = link.target.split("#")[0].rsplit("/", 1)[-1].strip()
            name = target.removeprefix("@").removesuffix(".md")
            named = target.startswith("@") and any(c.isdigit() for c in name)
            if is_key(name, strict=False) or named or _is_called(name, text):
                shown = text.rstrip("+") == name.rstrip("+")
                at = (start, end) if shown else (link.start, link.end)
                yield _Key(*at, text=text if shown else name, shown=shown, link=link, outer=(link.start, link.end))


def _is_called(name: str, shown: str) -> bool:
    """Return whether a link shows author and year, and leads to a note whose name has both: a key of any form."""
    found = _AUTHOR_YEAR.fullmatch(shown)
    return (
        found is not None and found["year"] in name and found["who"].casefold() in name.casefold() and " " not in name
    )


def _bracketed(prose: str) -> Iterator[_Key]:
    for group in _BRACKETED.finditer(prose):
        if group.group(1) is not None:
            for part in re.finditer(r"[^\s,{}\\]+", group.group(1)):
                start = group.start(1) + part.start()
                if any(c.isalpha() for c in part.group()):
                    yield _Key(start, start + len(part.group()), part.group(), True, outer=group.span())
            continue
        for found in _AT.finditer(prose, group.start(), group.end()):
            start, end = trim(prose, *found.span(1), "{}.,;:?")
            yield _Key(start, end, prose[start:end], shown=True, outer=group.span())
    for found in _AT.finditer(prose):
        start, end = trim(prose, *found.span(1), "{}.,;:?")
        if is_key(prose[start:end], strict=False):
            yield _Key(start, end, prose[start:end], shown=True, outer=(found.start(), end))


def _lead_with_keys(page: Page) -> bool:
    """Return whether the items of a note lead with keys, so that short ones (`Ba16`) among them are keys too."""
    blocks = (b for b in page.note.blocks if b.kind in (BlockKind.ITEM, BlockKind.HEADING))
    heads = (re.match(r"[^\w]{0,4}([\w:/-]{4,80})", block.prose) for block in blocks)
    return sum(1 for head in heads if head and is_key(head.group(1), strict=False)) >= _MANY


def _bare(block: Block, *, many: bool) -> Iterator[_Key]:
    heads = block.kind in (BlockKind.ITEM, BlockKind.HEADING)
    line = before = 0
    for found in _BARE.finditer(block.prose) if may_have_key(block.prose) else ():
        text = found.group()
        if not may_have_key(text):
            continue
        line = block.prose.rfind("\n", before, found.start()) + 1 or line
        before = found.start()
        plain = text.rstrip("+-:/'’")
        end = found.start() + (len(text) if text.endswith("+") else len(plain))
        text = block.prose[found.start() : end]
        leads = heads and found.start() - line <= _MARGIN and not shapes.words(block.prose[line : found.start()])
        if is_key(text, strict=not (leads and (many or re.search(r"\d{4}", text)))):
            yield _Key(found.start(), end, text, shown=True, outer=(found.start(), end))


def _entry(page: Page, index: int, key: _Key, *, leads: bool) -> Entry:
    block = page.note.blocks[index]
    printed = key.text.rstrip("+")
    plus = len(key.text) - len(printed)
    place = Field(printed, index, key.start, key.end - plus if key.shown else key.end)
    rating = Field(str(plus), index, key.end - plus, key.end) if plus and key.shown else None
    short = None if key.shown else _label(block, index, key)
    lead = _lead(block, index, key) if leads and not _is_cited(block, key) else None
    own = lead is not None
    if own and lead and lead.text:
        short = lead
    name, year, venue = read_key(printed)
    return Entry(
        rule=NAME,
        anchor=place,
        confidence=0.98 if own else 0.9,
        title=_title_after(block, index, key) if own else None,
        short=short,
        citekey=place,
        rating=rating,
        authors=(_part(place, name, printed),) if name else (),
        complete=False if name else None,
        year=_part(place, year, printed) if year else None,
        venue=_part(place, venue, printed) if venue else None,
        links=_links(block, index, key, own=own),
        tags=_tags(page, index) if own else (),
        blocks=_blocks(page, index) if own else (index,),
        listed=own,
    )


def _is_cited(block: Block, key: _Key) -> bool:
    """Return whether a key in brackets is in a sentence: words before it, and small letters or a full stop behind."""
    start, end = key.outer
    opens = block.prose.startswith(("\\", "["), start)
    before = block.prose[block.prose.rfind("\n", 0, start) + 1 : start].strip(" \t~")
    behind = block.prose[end:].lstrip(" \t")
    runs_on = behind[:1].islower() or behind[:1] in {",", ";"}
    words = before.split()
    closes = behind.startswith(".") and any(word[0].islower() for word in words[1:])
    return opens and bool(before) and (runs_on or (closes and (block.kind is not BlockKind.ITEM or len(words) > _MANY)))


def _part(place: Field, text: str, key: str) -> Field:
    plain = text.replace(" ", "")
    at = key.casefold().find(plain.casefold())
    if at < 0 or place.end - place.start != len(key):
        return Field(text, place.block, place.start, place.end)
    return Field(text, place.block, place.start + at, place.start + at + len(plain))


def _label(block: Block, index: int, key: _Key) -> Field | None:
    text = one_line(block.prose[key.start : key.end])
    return Field(text, index, key.start, key.end) if shapes.is_short_name(text) else None


def _lead(block: Block, index: int, key: _Key) -> Field | None:
    """Return the words between the beginning of the line and its key when they can only be a name ("" when none)."""
    begin = block.prose.rfind("\n", 0, key.outer[0]) + 1
    start, end = trim(block.prose, begin, key.outer[0], " \t([:–—-•*|#>✅☑☐")
    text = one_line(block.prose[start:end])
    if not text:
        return Field("", index, key.start, key.end)
    parts = text.split()
    if {part.casefold().strip(",.:") for part in parts} <= _DONE_WITH:
        return Field("", index, key.start, key.end)
    if begin > 0 or len(parts) > 5 or {p.casefold().strip(",.") for p in (parts[0], parts[-1])} & _LEAD_WORDS:
        return None
    if any(link.start < end and link.kind is not LinkKind.IMAGE for link in block.links if link.end <= key.outer[0]):
        return None
    if re.search(r"[;?!\"“”]|\.(?:\s|$)", text.rstrip(".")) or not (text[0].isalnum() and not text[0].islower()):
        return Field(text, index, start, end) if shapes.is_name_shaped(parts[0]) and len(parts) <= 3 else None
    return Field(text, index, start, end)


_AFTER = re.compile(r"\s*(?:\][\])]{0,20})?\s*[:–—-]\s+|\s*\]?\s+(?=[\"“*])")


def _title_after(block: Block, index: int, key: _Key) -> Field | None:
    """Read the title behind a key: marked as strong or quoted, or the rest of a line in the form of a title."""
    after = key.outer[1]
    end = block.prose.find("\n", after)
    end = len(block.prose) if end < 0 else end
    start, stop = trim(block.prose, after, end, " \t])}:–—-,")
    for mark in block.marks:
        if mark.kind in (MarkKind.STRONG, MarkKind.EM) and mark.start == start and mark.end <= end:
            return _titled(block, index, mark.start, mark.end)
    quoted = _QUOTED.match(block.prose, start)
    if quoted:
        return _titled(block, index, *quoted.span(1))
    if not _AFTER.match(block.prose, after) or shapes.is_sentence(block.prose[start:stop].rstrip(".")):
        return None
    whole = _titled(block, index, start, stop)
    return whole if whole and shapes.is_title_case(whole.text) and len(shapes.words(whole.text)) >= 3 else None


def _titled(block: Block, index: int, start: int, end: int) -> Field | None:
    start, end = trim(block.prose, start, end, " \t.,;")
    found = field(block, index, start, end)
    return found if shapes.is_title_like(found.text) and len(shapes.words(found.text)) >= 3 else None


def _links(block: Block, index: int, key: _Key, *, own: bool) -> tuple[Field, ...]:
    """Return the addresses of the paper: the key's link, and for a paper that leads its block all that lead to it."""
    found: list[Field] = []
    if key.link is not None and key.link.kind is LinkKind.INLINE and "://" in key.link.target:
        found.append(Field(key.link.target, index, key.link.start, key.link.end))
    for link in block.links if own else ():
        if link is key.link or link.kind in (LinkKind.IMAGE, LinkKind.WIKI, LinkKind.FOOTNOTE):
            continue
        text = block.prose[link.start : link.end]
        leads = read_link(link.target).role in (Role.PAPER, Role.CODE, Role.PROJECT)
        if leads and len(shapes.words(text)) <= 2 and not is_key(text, strict=False):
            found.append(Field(link.target, index, link.start, link.end))
    return tuple(dict.fromkeys(found))


def _tags(page: Page, index: int) -> tuple[Field, ...]:
    found: list[Field] = []
    for at in _blocks(page, index):
        block = page.note.blocks[at]
        found += [
            Field(block.prose[mark.start : mark.end].lstrip("#"), at, mark.start, mark.end)
            for mark in block.marks
            if mark.kind is MarkKind.TAG
        ]
    return tuple(found)


def _blocks(page: Page, index: int) -> tuple[int, ...]:
    below = [
        at
        for at in range(index + 1, min(index + 40, len(page.note.blocks)))
        if page.note.blocks[at].parent == index and page.note.blocks[at].kind is BlockKind.PARAGRAPH
    ]
    return (index, *below) if page.note.blocks[index].kind is BlockKind.ITEM else (index,)
