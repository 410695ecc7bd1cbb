"""Where citation keys stand in a block, and which of them lead the line of a paper whose title is set off there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from kg.extraction import citations, shapes
from kg.extraction.align import field, trim
from kg.extraction.citations.people import is_surname
from kg.extraction.credits import Credit, credited
from kg.extraction.entries import Entry, Field
from kg.extraction.key_forms import is_key, may_have_key, read_key
from kg.extraction.linking import is_link_label
from kg.extraction.ranges import Ranges, links_near, marks_near
from kg.links import find_identifiers
from kg.model import Block, BlockKind, Link, LinkKind, MarkKind, Note

_MANY = 3
"""Items that lead with keys and make it a habit of the note."""
_TITLE = 3
"""Words of a title, at least."""
_REFERENCE, _EVEN, _LONGEST = 0.7, 0.2, 1000
"""How much what stands behind a key must look like a reference, less if it repeats the key, and its longest."""
_OPENING = 40
"""Characters at the beginning of a reference in which its first author stands."""
_APART = re.compile(r"[\w.;!?]")
"""What stands between a title and a key that is not the key of its paper."""
_BESIDE = 2
"""Characters between a link and the key behind it."""
_ACRONYM = re.compile(r"([A-Z]{2,20})\d{4}[a-z]?\+*")
_MARGIN = 12
"""Characters of marks and boxes before a key that leads its line."""
_BRACKETED = re.compile(r"\[(?=[^\[\]]{0,200}@)[^\[\]]{2,400}\]|\\[a-zA-Z]{0,8}cite[a-zA-Z]{0,8}\*?\{([^{}]{2,400})\}")
_LABEL = re.compile(r"^\s{0,3}(?:[-*] )?\[([A-Za-z]{1,6}\+?\d{2}[a-z]?)\]\s", re.MULTILINE)
"""A label before a reference of the note, which the text cites: `[VSP+17]`."""
_AT = re.compile(r"(?<![\w@/.])-?@(\{[^{}\s]{2,80}\}|[^\W_][\w:.#$%&+?<>~/-]{1,80})")
_BY_NUMBER = re.compile(r"@\{?(?:doi|arxiv|pmid|pmcid|acl|hdl|10\.|https?):?", re.IGNORECASE)
_BARE = re.compile(r"(?<![\w/@.-])[^\W\d_][\w:'’/-]{3,160}(?:\++)?(?![\w@])")
_AUTHOR_YEAR = re.compile(
    r"(?P<who>[^\W\d_][\w'’-]{1,30})(?: et al\.?| (?:&|and|und|et|y) [^\W\d_][\w'’-]{1,30})?,? "
    r"\(?(?P<year>(?:19|20)\d\d)[a-z]?\)?"
)
"""What a link to a note on a paper shows: `Lind et al., 2017`."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key at a place of a block: the range of the printed key with its rating, and what was printed around it."""

    start: int
    end: int
    text: str
    shown: bool
    """Whether the key itself is printed at the place (a wikilink may print its label instead)."""
    link: Link | None = None
    outer: tuple[int, int] = (0, 0)
    """Range with brackets."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a key says of its paper, each part at its place in the key."""

    place: Field
    """The key without the marks of the rating."""
    rating: Field | None
    authors: tuple[Field, ...]
    """The first author, when the key names one."""
    year: Field | None
    venue: Field | None


def read_parts(index: int, key: Key) -> Parts:
    """Read the parts of a key that stands in a block."""
    printed = key.text.rstrip("+")
    plus = len(key.text) - len(printed)
    place = Field(printed, index, key.start, key.end - plus if key.shown else key.end)
    rating = Field(str(plus), index, key.end - plus, key.end) if plus and key.shown else None
    name, year, venue = (_part(place, text, printed) if text else None for text in read_key(printed))
    event = name is not None and _EVENT.match(printed) is not None and not is_surname(name.text)
    return Parts(place, rating, (name,) if name and not event else (), year, venue)


_EVENT = re.compile(r"[A-Z]{2,6}(?![^\W\d_])")
"""A key that begins like the short name of a meeting, `SIAM2025`, which is no family name unless it is a common one."""


