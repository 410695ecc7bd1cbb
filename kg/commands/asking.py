"""`kg query`, `kg ask` and `kg export`: the graph in answers and in files."""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from kg import terms
from kg.commands import screen
from kg.commands.graphs import open_graph
from kg.errors import UsageError
from kg.rdf import RdfFormat, ResultFormat, Rows, queries, write

_DEFAULT = re.compile(r'VALUES \?(\w+) \{ "((?:[^"\\\n]|\\.)*)"')
"""How a question says what it asks about: a value that `--param` replaces."""


def query(sparql: str | None, *, file: Path | None, graph: Path, format: str | None) -> int:
    """Run a query from the command line, a file or standard input, and print the answer."""
    if (sparql is None) == (file is None):
        raise UsageError("give one query: kg query 'SELECT ...', kg query --file q.rq, or kg query - to read it")
    if file is not None:
        sparql = file.read_text(encoding="utf-8-sig")
    elif sparql == "-":
        sparql = sys.stdin.read()
    _answer(sparql or "", graph, format)
    return 0


def ask(name: str | None, *, graph: Path, given: Sequence[str], format: str | None) -> int:
    """Answer a question that comes with kg; without a name, list the questions."""
    questions = queries("questions")
    if name is None:
        screen.show(("question", "asks", "parameters"), [(n, _title(q), _parameters(q)) for n, q in questions.items()])
        return 0
    if name not in questions:
        near = difflib.get_close_matches(name, questions, n=1)
        hint = f"Did you mean {near[0]!r}? " if near else ""
        raise UsageError(f"there is no question {name!r}. {hint}kg ask lists them")
    sparql = questions[name]
    for assignment in given:
        sparql = _filled(sparql, assignment, name)
    _answer(sparql, graph, format)
    return 0


def export(file: Path, *, graph: Path) -> int:
    """Write the graph to a file in the format of its suffix."""
    rdf_format = RdfFormat.of(file)
    write(open_graph(graph), file, rdf_format)
    return 0


def _answer(sparql: str, graph: Path, format: str | None) -> None:
    answer = open_graph(graph).query(sparql)
    chosen = ResultFormat(format) if format else (ResultFormat.TTL if answer.is_graph else ResultFormat.TABLE)
    if chosen is not ResultFormat.TABLE:
        sys.stdout.write(answer.render(chosen))
    elif answer.is_boolean:
        print("true" if answer else "false")
    else:
        _show(answer)


def _show(answer: Rows) -> None:
    rows = [[_shown(getattr(term, "value", term)) for term in row] for row in answer]
    screen.show(answer.columns, rows)
    if sys.stdout.isatty():
        print(f"\n{len(rows):,} row" + "s" * (len(rows) != 1))


def _shown(value: object) -> str | None:
    """Write a term for people: an IRI by its prefix, a number as it is."""
    if value is None:
        return None
    text = str(value)
    for prefix, iri in terms.PREFIXES.items():
        if text.startswith(iri) and len(text) > len(iri):
            return f"{prefix}:{text[len(iri) :]}"
    return text


def _title(question: str) -> str:
    """Give the first comment of a question: what it asks, in a sentence."""
    first = question.split("\n", 1)[0]
    return first.removeprefix("#").strip() if first.startswith("#") else ""


def _parameters(question: str) -> str:
    return " ".join(f"{name}={value}" for name, value in _DEFAULT.findall(question))


def _filled(sparql: str, assignment: str, question: str) -> str:
    """Put a value in the place of a question's own."""
    name, equals, value = assignment.partition("=")
    known = [found[1] for found in _DEFAULT.finditer(sparql)]
    if not equals or name not in known:
        raise UsageError(
            f"--param {assignment}: {question} takes {' and '.join(f'{k}=VALUE' for k in known) or 'no parameter'}"
        )
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")

    def replaced(found: re.Match[str]) -> str:
        return f'VALUES ?{name} {{ "{escaped}"' if found[1] == name else found[0]

    return _DEFAULT.sub(replaced, sparql)
