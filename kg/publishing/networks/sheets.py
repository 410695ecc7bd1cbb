"""The graph as tables: in CSV for spreadsheets, in which no cell is run as a formula, and in Parquet for data frames.

Parquet, for pandas, DuckDB, Polars and R, needs the optional library pyarrow.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kg.errors import MissingLibraryError
from kg.publishing.networks import tables
from kg.publishing.networks.reading import PropertyGraph
from kg.publishing.networks.tables import Cell, Table

DANGEROUS = "=+-@\t\r\n＝＋－＠"
"""What a cell begins with that a spreadsheet may run or cut; programs fold the wide forms to the plain ones."""
GUARD = "'"


def guarded(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet could run.

    >>> guarded("=HYPERLINK(A1)"), guarded("'tis"), guarded("plain")
    ("'=HYPERLINK(A1)", "''tis", 'plain')
    """
    return GUARD + text if text.startswith((*DANGEROUS, GUARD)) else text


def csv(graph: PropertyGraph) -> dict[str, bytes]:
    """Return three CSV files, and what they are."""
    found = {"README.txt": Path(__file__).with_name("sheets.txt").read_bytes()}
    for table in tables.readable(graph):
        rows = ([column.name for column in table.columns], *(map(_cell, row) for row in table.rows))
        found[f"{table.name}.csv"] = "".join(["\ufeff", *map(line, rows)]).encode()
    return found


def _cell(cell: Cell) -> str:
    text = tables.plain(cell)
    return text if isinstance(cell, int | float) else guarded(text)


_SPECIAL = re.compile(r'[",\r\n\x00-\x1f]|^\s|\s$')


def line(cells: Iterable[str]) -> str:
    r"""Write a row of CSV, with quotes where needed.

    The standard library leaves a lone carriage return bare, at which other programs end a row.

    >>> line(["a", 'b, c', "d\re"])
    'a,"b, c","d\re"\n'
    """
    quoted = ('"' + cell.replace('"', '""') + '"' if _SPECIAL.search(cell) else cell for cell in cells)
    return ",".join(quoted) + "\n"


def parquet(graph: PropertyGraph) -> dict[str, bytes]:
    """Return the same tables as Parquet files, with numbers as numbers and lists as lists.

    Raises:
        MissingLibraryError: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow.parquet import write_table
    except ImportError as error:
        raise MissingLibraryError.of("the export parquet", "pyarrow>=17") from error
    found: dict[str, bytes] = {}
    for table in tables.readable(graph):
        out = io.BytesIO()
        write_table(_arrow(pa, table), out)
        found[f"{table.name}.parquet"] = out.getvalue()
    return found


def _arrow(pa: Any, table: Table) -> Any:
    types = {str: pa.string(), int: pa.int64(), float: pa.float64()}
    schema = pa.schema([(c.name, pa.list_(types[c.type]) if c.many else types[c.type]) for c in table.columns])
    columns = zip(*table.rows, strict=True) if table.rows else [()] * len(table.columns)
    return pa.table([pa.array(list(cells), field.type) for cells, field in zip(columns, schema, strict=True)], schema)
