"""A note to what it says: names seen, facts stated, lines not understood.

Three ordered tables hold what there is: LAYOUT_RULES read the layout of the whole note (an entry a paper), RULES read
the prose of each block as spaCy components, CLAIM_RULES turn entries into claims. The earlier rule has the block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kg.extraction import context, details, leftovers, loose
from kg.extraction.claims import about, authored, identity, published
from kg.extraction.context import Context
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.nlp import KEY, Found, Rule
from kg.extraction.nlp import make_nlp as _make_nlp
from kg.extraction.rules import (
    addresses,
    awesome,
    bibitems,
    headings,
    keys,
    lines,
    literature,
    pages,
    quoted_titles,
    records,
    references,
    rows,
    tables,
    talks,
    titles,
    venue_names,
)
from kg.model import BlockKind, Claim, Extraction, Kind, Mention, Note, Span

if TYPE_CHECKING:
    from spacy.language import Language

LAYOUT_RULES: tuple[Callable[[Page], Iterable[Entry]], ...] = (
    records.find,
    literature.find,
    tables.find,
    bibitems.find,
    keys.find,
    pages.find,
    headings.find,
    rows.find,
    talks.find,
    lines.find_sure,
    titles.find,
    awesome.find,
    references.find,
    lines.find,
    addresses.find,
)
"""Rules over the layout, in order."""

RULES: tuple[Rule, ...] = (venue_names.RULE, quoted_titles.RULE)
"""Rules over prose, in order; each is a component of the spaCy pipeline."""

CLAIM_RULES: tuple[Callable[[Context, Entry], Iterator[Claim]], ...] = (
    identity.make,
    authored.make,
    published.make,
    about.make,
)
"""Kinds of claims about a paper, in order."""

_PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.HEADING, BlockKind.FOOTNOTE, BlockKind.ROW)


def rule_names() -> tuple[str, ...]:
    """Give the names of all rules in the order in which they run."""
    return (*(rule.__module__.rsplit(".", 1)[-1] for rule in LAYOUT_RULES), *(rule.name for rule in RULES))


def make_nlp() -> Language:
    """Build the spaCy pipeline of `RULES`."""
    return _make_nlp(RULES)


def extract(note: Note, nlp: Language) -> Extraction:
    """Read a note: papers, people, venues and topics with the claims about them, each with its place."""
    page = Page(note)
    for rule in LAYOUT_RULES:
        page = replace(page, entries=(*page.entries, *rule(page)))
    mentions, entries = _prose(page, nlp)
    page = replace(page, entries=(*page.entries, *entries))
    here = context.read(page)
    claims: dict[Claim, None] = {}
    for entry in page.entries:
        mentions.append(here.subject(entry))
        for make in CLAIM_RULES:
            claims.update(dict.fromkeys(make(here, entry)))
    for claim in claims:
        mentions += [m for m in (claim.subject, claim.object) if isinstance(m, Mention)]
    return Extraction(note.id, tuple(sorted(set(mentions))), tuple(claims), leftovers.find(page))


def _prose(page: Page, nlp: Language) -> tuple[list[Mention], list[Entry]]:
    """Run the rules over prose: papers become entries in passing, other names mentions."""
    titles = [(f.block, f.start, f.end) for e in page.entries for f in (e.title, e.anchor) if f is not None]
    mentions: list[Mention] = []
    entries: list[Entry] = []
    places = [i for i, block in enumerate(page.note.blocks) if block.kind in _PROSE and block.prose.strip()]
    documents = nlp.pipe(((page.note.blocks[i].prose, i) for i in places), as_tuples=True)
    for document, index in documents:
        for found in document.user_data.get(KEY, ()):
            if found.kind is not Kind.PAPER:
                mentions.append(_mention(page.note, index, found))
            elif not any(b == index and start < found.end and found.start < end for b, start, end in titles):
                entries.append(_passing(page.note, index, found))
    return mentions, entries


def _mention(note: Note, index: int, found: Found) -> Mention:
    start, end = note.blocks[index].source(found.start, found.end)
    return Mention(Span(note.id, start, end), found.kind, found.text, found.rule)


def _passing(note: Note, index: int, found: Found) -> Entry:
    title = Field(found.text, index, found.start, found.end)
    entry = Entry(found.rule, title, found.confidence, title=title, blocks=(index,), listed=False)
    return details.fill(entry, loose.read_bracket(note.blocks[index], index, found.end))
