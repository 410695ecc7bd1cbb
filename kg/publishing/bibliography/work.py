"""A paper or another work as a bibliography lists it: one value for each field, chosen from what the notes say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kg import resources, terms
from kg.model import Iri
from kg.personal_names import PersonalName

TYPES = resources.rows(Path(__file__).with_name("types.csv"))
"""Types of BibTeX, the standard ones first, and what CSL and RIS have for them."""
PREPRINT = "misc"
"""Type of what nobody has published anywhere, as far as the notes tell."""

_THESES = {"phdthesis": "PhD thesis", "mastersthesis": "Master's thesis"}


@dataclass(frozen=True, slots=True)
class Work:
    """What a bibliography lists."""

    iri: Iri
    key: str = ""
    """By which it is cited; unique, whatever the case of its letters."""
    type: str = PREPRINT
    """As BibTeX names it; one of the types of its standard styles, or of biblatex where these have none."""
    title: str = ""
    held: frozenset[str] = frozenset()
    """Words of the title that a bibliography has in braces, so that they keep their capitals."""
    short: str = ""
    """What the title begins with, by which the work is called."""
    other_keys: tuple[str, ...] = ()
    """Keys by which notes cite it, too, and no other work of the list."""
    authors: tuple[PersonalName, ...] = ()
    complete: bool = True
    """Whether these are all authors."""
    editors: tuple[PersonalName, ...] = ()
    translators: tuple[PersonalName, ...] = ()
    texts: Mapping[Iri, str] = field(default_factory=dict)
    """Predicate -> the value with most evidence, for all that is text: pages, volume, publisher."""
    date: tuple[int, int, int] = (0, 0, 0)
    """Year, month and day; 0 for what is not known."""
    book: str = ""
    """Title of the book or proceedings, or the name of the conference where no note prints one."""
    journal: str = ""
    doi: str = ""
    arxiv: str = ""
    """Identifier at arXiv, without a version."""
    pmid: str = ""
    """Number at PubMed."""
    pmcid: str = ""
    """Number at PubMed Central, with its letters."""
    url: str = ""
    other_urls: tuple[str, ...] = ()
    """What else the notes give: RIS has room for all of them."""
    keywords: tuple[str, ...] = ()
    remark: str = ""
    """What the notes say of it in their writer's own words, and how they rate it."""
    others: Mapping[str, str] = field(default_factory=dict)
    """Fields that only the program of the notes knows, or their writer."""
    within: Work | None = None
    """The book or proceedings that it is in, where these have an entry of their own."""

    def text(self, predicate: Iri) -> str:
        """Return the text of a predicate, "" if there is none."""
        return self.texts.get(predicate, "")

    def inherited(self, predicate: Iri) -> str:
        """Return the text of a predicate, or else that of the book that it is in."""
        return self.text(predicate) or (self.within.text(predicate) if self.within is not None else "")

    @property
    def container(self) -> str:
        """The title of the journal or book that it is in."""
        if self.type == "article" or not (self.book or self.within):
            return self.journal or self.book
        return self.text(terms.BOOK_TITLE) or (self.within.title if self.within else "") or self.book

    @property
    def editors_of_book(self) -> tuple[PersonalName, ...]:
        """Its editors, or else those of the book that it is in."""
        return self.editors or (self.within.editors if self.within is not None else ())

    @property
    def issued(self) -> tuple[int, int, int]:
        """Its date, or else that of the book that it is in."""
        return self.date if any(self.date) or self.within is None else self.within.date

    @property
    def listed_keywords(self) -> str:
        """The keywords as one text; readers divide it at semicolons where it has any."""
        return ("; " if any("," in word for word in self.keywords) else ", ").join(self.keywords)

    @property
    def genre(self) -> str:
        """The kind of work, in words; always given for a thesis."""
        return self.text(terms.GENRE) or _THESES.get(self.type, "")

    @property
    def number(self) -> str:
        """The number of the issue, of the report or within the series, for which BibTeX has one field."""
        of_type = {"article": terms.ISSUE_NUMBER, "techreport": terms.REPORT_NUMBER}
        order = (terms.ISSUE_NUMBER, terms.SERIES_NUMBER, terms.REPORT_NUMBER)
        return self.text(of_type.get(self.type, terms.SERIES_NUMBER)) or next(filter(None, map(self.text, order)), "")
