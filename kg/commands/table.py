"""Every command: the word after `kg`, what it takes and what it runs.

A command's module is imported when it is called for, so that `kg --help` and a typing error are answered at once.
"""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from pathlib import Path

from kg.commands.asking import ASK
from kg.commands.command import KINDS, PROFILES, Command, count, kind_of
from kg.commands.completion import COMPLETION
from kg.commands.corrections import CORRECTIONS
from kg.commands.endpoints import endpoint_arguments
from kg.commands.pushing import PUSH
from kg.commands.querying import QUERY
from kg.commands.questions import QUESTIONS
from kg.commands.serving import MCP, SERVE, SHELL
from kg.limits import QUESTION


def _build_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("notes", type=Path, metavar="NOTES", help="a folder of notes, or a single note")
    parser.add_argument(
        "--map", action=BooleanOptionalAction, default=False, help="also draw map.html (default: kg map draws it)"
    )
    parser.add_argument("--strict", action="store_true", help="exit with 1 if there are any problems")
    _vocabulary_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")


def _vocabulary_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--vocabulary",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a vocabulary of topics in SKOS (.ttl .rdf .nt .jsonld, also .gz), beside those that kg.toml names; "
        "may be repeated",
    )


def _build(asked: Namespace) -> int:
    from kg.processes import start_processes

    start_processes(asked.notes, asked.graph)
    from kg.commands.building import Wish, build

    wish = Wish(strict=asked.strict, with_map=asked.map, as_json=asked.json, vocabularies=asked.vocabulary)
    return build(asked.notes, asked.graph, wish)


def _watch_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("notes", type=Path, metavar="NOTES", help="a folder of notes, or a single note")
    parser.add_argument("--map", action="store_true", help="also redraw map.html after every save")
    parser.add_argument("--builds", type=int, metavar="N", help="stop after N builds")
    _vocabulary_argument(parser)


def _watch(asked: Namespace) -> int:
    from kg.commands.watching import watch

    return watch(asked.notes, asked.graph, with_map=asked.map, builds=asked.builds, vocabularies=asked.vocabulary)


def _show_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "thing",
        metavar="THING",
        help="a name, a citation key, an identifier (arXiv, DOI, OpenReview), a URL, a note, or an IRI",
    )
    parser.add_argument("--kind", default="", metavar="KIND", help=f"show only things of this kind: {', '.join(KINDS)}")
    parser.add_argument(
        "--limit",
        type=count,
        default=10,
        metavar="N",
        help="maximum number of facts of each type to print (default: 10; 0: all facts and all their places)",
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def _show(asked: Namespace) -> int:
    from kg.commands.showing import show

    return show(asked.thing, graph=asked.graph, kind=kind_of(asked), limit=asked.limit, as_json=asked.json)


def _explain_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("note", type=Path, metavar="NOTE", help="the note to explain")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write an HTML page instead")
    parser.add_argument(
        "--vault",
        type=Path,
        metavar="DIR",
        help="the folder of notes to which the note belongs (default: its own folder)",
    )


def _explain(asked: Namespace) -> int:
    from kg.commands.explaining import explain

    return explain(asked.note, html=asked.html, vault=asked.vault)


def _verify_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--notes",
        type=Path,
        metavar="NOTES",
        help="where the notes are now (default: where they were when the graph was built)",
    )
    parser.add_argument("--json", action="store_true", help="print the result for each note as JSON")
    parser.add_argument(
        "--files", action="store_true", help="check the files of the graph instead: every byte, and what the store says"
    )


def _verify(asked: Namespace) -> int:
    from kg.commands.verifying import verify, verify_files

    if asked.files:
        return verify_files(asked.graph, as_json=asked.json)
    return verify(asked.graph, notes=asked.notes, as_json=asked.json)


def _diff_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("old", type=Path, metavar="OLD", help="a graph folder, or a file (.ttl .trig .nt .nq)")
    parser.add_argument("new", type=Path, nargs="?", metavar="NEW", help="the same (default: the graph of --graph)")
    parser.add_argument(
        "--evidence", action="store_true", help="also list facts whose place, quote, rule or confidence differs"
    )
    parser.add_argument("--json", action="store_true", help="print the differences as JSON")


def _diff(asked: Namespace) -> int:
    from kg.commands.comparing import diff

    return diff(asked.old, asked.new or asked.graph, evidence=asked.evidence, as_json=asked.json)


def _export_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="file to write; the suffix selects the format, unless --as does",
    )
    parser.add_argument("--as", dest="format", default="", metavar="FORMAT", help="name of the format")
    parser.add_argument(
        "--profile",
        default="",
        metavar="PROFILE",
        help=f"write RDF in another vocabulary: {', '.join(PROFILES)}, or a file with a CONSTRUCT query (.rq)",
    )
    parser.add_argument(
        "--names-only",
        action="store_true",
        help="leave out all quotes and text of the notes, so that you can share the file",
    )
    parser.add_argument(
        "--date",
        default="",
        metavar="DAY",
        help="for ro-crate: the date of publication (default: the newest date in the notes)",
    )
    parser.add_argument("--licence", default="", metavar="URL", help="for ro-crate: the URL of its licence")
    parser.add_argument(
        "--question",
        default="",
        metavar="QUESTION",
        help="for a bibliography: write only the papers that answer this question",
    )
    parser.add_argument(
        "--given",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a parameter of the question, such as topic=RLHF; repeatable",
    )


