"""The competency questions of `ontology/competency.md`: what is asked, how, and which answer is expected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from places import ROOT

from kg import terms
from kg.asking.questions import questions
from kg.asking.questions.answering import ask
from kg.iris import DEFAULT_BASE
from kg.rdf import Store

PAGE = ROOT / "ontology" / "competency.md"
GRAPH = ROOT / "ontology" / "competency.ttl"
_SECTION = re.compile(r"^### (?P<title>.+)\n(?P<body>(?:(?!^#{2,3} ).*\n?)*)", re.MULTILINE)
_READY_MADE = re.compile(
    r"^Asked with \[`(?P<name>[\w-]+)`\]\(questions/(?P=name)\.rq\)(?:, (?P<given>.+))?\.$", re.MULTILINE
)
_SPARQL = re.compile(r"^```sparql\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_NOTE = re.compile(r"^### `(?P<path>[\w./-]+\.md)`\n\n````markdown\n(?P<text>.*?)^````$", re.DOTALL | re.MULTILINE)


class Competency(NamedTuple):
    """A question in plain English, and the answer that the small graph gives."""

    title: str
    name: str
    """Of the ready-made question that asks it, "" if a query of its own does."""
    given: dict[str, str]
    sparql: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def answer(self, store: Store) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
        """Ask it of a graph: columns and rows, spelled as the page does."""
        sparql = ask(store, questions()[self.name], self.given).sparql if self.name else self.sparql
        found = store.query(sparql)
        return tuple(found.columns), tuple(tuple(map(spelled, row)) for row in found)


def competencies(text: str) -> list[Competency]:
    """Read the questions of the page.

    Raises:
        ValueError: a question says not how it is asked, or has no table of answers.
    """
    return [_read(found["title"], found["body"]) for found in _SECTION.finditer(text) if found["title"].endswith("?")]


def notes(text: str) -> dict[str, str]:
    """Give the notes that the page shows: path -> text."""
    return {found["path"]: found["text"] for found in _NOTE.finditer(text)}


def spelled(term: object) -> str:
    """Write a value of an answer as the page does: things below the base, terms with their prefix, literals as they are."""
    text = "" if term is None else str(getattr(term, "value", term))
    for prefix, space in terms.PREFIXES.items():
        if text.startswith(space):
            return f"{prefix}:{text.removeprefix(space)}"
    return text.removeprefix(DEFAULT_BASE)


def _read(title: str, body: str) -> Competency:
    ready, sparql, table = _READY_MADE.search(body), _SPARQL.search(body), list(_table(body))
    if (ready is None) == (sparql is None) or not table:
        raise ValueError(f"{title} needs one way to ask it, and a table of answers")
    given = dict(pair.split(" = ", 1) for pair in (ready["given"] or "").split("; ") if pair) if ready else {}
    name = ready["name"] if ready else ""
    return Competency(title, name, given, sparql[1] if sparql else "", table[0], tuple(table[2:]))


def _table(body: str) -> Iterator[tuple[str, ...]]:
    for line in body.splitlines():
        if line.startswith("|"):
            yield tuple(cell.strip() for cell in line.strip("|").split("|"))


def read(path: Path = PAGE) -> list[Competency]:
    """Read the questions of the page in the repository."""
    return competencies(path.read_text(encoding="utf-8"))
