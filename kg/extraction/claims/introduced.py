"""What a paper introduces: the method or dataset it is called by, and what its description says that it proposes.

Its title states more: what it makes is for a task, and uses what it does that with. `FooNet: Glacier Segmentation with
diffusion models` is applied to the one and uses the other; where a title names nothing that the paper makes, the paper
uses what is applied to the task.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from operator import itemgetter

from kg import lexicons, terms
from kg.extraction import gazetteer, logs, shapes
from kg.extraction.citing import Citation, paper_of
from kg.extraction.constructions import MAKES
from kg.extraction.context import Context, Sentence
from kg.extraction.entries import Entry, Field
from kg.extraction.naming import Named, definitions, titling
from kg.model import Claim, Iri, Kind, Mention
from kg.text import name_key

RULE = "introduced"
TITLED = "title-relation"
_SURE = 0.7
_BASED = re.compile(r"[- ]based\b(?! on\b)", re.IGNORECASE)
_COMPARED = re.compile(
    r"\b(?:compar(?:ison|ed|ing)(?:\s\w{2,7})?|(?:bridg|reconcil)(?:e|es|ing)\s[^:]{1,60}\swith)\s?$", re.IGNORECASE
)
"""Before a name it tells what a paper is compared with, or what it joins to something else, not what it uses."""
_MADE, _USED, _AIM = "made", "used", "aim"

_VERB = re.compile(
    rf"\b(?:{MAKES}|"
    r"(?:we )?(?:call(?:ed)?|term(?:ed)?|dub(?:bed)?|named?)|an? (?:novel|new)|"
    r"(?:main|key|core|central|primary|principal) (?:contribution|novelty|innovation)s? (?:is|are|was|were))\b",
    re.IGNORECASE,
)
_BY_US = re.compile(
    r"(?:^|[:)\]]|\b(?:we|i|they|authors?|paper|preprint|work|study|article|thesis|it|he|she|team|group|here|herein|"
    r"(?:aim|is) to))"
    r"(?:\W|\b(?:have|has|had|also|first|then|thus|further|recently|here|now|is|are|the|a|\w{1,20}ly)\b)*$",
    re.IGNORECASE,
)
"""Before a verb of introduction whose subject is the paper or its authors, or that begins a remark."""
_ONE_WORD = re.compile(r"\W*(?!(?:By|To|For|When|While|In|On|At|As|Is|If)\b)\w\S*\s$")
_VARIANT = re.compile(r"(?:^|[,;:]\s(?:and\s)?)an?\s(?:\S{1,30}\s){1,6}$", re.IGNORECASE)
"""Before `called` where a clause begins with what is called so."""
_ADJECTIVE = re.compile(r"\b(?:our|the|an?|its|their|newly|recently|been|was|were|be)\s$", re.IGNORECASE)
"""Before a participle that is no verb, or has its subject before it: `the proposed`, `was developed`."""
_OTHER = re.compile(
    r"\b(?:under|as|through|into|"
    r"using|uses?|via|based|than|from|compar\w+|leverag\w+|extend\w*|improv\w+|outperform\w*|unlike|such as|like|"
    r"on top of|built|inspired|evaluat\w+|train\w*|analy[sz]\w+|of|for|in|to|on|with|by|and|which|that|where)\b",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"(?:\s?\((?P<short>[^()]{1,60})\)|[)\"”'’`*_]){0,4}(?:(?P<joined>-\w)|\s(?P<word>[a-zß-ÿ]\S{0,30}))"
)
"""Behind a name: its short form, and the word that follows."""
_FREE = lexicons.words("word behind a name")
"""Small words that may stand behind a name that is not a part of a longer one."""
_THINGS = lexicons.words("made thing")
_COMMAND = re.compile(r"\\[a-zA-Z]{0,8}cite[a-zA-Z]{0,8}\*?(?:\[[^\[\]]{0,40}\]){0,2}\{$")
_PROPOSED = re.compile(rf"[\s)\]}}]{{0,3}}(?:first |originally )?{MAKES}\s+(?:the |an? )?")
_WORD = re.compile(r"[^\W\d_]{2,}")
_CITED = 0.8
_FAR = 120
_WITHIN = 80
"""Characters behind a title in which a bracket may say what the paper is called."""
_INSIDE = re.compile(r"[^\W_]\s*$")
"""Before a name in a title that has words before it, and no sign that sets it off."""
_LABEL = re.compile(r"[A-Za-z]{1,2}")
"""What labels a link or the things of a list, where it is a whole title."""
_MARKS = " \"“'`*_"
_OPENING, _NEAR = ("[", "(", "【"), 8
"""Brackets before a short name, and the characters before it that are looked at."""
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
    title = entry.title.text if entry.title is not None else ""
    if titling.REVIEW.search(title):
        return
    for sentence in (one for block in context.blocks_about(entry) for one in context.sentences_of(block)):
        for name in _proposed(sentence, title):
            if name not in seen:
                seen.add(name)
                place = context.place(sentence)
                yield Claim(subject, terms.INTRODUCES, context.mention(name), (place,), RULE, 0.75)


def _called(context: Context, entry: Entry) -> Iterator[Named]:
    """Yield the names by which the note calls the paper: its short name, the name before the colon of its title."""
    title = entry.title
    short = None if _is_else(context, entry) else entry.short
    around = (short, replace(title, end=title.end + _WITHIN) if title is not None else None)
    for block in sorted({place.block for place in around if place is not None}):
        places = [place for place in around if place is not None and place.block == block]
        start, end = min(place.start for place in places), max(place.end for place in places)
        for name in context.names.within(block, start, end):
            if name.kind not in _KINDS:
                continue
            before = context.note.blocks[block].prose[max(0, name.start - _NEAR) : name.start].rstrip(_MARKS)
            near = around[1] if before.endswith(_OPENING) else title
            titled = near if name.rule == "short-name" else None
            called = _holds(titled, name) and title is not None and _calls(title, name)
            if _holds(short, name) or called or (title is not None and _holds(title, name) and _makes(title, name)):
                yield name


def _is_else(context: Context, entry: Entry) -> bool:
    """Return whether a short name is a label alone or, not in brackets, not the one that the title begins with."""
    short, title = entry.short, entry.title
    if short is None:
        return False
    if title is None:
        return _LABEL.fullmatch(short.text) is not None
    if shapes.short_name(title.text) is None:
        return False
    opened = context.note.blocks[short.block].prose[: short.start].endswith(_OPENING)
    return not opened and short.text.casefold() not in title.text.casefold()


def _calls(title: Field, name: Named) -> bool:
    """Return whether a title calls the paper by a name: at its beginning, by its form, or behind it."""
    if name.start >= title.end:
        return True
    if len(title.text) <= len(name.text) + 1:
        told = name.rule != "learned-name" and not _LABEL.fullmatch(name.text)
        return told and titling.is_called(name.text, None) is True
    ahead, _, rest = title.text.partition(name.text)
    return not _INSIDE.search(ahead) and titling.is_called(name.text, rest) is not False


def _makes(title: Field, name: Named) -> bool:
    """Return whether a title without a name before its colon says that the paper makes something."""
    part = titling.part_of(title.text, name.start - title.start, name.end - title.start)
    known = title.text[: name.start - title.start].endswith(" the ")  # `via the X` uses what others made
    return part is not None and not known and titling.makes(name, part) and shapes.short_name(title.text) is None


def _holds(place: Field | None, name: Named) -> bool:
    return place is not None and place.block == name.block and place.start <= name.start and name.end <= place.end


def _proposed(sentence: Sentence, title: str) -> Iterator[Named]:
    """Yield the names that follow a verb of introduction, with no word between that relates them otherwise."""
    text = sentence.text
    if titling.REVIEW.search(text):
        return
    for verb in _VERB.finditer(text):
        if not _is_own(text[: verb.start()], verb.group()):
            continue
        for name in sentence.names:
            start, end = name.start - sentence.start, name.end - sentence.start
            if name.kind not in _KINDS or start < verb.end() or start - verb.end() > _FAR:
                continue
            bracketed = text[:start].rstrip().endswith("(")
            defined = _defined_from(text, start, end) if bracketed else start
            between = text[verb.end() : defined]
            direct = not between.strip(_MARKS)
            if re.search(r"[.;:]\s", between) or not _is_whole(text, name.text, end, title, direct=direct):
                continue
            apposed = (bracketed and defined == start) or between.rstrip(_MARKS).endswith(_CALLED)
            if not _OTHER.search(between) or apposed:
                yield name
                break


def _is_own(before: str, verb: str) -> bool:
    """Return whether a verb says what the paper or its authors did, by the words before it.

    >>> [_is_own(*text.split("|")) for text in ("Here we |present", "Roe2025 |introduces")]
    [True, True]
    >>> [_is_own(*text.split("|")) for text in ("People at the lab |released", "the newly |proposed")]
    [False, False]
    """
    near = before[-_FAR:]
    if verb in _CALLED:
        return _VARIANT.search(near) is not None
    if verb.endswith("ed") and _ADJECTIVE.search(near):
        return False
    return _BY_US.search(near) is not None or _ONE_WORD.match(before) is not None


def _defined_from(text: str, start: int, end: int) -> int:
    """Return where the words begin that a short form in brackets stands for, or the bracket."""
    return next((one.long[0] for one in definitions.find(text) if one.short[0] <= start and end <= one.short[1]), start)


def _is_whole(text: str, name: str, end: int, title: str, *, direct: bool) -> bool:
    """Return whether a name tells what is introduced, and does not only qualify it: `proposes an MoE framework`.

    Args:
        text: a sentence.
        name: as it stands there.
        end: of the name in it.
        title: of the paper. What it has in it may be of a known class, and qualify a word for what people make.
        direct: whether the name follows the verb at once, so that it may be of a known class, too.
    """
    titled = name_key(name) in name_key(title)
    known = gazetteer.known(name)
    if known is not None and known.name.islower() and not (titled or direct):
        return False
    behind = _BEHIND.match(text, end)
    if behind is None:
        return True
    word = behind["word"]
    if behind["joined"] or word is None:
        return False
    word = word.rstrip(".,;:)")
    coined = known is None and any(map(titling.is_coined, (name, behind["short"] or "")))
    return word in _FREE or word.endswith("ly") or (word in _THINGS and (titled or coined))


def titled(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim what the title of a paper states of the names in it."""
    title = entry.title
    if title is None or title.end - title.start > len(title.text) + 2 or not logs.is_set_off(entry):
        return
    if titling.REVIEW.search(title.text):
        return
    names = context.names.within(title.block, title.start, title.end)
    roles = [(role, name) for name in names for role in (_role(context, title, name),) if role]
    made = [context.mention(name) for role, name in roles if role == _MADE][:1]
    named = bool(made) and roles[0][1].start == title.start
    used = [context.mention(name) for role, name in roles[named:] if role == _USED or (named and role == _MADE)]
    aims = [context.mention(name) for role, name in roles if role == _AIM]
    place = (context.span(title),)
    pairs: list[tuple[Mention, Iri, Mention]] = [(one, terms.APPLIED_TO, aim) for one in made or used for aim in aims]
    classes = [one for one in used if _is_class(one.text)]  # `prediction with FooNet` may be the paper on FooNet
    pairs += [(one, terms.USES, other) for one in made for other in used]
    pairs += [(context.subject(entry), terms.USES, other) for other in ([] if made else classes)]
    for one, predicate, other in dict.fromkeys(pairs):
        whole = title.text.removeprefix(one.text).strip(" :") == other.text or predicate == terms.USES
        if one.text.casefold() != other.text.casefold() and not (
            whole and definitions.spells_out(one.text, other.text)
        ):
            yield Claim(one, predicate, other, place, TITLED, _SURE)


