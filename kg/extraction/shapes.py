"""What a run of text looks like by its form alone: a title, a short name, a sentence, a label.

These are questions about writing, asked by several rules; none of them knows a paper, a note or a venue by name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import NamedTuple

from kg import lexicons

QUOTED = re.compile(r"[\"“„«]([^\"“”„«»\n]{6,300})[\"”“»]")
"""Words in quotation marks that may be a title."""
_WORD = re.compile(r"[^\W_]+(?:['’.\-–/+][^\W_]+)*\+*")
_SMALL = lexicons.words("small title word")
_NO_NAME = lexicons.words("no method")
_CLASSES = frozenset(
    "LLM VLM MLLM SLM LM RL AI ML NLP CV DL NN DNN GPU CPU TPU RAM VRAM API OOD ID QA MM UI UX GUI CLI OS VR AR XR "
    "PDE ODE SDE SOTA PHD".split()
)
"""Acronyms of classes and of common things, which name no method."""
_QUALITY = re.compile(
    r"[A-Za-z]-(?:ed|(?-i:[a-z]{4,}ed)|native|style|like|free|level|only|aware|driven|specific|agnostic|containing|rich|based|task)$",
    re.IGNORECASE,
)
"""What makes an adjective of a name: `PyTorch-native`, `SFT-ed`, `copper-containing`."""
_EASTERN, _LATIN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"), re.compile(r"[A-Za-z]")
_VERB = re.compile(  # in small letters, which are found faster than those of any case
    r"\b(?:is|are|was|were|has|have|had|can|could|will|would|should|proposes?|introduces?|presents?|shows?|uses?|"
    r"investigates?|studies|finds?|provides?|describes?|extends?|we|i|they|it|you|he|she|this paper|the authors?)\b"
)
_ANNOUNCED = re.compile(
    r"\W*(?:talks?|keynotes?|invited talk|panel|"
    r"podcast|videos?|blog(?: post)?|post|books?|course|lecture|tool|library|software|repo|news|tutorial|"
    r"slides|thread|tweet|event|meeting|todo|to do|ask|email|call|buy|package|newsletter|webinar|interview)\b"
    r"\s*(?:[:–—]|-\s)"
    r"|(?:the |an? )?(?:(?:opening|closing|invited) )?(?:panel|keynote|talk|tutorial|webinar),? [“\"„«]",
    re.IGNORECASE,
)
_HANDED_OUT = "|".join(re.escape(word) for word in sorted(lexicons.words("handed out"), key=len, reverse=True))
_MATERIAL = re.compile(
    r"\W{0,4}(?:(?:(?:course|class|conference|workshop|meeting|seminar|final|full|preliminary|weekly|team|group) ){1,2}"
    rf"(?:{_HANDED_OUT})(?: ?#?\d{{1,3}}[a-z]?)?\W{{0,4}}\Z"
    rf"|(?:{_HANDED_OUT})(?: ?#?\d{{1,3}}[a-z]?)?(?:\W{{0,4}}\Z|\s{{0,3}}(?:[:：–—“”„«\"]|-\s)))",
    re.IGNORECASE,
)
_NO_WORK = re.compile(
    r"\b(?:awards?|reviewers?|organi[sz]ers?|chairs?|committee|phd|msc|bsc|intern(?:ship)?|professor|deadline|registration|"
    r"hotel|flight|meeting|(?:lecture|podcast|episode) #?\d+|homework|assignment)\b|"
    r"\b(?:home ?)?page$|^\w+['’]s (?:\w+ )?notes\b",
    re.IGNORECASE,
)
_MINE = re.compile(
    r"\b(?:I|we) (?:also |then |just |finally )?(?:went|met|saw|had|sat|took|ran|came|got|heard|read|left|was|were|"
    r"changed|visited|attended|stayed|joined|walked|talked|missed|skipped|started|finished|spent|liked|tried)\b"
)
"""What the writer of a note did; titles begin `I Know What You Trained Last Summer`."""
_BREAK = re.compile(
    r"(?:[\w-]{2,12} )?(?:break|recess|vacation)|lunch|dinner|coffee|reception|registration|"
    r"(?:opening|closing|welcome|introductory|final)(?: remarks?| session| address| discussion)?|welcome and \w+|"
    r"panel(?: discussion)?|poster session(?: \w+)?|discussion|q ?& ?a|no (?:meeting|class|talk|session)|holidays?|"
    r"tba|tbd|(?:not final\W{1,4})?work in progress|under construction|to be continued",
    re.IGNORECASE,
)
_KOREAN_SENTENCE = re.compile(r"[\uac00-\ud7af][다까요죠]\.?[.?!](?:\s|$)")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*\s*$")
_INNER_END = re.compile(r"[a-z)\]”’\"]{2}[.!?]\s+(?=[A-Z])")

_MANY_WORDS = 12
_MOSTLY_SMALL = 0.8
"""Share of the letters in words that begin with a small letter, from which on no venue and no name is expected."""


class Form(NamedTuple):
    """What the form of a text says of it."""

    title: bool
    capitals: bool
    sentence: bool


def form(text: str) -> Form:
    """Return at once what `is_title_like`, `is_title_case` and `is_sentence` say of a text.

    >>> form("Teaching a Fairly Patient Robot")
    Form(title=True, capitals=True, sentence=False)
    """
    parts = words(text)
    return Form(_is_title_like(text.strip(), parts), _is_title_case(parts), _is_sentence(text, parts))


def words(text: str) -> list[str]:
    """Return the words of a text; hyphens, apostrophes and dots inside a word do not split it.

    >>> words("GPT-4.5 isn't: a test!")
    ['GPT-4.5', "isn't", 'a', 'test']
    """
    return _WORD.findall(text)


def has_words(text: str, start: int, count: int) -> bool:
    """Return whether more words than so many stand behind a place.

    >>> has_words("a b c", 1, 1), has_words("a b c", 1, 2)
    (True, False)
    """
    return next(islice(_WORD.finditer(text, start), count, None), None) is not None


@lru_cache(maxsize=4096)
def is_name_shaped(word: str) -> bool:
    """Return whether one word is written as names of methods and datasets are: inner capitals, digits, all capitals.

    >>> [is_name_shaped(w) for w in ("LoRA", "K9R", "ANNA", "ReadMore-2", "Genie", "the", "3D", "2025")]
    [True, True, True, True, False, False, False, False]
    """
    letters = [c for c in word if c.isalpha()]
    if len(letters) < 2:
        return False
    if sum(c.isupper() for c in letters) >= 2:
        return True
    inner = any(a.islower() and b.isupper() for a, b in pairwise(word))
    return inner or (letters[0].isupper() and any(c.isdigit() for c in word))


def is_class(word: str) -> bool:
    """Return whether a word is the acronym of a class or of common things.

    >>> [is_class(word) for word in ("LLMs", "AI/RL", "BERT")]
    [True, True, False]
    """
    return all(part.rstrip("s").upper() in _CLASSES for part in word.replace("/", "-").split("-"))


def is_quality(word: str) -> bool:
    """Return whether a word is an adjective made of a name.

    >>> is_quality("PyTorch-native"), is_quality("PyTorch")
    (True, False)
    """
    return _QUALITY.search(word) is not None


def short_name(title: str) -> tuple[int, int] | None:
    """Find the short name before the first colon of a title; a slogan before a colon is no name.

    >>> t = "DeepSea: From Shallow Water to Open Ocean"
    >>> t[slice(*short_name(t))]
    'DeepSea'
    >>> short_name("Read This, Sing That: Models Lost at Sea") is None
    True
    """
    colon = _colon(title)
    if colon is None:
        return None
    start = 0
    question = max(title.rfind("? ", 0, colon), title.rfind("! ", 0, colon))
    if question >= 0:
        start = question + 2
    name = title[start:colon].rstrip()
    if not is_short_name(name):
        return None
    return start, start + len(name)


def _colon(title: str) -> int | None:
    found = re.search(r":(?=\s)|\s[–—-]\s", title)
    return found.start() if found and found.start() <= 60 else None


def is_short_name(text: str) -> bool:
    """Return whether a text could be the name by which people call a paper, a method or a dataset.

    >>> [is_short_name(t) for t in ("Snow Balls", "Genie", "Block Diffusion", "Position", "Learning to Rank, Again")]
    [True, True, True, False, False]
    """
    parts = words(text)
    if not 1 <= len(parts) <= 4 or len(text) > 48 or (not text[0].isalnum() and text[0] not in "$*("):
        return False
    if (
        re.search(r"[,;:?!\"“”]", text)
        or parts[0].casefold() in _SMALL
        or (_EASTERN.search(text) and _LATIN.search(text))
    ):
        return False
    if len(parts) == 1:
        word = parts[0]
        if word.casefold() in _NO_NAME or word.isdigit():
            return False
        return is_name_shaped(word) or (word[0].isupper() and len(word) >= 3)
    if any(is_name_shaped(word) for word in parts):
        return not _has_verb(text)
    capital = sum(word[0].isupper() or (at > 0 and word[0].isdigit()) for at, word in enumerate(parts))
    return len(parts) <= 3 and capital == sum(w.casefold() not in _SMALL for w in parts) and not _has_verb(text)


def is_title_like(text: str) -> bool:
    """Return whether a text could be the title of a paper, by its form.

    >>> is_title_like("Direct Preference Optimization: Your Language Model Is Secretly a Reward Model")
    True
    >>> [is_title_like(t) for t in ("the code", "here", "we trained it again and it failed. Then we stopped.")]
    [False, False, False]
    """
    return _is_title_like(text.strip(), words(text))


def _is_title_like(text: str, parts: Sequence[str]) -> bool:
    if not 2 <= len(parts) <= 45 or len(text) > 320:
        return len(parts) == 1 and len(text) >= 4 and is_name_shaped(parts[0])
    first = next((c for c in text if c.isalnum()), "")
    coined = any(c.isdigit() for c in parts[0]) or parts[0].startswith(("k-", "n-", "t-", "beta-"))
    if first.islower() and not is_name_shaped(parts[0]) and not coined:
        return False
    if len(_INNER_END.findall(text)) > 1:
        return False
    return not (text.endswith((";", ",", ":")) or "http" in text or "{{" in text)


def is_title_case(text: str) -> bool:
    """Return whether nearly all words that matter begin with a capital, as in English titles.

    >>> is_title_case("Teaching a Fairly Patient Robot"), is_title_case("world models")
    (True, False)
    """
    return _is_title_case(words(text))


def _is_title_case(parts: Sequence[str]) -> bool:
    parts = [w for w in parts if w.casefold() not in _SMALL]
    return bool(parts) and sum(not w[0].islower() for w in parts) >= 0.75 * len(parts)


def is_running_text(text: str) -> bool:
    """Return whether a text of more than a dozen words is nearly all in small letters, which names and venues are not.

    >>> is_running_text("the authors then show that every one of these gains is lost once the data change")
    True
    >>> is_running_text("John von Neumann and Oskar Morgenstern, Theory of games and economic behavior, 1944")
    False
    """
    parts = words(text)
    small = sum(len(word) for word in parts if word[0].islower())
    return len(parts) > _MANY_WORDS and small > _MOSTLY_SMALL * sum(map(len, parts))


def is_sentence(text: str) -> bool:
    """Return whether a text is running prose: it has a verb of reporting or ends as a sentence, and is not short.

    >>> is_sentence("We trained it again and it failed."), is_sentence("Alignment & fine-tuning")
    (True, False)
    """
    return _is_sentence(text, words(text))


def _is_sentence(text: str, parts: Sequence[str]) -> bool:
    if _KOREAN_SENTENCE.search(text):
        return True
    ends = _SENTENCE_END.search(text) is not None
    if len(parts) < 5:
        return ends and _has_verb(text)
    return ends or (_has_verb(text) and not _is_title_case(parts))


def _has_verb(text: str) -> bool:
    return _VERB.search(text.lower()) is not None


def announces(line: str) -> bool:
    """Return whether a line begins with the word for something that is no paper: a talk, a tool, a blog post.

    >>> [announces(text) for text in ("Blog post: The Bitter Lesson", "The panel, “Moss”, was long", "Talking Heads")]
    [True, True, False]
    """
    return bool(_ANNOUNCED.match(line))


def is_material(text: str) -> bool:
    """Return whether a text is, or begins with, the word for what is handed out in a course or at a meeting.

    >>> [is_material(text) for text in ("Lecture 3: Moss", "Quiz “Roofs”", "Conference Programme", "Übungsblatt 2")]
    [True, True, True, True]
    >>> [is_material(text) for text in ("Program Synthesis from Examples", "Exercise and health", "Notes on moss")]
    [False, False, False]
    """
    return bool(_MATERIAL.match(text))


def is_no_work(text: str) -> bool:
    """Return whether a text names a post, an award, a degree, an errand, a break or an act of its writer, and no work.

    >>> is_no_work("PhD in Computer Science"), is_no_work("Coffee break"), is_no_work("Deep Sets")
    (True, True, False)
    """
    return bool(_NO_WORK.search(text) or _MINE.search(text) or _BREAK.fullmatch(text.strip(" .:!-–—*_()")))
