"""Under which subject a librarian would file a paper: the fields of science that its title names.

A paper that stands under no topic, and has a title without a field, is filed under the fields in the title of its note,
else under that in the name of its journal or conference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kg import lexicons, terms
from kg.extraction import gazetteer
from kg.extraction.context import Context, titles_of
from kg.extraction.entries import Entry, Field
from kg.extraction.venues import read_venue
from kg.kinds import CONCLUDING
from kg.model import Claim, Kind, Mention

NAMED, HEADED, PUBLISHED = CONCLUDING
_SURE = {NAMED: 0.85, HEADED: 0.7, PUBLISHED: 0.6}
"""How often the rules are right."""
_FEWEST, _MOST = 3, 2
"""Papers of a note whose title says what they have in common, and the most fields that it says."""


def make(context: Context) -> Iterator[Claim]:
    """Claim the fields that titles name; of papers without any, those of the note or the venue."""
    listed = sum(entry.listed for entry in context.papers)
    common = _subjects_of(context) if listed >= _FEWEST and context.whole is None else []
    for entry in context.papers:
        yield from _filed(context, entry, common)


def _filed(context: Context, entry: Entry, common: Sequence[Field]) -> Iterator[Claim]:
    named = _fields_in(context, entry.title) if entry.title is not None else []
    yield from (_claim(context, entry, field, NAMED) for field in named)
    if named or not entry.listed or context.outline.topics(entry.first_block):
        return
    yield from (_claim(context, entry, field, HEADED) for field in common)
    if not common and entry.venue is not None and (field := _field_of_venue(context, entry.venue)) is not None:
        yield _claim(context, entry, field, PUBLISHED)


def _claim(context: Context, entry: Entry, field: Field, rule: str) -> Claim:
    place = context.span(field)
    topic = Mention(place, Kind.TOPIC, field.text, rule, _SURE[rule])
    return Claim(context.subject(entry), terms.ABOUT, topic, (place,), rule, _SURE[rule])


def _fields_in(context: Context, place: Field) -> list[Field]:
    """Return the fields of science that a place names; a word that also means something else is none."""
    text = context.note.blocks[place.block].prose[place.start : place.end]
    found = list[Field]()
    for hit in gazetteer.find(text, gazetteer.FIELDS):
        said = text[hit.start : hit.end]
        if said.casefold() not in lexicons.words("field word"):
            name = hit.known.name if said == hit.known.name.upper() else said
            found.append(Field(name, place.block, place.start + hit.start, place.start + hit.end))
    return found


def _field_of_venue(context: Context, venue: Field) -> Field | None:
    """Return the first field in the name of a conference that is known, else the only one in a name."""
    found = _fields_in(context, venue)
    if not found and (known := read_venue(venue.text)) is not None:
        fields = gazetteer.find(known.name, gazetteer.FIELDS)
        return next((Field(hit.known.name, venue.block, venue.start, venue.end) for hit in fields), None)
    return found[0] if len(found) == 1 else None


def _subjects_of(context: Context) -> list[Field]:
    """Return the fields of science that the title of a note names."""
    titles = (_fields_in(context, title) for title in titles_of(context.note, front=True))
    return next(filter(None, titles), [])[:_MOST]
