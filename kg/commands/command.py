"""What a command of `kg` is."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import NamedTuple

from kg.errors import UsageError
from kg.kinds import Kind

KINDS = tuple(kind.value for kind in Kind)
"""What `--kind` takes."""


class Command(NamedTuple):
    """A word after `kg`: what it takes and what it runs."""

    name: str
    summary: str
    examples: tuple[str, ...]
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]
    failed: int = 1
    """Exit code when it cannot be done; 2 for those whose 1 is an answer."""


def count(text: str) -> int:
    """Read a number that is not below 0."""
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def kind_of(asked: Namespace) -> str:
    """Read `--kind`.

    Raises:
        UsageError: there is no such kind.
    """
    wanted: str = asked.kind
    if wanted and wanted not in KINDS:
        raise UsageError(f"there is no kind {wanted!r}. There are: {', '.join(KINDS)}")
    return wanted
