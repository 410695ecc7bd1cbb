"""Named values about one paper, as literature notes keep them: front matter, and lines such as `Authors:: …`.

The names are the labels that people write, and those of Zotero, its Obsidian and Logseq plugins, CSL and BibTeX.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from kg.extraction.align import trim
from kg.extraction.records.labels import Part, part_of
from kg.model import Block, BlockKind, Note

MOST_BLOCKS = 40
"""So many blocks below a heading are looked at for lines of named values."""


class What(StrEnum):
    """What a named value says about the paper."""

    TITLE = "title"
    AUTHORS = "authors"
    FAMILY = "family"
    GIVEN = "given"
    YEAR = "year"
    DATE = "date"
    """The paper's date or the note's: only used when nothing speaks against it."""
    VENUE = "venue"
    DOI = "doi"
    ARXIV = "arxiv"
    LINK = "link"
    PAPER = "paper"
    """A link to the paper, its title, or both."""
    CITEKEY = "citekey"
    KIND = "kind"
    TAGS = "tags"
    RATING = "rating"
    SHORT = "short"
    ALIAS = "alias"
    PRESENTATION = "presentation"
    ZOTERO = "zotero"
    ASIDE = "aside"
    """Belongs to the note: when it was read, whether it is done."""


_OF_PARTS = {
    Part.TITLE: What.TITLE,
    Part.PAPER: What.PAPER,
    Part.AUTHORS: What.AUTHORS,
    Part.YEAR: What.YEAR,
    Part.DATE: What.DATE,
    Part.VENUE: What.VENUE,
    Part.LINK: What.LINK,
    Part.CODE: What.LINK,
    Part.PRESENTATION: What.PRESENTATION,
    Part.KEY: What.CITEKEY,
    Part.KEYWORDS: What.TAGS,
    Part.SHORT: What.SHORT,
    Part.KIND: What.KIND,
    **dict.fromkeys(
        (Part.STATE, Part.ABSTRACT, Part.VOLUME, Part.PAGES, Part.PUBLISHER, Part.AFFILIATION, Part.IDENTIFIER),
        What.ASIDE,
    ),
}
"""What the labels of `data/lexicons/labels.csv` say as names of values."""
_NAMES = {
    What.AUTHORS: "authorname authorsname authorsliteral authorliteral",
    What.FAMILY: "authorfamily authorsfamily authorlast authorlastname authorslastname authorslast",
    What.GIVEN: "authorgiven authorsgiven authorfirst authorfirstname authorsfirstname authorsfirst",
    What.YEAR: "publisheddate issueddateparts publishdate publishedyear pubyear 连年",
    What.VENUE: "publication conferencevenue journalvenue bookname eventtitle",
    What.DOI: "doi",
    What.ARXIV: "arxiv arxivid eprint arxivlink arxivurl preprint archiveid",
    What.LINK: "source uri",
    What.CITEKEY: "bibtex referencekey bibtexcitekey zoterokey cite",
    What.KIND: "zoteroitemtype notetype doctype class",
    What.RATING: "rating score stars myrating 评分 relevance",
    What.SHORT: "method model",
    What.ALIAS: "aliases alias",
    What.ZOTERO: (
        "zotero zoterolink zoterouri zoteroselect zoteroitem selectlink desktopuri zoterolinks itemlink cloudlink "
        "localibrary"
    ),
    What.ASIDE: (
        "created updated modified accessed accessdate datereviewed cssclass cssclasses collection collections related "
        "parent up project citations citationcount importdate lastmodified draft layout categories category id uuid "
        "permalink bibliography authorsaffiliation readingdate processed"
    ),
}
"""Names that programs give to values, and people do not write as labels of lines."""
_BY_NAME = {name: what for what, names in _NAMES.items() for name in names.split()}
_LINE = re.compile(
    r"\s*[-*•>]?\s{0,3}(?P<name>[^\W\d_][^:：\n\[\]{}<>]{0,28}?)"
    r"\s{0,2}(?:::|:|：|\s[–—-](?=\s))\s{0,5}(?P<value>[^\n]*)"
)
INLINE = re.compile(r"[\[(](?P<name>[^\W\d_][\w -]{0,24})::\s{0,3}(?P<value>[^\[\]()\n]{1,300})[\])]")
_DIVIDED = re.compile(r"\s{1,8}[|·•]\s{1,8}(?=[^\W\d_][^:|\n]{0,28}:)")
_CARD_HEADING = re.compile(
    r"(?i)\W*(?:meta\s?data|info(?:rmation)?|bibliograph\w+(?: info\w*| data)?|citation|"
    r"paper (?:info\w*|details)|details|reference|zotero|about|basic info\w*|论文信息|基本信息|メタデータ|overview)\W*"
)

Place = tuple[int, int, int]
"""Block, start, end."""


@dataclass(slots=True)
class Card:
    """The values found, in the order of the note."""

    values: dict[What, list[tuple[Place, str]]] = field(default_factory=dict)
    """Place of each value with the name it was given under."""
    blocks: list[int] = field(default_factory=list)

    def add(self, what: What, place: Place, name: str) -> None:
        self.values.setdefault(what, []).append((place, name))

    def places(self, *whats: What) -> Iterator[Place]:
        for what in whats:
            for place, _ in self.values.get(what, ()):
                yield place

    def merge(self, other: Card) -> None:
        """Take what another card says and this one does not."""
        for what, values in other.values.items():
            if what not in self.values or what in (What.LINK, What.TAGS, What.PAPER):
                self.values.setdefault(what, []).extend(values)
        self.blocks += [index for index in other.blocks if index not in self.blocks]


_PARTS = re.compile(r"[^\W\d_][a-z]+|[A-Z]+(?![a-z])|\w+")
"""Words, also those that only a capital tells apart."""


def what_of(name: str) -> What | None:
    """Read the name of a value; spelling with dashes, capitals or dots makes no difference.

    >>> [str(what_of(name)) for name in ("Author(s)", "publicationTitle", "cite-key", "Mood")]
    ['authors', 'venue', 'citekey', 'None']
    """
    plain = "".join(c for c in name.casefold() if c.isalnum())
    for form in (plain, plain.removeprefix("zotero"), plain.removeprefix("paper"), plain.removeprefix("csl")):
        if form in _BY_NAME:
            return _BY_NAME[form]
        part = part_of(form)
        if part in _OF_PARTS:
            return _OF_PARTS[part]
    return None


def is_header(text: str) -> bool:
    """Return whether a text is nothing but names of values, as the head of a table that lost its columns.

    >>> is_header("IDTitleLink"), is_header("Title Authors Year"), is_header("TitleNet"), is_header("Year")
    (True, True, False, False)
    """
    parts = _PARTS.findall(text)
    return len(parts) > 1 and all(what_of(part) is not None for part in parts)


def read_front_matter(note: Note) -> Card:
    """Read the front matter of a note."""
    card = Card()
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.RECORD and block.info in ("yaml", "toml", "json"):
            for place in block.fields:
                what = what_of(place.name) or what_of(place.name.rpartition(".")[2])
                if what and place.start < place.end:
                    card.add(what, (index, place.start, place.end), place.name)
            card.blocks.append(index)
            break
    return card


def read_lines(note: Note, first: int) -> Card:
    """Read the lines of named values at the beginning of a section, from its first block on."""
    card = Card()
    misses = 0
    for index in range(first, min(first + MOST_BLOCKS, len(note.blocks))):
        block = note.blocks[index]
        if block.kind is BlockKind.HEADING and (card.blocks or not _CARD_HEADING.fullmatch(block.prose)):
            break
        if block.kind in (BlockKind.CODE, BlockKind.RECORD, BlockKind.HEADING, BlockKind.HEADER, BlockKind.ROW):
            continue
        if _has_properties(block.prose):
            break
        read = list(_values(note, index))
        if read and len(read) * 2 >= block.prose.count("\n") + 1:
            card.blocks.append(index)
            for what, place, name in read:
                card.add(what, place, name)
        elif not _is_value(note, index, card):
            misses += 1
            if misses > (3 if not card.blocks or block.quote else 0):
                break
    return card


def _has_properties(prose: str) -> bool:
    return "::" in prose and "::" not in prose.partition("\n")[0]


def _values(note: Note, index: int) -> Iterator[tuple[What, Place, str]]:
    block = note.blocks[index]
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM):
        return
    for start, end in _pieces(block.prose):
        hit = _LINE.fullmatch(block.prose, start, end)
        what = what_of(hit["name"]) if hit and len(hit["name"].split()) <= 4 else None
        if hit and what:
            value = trim(block.prose, *hit.span("value"), " \t\"'")
            if value[0] < value[1]:
                yield what, (index, *value), hit["name"]
            else:
                yield from ((what, place, hit["name"]) for place in _below(note, index))
    for hit in INLINE.finditer(block.prose):
        what = what_of(hit["name"])
        if what:
            yield what, (index, *trim(block.prose, *hit.span("value"))), hit["name"]


def _pieces(prose: str) -> Iterator[tuple[int, int]]:
    for line in re.finditer(r"[^\n]+", prose):
        start = line.start()
        if line.end() - start > 4000:
            continue
        for cut in _DIVIDED.finditer(prose, *line.span()):
            yield start, cut.start()
            start = cut.end()
        yield start, line.end()


def _below(note: Note, index: int) -> Iterable[Place]:
    """Yield the items of the list below a line that names its values and has none itself."""
    for below in range(index + 1, min(index + MOST_BLOCKS, len(note.blocks))):
        block = note.blocks[below]
        if block.parent != index or block.kind is not BlockKind.ITEM or not block.prose:
            return
        yield below, 0, len(block.prose)


def _is_value(note: Note, index: int, card: Card) -> bool:
    """Return whether a block is the value of a line above, or holds no words."""
    block: Block = note.blocks[index]
    below = any(place[0] == index for values in card.values.values() for place, _ in values)
    return below or not any(c.isalpha() for c in block.prose)
