"""What readers marked and noted in works: clippings of a Kindle, Readwise's table of highlights, exports of KOReader.

A Kindle writes `My Clippings.txt` in the language of the device. Each work becomes a heading and a reference, with what
was marked in it as quotations and what was noted as paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from kg.notes.draft import Content, Piece, Source
from kg.notes.jsontree import Value
from kg.notes.lines import Lines, between
from kg.notes.marked import Work, go_on, piece_of, written
from kg.notes.outline import Outline
from kg.notes.values import readable

_RULE = re.compile(r"={8,12}[ \t]*(?:\r\n|\n|\r|\Z)")
_CLIPPING = re.compile(
    r"[\ufeff\s]{0,8}(?P<title>[^\r\n]{1,500}(?:(?:\r\n|\n|\r)(?![ \t]{0,4}[-–—])[^\r\n]{1,300}){0,2})"
    r"(?:\r\n|\n|\r)[ \t]{0,4}[-–—][ \t]{0,4}(?P<place>[^\r\n]{4,300})"
    r"(?:\r\n|\n|\r|\Z)(?P<text>(?s:.*))"
)
_BY = re.compile(r"(?P<title>(?s:.{1,400}?))[ \t]*\((?P<author>[^()]{2,200}(?:\([^()]{1,60}\)[^()]{0,60})?)\)[ \t]*\Z")
_BOOKMARK = re.compile(
    r"bookmark|lesezeichen|signet|marcador|segnalibro|bladwijzer|zakładk|закладк|ブックマーク|书签|書籤", re.IGNORECASE
)
_NOTE = re.compile(r"\bnot[ae]\b|\bnotiz|\bnotitie|\bnotatk|заметк|メモ|笔记|筆記|备注", re.IGNORECASE)
_MARK = re.compile(
    r"highlight|clip|markierung|ausschnitt|surlign|subrayad|destaque|evidenzia|markering|zaznaczeni|выделен|"
    r"ハイライト|标注|標註|標記",
    re.IGNORECASE,
)
_OF_KOREADER = re.compile(
    r"(?P<title># (?=\S).*)|(?P<author>#{5} (?!N/A)\S.*)|"
    r"(?P<place>#{3} Page [^@\n]*\d[^@\n]{0,60}@.*\d.*|\u3000\u3000-- .*\d.*)"
    r"|(?P<named>\u3000(?=\S).*)|(?P<over>(?:-=){4,6}-)|(?P<chapter>## .*|\u3000\s*)|(?P<note>---)"
    r"|_Generated at: .*_|\[[^\[\]\n]{1,60}\]\(<file://.*"
)
"""A line that KOReader writes around what was marked. In plain text, a blank line ends what was marked in a book;
the first line with a wide space has the title, and others have chapters."""
_STYLES = re.compile(r"(?:\*\*_?|==|\+\+|~~|\*|<u>)(?P<text>(?s:.*?))(?:_?\*\*|==|\+\+|~~|\*|</u>)")
_OF_KINDLE_PAGE = re.compile(
    r"<(?:div|h\d) class=[\"'](?:bookTitle[\"']>(?P<title>[^<]*)|authors[\"']>(?P<author>[^<]*)"
    r"|noteHeading[\"']>(?P<place>[^<]*)|noteText[\"']>(?P<said>[^<]*(?:<br ?/?>[^<]*)*))"
)
"""What the programs of Kindle write into a page: the classes of its elements say what they are."""
_OF_KOREADER_PAGE = re.compile(
    r'<(?:h2 style="font-size:18pt[^"<>]*">(?P<title>[^<]*)|h5 style="font-size:12pt[^"<>]*">(?!N/A<)(?P<author>[^<]*)'
    r'|div style="font-size:12pt">\s*<span>(?P<mark>[^<]*(?:<br/>[^<]*)*)'
    r'|div style="font-size:11pt[^"<>]*">\s*<span[^<>]*>(?P<note>[^<]*(?:<br/>[^<]*)*))</'
)
"""What KOReader writes into a page: no element says what it is, and the size of its letters does."""
_OF_LOGSEQ = re.compile(r"\ufeff?(?:(?:title|file|file-path|tags)::[^\r\n]*+\r?\n){1,6}+")
"""The head of the page that Logseq makes for what is marked in a PDF."""
_PDF = re.compile(
    r"(?:(?P<author>[^\W\d_][^-–/\n]{1,80}?) - (?P<year>\d{4}) - )?"
    r"(?P<title>[^/\[\]\n]{1,300}?)(?:_\d{13}_\d{1,6})?\.pdf\b"
)
"""The name of the file of a paper: with author and year, as Zotero gives it, or with a number behind it of Logseq."""
_KEYED = re.compile(r"[^\W\d_][^\W_]*_?(?:19|20)\d\d\w*")
"""Such a name that is a citation key."""
_BULLET = re.compile(r"(?P<indent>[ \t]*)- (?P<text>.*)")
_PROPERTY = re.compile(r"\s*[\w-]{1,40}:: ?.*")
_TOP = 4000
"""Characters in which an export shows what it is."""
_DIGIT = re.compile(r"\d")
_COLUMNS = {"highlight": "mark", "note": "note", "book title": "title", "book author": "author", "tags": "tags"}
"""Columns of the table of Readwise."""


def is_clippings(text: str) -> bool:
    """Return whether a text is the clippings of a Kindle: its first part has a title, a place and a rule below."""
    parts = (
        (start, end)
        for start, end in islice(between(_RULE, text), 2)
        if end < len(text) and text[start:end].strip("\ufeff \t\r\n")
    )
    first = next((_CLIPPING.match(text, *part) for part in parts), None)
    return first is not None and _kind(first["place"]) != ""


def read_clippings(source: Source) -> Content:
    """Read the clippings of a Kindle; bookmarks say nothing."""
    works: dict[str, Work] = {}
    for start, end in between(_RULE, source.text):
        found = _CLIPPING.match(source.text, start, end)
        kind = _kind(found["place"]) if found else ""
        if found is None or kind in ("", "bookmark"):
            continue
        by = _BY.match(source.text, *found.span("title"))
        named = by.span("title") if by else found.span("title")
        work = works.setdefault(
            found["title"].strip("\ufeff \t"),
            Work(piece_of(source.text, named), piece_of(source.text, by.span("author")) if by else ()),
        )
        work.said.append((kind, piece_of(source.text, found.span("text"))))
    return written(Outline(source), works)


def _kind(place: str) -> str:
    """Return what stands at a place: a mark, a note, a bookmark; "" if the line tells no place.

    >>> [_kind(place) for place in ("Your Note on page 7", "Ihre Markierung bei Position 12", "位置 #5的书签")]
    ['note', 'mark', 'bookmark']
    """
    return _sort(place) if _DIGIT.search(place) else ""


def _sort(place: str) -> str:
    kinds = (("bookmark", _BOOKMARK), ("mark", _MARK), ("note", _NOTE))
    return next((kind for kind, words in kinds if words.search(place)), "")


def is_koreader(text: str) -> bool:
    """Return whether a text is an export of KOReader, as Markdown or plain text: a place of a mark is near its top."""
    top = (_OF_KOREADER.fullmatch(line) for line in Lines.of(text[:_TOP].lstrip("\ufeff")).texts)
    found = [line.lastgroup for line in top if line is not None]
    opened = found[:2] == ["title", "author"] or found[:1] == ["named"]
    return opened and "place" in found


def read_koreader(source: Source) -> Content:
    """Read an export of KOReader: a book, its author and chapters, and below each place what was marked and noted."""
    works: dict[str, Work] = {}
    work = Work((), ())
    kind, last = "", "end"
    lines = Lines.of(source.text)
    for line, start in zip(lines.texts, lines.starts, strict=True):
        found = _OF_KOREADER.fullmatch(line.lstrip("\ufeff"))
        role = found.lastgroup if found is not None else ""
        words = piece_of(source.text, (start + len(line) - len(line.lstrip("\ufeff\u3000# ")), start + len(line)))
        if role == "title" or (role == "named" and last == "end"):
            work = works.setdefault(words[0][0], Work(words, ()))
        elif role == "author" and not work.said:
            work.author = words
        if role == "":
            last = last if line.strip() or last != "over" else "end"
            go_on(source.text, work, kind, (start, start + len(line)))
        elif role is not None:
            last = role
            kind = {"place": "mark", "note": "note" if kind else ""}.get(role, "")
            work.said += [(kind, ())] if kind else []
    for work in works.values():
        work.said = [(kind, _unstyled(said)) for kind, said in work.said if said]
    return written(Outline(source), works)


def is_logseq(text: str) -> bool:
    """Return whether a text is the page that Logseq makes of what somebody marks in a PDF."""
    return "ls-type:: annotation" in text and _OF_LOGSEQ.match(text) is not None


def read_logseq(source: Source) -> Content:
    """Read what was marked in a PDF: items with properties, and below them what was noted."""
    head = _OF_LOGSEQ.match(source.text)
    top = head.end() if head is not None else 0
    names = sorted(_PDF.finditer(source.text, 0, top), key=lambda name: name["year"] is None)
    named = names[0] if names else None
    title, author, year = (
        piece_of(source.text, named.span(part)) if named and named[part] else () for part in ("title", "author", "year")
    )
    is_key = named is not None and _KEYED.fullmatch(named["title"]) is not None
    work = Work(title, author, year=year, key=title if is_key else ())
    lines = Lines.of(source.text, start=top)
    kind = ""
    for line, start in zip(lines.texts, lines.starts, strict=True):
        item = _BULLET.fullmatch(line)
        if item is not None:
            kind = "note" if item["indent"] else "mark"
            shown = "" if item["text"].startswith("[:span]") else item["text"]
            work.said.append(
                (kind, piece_of(source.text, (start + item.start("text"), start + item.start("text") + len(shown))))
            )
        elif not _PROPERTY.fullmatch(line):
            go_on(source.text, work, kind, (start, start + len(line)))
    return written(Outline(source), {"": work} if title else {})


def page_form(text: str) -> re.Pattern[str] | None:
    """Return the form of HTML that a Kindle or KOReader exported: near its top are a title and the name below it."""
    for form in (_OF_KINDLE_PAGE, _OF_KOREADER_PAGE):
        if [one.lastgroup for one in islice(form.finditer(text[:_TOP]), 2)] == ["title", "author"]:
            return form
    return None


def read_page(source: Source, form: re.Pattern[str]) -> Content:
    """Read an export of a Kindle or of KOReader as HTML."""
    works: dict[str, Work] = {}
    work, kind = Work((), ()), ""
    for found in form.finditer(source.text):
        role = found.lastgroup or ""
        words = readable(piece_of(source.text, found.span(role)))
        if role == "title":
            work = works.setdefault(found["title"], Work(words, ()))
        elif role == "author":
            work.author = words
        elif role == "place":
            kind = _sort(found["place"])
        elif words and (role != "said" or kind in ("mark", "note")):
            work.said.append((kind if role == "said" else role, words))
    return written(Outline(source), works)


def _unstyled(pieces: Sequence[Piece]) -> Sequence[Piece]:
    """Return what was marked without the signs around it, by which the program shows how."""
    (text, start, _), *_ = pieces
    found = _STYLES.fullmatch(text)
    return piece_of(text, found.span("text"), start) if found else pieces


def columns(header: Sequence[str]) -> dict[str, int]:
    """Return the columns of a table of highlights by what they hold; none if it is another table.

    >>> columns(["Highlight", "Book Title", "Book Author", "Note"])
    {'mark': 0, 'title': 1, 'author': 2, 'note': 3}
    """
    found = {_COLUMNS[name]: at for at, name in enumerate(map(str.casefold, header)) if name in _COLUMNS}
    return found if {"mark", "title"} <= found.keys() else {}


def read_highlights(outline: Outline, rows: Sequence[Sequence[Sequence[Piece]]], held: dict[str, int]) -> Content:
    """Read the rows below the header of a table of highlights; `held` says what each column holds."""
    works: dict[str, Work] = {}
    for row in rows:
        cells = {name: row[at] for name, at in held.items() if at < len(row)}
        title = "".join(piece[0] for piece in cells.get("title", ())).strip()
        if title:
            work = works.setdefault(title, Work(cells["title"], cells.get("author", ())))
            work.said += [(name, cells[name]) for name in ("mark", "note", "tags") if cells.get(name)]
    return written(outline, works)


def books(root: Value) -> list[Value]:
    """Return the books of an export of KOReader as JSON; none when it is something else."""
    listed = root.get("documents")
    found = listed.elements if listed is not None else [root]
    return [book for book in found if book.said("title") and any(one.said("text") for one in _entries(book))]


def _entries(book: Value) -> list[Value]:
    entries = book.get("entries")
    return [one for one in entries.elements if one.get("time") is not None] if entries is not None else []


def read_books(source: Source, found: Sequence[Value]) -> Content:
    """Read what was marked and noted in books."""
    works: dict[str, Work] = {}
    for book in found:
        title, author = book.get("title"), book.get("author")
        named = list(title.pieces()) if title is not None else []
        work = works.setdefault(book.said("title"), Work(named, list(author.pieces()) if author is not None else ()))
        for entry in _entries(book):
            said = ((kind, entry.get(key)) for kind, key in (("mark", "text"), ("note", "note")))
            work.said += [(kind, list(value.pieces())) for kind, value in said if value is not None and value.text]
    return written(Outline(source), works)
