"""The table of programs in the documentation: each cell is what kg reads of a file of that program."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from places import ROOT
from styles.predicted import read_notes

from kg import terms
from kg.model import Kind

TABLE = re.compile(
    r"^\| (?P<program>[A-Z][\w. ]+?) \| (?P<files>[^|]+) \| (?P<cells>(?:yes|no) (?:\| (?:yes|no) ?){4})\|$",
    re.MULTILINE,
)
COLUMNS: tuple[tuple[str, frozenset[str]], ...] = (
    ("paper", frozenset({terms.AUTHOR, terms.URL})),
    ("highlights", frozenset({terms.HIGHLIGHT})),
    ("your words", frozenset({terms.REMARK, terms.REFERENCE_NOTE})),
    ("state or rating", frozenset({terms.READING_STATE, terms.RATING})),
    ("tags", frozenset({terms.KEYWORDS, terms.ABOUT})),
)
_BIB = "@article{lind2014, author={Lind, Ola}, title={Soft Paths in Deep Woods}, journal={Forest Letters}, year={2014}"
FILES: Mapping[str, Mapping[str, str]] = {
    "Zotero": {
        "Annotations.md": "# Annotations\n\n“Paths that nobody treads are soft.” ([Lind, 2014, p. 1](zotero://select/library/items/A1)) "
        "([pdf](zotero://open-pdf/library/items/B2?page=1)) Good opening for my talk.\n",
        "refs.bib": f"{_BIB}, keywords={{woods, paths}}}}",
    },
    "Paperpile": {
        "paperpile.json": '[{"_id": "a1", "pubtype": "ARTICLE", "title": "Soft Paths in Deep Woods", "author": [{"first": "Ola", '
        '"last": "Lind", "formatted": "Lind O"}], "journalfull": "Forest Letters", "published": {"year": "2014"}, '
        '"labelsNamed": ["woods"], "notes": "<div>my own note on this</div>", "citekey": "Lind2014-ab"}]'
    },
    "Mendeley": {
        "mendeley.ris": "TY  - JOUR\nT1  - Soft Paths in Deep Woods\nA1  - Lind, Ola\nY1  - 2014/05//\nJF  - Forest Letters\n"
        "KW  - woods\nN1  - my own note on this\nER  - \n"
    },
    "EndNote": {
        "library.enw": "%0 Journal Article\n%A Lind, Ola\n%T Soft Paths in Deep Woods\n%J Forest Letters\n%D 2014\n%K woods\n"
        "%Z my own note on this\n"
    },
    "Papers": {"papers.bib": f"{_BIB}, keywords={{woods}}, read={{Yes}}, annote={{my own note on this}}}}"},
    "JabRef": {
        "jabref.bib": "% Encoding: UTF-8\n\n"
        f"{_BIB}, groups={{woods}}, readstatus={{read}}, comment={{my own note on this}}}}"
    },
    "Readwise": {
        "Soft Paths.md": "# Soft Paths in Deep Woods\n\n## Metadata\n- Author: [[Ola Lind]]\n- Full Title: Soft Paths in Deep Woods\n"
        "- Category: #articles\n\n## Highlights\n- Paths that nobody treads are soft and green. ([View Highlight](https://read.readwise.io/read/01))\n"
        "    - Note: strong claim\n    - Tags: [[woods]]\n"
    },
    "Kindle": {
        "My Clippings.txt": "Soft Paths (Lind, Ola)\n- Your Highlight on page 1 | Location 2-3 | Added on Monday, March 3, 2014 8:12:13 AM\n\n"
        "Paths that nobody treads are soft.\n==========\nSoft Paths (Lind, Ola)\n- Your Note on page 1 | Location 3 | "
        "Added on Monday, March 3, 2014 8:12:13 AM\n\nuse this in my talk\n==========\n"
    },
    "WeRead": {
        "weread.txt": "《Soft Paths》\n\nOla Lind\n2个笔记\n\n第一章\n\n◆ Paths that nobody treads are soft.\n\n◆ 2014/03/03发表想法\n"
        "use this in my talk\n原文：Moss needs no gardener.\n\n-- 来自微信读书\n"
    },
    "Apple Books": {
        "excerpts.txt": "“Paths that nobody treads are soft.”\n\nExcerpt From\nSoft Paths in Deep Woods\nOla Lind\n"
        "This material may be protected by copyright.\n\nuse this in my talk\n"
    },
    "KOReader": {
        "koreader.json": '{"title": "Soft Paths in Deep Woods", "author": "Ola Lind", "md5sum": "a1", "version": "json/1.0.0", "entries": '
        '[{"time": 1394000000, "sort": "highlight", "text": "Paths that nobody treads are soft.", "note": "use this in my talk", "page": 1}]}'
    },
    "Hypothes.is": {
        "annotations.json": '{"total": 1, "rows": [{"id": "a1", "uri": "https://arxiv.org/abs/1405.99999", "text": "use this in my talk", '
        '"tags": ["woods"], "document": {"title": ["Soft Paths in Deep Woods"]}, "target": [{"selector": '
        '[{"type": "TextQuoteSelector", "exact": "Paths that nobody treads are soft."}]}]}]}'
    },
    "Notion": {
        "Soft Paths 2e94ae45e5a748078004f261e2ef5504.md": "# Soft Paths in Deep Woods\n\nAuthors: Ola Lind (../People/Ola%20Lind%2030c4fe04a118409ea8563041a7a70fb2.md), "
        "Anna Berg (../People/Anna%20Berg%209cfd8aa5a7c849a7a45185df8e9c8569.md)\nStatus: Done\nTags: woods, paths\nPublished: May 1, 2014\n"
        "URL: https://arxiv.org/abs/1405.99999\n\n> Paths that nobody treads are soft.\n\nI liked the last chapter.\n"
    },
    "Logseq": {
        "pages.md": "title:: Soft Paths in Deep Woods\nauthors:: [[Ola Lind]], [[Anna Berg]]\nyear:: 2014\nstatus:: read\ntags:: woods\n"
        "url:: https://arxiv.org/abs/1405.99999\n\n- > Paths that nobody treads are soft.\n- I liked the last chapter.\n"
    },
    "Roam": {
        "roam.json": '[{"title": "Soft Paths in Deep Woods", "children": [{"string": "Author:: [[Ola Lind]]"}, {"string": "Year:: 2014"}, '
        '{"string": "URL:: https://arxiv.org/abs/1405.99999"}, {"string": "Status:: reading"}, {"string": "Tags:: #woods"}, '
        '{"string": "> Paths that nobody treads are soft."}, {"string": "I liked the last chapter."}]}]'
    },
    "Obsidian": {
        "lind2014.md": "---\ntitle: Soft Paths in Deep Woods\nauthors: [Ola Lind, Anna Berg]\nyear: 2014\nrating: 4\ntags: [woods]\n---\n"
        "==Paths that nobody treads are soft.==\n\nI liked the last chapter. %%not for others%%\n"
    },
    "Org": {
        "notes.org": "* DONE Soft Paths in Deep Woods :woods:\n:PROPERTIES:\n:CUSTOM_ID: lind2014\n:AUTHOR: Lind, Ola\n:YEAR: 2014\n"
        ":BTYPE: article\n:END:\n#+begin_quote\nPaths that nobody treads are soft.\n#+end_quote\n\nI liked the last chapter.\n"
    },
    "Goodreads": {
        "goodreads.csv": "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,My Rating,Publisher,Year Published,Date Read,"
        'Bookshelves,Exclusive Shelf,My Review\n7,Soft Paths in Deep Woods,Ola Lind,"Lind, Ola",,"=""0262035618""",4,Quay Press,'
        "2014,2015/03/02,woods,read,I liked the last chapter.\n"
    },
    "StoryGraph": {
        "storygraph.csv": "Title,Authors,ISBN/UID,Format,Read Status,Last Date Read,Star Rating,Review,Tags\n"
        "Soft Paths in Deep Woods,Ola Lind,9780262035613,paperback,read,2015/03/02,4.25,I liked the last chapter.,woods\n"
    },
    "BookWyrm": {
        "bookwyrm.csv": "title,author_text,remote_id,openlibrary_key,isbn_13,finish_date,rating,review_content,shelf\n"
        "Soft Paths in Deep Woods,Ola Lind,,OL1M,9780262035613,2015-03-02,4,I liked the last chapter.,read\n"
    },
    "Libby": {
        "libby.csv": "cover,title,author,publisher,ISBN,timestamp,activity,details,library\n"
        "https://img.example/1.jpg,Soft Paths in Deep Woods,Ola Lind,Quay Press,9780262035613,2015-03-02,Borrowed,,Hill Library\n"
    },
    "Reading List": {
        "reading.csv": "ISBN-13,Google Books ID,Title,Subtitle,Authors,Page Count,Subjects,Finished Reading,Rating,Notes\n"
        '9780262035613,abc,Soft Paths in Deep Woods,,"Lind, Ola",320,woods,2015-03-02,4.5,I liked the last chapter.\n'
    },
}


