"""References as lines with a tag before each value: RIS, EndNote's refer format, and PubMed's.

The three differ in how a tag is written and what it means, which is a table for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from kg.notes.draft import Content, Piece, Source
from kg.notes.lines import Lines
from kg.notes.outline import Outline
from kg.notes.references import GROUP, Reference

_MISSING = "NA"
"""What R writes in the place of a value that is missing."""
_OF_MEETINGS = "custom1"
"""Field of RIS that is the place of a publisher in papers of meetings, and anything in other works."""
_FIRST = 4
"""Lines of a file by which it is told."""


@dataclass(frozen=True, slots=True)
class Format:
    """How a format writes references."""

    name: str
    line: re.Pattern[str]
    """A line with `tag` and `value`."""
    opening: str
    """Tag that begins a reference."""
    names: Mapping[str, str]
    """Tag -> name of the field in BibTeX; `type` and `venue` are turned into what BibTeX has for them."""
    venues: Sequence[str]
    """Tags of the place of publication, the surest first."""
    types: Mapping[str, str]
    """Type of a reference in lower case -> type of BibTeX."""
    closing: str = ""
    """Tag that ends one; "" where the next one or a blank line does."""
    instead: Mapping[str, str] = field(default_factory=dict)
    """Tag -> one that says the same better and takes its place."""
    blank: bool = False
    """Whether a blank line ends a reference."""
    dotted: bool = False
    """Whether a full stop stands behind each title that is none of it."""
    series: str = ""
    """Tag of the title of a series; of a book it is no place of publication."""
    listed: frozenset[str] = frozenset()
    """Tags of which each line that goes on is a value of its own."""
    header: frozenset[str] = frozenset()
    """Tags of the file, which stand outside of references."""


@dataclass(frozen=True, slots=True)
class Tagged:
    """A value with its tag; it may run over several lines."""

    tag: str
    pieces: list[Piece]

    @property
    def text(self) -> str:
        """The value."""
        return "".join(piece[0] for piece in self.pieces)


def is_tagged(text: str, form: Format) -> bool:
    """Return whether a text is a file of references: it begins with the tag that opens one, and a value below."""
    lines = islice(filter(str.strip, text.split("\n")), _FIRST)
    found = [form.line.match(line.rstrip("\r")) for line in lines]
    tags = [match["tag"] for match in found if match and match["tag"] not in form.header]
    return bool(found and found[0]) and tags[:1] == [form.opening] and not form.names.keys().isdisjoint(tags[1:])


def read_tagged(source: Source, form: Format) -> Content:
    """Read a file of references."""
    outline = Outline(source)
    for one in _references(source.text, form):
        start = one.values[0].pieces[0][1] if one.values[0].pieces else 0
        if one.stray:
            message = f"fields of {form.name} outside of a reference were left out"
        else:
            count = len(outline.blocks)
            add(outline, form, one.values)
            message = f"a reference of {form.name} has no {form.closing!r} at its end; its fields were kept"
            if len(outline.blocks) == count:
                one.stray = any(value.pieces for value in one.values)
                message = f"a reference of {form.name} has no field that kg knows, and was left out"
        if one.stray or not one.closed:
            outline.report("broken-reference", message, start)
    if not outline.blocks and source.text.strip():
        message = (
            f"there is no reference of {form.name} in this file: each begins with {form.opening!r}. Export it again"
        )
        outline.report("broken-reference", message, 0)
    return outline.content()


@dataclass(slots=True)
class _Found:
    """The values between two ends of references."""

    values: list[Tagged] = field(default_factory=list)
    opened: bool = False
    """Whether one of them is the tag that opens a reference."""
    closed: bool = False
    adjacent: bool = False
    """Whether no blank line stands between the first of them and the end of the reference before."""
    stray: bool = False
    """Whether they belong to no reference."""


def _references(text: str, form: Format) -> Iterator[_Found]:
    """Divide a file into references.

    Values before the tag that opens one belong to it if no blank line stands between; else to the reference before, if
    they stand right below its end; else to none.
    """
    last: _Found | None = None
    for one in _divided(text, form):
        if one.opened or not form.closing or one.closed:
            if last is not None:
                yield last
            last = one
        elif last is not None and one.adjacent:
            last.values += one.values
        else:
            one.stray = True
            yield one
    if last is not None:
        yield last


def _divided(text: str, form: Format) -> Iterator[_Found]:
    """Divide a file where a reference ends or begins, and where a blank line parts values from the next reference."""
    found, blank = _Found(), True
    lines = Lines.of(text)
    for line, start in zip(lines.texts, lines.starts, strict=True):
        match = form.line.match(line)
        if match is None:
            if form.blank and not line.strip() and found.values:
                yield replace(found, closed=True)
                found = _Found()
            _go_on(found.values, line, start, form)
            blank = blank or not line.strip()
            continue
        tag = match["tag"]
        if tag in form.header:
            continue
        ends = tag == form.closing or (tag == form.opening and (found.opened or blank))
        if found.values and ends:
            yield replace(found, closed=tag == form.closing or not form.closing)
            found = _Found()
        if tag != form.closing:
            found.adjacent = found.adjacent or (not found.values and not blank)
            found.opened = found.opened or tag == form.opening
            found.values.append(Tagged(tag, list(_piece(match["value"] or "", start + match.start("value")))))
        blank = False
    if found.values:
        yield replace(found, closed=not form.closing)


def _go_on(values: list[Tagged], line: str, start: int, form: Format) -> None:
    """Add a line without a tag to the value above it."""
    if values and line.strip() and values[-1].tag in form.listed:
        values.append(Tagged(values[-1].tag, list(_piece(line.strip(), start + len(line) - len(line.lstrip())))))
    elif values and line.strip():
        _continue(values[-1], line, start)


def _continue(value: Tagged, line: str, start: int) -> None:
    if value.pieces:
        value.pieces.append(("\n", start - 1, start))
    value.pieces.extend(_piece(line.strip(), start + len(line) - len(line.lstrip())))


def _piece(text: str, start: int) -> Iterator[Piece]:
    text = text.rstrip()
    if text:
        yield text, start, start + len(text)


def add(outline: Outline, form: Format, values: list[Tagged]) -> None:
    """Add a reference with its values to a note."""
    tags = {value.tag for value in values if value.pieces}
    told = next((value for value in values if _is_type(form, value)), None)
    kind = form.types.get("" if told is None else told.text.lower(), "")
    own = [tag for tag in form.venues if kind != "book" or tag != form.series]
    venue = next((tag for tag in own if tag in tags), "")
    reference = Reference(kind or ("article" if venue else "misc"))
    if told is not None:
        reference.typed((told.pieces[0][1], told.pieces[-1][2]))
    seen: set[str] = set()
    titled = any(form.names.get(tag) == "title" for tag in tags)
    for value in values:
        name = form.names.get(value.tag, "")
        if value.tag in form.venues:
            name = "venue" if value.tag == venue and value.tag not in seen else name
        if not name or name == "type" or value.text == _MISSING or form.instead.get(value.tag) in tags:
            continue
        if name == "year" and name in seen:
            continue
        name = "address" if name == _OF_MEETINGS and kind == "inproceedings" else name
        name = "title" if name == "othertitle" and not titled else name
        name = "custom2" if name == "pmcid" and "PMC" not in value.text else name
        seen |= {value.tag, name}
        if name in ("author", "editor", "translator", "group"):
            _add_name(reference, name, value)
        else:
            reference.add(name, _title(form, value) if name in ("title", "othertitle") else value.pieces)
    reference.finish(outline)


def _add_name(reference: Reference, name: str, value: Tagged) -> None:
    """Add a person, or a group, behind whose name programs put a comma: nothing of it is a given name."""
    pieces = _without_end(value.pieces, ", ")
    text = value.text.rstrip()
    told = text.endswith(",") and " " in text and (text.count(",") == 1 or _JOINS.search(text) is not None)
    literal = name == "group" or told
    reference.add_name("author" if name == "group" else name, pieces if literal else _name(pieces), literal=literal)
    if name == "group":
        reference.mark(GROUP)


def _title(form: Format, value: Tagged) -> list[Piece]:
    """Return a title without the full stop and the brackets of a translation that PubMed puts around it."""
    pieces = _without_end(value.pieces, ".") if form.dotted else value.pieces
    if not form.dotted or not (pieces and pieces[0][0].startswith("[") and pieces[-1][0].endswith("]")):
        return pieces
    (first, start, end), *rest = _without_end(pieces, "]")
    return [(first[1:], start + 1, end), *rest]


def _without_end(pieces: list[Piece], signs: str) -> list[Piece]:
    if not pieces:
        return []
    text, start, _ = pieces[-1]
    kept = text.rstrip(signs)
    return [*pieces[:-1], (kept, start, start + len(kept))]


def _is_type(form: Format, value: Tagged) -> bool:
    return form.names.get(value.tag) == "type" and value.text.lower() in form.types


_JOINS = re.compile(r"\b(?:and|of|for|und|für|et|pour)\b")
"""What only names of organisations have: `Committee on Lakes, Rivers and Moss,`."""
_INITIALS = re.compile(r"([^\W\d_][\w'’ -]{0,60}) ([A-Z]{1,3})")


def _name(pieces: list[Piece]) -> list[Piece]:
    """Return a name as BibTeX has it: `He K` becomes `He, K`."""
    short = _INITIALS.fullmatch(pieces[0][0]) if len(pieces) == 1 else None
    if short is None:
        return pieces
    text, start, end = pieces[0]
    family = short.end(1)
    return [
        (text[:family], start, start + family),
        (", ", start + family, start + family + 1),
        (text[family + 1 :], start + family + 1, end),
    ]
