"""Where a sentence in the search field leads: to a ready-made question, a path, a thing, or what to read next."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from itertools import islice
from typing import NamedTuple
from urllib.parse import urlencode

from kg.asking.knowledge import Knowledge
from kg.asking.questions import Suggestion, cited, meaning, since, suggest
from kg.asking.questions.parameters import KINDS
from kg.asking.subjects import Subject, find_subjects
from kg.exploring import addresses
from kg.exploring.questions import known
from kg.text import name_key

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
    fitting = (one for one in suggest(known(knowledge.notes), text) if _fits(knowledge, one))
    return [*_of_meaning(knowledge, text), *map(_question, islice(fitting, MOST))]


def _of_meaning(knowledge: Knowledge, text: str) -> Iterator[Lead]:
    questions, day = known(knowledge.notes), since(text)
    if day and "since" in questions:
        yield Lead(questions["since"].title, f"since {day}", f"/questions/since?{urlencode({'since': day})}")
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
