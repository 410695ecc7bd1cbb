"""Every command: the word after `kg`, what it takes and what it runs.

A command's module is imported when it is called for, so that `kg --help` and a typing error are answered at once.
"""

from __future__ import annotations

import argparse
from argparse import BooleanOptionalAction, Namespace

from kg.commands.command import (
    ENDPOINT,
    FORMATS,
    NOTES,
    PROFILES,
    USER,
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
from kg.commands.corrections import CORRECTIONS
from kg.commands.questions import QUESTIONS
from kg.limits import QUESTION, Limits

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
    "a vocabulary of topics in SKOS (.ttl .rdf .nt .jsonld, also .gz), beside those that kg.toml names; "
    "may be repeated",
    action="append",
    default=[],
)
_IRIS = flag("--iris", "print IRIs in tables instead of names")


def build(asked: Namespace) -> int:
    """Start the processes that read notes, and build while they import what they need."""
    from kg.processes import start_processes

    start_processes(asked.notes, asked.graph)
    from kg.commands import building

    return building.build(asked)


COMMANDS: tuple[Command, ...] = (
    Command(
        "build",
        "Read notes and write their graph: a store, graph.ttl and graph.trig",
        ("kg build ~/notes", "kg build ~/notes --graph ~/graph --strict", "kg build one-note.md --json"),
        (
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
        ),
        "table.build",
        makes_graph=True,
    ),
    Command(
        "watch",
        "Build the graph, and again whenever you save a note; reads only notes that changed",
        ("kg watch ~/notes", "kg watch ~/notes --map --graph ~/graph"),
        (
            _VAULT,
            flag("--map", "also redraw map.html after every save"),
            argument("--builds", type=int, metavar="N", help="stop after N builds"),
            _VOCABULARY,
        ),
        "watching.watch",
        makes_graph=True,
    ),
    Command(
        "query",
        "Query the graph with SPARQL; the prefixes schema, skos, kg, prov, oa, rdf, rdfs and xsd are predefined",
        (
            "kg query 'SELECT ?title WHERE { ?paper a schema:ScholarlyArticle ; schema:name ?title } LIMIT 5'",
            "kg query --file question.rq --format csv > answer.csv",
            "kg query --endpoint http://127.0.0.1:7878/query 'SELECT ?name { ?p a schema:Person ; rdfs:label ?name }'",
            "echo 'ASK { ?paper kg:rating 5 }' | kg query -",
        ),
        (
            text("sparql", "SPARQL", "the query, or - to read it from standard input", nargs="?"),
            path("--file", "FILE", "read the query from a file"),
            argument(
                "--format", choices=FORMATS, help="output format (default: table; for CONSTRUCT and DESCRIBE: ttl)"
            ),
            _IRIS,
            flag("--no-pager", "do not page long tables on a terminal"),
            *limiting(LIMITS),
            *ENDPOINT,
        ),
        "querying.query",
    ),
    Command(
        "shell",
        "Query the graph with SPARQL at a prompt with completion, colours and history; other commands work there too",
        ("kg shell", "kg shell --graph ~/graph --iris", "kg shell --timeout 10"),
        (_IRIS, flag("--no-pager", "do not page long tables"), *limiting(LIMITS)),
        "conversing.shell",
    ),
    Command(
        "ask",
        "Answer a ready-made question, or list all of them",
        (
            "kg ask",
            "kg ask authors-by-papers",
            "kg ask papers-by-rating --topic RLHF --year 2024..2025",
            "kg ask 'which papers on RLHF did I like'",
            "kg ask people-of-topic 'diffusion models' --all --format csv",
            "kg ask authors-by-papers --endpoint http://127.0.0.1:7878/query",
            "kg ask papers-by-rating --help",
        ),
        (
            *ENDPOINT,
            text("question", "QUESTION", "name of a question, or a sentence (default: list all questions)", nargs="?"),
            text(
                "given",
                "...",
                "a parameter of the question, such as --topic RLHF; kg ask QUESTION --help lists them",
                nargs=argparse.REMAINDER,
            ),
        ),
        "asking.answer_question",
        seconds=QUESTION,
    ),
    Command(
        "serve",
        "Serve the graph over HTTP on this machine: pages to explore it and a SPARQL endpoint",
        ("kg serve", "kg serve ~/notes --watch --decide", "kg serve --graph ~/graph --port 8080 --timeout 60 --rows 0"),
        (
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
        "serving.run",
    ),
    Command(
        "mcp",
        "Let an assistant query the graph: a read-only server for the Model Context Protocol on standard input and "
        "output",
        ("kg mcp", "kg mcp --graph ~/graph"),
        limiting(Limits()),
        "serving.run_mcp",
    ),
    Command(
        "show",
        "Show one thing: its names, all facts about it with note, line, quote and rule, and the notes that mention it",
        ("kg show 'Jure Leskovec'", "kg show 2503.01776 --limit 0", "kg show BERT --kind method --json"),
        (
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
        "showing.show",
        seconds=QUESTION,
    ),
    *QUESTIONS,
    Command(
        "explain",
        "Show how kg reads a note: the kind of each region, the record of each line, the field of each word",
        (
            "kg explain reading-list.md",
            "kg explain reading-list.md --html explained.html",
            "kg explain a.md --vault ~/notes",
        ),
        (
            path("note", "NOTE", "the note to explain"),
            path("--html", "FILE", "write an HTML page instead"),
            path("--vault", "DIR", "the folder of notes to which the note belongs (default: its own folder)"),
        ),
        "explaining.explain",
    ),
    *CORRECTIONS,
    Command(
        "export",
        "Write the graph for other programs, in the format given by the suffix of the file or by --as",
        (
            "kg export graph.jsonld",
            "kg export everything.trig --graph ~/graph",
            "kg export papers.rdf --profile bibo",
            "kg export facts.trig --as nanopubs",
            "kg export to-publish --as ro-crate --names-only",
        ),
        (
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
        "exporting.export",
    ),
    Command(
        "push",
        "Put the graph into another store, such as Fuseki, GraphDB or Virtuoso, replacing what was pushed before",
        (
            "kg push http://127.0.0.1:7878/store",
            "kg push http://127.0.0.1:8890/sparql-graph-crud-auth --user dba",
            "kg push https://example.org/repositories/notes/statements --query https://example.org/repositories/notes",
            "kg push http://127.0.0.1:3030/notes/data --names-only --dry-run",
        ),
        (
            text("address", "URL", "where the store accepts graphs or updates; docs/stores.md lists addresses"),
            argument(
                "--via",
                choices=tuple(BATCHES),
                default="",
                help="send graphs (SPARQL 1.1 Graph Store Protocol) or updates "
                "(default: depends on the end of the URL)",
            ),
            text("--query", "URL", "for --via update: where the store answers queries (default: the same URL)"),
            USER,
            argument(
                "--default-graph",
                action=BooleanOptionalAction,
                default=None,
                help="put the union of all graphs into the default graph of the store "
                "(default: if it has a separate one)",
            ),
            flag("--names-only", "leave out all quotes and text of the notes, so that you can share the graph"),
            number(
                "--batch",
                f"maximum number of statements in a request (default: {BATCHES['gsp']}, "
                f"in an update {BATCHES['update']})",
            ),
            argument(
                "--timeout",
                type=seconds,
                default=_PUSH_SECONDS,
                metavar="SECONDS",
                help="give up if the server does not answer a request in this time "
                f"(default: {_PUSH_SECONDS}; 0: never)",
            ),
            flag("--dry-run", "say what would be sent, without contacting the server"),
        ),
        "stores.push_graph",
    ),
    Command(
        "analyze",
        "Measure papers, people, topics and methods: ranks, communities, gaps, growth; keep the results in the graph",
        (
            "kg analyze",
            "kg analyze author-ranks topics --top 20",
            "kg analyze --json",
            "kg analyze --forget",
        ),
        (
            text(
                "analyses",
                "ANALYSIS",
                "analyses to run, or views to run all analyses of (default: those that most people want)",
                nargs="*",
            ),
            argument(
                "--top", type=int, default=10, metavar="N", help="rows to print of each table (default: 10; 0: all)"
            ),
            flag("--json", "print the complete tables as JSON"),
            flag(
                "--forget",
                "run nothing, but remove the results of these analyses, or of all; later builds leave them out",
            ),
            *ENDPOINT,
        ),
        "looking.analyze",
    ),
    Command(
        "map",
        "Draw the topic map: one HTML file that opens in any browser and makes no network requests",
        ("kg map --open", "kg map ~/Desktop/map.html --graph ~/graph"),
        (
            path("file", "FILE", "file to write (default: map.html in the graph folder)", nargs="?"),
            flag("--open", "open it in the browser"),
        ),
        "looking.draw",
    ),
    Command(
        "report",
        "List the problems of the last build and the lines that were not understood, with their locations",
        ("kg report", "kg report --json | grep not-understood", "kg report --html report.html"),
        (
            flag("--json", "print the problems as JSON lines"),
            path("--html", "FILE", "write a page about the whole graph instead, with plots, to read or print"),
        ),
        "looking.report",
    ),
    Command(
        "verify",
        "Check every quote against the current notes, and list the facts that have lost their evidence",
        ("kg verify", "kg verify --notes ~/notes --graph ~/graph", "kg verify --files", "kg verify --json"),
        (
            NOTES,
            flag("--json", "print the result for each note as JSON"),
            flag("--files", "check the files of the graph instead: every byte, and what the store says"),
        ),
        "verifying.verify",
    ),
    Command(
        "diff",
        "Compare two graphs by notes, things and facts; exits with 0 if they are equal, 1 if they differ, 2 on error",
        ("kg diff graph-of-may kg-out", "kg diff before.trig after.trig --evidence", "kg diff graph-of-may --json"),
        (
            path("old", "OLD", "a graph folder, or a file (.ttl .trig .nt .nq)"),
            path("new", "NEW", "the same (default: the graph of --graph)", nargs="?"),
            flag("--evidence", "also list facts whose place, quote, rule or confidence differs"),
            flag("--json", "print the differences as JSON"),
        ),
        "comparing.diff",
        failed=2,
    ),
    Command(
        "score",
        "Measure how well kg reads your notes, by comparison with your own annotations",
        ("kg score my-annotations", "kg score gold/trip-report.jsonl --errors 20", "kg score gold --json"),
        (
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
        "looking.score",
    ),
    Command(
        "completion",
        "Print a script that makes a shell complete commands, options, questions and the names in your graph",
        (
            "kg completion bash > ~/.local/share/bash-completion/completions/kg",
            "kg completion zsh > ~/.zfunc/_kg",
            "kg completion fish > ~/.config/fish/completions/kg.fish",
        ),
        (argument("shell", choices=("bash", "zsh", "fish"), help="your shell"),),
        "completion.print_script",
    ),
)
"""Every command, in the order `kg --help` shows them."""
