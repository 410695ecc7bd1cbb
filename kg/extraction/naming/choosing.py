"""Among the finds of the rules in one block, which are names, and how sure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from kg.extraction import align, citation_forms, gazetteer, logs
from kg.extraction.entries import Page
from kg.extraction.naming import titling
from kg.extraction.naming.named import KINDS, Named
from kg.extraction.naming.no_names import is_name
from kg.extraction.nlp import Found
from kg.extraction.ranges import Ranges, links_near
from kg.extraction.rules import learned_names
from kg.model import Block, BlockKind, Kind, LinkKind, Mark, MarkKind
from kg.text import bare, form_key

KNOWN = "known-name"
_SET_OFF = 0.3
"""What it adds to a name that the note sets it off, in italics, bold or code."""
_ALONE = 0.5
"""Weight of a kind that only the trained component tells, but of persons: against one that words or layout tell."""
_SAID_SMALL = (Kind.METHOD, Kind.TASK)
"""Kinds of names that are written in small letters too, and so are names where they are set off."""
_MARKS = frozenset({MarkKind.EM, MarkKind.STRONG, MarkKind.CODE})
_SIZE = re.compile(r"(?:[ -]\d{1,4}(?:\.\d{1,2})?[BMbm]\b|[ -]?v\d(?:\.\d{1,2})?\b|-(?=[A-Zv\d])[\w.]*\w)+")
_EVENT = re.compile(r"\s(?:[Ww]orkshop|[Ss]ymposium|[Cc]onference|[Hh]ackathon|[Ss]ummer [Ss]chool)\b")
"""Behind the name of an event."""
_VERSION = re.compile(r"-[A-Za-z]?\d|[ -][vVR]\d")
"""Behind the name of a company: a model of it, `DeepSeek-V2`."""
_CLOSED = (
    (("10.",), re.compile(r"\b10\.\d{4,9}/\S+")),
    (("/", '="'), re.compile(r"(?<![\w/])~?(?:/[\w.%+-]++){2,}+|\b\w{2,20}=\"[^\"\s]{1,300}\"")),
    (("icen",), re.compile(r"\b(?:MIT|BSD|Apache)(?: \d(?:\.\d)?)?[ -][Ll]icen[sc]ed?\b")),
    (("${",), re.compile(r"\$\{\w{1,60}\}")),
    ((".",), re.compile(r"\b(?:cs|eess|stat|math|econ|physics|q-bio|q-fin)\.(?:\[[A-Z, ]{2,80}\]|[A-Z]{2}\b)")),
    (("::",), re.compile(r"^[ \t]*[\w() -]{2,30}::(?!\S)|[\[(][\w -]{2,30}::(?=\s)", re.MULTILINE)),
    (
        ("::",),
        re.compile(
            r"^[ \t]*(?:(?:item|note|entry) ?type|cite ?key|citation ?key|(?:first ?)?authors?|doi|status|"
            r"tags?|alias(?:es)?|links)::.*",
            re.MULTILINE | re.IGNORECASE,
        ),
    ),
    (
        ("[@", "cite"),
        re.compile(r"\[@[^\]\n]{2,300}\]|(?::|\{)cite(?::\w+)?(?::|\})\s?[^\s,;]+(?:,[^\s,;]+)*"),
    ),
)
"""Identifiers, paths, licences, names of properties, properties whose values are no prose, and citation keys.

