"""A reference of a bibliography: its fields, named as BibTeX names them, and what they say beyond what papers have."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from kg import resources
from kg.extraction import align
from kg.extraction.citations.people import is_given, is_person, is_surname
from kg.extraction.entries import Detail, Field
from kg.extraction.issued import Issued, put_together, read
from kg.extraction.names import display, is_group, split_names, tells_others
from kg.model import Block, Note, Span
from kg.personal_names import divide, is_family_first, is_whole

REPORTS = frozenset(["techreport", "report"])
THESES = frozenset(["phdthesis", "mastersthesis", "thesis"])
_LETTERED = re.compile(r"(?i)(?:jr|sr|[iv]{1,3})\.?")
_PRINTED = re.compile(r"(?:^\[|(?<=', ))'([^'\n]{2,80})'(?=, '|\]$)")
"""The names in a list as Python prints it: `['Lind, Ola', 'Roe, Ann']`."""
_IN_BRACKETS = re.compile(r"[(（]([^()（）\d]{2,60})[)）]")
"""What stands in brackets behind the name of a person: the name in another script, or the one that friends use."""
_VANCOUVER = re.compile(r"[^\W\d_][\w'’-]{1,30}(?: [\w'’-]{2,30}){0,2} [A-Z]{1,3}")
"""A family name with initials behind it, as medicine prints names."""
_LED = re.compile(r"(?:and )?(?:(?P<family>[^,:]{1,60}), )?(?P<group>[^,:]{1,80}): ?(?P<given>[^,:]{1,60})")
"""A group before the first of its members, also where a program has turned the name: `Lind, Moss Team: Ann`."""
_LEADS = re.compile(r"(?P<group>[^,:]{1,80}): ?(?=[^,:]{1,60},)")
"""A group before a list of its members: `The Moss Team: A. Lind, J. Berg`."""
_ABBREVIATED = re.compile(r"(?:[^\W\d_a-z]\.[ -]?){1,4}[^\W\d_][\w '’-]{1,30}")
_FULL = re.compile(
    r"[^\W\d_a-z][\w.'’-]{0,30}(?: [^\W\d_a-z][\w.'’-]{0,30}| (?:van|von|de|der|den|del|da|di|la|le)){1,4}"
)
_AND = re.compile(r"\s(?:and|und|et|y)\s")
_COMMAS, _DIVIDES = re.compile("[,，]"), re.compile(r"[;；、]| et al| etc\b| & |…|\.\.\.|,\s(?:and|und|et|y)\s")
_BETWEEN = re.compile(r"[,，]|\s(?:and|und|et|y)\s")
_BOOKS = frozenset(["book", "inbook", "incollection", "inproceedings", "conference", "proceedings", "collection"])
_WHOLE = frozenset(["book", "phdthesis"])
"""Works whose first page nobody gives."""
_ARXIV = "arxiv"

DETAILS = resources.rows(Path(__file__).with_name("details.csv"))
"""What a reference says of its work as a text, and the fields of BibTeX that say it as it stands: the first counts."""
_PLAIN = tuple((row["name"], row["fields"].split()) for row in DETAILS if row["fields"])
_READ = frozenset(name for _, names in _PLAIN for name in names).union(
    "title subtitle key ids author editor translator literal group surname year month day date issued eventdate "
    "urldate pages startpage endpage eid articleno article-number number issue isbn issn institution school "
    "organization organisation publisher eprint archiveprefix eprinttype crossref xref eventplace "
    "rating subject keywords keyword mendeley-tags tags groups doi url arxiv pmid pmcid hdl eprintid "
    "archiveid dateread venue".split()
)
"""Fields that are read, or say what others do."""
_JOINED = {"place": " ; ", "note": "\n", "remark": "\n"}
"""Details of which some formats have a field for each, and what is between them in one."""
_REPEATED = ("edition", "genre")
"""Details that some journals fill with the day or the keywords, which stand in their own fields, too."""
_TITLES = ("other title", "short title")
_KEYS = re.compile(r"[^\s,]+")
_APPEARED = ("booktitle", "journal", "journaltitle")
"""Fields of what a work appeared in; beside them, the title of the meeting says something else."""
_DASHES = " -‐‑–—"
_PAGES = re.compile(r"([A-Za-z]{0,4}\d{1,9}[A-Za-z]?)\s{0,2}[-‐‑–—]{1,3}\s{0,2}([A-Za-z]{0,4}\d{1,9}[A-Za-z]?)")
_IMPRINT = re.compile(r"(?P<place>[^:;]{2,50};[^:]{2,50}|[^:]{2,100}\s):\s(?P<publisher>[^:;]{2,100})")
"""Places with the publisher behind them, as libraries print them: `Berlin ; New York : Springer`."""
_SERIAL = re.compile(r"(?<![\d-])(?:(?:97[89][- ]?)?(?:\d[- ]?){9}[\dxX]|\d{4}-?\d{3}[\dxX])(?![\d-])")
"""An ISBN or ISSN, around which programs print what it is of."""
_DIGITS = re.compile(r"[\dxX]")


@dataclass(frozen=True)
class Record:
    """A reference with its place in the note."""

    note: Note
    index: int
    block: Block

    def places(self, *names: str) -> Iterator[tuple[int, int]]:
        """Yield the values of the first of the names that has any."""
        for name in names:
            found = [(place.start, place.end) for place in self.block.fields if place.name == name]
            if found:
                yield from found
                return

    def text(self, *names: str) -> str:
        """Return the values of the first of the names that has any, as one text."""
        return " ".join(self.block.prose[start:end] for start, end in self.places(*names))

    def field(self, *names: str) -> Field | None:
        """Return the first value of the first of the names that has any."""
        for start, end in self.places(*names):
            return align.field(self.block, self.index, start, end)
        return None

    def says(self, text: str) -> int:
        """Return how many values are this text; the number of a chapter says nothing of others."""
        fields = (field for field in self.block.fields if field.name != "chapter")
        return sum(self.block.prose[field.start : field.end] == text for field in fields)

    def span(self, place: Field) -> Span:
        """Return the place of a field in the file."""
        return align.span(self.note, place)

    @cached_property
    def literals(self) -> frozenset[int]:
        """The starts of the names that have no parts."""
        return frozenset(place.start for place in self.block.fields if place.name == "literal")

    @cached_property
    def groups(self) -> frozenset[int]:
        """The starts of the names that the reference says to be of groups."""
        return frozenset(place.start for place in self.block.fields if place.name == "group")

    @cached_property
    def surnames(self) -> list[tuple[int, int]]:
        """The places that are marked as family names, in their order."""
        return sorted((place.start, place.end) for place in self.block.fields if place.name == "surname")

    def people(self, *roles: str) -> tuple[tuple[Field, ...], bool | None]:
        """Return the persons of the first role that has any, given name first, and whether these are all."""
        found: list[Field] = []
        complete = True
        places = list(self.places(*roles))
        straight = _are_straight([self.block.prose[start:end] for start, end in places])
        turned = len(places) > 1 and all(self.block.prose[start:end].count(",") == 1 for start, end in places)
        for start, end in places:
            text = self.block.prose[start:end]
            if (leads := _LEADS.match(text)) and is_group(leads["group"]):
                found.append(align.field(self.block, self.index, start, start + leads.end("group")))
                start, text = start + leads.end(), text[leads.end() :]
            if tells_others(text):
                complete = False
            elif printed := _PRINTED.findall(text):
                found += [align.field(self.block, self.index, start, end, display(name)) for name in printed]
            elif (led := _LED.fullmatch(text)) and is_group(led["group"]):
                found.append(align.field(self.block, self.index, start + led.start("group"), start + led.end("group")))
                name = display(", ".join(filter(None, (led["family"], led["given"]))))
                found.append(align.field(self.block, self.index, start + led.start("given"), end, name))
            elif start not in self.literals and not turned and is_list(text):
                listed = split_names(text, field=True)
                complete = complete and listed.complete
                found += [Field(name, self.index, start + first, start + last) for first, last, name in listed.names]
            elif text.strip():
                shown = align.one_line(text) if start in self.literals else display(text, straight=straight)
                if shown:  # of a number, nothing is left: it is the mark of a footnote and no name
                    found.append(align.field(self.block, self.index, start, end, shown))
        return tuple(found), complete if found else None


def _are_straight(names: Sequence[str]) -> bool:
    """Return whether names without a comma have the given name first, but for one that could be read otherwise."""
    bare = [name.split() for name in names if "," not in name and len(name.split()) > 1]
    turned = sum(words[-1].strip(".").isupper() for words in bare)
    return turned * 2 < len(bare)


def is_list(text: str) -> bool:
    """Return whether a value holds several names where BibTeX wants an `and` between them."""
    commas = _COMMAS.split(text)
    suffixed = len(commas) == 3 and (_LETTERED.fullmatch(commas[1].strip()) or commas[1].strip()[:1].islower())
    vancouver = all(_VANCOUVER.fullmatch(part.strip()) for part in _BETWEEN.split(text)) and _BETWEEN.search(text)
    parted = _DIVIDES.search(text) is not None or _are_persons(_AND.split(text)) or _are_straight_pair(commas)
    parted = (
        parted
        or _are_mixed(_BETWEEN.split(text))
        or (len(commas) > 1 and (is_whole(commas[0].strip()) or all(map(is_group, commas))))
    )
    return (len(commas) > 2 and not suffixed) or bool(vancouver) or parted


def _are_persons(parts: Sequence[str]) -> bool:
    """Return whether the parts between `and` are full names, or initials and a name, not those of one institution."""
    named = [part.strip() for part in parts]
    known = all(" " in name and (is_person(name) or _ABBREVIATED.fullmatch(name)) for name in named)
    full = any(map(is_person, named)) and all(_FULL.fullmatch(name) and not is_group(name) for name in named)
    return len(named) > 1 and (known or full)


def _are_mixed(parts: Sequence[str]) -> bool:
    """Return whether the parts at commas and `and` are all full names: `Jane Roe, Ann Poe and Bo Lind`."""
    return len(parts) > 2 and all(_FULL.fullmatch(part.strip()) and not is_group(part) for part in parts)


def _are_straight_pair(parts: Sequence[str]) -> bool:
    """Return whether the parts at a comma are two names, `Jane Roe, Ann Poe`, and not one that is turned round.

    Then the last word is no given name, while that of the first name may be one: `Jane Scott, Ann Poe`.
    """
    words = [part.split() for part in parts]
    full = len(words) == 2 and all(len(name) > 1 and len(name[-1].strip(".")) > 1 for name in words)
    begun = all(is_given(name[0]) or name[0].endswith(".") for name in words if name)
    begun = begun or (full and is_surname(words[0][-1]) and not is_surname(words[0][0]))
    return full and begun and not is_given(words[1][-1])


def details(record: Record) -> Iterator[Detail]:
    """Yield what a reference says of its work beyond title, authors, year, venue, links and keywords."""
    if record.block.info not in ("misc", "none") or record.block.info_at[0] < record.block.info_at[1]:
        yield _type(record)
    for name, names in _PLAIN:
        values = [align.field(record.block, record.index, *place) for place in record.places(*names)]
        values = [value for value in values if value.text][: None if name in _JOINED else 1]
        text = _JOINED.get(name, "").join(value.text for value in values)
        if (
            text
            and not (name in _TITLES and text == align.one_line(record.text("title")))
            and not (name in _REPEATED and record.says(text) > 1)
        ):
            yield Detail(name, text, tuple(map(record.span, values)))
    place = record.field("eventplace") or _event_place(record)
    if place is not None:
        yield Detail("event place", place.text, (record.span(place),))
    yield from _other_keys(record)
    yield from _numbers(record)
    yield from _pages(record)
    yield from _dates(record)
    yield from _serials(record)
    yield from _organisations(record)
    yield from _eprint(record)
    yield from _people(record)
    yield from _others(record)
    within = record.field("crossref", "xref")
    if within is not None:
        yield Detail("within", within.text, (record.span(within),))


def _event_place(record: Record) -> Field | None:
    """Return the place of a meeting beside that of the publisher, or as biblatex has it beside the title of a book."""
    if record.field("address") is not None and record.field("location") is not None:
        return record.field("location")
    return record.field("venue") if record.field(*_APPEARED, "eventtitle") is not None else None


def _others(record: Record) -> Iterator[Detail]:
    """Yield the fields for which there is nothing else, with their names; a title tells its beginning to be short."""
    title = record.text("title").casefold()
    for place in record.block.fields:
        value = align.field(record.block, record.index, place.start, place.end)
        told = place.name in _READ and (place.name != "shorttitle" or title.startswith(value.text.casefold()))
        if not told and place.name.isascii():
            yield Detail("other field", f"{place.name} = {value.text}", (record.span(value),))


def _type(record: Record) -> Detail:
    start, end = record.block.info_at
    place = Span(record.note.id, start, end) if start < end else align.block_span(record.note, record.index)
    return Detail("type", record.block.info, (place,))


def _other_keys(record: Record) -> Iterator[Detail]:
    """Yield the further keys of an entry, as BibLaTeX has them."""
    for start, end in record.places("ids"):
        for key in _KEYS.finditer(record.block.prose, start, end):
            place = align.field(record.block, record.index, *key.span())
            yield Detail("other key", place.text, (record.span(place),))


def _numbers(record: Record) -> Iterator[Detail]:
    """Tell what a number is one of, which BibTeX leaves to the type of the entry."""
    kind = record.block.info
    name = "issue" if kind in {"article", "suppperiodical"} else "series number" if kind in _BOOKS else "report number"
    value = record.field("number", "issue")
    if value is not None:
        yield Detail(name, value.text, (record.span(value),))


def _pages(record: Record) -> Iterator[Detail]:
    whole, first, last = record.field("pages"), record.field("startpage"), record.field("endpage")
    whole = whole or (record.field("eid", "articleno", "article-number") if first is None else None)
    if whole is not None:
        yield Detail("pages", _range(whole.text), (record.span(whole),))
    elif first is not None and last is None and record.block.info in _WHOLE and first.text.isdecimal():
        yield Detail("page total", first.text, (record.span(first),))  # so RIS has it
    elif first is not None:
        begins, ends = first.text.strip(_DASHES), last.text.strip(_DASHES) if last is not None else ""
        text = f"{begins}–{ends}" if ends not in ("", begins) else _range(begins)
        yield Detail("pages", text, tuple(record.span(place) for place in (first, last) if place is not None))


def _range(pages: str) -> str:
    """Write the one range that pages are with the dash of ranges.

    >>> _range("1834-1844"), _range("12-"), _range("S1-3, 7"), _range("TR-12")
    ('1834–1844', '12', 'S1-3, 7', 'TR-12')
    """
    pages = pages.strip(_DASHES) or pages
    found = _PAGES.fullmatch(pages)
    return f"{found[1]}–{found[2]}" if found else pages


def published(record: Record) -> tuple[Field | None, Issued]:
    """Return the year of a reference with its place, and all that it says of when its work appeared."""
    issued = put_together(record.text("year"), record.text("month"), record.text("day"))
    place = record.field("year")
    other = record.field("date", "issued", "eventdate")
    whole = read(other.text) if other is not None else Issued()
    printed = issued.printed or whole.printed
    if whole.year and issued.year in ("", whole.year):
        place = place if issued.year else other
        dated = whole.month and not issued.year  # the month stands beside a whole date
        issued = whole if dated or not issued.month else issued._replace(year=whole.year)
    issued = issued._replace(printed=printed)
    if place is None or not issued.year:
        return None, issued
    at = record.block.prose.find(issued.year, place.start, place.end)
    start, end = (at, at + len(issued.year)) if at >= 0 else (place.start, place.end)
    return Field(issued.year, record.index, start, end), issued


def _dates(record: Record) -> Iterator[Detail]:
    """Yield month and day, what is no month of a known year as it is printed, and when a page was read."""
    _, issued = published(record)
    fields = [record.field(name) for name in ("year", "month", "day", "date", "issued", "eventdate")]
    places = tuple(record.span(field) for field in fields if field is not None)
    if issued.date:
        yield Detail("date", issued.date, places)
    month = "" if issued.year else align.one_line(record.text("month", "date"))  # the book referred to has the year
    if printed := issued.printed or month:
        yield Detail("printed date", printed, places)
    accessed = record.field("urldate")
    if accessed is not None:
        yield Detail("accessed", read(accessed.text).date or accessed.text, (record.span(accessed),))


def _serials(record: Record) -> Iterator[Detail]:
    """Tell an ISBN from an ISSN by its length: some formats have one field for both."""
    for name in ("isbn", "issn"):
        for start, end in record.places(name):
            text = record.block.prose[start:end]
            found = _SERIAL.findall(text)
            for number in found or [text]:
                digits = len(_DIGITS.findall(number))
                told = "issn" if digits == 8 else "isbn" if digits in (10, 13) else name
                yield Detail(told, number, (record.span(align.field(record.block, record.index, start, end)),))


def _organisations(record: Record) -> Iterator[Detail]:
    """Yield publisher and the organisation behind a work; a thesis is published by its school, a report likewise."""
    behind = record.field("institution", "school", "organization", "organisation")
    publisher = record.field("publisher")
    imprint = _IMPRINT.fullmatch(record.block.prose, publisher.start, publisher.end) if publisher is not None else None
    if imprint is not None:
        publisher = align.field(record.block, record.index, *imprint.span("publisher"))
        place = align.field(record.block, record.index, *align.trim(record.block.prose, *imprint.span("place"), " "))
        if record.field("address", "location") is None:
            yield Detail("place", place.text, (record.span(place),))
    if publisher is not None and behind is None and record.block.info in REPORTS | THESES:
        behind, publisher = publisher, None
    for name, value in (("organisation", behind), ("publisher", publisher)):
        if value is not None:
            yield Detail(name, value.text, (record.span(value),))


def _eprint(record: Record) -> Iterator[Detail]:
    """Yield the number of an archive that no address stands for."""
    number, archive = record.field("eprint"), record.field("archiveprefix", "eprinttype")
    if number is None or (archive is not None and archive.text.casefold() == _ARXIV):
        return
    yield Detail("archive number", number.text, (record.span(number),))
    if archive is not None:
        yield Detail("archive", archive.text, (record.span(archive),))


def _people(record: Record) -> Iterator[Detail]:
    """Yield editors and translators, and the family names that cannot be told from the form of a name."""
    others = {role: record.people(role)[0] for role in ("editor", "translator")}
    for role, people in others.items():
        for person in people:
            yield Detail(role, person.text, (record.span(person),))
    authors, _ = record.people("author", "authors")
    for group in (author for author in authors if author.start in record.groups):
        yield Detail("group", group.text, (record.span(group),), group.text)
    for person in (*authors, *others["editor"], *others["translator"]):
        surname = _surname(record, person)
        if surname and (divide(person.text).surname != surname or is_family_first(surname)):
            yield Detail("surname", surname, (record.span(person),), person.text)
        found = _IN_BRACKETS.search(record.block.prose, person.start, person.end)
        other = display(found[1]) if found is not None else ""
        if is_given(other):
            other = f"{other} {divide(person.text, surname).surname}"
        elif other.isascii() == person.text.isascii():
            other = ""
        if other:
            yield Detail("other name", other, (record.span(person),), person.text)


def _surname(record: Record, person: Field) -> str:
    """Return the family name of a person as the reference has it, "" where it does not tell."""
    text = align.one_line(record.block.prose[person.start : person.end])
    if person.start in record.literals:
        return text
    at = bisect_left(record.surnames, (person.start, 0))
    for start, end in record.surnames[at : at + 1]:
        if end <= person.end:
            return align.one_line(record.block.prose[start:end])
    family, comma, given = text.replace("，", ",").partition(",")
    if not comma and is_family_first(text):
        family, _, given = text.partition(" ")
    return family.strip() if given.strip() else ""
