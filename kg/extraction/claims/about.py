"""What a paper or a note is about: by its place in the outline and by tags, `#transformers`, `#nlp/architecture`.

A tag that sorts notes or says what is to be done with them (`#todo`, `daily`) is no topic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kg import terms
from kg.extraction import linking, no_subjects, subjects, venues
from kg.extraction.card import read_front_matter
from kg.extraction.context import Context
from kg.extraction.entries import Entry, Field
from kg.extraction.records.labels import Part
from kg.extraction.records.values import find_words
from kg.model import BlockKind, Claim, Kind, LinkKind, MarkKind, Mention, Note

OUTLINE, TAG = "outline", "tag"
_SURE = 0.9
_LABEL = re.compile(
    r"\s{0,3}(?:(?:document )?tags?|keywords|schlagwörter|étiquettes|etiquetas)\s?::?\s(?!\s{0,3}#)", re.IGNORECASE
)
"""Before the tags that programs export with a highlight: `Tags: [[writing]], slow`."""
_COLOURS = frozenset({"yellow", "blue", "pink", "orange", "green", "purple", "red"})
"""Of highlights, which programs export as tags."""
_SPACED = re.compile(r"[^\s,;#]{1,30}(?:\s[^\s,;#]{1,30}){3,20}")
"""Tags with blanks between them: more words than one tag has."""
_FEW = re.compile(r"[^\s,;#]{1,30}(?:\s[^\s,;#]{1,30}){1,2}")
"""Fewer words, which are tags where Jekyll says so."""
_ALONE = re.compile(r"[^\W\d_]:[ \t]{1,5}[\"']?$")
"""Before a value that is no list."""
_LABELLED = 12


def make(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim the topic of a paper with the topics above it, and its tags."""
    subject = context.subject(entry)
    block = entry.first_block
    path = [_topic(context, place) for place in context.outline.topics(block)]
    yield from _claims(subject, path, OUTLINE)
    for tag in (*entry.tags, *entry.keywords):
        yield Claim(subject, terms.KEYWORDS, tag.text, (context.span(tag),), entry.rule, entry.confidence)


def _claims(about: Mention | None, path: Sequence[Mention], rule: str) -> Iterator[Claim]:
    """Claim the last topic of a path of something, and that each is narrower than the one before it."""
    if path and about is not None:
        yield Claim(about, terms.ABOUT, path[-1], (path[-1].span,), rule, _SURE)
    for above, below in pairwise(path):
        yield Claim(below, terms.BROADER, above, (below.span, above.span), rule, _SURE)


def headed(context: Context) -> Iterator[Mention]:
    """Yield the subjects that head parts of the note, whether papers stand there or not."""
    yield from (_topic(context, context.outline.named[block]) for block in _heads(context))


def of_outline(context: Context) -> Iterator[Claim]:
    """Claim that what heads a part of the note is narrower than what heads the part around it."""
    for block in _heads(context):
        path = [*context.outline.topics(block)[-1:], context.outline.named[block]]
        yield from _claims(None, [_topic(context, place) for place in path], OUTLINE)


def _heads(context: Context) -> Iterator[int]:
    """Yield the headings that name a subject, without parts of what is told of one talk or one paper of several."""
    outline = context.outline
    for block in outline.named:
        around = (block, *outline.above(block))
        if context.note.blocks[block].kind is BlockKind.HEADING and not any(
            at in context.held or at in outline.papers for at in around
        ):
            yield block


def _topic(context: Context, place: Field) -> Mention:
    return Mention(context.span(place), Kind.TOPIC, place.text, OUTLINE, _SURE)


def of_tags(context: Context) -> Iterator[Claim]:
    """Claim that the paper a tag stands with, else the note, is about the topic that the tag names."""
    note = linking.note_itself(context.note)
    for tag in _tags(context):
        owner = context.owners.get(tag.block)
        about = context.subject(owner) if owner is not None else note
        yield from _claims(about, list(_path(context, tag)), TAG)


def _tags(context: Context) -> Iterator[Field]:
    """Yield the tags of a note, without the `#` before them."""
    for index, start, end in read_front_matter(context.note).places(Part.KEYWORDS):
        block = context.note.blocks[index]
        value, at = block.prose[start:end], block.source(start, end)[0]
        alone = _ALONE.search(context.note.text, max(0, at - _LABELLED), at) is not None
        spaced = "#" in value or (alone and _is_spaced(context.note, value))
        yield from find_words(block, index, (start, end), edges=" \t#[]\"'", spaced=spaced)
    for index, block in enumerate(context.note.blocks):
        owner = context.owners.get(index) if block.kind is BlockKind.ITEM else None
        labelled = _LABEL.match(block.prose) if owner is not None else None
        if owner is not None and labelled and all(word.block != index for word in (*owner.keywords, *owner.tags)):
            words = find_words(block, index, (labelled.end(), len(block.prose)), edges=" \t[]\"'", spaced=False)
            yield from (word for word in words if word.text.casefold() not in _COLOURS)
        for mark in block.marks:
            if mark.kind is MarkKind.TAG:
                yield Field(block.prose[mark.start + 1 : mark.end], index, mark.start + 1, mark.end)
        for link in block.links:
            if link.kind is LinkKind.WIKI and block.prose[link.start - 1 : link.start] == "#":
                yield Field(block.prose[link.start : link.end], index, link.start, link.end)


def _is_spaced(note: Note, value: str) -> bool:
    """Return whether a value has a tag a word: by its length, or in a post of Jekyll, but for a known name."""
    jekyll = any(name == "layout" for name, _ in note.meta)
    return bool(_SPACED.fullmatch(value) or (jekyll and _FEW.fullmatch(value) and not subjects.is_known(value)))


def _path(context: Context, tag: Field) -> Iterator[Mention]:
    """Yield the topics of a tag, the broadest first; none when a part of it is no topic."""
    parts = tag.text.split("/")
    at = tag.start
    found = []
    for part in parts:
        place = Field(re.sub(r"[-_]+", " ", part).strip(), tag.block, at, at + len(part))
        label = place.text
        around = None if _links_here(context, place) else context.around
        if not _is_topic(label) or (around is not None and not subjects.is_tag(around, place)):
            return
        found.append(Mention(context.span(place), Kind.TOPIC, label, TAG))
        at += len(part) + 1
    yield from found


def _links_here(context: Context, place: Field) -> bool:
    """Return whether a keyword links to a heading of its own note, as on pages that kg exports: `[[#Tides|Tides]]`."""
    links = context.note.blocks[place.block].links
    return any(link.target.startswith("#") and link.start <= place.start < link.end for link in links)


def _is_topic(label: str) -> bool:
    if no_subjects.sorts(label) or sum(c.isalpha() for c in label) <= 1:
        return False
    return subjects.is_known(label) or venues.read_venue(label) is None  # `machine learning` is a journal, too
