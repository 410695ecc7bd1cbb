"""Names in the titles of papers, and their parts: what it makes, what that is for, by what means.

A title is written unlike prose, so no rule over prose reads it; what stands before and behind `for`, `via` and a colon
tells what is named: `Name of a Method for Name of a Task`, `Name of a Task via Name of a Method`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kg import lexicons
from kg.extraction import gazetteer, logs, shapes
from kg.extraction.entries import Page
from kg.extraction.naming.named import Named
from kg.extraction.nlp import Found
from kg.model import Kind

NAME = "title-name"
MEANS = frozenset(("via", "using", "through", "with", "by", "leveraging", "based on"))
"""Words before that by which something is done."""
_CUT = re.compile(
    r"\s+(?P<lead>via|with|using|into?|under|from|through|by|without|on|of|at|across|and|&|beyond|based on|leveraging|"
    r"for|over|within|between|against|after|before|during|as|among|behind|"
    r"to|towards?)\s+(?:(?:an?|the)\s+)?|\s*(?P<sign>[,:;.?!(–—])\s+(?:an?\s)?|\s*[.?!]?$",
    re.IGNORECASE,
)
REVIEW = re.compile(
    r"\b(?:review|survey|overview|tutorial|primer|perspectives?|roadmap|handbook|textbook|basics|introduction to)\b",
    re.IGNORECASE,
)
"""In the title or the sentence of a paper that tells of the methods of others."""
_CLASS = re.compile(r"\b(?:language models?|processes)$|[+]", re.IGNORECASE)
_GENERAL = lexicons.words("method head") | lexicons.words("method modifier") | lexicons.words("task modifier")
_APPROACH = re.compile(r"\bapproach(?:es)?$", re.IGNORECASE)
"""Before `to` that is as good as `for`."""
_WORD = re.compile(r"\S+")
_OTHER = (lexicons.words("praise") | lexicons.words("vague word")) - {"high", "low", "large", "small"}
"""Words that praise or describe a thing and belong to no name; a size may be of the next word: `high performance`."""
_LEARNING = re.compile(r"\b(?:learning|training|tuning|search|distillation|control)$", re.IGNORECASE)
"""How a part ends that may name a method as well as a task."""
_FUNCTION = lexicons.words("function word")
_LEADS = ("ing", "toward", "towards")
"""How words end that tell what is done with a task, before its name: `improving`, `towards`."""
_TASK_HEADS = lexicons.words("task head") | lexicons.words("title task head")
"""Last words of the names of tasks in titles, where `for` stands before them."""
MAKES = lexicons.words("title method head")
"""Last words of the names of methods."""
VERBAL = re.compile(
    r"(?:learning|understanding|towards?|rethinking|revisiting|improving|exploring|training|scaling|evaluating|measuring|"
    r"on|the|a|an|how|why|what|when|is|are|do|does|can|beyond|from|in|deep|large|investigating|assessing|connecting|"
    r"analy[sz]ing|generating|making|using|building|predicting|optimal|survey|introduction|some)$",
    re.IGNORECASE,
)
_TAUGHT = re.compile(
    r"\b(?:basics|introductions?|reviews?|surveys?|overview|primer|tutorial|principles|elements|theory|perspectives?|handbook|"
    r"textbook|guide|lessons|state of (?:the )?art)\b",
    re.IGNORECASE,
)
"""Behind the colon of a title that tells of what others made."""
_ASKED = re.compile(
    r"\b(?:(?:un)?knowns|history|myths?|challenges|opportunities|what|why|how|when|where|who)\b", re.IGNORECASE
)
"""Behind the colon of a title whose first words are a subject, unless they are written as only names are."""
_MAKING = re.compile(
    r"\W{1,3}(?:(?:an?|the|our)\s)?(?:[^\s,:;.()]+\s){0,8}?(?P<last>[^\W\d_]+)"
    r"(?=\s(?:for|of|in|with|by|via|using|from|on|that|which|applied|based|as)\s|[,:;.(]|$)",
    re.IGNORECASE,
)
"""Behind such a colon, the word for what it is: `: an open access microscopy platform for ...`."""
_TO_SUBJECT = re.compile(
    r"\W{1,3}(?:(?:an? )?(?!new |novel )(?:[^\W\d_]+ ){1,5}approach\W*$|from\s.{2,60}\sto\s)", re.IGNORECASE
)
"""Behind the colon of a title whose first words are a subject: `Clinical Trials: A Practical Approach`."""
_NUMBERED = re.compile(r"(?i)\b(?:part|nr|no|vol|volume|band|teil|tome|book|issue)\.?\s(?:\d{1,4}|[IVXL]{1,6})$")
"""At the end of what a part of a series of works is called."""
_SMALL = re.compile(r"\W{1,3}[a-zà-ÿ]++(?<!ing)")
_GERUND, _LIST = re.compile(r"[A-Z][a-z]{3,12}ing(?<!Lightning)"), re.compile(r",(?:\s[^\s,]+){1,2},?\s(?:and|&)\s")
_MADE = lexicons.words("made thing") | MAKES
_DOING = ("ing", "tion", "tions", "sis", "ment")
"""How the word ends for what one does with what a single word before a colon names: `: automatic analysis of ...`."""
_LONGEST_ACRONYM = 4
"""Letters of an acronym among other words in capitals."""
_JOINED = re.compile(r"[&+]|\s(?:and|or|in|on|for|with|to|from|at|by|vs\.?)\s")
_COMMON = lexicons.words("general title word") | lexicons.words("broad field")
_BASED = re.compile(r"(?i)[-–](?:based|driven|assisted|enabled|aware|guided|powered)$")
_PART, _PLURAL = re.compile(r"[-/–]"), re.compile(r"[A-Z-]{2,}s$")
_KNOWN, _LIKELY, _BROAD = 0.9, 0.6, 0.5
_FEWEST, _LONG, _MOST = 2, 4, 5


class Part(NamedTuple):
    """A part of a title, with the word or sign before it and behind it; both are "" at its ends."""

    lead: str
    start: int
    end: int
    behind: str


def parts(title: str) -> Iterator[Part]:
    """Yield the parts of a title between prepositions, commas and colons; what `and` joins has one lead.

    >>> [(part.lead, "Nets for Parsing via Tall Trees and Forests"[part.start : part.end])
    ...  for part in parts("Nets for Parsing via Tall Trees and Forests")]
    [('', 'Nets'), ('for', 'Parsing'), ('via', 'Tall Trees'), ('via', 'Forests')]
    """
    lead, start = "", 0
    for cut in _CUT.finditer(title):
        behind = (cut["lead"] or cut["sign"] or "").casefold()
        behind = "for" if behind == "to" and _APPROACH.search(title, start, cut.start()) else behind
        if start < cut.start():
            yield Part(lead, start, cut.start(), behind)
        joined = behind in ("and", "&") and " " in title[start : cut.start()]
        lead, start = lead if joined else behind, cut.end()


def part_of(title: str, start: int, end: int) -> Part | None:
    """Return the part of a title that has a place in it."""
    return next((part for part in parts(title) if part.start <= start and end <= part.end), None)


def titled(page: Page) -> Iterator[tuple[int, Found]]:
    """Find the names in the titles of the papers of a note: the block, and the find in it."""
    for entry in page.entries:
        title = entry.title
        if title is None or title.end - title.start > len(title.text) + 2 or not logs.is_set_off(entry):
            continue
        prose = page.note.blocks[title.block].prose[title.start : title.end]
        for part in parts(prose):
            one = _named(prose, part)
            if one is not None and (one.kind is Kind.METHOD or one.confidence >= _KNOWN or entry.rule != logs.NAME):
                yield title.block, Found(one.kind, title.start + one.start, title.start + one.end, NAME, one.confidence)


def _named(prose: str, part: Part) -> Found | None:
    """Read a part of a title: a task behind `for` or before the means, a method at its beginning, or as the means."""
    if part.lead == "for" or (part.lead == ":" and part.behind in ("", *MEANS)):
        return _task(prose, part)
    if part.lead in MEANS:
        return _method(prose, part)
    if part.lead != "":
        return None
    task = _task(prose, part) if part.behind in MEANS and not _LEARNING.search(prose, 0, part.end) else None
    return _made(prose, part) or task


def unpraised(prose: str, part: Part) -> int:
    """Return where the first word of a part stands that does not praise."""
    words = _words(prose, part)
    return words[0].start() if words else part.end


def makes(name: Named, part: Part) -> bool:
    """Return whether an unknown name, no class, is of what the paper makes: before `for` or behind `via`."""
    words = shapes.words(name.text)
    placed = part.lead == "via" or (part.lead == "" and part.behind == "for")
    coined = name.rule in (NAME, "definition") and name.kind is Kind.METHOD and gazetteer.known(name.text) is None
    return placed and coined and not words[0].endswith("ing") and not is_general(name.text)


def is_general(text: str) -> bool:
    """Return whether a name is of a class of methods, by its words alone.

    >>> is_general("Deep Reinforcement Learning"), is_general("Deep Dirichlet Mixture Networks")
    (True, False)
    """
    return _CLASS.search(text) is not None or all(word.casefold() in _GENERAL for word in shapes.words(text))


def _words(prose: str, part: Part) -> list[re.Match[str]]:
    """Return the words of a part without those that praise, or say what it is based on."""
    words = list(_WORD.finditer(prose, part.start, part.end))
    based = max(
        (at for at, word in enumerate(words, 1) if word.group().casefold().endswith(("-based", "–based"))), default=0
    )
    words = words[based:]
    while words and words[0].group().casefold() in _OTHER:
        words.pop(0)
    return words


def _task(prose: str, part: Part) -> Found | None:
    """Read a task: two words or more, the last of which tells one."""
    words = _words(prose, part)
    while words and VERBAL.match(word := words[0].group()) and word.casefold().endswith(_LEADS):
        words.pop(0)
    if (
        any(word.group() in _FUNCTION for word in words)
        or not _FEWEST <= len(words) <= _MOST
        or words[-1].group().casefold() not in _TASK_HEADS
    ):
        return None
    if words[0].group().endswith(("ly", "ing")):
        return None
    first, last = words[0].start(), words[-1].end()
    hits = [hit for hit in gazetteer.find(prose[first:last]) if hit.known.kind is Kind.TASK]
    known = any(hit.end == last - first and not hit.known.caution for hit in hits)
    if known and part.lead == ":":
        return None
    return Found(Kind.TASK, first, last, NAME, _KNOWN if known else _LIKELY)


def _method(prose: str, part: Part) -> Found | None:
    """Read the means as a method: two words or more with capitals, the last of which tells one, or a known name."""
    words = _words(prose, part)
    if not words or len(words) > _MOST:
        return None
    first, last = words[0].start(), words[-1].end()
    hits = [
        hit for hit in gazetteer.find(prose[first:last]) if hit.known.kind is Kind.METHOD and hit.end == last - first
    ]
    if any(hit.start == 0 for hit in hits):
        return Found(Kind.METHOD, first, last, NAME, _BROAD)
    told = bool(hits) or words[-1].group().casefold() in MAKES
    phrase = any(word.group() in _FUNCTION for word in words)
    if len(words) < _FEWEST or phrase or not told or not shapes.is_title_case(prose[first:last]):
        return None
    return Found(Kind.METHOD, first, last, NAME, _KNOWN if hits else _LIKELY)


def _made(prose: str, part: Part) -> Found | None:
    """Read the beginning of a title as what the paper makes: `Neural Spline Flows`, `Sparse Attention for ...`."""
    text = prose[part.start : part.end]
    words = text.split()
    if prose.endswith("?"):
        return None
    apart = part.behind in ("", ",")
    if part.behind not in ("for", "via", "with", "under", "using", "by", "", ",") or not _FEWEST <= len(words) <= 6:
        return None
    coined = shapes.is_name_shaped(words[-1]) and not shapes.is_class(words[-1])
    if len(words) < _FEWEST + (not apart) or VERBAL.match(words[0]):
        return None
    known = any(hit.end == len(text) for hit in gazetteer.find(text) if hit.known.kind is Kind.METHOD)
    if words[-1].casefold() not in MAKES and not (coined and not apart):
        return None
    if not (apart or known or coined) and len(words) < _LONG:
        return None
    plain = any(word.islower() for word in words)
    if plain or gazetteer.known(text) is not None or not shapes.is_title_case(text):
        return None
    return Found(Kind.METHOD, part.start, part.end, NAME, _KNOWN if known else _LIKELY)


def is_coined(text: str) -> bool:
    """Return whether a name is written as only names are, and is of no class of things.

    >>> [is_coined(text) for text in ("LoRA", "Mod3D", "Golem", "LLMs", "AI Leapfrogging", "Visual ChatGPT")]
    [True, True, False, False, False, True]
    >>> [is_coined(text) for text in ("LOST SHOES", "Nano/Micro Sensors", "CLIP-Dissect")]
    [False, False, True]
    """
    words = shapes.words(text)
    parts = (
        part
        for word in words
        if not (shapes.is_class(word) or _PLURAL.match(word) or _BASED.search(word))
        for part in _PART.split(word)
    )
    return not _is_loud(text, words) and any(map(shapes.is_name_shaped, parts))


def _is_loud(text: str, words: Sequence[str]) -> bool:
    """Return whether several words are all in capitals and no acronyms."""
    return len(words) > 1 and text.isupper() and max(map(len, words)) > _LONGEST_ACRONYM


def head(rest: str) -> str:
    """Return the word behind a colon for what the name before it is of, in small letters, "" if there is none.

    >>> head(": a global database of plant traits")
    'database'
    """
    made = _MAKING.match(rest)
    return made["last"].casefold() if made is not None and not _LIST.match(rest, made.end()) else ""


def is_called(text: str, rest: str | None) -> bool | None:
    """Return whether words before the colon of a title name what the paper makes, None where they alone do not tell.

    Args:
        text: the words.
        rest: what stands behind them; None for a name that a note gives the paper itself.

    >>> is_called("Golem", ": an algorithm for robust planning"), is_called("Brownian Motion", ": Elements of Dynamics")
    (True, False)
    >>> is_called("Walrus", ": Linear-Time Modeling of Sequences"), is_called("ELISA", ": the basics")
    (True, False)
    """
    known, words = gazetteer.known(text), shapes.words(text)
    if rest is None:
        return known is not None or (not _is_loud(text, words) and any(map(shapes.is_name_shaped, words))) or None
    named = known is not None and not known.name.islower()
    if (
        _TAUGHT.search(rest)
        or (_JOINED.search(text) and not named)
        or VERBAL.match(words[0])
        or (len(words) > 1 and _GERUND.fullmatch(words[0]))
        or _NUMBERED.search(text)
    ):
        return False
    if named or is_coined(text):
        return True
    last = head(rest)
    if _ASKED.search(rest) or _TO_SUBJECT.match(rest):
        return False
    foreign = _SMALL.match(rest) and _FUNCTION.isdisjoint(rest.split())  # `Moss: grote groei`
    if len(words) == 1 and (_GERUND.fullmatch(text) or foreign or (text.casefold() in _COMMON and last not in _MADE)):
        return False
    does = last.endswith(_DOING) and (known is not None or len(words) == 1)
    if does or last in _MADE:
        return True
    return None if len(words) == 1 or words[-1].casefold() in MAKES else False
