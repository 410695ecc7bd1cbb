"""Citation keys: `AnnaMcKay2025ICLR+`, `vaswani2017attention`, `[@smith2020]`, `[[JaneRoe2017NeurIPS|Transformer]]`.

A key that leads its line introduces the paper there: the words before it are its short name, the links and tags of the
block are its own. A key inside a sentence is a mention in passing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kg import lexicons
from kg.extraction import dates, shapes
from kg.extraction.align import one_line, trim
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.key_forms import is_key
from kg.extraction.key_places import Key, find_keys, read_parts
from kg.extraction.records import fields as records
from kg.extraction.records.labels import part_of
from kg.links import Role, read_link
from kg.model import Block, BlockKind, LinkKind, MarkKind

NAME = "citation-key"
_MANY = 3
_SENTENCE = re.compile(r"\]{0,2}(?:\s\[[^\[\]]{1,20}\])?\s[a-z][^.!?]{3,}[.!?]\s")
"""The rest of a sentence that begins with a key."""
_TOGETHER = re.compile(r"\s{0,3}(?:[,;&/+]|and|und|et|y)\s{0,3}(?:(?:and|und|et|y)\s{1,3})?")
"""What divides the keys of one citation."""
_LEAD_WORDS = lexicons.words("word before key")
_DONE_WITH = lexicons.words("reading word")
"""What people write before the paper that they do it with, and no name of it."""


def find(page: Page) -> Iterable[Entry]:
    """Find each citation key of a note as a paper, but for those that name the paper of a record."""
    read = (entry.citekey for entry in page.entries if entry.rule == records.NAME)
    named = {(key.block, key.start) for key in read if key is not None}
    for index, keys in find_keys(page.note).items():
        block = page.note.blocks[index]
        alone = len(keys) == 1 or not (_are_cited_together(block, *keys[:2]) or _are_narrated(block, *keys[:2]))
        for number, key in enumerate(keys):
            if (index, key.start) not in named:
                yield _entry(page, index, key, leads=number == 0 and alone and not page.taken(index))


def _entry(page: Page, index: int, key: Key, *, leads: bool) -> Entry:
    block = page.note.blocks[index]
    named = read_parts(index, key)
    short = None if key.shown else _label(block, index, key)
    lead = _lead(block, index, key) if leads and not _is_cited(block, key) else None
    own = lead is not None
    if own and lead and lead.text:
        short = lead
    return Entry(
        rule=NAME,
        anchor=named.place,
        confidence=0.98 if own else 0.9,
        short=short,
        citekey=named.place,
        rating=named.rating,
        authors=named.authors,
        complete=False if named.authors else None,
        year=named.year,
        venue=named.venue,
        links=_links(block, index, key, own=own),
        tags=_tags(page, index) if own else (),
        blocks=_blocks(page, index) if own else (index,),
        listed=own,
    )


def _are_cited_together(block: Block, first: Key, second: Key) -> bool:
    """Return whether two keys are cited by one sentence, or are in the same brackets or with only a divider between."""
    between = block.prose[first.outer[1] : second.outer[0]]
    bracketed = block.prose.startswith(("[", "\\"), first.outer[0])
    runs_on = bracketed and between.lstrip(" \t)")[:1].islower() and "\n" not in between
    return first.outer == second.outer or runs_on or bool(_TOGETHER.fullmatch(between))


def _are_narrated(block: Block, first: Key, second: Key) -> bool:
    """Return whether two keys are cited by sentences of a paragraph of which the first is the subject of one."""
    between = block.prose[first.outer[1] : second.outer[0]]
    return block.kind is BlockKind.PARAGRAPH and "\n" not in between and _SENTENCE.match(between) is not None


def _is_cited(block: Block, key: Key) -> bool:
    """Return whether a key in brackets is in a sentence: words before it, and small letters or a full stop behind."""
    start, end = key.outer
    wiki = key.link is not None and key.link.kind is LinkKind.WIKI
    opens = wiki or block.prose.startswith(("\\", "["), start)
    before = block.prose[block.prose.rfind("\n", 0, start) + 1 : start].strip(" \t~")
    behind = block.prose[end:].lstrip(" \t)")
    runs_on = behind[:1].islower() or behind[:1] in {",", ";"}
    words = before.split()
    if wiki and {word.casefold().strip(",.:") for word in words} <= _DONE_WITH:
        return False
    closes = behind.startswith(".") and any(word[0].islower() for word in words[1:])
    return opens and bool(before) and (runs_on or (closes and (block.kind is not BlockKind.ITEM or len(words) > _MANY)))


def _label(block: Block, index: int, key: Key) -> Field | None:
    text = one_line(block.prose[key.start : key.end])
    return Field(text, index, key.start, key.end) if shapes.is_short_name(text) else None


def _lead(block: Block, index: int, key: Key) -> Field | None:
    """Return the words between the beginning of the line and its key when they can only be a name ("" when none)."""
    begin = block.prose.rfind("\n", 0, key.outer[0]) + 1
    start, end = trim(block.prose, begin, key.outer[0], " \t([:–—-•*|#>✅☑☐")
    text = one_line(block.prose[start:end])
    if not text:
        return Field("", index, key.start, key.end)
    parts = text.split()
    labelled = part_of(text) is not None or dates.leading(text, 0, len(text)) or not any(map(str.isalpha, text))
    if labelled or {part.casefold().strip(",.:") for part in parts} <= _DONE_WITH:
        return Field("", index, key.start, key.end)
    if begin > 0 or len(parts) > 5 or {p.casefold().strip(",.") for p in (parts[0], parts[-1])} & _LEAD_WORDS:
        return None
    if any(link.start < end and link.kind is not LinkKind.IMAGE for link in block.links if link.end <= key.outer[0]):
        return None
    if re.search(r"[;?!\"“”]|\.(?:\s|$)", text.rstrip(".")) or not (text[0].isalnum() and not text[0].islower()):
        return Field(text, index, start, end) if shapes.is_name_shaped(parts[0]) and len(parts) <= 3 else None
    return Field(text, index, start, end)


def _links(block: Block, index: int, key: Key, *, own: bool) -> tuple[Field, ...]:
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
            if mark.kind is MarkKind.TAG and not is_key(block.prose[mark.start + 1 : mark.end], strict=True)
        ]
    return tuple(found)


def _blocks(page: Page, index: int) -> tuple[int, ...]:
    below = [
        at
        for at in range(index + 1, min(index + 40, len(page.note.blocks)))
        if page.note.blocks[at].parent == index and page.note.blocks[at].kind is BlockKind.PARAGRAPH
    ]
    return (index, *below) if page.note.blocks[index].kind is BlockKind.ITEM else (index,)
