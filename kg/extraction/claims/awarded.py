"""Who or what was given an award: `the X Award went to A and B`, `"Title" won the best paper award`, `X Award: A`.

A paper has the award, a person is its recipient. The names of a sentence are put as signs, so that each
construction is one pattern; what is denied or doubted is not claimed. Papers below a heading that names an award have
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from kg import terms
from kg.extraction.constructions import AWARD, BRACKET, PAPER, PERSON, put_signs, read_signs
from kg.extraction.context import Context, Sentence
from kg.extraction.entries import Entry
from kg.extraction.relating import Name
from kg.model import BlockKind, Claim, Kind, Mention

RULE = "award"
_MARKS = r"[\s\"“”'’*_`\[\]]*"
_AND = r"\s*(?:,\s*(?:and\s+)?|and\s+|&\s*)"
_WHO = rf"(?:(?:{PERSON}{BRACKET}(?:{_AND}{PERSON}{BRACKET}){{0,60}})|{PAPER})"
_WINS = (
    r"(?:won|wins|received|receives|got|gets|earned|took(?:\s+home)?|takes|claimed|collected|shared|picked\s+up|accepted|"
    r"(?:was|were|is|are)\s+(?:awarded|given|presented\s+with|honou?red\s+with|(?:the\s+)?(?:winners?|recipients?)\s+of))"
)
_THE = r"\s+(?:(?:the|an?|its|this\s+year['’]s|one\s+of\s+the)\s+)?(?:[\w'’-]+\s+){0,3}"
_ONE_OF = r"(?:(?:the|an?|one\s+of\s+the(?:\s+\w+)?|winners?\s+of\s+(?:the|an?)|recipients?\s+of\s+(?:the|an?))\s+)?"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        (
            rf"(?P<a>{AWARD})[^⟨⟩.;]{{0,140}}?\s(?:(?:awarded|given|presented|handed)\s+to|(?:goes|go|went)\s+to)\s+"
            rf"(?:the\s+)?{_MARKS}(?P<who>{_WHO}(?:\s(?:for|on\s+the\s+basis\s+of)\s[^⟨⟩.;]{{0,30}}{PAPER})?)"
        ),
        rf"^{_MARKS}(?P<a>{AWARD}){_MARKS}(?:\d{{4}}{_MARKS})?[:–—-]{_MARKS}(?P<who>{_WHO})",
        rf"(?P<a>{AWARD})\s+(?:to|for){_MARKS}(?P<who>{_WHO})",
        rf"(?P<who>{_WHO}){_MARKS}{BRACKET}(?:[^⟨⟩.;]{{0,60}}?\s)?{_WINS}{_THE}(?P<a>{AWARD})",
        rf"(?P<who>{_WHO}){_MARKS}{BRACKET}\s*[,(\[–—-]\s*{_ONE_OF}(?P<a>{AWARD})",
        rf"(?P<who>{PAPER})(?:[^⟨⟩;?!]|{PERSON}){{0,160}}?[(\[]\s*{_ONE_OF}(?P<a>{AWARD})\s*[)\]]",
    )
)
_OWN = re.compile(
    rf"^\W*(?:(?:it|they|(?:this|the|their)\s+(?:paper|work|one)|oral|spotlight|poster|also|and|which)\W+)*"
    rf"(?:{_WINS}{_THE}|(?:is|was)\s+|and\s+|with\s+|winner\s+of\s+)?(?:(?:the|an?|one\s+of\s+the)\s+)*"
    rf"(?P<a>{AWARD})"
    rf"|\b(?:this|the|their|his|her|our)\s+(?:paper|work)\s+(?:also\s+)?{_WINS}{_THE}(?P<b>{AWARD})"
    rf"|^[^⟨⟩]{{0,60}}[(\[]\s*{_ONE_OF}(?P<c>{AWARD})\s*[)\]]\W*$",
    re.IGNORECASE,
)
"""A sentence below a paper that tells of its award, without naming it."""
_DENIED = re.compile(
    r"\b(?:not|never|nearly|almost|might|may|could|should|would|deserve[sd]?|hope[sd]?|expect\w*|if|nominat\w+|"
    r"candidates?)\b|n['’]t\b",
    re.IGNORECASE,
)
_CONFIDENCE = 0.8


def make(context: Context, sentence: Sentence) -> Iterator[Claim]:
    """Claim who or what a sentence says was given an award."""
    if not any(name.kind is Kind.AWARD for name in sentence.names):
        return
    place = context.place(sentence)
    for award, winner in dict.fromkeys(_won(context, sentence)):
        if winner.kind is Kind.PAPER:
            yield Claim(winner, terms.AWARD, award, (place,), RULE, _CONFIDENCE)
        else:
            yield Claim(award, terms.RECIPIENT, winner, (place,), RULE, _CONFIDENCE)


def _won(context: Context, sentence: Sentence) -> Iterator[tuple[Mention, Mention]]:
    """Yield the awards of a sentence with each that was given one."""
    named = dict(sorted(_named(context, sentence).items()))
    names = [Name(*place, mention.kind.value) for place, mention in named.items()]
    signed = put_signs(sentence.text, names)

    def meant(part: str) -> list[Mention]:
        return [named[name.start, name.end] for name in read_signs(part, names, "APW")]

    found = False
    for form in _FORMS:
        for match in form.finditer(signed):
            if not _DENIED.search(match.group()):
                found = True
                yield from product(meant(match["a"]), meant(match["who"]))
    own = _OWN.search(signed)
    if found or own is None or _DENIED.search(own.group()):
        return
    award = meant(own["a"] or own["b"] or own["c"])
    if context.note.blocks[sentence.block].kind is BlockKind.HEADING:
        yield from product(award, map(context.subject, _below(context, sentence.block)))
    elif sentence.block in context.owners:
        yield from product(award, [context.subject(context.owners[sentence.block])])


def _below(context: Context, heading: int) -> Iterator[Entry]:
    """Yield the papers right below a heading."""
    for entry in context.papers_below(heading):
        if context.outline.above(entry.anchor.block)[:1] == [heading]:
            yield entry


def _named(context: Context, sentence: Sentence) -> dict[tuple[int, int], Mention]:
    """Return the papers, awards and persons of a sentence by their places in it; what lies in a title is not apart."""
    at, found = sentence.block, dict[tuple[int, int], Mention]()
    for entry in context.papers_in(sentence):
        called = entry.title or entry.short
        if called is not None and called.block == at and sentence.start <= called.start and called.end <= sentence.end:
            found[called.start - sentence.start, called.end - sentence.start] = context.subject(entry)
    for name in sentence.names:
        start, end = name.start - sentence.start, name.end - sentence.start
        if name.kind in (Kind.AWARD, Kind.PERSON) and not any(a < end and start < b for a, b in found):
            found[start, end] = context.mention(name)
    return found
