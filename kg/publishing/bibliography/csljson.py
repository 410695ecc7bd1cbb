"""CSL-JSON, for Pandoc, Zotero and every program with a processor of citation styles."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from kg import terms, untrusted
from kg.personal_names import PersonalName
from kg.publishing.bibliography.latex import clean
from kg.publishing.bibliography.work import TYPES, Work

_TYPES = {row["type"]: row["csl"] for row in TYPES}
_CIRCA = ("ca ", "ca.", "c.", "circa ", "um ", "vers ")
_SEASONS = {"Spring": 1, "Summer": 2, "Autumn": 3, "Winter": 4}
_RANGE = re.compile(r"\d{4}(?:-\d{1,2}){0,2}/\d{4}(?:-\d{1,2}){0,2}", re.ASCII)
_OWN = (
    ("volume", terms.VOLUME_NUMBER),
    ("chapter-number", terms.CHAPTER),
    ("number-of-pages", terms.NUMBER_OF_PAGES),
    ("event-place", terms.EVENT_PLACE),
    ("language", terms.IN_LANGUAGE),
    ("medium", terms.HOW_PUBLISHED),
    ("abstract", terms.ABSTRACT),
)
_OF_THE_BOOK = (
    ("publisher-place", terms.PUBLICATION_PLACE),
    ("collection-title", terms.SERIES_TITLE),
    ("edition", terms.BOOK_EDITION),
    ("ISBN", terms.ISBN),
    ("ISSN", terms.ISSN),
)
"""What is said of a book holds for what is in it."""


def render(works: Sequence[Work]) -> str:
    """Write works as a list of items."""
    return json.dumps(list(map(item, works)), ensure_ascii=False, indent=2) + "\n"


def item(work: Work) -> dict[str, Any]:
    """Return a work as an item of CSL-JSON, without empty fields."""
    values = {"id": work.key, "citation-key": work.key, **dict(_values(work))}
    return {name: value for name, value in values.items() if value}


def _values(work: Work) -> Iterator[tuple[str, Any]]:
    of_preprint = work.type in ("misc", "online") and work.arxiv
    yield "type", "article" if of_preprint else _TYPES[work.type]
    yield "title", _text(work.title)
    yield "title-short", _text(work.short)
    yield "author", [*map(_person, work.authors), *([] if work.complete else [{"literal": "others"}])]
    yield "editor", [*map(_person, work.editors_of_book)]
    yield "translator", [*map(_person, work.translators)]
    yield "issued", _issued(work)
    yield "accessed", _accessed(_text(work.text(terms.ACCESSED)))
    yield "container-title", _text(work.container)
    yield "event-title", _text(work.others.get("eventtitle", ""))
    for name, predicate in _OWN:
        yield name, _text(work.text(predicate))
    for name, predicate in _OF_THE_BOOK:
        yield name, _text(work.inherited(predicate))
    yield "genre", _text(work.genre)
    yield _name_of_number(work), _text(work.number)
    yield "page", _text(work.text(terms.PAGINATION)).replace("–", "-")
    yield "publisher", _text(work.inherited(terms.PUBLISHER) or work.text(terms.SOURCE_ORGANIZATION))
    yield "DOI", _text(work.doi)
    yield "PMID", work.pmid
    yield "PMCID", work.pmcid
    yield "URL", work.url or (f"https://arxiv.org/abs/{work.arxiv}" if work.arxiv else "")
    archived = work.text(terms.EPRINT)
    yield "archive", "arXiv" if work.arxiv else _text(work.text(terms.EPRINT_ARCHIVE))
    yield "archive_location", _text(work.arxiv or archived)
    yield "keyword", _text(work.listed_keywords)
    yield "note", _text(work.text(terms.REFERENCE_NOTE))
    yield "annote", clean(work.remark)


def _name_of_number(work: Work) -> str:
    return {"article": "issue", "techreport": "number"}.get(
        work.type, "collection-number" if work.text(terms.SERIES_NUMBER) else "number"
    )


def _issued(work: Work) -> dict[str, Any]:
    parts = [part for part in work.issued if part]
    printed = _text(work.text(terms.PRINTED_DATE))
    if not parts:
        return {"literal": printed} if printed else {}
    if printed.casefold().startswith(_CIRCA) and printed.endswith(str(parts[0])):
        return {"date-parts": [parts], "circa": True}
    if printed in _SEASONS and len(parts) == 1:
        return {"date-parts": [parts], "season": _SEASONS[printed]}
    if not printed:
        return {"date-parts": [parts]}
    if _RANGE.fullmatch(printed):
        moments = [[untrusted.integer(part) for part in moment.split("-")] for moment in printed.split("/")]
        return {"date-parts": moments}
    literal = printed if str(parts[0]) in printed else f"{printed} {parts[0]}"
    return {"date-parts": [parts], "literal": literal}


def _accessed(printed: str) -> dict[str, Any]:
    """Return a day in numbers where it is written so.

    >>> _accessed("2024-05-01"), _accessed("last May")
    ({'date-parts': [[2024, 5, 1]]}, {'literal': 'last May'})
    """
    if re.fullmatch(r"\d{4}(?:-\d{1,2}){0,2}", printed, re.ASCII):
        return {"date-parts": [[untrusted.integer(part) for part in printed.split("-")]]}
    return {"literal": printed} if printed else {}


def _person(name: PersonalName) -> dict[str, str]:
    """Return a name in its parts.

    >>> _person(PersonalName("Aäron", "van den", "Oord", ""))
    {'family': 'Oord', 'given': 'Aäron', 'non-dropping-particle': 'van den'}
    """
    if not (name.given or name.particle):
        return {"literal": _text(name.family)}
    parts = {
        "family": name.family,
        "given": name.given,
        "non-dropping-particle": name.particle,
        "suffix": name.suffix,
    }
    return {part: _text(text) for part, text in parts.items() if text}


def _text(text: str) -> str:
    """Put a text on one line; what control a terminal or a page is left out."""
    return " ".join(clean(text).split())
