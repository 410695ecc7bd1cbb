"""What a note says and kg did not understand: lines that look as if they held a paper, sentences that look informative.

`kg report` lists them, so nothing is lost in silence.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice

from kg.extraction import align, citation_forms, citations, shapes
from kg.extraction.entries import Entry, Page, Unread, fields_of
from kg.extraction.linking import is_taught
from kg.extraction.lists import declined
from kg.extraction.naming import Names
from kg.extraction.outline import stands_elsewhere
from kg.extraction.unread_lists import UnreadList
from kg.links import Role, find_identifiers, read_link
from kg.model import BlockKind, LinkKind, Problem, Span
from kg.text import name_key

CODE = "not-understood"
LEFT_OUT, UNREAD_LIST = "no-paper", "unread-list"
_LIKELY, _AS_LIKELY = 0.7, 0.5
"""How much a text, and a line beside papers, must look like a reference to be reported."""
_Places = Mapping[int, Sequence[tuple[int, int]]]
_SHORTEST = 20
_LONGEST = 600
_SHOWN = 20
"""Lines that a message lists."""
_BESIDE = 3
"""Papers among the items of a list that make an unread item worth a look, and words that it needs."""


def find(page: Page, unread: Sequence[UnreadList]) -> tuple[Problem, ...]:
    """Report what looks as if it held a paper, and that no rule has read.

    Args:
        page: the note as it was read.
        unread: its lists of references of which little was read; each is reported once.
    """
    read = {f.text for e in page.entries for f in e.links}
    keys = {key for text in read if (key := read_link(text).key)}
    unwanted = declined(page.note)
    papers = _places(page)
    lists = [one for one in unread if one.lines[0].block not in unwanted]
    unwanted |= {line.block for one in lists for line in one.lines}
    problems: list[Problem] = [_list(page, one) for one in lists]
    problems += [*_references(page, unwanted), *_between(page, unwanted, papers)]
    problems += [*_disputed(page), *_copied(page), *_left_out(page, papers)]
    for index, block in enumerate(page.note.blocks):
        if block.kind in (BlockKind.CODE, BlockKind.RECORD) or page.taken(index) or index in unwanted:
            continue
        for link in block.links:
            address = read_link(link.target)
            known = link.target in read or address.key in keys
            if link.kind is LinkKind.IMAGE or known or address.role is not Role.PAPER:
                continue
            if not address.key and is_taught(block, link):
                continue
            place = Span(page.note.id, link.source_start, link.source_end)
            problems.append(_problem(page, place, f"a link to a paper was not understood: {link.target[:120]}"))
            break
        else:
            for start, end, address in find_identifiers(block.prose):
                if address.canonical and address.key not in keys:
                    place = align.span(page.note, align.field(block, index, start, end))
                    shown = block.prose[start:end][:120]
                    problems.append(_problem(page, place, f"the identifier of a paper was not understood: {shown}"))
                    break
    return tuple(problems)


def _list(page: Page, unread: UnreadList) -> Problem:
    """Report a list of references of which little was read, once."""
    first, *_, last = unread.lines
    where = [page.note.line(align.span(page.note, line).start) for line in (first, last)]
    count = f"{unread.read} of {len(unread.lines)}" if unread.read else f"none of {len(unread.lines)}"
    message = f"{count} lines that read like references (lines {where[0]} to {where[1]}) became a paper, such as"
    way = "To say that they are papers, or that they are none: kg review"
    return _problem(page, align.span(page.note, first), f"{message} {first.text[:80]!r}. {way}", UNREAD_LIST)


def _between(page: Page, unwanted: AbstractSet[int], papers: _Places) -> Iterator[Problem]:
    """Report the lines of a paragraph that read like references, and of which no paper beside them has anything."""
    left_out = {(record.anchor.block, record.anchor.start) for record in page.unread}
    for index, places in papers.items():
        block = page.note.blocks[index]
        if block.kind is not BlockKind.PARAGRAPH or index in unwanted:
            continue
        for start, end in align.lines(block):
            text = block.prose[start:end].strip()
            told = any(first < end and start < last for first, last in places)
            told = told or any(at == index and start <= first < end for at, first in left_out)
            if told or not any(map(str.isdigit, text)) or len(text) < _SHORTEST or citation_forms.cites(text):
                continue
            if citations.looks_like(text) >= _AS_LIKELY:
                message = f"this reads like the references beside it, but no title was found: {text[:100]}"
                yield _problem(page, align.span(page.note, align.field(block, index, start, end)), message)


def _places(page: Page) -> _Places:
    """Return where the fields of papers, and the remarks on them, stand in each block."""
    papers: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for entry in (*page.entries, *page.works):
        for place in (entry.anchor, *fields_of(entry), *entry.remarks):
            papers[place.block].append((place.start, place.end))
    return papers


def _disputed(page: Page) -> Iterator[Problem]:
    """Report addresses of a second paper in the record of a first."""
    for entry in page.entries:
        for place in entry.disputed:
            name = entry.anchor.text[:60]
            message = f"a second paper's address in the record of {name!r} was left out: {place.text[:120]}"
            yield _problem(page, align.link_span(page.note, place), message)


def _left_out(page: Page, papers: _Places) -> Iterator[Problem]:
    """Report the records that were read and not taken for papers, those with one reason together."""
    occasions = {occasion.title.block for occasion in page.occasions}
    groups: dict[str, list[Unread]] = {}
    for record in page.unread:
        if occasions.isdisjoint(record.blocks) and not _is_read(page, record, papers):
            groups.setdefault(record.reason, []).append(record)
    for reason, (first, *others) in groups.items():
        lines = dict.fromkeys(page.note.line(align.span(page.note, other.anchor).start) for other in others)
        more = f"; so were {len(others)} others (lines {', '.join(map(str, islice(lines, _SHOWN)))})" if others else ""
        way = ". To say what they are, all at once: kg review" if others and first.chance is not None else ""
        message = f"{first.anchor.text[:80]!r} was read like a work and left out, as {reason}{more}{way}"
        yield _problem(page, align.span(page.note, first.anchor), message, LEFT_OUT)


def _is_read(page: Page, record: Unread, papers: _Places) -> bool:
    """Return whether a paper was found where a record was left out: on its line of a paragraph, or in its block."""
    at = record.anchor.block
    prose = page.note.blocks[at].prose
    if page.note.blocks[at].kind is not BlockKind.PARAGRAPH:
        return not page.used.isdisjoint(record.blocks)
    start, end = prose.rfind("\n", 0, record.anchor.start) + 1, (prose + "\n").find("\n", record.anchor.start)
    return any(first < end and start < last for first, last in papers.get(at, ()))


def _copied(page: Page) -> Iterator[Problem]:
    """Report an address that stands with two papers of other titles and other authors."""
    first: dict[str, Entry] = {}
    for entry in page.entries:
        for place in entry.links if entry.title is not None and entry.authors else ():
            address = read_link(place.text)
            if address.role is not Role.PAPER or not address.key:
                continue
            other = first.setdefault(address.key, entry)
            if other.title is not None and _are_two(entry, other):
                line = page.note.line(align.span(page.note, other.title).start)
                message = f"{place.text[:120]} is also the address of {other.title.text[:60]!r} in line {line}"
                yield _problem(page, align.link_span(page.note, place), f"{message}; correct it in one of them")


def _are_two(one: Entry, other: Entry) -> bool:
    names = [{name_key(author.text.split()[-1]) for author in entry.authors} for entry in (one, other)]
    titles = {name_key(entry.title.text) for entry in (one, other) if entry.title is not None}
    return len(titles) == 2 and not names[0] & names[1]


def _references(page: Page, unwanted: AbstractSet[int]) -> list[Problem]:
    """Report what reads like a reference, and items that look like the papers beside them."""
    note = page.note
    used = {index for entry in page.entries for index in (*entry.blocks, entry.anchor.block)} | unwanted
    used |= {occasion.title.block for occasion in page.occasions}
    used |= {index for record in page.unread for index in record.blocks}  # these are reported with their reason
    listed = Counter(note.blocks[e.blocks[0]].parent for e in page.entries if e.listed and e.blocks)
    problems: list[Problem] = []
    for index, block in enumerate(note.blocks):
        text = block.prose.strip()
        if block.kind not in (BlockKind.ITEM, BlockKind.PARAGRAPH) or index in used or len(text) < _SHORTEST:
            continue
        titled = len(text) <= _LONGEST and _is_titled(text)
        if (
            len(text) > _LONGEST
            or shapes.announces(text)
            or _DAY.match(text)
            or ((stands_elsewhere(note, index) or citation_forms.cites(text)) and not titled)
        ):
            continue
        beside = block.kind is BlockKind.ITEM and listed[block.parent] >= _BESIDE
        alike = (
            beside and shapes.is_title_like(text) and shapes.is_title_case(text) and len(shapes.words(text)) >= _BESIDE
        )
        if titled or (_YEAR.search(text) and citations.looks_like(text) >= _LIKELY):
            message = f"this reads like a reference, but no title was found: {align.one_line(text)[:100]}"
        elif alike:
            message = f"the items beside this one are papers, but this one yielded none: {align.one_line(text)[:100]}"
        else:
            continue
        problems.append(_problem(page, align.block_span(note, index), message))
    return problems


_DAY = re.compile(r"\W{0,4}(?:date|datum|fecha|data|when|日期)\W{0,3}:", re.IGNORECASE)
"""What minutes and notebooks begin with."""
_YEAR = re.compile(r"(?<![\w.-])(?:1[6-9]|20)\d\d(?![\d%-])")
"""What a reference has, and a line of measurements has not."""
_BY = re.compile(r"(?P<title>[^\n]{8,160}?),? by (?P<who>[^\W\d_a-z][^\n.;:]{2,80})(?:[.,] | ?\()(?:19|20)\d\d\W{0,2}")
"""A title, who wrote it, and the year: `Sound and Speech by Larch and Minton. 2019.`"""


def _is_titled(text: str) -> bool:
    """Return whether a text has a line of authors, a year and a title, in this order or the other way round."""
    by = _BY.fullmatch(text)
    told = by is not None and shapes.is_title_case(by["title"]) and not shapes.is_sentence(by["title"])
    return told or any(citation_forms.title_behind(text, found) for found in citation_forms.dated(text))


def _problem(page: Page, place: Span, message: str, code: str = CODE) -> Problem:
    line, column = page.note.position(place.start)
    return Problem(code, message, page.note.id, place, line, column)


UNREAD_SENTENCE = "unread-sentence"

_PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM)
_TELLS = re.compile(
    r"\b(?:propos(?:es?|ed)|introduc(?:es?|ed)|presents?|presented|outperform(?:s|ed)|extends?|is based on|"
    r"evaluated on|trained on|keynote|awarded|won)\b",
    re.IGNORECASE,
)
_SHOWN_LENGTH = 90
_COMMON = frozenset("GPU GPUS CPU CPUS PHD API APIS PDF SOTA USA UK EU FAQ OK AI ML NLP CV RL LLM LLMS".split())


def find_sentences(
    page: Page, names: Names, bounds: Mapping[int, Sequence[tuple[int, int]]]
) -> tuple[tuple[Problem, ...], tuple[int, int]]:
    """Count the sentences that gave something, and report those that look informative and gave nothing."""
    note = page.note
    used = {block for entry in page.entries for block in (*entry.blocks, entry.anchor.block)}
    used |= {occasion.title.block for occasion in page.occasions}
    named: dict[int, list[int]] = {}
    for name in names.named:
        named.setdefault(name.block, []).append(name.start)
    problems: list[Problem] = []
    count = told = 0
    for index in sorted(bounds):
        block = note.blocks[index]
        if block.kind not in _PROSE:
            continue
        for start, end in bounds[index]:
            first, last = align.trim(block.prose, start, end)
            if first >= last:
                continue
            count += 1
            if index in used or _has_between(named.get(index, ()), start, end):
                told += 1
            elif _looks_informative(block.prose[first:last]) and not stands_elsewhere(note, index):
                problems.append(_sentence_problem(page, index, first, last))
    return tuple(problems), (told, count)


def _has_between(places: Sequence[int], start: int, end: int) -> bool:
    at = bisect_left(places, start)
    return at < len(places) and places[at] < end


def _looks_informative(text: str) -> bool:
    """Return whether a sentence has a verb that tells of work and a word that is written as a name."""
    shaped = [word for word in shapes.words(text) if shapes.is_name_shaped(word) and word.upper() not in _COMMON]
    return bool(shaped) and _TELLS.search(text) is not None


def _sentence_problem(page: Page, index: int, start: int, end: int) -> Problem:
    place = Span(page.note.id, *page.note.blocks[index].source(start, end))
    shown = align.one_line(page.note.blocks[index].prose[start:end])[:_SHOWN_LENGTH]
    message = f"this looks as if it stated something, but yielded nothing: {shown}"
    return _problem(page, place, message, UNREAD_SENTENCE)
