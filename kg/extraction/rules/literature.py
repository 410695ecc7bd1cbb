"""Literature notes: a note, or a section of one, that is about one paper and says so in named values.

A title and a date make a blog post. A paper needs a sign that only papers have: an identifier, a citation key, a type
of publication, or a venue together with authors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from kg.extraction import shapes
from kg.extraction.align import field, links_in, trim
from kg.extraction.card import Card, Place, What, read_front_matter, read_lines
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.links import Role, find_identifiers, read_link
from kg.extraction.names import split_names
from kg.extraction.pieces import is_label, presentation_in, tidy, year_in
from kg.extraction.venues import find_venues
from kg.model import BlockKind, MarkKind, Note

NAME = "literature-note"

_PAPER_KINDS = frozenset(
    "paper article journalarticle conferencepaper preprint thesis phdthesis articlejournal paperconference literaturenote "
    "literature paperread papernote papernotes researchpaper inproceedings conference report manuscript booksection chapter "
    "journal academicpaper sourcepaper literature/paper reference literaturereview techreport 论文 論文".split()
)
_OTHER_KINDS = frozenset(
    "moc index person people daily weekly template meeting project webpage website blog blogpost post video videorecording podcast "
    "dataset software computerprogram tool course lecture talk presentation event company concept dashboard map idea task "
    "newsletter news newspaperarticle magazinearticle film movie tutorial hub topic".split()
)
_PAPER_TAGS = frozenset(
    "paper papers literature literaturenote literaturenotes papernotes paperreading article zotero paperreview".split()
)
_NO_KEYWORDS = _PAPER_TAGS | frozenset(
    "reading toread read todo inbox note notes unread done reference research source input".split()
)
_MANY = re.compile(
    r"\b(?:notes|papers|reading list|reading group|highlights|takeaways|trip report|digest|newsletter|conference|recap|orals|"
    r"posters|favou?rites|awesome|bibliography|best of|roundup|index|journal club|week \d+)\b",
    re.IGNORECASE,
)
_TEMPLATE = re.compile(r"\{\{|<%|\{%|\$\{")
_NAMED_BEFORE = re.compile(r"[^\n]{2,40}?\(?(?:19|20)\d\d[a-z]?\)?\s{0,3}[-–—:]\s{1,3}")
_RATED = re.compile(r"(\d{1,2})(?:\s?/\s?(?:5|10))?|([★⭐🌟+]{1,10})[☆]*")
_ARXIV = re.compile(
    r"(?:arxiv:)?\s?(\d{4}\.\d{4,5}|[a-z-]{2,10}(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?:\s?\[[\w.-]{2,12}\])?", re.IGNORECASE
)


def find(page: Page) -> Iterable[Entry]:
    """Find the paper that a note is about, or each section whose first lines are named values of a paper."""
    note = page.note
    front = read_front_matter(note)
    sections = [index for index, block in enumerate(note.blocks) if block.kind is BlockKind.HEADING]
    top = 1 if front.blocks else 0
    if not sections or sections[0] > top:
        sections.insert(0, -1)
    for number, heading in enumerate(sections):
        card = read_lines(note, heading + 1 if heading >= 0 else top)
        if number == 0 or (number == 1 and sections[0] == -1 and not front.blocks):
            whole = Card()
            whole.merge(front)
            whole.merge(card)
            yield from _read(note, whole, heading, front=bool(front.blocks))
            front = Card()
        elif card.blocks:
            yield from _read(note, card, heading, front=False)


def _read(note: Note, card: Card, heading: int, *, front: bool) -> Iterator[Entry]:
    if not card.blocks or any(_TEMPLATE.search(_text(note, place)) for place in card.places(*What)):
        return
    title = _title(note, card, heading)
    links = tuple(_links(note, card))
    key = _citekey(note, card, heading, title)
    if not _is_paper(note, card, (title, key), links):
        return
    authors, complete = _authors(note, card)
    venue = _first(note, card, What.VENUE)
    anchor = title or key or next((link for link in links if read_link(link.text).role is Role.PAPER), None)
    if anchor is None:
        return
    kept = [index for index in card.blocks if index != heading]
    blocks = (*kept[:1], heading, *kept[1:]) if front else (heading, *kept)
    yield Entry(
        rule=NAME,
        anchor=anchor,
        confidence=0.95,
        title=title,
        short=_short(note, card, title),
        citekey=key,
        rating=_rating(note, card),
        authors=authors,
        complete=complete,
        year=_year(note, card, venue, key),
        venue=venue,
        presentation=_presentation(note, card),
        links=links,
        keywords=_keywords(note, card),
        blocks=tuple(index for index in blocks if index >= 0),
    )


def _is_paper(note: Note, card: Card, named: tuple[Field | None, Field | None], links: tuple[Field, ...]) -> bool:
    title, key = named
    kinds = {
        "".join(c for c in _text(note, place).casefold() if c.isalnum() or c == "/") for place in card.places(What.KIND)
    }
    if kinds & _OTHER_KINDS and not kinds & _PAPER_KINDS:
        return False
    linked = any(address.role is Role.PAPER and address.key for address in (read_link(link.text) for link in links))
    authored = any(card.places(What.AUTHORS, What.FAMILY))
    dated = any(card.places(What.YEAR))
    stated = any(card.places(What.VENUE))
    if any(card.places(What.DOI, What.ARXIV)) and linked and title:
        return True
    if key and any(card.places(What.CITEKEY)) and (title or authored):
        return True
    many = title is None or _MANY.search(title.text) or find_venues(title.text)
    signs = [
        linked,
        authored,
        dated,
        stated,
        bool(key),
        any(card.places(What.ZOTERO)),
        bool(kinds & _PAPER_KINDS),
        _tagged(note, card),
    ]
    if many:
        return bool(linked and authored and signs[4:].count(True))
    if (linked or stated) and authored:
        return True
    return signs.count(True) >= 2 and (linked or any(signs[4:]))


def _tagged(note: Note, card: Card) -> bool:
    return any(
        word.casefold().replace("-", "").replace("_", "").strip("#") in _PAPER_TAGS for word in _words(note, card)
    )


def _words(note: Note, card: Card) -> Iterator[str]:
    for place in card.places(What.TAGS):
        yield from re.split(r"[,;\s/]+", _text(note, place))


def _text(note: Note, place: Place) -> str:
    return note.blocks[place[0]].prose[place[1] : place[2]]


def _field(note: Note, place: Place, text: str | None = None) -> Field:
    return field(note.blocks[place[0]], place[0], place[1], place[2], text)


def _first(note: Note, card: Card, *whats: What) -> Field | None:
    for place in card.places(*whats):
        start, end = trim(note.blocks[place[0]].prose, place[1], place[2], " \t\n\"'*_[]")
        if start < end and any(c.isalnum() for c in note.blocks[place[0]].prose[start:end]):
            return _field(note, (place[0], start, end))
    return None


def _title(note: Note, card: Card, heading: int) -> Field | None:
    """Give the title: named so, else the text of the link to the paper, else the heading."""
    for place in card.places(What.TITLE):
        found = tidy(note.blocks[place[0]].prose, place[1], place[2])
        if found[0] < found[1] and not is_label(_text(note, (place[0], *found))):
            return _field(note, (place[0], *found))
    for index, start, end in card.places(What.PAPER):
        block = note.blocks[index]
        named = [link for link in links_in(block, start, end) if not is_label(block.prose[link.start : link.end])]
        found = tidy(block.prose, *((named[0].start, named[0].end) if named else (start, end)))
        text = block.prose[slice(*found)]
        if shapes.is_title_like(text) and len(text.split()) > 2 and not is_label(text) and not find_identifiers(text):
            return _field(note, (index, *found))
    return _heading_title(note, heading) if heading >= 0 else None


def _heading_title(note: Note, heading: int) -> Field | None:
    block = note.blocks[heading]
    start, end = 0, block.prose.find("\n")
    end = len(block.prose) if end < 0 else end
    for mark in block.marks:
        if mark.kind is MarkKind.TAG and mark.start > 0:
            end = min(end, mark.start)
    for link in block.links:
        if link.start > 0 and is_label(block.prose[link.start : link.end]):
            end = min(end, link.start)
    before = _NAMED_BEFORE.match(block.prose, start, end)
    if before and end - before.end() > 10:
        start = before.end()
    start, end = tidy(block.prose, start, end)
    text = block.prose[start:end]
    return _field(note, (heading, start, end)) if shapes.is_title_like(text) and not text.startswith("@") else None


def _citekey(note: Note, card: Card, heading: int, title: Field | None) -> Field | None:
    for index, start, end in card.places(What.CITEKEY):
        block = note.blocks[index]
        start, end = trim(block.prose, start, end, " \t\n[]@{}`'\"+")
        text = block.prose[start:end]
        if (
            2 < len(text) <= 90
            and not any(c.isspace() for c in text)
            and "http" not in text
            and any(c.isalpha() for c in text)
        ):
            return _field(note, (index, start, end))
    name = PurePosixPath(note.id).stem
    if heading >= 0 and note.blocks[heading].prose.startswith("@") and " " not in note.blocks[heading].prose:
        return _field(note, (heading, 1, len(note.blocks[heading].prose)))
    if name.startswith("@") and " " not in name and title and len(name) > 3:
        return Field(name[1:], title.block, title.start, title.end)
    return None


def _links(note: Note, card: Card) -> Iterator[Field]:
    """Give the addresses among the values; identifiers become addresses."""
    seen: set[str] = set()
    for what in (What.DOI, What.ARXIV, What.LINK, What.PAPER, What.TITLE, What.VENUE):
        for place in card.places(what):
            for link in _addresses(note, place, what):
                role = read_link(link.text).role
                if link.text not in seen and role not in (Role.BADGE, Role.LISTING):
                    seen.add(link.text)
                    yield link


def _addresses(note: Note, place: Place, what: What) -> Iterator[Field]:
    block, text = note.blocks[place[0]], _text(note, place).strip()
    targets = [link for link in links_in(block, place[1], place[2]) if "://" in link.target]
    for link in targets:
        yield Field(link.target, place[0], link.start, link.end)
    if targets:
        return
    arxiv = _ARXIV.fullmatch(text)
    if arxiv and what is What.ARXIV:
        yield _field(note, place, "https://arxiv.org/abs/" + arxiv[1])
    elif what is What.DOI and text.startswith("10."):
        yield _field(note, place, "https://doi.org/" + text)
    elif re.match(r"https?://\S{4,}$", text):
        yield _field(note, place, text)
    elif what is not What.TITLE:
        for start, end, address in find_identifiers(text):
            if address.canonical:
                yield Field(address.canonical, place[0], place[1] + start, place[1] + end)


def _authors(note: Note, card: Card) -> tuple[tuple[Field, ...], bool | None]:
    found: list[Field] = []
    complete = True
    only_first = all(
        "first" in name.casefold() or "lead" in name.casefold() for _, name in card.values.get(What.AUTHORS, ())
    )
    for index, start, end in card.places(What.AUTHORS):
        listed = split_names(note.blocks[index].prose[start:end].replace("@", " "))
        complete = complete and listed.complete
        found += [Field(name, index, start + first, start + last) for first, last, name in listed.names]
    for family, given in zip(card.places(What.FAMILY), card.places(What.GIVEN), strict=False):
        found.append(_field(note, family, f"{_text(note, given)} {_text(note, family)}"))
    unique = {author.text: author for author in reversed(found)}
    kept = tuple(author for author in found if unique[author.text] is author)
    return kept, (complete and not (only_first and len(kept) == 1)) if kept else None


def _year(note: Note, card: Card, venue: Field | None, key: Field | None) -> Field | None:
    for place in card.places(What.YEAR):
        year = year_in(_text(note, place))
        if year:
            return _field(note, (place[0], place[1] + year[0], place[1] + year[1]), year[2])
    in_venue = year_in(venue.text) if venue else None
    if venue and in_venue:
        return Field(in_venue[2], venue.block, venue.start + in_venue[0], venue.start + in_venue[1])
    in_key = re.search(r"(?:19|20)\d\d", key.text) if key else None
    for place in card.places(What.DATE):
        year = year_in(_text(note, place))
        if year and (not in_key or in_key[0] == year[2]):
            return _field(note, (place[0], place[1] + year[0], place[1] + year[1]), year[2])
    return None


def _short(note: Note, card: Card, title: Field | None) -> Field | None:
    for place in card.places(What.SHORT, What.ALIAS):
        text = _text(note, place).strip()
        if title and text.casefold() == title.text.casefold():
            continue
        if len(text.split()) <= 4 and text and shapes.is_short_name(text) and not year_in(text):
            return _field(note, place)
    return None


def _rating(note: Note, card: Card) -> Field | None:
    for place in card.places(What.RATING):
        rated = _RATED.fullmatch(_text(note, place).replace("\ufe0f", "").strip())
        if rated:
            return _field(note, place, rated[1] or str(len(rated[2])))
    return None


def _presentation(note: Note, card: Card) -> Field | None:
    for place in card.places(What.PRESENTATION, What.VENUE, What.KIND):
        kind = presentation_in(_text(note, place))
        if kind:
            return _field(note, (place[0], place[1] + kind[0], place[1] + kind[1]), kind[2])
    return None


def _keywords(note: Note, card: Card) -> tuple[Field, ...]:
    found = []
    for index, start, end in card.places(What.TAGS):
        prose = note.blocks[index].prose
        tagged = "#" in prose[start:end]
        for hit in re.compile(r"[^,;\s]+" if tagged else r"[^,;\n]+").finditer(prose, start, end):
            place = trim(prose, *hit.span(), " \t#[]\"'")
            text = prose[slice(*place)]
            if 0 < len(text) <= 60 and text.casefold().replace("-", "").replace("_", "") not in _NO_KEYWORDS:
                found.append(_field(note, (index, *place)))
    return tuple(found)
