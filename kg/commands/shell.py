"""`kg shell`: a prompt for queries and commands."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from kg.commands.command import Command, limit_arguments, limits_of
from kg.commands.querying import LIMITS


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--iris", action="store_true", help="print IRIs in tables instead of names")
    parser.add_argument("--no-pager", action="store_true", help="do not page long tables")
    limit_arguments(parser, LIMITS)


def _run(asked: Namespace) -> int:
    """Talk with a person at a terminal, or do what is read from a pipe."""
    from kg.asking.conversation import Conversation
    from kg.commands.conversing import Prompted
    from kg.commands.graphs import tell_indexing

    with Conversation(asked.graph, limits_of(asked), tell_indexing) as conversation:
        conversation.knowledge()  # what is wrong with the graph is said at once
        prompted = Prompted(conversation, iris=asked.iris, is_paged=not asked.no_pager)
        return prompted.talk() if sys.stdin.isatty() else prompted.read(sys.stdin)


SHELL = Command(
    "shell",
    "Query the graph with SPARQL at a prompt with completion, colours and history; other commands work there too",
    ("kg shell", "kg shell --graph ~/graph --iris", "kg shell --timeout 10"),
    _arguments,
    _run,
)
