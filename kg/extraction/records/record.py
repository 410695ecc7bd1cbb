"""A record as one text: the lines of one paper put together, with the way back to the blocks of the note."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import attrgetter

from kg.extraction import align
from kg.extraction.citation_forms import whole
from kg.extraction.citations.reading import HANGING
from kg.extraction.citations.tokens import Token
from kg.extraction.entries import Field
from kg.extraction.linking import is_link_label
from kg.extraction.network import Group
from kg.extraction.ranges import links_near, marks_near
from kg.extraction.records.lines import Line, read_lines
from kg.extraction.records.looks import Look, look_at
from kg.extraction.records.surroundings import sort_of
from kg.extraction.records.venues import title_behind_names
from kg.model import Block, BlockKind, Link, LinkKind, Mark, MarkKind, Note, Segment

_MARKS = {MarkKind.EM: "em", MarkKind.STRONG: "strong", MarkKind.CODE: "code", MarkKind.TAG: "tag"}
_SORTS = {"em": MarkKind.EM, "strong": MarkKind.STRONG}
_LINKS = (LinkKind.INLINE, LinkKind.WIKI, LinkKind.IMAGE)
_NARROW, _WIDE = 55, 105
"""Characters to which, at least and at most, people wrap lines."""
_SHORT_REFERENCE = re.compile(
    r"(?P<first>[^\W\d_][\w'’-]{1,30})[^=:\n\d]{0,80}(?:19|20)\d\d[a-z]?(?:\s{0,2}[=:]\s{1,3}|(?=[A-Z][a-z]))(?=\S)"
)
_SIGNAL = re.compile(
    r"(?:[Vv]gl\.|[Ss]iehe|[Cc]fr?\.|[Cc]onfer|[Vv]oir|[Vv]éase|[Vv]edi|[Сс]м\.|[Сс]р\.)"
    r"(?: (?:auch|dazu|hierzu|etwa|z\. ?B\.|also|aussi|notamment|también|anche|также))*,? (?=[^\W\d_a-z])"
)
"""What refers to a work in a footnote: `Vgl. dazu Lind, ...`."""
_NEAR = 60
"""Characters of a reference in which the first family name stands."""
_START = attrgetter("start")
Marks = tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True)
class Record:
    r"""The lines of one paper as a text, lines divided by `\\n`."""

    note: Note
    lines: tuple[Line, ...]
    looks: tuple[Look, ...]
    text: str
    starts: tuple[int, ...]
    """Where each line begins in the text."""
    marks: Marks
    """Runs that the layout sets off: `em`, `strong`, `code`, `tag`, the text of a `link`, a `known` label of one, a
    whole `reference` that one shows."""

    def place(self, start: int, end: int) -> Field:
        """Return a range of the text as a field of the block it stands in; a longer one ends with its first block."""
        number = self.line_at(start)
        line, begin = self.lines[number], self.starts[number]
        last = self.lines[self.line_at(max(start, end - 1))]
        stop = end
        if last.index != line.index:
            for later in range(number + 1, len(self.lines)):
                if self.lines[later].index != line.index:
                    stop = self.starts[later] - 1
                    break
            last = line
            return align.field(
                self.note.blocks[line.index],
                line.index,
                line.start + start - begin,
                self._inside(stop - 1) + 1,
                align.one_line(self.text[start:end]),
            )
        return align.field(
            self.note.blocks[line.index], line.index, line.start + start - begin, self._inside(stop - 1) + 1
        )

    def line_at(self, place: int) -> int:
        """Return the number of the line in which a place of the text lies."""
        return bisect_right(self.starts, place, 1) - 1

    def tokens_by_line(self, tokens: Sequence[Token]) -> list[range]:
        """Return which tokens of the text, in their order, stand on each line."""
        begins = [bisect_left(tokens, start, key=_START) for start in self.starts[1:]]
        return [range(*ends) for ends in pairwise([0, *begins, len(tokens)])]

    def line_end(self, line: int) -> int:
        """Return the place of the text where a line ends: where the next one begins."""
        return self.starts[line + 1] if line + 1 < len(self.starts) else len(self.text)

    def parted(self) -> frozenset[int]:
        """Return the lines that begin another block or cell than the line before, or were broken on purpose."""
        widest: dict[int, int] = {}
        for line in self.lines:
            widest[line.index] = max(widest.get(line.index, 0), line.end - line.start)
        return frozenset(n for n in range(1, len(self.lines)) if self._parts(n, widest[self.lines[n].index]))

    def _parts(self, number: int, widest: int) -> bool:
        line, last = self.lines[number], self.lines[number - 1]
        if line.index != last.index:
            return True
        if line.kind in "rR" and "\t" in self.note.blocks[line.index].prose[last.end : line.start]:
            return True
        block = self.note.blocks[line.index]
        links, marks = links_near(block, line.start, line.start), marks_near(block, line.start, line.start)
        around = (*((one.start, one.end) for one in links), *((one.start, one.end) for one in marks))
        if any(start < line.start < end for start, end in around):
            return False  # a link or a mark goes on over the break
        shown, before = self.looks[number].text, last.end - last.start
        if not shown[:1].isupper() or _goes_on(self.looks[number - 1], self.looks[number]):
            return False
        fits = self._width(last) + 1 + len(shown.split(" ", 1)[0]) <= max(widest, _NARROW)
        return fits or before > _WIDE

    def _width(self, line: Line) -> int:
        """Return how many characters of the note a line takes, with the addresses of its links."""
        if line.start >= line.end:
            return 0
        first, last = self.note.blocks[line.index].source(line.start, line.end)
        return last - first

    def _inside(self, place: int) -> int:
        """Return the place in its block of a place of the text."""
        number = self.line_at(place)
        return self.lines[number].start + place - self.starts[number]

    def links(self) -> Iterator[tuple[int, Link]]:
        """Yield the links of the record with the number of the line they begin on, in order."""
        for number, line in enumerate(self.lines):
            for link in links_near(self.note.blocks[line.index], line.start, line.end):
                if line.start <= link.start < line.end or link.start == link.end == line.end:
                    yield number, link

    def addresses(self) -> Iterator[tuple[int, int]]:
        """Yield the ranges of the text that are addresses."""
        for number, link in self.links():
            if link.kind is LinkKind.BARE and link.start < link.end:
                shift = self.starts[number] - self.lines[number].start
                yield link.start + shift, link.end + shift

    def layout(self) -> tuple[Group, ...]:
        """Spell out, for each line, what the layout says of its tokens."""
        sorts = [sort_of(look) for look in self.looks]
        first = self.lines[0]
        parts = {str(look.labels[0].part) for look in self.looks if look.labels}
        whole = (
            f"rec{first.kind}{min(len(self.lines), 4)}",
            f"rect{'title' in parts:d}{'authors' in parts:d}{first.kind}",
            f"recb{self.looks[0].bold > 1:d}{bool(self.looks[0].named):d}{first.kind}",
        )
        found = []
        for number, line in enumerate(self.lines):
            depth = 0 if line.kind.lower() == first.kind.lower() and line.level == first.level else 1
            depth += line.kind in "iI" and first.kind in "iI" and line.level > first.level + 1
            place = min(number, 4)
            before = sorts[number - 1] if number else "-"
            behind = sorts[number + 1] if number + 1 < len(sorts) else "-"
            look = self.looks[number]
            found.append(
                (
                    *whole,
                    f"ln{place}",
                    f"ln{place}of{min(len(self.lines), 4)}",
                    f"lk{line.kind}{depth}",
                    f"ls{sorts[number]}",
                    f"ls{sorts[number]}{place}",
                    f"lk{line.kind}{depth}{sorts[number]}",
                    f"l<{before}|{sorts[number]}",
                    f"l>{behind}|{sorts[number]}",
                    f"lt{look.told:d}{look.title:d}{look.capitals:d}{place}",
                    f"lw{min(look.words // 4, 8)}",
                    f"lr{look.roles}{place}",
                )
            )
        return tuple(found)

    def citations(self) -> Iterator[tuple[int, int, int]]:
        """Yield the texts of links that are authors and a year, `[Roe et al., 2019](...)`: from, to, the first name."""
        for start, end, sort in self.marks:
            found = whole(self.text, start, end) if sort == "link" else None
            if found is not None:
                yield start, end, found.start

    def references(self) -> Iterator[tuple[int, int]]:
        """Yield the names of the authors in the texts of links that are references: from, to where the title begins."""
        for start, end, sort in self.marks:
            title = title_behind_names(self.text[start:end]) if sort == "reference" else None
            if title is not None:
                yield start, start + title

    def labelled(self) -> tuple[tuple[int, int, str], ...]:
        """Return what each label holds for: its own range as `label`, and its value by the name of its part.

        A value goes on over wrapped lines and lines below, up to the next label.
        """
        found: list[tuple[int, int, str]] = []
        for number, look in enumerate(self.looks):
            line, begin = self.lines[number], self.starts[number]
            for label in look.labels:
                start, end = begin + label.start - line.start, begin + label.end - line.start
                if found:
                    found[-1] = (found[-1][0], min(found[-1][1], start), found[-1][2])
                found.append((start, end, "label"))
                found.append((end, len(self.text), str(label.part)))
        return tuple(item for item in found if item[0] < item[1])


def make_record(note: Note, lines: tuple[Line, ...], looks: tuple[Look, ...]) -> Record:
    """Put the lines of a record together, without a short reference before the whole one: `Li 2019 = Li, A., ...`."""
    whole = _behind_lead(note, lines[0]) if lines else None
    if whole is not None:
        lines, looks = (whole, *lines[1:]), (look_at(note, whole), *looks[1:])
    pieces, starts, marks, at = [], [], [], 0
    for line in lines:
        block = note.blocks[line.index]
        pieces.append(block.prose[line.start : line.end].replace("\n", " "))
        starts.append(at)
        shift = at - line.start
        marks += [
            (max(m.start, line.start) + shift, min(m.end, line.end) + shift, _MARKS[m.kind])
            for m in marks_near(block, line.start, line.end)
            if m.kind in _MARKS and m.start < line.end and line.start < m.end
        ]
        marks += [
            (k.start + shift, k.end + shift, _link_sort(block.prose[k.start : k.end].replace("\n", " "), k))
            for k in links_near(block, line.start, line.end)
            if line.start <= k.start < min(k.end, line.end) and k.kind in _LINKS
        ]
        at += line.end - line.start + 1
    return Record(note, lines, looks, "\n".join(pieces), tuple(starts), tuple(sorted(marks)))


def _behind_lead(note: Note, line: Line) -> Line | None:
    """Return the rest of a line that begins with a word that refers, or with families and year that come again."""
    prose = note.blocks[line.index].prose
    signal = _SIGNAL.match(prose, line.start, line.end) if line.kind in "fip" else None
    if signal is not None:
        return replace(line, start=signal.end())
    short = _SHORT_REFERENCE.match(prose, line.start, line.end)
    if short is None or short["first"] not in prose[short.end() : min(short.end() + _NEAR, line.end)]:
        return None
    return replace(line, start=short.end())


def reference_record(
    text: str, marks: Sequence[tuple[int, int, str]], kind: BlockKind = BlockKind.ITEM, level: int = 1
) -> Record:
    """Put a reference that stands in no note into an item of a list of its own."""
    block = Block(
        text,
        (Segment(0, len(text), 0, len(text)),),
        kind,
        level=level,
        group=level,
        marks=tuple(Mark(start, end, _SORTS[sort]) for start, end, sort in sorted(marks) if sort in _SORTS),
        links=tuple(
            Link(start, end, "https://kg.example/work", LinkKind.INLINE, 0, 1)
            for start, end, sort in sorted(marks)
            if sort == "link"
        ),
    )
    note = Note("reference", text, (block,))
    lines = tuple(read_lines(note))
    return make_record(note, lines, tuple(look_at(note, line) for line in lines))


def _link_sort(text: str, link: Link) -> str:
    if link.kind is LinkKind.IMAGE or is_link_label(text):
        return "known"
    if link.kind is LinkKind.WIKI:
        return "wiki"
    return "link" if title_behind_names(text) is None else "reference"


def _goes_on(look: Look, below: Look) -> bool:
    """Return whether a line ends amid a title: with a colon or a word that ends none, or the next one begins so."""
    last, first = look.text.rsplit(" ", 1)[-1], below.text.split(" ", 1)[0]
    open_end = (last.endswith(":") and len(look.text.split()) > 1) or last.casefold() in HANGING
    small = below.text.isupper() and look.text.isupper() and first.casefold() in HANGING
    return not look.labels and (open_end or small)
