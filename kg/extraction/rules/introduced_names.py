"""Names that a sentence introduces: `proposes X`, `X, a method that ...`, `a paper called "..."`, `Professor Jane Roe`.

Of methods and data sets only words that are written as names are read so: with capitals inside, digits, or set in code;
and what begins with a capital amid a sentence where the noun says what it is: `we use Tidewater, a new benchmark`.
A quoted blog post, talk, workshop, book or phrase is no title of a paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kg.extraction import names, shapes
from kg.extraction.constructions import MAKES
from kg.extraction.nlp import Found, Rule, text_of
from kg.extraction.organisations import DEGREE
from kg.model import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "introduced-name"

_NAME = r"(?P<name>[A-Za-z0-9][\w.+/-]{0,60}(?: [A-Z0-9][\w.+/-]{0,60}){0,3})"
_METHOD = (
    r"(?:model|method|algorithm|framework|system|architecture|approach|agent|pipeline|technique|optimi[sz]er|loss|layer|"
    r"module|network|tool|library|engine|decoder|encoder|sampler|estimator|objective|paradigm|procedure|toolkit|"
    r"compiler|protocol|strategy|regulari[sz]er|transformer|workflow)s?"
)
_DATASET = (
    r"(?:benchmark|data ?set|corpus|corpora|leaderboard|test ?suite|challenge|collection|testbed|environment suite|"
    r"database)s?"
)
_IS = r"(?:,| is| was|, is) (?:an?|the|our|their)"
_NAMED_BEFORE = (
    r"(?:model|method|algorithm|framework|architecture|approach|technique|optimi[sz]er|loss|librar(?:y|ie)|toolkit|"
    r"pipeline)s?"
)
"""Nouns that a name stands before; a system, a layer or a tool is as often told by what it is made of or for."""
_INTRODUCE = rf"(?:{MAKES}|builds?|built|(?:introduc|propos|present|develop|releas|build)ing)"
_NOUNS = {Kind.DATASET: re.compile(_DATASET), Kind.METHOD: re.compile(_METHOD)}
_BESIDE_NOUNS = tuple(
    (re.compile(pattern.replace("NAME", _NAME)), kind)
    for pattern, kind in (
        (rf"\b{_DATASET},? (?:called|named|dubbed|termed|known as) [\"“'`*_]*NAME", Kind.DATASET),
        (rf"\b{_METHOD},? (?:called|named|dubbed|termed|known as) [\"“'`*_]*NAME", Kind.METHOD),
        (rf"(?<!by )\bNAME{_IS} (?:[\w-]+ ){{0,4}}{_DATASET}\b", Kind.DATASET),
        (rf"(?<!by )\bNAME{_IS} (?:[\w-]+ ){{0,4}}{_METHOD}\b", Kind.METHOD),
        (rf"\b{_DATASET},? \((?:called |the )?NAME\)", Kind.DATASET),
        (rf"\b{_METHOD},? \((?:called |the )?NAME\)", Kind.METHOD),
        (rf"\b[Tt]he NAME {_NAMED_BEFORE}\b", Kind.METHOD),
    )
)
"""Patterns that have a noun for things of the kind."""
_BEHIND_VERBS = tuple(
    (re.compile(pattern.replace("NAME", _NAME)), kind)
    for pattern, kind in (
        (rf"\b{_INTRODUCE} (?:(?:the|a|an) )?[\"“'`*_]*NAME", Kind.METHOD),
        (
            r"\b(?:called?|named?|dub(?:bed)?|termed?) (?:it |this |their method |the method )?[\"“'`*_]+NAME",
            Kind.METHOD,
        ),
    )
)
_KIND_SAID = frozenset(pattern for pattern, _ in _BESIDE_NOUNS[:6])
"""Patterns that say of what kind the name is."""
_VERBS = frozenset(pattern for pattern, _ in _BEHIND_VERBS)
_OF_SORTS = re.compile(rf" (?!(?:{_METHOD}|{_DATASET}|across|towards|plus|thus|always)\b)[a-z-]{{2,30}}[^su\W]s\b")
"""Behind what only tells the sort of several things: `we describe Zn-Ni alloys`."""
_APPOSITIONS = frozenset(pattern for pattern, _ in _BESIDE_NOUNS[:4])
"""Patterns that have the noun in apposition to the name."""
_VERB = re.compile(r"[a-z]+ (?=[A-Z])")
_MADE_BY = re.compile(rf"\b{MAKES}\s+by\s+$")
"""Before the name of who made something: `the idea proposed by Bau is`."""
_MARKS = 8
"""Characters before a name that are looked at, more than there are marks."""
_SAID, _LIKELY = 0.8, 0.7


def find(doc: Doc) -> Iterator[Found]:
    """Find the names that a sentence introduces."""
    text = text_of(doc)
    said = {kind for kind, noun in _NOUNS.items() if noun.search(text)}
    beside = (row for row in _BESIDE_NOUNS if row[1] in said)
    for pattern, kind in (*beside, *_BEHIND_VERBS):
        for match in pattern.finditer(text):
            start, end = _trimmed(text, *match.span("name"))
            if match.re in _VERBS and (start > match.start("name") or _OF_SORTS.match(text, end)):
                continue
            words = shapes.words(text[start:end])
            if (
                words
                and not _MADE_BY.search(text, max(0, start - 40), start)
                and end - start > 1
                and not shapes.is_quality(words[0])
                and (shapes.is_name_shaped(words[0]) or _is_set_beside(text, start, match.re))
            ):
                yield Found(kind, start, end, NAME, _SAID if match.re in _KIND_SAID else _LIKELY)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out the marks behind a name and the verb before it: `introduce Tidewater`."""
    while end > start and text[end - 1] in ".,;:-/+":
        end -= 1
    verb = _VERB.match(text, start, end)
    return (verb.end(), end) if verb else (start, end)


