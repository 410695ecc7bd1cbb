"""Records to entries: the tokens of a record are labelled together with its siblings', then its fields put together."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kg.extraction import citations, names, shapes
from kg.extraction.citations.bounds import longest
from kg.extraction.citations.company import in_company
from kg.extraction.citations.reading import Draft, compose, settle
from kg.extraction.citations.tagger import Beliefs, tagger
from kg.extraction.citations.tokens import Token
from kg.extraction.citations.trimming import trim
from kg.extraction.entries import Entry, Field
from kg.extraction.labelling.chain import Scores
from kg.extraction.records.agreement import agreement, slots
from kg.extraction.records.labels import Part
from kg.extraction.records.lines import Line
from kg.extraction.records.looks import Look
from kg.extraction.records.papers import is_formed, papers
from kg.extraction.records.record import Record, make_record
from kg.extraction.records.segmenter import Segment
from kg.extraction.records.surroundings import Slot
from kg.extraction.records.tokens import layout_of, tokens_of
from kg.extraction.records.venues import is_authors, is_venue
from kg.extraction.venues import read_venue
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


def read_records(note: Note, segments: Sequence[Segment], *, certainty: float = 0.0) -> Iterator[Entry]:
    """Read the records of a note that are papers.

    Args:
        note: the note.
        segments: its records.
        certainty: how sure the labeller must be of the tokens of a list on average; a list of which it is not as sure
            is left alone.
    """
    read = list(read_segments(note, segments))
    lists: dict[Slot, list[float]] = defaultdict(list)
    for one in read:
        lists[one.segment.family].append(one.labelled.beliefs.certainty())
    sure = {family for family, members in lists.items() if sum(members) >= certainty * len(members)}
    known = [(r.segment, r.entry) for r in read if r.entry is not None]
    accepted = {id(entry) for entry in papers(known)}
    alike = Counter(_layout(segment) for segment, entry in known if id(entry) in accepted)
    for segment, entry in known:
        formed = not certainty or is_formed(segment, alike[_layout(segment)])
        if id(entry) in accepted and segment.family in sure and formed:
            yield entry


def _layout(segment: Segment) -> tuple[str, int]:
    return segment.lines[0].kind, segment.lines[0].level


def read_segments(note: Note, segments: Sequence[Segment]) -> Iterator[Read]:
    """Read the records of a note, papers or not; those of one layout are read together."""
    layouts: dict[tuple[str, int], list[Segment]] = defaultdict(list)
    for segment in segments:
        layouts[_layout(segment)].append(segment)
    for members in layouts.values():
        records = [make_record(note, *cited_lines(segment)) for segment in members]
        cited = _cited(label(records))
        for segment, (labelled, citation) in zip(members, cited, strict=True):
            entry = to_entry(labelled, citation, segment.sure)
            yield Read(segment, labelled, _whole(note, segment, entry) if entry is not None else None)


def _whole(note: Note, segment: Segment, entry: Entry) -> Entry:
    """Give an entry all blocks and addresses of its segment."""
    blocks = tuple(dict.fromkeys((*entry.blocks, *(line.index for line in segment.lines))))
    if blocks == entry.blocks:
        return entry
    links, disputed = _links(make_record(note, segment.lines, segment.looks))
    return replace(entry, links=links, disputed=disputed, blocks=tuple(sorted(blocks)))


def cited_lines(segment: Segment) -> tuple[tuple[Line, ...], tuple[Look, ...]]:
    """Give the lines that the fields are read from: a whole reference below a remark says more than the remark."""
    lines, looks = segment.lines, segment.looks
    for n, look in enumerate(looks):
        whole = look.likeness > _REFERENCE and look.year and look.words > _FEWEST_WORDS and look.commas > 1
        if whole and (look.initials or look.et_al or look.quoted or look.people > _SOME):
            first = looks[0]
            apart = lines[n].kind.islower() or looks[n - 1].words < _LABEL_WORDS
            if n and apart and not (first.year or first.et_al or first.likeness > _REFERENCE):
                end = n + 1
                while end < len(lines) and lines[end].index == lines[n].index:
                    end += 1
                return lines[n:end], looks[n:end]
            break
    return lines, looks


def label(records: Sequence[Record]) -> list[Labelled]:
    """Label the tokens of records that are siblings."""
    chain = tagger()
    tokens = [tokens_of(record) for record in records]
    scores = [_scores(record, found) for record, found in zip(records, tokens, strict=True)]
    alone = [chain.chances(score) if len(score) else score for score in scores]
    placed = [slots(record, found) for record, found in zip(records, tokens, strict=True)]
    together = agreement(placed, alone)
    found = []
    for number, (record, own) in enumerate(zip(records, tokens, strict=True)):
        score, chances = scores[number], alone[number]
        if own and together[number].any():
            score = score + together[number]
            chances = chain.chances(score)
        labels = [chain.labels[best].rstrip("12") for best in chain.best(score)] if own else []
        found.append(Labelled(record, own, labels, Beliefs(chain.labels, chances)))
    return found


def _scores(record: Record, tokens: Sequence[Token]) -> Scores:
    """Score the labels of each token; the words of labels are never of a title or of a name."""
    chain = tagger()
    if not tokens:
        return chain.nothing_scored()
    scores = chain.weigh(tokens, record.marks, layout_of(record, tokens))
    named = [n for n, sign in enumerate(chain.labels) if sign[0] in "TFGSN"]
    known = [(start, end) for start, end, sort in (*record.marks, *record.labelled()) if sort in ("known", "label")]
    for start, end in known:
        for i, token in enumerate(tokens):
            if start <= token.start < end:
                scores[i, named] -= _NEVER
    return scores


def to_entry(labelled: Labelled, cited: citations.Citation | None, sure: float) -> Entry | None:
    """Put the fields of a record together; None when nothing names the paper."""
    record = labelled.record
    title = _title(record, cited.title) if cited is not None else None
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
    return _credited(record, entry, cited) if cited is not None else entry


def _credited(record: Record, entry: Entry, cited: citations.Citation) -> Entry:
    """Complete an entry by authors, year and venue."""
    coded = [(start, end) for start, end, sort in record.marks if sort in ("code", "tag")]
    authors = tuple(
        replace(record.place(a.start, a.end), text=a.text)
        for a in cited.authors
        if not any(start <= a.start and a.end <= end for start, end in coded)
    )
    venue = _venue(record, cited.venue) if cited.venue else None
    named_venues = [
        a for a in authors if " " in a.text and not names.looks_like_person(a.text) and read_venue(a.text) is not None
    ]
    authors = tuple(a for a in authors if a not in named_venues)
    venue = venue or next(iter(named_venues), None)
    if not authors and cited.venue is not None and is_authors(cited.venue.text):
        named = names.split_names(cited.venue.text).names
        authors = tuple(
            replace(record.place(cited.venue.start + a, cited.venue.start + b), text=shown) for a, b, shown in named
        )
        venue = None
    return replace(
        entry,
        authors=authors,
        complete=(cited.complete is not False) if authors else None,
        year=replace(record.place(cited.year.start, cited.year.end), text=cited.year.text) if cited.year else None,
        venue=venue,
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
    marks = tuple(mark for mark in labelled.record.marks if mark[2] in ("em", "strong", "link", "known"))
    return settle(Draft(labelled.record.text, 0, labelled.tokens, labelled.labels, labelled.beliefs, marks))


_NUMBER = re.compile(r"\W{0,3}(?:\d{1,3}[.):]\s|#\d{1,3}\s|[QP]\d{1,2}[.:]\s)\s*(?=\S{2})")
_NEVER = 20.0
"""What it costs a label that a token cannot have."""
_REFERENCE, _FEWEST_WORDS, _SOME = 0.95, 8, 0.2
"""How much a line must look like a reference, its words, and the share of them that are of names, to be a whole one."""
_LABEL_WORDS = 3
_MOST_LEAD = 0.4
"""Share of a title that words before the text of its link may take and still be only a lead-in."""


def _title(record: Record, part: citations.Part) -> Field:
    """Give the title without the number of the item and without the words that lead to its link."""
    start, end = part.start, part.end
    number = _NUMBER.match(record.text, start, end)
    start = number.end() if number else start
    for first, last, sort in record.marks:
        lead = record.text[start:first].rstrip()
        led = sort == "link" and start < first and abs(last - end) <= 1 and lead.endswith(":")
        if led and not shapes.is_short_name(lead[:-1]) and first - start < _MOST_LEAD * (end - start):
            start = first
    return record.place(start, end)


def _venue(record: Record, part: citations.Part) -> Field | None:
    place = record.place(part.start, part.end)
    labelled = any(start <= part.start < end and sort == Part.VENUE for start, end, sort in record.labelled())
    return place if is_venue(place, labelled=labelled) else None


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
