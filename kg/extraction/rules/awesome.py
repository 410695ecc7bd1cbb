"""Lists of papers as on GitHub: a title with labels or badges that link to paper, code and project, in any order.

`- **Title** [[paper]](…) [[code]](…) *ICLR 2024*`, `* [2023/10] **Title** *Authors. Venue.* [[paper](…)]`, a title
with its labels in the list below it, or a heading with a line of labels. An entry needs an address of a paper, or a
set-off title with authors or a venue: blogs, videos, tools and courses of the same list have neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kg.extraction import shapes
from kg.extraction.align import field, lines, trim
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.links import Role, read_link
from kg.extraction.names import looks_like_person, split_names
from kg.extraction.pieces import Around, is_label, read_around, tidy, year_in
from kg.extraction.venues import read_venue
from kg.model import Block, BlockKind, Link, LinkKind, MarkKind, Note

NAME = "labelled-links"

_MOST_CHILDREN = 8
_NO_PAPER_LABEL = re.compile(
    r"\b(?:slides?|poster|supp\w*|appendix|code|video|blog\w*|dataset|data|notes?|tutorial|demo|project|website|review\w*|"
    r"repo|github|bib\w*|tweet|talk|book|course|docs?|news|homepage|model|weights)\b",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"\s*(?:\[([^\[\]\n]{1,60})\]|\(([^()\n]{1,60})\)|【([^【】\n]{1,60})】|「([^」\n]{1,60})」)\s*[-–:,.]?\s*"
)
_DATED = re.compile(
    r"\s*\(?(?:19|20)\d\d(?:[./-]\d{1,2}){0,2}\)?\s{0,3}[-–:,.|]?\s+|\s*\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d\s+"
)
_BRACKETS = " \t\n[](){}|/·•&+,;:<>-–—*`\\"
_TALKING = re.compile(
    r"(?:we|i|you|this|these|see|check|read|also|it|they|here|there|if|when i|note that|in this|for more|our|my|a list|"
    r"list of|thanks|please|based on|inspired by|follow|code for|implementation of|official|paper|tl;?dr|summary|authors?|venue|links?)\b",
    re.IGNORECASE,
)
_CITED = re.compile(
    r"\((?:19|20)\d\d[a-z]?\)|\bet al\b|^[^\W\d_][^\s,]{1,25}, (?:[A-Z]\.|[A-Z][a-z]+[,;] )|^[A-Z]\. |^[\d?x]{2,5}[^\W\d_]"
)
_QUOTED = re.compile(r"[\"“«„]([^\"“”«»„\n]{8,300})[\"”»“]")
_STOP = re.compile(r"(?<=[a-z\d)?!]{2})\.\s|[?!]\s(?=[A-Z])|\s[–—-]\s|\s\|\s|\s·\s|,\s|;\s|\s\(|\sby\s(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class _Line:
    """A block with its links told apart."""

    index: int
    block: Block
    labels: tuple[Link, ...]
    """Links whose text says what they lead to, badges, and bare addresses."""
    named: tuple[Link, ...]
    """Links whose text is a name or title."""

    def papers(self) -> tuple[Link, ...]:
        """Links that lead to a paper: its identifier, or a PDF that is called so."""
        return tuple(link for link in (*self.named, *self.labels) if _leads_to_paper(self.block, link))


def find(page: Page) -> Iterable[Entry]:
    """Find the titles that stand with labels of links."""
    note = page.note
    children: dict[int, list[int]] = {}
    for index, block in enumerate(note.blocks):
        if block.parent is not None and block.kind in (BlockKind.ITEM, BlockKind.PARAGRAPH):
            children.setdefault(block.parent, []).append(index)
    done: set[int] = set()
    for index, block in enumerate(note.blocks):
        if (
            index in done
            or page.taken(index)
            or block.kind not in (BlockKind.ITEM, BlockKind.PARAGRAPH, BlockKind.HEADING)
        ):
            continue
        below = children.get(index, [])[:_MOST_CHILDREN] if block.kind is not BlockKind.PARAGRAPH else []
        entry = _read(note, index, [number for number in below if not page.taken(number)])
        if entry:
            done.update(entry.blocks)
            yield entry


def _read(note: Note, index: int, below: Sequence[int]) -> Entry | None:
    line = _line(note, index)
    if line.block.kind is BlockKind.HEADING:
        below = below[:1]
    elif not (line.labels or line.named or below):
        return None
    parts = [_line(note, number) for number in below]
    parts = [part for part in parts if _belongs(part, heading=line.block.kind is BlockKind.HEADING)]
    if line.block.kind is BlockKind.HEADING and not (parts and not line.named and not line.labels):
        return None
    title = _title(line, listed=bool(parts))
    if title is None or (not line.papers() and any(part.named for part in parts)):
        return _short_only(line)
    return _entry(line, title, parts)


def _line(note: Note, index: int) -> _Line:
    block = note.blocks[index]
    links = [link for link in block.links if "://" in link.target and link.kind in (LinkKind.INLINE, LinkKind.BARE)]
    links += [
        link for link in block.links if link.kind is LinkKind.WIKI and is_label(block.prose[link.start : link.end])
    ]
    labels = tuple(link for link in links if link.kind is LinkKind.BARE or _is_label(block, link))
    return _Line(index, block, labels, tuple(link for link in links if link not in labels))


def _is_label(block: Block, link: Link) -> bool:
    """Say whether a link is a label: by its words, or because it only holds a picture."""
    text = block.prose[link.start : link.end]
    pictured = any(
        mark.kind is MarkKind.IMAGE and mark.start <= link.start and link.end <= mark.end for mark in block.marks
    )
    return pictured or is_label(text) or text.strip("[]() ").startswith("http") or read_venue(text) is not None


def _leads_to_paper(block: Block, link: Link) -> bool:
    address = read_link(link.target)
    text = block.prose[link.start : link.end]
    return address.role is Role.PAPER and (bool(address.key) or not _NO_PAPER_LABEL.search(text))


def _belongs(part: _Line, *, heading: bool) -> bool:
    """Say whether a block below only holds labels, authors or a venue of the title above."""
    if part.block.kind is BlockKind.PARAGRAPH and not heading and not part.labels:
        return False
    worded = any(not _is_bare(part.block, link) for link in part.labels)
    if heading and (part.block.kind is not BlockKind.PARAGRAPH or not worded or _CITED.search(part.block.prose)):
        return False
    around = read_around(part.block, part.index, _beside(part, (0, 0)))
    rest = "".join(part.block.prose[start:end] for start, end in _beside(part, (0, 0))).strip(_BRACKETS)
    if not rest or is_label(rest):
        return bool(part.labels)
    if heading or part.named:
        return bool(part.labels) and len(rest.split()) <= 25 and bool(around.authors or around.venue)
    return bool(around.authors or around.venue) and not _is_talk(rest)


def _title(line: _Line, *, listed: bool) -> tuple[int, int] | None:
    """Find the title: set off in bold, linked, in quotes, else the text before the first label."""
    prose = line.block.prose
    marked = [
        (mark.start, mark.end)
        for mark in line.block.marks
        if mark.kind is MarkKind.STRONG and _is_title(prose[mark.start : mark.end]) and _leads(line, mark.start)
    ]
    linked = [link for link in line.named if _is_title(prose[link.start : link.end])]
    if sum(_leads_to_paper(line.block, link) for link in linked) > 1:
        return None
    quoted = _QUOTED.search(prose)
    set_off = [place for place in (_quoted_title(line, quoted),) if place]
    leading = [(link.start, link.end) for link in linked if _leads(line, link.start)]
    marked = [place for place in marked if not quoted or set_off or place[0] <= quoted.start() < place[1]]
    for place in (*leading[:1], *marked[:1], *set_off):
        return _with_short(line, tidy(prose, *place))
    worded = any(not _is_bare(line.block, link) for link in line.labels)
    return _plain_title(line, listed=listed) if (worded or listed) and not linked and not quoted else None


def _quoted_title(line: _Line, quoted: re.Match[str] | None) -> tuple[int, int] | None:
    """Read a title in quotes at the beginning; behind authors it is that of a reference string."""
    fits = quoted and line.labels and quoted.start() <= _prefix(line) and _is_title(quoted[1])
    return quoted.span(1) if quoted and fits else None


def _is_bare(block: Block, link: Link) -> bool:
    return link.kind is LinkKind.BARE or "://" in block.prose[link.start : link.end]


def _is_title(text: str) -> bool:
    return (
        len(shapes.words(text)) >= 2
        and shapes.is_title_like(text.strip())
        and not is_label(text)
        and not _is_talk(text)
        and (read_venue(text) is None and not looks_like_person(text))
    )


def _leads(line: _Line, start: int) -> bool:
    """Say whether before a place there are only labels, dates, venues and short names."""
    before = _prefix(line)
    rest = line.block.prose[before:start].strip(_BRACKETS + '"“«')
    words = rest.split()
    labelled = line.block.prose[before:start].rstrip(' \n"“„«*').endswith(":")
    if line.block.kind is BlockKind.PARAGRAPH and words and not (labelled and len(words) <= 2):
        return start <= before
    return start <= before or is_label(rest) or len(words) <= 2 or read_venue(rest) is not None or _are_names(rest)


def _are_names(text: str) -> bool:
    listed = split_names(text)
    return bool(listed.names) and all(looks_like_person(name) or not listed.complete for _, _, name in listed.names)


def _prefix(line: _Line) -> int:
    """Give the end of dates, tags in brackets and labels before the title."""
    prose, place = line.block.prose, 0
    for _ in range(8):
        start = place
        mark = next(
            (m for m in line.block.marks if m.start == place and m.kind is MarkKind.CODE and m.end - m.start < 50), None
        )
        link = next((link for link in line.labels if link.start <= place < link.end), None)
        group, dated = _GROUP.match(prose, place), _DATED.match(prose, place)
        if mark:
            place = mark.end
        elif link and link.end < len(prose):
            place = link.end
        elif group and not any(link.start < group.end() and group.start() < link.end for link in line.named):
            place = group.end()
        elif dated:
            place = dated.end()
        while place < len(prose) and not prose[place].isalnum() and prose[place] not in '"“«([【`$':
            place += 1
        if place == start:
            break
    return place


def _with_short(line: _Line, title: tuple[int, int]) -> tuple[int, int]:
    """Take in a short name in bold that the title goes on from: `**LoRA**: [Low-Rank Adaptation](…)`."""
    before = line.block.prose[_prefix(line) : title[0]]
    name, colon, rest = before.partition(":")
    if colon and not rest.strip() and shapes.is_short_name(name.strip() or "-") and read_venue(name) is None:
        return _prefix(line), title[1]
    return title


def _plain_title(line: _Line, *, listed: bool) -> tuple[int, int] | None:
    """Read the text before the first label, up to authors or venue."""
    prose = line.block.prose
    start = _prefix(line)
    called = next((link for link in line.named if link.start <= start + 1 < link.end), None)
    start = called.end if called else start
    end = prose.find("\n", start)
    end = len(prose) if end < 0 else end
    end = min([end] + [link.start for link in line.labels if link.start > start])
    emphasis = [
        mark.start
        for mark in line.block.marks
        if mark.kind in (MarkKind.EM, MarkKind.CODE) and start < mark.start < end
    ]
    if emphasis and len(shapes.words(prose[start : min(emphasis)])) > 2:
        end = min(emphasis)
    for stop in _STOP.finditer(prose, start, end):
        if len(shapes.words(prose[start : stop.start()])) > 2 and _goes_on(prose[stop.end() : end]):
            end = stop.start() + (prose[stop.start()] in "?!")
            break
    place = tidy(prose, start, end)
    text = prose[slice(*place)]
    proper = shapes.is_title_case(text) or ((listed or line.block.kind is BlockKind.ITEM) and not called)
    fits = _is_title(text) and len(shapes.words(text)) > 2 and proper and not _CITED.search(text)
    return place if fits and (line.papers() or listed) else None


def _goes_on(rest: str) -> bool:
    """Say whether what follows begins with authors or is a venue."""
    rest = rest.strip(_BRACKETS + ".")
    if not rest:
        return False
    first = re.split(r"[,;&.]\s|\sand\s|\n", rest, maxsplit=1)[0].strip(" .*†")
    return (
        looks_like_person(first)
        or bool(re.match(r"[^\W\d_](?:[^\s,]{0,25}\s){1,4}et al", rest))
        or (len(rest.split()) <= 12 and read_venue(rest.strip(_BRACKETS)) is not None)
        or bool(year_in(rest) and len(rest) <= 8)
    )


def _is_talk(text: str) -> bool:
    """Say whether a text talks to the reader and is no title."""
    return bool(_TALKING.match(text.strip(_BRACKETS))) and not shapes.is_title_case(text)


def _entry(line: _Line, title: tuple[int, int], parts: Sequence[_Line]) -> Entry | None:
    around = read_around(line.block, line.index, _beside(line, title))
    for part in parts:
        around = _joined(around, read_around(part.block, part.index, _beside(part, (0, 0))))
    links = tuple(_links((line, *parts)))
    linked = any(read_link(link.text).role is Role.PAPER for link in links)
    set_off = any(mark.kind is MarkKind.STRONG and mark.start <= title[0] < mark.end for mark in line.block.marks)
    stated = bool(around.authors) + bool(around.venue)
    if not linked and not (links and stated and (set_off or stated > 1)):
        return None
    name = field(line.block, line.index, *title)
    return Entry(
        rule=NAME,
        anchor=name,
        confidence=0.9 if linked else 0.75,
        title=name,
        short=_short(line, title),
        authors=around.authors,
        complete=around.complete,
        year=around.year,
        venue=around.venue,
        presentation=around.presentation,
        links=links,
        tags=tuple(field(line.block, line.index, m.start, m.end) for m in line.block.marks if m.kind is MarkKind.TAG),
        blocks=(line.index, *(part.index for part in parts)),
    )


def _joined(first: Around, second: Around) -> Around:
    if second.authors and not first.authors:
        first = replace(first, authors=second.authors, complete=second.complete)
    return replace(
        first,
        venue=first.venue or second.venue,
        year=first.year or second.year,
        presentation=first.presentation or second.presentation,
    )


def _beside(line: _Line, title: tuple[int, int]) -> list[tuple[int, int]]:
    """Give the ranges beside the title that are neither labels nor running text."""
    taken = sorted([title, *((link.start, link.end) for link in line.labels if not _names_venue(line, link))])
    taken += [(m.start, m.end) for m in line.block.marks if m.kind in (MarkKind.TAG, MarkKind.IMAGE)]
    places: list[tuple[int, int]] = []
    for first, last in lines(line.block):
        start = first
        for left, right in sorted(taken):
            if start <= left < last or start < right <= last:
                places.append((start, max(start, left)))
                start = max(start, right)
        places.append((start, last))
    return [place for place in places if place[0] < place[1] and not _is_prose(line.block.prose[slice(*place)])]


def _names_venue(line: _Line, link: Link) -> bool:
    text = line.block.prose[link.start : link.end]
    return read_venue(text) is not None and bool(year_in(text))


def _is_prose(text: str) -> bool:
    """Say whether a text is a description: most of its words begin small."""
    words = [
        word
        for word in text.split()
        if word[0].isalpha() and word not in ("and", "et", "al", "al.", "al.,", "of", "on", "in", "the", "for")
    ]
    small = sum(word[0].islower() for word in words)
    return len(words) > 6 and small * 5 > len(words) * 2


def _links(parts: Iterable[_Line]) -> Iterator[Field]:
    """Give the addresses; of one site only the first paper, for a second one is another paper."""
    seen: set[str] = set()
    keys: dict[str, str] = {}
    for part in parts:
        for link in sorted((*part.named, *part.labels), key=lambda link: (link.start, link.source_start)):
            address = read_link(link.target)
            if address.role in (Role.BADGE, Role.LISTING) or link.target in seen or "://" not in link.target:
                continue
            if address.role is Role.PAPER and keys.setdefault(address.site, address.key) != address.key:
                continue
            if (
                link in part.named
                and address.role is not Role.PAPER
                and _are_names(part.block.prose[link.start : link.end])
            ):
                continue
            seen.add(link.target)
            yield Field(link.target, part.index, link.start, link.end)


def _short(line: _Line, title: tuple[int, int]) -> Field | None:
    """Read a short name before the title: `[LLaVA] Visual Instruction Tuning`."""
    prose = line.block.prose
    for hit in re.finditer(r"[^\[\]()|:\n–—`【】]{2,40}", prose[: title[0]]):
        start, end = trim(prose, *hit.span(), _BRACKETS)
        text = prose[start:end]
        plain = (
            text
            and shapes.is_short_name(text)
            and len(text.split()) <= 3
            and any(shapes.is_name_shaped(w) for w in text.split())
        )
        if (
            plain
            and not is_label(text)
            and not year_in(text)
            and read_venue(text) is None
            and not looks_like_person(text)
        ):
            return field(line.block, line.index, start, end)
    return None


def _short_only(line: _Line) -> Entry | None:
    """Read a named tool or model with the label of its paper: `[vLLM](code): an engine [[paper]](…)`."""
    papers = [link for link in line.labels if _leads_to_paper(line.block, link) and read_link(link.target).key]
    if len(line.named) != 1 or not papers or line.block.kind is not BlockKind.ITEM:
        return None
    start, end = tidy(line.block.prose, line.named[0].start, line.named[0].end)
    text = line.block.prose[start:end]
    if not _leads(line, start) or not text or not shapes.is_short_name(text) or len(text.split()) > 3:
        return None
    short = field(line.block, line.index, start, end)
    return Entry(NAME, short, 0.7, short=short, links=tuple(_links([line])), blocks=(line.index,))
