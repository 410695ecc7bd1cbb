"""Groups of questions by what they are about, in the order in which pages list them.

The file of a question names its group in a line `#: group NAME`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kg.asking.questions.reading import Question

GROUPS: Mapping[str, str] = {
    "papers": "Papers",
    "reading": "Reading and rating",
    "topics": "Topics and methods",
    "people": "People and organisations",
    "venues": "Venues and years",
    "notes": "Notes",
    "doubts": "What to check",
}
"""Name of a group -> its heading."""
OWN = "Your own questions"
"""The heading of a user's questions that name no group; they come first."""


def grouped(questions: Iterable[Question]) -> dict[str, list[Question]]:
    """Return questions by the headings of their groups, without the groups that have none."""
    found: dict[str, list[Question]] = {heading: [] for heading in (OWN, *GROUPS.values())}
    for question in questions:
        found[GROUPS.get(question.group, OWN)].append(question)
    return {heading: some for heading, some in found.items() if some}
