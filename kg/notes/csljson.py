"""CSL-JSON, which Zotero and others export and Pandoc reads: each item a record with the fields of BibTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg.notes.draft import Content, Piece, Source, cut, whole
from kg.notes.jsontree import Value
from kg.notes.outline import Outline
from kg.notes.references import Reference, written
from kg.notes.tagformats import fields, types

_TYPES = types("CSL-JSON")
"""Type of an item, of CSL or of Crossref, -> type of BibTeX; anything else is `misc`."""
_NAMES = fields("CSL-JSON")
_PERSONS = ("author", "editor", "translator")
_TELLING = ("author", "issued", "DOI", "container-title")
"""Values of which an item has one, that is no part of a list."""
_DATES = ("issued", "published", "published-print", "published-online")
_SEASONS = {"1": "Spring", "2": "Summer", "3": "Autumn", "4": "Winter"}
_NO = frozenset({"", "0", "false", "null"})
_TURNED = re.compile(r"[^\W\d_a-z][\w'’-]{1,30}, [^\W\d_a-z](?:[\w'’-]{1,30}|\.)(?: [^\W\d_a-z]\.?){0,3}")
"""The name of a person in the place of one without parts; institutions have more words, or none with a comma."""
_KEY = re.compile(r"Citation Key: ?(\S+)", re.IGNORECASE)
"""A line of the note in which Zotero keeps what the format had no field for."""
_GIVEN = ("given", "dropping-particle", "non-dropping-particle", "suffix")
_CALLED = {"given": ("firstName", "first")}
"""What Zotero and Paperpile call a part of a name."""


def items(root: Value) -> list[Value]:
    """Return the references of a file, or the one that it is; none when it is something else."""
    held = root.get("message") or root  # in an answer of Crossref
    listed = held.get("items", "references") if held.is_object else held
    if listed is None:
        return [held] if _is_reference(held, _TELLING) else []
    found = [item for item in listed.elements if item.is_object]
    return found if found and is_item(found[0]) else []


def is_item(value: Value) -> bool:
    """Return whether a value of a list is a reference."""
    return _is_reference(value, (*_TELLING, "URL", "publisher", "id"))


def _is_reference(item: Value, known: Sequence[str]) -> bool:
    title = item.get("title")
    titled = title is not None and any(one.text for one in title.elements or [title])
    return _type(item) in _TYPES and titled and any(item.get(name) for name in known)


def _type(item: Value) -> str:
    return item.said("type").casefold()


def read_items(source: Source, found: Sequence[Value]) -> Content:
    """Read references."""
    outline = Outline(source)
    add_items(outline, found)
    return outline.content()


def add_items(outline: Outline, found: Sequence[Value]) -> None:
    """Add references to a note."""
    for item in found:
        reference = Reference(_TYPES.get(_type(item), "misc"))
        stated = item.get("type")
        if stated is not None and _type(item) in _TYPES:
            reference.typed((stated.start + 1, stated.end - 1))
        _add(reference, item)
        note = item.get("note")
        if note is not None and not any(one.name == "key" for one in reference.draft.fields):
            reference.add("key", key_of(note))
        reference.finish(outline)


def _add(reference: Reference, item: Value) -> None:
    """Add the values of an item in the order in which they stand."""
    keyed = {key for key, _ in item.items if _NAMES.get(key) == "key"}
    dated = next((name for name in _DATES if item.get(name) is not None), "")
    for key, value in item.items:
        if key in _PERSONS:
            for person in value.elements or [value]:
                called = person.get("literal", "name")
                literal = person.get("family") is None and called is not None and not _TURNED.fullmatch(called.text)
                reference.add_name(key, name_of(person), literal=literal)
        elif key == dated:
            for name, pieces in _dates(value):
                reference.add(name, pieces)
        elif key == "accessed":
            for _, pieces in _dates(value):
                reference.add("urldate", pieces)
        elif key in _NAMES and not (key == "id" and len(keyed) > 1):
            for one in value.elements or [value]:
                reference.add(_NAMES[key], _pieces(one))


def key_of(note: Value) -> list[Piece]:
    """Return the key that Zotero keeps in a note, on a line of its own."""
    told = ((piece, _KEY.match(piece[0])) for piece in note.pieces())
    return next(([cut(piece, *found.span(1))] for piece, found in told if found is not None), [])


def _pieces(value: Value) -> list[Piece]:
    return list(value.pieces()) if value.is_text or value.text else []


def name_of(person: Value) -> list[Piece]:
    """Return a name as BibTeX has it, `Family, Given`; names with parts in another order lead back as a whole."""
    literal, family = person.get("literal", "name", "collective"), person.get("family", "lastName", "last")
    if family is None or not family.text:
        return _pieces(literal or person.get("given", "firstName", "first", "formatted") or person)
    others = {
        key: part for key in _GIVEN if (part := person.get(key, *_CALLED.get(key, ()))) is not None and _joined(part)
    }
    given = others.get("given")
    if given is not None and given.text and len(others) == 1 and given.start > family.start:
        return [*_pieces(family), (", ", family.end - 1, given.start + 1), *_pieces(given)]
    start = min(part.start for part in (family, *others.values())) + 1
    end = max(part.end for part in (family, *others.values())) - 1
    said = {key: _joined(part) for key, part in others.items()}
    first = " ".join(said[key] for key in ("given", "dropping-particle") if key in said)
    named = {"prefix": said.get("non-dropping-particle", ""), "suffix": said.get("suffix", "")}
    return [whole(written({**named, "family": family.text, "given": first}), start, end)]


def _joined(value: Value) -> str:
    """Return a value, or those of a list with blanks between them, as some programs give several given names."""
    return " ".join(one.text for one in value.elements or [value] if one.text)


def _dates(value: Value) -> Iterator[tuple[str, list[Piece]]]:
    """Yield a date in numbers, and as it is printed."""
    moments = [moment for moment in _moments(value) if moment]
    printed = value.get("literal", "raw")
    found = [("year", moments[0][0].start)] if moments else []
    found += [("date", printed.start)] if printed is not None else []
    for name, _ in sorted(found, key=lambda one: one[1]):
        yield name, _in_numbers(value, moments) if name == "year" else _pieces(printed or value)
    if value.text:
        yield "date", _pieces(value)


def _moments(value: Value) -> Iterator[list[Value]]:
    """Yield the numbers of each moment of a date: it has them in lists, by name, or is a list of such dates."""
    parts = value.get("date-parts", "date_parts") if value.is_object else None
    if parts is not None:
        nested = [moment for moment in parts.elements if moment.elements]
        yield from ([number for number in moment.elements if number.text] for moment in nested or [parts])
    elif value.is_object:
        named = [part for name in ("year", "month", "day") if (part := value.get(name)) is not None and part.text]
        yield named if named == sorted(named, key=lambda part: part.start) else named[:1]
    else:
        for one in value.elements:
            yield from _moments(one)


def _in_numbers(value: Value, moments: Sequence[Sequence[Value]]) -> list[Piece]:
    """Return the numbers of a date: `2004-6`, `2004-6/2006-8`, `circa 1906`, `2004 Spring`."""
    found: list[Piece] = []
    years = [moment[0].text for moment in moments]
    for moment in moments[:1] if all(len(one) == 1 for one in moments) and len({*years}) == 1 else moments:
        for number, part in enumerate(moment):
            if found:
                found.append(_between(found[-1][2], "-" if number else "/"))
            found += _pieces(part)
    season = value.said("season")
    circa = value.get("circa")
    if circa is not None and circa.whole[circa.start : circa.end].strip('"') not in _NO:
        found.insert(0, _between(found[0][1], "circa "))
    if season:
        found.append(_between(found[-1][2], f" {_SEASONS.get(season, season)}"))
    return found


def _between(place: int, text: str) -> Piece:
    """Return what stands nowhere in the file."""
    return text, place, place
