"""Answers that are more than a table, as a notebook shows them: with their sentences, and the places of these."""

from __future__ import annotations

import dataclasses
import html
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from kg.asking.sentences import Passage

T = TypeVar("T")
SHOWN = 20
"""Of a list."""
_HIDDEN = {"iri", "predicate", "score", "marked", "value", "source", "quote", "subject", "subjects"}
"""Fields that are for programs, or that the title says in words."""


class Told(Generic[T]):
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
            f"<tr><th>{html.escape(_words(name))}</th><td>{_html(found)}</td></tr>" for name, found in fields
        )
        return f"<table><tbody>{rows}</tbody></table>"
    if isinstance(value, Mapping):
        return ", ".join(f"{html.escape(str(key))}: {_html(found)}" for key, found in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _list(value)
    return html.escape(str(value))


def _list(values: Sequence[Any]) -> str:
    rest = f"<p>{SHOWN} of {len(values):,}</p>" if len(values) > SHOWN else ""
    shown = values[:SHOWN]
    if not all(dataclasses.is_dataclass(value) and not isinstance(value, Passage) for value in shown):
        return f"<ul>{''.join(f'<li>{_html(value)}</li>' for value in shown)}</ul>{rest}"
    names = [name for name, _ in _fields(shown[0])] if shown else []
    filled = [name for name in names if any(getattr(value, name) not in ("", None, (), {}) for value in shown)]
    head = "".join(f"<th>{html.escape(_words(name))}</th>" for name in filled)
    body = "".join(
        f"<tr>{''.join(f'<td>{_html(getattr(value, name))}</td>' for name in filled)}</tr>" for value in shown
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"


def _fields(value: Any) -> list[tuple[str, Any]]:
    return [(f.name, getattr(value, f.name)) for f in dataclasses.fields(value) if f.name not in _HIDDEN]


def _words(name: str) -> str:
    return name.replace("_", " ")
