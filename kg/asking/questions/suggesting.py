"""Which ready-made question a person asks in words of their own."""

from __future__ import annotations

import difflib
import math
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from kg import lexicons
from kg.asking.questions.reading import KINDS, ParameterKind, Question
from kg.errors import UsageError
from kg.text import form_key

_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_BELONGS = re.compile(r"\b(?:who|people)\b[^?]{0,40}\bat\b", re.IGNORECASE)
_LEAST_RATING = re.compile(
    r"(?:\b(?:at least|over|above|with|minimum|min)\s|[≥>]=?\s?)?\b(?P<number>\d{1,2}(?:\.\d)?|three|four|five)"
    r"(?:\s?/\s?(?P<scale>5|10)\b|\s?\+|\s?(?:(?P<stars>stars?)|points?)\b(?:\sor\s\w+)?"
    r"|\sout of (?P<most>5|10|five|ten)\b"
    r"|\sor\s(?:more|better|higher|above))",
    re.IGNORECASE,
)
"""How people say that they want papers with at least some rating."""
_SCALES = {"three": "3", "four": "4", "five": "5", "ten": "10", "star": "5", "stars": "5"}
_RATED, _MIN, _READING = "papers-by-rating", "min-rating", "reading"
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_HAVE_READ = re.compile(
    r"\b(?:(?:did|have) (?:I|we)|(?:that |which )?(?<!should )(?<!shall )(?<!can )(?<!could )(?:I|we)(?:['’]ve| have)?)"
    r" (?:already )?(?:read|finish(?:ed)?)\b"
    rf"(?: (?:in|during) (?:(?P<month>(?:{'|'.join(_MONTHS)})[a-z]{{0,6}}) )?(?P<year>(?:19|20)\d\d)\b"
    r"|(?! (?:about|next|in|on|of)\b))",
    re.IGNORECASE,
)
"""How people ask for what they have read."""
_UNREAD = re.compile(r"(?:\b(?:not|never)|n['’]t)(?: (?:yet|ever))? read\b(?: yet)?", re.IGNORECASE)
_DENIED = [re.compile(words, re.IGNORECASE) for words in (r"\b(?:not|never)\b|n['’]t\b", r"\b(?:no|without)\b")]
"""How people ask for what is not so, or has none: only questions that do, too, answer that."""
_EVERYWHERE = re.compile(r" (?:in|from|across) (?:my|our|all)(?: own)? (?:notes|vault)\b", re.IGNORECASE)
_ABOUT = frozenset(("about", "on", "for", "regarding"))
_NAME, _TITLE, _REST = 2.0, 1.0, 0.5
"""How much a word counts in the name of a question, in its sentence, and in what is said of its answer."""
TWO = 2
"""Names of which one may be that of a venue or an author, and the other that of a topic."""
LEAST = 0.35
"""A question is suggested if it has at least this share of the weight of the words that questions know."""


class Suggestion(NamedTuple):
    """A question, and what it is asked about."""

    question: Question
    given: dict[str, str]
    """Parameter -> the words that no question has: the name of a thing."""

    def __str__(self) -> str:
        """Write the command line that asks it."""
        given = (f"--{name} {shlex.quote(value)}" for name, value in self.given.items())
        return " ".join(("kg ask", self.question.name, *given))


def find_question(known: dict[str, Question], name: str) -> Question:
    """Return a question by its name.

    Raises:
        UsageError: there is none; the message suggests which may be meant.
    """
    if name in known:
        return known[name]
    meant = list(map(str, suggest(known, name))) if " " in name else []
    near = meant or list(map(repr, difflib.get_close_matches(name, known, n=3, cutoff=0.5)))
    hint = f"Did you mean {' or '.join(near)}? " if near else ""
    raise UsageError(f"there is no question {name!r}. {hint}kg ask lists them, and kg find searches for words")


