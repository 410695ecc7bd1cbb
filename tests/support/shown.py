"""An entry of a layout rule as a test compares it."""

from __future__ import annotations

from typing import Any

from kg.extraction.entries import Entry


def shown(entry: Entry) -> dict[str, Any]:
    """Give what was read, by name, without what was not."""
    values = {
        "title": entry.title and entry.title.text,
        "short": entry.short and entry.short.text,
        "key": entry.citekey and entry.citekey.text,
        "rating": entry.rating and entry.rating.text,
        "authors": [name.text for name in entry.authors],
        "complete": entry.complete,
        "year": entry.year and entry.year.text,
        "venue": entry.venue and entry.venue.text,
        "presentation": entry.presentation and entry.presentation.text,
        "links": [link.text for link in entry.links],
        "keywords": [word.text for word in entry.keywords],
    }
    return {name: value for name, value in values.items() if value not in (None, [])}
