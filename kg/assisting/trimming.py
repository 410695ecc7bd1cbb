"""Answers that fit: an assistant reads all it is given, so long texts and lists end, and say so."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

LONGEST_TEXT = 600
"""Characters of one text."""
LARGEST = 40_000
"""Characters of an answer."""
_MORE = "… (cut)"


def trimmed(answer: Any) -> Any:
    """Return an answer as plain values that are not too long.

    Lists are cut from their ends, the longest first, until the answer fits; what a list counts is said beside it by the
    answer itself, so that nobody takes the part for the whole.

    >>> trimmed({"title": "a" * 700})["title"][-8:]
    'a… (cut)'
    """
    plain = _plain(answer)
    while len(json.dumps(plain, ensure_ascii=False)) > LARGEST:
        longest = max(_lists(plain), key=lambda found: len(json.dumps(found, ensure_ascii=False)), default=[])
        if len(longest) < 2:
            break
        del longest[max(len(longest) // 2, 1) :]
    return plain


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, str):
        return value if len(value) <= LONGEST_TEXT else value[: LONGEST_TEXT - len(_MORE)] + _MORE
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(one) for name, one in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(one) for one in (sorted(value) if isinstance(value, set | frozenset) else value)]
    return value


def _lists(value: Any) -> list[list[Any]]:
    if isinstance(value, dict):
        return [found for one in value.values() for found in _lists(one)]
    if isinstance(value, list):
        return [value, *(found for one in value for found in _lists(one))]
    return []