def suggest(known: Mapping[str, Question], text: str, *, most: int = 3) -> list[Suggestion]:
    """Return the questions whose words are nearest to those of a sentence, best first.

    Words that no question has are the name of what it is asked about.

    >>> from kg.asking.questions.reading import questions
    >>> suggest(questions(), "which papers on RLHF did I like?")[0][1]
    {'topic': 'RLHF'}
    >>> str(suggest(questions(), "what on RLHF did I give at least 4 stars?")[0])
    'kg ask papers-by-rating --topic RLHF --min-rating 4/5'
    """
    text = _UNREAD.sub("unread", _EVERYWHERE.sub("", text))
    for denied in _DENIED:
        if denied.search(text):
            known = {name: one for name, one in known.items() if denied.search(one.title)}
    rated = _LEAST_RATING.search(text) if _RATED in known else None
    if rated is not None:
        meant = suggest(known, f"{text[: rated.start()]} {_RATED.replace('-', ' ')} {text[rated.end() :]}", most=most)
        scale = rated["scale"] or _SCALES.get((rated["most"] or rated["stars"] or "").lower(), rated["most"])
        number = _SCALES.get(rated["number"].lower(), rated["number"])
        least = f"{number}/{scale}" if scale else number
        return [one._replace(given={**one.given, _MIN: least}) for one in meant if one.question.is_of_papers]
    past = _HAVE_READ.search(text) if {_READING, "since"} <= known.keys() else None
    if past is not None:
        others = suggest(known, f"{text[: past.start()]} {text[past.end() :]}", most=most)
        return [*_read(known, text, past), *(one for one in others if one.question.name == _RATED)]
    joining = _joining()
    found = list(_WORD.finditer(text))
    keys = ["" if word[0].casefold() in joining else _meant(word[0]) for word in found]
    taken = _within_name(text, found, keys, known)
    return _nearest(known, text, found, [f" {key}" if i in taken else key for i, key in enumerate(keys)], most)


def _read(known: Mapping[str, Question], text: str, past: re.Match[str]) -> Iterator[Suggestion]:
    """Yield what a sentence means that asks what somebody has read, some time or ever."""
    if past["year"]:
        month = f"-{_MONTHS.index(past['month'][:3].lower()) + 1:02}" if past["month"] else ""
        yield Suggestion(known["since"], dict.fromkeys(("since", "until"), past["year"] + month))
        return
    meant = suggest(known, f"{text[: past.start()]} {_READING} {text[past.end() :]}")
    yield from (one._replace(given={**one.given, "state": "read"}) for one in meant if one.question.name == _READING)


def _within_name(
    text: str, words: Sequence[re.Match[str]], keys: Sequence[str], known: Mapping[str, Question]
) -> set[int]:
    """Return which words are of a name though questions have them: `link` in `papers about link prediction`.

    They stand behind a preposition and right before a word that no question has.
    """
    asked = {key for question in known.values() for key in _weights(question)}
    taken, run = set[int](), list[int]()
    for place, (word, key) in enumerate(zip(words, keys, strict=True)):
        before = words[place - 1][0].casefold() if place else ""
        apart = place and text[words[place - 1].end() : word.start()].strip()
        if not key or apart:
            run = []
        elif key not in asked:
            taken.update(run)
        elif run or before in _ABOUT:
            run.append(place)
    return taken


