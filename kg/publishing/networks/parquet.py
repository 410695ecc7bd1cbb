"""The graph as Parquet tables, for pandas, DuckDB, Polars and R; needs the optional library pyarrow."""

from __future__ import annotations

import io
from typing import Any

from kg.errors import MissingLibraryError
from kg.publishing.networks import tables
from kg.publishing.networks.graph import PropertyGraph
from kg.publishing.networks.tables import Table


def files(graph: PropertyGraph) -> dict[str, bytes]:
    """Return the files: the same tables as in CSV, with numbers as numbers and lists as lists.

    Raises:
        MissingLibraryError: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise MissingLibraryError.of("the export parquet", "pyarrow>=17") from error
    found: dict[str, bytes] = {}
    for table in tables.readable(graph):
        out = io.BytesIO()
        parquet.write_table(_arrow(pa, table), out)
        found[f"{table.name}.parquet"] = out.getvalue()
    return found


def _arrow(pa: Any, table: Table) -> Any:
    types = {str: pa.string(), int: pa.int64(), float: pa.float64()}
    schema = pa.schema([(c.name, pa.list_(types[c.type]) if c.many else types[c.type]) for c in table.columns])
    columns = zip(*table.rows, strict=True) if table.rows else [()] * len(table.columns)
    return pa.table([pa.array(list(cells), field.type) for cells, field in zip(columns, schema, strict=True)], schema)
