"""What a paper introduces: the method or dataset it is called by, and what its description says that it proposes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from operator import itemgetter

from kg import terms
from kg.extraction import gazetteer
from kg.extraction.citing import Citation, paper_of
from kg.extraction.context import Context, Sentence
from kg.extraction.entries import Entry, Field
from kg.extraction.naming import Named
from kg.extraction.naming.calling import CALLED_WITHIN
from kg.model import Claim, Kind

RULE = "introduced"

_VERB = re.compile(
    r"\b(?:introduc(?:es?|ed|ing)|propos(?:es?|ed|ing)|present(?:s|ed|ing)?|releas(?:es?|ed)|develop(?:s|ed)?|"
    r"design(?:s|ed)?|construct(?:s|ed)?|curat(?:es?|ed)|contribut(?:es?|ed)|provid(?:es?|ed)|describ(?:es?|ed)|"
    r"(?:is |are )?(?:called|named|dubbed|termed)|we call|defin(?:es?|ed)|an? (?:novel|new)|"
    r"(?:main|key|core|central|primary|principal) (?:contribution|novelty|innovation)s? (?:is|are|was|were))\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:using|uses?|via|based|than|from|compar\w+|leverag\w+|extend\w*|improv\w+|outperform\w*|unlike|such as|like|"
    r"on top of|built|inspired|evaluat\w+|train\w*|analy[sz]\w+|of|for|in|to|on|with|by|and|which|that|where)\b",
    re.IGNORECASE,
)
_OTHER_VERB = re.compile(
    r"\b(?:using|uses?|via|based|than|compar\w+|leverag\w+|extend\w*|improv\w+|outperform\w*|unlike|such as|like|"
    r"built|inspired)\b",
    re.IGNORECASE,
)
_A = re.compile(r"\ban?\b")
_HEAD = re.compile(
    r"(?:\s\([^()]{1,30}\)|\))?[ -](?:based |style )?(?:\w+ )?"
    r"(?:framework|method|approach|architecture|model|system|variant|setup|algorithm|technique|network|loss|procedure)\b"
)
"""Behind a well-known name that only qualifies what is introduced: `proposes a heterogeneous MoE framework`."""
_NEW = re.compile(r"\ban? (?:new|novel)\s[^.,;]{0,60}$", re.IGNORECASE)
"""Before a name that tells the sort of what is new: `a new deep ensemble method`."""
_SORTED = re.compile(
    r"\b(?:scaled|modified|improved|new|novel|better|faster|simple|sparse|deep|robust|efficient|\w+-\w+)\s\W*$"
)
"""Before a class of methods, of which a sort is introduced: `proposes scaled autoencoders`."""
_PROPOSED = re.compile(
    r"[\s)\]}]{0,3}(?:first |originally )?(?:introduc(?:es?|ed)|propos(?:es?|ed)|present(?:s|ed)?|releas(?:es?|ed)|"
    r"develop(?:s|ed)?|invent(?:s|ed)?)\s+(?:the |an? )?"
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_COMMAND = re.compile(r"\\[a-zA-Z]{0,8}cite[a-zA-Z]{0,8}\*?(?:\[[^\[\]]{0,40}\]){0,2}\{$")
_CITED = 0.8
_FAR = 120
_MARKS = " \"“'`*_"
_CALLED = ("called", "named", "dubbed", "termed", ",")
_KINDS = (Kind.METHOD, Kind.DATASET)


def cited(context: Context, citation: Citation) -> Iterator[Claim]:
    """Claim what a paper introduces that a sentence cites as its subject: `Vaswani et al. (2017) proposed ...`."""
    block, place = context.note.blocks[citation.place.block], citation.place
    bounds = context.bounds.get(place.block, ())
    number = bisect_right(bounds, place.start, key=itemgetter(0))
    begin = bounds[number - 1][0] if number else 0
    says = _PROPOSED.match(block.prose, place.end)
    if says is None or _WORD.search(_COMMAND.sub("", block.prose[begin : place.start])):
        return
    subject = paper_of(context, citation)
    for name in context.names.within(place.block, says.end(), says.end() + _FAR):
        if subject is not None and name.kind in _KINDS and not block.prose[says.end() : name.start].strip(_MARKS):
            span = context.span(Field(block.prose[begin : name.end], place.block, begin, name.end))
            yield Claim(subject, terms.INTRODUCES, context.mention(name), (span,), RULE, _CITED)


def make(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim what a paper introduces."""
    subject = context.subject(entry)
    seen: set[Named] = set()
    for name in _called(context, entry):
        seen.add(name)
        yield Claim(subject, terms.INTRODUCES, context.mention(name), (context.span(name.field),), RULE, 0.85)
    for sentence in (one for block in context.blocks_about(entry) for one in context.sentences_of(block)):
        for name in _proposed(sentence):
            if name not in seen:
                seen.add(name)
                place = context.place(sentence)
                yield Claim(subject, terms.INTRODUCES, context.mention(name), (place,), RULE, 0.75)


def _called(context: Context, entry: Entry) -> Iterator[Named]:
    """Yield the names by which the note calls the paper: its short name, the name before the colon of its title."""
    around = (entry.short, _around(entry.title))
    for block in sorted({place.block for place in around if place is not None}):
        places = [place for place in around if place is not None and place.block == block]
        start, end = min(place.start for place in places), max(place.end for place in places)
        for name in context.names.within(block, start, end):
            if name.kind not in _KINDS:
                continue
            short, titled = around if name.rule == "short-name" else (entry.short, None)
            if _holds(short, name) or _holds(titled, name):
                yield name


def _holds(place: Field | None, name: Named) -> bool:
    return place is not None and place.block == name.block and place.start <= name.start and name.end <= place.end


def _around(title: Field | None) -> Field | None:
    """Return a title with the bracket behind it that may say what the paper is called."""
    return replace(title, end=title.end + CALLED_WITHIN) if title is not None else None


def _proposed(sentence: Sentence) -> Iterator[Named]:
    """Yield the names that follow a verb of introduction, with no word between that relates them otherwise."""
    for verb in _VERB.finditer(sentence.text):
        for name in sentence.names:
            if name.kind not in _KINDS:
                continue
            start = name.start - sentence.start
            between = sentence.text[verb.end() : start]
            if start < verb.end() or len(between) > _FAR or re.search(r"[.;:]\s", between):
                continue
            opened = between.rstrip().endswith("(")
            bracketed = opened or between.rstrip(_MARKS).endswith(_CALLED)
            if _qualifies(sentence.text, name.text, (verb.start(), start), name.end - sentence.start):
                continue
            if not _OTHER.search(between) or (bracketed and not _OTHER_VERB.search(between)):
                yield name
                break


def _qualifies(text: str, name: str, before: tuple[int, int], end: int) -> bool:
    """Return whether a name only tells the sort of what is introduced: `proposes a heterogeneous MoE framework`.

    Args:
        text: a sentence.
        name: as it stands there.
        before: where the words of introduction begin, and the name.
        end: of the name.
    """
    headed = _HEAD.match(text, end) is not None
    known = gazetteer.known(name)
    sorted_ = known is not None and known.name.islower() and _SORTED.search(text, *before) is not None
    return sorted_ or (headed and (_NEW if known is None else _A).search(text, *before) is not None)