_RIS = "TY  - JOUR\nTI  - Soft Paths in Deep Woods\nAU  - Lind, Ola\nPY  - 2014\nT2  - Forest Letters\nKW  - woods\nER  - \n"
OTHERS: Mapping[str, Mapping[str, str]] = {
    "Zotero": {
        "zotero.ris": _RIS,
        "zotero.json": '[{"id": "lind2014", "type": "article-journal", "title": "Soft Paths in Deep Woods", "container-title": '
        '"Forest Letters", "author": [{"family": "Lind", "given": "Ola"}], "issued": {"date-parts": [["2014"]]}}]',
        "items.json": '{"config": {}, "items": [{"itemID": 7, "key": "AB12CD34", "itemType": "journalArticle", "title": '
        '"Soft Paths in Deep Woods", "creators": [{"firstName": "Ola", "lastName": "Lind", "creatorType": "author"}], '
        '"date": "2014", "publicationTitle": "Forest Letters", "citationKey": "lind2014"}]}',
        "zotero.csv": '"Key","Item Type","Publication Year","Author","Title","Publication Title","Manual Tags"\n'
        '"AB12CD34","journalArticle","2014","Lind, Ola","Soft Paths in Deep Woods","Forest Letters","woods"\n',
    },
    "Paperpile": {
        "paperpile.csv": "Item type,Authors,Title,Full journal,Publication year,Labels filed in,Citekey\n"
        'Journal Article,"Lind, Ola",Soft Paths in Deep Woods,Forest Letters,2014,woods,Lind2014-ab\n'
    },
    "WeRead": {
        "weread.md": "# 元数据\n> [!abstract] Soft Paths in Deep Woods\n> - 书名： Soft Paths in Deep Woods\n> - 作者： Ola Lind\n\n"
        "# 高亮划线\n- 📌 Paths that nobody treads are soft. ^1-2\n    - ⏱ 2022-05-19 10:00:00\n"
    },
    "Mendeley": {"mendeley.bib": f"{_BIB}, annote = {{my own note on this}}, mendeley-tags = {{woods}}}}\n"},
    "EndNote": {
        "endnote.ris": _RIS,
        "endnote.txt": "Reference Type:  Journal Article\nRecord Number: 3\nAuthor: Lind, Ola\nYear: 2014\n"
        "Title: Soft Paths in Deep Woods\nJournal: Forest Letters\nKeywords: woods\npaths\nAbstract: Results: none.\n",
    },
    "Papers": {"papers.ris": _RIS},
    "Readwise": {
        "highlights.csv": "Highlight,Book Title,Book Author,Note,Tags\n"
        "Paths that nobody treads are soft.,Soft Paths in Deep Woods,Ola Lind,too bold,woods\n"
    },
    "Kindle": {
        "notebook.html": '<html><body><div class="notebookFor">Notebook for</div><div class="bookTitle">Soft Paths in Deep Woods</div>'
        '<div class="authors">Lind, Ola</div><div class="citation">Citation (APA): Lind, O. (2014). <i>Soft Paths</i>.</div>'
        "<div class='noteHeading'>Highlight(<span class='highlight_yellow'>yellow</span>) - Page 3</div>"
        "<div class='noteText'>Paths that nobody treads are soft.</div><div class='noteHeading'>Note - Page 3</div>"
        "<div class='noteText'>too bold</div></body></html>"
    },
    "KOReader": {
        "clippings.txt": "Soft Paths (Lind, Ola)\n- Your Highlight on page 1 | Added on Monday, March 3, 2014 8:12:13 AM\n\n"
        "Paths that nobody treads are soft.\n==========\n",
        "koreader.html": '<html><head><title>Soft Paths in Deep Woods</title></head><body><div style="width:90%; font-size:12pt">'
        '<h2 style="font-size:18pt; text-align:right;">Soft Paths in Deep Woods</h2>\n<h5 style="font-size:12pt; color:gray;">Ola Lind</h5>\n'
        '<div style="font-size:14pt; margin:0.5em;"><span>Chapter One</span></div>\n<div style="font-size:10pt"><span>03/03/14</span></div>\n'
        '<div style="font-size:12pt">\n<span>Paths that nobody treads<br/>are soft.</span>\n</div>\n'
        '<div style="font-size:11pt; margin-left:2em;">\n<span style="color:#888888">too bold</span></div></div></body></html>',
        "koreader.md": "# Soft Paths in Deep Woods\n##### Ola Lind\n\n## One\n### Page 3 @ 03 March 2014 08:12:13 AM\n"
        "**Paths that nobody treads are soft.**\n\n---\ntoo bold\n",
    },
    "Notion": {
        "database.csv": "Name,Authors,Status,Tags\nSoft Paths in Deep Woods,Ola Lind (https://www.notion.so/Ola-30c4fe04a118409ea8563041a7a70fb2),"
        "Done,woods\n"
    },
    "Logseq": {
        "hls__soft.md": "file:: [Soft.pdf](../assets/Lind, Ola - 2014 - Soft Paths in Deep Woods.pdf)\n\n"
        "- Paths that nobody treads are soft.\n  ls-type:: annotation\n  hl-page:: 3\n\t- I liked the last chapter.\n"
    },
    "Obsidian": {
        "inline.md": "# Soft Paths in Deep Woods\n\nauthors:: [[Ola Lind]]\nyear:: 2014\n[venue:: Forest Letters] [rating:: 4]\n"
    },
    "Org": {
        "roam.org": ":PROPERTIES:\n:ID: a1\n:ROAM_REFS: @lind2014\n:END:\n#+title: Soft Paths in Deep Woods\n\n- author :: Ola Lind\n"
    },
}
"""Files of the other formats that the table names."""


