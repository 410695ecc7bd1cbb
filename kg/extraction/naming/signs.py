"""What speaks for a name beside the rule that found it, counted over a whole note.

A single look at a name is often wrong where the note is about something that the trained component did not learn from.
So each name is weighed once for the note: by which rules found it, how it is written, how often and where it stands,
which words stand beside it, and how much of the note the word lists know.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from kg import lexicons
from kg.extraction import names, organisations, shapes
from kg.extraction.citations.people import is_person
from kg.extraction.entries import Page
from kg.extraction.naming import choosing, definitions, no_names
from kg.extraction.naming.named import HINTED_FIELD, Named
from kg.extraction.network import logit
from kg.extraction.nlp import Found
from kg.extraction.ranges import marks_near
from kg.extraction.rules import cued_names, known_names
from kg.model import Block, BlockKind, Kind, MarkKind
from kg.text import bare, form_key

_TASK_HEADS = lexicons.words("task head")
_VAGUE_TASK = lexicons.words("vague task word")
"""First words with which such words make no name."""
_METHOD = (
    r"(?:models?|methods?|algorithms?|frameworks?|systems?|architectures?|approach(?:es)?|agents?|pipelines?|techniques?|"
    r"optimi[sz]ers?|loss(?:es)?|layers?|modules?|networks?|tools?|librar(?:y|ies)|packages?|software|engines?|"
    r"decoders?|encoders?|samplers?|estimators?|toolkits?|compilers?|codes?|solvers?|classifiers?|detectors?)"
)
_DATASET = (
    r"(?:benchmarks?|data ?sets?|corp(?:us|ora)|leaderboards?|databases?|collections?|archives?|repositor(?:y|ies)|"
    r"challenges?|suites?|atlas)"
)
_TASK = r"(?:tasks?|problems?)"
_ORG = r"(?:universit\w+|institut\w+|labs?|laborator\w+|compan(?:y|ies)|team|group|foundation|consortium)"
_HEADS = {
    kind: (
        re.compile(rf"[\"”'’`*_)\]]{{0,3}}[ -]{word}\b", re.IGNORECASE),
        re.compile(rf"\b{word},?\s(?:called |named |dubbed |known as )?[\"“'`*_(]{{0,3}}$", re.IGNORECASE),
    )
    for kind, word in ((Kind.METHOD, _METHOD), (Kind.DATASET, _DATASET), (Kind.TASK, _TASK), (Kind.ORG, _ORG))
}
"""Nouns for things of a kind, behind a name and before it."""
_CUED = re.compile(
    r"\b(?:us(?:e|es|ed|ing)|based on|built on|propos(?:e|es|ed|ing)|introduc(?:e|es|ed|ing)|called|named|dubbed|than|"
    r"outperform(?:s|ed|ing)?|trained (?:on|with|using)|evaluated on|tested on|compared (?:to|with)|via|unlike|with|"
    r"and|or|like|such as|of|on|extends?|variant of|implement(?:s|ed|ing)?)\s(?:the\s)?[\"“'`*_]{0,2}$"
)
_BEFORE = (
    ("cued", _CUED),
    ("at", re.compile(r"\b(?:at|from)\s(?:the\s)?$|\w\s\($")),
    ("quoted", re.compile(r"[“\"„‘][^“”\"„‘’]{0,39}$")),
)
"""Words before a name: of what is used or compared, of where somebody belongs to, of a quotation."""
_OPENS = re.compile(r"[.!?:;•]\s*[\"“(*_]{0,2}$|^\W*$|\n\W*$")
_FORMS = (
    ("digit", re.compile(r"\d")),
    ("hyphen", re.compile("-")),
    ("plural", re.compile(r"^[A-Z]{2,6}s$")),
    ("foreign", re.compile(r"[^\x00-\x7f]")),
    ("organisation", organisations.WORD),
)
_MADE = (Kind.METHOD, Kind.DATASET)
_NEAR = 40
_SHORT = 3
_FEW, _USUAL = 200, 4
"""Words, and as many known names as are usual in them: a short note is taken for a usual one."""
_REACH, _SLIP = 160, 3
_MOST = 8
"""Places of a name that are looked at."""


def of(
    page: Page, finds: Mapping[int, Sequence[Found]], chosen: Iterable[Named]
) -> Iterator[tuple[list[Named], dict[str, float]]]:
    """Yield the places of each name, and its signs by their names, each about 0 to 1 in size.

    Names that need no second sign, because more than the trained component found them, have none; so have persons.

    Args:
        page: the note.
        finds: what the rules found, by block.
        chosen: the names, one kind each.
    """
    places: dict[tuple[str, Kind], list[Named]] = defaultdict(list)
    for one in chosen:
        places[form_key(bare(one.text)), one.kind].append(one)
    found: dict[str, list[Found]] = defaultdict(list)
    for at in finds:
        prose = page.note.blocks[at].prose
        for find in finds[at]:
            end = choosing.with_size(prose, find.end) if find.kind in _MADE else find.end
            found[form_key(bare(prose[find.start : end]))].append(find)
    around = _around(page, finds)
    small = small_words(page)
    for (key, kind), named in places.items():
        if kind is Kind.PERSON or not _only_learned(named, found[key], hints=around["note.known"] >= HINTED_FIELD):
            yield named, {}
            continue
        own = {"ordinary": float(named[0].text.casefold() in small and named[0].text.casefold() != named[0].text)}
        yield named, {**_rules(kind, found[key]), **_form(named), **_places(page, named), **own, **around}


def _only_learned(named: Sequence[Named], found: Iterable[Found], *, hints: bool) -> bool:
    """Return whether the trained component alone found a name, and no noun in it tells what it is.

    Args:
        named: its places.
        found: what the rules found there.
        hints: whether a preposition before it, or a list in which it is an ordinary word too, says enough: in a note
            about what the word lists know.
    """
    kind = named[0].kind
    hints = hints or kind is Kind.TASK
    if kind is Kind.ORG and organisations.is_told(named[0].text):
        return False
    others = any(not one.probability and one.kind is kind and (hints or not _is_hint(one)) for one in found)
    return not others and all(one.rule in _PROSE_RULES for one in named) and any(one.probability for one in found)


def _is_hint(one: Found) -> bool:
    """Return whether a find says only that a name may stand at a place.

    Ordinary words that name methods, as those of programming languages do, are these in most notes of any field; those
    that name data sets and organisations are not: Alexandria is a town.
    """
    return cued_names.is_hint(one) or (one.kind in (Kind.DATASET, Kind.ORG) and known_names.is_hint(one))


def small_words(page: Page) -> AbstractSet[str]:
    """Return the words that the note writes in small letters."""
    return {word for block in page.note.blocks for word in re.findall(r"\b[a-z]{2,}\b", block.prose)}


def density(page: Page, finds: Mapping[int, Sequence[Found]]) -> float:
    """Return how much of a note the word lists know, from 0 to 1; a short note is taken for a usual one."""
    size = sum(page.note.blocks[at].prose.count(" ") + 1 for at in finds)
    return min(1.0, (len(_made(page, finds, learned=False)) + _USUAL) / (size + _FEW) * _FEW / (3 * _USUAL))


def _made(page: Page, finds: Mapping[int, Sequence[Found]], *, learned: bool) -> set[str]:
    """Return the methods, data sets and tasks that the trained component found, or that the word lists know."""
    found: set[str] = set()
    for at in finds:
        prose = page.note.blocks[at].prose
        for one in finds[at]:
            known = one.probability > 0 if learned else one.rule == "known-name" and one.confidence >= known_names.LOUD
            if known and one.kind in (*_MADE, Kind.TASK):
                found.add(prose[one.start : one.end].casefold())
    return found


def _around(page: Page, finds: Mapping[int, Sequence[Found]]) -> dict[str, float]:
    """Describe the note: how much of it the word lists know, and of what the trained component found there."""
    learned = _made(page, finds, learned=True)
    both = len(learned & _made(page, finds, learned=False))
    return {"note.known": density(page, finds), "note.agreement": (both + 2) / (len(learned) + 4)}


_PROSE_RULES = frozenset(
    {
        "known-name",
        "learned-name",
        "introduced-name",
        "cued-name",
        "award-name",
        "person-name",
        "organisation-name",
    }
)


def _rules(kind: Kind, found: Sequence[Found]) -> dict[str, float]:
    """Describe what the rules hold of a name: the trained component, and those that are not sure enough alone."""
    signs = {"probability": logit(max((one.probability for one in found if one.kind is kind), default=0.0))}
    for one in found:
        sign = f"rule.{one.rule if one.kind is kind else 'other'}" if not one.probability else "disagreed"
        if one.kind is not kind or not one.probability:
            signs[sign] = max(signs.get(sign, 0.0), one.probability or one.confidence)
    return signs


def _form(named: Sequence[Named]) -> dict[str, float]:
    """Describe how a name is written, how often and where it stands."""
    text = named[0].text
    signs = {"repeated": float(len(named) > 1), "length": min(len(text.split()), 5) / 5}
    signs |= {f"shape.{name}": 1.0 for name in _shape(text)}
    return signs


def _shape(text: str) -> Iterator[str]:
    words = shapes.words(text)
    yield _case(text, words)
    if len(words) > 1 and words[-1].casefold() in _TASK_HEADS and not _is_vague_task(words[0]):
        yield "task"
    if names.looks_like_person(text) and is_person(text):
        yield "person"
    yield from (sign for sign, form in _FORMS if form.search(text))


def _case(text: str, words: Sequence[str]) -> str:
    """Tell by its letters how a name is written."""
    letters = [c for c in text if c.isalpha()]
    if len(words) == 1 and letters and all(c.isupper() for c in letters):
        return "acronym" if len(letters) > _SHORT else "short"
    if any(map(shapes.is_name_shaped, words)):
        return "shaped"
    if text.islower():
        return "small"
    return "capitals" if all(word[0].isupper() for word in words) else "mixed"


def _places(page: Page, named: Sequence[Named]) -> dict[str, float]:
    blocks = page.note.blocks
    return {f"place.{name}": 1.0 for one in named[:_MOST] for name in _place(blocks[one.block], one)}


def _place(block: Block, one: Named) -> Iterator[str]:
    prose, start, end = block.prose, one.start, one.end
    before = prose[max(0, start - _NEAR) : start]
    for kind, (behind, ahead) in _HEADS.items():
        if behind.match(prose, end) or ahead.search(before):
            yield "head" if kind is one.kind else "other head"
    yield from (sign for sign, words in _BEFORE if words.search(before))
    if _OPENS.search(before) is None:
        yield "inside"
    if block.kind is BlockKind.HEADING:
        yield "heading"
    code = (mark for mark in marks_near(block, start, end) if mark.kind is MarkKind.CODE)
    if any(mark.start <= start and end <= mark.end for mark in code):
        yield "code"
    defined = _definition(block, one)
    if defined:
        yield "matter" if no_names.is_matter(defined) else "defined"


def _definition(block: Block, one: Named) -> str:
    """Return what the short form stands for that a name is, or whose expansion it is; empty when there is none."""
    if "(" not in block.prose[max(0, one.start - 3) : one.end + 4]:
        return ""
    start = max(0, one.start - _REACH)
    around = block.prose[start : one.end + _REACH]
    for defined in definitions.find(around):
        for side in (defined.short, defined.long):
            if abs(start + side[0] - one.start) <= _SLIP and abs(start + side[1] - one.end) <= _SLIP:
                return around[slice(*defined.long)]
    return ""


def _is_vague_task(word: str) -> bool:
    """Return whether a first word makes no name of a task with a word such as `generation`.

    >>> _is_vague_task("better"), _is_vague_task("Using"), _is_vague_task("molecule")
    (True, True, False)
    """
    return word.casefold() in _VAGUE_TASK or word.casefold().endswith("ing")
