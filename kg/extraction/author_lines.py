"""Reading the persons behind a title in a sentence, and telling a whole reference from a title."""

from __future__ import annotations

import re

from kg.extraction import names
from kg.extraction.citations.likeness import looks_like
from kg.extraction.details import Details
from kg.extraction.entries import Field
from kg.extraction.records.references import parse
from kg.model import Block

_NAME = r"[^\W\d_a-z][\w'’.-]*(?:\s(?:van|von|de|der|den|la|le|di|da|del|bin|al|[^\W\d_a-z][\w'’.-]*)){1,4}"
_BY_NAMES = re.compile(
    rf"[\"”’»*_,)\]\s]{{0,4}}(?:\([^()\n]{{2,90}}\),?\s*)?(?:by|from|of)\s+(?P<who>{_NAME}(?:(?:,\s+(?:and\s+)?|\s+and\s+|\s*&\s*){_NAME})*)"
)
_MORE = re.compile(
    r",?\s*(?:et al|and (?:others|colleagues|co-?workers|partners|his|her|their|the)|with\s)", re.IGNORECASE
)


def people_behind(block: Block, index: int, start: int) -> Details:
    """Read the persons behind a title or a name in a sentence: `..., by Jane Doe, Max Mustermann and others at ETH`."""
    by = _BY_NAMES.match(block.prose, start)
    if by is None:
        return Details()
    listed = names.split_names(by["who"])
    first = by.start("who")
    fields: list[Field] = []
    for a, b, shown in listed.names:
        if not names.looks_like_person(shown):
            break
        fields.append(Field(shown, index, first + a, first + b))
    complete = listed.complete and len(fields) == len(listed.names) and _MORE.match(block.prose, by.end("who")) is None
    return Details(tuple(fields), complete) if fields else Details()


def is_reference(text: str) -> bool:
    """Return whether what should be a title is a whole reference with its own authors and year."""
    if looks_like(text) < 0.9 or not any(c.isdigit() for c in text):
        return False
    cited = parse(text)
    return cited is not None and bool(cited.authors) and cited.year is not None
