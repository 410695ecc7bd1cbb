"""A note to what it says: names seen, facts stated, lines not understood.

Ordered tables hold what there is: rules read the layout of the whole note (an entry a paper, work or occasion) and the
prose of each block, and kinds of claims turn what they find into facts. The earlier rule has the
block.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kg import terms
from kg.extraction import (
    appraisal,
    citing,
    context,
    leftovers,
    linking,
    lists,
    logs,
    named_papers,
    naming,
    serials,
    talk_records,
    unread_lists,
)
from kg.extraction.claims import (
    about,
    affiliated,
    awarded,
    dated,
    discussed,
    filed,
    held,
    identity,
    introduced,
    mentioned,
    published,
    related,
    remarked,
)
from kg.extraction.context import Context, Sentence
from kg.extraction.credits import by_whom, by_whom_before, credited, in_bracket
from kg.extraction.entries import Entry, Field, Occasion, Page, Unread
from kg.extraction.guard import OVER_BUDGET, Guard, OverBudgetError
from kg.extraction.naming import no_names
from kg.extraction.nlp import Found, Rule, sentences
from kg.extraction.nlp import make_nlp as make_nlp
from kg.extraction.precedence import unless_read
from kg.extraction.ranges import Ranges
from kg.extraction.records.furniture import furniture_of
from kg.extraction.rules import (
    addresses,
    author_lists,
    bibitems,
    bibtex,
    cued_names,
    file_names,
    identified,
    introduced_names,
    keys,
    known_names,
    learned_names,
    literature,
    occasions,
    records,
    scholar,
    shelves,
    sources,
    standards,
    studies,
)
from kg.model import BlockKind, Claim, Extraction, Kind, Mention, Note, Problem, Span
from kg.text import form_key
from kg.vocabularies import NO_LABELS, Labels

if TYPE_CHECKING:
    from spacy.language import Language

LAYOUT_RULES: tuple[Callable[[Page], Iterable[Entry | Unread]], ...] = (
    bibtex.find,
    literature.find,
    file_names.find_labelled,
    bibitems.find,
    logs.find,
    scholar.find,
    standards.find,
    identified.find,
    author_lists.find,
    unless_read(shelves.find, by=records.find),
    studies.find_tabulated,
    sources.find,
    records.find,
    sources.find_named,
    studies.find_listed,
    studies.find_published,
    keys.find,
    occasions.presented,
    file_names.find,
    addresses.find,
)
"""Rules over the layout, in order."""

RULES: tuple[Rule, ...] = (
    known_names.VENUE_NAMES,
    introduced_names.QUOTED_TITLES,
    known_names.RULE,
    introduced_names.RULE,
    known_names.AWARD_NAMES,
    introduced_names.PERSON_NAMES,
    known_names.ORGANISATION_NAMES,
    learned_names.RULE,
    cued_names.RULE,
)
"""Rules over prose, in order."""

CLAIM_RULES: tuple[Callable[[Context, Entry], Iterator[Claim]], ...] = (
    identity.make,
    published.authored,
    published.make,
    about.make,
    remarked.rated,
    remarked.make,
    introduced.make,
    introduced.titled,
    mentioned.passing,
    published.described,
)
"""Kinds of claims about a paper, in order."""

WORK_RULES: tuple[Callable[[Page], Iterable[Entry]], ...] = (bibtex.find_works,)
"""Rules that find works which bibliographies list and that are no papers, in order."""

WORK_CLAIMS: tuple[Callable[[Context, Entry], Iterator[Claim]], ...] = (
    identity.make,
    published.authored,
    published.of_work,
    published.described,
)
"""Kinds of claims about such a work, in order."""

NOTE_CLAIMS: tuple[Callable[[Context], Iterator[Claim]], ...] = (
    identity.of_definitions,
    dated.linked,
    dated.make,
    about.of_outline,
    about.of_tags,
    filed.make,
    affiliated.of_note,
    mentioned.make,
)
"""Kinds of claims about the note itself, in order."""

CITATION_CLAIMS: tuple[Callable[[Context, citing.Citation], Iterator[Claim]], ...] = (
    mentioned.cited,
    remarked.state_of_cited,
    introduced.cited,
)
"""Kinds of claims about a citation in the text, in order."""

CITING_CLAIMS: tuple[Callable[[Context, Sequence[citing.Citation]], Iterator[Claim]], ...] = (discussed.make,)
"""Kinds of claims that the citations of a note make together, in order."""

OCCASION_RULES: tuple[Callable[[Page], Iterable[Occasion]], ...] = (occasions.find,)
"""Rules over the layout that find sessions and talks, in order."""

OCCASION_CLAIMS: tuple[Callable[[Context, Occasion], Iterator[Claim]], ...] = (held.make,)
"""Kinds of claims about a session or talk, in order."""

SENTENCE_CLAIMS: tuple[Callable[[Context, Sentence], Iterator[Claim]], ...] = (
    affiliated.make,
    awarded.make,
    related.make,
)
"""Kinds of claims that a sentence of prose states, in order."""

_AS_FOUND = (Kind.VENUE, Kind.EDITION, Kind.PERIODICAL)
"""Kinds that one find names for sure; the names of other kinds are put together over the whole note."""
_PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.HEADING, BlockKind.FOOTNOTE, BlockKind.ROW)


_UNTOLD: tuple[tuple[Problem, ...], tuple[int, int]] = ((), (0, 0))


def rule_names() -> tuple[str, ...]:
    """Return the names of all rules, as the evidence gives them, in the order in which they run."""
    layout = (str(vars(sys.modules[rule.__module__])["NAME"]) for rule in (*LAYOUT_RULES, *OCCASION_RULES))
    return (*dict.fromkeys(layout), *(rule.name for rule in RULES))


def extract(note: Note, nlp: Language, labels: Labels = NO_LABELS) -> Extraction:
    """Read a note: papers, people, venues, topics and names in prose, with the claims about them and their places.

    Args:
        note: the note.
        nlp: the pipeline of `make_nlp`.
        labels: of the user's vocabularies.
    """
    try:
        return read(note, nlp, labels)[1]
    except OverBudgetError as error:
        return Extraction(note.id, (), (), (Problem(OVER_BUDGET, str(error), note.id),))


def read(note: Note, nlp: Language, labels: Labels = NO_LABELS) -> tuple[Page, Extraction]:
    """Extract from a note, and give the papers and sessions as they were read too.

    Raises:
        OverBudgetError: the rules find more than a note can say.
    """
    page, guard = Page(note, labels=labels), Guard(note)
    for rule in LAYOUT_RULES:
        page = page.with_found(guard.each(rule, page))
    page = guard.one(lists.without_declined, page, otherwise=page)
    page = guard.one(linking.with_titles_only, page, otherwise=page)
    for rule in WORK_RULES:
        page = replace(page, works=(*page.works, *guard.each(rule, page)))
    page = guard.one(talk_records.with_talks, page, otherwise=page)
    for look in OCCASION_RULES:
        page = replace(page, occasions=(*page.occasions, *guard.each(look, page)))
    page = guard.one(talk_records.without_talks, page, otherwise=page)
    page = guard.one(appraisal.complete, page, otherwise=page)
    page = guard.one(serials.complete, page, otherwise=page)
    found, bounds = _prose(note, nlp, guard)
    page = replace(page, entries=(*page.entries, *guard.each(_passing, page, found)))
    page = replace(page, entries=(*page.entries, *guard.each(named_papers.spelled, page)))
    mentions = [m for at in found for m in guard.each(_as_found, note, found[at], at)]
    names = guard.one(naming.read, page, found, otherwise=naming.Names())
    page = replace(page, entries=(*page.entries, *guard.each(named_papers.find, page, names)))
    here = guard.one(context.read, page, names, bounds, otherwise=context.bare(page, names))
    claims, citations = _claims(here, guard)
    mentions += [*guard.each(_named, here), *guard.each(about.headed, here), *guard.each(_itself, note)]
    mentions += [m for entry in (*page.entries, *page.works) for m in guard.each(_subjects, here, entry)]
    references = tuple(one.reference for one in citations if one.reference is not None)
    for claim in claims:
        mentions += [m for m in (claim.subject, claim.object) if isinstance(m, Mention)]
    silent, told = guard.one(leftovers.find_sentences, page, names, bounds, otherwise=_UNTOLD)
    unread = (*guard.each(unread_lists.find, page),)
    doubts = (*guard.each(lists.in_doubt, page, unread),)
    problems = (*guard.each(leftovers.find, page, unread), *silent, *guard.each(lists.unknown, note), *guard.problems())
    return page, Extraction(note.id, _surest(mentions), tuple(claims), problems, told, references, doubts)


def _claims(here: Context, guard: Guard) -> tuple[dict[Claim, None], list[citing.Citation]]:
    """Run the rules that make claims, and give what they claim with the citations in the text."""
    claims: dict[Claim, None] = {}
    citations = list(guard.each(citing.find, here))

    def make(rules: Iterable[Callable[..., Iterator[Claim]]], things: Iterable[object]) -> None:
        for thing in things:
            for rule in rules:
                claims.update(dict.fromkeys(guard.each(rule, here, thing)))

    make(CLAIM_RULES, here.papers)
    make(WORK_CLAIMS, here.works)
    make(OCCASION_CLAIMS, here.occasions)
    make(SENTENCE_CLAIMS, here.sentences)
    make(CITATION_CLAIMS, citations)
    for discuss in CITING_CLAIMS:
        claims.update(dict.fromkeys(guard.each(discuss, here, citations)))
    for say in NOTE_CLAIMS:
        claims.update(dict.fromkeys(guard.each(say, here)))
    return _consistent(claims), citations


def _itself(note: Note) -> Iterator[Mention]:
    own = linking.note_itself(note)
    if own is not None:
        yield own


def _consistent(claims: dict[Claim, None]) -> dict[Claim, None]:
    """Leave out that a paper uses, extends or is based on what it introduces."""
    own = {(c.subject, form_key(_text(c))) for c in claims if c.predicate == terms.INTRODUCES}
    if not own:
        return claims
    derived = (terms.USES, terms.EXTENDS, terms.BASED_ON)
    return {c: None for c in claims if c.predicate not in derived or (c.subject, form_key(_text(c))) not in own}


def _surest(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """Return mentions in order, of equal ones the surest."""
    found: dict[Mention, Mention] = {}
    for one in mentions:
        known = found.setdefault(one, one)
        if one.confidence > known.confidence:
            found[one] = one
    return tuple(sorted(found.values(), key=_order))


def _order(one: Mention) -> tuple[int, int, Kind, str, str]:
    """Order the mentions of one note as they compare themselves, only faster."""
    return one.span.start, one.span.end, one.kind, one.text, one.rule


def _text(claim: Claim) -> str:
    return claim.object.text if isinstance(claim.object, Mention) else str(claim.object)


def _prose(note: Note, nlp: Language, guard: Guard) -> tuple[dict[int, list[Found]], dict[int, list[tuple[int, int]]]]:
    """Run the rules over prose: what they find in each block, and the sentences of each block."""
    found: dict[int, list[Found]] = {}
    bounds: dict[int, list[tuple[int, int]]] = {}
    furniture = guard.one(furniture_of, note, otherwise=frozenset[int]())
    read = ((i, block) for i, block in enumerate(note.blocks) if i not in furniture)
    places = [i for i, block in read if block.kind in _PROSE and block.prose.strip()]
    for document, index in guard.documents(nlp, [(note.blocks[i].prose, i) for i in places]):
        found[index] = no_names.without_fields(
            note.blocks[index], [one for rule in RULES for one in guard.names(rule, document, index)]
        )
        bounds[index] = list(guard.each(sentences, document, note.blocks[index].prose, index))
    return found, bounds


def _as_found(note: Note, found: Iterable[Found], index: int) -> Iterator[Mention]:
    for one in found:
        if one.kind in _AS_FOUND:
            start, end = note.blocks[index].source(one.start, one.end)
            yield Mention(Span(note.id, start, end), one.kind, one.text, one.rule, one.confidence)


def _named(here: Context) -> Iterator[Mention]:
    return map(here.mention, (*here.names.named, *here.names.candidates))


def _subjects(here: Context, entry: Entry) -> Iterator[Mention]:
    yield here.subject(entry)


def _passing(page: Page, found: dict[int, list[Found]]) -> Iterator[Entry]:
    """Make entries of the papers that prose names in passing, where no entry has its title."""
    places: dict[int, list[tuple[int, int]]] = {}
    for place in (f for e in page.entries for f in (e.title, e.anchor) if f is not None):
        places.setdefault(place.block, []).append((place.start, place.end))
    for index, finds in found.items():
        titles = Ranges(places.get(index, ()))
        for one in finds:
            if one.kind is not Kind.PAPER or titles.touch(one.start, one.end):
                continue
            title = Field(one.text, index, one.start, one.end)
            entry = Entry(one.rule, title, one.confidence, title=title, blocks=(index,), listed=False)
            block = page.note.blocks[index]
            credits = in_bracket(block, index, one.end), by_whom(block, index, one.end)
            yield credited(entry, *credits, by_whom_before(block, index, one.start))
