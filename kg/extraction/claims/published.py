"""Who wrote a paper, when and where it appeared, and what else references say of it: volume, pages, publisher, editors.

What the line of the paper does not say is completed by what the note says for all its papers (`Context.scope`), with
the place of that statement as evidence beside the paper's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kg import terms, untrusted
from kg.extraction import gazetteer
from kg.extraction.context import Context, Said
from kg.extraction.entries import Detail, Entry, Field
from kg.extraction.names import is_group
from kg.extraction.outline import presentation_of
from kg.extraction.reference import DETAILS
from kg.extraction.venues import VenueName, read_venue
from kg.model import Claim, Iri, Kind, Mention, Span
from kg.text import name_key


def authored(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim each author; the order of authors is the order of the claims."""
    subject = context.subject(entry)
    groups = {detail.person for detail in entry.details if detail.name == _GROUP}
    for author in entry.authors:
        place = context.span(author)
        kind = Kind.ORG if author.text in groups or _is_organisation(author.text) else Kind.PERSON
        person = Mention(place, kind, author.text, entry.rule, entry.confidence)
        yield Claim(subject, terms.AUTHOR, person, (place,), entry.rule, entry.confidence)
    if entry.authors and entry.complete is not None:
        place = context.span(entry.authors[-1])
        yield Claim(subject, terms.AUTHORS_COMPLETE, entry.complete, (place,), entry.rule, entry.confidence)


def _is_organisation(name: str) -> bool:
    """Return whether a name in the place of an author is that of an organisation, by its words or by the word lists.

    Who writes under the name of a program makes it.
    """
    known = gazetteer.known(name)
    maker = known is not None and known.kind is Kind.METHOD and not known.caution
    return is_group(name) or maker or (known is not None and known.kind is Kind.ORG)


_GROUP = "group"
"""Name of a detail that tells of an author that it is a group and no person."""
_PREPRINT = frozenset({"arXiv", "CoRR", "bioRxiv", "medRxiv", "OpenReview", "SSRN", "HAL", "chemRxiv", "PsyArXiv"})
PRESENTATIONS: dict[str, Iri] = {
    "oral": terms.ORAL,
    "poster": terms.POSTER,
    "spotlight": terms.SPOTLIGHT,
    "workshop": terms.WORKSHOP,
    "talk": terms.TALK,
    "keynote": terms.KEYNOTE,
}


@dataclass(frozen=True, slots=True)
class _Paper:
    """A paper with what its note says, of it and for all."""

    context: Context
    entry: Entry
    subject: Mention
    said: Said