def _is_set_beside(text: str, start: int, form: re.Pattern[str]) -> bool:
    """Return whether a word with a capital is a name because the noun stands beside it: `we built Tidewater, a tool`.

    At the beginning of a sentence, where each word has a capital, it may be any word.
    """
    before = text[max(0, start - _MARKS) : start].rstrip("\"“'`*_ ")
    begins = not before or before[-1] in ".!?:\n•"
    return form in _APPOSITIONS and not begins and text[start].isupper()


RULE = Rule(NAME, find)


QUOTED = "quoted-title"

_QUOTED = re.compile(r"[“\"«„]([^“”\"«»„\n]{6,250})[”\"»“]")
_WORK = r"(?:papers?|preprints?|articles?|works?|stud(?:y|ies)|publications?|manuscripts?|thesis|arXiv paper)"
_BEFORE = re.compile(
    rf"(?:\b(?!works?\b|stud){_WORK}\b[^.!?“”\"]{{0,60}}?|"
    r"\b(?:works?|study|studies)\b"
    r"(?: (?:of|on|about|by|into|called|titled|entitled)\b[^.!?“”\"]{0,60}?|[^.!?“”\"]{0,15}?)|"
    r"\b(?:read|reading|cites?|citing|co-?authored|published|wrote)\s+(?:the\s+|an?\s+)?)$",
    re.IGNORECASE,
)
_CITED = re.compile(
    r"(?<![\w.])[^\W\d_a-z][\w'’-]+(?:(?:,? (?:and|&) [^\W\d_a-z][\w'’-]+| et al\.?)?,? \((?:1[5-9]|20)\d\d[a-z]?\)|"
    r"(?:,? (?:and|&) [^\W\d_a-z][\w'’-]+| et al\.?),? (?:1[5-9]|20)\d\d[a-z]?)[,:]?\s{1,2}$"
)
"""Authors and the year right before a title: `Lind et al. 2019, "..."`, `Berg (2008) "..."`."""
_BEHIND_IN = re.compile(r"(?:^|[.!?;(]\s+|,\s+)(?:In|From|See|Per|As shown in|According to)\s+(?:their |his |her )?$")
_AFTER = re.compile(
    rf"^\s*,?\s*(?:{_WORK}\b|by\s+[A-Z]|\((?:19|20)\d\d\)|"
    r"\((?!(?:loc|pos|page|seite|standort)\w*\b)[^()]{2,60}(?:19|20)\d\d\))",
    re.IGNORECASE,
)
"""What calls quoted words a work; the year of a citation and not the place of a highlight in a book."""
_OTHER = re.compile(
    r"\b(?:blog|posts?|talks?|keynote|workshop|panel|session|tutorial|book|chapter|podcast|video|course|lecture|newsletter|"
    r"essay|episode|film|movie|song|section|slide|tweet|thread|tool|library|package|folder|file|column|button|motto|slogan|"
    r"term|phrase|word|idea|concept|called|so-called)\b[^.!?“”\"]{0,40}$",
    re.IGNORECASE,
)
_OTHER_AFTER = re.compile(
    r"^\s*,?\s*(?:blog|posts?|talks?|keynotes?|workshops?|panel|sessions?|tutorial|book|podcast|video|course)\b",
    re.IGNORECASE,
)


