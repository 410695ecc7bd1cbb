"""Words of a paper that a note quotes, told from what its writer says, and what is said of it put together as one text.

Quotations, marked text and exported highlights are words of the paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg.extraction import align
from kg.extraction.outline import Role, blocks_above, role_of
from kg.extraction.ranges import marks_near
from kg.links import PROGRAM
from kg.model import Block, BlockKind, MarkKind, Note, Span

Piece = tuple[int, int, int]
"""Block, start and end in its prose."""
_FEWEST = 5
"""Words that a quotation needs to be one of the paper; fewer are a name, or a word that somebody doubts."""
_QUOTED = re.compile(
    r"(?:■\s{0,2})?[\"“„«‟「](?P<words>[^\"”»」]{12,4000}?)[\"”“»」](?P<source>(?:\s*[(\[][^()\[\]\n]{1,80}[)\]])*)[.,;:]?"
)
_HIGHLIGHT = "highlight"
"""The kind of a quotation that is marked words, however few."""
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
"""Letters of scripts without spaces between words, of which a word has two or so."""
_CITED = re.compile(r"[\"”“»」]?(?:\s{0,3}[(\[][^()\[\]\n]{1,80}[)\]]){1,3}[.,;:]?")
"""The source behind a quotation: `(Lind et al., 2017, p. 3)`."""
_PAGED = re.compile(r"(?:\d{4}[a-k]?, |[(\[])(?:pp?|S)\. ?\d")
"""A page alone or behind a year: what is quoted from there is no title, however short."""
_SOURCE = re.compile(
    r"\s*(?:[(\[][^()\[\]\n]{1,80}[)\]]|[–—-]\s*p(?:age|p)?\.?\s*\d{1,4}|[\"”“»]\s*(?:[Pp]age|p\.)\s?\d{1,4})\s*$"
)
_SECTION = re.compile(
    r"\W*(?:(?:my|new|pdf|extracted|kindle|zotero|readwise)\s+)?(?:highlights?|quotes?|quotations?|excerpts?|"
    r"extracted annotations|zitate|textstellen|citations|extraits|citas|摘录|划线|引用)\b"
    r"(?:\s*\(.*\)|\s+(?:from|added)\b.*)?\W*",
    re.IGNORECASE,
)
_IN_PROGRAM = re.compile(rf"\s{{0,3}}\(?\[[^\[\]\n]{{1,40}}\]\((?:https://(?:read\.)?readwise\.io/|{PROGRAM})")
_MINE = re.compile(
    r"\s*(?:(?:my )?(?:notes?|comments?|thoughts?|remarks?|annotation)|notiz|anmerkung|kommentar|remarque|nota|"
    r"笔记|备注)"
    r"\s{0,2}:{1,2}\s*",
    re.IGNORECASE,
)


_STAMP = re.compile(r"(?:\s*—\s{1,3}Updated on [\d :-]{8,20})?(?:\s*—){1,2}\s{1,3}Group: #\w{1,60}\s*$")
"""Behind an annotation: when it was made, and for whom."""


def divide(note: Note, piece: Piece) -> tuple[list[Piece], list[Piece]]:
    """Divide a piece of what a note says of a paper into words of the paper and words of the note's writer."""
    index, start, end = piece
    block = note.blocks[index]
    stamp = _STAMP.search(block.prose, start, end)
    end = stamp.start() if stamp else end
    piece = (index, start, end)
    if block.kind is BlockKind.HEADING and _is_exported(note, index):  # a chapter: the program's own
        return [], []
    mine = _MINE.match(block.prose, start, end)
    if mine:
        return [], _said(block, index, mine.end(), end)
    if _is_prompt(block, start, end):
        return [], []
    quoted = [*_quotations(block, start, end)]
    if quoted:
        ends = [*(quotation.start for quotation in quoted[1:]), end]
        said = [_said(block, index, one.end, stop) for one, stop in zip(quoted, ends, strict=True)]
        return [(index, *one.words) for one in quoted], [one for some in said for one in some]
    sentence = _words(block.prose[start:end]) >= _FEWEST or block.info == _HIGHLIGHT or _is_led(note, piece)
    if _is_marked(block, start, end) or (sentence and (_is_quoted(block) or _is_exported(note, index))):
        return [(index, *_without_source(block, start, end))], []
    return [], [piece]


def _is_led(note: Note, piece: Piece) -> bool:
    """Return whether a link behind a piece leads to its place in a program: few words are a passage, too."""
    end = note.blocks[piece[0]].source(*piece[1:])[1]
    return _IN_PROGRAM.match(note.text, end) is not None


