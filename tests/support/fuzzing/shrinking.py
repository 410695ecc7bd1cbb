"""Make a failure small: by delta debugging, first of the files, then of the lines, the words and the characters of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
Fails = Callable[[Mapping[str, bytes]], bool]
_GRAINS = (rb"(?<=\n)", rb"(?<=[\s,;])|(?=[@<{\[])", rb"")
TRIES = 250
"""How often a failure is tried at most while one file becomes smaller by one grain."""


def shrink(files: Mapping[str, bytes], fails: Fails, *, tries: int = TRIES, grains: int = 3) -> dict[str, bytes]:
    """Return the fewest files, and of each the fewest lines, words and characters, that still fail.

    Without grains, whole files are left out, and no part of one.
    """
    kept = dict(minimal(list(files.items()), lambda some: fails(dict(some)), tries=tries))
    for name in list(kept):
        for grain in _GRAINS[:grains]:
            pieces = re.split(grain, kept[name])
            smaller = minimal(pieces, lambda some, name=name: fails({**kept, name: b"".join(some)}), tries=tries)  # type: ignore[misc]
            kept[name] = b"".join(smaller)
    return kept


def minimal(items: Sequence[T], fails: Callable[[Sequence[T]], bool], *, tries: int = TRIES) -> list[T]:
    """Return a part of the items that still fails and fails no more without any one of them (ddmin, by leaving out).

    >>> minimal(range(100), lambda some: 17 in some and 64 in some)
    [17, 64]
    """
    kept, parts = list(items), 2
    while kept and tries > 0:
        size = max(len(kept) // parts, 1)
        for begin in range(0, len(kept), size):
            tries -= 1
            fewer = kept[:begin] + kept[begin + size :]
            if fails(fewer):
                kept, parts = fewer, max(parts - 1, 2)
                break
            if tries <= 0:
                break
        else:
            if size == 1:
                break
            parts = min(2 * parts, len(kept))
    return kept
