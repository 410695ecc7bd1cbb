"""`kg analyze`, `kg map`, `kg report`: what a whole graph shows, and how well it was read."""

from __future__ import annotations

import json
import sys
import webbrowser
from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from kg import origin, screen
from kg.commands.stores import open_asked
from kg.errors import UsageError
from kg.library.graphs import keep, open_knowledge, write_map
from kg.model import Problem
from kg.publishing import report as reports
from kg.publishing.topicmap.memory import MAP
from kg.rdf import check, forget_derived, open_store, settle
from kg.writing import write_bytes

if TYPE_CHECKING:
    from kg.analytics import Table


def analyze(asked: Namespace) -> int:
    """Run the analyses, store their results in the graph, and print their tables; for an endpoint, only print them.

    Raises:
        UsageError: there is no analysis of that name, or `--forget` was combined with an endpoint.
        StoreError: nothing was built there, or another process has the store open.
    """
    from kg import analytics
    from kg.publishing.topicmap.themes import theming_of

    names = asked.analyses
    try:
        chosen = analytics.choose_analyses(names)
    except KeyError as error:
        raise UsageError(f"{error.args[0]}.") from error
    if asked.forget:
        return _forget([analysis.name for analysis in chosen] if names else (), asked)
    theming = None if asked.endpoint else theming_of(asked.graph)
    with open_asked(asked) as store:
        findings = analytics.analyze(store, only=names, theming=theming)
    if not asked.endpoint:
        keep(asked.graph, findings)
    tables = [finding.table for finding in findings]
    if asked.json:
        rows = {t.name: [dict(zip(t.columns, row, strict=True)) for row in t.rows] for t in tables}
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return 0
    for number, (analysis, table) in enumerate(zip(chosen, tables, strict=True)):
        if number:
            print()
        print(f"{screen.bold(table.name, sys.stdout)}: {analysis.means}")
        _show(table, asked.top)
    return 0


def _forget(names: Sequence[str], asked: Namespace) -> int:
    """Drop what analyses keep in the graph, or all of them where no names are given."""
    if asked.endpoint:
        raise UsageError(
            "kg analyze keeps nothing in another store, so --forget has no --endpoint. Leave one of them out"
        )
    open_store(asked.graph).close()
    check(asked.graph, whole=True)
    gone = forget_derived(asked.graph, names)
    print(f"Forgot {', '.join(gone)}." if gone else "There was nothing to forget.")
    return 0


def _show(table: Table, top: int) -> None:
    shown = table.rows[:top] if top > 0 else table.rows
    if table.rows:
        screen.show(table.columns, shown)
    else:
        print("Nothing.")
    if len(shown) < len(table.rows):
        print(f"... and {len(table.rows) - len(shown):,} more (--top 0 shows all)")
    if table.remark:
        print(table.remark)


def draw(asked: Namespace) -> int:
    """Write the topic map of a graph, and open it in the browser if asked to."""
    path = asked.file or asked.graph / MAP
    write_map(open_store(asked.graph), path, asked.graph, origin.find(asked.graph))
    opened = asked.open and webbrowser.open(path.resolve().as_uri())
    print(f"Opened {path}." if opened else f"Open {path} in a browser.")
    return 0


def report(asked: Namespace) -> int:
    """Print the problems of the last build, by note and place, or write a page about the graph."""
    graph = asked.graph
    if asked.html is not None:
        return _write_report(asked.html, graph=graph)
    settle(graph)
    check(graph)
    found = reports.read(graph)
    for line in _as_json(found) if asked.json else _as_text(found):
        print(line)
    return 0


def _write_report(file: Path, *, graph: Path) -> int:
    """Write the page about a graph to a file.

    Raises:
        UsageError: the file cannot be written.
    """
    from kg.exploring.report import standalone

    with open_knowledge(graph) as knowledge:
        text = standalone(knowledge, graph)
    try:
        write_bytes(file, text.encode("utf-8", "replace"))
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}. Choose another file with --html") from error
    print(f"Open {screen.clean(str(file))} in a browser.")
    return 0


def _as_json(built: reports.Contents) -> Iterator[str]:
    for problem in built.problems:
        fields = {name: getattr(problem, name) for name in ("code", "note", "line", "column", "message")}
        yield json.dumps(fields, ensure_ascii=False)
    for note, (some, all_) in built.told.items():
        yield json.dumps({"code": "coverage", "note": note, "sentences": all_, "told": some}, ensure_ascii=False)
    if built.unread:
        yield json.dumps({"code": "unread", "files": dict(built.unread)}, ensure_ascii=False)


def _as_text(built: reports.Contents) -> Iterator[str]:
    problems, told, _ = built
    yield from _summary(built)
    for number, (note, group) in enumerate(groupby(problems, key=lambda problem: problem.note)):
        found = list(group)
        if number:
            yield ""
        yield screen.bold(f"{screen.clean(note) or '(the whole vault)'}: {_count(len(found))}", sys.stdout)
        for problem in found:
            yield f"  {_place(problem)}: {problem.code}: {screen.clean(problem.message)}"
    if problems:
        yield f"\n{_count(len(problems))} in all"
    if any(all_ for _, all_ in told.values()):
        yield "\nSentences that yielded something:"
        for note, (some, all_) in told.items():
            if all_:
                yield f"  {screen.clean(note)}: {some:,} of {all_:,} ({some / all_:.0%})"


def _summary(built: reports.Contents) -> Iterator[str]:
    """Return what there is to say of the whole vault."""
    problems, told, unread = built
    if not told:
        yield reports.nothing_read()
    elif not problems:
        yield "No problems: every line was understood."
    if unread:
        yield f"{screen.clean(reports.said_of_unread(unread))}."
    if problems and (unread or not told):
        yield ""


def _place(problem: Problem) -> str:
    note = screen.clean(problem.note) or "vault"
    return f"{note}:{problem.line}:{problem.column}" if problem.line else note


def _count(number: int) -> str:
    return f"{number:,} problem" + "s" * (number != 1)
