"""Names that the word lists know, wherever they stand in prose: venues, methods, tasks, organisations, awards.

A name that is also an ordinary word, or a class rather than a name, is reported with a confidence that does not suffice
alone. Awards are also known by the form of their names: `Sejnowski-Hinton Prize 2025`, `best demo award`; `best paper`
alone is as often an opinion. Data are known by the form of the numbers that archives give them: `GSE72056`.
Organisations are also known by a noun in their names, and by the line of a person that ends with one: `Jane Roe, PhD,
Data Scientist, Tidewater`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kg import lexicons
from kg.extraction import gazetteer, names, organisations, shapes
from kg.extraction.citations.people import is_given
from kg.extraction.gazetteer import Hit, is_place
from kg.extraction.nlp import Found, Rule, text_of
from kg.extraction.venues import find_venues
from kg.model import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

VENUE = "venue-name"
_INITIALS = re.compile(r"(?:[A-Z]\.\s?){2,4}(?:\(?\d{4}\)?)?")
"""What stands before or behind a family name, and is the short form of some journal as well."""


def find_known_venues(doc: Doc) -> Iterator[Found]:
    """Find each venue that the lexicon knows."""
    for start, end, venue in find_venues(text_of(doc)):
        if _INITIALS.fullmatch(text_of(doc)[start:end]):
            continue
        if not venue.event:
            yield Found(Kind.PERIODICAL, start, end, VENUE, 0.7, venue.series)
        elif venue.year is None:
            yield Found(Kind.VENUE, start, end, VENUE, 0.8, venue.series)
        else:
            yield Found(Kind.EDITION, start, end, VENUE, 0.9, f"{venue.series} {venue.year}")


VENUE_NAMES = Rule(VENUE, find_known_venues)


NAME = "known-name"
CONFIDENCE = {"": 0.85, "word": 0.3, "broad": 0.2}
"""By the caution of the list."""
SHAPED = 0.55
"""Of an ordinary word that is written in capitals, as ordinary words are not."""
LOUD = 0.45
"""Of an acronym of a data set of few letters, which may as well be of anything else."""
_FEW = 4


ARCHIVED = 0.9
_ACCESSION = re.compile(
    r"(?<![\w-])(?:GSE\d{2,7}|GDS\d{3,5}|[SED]R[PX]\d{6,9}|PRJ(?:NA|EB|DB)\d{3,9}|E-[A-Z]{4}-\d{1,5}|PXD\d{6}|MSV\d{9}"
    r"|EGA[SD]\d{11}|phs\d{6}(?:\.v\d{1,2}\.p\d{1,2})?|EMD-\d{4,5}|EMPIAR-\d{5}|S-BSST\d{1,4}|MTBLS\d{1,5}"
    r"|(?:CR|HR)A\d{6}|SCP\d{3,4}|syn\d{6,9}|ds00\d{4})(?![\w-])"
)
"""The numbers under which archives of the life sciences keep data."""
_TASK_MODIFIERS = lexicons.words("task modifier")
"""Words before a known task that belong to its name: `few-shot image classification`."""
SORTED = 0.6
"""Of a broad task with a word that tells a sort of it."""
_WORD = re.compile(r"(?<![\w-])([\w-]+)[ \n]$")
_DIGIT = re.compile(r"\d")
_BREAK = re.compile(r"[\t\n]")
"""Where a cell or a line ends."""
_OWNED = re.compile(r"\b[A-Z]\w+['’]s $")
"""Before a thing that somebody with a name has: `OpenAI's o1`."""
_COMPOUND = re.compile(r"-(?!(?:\w+ed|style|internal|only|run|scale)\b)[a-z]{2}|-\)[^\W\d_]")
"""Behind a word that is no company there but the beginning of a compound: `meta-learners`."""
_PUBLISHER = re.compile(r"(?:,\s[A-Z][A-Za-z.]{1,12})?\s?:\s[^\W\d_a-z][^():\n]{2,60},\s(?:1[5-9]|20)\d\d\b")
"""Behind the town of a publisher: it, and the year."""
_SORT = re.compile(
    r"(?:[- ]based\b|[- ]style\b)|[- ](?:(?:neural|language|vision|policy)\s)?"
    r"(?:architecture|model|network|encoder|decoder|backbone|block|layer|variant|policy|policies)s?\b",
    re.IGNORECASE,
)
"""Behind an ordinary word that names a method there: `transformer architecture`, `transformer-based`."""


_AT = re.compile(
    r"\b(?:at|joined|joins?|joining|(?:work(?:s|ed|ing)?|position|job|postdoc|student|prof\w*) (?:at|for|with|from)|"
    r"acquired by|backed by|released by|collaboration (?:between|with)|bei|chez)\s(?:the\s)?$|"
    r"\b(?P<given>[A-Z][\w'’-]+)\s(?:[A-Z]\.\s)?[A-Z][\w'’-]+(?:,\s|\s\((?:[\w. -]{1,20},\s)?)$"
)
"""Before an organisation: what somebody does there, or the full name of somebody and a bracket or comma."""
_ACTS = re.compile(
    r"['’]s?\b|\s(?:researchers?|engineers?|scientists?|employees?|team|labs?|university|said|says|"
    r"announce[sd]?|release[sd]?|acquire[sd]?|launche[sd]|introduced|built|made)\b"
)
"""Behind an organisation: what it has or does, and who is there."""
_LISTED = re.compile(r"(?:\s|,|/|&|;|\+|\||and|or|y|und|et|e)+")
"""Between two organisations of a list."""


def find(doc: Doc) -> Iterator[Found]:
    """Find each known name."""
    text = text_of(doc)
    hits = list(gazetteer.find(text))
    for at, hit in enumerate(hits):
        if hit.known.kind is Kind.ORG and (_COMPOUND.match(text, hit.end) or _is_town(text, hit)):
            continue
        confidence = CONFIDENCE.get(hit.known.caution, 0.3)
        if hit.known.caution == "word":
            confidence = _of_word(text, hit, hits[max(0, at - 1) : at + 2])
        yield Found(hit.known.kind, hit.start, hit.end, NAME, confidence)
        longer = _sorted(text, hit.start) if hit.known.kind is Kind.TASK else hit.start
        if longer < hit.start:
            yield Found(Kind.TASK, longer, hit.end, NAME, SORTED if hit.known.caution else confidence)

    for number in _ACCESSION.finditer(text) if _DIGIT.search(text) else ():
        yield Found(Kind.DATASET, *number.span(), NAME, ARCHIVED)


def _is_town(text: str, hit: Hit) -> bool:
    """Return whether a name is that of the town in which a book was published: `(Princeton, NJ: A Press, 2021)`."""
    return text[max(0, hit.start - 1) : hit.start] == "(" and _PUBLISHER.match(text, hit.end) is not None


def is_hint(one: Found) -> bool:
    """Return whether a find is an ordinary word of which nothing around it says that it is a name."""
    return one.rule == NAME and one.confidence in (CONFIDENCE["word"], LOUD)


def _of_word(text: str, hit: Hit, near: Sequence[Hit]) -> float:
    """Weigh a name that is also an ordinary word, or that other things have too, by what stands around it.

    Args:
        text: the text.
        hit: the name.
        near: the known names beside it, with itself.
    """
    before = text[max(0, hit.start - 40) : hit.start]
    if hit.known.kind is Kind.ORG:
        beside = (one for one in near if one.known.kind is Kind.ORG and not one.known.caution)
        listed = any(_LISTED.fullmatch(text, *_gap(hit, one)) for one in beside)
        place = _AT.search(before)
        told = _ACTS.match(text, hit.end) or (place is not None and (not place["given"] or is_given(place["given"])))
        return CONFIDENCE["" if listed or told else "word"]
    if _OWNED.search(before) or (hit.known.kind is Kind.METHOD and _SORT.match(text, hit.end)):
        return CONFIDENCE[""]
    seen = text[hit.start : hit.end]
    around = f"{_BREAK.split(before)[-1]}{seen}{_BREAK.split(text[hit.end : hit.end + 40])[0]}"
    if not shapes.is_name_shaped(seen) or (around.isupper() and around.count(" ") >= _FEW):
        return CONFIDENCE["word"]
    return LOUD if hit.known.kind is Kind.DATASET and seen.isupper() and len(seen) <= _FEW else SHAPED


def _gap(one: Hit, other: Hit) -> tuple[int, int]:
    first, last = sorted((one, other), key=lambda hit: hit.start)
    return first.end, last.start


def _sorted(text: str, start: int) -> int:
    """Return where a task begins with the words before it that tell a sort of it: `few-shot image classification`."""
    while True:
        before = _WORD.search(text[max(0, start - 40) : start])
        if before is None or before.group(1).casefold() not in _TASK_MODIFIERS:
            return start
        start -= len(before.group())


RULE = Rule(NAME, find)


AWARD = "award-name"
_WORK = r"(?:paper|poster|demo|demonstration|talk|presentation|thesis|dissertation|review|reviewer|artifact|artefact)"
_SAID = r"(?:award|prize|medal|runner[- ]up|finalist|(?:award\s)?honou?rable\smention)"
_AWARDS = (
    (
        ("award", "prize", "medal"),
        re.compile(
            r"\b(?!(?:The|An?|This|That|His|Her|Their|Our|At|In|On|For|With)\b)(?:(?:[A-Z]\.|[A-Z][\w&'’-]{0,60})\s(?:of\s|for\s|in\s)?){1,6}"
            r"(?:Award|Prize|Medal)\b(?:\s(?:in|for)\s[A-Z]\w+(?:\s[A-Z]\w+)?)?(?:\s(?:19|20)\d\d\b)?"
        ),
        0.8,
    ),
    (
        ("best", "outstanding", "distinguished", "test"),
        re.compile(
            rf"\b(?:best|outstanding|distinguished)\s(?:[\w-]+\s){{0,3}}?{_WORK}\s{_SAID}\b|"
            rf"\boutstanding\s(?:[\w-]+\s){{0,2}}?{_WORK}(?=s?\b)|\btest[- ]of[- ]time\s(?:award|prize|paper)\b|"
            r"\brunner[- ]up\sfor\s(?:the\s)?best\s(?:[\w-]+\s){0,2}?paper\b(?:\saward\b)?",
            re.IGNORECASE,
        ),
        0.7,
    ),
)
"""Words of which one is in each award of a form, the form, and the confidence."""


def find_awards(doc: Doc) -> Iterator[Found]:
    """Find the names of awards."""
    text = text_of(doc)
    small = text.lower()
    for words, form, confidence in _AWARDS:
        for match in form.finditer(text) if any(word in small for word in words) else ():
            yield Found(Kind.AWARD, *match.span(), AWARD, confidence)


AWARD_NAMES = Rule(AWARD, find_awards)


ORGANISATION = "organisation-name"
_SURE, _HINT = 0.85, 0.45
"""Of a hint more is needed, as from the trained component."""
_PERSON = r"(?P<person>[^\W\d_a-z][\w'’.-]{0,20}(?:[ \n][\w'’.-]{1,20}){1,4})"
_LINE = re.compile(
    rf"(?:^|\n|\d: ){_PERSON}(?P<rest>(?:,\s[^,;:()\n]{{2,80}}(?:\n[^,;:()\n]{{1,80}})?){{1,5}}+)(?=\s*(?:$|\(|\n\n))"
)
_PART = re.compile(r"\s(?P<part>[^,]+(?:, (?:Inc|LLC|Ltd)\.?)?)")
_DEGREE = re.compile(organisations.DEGREE)
_POSITION = re.compile(rf"\b{organisations.POSITION}\b", re.IGNORECASE)
_SMALL = frozenset("of and for the &".split())
_MOST = 6
"""Words of where a person works."""


def find_organisations(doc: Doc) -> Iterator[Found]:
    """Find the names with a noun for organisations, and those that end the line of a person."""
    text = text_of(doc)
    for start, end, sure in organisations.find(text):
        yield Found(Kind.ORG, start, end, ORGANISATION, _SURE if sure else _HINT)
    for line in _LINE.finditer(text) if "," in text else ():
        *parts, last = _PART.finditer(text, *line.span("rest"))
        told = any(_DEGREE.fullmatch(part["part"]) or _POSITION.search(part["part"]) for part in parts)
        if told and names.looks_like_person(" ".join(line["person"].split())) and _is_employer(last["part"]):
            yield Found(Kind.ORG, *last.span("part"), ORGANISATION, _SURE)


def _is_employer(text: str) -> bool:
    """Return whether the last part of the line of a person can be where the person works."""
    words = text.split()
    written = all(any(c.isupper() or c.isdigit() for c in word) or word in _SMALL for word in words)
    return written and len(words) <= _MOST and not _POSITION.search(text) and not is_place(text)


ORGANISATION_NAMES = Rule(ORGANISATION, find_organisations)
