"""The list of all notes, with their titles, dates, and what each of them names."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kg import terms, untrusted
from kg.asking.knowledge import Knowledge
from kg.asking.search.folding import fold
from kg.asking.wording import kind_word
from kg.exploring.rendering import written
from kg.rdf import Answer

SHOWN = 100
"""Notes on a page."""
LONGEST = 200
"""Characters of a filter."""
COUNTED = ("paper", "person", "topic", "method")
"""Kinds of things that are counted for each note."""
_ASKED = (
    f"SELECT ?path ?date ?title {{ ?note <{terms.PATH}> ?path "
    + " ".join(
        f"OPTIONAL {{ ?note <{predicate}> ?{name} }}"
        for predicate, name in ((terms.DATE_CREATED, "date"), (terms.NAME, "title"))
    )
    + " }"
)


class Listed(NamedTuple):
    """A note."""

    path: str
    title: str
    """What it is called; its path if it has no title."""
    date: str
    named: str = ""
    """How many things of which kind it names, in words."""


def page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer:
    """List the notes, the latest first, or those with some words in the path or the title."""
    begin = max(untrusted.integer(given["from"]), 0)
    words = given["q"].strip()[:LONGEST]
    notes = notes_of(knowledge)
    found = [one for one in notes if fold(words) in fold(f"{one.path} {one.title}")] if words else notes
    after = begin + SHOWN
    return written(
        "notes.html",
        knowledge,
        given,
        here="notes",
        words=words,
        notes=counted(knowledge, found[begin:after]),
        total=len(found),
        all_notes=len(notes),
        begin=begin,
        after=after if after < len(found) else 0,
    )


def notes_of(knowledge: Knowledge) -> list[Listed]:
    """Return all notes: those with a date first, the latest before the others, then by path."""
    found: dict[str, Listed] = {}
    for path, date, title in sorted(knowledge.store.query(_ASKED).texts()):
        found.setdefault(path, Listed(path, title or path, date))
    return sorted(sorted(found.values()), key=lambda one: one.date, reverse=True)


def counted(knowledge: Knowledge, notes: Sequence[Listed]) -> list[Listed]:
    """Say how many things some notes name."""
    rows = knowledge.index.execute(
        "SELECT n.path, t.kind, COUNT(DISTINCT t.id) FROM notes n JOIN sentences z ON z.note = n.id "
        "JOIN seen s ON s.sentence = z.id JOIN things t ON t.id = s.thing "
        "WHERE n.path IN (SELECT value FROM json_each(?)) GROUP BY n.path, t.kind",
        (json.dumps([one.path for one in notes]),),
    )
    counts: dict[str, dict[str, int]] = defaultdict(dict)
    for path, kind, number in rows:
        counts[path][kind] = number
    return [
        one._replace(
            named=", ".join(
                f"{number:,} {kind_word(kind, number)}" for kind in COUNTED if (number := counts[one.path].get(kind, 0))
            )
        )
        for one in notes
    ]