def _table() -> dict[str, dict[str, bool]]:
    text = (ROOT / "docs/notes-it-reads.md").read_text(encoding="utf-8")
    cells = {
        row["program"]: [cell.strip() == "yes" for cell in row["cells"].split("|")] for row in TABLE.finditer(text)
    }
    return {program: dict(zip((name for name, _ in COLUMNS), row, strict=True)) for program, row in cells.items()}


@pytest.mark.parametrize(("program", "name"), [(program, name) for program, files in OTHERS.items() for name in files])
def test_each_other_file_of_a_program_gives_its_paper(program: str, name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(OTHERS[program][name], encoding="utf-8")

    extractions, resolved, problems = read_notes(tmp_path)

    names = {entity.name for entity in resolved.entities if entity.kind is Kind.PERSON}
    papers = [entity.name for entity in resolved.entities if entity.kind is Kind.PAPER]
    credited = any(claim.predicate == terms.AUTHOR for one in extractions for claim in one.claims)
    assert (papers in (["Soft Paths in Deep Woods"], ["Soft Paths"]), names, credited) == (True, {"Ola Lind"}, True)
    assert problems == []


def test_each_suffix_of_the_table_is_that_of_a_file() -> None:
    text = (ROOT / "docs/notes-it-reads.md").read_text(encoding="utf-8")
    rows = {row["program"]: set(re.findall(r"\.[a-z]{2,5}\b", row["files"])) for row in TABLE.finditer(text)}
    files = {program: [*FILES[program], *OTHERS.get(program, ())] for program in FILES}

    assert rows == {program: {Path(name).suffix for name in names} for program, names in files.items()}


def test_the_table_lists_each_program() -> None:
    assert list(_table()) == list(FILES)


@pytest.mark.parametrize("program", FILES)
def test_each_cell_of_a_program_is_what_is_read(program: str, tmp_path: Path) -> None:
    for name, text in FILES[program].items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    extractions, resolved, problems = read_notes(tmp_path)
    claims = [claim for one in extractions for claim in one.claims]
    of_papers = {claim.predicate for claim in claims if claim.subject.kind in (Kind.PAPER, Kind.NOTE)}

    assert {name: bool(of_papers & wanted) for name, wanted in COLUMNS} == _table()[program]
    assert {entity.name for entity in resolved.entities if entity.kind is Kind.PAPER} <= {
        "Soft Paths in Deep Woods",
        "Soft Paths",
    }
    assert not any(word in str(claims) for word in ("zotero:", "readwise.io", "%20", "not for others"))
    assert problems == []
