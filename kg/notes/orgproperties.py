"""Properties of Org mode: those of the file as front matter, those of a heading as labelled lines or a reference."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kg.model import BlockKind
from kg.notes.draft import Draft, Piece
from kg.notes.lines import Lines, Run, between
from kg.notes.orginline import OrgSpans
from kg.notes.outline import Outline
from kg.notes.references import Reference, add_field

_LINE = re.compile(r"[ \t]*:(?P<name>[^\s:]{1,60}?)\+?:[ \t]+(?P<value>\S.*)\Z")
_OWN = re.compile(
    r"(?i)id|dir|category|columns|effort|ordered|visibility|cookie_data|archive.*|header-args.*|noter.*|highlight|attach.*|export.*|"
    r"last_repeat|style|created|modified|roam_exclude|html.*|latex.*|beamer.*|logging|unnumbered|drill.*|anki.*|"
    r"startup|options|setupfile|property|macro|language|select_tags|exclude_tags|creator|infojs.*|bind|include|"
    r"cite_export|bibliographystyle|attr.*|name|caption|results|tblfm|call|header|plot|link|constants|priorities"
)
"""What a program, or an export, keeps for itself."""
_NAMES = {"filetags": "tags", "roam_tags": "tags", "roam_aliases": "aliases", "roam_alias": "aliases"}
_SAME = {"authors": "author", "editors": "editor", "translators": "translator"}
LINKED = "heading link"
"""Name for the key to which a heading is a link."""
_CITING = ("roam_refs", "roam_key", "cite", LINKED)
"""Properties that hold keys as citations write them."""
_NEXT = re.compile(r"[ \t]*:[^\s:]{1,60}:")
_TYPES = {"journal": "article", "booktitle": "inproceedings", "venue": "inproceedings", "conference": "inproceedings"}
_FIELDS = {"venue": "booktitle", "conference": "booktitle"}
_OF_ANY_NOTE = frozenset({"title", "subtitle", "author", "date", "tags", "aliases", "email", "description"})
_REFERENCE = re.compile(
    r"\[?\[?(?:cite[\w/]{0,12}:)?(?:@|&)?(?P<key>(?<=[@&:])[A-Za-z][\w:./+-]{1,100}?)\]{0,2}(?=[\s,;]|\Z)|(?P<address>https?://[^\s\[\]]+)"
)
_TAG = re.compile(r"[^\s:]+")
_QUOTED = re.compile(r'"(?P<quoted>[^"]+)"|(?P<bare>\S+)')
_KEY = re.compile(r"(?=[^\W\d_])[\w:+./-]*[^\W\d_][:_-]?(?:1[6-9]|20)?\d\d[\w:+./-]*")
_KEY_SIGNS = re.compile(r"[\s,;:&@\[\]]+")
_NUMBER = re.compile(r"\d{5,20}")
"""The number that a site gives to a paper, in the place of a key."""
_ESCAPED = re.compile(r"\\(?=[&%_#$])")
"""The sign before what TeX would take for its own: `Lind \\& Roe`."""
_CITED = re.compile(
    r"(?P<author>[^()\n]{2,300})[ \t]\((?P<year>(?:1[5-9]|20)\d\d)[a-z]?\)[ \t]?[:.,–—-]?[ \t](?P<title>\S.{5,})"
)
_DATED = re.compile(r"(?P<year>(?:1[5-9]|20)\d\d)[a-z]?[ \t]?[-–—:,.][ \t]")
"""What a template writes before a title: `2015 - `."""
_AND = re.compile(r"(?<!\s)\s+and\s+", re.IGNORECASE)

CITED = re.compile(
    r"\[\[(?P<cite>cite[\w/]{0,12}:[&@]?[A-Za-z][\w:./+-]{1,100})\]\[(?P<title>[^\[\]\n]{5,300})\]\][ \t]*"
)
"""A title that is a link to the key of the paper."""
LOGGED = re.compile(
    r"(?:Note taken on|CLOSING NOTE|State \"[^\"\n]{0,40}\"[ \t]+from(?: \"[^\"\n]{0,40}\")?"
    r"|Rescheduled from[^\[\n]{0,60})"
    r"[ \t]*\[[^\[\]\n]{4,60}\][ \t]*(?:\\\\[ \t]*)?"
)
"""What Org writes before a note on a task."""


class Property(NamedTuple):
    """A property with the places of its name and its value."""

    name: str
    value: str
    named: int
    start: int


def read_properties(lines: Lines, first: int, last: int) -> list[Property]:
    """Read the lines of a drawer."""
    found: list[Property] = []
    for number in range(first, last):
        match, start = _LINE.match(lines.texts[number]), lines.starts[number]
        if match is None and found and lines.texts[number].strip() and not _NEXT.match(lines.texts[number]):
            wrapped = found[-1]
            if start == wrapped.start + len(wrapped.value) + 1:
                found[-1] = wrapped._replace(value=f"{wrapped.value}\n{lines.texts[number].rstrip()}")
        if match is not None:
            found.append(
                Property(
                    match["name"], match["value"].rstrip(), start + match.start("name"), start + match.start("value")
                )
            )
    return found


def _name(one: Property) -> str:
    """Return the name of a property as BibTeX has it."""
    name = one.name.lower()
    return _SAME.get(name, name)


def title_of(front: Sequence[Property], found: Sequence[Property], heading: Property) -> Property:
    """Return the title of the paper that properties are of, which may be that of the file.

    A template writes its key at the head of the file, too; that title may have more around what the heading says.
    """
    key = next((one.value for one in found if one.name.lower() == "custom_id"), "")
    keys = (_KEY_SIGNS.split(one.value) for one in front if one.name.lower() in _CITING)
    titles = (one for one in front if one.name.lower() == "title" and heading.value not in one.value)
    return next(titles, heading) if key and any(key in named for named in keys) else heading


def reference_of(found: Sequence[Property], heading: Property | None) -> Reference | None:
    """Return the beginning of the entry that properties are, with what the heading above says; None if they are none.

    They are one as org-bibtex keeps it, with `BTYPE`; when the heading is a title, with authors and a key; or when it
    is `Authors (year): title` with a key, as helm-bibtex writes it.
    """
    named = {_name(one): one.value for one in found}
    keyed = any(label == "@" for one in found for label, _ in _labelled(one))
    keyed = keyed or _NUMBER.fullmatch(named.get("custom_id", "")) is not None
    cited = _CITED.fullmatch(heading.value) if heading is not None and keyed and "title" not in named else None
    is_titled = "title" in named or heading is not None
    if not ("btype" in named and is_titled) and not (
        heading is not None and keyed and ("author" in named or LINKED in named or cited)
    ):
        return None
    typed = (kind for name, kind in _TYPES.items() if name in named)
    linked = next((one for one in found if one.name == LINKED), None)
    reference = Reference(named.get("btype", "").lower() or next(typed, "misc" if linked is None else "none"))
    if linked is not None:
        reference.add("key", [_piece(linked, place) for _, place in _labelled(linked)])
    if heading is not None and cited is not None:
        for part in ("author", "year", "title"):
            if part == "title" or part not in named:
                reference.add(part, [_piece(heading, cited.span(part))])
    elif heading is not None and "title" not in named:
        dated = _DATED.match(heading.value)
        first = dated.end() if dated and dated["year"] == named.get("year", dated["year"]) else 0
        reference.add("title", [_piece(heading, (first, len(heading.value)))])
    return reference


def add_record(outline: Outline, reference: Reference, found: Sequence[Property]) -> None:
    """Add the properties of a heading as an entry of BibTeX."""
    for one in found:
        name = _name(one)
        if name == "custom_id" and _NUMBER.fullmatch(one.value):
            add_field(reference.draft, "key", [_piece(one, (0, len(one.value)))])
            continue
        braced = 1 if one.value.startswith("{") and one.value.endswith("}") else 0
        ranges = [(name, (braced, len(one.value) - braced))]
        if name in ("author", "editor", "translator"):
            ranges = [(name, part) for part in between(_AND, one.value)]
        elif name in ("custom_id", *_CITING) and name != LINKED:
            ranges = [(("key" if label == "@" else "url"), part) for label, part in _labelled(one)]
        elif name in ("btype", LINKED) or _OWN.fullmatch(name):
            continue
        for field, place in ranges:
            pieces = [_piece(one, part) for part in between(_ESCAPED, one.value, *place)]
            reference.add(_FIELDS.get(field, field), pieces)
    reference.finish(outline)


def _piece(one: Property, place: tuple[int, int]) -> Piece:
    first, last = place
    return one.value[first:last], one.start + first, one.start + last


def add_card(outline: Outline, found: Sequence[Property]) -> None:
    """Add the properties of a heading as a paragraph with a labelled line for each."""
    draft = Draft()
    for one in found:
        for label, place in _labelled(one):
            if draft.length:
                draft.separate("\n", one.named - 1)
            if not label:
                draft.add(one.name, one.named)
            draft.separate(label or ": ", one.named + len(one.name))
            _write(outline, draft, _piece(one, place))
    draft.link_addresses()
    outline.layout(draft, BlockKind.PARAGRAPH)


def _labelled(one: Property) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield each value of a property with what to show before it; "" where it is the name of the property."""
    name = one.name.lower()
    if name in _CITING:
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


