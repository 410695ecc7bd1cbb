"""Answers for people to look at and for programs to go on with: rows, or more than a table, with sentences."""

from __future__ import annotations

import dataclasses
import html
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from kg.asking.questions.answering import Value
from kg.asking.sentences import Passage
from kg.errors import MissingLibraryError

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 100
"""Rows that a notebook shows."""
_LISTED = 20
"""Of a list."""
_HIDDEN = {"iri", "predicate", "score", "marked", "value", "source", "quote", "subject", "subjects"}
"""Fields that are for programs, or that the title says in words."""
Row = tuple[Value, ...]
T = TypeVar("T")


class Table(Sequence[Row]):
    """Rows of values with named columns; a notebook shows it as a table.

    Args:
        rows: a value for each column: text, number, boolean, or None. A thing is its name or its IRI.
        total: number of all rows, if these are only a part.
        hints: why there are no rows, where this can be known, and what a name was taken for.

    >>> table = Table(["paper", "year"], [("Attention", 2017), ("BERT", 2019)])
    >>> table[0], len(table), table.column("year")
    (('Attention', 2017), 2, [2017, 2019])
    >>> table.records()[1]
    {'paper': 'BERT', 'year': 2019}
    """

    def __init__(
        self, columns: Sequence[str], rows: Sequence[Row], *, total: int | None = None, hints: Sequence[str] = ()
    ) -> None:
        self.columns = tuple(columns)
        self._rows = tuple(rows)
        self.total = len(self._rows) if total is None else total
        self.hints = tuple(hints)

    @overload
    def __getitem__(self, place: int) -> Row: ...

    @overload
    def __getitem__(self, place: slice) -> Table: ...

    def __getitem__(self, place: int | slice) -> Row | Table:
        if isinstance(place, slice):
            return Table(self.columns, self._rows[place], total=self.total, hints=self.hints)
        return self._rows[place]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def column(self, name: str) -> list[Value]:
        """Return the values of a column.

        Raises:
            KeyError: there is no such column; the message lists the known ones.
        """
        if name not in self.columns:
            raise KeyError(f"there is no column {name!r}. Choose one of: {', '.join(self.columns)}")
        place = self.columns.index(name)
        return [row[place] for row in self._rows]

    def records(self) -> list[dict[str, Value]]:
        """Return each row as a dictionary."""
        return [dict(zip(self.columns, row, strict=True)) for row in self._rows]

    def to_pandas(self) -> pd.DataFrame:
        """Return the rows as a pandas data frame.

        Raises:
            MissingLibraryError: pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError as error:
            raise MissingLibraryError.of("Table.to_pandas", "pandas>=2.2") from error
        return pd.DataFrame(list(self._rows), columns=list(self.columns))

    def __repr__(self) -> str:
        """Lay the rows out as text."""
        from kg import screen

        lines = [*screen.table(self.columns, self._rows[:SHOWN], columns_wide=120), *self._rest()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(column)}</th>" for column in self.columns)
        body = "".join(
            f"<tr>{''.join(f'<td>{_escaped(value)}</td>' for value in row)}</tr>" for row in self._rows[:SHOWN]
        )
        rest = "".join(f"<p>{html.escape(line)}</p>" for line in self._rest())
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"

    def _rest(self) -> list[str]:
        shown = min(len(self._rows), SHOWN)
        return [*([f"{shown:,} of {self.total:,} rows"] if shown < self.total else []), *self.hints]


def _escaped(value: Value) -> str:
    return "" if value is None else html.escape(str(value))


class Result(Generic[T]):
    """An answer with all its fields, which a notebook shows as a page.

    The fields of the answer are the attributes of this; `answer` is the value itself, a frozen dataclass whose fields
    are described in `kg.asking`.
    """

    def __init__(self, answer: T, title: str) -> None:
        self.answer = answer
        self._title = title

    def __getattr__(self, name: str) -> Any:
        return getattr(self.answer, name)

    def __repr__(self) -> str:
        """Return what was asked, and the answer."""
        return f"{self._title}\n{self.answer!r}"

    def _repr_html_(self) -> str:
        return f"<h4>{html.escape(self._title)}</h4>{_html(self.answer)}"


def _html(value: Any) -> str:
    if isinstance(value, Passage):
        place = html.escape(f"{value.note}:{value.line}")
        return f"<q>{html.escape(value.sentence)}</q> <small>{place}</small>"
    if dataclasses.is_dataclass(value):
        fields = [(name, found) for name, found in _fields(value) if found not in ("", None, (), {})]
        rows = "".join(
            f"<tr><th>{html.escape(_in_words(name))}</th><td>{_html(found)}</td></tr>" for name, found in fields
        )
        return f"<table><tbody>{rows}</tbody></table>"
    if isinstance(value, Mapping):
        return ", ".join(f"{html.escape(str(key))}: {_html(found)}" for key, found in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _listed(value)
    return html.escape(str(value))


def _listed(values: Sequence[Any]) -> str:
    rest = f"<p>{_LISTED} of {len(values):,}</p>" if len(values) > _LISTED else ""
    shown = values[:_LISTED]
    if not all(dataclasses.is_dataclass(value) and not isinstance(value, Passage) for value in shown):
        return f"<ul>{''.join(f'<li>{_html(value)}</li>' for value in shown)}</ul>{rest}"
    names = [name for name, _ in _fields(shown[0])] if shown else []
    filled = [name for name in names if any(getattr(value, name) not in ("", None, (), {}) for value in shown)]
    head = "".join(f"<th>{html.escape(_in_words(name))}</th>" for name in filled)
    body = "".join(
        f"<tr>{''.join(f'<td>{_html(getattr(value, name))}</td>' for name in filled)}</tr>" for value in shown
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"


def _fields(value: Any) -> list[tuple[str, Any]]:
    return [(f.name, getattr(value, f.name)) for f in dataclasses.fields(value) if f.name not in _HIDDEN]


def _in_words(name: str) -> str:
    return name.replace("_", " ")
