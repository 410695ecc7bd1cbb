"""The kinds of things as a vault sorts them: a folder for each, and the words for it."""

from __future__ import annotations

from typing import NamedTuple

from kg.model import Kind


class Sort(NamedTuple):
    """How a vault stores a kind."""

    folder: str
    title: str
    """Of many."""
    word: str
    """For one."""


SORTS: dict[str, Sort] = {
    Kind.PAPER: Sort("papers", "Papers", "Paper"),
    Kind.PERSON: Sort("people", "People", "Person"),
    Kind.METHOD: Sort("methods", "Methods", "Method"),
    Kind.DATASET: Sort("datasets", "Datasets", "Dataset"),
    Kind.TASK: Sort("tasks", "Tasks", "Task"),
    Kind.TOPIC: Sort("topics", "Topics", "Topic"),
    Kind.VENUE: Sort("venues", "Conferences", "Conference"),
    Kind.EDITION: Sort("editions", "Conferences by year", "Conference"),
    Kind.PERIODICAL: Sort("journals", "Journals and books", "Journal or book"),
    Kind.WORK: Sort("works", "Other works", "Work"),
    Kind.ORG: Sort("organisations", "Organisations", "Organisation"),
    Kind.SESSION: Sort("sessions", "Sessions", "Session"),
    Kind.AWARD: Sort("awards", "Awards", "Award"),
}
"""Every kind of thing, in the order of the index; notes have no page."""
FOLDERS = {kind: sort.folder for kind, sort in SORTS.items()}
