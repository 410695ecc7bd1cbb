"""What sentences and items that cite one paper say of it, where they stand under no other paper.

A remark like one below a record, but less sure: a sentence with a citation may say what its writer thinks, and cite for
it. So only those that cite a single paper are taken, with the sentences beside them that go on with "it" or "they".
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from kg import terms
from kg.extraction import align, citing, passages
from kg.extraction.citing import Citation
from kg.extraction.context import TOLD, Context
from kg.extraction.entries import Entry, Field
from kg.extraction.passages import Piece
from kg.model import Block, BlockKind, Claim, Iri, Kind, Mention, Reference

_SURE = 0.7
_TEXT = (BlockKind.PARAGRAPH, BlockKind.ITEM)
_FEWEST = 3
"""Words that a sentence needs beside its citation."""
_WORD = re.compile(r"[^\W\d_]{2,}|[\u3040-\u9fff]")
_EMPTY = re.compile(
    r"\b(?:see|cf|compare|e\.?\s?g|i\.?\s?e|also|read|from|in|by|and|the|paper|source|based on|via|et al|siehe|vgl|"
    r"voir)\b",
    re.IGNORECASE,
)
"""What leads to a citation and says nothing of it."""
_GOES_ON = re.compile(
    r"\W*(?:it|its|they|their|he|his|she|her|this|these|"
    r"the (?:authors?|paper|model|method|approach|system|network|idea))\b(?!\s+(?:by|of|from|in|which|that)\b|"
    r"\s+(?:is|was|seems) (?:clear|known|likely|possible|important|worth|hard|unclear))",
    re.IGNORECASE,
)
_BY = re.compile(r"\bby\s[\W_]*$", re.IGNORECASE)
_AUTHORS = re.compile(r"(?:[^\W\d_a-z][\w'’-]{1,40}(?:,|\sand|\s&)?(?:\s|$)){0,6}(?:et al\.?,?\s?)?[\W_]{0,5}$")
"""Authors who are named before the citation of their paper: `the paper by Lind and Roe [3]`."""
_OPENING = 4
"""Words before the citation of a paper with which a sentence opens."""
_FARTHEST = 3
"""Sentences beside the one with the citation that may go on about the paper."""
_ANNOTATIONS = re.compile(
    r"(?:extracted )?(?:annotations|anmerkungen|anotaciones|annotazioni)\b(?! and | on )", re.IGNORECASE
)
"""The heading that Zotero writes above what was marked."""
_TOLD_BY = ("surnames", "others", "year", "key", "note", "called")
"""What a reference says of the paper it points at."""


@dataclass(frozen=True, slots=True)
class _Cited:
    """A paper at a place in the text."""

    start: int
    end: int
    mentions: tuple[Mention, ...]
    """Several where the words can be read in more than one way: a link to a note, called by authors and year."""
    which: object
    """Equal where the same paper is meant."""
    cites: bool = True
    """Whether the words do nothing but cite, and are no part of the sentence as a linked word is."""
    told: bool = False
    """Whether the sentence tells of the paper: `In KernelMix, they collected ...`."""
    reference: Reference | None = None
    """What the words tell of a paper that the note does not describe."""


def make(context: Context, citations: Sequence[Citation]) -> Iterator[Claim]:
    """Claim what is said of the papers that a note cites in passing."""
    found = _by_block(context, citations)
    told: set[int] = set()
    for at in sorted(found):
        if at in told:
            continue
        from_quotations = list(_quoted(context, at, found[at]))
        if from_quotations:
            yield from from_quotations
            continue
        whole = _item(context, at, found)
        if whole:
            told.update(whole)
            yield from _claim(context, found[at][0], [_all(context, block) for block in whole])
        else:
            for cited, pieces in _sentences(context, at, found[at]):
                below = _announced(context, pieces[-1], found)
                quoted = [block for block in below if context.note.blocks[block].quote]
                told.update(below)
                rest = [_all(context, block) for block in below if block not in quoted]
                yield from _claim(context, cited, [*pieces, *rest])
                for block in quoted:
                    yield from _claim(context, cited, [_all(context, block)], terms.HIGHLIGHT)


def _quoted(context: Context, at: int, found: Sequence[_Cited]) -> Iterator[Claim]:
    """Yield what quotations with their source, and words behind them, say: `“...” (Lind et al., 2017, p. 3) Good`."""
    block = context.note.blocks[at]
    for one in passages.cited(block):
        cited = [paper for paper in found if one.words[1] <= paper.start and paper.end <= one.end]
        if len(cited) == 1:
            yield from _claim(context, cited[0], [(at, *one.words)], terms.HIGHLIGHT)
            yield from _claim(context, cited[0], passages.said_behind(block, at, one))
            if block.parent is not None and _ANNOTATIONS.match(context.note.blocks[block.parent].prose):
                yield from _credited(context, at, cited[0])


def _credited(context: Context, at: int, cited: _Cited) -> Iterator[Claim]:
    """Claim authors and year of a paper that a program has exported annotations of: no note need describe it."""
    told = cited.reference
    if told is None or not (told.surnames and told.year):
        return
    place = align.span(context.note, align.field(context.note.blocks[at], at, cited.start, cited.end))
    for name in told.surnames:
        person = Mention(place, Kind.PERSON, name, citing.NAME, _SURE)
        yield Claim(told.mention, terms.AUTHOR, person, (place,), citing.NAME, _SURE)
    yield Claim(told.mention, terms.AUTHORS_COMPLETE, not told.others, (place,), citing.NAME, _SURE)
    yield Claim(told.mention, terms.DATE_PUBLISHED, told.year, (place,), citing.NAME, _SURE)


def _all(context: Context, block: int) -> Piece:
    return block, 0, len(context.note.blocks[block].prose)


def _by_block(context: Context, citations: Sequence[Citation]) -> dict[int, list[_Cited]]:
    """Return the papers cited in each block that is about none, in order."""
    found: dict[int, list[_Cited]] = defaultdict(list)
    for one in citations:
        if one.entry is not None:
            found[one.place.block].append(_cited(context, one.place, one.entry))
        elif one.reference is not None:
            said = tuple(getattr(one.reference, name) for name in _TOLD_BY)
            place, mentions = one.place, (one.reference.mention,)
            cited = _Cited(place.start, place.end, mentions, said, reference=one.reference)
            found[place.block].append(cited)
    for entry in context.papers:
        place = entry.short or entry.title or entry.anchor
        if not entry.labelled:
            cites = entry.citekey is not None
            found[place.block].append(replace(_cited(context, place, entry), cites=cites, told=entry.rule in TOLD))
    free = (at for at in found if at not in context.owners and context.note.blocks[at].kind in _TEXT)
    return {at: _merged(found[at]) for at in free}


def _cited(context: Context, place: Field, entry: Entry) -> _Cited:
    return _Cited(place.start, place.end, (context.subject(entry),), entry.anchor)


def _merged(found: Iterable[_Cited]) -> list[_Cited]:
    """Put together what is read of the same words."""
    merged: list[_Cited] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        last = merged[-1] if merged else None
        if last is not None and one.start < last.end:
            mentions = tuple(dict.fromkeys((*last.mentions, *one.mentions)))
            end = max(last.end, one.end)
            merged[-1] = replace(last, end=end, mentions=mentions, cites=last.cites or one.cites)
        else:
            merged.append(one)
    return merged


def _item(context: Context, at: int, found: Mapping[int, Sequence[_Cited]]) -> list[int]:
    """Return an item and what stands below it, where all cites one paper, at the beginning or end of the item."""
    block = context.note.blocks[at]
    if block.kind is not BlockKind.ITEM:
        return []
    cited = found[at]
    before, after = block.prose[: cited[0].start], block.prose[cited[-1].end :]
    if not _said(before) or not _said(after):
        below = list(_below(context.note.blocks, at))
        alone = len({one.which for block in (at, *below) for one in found.get(block, ())}) == 1
        free = all(block not in context.owners for block in below)
        asks = block.prose[: cited[0].start].rstrip(" ([").endswith(("?", "？"))
        if alone and free and (below or (not asks and _words(block.prose, cited) >= _FEWEST)):
            return [at, *below]
    return []


def _below(blocks: Sequence[Block], at: int) -> Iterator[int]:
    """Yield the blocks that stand below an item."""
    inside = {at}
    for index in range(at + 1, len(blocks)):
        if blocks[index].parent not in inside:
            return
        inside.add(index)
        yield index


def _sentences(context: Context, at: int, cited: Sequence[_Cited]) -> Iterator[tuple[_Cited, list[Piece]]]:
    """Yield the sentences that cite one paper, each with those around it that go on about the same."""
    prose, bounds = context.note.blocks[at].prose, context.bounds.get(at, ())
    starts = [one.start for one in cited]
    of = [cited[bisect_left(starts, start) : bisect_left(starts, end)] for start, end in bounds]
    goes_on = [_GOES_ON.match(prose, *bound) is not None and not own for bound, own in zip(bounds, of, strict=True)]
    taken: dict[object, tuple[_Cited, set[int]]] = {}
    for number, ((start, end), own) in enumerate(zip(bounds, of, strict=True)):
        if len({one.which for one in own}) != 1 or not _is_about(prose, (start, end), own):
            continue
        _, numbers = taken.setdefault(own[0].which, (own[0], set()))
        numbers.add(number)
        numbers.update(takewhile(goes_on.__getitem__, range(number + 1, min(number + _FARTHEST, len(bounds)))))
        first = number
        while first > 0 and number - first < _FARTHEST and _GOES_ON.match(prose, *bounds[first]) and not of[first - 1]:
            first -= 1
            numbers.add(first)
    for one, numbers in taken.values():
        yield one, [(at, *bounds[number]) for number in sorted(numbers)]


def _announced(context: Context, piece: Piece, found: Mapping[int, Sequence[_Cited]]) -> list[int]:
    """Return the items or quotations that the last sentence of a block announces with a colon."""
    blocks, (at, _, end) = context.note.blocks, piece
    block = blocks[at]
    if end < len(block.prose.rstrip()) or not block.prose.rstrip().endswith((":", "：")):
        return []
    below: list[int] = []
    for index in range(at + 1, len(blocks)):
        hangs = blocks[index].kind is BlockKind.ITEM or blocks[index].quote > block.quote
        if (
            not hangs
            or index in found
            or index in context.owners
            or (block.kind is BlockKind.ITEM and blocks[index].parent != at)
        ):
            break
        below.append(index)
    return below


def _is_about(prose: str, bounds: tuple[int, int], cited: Sequence[_Cited]) -> bool:
    """Return whether a sentence is about the paper it cites: at its beginning or end, as its subject, or with "by"."""
    start, end = bounds
    if prose[start:end].rstrip().endswith(("?", "？")) or _words(prose[start:end], cited, start) < _FEWEST:
        return False
    first, last = cited[0], cited[-1]
    before = _AUTHORS.sub("", prose[start : first.start])
    opens = len(_WORD.findall(before)) <= _OPENING
    closes = last.cites and not _said(prose[last.end : end])
    narrated = first.cites and "(" in prose[first.start : first.end] and prose[first.start] != "("
    return opens or closes or narrated or first.told or _BY.search(before) is not None


def _claim(context: Context, cited: _Cited, pieces: Sequence[Piece], predicate: Iri = terms.REMARK) -> Iterator[Claim]:
    blocks = context.note.blocks
    kept = [(at, *align.trim(blocks[at].prose, start, end)) for at, start, end in pieces]
    kept = [piece for piece in kept if _WORD.search(blocks[piece[0]].prose, *piece[1:])]
    if kept:
        text, places = passages.put_together(context.note, kept)
        for mention in cited.mentions:
            yield Claim(mention, predicate, text, places, citing.NAME, _SURE)


def _said(text: str) -> bool:
    return _WORD.search(text) is not None


def _words(text: str, cited: Sequence[_Cited], base: int = 0) -> int:
    """Count the words beside the citations that say something."""
    ends = [0, *(max(0, one.end - base) for one in cited)]
    starts = [*(max(0, one.start - base) for one in cited), len(text)]
    beside = " ".join(text[end:start] for end, start in zip(ends, starts, strict=True))
    return len(_WORD.findall(_EMPTY.sub(" ", beside)))
