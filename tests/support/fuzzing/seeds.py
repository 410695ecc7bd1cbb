"""Texts to begin with, by format: sample notes, cases, habits, styles, hostile notes, and sheets of the training data."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

import hostile
import styles
from cases import read_cases
from places import CASES, DATA, NOTES, TESTS

from kg.notes import READERS
from kg.text import MARKDOWN

LONGEST = 200_000
"""Characters of a file that is a seed: fuzzing cuts pieces of a few hundred, and needs no more."""
SHEETS = 120
OF_OTHERS = ("notes", "styles", "foreign", "public-cases", "wild")
_RIS = "TY  - JOUR\nTI  - Steady Lamps\nAU  - Okoro, Ada\nAU  - Lind, Per\nPY  - 2018/05//\nJO  - Annals of Lamps\nVL  - 7\nSP  - 11\nEP  - 19\nDO  - 10.5555/lamps.7\nKW  - optics\nAB  - We keep lamps steady.\nER  - \n"
_REFER = "%0 Journal Article\n%T Steady Lamps\n%A Okoro, Ada\n%A Lind, Per\n%D 2018\n%J Annals of Lamps\n%V 7\n%P 11-19\n%R 10.5555/lamps.7\n%K optics\n%X We keep lamps steady.\n"
_PUBMED = "PMID- 31415926\nTI  - Steady lamps for quiet\n      rooms.\nFAU - Okoro, Ada\nAU  - Okoro A\nCN  - Lamp Group\nDP  - 2018 May 3\nJT  - Annals of lamps\nVI  - 7\nPG  - 11-9\nAID - 10.5555/lamps.7 [doi]\nMH  - Light\nAB  - We keep lamps steady.\nPT  - Journal Article\n"
_CSL = '[{"id": "okoro2018", "type": "article-journal", "title": "Steady Lamps", "author": [{"family": "Okoro", "given": "Ada"}, {"literal": "Lamp Group"}], "issued": {"date-parts": [[2018, 5, 3]]}, "container-title": "Annals of Lamps", "DOI": "10.5555/lamps.7", "page": "11-19", "abstract": "We keep lamps steady.", "keyword": "optics"}]'
_ROAM = '[{"title": "Lamps", "uid": "u1", "children": [{"string": "[[Steady Lamps]] by Ada Okoro, ICML 2018 #optics", "uid": "u2", "children": [{"string": "see ((u1)) and {{TODO}}", "uid": "u3"}]}], "create-time": 1526000000000}]'
_ANNOTATED = '{"rows": [{"uri": "https://arxiv.org/abs/1805.00001", "document": {"title": ["Steady Lamps"]}, "text": "see p. 3", "tags": ["optics"], "target": [{"selector": [{"type": "TextQuoteSelector", "exact": "steady"}]}], "created": "2018-05-03T00:00:00"}]}'
_TABLE = 'Title,Authors,Year,Venue,Link,Rating,Status,Notes\nSteady Lamps,Ada Okoro; Per Lind,2018,ICML,https://arxiv.org/abs/1805.00001,4/5,read,"bright, and quiet"\nDim Rooms,Per Lind,2019,NeurIPS,10.5555/dim.1,,to read,\n'
_ORG = "#+TITLE: Lamps\n#+FILETAGS: :optics:\n\n* TODO Steady Lamps  :optics:\n:PROPERTIES:\n:AUTHOR: Okoro, Ada and Lind, Per\n:YEAR: 2018\n:DOI: 10.5555/lamps.7\n:Custom_ID: okoro2018\n:END:\n- /good/ on =LampNet= cite:okoro2018 [[https://arxiv.org/abs/1805.00001][arXiv]]\n| Title | Year |\n|-------+------|\n| Dim Rooms | 2019 |\n#+begin_quote\nWe keep lamps steady.\n#+end_quote\n"
_TEX = "\\documentclass{article}\n\\title{Lamps}\n\\author{Ada Okoro \\and Per Lind}\n\\begin{document}\n\\section{Steady}\nOkoro et al.~\\cite[p.~3]{okoro2018,lind2019} propose \\emph{LampNet} for $x_{i}$.\n\\begin{itemize}\n\\item \\href{https://arxiv.org/abs/1805.00001}{Steady Lamps}, ICML 2018\n\\end{itemize}\n\\begin{thebibliography}{9}\n\\bibitem{okoro2018} A. Okoro, P. Lind. \\newblock Steady Lamps. \\newblock ICML, 2018.\n\\end{thebibliography}\n\\end{document}\n"  # fmt: skip
_RST = "Lamps\n=====\n\n.. _steady:\n\n* Okoro, Ada. `Steady Lamps <https://arxiv.org/abs/1805.00001>`_. *ICML*, 2018. :cite:`lind2019`\n\n.. note:: Read it twice.\n\n.. [Lind19] Per Lind. Dim Rooms. 2019. :doi:`10.5555/dim.1`\n"  # fmt: skip
_CLIPPINGS = """\
The Life of Moss (Opal, Jana)
- Your Highlight on page 12 | Location 120-121 | Added on Monday, March 3, 2014 8:12:13 AM

