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
from kg.publishing import find_exporter
from kg.rdf import ResultFormat, Rows, queries

_CONDITION = re.compile(r"(?P<column>\w+)(?P<sign>>=|<=|=)(?P<value>.*)", re.DOTALL)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def query(sparql: str | None, *, file: Path | None, graph: Path, format: str | None) -> int:
    """Run a query from the command line, a file or standard input, and print the answer."""
    if (sparql is None) == (file is None):
        raise UsageError(
            "give exactly one query: kg query 'SELECT ...', kg query --file q.rq, or kg query - for standard input"
        )
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
        screen.show(("question", "asks"), [(name, _title(sparql)) for name, sparql in questions.items()])
        return 0
    if name not in questions:
        near = difflib.get_close_matches(name, questions, n=1)
        hint = f"Did you mean {near[0]!r}? " if near else ""
        raise UsageError(f"there is no question {name!r}. {hint}kg ask lists them")
    _answer(_narrowed(questions[name], given, graph), graph, format)
    return 0


def export(file: Path, *, graph: Path) -> int:
    """Write the graph to a file in the format of its suffix."""
    exporter = find_exporter(file)
    exporter.write(open_graph(graph), file)
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


def _narrowed(sparql: str, given: Sequence[str], graph: Path) -> str:
    """Keep the rows of a question that meet each condition: `column=text`, `column>=value` or `column<=value`."""
    if not given:
        return sparql
    columns = open_graph(graph).query(sparql).columns
    conditions = " && ".join(_condition(one, columns) for one in given)
    shown = " ".join(f"?{column}" for column in columns)
    return f"SELECT {shown} WHERE {{ {{\n{sparql}\n}} FILTER({conditions}) }}"


def _condition(text: str, columns: Sequence[str]) -> str:
    """Write a condition in SPARQL: numbers are compared as numbers, all else as text, as dates can be."""
    found = _CONDITION.fullmatch(text)
    if not found or found["column"] not in columns:
        raise UsageError(
            f"--param {text} should be COLUMN=TEXT, COLUMN>=VALUE or COLUMN<=VALUE, "
            f"where COLUMN is one of {', '.join(columns)}"
        )
    column, sign, value = f"?{found['column']}", found["sign"], found["value"].strip()
    if sign == "=":
        return f'CONTAINS(LCASE(STR({column})), LCASE("{_escaped(found["value"])}"))'
    as_text = f'STR({column}) {sign} "{_escaped(value)}"'
    return f"IF(isNumeric({column}), {column} {sign} {value}, {as_text})" if _NUMBER.fullmatch(value) else as_text


def _escaped(text: str) -> str:
    r"""Write a text as it may stand in a string of SPARQL.

    >>> print(_escaped('say "hi"'))
    say \"hi\"
    """
    for character, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r")):
        text = text.replace(character, written)
    return text