def with_key(entry: Entry, note: Note, keys: Mapping[int, Sequence[Key]]) -> Entry:
    """Give an entry the key beside its title, and the author, year and venue of the key where it has none."""
    index = entry.anchor.block
    read = entry.citekey
    for key in keys.get(index, ()):
        is_read = read is not None and read.block == index and key.start <= read.start < key.end
        on_line = read is None and _is_on_line(note.blocks[index], entry.anchor, key)
        alone = len(keys[index]) == 1 and is_cell(note.blocks[index], key)
        beside = alone or names_title(note, index, key) or _opens_heading(entry, note, key)
        if is_read or (on_line and beside):
            named = read_parts(index, key)
            entry = _without_key(entry, note.blocks[index], key)
            anchor = named.place if entry.anchor == read else entry.anchor
            entry = replace(entry, citekey=named.place, anchor=anchor, rating=entry.rating or named.rating)
            complete = False if named.authors else entry.complete
            return credited(entry, Credit(named.authors, complete, named.year, named.venue))
    return entry


def _is_on_line(block: Block, anchor: Field, key: Key) -> bool:
    """Return whether a key may be that of what a place names: one behind words is of what its own line names."""
    begin = block.prose.rfind("\n", 0, key.outer[0]) + 1
    end = (block.prose + "\n").find("\n", key.outer[1])
    return begin <= anchor.start < end or not shapes.words(block.prose[begin : key.outer[0]])


_FILE = re.compile(r"\.(?:md|org|pdf|tex|txt)$")


def is_cell(block: Block, key: Key) -> bool:
    """Return whether a key stands in a cell of a table, if only as the name of a file, and nothing beside it."""
    cells = (block.prose[start:end] for start, end in block.cells if start <= key.start < end)
    return any(_FILE.sub("", cell.strip(" \t`@[]")) == key.text for cell in cells)


def _opens_heading(entry: Entry, note: Note, key: Key) -> bool:
    """Return whether a heading that was read as a title begins with a key, and a sign and words follow."""
    title = entry.title
    if title is None or note.blocks[title.block].kind is not BlockKind.HEADING or key.start != title.start:
        return False
    return re.match(r"\s[-–—:|]\s\w", note.blocks[title.block].prose[key.end :]) is not None


def _without_key(entry: Entry, block: Block, key: Key) -> Entry:
    """Take a key off an author, and off the beginning or the end of the title, that it was read as a part of."""
    title = entry.title
    called = (" ".join(word for word in author.text.split() if word != key.text) for author in entry.authors)
    authors = (replace(author, text=name) for author, name in zip(entry.authors, called, strict=True) if name)
    entry = replace(entry, authors=tuple(authors))
    if title is None or not title.start <= key.start < title.end:
        return entry
    ends = (key.outer[1], title.end) if key.start - title.start < title.end - key.end else (title.start, key.outer[0])
    whole = field(block, title.block, *trim(block.prose, *trim(block.prose, *ends), " –—-:|"))
    return replace(entry, title=whole, anchor=whole if entry.anchor == title else entry.anchor)


@lru_cache(maxsize=1)
def find_keys(note: Note) -> Mapping[int, tuple[Key, ...]]:
    """Find the citation keys of a note, those of each block that has some, in their order; each key once a block."""
    many = _lead_with_keys(note)
    labels = frozenset(_LABEL.findall(note.text))
    found: dict[int, tuple[Key, ...]] = {}
    for index, block in enumerate(note.blocks):
        if block.kind in (BlockKind.CODE, BlockKind.RECORD) or not _may_have(block):
            continue
        keys: dict[str, Key] = {}
        for key in sorted(_keys(block, many=many), key=lambda k: (k.start, -k.end)):
            if key.text not in labels:
                keys.setdefault(key.text.rstrip("+"), key)
        if keys:
            found[index] = tuple(keys.values())
    return found


def _may_have(block: Block) -> bool:
    """Return whether a block has what no key goes without; most have not."""
    marked = "@" in block.prose or "\\" in block.prose or any(link.kind is LinkKind.WIKI for link in block.links)
    return marked or may_have_key(block.prose)


def _keys(block: Block, *, many: bool) -> Iterator[Key]:
    linked = list(_linked(block))
    yield from linked
    taken = Ranges([*((link.start, link.end) for link in block.links), *((key.start, key.end) for key in linked)])
    for key in (*_bracketed(block.prose), *_bare(block, many=many)):
        if not taken.touch(key.start, key.end):
            taken.add(key.start, key.end)
            yield key


