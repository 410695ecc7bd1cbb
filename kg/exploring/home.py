"""The first page of the explorer, and its search."""

from __future__ import annotations

from collections.abc import Mapping

from kg.asking import beginnings
from kg.asking.knowledge import Knowledge
from kg.asking.search import search
from kg.asking.wording import PLURALS, kind_word
from kg.exploring import addresses, highlights, listing
from kg.exploring.distinguishing import distinguish
from kg.exploring.leads import leads
from kg.exploring.rendering import as_json, written
from kg.rdf import Answer

FOUND = 20
"""Most things, and most sentences, that a search shows at first."""
MORE = 100
LONGEST_SEARCH = 500
SUGGESTED = 10
_FIRST, _NOTES, _THEMES, _NEW = 8, 6, 12, 8
"""Most things of a kind, notes, themes and new things on the first page."""
_SHOWN = ("topic", "paper", "person", "method")
_PAGES = {"note": "/notes", "topic": "/topics"}
"""Kinds that have a page of their own."""


def page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer:
    """Show how much there is, what is new, and what the notes say most about."""
    counts = knowledge.count_kinds()
    kinds = dict.fromkeys(("note", "paper", "person", "topic", *(kind.value for kind in PLURALS)))
    tops = {kind: highlights.most_said(knowledge, kind, _FIRST) for kind in _SHOWN if counts.get(kind)}
    wanted, to_read = highlights.to_read(knowledge, _FIRST)
    return written(
        "home.html",
        knowledge,
        given,
        here="home",
        counts=[(kind, counts[kind], _PAGES.get(kind, f"/search?q=kind:{kind}")) for kind in kinds if kind in counts],
        tops=tops,
        added=distinguish(knowledge, [one.iri for some in tops.values() for one in some], with_kinds=False),
        themes=highlights.themes(knowledge, _THEMES),
        rated=highlights.rated(knowledge, _FIRST),
        wanted=wanted,
        to_read=to_read,
        new=highlights.new(knowledge),
        named=_NEW,
        notes=listing.counted(knowledge, listing.notes_of(knowledge)[:_NOTES]),
        all_notes=counts.get("note", 0),
    )


def search_page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer:
    """Show the results of a search: ready-made questions like it, things, then sentences, each with its place."""
    words, limit = given["q"][:LONGEST_SEARCH], MORE if given.get("show") == "more" else FOUND
    found = search(knowledge.index, words, limit=limit) if words.strip() else None
    added = distinguish(knowledge, [hit.iri for hit in found.things], with_kinds=False) if found else {}
    return written(
        "search.html",
        knowledge,
        given,
        here="search",
        words=words,
        leads=leads(knowledge, words),
        answer=found,
        added=added,
        more=MORE,
    )


def suggest(knowledge: Knowledge, given: Mapping[str, str]) -> Answer:
    """Suggest things whose names begin with the typed text."""
    found: dict[str, dict[str, str]] = {}
    for one in beginnings.names_in(knowledge.index, given["starts"][:LONGEST_SEARCH]):
        href = addresses.of(one.iri, one.kind, knowledge.names(one.iri), knowledge.store.base)
        found.setdefault(one.iri, {"name": one.name, "kind": kind_word(one.kind), "href": href})
    return as_json(list(found.values())[:SUGGESTED])
