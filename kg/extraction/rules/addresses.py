"""Addresses of papers that no other rule has read: the paper is named by the words before it, or by what stands above.

`ViT: https://arxiv.org/abs/2010.11929`, `see the [paper](...)` below a heading with its name, or an address alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kg import lexicons, untrusted
from kg.extraction import align, shapes
from kg.extraction.citations.people import is_person
from kg.extraction.credits import by_whom, cited, credited, in_bracket, in_front, is_citation
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.linking import CROWDED, SPOKEN_OF, is_link_label, is_taught
from kg.extraction.names import looks_like_person, split_names
from kg.extraction.outline import Role as Heading
from kg.extraction.outline import role_of, title_block
from kg.extraction.ranges import links_near
from kg.extraction.records.labels import field_named, fields_of
from kg.extraction.records.values import completed, gathered
from kg.extraction.records.venues import title_behind_names
from kg.links import Role, find_identifiers, read_link
from kg.model import Block, BlockKind, LinkKind, Note

NAME = "address"

_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»\n]{8,300})[\"”“»]\W{0,4}$")
_LEAD = re.compile(
    r"(?:(?:see|also|the|paper|preprint|article|read|cf\.?|in|from|original|new|recent|siehe|voir|auch|skim|reread|study|lesen|lire)\s+)+(?=(?-i:[A-Z\d]))",
    re.IGNORECASE,
)
_CITE = re.compile(
    r"(?:please\s+)?(?:cite|cited|citing|available|published|identifier|url|doi)(?:\s+(?:as|at|id))?", re.IGNORECASE
)
_TELLS = re.compile(
    r"\b(?:by|of|in|on|at|to|from|with|for|via|and|or|as|the|an?|this|their|our|named|called|termed|introduced|proposed|"
    r"described|see|using|like|look (?:up|at)|check|download|print|notes?|lectures?|slides|handouts?|book|textbook|"
    r"tutorial|course)\s?$",
    re.IGNORECASE,
)
"""Words before an address that say what it leads to, or what it does in a sentence: no title ends with them."""
_NUMBER = re.compile(r"\s*(?:\[?\d{1,3}[\].)]|\[[xX]\])\s")
_LABEL = re.compile(r"\s{0,3}\[\d{1,3}\]\s")
_WORD = re.compile(r"\w")
_FAR = 1000
"""Characters before an address in which its title stands."""
_GOES_ON = 15  # words behind an address from which on it stands in running prose
_FULL = 3
"""Words before an address that are a title anywhere; in a list of papers one less does."""
_SAYING, _FULL_TITLE = lexicons.words("no cited name") | lexicons.words("link label"), 6
"""Words of no title of two, and how many of a heading in small letters are rather a title than a theme."""
_AMID = 5
"""Other words of a block from which on the name of a person as the text of a link says whose paper it leads to."""
_INSTITUTE = re.compile(r"\b(?:Institut[eo]?|Institution|University|Agency|Council|Laboratory)\W*$")
_LAST_NAME = re.compile(r"[A-Z][\w+./-]{0,80}(?: (?:[A-Z][\w+./-]{0,80}|\d[\w.]{0,80})){0,2}$")
_OF_CODE = re.compile(
    r"https?://(?:www\.)?(?:github\.com|raw\.githubusercontent\.com|gitlab\.com|bitbucket\.org)/", re.IGNORECASE
)
"""Where a file that nothing names, though it ends with `.pdf`, is a picture or a sheet rather than a paper."""
_HANDLE = "handle"  # a site of papers and of much else: alone on its line it is one of a list of identifiers
_Papers = tuple[dict[int, Entry], tuple[Entry, ...]]
_KINDS = (BlockKind.ITEM, BlockKind.PARAGRAPH, BlockKind.FOOTNOTE, BlockKind.ROW, BlockKind.HEADING)


def find(page: Page) -> Iterable[Entry]:
    """Find the addresses and identifiers of papers that are left."""
    read = {f.text for entry in (*page.entries, *page.works) for f in entry.links}
    left = list(_left(page, read))
    owners = Counter(_owner(page, place.block) for place in left)
    papers = {entry.blocks[0]: entry for entry in page.entries if entry.blocks and entry.listed}
    whole = tuple(entry for entry in papers.values() if entry.whole)
    shelves = {page.note.blocks[at].parent for at in papers}  # under which papers stand in a list
    listed = _alone(page, left)
    for place in left:
        shelved = page.note.blocks[place.block].parent in shelves
        alone = owners[_owner(page, place.block)] == 1 and not shelved and place not in listed
        entry = _entry(page, place, (papers, whole), alone=alone, shelved=shelved)
        entry = _with_fields(page.note, place, entry)
        if entry.title or entry.short or entry.citekey or entry.authors or not _OF_CODE.match(place.text):
            yield entry


def _alone(page: Page, left: Sequence[Field]) -> frozenset[Field]:
    """Return the addresses that are items and nothing else, if two papers of one site are below one heading."""
    blocks = page.note.blocks
    items = [place for place in left if blocks[place.block].kind is BlockKind.ITEM]
    alone = [place for place in items if blocks[place.block].prose.strip() == place.text]
    found = {(blocks[place.block].parent, read_link(place.text)) for place in alone}
    sites = Counter((above, address.site) for above, address in found if address.key)
    return frozenset(alone if max(sites.values(), default=0) > 1 else ())


def _left(page: Page, read: set[str]) -> Iterator[Field]:
    keys = {key for text in read if (key := read_link(text).key)}
    for index, block in enumerate(page.note.blocks):
        if block.kind not in _KINDS:
            continue
        for link in block.links:
            address = read_link(link.target)
            unknown = address.role is Role.OTHER and "://" in link.target
            alone = address.site == _HANDLE and block.prose == link.target
            if (
                link.kind is not LinkKind.IMAGE
                and (address.role is Role.PAPER or alone or (unknown and is_citation(block, link.start, link.end)))
                and not (address.key and address.key in keys)
                and link.target not in read
                and (address.key or not is_taught(block, link))
            ):
                yield Field(link.target, index, link.start, link.end)
        covered = sorted((link.start, link.end) for link in block.links)
        for start, end, address in find_identifiers(block.prose):
            at = bisect_left(covered, (end, end))
            inside = at > 0 and start < covered[at - 1][1]
            if address.canonical and address.key not in keys and not inside:
                yield Field(address.canonical, index, start, end)


def _with_fields(note: Note, link: Field, entry: Entry) -> Entry:
    """Complete a paper that an inline field gives, `[doi:: 10.1000/abc]`, by the other fields of the block."""
    block = note.blocks[link.block]
    if "::" not in block.prose or len(block.links) > CROWDED or len(find_identifiers(block.prose)) > 1:
        return entry
    fields = fields_of(block.prose, align.lines(block))
    stated = ((field_named(one["name"]), (link.block, *one.span("value"))) for one in fields)
    values = gathered((part, place) for part, place in stated if part is not None)
    return completed(replace(entry, listed=True), note, values)


def _owner(page: Page, index: int) -> int | None:
    """Return the heading or item that a block stands under, or the block itself when it is one."""
    block = page.note.blocks[index]
    return index if block.kind is BlockKind.ITEM else block.parent


def _entry(page: Page, link: Field, known: _Papers, *, alone: bool, shelved: bool) -> Entry:
    """Make the entry of an address.

    Args:
        known: the papers by their first block, and those of them that the note as a whole is about.
        alone: whether no other address is left below the heading or item above.
        shelved: whether papers stand in the list of which it is an item.
    """
    block, (papers, whole) = page.note.blocks[link.block], known
    line = block.prose.rfind("\n", 0, link.start) + 1
    before = align.trim(block.prose, line, link.start, " \t:([,;.–—-•*")
    if credit := cited(block, link.block, link.start, link.end) or cited(block, link.block, *before):
        return credited(Entry(NAME, link, 0.8, links=(link,), blocks=(link.block,)), credit)
    if entry := _without_title(block, link):
        return entry
    title, short = _shown(block, link) or _before(
        block, link, _FULL - 1 if shelved and read_link(link.text).key else _FULL
    )
    entry = Entry(NAME, title or short or link, 0.8, title=title, short=short, links=(link,), blocks=(link.block,))
    text = block.prose[link.start : link.end]
    shown = _is_in_link(block, link.start) and not is_link_label(text) and "://" not in text
    if title or short or shown:
        called = title or short or link
        entry = credited(entry, in_front(block, link.block, link.start, called.start))
        entry = credited(entry, in_bracket(block, link.block, called.end)) if short else entry
        behind = max(called.end, link.end) if block.prose[link.end : link.end + 1] == ")" else called.end
        return credited(entry, by_whom(block, link.block, called.end), by_whom(block, link.block, behind))
    above = page.note.blocks[link.block].parent
    owner = papers.get(above) if above is not None else None
    owner = owner or next((one for one in whole if _is_beside(link, one)), None)
    if owner is not None:
        named = replace(entry, anchor=owner.anchor, title=owner.title, short=owner.short, citekey=owner.citekey)
        return replace(named, listed=False)
    if above is not None and alone and above != title_block(page.note):
        named = _named_above(page.note.blocks[above], above, entry)
        return replace(named, listed=named.listed or _leads(block, link))
    alone = shapes.words(block.prose) == shapes.words(text)
    return replace(entry, listed=alone or _leads(block, link))


def _leads(block: Block, link: Field) -> bool:
    """Return whether an item begins with an address and has no other: what follows is about its paper."""
    begins = block.kind is BlockKind.ITEM and not _WORD.search(block.prose, 0, link.start)
    others = [end for _, end, _ in find_identifiers(block.prose) if end > link.end]
    return begins and not others and not any(one.start >= link.end for one in block.links)


def _is_beside(link: Field, entry: Entry) -> bool:
    """Return whether an address without an identifier is on the site of one that a paper has: its PDF, its figures."""
    site = untrusted.address(link.text).netloc
    return not read_link(link.text).key and any(untrusted.address(other.text).netloc == site for other in entry.links)


def _without_title(block: Block, link: Field) -> Entry | None:
    """Read a numbered reference that is names and an address: `[3] B. A. Roe, hep-ph/9501001`."""
    label = _LABEL.match(block.prose, block.prose.rfind("\n", 0, link.start) + 1, link.start)
    start, end = align.trim(block.prose, label.end(), link.start, " \t,.:([") if label else (0, 0)
    if start >= end or end - start > _FAR or any(map(str.isdigit, block.prose[start:end])):
        return None
    listed = split_names(block.prose[start:end])
    return Entry(
        NAME,
        link,
        0.8,
        authors=tuple(Field(name, link.block, start + first, start + last) for first, last, name in listed.names),
        complete=listed.complete,
        links=(link,),
        blocks=(link.block,),
    )


def _is_in_link(block: Block, place: int) -> bool:
    return any(link.start <= place < link.end for link in links_near(block, place, place))


def _named_above(block: Block, index: int, entry: Entry) -> Entry:
    """Name a paper by the heading or item above it, when that has the form of a name or a title."""
    name = align.field(block, index, *align.trim(block.prose, 0, (block.prose + "\n").find("\n"), " \t:.,"))
    if role_of(block) is not Heading.TOPIC or not name.text or shapes.is_sentence(name.text):
        return replace(entry, listed=False)
    told = len(shapes.words(name.text)) < _FULL_TITLE and not shapes.is_title_case(name.text) and ":" not in name.text
    if shapes.is_title_like(name.text) and not told and (len(shapes.words(name.text)) >= 4 or ":" in name.text):
        return replace(entry, anchor=name, title=name, blocks=(index, *entry.blocks))
    if len(shapes.words(name.text)) == 1 and shapes.is_name_shaped(shapes.words(name.text)[0]):
        return replace(entry, anchor=name, short=name, blocks=(index, *entry.blocks))
    return replace(entry, listed=False)


def _told(block: Block, link: Field, start: int, end: int) -> tuple[Field | None, Field | None]:
    """Read a title in quotation marks, or the name right before a bracket, in a sentence of running prose."""
    sentence = max(block.prose.rfind(stop, start, end) for stop in (". ", "? ", "! "))
    start = max(start, sentence + 2) if sentence >= 0 else start
    quotes = [q for q in shapes.QUOTED.finditer(block.prose, start, end + 1) if len(shapes.words(q.group(1))) > 2]
    if quotes and shapes.is_title_like(quotes[-1].group(1)):
        return align.field(block, link.block, *align.trim(block.prose, *quotes[-1].span(1), " ,.;")), None
    bracket = block.prose.rfind("(", start, end)
    if bracket > start and ")" not in block.prose[bracket:end]:
        end = align.trim(block.prose, start, bracket)[1]
    name = _LAST_NAME.search(block.prose, start, end)
    if name is not None and any(shapes.is_name_shaped(word) for word in shapes.words(name.group())):
        return None, align.field(block, link.block, *name.span())
    return None, None


def _shown(block: Block, link: Field) -> tuple[Field | None, Field | None] | None:
    """Read the text of the link itself: a title, or the short name of the paper; None when it is neither."""
    text = block.prose[link.start : link.end]
    if is_link_label(text) or "://" in text or not _is_in_link(block, link.start):
        return None
    behind = link.start + (title_behind_names(text) or 0)
    start, end = align.trim(block.prose, behind, link.end, " ,.;")
    spoken = SPOKEN_OF.fullmatch(block.prose, start, end)
    words = align.field(block, link.block, start, spoken.end("title") if spoken else end)
    count = len(shapes.words(words.text))
    in_prose = shapes.has_words(block.prose, 0, count + _AMID)
    if in_prose and ((looks_like_person(words.text) and is_person(words.text)) or _INSTITUTE.search(words.text)):
        return None
    titled = (count > 2 or (count > 1 and shapes.is_title_case(words.text))) and shapes.is_title_like(words.text)
    return (words, None) if titled and not shapes.is_sentence(words.text) else None


def _before(block: Block, link: Field, fewest: int) -> tuple[Field | None, Field | None]:
    """Read the words right before an address: a title of at least so many words, else a short name, else nothing."""
    if len(block.links) > CROWDED:
        return None, None
    start = block.prose.rfind("\n", 0, link.start) + 1
    links = (k for k in block.links if k.kind is not LinkKind.IMAGE)
    identifiers = find_identifiers(block.prose)
    at = bisect_right(identifiers, link.start, key=lambda one: one[1])
    before = [
        *((k.start, k.end) for k in links if k.end <= link.start),
        *(one[:2] for one in identifiers[max(at - 1, 0) : at]),
    ]
    start = max([start, *(last for first, last in before if first >= start)])
    cells = [(a, b) for a, b in block.cells if start <= a and b <= link.start and block.prose[a:b].strip()]
    start, stop = cells[0] if cells else (start, link.start)
    number = _NUMBER.match(block.prose, start, stop)
    start = number.end() if number else start
    start, end = align.trim(block.prose, start, stop, " \t:([,;|–—-•*☐☑[]🔗📄👉→")
    start = max(start, end - _FAR)
    if start >= end or ":: " in block.prose[start:end]:  # behind an inline field stands no title
        return None, None
    quoted = _QUOTED.search(block.prose, start, end)
    if quoted and shapes.is_title_like(quoted.group(1)):
        return align.field(block, link.block, *align.trim(block.prose, *quoted.span(1), " ,.;")), None
    if _CITE.fullmatch(block.prose, start, end) or looks_like_person(block.prose[start:end]):
        return None, None
    if _TELLS.search(block.prose, start, end):
        return None, None
    lead = _LEAD.match(block.prose, start, end)
    start = lead.end() if lead else start
    words = align.field(block, link.block, start, end)
    if shapes.is_short_name(words.text):
        return None, words if words.text.casefold() not in _SAYING else None
    runs_on = shapes.has_words(block.prose, link.end, _GOES_ON)
    if runs_on and (". " in words.text or not shapes.is_title_case(words.text)):
        return _told(block, link, start, end)
    named = shapes.words(words.text)
    few = len(named) < _FULL and any(word.casefold() in _SAYING or "." in word for word in named)  # `See also`
    plain = len(named) >= fewest and not few and shapes.is_title_like(words.text) and not shapes.is_sentence(words.text)
    return words if plain else None, None
