"""What a command of `kg` is."""

from __future__ import annotations

import math
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from kg.errors import UsageError
from kg.kinds import Kind
from kg.limits import Limits

FORMATS = ("table", "json", "csv", "tsv", "xml", "ttl")
"""What `--format` of an answer takes."""
KINDS = tuple(kind.value for kind in Kind)
"""What `--kind` takes."""
PROFILES = ("bibo", "dcterms-foaf", "schema-org", "spar", "statements", "web-annotation", "wikidata-like")
"""What comes with kg in `ontology/profiles`."""
PASSWORD, TOKEN = "KG_PASSWORD", "KG_TOKEN"
"""Of the environment: others see what stands on a command line."""


class Argument(NamedTuple):
    """An argument of a command, as `ArgumentParser.add_argument` takes it."""

    names: tuple[str, ...]
    options: Mapping[str, Any]


class Command(NamedTuple):
    """A word after `kg`: its arguments and the function it runs."""

    name: str
    summary: str
    examples: tuple[str, ...]
    arguments: tuple[Argument, ...]
    function: str
    """Module and function, which takes the arguments; imported when the command is called for. A module without
    `kg.extras` is one of this package."""
    failed: int = 1
    """Exit code when it cannot be done; 2 for those whose 1 is an answer."""
    seconds: float = 0
    """After which it is stopped, with a sentence; 0: never."""
    makes_graph: bool = False
    """It writes a new graph, and does not look for one in the folders above."""

    def run(self, asked: Namespace) -> int:
        """Run the command with its arguments, and return the exit code."""
        module, _, function = self.function.rpartition(".")
        name = module if module.startswith("kg.extras.") else f"kg.commands.{module}"
        return int(getattr(import_module(name), function)(asked))


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


def argument(*names: str, **options: Any) -> Argument:
    """Describe an argument by what `add_argument` takes."""
    return Argument(names, options)


def flag(name: str, told: str) -> Argument:
    """Describe an option without a value."""
    return argument(name, action="store_true", help=told)


def path(name: str, metavar: str, told: str, **options: Any) -> Argument:
    """Describe an argument that is a file or a folder."""
    return argument(name, type=Path, metavar=metavar, help=told, **options)


def text(name: str, metavar: str, told: str, **options: Any) -> Argument:
    """Describe an argument that is a text; an option that is not given is ""."""
    default = {"default": ""} if name.startswith("-") else {}
    return argument(name, **{"metavar": metavar, "help": told, **default, **options})


def number(name: str, told: str, default: int | None = None, **options: Any) -> Argument:
    """Describe an option that is a whole number, 0 or more."""
    return argument(name, **{"type": count, "default": default, "metavar": "N", "help": told, **options})


def kind(told: str) -> Argument:
    """Describe `--kind`, which `kind_of` reads."""
    return text("--kind", "KIND", f"{told}: {', '.join(KINDS)}")


def add_arguments(parser: ArgumentParser, arguments: Iterable[Argument]) -> None:
    """Add arguments to a parser."""
    for names, options in arguments:
        parser.add_argument(*names, **options)


NOTES = path("--notes", "NOTES", "where the notes are now (default: where they were when the graph was built)")
ENDPOINT = (
    text("--endpoint", "URL", "query the graph in another store, at its SPARQL endpoint"),
    USER := text(
        "--user",
        "NAME",
        f"user name there; the password is read from ${PASSWORD} or asked for (for a token, set ${TOKEN} instead)",
    ),
)


def limiting(limits: Limits) -> tuple[Argument, ...]:
    """Describe the limits of a query: `--timeout`, `--memory` and `--rows`, with their defaults."""
    time = f"stop a query after this time (default: {limits.seconds:g}; 0: never)"
    memory = f"stop a query that needs more memory (default: {limits.megabytes}; 0: no limit)"
    rows = f"refuse answers with more rows or triples (default: {limits.rows or 'no limit'}; 0: no limit)"
    return (
        argument("--timeout", type=seconds, default=limits.seconds, metavar="SECONDS", help=time),
        number("--memory", memory, limits.megabytes, metavar="MB"),
        number("--rows", rows, limits.rows),
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
