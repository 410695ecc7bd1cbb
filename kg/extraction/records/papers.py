"""Which records are papers: by what they say themselves, or by what the others of their list are."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from kg.extraction import gazetteer, names, shapes
from kg.extraction.entries import Entry
from kg.extraction.records.labels import Part
from kg.extraction.records.segmenter import Segment
from kg.extraction.records.surroundings import Slot
from kg.extraction.venues import read_venue
from kg.links import Role, read_link
from kg.model import Kind

_SHARE = 0.5
"""Share of the records of a list that must be papers for an odd one to be taken for one too."""
_FEWEST = 3
_FEW = 0.34
"""Share of papers in a list below which an odd one must be sure to be one."""
_TELLING = (Part.TITLE, Part.AUTHORS, Part.VENUE, Part.KEY)
"""Labels that only records of papers have."""
_LIKELY = 0.8
_TITLE_WORDS = 4
_SEASONS = frozenset("spring summer fall autumn winter".split())
_LIKELY_PEOPLE = 0.5
_TEMPLATE = re.compile(r"\{\{\s*[\w.:$(]|<%|\{%")
"""A place that a program is to fill: the note is a template."""
_NEAR = 5
"""Lines of a section that are looked at for what its heading names."""


def papers(read: Sequence[tuple[Segment, Entry]]) -> Iterator[Entry]:
    """Give the entries that are papers.

    A record is one when it says so: by an address that leads to a paper, by authors with a year or a venue, by labels.
    One that says nothing is one all the same when most of its list are.
    """
    stated = [_is_stated(segment, entry) for segment, entry in read]
    lists: dict[Slot, list[bool]] = defaultdict(list)
    for (segment, _), is_paper in zip(read, stated, strict=True):
        for company in _companies(segment):
            lists[company].append(is_paper)
    for (segment, entry), is_paper in zip(read, stated, strict=True):
        among = lists[segment.family]
        mostly = any(
            sum(lists[company]) >= max(_FEWEST, _SHARE * len(lists[company])) and any(among)
            for company in _companies(segment)
        )
        listed = mostly and entry.title is not None and not segment.looks[0].told
        stranger = sum(among) < _FEW * segment.siblings and not (mostly or _is_sure(segment, entry))
        if (is_paper or listed) and not stranger and not _is_else(segment, entry, listed=listed):
            yield entry


def _companies(segment: Segment) -> tuple[Slot, Slot]:
    """Name the list that a record belongs to, and all records of the note that are laid out so."""
    first = segment.lines[0]
    return segment.family, ("layout", first.kind, first.level)


def _is_sure(segment: Segment, entry: Entry) -> bool:
    """Say whether a record is a paper whatever stands around it."""
    linked = any(_leads_to_paper(link.text) for link in entry.links) or entry.citekey is not None
    labelled = any(label.part in _TELLING for look in segment.looks for label in look.labels)
    return linked or labelled or max(look.likeness for look in segment.looks) > _LIKELY or segment.siblings < _FEWEST


def _is_stated(segment: Segment, entry: Entry) -> bool:
    """Say whether a record itself says that it is about a paper."""
    if segment.lines[0].kind == "h" and not _heads_record(segment):
        return False
    if any(_leads_to_paper(link.text) for link in entry.links) or entry.citekey is not None:
        return True
    if entry.title is not None and _is_labelled(segment):
        return True
    if entry.title is None:
        return False
    known = entry.venue is not None and read_venue(entry.venue.text) is not None
    people = [names.looks_like_person(author.text) for author in entry.authors]
    dated = entry.year is not None
    if entry.authors and (dated or known) and not _are_places(entry):
        return True
    if segment.lines[0].kind == "h":
        return False
    if entry.venue is not None and known and dated:
        return len(shapes.words(entry.title.text)) >= _TITLE_WORDS and shapes.is_title_like(entry.title.text)
    return len(people) > 1 and all(people)


def _is_labelled(segment: Segment) -> bool:
    """Say whether labels tell that a record is a paper; the header `Title` of a table alone does not."""
    parts = {label.part for look in segment.looks for label in look.labels}
    told = parts.intersection(_TELLING)
    if segment.lines[0].kind == "r":
        return len(told) > 1 or (bool(told) and Part.SPEAKER in parts)
    return bool(told)


def _are_places(entry: Entry) -> bool:
    """Say whether what was read as authors are organisations and seasons: a course, a degree."""
    return all(
        author.text.casefold() in _SEASONS or any(hit.known.kind is Kind.ORG for hit in gazetteer.find(author.text))
        for author in entry.authors
    )


def _heads_record(segment: Segment) -> bool:
    """Say whether a heading, or one of the lines right below it, tells of a paper: a section of prose may name many."""
    near = segment.looks[:_NEAR]
    return any(
        look.labels
        or "p" in look.roles
        or look.identifier
        or look.likeness > _LIKELY
        or (n > 0 and look.people > _LIKELY_PEOPLE and look.words > 1 and not look.told)
        or (n == 0 and (look.year or look.et_al))
        for n, look in enumerate(near)
    )


def _leads_to_paper(address: str) -> bool:
    """Say whether an address leads to a paper: its site does, or the file is a PDF, wherever it lies."""
    return read_link(address).role is Role.PAPER or address.partition("?")[0].casefold().endswith(".pdf")


def _is_else(segment: Segment, entry: Entry, *, listed: bool) -> bool:
    """Say whether a record is surely something else: a sentence, a video, a profile, an errand."""
    first = segment.looks[0]
    if any(label.part is Part.OTHER for look in segment.looks for label in look.labels):
        return True
    if any(_TEMPLATE.search(look.text) for look in segment.looks[:_NEAR]):
        return True
    roles = {read_link(link.text).role for link in entry.links}
    if Role.VIDEO in roles and Role.PAPER not in roles and not listed and entry.year is None and entry.venue is None:
        return True
    set_off = first.bold or first.named or first.labels or first.quoted
    cited = bool(entry.authors) and entry.year is not None and segment.lines[0].kind == "i"
    if first.told and not cited and not set_off and Role.PAPER not in roles and first.likeness < _LIKELY:
        return True
    title = entry.title.text if entry.title is not None else ""
    return (
        shapes.announces(first.text)
        or shapes.announces(title)
        or (shapes.is_no_work(title) and Role.PAPER not in roles)
    )