Moss grows where nobody looks.
==========
Weiche Wege (Jürgen Groß;Anna Klein)
- Ihre Notiz bei Position 64-65 | Hinzugefügt am Samstag, 7. März 2020 14:02:51

%% für die Einleitung %%
==========
"""
_MARKS = "\u3000Life of Moss\n\u3000\n\u3000\u3000-- Page: 3, added on Mon Mar  3 2014\nMoss is soft.\n---\nyes\n-=-=-=-=-=-\n\n"
_HIGHLIGHTS = (
    "Highlight,Book Title,Book Author,Note,Tags\nMoss grows.,The Life of Moss,Jana Opal and Ola Lind,yes,moss\n"
)
_WOS = "FN Clarivate\nVR 1.0\nPT J\nAU Okoro, A\n   Lind, P\nAF Okoro, Ada\n   Lind, Per\nTI Steady lamps for quiet\n   rooms\nSO ANNALS OF LAMPS\nPD MAY\nPY 2018\nVL 7\nBP 11\nEP 19\nDI 10.5555/lamps.7\nER\n\nEF\n"
_ITEMS = (
    '{"items": [{"key": "A1", "itemType": "book", "title": "Steady <i>Lamps</i>", "creators": [{"firstName": "Ada", "lastName": '
    '"Okoro", "creatorType": "author"}], "date": "2018-05", "tags": [{"tag": "optics"}], "notes": [{"note": "<p>yes</p>"}], '
    '"attachments": [{"annotations": [{"annotationText": "Lamps are steady.", "annotationComment": "no"}]}]}]}'
)
_COPIED = "《灯》\n\n林奥拉\n2个笔记\n\n◆ 灯很稳。\n\n◆ 2023/03/03发表想法\n好\n原文：灯很亮。\n\n-- 来自微信读书\n"
_EXCERPT = "“Lamps are steady.”\n\nExcerpt From\nSteady Lamps\nAda Okoro\nThis material may be protected by copyright.\n\nyes\n"
_MADE = {
    ".txt": [_CLIPPINGS, _MARKS, _WOS, _RIS, _PUBMED, _COPIED, _EXCERPT],
    ".ciw": [_WOS],
    ".ris": [_RIS], ".enw": [_REFER], ".nbib": [_PUBMED], ".json": [_CSL, _ROAM, _ANNOTATED, _ITEMS], ".csv": [_TABLE, _HIGHLIGHTS],
    ".tsv": [_TABLE.replace(",", "\t")], ".org": [_ORG], ".tex": [_TEX], ".rst": [_RST],
}  # fmt: skip

Seeds = Mapping[str, Sequence[str]]


def read(others: Path | None = None) -> Seeds:
    """Give the seeds of each suffix, in a fixed order; with those of a folder of notes of others, if one is given."""
    seeds: dict[str, list[str]] = defaultdict(list)
    for suffix, text in (*_made(), *_written(), *(_others(others) if others else ())):
        if suffix in READERS and text.strip():
            seeds[suffix].append(text)
    for one, other in (*((".md", suffix) for suffix in MARKDOWN[1:]), (".html", ".htm")):
        seeds[other] += seeds[one]
    return dict(seeds)


def _made() -> Iterator[tuple[str, str]]:
    for suffix, texts in _MADE.items():
        yield from ((suffix, text) for text in texts for _ in range(8))
    for name in styles.STYLES:
        yield from ((Path(path).suffix, text) for path, text in styles.render(name).files)
    for name, note in hostile.notes().items():
        if len(note.content) < 3_000:
            yield Path(name).suffix.lower(), note.content.decode("utf-8", "replace")
    sys.path.insert(0, str(DATA / "training" / "citations"))
    layouter = import_module("layouts").Layouter

    yield from ((".md", layouter(seed).sheet().text) for seed in range(SHEETS))


def _written() -> Iterator[tuple[str, str]]:
    for path in sorted(CASES.glob("*.md")):
        yield from ((case.suffix, case.note) for case in read_cases(path))
    for folder in (NOTES, TESTS / "support" / "habits", TESTS / "support" / "reviews"):
        yield from _files(folder)


def _others(folder: Path) -> Iterator[tuple[str, str]]:
    for name in OF_OTHERS:
        yield from _files(folder / name)


def _files(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in READERS and path.is_file() and path.stat().st_size < LONGEST:
            yield path.suffix.lower(), path.read_text(encoding="utf-8", errors="replace")
