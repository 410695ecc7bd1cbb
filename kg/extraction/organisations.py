"""The names of organisations by their form, and the words for what somebody is there.

A name with a noun for organisations is read whole: `Agder University Hospital`, `Institute for Sea and Ice`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg import lexicons
from kg.extraction import gazetteer

POSITION = rf"(?:{'|'.join(map(re.escape, sorted(lexicons.words('position'), key=len, reverse=True)))}|postdoc\w+)"
"""A noun for what somebody is at an organisation."""
DEGREE = r"(?:Ph\.?\s?D\.?|M\.?D\.?|M\.?Sc\.?|D\.?Phil\.?|Dr\.?P\.?H\.?|M\.?P\.?H\.?|MBBS|MBA)"
WORD = re.compile(
    r"\b(?:universi[dt]\w+|institut\w*|school|college|labs?|laborator\w+|association|society|agency|foundation|"
    r"cent(?:er|re)|council|consortium|department|ministry|bank|federation|union|academy|librar(?:y|ies)|museum|inc)\b",
    re.IGNORECASE,
)
"""A noun in the name of an organisation."""
_CAPITAL = r"(?:[^\W\d_a-z]\.|[^\W\d_a-z][\w’'–-]{0,30})"
_SMALL = r"(?:of|for|and|&|the|de|di|del|della|do|da|du|des|für|der|zu|at|in)"
_BETWEEN = re.compile(rf"{_SMALL}|on|y|e|et|und|d['’]\w+")
_NOUN = (
    r"(?:Universi(?:ty|tät|tat|dad|dade|tà|té|tet|teit|tatea)|Institut(?:es?|o|et)?|College|School|Academy|Laborator(?:y|ies)|"
    r"Hospital|Clinic|Foundation|Society|Association|Agency|Council|Consortium|Ministry|Company|Corporation|Pharmaceuticals|"
    r"Observatory|Polytechnic|Inc|LLC|Ltd|GmbH)"
)
_HEAD = re.compile(_NOUN)
_RUN = re.compile(
    rf"(?<![\w@/.-]){_CAPITAL}"
    rf"(?:(?!\s(?:and|&|of|at|in)\s(?:the\s)?{_NOUN}\b)(?:[ \n]{_SMALL}){{0,2}}[ \n]{_CAPITAL}){{1,9}}"
)
_OF = re.compile(r"Univ|Instit|College|School|Academy|Ministry|Foundation|Society|Association|Council")
"""Nouns that may begin a name, with what it is of or for behind it."""
_ABROAD = re.compile(r"Universi(?!ty)|Institut(?!e)")
"""A noun behind which the name of a town follows: `Universität Bergen`."""
_OF_PLACE = ("de", "del", "di", "do", "da", "du", "des", "der")
_TWO = 2
_AND = ("and", "&")
_JOINED, _ENDED = re.compile(r" & "), re.compile(rf"\b(?:{_NOUN}|Labs?|LABS?)\b")
_SMALL_FIELD = re.compile(r" (?:of|for) [a-z]")
"""Behind a noun that is not where the name ends: `Agder Institute of marine sciences`."""
_DIVIDES = re.compile(r"^(?!&)[^\W\dA-Z]|['’]s$")
"""How a word is written that ends what stands before the name: `Roe of Agder University`, `Roe's Institute`."""
_GENERIC = frozenset("High Summer Winter Graduate Medical Business Old New My Our Your This Every Any".split())
_SURE = re.compile(r"Univ|Instit|Hospital|Polytechnic|Pharma|LLC|Ltd|GmbH|Inc$")
"""Nouns with which two words with capitals are an organisation; others also end the names of other things."""
_LETTER, _IN = re.compile(r"[A-Z]\."), re.compile(r"\b(?:in|with|using|and)\s$")
_STARTS = lexicons.words("function word") | lexicons.words("small word abroad")
_OTHER = re.compile(
    r"\b(?:Conference|Symposium|Workshop|Congress|Meeting|Journal|Transactions|Proceedings|Annals|Bulletin|Review|Letters|"
    r"Notices|Tests?|Tasks?|Index|Score|Scale|Rules?|Philosophical|Award|Prize|Medal|Fellow|Lecture|Report|Dataset|Database|Corpus)\b"
)
"""Words of the names of other things, before or behind that of an organisation."""


def is_told(text: str) -> bool:
    """Return whether a noun in a name tells that it is of an organisation: another word has a capital.

    >>> [is_told(text) for text in ("Agder University", "University", "University-affiliated")]
    [True, False, False]
    >>> is_told("University technology transfer"), is_told("Agder Society Board Member")
    (False, False)
    """
    words = text.split()
    own = [word for word in words if word[0].isupper() and not WORD.match(word)]
    plain = [word for word in words if word[0].islower() and not _BETWEEN.fullmatch(word)]
    other = _OTHER.search(text) and not WORD.fullmatch(words[-1])
    if not own or plain or other or not WORD.search(text) or words[0].startswith("Universities"):
        return False
    return words[-1].casefold() not in lexicons.words("position")


def find(text: str) -> Iterator[tuple[int, int, bool]]:
    """Yield where the names with a noun for organisations begin and end, but for what the word lists know longer.

    With each whether that tells enough: `Edit Association` may be a thing to do.

    >>> text = "Jane Roe of the Agder School of Law and Trade met us."
    >>> [(text[start:end], sure) for start, end, sure in find(text)]
    [('Agder School of Law and Trade', True)]
    """
    if not _HEAD.search(text):
        return
    known = {hit.start: hit.end for hit in gazetteer.find(text)}
    for run in _RUN.finditer(text):
        for start, end in _parts(text, *run.span()):
            found = _within(text, start, end)
            if found is not None and known.get(found[0], 0) <= found[1]:
                yield found


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of a run that ampersands join, if both sides have a noun: `Agder University & Fern Institute`."""
    for joint in _JOINED.finditer(text, start, end):
        if _ENDED.search(text, start, joint.start()) and _ENDED.search(text, joint.end(), end):
            yield start, joint.start()
            start = joint.end()
    yield start, end


