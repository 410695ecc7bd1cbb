"""The kinds of things as a vault sorts them: a folder for each, and the words for it."""

from __future__ import annotations

from typing import NamedTuple

from kg.model import Kind


class KindPages(NamedTuple):
    """How a vault stores a kind."""

    folder: str
    title: str
    """Of many."""
    word: str
    """For one."""


KIND_PAGES: dict[str, KindPages] = {
    Kind.PAPER: KindPages("papers", "Papers", "Paper"),
    Kind.PERSON: KindPages("people", "People", "Person"),
    Kind.METHOD: KindPages("methods", "Methods", "Method"),
    Kind.DATASET: KindPages("datasets", "Datasets", "Dataset"),
    Kind.TASK: KindPages("tasks", "Tasks", "Task"),
    Kind.TOPIC: KindPages("topics", "Topics", "Topic"),
    Kind.VENUE: KindPages("venues", "Conferences", "Conference"),
    Kind.EDITION: KindPages("editions", "Conferences by year", "Conference"),
    Kind.PERIODICAL: KindPages("journals", "Journals and books", "Journal or book"),
    Kind.WORK: KindPages("works", "Other works", "Work"),
    Kind.ORG: KindPages("organisations", "Organisations", "Organisation"),
    Kind.SESSION: KindPages("sessions", "Sessions", "Session"),
    Kind.AWARD: KindPages("awards", "Awards", "Award"),
}
"""Every kind of thing, in the order of the index; notes have no page."""
FOLDERS = {kind: pages.folder for kind, pages in KIND_PAGES.items()}
