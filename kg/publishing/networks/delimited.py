"""Rows of CSV. The standard library leaves a lone carriage return bare, at which other programs end a row."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SPECIAL = re.compile(r'[",\r\n\x00-\x1f]|^\s|\s$')


def line(cells: Iterable[str]) -> str:
    r"""Write a row, with quotes where needed.

    >>> line(["a", 'b, c', "d\re"])
    'a,"b, c","d\re"\n'
    """
    return ",".join(map(_quoted, cells)) + "\n"


def _quoted(cell: str) -> str:
    escaped = cell.replace('"', '""')
    return f'"{escaped}"' if _SPECIAL.search(cell) else cell
