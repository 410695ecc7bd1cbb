"""Short forms that a text defines: `Low-Rank Adaptation (LoRA)`, `LoRA (Low-Rank Adaptation)`.

After Schwartz and Hearst (2003): the letters of the short form are found from right to left in the words before the
bracket, the first letter at the beginning of a word.

A definition of which one side is named gives the other side the same kind.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kg.extraction import align
from kg.extraction.entries import Page
from kg.extraction.naming.named import PLACED, Alias, Named
from kg.extraction.naming.no_names import is_matter
from kg.extraction.ranges import Ranges
from kg.model import Block, Kind
from kg.text import form_key

_BRACKET = re.compile(r"\(\s*([^()\n]{2,90}?)\s*(?:[;,][^()\n]{0,80})?\)")
_STANDS_FOR = re.compile(
    r"(?<!\w)(?P<short>[^\W_][\w.-]{1,11})(?:,| is| \(?which)? (?:short for|stands? for|standing for|i\.e\.|meaning) "
    r"[\"“'*_]{0,2}(?P<long>[A-Za-z][^.;:,()\n]{5,90})"
)
_SHORT = re.compile(r"[^\W_][\w.+/&-]{1,11}")
_WORD = re.compile(r"[^\W_][\w'’]*")
_COMPOUND = re.compile(r"(?<![\w-])([^\W_])[\w'’]{0,40}-(?:[\w'’]{1,40}-){0,10}$")
"""Before the end of a compound, its beginning and first letter: the expansion of ASA begins with `attribute-aware`."""
_PURPOSE = re.compile(r"\s(?:for|in|with|via|using)\s")
"""Behind a name whose first letters are the whole short form: `Prior Moss Networks for Forests (PMN)`."""
_LAST_WORDS, _MOSTLY = 12, 0.7
_STOPS = frozenset("a an the of for in and or with to on from by as is are we our called named dubbed using".split())


@dataclass(frozen=True, slots=True)
class Definition:
    """A short form and its expansion, each at its place in the text."""

    short: tuple[int, int]
    long: tuple[int, int]


def find(text: str) -> Iterator[Definition]:
    """Find each definition of a short form.

    >>> text = "We use Monte Carlo tree search (MCTS) and SAM (Segment Anything Model)."
    >>> [(text[slice(*d.short)], text[slice(*d.long)]) for d in find(text)]
    [('MCTS', 'Monte Carlo tree search'), ('SAM', 'Segment Anything Model')]
    >>> text = "Deep Moss Networks for Cold Forests (DMN)"
    >>> [text[slice(*d.long)] for d in find(text)]
    ['Deep Moss Networks']
    >>> text = "attribute-aware spatial activation (ASA)"
    >>> [text[slice(*d.long)] for d in find(text)]
    ['attribute-aware spatial activation']
    """
    for match in _BRACKET.finditer(text):
        inner = match.span(1)
        before = match.start()
        while before > 0 and text[before - 1] in ' \t\n*_`"”’':
            before -= 1
        if is_short(match.group(1)):
            long = _expansion(text, _clause(text, before), before, match.group(1))
            if long is not None:
                yield Definition(inner, long)
                continue
        word = re.search(r"[^\s()\[\]\"“*_`]{2,14}$", text[max(0, before - 14) : before])
        if word is None or not is_short(word.group()) or " " not in match.group(1):
            continue
        short = (before - len(word.group()), before)
        long = _expansion(text, inner[0], inner[1], word.group())
        if long is not None and long[0] <= inner[0] + 4:
            yield Definition(short, long)
    for match in _STANDS_FOR.finditer(text):
        long = _expansion(text, match.start("long"), match.end("long"), match["short"])
        if is_short(match["short"]) and long is not None and long[0] == match.start("long"):
            yield Definition(match.span("short"), long)


def is_short(text: str) -> bool:
    """Return whether a text can be a short form: one word of up to a dozen characters with a capital.

    >>> [is_short(text) for text in ("MoE", "DPO", "SE(3)", "see", "2019", "Table")]
    [True, True, False, False, False, False]
    """
    text = text.strip()
    if not _SHORT.fullmatch(text) or not any(c.isupper() for c in text):
        return False
    return not text.istitle() or len(text) <= 2 or any(c.isdigit() for c in text)


def spells_out(short: str, text: str) -> bool:
    """Return whether a name is made of another one, most of whose words begin with a letter of it, in order.

    >>> spells_out("DoRA", "Weight-Decomposed Low-Rank Adaptation"), spells_out("SAM", "semantic segmentation")
    (True, False)
    """
    found = _expansion(text, 0, len(text), short)
    words = _WORD.findall(text[slice(*found)]) if found else []
    place = hits = 0
    for word in words:
        at = short.casefold().find(word[0].casefold(), place)
        place, hits = (at + 1, hits + 1) if at >= 0 else (place, hits)
    return hits > _MOSTLY * len(words) and (found is None or found[0] == 0 or text[found[0] - 1] == "-")


def _clause(text: str, end: int) -> int:
    """Return the first place from which an expansion that ends at `end` can begin."""
    start = max(0, end - 160)
    for sign in (". ", "; ", ": ", "(", ")", "\n", " – ", " — "):
        place = text.rfind(sign, start, end)
        start = max(start, place + len(sign)) if place >= 0 else start
    words = list(_WORD.finditer(text, start, end))
    return words[-_LAST_WORDS].start() if len(words) > _LAST_WORDS else start


def _expansion(text: str, start: int, end: int, short: str) -> tuple[int, int] | None:
    """Find the shortest run of words up to `end` in which the letters of the short form stand in order."""
    counted = any(c.isdigit() for c in text[start:end])
    letters = [c.casefold() for c in short if c.isalpha() or (c.isdigit() and counted)]
    if letters and letters[-1] == "s" and short[-1] == "s" and len(letters) > 2:
        letters = letters[:-1]
    place, left = end - 1, len(letters) - 1
    while left >= 0:
        while place >= start and not _fits(text, start, place, letters[left], first=left == 0):
            place -= 1
        if place < start:
            return None
        left, place = left - 1, place - 1
    begin = place + 1
    compound = _COMPOUND.search(text, start, begin)
    if compound is not None and compound[1].casefold() == letters[0]:
        begin = compound.start()
    words = _WORD.findall(text[begin:end])
    weighty = [word for word in words if word.casefold() not in _STOPS]
    if len(words) < 2 or len(words) > min(len(letters) + 5, len(letters) * 2) + 1 or len(weighty) > len(letters) + 3:
        return None
    purpose = _PURPOSE.search(text, begin, end)
    if purpose is not None:
        head = (word for word in _WORD.findall(text[begin : purpose.start()]) if word.casefold() not in _STOPS)
        end = purpose.start() if [word[0].casefold() for word in head] == letters else end
    return (begin, end) if text[begin:end].casefold() != short.casefold() else None


def _fits(text: str, start: int, place: int, letter: str, *, first: bool) -> bool:
    if text[place].casefold() != letter:
        return False
    return not first or place == start or not text[place - 1].isalnum()


_DEFINED = (Kind.METHOD, Kind.DATASET, Kind.TASK, Kind.ORG)


def aliases(page: Page, named: Sequence[Named]) -> Iterable[Alias]:
    """Yield the definitions of short forms of which one side is named; both sides are of the kind of the surer one."""
    by_place: dict[tuple[int, int], Named] = {(n.block, n.start): n for n in named}
    for index, block in enumerate(page.note.blocks):
        if block.kind not in PLACED or "(" not in block.prose:
            continue
        for defined in find(block.prose):
            short, long = (_named_at(by_place, index, place) for place in (defined.short, defined.long))
            sides = [side for side in (long, short) if side is not None and side.kind in _DEFINED]
            if not sides or is_matter(block.prose[slice(*defined.long)]):
                continue
            model = max(sides, key=lambda side: (side.confidence, side.kind is not Kind.ORG))
            yield Alias(*(_like(model, block, index, place) for place in (defined.short, defined.long)))


def _named_at(named: Mapping[tuple[int, int], Named], index: int, place: tuple[int, int]) -> Named | None:
    """Return the name that stands at a place and covers most of it."""
    one = named.get((index, place[0]))
    return one if one is not None and abs(one.end - place[1]) <= 3 else None


def _like(model: Named, block: Block, index: int, place: tuple[int, int]) -> Named:
    text = align.one_line(block.prose[slice(*place)])
    return Named(index, *place, model.kind, text, "definition", model.confidence)


def with_definitions(chosen: Sequence[Named], aliases: Sequence[Alias]) -> Iterable[Named]:
    """Put both sides of each definition in the place of what was read there, and give all their forms their kind."""
    sides = [side for alias in aliases for side in (alias.short, alias.long)]
    kinds = {form_key(side.text): side.kind for side in sides}
    places: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for side in sides:
        places[side.block].append((side.start, side.end))
    defined = {block: Ranges(some) for block, some in places.items()}
    for one in chosen:
        if one.block not in defined or not defined[one.block].touch(one.start, one.end):
            kind = kinds.get(form_key(one.text)) if kinds and one.kind is not Kind.PERSON else None
            yield one if kind is None or kind is one.kind else replace(one, kind=kind)
    yield from sides
