"""From labelled tokens to the fields of an entry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kg import lexicons
from kg.extraction import citations, gazetteer, names, shapes
from kg.extraction.citations.people import is_surname, soften
from kg.extraction.citations.reading import longest, trim
from kg.extraction.citations.tokens import names_venue
from kg.extraction.entries import Entry, Field
from kg.extraction.linking import OF_CODE, SPOKEN_OF, is_link_label
from kg.extraction.naming import definitions
from kg.extraction.ranges import Index, Range, Ranges, links_near
from kg.extraction.records.labelling import Labelled
from kg.extraction.records.labels import Part
from kg.extraction.records.leads import is_short_name
from kg.extraction.records.record import Record
from kg.extraction.records.remarks import read_words
from kg.extraction.records.venues import is_authors, is_cut_short, is_venue
from kg.extraction.venues import read_venue
from kg.identifiers import DATED_ARXIV
from kg.links import Role, find_identifiers, is_address, read_link
from kg.model import Block, BlockKind, Kind, LinkKind
from kg.personal_names import SITE

NAME = "record"
_FEWEST = 2
"""Words of a title, beside those of which a link with more leads to another paper."""
_LEADING = 3
"""Characters before a link that still begins its line."""
_PRESENTATION = re.compile(r"\b(oral|spotlight|poster|keynote|workshop|talk)", re.IGNORECASE)
_PRINTED = re.compile(
    r"[(\[|,·–—]\s{0,2}(oral|spotlight|poster|keynote)(?: presentation| paper| talk)?\s{0,2}(?=[)\],|·.;\n]|$)",
    re.IGNORECASE,
)
_WANTED = frozenset([Role.PAPER, Role.CODE, Role.PROJECT, Role.DATA, Role.OTHER, Role.VIDEO])
_ADDRESSES = frozenset([Part.IDENTIFIER, Part.LINK])
_NAME = re.compile(r"[^\W\d_a-z][\w'’-]+")
_KEY = re.compile(r"(?![a-z]{2,12}-\d{6,9}$)[^\s\[\]{}@`]{3,90}")
_GROUP = re.compile(r"(?:[Tt]he )?[\w-]+(?: [\w-]+){0,3} (?:Collaborations?|Consortium|Investigators)")
"""Those who have written a paper, where no title stands beside them."""
_LONGEST_ACRONYM = 5
_FAR = 40  # characters around an author that may be of one address with it
_NOBODY = lexicons.words("no name")
"""Words that name nothing, days among them."""
_BARE_NUMBER = re.compile(rf"(?:^|[\s,;:([])(?P<id>{DATED_ARXIV})(?:v\d{{1,2}})?(?=[,;)\]]|\.?(?:\s|$))")
"""A number of arXiv that nothing calls one, which only a record can have."""


def _end(record: Record, title: citations.Part) -> int:
    """Return where a title ends: before the number of arXiv that stands right behind it."""
    number = _BARE_NUMBER.search(record.text, title.start)
    return number.start() if number is not None and title.start < number.start() < title.end else title.end


def to_entry(labelled: Labelled, cited: citations.Citation | None, sure: float) -> Entry | None:
    """Put the fields of a record together; None when nothing names the paper."""
    record = labelled.record
    title = record.place(cited.title.start, _end(record, cited.title)) if cited is not None else None
    title = _bare(title) if title is not None else None
    title = None if title is not None and _GROUP.fullmatch(title.text) else title
    short, key = run_of(labelled, "N"), _key(labelled)
    if short is not None and not is_short_name(record, title, short):
        short = None
    if title is not None and short is not None and title.text[0].islower() and title.start > short.start:
        title = None  # what the thing of that name is
    headed = record.lines[0].kind == "h" and any(sort == Part.AUTHORS for _, _, sort in record.labelled())
    stated = headed or record.lines[0].part is Part.TITLE
    if title is not None and not stated and len(shapes.words(title.text)) == 1 and shapes.is_name_shaped(title.text):
        title, short = None, short or title
    if title is None and key is None and short is not None and _is_linked(record, short):
        title, short = short, None
    links, disputed = read_links(record, title)
    anchor = title or key or short
    if anchor is None:
        return None
    blocks = tuple(dict.fromkeys(line.index for line in record.lines))
    entry = Entry(
        NAME,
        anchor,
        round(0.5 + 0.45 * sure, 2),
        title=title,
        short=short if title is None or short is None or short.text != title.text else None,
        citekey=key,
        presentation=_presentation(labelled),
        links=links,
        disputed=disputed,
        labelled=blocks,
        blocks=blocks,
    )
    entry = _by_state(record, _credited(labelled, entry, cited)) if cited is not None else entry
    words = read_words(labelled, entry)
    return replace(entry, remarks=words.remarks, abstract=words.abstract)


_STATE = re.compile(
    r"(?P<state>[^\W\d_a-z]{2,30}(?: [^\W\d_a-z]{2,30}){0,4})(?: \([^\W\d_]{2,30}(?: [^\W\d_]{1,30}){0,3}\))?\. "
    r"(?P<body>[^\W\d_a-z][\w-]{1,30}(?! (?:e|y|et|and) )"
    r"(?: [^\W\d_a-z][\w-]{1,30}| (?:d[aeo]s?|du|des|of|the|y|et|e|and)){1,9})\. (?=[^\W\d_])"
)
"""A state in capitals and a body of it, which are the author of what the body has issued."""


def _by_state(record: Record, entry: Entry) -> Entry:
    """Return an entry with the body of a state for its author: `NORGE. Ministry of Moss. A guide to moss`."""
    found = _STATE.match(record.text)
    if found is None or entry.title is None or not entry.authors:
        return entry
    state, body = found["state"], found["body"]
    author, behind = record.place(found.start("state"), found.end("body")), record.place(found.end(), found.end() + 1)
    first = min((one.block, one.start) for one in entry.authors) == (author.block, author.start)
    if not (first and state.isupper() and names.is_group(body)) or is_surname(state):
        return entry
    title = entry.title
    if title.block == behind.block and title.start < behind.start < title.end:
        title = replace(title, text=title.text[behind.start - title.start :], start=behind.start)
    anchor = title if entry.anchor == entry.title else entry.anchor
    return replace(entry, authors=(replace(author, text=f"{soften(state)}. {body}"),), title=title, anchor=anchor)


def _is_linked(record: Record, short: Field) -> bool:
    """Return whether a name of several words is the text of a link to a paper: it is its title."""
    near = links_near(record.note.blocks[short.block], short.start, short.end)
    own = (link for link in near if (link.start, link.end) == (short.start, short.end))
    return len(shapes.words(short.text)) > 1 and any(read_link(link.target).role is Role.PAPER for link in own)


def _bare(title: Field) -> Field:
    """Return a title without the award or the number before it, and out of the sentence that quotes it.

    So it is in `The Poe Prize: A title`, `Paper 2: A title`, `Test of time award goes to A title`, `We read “A title of
    words” by Poe`, and behind a citation or a journal: `Lind et al. (2017) - A title`, `Mar Ecol Prog "A title of
    words"`; and where a link shows `A title of words paper`, or `GitHub - somebody/name: A title`.
    """
    found = (
        _AWARDED.match(title.text)
        or _QUOTING.fullmatch(title.text)
        or _BEHIND_JOURNAL.fullmatch(title.text)
        or _CITED.fullmatch(title.text)
        or SPOKEN_OF.fullmatch(title.text)
        or OF_CODE.fullmatch(title.text)
    )
    if found is None:
        return title
    start, end = found.span("title")
    return replace(title, text=title.text[start:end], start=title.start + start, end=title.start + end)


def _credited(labelled: Labelled, entry: Entry, cited: citations.Citation) -> Entry:
    """Complete an entry by authors, year and venue."""
    record = labelled.record
    coded = Index([Range(start, end) for start, end, sort in record.marks if sort in ("code", "tag")])
    authors = tuple(
        replace(record.place(a.start, a.end), text=a.text)
        for a in _all_authors(labelled, cited.authors)
        if not coded.hold(a.start, a.end)
    )
    venue = _venue(record, cited) if cited.venue else None
    named_venues = [
        a for a in authors if " " in a.text and not names.looks_like_person(a.text) and read_venue(a.text) is not None
    ]
    authors = tuple(
        a
        for a in authors
        if a not in named_venues and names.may_be_name(a.text) and not _repeats(record, entry.title, a)
    )
    authors = tuple(a for a in authors if not _is_nobody(record, a, authors))
    below = tuple(a for a in authors if record.note.blocks[a.block].kind is not BlockKind.HEADING)
    if _is_below_heading(entry, record.note.blocks):
        authors = below or authors
    if _has_clauses(labelled):
        authors = tuple(a for a in authors if not names.CJK.search(a.text))
    if any(names.looks_like_person(a.text) and not _is_institution(record, a) for a in authors):
        authors = tuple(a for a in authors if not _is_institution(record, a))
    venue = venue or next(iter(named_venues), None)
    if cited.venue is not None and is_authors(cited.venue.text) and (not authors or _are_editors(cited.venue.text)):
        named = names.split_names(cited.venue.text).names
        authors = authors or tuple(
            replace(record.place(cited.venue.start + a, cited.venue.start + b), text=shown) for a, b, shown in named
        )
        venue = None
    year = replace(record.place(cited.year.start, cited.year.end), text=cited.year.text) if cited.year else None
    own = _year_behind(record, entry.title)
    if own is not None:
        authors, year = () if _are_cited(record, authors, own) else authors, own
    if year is not None and _OF_PRIZE.search(
        record.note.blocks[year.block].prose, max(0, year.start - _NEAR), year.start
    ):
        year = None
    venue = None if venue is not None and _SEASON.fullmatch(venue.text) else venue
    if venue is not None and not names_place(venue.text):
        whole = (authors or is_cut_short(venue.text)) and year and venue.block == year.block
        venue = venue if whole and not _is_label(record, venue) else None
    return replace(
        entry, authors=authors, complete=(cited.complete is not False) if authors else None, year=year, venue=venue
    )


def _is_below_heading(entry: Entry, blocks: Sequence[Block]) -> bool:
    """Return whether the title of a record stands below its heading: names in the heading are of something else."""
    return entry.title is not None and blocks[entry.title.block].kind is not BlockKind.HEADING


def _has_clauses(labelled: Labelled) -> bool:
    """Return whether clauses in Eastern signs were taken for names: what stands between them is no name either."""
    pairs = zip(labelled.tokens, labelled.labels, strict=True)
    named = (token.text for token, label in pairs if label[0] in "FGA" and names.CJK.search(token.text))
    return any(names.is_clause(text) and not _INSTITUTION.search(text) for text in named)


_SEASON = re.compile(r"(?:spring|summer|autumn|fall|winter)\b.{0,12}", re.IGNORECASE)
_OF_YEAR, _FROM = re.compile(r" (?:19|20)\d\d"), "From "


def _is_label(record: Record, field: Field) -> bool:
    """Return whether a value is the word before a colon that opens its line, or tells a link: `Here is the video`."""
    prose = record.note.blocks[field.block].prose
    opens = not prose[prose.rfind("\n", 0, field.start) + 1 : field.start].strip(" -*•+")
    leads = not shapes.is_title_case(field.text) and is_link_label(field.text)
    return leads or (opens and prose[field.end : field.end + 2].lstrip().startswith(":"))


def names_place(text: str) -> bool:
    """Return whether a text says itself that papers appear there; elsewhere only a whole reference tells."""
    return read_venue(text) is not None or any(names_venue(word) for word in shapes.words(text))


_INSTITUTION = re.compile(
    r"\b(?:Universit(?:y|é|ät|à|eit)|Universi[dt]ade?|Universität|College|Institut[eo]?|Hochschule|Polytechnic|Academy|"
    r"Laborator(?:y|ies))\b|(?:大学|大學|学院|研究院|研究所|实验室|公司|科学院|연구소|대학교)$"
)
_AWARDED = re.compile(
    r"(?:(?:\S+ ){0,6}(?i:award|prize|medal)(?: (?:goes|went|was given) to|:)"
    r"|(?i:paper|abstract|article|reading) #?\d{1,2}:) (?P<title>\S+ \S.*)",
    re.DOTALL,
)
_CITED = re.compile(r"[^\n]{2,40} et al\.? \(?(?:19|20)\d\d[a-z]?\)?\s{0,3}[-–—:]\s{1,3}(?P<title>\S+ \S[^\n]*)")
_BEHIND_JOURNAL = re.compile(
    r"(?:[A-Z][A-Za-z&.]{1,20}\s(?:(?:of|and|the|&)\s){0,2}){2,7}[\"“„«](?P<title>(?:[^\s\"“”„«»]+\s){3,40}[^\s\"“”„«»]+)[\"”»“]"
)
"""The name of a journal before a title in quotation marks."""
_QUOTING = re.compile(
    r"[^„“”\"«»]{0,60}\s[^\W\d_A-Z][^\W\d_]*\s[„“\"«](?P<title>[^\W\d_a-z]\S* \S+ \S[^„“”\"«»]{3,250})"
    r"[“”\"»](?:\s*(?:von|by|de|di|of|par)\b.*)?"
)
_BEHIND = re.compile(r"[\"”’*_]{0,3}\s?\((?P<year>(?:1[6-9]|20)\d\d)[a-z]?\)")
_PRIZE = re.compile(r"\b(?:Award|Prize|Medal|Lecture)\b")
_NEAR = 20
"""Characters before the year of a prize."""
_OF_PRIZE = re.compile(r"\b(?:Award|Prize|Medal|Lecture) \(?$")


def _year_behind(record: Record, title: Field | None) -> Field | None:
    """Return the year in brackets right behind a title: no other one of the record is that of the work."""
    found = _BEHIND.match(record.note.blocks[title.block].prose, title.end) if title is not None else None
    return Field(found["year"], title.block, *found.span("year")) if found is not None and title is not None else None


def _are_cited(record: Record, authors: tuple[Field, ...], year: Field) -> bool:
    """Return whether those taken for the authors are those of another work that a remark cites: `Roe (2012) adds`."""
    last = max(authors, key=lambda author: (author.block, author.end), default=None)
    found = _BEHIND.match(record.note.blocks[last.block].prose, last.end) if last is not None else None
    return found is not None and found["year"] != year.text


def _are_editors(text: str) -> bool:
    """Return whether names in the place of a venue are surely no journal, as `Fish and Fisheries` is one."""
    return "," in text or all(map(is_surname, _NAME.findall(text)))


def _is_institution(record: Record, author: Field) -> bool:
    """Return whether a name among those of persons is one of a place they work at, or of a prize."""
    prose = record.note.blocks[author.block].prose
    prized = _PRIZE.search(author.text) or _PRIZE.match(prose, author.end + 1, author.end + 10)
    known = [hit.end for hit in gazetteer.find(author.text) if hit.known.kind is Kind.ORG and hit.start == 0]
    called = known and is_surname(author.text[max(known) :].strip())  # `Stanford Moore`
    return bool((known and not called) or prized or _INSTITUTION.search(author.text))


def _is_nobody(record: Record, author: Field, authors: Sequence[Field]) -> bool:
    """Return whether what was taken for an author is no name of anybody: a thing, a day, letters that stand for words.

    A family name may be printed in capitals, if the others are, or if it is a common one or too long for an acronym.
    """
    around = max(0, author.start - _FAR), author.end + _FAR
    sites = SITE.finditer(record.note.blocks[author.block].prose, *around)
    if any(site.start() <= author.start and author.end <= site.end() for site in sites):
        return True
    if " " in author.text:
        return any(word[0].isdigit() for word in author.text.split())
    if _SEASON.fullmatch(author.text) and _OF_YEAR.match(record.note.blocks[author.block].prose, author.end):
        return True
    known = gazetteer.known(author.text)
    if known is not None and (known.kind is Kind.ORG or not known.caution):
        return known.kind is not Kind.ORG
    small = author.text.casefold()
    if names.is_no_surname(author.text) or {small, small.removesuffix("s")} & _NOBODY:
        return True
    if not _is_loud(record, author) or is_surname(author.text):
        return False
    loud = sum(_is_loud(record, one) for one in authors)
    return loud == 1 and (len(authors) > 1 or len(author.text) <= _LONGEST_ACRONYM)


def _is_loud(record: Record, author: Field) -> bool:
    printed = record.note.blocks[author.block].prose[author.start : author.end]
    return " " not in printed and len(printed) > 1 and printed.isupper()


def _repeats(record: Record, title: Field | None, author: Field) -> bool:
    """Return whether what was taken for an author is the title, or stands in it or in a heading with its beginning."""
    if title is None:
        return False
    inside = author.block == title.block and title.start <= author.start < title.end
    same, named = author.text.casefold(), title.text.casefold()
    block = record.note.blocks[author.block]
    headed = block.kind is BlockKind.HEADING and named.startswith((f"{same} ", block.prose.strip().casefold()))
    return inside or headed or same == named


def _all_authors(labelled: Labelled, authors: tuple[citations.Part, ...]) -> tuple[citations.Part, ...]:
    """Return the authors, once each, with those among the tokens that were left out between others."""
    authors = tuple(sorted({author.text: author for author in reversed(authors)}.values(), key=authors.index))
    authors = _joined(labelled.record.text, authors)
    if not labelled.gap:
        return (_body(labelled, authors[0]),) if len(authors) == 1 else authors
    place = labelled.tokens[labelled.gap].start
    before = [author for author in authors if author.end <= place]
    behind = [author for author in authors if author.end > place]
    if not before or not behind:
        return authors
    start, end = before[-1].start, behind[0].end
    named = names.split_names(labelled.record.text[start:end]).names
    between = [citations.Part(shown, start + first, start + last) for first, last, shown in named]
    return (*before[:-1], *between, *behind[1:])


def _joined(text: str, authors: Sequence[citations.Part]) -> tuple[citations.Part, ...]:
    """Join the parts of a name in Eastern signs that a dot divides: `加西亚·马尔克斯`."""
    found: list[citations.Part] = []
    for author in authors:
        last = found[-1] if found else None
        if last is not None and text[last.end : author.start] in ("·", "・") and names.CJK.match(author.text):
            found[-1] = replace(last, text=text[last.start : author.end], end=author.end)
        else:
            found.append(author)
    return tuple(found)


def _body(labelled: Labelled, author: citations.Part) -> citations.Part:
    """Return the institution that a lone word of an author begins, whole: `Max Planck Institute for Ferns`."""
    tokens, labels = labelled.tokens, labelled.labels
    at = next((i for i, token in enumerate(tokens) if token.start == author.start), len(tokens))
    last = at
    while last + 1 < len(tokens) and labels[last + 1] == "I":
        last += 1
    whole = labelled.record.text[author.start : tokens[last].end] if last > at else ""
    return replace(author, text=whole, end=tokens[last].end) if _INSTITUTION.search(whole) else author


def _venue(record: Record, cited: citations.Citation) -> Field | None:
    part = cited.venue
    if part is None:
        return None
    known = ((start, end) for start, end, address in find_identifiers(record.text) if address.site == "acl")
    identified = (start for start, end in known if start < part.end and part.start < end)
    cut = min(identified, default=part.end)
    start, end = trim(record.text, part.start, cut) if cut < part.end else (part.start, part.end)
    start += len(_FROM) * record.text.startswith(_FROM, start, end)
    if start >= end:
        return None  # `ACL P19-1001`
    place = record.place(start, end)
    labelled = any(start <= part.start < end and sort == Part.VENUE for start, end, sort in record.labelled())
    beside = [one.start for one in (cited.title, cited.year) if one is not None]
    linked = any(
        sort == "link" and start <= part.start and part.end <= end and not any(start <= at < end for at in beside)
        for start, end, sort in record.marks
    )
    if linked and not labelled and read_venue(place.text) is None:
        return None  # what a link leads to
    if not labelled and place.text.isupper() and _is_defined(record.text, start, end):
        return None
    return place if is_venue(place, labelled=labelled) else None


def _is_defined(text: str, start: int, end: int) -> bool:
    """Return whether a word in capitals stands for words in small letters before it: `slow cooling (SC)`."""
    return any(one.short == (start, end) and text[one.long[0]].islower() for one in definitions.find(text))


def run_of(labelled: Labelled, sign: str) -> Field | None:
    """Return the longest run of tokens with a label as a field."""
    run = longest(labelled.tokens, labelled.labels, sign, 1)
    if run is None:
        return None
    record, tokens = labelled.record, labelled.tokens
    start, end = trim(record.text, tokens[run[0]].start, tokens[run[1]].end)
    return record.place(start, end) if start < end else None


def _key(labelled: Labelled) -> Field | None:
    field = run_of(labelled, "K")
    if field is None or not _KEY.fullmatch(field.text) or read_venue(field.text.replace("_", " ")) is not None:
        return None  # `#SIGGRAPH_Asia_2021` is a tag
    return field


def _presentation(labelled: Labelled) -> Field | None:
    """Return how the paper was presented; a link that is called `Poster` leads to one, and says no more."""
    known = Ranges((start, end) for start, end, sort in labelled.record.marks if sort == "known")

    def is_label(place: int) -> bool:
        return known.touch(place, place + 1)

    for i, sign in enumerate(labelled.labels):
        match = _PRESENTATION.match(labelled.tokens[i].text) if sign == "R" else None
        if match and not is_label(labelled.tokens[i].start):
            place = labelled.record.place(labelled.tokens[i].start, labelled.tokens[i].end)
            return replace(place, text=match.group(1).lower())
    titled = [i for i, sign in enumerate(labelled.labels) if sign == "T"]
    behind = labelled.tokens[titled[-1]].end if titled else 0
    printed = next((m for m in _PRINTED.finditer(labelled.record.text, behind) if not is_label(m.start(1))), None)
    if printed is None:
        return None
    return replace(labelled.record.place(*printed.span(1)), text=printed[1].lower())


def read_links(record: Record, title: Field | None) -> tuple[tuple[Field, ...], tuple[Field, ...]]:
    """Return the addresses of the paper, and those of other papers.

    Of each site only the first identifies the paper; a link with another title as its text leads to another paper, and
    so does one below the labelled fields of a card that states its address.
    """
    keys: dict[str, str] = {}
    own: dict[str, Field] = {}
    disputed: list[Field] = []
    card = [line for line, look in zip(record.lines, record.looks, strict=True) if look.labels]
    said = {
        address.key
        for line in card
        for _, _, address in find_identifiers(record.note.blocks[line.index].prose[line.start : line.end])
    }
    stated = any(label.part in _ADDRESSES for look in record.looks for label in look.labels)
    below = (card[-1].index, card[-1].end) if stated else (len(record.note.blocks), 0)
    for place in _addresses(record):
        address = read_link(place.text)
        if address.role not in _WANTED or place.text in own:
            continue
        is_paper = address.role is Role.PAPER and bool(address.key)
        known = address.key in said or keys.get(address.site) == address.key
        another = is_paper and not known and _is_apart(record, place, title, below)
        if another or (is_paper and keys.setdefault(address.site, address.key) != address.key):
            disputed.append(place)
        else:
            own[place.text] = place
    return tuple(own.values()), tuple(disputed)


_NUMBERED = re.compile(r"PMC?ID\b")
"""What stands before a further number of a paper of medicine."""


def _is_apart(record: Record, link: Field, title: Field | None, below: tuple[int, int]) -> bool:
    """Return whether a link leads to another paper: it shows another title, or is below a card and no `PDF`."""
    shown = record.note.blocks[link.block].prose[link.start : link.end]
    labelled = "://" not in shown and (is_link_label(shown) or _NUMBERED.match(shown) is not None)
    behind = (link.block, link.start) > below and not labelled
    return behind or (title is not None and _names_another(record, link, title))


def _names_another(record: Record, link: Field, title: Field) -> bool:
    """Return whether the text of a link is a title, and not this one; a link that a record begins with is its own."""
    shown = record.note.blocks[link.block].prose[link.start : link.end]
    first = record.lines[0]
    begins = link.block == first.index and link.start <= first.start + _LEADING
    inside = link.block == title.block and link.start < title.end and title.start < link.end
    if begins or inside or title.text.casefold() in shown.casefold() or any(c.isdigit() for c in shown):
        return False
    titled = len(shapes.words(shown)) > _FEWEST and shapes.is_title_case(shown)
    return titled and not is_link_label(shown) and "://" not in shown and not names_place(shown)


def _addresses(record: Record) -> Iterator[Field]:
    for number, link in record.links():
        if link.kind in (LinkKind.INLINE, LinkKind.BARE) and is_address(link.target):
            yield Field(link.target, record.lines[number].index, link.start, link.end)
    linked = {read_link(link.target).key for _, link in record.links()}
    for start, end, address in find_identifiers(record.text):
        if address.canonical and address.key not in linked:
            linked.add(address.key)
            yield replace(record.place(start, end), text=address.canonical)
    bare = None if linked else _BARE_NUMBER.search(record.text)
    if bare is not None:
        yield replace(record.place(*bare.span("id")), text=read_link(f"arxiv:{bare['id']}").canonical)
