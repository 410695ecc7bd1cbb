"""Ask a question of a graph: rows of things with their names, and where each of them is said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

import kg.asking.wording
from kg import terms, untrusted
from kg.asking.knowledge import telling
from kg.asking.plain import plain
from kg.asking.questions.filling import Filled, fill, written
from kg.asking.questions.reading import Question
from kg.asking.wording import Names, iris_in
from kg.graph import batches, in_values
from kg.model import Kind
from kg.rdf import Askable, Rows
from kg.rdf.hints import hints
from kg.text import cut

NOTE, LINE, PASSAGE = "note", "line", "passage"
"""Columns that say where a row is said; a person sees them as one. A row that counts gives one passage of many."""
WHERE = "where"
TEXTS = ("quote", "remark", "highlight", "abstract")
"""Columns whose texts may be long."""
REMARK = 95
"""Characters of a remark beside its paper."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A value in a row."""

    text: str
    """As a person reads it: the name of a thing, a term in words, or the value."""
    iri: str = ""
    """Of a thing or a page."""
    kind: str = ""
    """Of a thing."""
    value: Value = None
    """As Python has it: a number, a year as a number, text, the name of a thing."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of an answer."""

    cells: tuple[Cell, ...]
    where: tuple[tuple[str, int], ...]
    """Notes and lines that the row rests on: those that the question gives, or else where its first thing is named."""
    remark: str = ""
    """The first words of a remark on its first paper, from one of its notes if they have any; "" where a question gives
    texts itself."""
    remark_from: str = ""
    """The note and line of the remark, unless the row and those like it have only this note."""

    @property
    def remarked(self) -> str:
        """The remark, with its place where the row does not say who made it."""
        return f"{self.remark} ({self.remark_from})" if self.remark_from else self.remark


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer to a question."""

    question: Question
    given: tuple[Filled, ...]
    sparql: str
    """The query that was run."""
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    total: int
    """Rows that there are; fewer may be given."""
    hints: tuple[str, ...]
    """What a name that fits several things was taken for, and why there are no rows, where this can be known."""


def ask(store: Askable, question: Question, given: Mapping[str, str], *, limit: int = 0) -> Asked:
    """Ask a question.

    Args:
        given: parameter -> what a person typed.
        limit: maximum number of rows, 0 for all; the total counts them all.

    Raises:
        UsageError: there is no such parameter, or nothing matches what was typed.
        QueryError: the question is not a valid query.
    """
    filled = tuple(fill(store, question.parameter(name), text) for name, text in given.items())
    sparql = written(question.sparql, filled)
    answer = store.query(sparql)
    columns = [column for column in answer.columns if column not in (NOTE, LINE, PASSAGE)]
    found = list(answer)
    rows = tuple(_placed(store, list(_rows(store, answer, found[: limit or None]))))
    if set(TEXTS).isdisjoint(columns):
        rows = tuple(_remarked(store, rows))
    told = (line for one in filled for line in one.told)
    reasons = map(str, hints(question.sparql, None if found else store))
    return Asked(question, filled, sparql, tuple(columns), rows, len(found), (*told, *reasons))


def _rows(store: Askable, answer: Rows, found: Sequence[Sequence[object]]) -> Iterator[Row]:
    names = Names(store)
    names.learn(iris_in(found))
    for terms_ in found:
        cells, note, line = list[Cell](), "", 0
        for column, term in zip(answer.columns, terms_, strict=True):
            text = "" if term is None else str(getattr(term, "value", term))
            if column == NOTE:
                note = names(text) if names.kind(text) == "note" else text
            elif column == LINE:
                line = untrusted.integer(text)
            elif column == PASSAGE:
                note, line = _of_passage(store, text)
            else:
                cells.append(
                    _cell(text, names) if type(term).__name__ == "NamedNode" else Cell(text, value=value_of(term))
                )
        yield Row(tuple(cells), ((note, line),) if note else ())


def _of_passage(store: Askable, passage: str) -> tuple[str, int]:
    """Return the note and the line of a passage; "" and 0 for what is none."""
    paths = (path for note in store.values(passage, terms.HAS_SOURCE) for path in store.values(note, terms.PATH))
    lines = store.values(passage, terms.LINE)
    return min(paths, default=""), min((untrusted.integer(line) for line in lines if line.isdecimal()), default=0)


def _cell(iri: str, names: Names) -> Cell:
    kind = names.kind(iri)
    if kind:
        return Cell(names(iri), iri, kind, names(iri))
    known = iri.startswith(tuple(terms.PREFIXES.values()))
    text = kg.asking.wording.words(iri)[0] if known else iri
    return Cell(text, iri, value=text)


def _remarked(store: Askable, rows: Sequence[Row]) -> Iterator[Row]:
    """Add to each row what a remark on its first paper begins with.

    Each note has an opinion of its own, so rows that differ only in their notes get a remark from one of these notes.
    """
    remarks = defaultdict[str, list[_Remark]](list)
    for batch in batches(sorted({_first(row, Kind.PAPER) for row in rows} - {""})):
        for paper, note, line, text in store.query(_REMARKS % in_values("paper", batch)).texts():
            remarks[paper].append(_Remark(note, untrusted.integer(line), text))
    for _, alike in groupby(rows, key=lambda row: row.cells):
        group = list(alike)
        notes = {note for row in group for note, _ in row.where}
        found = remarks.get(_first(group[0], Kind.PAPER), ())
        best = max(found, key=lambda one: (one.note in notes, telling(one.text), one.text, one), default=None)
        if best is None:
            yield from group
            continue
        place = "" if notes == {best.note} else f"{best.note}:{best.line}"
        yield from (replace(row, remark=cut(plain(best.text), limit=REMARK), remark_from=place) for row in group)


class _Remark(NamedTuple):
    """A remark at its place."""

    note: str
    line: int
    text: str


_REMARKS = """SELECT ?paper ?path ?line ?text { %s ?paper kg:remark ?text .
    ?evidence rdf:subject ?paper ; rdf:predicate kg:remark ; rdf:object ?text ; prov:wasDerivedFrom ?at .
    ?at kg:line ?line ; oa:hasSource/kg:path ?path }"""


def _first(row: Row, kind: str = "") -> str:
    """Return the first thing of a row, or the first of a kind; "" if there is none."""
    wanted = (cell.iri for cell in row.cells if (cell.kind == kind if kind else cell.kind not in ("", "term")))
    return next(wanted, "")


def _placed(store: Askable, rows: Sequence[Row]) -> Iterator[Row]:
    """Add to each row without a place where its first paper, or else its first thing, is named first."""
    firsts = ["" if row.where else _first(row, Kind.PAPER) or _first(row) for row in rows]
    places: dict[str, tuple[str, int]] = {}
    for batch in batches(sorted(set(firsts) - {""})):
        found = store.query(
            f"SELECT ?thing ?path ?line {{ {in_values('thing', batch)} ?mention kg:names ?thing ; "
            "prov:wasDerivedFrom ?at . ?at kg:line ?line ; oa:hasSource/kg:path ?path }"
        ).texts()
        for thing, path, line in found:
            places[thing] = min(places.get(thing, (path, int(line))), (path, int(line)))
    for row, first in zip(rows, firsts, strict=True):
        yield replace(row, where=(places[first],)) if first in places else row


Value: TypeAlias = str | int | float | bool | None
_WHOLE = ("integer", "gYear")
_NUMBERS = (*_WHOLE, "decimal", "double", "float")


def value_of(term: Any) -> Value:
    """Return a term as a number, a boolean or text; a year is a number, and what is not bound is None.

    >>> import pyoxigraph as ox
    >>> value_of(ox.Literal(3)), value_of(ox.Literal("BERT")), value_of(None)
    (3, 'BERT', None)
    """
    if term is None:
        return None
    text = str(getattr(term, "value", term))
    datatype = str(getattr(getattr(term, "datatype", None), "value", "")).rpartition("#")[2]
    if datatype == "boolean":
        return text in ("true", "1")
    if datatype in _NUMBERS:
        try:
            return int(text) if datatype in _WHOLE else float(text)
        except ValueError:
            return text
    return text