def make(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim year, venue and presentation of a paper."""
    paper = _Paper(context, entry, context.subject(entry), context.scope(entry))
    venue, places = _venue(context, entry, paper.said)
    yield from _year(paper, venue, places)
    if venue is not None and venue.series not in _PREPRINT:
        yield from _held(paper, venue, places)
    yield from _presentation(paper, venue)


def _venue(context: Context, entry: Entry, said: Said) -> tuple[VenueName | None, tuple[Span, ...]]:
    own = (read_venue(entry.venue.text) or _unknown(entry.venue)) if entry.venue is not None else None
    if own is not None and entry.venue is not None:
        places: tuple[Span, ...] = (context.span(entry.venue),)
        if own.year is None and entry.year is not None and own.event:
            return replace(own, year=untrusted.integer(entry.year.text)), (*places, context.span(entry.year))
        same = said.venue is not None and said.venue.series == own.series and said.venue_at is not None
        if own.year is None and same and said.venue and said.venue_at and own.event:
            return replace(own, year=said.venue.year), (*places, context.span(said.venue_at))
        return own, places
    if entry.venue is not None or said.venue is None or said.venue_at is None or not said.venue.event:
        return None, ()
    if entry.year is not None and said.venue.year is not None and untrusted.integer(entry.year.text) != said.venue.year:
        return None, ()
    year = said.venue.year
    if year is None and (entry.year is not None or said.year):
        year = untrusted.integer(entry.year.text) if entry.year is not None else untrusted.integer(said.year)
    return replace(said.venue, year=year), (context.span(said.venue_at),)


_ISSUE = re.compile(
    r"(?>[\s,.:;(]{1,40}(?:\(?(?:vol|no|pp?|bd|nr|iss(?:ue)?|volume|number|pages|article)\b\.?\s*)?\(?[A-Za-z]?\d[\w–-]{0,40}\)?)"
    r"{1,12}[\s).,;]{0,40}$"
    r"|^\s*(?:in|en|dans)\s*:?\s+",
    re.IGNORECASE,
)
"""Volume, issue, pages and year behind a name, and the word before it."""


_DATED = re.compile(r"[A-Z][\w&/]{0,20}(?:[ -][A-Z][\w&/]{0,20}){0,3}[ ,]{0,2}['’‘]?(?:(?:19|20)\d\d|\d\d)")
"""A short name with its year: `OSDI '20`, `EuroSys21`."""
_BRACKETED = re.compile(r"\(\s?([A-Z][\w&/-]{0,12}[A-Z][\w&/-]{0,12})[ ,'’]{0,3}(?:(?:19|20)\d\d|\d\d)?\s?(?:\)|$)")
"""The acronym behind the name of a venue."""
_NUMBERED = re.compile(r"(?i)(?<!\d)(?:(?:19|20)\d\d|['’‘]?\d\d$)|\b\d+(?:st|nd|rd|th)\b")


def _unknown(venue: Field) -> VenueName | None:
    """Take a venue that no lexicon has by its printed name, without volume, issue and pages.

    >>> _unknown(Field("Proceedings of the 2017 Meeting on Logs (MoL), pages 3-9", 0, 0, 0)).name
    'Proceedings of the 2017 Meeting on Logs (MoL)'
    >>> _unknown(Field("In Journal of Things, 12(3): 45-67, 2019.", 0, 0, 0)).name
    'Journal of Things'
    """
    name = _ISSUE.sub("", _ISSUE.sub("", venue.text)).strip(' .,;:[]*_"“”')
    if name.count("(") > name.count(")"):
        name = name[: name.rindex("(")].strip(" .,;:(")
    letters = sum(c.isalpha() for c in name)
    return VenueName(name, event=False, name=name) if letters >= 3 and len(name) <= 160 else None


def _year(paper: _Paper, venue: VenueName | None, places: tuple[Span, ...]) -> Iterator[Claim]:
    entry, subject, said = paper.entry, paper.subject, paper.said
    if entry.year is not None:
        place = paper.context.span(entry.year)
        yield Claim(subject, terms.DATE_PUBLISHED, entry.year.text, (place,), entry.rule, entry.confidence)
    elif venue is not None and venue.year is not None:
        yield Claim(subject, terms.DATE_PUBLISHED, str(venue.year), places, entry.rule, _less(entry))
    elif said.year and said.year_at is not None:
        place = paper.context.span(said.year_at)
        yield Claim(subject, terms.DATE_PUBLISHED, said.year, (place,), entry.rule, _less(entry))


def _held(paper: _Paper, venue: VenueName, places: tuple[Span, ...]) -> Iterator[Claim]:
    subject, entry, first = paper.subject, paper.entry, places[0]
    if not venue.event:
        if entry.within is not None and entry.venue is not None and entry.venue.block in entry.within.blocks:
            return  # the book is a work of its own
        journal = Mention(first, Kind.PERIODICAL, venue.name or venue.series, entry.rule, entry.confidence)
        yield Claim(subject, terms.IS_PART_OF, journal, places, entry.rule, entry.confidence)
        yield from _printed(entry, journal, first)
        return
    series = Mention(first, Kind.VENUE, venue.series, entry.rule, entry.confidence)
    if venue.year is None:
        yield Claim(subject, terms.PRESENTED_AT, series, places, entry.rule, entry.confidence)
        return
    edition = Mention(first, Kind.EDITION, f"{venue.series} {venue.year}", entry.rule, entry.confidence)
    yield Claim(subject, terms.PRESENTED_AT, edition, places, entry.rule, entry.confidence)
    yield Claim(edition, terms.SUPER_EVENT, series, (first,), entry.rule, entry.confidence)
    yield from _printed(entry, series, first, edition)


def _printed(entry: Entry, venue: Mention, place: Span, edition: Mention | None = None) -> Iterator[Claim]:
    """Claim the printed name of a venue as another name of it, when it is one.

    What says which one it was (`OSDI '20`, `the 18th ACM Conference on ...`) names the edition, the rest the series.
    """
    if entry.venue is None or (printed := _unknown(entry.venue)) is None:
        return
    name, series = printed.name, venue
    if edition is not None:
        whole = " ".join(entry.venue.text.split()).strip(" .,;:*_()[]")
        name = whole if whole[-1:].isdecimal() and _DATED.fullmatch(whole) else name
        venue = edition if _NUMBERED.search(name) else venue
    if (acronym := _BRACKETED.search(entry.venue.text)) and name_key(acronym[1]) != name_key(series.text):
        yield Claim(series, terms.ALTERNATE_NAME, acronym[1], (place,), entry.rule, 0.7)
    if name_key(name) != name_key(venue.text):
        yield Claim(venue, terms.ALTERNATE_NAME, name, (place,), entry.rule, 0.7)


def _presentation(paper: _Paper, venue: VenueName | None) -> Iterator[Claim]:
    entry, said = paper.entry, paper.said
    own: Field | None = entry.presentation
    if own is None and entry.venue is not None:
        stated = presentation_of(entry.venue.text)
        own = replace(entry.venue, text=stated) if stated else None
    if own is not None:
        term = PRESENTATIONS.get(own.text)
        place = paper.context.span(own)
    else:
        same = said.venue is None or venue is None or entry.venue is None or said.venue.series == venue.series
        if not said.presentation or said.presentation_at is None or not same:
            return
        term, place = PRESENTATIONS.get(said.presentation), paper.context.span(said.presentation_at)
    if term is not None:
        yield Claim(paper.subject, terms.PRESENTATION_TYPE, term, (place,), entry.rule, _less(entry))


def _less(entry: Entry) -> float:
    return round(entry.confidence * 0.95, 4)


TEXTS: Mapping[str, Iri] = {row["name"]: terms.named(row["term"]) for row in DETAILS}
"""Name of a detail -> what it says of the work, as a value."""
NAMES: Mapping[str, Iri] = {"surname": terms.FAMILY_NAME, "other name": terms.ALTERNATE_NAME}
"""Name of a detail -> what it says of a person."""
THINGS: Mapping[str, tuple[Iri, Kind]] = {
    "editor": (terms.EDITOR, Kind.PERSON),
    "translator": (terms.TRANSLATOR, Kind.PERSON),
    "publisher": (terms.PUBLISHER, Kind.ORG),
    "organisation": (terms.SOURCE_ORGANIZATION, Kind.ORG),
}
"""Name of a detail -> what it says of the work, and the kind of the thing that it names."""


def described(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim each detail of a reference, and the book that it refers to."""
    subject = context.subject(entry)
    groups = {detail.person for detail in entry.details if detail.name == _GROUP}
    for detail in entry.details:
        if detail.name == _GROUP or (detail.name == "surname" and detail.person in groups):
            continue
        if detail.name != "within":
            about, predicate, value = _said(entry, subject, detail)
            yield Claim(about, predicate, value, detail.places, entry.rule, entry.confidence)
        elif entry.within is not None:
            book = context.subject(entry.within)
            yield Claim(subject, terms.IS_PART_OF, book, detail.places, entry.rule, entry.confidence)


def of_work(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim what a paper has, too, of a work that is none: its year and its keywords."""
    subject = context.subject(entry)
    if entry.year is not None:
        place = context.span(entry.year)
        yield Claim(subject, terms.DATE_PUBLISHED, entry.year.text, (place,), entry.rule, entry.confidence)
    for word in entry.keywords:
        yield Claim(subject, terms.KEYWORDS, word.text, (context.span(word),), entry.rule, entry.confidence)


def _said(entry: Entry, subject: Mention, detail: Detail) -> tuple[Mention, Iri, Mention | str]:
    if detail.name in NAMES:
        return (
            Mention(detail.places[0], Kind.PERSON, detail.person, entry.rule, entry.confidence),
            NAMES[detail.name],
            detail.text,
        )
    if detail.name in THINGS:
        predicate, kind = THINGS[detail.name]
        return subject, predicate, Mention(detail.places[0], kind, detail.text, entry.rule, entry.confidence)
    return subject, TEXTS[detail.name], detail.text
