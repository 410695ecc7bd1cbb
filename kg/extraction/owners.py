"""What each block of a note is about: the paper or the session that it stands under."""

from __future__ import annotations

import re
from collections.abc import Container

from kg.extraction import align, annotated
from kg.extraction.entries import Entry, Occasion, Page
from kg.extraction.outline import Role, blocks_above, role_of
from kg.model import Block, BlockKind, LinkKind, Note
from kg.text import file_title, name_key

_READING = re.compile(r"(?:the |this week['’]s |today['’]s )?(?:readings?|papers?|articles?)", re.IGNORECASE)
_SECTIONS = 3
"""Sections of notes on one reading."""
_LEADS = re.compile(r"[^\W\d_]{2}[^\n:]*\Z")
"""Words on the line before a paper that lead to it, and are no label."""
_SENTENCE = re.compile(r"[^\W\d_]{3}[.!?]\s")


def of(page: Page) -> dict[int, Entry]:
    """Return the paper that each block is about; a block with several papers is about none of them alone.

    In a note about one paper that is every block but those about other papers, and the references.
    """
    own: dict[int, list[Entry]] = {}
    subject = subject_of(page)
    for entry in page.entries:
        if entry.listed and not (subject is not None and _in_a_sentence(page.note, entry)):
            for at in dict.fromkeys((*entry.blocks, entry.anchor.block)):
                own.setdefault(at, []).append(entry)
    owners = annotated.below_references(page.note, own)
    for index, block in enumerate(page.note.blocks):
        if index in own:
            if len(own[index]) == 1:
                owners[index] = own[index][0]
        elif block.parent in owners and index not in owners:
            owners[index] = owners[block.parent]
    if subject is None:
        return owners
    left = (at for at in range(len(page.note.blocks)) if at not in own)
    rest = (at for at in left if not _is_elsewhere(page.note, at))
    return {**dict.fromkeys(rest, subject), **owners}


def _in_a_sentence(note: Note, entry: Entry) -> bool:
    """Return whether a paper is named by a sentence of a paragraph, that says something before it."""
    block = note.blocks[entry.anchor.block]
    places = [field for field in (entry.anchor, entry.title, *entry.authors) if field is not None]
    before = block.prose[: min(place.start for place in places if place.block == entry.anchor.block)]
    leads = block.kind is BlockKind.PARAGRAPH and _LEADS.search(before) is not None
    return leads or (block.kind in (BlockKind.PARAGRAPH, BlockKind.ITEM) and _SENTENCE.search(before) is not None)


def subject_of(page: Page) -> Entry | None:
    """Return the paper that a note is about: as its head says, or the only one, when the note has its name."""
    listed = [entry for entry in page.entries if entry.listed]
    whole = [entry for entry in listed if entry.whole]
    if whole:
        titled = [entry for entry in whole if entry.title is not None] or whole[:1]
        return titled[0] if len(titled) == 1 else None
    read = _read(page)
    if read is not None or len(listed) != 1:
        return read
    names = {name_key(page.note.title), name_key(file_title(page.note.id))}
    called = [field.text for field in (listed[0].title, listed[0].short, listed[0].citekey) if field is not None]
    called += [text.partition(":")[0] for text in called]
    return listed[0] if names & {name_key(text) for text in called} - {""} else None


def _read(page: Page) -> Entry | None:
    """Return the first paper below the heading `Reading`, where the other sections are notes on it."""
    blocks = page.note.blocks
    headings = [at for at, block in enumerate(blocks) if block.kind is BlockKind.HEADING]
    highest = min((blocks[at].level for at in headings), default=0)
    top = [at for at in headings if blocks[at].level == highest]
    if len(top) < _SECTIONS or _READING.fullmatch(blocks[top[0]].prose.strip(" :.*_")) is None:
        return None
    if any(role_of(blocks[at]) not in (Role.FUNCTIONAL, Role.REFERENCES) for at in top[1:]):
        return None
    first = [entry for entry in page.entries if entry.listed and top[0] < entry.anchor.block < top[1]]
    return min(first, key=lambda entry: (entry.anchor.block, entry.anchor.start), default=None)


def _is_elsewhere(note: Note, index: int) -> bool:
    """Return whether a block stands below the heading of a list of references, or one that links to something else."""
    for at in (index, *blocks_above(note, index)):
        block = note.blocks[at]
        if block.kind is BlockKind.HEADING:
            linked = [link for link in block.links if link.kind is LinkKind.INLINE and "://" in link.target]
            shown = [block.prose[link.start : link.end].strip() for link in linked]
            if role_of(block) is Role.REFERENCES or (at > 0 and shown == [block.prose.strip()]):
                return True
    return False


def passing(page: Page, about: Container[int]) -> dict[int, tuple[Entry, ...]]:
    """Return the papers that each block calls by a name or title, where it is about none of them.

    Args:
        page: the note with its papers.
        about: the blocks that are about a paper.
    """
    found: dict[int, list[Entry]] = {}
    for entry in page.entries:
        called = entry.short or entry.title
        if called is not None and called.block not in about:
            found.setdefault(called.block, []).append(entry)
    return {at: tuple(entries) for at, entries in found.items()}


def of_occasions(page: Page) -> tuple[dict[int, Occasion], dict[int, tuple[Entry, ...]]]:
    """Return the occasions by the block that is theirs alone, or their heading, and the papers of each heading."""
    blocks = page.note.blocks
    begun = [min(place.block for place in (one.title, *one.others)) for one in page.occasions]
    held: dict[int, Occasion] = {}
    for at, occasion in zip(begun, page.occasions, strict=True):
        if blocks[at].kind is BlockKind.HEADING or begun.count(at) == 1:
            held.setdefault(at, occasion)
    headed = {at for at in held if blocks[at].kind is BlockKind.HEADING}
    featured: dict[int, list[Entry]] = {}
    for entry in page.entries:
        above: int | None = entry.first_block
        while entry.listed and above is not None and above not in headed:
            above = blocks[above].parent
        if above is not None and above in headed:
            featured.setdefault(above, []).append(entry)
    return held, {at: tuple(entries) for at, entries in featured.items()}


_LABELLED, _FEW = re.compile(r"\W{0,4}[\w ()/-]{2,25}\s?[:：]"), 5


def first_line(block: Block, at: int) -> int:
    """Return where the lines of a paper begin: behind what a sentence on a line above it tells of something else."""
    own = block.prose.rfind("\n", 0, max(at, 0)) + 1
    above = (block.prose[slice(*line)] for line in align.lines(block, 0, own))
    told = block.kind is BlockKind.PARAGRAPH and any(
        len(one.split()) > _FEW and not _LABELLED.match(one) for one in above
    )
    return own if told else 0
