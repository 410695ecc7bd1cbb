"""What a first build shows of the reader's own: the largest theme, the paper rated highest, one in several notes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kg.asking.questions import questions
from kg.asking.questions.answering import Row, ask
from kg.publishing.topicmap import memory
from kg.rdf import STORE, Askable, Store
from kg.telling import tells

FEWEST = 2
"""Papers of a topic that are worth a line."""
_AMONG = 20
"""Topics, those with most papers first, among which the first is chosen that says what it is about."""
_PLACES = 3


def first_look(folder: Path) -> Iterator[str]:
    """Yield a line for each of the three that there is in the graph of a folder."""
    with Store.open(folder / STORE, read_only=True) as store:
        yield from _largest(store, folder)
        for row in _rows(store, "papers-by-rating", 1):
            rating = next((cell.text for cell in reversed(row.cells) if cell.text), "")
            said = f": “{row.remark}”" if row.remark else ""
            yield f"Rated highest: {row.cells[0].text}, {rating}{said} ({_places(row)})"
        several = _rows(store, "in-several-notes", _PLACES)
        same = [row for row in several if row.cells[0] == several[0].cells[0]]
        if same:
            yield f"In several notes: {same[0].cells[0].text} ({_places(*same)})"


def _largest(store: Askable, folder: Path) -> Iterator[str]:
    """Yield a line about the largest theme of the map, or if none is drawn about the largest topic."""
    themes = memory.drawn(folder).sizes(store.base)
    if themes:
        name = min(themes, key=lambda one: (-themes[one], one))
        yield f"Largest theme: {name}, {themes[name]:,} papers"
        return
    for row in [row for row in _rows(store, "topics-by-papers", _AMONG) if tells(row.cells[0].text)][:1]:
        topic, papers = row.cells
        if isinstance(papers.value, int) and papers.value >= FEWEST:
            yield f"Largest topic: {topic.text}, {papers.value:,} papers"


def _rows(store: Askable, question: str, limit: int) -> tuple[Row, ...]:
    return ask(store, questions()[question], {}, limit=limit).rows


def _places(*rows: Row) -> str:
    return ", ".join(f"{note}:{line}" if line else note for row in rows for note, line in row.where)
