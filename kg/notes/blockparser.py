"""Markdown's block parser with a floor: what is nested deeper than it can follow is kept as lines, never dropped.

It knows the lines of tables; their cells are cut here, each with its place.
"""

from __future__ import annotations

import re

from markdown_it.parser_block import ParserBlock
from markdown_it.rules_block import StateBlock, list_block

from kg.notes.lines import Run

INDENT = 4
"""Columns from which on CommonMark takes a line for code."""

_YEAR = r"(?:1[5-9]|20)\d\d[.)](?=\s)"
PREFIX = re.compile(rf"(?:[>\s]|[-*+•](?=\s)|(?!{_YEAR})\d{{1,9}}[.)](?=\s))*")
"""What stands before the text of a line: signs of quotes and of items."""
_DATED = re.compile(_YEAR)
_PIPE = re.compile(r"\\.|\[\[[^\[\]\n|]{1,300}\|[^\[\]\n|]{0,300}\]\]|\|")
"""A pipe, or what hides one: a backslash, and the wikilink in which people forget it."""
_TIGHT = re.compile(r"(?P<marks>#{1,6})(?:(?<=##)(?=[^\W_])|(?=\[[^\[\]\n]{2,300}\]\())")


def indented_text(state: StateBlock, startLine: int, endLine: int, silent: bool) -> bool:  # noqa: FBT001, N803
    """Read lines that are indented like code as what they are without the indent: in notes nobody means code by it."""
    indent = state.sCount[startLine] - state.blkIndent
    if indent < INDENT or silent:
        return False
    state.blkIndent += indent
    state.md.block.tokenize(state, startLine, endLine)
    state.blkIndent -= indent
    return state.line > startLine


def tight_heading(state: StateBlock, startLine: int, endLine: int, silent: bool) -> bool:  # noqa: FBT001, N803
    """Read headings without the blank that CommonMark wants: `##Methods`, `#[Title](https://...)`; `#word` is a tag."""
    begin, end = state.bMarks[startLine] + state.tShift[startLine], state.eMarks[startLine]
    found = _TIGHT.match(state.src, begin, end)
    if found is None or state.is_code_block(startLine):
        return False
    if silent:
        return True
    state.line = startLine + 1
    level = len(found["marks"])
    token = state.push("heading_open", f"h{level}", 1)
    token.markup, token.map = found["marks"], [startLine, state.line]
    token = state.push("inline", "", 0)
    token.content = state.src[found.end("marks") : end].strip()
    token.map, token.children = [startLine, state.line], []
    token = state.push("heading_close", f"h{level}", -1)
    token.markup = found["marks"]
    return True


def undated_list(state: StateBlock, startLine: int, endLine: int, silent: bool) -> bool:  # noqa: FBT001, N803
    """Read a list; `2016. Roe, J. A title` is none that begins with its item 2016."""
    begin = state.bMarks[startLine] + state.tShift[startLine]
    return _DATED.match(state.src, begin) is None and list_block(state, startLine, endLine, silent)


class DeepBlocks(ParserBlock):
    """The block parser of markdown-it, which stops at `maxNesting` and leaves out the rest; this one hands it on."""

    def __init__(self, like: ParserBlock) -> None:
        super().__init__()
        self.ruler.enableOnly([name for name in like.ruler.get_active_rules() if name != "code"])
        self.ruler.at("list", undated_list, {"alt": ["paragraph", "reference", "blockquote"]})
        self.ruler.before("fence", "indented_text", indented_text)
        self.ruler.before("heading", "tight_heading", tight_heading, {"alt": ["paragraph", "reference", "blockquote"]})

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803 - upstream's names
        """Parse lines; at the floor push one token `too_deep` with the lines left."""
        if state.level < state.md.options["maxNesting"] - 2:
            super().tokenize(state, startLine, endLine)
            return
        line = startLine
        while line < endLine and (line == startLine or state.isEmpty(line) or state.sCount[line] >= state.blkIndent):
            line += 1
        token = state.push("too_deep", "", 0)
        token.map = [startLine, line]
        token.meta["column"] = state.bMarks[startLine] + state.tShift[startLine]
        state.line = line


def split_row(line: str, start: int) -> list[tuple[Run, int]]:
    r"""Split a line at its pipes; give each cell and the place of the pipe behind it (or of the end of the line).

    >>> [cell.text for cell, _ in split_row(r"| a | b \| c |", 0)]
    ['a', 'b | c']
    """
    bounds = [match.start() for match in _PIPE.finditer(line) if match.group() == "|"]
    prefix = PREFIX.match(line)
    first = prefix.end() if prefix else 0
    bounds = [place for place in bounds if place >= first]
    if bounds and not line[first : bounds[0]].strip():
        first = bounds.pop(0) + 1
    cells = []
    for place in bounds:
        cells.append((_cell(line, first, place, start), start + place))
        first = place + 1
    if line[first:].strip():
        cells.append((_cell(line, first, len(line), start), start + len(line)))
    return cells


def _cell(line: str, first: int, last: int, start: int) -> Run:
    text = line[first:last]
    first += len(text) - len(text.lstrip())
    run = Run()
    for piece in text.strip().split("\\|"):
        if run.parts:
            run.append("|", start + first + 1)
            first += 2
        run.append(piece, start + first)
        first += len(piece)
    return run
