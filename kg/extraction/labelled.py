"""A line with labels of links, and where on it the title stands: in bold, linked, in quotes, or before the labels."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg.extraction import shapes
from kg.extraction.link_labels import is_link_label
from kg.extraction.names import looks_like_person, split_names
from kg.extraction.pieces import tidy, year_in
from kg.extraction.venues import read_venue
from kg.links import Role, read_link
from kg.model import Block, BlockKind, Link, LinkKind, MarkKind, Note

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
BRACKETS = " \t\n[](){}|/·•&+,;:<>-–—*`\\"
_TALKING = re.compile(
    r"(?:we|i|you|this|these|see|check|read|also|it|they|here|there|if|when i|note that|in this|for more|our|my|a list|"
    r"list of|thanks|please|based on|inspired by|follow|code for|implementation of|official|paper|"
    r"tl;?dr|summary|authors?|venue|links?)\b",
    re.IGNORECASE,
)
CITED = re.compile(
    r"\((?:19|20)\d\d[a-z]?\)|\bet al\b|^[^\W\d_][^\s,]{1,25}, (?:[A-Z]\.|[A-Z][a-z]+[,;] )|"
    r"^[A-Z]\. |^[\d?x]{2,5}[^\W\d_]"
)
_QUOTED = re.compile(r"[\"“«„]([^\"“”«»„\n]{8,300})[\"”»“]")
_NAMED = re.compile(r"([^\n]{2,30}?)\s[–—-]\s")
_LONGEST_TITLE = 400
_STOP = re.compile(r"(?<=[a-z\d)?!]{2})\.\s|[?!]\s(?=[A-Z])|\s[–—-]\s|\s\|\s|\s·\s|,\s|;\s|\s\(|\sby\s(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Line:
    """A block with its links told apart."""

    index: int
    block: Block
    labels: tuple[Link, ...]
    """Links whose text says what they lead to, badges, and bare addresses."""
    named: tuple[Link, ...]
    """Links whose text is a name or title."""

    def papers(self) -> tuple[Link, ...]:
        """Links that lead to a paper: its identifier, or a PDF that is called so."""
        return tuple(link for link in (*self.named, *self.labels) if leads_to_paper(self.block, link))


def read_line(note: Note, index: int) -> Line:
    """Tell the links of a block apart."""
    block = note.blocks[index]
    links = [link for link in block.links if "://" in link.target and link.kind in (LinkKind.INLINE, LinkKind.BARE)]
    links += [
        link for link in block.links if link.kind is LinkKind.WIKI and is_link_label(block.prose[link.start : link.end])
    ]
    labels = tuple(link for link in links if link.kind is LinkKind.BARE or _is_label(block, link))
    return Line(index, block, labels, tuple(link for link in links if link not in labels))


def _is_label(block: Block, link: Link) -> bool:
    """Say whether a link is a label: by its words, or because it only holds a picture."""
    text = block.prose[link.start : link.end]
    pictured = any(
        mark.kind is MarkKind.IMAGE and mark.start <= link.start and link.end <= mark.end for mark in block.marks
    )
    return pictured or is_link_label(text) or text.strip("[]() ").startswith("http") or read_venue(text) is not None


def leads_to_paper(block: Block, link: Link) -> bool:
    """Say whether a link leads to a paper: by its address, or to a PDF that its label does not call otherwise."""
    address = read_link(link.target)
    text = block.prose[link.start : link.end]
    return address.role is Role.PAPER and (bool(address.key) or not _NO_PAPER_LABEL.search(text))


def find_title(line: Line, *, listed: bool) -> tuple[int, int] | None:
    """Find the title: set off in bold, linked, in quotes, else the text before the first label."""
    prose = line.block.prose
    marked = [
        (mark.start, mark.end)
        for mark in line.block.marks
        if mark.kind is MarkKind.STRONG and _is_title(prose[mark.start : mark.end]) and leads(line, mark.start)
    ]
    linked = [link for link in line.named if _is_title(prose[link.start : link.end])]
    if sum(leads_to_paper(line.block, link) for link in linked) > 1:
        return None
    quoted = _QUOTED.search(prose)
    set_off = [place for place in (_quoted_title(line, quoted),) if place]
    leading = [(link.start, link.end) for link in linked if leads(line, link.start)]
    marked = [place for place in marked if not quoted or set_off or place[0] <= quoted.start() < place[1]]
    for place in (*leading[:1], *marked[:1], *set_off):
        return _with_short(line, tidy(prose, *place))
    worded = any(not is_bare(line.block, link) for link in line.labels)
    return _plain_title(line, listed=listed) if (worded or listed) and not linked and not quoted else None


def _quoted_title(line: Line, quoted: re.Match[str] | None) -> tuple[int, int] | None:
    """Read a title in quotes at the beginning; behind authors it is that of a reference string."""
    fits = quoted and line.labels and quoted.start() <= _prefix(line) and _is_title(quoted[1])
    return quoted.span(1) if quoted and fits else None


def is_bare(block: Block, link: Link) -> bool:
    """Say whether a link shows its address."""
    return link.kind is LinkKind.BARE or "://" in block.prose[link.start : link.end]


def _is_title(text: str) -> bool:
    return (
        len(shapes.words(text)) >= 2
        and shapes.is_title_like(text.strip())
        and not is_link_label(text)
        and not is_talk(text)
        and (read_venue(text) is None and not _is_person(text))
    )


def _is_person(text: str) -> bool:
    """Say whether a set-off text is a person; three plain words are rather a title (`Hindsight Experience Replay`)."""
    return looks_like_person(text) and (len(text.split()) == 2 or "." in text or any(w.islower() for w in text.split()))


def leads(line: Line, start: int) -> bool:
    """Say whether before a place there are only labels, dates, venues and short names."""
    before = _prefix(line)
    rest = line.block.prose[before:start].strip(BRACKETS + '"“«')
    words = rest.split()
    labelled = line.block.prose[before:start].rstrip(' \n"“„«*').endswith(":")
    if line.block.kind is BlockKind.PARAGRAPH and words and not (labelled and len(words) <= 2):
        return start <= before
    return start <= before or is_link_label(rest) or len(words) <= 2 or read_venue(rest) is not None or are_names(rest)


def are_names(text: str) -> bool:
    """Say whether a text is a list of persons."""
    listed = split_names(text)
    return bool(listed.names) and all(looks_like_person(name) or not listed.complete for _, _, name in listed.names)


def _prefix(line: Line) -> int:
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


def _with_short(line: Line, title: tuple[int, int]) -> tuple[int, int]:
    """Take in a short name in bold that the title goes on from: `**LoRA**: [Low-Rank Adaptation](…)`."""
    before = line.block.prose[_prefix(line) : title[0]]
    name, colon, rest = before.partition(":")
    if colon and not rest.strip() and shapes.is_short_name(name.strip() or "-") and read_venue(name) is None:
        return _prefix(line), title[1]
    return title


def _plain_title(line: Line, *, listed: bool) -> tuple[int, int] | None:
    """Read the text before the first label, up to authors or venue."""
    prose = line.block.prose
    start = _prefix(line)
    called = next((link for link in line.named if link.start <= start + 1 < link.end), None)
    start = called.end if called else start
    end = prose.find("\n", start)
    end = len(prose) if end < 0 else end
    end = min([end, start + _LONGEST_TITLE] + [link.start for link in line.labels if link.start > start])
    named = _NAMED.match(prose, start, end)
    if named and shapes.is_short_name(named[1]) and len(shapes.words(prose[named.end() : end])) > 2:
        start = named.end()
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
    fits = _is_title(text) and len(shapes.words(text)) > 2 and proper and not CITED.search(text)
    return place if fits and (line.papers() or listed) else None


def _goes_on(rest: str) -> bool:
    """Say whether what follows begins with authors or is a venue."""
    rest = rest.strip(BRACKETS + ".")
    if not rest:
        return False
    first = re.split(r"[,;&.]\s|\sand\s|\n", rest, maxsplit=1)[0].strip(" .*†")
    return (
        looks_like_person(first)
        or bool(re.match(r"[^\W\d_](?:[^\s,]{0,25}\s){1,4}et al", rest))
        or (len(rest.split()) <= 12 and read_venue(rest.strip(BRACKETS)) is not None)
        or bool(year_in(rest) and len(rest) <= 8)
    )


def is_talk(text: str) -> bool:
    """Say whether a text talks to the reader and is no title."""
    return bool(_TALKING.match(text.strip(BRACKETS))) and not shapes.is_title_case(text)
