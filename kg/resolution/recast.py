"""A note said anew with other kinds of its mentions and without some of them; what no longer fits is left out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from kg import terms
from kg.kinds import LITERATURE
from kg.model import Claim, Extraction, Kind, Mention

_NAMING = frozenset({terms.NAME, terms.ALTERNATE_NAME, terms.PREF_LABEL, terms.ALT_LABEL})
"""A thing of any kind is named; which of these it is follows from the kind when the graph is written."""
_HELD = (Kind.VENUE, Kind.EDITION)
_HOLDS_PAPERS = (*_HELD, Kind.PERIODICAL, Kind.SESSION)
_TITLE = 4
"""Words from which on the name of a paper is its title; fewer are its short name."""


def recast(extraction: Extraction, now: Mapping[Mention, Mention], ignored: Collection[Mention]) -> Extraction:
    """Return a note said anew; the very same value if nothing of it changes.

    Args:
        extraction: of the note, as it was read.
        now: mentions -> the same with the kind that the user decided.
        ignored: mentions, as they were read, that name nothing.
    """
    changed = [m for m in extraction.mentions if m in now or m in ignored]
    if not changed:
        return extraction
    mentions = {now.get(m, m) for m in extraction.mentions if m not in ignored}
    claims: dict[Claim, None] = {}
    for claim in extraction.claims:
        about = [m for m in (claim.subject, claim.object) if isinstance(m, Mention)]
        if any(m in ignored for m in about):
            continue
        said = _recast_claim(claim, now) if any(m in now for m in about) else claim
        if said is not None:
            claims[said] = None
    for mention in changed:
        if mention not in ignored and now[mention].kind in LITERATURE:
            claims[_called(now[mention])] = None
    return replace(extraction, mentions=tuple(sorted(mentions)), claims=tuple(claims))


def _recast_claim(claim: Claim, now: Mapping[Mention, Mention]) -> Claim | None:
    """Return a claim about things of other kinds; None if things of these kinds cannot be so related."""
    subject = now.get(claim.subject, claim.subject)
    about = now.get(claim.object, claim.object) if isinstance(claim.object, Mention) else claim.object
    predicate = claim.predicate
    if (
        predicate in (terms.PRESENTED_AT, terms.IS_PART_OF)
        and subject.kind in LITERATURE
        and isinstance(about, Mention)
    ):
        if about.kind not in _HOLDS_PAPERS:
            return None
        predicate = terms.PRESENTED_AT if about.kind in _HELD else terms.IS_PART_OF
    said = replace(claim, subject=subject, predicate=predicate, object=about)
    return said if _agrees(said) else None


def _agrees(claim: Claim) -> bool:
    """Return whether a claim has a subject and an object of the kinds that the ontology gives its predicate."""
    subject = terms.CLASSES[claim.subject.kind]
    if claim.predicate not in _NAMING and subject not in terms.DOMAINS.get(claim.predicate, (subject,)):
        return False
    if not isinstance(claim.object, Mention):
        return True
    about = terms.CLASSES[claim.object.kind]
    return about in terms.RANGE_CLASSES.get(claim.predicate, (about,))


def _called(paper: Mention) -> Claim:
    """State the name of what has become a paper, which is called by what is said of it alone."""
    predicate = terms.NAME if len(paper.text.split()) >= _TITLE else terms.ALTERNATE_NAME
    return Claim(paper, predicate, paper.text, (paper.span,), paper.rule, 0.9)
