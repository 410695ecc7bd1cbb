"""What a command of `kg` is."""

from __future__ import annotations

import math
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from kg.errors import UsageError
from kg.kinds import Kind
from kg.limits import Limits

FORMATS = ("table", "json", "csv", "tsv", "xml", "ttl")
"""What `--format` of an answer takes."""
KINDS = tuple(kind.value for kind in Kind)
"""What `--kind` takes."""
PROFILES = ("bibo", "dcterms-foaf", "schema-org", "spar", "statements", "web-annotation", "wikidata-like")
"""What comes with kg in `ontology/profiles`."""


class Command(NamedTuple):
    """A word after `kg`: its arguments and the function it runs."""

    name: str
    summary: str
    examples: tuple[str, ...]
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]
    failed: int = 1
    """Exit code when it cannot be done; 2 for those whose 1 is an answer."""
    seconds: float = 0
    """After which it is stopped, with a sentence; 0: never."""
    makes_graph: bool = False
    """It writes a new graph, and does not look for one in the folders above."""


class Answering(NamedTuple):
    """How to answer a question."""

    graph: Path
    limit: int
    """Of what is listed, 0 for all."""
    as_json: bool


def count(text: str) -> int:
    """Read a number that is at least 0."""
    return int(_not_negative(text, int, "a whole number, 0 or more"))


def seconds(text: str) -> float:
    """Read a time in seconds that is at least 0."""
    return _not_negative(text, float, "a number of seconds, 0 or more")


def _not_negative(text: str, read: Callable[[str], float], wanted: str) -> float:
    """Read a number, or say what is wanted."""
    with suppress(ValueError):
        if 0 <= (number := read(text)) < math.inf:
            return number
    raise ArgumentTypeError(f"{text!r} is not {wanted}")


def limit_arguments(parser: ArgumentParser, limits: Limits) -> None:
    """Add the limits of a query: `--timeout`, `--memory` and `--rows`.

    Args:
        parser: of a command.
        limits: if none are given.
    """
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=limits.seconds,
        metavar="SECONDS",
        help=f"stop a query after this time (default: {limits.seconds:g}; 0: never)",
    )
    parser.add_argument(
        "--memory",
        type=count,
        default=limits.megabytes,
        metavar="MB",
        help=f"stop a query that needs more memory (default: {limits.megabytes}; 0: no limit)",
    )
    parser.add_argument(
        "--rows",
        type=count,
        default=limits.rows,
        metavar="N",
        help=f"refuse answers with more rows or triples (default: {limits.rows or 'no limit'}; 0: no limit)",
    )


def limits_of(asked: Namespace) -> Limits:
    """Read `--timeout`, `--memory` and `--rows`."""
    return Limits(asked.timeout, asked.memory, asked.rows)


def kind_of(asked: Namespace) -> str:
    """Read `--kind`.

    Raises:
        UsageError: there is no such kind.
    """
    wanted: str = asked.kind
    if wanted and wanted not in KINDS:
        raise UsageError(f"there is no kind {wanted!r}. Choose one of: {', '.join(KINDS)}")
    return wanted