def _within(text: str, start: int, end: int) -> tuple[int, int, bool] | None:
    """Return the part of a run of words with capitals that is the name of an organisation."""
    words = list(re.finditer(r"\S+", text[start:end]))
    heads = _heads(words)
    opening = words[: heads[0]] if heads else []
    words = words[max((at + 1 for at, word in enumerate(opening) if _DIVIDES.search(word.group())), default=0) :]
    while words and (words[0].group().casefold() in _STARTS or _is_program(text, start, words[0])):
        words.pop(0)
    heads = _heads(words)
    if len(words) < 2 or not heads or _OTHER.search(text, start, end):
        return None
    first, last = heads[0], heads[-1]
    behind = words[last + 1].group() if last + 1 < len(words) else ""
    whole = behind in ("of", "for", "at") and _OF.match(words[last].group()) is not None
    abroad = 0 if whole else _abroad(words, last)
    if abroad:
        words = words[:abroad]
    elif not whole:
        town = _ABROAD.match(words[last].group()) is not None or _is_town(words[last:])
        words = words[: last + 1 + town]
    elif len(heads) > 1:
        words = words[: next((at for at in range(last, len(words)) if words[at].group() in _AND), len(words))]
    alone = first == 0 and len(heads) == 1 and not (whole or abroad)
    if len(words) < 2 or alone or words[0].group() in _GENERIC:
        return None
    long = len(words) > _TWO and not words[-1].group().startswith("Lab")
    sure = whole or abroad > 0 or long or len(heads) > 1 or _SURE.match(words[-1].group()) is not None
    if not whole and (_SMALL_FIELD.match(text, start + words[-1].end()) or not (sure or behind in ("", *_AND))):
        return None
    begin, stop = start + words[0].start(), start + words[-1].end()
    while text[stop - 1] in ".,-'’":
        stop -= 1
    return begin, stop, sure


def _is_program(text: str, start: int, word: re.Match[str]) -> bool:
    """Return whether a letter with a point ends the sentence before a name: `modelled in R. Agder Institute`."""
    return _LETTER.fullmatch(word.group()) is not None and _IN.search(text, 0, start + word.start()) is not None


def _abroad(words: Sequence[re.Match[str]], last: int) -> int:
    """Return where the name of a university of another language ends, 0 for others: `Universidad Autónoma de Lago`."""
    if _ABROAD.match(words[last].group()) is None:
        return 0
    first = end = last + 1 + (last + 1 < len(words) and words[last + 1].group()[0].isupper())
    while end + 1 < len(words) and words[end].group() in _OF_PLACE:
        end += _TWO
    return end if end > first else 0


def _is_town(words: Sequence[re.Match[str]]) -> bool:
    """Return whether a university has one word behind it that is no person of it: `City University London`."""
    if len(words) != _TWO or not words[0].group().startswith("Univ"):
        return False
    behind = words[1].group()
    return behind.casefold().rstrip(".") not in lexicons.words("position")


def _heads(words: Sequence[re.Match[str]]) -> list[int]:
    return [at for at, word in enumerate(words) if _HEAD.fullmatch(word.group().rstrip(".,"))]