def find_titles(doc: Doc) -> Iterator[Found]:
    """Find quoted titles that the words around them call a paper."""
    text = text_of(doc)
    for match in _QUOTED.finditer(text):
        start, end = match.span(1)
        title = match.group(1).rstrip(",.; ")
        end = start + len(title)
        if not shapes.is_title_like(title) or not 2 <= len(shapes.words(title)) <= 30 or shapes.is_running_text(title):
            continue
        before, after = text[max(0, match.start() - 120) : match.start()], text[match.end() : match.end() + 80]
        named = _BEFORE.search(before) or _BEHIND_IN.search(before) or _CITED.search(before)
        work = named is not None or _AFTER.match(after) is not None
        other = (_OTHER.search(before) and not _BEFORE.search(before)) or _OTHER_AFTER.match(after)
        if work and not other and (shapes.is_title_case(title) or ":" in title or len(shapes.words(title)) >= 5):
            yield Found(Kind.PAPER, start, end, QUOTED, 0.8, title)


QUOTED_TITLES = Rule(QUOTED, find_titles)


PERSON = "person-name"

_FULL_NAME = (
    r"(?P<name>[^\W\d_a-z](?:[^\W\d_]{0,3}\.|[^\W\d_]*)"
    r"(?:[ \n-](?:(?:de|van|von|der|den|la|le|di|da|dos|bin|al|el)[ -]){0,2}"
    r"[^\W\d_a-z](?:[\w'’-]{0,1}\.|[\w'’-]*)){1,4})"
)
_BEFORE_PERSONS = (
    re.compile(
        rf"^\s*(?:[Bb]y|[Aa]uthor:|[Ww]ritten by|[Pp]osted by|[Nn]otes by)\s+{_FULL_NAME}(?=\s*(?:$|,|\(|\bon\b|\n))"
    ),
    re.compile(rf"\b(?:Prof\.?|Professor|Dr\.?|Mr\.?|Ms\.?|Mrs\.?|Sir|Dame)\s+(?:Dr\.?\s+)?{_FULL_NAME}"),
    re.compile(rf"(?:^|[\n:;(]\s?){_FULL_NAME}(?=,\s{DEGREE}[\s,.;)]|,\s{DEGREE}$)"),
    re.compile(
        rf"\b(?:co-?author|colleague|advis[eo]r|speaker|presenter|student|professor|moderator|panelist|winner|chair)s?,?\s+{_FULL_NAME}"
    ),
)


def find_persons(doc: Doc) -> Iterator[Found]:
    """Find the full names that a word before them says to be of a person."""
    text = text_of(doc)
    for pattern in _BEFORE_PERSONS:
        for match in pattern.finditer(text):
            line = match["name"].partition("\n")[0]
            name = (line if " " in line else match["name"]).rstrip(".")
            if names.looks_like_person(name.replace("\n", " ")) and not names.is_group(name):
                yield Found(Kind.PERSON, match.start("name"), match.start("name") + len(name), PERSON, 0.92)


PERSON_NAMES = Rule(PERSON, find_persons)
