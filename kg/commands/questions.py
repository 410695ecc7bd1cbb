"""What the commands take that answer questions without a query language."""

from __future__ import annotations

import argparse
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from kg.commands.command import ENDPOINT, Argument, add_arguments, argument, flag, kind, number, path, text

if TYPE_CHECKING:
    from kg.asking.questions import Question

THING = "anything `kg show` accepts: a name, a citation key, an identifier, a URL, a note, or an IRI"
ANOTHER = "another thing"
LIMIT = 50
"""Rows of the answer to a ready-made question that a person is shown; programs get all."""
FORMATS = ("table", "csv", "tsv", "json")
"""Of such an answer."""


def _answered(limit: int, of: str) -> tuple[Argument, Argument]:
    """Describe how much of an answer is printed, and how."""
    told = f"maximum number of {of} to print (default: {limit}; 0: all)"
    return number("--limit", told, limit), flag("--json", "print the answer as JSON")


QUESTIONS: Mapping[str, tuple[Argument, ...]] = {
    "find": (
        text(
            "words",
            "WORDS",
            'words, "an exact phrase", -word to exclude a word; kind:paper, note:2025/, year:2024..2025',
            nargs="+",
        ),
        *_answered(10, "things and of sentences"),
    ),
    "near": (
        text("thing", "THING", THING),
        argument("--depth", type=int, choices=(1, 2, 3), default=1, help="maximum number of steps (default: 1)"),
        kind("show only neighbours of this kind"),
        *_answered(5, "neighbours of each kind"),
    ),
    "path": (
        text("first", "A", THING),
        text("second", "B", ANOTHER),
        number("--max-length", "maximum number of steps in a path (default: 6)", 6),
        *_answered(3, "paths"),
    ),
    "common": (
        text("first", "A", THING),
        text("others", "B", ANOTHER, nargs="+"),
        *_answered(10, "shared things, notes and sentences"),
    ),
    "about": (
        text("topic", "TOPIC", "a topic, a method, a task or a dataset"),
        kind("show only things of this kind"),
        *_answered(5, "papers, notes and remarks"),
    ),
    "timeline": (
        text("thing", "THING", f"{THING} (default: all notes)", nargs="?", default=""),
        text("--from", "YEAR", "first year", dest="first"),
        text("--to", "YEAR", "last year", dest="last"),
        *_answered(20, "dated things"),
    ),
    "next": (
        text(
            "--topic",
            "NAME",
            "suggest only papers on this subject (a topic, method, person ...), and papers that share much with them",
        ),
        *_answered(10, "papers"),
    ),
}
"""Command that answers a question -> its arguments."""


def question_parser(question: Question, graph: Path) -> ArgumentParser:
    """Make the parser for the parameters of a question."""
    parser = ArgumentParser(
        prog=f"kg ask {question.name}",
        description="\n".join(filter(None, (question.title, question.details))),
        epilog="You can give any name of a thing, or part of a name.",
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    first = [parameter for parameter in question.parameters if parameter.is_first]
    value = f"the same as --{first[0].name}" if first else argparse.SUPPRESS
    arguments = (
        text("value", first[0].name.upper() if first else "VALUE", value, nargs="?"),
        *(text(f"--{one.name}", one.kind.upper(), one.help, default=None) for one in question.parameters),
        number("--limit", f"rows to print (default: {LIMIT}; 0: all)"),
        flag("--all", "print all rows"),
        argument("--format", choices=FORMATS, default="table", help="output format (default: table)"),
        flag("--sparql", "print the query instead of its answer"),
        *ENDPOINT,
        path("--graph", "DIR", "graph folder", default=graph),
    )
    add_arguments(parser, arguments)
    return parser
