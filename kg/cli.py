"""The `kg` command: arguments in, sentences and exit codes out."""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NoReturn, TextIO, cast

from kg import running as _running  # noqa: F401 - it remembers when the program began
from kg.commands import completion
from kg.commands.command import Command, add_arguments, path
from kg.commands.greeting import guess
from kg.commands.table import COMMANDS
from kg.errors import DamagedError, EngineError, KgError, LimitError, StoreError, reason
from kg.library.places import GRAPH, VARIABLE, default_graph, new_graph
from kg.limits import Limits
from kg.net import FaultError, guarded
from kg.version import __version__

BROKEN_PIPE = 141
INTERRUPTED = 130
"""What a shell reports for a program that SIGPIPE or SIGINT ended: 128 and the number of the signal."""

FEW_COLLECTIONS = (500_000, 20, 20)
"""Thresholds of the garbage collector: a command makes millions of small values, few of them in cycles (a tenth of its
time, measured on five notes)."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 success, 1 failure, 2 invalid usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    gc.set_threshold(*FEW_COLLECTIONS)
    words = list(sys.argv[1:] if arguments is None else arguments)
    if completion.ASKED in os.environ:
        return completion.reply(COMMANDS, words)
    if words and not words[0].startswith("-") and words[0] not in (names := [each.name for each in COMMANDS]):
        return guess(words[0], names)
    parsed = make_parser().parse_args(words)
    command: Command = parsed.command
    parsed.graph = parsed.graph or (new_graph() if command.makes_graph else default_graph())
    if not command.makes_graph and _mark(parsed.graph):
        _warn_of_origin(parsed.graph)
    try:
        code = _ran(command, parsed)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader (`head`) has what it wanted; what Python flushes when it ends goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except KgError as error:
        print(f"kg: {error}", file=sys.stderr)
        return max(error.exit_code, command.failed)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        print(f"kg: {place}{reason(error)}", file=sys.stderr)
        return command.failed
    return code


def _warn_of_origin(graph: Path) -> None:
    """Say that a graph does not tell where its notes are, if that file of it is damaged."""
    from kg import origin

    if damage := origin.damage(graph):
        again = f"kg build NOTES --graph {graph}"
        print(f"kg: {damage}, so kg does not know where the notes are. Write it anew: {again}", file=sys.stderr)


class _Watched:
    """Standard output that knows whether anything was written."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.is_used = False

    def __getattr__(self, name: str) -> Any:
        """Return what the stream has."""
        self.is_used |= name in ("write", "writelines", "buffer")
        return getattr(self._stream, name)


def _ran(command: Command, parsed: Namespace) -> int:
    """Run a command; once more, if a build put another graph in its place before anything was printed.

    Raises:
        KgError: as the command does. Where kg seems to be at fault and the graph is damaged, that is the cause.
    """
    before, output = _mark(parsed.graph), _Watched(sys.stdout)
    run = partial(guarded, partial(_within_limits, command, parsed), FaultError, passing=OSError)
    try:
        with contextlib.redirect_stdout(cast("TextIO", output)):
            return run()
    except DamagedError:
        if output.is_used or _mark(parsed.graph) == before:
            raise
    except (EngineError, FaultError, LimitError) as error:
        if not command.makes_graph:
            _blame_damage(parsed.graph, error)
        raise
    return run()


def _blame_damage(graph: Path, error: KgError) -> None:
    """Raise another error in place of one, if files of the graph are damaged in a way that is not seen in passing."""
    from kg.rdf import verify

    try:
        beside = verify(graph)
    except DamagedError as damaged:
        raise damaged from error
    except StoreError:
        return  # it was not asked
    if beside:
        what = f"beside the graph, {beside[0]}. It is made anew when it is next needed: try again"
        raise DamagedError(what) from error


def _mark(graph: Path) -> object:
    """Tell the graph in a folder from one that a build puts in its place; `kg.rdf` would take long to import."""
    with contextlib.suppress(OSError):
        return (graph / "index.json").stat().st_ino
    return None


def _within_limits(command: Command, parsed: Namespace) -> int:
    """Run a command; a question is stopped when it takes too long.

    Raises:
        LimitError: it does.
    """
    if not command.seconds:
        return command.run(parsed)
    from kg.commands.limiting import within

    return within(Limits(seconds=command.seconds, megabytes=0), lambda: command.run(parsed), LimitError.question)


def run() -> NoReturn:
    """Run one command and end the process at once: to take a graph in memory apart takes half a second."""
    code = main()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


@cache
def make_parser() -> ArgumentParser:
    """Describe the commands and their arguments; done once, because it takes as long as a short command."""
    parser = ArgumentParser(
        prog="kg",
        description="Build a knowledge graph from your own notes, on your own computer, and ask it questions.",
        epilog="first steps:\n  kg build ~/notes\n  kg find WORDS\n  kg ask\n\n`kg COMMAND --help` explains a command.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"kg {__version__}")
    parser.set_defaults(command=Command("", "", (), (), "greeting.greet"), graph=None)
    words = parser.add_subparsers(metavar="COMMAND", title="commands")
    for command in COMMANDS:
        word = words.add_parser(
            command.name,
            help=command.summary,
            description=f"{command.summary}.",
            epilog="\n  ".join(("examples:", *command.examples)),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        graph = path("--graph", "DIR", f"graph folder (default: ${VARIABLE}, or else {GRAPH})")
        add_arguments(word, (*command.arguments, graph))
        word.set_defaults(command=command, commands=COMMANDS)
    return parser
