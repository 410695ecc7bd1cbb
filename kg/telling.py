"""Which names are informative: readers understand a map or a list of topics by the names in it.

Some things found in notes are headings that any note could have, sentences, or table columns joined to one word. They
stay on the map, but no theme or band is named after them, and they represent no theme; lists of topics show them last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from kg import lexicons
from kg.text import form_key

WORDS = 7
"""A name with more words than this is a sentence."""
_NUMBERED = re.compile(r"\d\s*:")
_SENTENCE = re.compile(r"[.!?]$")
_VERB = re.compile(r"\b(?:is|are|was|were|will|can|should)\b")
"""Words that make a name of more than three words a sentence."""
_SCRAP = re.compile(
    r"\bwithout\b|\bversion\b|\bguide\b|\b(?:based|inspired|driven|reviewed|day|week|session|notes?|list)$|[{}<>»]"
    r"|^(?:19|20)\d\d\b",
    re.IGNORECASE,
)
"""What no name of a subject has: a part of a sentence, an event or a document, a placeholder, a year in front."""
_BRACKETS = re.compile(r"\(([^()]*+)")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+")
_SHORT = 3
_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
_BREAK = re.compile(r"[:;,.?!()\[\]“”„«»\"|/–—_]+")
_KEY = re.compile(r"\S*\d{4}\S*")
_ADJECTIVE = re.compile(r"(?:al|ic|ive|ous|ary|ar|ed|ent|ant|ible|able|ly|less|ful)$")
"""How an English word ends that is hardly a name by itself."""
_SHORTEST = 4
_INNER = {"of", "and", "for", "in", "de", "des", "du", "von", "di", "y", "et", "und"}
"""Small words that a name can have inside."""


def tells(name: str) -> bool:
    """Return whether the name of a topic, method, task or data set is informative.

    >>> [tells(name) for name in ("Diffusion models", "Examples", "Takeaway 3: Good Agents", "IDTitleLink", "CovMatch")]
    [True, False, False, False, True]
    >>> [tells(name) for name in ("Physics inspired", "{{title}}", "2024, without a guest", "Cell migration")]
    [False, False, False, True]
    >>> [tells(name) for name in ("LLM Day", "Permanent note", "Grades (Mathematics)", "Encoders (SAEs)", "Korean")]
    [False, False, False, True, False]
    >>> [tells(name) for name in ("Scaling will help", "Pipelines are evolving fast", "What is RLHF")]
    [True, False, True]
    """
    said = " ".join(name.split())
    number = len(said.split())
    sentence = number > WORDS or (number > 1 and _SENTENCE.search(said)) or (number > _SHORT and _VERB.search(said))
    scrap = _NUMBERED.search(said) or _SCRAP.search(said) or _has_remark(said)
    other = lexicons.is_general(said) or said.casefold() in lexicons.words("language name") or _is_header(said)
    return not (sentence or scrap or other)


def _has_remark(name: str) -> bool:
    """Return whether a name has something in brackets that is no acronym."""
    return any(sum(map(str.isupper, within)) < 2 or not within.isalnum() for within in _BRACKETS.findall(name))


def words_of(text: str) -> list[str]:
    """Return the words of a text; a word may have hyphens and apostrophes inside.

    >>> words_of("Sensors for gas-phase NO2")
    ['Sensors', 'for', 'gas-phase', 'NO2']
    """
    return _WORD.findall(text)


def plain_words(text: str) -> list[str]:
    """Return the words of a text; hyphens divide them, too.

    >>> plain_words("gas-phase NO2")
    ['gas', 'phase', 'NO2']
    """
    return words_of(text.replace("-", " "))


def pieces_of(text: str) -> list[str]:
    """Divide a text at the punctuation that no name has inside.

    >>> pieces_of("Sensors: a review (part 2)")
    ['Sensors', ' a review ', 'part 2', '']
    """
    return _BREAK.split(text)


def is_one_key(title: str) -> bool:
    """Return whether a title is a citation key, as the note gives no other.

    >>> is_one_key("AnnaRoe2021ICLR"), is_one_key("GPT-4 in 2023")
    (True, False)
    """
    return _KEY.fullmatch(title) is not None


@lru_cache(maxsize=65536)
def word_key(word: str) -> str:
    """Reduce a word of a name to what capitals and the plural do not change.

    >>> word_key("Sensors") == word_key("sensor"), word_key("GANs") == word_key("gan")
    (True, True)
    >>> word_key("electronics") == word_key("electronic")
    False
    """
    small = word.lower()
    return small if small.endswith("ics") else form_key(small)


def word_keys(name: str) -> tuple[str, ...]:
    """Return the keys of the words of a name; names with the same are one, whatever stands between the words.

    >>> word_keys("Gas-Sensors") == word_keys("gas sensor")
    True
    """
    return tuple(map(word_key, plain_words(name)))


def can_name(words: Sequence[str]) -> bool:
    """Return whether words from a title can be a name: they say more than that something was studied.

    >>> [can_name(words_of(text)) for text in ("gas sensors", "novel approach", "of sensors", "Optical", "entropy")]
    [True, False, False, False, True]
    """
    small = [word.lower() for word in words]
    if not any(map(can_be_in_name, small)) or small[0] in _joining() or small[-1] in _joining():
        return False
    if len(words) > 1:
        return all(word not in _joining() or word in _INNER for word in small)
    long = len(small[0]) >= _SHORTEST or (words[0].isupper() and len(words[0]) > 1) or not words[0].isascii()
    return long and words[0].isalpha() and not is_adjective(small[0])


def is_adjective(word: str) -> bool:
    """Return whether an English word ends like one that is hardly a name by itself.

    >>> is_adjective("optical"), is_adjective("optics")
    (True, False)
    """
    return _ADJECTIVE.search(word.lower()) is not None


def can_be_in_name(word: str) -> bool:
    """Return whether a word may belong to a name, and not only stand between names.

    >>> can_be_in_name("gas"), can_be_in_name("with"), can_be_in_name("approach")
    (True, False, False)
    """
    small = word.lower()
    return not (small in _general() or small in _joining() or small.isdigit())


def _is_header(name: str) -> bool:
    """Return whether a word consists of table columns."""
    parts = _PART.findall(name) if name.isalpha() else []
    known = [part for part in parts if part.casefold() in _labels()]
    return len(known) > 1 and all(len(part) <= _SHORT for part in parts if part not in known)


@cache
def _labels() -> frozenset[str]:
    return frozenset(row["label"].casefold() for row in lexicons.rows("labels"))


@cache
def _general() -> frozenset[str]:
    return lexicons.words("general title word") | lexicons.words("vague word")


@cache
def _joining() -> frozenset[str]:
    return (
        lexicons.words("small title word")
        | lexicons.words("small word abroad")
        | lexicons.words("function word")
        | lexicons.words("determiner")
    )


def is_broad(name: str) -> bool:
    """Return whether a name is that of a field of science that is so broad that it says little.

    >>> [is_broad(name) for name in ("Computer Science", "AI", "Graph learning")]
    [True, True, False]
    """
    return _key(name) in broadest()


@cache
def broadest() -> frozenset[str]:
    """Return the keys of the fields of science that say little, in all their forms."""
    names = {_key(name) for name in lexicons.words("broad field")}
    forms = ({_key(row["name"]), *map(_key, lexicons.forms(row))} for row in lexicons.rows("topics"))
    return frozenset(names.union(*(each for each in forms if each & names)))


def _key(name: str) -> str:
    return "".join(word_keys(name))