def add_front(outline: Outline, found: Sequence[Property]) -> None:
    """Add a record of what the file says of itself; its fields are named as in front matter."""
    draft = Draft()
    for one in sorted(found, key=lambda one: one.start):
        for name, place in _valued(one):
            with draft.value(name):
                _write(outline, draft, _piece(one, place))
    draft.link_addresses()
    outline.layout(draft, BlockKind.RECORD, info="yaml")


def _valued(one: Property) -> Iterator[tuple[str, tuple[int, int]]]:
    name = one.name.lower()
    if _OWN.fullmatch(name) or not one.value:
        return
    if _NAMES.get(name) == "tags":
        yield from (("tags", match.span()) for match in _TAG.finditer(one.value))
    elif _NAMES.get(name) == "aliases":
        for match in _QUOTED.finditer(one.value):
            yield "aliases", match.span("quoted" if match["quoted"] else "bare")
    elif name in _CITING:
        for match in _REFERENCE.finditer(one.value):
            group = "key" if match["key"] else "address"
            yield ("citekey" if match["key"] else "url"), match.span(group)
    elif name == "date":
        bare = one.value.strip("<>[]")
        first = one.value.find(bare) if bare else 0
        yield name, (first, first + len(bare))
    else:
        yield ("citekey" if name == "custom_id" else name), (0, len(one.value))


def _write(outline: Outline, draft: Draft, value: Piece) -> None:
    run = Run.of(*value[:2])
    OrgSpans(outline, run, draft).write(0, run.length)