Before each pattern stand the signs of which a text must have one.
"""
_SUBJECT = 0.2
"""Confidence of what a title is about, which is a candidate."""
_PLAIN = 0.45
"""Confidence of a known organisation whose name is an ordinary word of the note."""
_LEADING = 3
"""Characters before a link that leads its item, at most."""
_FORMULA_NAME = re.compile(r"-?[A-Z]")
_PROBLEMS = frozenset({"Problem", "Problems"})
_AWARDS = frozenset({"Award", "Awards", "Prize", "Medal"})
_PRAISE = re.compile(
    r"s?\s(?:of\s(?:the|this|my)\s(?:day|week|month|session|batch|lot|bunch)|I\b|we\b|so\sfar|about|on|ever|to\sread|by\sfar)\b"
)
"""Behind what is praised and not given an award: `the best paper of the week`."""
_AWARDS_OF = re.compile(r"\b(?:papers|awards|prizes|medals|posters|demos|talks)$", re.IGNORECASE)
_ORG = re.compile(
    r"\b(?:University|Universität|Universidad|Université|Institute of|College of|National Laboratory)\b|"
    r"\s(?:Labs?|Laborator(?:y|ies)|Studios?|Foundation|Inc\.?|Ltd\.?|GmbH|Corporation)$"
)


def closed_ranges(page: Page) -> dict[int, list[tuple[int, int]]]:
    """Return the ranges of each block that are fields, citations, code or addresses, where prose names nothing."""
    closed: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for at, start, end in _fields(page):
        closed[at].append((start, end))
    for occasion in page.occasions:
        for speaker in occasion.speakers:
            closed[speaker.name.block] += [(f.start, f.end) for f in (speaker.name, *speaker.places)]
    for index, block in enumerate(page.note.blocks):
        closed[index] += [(k.start, k.end) for k in block.links if "://" in block.prose[k.start : k.end]]
        closed[index] += [(m.start, m.end) for m in block.marks if m.kind is MarkKind.MATH and not _names(block, m)]
        forms = (form for signs, form in _CLOSED if any(sign in block.prose for sign in signs))
        closed[index] += [found.span() for form in forms for found in form.finditer(block.prose)]
        brackets = citation_forms.BRACKET.finditer(block.prose) if citation_forms.DATED.search(block.prose) else ()
        for group in brackets:
            for found in citation_forms.IN_BRACKETS.finditer(block.prose, *group.span()):
                if found["others"] or len(citation_forms.surnames(found)[0]) > 1:
                    closed[index].append(found.span())
    return closed


def _fields(page: Page) -> Iterator[tuple[int, int, int]]:
    """Yield where the fields of papers stand that hold names of another sort: the block, from, to."""
    for entry in page.entries:
        places = [entry.citekey, entry.rating, entry.year, entry.venue, *entry.authors, *entry.tags]
        yield from ((f.block, f.start, f.end) for f in places if f is not None)
        for publisher in (one.text for one in entry.details if one.name == "publisher"):
            start = page.note.blocks[entry.first_block].prose.find(publisher)
            yield from [(entry.first_block, start, start + len(publisher))] if start >= 0 else []


def _names(block: Block, formula: Mark) -> bool:
    """Return whether a formula begins a name, as in `$k$-NN`."""
    return bool(_FORMULA_NAME.match(block.prose, formula.end))


def title_ranges(page: Page) -> dict[int, list[tuple[int, int]]]:
    """Return the ranges of titles and table rows, which are written unlike prose: only known names are read there.

    What a line of minutes calls the paper is a title only where it is set off.
    """
    titles: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for entry in page.entries:
        if entry.title is not None and logs.is_set_off(entry):
            titles[entry.title.block].append((entry.title.start, entry.title.end))
    for occasion in page.occasions:
        titles[occasion.title.block].append((occasion.title.start, occasion.title.end))
    for index, block in enumerate(page.note.blocks):
        if block.kind is BlockKind.ROW:
            titles[index].append((0, len(block.prose)))
    return titles


def open_finds(
    block: Block, found: Sequence[Found], titles: Sequence[tuple[int, int]], small: AbstractSet[str]
) -> list[Found]:
    """Leave out what is found inside a title or a table row, but for known names and what the title's form tells.

    Everyday tools in titles, headings and the link that an item begins with are what these are about: a book on a
    programming language uses none. An organisation whose name the note writes in small letters too (`lambda`) needs
    more than the word lists.
    """
    inside, closed, heading = (KNOWN, titling.NAME), Ranges(titles), block.kind is BlockKind.HEADING

    def is_subject(one: Found, *, titled: bool) -> bool:
        if one.kind is not Kind.METHOD or not is_everyday(block.prose[one.start : one.end]):
            return False
        links = links_near(block, one.start, one.end)
        leads = any(link.start <= min(_LEADING, one.start) and one.end <= link.end for link in links)
        return heading or leads or (titled and block.kind is not BlockKind.ROW)

    kept: list[Found] = []
    for one in found:
        titled = closed.touch(one.start, one.end)
        if is_subject(one, titled=titled):
            kept.append(replace(one, confidence=min(one.confidence, _SUBJECT)))
        elif one.rule in inside or not titled:
            plain = one.kind is Kind.ORG and one.rule == KNOWN and block.prose[one.start : one.end].casefold() in small
            kept.append(replace(one, confidence=min(one.confidence, _PLAIN)) if plain else one)
    return kept


def is_everyday(text: str) -> bool:
    """Return whether a text is the name of an everyday tool.

    >>> is_everyday("JavaScript"), is_everyday("delta debugging"), is_everyday("BERT")
    (True, False, False)
    """
    known = gazetteer.known(text)
    return known is not None and known.everyday


def _crosses(block: Block, one: Found) -> bool:
    """Return whether a find is a part of a link to a note, or goes beyond one: the link is one name."""
    return any(
        link.kind is LinkKind.WIKI
        and link.start < one.end
        and one.start < link.end
        and (one.start, one.end) != align.trim(block.prose, link.start, link.end, " @")
        for link in links_near(block, one.start, one.end)
    )


def choose(page: Page, index: int, found: Sequence[Found], closed: list[tuple[int, int]]) -> Iterable[Named]:
    """Choose among the finds of a block: agreeing ones strengthen each other, the stronger and longer ones win."""
    block = page.note.blocks[index]
    barred, taken = Ranges(closed), Ranges()
    set_off = {(mark.start, mark.end) for mark in block.marks if mark.kind in _MARKS}
    weights: dict[tuple[int, int, Kind], tuple[float, str]] = {}
    for one in found:
        if one.kind not in KINDS or barred.touch(one.start, one.end) or _crosses(block, one):
            continue
        if one.kind is Kind.AWARD and _PRAISE.match(block.prose, one.end):
            continue
        end, kind = with_size(block.prose, one.end), one.kind
        if kind is Kind.ORG and _VERSION.match(block.prose, one.end):
            kind = Kind.METHOD
        end = end if kind in (Kind.METHOD, Kind.DATASET) else one.end
        key = one.start, end, _told_kind(block.prose[one.start : end], kind)
        marked = (one.start, one.end) in set_off and (kind in _SAID_SMALL or not block.prose[one.start : end].islower())
        old, rule = weights.get(key, (_SET_OFF if marked else 0.0, one.rule))
        weights[key] = (1 - (1 - old) * (1 - one.confidence), rule if old >= one.confidence else one.rule)
    order = sorted(weights.items(), key=lambda w: (-w[1][0] - 0.01 * min(w[0][1] - w[0][0], 40), w[0]))
    for (start, end, kind), (confidence, rule) in order:
        if taken.touch(start, end):
            continue
        taken.add(start, end)
        text = align.one_line(block.prose[start:end])
        if is_name(text, kind) and not (kind in (Kind.METHOD, Kind.DATASET) and _EVENT.match(block.prose, end)):
            yield Named(index, start, end, kind, text, rule, round(confidence, 4))


def _told_kind(text: str, kind: Kind) -> Kind:
    """Return the kind that the last word of a name tells: an award, a university."""
    words = text.split()
    if kind is Kind.PERSON or len(words) < 2:
        return kind
    if words[-1] in _AWARDS:
        return Kind.AWARD
    if words[-1] in _PROBLEMS and kind is Kind.METHOD:
        return Kind.TASK
    return Kind.ORG if kind in (Kind.METHOD, Kind.DATASET, Kind.TASK) and _ORG.search(text) else kind


def with_size(prose: str, end: int) -> int:
    """Take the size or version behind a name into it: `Mistral 7B`, `SAM v2`."""
    size = _SIZE.match(prose, end)
    return size.end() if size else end


def shrink(one: Named) -> Named:
    """Leave a common word behind a name out of its place, and of an award the plural: `Outstanding Paper Awards`."""
    if one.kind is Kind.AWARD and _AWARDS_OF.search(one.text):
        return replace(one, text=one.text[:-1], end=one.end - 1)
    text = bare(one.text) if one.kind in (Kind.METHOD, Kind.DATASET) and one.rule != KNOWN else one.text
    return replace(one, text=text, end=one.end - len(one.text) + len(text)) if text != one.text else one


def one_kind(chosen: list[Named]) -> list[Named]:
    """Give each name the kind that most speaks for in the note."""
    votes: dict[str, dict[Kind, float]] = defaultdict(lambda: defaultdict(float))
    firm: dict[str, float] = defaultdict(float)
    keys = {text: form_key(bare(text)) for text in {one.text for one in chosen}}
    for one in chosen:
        key = keys[one.text]
        told = one.rule != learned_names.NAME or one.kind is Kind.PERSON
        votes[key][one.kind] += one.confidence * (1 if told else _ALONE)
        firm[key] = max(firm[key], one.confidence)
    best = {key: max(sorted(kinds), key=lambda kind: kinds[kind]) for key, kinds in votes.items()}
    return [_of_kind(one, best[keys[one.text]], firm[keys[one.text]] - 0.1) for one in chosen]


def _of_kind(one: Named, kind: Kind, sure: float) -> Named:
    """Give a name a kind: as sure as at other places, or surer where it was read as of that kind."""
    confidence = max(one.confidence, sure) if kind == one.kind else sure
    return one if (kind, confidence) == (one.kind, one.confidence) else replace(one, kind=kind, confidence=confidence)