def _nearest(
    known: Mapping[str, Question], text: str, found: Sequence[re.Match[str]], words: Sequence[str], most: int
) -> list[Suggestion]:
    """Return the questions that have most of some words, "" for one that joins others."""
    texts = {name: _weights(question) for name, question in known.items()}
    having = Counter(key for weights in texts.values() for key in weights)
    keys = [*words, *[_meant("belongs")] * bool(_BELONGS.search(text))]
    rare = {key: math.log((1 + len(known)) / having[key]) for key in keys if having[key]}
    name = _name(text, found, [bool(key) and key not in rare for key in keys[: len(found)]])
    scored = []
    for question in known.values():
        weights = texts[question.name]
        score = sum(rare[key] * min(weights[key], 1.0) for key in rare if key in weights)
        near = sum(rare[key] * weights[key] for key in rare if key in weights)
        total = sum(rare.values())
        given = _given(question, name)
        if total and score >= LEAST * total and (given or not name):
            scored.append((-round(near, 6), question.name.count("-"), question.name, given))
    best = [Suggestion(known[name], given) for *_, name, given in sorted(scored, key=lambda one: one[:3])]
    new = [bool(key) and key not in rare for key in keys[: len(found)]]
    narrowed = best[0].question if best and best[0].question.is_of_papers else known.get("papers")
    others = _others(name if best else "", _two(text, found, new)) if narrowed is not None else ()
    return [*best[:most], *(Suggestion(narrowed, given) for given in others if narrowed is not None)]


def _name(text: str, words: Sequence[re.Match[str]], new: Sequence[bool]) -> str:
    """Return the part of a text with the words that are new, up to a further one with a capital: `Kaiming He`."""
    if True not in new:
        return ""
    first, last = new.index(True), len(new) - 1 - list(reversed(new)).index(True)
    while last + 1 < len(words) and words[last + 1][0][0].isupper():
        last += 1
    return text[words[first].start() : words[last].end()]


_PAIRS = (("venue", "topic"), ("topic", "venue"), ("author", "topic"), ("topic", "author"), ("author", "venue"))
"""Parameters of papers to which two names may belong."""


def _others(name: str, two: Iterable[dict[str, str]]) -> Iterator[dict[str, str]]:
    """Yield what else a sentence on papers may be about: two names, or one of a person, of a venue, or in titles."""
    yield from two
    if name:
        yield from ({"author": name}, {"venue": name}, {"word": name})


def _two(text: str, words: Sequence[re.Match[str]], new: Sequence[bool]) -> Iterator[dict[str, str]]:
    """Yield what two names in a text may be: `ICLR papers on pruning` has those of a venue and of a topic."""
    runs = [list(run) for is_new, run in groupby(range(len(words)), key=lambda place: new[place]) if is_new]
    if len(runs) == TWO:
        first, second = (text[words[run[0]].start() : words[run[-1]].end()] for run in runs)
        yield from ({one: first, other: second} for one, other in _PAIRS)


def content(text: str) -> str:
    """Return the words of a sentence that may be names or say what is asked for, without those that join them.

    >>> content("what do I know about the tides?")
    'tides'
    """
    joining = _joining()
    return " ".join(found[0] for found in _WORD.finditer(text) if found[0].casefold() not in joining)


def _joining() -> frozenset[str]:
    lists = ("function word", "small title word", "word of a question")
    return frozenset().union(*map(lexicons.words, lists))


def _meant(word: str) -> str:
    key = form_key(word.casefold())
    known = _meanings()
    return form_key(known.get(key, known.get(word.casefold(), key)))


@cache
def _meanings() -> Mapping[str, str]:
    """Map words that people use to the words of the questions."""
    return {row["word"]: row["meaning"] for row in lexicons.rows("question_words")}


def _weights(question: Question) -> dict[str, float]:
    """Return how much each word counts for a question."""
    found: dict[str, float] = {}
    rest = " ".join((question.details, *(parameter.name for parameter in question.parameters)))
    for text, weight in ((rest, _REST), (question.title, _TITLE), (question.name.replace("-", " "), _NAME)):
        found |= {_meant(word): weight for word in _WORD.findall(text)}
    return found


def _given(question: Question, name: str) -> dict[str, str]:
    """Give a name to the parameter that takes names of things, the one without a name first."""
    if not name:
        return {}
    fitting = [p for p in question.parameters if p.kind in KINDS or p.kind is ParameterKind.TEXT]
    first = next((p for p in fitting if p.is_first), None) or next((p for p in fitting if p.name == "topic"), None)
    chosen = first or (fitting[0] if fitting else None)
    return {chosen.name: name} if chosen else {}
