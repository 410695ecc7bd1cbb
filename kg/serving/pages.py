"""Pages for people: the one to write queries on, with words and names to complete them, and answers without scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from kg import terms
from kg.asking.questions import grouped, questions
from kg.asking.wording import shown_name
from kg.errors import KgError
from kg.exploring.rendering import render
from kg.rdf import Answer, Question, shortened, string, vocabulary
from kg.serving.options import Options
from kg.serving.requests import message_and_status

HERE = Path(__file__).parent
SHOWN = 1000
"""Rows of an answer on a page; programs get all."""
_NAMES = 20
"""Names that are offered to complete one."""
LONGEST_TEXT = 1_000_000
LONGEST_CELL = 5_000
"""Characters that are shown, of triples and of a cell."""
_WRITABLE = re.compile(r"""[^<>"{}|^`\\\x00-\x20]+""")
"""An IRI that can stand in a query; one that a query has made, or another program, may be another."""
FIRST = """SELECT ?title ?year WHERE {
  ?paper a schema:ScholarlyArticle ;
    schema:name ?title ;
    schema:datePublished ?year .
}
ORDER BY DESC(?year) ?title
LIMIT 20
"""
Ask = Callable[[Question], Awaitable[Answer | None]]


class Cell(NamedTuple):
    """A term in words, with its IRI when it has one."""

    text: str
    iri: str = ""


def has_editor() -> bool:
    """Return whether the editor component was put in when kg was packed; a plain field takes its place otherwise."""
    return (HERE / "static" / "yasqe" / "yasqe.min.js").is_file()


def editor(options: Options, query: str = "") -> Response:
    """Show the page to write a query on."""
    text = render(
        "editor.html",
        here="query",
        has_editor=has_editor(),
        groups=grouped(questions().values()),
        query=query or FIRST,
        prefixes=sorted(terms.PREFIXES),
        limits=options.limits,
    )
    return HTMLResponse(text)


async def answered(query: str, ask: Ask, question: Question) -> Response:
    """Show the answer to a query as a page."""
    shown: dict[str, Any] = {"query": query, "problem": "", "text": None, "columns": [], "rows": [], "total": 0}
    shown["hints"] = ()
    status = 200
    try:
        answer = await ask(question)
        content = answer.content.decode() if answer else ""
        shown["hints"] = answer.hints if answer else ()
        if answer and answer.media_type.endswith("results+json"):
            shown |= await _table(json.loads(content), ask)
        else:
            shown["text"] = _cut(content, LONGEST_TEXT)
    except KgError as error:
        # What went wrong is told on the page; its status is that of the protocol.
        shown["problem"], status = message_and_status(error)
    return HTMLResponse(render("answer.html", **shown), status)


async def _table(found: dict[str, Any], ask: Ask) -> dict[str, Any]:
    if "boolean" in found:
        return {"columns": ["answer"], "rows": [[Cell("yes" if found["boolean"] else "no")]], "total": 1}
    columns, bindings = found["head"]["vars"], found["results"]["bindings"]
    rows = [[row.get(column) for column in columns] for row in bindings[:SHOWN]]
    names = await _names({term["value"] for row in rows for term in row if term and term["type"] == "uri"}, ask)
    return {"columns": columns, "rows": [[_cell(term, names) for term in row] for row in rows], "total": len(bindings)}


async def _names(iris: set[str], ask: Ask) -> dict[str, str]:
    values = " ".join(f"<{iri}>" for iri in sorted(iris) if _WRITABLE.fullmatch(iri))
    if not values:
        return {}
    try:
        key = "OPTIONAL { ?t kg:citationKey ?k FILTER (?k = ?n) }"
        answer = await ask(Question(f"SELECT ?t ?n ?k {{ VALUES ?t {{ {values} }} ?t rdfs:label|kg:path ?n {key} }}"))
    except KgError:
        return {}  # an answer with IRIs is better than none
    found: Sequence[dict[str, Any]] = json.loads(answer.content)["results"]["bindings"] if answer else []
    return {
        row["t"]["value"]: shown_name(row["n"]["value"], [row["k"]["value"]] if "k" in row else ()) for row in found
    }


def _cell(term: dict[str, Any] | None, names: dict[str, str]) -> Cell:
    if term is None:
        return Cell("")
    value = term["value"] if isinstance(term["value"], str) else json.dumps(term["value"], ensure_ascii=False)
    if term["type"] != "uri":
        return Cell(_cut(value, LONGEST_CELL))
    return Cell(names.get(value) or shortened(value) or value, value)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]}…"


async def words(_: Request) -> Response:
    """Return the prefixes and the terms of the ontology."""
    known = [{"name": term.name, "label": term.label, "comment": term.comment} for term in vocabulary()]
    return JSONResponse({"prefixes": terms.PREFIXES, "terms": known})


async def names_beginning(ask: Ask, starts: str) -> list[str]:
    """Return names in the graph that begin so, whatever the case, the shortest first.

    Raises:
        KgError: as whoever asks says.
    """
    begin = string(starts.lower())
    answer = await ask(
        Question(
            f"SELECT DISTINCT ?name {{ ?thing schema:name|skos:prefLabel|schema:alternateName|skos:altLabel ?name "
            f"FILTER(STRSTARTS(LCASE(?name), {begin})) }} ORDER BY STRLEN(?name) ?name LIMIT {_NAMES}"
        )
    )
    found = json.loads(answer.content)["results"]["bindings"] if answer else []
    return [row["name"]["value"] for row in found]
