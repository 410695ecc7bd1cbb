"""The first page of a paper, pasted into a note: a title, the names of its authors, and later the word `Abstract`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.extraction import names
from kg.extraction.records.surroundings import Setting

ABSTRACT = re.compile(r"(?i)abstract|zusammenfassung|résumé|resumen|resumo|riassunto|аннотация|摘要|要旨|초록")
_FRONT_PAGE, _TITLE_LINES, _FEWEST_NAMES = 25, 4, 2
"""Lines between the title of a pasted page and the word `Abstract`, lines of the title, persons of a byline; at most
and at least."""
_MOST = 0.6
"""Share of the parts of a line that are persons where it is one of authors."""


def find(setting: Setting) -> Iterator[tuple[int, int]]:
    """Yield the first line of each such page, and the first one behind it."""
    for n, look in enumerate(setting.looks):
        if setting.lines[n].kind not in "pPh" or not ABSTRACT.fullmatch(look.text.strip()):
            continue
        upwards = range(n - 1, max(n - _FRONT_PAGE, 0), -1)
        byline = [m for m in upwards if setting.lines[m].kind in "pP" and is_byline(setting.looks[m].text)]
        block = setting.lines[byline[-1]].index if byline else 0
        title = [m for m in range(n) if setting.lines[m].index == block - 1 and setting.lines[m].kind in "pPh"]
        if not byline or not 0 < len(title) <= _TITLE_LINES:
            continue
        behind = (m for m in range(n, len(setting.lines)) if setting.lines[m].index > setting.lines[n].index + 1)
        yield title[0], next(behind, len(setting.lines))


_TURNED = re.compile(r"(?:[^\d:;,()\[\]]{2,40}, [^\d:;,()\[\]]{1,40}(?:; ?| (?:and|&) |$)){2,40}+")
"""Names with the family name first, and semicolons between them."""


def is_byline(text: str) -> bool:
    """Return whether a line is names of persons, marks and numbers of affiliations behind them."""
    turned = [name for *_, name in names.split_names(text).names] if _TURNED.fullmatch(text) else []
    parts = turned or names.byline(text)
    persons = sum(map(names.looks_like_person, parts))
    return len(parts) > 1 and persons >= max(_FEWEST_NAMES, _MOST * len(parts))
