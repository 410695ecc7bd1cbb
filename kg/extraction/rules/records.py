"""Records: items with what stands below them, cards, sections, lines of a paragraph, each about one paper.

Where a record begins and ends, and what each of its words is, `kg.extraction.records` tells by layout and looks. Lines
that cite a reference of their note may be laid out like papers: `- Lind et al. (2017): heads that look at nothing`
above the references is kept as what the note says of a paper that is described below; a sentence with a citation in
brackets is no record at all.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from kg.extraction import align, headed_records
from kg.extraction import citation_forms as forms
from kg.extraction.dates import full_year
from kg.extraction.entries import Entry, Page, Unread
from kg.extraction.key_places import Key, find_keys, is_cell, names_title
from kg.extraction.ranges import Ranges, is_set_off, links_near
from kg.extraction.records import fields
from kg.extraction.records.labels import Part, read_labels
from kg.extraction.records.reading import read_records
from kg.extraction.records.segmenter import Segment, segment
from kg.links import read_link
from kg.model import Block, BlockKind, Kind, LinkKind, Note
from kg.text import name_key

NAME = fields.NAME


def find(page: Page) -> Iterable[Entry | Unread]:
    """Find the records among the lines that earlier rules have not read; a line that cites one is none."""
    read = list(read_records(page.note, segments(page), page.entries))
    entries = [one for one in read if isinstance(one, Entry)]
    times = Counter(map(_short_behind, entries))  # `[PT](...)` behind several titles tells where it leads
    for entry in without_citing(page, headed_records.titled(page.note, entries)):
        if _short_behind(entry) and times[_short_behind(entry)] > _FEWEST:
            entry = replace(entry, short=None)
        yield replace(entry, kind=Kind.WORK) if _is_data(page.note, entry) else entry
    yield from (one for one in read if isinstance(one, Unread))


def _short_behind(entry: Entry) -> str:
    """Return the short name that stands behind a title, "" without one."""
    short, title = entry.short, entry.title
    behind = short is not None and title is not None and (title.block, title.start) < (short.block, short.start)
    return short.text if short is not None and behind else ""


_DATA = re.compile(r"[.,;)]\s{1,3}(?:Data ?set|Datensatz|Conjunto de datos)\.(?=\s|$)|\[Data ?set\]")
"""What references say of themselves in the place of a type: `figshare. Dataset.`, `[Data set]`."""


def _is_data(note: Note, entry: Entry) -> bool:
    """Return whether a reference says that it is to data; its title may say what it likes, and so may links."""
    if entry.title is None:
        return False
    block = note.blocks[entry.title.block]
    found = _DATA.search(block.prose, entry.title.end)
    return found is not None and not any(
        link.start < found.end() - 1 and found.start() + 1 < link.end
        for link in links_near(block, found.start(), found.end())
    )


def segments(page: Page) -> tuple[Segment, ...]:
    """Cut the lines that earlier rules have not read into records, papers or not.

    A line with a citation key is left to the rule of keys, but for one that sets off the title of its paper.
    """
    papers = {block for entry in page.entries for block in entry.blocks}
    cited: set[int] = set()
    for index, keys in find_keys(page.note).items():
        block = page.note.blocks[index]
        named = any(
            names_title(page.note, index, key) or is_cell(block, key) or _is_labelled(block, key) for key in keys
        )
        if not (named or _lists(block, keys) or _heads_card(page.note, index)):
            cited.add(index)
    return segment(page.note, papers | cited, papers=papers | cited)


def _is_labelled(block: Block, key: Key) -> bool:
    """Return whether a label says that a key is one, as in a card: `Citekey: lind2012`."""
    line = next(line for line in align.lines(block) if line[0] <= key.start <= line[1])
    return any(label.part is Part.KEY and label.end <= key.start for label in read_labels(block, *line))


def _lists(block: Block, keys: Sequence[Key]) -> bool:
    """Return whether other lines of a paragraph than those with keys are dated references, or link to a paper."""
    lines = [line for line in align.lines(block) if not any(line[0] <= key.start < line[1] for key in keys)]
    dated = sum(_DATED.search(block.prose, *line) is not None for line in lines)
    linked = (link for line in lines for link in links_near(block, *line) if read_link(link.target).key)
    titled = any(len(block.prose[link.start : link.end].split()) >= _WORDS for link in linked)
    return block.kind is BlockKind.PARAGRAPH and (dated >= _FEWEST or titled)


def _heads_card(note: Note, index: int) -> bool:
    """Return whether a heading stands above labelled lines that say who wrote a work."""
    if note.blocks[index].kind is not BlockKind.HEADING or index + 1 == len(note.blocks):
        return False
    below = note.blocks[index + 1]
    labels = (label for start, end in align.lines(below) for label in read_labels(below, start, end))
    return any(label.part is Part.AUTHORS for label in labels)


_DATED, _FEWEST = re.compile(r"(?<!\d)(?:19|20)\d\d[a-z]?(?![\d-])"), 2
_TEXT = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.ROW)
_WORDS = 3
"""Words of the title of a reference that others can point at."""


def without_citing(page: Page, found: Sequence[Entry]) -> list[Entry]:
    """Leave out the entries that are lines which cite, and leave the title out of those that begin with a citation."""
    described: dict[str, dict[int, str]] = defaultdict(dict)
    for entry in (*page.entries, *found):
        if entry.listed and entry.title is not None and len(entry.title.text.split()) >= _WORDS:
            for key in _keys(entry):
                described[key][entry.anchor.block] = name_key(entry.title.text)
    kept = (_kept(page.note, entry, described) for entry in found)
    return [entry for entry in kept if entry is not None]


def _kept(note: Note, entry: Entry, described: Mapping[str, Mapping[int, str]]) -> Entry | None:
    """Return an entry unless its line only cites.

    Args:
        note: the note.
        entry: a paper read in it.
        described: the titles of papers by first author and year, and by the block that describes them.
    """
    at = entry.anchor.block
    block = note.blocks[at]
    if entry.title is None and entry.venue is not None and entry.year is not None:
        return entry  # `Lind 2001 NEJM: no effect`
    if _is_told(note, entry):
        return None
    bare = bool(entry.authors) and not any(" " in author.text for author in entry.authors)
    called = name_key(entry.title.text) if entry.title is not None else ""
    if bare and called and not (entry.year or entry.venue or entry.links):
        of = described.get(name_key(entry.authors[0].text), {})
        if any(title.startswith(called) for where, title in of.items() if where != at):
            return None  # the short title of a work above: `Lind, Small Steps, 45`
    if block.kind not in _TEXT or entry.links or (not bare and _is_reference(note, entry)):
        return entry
    cites = entry.title is not None and (
        forms.NARRATIVE.match(entry.title.text) or forms.UNDATED.match(entry.title.text)
    )
    if cites and not (entry.venue and entry.year):
        return None
    cited = _cited(block.prose) if bare or forms.cites(block.prose) else ()
    titles = sorted(title for key, _ in cited for of, title in described.get(key, {}).items() if of != at)
    first = bisect_left(titles, called)
    known = bool(cited and titles) and not (called and first < len(titles) and titles[first].startswith(called))
    if bare and any(count > 1 for *_, count in _groups(block.prose)):
        return None  # several papers in one pair of brackets are cited, none is described
    if (_is_set_off(note, entry) and not (known and bare)) or _is_whole(entry):
        return entry
    leads = len(cited) == 1 and cited[0][1] <= _LEADING
    small = entry.title is None or entry.title.text[0].islower()
    if leads and bare and (known or small):
        return replace(entry, anchor=entry.authors[0], title=None, short=None, remarks=(), labelled=())
    several = bare and len(cited) > 1 and block.prose.count(";") + block.prose.count("\n") < _LISTED
    return None if (known and (bare or leads or forms.cites(block.prose))) or (several and small) else entry


def _is_whole(entry: Entry) -> bool:
    """Return whether a year, a title and a journal behind it make a work of its own, whoever else is of those names."""
    title, venue = entry.title, entry.venue
    if title is None or venue is None or entry.year is None or len(title.text.split()) < _WORDS:
        return False
    return title.text[0].isupper() and (venue.block, venue.start) >= (title.block, title.end)


def _is_reference(note: Note, entry: Entry) -> bool:
    """Return whether an entry begins its line with the full names of its authors, whatever its title names."""
    if not entry.authors or entry.year is None:
        return False
    first = entry.authors[0]
    line = note.blocks[first.block].prose.rfind("\n", 0, first.start) + 1
    return first.start - line <= _LEADING and " " in first.text and entry.year.block == first.block


def _is_told(note: Note, entry: Entry) -> bool:
    """Return whether what was taken for the authors are those that a sentence of a text cites."""
    if entry.links or not entry.authors:
        return False
    place = entry.authors[0]
    prose, title = note.blocks[place.block].prose, entry.title
    groups = _groups(prose)
    several = len(groups) > 1 and prose.count(";") + prose.count("\n") < _LISTED and forms.cites(prose)
    if any(" " in author.text for author in entry.authors):
        return several and not _is_set_off(note, entry) and any(a < place.start < b for a, b, _ in groups)
    if title is not None and title.block != place.block:
        return note.blocks[title.block].kind is BlockKind.HEADING and forms.cites(prose)
    if note.blocks[place.block].kind not in _TEXT or _is_set_off(note, entry):
        return False
    if title is not None and any(
        link.kind is LinkKind.WIKI and title.start < link.start < title.end
        for link in links_near(note.blocks[place.block], title.start, title.end)
    ):
        return True
    return several or _narrated(prose).touch(place.start, place.start + 1)


_VERB = re.compile(r"[)\]],? (?!(?:and|in|with|from|at|on|for|of|or|et|und)\b)[a-z]")
_LISTED = 4
"""Dividers that make a line a list of papers."""
_LEADING = 2
"""Characters before a citation that still begins its line."""


@lru_cache(maxsize=16)
def _groups(prose: str) -> tuple[tuple[int, int, int], ...]:
    """Return the brackets that cite, each with how often it does."""
    groups = ((*found.span(), len(_cited(found.group()))) for found in forms.BRACKET.finditer(prose))
    return tuple(group for group in groups if group[2])


@lru_cache(maxsize=16)
def _narrated(prose: str) -> Ranges:
    """Return the citations amid a text that are the subject of a verb."""
    found = (one for one in forms.near_years(forms.NARRATIVE, prose) if one.start() > _LEADING)
    return Ranges(one.span() for one in found if _VERB.match(prose, one.end()))


@lru_cache(maxsize=64)
def _cited(prose: str) -> tuple[tuple[str, int], ...]:
    """Return first author and year of each citation in a text, with its place."""
    return tuple(_citations(prose))


def _citations(prose: str) -> Iterator[tuple[str, int]]:
    seen: set[int] = set()
    for pattern in (forms.NARRATIVE, forms.BARE, forms.IN_BRACKETS):
        for found in forms.near_years(pattern, prose):
            names, start = forms.surnames(found)
            year = re.match(r"\d{4}|['’]\d\d", found["years"])
            if names and year and start not in seen:
                seen.add(start)
                printed = year.group()
                dated = printed if printed.isdigit() else full_year(printed[1:])
                yield f"{name_key(names[0].split()[-1])} {dated}", start


def _keys(entry: Entry) -> Iterator[str]:
    """Yield first author and year, by which a text cites a paper, and the family name, by which footnotes do."""
    if entry.authors and entry.year is not None:
        *_, family = parts = [name_key(part) for part in entry.authors[0].text.split()]
        yield from (f"{part} {entry.year.text}" for part in parts)
        yield family


def _is_set_off(note: Note, entry: Entry) -> bool:
    """Return whether the title of an entry is in italics, bold, quotation marks or the like."""
    return entry.title is not None and is_set_off(note.blocks[entry.title.block], entry.title.start)
