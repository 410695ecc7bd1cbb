"""What to read next, of all papers or on a subject, with every reason and its place."""

from __future__ import annotations

from collections.abc import Mapping

from kg.asking.knowledge import Knowledge
from kg.asking.reading import read_next
from kg.asking.subjects import find_subject
from kg.errors import UsageError
from kg.exploring.rendering import written
from kg.rdf import Answer

SHOWN = 20
LONGEST = 500
"""Characters of the name of a subject."""


def page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer:
    """Show suggestions; a name that means nothing, or several subjects, is told."""
    topic, problem, subject = given["topic"].strip()[:LONGEST], "", None
    try:
        subject = find_subject(knowledge.store, topic) if topic else None
    except UsageError as error:
        problem = str(error)
    found, number = read_next(knowledge, subject, limit=SHOWN) if not problem else ((), 0)
    return written(
        "next.html",
        knowledge,
        given,
        here="next",
        topic=subject.name if subject else topic,
        subject=subject,
        problem=problem,
        found=found,
        number=number,
    )
