"""A row of a Markdown table: its cells, each with its place in the line."""

from __future__ import annotations

import re

from kg.notes.lines import Run

_PREFIX = re.compile(r"(?:[>\s]|[-*+](?=\s)|\d{1,9}[.)](?=\s))*")
_PIPE = re.compile(r"\\.|\[\[[^\[\]\n|]{1,300}\|[^\[\]\n|]{0,300}\]\]|\|")
"""A pipe, or what hides one: a backslash, and the wikilink in which people forget it."""


def split_row(line: str, start: int) -> list[tuple[Run, int]]:
    r"""Split a line at its pipes; give each cell and the place of the pipe behind it (or of the end of the line).

    >>> [cell.text for cell, _ in split_row(r"| a | b \| c |", 0)]
    ['a', 'b | c']
    """
    bounds = [match.start() for match in _PIPE.finditer(line) if match.group() == "|"]
    prefix = _PREFIX.match(line)
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
