"""Properties of Org mode: those of the file as front matter, those of a heading as labelled lines or a reference."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kg.model import BlockKind, NamedField, Problem
from kg.notes.draft import Draft, Source
from kg.notes.lines import Lines, Run
from kg.notes.orginline import OrgSpans
from kg.notes.outline import Outline
from kg.notes.references import Reference

_LINE = re.compile(r"[ \t]*:(?P<name>[^\s:]{1,60}?)\+?:[ \t]+(?P<value>\S.*)\Z")
_OWN = re.compile(
    r"(?i)id|dir|category|columns|effort|ordered|visibility|cookie_data|archive.*|header-args.*|noter.*|attach.*|export.*|"
    r"last_repeat|style|created|modified|roam_exclude|html.*|latex.*|beamer.*|logging|unnumbered|drill.*|anki.*|"
    r"startup|options|setupfile|property|macro|language|select_tags|exclude_tags|creator|infojs.*|bind|include|"
    r"cite_export|bibliographystyle|attr.*|name|caption|results|tblfm|call|header|plot|link|constants|priorities"
)
"""What a program, or an export, keeps for itself."""
_NAMES = {"filetags": "tags", "roam_tags": "tags", "roam_aliases": "aliases", "roam_alias": "aliases"}
_TYPES = {"journal": "article", "booktitle": "inproceedings", "venue": "inproceedings", "conference": "inproceedings"}
_FIELDS = {"venue": "booktitle", "conference": "booktitle"}
_OF_ANY_NOTE = frozenset({"title", "subtitle", "author", "date", "tags", "aliases", "email", "description"})
_REFERENCE = re.compile(
    r"\[?\[?(?:cite[\w/]{0,12}:)?(?:@|&)?(?P<key>(?<=[@&:])[A-Za-z][\w:./+-]{1,100}?)\]{0,2}(?=[\s,;]|\Z)|(?P<address>https?://[^\s\[\]]+)"
)
_TAG = re.compile(r"[^\s:]+")
_QUOTED = re.compile(r'"(?P<quoted>[^"]+)"|(?P<bare>\S+)')
_KEY = re.compile(r"(?=[^\W\d_])[\w:+./-]*[^\W\d_][:_-]?(?:1[6-9]|20)?\d\d[\w:+./-]*")
_AND = re.compile(r"(?<!\s)\s+and\s+", re.IGNORECASE)


class Property(NamedTuple):
    """A property with the places of its name and its value."""

    name: str
    value: str
    named: int
    start: int


def read_properties(lines: Lines, first: int, last: int) -> list[Property]:
    """Read the lines of a drawer."""
    found = []
    for number in range(first, last):
        match = _LINE.match(lines.texts[number])
        if match is not None:
            start = lines.starts[number]
            found.append(
                Property(
                    match["name"], match["value"].rstrip(), start + match.start("name"), start + match.start("value")
                )
            )
    return found


def type_of(found: Sequence[Property], title: Property | None) -> str:
    """Return the type of the entry that properties are; "" when they are none.

    They are one as org-bibtex keeps it, with `BTYPE`, or when the heading above is a title, with authors and a key.
    """
    names = {one.name.lower() for one in found}
    if "btype" in names and "title" in names:
        return next(one.value.lower() for one in found if one.name.lower() == "btype")
    if title is None or "author" not in names or not any(label == "@" for one in found for label, _ in _labelled(one)):
        return ""
    return next((kind for name, kind in _TYPES.items() if name in names), "unpublished")


def add_record(outline: Outline, info: str, title: Property | None, found: Sequence[Property]) -> None:
    """Add the properties of a heading as an entry of BibTeX; the heading is its title when they have none."""
    reference = Reference(info)
    if title is not None and not any(one.name.lower() == "title" for one in found):
        reference.add("title", [(title.value, title.start, title.start + len(title.value))])
    for one in found:
        name = one.name.lower()
        ranges = [(name, (0, len(one.value)))]
        if name in ("author", "editor"):
            ranges = [(name, part) for part in _divided(one.value)]
        elif name in ("custom_id", "roam_refs", "roam_key"):
            ranges = [(("key" if label == "@" else "url"), part) for label, part in _labelled(one)]
        elif name == "btype" or _OWN.fullmatch(name):
            continue
        for field, (first, last) in ranges:
            reference.add(_FIELDS.get(field, field), [(one.value[first:last], one.start + first, one.start + last)])
    reference.finish(outline)


def _divided(value: str) -> Iterator[tuple[int, int]]:
    last = 0
    for match in _AND.finditer(value):
        yield last, match.start()
        last = match.end()
    yield last, len(value)


def add_card(source: Source, outline: Outline, found: Sequence[Property], problems: list[Problem]) -> None:
    """Add the properties of a heading as a paragraph with a labelled line for each."""
    draft = Draft()
    for one in found:
        for label, (first, last) in _labelled(one):
            if draft.length:
                draft.separate("\n", one.named - 1)
            if not label:
                draft.add(one.name, one.named)
            draft.separate(label or ": ", one.named + len(one.name))
            _write(source, draft, (one.value[first:last], one.start + first), problems)
    draft.link_addresses()
    outline.layout(draft, BlockKind.PARAGRAPH)


def _labelled(one: Property) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield each value of a property with what to show before it; "" where it is the name of the property."""
    name = one.name.lower()
    if name in ("roam_refs", "roam_key"):
        for match in _REFERENCE.finditer(one.value):
            group = "key" if match["key"] else "address"
            yield ("@" if match["key"] else ""), match.span(group)
    elif name == "custom_id":
        if _KEY.fullmatch(one.value):
            yield "@", (0, len(one.value))
    elif not _OWN.fullmatch(name):
        yield "", (0, len(one.value))


def is_of_paper(found: Sequence[Property]) -> bool:
    """Return whether what a file says of itself is said of a paper: it has more than any note has."""
    return any(name not in _OF_ANY_NOTE for one in found for name, _ in _valued(one))


def front_block(source: Source, found: Sequence[Property], problems: list[Problem]) -> Draft:
    """Make a record of what the file says of itself; its fields are named as in front matter."""
    draft = Draft()
    for one in sorted(found, key=lambda one: one.start):
        for name, (first, last) in _valued(one):
            if draft.length:
                draft.separate("\n", draft.parts[-1][2])
            begin = draft.length
            _write(source, draft, (one.value[first:last], one.start + first), problems)
            draft.fields.append(NamedField(name, begin, draft.length))
    draft.link_addresses()
    return draft


def _valued(one: Property) -> Iterator[tuple[str, tuple[int, int]]]:
    name = one.name.lower()
    if _OWN.fullmatch(name) or not one.value:
        return
    if _NAMES.get(name) == "tags":
        yield from (("tags", match.span()) for match in _TAG.finditer(one.value))
    elif _NAMES.get(name) == "aliases":
        for match in _QUOTED.finditer(one.value):
            yield "aliases", match.span("quoted" if match["quoted"] else "bare")
    elif name in ("roam_refs", "roam_key"):
        for match in _REFERENCE.finditer(one.value):
            group = "key" if match["key"] else "address"
            yield ("citekey" if match["key"] else "url"), match.span(group)
    elif name == "date":
        bare = one.value.strip("<>[]")
        first = one.value.find(bare) if bare else 0
        yield name, (first, first + len(bare))
    else:
        yield ("citekey" if name == "custom_id" else name), (0, len(one.value))


def _write(source: Source, draft: Draft, value: tuple[str, int], problems: list[Problem]) -> None:
    run = Run()
    run.append(*value)
    OrgSpans(source, run, draft, problems).write(0, run.length)
