"""Every command: the word after `kg`, what it runs (the rows of `commands.csv`), and what it takes.

A command's module is imported when it is called for, so that `kg --help` and a typing error are answered at once.
"""

from __future__ import annotations

import argparse
from argparse import BooleanOptionalAction, Namespace
from collections.abc import Mapping
from pathlib import Path

from kg.commands.command import (
    ENDPOINT,
    FORMATS,
    NOTES,
    PROFILES,
    USER,
    Argument,
    Command,
    argument,
    flag,
    kind,
    limiting,
    number,
    path,
    seconds,
    text,
)
from kg.commands.questions import ANOTHER, QUESTIONS
from kg.kinds import THINGS
from kg.limits import QUESTION, Limits
from kg.resources import rows

PORT, WAITING = 7474, 256
LIMITS = Limits(seconds=60, megabytes=2048, rows=0, size=0)
"""Of queries on the command line."""
BATCHES = {"gsp": 5000, "update": 1000}
"""Statements in a request of `kg push`: Virtuoso reads no update of a few thousand."""
_PUSH_SECONDS = 300
_VAULT = path("notes", "NOTES", "a folder of notes, or a single note")
_VOCABULARY = path(
    "--vocabulary",
    "FILE",
    "a vocabulary of topics in SKOS (.ttl .rdf .nt .jsonld, also .gz), beside those of kg.toml; may be repeated",
    action="append",
    default=[],
)
_ACCEPTED = "anything `kg show` accepts, or a name as decisions.toml writes it: 'person: Wei Zhang @ note.md'"
_THING = text("thing", "THING", _ACCEPTED)
_WHICH = (kind("consider only things of this kind"), NOTES)
_SEVERAL = (text("thing", "A", _ACCEPTED), text("others", "B", ANOTHER, nargs="+"), *_WHICH)
_IRIS = flag("--iris", "print IRIs in tables instead of names")


def build(asked: Namespace) -> int:
    """Start the processes that read notes, and build while they import what they need."""
    from kg.processes import start_processes

    if not asked.engine:
        start_processes(asked.notes, asked.graph)
    from kg.commands import building

    return building.build(asked)


