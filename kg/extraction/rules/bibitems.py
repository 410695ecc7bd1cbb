r"""Entries of a LaTeX bibliography, `\bibitem{key} Authors. \newblock Title. \newblock In {\em Venue}, Year.`, pasted.

BibTeX divides what it prints by `\newblock`: authors, title, the rest. An entry may run over several paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kg.extraction import align
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.records.references import read_each
from kg.model import BlockKind

NAME = "bibitem"

_KEY = re.compile(r"\\bibitem\s*(?:\[[^\[\]]{0,200}\])?\s*\{([^{}\s]{1,100})\}")
_DIVIDER = re.compile(r"\\newblock\b")
_COMMAND = re.compile(r"\\[a-zA-Z]+\s?|[{}~]")
_EMPHASIS = re.compile(r"\{\\(?:em|it|emph)\s+([^{}]{2,200})\}|\\(?:emph|textit)\{([^{}]{2,200})\}")
_FEWEST, _MOST_BLOCKS = 3, 12
"""Parts of an entry, and the paragraphs that it may run over."""


def find(page: Page) -> Iterable[Entry]:
    r"""Find the entries, which most styles divide by `\newblock`."""
    found: list[tuple[Field, list[Field]]] = []
    for index, block in enumerate(page.note.blocks):
        if "\\bibitem" not in block.prose or page.taken(index) or block.kind is BlockKind.CODE:
            continue
        keys = list(_KEY.finditer(block.prose))
        for number, key in enumerate(keys):
            last = number + 1 == len(keys)
            end = len(block.prose) if last else keys[number + 1].start()
            ranges = [Field("", index, key.end(), end), *(_following(page, index) if last else ())]
            parts = [part for whole in ranges for part in _divided(page, whole)]
            if parts:
                found.append((Field(key[1], index, *key.span(1)), parts))
    for (named, parts), entry in zip(found, read_each(page.note, [parts for _, parts in found]), strict=True):
        if entry is not None and len(parts) >= _FEWEST:
            yield _tidy(page, entry, parts, named)
        elif entry is not None and (entry.title or entry.links):
            blocks = tuple(dict.fromkeys((named.block, *entry.blocks)))
            title, venue = (field and _plain(field) for field in (entry.title, entry.venue))
            entry = replace(entry, rule=NAME, authors=tuple(map(_plain, entry.authors)), venue=venue)
            yield replace(entry, anchor=title or entry.anchor, title=title, citekey=named, blocks=blocks)


def _following(page: Page, index: int) -> Iterator[Field]:
    """Yield the paragraphs below that still belong to the entry: until the next entry, or what is no paragraph."""
    for at in range(index + 1, min(index + 1 + _MOST_BLOCKS, len(page.note.blocks))):
        block = page.note.blocks[at]
        if block.kind is not BlockKind.PARAGRAPH or _KEY.search(block.prose) or "\\end{" in block.prose:
            return
        yield Field("", at, 0, len(block.prose))


def _divided(page: Page, whole: Field) -> Iterator[Field]:
    prose, start = page.note.blocks[whole.block].prose, whole.start
    for divider in [*_DIVIDER.finditer(prose, whole.start, whole.end), None]:
        first, last = align.trim(prose, start, divider.start() if divider else whole.end)
        if first < last:
            yield Field("", whole.block, first, last)
        start = divider.end() if divider else whole.end


def _tidy(page: Page, entry: Entry, parts: list[Field], key: Field) -> Entry:
    """Give an entry its key, the title that its second part is, and the venue in italics behind it."""
    second, *others = parts[1:]
    block = page.note.blocks[second.block]
    title = align.field(block, second.block, *align.trim(block.prose, second.start, second.end, " \n.,{}"))
    blocks = tuple(dict.fromkeys((key.block, *entry.blocks)))
    italics = [_EMPHASIS.search(page.note.blocks[part.block].prose, part.start, part.end) for part in others]
    set_off = [
        align.field(page.note.blocks[part.block], part.block, *found.span(found.lastindex or 0))
        for part, found in zip(others, italics, strict=True)
        if found is not None
    ]
    venue = next(iter(set_off), _plain(entry.venue) if entry.venue is not None else None)
    title = _plain(title)
    return replace(entry, rule=NAME, anchor=title, title=title, venue=venue, citekey=key, remarks=(), blocks=blocks)


def _plain(field: Field) -> Field:
    return replace(field, text=align.one_line(_COMMAND.sub("", field.text)))
