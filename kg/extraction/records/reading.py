"""Records to entries: each record's tokens are labelled together with its siblings', then its fields are put together."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kg.extraction import citations
from kg.extraction.citations.bounds import longest
from kg.extraction.citations.company import in_company
from kg.extraction.citations.reading import Draft, compose, settle
from kg.extraction.citations.tagger import Beliefs, tagger
from kg.extraction.citations.tokens import Token
from kg.extraction.citations.trimming import trim
from kg.extraction.entries import Entry, Field
from kg.extraction.labelling.chain import Scores
from kg.extraction.records.agreement import agreement, slots
from kg.extraction.records.record import Record, make_record
from kg.extraction.records.papers import papers
from kg.extraction.records.segmenter import Segment
from kg.extraction.records.tokens import layout_of, tokens_of
from kg.links import Role, find_identifiers, read_link
from kg.model import LinkKind, Note

NAME = "record"
_PRESENTATION = re.compile(r"\b(oral|spotlight|poster|keynote|workshop|talk)", re.IGNORECASE)
_WANTED = frozenset([Role.PAPER, Role.CODE, Role.PROJECT, Role.DATA, Role.OTHER, Role.VIDEO])
_KEY = re.compile(r"[^\s\[\]{}@`]{3,90}")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A record with what its tokens are."""

    record: Record
    tokens: list[Token]
    labels: list[str]
    beliefs: Beliefs


@dataclass(frozen=True, slots=True)
class Read:
    """A segment with what its words are, and the entry they make."""

    segment: Segment
    labelled: Labelled
    entry: Entry | None
    """None when nothing names the paper."""


def read_records(note: Note, segments: Sequence[Segment]) -> Iterator[Entry]:
    """Read the records of a note that are papers."""
    yield from papers([(read.segment, read.entry) for read in read_segments(note, segments) if read.entry is not None])


def read_segments(note: Note, segments: Sequence[Segment]) -> Iterator[Read]:
    """Read the records of a note, papers or not; those of one layout are read together."""
    layouts: dict[tuple[str, int], list[Segment]] = defaultdict(list)
    for segment in segments:
        layouts[segment.lines[0].kind, segment.lines[0].level].append(segment)
    for members in layouts.values():
        records = [make_record(note, segment.lines, segment.looks) for segment in members]
        cited = _cited(label(records))
        for segment, (labelled, citation) in zip(members, cited, strict=True):
            yield Read(segment, labelled, to_entry(labelled, citation, segment.sure))


def label(records: Sequence[Record]) -> list[Labelled]:
    """Label the tokens of records that are siblings."""
    chain = tagger()
    tokens = [tokens_of(record) for record in records]
    scores: list[Scores] = [
        chain.weigh(found, record.marks, layout_of(record, found)) if found else chain.nothing_scored()
        for record, found in zip(records, tokens, strict=True)
    ]
    alone = [chain.chances(score) if len(score) else score for score in scores]
    placed = [slots(record, found) for record, found in zip(records, tokens, strict=True)]
    together = agreement(placed, alone)
    found = []
    for record, own, score, more in zip(records, tokens, scores, together, strict=True):
        if own:
            found.append(Labelled(record, own, *chain.decode(score + more)))
        else:
            found.append(Labelled(record, [], [], Beliefs(chain.labels, score)))
    return found


def to_entry(labelled: Labelled, cited: citations.Citation | None, sure: float) -> Entry | None:
    """Put the fields of a record together; None when nothing names the paper."""
    record = labelled.record
    title = record.place(cited.title.start, cited.title.end) if cited is not None else None
    short, key = _run(labelled, "N"), _key(labelled)
    links, disputed = _links(record)
    anchor = title or key or short
    if anchor is None:
        return None
    blocks = tuple(dict.fromkeys(line.index for line in record.lines))
    entry = Entry(
        NAME,
        anchor,
        round(0.5 + 0.45 * sure, 2),
        title=title,
        short=short if title is None or short is None or short.text != title.text else None,
        citekey=key,
        presentation=_presentation(labelled),
        links=links,
        disputed=disputed,
        blocks=blocks,
    )
    if cited is None:
        return entry
    authors = tuple(
        replace(record.place(author.start, author.end), text=author.text) for author in cited.authors
    )
    return replace(
        entry,
        authors=authors,
        complete=cited.complete if authors else None,
        year=replace(record.place(cited.year.start, cited.year.end), text=cited.year.text) if cited.year else None,
        venue=record.place(cited.venue.start, cited.venue.end) if cited.venue else None,
    )


def _cited(records: Sequence[Labelled]) -> list[tuple[Labelled, citations.Citation | None]]:
    """Put titles, names, venues and years together; records of one layout are read as one list of references."""
    drafts = [_draft(labelled) for labelled in records]
    return [
        (labelled, compose(draft, alone=False) if draft is not None else None)
        for labelled, draft in zip(records, in_company(drafts), strict=True)
    ]


def _draft(labelled: Labelled) -> Draft | None:
    if not labelled.tokens:
        return None
    marks = tuple(mark for mark in labelled.record.marks if mark[2] in ("em", "strong", "link"))
    return settle(Draft(labelled.record.text, 0, labelled.tokens, labelled.labels, labelled.beliefs, marks))


def _run(labelled: Labelled, sign: str) -> Field | None:
    """Give the longest run of tokens with a label as a field."""
    run = longest(labelled.labels, sign, 1)
    if run is None:
        return None
    record, tokens = labelled.record, labelled.tokens
    start, end = trim(record.text, tokens[run[0]].start, tokens[run[1]].end)
    return record.place(start, end) if start < end else None


def _key(labelled: Labelled) -> Field | None:
    field = _run(labelled, "K")
    return field if field is not None and _KEY.fullmatch(field.text) else None


def _presentation(labelled: Labelled) -> Field | None:
    for i, sign in enumerate(labelled.labels):
        match = _PRESENTATION.match(labelled.tokens[i].text) if sign == "R" else None
        if match:
            place = labelled.record.place(labelled.tokens[i].start, labelled.tokens[i].end)
            return replace(place, text=match.group(1).lower())
    return None


def _links(record: Record) -> tuple[tuple[Field, ...], tuple[Field, ...]]:
    """Give the addresses of the paper, and those of other papers: of each site only the first identifies it."""
    keys: dict[str, str] = {}
    own: dict[str, Field] = {}
    disputed: list[Field] = []
    for place in _addresses(record):
        address = read_link(place.text)
        if address.role not in _WANTED or place.text in own:
            continue
        if address.role is Role.PAPER and address.key and keys.setdefault(address.site, address.key) != address.key:
            disputed.append(place)
        else:
            own[place.text] = place
    return tuple(own.values()), tuple(disputed)


def _addresses(record: Record) -> Iterator[Field]:
    for number, link in record.links():
        if link.kind in (LinkKind.INLINE, LinkKind.BARE) and "://" in link.target:
            yield Field(link.target, record.lines[number].index, link.start, link.end)
    linked = {read_link(link.target).key for _, link in record.links()}
    for start, end, address in find_identifiers(record.text):
        if address.canonical and address.key not in linked:
            linked.add(address.key)
            yield replace(record.place(start, end), text=address.canonical)
