"""What a sentence states of two named things: uses, extends, outperforms, is applied to, is evaluated on ...

`kg.extraction.relating` reads the relation from the words; here it is given its things. A sentence below a paper, or
below a heading that is a name, may be about that without naming it. What is denied, doubted or asked keeps that as a
qualifier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kg import terms
from kg.extraction import cues, relating
from kg.extraction.context import Context, Sentence
from kg.extraction.naming import Named
from kg.model import Claim, Iri, Kind, Mention

RULE = "stated-relation"
PREDICATES: dict[str, Iri] = {
    "uses": terms.USES,
    "extends": terms.EXTENDS,
    "based_on": terms.BASED_ON,
    "outperforms": terms.OUTPERFORMS,
    "compares_with": terms.COMPARED_WITH,
    "applied_to": terms.APPLIED_TO,
    "evaluated_on": terms.EVALUATED_ON,
    "developed_by": terms.DEVELOPED_BY,
    "part_of": terms.IS_PART_OF,
}
_WORKS = (Kind.METHOD, Kind.DATASET)
_THINGS = (*_WORKS, Kind.TASK)
_STANDS_FOR = {Kind.PAPER: Kind.METHOD}
"""A paper is spoken of as the method that it is about."""
_RANGES: dict[str, tuple[Kind, ...]] = {
    "evaluated_on": (Kind.DATASET,),
    "developed_by": (Kind.ORG, Kind.PERSON),
    "part_of": _WORKS,
}
"""Kinds of things that a relation can lead to, where they are not methods, datasets and tasks."""
ENOUGH = 0.45
"""Probability from which on a relation is claimed."""
_ELSEWHERE = 0.4
"""The same, where the sentence does not name what it is about."""

_HEDGE = re.compile(
    r"\b(?:may|might|could|perhaps|probably|possibly|seems?|appears?|claim(?:s|ed)?|would|apparently|supposedly|"
    r"presumably|likely|maybe|potentially|hopefully|arguably)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:not|never|neither|nor|no longer|fails? to|failed to|cannot|hardly|lacks?)\b|n['’]t\b", re.IGNORECASE
)
_PLACE = re.compile(r"\bon\s+$", re.IGNORECASE)
_AND = re.compile(r"\)?\s*(?:,|,?\s*(?:and|or|&)|\()\s*(?:the\s+)?")
_PRONOUN = re.compile(
    r"\W*(?:it|its|they|their|this|these|the (?:authors?|paper|model|method|approach|work|framework|system|algorithm|"
    r"team|architecture|final|key|core|idea|solution)|we|here|then|further(?:more)?|moreover|finally|additionally)\b",
    re.IGNORECASE,
)


def make(context: Context, sentence: Sentence) -> Iterator[Claim]:
    """Claim what a sentence states of the things in it."""
    named = {place: context.mention(one) for place, one in _by_place(sentence).items()}
    named = dict(sorted({**named, **dict(_papers(context, sentence, named))}.items()))
    about = _about(context, sentence)
    names = [relating.Name(*place, _STANDS_FOR.get(one.kind, one.kind).value) for place, one in named.items()]
    text = _keyless(context, sentence)
    cued = {name: cues.before(text, [(n.start, n.end) for n in names], at) for at, name in enumerate(names)}
    seen: set[tuple[Mention, Mention]] = set()
    for stated in _likeliest(text, relating.read(text, names, cued, about=about is not None)):
        subject = about if stated.subject is None else named[stated.subject.start, stated.subject.end]
        object_ = named[stated.object.start, stated.object.end]
        if subject is None or not _holds(stated, subject, object_) or (subject, object_) in seen:
            continue
        if stated.relation == "developed_by" and _is_no_maker(text, stated, (subject, object_)):
            continue
        seen.add((subject, object_))
        qualifier, sure = _qualified(sentence.text, stated)
        confidence = round(min(0.9, stated.probability) * sure, 2)
        predicate = PREDICATES[stated.relation]
        yield Claim(subject, predicate, object_, (context.place(sentence),), RULE, confidence, qualifier)


def _likeliest(text: str, found: Iterable[relating.Stated]) -> Iterator[relating.Stated]:
    """Keep of several subjects of one relation to one thing the likeliest, and what stands joined to it."""
    groups: dict[tuple[str, relating.Name], list[relating.Stated]] = {}
    for stated in found:
        groups.setdefault((stated.relation, stated.object), []).append(stated)
    for group in groups.values():
        best = max(group, key=lambda stated: stated.probability)
        for stated in group:
            if stated is best or _joined(text, stated.subject, best.subject):
                yield stated


def _joined(text: str, one: relating.Name | None, other: relating.Name | None) -> bool:
    if one is None or other is None:
        return False
    first, last = sorted((one, other), key=lambda name: name.start)
    return _AND.fullmatch(text[first.end : last.start]) is not None


def _keyless(context: Context, sentence: Sentence) -> str:
    """Give the text of a sentence with the citation key of its paper blanked out."""
    owner = context.owners.get(sentence.block)
    key = owner.citekey if owner is not None else None
    if key is None or key.block != sentence.block or not sentence.start <= key.start < sentence.end:
        return sentence.text
    text, first, last = sentence.text, key.start - sentence.start, key.end - sentence.start
    last += len(text[last:]) - len(text[last:].lstrip("+"))
    return text[:first] + " " * (last - first) + text[last:]


def _by_place(sentence: Sentence) -> dict[tuple[int, int], Named]:
    """Give the names of a sentence that relations can hold between, by their places in it."""
    kinds = (*_THINGS, Kind.PERSON, Kind.ORG)
    own = [n for n in sentence.names if n.kind in kinds]
    found: dict[tuple[int, int], Named] = {}
    end = -1
    for name in own:
        if name.start >= end:
            found[name.start - sentence.start, name.end - sentence.start] = name
            end = name.end
    return found


def _papers(
    context: Context, sentence: Sentence, named: Iterable[tuple[int, int]]
) -> Iterator[tuple[tuple[int, int], Mention]]:
    """Give the papers that a sentence calls by name or title, by their places in it, where it names nothing else."""
    taken = list(named)
    for entry in context.passing.get(sentence.block, ()):
        called = entry.short or entry.title
        if called is not None and sentence.start <= called.start and called.end <= sentence.end:
            start, end = called.start - sentence.start, called.end - sentence.start
            if not any(a < end and start < b for a, b in taken):
                taken.append((start, end))
                yield (start, end), context.subject(entry)


def _about(context: Context, sentence: Sentence) -> Mention | None:
    """Give what a sentence is about without naming it: its paper, the last name before, or the heading above."""
    owner = context.owners.get(sentence.block)
    if owner is not None:
        return context.subject(owner)
    heading = context.headed(sentence.block)
    if not _PRONOUN.match(sentence.text):
        return context.mention(heading) if heading is not None else None
    before = [
        n for n in context.names.named if n.block == sentence.block and n.end <= sentence.start and n.kind in _WORKS
    ]
    if before:
        last = max(o.start for o in context.sentences if o.block == sentence.block and o.start < sentence.start)
        # A pronoun stands for what the sentence before began with, rather than for the last thing it named.
        return context.mention(next((n for n in before if n.start >= last), before[-1]))
    return context.mention(heading) if heading is not None else None


def _holds(stated: relating.Stated, subject: Mention, object_: Mention) -> bool:
    least = _ELSEWHERE if stated.subject is None else ENOUGH
    kinds = _RANGES.get(stated.relation, _THINGS)
    return (
        stated.probability >= least
        and object_.kind in kinds
        and subject.kind in (*_WORKS, Kind.PAPER)
        and subject.text.casefold() != object_.text.casefold()
    )


def _is_no_maker(text: str, stated: relating.Stated, ends: tuple[Mention, Mention]) -> bool:
    """Say whether a person is named beside a paper, as its author or speaker, or an organisation as where code lies."""
    beside = ends[0].kind is Kind.PAPER and ends[1].kind is Kind.PERSON
    return beside or _PLACE.search(text[: stated.object.start]) is not None


def _qualified(text: str, stated: relating.Stated) -> tuple[str, float]:
    """Read whether a statement is denied, asked or doubted, and how much of the confidence that leaves."""
    if text.rstrip().endswith("?"):
        return "question", 0.4
    first = stated.subject.start if stated.subject is not None else 0
    start, end = sorted((first, stated.object.start))
    between = text[start:end]
    if _NEGATION.search(between):
        return "negated", 0.8
    return ("hedged", 0.6) if _HEDGE.search(between) else ("", 1.0)
