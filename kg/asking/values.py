"""Terms as values of Python."""

from __future__ import annotations

from typing import Any, TypeAlias

Value: TypeAlias = str | int | float | bool | None
_WHOLE = ("integer", "gYear")
_NUMBERS = (*_WHOLE, "decimal", "double", "float")


def value_of(term: Any) -> Value:
    """Return a term as a number, a boolean or text; a year is a number, and what is not bound is None.

    >>> import pyoxigraph as ox
    >>> value_of(ox.Literal(3)), value_of(ox.Literal("BERT")), value_of(None)
    (3, 'BERT', None)
    """
    if term is None:
        return None
    text = str(getattr(term, "value", term))
    datatype = str(getattr(getattr(term, "datatype", None), "value", "")).rpartition("#")[2]
    if datatype == "boolean":
        return text in ("true", "1")
    if datatype in _NUMBERS:
        try:
            return int(text) if datatype in _WHOLE else float(text)
        except ValueError:
            return text
    return text
