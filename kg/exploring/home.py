"""The first page of the explorer, and its search."""

from __future__ import annotations

from collections.abc import Mapping

from kg.asking import beginnings
from kg.asking.knowledge import Knowledge
from kg.asking.search import search
from kg.asking.wording import PLURALS
from kg.exploring import addresses
from kg.exploring.writing import as_json, written
from kg.rdf import Answer

FOUND = 20
"""Most things, and most sentences, that a search shows."""
LONGEST_SEARCH = 500
SUGGESTED = 10
_FIRST = 8
"""Most things of a kind on the first page."""
_SHOWN = ("topic", "paper", "person", "method")


def page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer:
    """Show how many things of each kind there are, and those that most sentences mention."""
    counts = knowledge.count_kinds()
    tops = {kind: _most_named(knowledge, kind) for kind in _SHOWN if counts.get(kind)}
    plural = {**{kind.value: words for kind, words in PLURALS.items()}, "note": "notes"}
    known = [(kind, counts[kind], words) for kind, words in plural.items() if kind in counts]
    return written("home.html", knowledge, given, here="home", counts=known, tops=tops)


def _most_named(knowledge: Knowledge, kind: str) -> list[tuple[str, str, int]]:
    rows = knowledge.index.execute(
        "SELECT iri, name, notes FROM things WHERE kind = ? ORDER BY notes DESC, places DESC, name, iri LIMIT ?",
        (kind, _FIRST),
    )
    return [(str(iri), str(name), int(notes)) for iri, name, notes in rows]


def search_page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer:
    """Show the results of a search: things, then sentences, each with its place."""
    words = given["q"]
    found = search(knowledge.index, words[:LONGEST_SEARCH], limit=FOUND) if words.strip() else None
    return written("search.html", knowledge, given, here="search", words=words, answer=found)


def suggest(knowledge: Knowledge, given: Mapping[str, str]) -> Answer:
    """Suggest things whose names begin with the typed text."""
    found: dict[str, dict[str, str]] = {}
    for one in beginnings.names_in(knowledge.index, given["starts"][:LONGEST_SEARCH]):
        href = (
            addresses.note(knowledge.names(one.iri))
            if one.kind == "note"
            else addresses.thing(one.iri, knowledge.store.base)
        )
        found.setdefault(one.iri, {"name": one.name, "kind": one.kind, "href": href})
    return as_json(list(found.values())[:SUGGESTED])