_ARGUMENTS: Mapping[str, tuple[Argument, ...]] = {
    "build": (
        _VAULT,
        argument(
            "--map",
            action=BooleanOptionalAction,
            default=False,
            help="also draw map.html (default: kg map draws it)",
        ),
        flag("--strict", "exit with 1 if there are any problems"),
        _VOCABULARY,
        flag("--json", "print the summary as JSON"),
        argument("--engine", choices=("dask",), help="read the notes on a Dask cluster (default: in processes here)"),
        number("--workers", "start a cluster of N workers on this machine (default: one per processor)"),
        text("--scheduler", "ADDRESS", "use the cluster with this scheduler instead"),
        path(
            "--parts", "FOLDER", "write parts of N-Quads for the bulk loader of a store, instead of a graph to ask here"
        ),
    ),
    "watch": (
        _VAULT,
        flag("--map", "also redraw map.html after every save"),
        argument("--builds", type=int, metavar="N", help="stop after N builds"),
        _VOCABULARY,
    ),
    "query": (
        text("sparql", "SPARQL", "the query, or - to read it from standard input", nargs="?"),
        path("--file", "FILE", "read the query from a file"),
        argument("--format", choices=FORMATS, help="output format (default: table; for CONSTRUCT and DESCRIBE: ttl)"),
        _IRIS,
        flag("--no-pager", "do not page long tables on a terminal"),
        *limiting(LIMITS),
        *ENDPOINT,
    ),
    "shell": (_IRIS, flag("--no-pager", "do not page long tables"), *limiting(LIMITS)),
    "ask": (
        *ENDPOINT,
        text("question", "QUESTION", "name of a question, or a sentence (default: list all questions)", nargs="?"),
        text(
            "given",
            "...",
            "a parameter of the question, such as --topic RLHF; kg ask QUESTION --help lists them",
            nargs=argparse.REMAINDER,
        ),
    ),
    "serve": (
        argument("notes", nargs="?", **NOTES.options),
        flag("--watch", "build whenever you save a note, as `kg watch` does; pages show the new graph"),
        flag("--decide", "let pages write your decisions into decisions.toml: same, different, rename, ignore"),
        number("--port", f"port to listen on (default: {PORT}; 0: any free port)", PORT),
        text(
            "--host",
            "ADDRESS",
            "address to listen on (default: 127.0.0.1, which only this machine can reach)",
            default="127.0.0.1",
        ),
        *limiting(Limits()),
        number("--workers", "number of queries to run at a time (default: two per processor)", 0),
        number(
            "--waiting",
            f"maximum number of waiting queries; more are refused with 429 (default: {WAITING})",
            WAITING,
        ),
        *(
            argument(name, action="append", default=[], metavar=metavar, help=f"{told}; repeatable")
            for name, metavar, told in (
                ("--allow-host", "NAME", "also answer requests addressed to this host name"),
                ("--allow-origin", "ORIGIN", "let scripts of this web origin send queries (CORS)"),
                ("--allow-service", "URL", "let queries contact this endpoint with SERVICE"),
            )
        ),
    ),
    "mcp": limiting(Limits()),
    "show": (
        text(
            "thing",
            "THING",
            "a name, a citation key, an identifier (arXiv, DOI, OpenReview), a URL, a note, or an IRI",
        ),
        kind("show only things of this kind"),
        number(
            "--limit",
            "maximum number of facts of each type to print (default: 10; 0: all facts and all their places)",
            10,
        ),
        flag("--json", "print everything as JSON"),
    ),
    **QUESTIONS,
    "explain": (
        path("note", "NOTE", "the note to explain"),
        path("--html", "FILE", "write an HTML page instead"),
        path("--vault", "DIR", "the folder of notes to which the note belongs (default: its own folder)"),
    ),
    "why": (
        _THING,
        text("other", "OTHER", "a second thing: explain why the two were merged or kept apart", nargs="?"),
        *_WHICH,
    ),
    "same": _SEVERAL,
    "different": _SEVERAL,
    "rename": (_THING, text("value", "NAME", "the new name"), *_WHICH),
    "ignore": (_THING, *_WHICH),
    "kind": (_THING, text("value", "KIND", f"one of: {', '.join(THINGS)}"), *_WHICH),
    "theme": (
        text("themes", "THEME", "what the topic map calls it (default: list them)", nargs="*"),
        text("--name", "NAME", "what to call it, or several of them merged"),
        NOTES,
    ),
    "undo": (number("--number", "number of the decision, as listed by `kg decisions`", 0), NOTES),
    "decisions": (NOTES,),
    "review": (
        flag("--list", "print the questions without asking them"),
        flag("--json", "print the questions as JSON"),
        number("--limit", "maximum number of names to list (default: 20; 0: all)", 20),
        path(
            "--apply",
            "FILE",
            "record answers from a file, or from standard input (`-`): lines like `1-5 ignore, 7 dataset` and "
            "`list 1 yes, 2 no` with the numbers of --list, or `ignore method: NAME`",
        ),
        NOTES,
    ),
    "export": (
        path("file", "FILE", "file to write; the suffix selects the format, unless --as does"),
        text("--as", "FORMAT", "name of the format", dest="format"),
        text(
            "--profile",
            "PROFILE",
            f"write RDF in another vocabulary: {', '.join(PROFILES)}, or a file with a CONSTRUCT query (.rq)",
        ),
        flag("--names-only", "leave out all quotes and text of the notes, so that you can share the file"),
        text("--date", "DAY", "for ro-crate: the date of publication (default: the newest date in the notes)"),
        text("--licence", "URL", "for ro-crate: the URL of its licence"),
        text("--question", "QUESTION", "for a bibliography: write only the papers that answer this question"),
        argument(
            "--given",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="a parameter of the question, such as topic=RLHF; repeatable",
        ),
    ),
    "push": (
        text("address", "URL", "where the store accepts graphs or updates; docs/stores.md lists addresses"),
        argument(
            "--via",
            choices=tuple(BATCHES),
            default="",
            help="send graphs (SPARQL 1.1 Graph Store Protocol) or updates (default: depends on the end of the URL)",
        ),
        text("--query", "URL", "for --via update: where the store answers queries (default: the same URL)"),
        USER,
        argument(
            "--default-graph",
            action=BooleanOptionalAction,
            default=None,
            help="put the union of all graphs into the default graph of the store (default: if it has a separate one)",
        ),
        flag("--names-only", "leave out all quotes and text of the notes, so that you can share the graph"),
        number(
            "--batch",
            f"maximum number of statements in a request (default: {BATCHES['gsp']}, in an update {BATCHES['update']})",
        ),
        argument(
            "--timeout",
            type=seconds,
            default=_PUSH_SECONDS,
            metavar="SECONDS",
            help=f"give up if the server does not answer a request in this time (default: {_PUSH_SECONDS}; 0: never)",
        ),
        flag("--dry-run", "say what would be sent, without contacting the server"),
    ),
    "analyze": (
        text(
            "analyses",
            "ANALYSIS",
            "analyses to run, or views to run all analyses of (default: those that most people want)",
            nargs="*",
        ),
        argument("--top", type=int, default=10, metavar="N", help="rows to print of each table (default: 10; 0: all)"),
        flag("--json", "print the complete tables as JSON"),
        flag(
            "--forget",
            "run nothing, but remove the results of these analyses, or of all; later builds leave them out",
        ),
        *ENDPOINT,
    ),
    "map": (
        path("file", "FILE", "file to write (default: map.html in the graph folder)", nargs="?"),
        flag("--open", "open it in the browser"),
    ),
    "report": (
        flag("--json", "print the problems as JSON lines"),
        path("--html", "FILE", "write a page about the whole graph instead, with plots, to read or print"),
    ),
    "verify": (
        NOTES,
        flag("--json", "print the result for each note as JSON"),
        flag("--files", "check the files of the graph instead: every byte, and what the store says"),
    ),
    "diff": (
        path("old", "OLD", "a graph folder, or a file (.ttl .trig .nt .nq)"),
        path("new", "NEW", "the same (default: the graph of --graph)", nargs="?"),
        flag("--evidence", "also list facts whose place, quote, rule or confidence differs"),
        flag("--json", "print the differences as JSON"),
    ),
    "score": (
        path("gold", "GOLD", "a file of annotations, or a folder of them (*.jsonl)"),
        argument(
            "--errors",
            type=int,
            default=0,
            metavar="N",
            help="show the first N misses and N false alarms of each kind",
        ),
        flag("--json", "print the scores of each note as JSON"),
    ),
    "completion": (argument("shell", choices=("bash", "zsh", "fish"), help="your shell"),),
}
"""Command -> its arguments."""
COMMANDS = tuple(
    Command(
        row["name"],
        row["summary"],
        tuple(row["examples"].splitlines()),
        _ARGUMENTS[row["name"]],
        row["function"],
        failed=2 if row["failed"] else 1,
        seconds=QUESTION if row["is_question"] else 0,
        makes_graph=bool(row["makes_graph"]),
    )
    for row in rows(Path(__file__).with_name("commands.csv"))
)
"""Every command, in the order `kg --help` shows them."""
