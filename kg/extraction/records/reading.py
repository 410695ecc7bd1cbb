"""Records to entries: the tokens of a record are labelled together with its siblings', then its fields put together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kg.extraction import citations
from kg.extraction.citations.company import in_company
from kg.extraction.citations.reading import Draft, compose, settle
from kg.extraction.entries import Entry
from kg.extraction.records.fields import read_links, to_entry
from kg.extraction.records.labelling import Labelled, label
from kg.extraction.records.lines import Line
from kg.extraction.records.looks import Look
from kg.extraction.records.papers import papers
from kg.extraction.records.record import make_record
from kg.extraction.records.segmenter import Segment
from kg.extraction.records.values import Columns, with_values
from kg.model import Note

_REFERENCE, _FEWEST_WORDS, _SOME = 0.95, 8, 0.2
"""How much a line must look like a reference, its words, and the share of them that are of names, to be a whole one."""
_LABEL_WORDS = 3


@dataclass(frozen=True, slots=True)
class Read:
    """A segment with what its words are, and the entry they make."""

    segment: Segment
    labelled: Labelled
    entry: Entry | None
    """None when nothing names the paper."""


def read_records(note: Note, segments: Sequence[Segment]) -> Iterator[Entry]:
    """Read the records of a note that are papers."""
    return papers([(one.segment, one.entry) for one in read_segments(note, segments) if one.entry is not None])


def _layout(segment: Segment) -> tuple[str, int]:
    return segment.lines[0].kind, segment.lines[0].level


def read_segments(note: Note, segments: Sequence[Segment]) -> list[Read]:
    """Read the records of a note, papers or not, in their order; those of one layout are read together."""
    columns = Columns(note)
    found: list[Read] = []
    layouts: dict[tuple[str, int], list[Segment]] = defaultdict(list)
    for segment in segments:
        layouts[_layout(segment)].append(segment)
    for members in layouts.values():
        records = [make_record(note, *cited_lines(segment)) for segment in members]
        cited = _cited(label(records))
        for segment, (labelled, citation) in zip(members, cited, strict=True):
            entry = to_entry(labelled, citation, segment.sure)
            if entry is not None:
                entry = with_values(_whole(note, segment, entry), columns, segment.lines, segment.looks)
            found.append(Read(segment, labelled, entry))
    return sorted(found, key=lambda one: (one.segment.lines[0].index, one.segment.lines[0].start))


def _whole(note: Note, segment: Segment, entry: Entry) -> Entry:
    """Give an entry all blocks and addresses of its segment."""
    blocks = tuple(dict.fromkeys((*entry.blocks, *(line.index for line in segment.lines))))
    if blocks == entry.blocks:
        return entry
    links, disputed = read_links(make_record(note, segment.lines, segment.looks))
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


def _cited(records: Sequence[Labelled]) -> list[tuple[Labelled, citations.Citation | None]]:
    """Put titles, names, venues and years together; records of one layout are read as one list of references."""
    drafts = [draft(labelled) for labelled in records]
    return [
        (labelled, compose(draft, alone=False) if draft is not None else None)
        for labelled, draft in zip(records, in_company(drafts), strict=True)
    ]


def draft(labelled: Labelled) -> Draft | None:
    """Find names and title among the labelled tokens of a record."""
    if not labelled.tokens:
        return None
    marks = tuple(mark for mark in labelled.record.marks if mark[2] in ("em", "strong", "link", "known"))
    return settle(Draft(labelled.record.text, labelled.tokens, labelled.labels, labelled.beliefs, marks))
