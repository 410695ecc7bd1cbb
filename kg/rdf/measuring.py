"""How an answer is measured while it is written, so that it ends where it is longer than it may be."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pyoxigraph as ox

from kg.errors import LimitError
from kg.limits import Limits

_ESCAPED = re.compile(rb"\\.", re.DOTALL)


class Counting(NamedTuple):
    """How rows are counted in the text of an answer."""

    roughly: Callable[[bytes], int]
    """In a piece: fast, and never too few."""
    exactly: Callable[[bytes], int]
    """In all of the text so far, to one more or less."""


class Measured(io.BytesIO):
    """A file in memory that receives an answer, counts its rows, and refuses what exceeds the limits.

    Args:
        limits: of rows and of size.
        counting: how to count rows; None if the format does not allow it.
    """

    def __init__(self, limits: Limits, counting: Counting | None = None) -> None:
        super().__init__()
        self._limits = limits
        self._counting = counting if limits.rows else None
        self._rows = 0

    def write(self, piece: Any) -> int:
        """Write a piece of the answer.

        Raises:
            LimitError: the answer is longer than allowed.
        """
        written = super().write(piece)
        if self._limits.size and self.tell() > self._limits.size:
            raise LimitError.size(self._limits.size)
        if self._counting is not None:
            self._rows += self._counting.roughly(bytes(piece))
            if self._rows > self._limits.rows:
                self._rows = self._counting.exactly(self.getvalue())
                if self._rows > self._limits.rows:
                    raise LimitError.rows(self._limits.rows)
        return written


def counting(answer_format: ox.QueryResultsFormat | ox.RdfFormat | None) -> Counting | None:
    r"""Return how to count rows, or triples, in a format: by separators that no value can forge.

    >>> counting(ox.QueryResultsFormat.CSV).exactly(b'name\r\n"a\nb"\r\nc\r\n')
    2
    """
    return _COUNTING.get(str(answer_format))


def _rows_of_csv(text: bytes) -> int:
    return b"".join(text.split(b'"')[::2]).count(b"\n") - 1


def _rows_of_json(text: bytes) -> int:
    # Outside strings an object follows a comma only if it is a row: values follow the name of their variable.
    return b"".join(_ESCAPED.sub(b"", text).split(b'"')[::2]).count(b",{") + 1


def _lines(text: bytes) -> int:
    return text.count(b"\n")


_COUNTING = {
    str(ox.QueryResultsFormat.CSV): Counting(_lines, _rows_of_csv),
    str(ox.QueryResultsFormat.JSON): Counting(lambda piece: piece.count(b",{") + 1, _rows_of_json),
    str(ox.QueryResultsFormat.TSV): Counting(_lines, lambda text: _lines(text) - 1),
    str(ox.QueryResultsFormat.XML): Counting(
        lambda piece: piece.count(b"</result>") + 1, lambda text: text.count(b"</result>")
    ),
    str(ox.RdfFormat.N_TRIPLES): Counting(_lines, _lines),
}
