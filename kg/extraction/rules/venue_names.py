"""Venues named in running text: "at ICLR 2025 we saw ..."."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kg.extraction.nlp import Found, Rule, text_of
from kg.extraction.venues import find_venues
from kg.model import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "venue-name"


def find(doc: Doc) -> Iterator[Found]:
    """Find each venue that the lexicon knows."""
    for start, end, venue in find_venues(text_of(doc)):
        if not venue.event:
            yield Found(Kind.PERIODICAL, start, end, NAME, 0.7, venue.series)
        elif venue.year is None:
            yield Found(Kind.VENUE, start, end, NAME, 0.8, venue.series)
        else:
            yield Found(Kind.EDITION, start, end, NAME, 0.9, f"{venue.series} {venue.year}")


RULE = Rule(NAME, (Kind.VENUE, Kind.EDITION, Kind.PERIODICAL), (), find)
