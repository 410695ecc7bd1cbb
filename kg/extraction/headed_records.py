"""Records of which the heading above says the title."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from kg.extraction import align, names, shapes
from kg.extraction.entries import Entry, fields_of
from kg.extraction.outline import Role, blocks_above, role_of
from kg.model import BlockKind, Note

_BYLINE = re.compile(r"\W{0,3}(?:by|von|par|por|di|door|av)\s{1,2}(?=[^\W\d_])", re.IGNORECASE)
"""What stands before the authors below the title of their work, which no other words of the record can be then."""
_FEWEST = 2
"""Words of a title, and authors of a paper."""


def titled(note: Note, found: Sequence[Entry]) -> list[Entry]:
    """Give records without a title the heading above, if it has no other record below it.

    The last author may have been taken for the title, where the authors end in a full stop. Others lose a heading that
    says nothing of them and has more records below it: what stands there is about each of these.
    """
    above = Counter(at for entry in found for at in blocks_above(note, entry.anchor.block))
    found = [_below(note, entry, above) for entry in found]
    parents = Counter(note.blocks[min(entry.blocks)].parent for entry in found if entry.blocks)
    used = {at for entry in found for at in entry.blocks}
    named = (_titled(note, entry, parents, used) for entry in found)
    return [entry for entry in named if entry.anchor not in entry.authors]


def _below(note: Note, entry: Entry, above: Counter[int]) -> Entry:
    """Return an entry without what its record begins with and says none of its fields, but is about others, too.

    That is a heading with other records below it, or a paragraph above an item that does not announce it.

    Args:
        note: the note.
        entry: a record of it.
        above: how many records stand below each heading and item.
    """
    first, *rest = sorted(entry.blocks) or (0,)
    block = note.blocks[first]
    if not rest or first == entry.anchor.block or any(field.block == first for field in fields_of(entry)):
        return entry
    own = first in blocks_above(note, entry.anchor.block)
    headed = block.kind is BlockKind.HEADING and above[first] > own
    unannounced = block.kind is BlockKind.PARAGRAPH and not block.prose.rstrip().endswith((":", "："))
    if not headed and not (unannounced and note.blocks[entry.anchor.block].kind is BlockKind.ITEM):
        return entry
    remarks = tuple(remark for remark in entry.remarks if remark.block != first)
    return replace(entry, blocks=tuple(rest), remarks=remarks)


def _titled(note: Note, entry: Entry, parents: Counter[int | None], used: set[int]) -> Entry:
    first = min(entry.blocks, default=0)
    above = first - 1
    named = entry.title is not None and names.looks_like_person(entry.title.text)
    byline = _BYLINE.match(note.blocks[first].prose)
    bylined = byline is not None and any((first, byline.end()) == (one.block, one.start) for one in entry.authors)
    called = entry.citekey or entry.short or entry.anchor in entry.links or (entry.title is not None and not named)
    if first == 0 or above in used or (called and not bylined):
        return entry
    heading, block = note.blocks[above], note.blocks[first]
    authors = (*entry.authors, *([entry.title] if entry.title is not None and named else []))
    dated = entry.year or entry.venue or entry.links
    if (
        heading.kind is not BlockKind.HEADING
        or block.kind is not BlockKind.PARAGRAPH
        or parents[above] != 1
        or role_of(heading) is not Role.TOPIC
        or len(authors) < _FEWEST
        or authors[0].block != first
        or not dated
        or len(shapes.words(heading.prose)) < _FEWEST
        or (entry.title is not None and entry.title.text.casefold() == heading.prose.strip().casefold())
    ):
        return entry
    title = align.field(heading, above, *align.trim(heading.prose, 0, len(heading.prose), " \t\n*_"))
    return replace(
        entry,
        anchor=title,
        title=title,
        authors=authors,
        blocks=(above, *entry.blocks),
        complete=entry.complete is not False,
    )
