"""Libraries as JSON, as Zotero, its extension Better BibTeX and Paperpile keep them: each item a reference.

What was noted and marked in an item is below it. Zotero's own interface gives notes and annotations as items of their
own, which name the one that they belong to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from kg.model import BlockKind
from kg.notes.csljson import key_of, name_of
from kg.notes.draft import Content, Draft, Source
from kg.notes.jsontree import Value
from kg.notes.marked import HIGHLIGHT
from kg.notes.outline import Outline
from kg.notes.tagformats import PAPERPILE_ITEMS, ZOTERO_ITEMS
from kg.notes.tagged import Format, Tagged, add
from kg.notes.values import readable

_TELLING = {"itemType": ZOTERO_ITEMS, "pubtype": PAPERPILE_ITEMS}
"""A key that each item of a program has, and what its other keys are."""
_PARTS = frozenset({"note", "annotation", "attachment"})
"""Items that are a part of another one."""
_PERSONS = frozenset({"creators", "author", "editor"})
_MARKED = frozenset({"attachments", "annotations"})
_TITLES = ("title", "caseName", "nameOfAct", "subject")


def items(root: Value) -> list[Value]:
    """Return the items of a library; none when it is something else."""
    listed = root.get("items") if root.is_object else root
    if listed is None:
        return []
    found = [item.get("data") or item for item in listed.elements if item.is_object]
    return found if any(_form(item) is not None and item.get(*_TITLES) is not None for item in found) else []


def read_items(source: Source, found: Sequence[Value]) -> Content:
    """Read the items of a library; where passages were marked in them, each is below a heading, its title."""
    parts: dict[str, list[Value]] = defaultdict(list)
    for item in found:
        if item.said("itemType") in _PARTS:
            parts[item.said("parentItem")].append(item)
    outline = Outline(source)
    marked = any(annotation.said("annotationText") for item in found for annotation in item.walk())
    for item in found:
        form, title = _form(item), item.get(*_TITLES)
        if form is None or title is None or item.said("itemType") in _PARTS:
            continue
        below = [part for key in (item.said("key"), item.said("itemKey")) if key for part in parts[key]]
        below += [inner for part in below for inner in parts.get(part.said("key"), ()) if part.said("key")]
        if marked:
            outline.heading(_draft(title), 1)
        noted = (part.get("note") for part in below)
        notes = [Tagged("notes", list(note.pieces())) for note in noted if note is not None]
        add(outline, form, [*_values(item, form), *notes])
        for annotation in (one for part in (item, *below) for one in part.walk()):
            _annotated(outline, annotation)
    return outline.content()


def _form(item: Value) -> Format | None:
    return next((form for key, form in _TELLING.items() if item.said(key)), None)


def _values(item: Value, form: Format) -> Iterator[Tagged]:
    """Yield the values of an item; those of a list, and of a date in parts, each for itself."""
    keyed = item.said("citationKey", "citekey")
    for key, value in item.items:
        if key in _PERSONS:
            for person in value.elements:
                yield Tagged(person.said("creatorType") or key, name_of(person))
        elif value.is_object:
            yield from (Tagged(f"{key} {part}", list(inner.pieces())) for part, inner in value.items if inner.text)
        elif key not in _MARKED and (key in form.names or key in form.venues):
            for one in value.elements or [value]:
                said = one.get("tag", "note") if one.is_object else one
                if said is not None and said.text.strip():
                    yield Tagged(key, list(said.pieces()))
        if key == "extra" and not keyed:
            yield Tagged("citationKey", key_of(value))


def _annotated(outline: Outline, annotation: Value) -> None:
    """Add what was marked as a quote, and what was noted of it."""
    marked, noted = annotation.get("annotationText"), annotation.get("annotationComment")
    if marked is not None:
        outline.quote, outline.info = 1, HIGHLIGHT
        outline.layout(_draft(marked), BlockKind.PARAGRAPH)
        outline.quote, outline.info = 0, ""
    if noted is not None:
        outline.layout(_draft(noted), BlockKind.PARAGRAPH)


def _draft(value: Value) -> Draft:
    draft = Draft()
    for piece in readable(list(value.pieces())) if value.is_text else ():
        draft.add(*piece)
    draft.link_addresses()
    return draft