def _export(asked: Namespace) -> int:
    from kg.commands.exporting import export, papers_of
    from kg.publishing import Chosen

    papers = papers_of(asked.question, asked.given, asked.graph)
    chosen = Chosen(papers, names_only=asked.names_only, date=asked.date, licence=asked.licence)
    return export(asked.file, chosen, graph=asked.graph, name=asked.format, profile=asked.profile)


def _analyze_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "analyses",
        nargs="*",
        metavar="ANALYSIS",
        help="analyses to run, or views to run all analyses of (default: those that most people want)",
    )
    parser.add_argument(
        "--top", type=int, default=10, metavar="N", help="rows to print of each table (default: 10; 0: all)"
    )
    parser.add_argument("--json", action="store_true", help="print the complete tables as JSON")
    parser.add_argument(
        "--forget",
        action="store_true",
        help="run nothing, but remove the results of these analyses, or of all; later builds leave them out",
    )
    endpoint_arguments(parser)


def _analyze(asked: Namespace) -> int:
    from kg.commands.looking import analyze

    return analyze(asked.analyses, asked)


def _map_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="file to write (default: map.html in the graph folder)"
    )
    parser.add_argument("--open", action="store_true", help="open it in the browser")


def _map(asked: Namespace) -> int:
    from kg.commands.looking import draw

    return draw(asked.file, graph=asked.graph, show=asked.open)


def _report_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the problems as JSON lines")
    parser.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="write a page about the whole graph instead, with plots, to read or print",
    )


def _report(asked: Namespace) -> int:
    from kg.commands.looking import report, write_report

    if asked.html is not None:
        return write_report(asked.html, graph=asked.graph)
    return report(asked.graph, as_json=asked.json)


def _score_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("gold", type=Path, metavar="GOLD", help="a file of annotations, or a folder of them (*.jsonl)")
    parser.add_argument(
        "--errors",
        type=int,
        default=0,
        metavar="N",
        help="show the first N misses and N false alarms of each kind",
    )
    parser.add_argument("--json", action="store_true", help="print the scores of each note as JSON")


def _score(asked: Namespace) -> int:
    from kg.commands.looking import score

    return score(asked.gold, graph=asked.graph, errors=asked.errors, as_json=asked.json)


COMMANDS: tuple[Command, ...] = (
    Command(
        "build",
        "Read notes and write their graph: a store, graph.ttl and graph.trig",
        ("kg build ~/notes", "kg build ~/notes --graph ~/graph --strict", "kg build one-note.md --json"),
        _build_arguments,
        _build,
        makes_graph=True,
    ),
    Command(
        "watch",
        "Build the graph, and again whenever you save a note; reads only notes that changed",
        ("kg watch ~/notes", "kg watch ~/notes --map --graph ~/graph"),
        _watch_arguments,
        _watch,
        makes_graph=True,
    ),
    QUERY,
    SHELL,
    ASK,
    SERVE,
    MCP,
    Command(
        "show",
        "Show one thing: its names, all facts about it with note, line, quote and rule, and the notes that mention it",
        ("kg show 'Jure Leskovec'", "kg show 2503.01776 --limit 0", "kg show BERT --kind method --json"),
        _show_arguments,
        _show,
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
        _explain_arguments,
        _explain,
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
        _export_arguments,
        _export,
    ),
    PUSH,
    Command(
        "analyze",
        "Measure papers, people, topics and methods: ranks, communities, gaps, growth; keep the results in the graph",
        (
            "kg analyze",
            "kg analyze author-ranks topics --top 20",
            "kg analyze --json",
            "kg analyze --forget",
        ),
        _analyze_arguments,
        _analyze,
    ),
    Command(
        "map",
        "Draw the topic map: one HTML file that opens in any browser and makes no network requests",
        ("kg map --open", "kg map ~/Desktop/map.html --graph ~/graph"),
        _map_arguments,
        _map,
    ),
    Command(
        "report",
        "List the problems of the last build and the lines that were not understood, with their locations",
        ("kg report", "kg report --json | grep not-understood", "kg report --html report.html"),
        _report_arguments,
        _report,
    ),
    Command(
        "verify",
        "Check every quote against the current notes, and list the facts that have lost their evidence",
        ("kg verify", "kg verify --notes ~/notes --graph ~/graph", "kg verify --files", "kg verify --json"),
        _verify_arguments,
        _verify,
    ),
    Command(
        "diff",
        "Compare two graphs by notes, things and facts; exits with 0 if they are equal, 1 if they differ, 2 on error",
        ("kg diff graph-of-may kg-out", "kg diff before.trig after.trig --evidence", "kg diff graph-of-may --json"),
        _diff_arguments,
        _diff,
        failed=2,
    ),
    Command(
        "score",
        "Measure how well kg reads your notes, by comparison with your own annotations",
        ("kg score my-annotations", "kg score gold/trip-report.jsonl --errors 20", "kg score gold --json"),
        _score_arguments,
        _score,
    ),
    COMPLETION,
)
"""Every command, in the order `kg --help` shows them."""