def _is_prompt(block: Block, start: int, end: int) -> bool:
    """Return whether a quoted line is a question that a form for notes puts, all in bold or italics."""
    if not block.quote or not block.prose[start:end].rstrip().endswith("?"):
        return False
    kinds = (MarkKind.STRONG, MarkKind.EM)
    return any(mark.kind in kinds and mark.start <= start and end <= mark.end for mark in marks_near(block, start, end))


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words in quotation marks, or marked, with which a line begins: the range with what gives their source."""

    start: int
    end: int
    words: tuple[int, int]


def _quotations(block: Block, start: int, end: int) -> Iterator[Quotation]:
    """Yield the quotations with which a piece and its further lines begin."""
    at: int | None = start
    while at is not None and at < end:
        found = _quotation(block, at, end)
        if found is None:
            return
        few = _words(block.prose[slice(*found.words)]) < _FEWEST
        if few and not _PAGED.search(block.prose, found.words[1], found.end):
            return
        yield found
        line = block.prose.find("\n", found.end, end)
        at = line + 1 if line >= 0 else None


def _quotation(block: Block, start: int, end: int) -> Quotation | None:
    quoted = _QUOTED.match(block.prose, start, end)
    if quoted is not None:
        return Quotation(start, quoted.end(), quoted.span("words"))
    for mark in marks_near(block, start, start + 1):
        if mark.kind is MarkKind.HIGHLIGHT and mark.start <= start < mark.end < end:
            source = _CITED.match(block.prose, mark.end, end)
            return Quotation(start, source.end() if source else mark.end, (start, mark.end))
    return None


def cited(block: Block) -> Sequence[Quotation]:
    """Return the quotations with which a block and its further lines begin, each with its source behind it."""
    return [
        one for one in _quotations(block, 0, len(block.prose)) if _CITED.fullmatch(block.prose, one.words[1], one.end)
    ]


def is_highlight(block: Block) -> bool:
    """Return whether a block begins with marked words, or is a quotation or a box of one."""
    marks = marks_near(block, 0, 1)
    return block.quote > 0 or any(mark.kind is MarkKind.HIGHLIGHT and mark.start == 0 for mark in marks)


def said_behind(block: Block, index: int, quotation: Quotation) -> list[Piece]:
    """Return what the writer of a note says behind a quotation, up to the end of its line."""
    line = block.prose.find("\n", quotation.end)
    return _said(block, index, quotation.end, line if line >= 0 else len(block.prose))


def _said(block: Block, index: int, start: int, end: int) -> list[Piece]:
    """Return what stands behind a quotation."""
    first, last = align.trim(block.prose, start, end, " \t\n–—-:;,|()")
    return [(index, first, last)] if any(c.isalpha() for c in block.prose[first:last]) else []


def _without_source(block: Block, start: int, end: int) -> tuple[int, int]:
    """Leave out the page and the links behind a quotation."""
    while found := _SOURCE.search(block.prose, start, end):
        if found.start() <= start:
            break
        end = found.start()
    return align.trim(block.prose, start, end, ' \t\n"“”„«»')


def _is_marked(block: Block, start: int, end: int) -> bool:
    """Return whether most of a piece is marked as with a highlighter."""
    marked = sum(
        max(0, min(mark.end, end) - max(mark.start, start))
        for mark in marks_near(block, start, end)
        if mark.kind is MarkKind.HIGHLIGHT
    )
    return marked * 5 >= (end - start) * 4


def _is_quoted(block: Block) -> bool:
    """Return whether a block is a quotation, and no callout, which is a box of the writer's own."""
    return block.quote > 0 and block.info.lower().partition("-")[0] in ("", "quote", "cite", "highlight")


def _is_exported(note: Note, index: int) -> bool:
    """Return whether a block stands in a section of highlights."""
    nested = note.blocks[index].kind is BlockKind.ITEM and note.blocks[index].level > 1
    for at in blocks_above(note, index):
        block = note.blocks[at]
        if block.kind is BlockKind.HEADING and _SECTION.fullmatch(block.prose):
            return not nested
        if block.kind is BlockKind.HEADING and role_of(block) is Role.FUNCTIONAL:
            return False
    return False


def _words(text: str) -> int:
    spaced = sum(part[0].isalpha() or part[-1].isalpha() for part in text.split())
    return max(spaced, len(_UNSPACED.findall(text)) // 2)


_LONGEST = 20_000
"""Characters; what is said beyond them is left out."""
_BETWEEN = " \t\r\n-*+>#.0123456789"
"""Signs between two pieces that are one place."""


def put_together(note: Note, pieces: Sequence[Piece]) -> tuple[str, tuple[Span, ...]]:
    """Return the text of pieces, with the line breaks of the note, and their places in the file.

    Args:
        note: that holds the pieces.
        pieces: in their order; those that follow each other are at one place.
    """
    return _joined(note, pieces), tuple(_places(note, pieces))


def _joined(note: Note, pieces: Sequence[Piece]) -> str:
    text, last = "", (-1, 0)
    for block, start, end in pieces:
        prose = note.blocks[block].prose
        same = block == last[0] and "\n" not in prose[last[1] : start]
        lines = (" ".join(line.split()) for line in prose[start:end].split("\n"))
        text += (" " if same else "\n") + "\n".join(line for line in lines if line)
        last = block, end
    return text[:_LONGEST].strip()


def _places(note: Note, pieces: Sequence[Piece]) -> Iterator[Span]:
    current: Span | None = None
    for block, start, end in pieces:
        place = Span(note.id, *note.blocks[block].source(start, end))
        follows = current is not None and current.end <= place.start  # a format may print the second before the first
        if current is not None and follows and not note.text[current.end : place.start].strip(_BETWEEN):
            current = Span(note.id, current.start, place.end)
            continue
        if current is not None:
            yield current
        current = place
    if current is not None:
        yield current
