"""Under which subject a librarian would file a paper: the fields of science that its title names.

A title that names none may have terms of a field, as `hippocampus` is one of neuroscience. A paper that stands under no
topic is filed under their fields and those in the title of its note, else under that in the name of its journal or
conference, else under the one that most of the terms in what the note says of it are of.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from kg import lexicons, terms
from kg.extraction import gazetteer
from kg.extraction.card import read_front_matter
from kg.extraction.context import Context, titles_of
from kg.extraction.entries import Entry, Field
from kg.extraction.records.labels import Part
from kg.extraction.venues import read_venue
from kg.kinds import CONCLUDING
from kg.model import Claim, Kind, Mention
from kg.telling import word_key

NAMED, HEADED, TERMED, PUBLISHED, TOLD = CONCLUDING
_SURE = {NAMED: 0.85, HEADED: 0.7, TERMED: 0.85, PUBLISHED: 0.6, TOLD: 0.6}
"""How often the rules are right."""
_FEWEST, _MOST = 3, 2
"""Papers of a note whose title says what they have in common, and the most fields that it, or a venue, says."""
_OFTEN, _VARIED, _FAR_MORE = 3, 2, 2
"""Fewest terms of a field in what is said of a paper in it, and of these different ones; how many times those of any
other field they are."""
_WORDS = lexicons.words("field word")
_WORKFLOW = lexicons.words("workflow tag")


def make(context: Context) -> Iterator[Claim]:
    """Claim the fields that titles name; for others, those of the note, the venue, or what is said of a paper."""
    listed = sum(entry.listed for entry in context.papers)
    common = _subjects_of(context) if listed >= _FEWEST and context.whole is None else []
    for entry in context.papers:
        yield from _filed(context, entry, common)


def _filed(context: Context, entry: Entry, common: Sequence[Field]) -> Iterator[Claim]:
    named = _fields_in(context, entry.title) if entry.title is not None else []
    yield from (_claim(context, entry, field, NAMED) for field in named)
    if named or not entry.listed or context.outline.topics(entry.first_block) or _is_tagged(context, entry):
        return
    termed = _fields_in(context, entry.title, gazetteer.TERMS) if entry.title is not None else []
    yield from (_claim(context, entry, field, TERMED) for field in termed)
    yield from (_claim(context, entry, field, HEADED) for field in common)
    if termed or common:
        return
    published = _fields_of_venue(context, entry.venue) if entry.venue is not None else []
    yield from (_claim(context, entry, field, PUBLISHED) for field in published)
    if not published and (field := _told(context, entry)) is not None:
        yield _claim(context, entry, field, TOLD)


def _is_tagged(context: Context, entry: Entry) -> bool:
    """Return whether tags say what a paper is about, its own or those of the note on it."""
    places = read_front_matter(context.note).places(Part.KEYWORDS) if entry.whole else ()
    tags = (context.note.blocks[index].prose[start:end] for index, start, end in places)
    words = (
        tag.strip(" \t#[]\"'").casefold() for tag in (*tags, *(one.text for one in (*entry.tags, *entry.keywords)))
    )
    return any(word and word not in _WORKFLOW for word in words)


def _claim(context: Context, entry: Entry, field: Field, rule: str) -> Claim:
    place = context.span(field)
    topic = Mention(place, Kind.TOPIC, field.text, rule, _SURE[rule])
    return Claim(context.subject(entry), terms.ABOUT, topic, (place,), rule, _SURE[rule])


def _fields_in(context: Context, place: Field, lists: gazetteer.Lists = gazetteer.FIELDS) -> list[Field]:
    """Return the fields of science that a place names; a word that also means something else is none."""
    text = context.note.blocks[place.block].prose[place.start : place.end]
    found = dict[str, Field]()
    for hit in _hits(text, lists):
        said = text[hit.start : hit.end]
        name = hit.known.name if lists == gazetteer.TERMS or said == hit.known.name.upper() else said
        found.setdefault(name, Field(name, place.block, place.start + hit.start, place.start + hit.end))
    return list(found.values())


def _hits(text: str, lists: gazetteer.Lists) -> Iterator[gazetteer.Hit]:
    return (hit for hit in gazetteer.find(text, lists) if text[hit.start : hit.end].casefold() not in _WORDS)


def _fields_of_venue(context: Context, venue: Field) -> list[Field]:
    """Return the first field in the name of a conference that is known, else those in a name of few."""
    found = _fields_in(context, venue)
    if not found and (known := read_venue(venue.text)) is not None:
        fields = gazetteer.find(known.name, gazetteer.TERMS)
        found = [Field(hit.known.name, venue.block, venue.start, venue.end) for hit in fields][:1]
    if not found:
        found = _fields_in(context, venue, gazetteer.TERMS)
    return found if len(found) <= _MOST else []


def _told(context: Context, entry: Entry) -> Field | None:
    """Return the field of which what is said of a paper has several terms, and far more than of any other."""
    places, said = defaultdict[str, list[Field]](list), defaultdict[str, set[str]](set)
    for block in context.blocks_about(entry):
        text = context.note.blocks[block].prose
        for hit in _hits(text, gazetteer.TERMS):
            places[hit.known.name].append(Field(hit.known.name, block, hit.start, hit.end))
            said[hit.known.name].add(word_key(text[hit.start : hit.end]))
    counts = sorted(((len(found), name) for name, found in places.items()), reverse=True)
    most, name = next(iter(counts), (0, ""))
    if most < _OFTEN or len(said[name]) < _VARIED or most < _FAR_MORE * next((n for n, _ in counts[1:]), 0):
        return None
    return places[name][0]


def _subjects_of(context: Context) -> list[Field]:
    """Return the fields of science that the title of a note names."""
    titles = (_fields_in(context, title) for title in titles_of(context.note, front=True))
    return next(filter(None, titles), [])[:_MOST]
