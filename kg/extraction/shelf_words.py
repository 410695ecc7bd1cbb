"""Words that tell of works to read, on shelves above lists and in sentences, and of films, music and pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg import lexicons
from kg.extraction.names import CJK
from kg.extraction.outline import blocks_above
from kg.model import Block, BlockKind, Note

_SHELF, _NO_SHELF = lexicons.words("shelf word"), lexicons.words("no shelf word")
_READING, _ARTS = lexicons.words("word of reading"), lexicons.words("word of other arts")
_WORD = re.compile(r"[^\W\d_]+")
_OF_BOOKS = re.compile(
    r"://[^/\s]{0,30}(?:goodreads\.com|book\.douban\.com|librarything\.com|thestorygraph\.com|bookshop\.org)/"
)
"""Sites that have nothing but books."""
_SOURCES = re.compile(
    r"\b(?:sources?|quellen?|fuentes?|fonti|fontes|bronnen|źródła|источники|bibliogra\w+)\b|出典|出处|来源|출처|参考",
    re.IGNORECASE,
)
ASKED = re.compile(
    r"\W{0,4}(?:(?:to )?read|(?:(?:required|recommended|further|main|core|optional) )?readings?(?: now)?|read next|"
    r"currently reading|(?:pflicht)?lektüre|(?:zu )?lesen|gelesen|(?:à )?lire|lu|(?:por )?leer|leído|da leggere|letto|"
    r"ler|lido|lezen|att läsa|прочитать|читаю|прочитано|lectures|lecturas|letture|leituras|lektury|literatur)"
    r"\W{0,3}[:：]\W{0,3}?",
    re.IGNORECASE,
)
"""What says that something is to be read, before it and above a list."""
_LISTS = re.compile(
    r"\b(?:books?|reading)[ -]?lists?\b|\blists? of (?:\w+ )?(?:books|readings|literature)\b|\bLeselisten?\b|"
    r"\blistes? de (?:lecture|livres)\b|\blistas? de (?:lecturas?|leituras?|libros|livros)\b|"
    r"\blist[ae] di lettur[ae]\b|"
    r"书单|書單|読書リスト",
    re.IGNORECASE,
)
"""What the first paragraph says of a note that is a shelf."""
_MOST_WORDS, _OPENING = 10, 3


def is_shelf(note: Note, index: int) -> bool:
    """Return whether the closest words above a list, or about its note, say that it is of works to read.

    So do links to sites of books.
    """
    for text in _about(note, index):
        if _has(text, _NO_SHELF | _SHELF):
            return not _has(text, _NO_SHELF)
    if any(_OF_BOOKS.search(link.target) for link in note.blocks[index].links):
        return True
    return _LISTS.search(_opening(note)) is not None


def is_of_no_works(note: Note, index: int) -> bool:
    """Return whether the closest words above a list that tell say that it is of no works: of people, talks, films."""
    told = (_has(text, _SHELF) for text in _about(note, index) if _has(text, _SHELF | _NO_SHELF | _ARTS))
    return next(told, True) is False


def _about(note: Note, index: int) -> Iterator[str]:
    """Yield the short texts that say what a list is of, the nearest first: what is above, the title, the file."""
    file = note.id.rpartition("/")[2].rpartition(".")[0]
    about = [value for name, value in note.meta if name in ("description", "subtitle", "summary", "id", "slug")]
    texts = (*_above(note, index), note.title, re.sub(r"[-_]", " ", file), *about)
    return (text for text in texts if len(text.split()) <= _MOST_WORDS)


def _opening(note: Note) -> str:
    """Return the first paragraph of a note, which says what it is."""
    blocks = note.blocks[:_OPENING]
    return next((block.prose for block in blocks if block.kind is BlockKind.PARAGRAPH), "")


def is_of_works(note: Note, index: int) -> bool:
    """Return whether a list is of works to read, or of sources by the heading right above."""
    headings = (note.blocks[at].prose for at in blocks_above(note, index) if note.blocks[at].kind is BlockKind.HEADING)
    return is_shelf(note, index) or _SOURCES.search(next(headings, "")) is not None


def tells_of_reading(note: Note, index: int) -> bool:
    """Return whether a block, or what stands above it, tells of reading, and none of other arts."""
    texts = [note.blocks[index].prose, *_above(note, index)]
    other = any(_has(text, _ARTS | _NO_SHELF) for text in texts)
    return not other and (_has(texts[0], _READING) or any(_has(text, _READING | _SHELF) for text in texts[1:]))


def is_of_other_arts(note: Note, index: int) -> bool:
    """Return whether the closest heading above a block, or the title of the note, is words of other arts alone."""
    headings = [note.blocks[at].prose for at in blocks_above(note, index) if note.blocks[at].kind is BlockKind.HEADING]
    words = _WORD.findall(next(iter((*headings, note.title))).casefold())
    return bool(words) and all(word in _ARTS for word in words)


def lead_in(note: Note, index: int) -> int | None:
    """Return the short line right above the list that an item stands in: `To read:`, `Hannah Arendt`."""
    block, first = note.blocks[index], index
    if block.kind is not BlockKind.ITEM or not block.group:
        return None
    while first > 0 and _goes_on(note.blocks[first - 1], block):
        first -= 1
    above = note.blocks[first - 1] if first else None
    short = above is not None and above.kind is BlockKind.PARAGRAPH and above.parent == block.parent
    return first - 1 if above is not None and short and len(above.prose.split()) <= _MOST_WORDS else None


def _goes_on(above: Block, block: Block) -> bool:
    return above.kind is BlockKind.ITEM and (above.group == block.group or above.level > block.level)


def _above(note: Note, index: int) -> Iterator[str]:
    """Yield what leads to a list, then the headings above it, the nearest first."""
    lead = lead_in(note, index)
    if lead is not None:
        yield note.blocks[lead].prose
    yield from (note.blocks[at].prose for at in blocks_above(note, index) if note.blocks[at].kind is BlockKind.HEADING)


def _has(text: str, wanted: frozenset[str]) -> bool:
    """Return whether a text has one of some words; scripts without blanks hide them in longer ones."""
    small = text.casefold()
    found = not wanted.isdisjoint(_WORD.findall(small))
    return found or (CJK.search(small) is not None and any(word in small for word in wanted if CJK.match(word)))
