"""BibTeX entries, from files and from fences in notes: each record of a work is a paper.

What is no work of research (software, a data set, a web page, a volume of proceedings) is told by the type of the
entry and, for `@misc` and `@online`, by what its fields point to. It is kept as a work that a bibliography lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kg.extraction import align
from kg.extraction.align import field, trim
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.records.values import find_presentation
from kg.extraction.reference import Record, details, published
from kg.identifiers import arxiv, decoded
from kg.links import Role, find_identifiers, in_field, read_link
from kg.model import BlockKind, Kind, Note
from kg.text import name_key

NAME = "bibtex"

_WORKS = frozenset(
    "article inproceedings conference incollection inbook book mvbook bookinbook booklet phdthesis mastersthesis "
    "thesis techreport report unpublished preprint suppperiodical".split()
)
_LOOSE = frozenset(
    ["misc", "online", "electronic", "www", "webpage", "manual", "standard", "other", "none", "presentation"]
)
"""Types used for anything: papers and web pages alike."""
_VENUES = ("booktitle", "journal", "journaltitle", "eventtitle", "venue")
_ADDRESSES = "url pdf ee link arxiv code github project website openreview html paper".split()
_KEYWORDS = ("subject", "keywords", "keyword", "mendeley-tags", "tags")
_MARKS = re.compile(r"(?:rank|prio)[0-5]|read|skimmed|relevant|printed|qualityAssured")
"""Keywords in which JabRef keeps what it has fields for."""
_APART, _LISTED = re.compile(r"[^;\n]+"), re.compile(r"[^,\n]+")
_LIST_PART = re.compile(
    r"(?:https?|ftp)://(?:(?![;,]\s{0,9}https?://)\S)++(?:\s{1,9}(?!https?://)(?:[^\s&=?/%]{0,99}[&=?/%]\S{0,999}|(?:[\w()'-]{1,60}\s){0,5}[\w()'-]{1,60}\.(?:pdf|html?)\b))*+"
)
_NUMBERS = ("eprintid", "archiveid", "pmid", "pmcid", "hdl")
_PLACEHOLDERS = frozenset(["title", "your title", "paper title", "the title", "..."])
_MARKED = "highlight"
"""What a block is that a program exported as marked."""
_HOSTS = frozenset(["github", "zenodo", "kaggle", "youtube", "gitlab", "hugging face"])
_WEB_PAGE = re.compile(
    r"\b(?:accessed|retrieved|visited|last access|blog|git\s?hub|website|web page|repository|youtube)\b", re.IGNORECASE
)
_SHORT_DOI = re.compile(r"10/[a-z\d]{3,12}")
"""What doi.org gives out for a DOI, which it does not tell."""
_DOI = re.compile(r"10\.\d{4,9}[./]\S+")


def find(page: Page) -> Iterable[Entry]:
    """Find the works of research among the BibTeX entries of a note."""
    return _entries(page.note, Kind.PAPER)


def find_works(page: Page) -> Iterable[Entry]:
    """Find the other works among the BibTeX entries of a note."""
    return _entries(page.note, Kind.WORK)


def _entries(note: Note, wanted: Kind) -> Iterator[Entry]:
    records = tuple(_records(note))
    by_key = {key: record for record in records if (key := record.text("key"))}
    for record in records:
        if _kind(record) is wanted:
            parent = by_key.get(record.text("crossref", "xref"))
            yield _entry(record, wanted, parent if parent is not record else None)


def _records(note: Note) -> Iterator[Record]:
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.RECORD and block.info not in ("yaml", "toml", "json", ""):
            yield Record(note, index, block)


def _kind(record: Record) -> Kind | None:
    """Return what a record is about, None when it is a form that nobody has filled in."""
    title = record.text("title")
    if not (title or record.text("key")) or "{{" in title or "<%" in title or title.casefold() in _PLACEHOLDERS:
        return None
    return Kind.PAPER if title and (_is_work(record) or _is_marked(record)) else Kind.WORK


def _is_marked(record: Record) -> bool:
    """Return whether words marked in the work stand below its reference: programs export what somebody has read."""
    below = record.note.blocks[record.index + 1 : record.index + 2]
    return record.block.info == "misc" and any(block.info == _MARKED for block in below)


def _is_work(record: Record) -> bool:
    venue = record.text(*_VENUES)
    if record.block.info in _WORKS:
        return not _WEB_PAGE.fullmatch(venue.replace(" repository", ""))
    return record.block.info in _LOOSE and _is_loose_work(record)


def _is_loose_work(record: Record) -> bool:
    """Tell papers from web pages and repositories by where the fields lead."""
    roles = {read_link(address.text).role for address in _links(record)}
    if Role.PAPER in roles:
        return True
    hosts = record.text("publisher").casefold()
    if (
        record.block.info not in ("misc", "other", "none")
        or record.text("version")
        or hosts in _HOSTS
        or not (record.text("author") or record.block.info == "none")
    ):
        return False
    venue = record.text(*_VENUES)
    said = f"{record.text('howpublished')} {record.text('note')} {venue}"
    return not _WEB_PAGE.search(said) and bool(venue or not (roles or record.text("urldate")))


def _head(record: Record, kind: Kind) -> Entry:
    """Return an entry with what names its work."""
    title = record.field("title")
    key = record.field("key")
    anchor = title or key
    if anchor is None:
        raise ValueError(f"a record of a work without title and key: block {record.index}")
    subtitle = record.text("subtitle")
    if title and subtitle:
        title = Field(f"{title.text}: {subtitle}", title.block, title.start, title.end)
    return Entry(NAME, anchor, 0.99, title=title, citekey=key, blocks=_blocks(record), kind=kind)


def _blocks(record: Record) -> tuple[int, ...]:
    """Return the block of a record, after the heading above that has its title: what is below is about the work."""
    blocks, above, title = record.note.blocks, record.block.parent, name_key(record.text("title"))
    headed = above is not None and blocks[above].kind is BlockKind.HEADING and title in name_key(blocks[above].prose)
    return (above, record.index) if above is not None and headed and title else (record.index,)


def _entry(record: Record, kind: Kind, parent: Record | None) -> Entry:
    authors, complete = record.people("author", "authors")
    venue = record.field(*_VENUES) or _preprint(record)
    year = published(record)[0]
    above = _kind(parent) if parent else None
    if parent:
        venue = venue or parent.field("booktitle", "title")
        year = year or published(parent)[0]
    return replace(
        _head(record, kind),
        authors=authors,
        complete=complete,
        year=year,
        venue=venue,
        presentation=_presentation(record),
        links=_links(record),
        keywords=tuple(_keywords(record)),
        details=tuple(details(record)),
        within=_head(parent, above) if parent and above else None,
    )


def _preprint(record: Record) -> Field | None:
    archive = record.field("archiveprefix", "eprinttype")
    if archive:
        return archive
    how = record.field("howpublished", "note")
    named = (
        how and not _WEB_PAGE.search(how.text) and re.match(r"(?i)arxiv|in\s|biorxiv|medrxiv|\w+ preprint", how.text)
    )
    return how if named else None


def _presentation(record: Record) -> Field | None:
    for start, end in (*record.places("note"), *record.places("addendum", "presentation", "howpublished")):
        kind = find_presentation(record.note, (record.index, start, end))
        if kind and end - start < 60:
            return kind
    return None


def _links(record: Record) -> tuple[Field, ...]:
    """Return the addresses of a record, identifiers written as addresses first."""
    found: dict[str, Field] = {}
    for name in ("doi", "eprint", *_ADDRESSES, *_NUMBERS, "howpublished", "note", "journal", "volume"):
        for start, end in record.places(name):
            for place, address in _addresses(record, name, (start, end)):
                found.setdefault(address, field(record.block, record.index, *place, address))
    return tuple(found.values())


def _addresses(record: Record, name: str, place: tuple[int, int]) -> Iterator[tuple[tuple[int, int], str]]:
    text = record.block.prose[slice(*place)].strip()
    doi, number = _DOI.search(text), arxiv(text)
    if page := in_field(name, text):
        yield place, page
        return
    if name == "doi" and doi:
        yield place, "https://doi.org/" + decoded(doi[0].rstrip(".,;"))
    elif name == "doi" and _SHORT_DOI.fullmatch(text):
        yield place, "https://doi.org/" + text
    elif number and name in ("eprint", "arxiv", "archiveid", "eprintid") and _is_arxiv(record, name):
        yield place, "https://arxiv.org/abs/" + number
    elif name in _ADDRESSES and text.startswith(("http://", "https://", "ftp://")):
        yield from _listed(text, place[0])
    else:
        known = [(start, end, address.canonical) for start, end, address in find_identifiers(text) if address.canonical]
        yield from (((place[0] + start, place[0] + end), address) for start, end, address in known)
        for web in re.finditer(r"https?://[^\s{}<>\"]{4,400}", text):
            if name not in _VENUES and not any(start < web.end() and web.start() < end for start, end, _ in known):
                yield (place[0] + web.start(), place[0] + web.end()), web[0].rstrip(".,;)")


def _listed(text: str, start: int) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the addresses of a field; a blank belongs to one when what follows it can only be a part of one."""
    for part in _LIST_PART.finditer(text):
        end = part.end()
        while text[end - 1] in ".,;>" or (text[end - 1] == ")" and "(" not in part.group()):
            end -= 1
        yield (start + part.start(), start + end), re.sub(r"\s+", "%20", text[part.start() : end])


def _is_arxiv(record: Record, name: str) -> bool:
    archive = record.text("archiveprefix", "eprinttype").casefold()
    return name == "arxiv" or not archive or "arxiv" in archive


def _keywords(record: Record) -> Iterator[Field]:
    """Yield the keywords; some formats have one in each field, and those with commas have semicolons between them."""
    jabref = record.field("groups") is not None
    for start, end in (*record.places(*_KEYWORDS), *record.places("groups")):
        apart = _APART if record.field("subject") is not None or ";" in record.block.prose[start:end] else _LISTED
        for part in apart.finditer(record.block.prose, start, end):
            place = trim(record.block.prose, *part.span(), " \t\n{}*")
            word = align.one_line(record.block.prose[slice(*place)].replace("*", ""))
            if word and not (jabref and _MARKS.fullmatch(word)):
                yield field(record.block, record.index, *place, word)
