"""The first page of the explorer, and its search, which also leads to other pages that answer what is searched."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import NamedTuple
from urllib.parse import urlencode

from kg.asking import beginnings
from kg.asking.knowledge import Knowledge
from kg.asking.questions import Suggestion, cited, meaning, since
from kg.asking.questions import suggest as suggest_questions
from kg.asking.questions.reading import KINDS
from kg.asking.search import search
from kg.asking.subjects import Subject, find_subjects
from kg.asking.wording import PLURALS, kind_word
from kg.exploring import addresses, highlights, listing
from kg.exploring.distinguishing import distinguish
from kg.exploring.questions import known
from kg.exploring.rendering import as_json, written
from kg.rdf import Answer
from kg.text import name_key

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


MOST = 3
"""Questions that are offered."""
SHORTEST = 3
"""Words from which on a search may be a sentence."""


class Lead(NamedTuple):
    """A page that may answer."""

    title: str
    told: str
    """What it is asked about, or ""."""
    href: str


def leads(knowledge: Knowledge, text: str) -> list[Lead]:
    """Return the pages that may answer a sentence, the best first; none for one or two words."""
    if len(text.split()) < SHORTEST:
        return []
    fitting = (one for one in suggest_questions(known(knowledge.notes), text) if _fits(knowledge, one))
    return [*_of_meaning(knowledge, text), *map(_question, islice(fitting, MOST))]


def _of_meaning(knowledge: Knowledge, text: str) -> Iterator[Lead]:
    questions, span = known(knowledge.notes), since(text)
    if span and "since" in questions:
        yield Lead(questions["since"].title, f"since {span['since']}", f"/questions/since?{urlencode(span)}")
    meant = meaning(text) or cited(text)
    found = [find_subjects(knowledge.store, name) for name in meant.names] if meant else []
    if meant is None or not all(found):
        return
    if meant.command == "next":
        given = {"topic": meant.names[0]} if meant.names else {}
        yield Lead("What should I read next?", ", ".join(meant.names), f"/next?{urlencode(given)}")
    elif meant.command in ("about", "near", "find"):
        yield from (_page(knowledge, subject) for subject in found[0])
    else:
        given = dict(zip(("from", "to"), meant.names, strict=True))
        yield Lead("How two things are connected", ", ".join(meant.names), f"/path?{urlencode(given)}")


def _page(knowledge: Knowledge, subject: Subject) -> Lead:
    first = subject.things[0]
    place = f", in {first.place}" if first.place else ""
    return Lead(subject.name, subject.says or f"{first.kind}{place}", addresses.thing(first.iri, knowledge.store.base))


def _fits(knowledge: Knowledge, one: Suggestion) -> bool:
    """Return whether the graph has something of each name, or with it as a part of a name, that a question takes."""
    given = ((one.question.parameter(name).kind, text) for name, text in one.given.items())
    return all(_has(knowledge, KINDS[kind], text) for kind, text in given if kind in KINDS)


def _has(knowledge: Knowledge, kinds: Collection[str], text: str) -> bool:
    # The index knows it at once; reading all names, as the question itself does, takes long for each of several.
    part = f"%{text}%"
    found = knowledge.index.execute(
        "SELECT 1 FROM things t LEFT JOIN calls c ON c.thing = t.id AND c.key = ? "
        "WHERE t.kind IN (SELECT value FROM json_each(?)) "
        "AND (c.key IS NOT NULL OR t.name LIKE ? OR t.names LIKE ?) LIMIT 1",
        (name_key(text), json.dumps([*kinds]), part, part),
    )
    return found.fetchone() is not None


def _question(one: Suggestion) -> Lead:
    query = f"?{urlencode(one.given)}" if one.given else ""
    return Lead(one.question.title, ", ".join(one.given.values()), f"/questions/{one.question.name}{query}")
