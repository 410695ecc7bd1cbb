"""The type under which a work is listed, as the standard styles of BibTeX name it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kg import terms
from kg.model import Kind
from kg.publishing.bibliography.evidence import Library, Value, WorkFacts
from kg.publishing.bibliography.work import PREPRINT

STANDARD = (
    *("article", "book", "booklet", "inbook", "incollection", "inproceedings", "manual", "mastersthesis", "misc"),
    *("phdthesis", "proceedings", "techreport", "unpublished"),
)
"""Types that plain, abbrv, alpha and unsrt know."""
_OTHERS: Mapping[str, str] = {
    "conference": "inproceedings",
    "suppperiodical": "article",
    "newspaper": "article",
    "mvbook": "book",
    "bookinbook": "inbook",
    "collection": "proceedings",
    "mvproceedings": "proceedings",
    "thesis": "phdthesis",
    "report": "techreport",
    "standard": "manual",
    "preprint": "unpublished",
}
"""Types of biblatex and of other formats, as far as one of the standard types says the same."""
_LOOSE = frozenset({"misc", "unpublished"})
_MASTER = re.compile(r"\b(?:master|diplom|m\.?\s?sc|msc|licentiate|bachelor)", re.IGNORECASE)
_VOLUME = re.compile(r"\b(?:proceedings|proc\.|conference|workshop|symposium|meeting)\b", re.IGNORECASE)


def type_of(facts: WorkFacts, library: Library) -> str:
    """Return the type of a work: what the notes state, else what follows from where it appeared.

    A work that one note lists as a preprint and another as presented or printed has the type of the latter.
    """
    stated = facts.all(terms.ENTRY_TYPE)
    types = [(_standard(one.value, facts), one) for one in stated]
    chosen = next((one for one in types if one[0] not in _LOOSE), next(iter(types), None))
    appeared = _appeared(facts, library)
    if chosen is None:
        return _of_venue(facts, library, appeared)
    journal = facts.all(terms.JOURNAL_TITLE) or any(one in appeared for one in facts.all(terms.IS_PART_OF))
    loose = chosen[0] in _LOOSE or (chosen[0] == "article" and not journal)
    if loose and any(one.notes - {note for value in stated for note in value.notes} for one in appeared):
        return _of_venue(facts, library, appeared)
    return chosen[0]


def _standard(name: str, facts: WorkFacts) -> str:
    """Return the standard type that stands for a type.

    >>> _standard("online", WorkFacts("", Kind.WORK, {})), _standard("report", WorkFacts("", Kind.PAPER, {}))
    ('misc', 'techreport')
    """
    name = _OTHERS.get(name.casefold(), name.casefold())
    if name == "phdthesis" and _MASTER.search(facts.best(terms.GENRE)):
        return "mastersthesis"
    return name if name in STANDARD else PREPRINT


def _appeared(facts: WorkFacts, library: Library) -> tuple[Value, ...]:
    journals = (one for one in facts.all(terms.IS_PART_OF) if library.kinds.get(one.value) is Kind.PERIODICAL)
    return (*facts.all(terms.PRESENTED_AT), *journals)


def _of_venue(facts: WorkFacts, library: Library, appeared: tuple[Value, ...]) -> str:
    if not appeared:
        return PREPRINT
    if facts.all(terms.PRESENTED_AT):
        return "inproceedings"
    names = (library.names.get(one.value, "") for one in appeared)
    return "inproceedings" if any(_VOLUME.search(name) for name in names) else "article"
