"""What a sentence is about without naming it: its paper, what the text spoke of last, or what it stands below.

Below stands: below an item or a short line that leads with a method or data set, below the only paper of its section,
below a heading that names one. A sentence that begins with a name of its own is about that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from kg.extraction import shapes
from kg.extraction.context import Context, Sentence
from kg.extraction.entries import Entry
from kg.extraction.naming import Named
from kg.model import BlockKind, Kind, Mention

_WORKS = (Kind.METHOD, Kind.DATASET)
_OWN = (
    r"(?:model|method|approach|framework|system|algorithm|architecture|network|benchmark|data ?set|technique|"
    r"solution)s?"
)
_PAPER = r"(?:paper|work|study|article|review|survey|report|thesis|post|chapter|tutorial)"
_GOES_ON = (
    rf"(?:it|its|they|their|(?:the|this|these)\s(?:final\s|new\s|proposed\s)?{_OWN}|(?:the|this)\s{_PAPER}|"
    r"th(?:e|is)\s(?:authors?|team|key|core|main|idea|trick|final))\b"
)
_PRONOUN = re.compile(
    rf"\W*(?:{_GOES_ON}|(?:we|here|then|further(?:more)?|moreover|finally|additionally|also)\b)", re.IGNORECASE
)
_OF_PAPER = re.compile(rf"\W*(?:the|this)\s(?:{_PAPER}|authors?)\b", re.IGNORECASE)
_WRITES = re.compile(r"\W*(?:we|here|then|further(?:more)?|moreover|finally|additionally|also)\b", re.IGNORECASE)
"""How a sentence begins that says what its writer did, and not what a thing does."""
_SPEAKS = re.compile(
    r"\W*(?:[^\W\d_][^,.;:]{0,160},\s(?:then\s)?)?"
    r"(?:(?:here|then|next|first|finally|also|moreover|further(?:more)?|additionally|in)\b,?\s)?"
    rf"(?:{_GOES_ON}|our\b|"
    r"we(?!['’]re\b|\s(?:can|could|need|should|must|have to|may|might|would|want|see|observe)\b)\b)",
    re.IGNORECASE,
)
"""How a sentence begins that says something of its paper: `In this study, we ...`, `The authors ...`, `It ...`."""
_DONE = re.compile(
    r"\b(?:was|were|(?:is|are)\s(?:presented|proposed|described|introduced|developed|designed|reported|used|employed))\b"
)
"""What was done, in an abstract, was done for the paper."""
_LABELLED = re.compile(r"\W*[A-Z][a-z]{1,20}(?: [a-z]{1,20})?(?::|\s[–—-])\s")
"""A line of a note on a paper that begins with its label: `Evaluation: ...`."""
_LEAD = re.compile(r"\W*(?P<name>[^\W_](?:[^()\n]|\([^()\n]*\)){0,60}?)\s(?:[–—-]|[-=]>|→)\s")
"""The name in front of a description, in a list of things: `Poplar - an annotation tool`, `Poplar -> a tool`."""
_VERB = re.compile(
    r"\W*(?:(?:us|extend|combin|outperform|beat|surpass|replac|introduc|propos|compar|evaluat|test|train|learn|build|built|"
    r"bas|adapt|appl[yi]|improv|generali[sz]|leverag|employ|integrat|tackl|address|solv|reduc|requir|need|work|run|show|"
    r"reach|achiev|match|perform|scal|handl|predict|generat|encod|process|optimi[sz]|fine-?tun|pre-?train|avoid|remov|add|"
    r"mak|tak|turn|keep|draw|borrow|inspired|unlike|better|faster|on par|as good)\w{0,4})\b",
    re.IGNORECASE,
)
"""How a line begins that says something of what stands above it."""
_IT = re.compile(
    rf"\W*(?:it|its|they|their|(?:this|these)\s{_OWN})\b(?!\s(?:also\s|further\s|then\s)?(?:propos|introduc|present|investigat|analy[sz]|show|find|"
    r"discuss|stud(?:y|ies)|argu|release|explore|conduct|provide))",
    re.IGNORECASE,
)
"""What goes on about a method or data set; what proposes or investigates is a paper."""
_OPENING = 3
"""Characters before a name that still opens its line."""
_SHORT = 200
"""Characters of a line that announces the list below it."""
_BACK = 2
"""Sentences back to which a pronoun points."""
_FAR = 2
"""Blocks back to which a pronoun can reach."""
_UNDER = re.compile(
    r"\b(?:of|in|on|with|for|to|from|by|via|than|like|unlike|using|over|against|at|as|into)\s+(?:the |an? )?$",
    re.IGNORECASE,
)


def about(context: Context, sentence: Sentence) -> Mention | None:
    """Return what a sentence is about without naming it."""
    owner = context.owners.get(sentence.block)
    pronoun = _PRONOUN.match(sentence.text) is not None
    if owner is not None:
        return _of_paper(context, sentence, owner, pronoun=pronoun)
    first = next(iter(context.sentences_of(sentence.block)), sentence)
    if (place := lead(context, first)) is not None:
        led = [name for name in first.names if name.kind in _WORKS and name.end - first.start <= place[1]]
        return context.mention(led[0]) if led and first.start < sentence.start and goes_on(sentence) else None
    writes = _WRITES.match(sentence.text) is not None
    of_paper = _OF_PAPER.match(sentence.text) is not None
    if pronoun and not (writes or of_paper):
        spoken = _spoken_of(context, sentence)
        if spoken is not None:
            return context.mention(spoken)
    begins = pronoun or _VERB.match(sentence.text) is not None
    listed = context.note.blocks[sentence.block].kind is BlockKind.ITEM and not _is_led(sentence)
    if listed and not begins and _is_title(sentence.text):
        return None
    above = _above(context, sentence.block, wide=begins or listed)
    return above if above is not None and (above.kind is Kind.PAPER or not (writes or of_paper)) else None


def _is_title(text: str) -> bool:
    return shapes.is_title_case(text) and not text.endswith(".")


def lead(context: Context, sentence: Sentence) -> tuple[int, int] | None:
    """Return the place of the name that an item describes behind a dash, which the rest of it is said of."""
    if context.note.blocks[sentence.block].kind is not BlockKind.ITEM or goes_on(sentence):
        return None
    found = _LEAD.match(sentence.text) if next(context.before(sentence), None) is None else None
    return found.span("name") if found else None


def goes_on(sentence: Sentence) -> bool:
    """Return whether a sentence has no subject of its own: it begins with a pronoun, or with its verb."""
    return _PRONOUN.match(sentence.text) is not None or _VERB.match(sentence.text) is not None


def _of_paper(context: Context, sentence: Sentence, paper: Entry, *, pronoun: bool) -> Mention | None:
    """Return the paper of a sentence, unless the sentence goes on about something else that the text turned to."""
    if context.note.blocks[sentence.block].kind is BlockKind.HEADING:
        return None
    if not (pronoun or sentence.block == paper.anchor.block or _speaks_of_paper(sentence.text)):
        return None
    before = next(context.before(sentence), None) if pronoun else None
    led = next((n for n in before.names[:1] if n.start - before.start <= _OPENING), None) if before else None
    if led is not None and led.kind in _WORKS and _IT.match(sentence.text):
        return context.mention(led)
    return context.subject(paper)


def _speaks_of_paper(text: str) -> bool:
    """Return whether a sentence says something of the paper that it stands below, and not of things in general.

    >>> [_speaks_of_paper(text) for text in ("Uses Adam", "Here, we use Adam", "DNA is often seen using FRET")]
    [True, True, False]
    """
    begins = (_SPEAKS.match(text), _VERB.match(text), _LABELLED.match(text))
    return any(begins) or _DONE.search(text) is not None


def _spoken_of(context: Context, sentence: Sentence) -> Named | None:
    """Return what the sentence before began with, in the same block or in the one before it."""
    blocks = context.note.blocks
    earlier: Iterable[Sentence] = context.before(sentence)
    if next(context.before(sentence), None) is None:
        here = blocks[sentence.block]
        near = range(max(0, sentence.block - _FAR), sentence.block)
        beside = [at for at in near if blocks[at].parent == here.parent and blocks[at].kind is here.kind]
        earlier = reversed(context.sentences_of(beside[-1])) if beside else ()
    for one in islice(earlier, _BACK):
        for name in one.names:
            if name.kind in _WORKS and not _UNDER.search(one.text, 0, name.start - one.start):
                return name
    return None


def _is_led(sentence: Sentence) -> bool:
    """Return whether a sentence begins with a name that it can be about."""
    at = next((n.start - sentence.start for n in sentence.names[:1] if n.kind in _WORKS), _OPENING + 1)
    return at <= _OPENING and _UNDER.search(sentence.text, 0, at) is None


def _above(context: Context, block: int, *, wide: bool) -> Mention | None:
    """Return what the nearest of the lines above is about.

    Args:
        context: the note.
        block: from which to look up.
        wide: whether the sentence clearly goes on about something, so that what is less sure counts too.
    """
    blocks = context.note.blocks
    if wide and (announced := _announced(context, block)) is not None:
        return announced
    for at in context.outline.above(block):
        if blocks[at].kind is BlockKind.HEADING:
            paper = _only_paper(context, at, block) if wide else None
            if paper is not None:
                return paper
            named = context.names.of(at)
            works = [name for name in named if name.kind in _WORKS]
            opens = [name for name in named[:1] if name.kind in _WORKS and name.start <= _OPENING]
            found = opens or (works if wide and len(works) == 1 else [])
            return context.mention(found[0]) if found else None
        if wide and (led := _led(context, at)) is not None:
            return context.mention(led)
    return None


def _announced(context: Context, block: int) -> Mention | None:
    """Return what the short line right before a list is about: its paper, or the only method or data set in it."""
    blocks, first = context.note.blocks, block
    while first > 0 and blocks[block].group and blocks[first - 1].group == blocks[block].group:
        first -= 1
    before = first - 1
    if not blocks[block].group or before < 0 or blocks[before].parent != blocks[first].parent:
        return None
    if blocks[before].kind is not BlockKind.PARAGRAPH or len(blocks[before].prose) > _SHORT:
        return None
    if before in context.owners:
        return context.subject(context.owners[before])
    works = {name.text: name for name in context.names.of(before) if name.kind in _WORKS}
    return context.mention(next(iter(works.values()))) if len(works) == 1 else None


def _led(context: Context, at: int) -> Named | None:
    """Return the method or data set with which an item begins."""
    return next((n for n in context.names.of(at)[:1] if n.kind in _WORKS and n.start <= _OPENING), None)


def _only_paper(context: Context, heading: int, block: int) -> Mention | None:
    """Return the paper of a section that has one only, where it stands before a block, and not in another item."""
    found = context.papers_below(heading)
    if len(found) != 1 or found[0].anchor.block >= block:
        return None
    blocks, at = context.note.blocks, found[0].anchor.block
    beside = blocks[at].kind is blocks[block].kind is BlockKind.ITEM and blocks[at].parent == blocks[block].parent
    return None if beside else context.subject(found[0])
