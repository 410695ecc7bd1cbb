"""RIS, which every reference manager imports: a tag and a value on each line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from kg import resources, terms
from kg.personal_names import PersonalName
from kg.publishing.bibliography.latex import clean
from kg.publishing.bibliography.work import TYPES, Work

_TYPES = {row["type"]: row["ris"] for row in TYPES}
_PARTS = frozenset({"CHAP", "CPAPER"})
"""Types in which the second author is the editor of the book."""
_TAGS = resources.rows(Path(__file__).parents[2] / "notes" / "tags.csv")  # importing the readers takes longer
_OTHERS = {row["field"]: row["tag"] for row in _TAGS if (row["format"], row["how"]) == ("RIS", "as it stands")}
"""Fields for which the graph has no word of its own, by their names in BibTeX."""


def render(works: Sequence[Work]) -> str:
    """Write works, with an empty line between two."""
    return "\n".join(map(reference, works))


def reference(work: Work) -> str:
    """Write a work, one line for each value, with the line that ends it."""
    lines = [f"{tag}  - {value}\n" for tag, text in _values(work) if (value := " ".join(clean(text).split()))]
    return "".join([*lines, "ER  - \n"])


def _values(work: Work) -> Iterator[tuple[str, str]]:
    yield "TY", _TYPES[work.type]
    yield "ID", work.key
    yield from (("AU", _person(name)) for name in work.authors)
    role = "A2" if _TYPES[work.type] in _PARTS else "ED"
    yield from ((role, _person(name)) for name in work.editors_of_book)
    yield from (("A4", _person(name)) for name in work.translators)
    yield "TI", work.title
    yield "ST", work.short
    yield "T2", work.container
    yield "T3", work.inherited(terms.SERIES_TITLE)
    yield from _dates(work)
    yield "VL", work.text(terms.VOLUME_NUMBER)
    yield "IS", work.number
    yield from _pages(work.text(terms.PAGINATION) or work.text(terms.NUMBER_OF_PAGES))
    yield "SE", work.text(terms.CHAPTER)
    yield "ET", work.inherited(terms.BOOK_EDITION)
    yield "PB", work.inherited(terms.PUBLISHER) or work.text(terms.SOURCE_ORGANIZATION)
    held = work.text(terms.EVENT_PLACE)
    yield "CY", held or work.inherited(terms.PUBLICATION_PLACE)
    yield "C1", work.inherited(terms.PUBLICATION_PLACE) if held else ""
    yield "SN", work.inherited(terms.ISBN) or work.inherited(terms.ISSN)
    yield "M3", work.genre
    yield "LA", work.text(terms.IN_LANGUAGE)
    yield "Y2", work.text(terms.ACCESSED)
    yield "DO", work.doi
    yield "C2", work.pmcid
    yield "UR", work.url
    yield "UR", f"https://arxiv.org/abs/{work.arxiv}" if work.arxiv and work.arxiv not in work.url else ""
    yield from (("UR", url) for url in work.other_urls)
    yield "UR", f"https://pubmed.ncbi.nlm.nih.gov/{work.pmid}/" if work.pmid else ""
    yield from (("KW", word) for word in work.keywords)
    yield "AB", work.text(terms.ABSTRACT)
    yield "N1", work.text(terms.REFERENCE_NOTE)
    yield "N1", work.text(terms.HOW_PUBLISHED)
    yield "RN", work.remark
    yield from ((_OTHERS[name], text) for name, text in work.others.items() if name in _OTHERS)


def _dates(work: Work) -> Iterator[tuple[str, str]]:
    year, month, day = work.issued
    yield "PY", str(year or "")
    printed = work.text(terms.PRINTED_DATE)
    if year and (month or printed):
        yield "DA", f"{year:04}/{f'{month:02}' if month else ''}/{f'{day:02}' if day else ''}/{printed}"
    else:
        yield "DA", printed


def _pages(pages: str) -> Iterator[tuple[str, str]]:
    """Divide a single range at its dash; anything else stays together."""
    first, dash, last = pages.replace("--", "–").partition("–")
    if dash and "–" not in last and "," not in pages:
        yield "SP", first
        yield "EP", last
    else:
        yield "SP", pages


def _person(name: PersonalName) -> str:
    """Write a name with the family name first; behind one that has no parts stands a comma, by which it is told.

    >>> _person(PersonalName("Guy L.", "", "Steele", "Jr.")), _person(PersonalName("", "", "Meta AI", ""))
    ('Steele, Guy L., Jr.', 'Meta AI,')
    """
    if not (name.given or name.particle):
        return f"{name.family.replace(',', '')}{',' if ' ' in name.family else ''}"
    return ", ".join(part for part in (name.surname, name.given, name.suffix) if part)