def _role(context: Context, title: Field, name: Named) -> str:
    """Return what a name is in a title: what is made, what is used, what it is for; "" if the title does not tell."""
    prose = context.note.blocks[title.block].prose[title.start : title.end]
    start, end = name.start - title.start, name.end - title.start
    part = titling.part_of(prose, start, end)
    if part is None or name.kind not in (*_KINDS, Kind.TASK):
        return ""
    if name.kind is Kind.METHOD and _BASED.match(prose, end):
        return _USED
    if end != part.end or _COMPARED.search(prose, 0, part.start):
        return ""
    if name.kind is Kind.TASK:
        opens = part.lead == ":" or (part.lead == "" and part.behind in titling.MEANS)
        return _AIM if part.lead == "for" or opens else ""
    if start == 0 and part.behind in (":", "for", "via", "with", "using"):
        return _MADE
    if part.lead not in titling.MEANS or start > titling.unpraised(prose, part):
        return ""
    used = gazetteer.known(name.text) is not None or (titling.is_general(name.text) and "+" not in name.text)
    return _MADE if titling.makes(name, part) else _USED if used else ""


def _is_class(text: str) -> bool:
    """Return whether a name is of a class of methods, and not of one that somebody made: `random forests`."""
    known = gazetteer.known(text)
    return known.name.islower() if known is not None else titling.is_general(text)
