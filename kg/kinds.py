"""Kinds of things, in a module of their own that imports next to nothing: every start of `kg` needs them."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a thing is. Each kind is a class of `ontology/kg.ttl`.

    WORK is what a bibliography lists beside papers. VENUE is a series ("ICLR"), EDITION one holding of it ("ICLR
    2025"), PERIODICAL a journal that is no event. NOTE is a note itself, of which other notes speak by links.
    CANDIDATE is a name that only the trained component saw: nothing is stated of it, and a person may say what it is.
    """

    PAPER = "paper"
    PERSON = "person"
    METHOD = "method"
    DATASET = "dataset"
    TASK = "task"
    VENUE = "venue"
    EDITION = "edition"
    PERIODICAL = "periodical"
    ORG = "org"
    SESSION = "session"
    AWARD = "award"
    TOPIC = "topic"
    WORK = "work"
    NOTE = "note"
    CANDIDATE = "candidate"


LITERATURE = (Kind.PAPER, Kind.WORK)
"""Kinds of what is written by authors and cited: it has a title, which no mention alone tells."""
LISTED = ("field-term", "venue-field", "told-field")
"""Those of the rules below that call it by a name of the word list, which need not be that of the notes."""
CONCLUDING = ("named-field", "note-title", *LISTED)
"""Rules that conclude what a paper is about from its title or venue, the title of the note, or what is said of it."""
THINGS = tuple(kind for kind in Kind if kind not in (Kind.NOTE, Kind.CANDIDATE))
"""Kinds of the things that notes speak of."""
DECIDABLE = (*THINGS, Kind.CANDIDATE)
"""Kinds of what a person can decide on."""
