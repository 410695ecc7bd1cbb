"""What is known of a record when it is judged whether it is a paper: its fields, links, layout, labels, company."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from kg.extraction import dates, gazetteer, names, organisations, outline, shapes
from kg.extraction.citations.reading import VISITED
from kg.extraction.entries import Entry, Field
from kg.extraction.linking import paper_link
from kg.extraction.network import Group
from kg.extraction.ranges import is_set_off
from kg.extraction.records.front_pages import ABSTRACT
from kg.extraction.records.labels import Part
from kg.extraction.records.segmenter import Segment
from kg.extraction.records.surroundings import Slot, share, sort_of
from kg.extraction.speakers import kind_of
from kg.extraction.venues import read_venue
from kg.lexicons import occasion_words
from kg.links import Role, read_link
from kg.model import BlockKind, Kind, Note

NEAR, _BEHIND = 5, 9
"""Lines at the beginning of a record that are looked at, and most characters between a name and a title behind it."""
_FORMULAIC = ("$", "\\", "_", "^", "=", "|")
"""Signs that formulas and code have."""
_MANY = 0.5
"""Share of the words of a line that are of names where it is one of names."""
TELLING = (Part.TITLE, Part.AUTHORS, Part.VENUE, Part.KEY, Part.PAPER)
"""Labels that only records of papers have."""
_CALLED = re.compile(r"\b(?:paper|pdf|article|preprint|arxiv|doi|openreview)\b", re.IGNORECASE)
_TURNED = re.compile(r"[^\W\d_a-z][\w'’-]{1,30}, [^\W\d_a-z]\.")
"""A family name and the first initial behind it."""
_GAP = 4
"""Characters between a title and an author that are counted."""
_SMALL, _HEADING = 5, 6
"""Letters of small words that show what a title is, and words of a heading that say what stands below it."""
_EVENT = re.compile(rf"\b(?:{occasion_words('event')})\b", re.IGNORECASE)
_PANEL = re.compile(rf"(?:{occasion_words('panel', 'keynote')})(?: #?\d{{1,2}})?\s?[:–—]\s", re.IGNORECASE)
Read = tuple[Segment, Entry]


def traits(read: Sequence[Read], headings: Sequence[tuple[str, ...]]) -> list[list[Group]]:
    """Spell out what is known of each record, in groups of features.

    Args:
        read: all records of a note, in their order.
        headings: the texts of the headings above each, the nearest first.
    """
    own = [tuple(_fields(segment, entry)) for segment, entry in read]
    shown = [tuple(_shown(segment, entry)) for segment, entry in read]
    shares = _shares(read)
    return [
        [
            own[number],
            shown[number],
            tuple(_linked(segment, entry)),
            tuple(_laid_out(segment, entry)),
            tuple(_labelled(segment)),
            tuple(_headed(headings[number])),
            shares[segment.family],
            shares[segment.layout],
        ]
        for number, (segment, entry) in enumerate(read)
    ]


def _fields(segment: Segment, entry: Entry) -> Iterator[str]:
    """Return which fields of a paper a record has."""
    kind = segment.lines[0].kind
    authors = min(len(entry.authors), 3)
    people = bool(authors) and all(names.looks_like_person(author.text) for author in entry.authors)
    venue = "-" if entry.venue is None else "k" if read_venue(entry.venue.text) is not None else "v"
    year = entry.year is not None
    cited = f"a{authors}{people:d}{venue}{year:d}"
    yield from (cited, f"{kind}{cited}", f"a{authors}", f"p{people:d}", f"v{venue}", f"y{year:d}")
    yield f"org{any(is_place(author.text) for author in entry.authors):d}"
    yield f"key{entry.citekey is not None:d}"
    yield f"told{entry.presentation is not None:d}{authors}"
    title = entry.title.text if entry.title is not None else ""
    if not title:
        yield from ("untitled", f"untitled{kind}{entry.short is not None:d}")
        return
    words = shapes.words(title)
    yield f"words{min(len(words), 10)}"
    form = "".join(f"{sign:d}" for sign in shapes.form(title))
    yield from (f"form{form}", f"form{form}{cited}", f"colon{':' in title:d}", f"mark{title[-1] if title else ''}")
    yield from (f"in={word}" for word in dict.fromkeys(words[1:]) if len(word) <= _SMALL and word.islower())
    yield f"formula{any(sign in title for sign in _FORMULAIC):d}"
    yield from (f"no{shapes.is_no_work(title):d}", f"first={words[0].casefold() if words else ''}")


def _shown(segment: Segment, entry: Entry) -> Iterator[str]:
    """Return what shows by itself that a record is a paper, or that it is none."""
    led, titled = is_led(entry), entry.title is not None
    people = people_of(entry)
    named = min(sum(names.looks_like_person(author.text) for author in people), 2)
    cited = f"{entry.complete is False:d}{entry.year is not None:d}{entry.venue is not None:d}"
    yield from (f"led{led:d}{titled:d}", f"named{named}", f"cited{named}{min(len(people), 2)}{cited}{led:d}")
    labelled = not segment.parts.isdisjoint(TELLING)
    signs = f"{leads(segment, entry):d}{labelled:d}{is_scheduled(segment):d}"
    signs += f"{_is_pointed_to(segment):d}{_is_front_page(segment, entry):d}"
    yield from (f"shown{signs}", f"shown{signs}{led:d}{named}{cited}{entry.citekey is not None:d}")


def _linked(segment: Segment, entry: Entry) -> Iterator[str]:
    """Return where a record leads."""
    roles, looks = Counter(_role(link.text) for link in entry.links), segment.looks[0]
    found = "".join(sorted(roles))
    yield from (f"links{found}", f"links{found}{segment.lines[0].kind}", f"count{min(len(entry.links), 3)}")
    for role in roles:
        yield f"to{role}"
    yield from (f"named{looks.named}", f"roles{looks.roles}", f"first{looks.named}|{found}")
    yield f"id{any(look.identifier for look in segment.looks[:NEAR]):d}"


def _role(address: str) -> str:
    """Name what an address leads to; a PDF that is no paper is of a course or a talk."""
    role = read_link(address).role
    if role is not Role.PAPER and address.partition("?")[0].casefold().endswith(".pdf"):
        return "taught;"
    return f"{role};"


def _laid_out(segment: Segment, entry: Entry) -> Iterator[str]:
    """Return how a record is laid out."""
    line, look = segment.lines[0], segment.looks[0]
    kind = f"{line.kind}{min(line.level, 3)}"
    near = segment.looks[:NEAR]
    likely = max(each.likeness for each in near)
    yield from (kind, f"like{int(likely * 5)}", f"like{int(likely * 5)}{line.kind}")
    yield from (f"sort{sort_of(look)}", f"sort{sort_of(look)}{line.kind}", f"said{look.told:d}{line.kind}")
    yield from (f"open{look.opening}", f"close{look.closing}", f"bold{min(look.bold, 2)}", f"quoted{look.quoted:d}")
    yield f"announces{shapes.announces(look.text):d}"
    yield f"lines{min(len(segment.lines), 5)}{line.kind}"
    yield f"siblings{_few(segment.siblings)}{line.kind}"
    named = [n for n, each in enumerate(near) if n and each.people > _MANY and each.words > 1 and not each.told]
    yield f"named{min(named, default=9)}{line.kind}"
    for each in near[1:4]:
        yield f"below{sort_of(each)}"
    yield f"year{look.year:d}{look.et_al:d}{look.venue:d}{line.kind}"
    yield f"at{entry.anchor.block == line.index:d}"
    gap = gap_of(entry)
    if gap is not None:
        yield f"gap{max(-1, min(gap, _GAP))}"
    yield f"held={kind_of(look.text)}"


def _labelled(segment: Segment) -> Iterator[str]:
    """Return which labels and headers of columns a record has."""
    parts, kind = sorted({part.learned for part in segment.parts}), segment.lines[0].kind
    yield f"labels{min(len(parts), 4)}{kind}"
    for part in parts:
        yield from (f"label={part}", f"label={part}{kind}")
    yield f"labels={'authors' in parts:d}{'title' in parts:d}{'venue' in parts:d}{'speaker' in parts:d}"


def headings(note: Note, read: Sequence[Read]) -> list[tuple[str, ...]]:
    """Return the texts of the headings above each record, the nearest first."""
    above = (outline.blocks_above(note, segment.lines[0].index) for segment, _ in read)
    return [tuple(note.blocks[at].prose for at in each if note.blocks[at].kind is BlockKind.HEADING) for each in above]


def _headed(headings: Sequence[str]) -> Iterator[str]:
    """Return the words of the headings above a record."""
    for name, texts in (("under", headings[:1]), ("below", headings[1:])):
        found = {word.casefold() for text in texts for word in shapes.words(text)[:_HEADING]}
        yield from (f"{name}={word}" for word in sorted(found) if word.isalpha())
    yield f"under{bool(headings):d}"


def _shares(read: Sequence[Read]) -> dict[Slot, Group]:
    """Return which shares of the records of each list, and of each layout, have which fields."""
    signs = [tuple(_signs(segment, entry)) for segment, entry in read]
    members: dict[Slot, list[int]] = defaultdict(list)
    for number, (segment, _) in enumerate(read):
        members[segment.family].append(number)
        members[segment.layout].append(number)
    found: dict[Slot, Group] = {}
    for slot, numbers in members.items():
        counted = Counter(sign for number in numbers for sign in signs[number])
        sort = "L" if slot[0] == "layout" else "F"
        count = len(numbers)
        total = read[numbers[0]][0].siblings if sort == "F" else count
        found[slot] = (
            *(f"{sort}{sign}{share(counted[sign] / count)}" for sign in "loanyvrt"),
            f"{sort}{share(counted['l'] / count)}{share(counted['a'] / count)}{share(counted['y'] / count)}",
            f"{sort}count{_few(count)}",
            f"{sort}of{share(count / max(count, total))}",
        )
    return found


def _signs(segment: Segment, entry: Entry) -> Iterator[str]:
    """Yield a letter for each field of a paper that a record has."""
    signs = {
        "l": is_led(entry),
        "o": bool(entry.links),
        "a": bool(entry.authors),
        "n": len(entry.authors) > 1,
        "y": entry.year is not None,
        "v": entry.venue is not None,
        "r": max(look.likeness for look in segment.looks[:NEAR]) > _MANY,
        "t": entry.title is not None,
    }
    yield from (sign for sign, shown in signs.items() if shown)


def _few(count: int) -> int:
    return count if count < 4 else 4 if count < 8 else 5


def _is_front_page(segment: Segment, entry: Entry) -> bool:
    """Return whether a record is the first page of a paper: a title, names, and an abstract under that word."""
    return entry.title is not None and any(ABSTRACT.fullmatch(look.text.strip()) for look in segment.looks)


def _is_pointed_to(segment: Segment) -> bool:
    """Return whether the text of a link is a word for a paper."""
    return any(look.only_links and _CALLED.search(look.text) for look in segment.looks[:NEAR])


def people_of(entry: Entry) -> list[Field]:
    """Return the authors of a record that are no organisations."""
    return [author for author in entry.authors if not is_place(author.text)]


@lru_cache(maxsize=4096)
def is_place(text: str) -> bool:
    """Return whether what was read as an author is an organisation."""
    return any(hit.known.kind is Kind.ORG for hit in gazetteer.find(text))


def is_led(entry: Entry) -> bool:
    """Return whether a record gives the address of a paper."""
    return paper_link(entry.links) is not None


def gap_of(entry: Entry) -> int | None:
    """Count the characters between a title and the authors behind it, None if they are not in one block."""
    if entry.title is None or not entry.authors or entry.title.block != entry.authors[0].block:
        return None
    return entry.authors[0].start - entry.title.end


def leads(segment: Segment, entry: Entry) -> bool:
    """Return whether a title in bold, or that is a link, stands before a person, or a link right behind persons.

    So does a title in quotation marks right behind persons whose names are turned: `Lind, A. "Moss"`.
    """
    first = segment.looks[0]
    title = entry.title if first.bold or first.named or first.quoted else None
    people = people_of(entry) if title is not None else ()
    if title is None or not people or not names.looks_like_person(people[0].text):
        return False
    behind = people[-1].block == title.block and 0 < title.start - people[-1].end <= _GAP
    before = (title.block, title.start) < (people[0].block, people[0].start)
    linked, turned = bool(first.named), _TURNED.match(first.text) is not None
    return (behind and (linked or turned)) or (before and (linked or first.bold > 0))


def is_scheduled(segment: Segment) -> bool:
    """Return whether a record is a row of a programme with titles and speakers."""
    return segment.lines[0].kind == "r" and {Part.TITLE, Part.SPEAKER} <= segment.parts


def is_held(segment: Segment, entry: Entry) -> bool:
    """Return whether a title is a panel's, or one of a heading or an event above the days on which that is held."""
    title = entry.title.text if entry.title is not None else ""
    people = (one.text for one in people_of(entry) if names.looks_like_person(one.text))
    cited = entry.citekey is not None or any(not organisations.is_told(name) for name in people)
    cited = cited or any(read_link(link.text).key for link in entry.links)
    event = segment.lines[0].kind == "h" or _EVENT.search(title) is not None
    days = event and any(dates.names_days(look.text) for look in segment.looks[1:NEAR])
    return _PANEL.match(title) is not None or (days and not cited)


def is_visited(segment: Segment, entry: Entry) -> bool:
    """Return whether a record of authors and a title says when somebody looked at its address."""
    linked = entry.title is not None and bool(entry.authors and entry.links)
    return linked and any(VISITED.search(look.text) for look in segment.looks[:NEAR])


def names_title(note: Note, entry: Entry) -> bool:
    """Return whether a title that is set off stands right behind full names: `Ann Poe, *The Moss*`."""
    title, people = entry.title, people_of(entry)
    if title is None or not people or not all(names.looks_like_person(one.text) for one in entry.authors):
        return False
    before = title.start - people[-1].end if people[-1].block == title.block else 0
    return 0 < before <= _BEHIND and is_set_off(note.blocks[title.block], title.start)
