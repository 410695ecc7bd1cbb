"""Lines that looked as if they held a paper and gave nothing: `kg report` lists them, so nothing is lost in silence."""

from __future__ import annotations

from kg.extraction import align
from kg.extraction.entries import Page
from kg.links import Role, find_identifiers, read_link
from kg.model import BlockKind, LinkKind, Problem, Span

CODE = "not-understood"


def find(page: Page) -> tuple[Problem, ...]:
    """Report each line with the address or the identifier of a paper that no rule has read."""
    read = {f.text for e in page.entries for f in e.links}
    problems: list[Problem] = []
    for index, block in enumerate(page.note.blocks):
        if block.kind in (BlockKind.CODE, BlockKind.RECORD) or page.taken(index):
            continue
        for link in block.links:
            if link.kind is LinkKind.IMAGE or link.target in read or read_link(link.target).role is not Role.PAPER:
                continue
            place = Span(page.note.id, link.source_start, link.source_end)
            problems.append(_problem(page, place, f"a link to a paper was not understood: {link.target[:120]}"))
            break
        else:
            for start, end, address in find_identifiers(block.prose):
                if address.canonical and address.canonical not in read:
                    place = align.span(page.note, align.field(block, index, start, end))
                    shown = block.prose[start:end][:120]
                    problems.append(_problem(page, place, f"the identifier of a paper was not understood: {shown}"))
                    break
    return tuple(problems)


def _problem(page: Page, place: Span, message: str) -> Problem:
    line, column = page.note.position(place.start)
    return Problem(CODE, message, page.note.id, place, line, column)
