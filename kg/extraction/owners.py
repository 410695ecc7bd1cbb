"""What each block of a note is about: the paper or the session that it stands under."""

from __future__ import annotations

from kg.extraction.entries import Entry, Occasion, Page
from kg.model import BlockKind


def of(page: Page) -> dict[int, Entry]:
    """Give the paper that each block is about; a block with several papers is about none of them alone."""
    own: dict[int, list[Entry]] = {}
    for entry in page.entries:
        if entry.listed:
            for at in dict.fromkeys((*entry.blocks, entry.anchor.block)):
                own.setdefault(at, []).append(entry)
    owners: dict[int, Entry] = {}
    for index, block in enumerate(page.note.blocks):
        if index in own:
            if len(own[index]) == 1:
                owners[index] = own[index][0]
        elif block.parent in owners:
            owners[index] = owners[block.parent]
    return owners


def passing(page: Page) -> dict[int, tuple[Entry, ...]]:
    """Give the papers that each block calls by a name or title, where it is about none of them."""
    about = of(page)
    found: dict[int, list[Entry]] = {}
    for entry in page.entries:
        called = entry.short or entry.title
        if called is not None and called.block not in about:
            found.setdefault(called.block, []).append(entry)
    return {at: tuple(entries) for at, entries in found.items()}


def of_occasions(page: Page) -> tuple[dict[int, Occasion], dict[int, tuple[Entry, ...]]]:
    """Give the occasions by heading, and the papers of each."""
    blocks = page.note.blocks
    held: dict[int, Occasion] = {}
    for occasion in page.occasions:
        at = min(place.block for place in (occasion.title, *occasion.others))
        if blocks[at].kind is BlockKind.HEADING:
            held.setdefault(at, occasion)
    featured: dict[int, list[Entry]] = {}
    for entry in page.entries:
        above: int | None = entry.blocks[0] if entry.blocks else entry.anchor.block
        while entry.listed and above is not None and above not in held:
            above = blocks[above].parent
        if above is not None and above in held:
            featured.setdefault(above, []).append(entry)
    return held, {at: tuple(entries) for at, entries in featured.items()}
