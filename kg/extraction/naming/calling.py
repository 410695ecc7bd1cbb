"""Names that the layout gives: what papers and talks are called by, who speaks, who is linked to, and data sets.

Data sets are known by where they stand: below a heading `Datasets`, or in a column of that name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

from kg.extraction import align, gazetteer, logs, occasion_lines, shapes
from kg.extraction.card import read_front_matter
from kg.extraction.citations.people import is_given
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.key_forms import read_key
from kg.extraction.linking import is_link_label
from kg.extraction.names import looks_like_person
from kg.extraction.naming.named import PLACED, Named
from kg.extraction.naming.no_names import is_name
from kg.extraction.naming.titling import head, is_called
from kg.extraction.nlp import Found
from kg.extraction.ranges import links_near
from kg.extraction.records.labels import Part
from kg.extraction.records.values import find_words
from kg.model import Block, BlockKind, Kind, LinkKind, Note
from kg.text import name_key

LINKED = "linked-person"

_SMALL = frozenset("of and the a an in on to from is are as at or not can do does be beyond your our their".split())
_LINKED = 0.75


_DATASET = re.compile(
    r"\b(?:benchmarks?|data ?sets?|corpus|corpora|leaderboard|test ?suite|challenge set|testbed|test bed|arena|bench)\b"
    r"(?![ -](?:distillation|pruning|condensation|selection|search|augmentation|bias|shift|inference|curation))",
    re.IGNORECASE,
)
_ARE_DATA = re.compile(
    r"\W*(?:(?!for\b|from\b|of\b|with\b|on\b|in\b|to\b|using\b)[\w-]{1,30}\s){1,6}data\W*", re.IGNORECASE
)
"""Behind the name of data: `: Chinese dialogue data.`, but not `: learning from dialogue data`."""
_COLLECTIONS = frozenset(
    {"database", "databases", "repository", "atlas", "registry", "catalog", "catalogue", "archive"}
)
_SYSTEM = re.compile(
    r"\b(?:graph|relational|vector|time[ -]series|key[ -]value|sql|column\w*|distributed|in-memory|cloud|main-memory|"
    r"transactional|document|spatial|parallel)\sdatabase",
    re.IGNORECASE,
)
"""A program that keeps data: `: a graph database for ...`."""
_PART_OF = re.compile(r"\s\([^()]{1,40}\)$")
"""Behind the name of a data set, what part of it is meant."""
_NAME = r"[^\W\d_a-z][^\W\d_]+(?:[ -][^\W\d_a-z][^\W\d_]+){0,2}"
_PRESENT = re.compile(
    rf"{occasion_lines.ATTENDANCE}(?:\s?[,(][\w ]{{2,20}}\)?)?\s?:\s+"
    rf"(?P<names>{_NAME}(?:(?:,|,? (?:and|und|et|y|&)) {_NAME}){{0,20}})(?=\s*(?:[.;(]|$|\n))"
)
_NAMES = re.compile(_NAME)
_INSIDE = re.compile(r"[^\W\d_]\d*\Z")
"""Before what is only the end of a name; numbers alone are those of posters: `17AlphaFold`."""
_A_PAPER = re.compile(r"(?:^| )(?i:paper|preprint|article|survey|thesis|book|(?:19|20)\d\d[a-z]?)$")
"""How a name ends that people give a paper and not what it introduces: `ODE paper`, `Chen 2018`."""


HEADED, _SURE = "headed", 0.95
_DATA_WORDS = (
    r"(?:data[ -]?sets?|corpus|corpora|datens[aä]tze?|jeux? de données|conjuntos? de datos|数据集|데이터셋|"
    r"データセット|data (?:sources?|repositor(?:y|ies)|archives?|collections?)|datenquellen?)"
)
_DATA_HEADING = re.compile(
    rf"\W*(?:(?:public|open|available|related|used|common|popular)\s)?{_DATA_WORDS}(?:\s(?:and|&)\s(?:benchmarks?|{_DATA_WORDS}))?\W*",
    re.IGNORECASE,
)
"""What says of all that stands below that it is data."""
_REST = re.compile(r"\s*(?:[(\[（,]|:\s|\s[-–—]\s|$)")
"""Behind the name: by whom or what it is, the long form of a short name: `ESS - European Social Survey`."""
_ARTICLE = re.compile(r"The\s")
_LEADING, _MOST = 3, 8
"""Characters before a link that leads its item, and words of a name, at most."""


def called(page: Page, small: AbstractSet[str]) -> Iterable[Named]:
    """Take the short name of a paper, and the name before the colon of its title, for what the paper introduces.

    Args:
        page: the note.
        small: the words that it has in small letters.
    """
    for entry in page.entries:
        for place in (entry.short, _title_name(entry.title)):
            if place is None or place.start >= place.end:
                continue
            kind = Kind.DATASET if _tells_dataset(entry.title, place) else Kind.METHOD
            prose = page.note.blocks[place.block].prose
            if _INSIDE.search(prose, max(0, place.start - 12), place.start) or _names_work(entry, place.text):
                continue
            text = align.one_line(prose[place.start : place.end])
            if shapes.is_short_name(text) and is_name(text, kind) and not _A_PAPER.search(text):
                if any(hit.known.everyday for hit in gazetteer.find(text)):
                    continue
                title = entry.title if place is not entry.short else None
                rest = title.text.partition(text)[2] if title is not None else None
                shown = is_called(text, rest)
                sure = 0.9 if (_is_used(page, place, text, small) if shown is None else shown) else 0.4
                yield Named(place.block, place.start, place.end, kind, text, "short-name", sure)
    for occasion in page.occasions:
        place = _title_name(occasion.title) if occasion.kind == "talk" or not occasion.kind else None
        if place is not None and is_name(place.text, Kind.METHOD):
            yield Named(place.block, place.start, place.end, Kind.METHOD, place.text, "short-name", 0.7)


def _names_work(entry: Entry, text: str) -> bool:
    """Return whether a name is of the work alone: its first author, or the initials of a title that is no name.

    So `Kuhn: The Structure of ...` is by Kuhn, and `AIAYN` is Attention Is All You Need.
    """
    key = name_key(text)
    writers = {name_key(author.text.split()[-1]) for author in entry.authors[:1] if author.text.strip()}
    writers |= {name_key(read_key(entry.citekey.text)[0])} if entry.citekey is not None else set()
    title = entry.title.text if entry.title is not None else ""
    return key in writers - {""} or any(_is_initials(key, part) for part in (title, title.partition(":")[2]))


def _is_initials(key: str, title: str) -> bool:
    """Return whether letters are the initials of a title with small words, whether these count or not.

    >>> _is_initials("aiayn", "Attention Is All You Need"), _is_initials("ddm", "Denoising Diffusion Models")
    (True, False)
    """
    words = [word.casefold() for word in shapes.words(title)]
    small = [word for word in words[1:] if word in _SMALL]
    every = "".join(word[0] for word in words)
    return bool(small) and key in (every, "".join(word[0] for word in words if word not in _SMALL))


def _is_used(page: Page, place: Field, text: str, small: AbstractSet[str]) -> bool:
    """Return whether a note uses words as a name: a word in capitals before a paper, or words inside a sentence."""
    if place in {entry.short for entry in page.entries} and len(shapes.words(text)) == 1 and text[:1].isupper():
        return text.casefold() not in small and f"{text.casefold()}s" not in small
    used = re.compile(rf"[^\W\d_],? {re.escape(text)}(?![\w:])")
    prose = (BlockKind.PARAGRAPH, BlockKind.ITEM)
    titles = {title.block: (title.start, title.end) for entry in page.entries if (title := entry.title) is not None}
    for at, block in enumerate(page.note.blocks) if text[:1].isupper() else ():
        for found in used.finditer(block.prose) if at != place.block and block.kind in prose else ():
            near = [titles.get(at, (0, 0)), *((link.start, link.end) for link in links_near(block, *found.span()))]
            if not any(start <= found.start() < end for start, end in near):
                return True
    return False


def _title_name(title: Field | None) -> Field | None:
    if title is None or title.end - title.start < len(title.text) - 2:
        return None
    words = shapes.words(title.text)
    whole = len(words) == 1 and shapes.is_name_shaped(words[0])
    place = (0, len(title.text)) if whole else shapes.short_name(title.text)
    if place is None:
        return None
    return Field(title.text[slice(*place)], title.block, title.start + place[0], title.start + place[1])


def _tells_dataset(title: Field | None, name: Field) -> bool:
    """Return whether a name is of a dataset: by itself, or by the title behind it."""
    listed = gazetteer.known(_PART_OF.sub("", name.text))
    if listed is not None and listed.caution != "broad":
        return listed.kind is Kind.DATASET
    if re.search(r"(?:bench|Bench|QA|Eval|arena|Arena|1[KkMm]|Net-\d)\b|Benchmark|Dataset|\d[MK]$", name.text):
        return True
    rest = (title.text.partition(":")[2] or title.text) if title is not None else ""
    if _DATASET.search(rest) is not None or _ARE_DATA.fullmatch(rest) is not None:
        return True
    return head(f":{rest}") in _COLLECTIONS and _SYSTEM.search(rest) is None


def speaking(page: Page) -> Iterable[Named]:
    """Take who speaks at the occasions of the note, and where these belong to."""
    for occasion in page.occasions:
        for speaker in occasion.speakers:
            yield _placed(speaker.name, Kind.PERSON, occasion.rule)
            for place in speaker.places:
                yield _placed(place, Kind.ORG, occasion.rule)


def writing(page: Page) -> Iterable[Named]:
    """Take the authors of the papers of meetings: the line also says where they belong to."""
    for entry in page.entries:
        for author in entry.authors:
            if (
                entry.rule == logs.NAME
                and looks_like_person(author.text)
                and page.note.blocks[author.block].kind in PLACED
            ):
                yield _placed(author, Kind.PERSON, entry.rule)


def signing(page: Page) -> Iterable[Named]:
    """Take who wrote the note, as its front matter says: `author: Jane Roe`."""
    written = {(author.block, author.start) for entry in page.entries for author in entry.authors}
    for index, start, end in read_front_matter(page.note).places(Part.AUTHORS):
        block = page.note.blocks[index]
        for place in find_words(block, index, (start, end), edges=" \t[]*\"'"):
            if looks_like_person(place.text) and (index, place.start) not in written:
                yield _placed(place, Kind.PERSON, "front-matter")


def attending(page: Page) -> Iterable[Named]:
    """Take who was present at a meeting: `Present: Jane, Max and Aisha`."""
    for index, block in enumerate(page.note.blocks):
        for listed in _PRESENT.finditer(block.prose) if block.kind in PLACED and ":" in block.prose else ():
            for name in _NAMES.finditer(block.prose, *listed.span("names")):
                yield _placed(Field(name.group(), index, *name.span()), Kind.PERSON, "attendance")


def linked(page: Page) -> Iterator[tuple[int, Found]]:
    """Find the links whose whole text is a given name and a family name: the block, and the find in it."""
    for index, block in enumerate(page.note.blocks):
        for link in block.links if block.kind in PLACED else ():
            text = align.one_line(block.prose[link.start : link.end])
            if link.kind is LinkKind.INLINE and looks_like_person(text) and is_given(text.split()[0]):
                yield index, Found(Kind.PERSON, link.start, link.end, LINKED, _LINKED)


def _placed(place: Field, kind: Kind, rule: str) -> Named:
    return Named(place.block, place.start, place.end, kind, place.text, rule, 0.95)


def as_data(page: Page, chosen: Iterable[Named]) -> list[Named]:
    """Take names for data sets that a heading or the head of a column says to be some, and add the unread ones."""
    below, about = frozenset(_below(page.note, _is_data)), frozenset(_below(page.note, _is_about))
    told = [one for one in _in_items(page, below | about) if one.block in below or _is_told(page.note, one)]
    stated = {one.block: one for one in (*told, *_in_cells(page.note))}
    kept = [_of_data(one, below) for one in chosen if not _is_inside(page.note, one, stated)]
    return [*kept, *stated.values()]


def _is_data(heading: str) -> bool:
    """Return whether a heading says of all that stands below that it is data."""
    return _DATA_HEADING.fullmatch(heading) is not None


def _is_about(heading: str) -> bool:
    """Return whether a heading is of data of some sort, and may be of what else is said of them."""
    return heading.strip(" \n:*_").casefold().split()[-1:] == ["data"]


def _below(note: Note, says: Callable[[str], bool]) -> Iterator[int]:
    """Yield the blocks that stand below a heading that says something, or in a note whose title does."""
    found = set[int]()
    headings = {block.prose for block in note.blocks if block.kind is BlockKind.HEADING}
    titled = note.title not in headings and says(note.title)
    for index, block in enumerate(note.blocks):
        above = block.parent
        heading = above is not None and note.blocks[above].kind is BlockKind.HEADING
        if titled or above in found or (heading and says(note.blocks[above or 0].prose)):
            found.add(index)
            yield index


def _is_told(note: Note, one: Named) -> bool:
    """Return whether a name is written as only names are, or has its long form behind."""
    rest = note.blocks[one.block].prose[one.end :].lstrip()
    return shapes.is_name_shaped(one.text) or rest[:1] in ("-", "–", "—")


def _of_data(one: Named, below: frozenset[int]) -> Named:
    """Take a short name that the layout gives for the name of a data set where it stands below such a heading."""
    short = one.kind is Kind.METHOD and one.rule == "short-name" and one.block in below
    return replace(one, kind=Kind.DATASET) if short else one


def _is_inside(note: Note, one: Named, stated: Mapping[int, Named]) -> bool:
    """Return whether a name is a part of one that the layout states, or the same, or its long form in one link."""
    name = stated.get(one.block)
    if name is None:
        return False
    links = links_near(note.blocks[one.block], one.start, one.end)
    linked = one.kind is Kind.DATASET and any(k.start <= name.start and one.end <= k.end for k in links)
    return linked or (one.start < name.end and name.start < one.end)


def _in_cells(note: Note) -> Iterator[Named]:
    """Yield the names in the first column of each table of which the head says that it has data sets."""
    columns: dict[int, int] = {}
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.HEADER:
            named = (
                at for at, (start, end) in enumerate(block.cells) if _DATA_HEADING.fullmatch(block.prose[start:end])
            )
            columns[block.group] = next(named, -1)
        elif block.kind is BlockKind.ROW and 0 <= columns.get(block.group, -1) < len(block.cells):
            start, end = align.trim(block.prose, *block.cells[columns[block.group]], " \t\n*_`")
            rest = _REST.search(block.prose, start, end)
            yield from _stated_name(block, index, start, rest.start() if rest else end)


def _in_items(page: Page, below: frozenset[int]) -> Iterator[Named]:
    """Yield what items below such a heading begin with, a link each, and paragraphs that are a link, about no paper."""
    for index in sorted(below):
        block = page.note.blocks[index]
        if block.kind not in (BlockKind.ITEM, BlockKind.PARAGRAPH) or not block.links or page.taken(index):
            continue
        link = block.links[0]
        alone = block.kind is BlockKind.ITEM or (link.start, link.end) == (0, len(block.prose.rstrip()))
        if alone and link.start <= _LEADING and not is_link_label(block.prose[link.start : link.end]):
            start, end = align.trim(block.prose, link.start, link.end, " \t\n*_`")
            article = _ARTICLE.match(block.prose, start, end)
            start = article.end() if article else start
            divided = _REST.search(block.prose, start + 1, end)
            yield from _stated_name(block, index, start, divided.start() if divided else end)


def _stated_name(block: Block, index: int, start: int, end: int) -> Iterator[Named]:
    """Yield a name at a place if it is written as one: a word alone needs more than a capital."""
    text = align.one_line(block.prose[start:end])
    words = shapes.words(text)
    alone = len(words) > 1 or shapes.is_name_shaped(text) or gazetteer.known(text) is not None
    if words and len(words) <= _MOST and alone and not text[0].islower() and is_name(text, Kind.DATASET):
        yield Named(index, start, end, Kind.DATASET, text, HEADED, _SURE)