def _linked(block: Block) -> Iterator[Key]:
    for link in block.links:
        start, end = trim(block.prose, link.start, link.end, " \t\n[]@")
        text = block.prose[start:end]
        if link.kind is LinkKind.INLINE and is_key(text, strict=False):
            yield Key(start, end, text, shown=True, link=link, outer=(link.start, link.end))
        elif link.kind is LinkKind.WIKI:
            target = link.target.split("#")[0].rsplit("/", 1)[-1].strip()
            name = target.removeprefix("@").removesuffix(".md")
            named = target.startswith("@") and any(c.isdigit() for c in name)
            if is_key(name, strict=False) or named or _is_called(name, text):
                shown = text.rstrip("+") == name.rstrip("+")
                at = (start, end) if shown else (link.start, link.end)
                yield Key(*at, text=text if shown else name, shown=shown, link=link, outer=(link.start, link.end))


def _is_called(name: str, shown: str) -> bool:
    """Return whether a link shows author and year, and leads to a note whose name has both: a key of any form."""
    found = _AUTHOR_YEAR.fullmatch(shown)
    return (
        found is not None and found["year"] in name and found["who"].casefold() in name.casefold() and " " not in name
    )


def _bracketed(prose: str) -> Iterator[Key]:
    """Yield the keys in brackets and behind `@`; an identifier there (`[@doi:10.1000/x]`) is no key."""
    numbers = Ranges([(start, end) for start, end, _ in find_identifiers(prose)] if _BY_NUMBER.search(prose) else [])
    yield from (key for key in _keys_in(prose) if not numbers.touch(key.start, key.end))


def _keys_in(prose: str) -> Iterator[Key]:
    for group in _BRACKETED.finditer(prose):
        if group.group(1) is not None:
            for part in re.finditer(r"[^\s,{}\\]+", group.group(1)):
                start = group.start(1) + part.start()
                if any(c.isalpha() for c in part.group()):
                    yield Key(start, start + len(part.group()), part.group(), True, outer=group.span())
            continue
        for found in _AT.finditer(prose, group.start(), group.end()):
            start, end = trim(prose, *found.span(1), "{}.,;:?")
            yield Key(start, end, prose[start:end], shown=True, outer=group.span())
    for found in _AT.finditer(prose):
        start, end = trim(prose, *found.span(1), "{}.,;:?")
        if is_key(prose[start:end], strict=False):
            yield Key(start, end, prose[start:end], shown=True, outer=(found.start(), end))


def _lead_with_keys(note: Note) -> bool:
    """Return whether the items of a note lead with keys, so that short ones (`Ba16`) among them are keys too."""
    blocks = (b for b in note.blocks if b.kind in (BlockKind.ITEM, BlockKind.HEADING))
    heads = (re.match(r"[^\w]{0,4}([\w:/-]{4,80})", block.prose) for block in blocks)
    return sum(1 for head in heads if head and _leads(head.group(1))) >= _MANY


def _leads(text: str) -> bool:
    """Return whether a text that a line begins with is a key; a name in capitals alone is a meeting: `ABCD2025`."""
    acronym = _ACRONYM.fullmatch(text)
    return is_key(text, strict=False) and (acronym is None or citations.people.is_name(acronym[1]))


def _bare(block: Block, *, many: bool) -> Iterator[Key]:
    heads = block.kind in (BlockKind.ITEM, BlockKind.HEADING)
    line = before = 0
    for found in _BARE.finditer(block.prose) if may_have_key(block.prose) else ():
        text = found.group()
        if not may_have_key(text):
            continue
        line = block.prose.rfind("\n", before, found.start()) + 1 or line
        before = found.start()
        plain = text.rstrip("+-:/'’")
        end = found.start() + (len(text) if text.endswith("+") else len(plain))
        text = block.prose[found.start() : end]
        leads = heads and found.start() - line <= _MARGIN and not shapes.words(block.prose[line : found.start()])
        near = links_near(block, found.start() - _BESIDE, found.start())
        titled = any(link.end <= found.start() <= link.end + _BESIDE for link in near)
        alone = (leads or titled) and (many or re.search(r"\d{4}", text))
        if _leads(text) if alone else is_key(text, strict=True):
            tagged = block.prose.startswith("#", found.start() - 1) and found.start() > 0
            yield Key(found.start(), end, text, shown=True, outer=(found.start() - tagged, end))


