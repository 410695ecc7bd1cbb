"""Papers read at meetings: `12 March – Jane Doe presents Title (Roe et al., 2021)`, `Paper: Title` below a date."""

from __future__ import annotations

from collections.abc import Iterable

from kg.extraction import logs
from kg.extraction.entries import Entry, Page

NAME = logs.NAME


def find(page: Page) -> Iterable[Entry]:
    """Find the papers of a log of meetings that no table or record has."""
    for meeting in logs.read(page.note):
        if meeting.paper is not None and not any(page.taken(at) for at in meeting.paper.blocks):
            yield meeting.paper
