"""Lines that name several papers by links: `Prefix nets ([Roe 2019](...)) and lake nets ([Lind 2020](...))`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace

from kg.extraction import align, shapes
from kg.extraction.citation_forms import whole
from kg.extraction.linking import is_link_label
from kg.extraction.ranges import links_near
from kg.extraction.records.lines import Line
from kg.extraction.records.surroundings import Setting
from kg.extraction.records.venues import is_paged
from kg.links import Role, read_link
from kg.model import Link, LinkKind


def pieces_of(setting: Setting) -> dict[int, tuple[list[Line], int]]:
    """Cut each line, or cell of a table, that names several papers by links, before these links.

    Returns:
        The pieces of a line by its number, and how many papers its line or cell names.
    """
    links = {n: named for n in range(len(setting.lines)) if (named := _paper_links(setting, n))}
    cells: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for n in links:
        line = setting.lines[n]
        cells[(line.index, line.level) if line.kind in "rR" else (line.index, line.level, n)].append(n)
    found: dict[int, tuple[list[Line], int]] = {}
    for numbers in cells.values():
        count = len({key for n in numbers for key in links[n]})
        found |= {n: (_stretches(setting, n, links[n].values()), count) for n in numbers if count > 1}
    return found


def _paper_links(setting: Setting, number: int) -> dict[str, Link]:
    """Return the links of a line whose text names a paper, by the key of the paper.

    Authors and a year name one where a line begins with them: `[Roe 2019](...): a title`. They stand behind the name
    elsewhere: `Prefix nets ([Roe 2019](...)) and lake nets ([Lind 2020](...))`.
    """
    line = setting.lines[number]
    block = setting.note.blocks[line.index]
    named: dict[str, Link] = {}
    behind = False
    for link in links_near(block, line.start, line.end):
        if line.start <= link.start < line.end and link.kind is LinkKind.INLINE:
            shown, address = block.prose[link.start : link.end], read_link(link.target)
            behind = behind or (not named and shapes.has_words(block.prose[line.start : link.start], 0, 1))
            cites = behind and whole(shown, 0, len(shown)) is not None
            says = len(shown.split()) > 1 and not is_link_label(shown) and not cites
            if says and address.role is Role.PAPER and address.key:
                named.setdefault(address.key, link)
    return named


def _stretches(setting: Setting, number: int, links: Collection[Link]) -> list[Line]:
    """Cut a line before each of some links; what stands before the first is left out, but for a reference to it."""
    line = setting.lines[number]
    prose = setting.note.blocks[line.index].prose
    starts = sorted(link.start for link in links)
    if any(link.start == starts[0] and is_paged(prose[link.start : link.end]) for link in links):
        starts[0] = line.start  # `Lind, A. (1999). A title. [Oikos, 17-19](...)`
    ends = [*starts[1:], line.end]
    return [
        replace(line, start=first, end=last)
        for first, last in (align.trim(prose, start, end) for start, end in zip(starts, ends, strict=True))
    ]
