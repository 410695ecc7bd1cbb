"""Works that are named by authors, year and journal alone, as people do in haste: `Lind 2001 NEJM: no effect`.

What stands behind is a title if it is in quotation marks or looks like one, and else a remark: `Lind et al. 2019 (PNAS)
on moss`, `Meta: Lind 2010 (Psych Bull), d = .6`, `Lind, PRL 69, 2863 (1992)`, `Lind & Roe (QJE 2019)`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from kg import lexicons
from kg.extraction import citation_forms, shapes
from kg.extraction.citations.reading import title_run
from kg.extraction.citations.tokens import names_venue, within
from kg.extraction.records.labelling import Labelled
from kg.extraction.records.lone_names import JOINTS
from kg.extraction.records.venues import is_family_name
from kg.extraction.venues import read_venue

_YEAR = rf"(?P<year>{citation_forms.YEAR_TEXT})[a-k]?"
_VENUE = r"(?P<venue>[a-z]?[A-Z][^\n:;()\[\]\"“”„«»,\d–—]{1,60}?)"
_INSIDE = r"(?P<venue>[a-z]?[A-Z][^\n;()\[\]\"“”„«»\d–—]{1,80}?)"
_BARE_YEAR = rf"(?P<open>[(\[])?{_YEAR}(?(open)[)\]])"
_VOLUME = r"(?:,? \d{1,4}(?:\s?\(\d{1,4}\))?(?:[:,]\s?[A-Z]?\d{1,7}(?:[-–]\d{1,7})?)?)"
_ENDS = r"(?=\s?(?:[:;,.(–—\"“„«\n]|$)|\s-)"
_AUTHORS = citation_forms.NAMES + r"(?:['’]s?)?"
_QUOTE = r"(?=[,.:]?\s[\"“„«])"
_DATED = rf"{citation_forms.YEAR_TEXT}[a-k]?"
_FORMS = tuple(
    (re.compile(needs), re.compile(form), is_shown)
    for needs, form, is_shown in (
        (rf"{_DATED} \(", rf"{_AUTHORS},? {_YEAR} \({_INSIDE}{_VOLUME}?\)", True),
        (rf"{_DATED}[;)\]]", rf"{_AUTHORS},? [(\[]{_INSIDE},? {_YEAR}(?:;[^()\n]{{1,30}})?[)\]]", True),
        (rf"\({_DATED}, ", rf"{_AUTHORS},? \({_YEAR}, {_INSIDE}{_VOLUME}?\)", True),
        (rf"{_DATED}[,;] ", rf"\({_AUTHORS},? {_YEAR}[,;] {_INSIDE}{_VOLUME}?\)", True),
        (rf" \({_DATED}\)", rf"{_AUTHORS},? {_VENUE}{_VOLUME} \({_YEAR}\)", True),
        (rf" {_DATED}{_ENDS}", rf"{_AUTHORS}, {_VENUE}{_VOLUME}?,? {_YEAR}{_ENDS}", True),
        (rf".{_QUOTE}", rf"{_AUTHORS},? {_BARE_YEAR}[,.:]? {_VENUE}{_VOLUME}?{_QUOTE}", True),
        (rf"{_DATED}[)\]]?[,.:]? [a-zA-Z]", rf"{_AUTHORS},? {_BARE_YEAR}[,.:]? {_VENUE}{_VOLUME}?{_ENDS}", False),
    )
)
"""Ways to write them, each with what a text must have, which is found faster, and whether brackets or a volume show
where the work appeared."""
_QUOTED = re.compile(r"\W{0,3}[\"“„«](?P<title>[^\"“”„«»\n]{8,300})[\"“”»]")
_BEFORE = re.compile(r"[\"“„«](?P<title>[^\"“”„«»\n]{4,300})[\"”»],? (?:by|von|de|di|par|av|van|от) $")
_BEHIND = re.compile(r"[,.;:\s–—-]{1,4}(?P<title>[^\W\d_a-z][^\n]{8,250}?)(?=\.\s|\s[-–—(]\s?|\.?\s{0,3}(?:\n|$))")
_ROLES = lexicons.words("role of a work")
"""What leads to a work that is named so: `Original: Lind 1998 JPSP`."""
_LEAD = re.compile(r"(?P<role>[^\W\d_][\w-]{1,20}): ?")
_ABBREVIATED = re.compile(r"(?:[A-Z][A-Za-z]{0,8}\.\s?){2,6}")
_JOURNAL = re.compile(r"(?:[A-Z][a-z]{1,4} )?J (?:[A-Z][a-z]{1,9} ?){2,5}")
_VOLUMED = re.compile(
    r", \d{1,4} (?P<journal>[A-Z][A-Za-z.0-9’']{0,12}(?: [A-Z&][A-Za-z.0-9’']{0,12}){0,5}) "
    r"\d{1,5}(?:, \d{1,5})? \((?:[^()\n]{1,20} )?\d{4}\)"
)
_ACRONYM = re.compile(r"[A-Z][A-Z&]{1,6}")
_WORD = re.compile(r"[^\W\d_]{3}")
"""What the name of a journal has, and initials have not: `Lind, A. B., 1980`."""
_TITLE = 3
"""Fewest words of a title without quotation marks."""


class Head(NamedTuple):
    """Authors, year and journal that stand together in a text."""

    found: re.Match[str]
    start: int
    """Where the first name begins, behind words that introduce it."""

    @property
    def names(self) -> tuple[int, int]:
        return self.start, self.found.end("names")

    @property
    def others(self) -> int:
        """Where `et al.` ends, the end of the names if there is none."""
        return self.found.end("others") if self.found["others"] else self.found.end("names")

    @property
    def venue(self) -> tuple[int, int]:
        start = self.found.start("venue")
        return start, start + len(self.found["venue"].rstrip(" .,"))

    @property
    def end(self) -> int:
        return self.found.end()


@lru_cache(maxsize=1 << 10)
def find_head(text: str) -> Head | None:
    """Find authors with a year and a journal beside them in the first line of a text.

    >>> find_head("Lind & Roe 2001 NEJM: no effect").end, find_head("Lind, PRL 69, 2863 (1992)").venue
    (20, (6, 9))
    >>> find_head("Lind 2001 Rivers: a history") is None
    True
    """
    line = text.partition("\n")[0]
    for needs, form, is_shown in _FORMS if citation_forms.DATED.search(line) else ():
        for found in citation_forms.near_years(form, line) if needs.search(line) else ():
            people, start = citation_forms.surnames(found)
            named = bool(people) and all(map(is_family_name, people)) and _begins(line, start, found)
            if named and _is_journal(found["venue"], people, is_shown=is_shown):
                return Head(found, start)
    return None


def _begins(line: str, start: int, found: re.Match[str]) -> bool:
    """Return whether names begin a line, behind a word for what the work is to others, or a title and "by"; or cite."""
    lead = _LEAD.fullmatch(line, 0, start)
    if start == found.start("names") and (lead is None or lead["role"].casefold() in _ROLES):
        return not start or lead is not None or _BEFORE.search(line, 0, start) is not None or bool(found["others"])
    return start == 0 or bool(found["others"])


def _is_journal(text: str, people: tuple[str, ...], *, is_shown: bool) -> bool:
    """Return whether works appear there; an acronym or an abbreviation does where the form shows that it is one."""
    if ". " in text and sum(not word.endswith(".") for word in text.split()) > 1:
        return False  # `A title. Law Review`
    venue = read_venue(text)
    if venue is not None:
        return is_shown or not venue.event  # `Lind 2018 UMAP: A title` names a method
    words = text.split()
    short = _ACRONYM.fullmatch(text) is not None or any(map(names_venue, words))
    short = short or _ABBREVIATED.fullmatch(text) is not None or _JOURNAL.fullmatch(text) is not None
    return is_shown and short and all(word[0].isupper() for word in words) and text not in people


def read_terse(labelled: Labelled) -> None:
    """Label authors, year and journal that stand together as such, whether a title stands beside them or not."""
    head = find_head(labelled.record.text) if labelled.record.lines[0].kind != "h" else None
    run = title_run(labelled.tokens, labelled.labels)
    linked = head is not None and any(
        start <= head.start < end for start, end, sort in labelled.record.marks if sort == "link"
    )
    if head is None:
        return
    line = labelled.record.text[: labelled.record.line_end(0)]
    tokens, labels = labelled.tokens, labelled.labels
    if linked or (run is not None and _is_apart(labelled, run, head)):
        if run is not None and tokens[run[0]].start >= head.end and _WORD.search(line, *head.venue):
            _label_head(labelled, head)
        return
    for i in within(tokens, 0, len(line)):
        labels[i] = "N" if labels[i] == "N" and tokens[i].start < head.start else "M"
    lead = _LEAD.fullmatch(line, 0, head.start)
    for i in within(tokens, lead.start() if lead is not None else head.start, head.end):
        labels[i] = "O" if labels[i] == "M" else labels[i]
    _label_head(labelled, head)
    for i in within(tokens, *_title_near(line, head)):
        labels[i] = "T"


def end_before_volume(labelled: Labelled) -> None:
    """End a title before volume, reporter and page, as lawyers cite: `Roe v. Lind, 12 F.2d 34 (1967)`."""
    found, run = _VOLUMED.search(labelled.record.text), title_run(labelled.tokens, labelled.labels)
    start = labelled.tokens[run[0]].start if run is not None else 0
    if found is None or run is None or not start < found.start() < labelled.tokens[run[1]].end:
        return
    for i in within(labelled.tokens, found.start(), found.end("journal")):
        labelled.labels[i] = "O"
    for i in within(labelled.tokens, *found.span("journal")) if " v. " not in labelled.record.text[start:] else ():
        labelled.labels[i] = "V"


def _is_apart(labelled: Labelled, run: tuple[int, int], head: Head) -> bool:
    """Return whether a title stands before or behind authors, year and journal.

    A word for what the work is to others is none, and words in small letters behind are a remark.
    """
    start, end = labelled.tokens[run[0]].start, labelled.tokens[run[1]].end
    text = labelled.record.text[start:end]
    if start >= head.end:
        return not text.islower() and len(text.split()) > 1
    if _BEFORE.search(labelled.record.text, 0, head.start) is not None:
        return False
    return start < head.start and text.casefold() not in _ROLES


def _label_head(labelled: Labelled, head: Head) -> None:
    """Label year and journal, and each name as a family name."""
    for sign, place in (("Y", head.found.span("year")), ("V", head.venue)):
        for i in within(labelled.tokens, *place):
            labelled.labels[i] = sign
    at, tokens, labels = within(labelled.tokens, *head.names), labelled.tokens, labelled.labels
    named = [*at, -1]
    person: list[int] = []
    for i in named:
        text = tokens[i].text if i >= 0 else ","
        if i >= 0 and text not in JOINTS and (text[0].isalpha() or (text in "-’'" and person)):
            person.append(i)
            continue
        if person:
            labels[person[0] : person[-1] + 1] = ["FB", *["F"] * (len(person) - 1)]
        if i >= 0:
            labels[i] = "A"
        person = []
    for i in within(tokens, head.names[1], head.others):
        labels[i] = "X"


def names_several(labelled: Labelled) -> bool:
    """Return whether names and year stand twice on a line, no title between them: `Lind 2021 (NCC) and Roe 2020`."""
    line = within(labelled.tokens, 0, labelled.record.line_end(0))
    signs = (labelled.labels[i][0] for i in line)
    return "NYNY" in "".join(sign for sign, _ in groupby("N" if s in "FG" else s for s in signs if s in "FGTY"))


def _title_near(line: str, head: Head) -> tuple[int, int]:
    """Return where the title stands, (0, 0) if nowhere: behind the journal, or in quotation marks before the names."""
    found = _QUOTED.match(line, head.end) or _BEFORE.search(line, 0, head.start)
    if found is not None:
        return found.span("title")
    found = _BEHIND.match(line, head.end)
    if found is None or len(shapes.words(found["title"])) < _TITLE or shapes.is_sentence(found["title"]):
        return 0, 0
    return found.span("title") if line[head.end] == ":" or shapes.is_title_like(found["title"]) else (0, 0)