def names_title(note: Note, index: int, key: Key) -> bool:
    """Return whether the line of a key sets off the title of its paper, or the key leads a whole reference.

    So it is in `KEY [The title](url) proposes ...`, `[The title](url) (KEY)`, `[@key] The title. url`,
    `[KEY] Lind, J. (2017). The title. Nature.`, where the key may also be bold or stand behind an `@`, in
    `Lind, J. (2017). The title. Nature. [[KEY]]`, and in `The title [@key]` with more of the paper below it.
    """
    block = note.blocks[index]
    prose, (start, stop) = block.prose, key.outer
    begin = prose.rfind("\n", 0, start) + 1
    end = (prose + "\n").find("\n", stop)
    if _adjoins_title(block, key, begin, end) or _closes_title(note, index, key):
        return True
    named = read_parts(index, key)
    if start - begin > _MARGIN or shapes.words(prose[begin:start]):
        ends = not shapes.words(prose[stop:end]) and (start < key.start or key.link is not None)
        before = prose[begin:start]
        begun = _repeats(named, before) and _begins_with(named.authors, before)
        return ends and begun and citations.looks_like(before) >= _REFERENCE
    bare = (link.start for link in links_near(block, stop, end) if link.kind is LinkKind.BARE and "://" in link.target)
    first = min((place for place in bare if stop <= place < end), default=0)
    between = prose[stop:first].strip(" \t:.,–—-")
    if len(shapes.words(between)) >= _TITLE and not shapes.is_sentence(between):
        return True
    rest = prose[stop:].lstrip("]:. \t\n")
    marks = marks_near(block, start, stop)
    marked = any(mark.kind is not MarkKind.TAG and mark.start <= key.start for mark in marks)
    labelled = marked or bool({"[", "("} & set(prose[begin : key.start])) or prose.startswith("@", start)
    least = _EVEN if _repeats(named, rest) else _REFERENCE
    return labelled and len(rest) < _LONGEST and citations.looks_like(rest) >= least


def _repeats(named: Parts, text: str) -> bool:
    """Return whether a text names the author and the year that a key gives."""
    parts = (*named.authors, *([named.year] if named.year else []))
    return len(parts) > 1 and all(part.text.casefold() in text.casefold() for part in parts)


def _begins_with(authors: tuple[Field, ...], text: str) -> bool:
    """Return whether the first author of a key stands among the first characters of a text."""
    return any(author.text.split()[-1].casefold() in text[:_OPENING].casefold() for author in authors)


def _closes_title(note: Note, index: int, key: Key) -> bool:
    """Return whether a key in brackets stands behind all words of an item or a heading that has something below it."""
    block, (start, end) = note.blocks[index], key.outer
    has_more = index + 1 < len(note.blocks) and note.blocks[index + 1].parent == index and key.start != start
    if block.kind not in (BlockKind.ITEM, BlockKind.HEADING) or not has_more:
        return False
    text = block.prose[:start]
    return not block.prose[end:].strip() and len(shapes.words(text)) >= _TITLE and not shapes.is_sentence(text)


def _adjoins_title(block: Block, key: Key, begin: int, end: int) -> bool:
    """Return whether nothing but signs is between a key and a link with a title on the line `begin:end`."""
    prose, (left, right) = block.prose, key.outer
    while left > begin and not _APART.match(prose, left - 1):
        left -= 1
    apart = _APART.search(prose, right, end)
    right = apart.start() if apart else end
    for link in links_near(block, left, right):
        on_line = begin <= link.start < end and left <= link.end and link.start <= right
        if on_line and link.kind is LinkKind.INLINE and "://" in link.target:
            text = prose[link.start : link.end]
            if len(shapes.words(text)) >= _TITLE and not is_link_label(text) and not is_key(text, strict=False):
                return True
    return False


def _part(place: Field, text: str, key: str) -> Field:
    plain = text.replace(" ", "")
    at = key.casefold().find(plain.casefold())
    if at < 0 or place.end - place.start != len(key):
        return Field(text, place.block, place.start, place.end)
    return Field(text, place.block, place.start + at, place.start + at + len(plain))
