"""The works of a graph as a bibliography lists them, in the order of their keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from urllib.parse import unquote

from kg import terms, untrusted
from kg.kinds import CONCLUDING
from kg.links import Role, read_link
from kg.model import Iri, Kind
from kg.personal_names import PersonalName, completed, divide, has_no_parts
from kg.publishing.bibliography import keys
from kg.publishing.bibliography.evidence import TEXTS, Form, Library, Value, WorkFacts
from kg.publishing.bibliography.latex import held_words
from kg.publishing.bibliography.work import PREPRINT, TYPES, Work
from kg.rdf import Store

_DOI = re.compile(r"https?://(?:dx\.)?doi\.org/(10\..+)", re.IGNORECASE)
_ARXIV = re.compile(r"https?://(?:www\.)?arxiv\.org/abs/(.+?)(?:v\d+)?", re.IGNORECASE)
_PUBMED = re.compile(
    r"https://(?:pubmed\.ncbi\.nlm\.nih\.gov/(?P<pmid>\d+)|pmc\.ncbi\.nlm\.nih\.gov/articles/(?P<pmcid>PMC\d+))/?"
)
_ORGANISATIONS = (terms.PUBLISHER, terms.SOURCE_ORGANIZATION)
_OTHERS: Mapping[str, str] = {
    "conference": "inproceedings",
    "suppperiodical": "article",
    "newspaper": "article",
    "mvbook": "book",
    "bookinbook": "inbook",
    "collection": "proceedings",
    "mvproceedings": "proceedings",
    "thesis": "phdthesis",
    "report": "techreport",
    "workingpaper": "techreport",
    "standard": "manual",
    "preprint": "unpublished",
    "electronic": "online",
    "www": "online",
    "webpage": "online",
}
"""Types of biblatex and of other formats, as far as one of the standard types says the same."""
_LOOSE = frozenset({"misc", "unpublished", "online"})
_ARCHIVE = re.compile(r"(?:ar|bio|med|chem|psyar)xiv\b|corr$|ssrn\b", re.IGNORECASE)
"""What stands in the place of a journal where a preprint is called an article."""
_MASTER = re.compile(r"\b(?:master|diplom|m\.?\s?sc|msc|licentiate|bachelor)", re.IGNORECASE)
_VOLUME = re.compile(r"\b(?:proceedings|proc\.|conference|workshop|symposium|meeting)\b", re.IGNORECASE)
_WRITABLE = re.compile(r"[^\s,{}()\\\"%~#]+")
_SINGLE = (*TEXTS, terms.REFERENCE_NOTE, terms.ABSTRACT)


def read(store: Store, *, papers: frozenset[Iri] | None = None, names_only: bool = False) -> list[Work]:
    """Read the works of a graph, each with one value for each field: the one that most notes state.

    Works known only by a key or a link are left out, because a bibliography could say nothing about them.

    Args:
        papers: list these, and the books that they are in; all works if None.
        names_only: leave out remarks, ratings, abstracts and notes.
    """
    library = Library.read(store, names_only=names_only)
    chosen = {iri for iri, facts in library.works.items() if papers is None or iri in papers}
    chosen |= {book for iri in chosen for book in _books(library.works[iri], library)}
    listed = {iri: library.works[iri] for iri in chosen if _is_listed(library.works[iri])}
    wanted = {
        iri: (keys.own(facts.best(terms.CITATION_KEY)), _made_up(facts, library)) for iri, facts in listed.items()
    }
    named = keys.assign(wanted)
    taken = {key.casefold() for key in named.values()}
    plain = {
        iri: replace(_work(facts, library), key=named[iri], other_keys=_other_keys(facts, taken))
        for iri, facts in listed.items()
    }
    within = {iri: _books(facts, library) for iri, facts in listed.items()}
    works = (
        replace(work, within=next((plain[one] for one in within[iri] if one in plain and one != iri), None))
        for iri, work in plain.items()
    )
    return sorted(works, key=lambda work: (work.key.casefold(), work.key))


def _is_listed(facts: WorkFacts) -> bool:
    if facts.kind is Kind.WORK:
        return True
    return any(facts.all(each) for each in (terms.NAME, terms.ALTERNATE_NAME, terms.AUTHORS_COMPLETE, terms.SAME_AS))


def _books(facts: WorkFacts, library: Library) -> Iterator[Iri]:
    """Yield the works that a work is part of."""
    yield from (Iri(one.value) for one in facts.all(terms.IS_PART_OF) if one.value in library.works)


def _made_up(facts: WorkFacts, library: Library) -> str:
    people = _authors(facts, library) or _people(facts, terms.EDITOR, _in_order(facts, terms.EDITOR), library)
    surname = people[0].surname if people else ""
    return keys.made_up(surname, _date(facts)[0], _title(facts))


def _title(facts: WorkFacts) -> str:
    return facts.best(terms.NAME) or facts.best(terms.ALTERNATE_NAME)


def _other_keys(facts: WorkFacts, taken: frozenset[str] | set[str]) -> tuple[str, ...]:
    """Return further keys, and as they are written those with signs that not all programs take in a key."""
    written = {one.value for one in facts.all(terms.CITATION_KEY)}
    keyed = {keys.own(key) for key in written} | {key for key in written if _WRITABLE.fullmatch(key)}
    return tuple(sorted(key for key in keyed if key and key.casefold() not in taken))


def _short(facts: WorkFacts) -> str:
    """Return the other name that the title begins with, as a short title does."""
    title = _title(facts).casefold()
    names = (one.value for one in facts.all(terms.ALTERNATE_NAME))
    return next((name for name in names if title.startswith(name.casefold()) and len(name) < len(title)), "")


def _work(facts: WorkFacts, library: Library) -> Work:
    texts = {predicate: facts.best(predicate) for predicate in _SINGLE if facts.all(predicate)}
    texts |= {each: _serials(facts.all(each)) for each in (terms.ISBN, terms.ISSN) if facts.all(each)}
    behind = {each: facts.all(each)[0] for each in _ORGANISATIONS if facts.all(each)}
    texts |= {each: value.form.name or library.names.get(value.value, "") for each, value in behind.items()}
    numbers = [found for one in facts.all(terms.SAME_AS) if (found := _PUBMED.fullmatch(one.value))]
    complete, others = facts.best(terms.AUTHORS_COMPLETE) != "false", _others(facts)
    doi, arxiv, urls = _addresses(facts, others)
    return Work(
        facts.iri,
        type=_type_of(facts, library),
        title=_title(facts),
        short=_short(facts) or others.pop("shorttitle", ""),
        held=held_words(library.printed.get((facts.iri, _title(facts)), "")),
        authors=_authors(facts, library),
        complete=complete,
        editors=_people(facts, terms.EDITOR, _in_order(facts, terms.EDITOR), library),
        translators=_people(facts, terms.TRANSLATOR, _in_order(facts, terms.TRANSLATOR), library),
        texts=texts,
        date=_date(facts),
        book=_book(facts, library),
        journal=facts.best(terms.JOURNAL_TITLE) or _journal(facts, library),
        doi=doi,
        arxiv=arxiv,
        pmid=next((found["pmid"] for found in numbers if found["pmid"]), ""),
        pmcid=next((found["pmcid"] for found in numbers if found["pmcid"]), ""),
        url=next(iter(urls), ""),
        other_urls=urls[1:],
        keywords=_keywords(facts, library),
        remark=_remark(facts),
        others=others,
    )


def _others(facts: WorkFacts) -> dict[str, str]:
    """Return the fields for which there is no property, each with its first value, in their order."""
    found: dict[str, str] = {}
    for one in sorted(facts.all(terms.OTHER_FIELD), key=lambda one: (one.first, one.value)):
        name, _, value = one.value.partition(" = ")
        found.setdefault(name, value)
    return found


def _serials(values: Iterable[Value]) -> str:
    """Return all numbers of a kind, each once, in the order in which they stand."""
    ordered = sorted(values, key=lambda one: (one.first, one.value))
    found: dict[str, str] = {}
    for one in ordered:
        found.setdefault(one.value.replace("-", "").replace(" ", ""), one.value)
    return ", ".join(found.values())


def _authors(facts: WorkFacts, library: Library) -> tuple[PersonalName, ...]:
    return _people(facts, terms.AUTHOR, library.authors.get(facts.iri, ()), library)


def _people(facts: WorkFacts, role: Iri, iris: Iterable[str], library: Library) -> tuple[PersonalName, ...]:
    """Return names as they are printed for a work, with what the name to show has beyond that."""
    forms = {one.value: one.form for one in facts.all(role)}
    found = []
    for iri in (iri for iri in iris if iri in library.names):
        shown, form = library.names[iri], forms.get(iri, Form())
        surname = library.surnames.get(iri, "") if form.surname is None else form.surname
        printed = form.name or shown
        if library.kinds.get(iri) is Kind.ORG or has_no_parts(printed, surname):
            found.append(divide(printed, printed))
        else:
            found.append(completed(divide(printed, surname), shown))
    return tuple(found)


def _in_order(facts: WorkFacts, role: Iri) -> list[str]:
    """Return the editors or translators in the order in which a note has them, from the note that names most."""
    people = facts.all(role)
    notes = sorted({note for one in people for note in one.notes})
    best = max(notes, key=lambda note: sum(note in one.notes for one in people), default="")
    return [one.value for one in sorted(people, key=lambda one: one.first) if best in one.notes]


def _date(facts: WorkFacts) -> tuple[int, int, int]:
    """Return year, month and day; a day of another year than that which most notes state is not the day."""
    year = facts.best(terms.DATE_PUBLISHED)[:4]
    days = [one.value for one in facts.all(terms.PUBLISHED_ON)]
    day = next((one for one in days if not year or one.startswith(year)), "")
    parts = [untrusted.integer(part) for part in (day or year).split("-") if part.isdecimal()]
    return tuple([*parts, 0, 0, 0][:3])  # type: ignore[return-value]


def _book(facts: WorkFacts, library: Library) -> str:
    return facts.best(terms.BOOK_TITLE) or next(
        (library.names[one.value] for one in facts.all(terms.PRESENTED_AT) if one.value in library.names), ""
    )


def _journal(facts: WorkFacts, library: Library) -> str:
    parts = (one.value for one in facts.all(terms.IS_PART_OF))
    return next((library.names.get(one, "") for one in parts if library.kinds.get(one) is Kind.PERIODICAL), "")


def _addresses(facts: WorkFacts, others: Mapping[str, str]) -> tuple[str, str, tuple[str, ...]]:
    """Return DOI, number at arXiv, and the addresses beside these, first the one that says most.

    What a field of another name gives comes after the others.
    """
    known = [one.value for one in (*facts.all(terms.SAME_AS), *facts.all(terms.URL))]
    dois = [unquote(found[1]).replace(" ", "%20") for found in map(_DOI.fullmatch, known) if found]
    # An identifier is in small letters, while a note may have it as it was printed.
    spelled = [(sum(map(str.isupper, one)), one) for one in dois if one.casefold() == dois[0].casefold()]
    doi = max(spelled, default=(0, ""))[1]
    arxiv = next((found[1] for found in map(_ARXIV.fullmatch, known) if found), "")
    code = {one.value for one in facts.all(terms.CODE_REPOSITORY)}
    links = [one.value for one in facts.all(terms.URL) if one.value.startswith(("http://", "https://", "ftp://"))]

    def rank(url: str) -> tuple[bool, ...]:
        says_little = read_link(url).role is not Role.PAPER
        return url in others.values(), url in code, bool(_ARXIV.fullmatch(url)), says_little, _is_file(url)

    beside = (url for url in links if not _DOI.fullmatch(url) and not _PUBMED.fullmatch(url))
    return doi, arxiv, tuple(sorted(beside, key=rank))


def _is_file(url: str) -> bool:
    """Return whether an address is of a file, and not of the page that says what the file is."""
    return "pdf" in url.casefold().rpartition("/")[2] or "/pdf/" in url.casefold()


def _keywords(facts: WorkFacts, library: Library) -> tuple[str, ...]:
    stated = (one for one in facts.all(terms.ABOUT) if one.rules.difference(CONCLUDING))
    topics = [library.names.get(one.value, "") for one in stated]
    words = {
        word.casefold(): word for word in reversed([one.value for one in facts.all(terms.KEYWORDS)] + topics) if word
    }
    return tuple(sorted(words.values(), key=lambda word: (word.casefold(), word)))


def _remark(facts: WorkFacts) -> str:
    remarks = sorted(facts.all(terms.REMARK), key=lambda one: (one.first, one.value))
    rated = "; ".join(one.value for one in sorted(facts.all(terms.RATING_TEXT), key=lambda one: (one.first, one.value)))
    return "\n".join([*(one.value for one in remarks), *([f"Rating: {rated}"] if rated else [])])


def _type_of(facts: WorkFacts, library: Library) -> str:
    """Return the type of a work: what the notes state, else what follows from where it appeared.

    A work that one note lists as a preprint and another as presented or printed has the type of the latter.
    """
    stated = facts.all(terms.ENTRY_TYPE)
    types = [(_standard(one.value, facts), one) for one in stated]
    loose_types = _LOOSE | {"article"} if _ARCHIVE.match(facts.best(terms.JOURNAL_TITLE)) else _LOOSE
    chosen = next((one for one in types if one[0] not in loose_types), None)
    chosen = chosen or next((one for one in types if one[0] not in _LOOSE), next(iter(types), None))
    journals = (one for one in facts.all(terms.IS_PART_OF) if library.kinds.get(one.value) is Kind.PERIODICAL)
    appeared = (*facts.all(terms.PRESENTED_AT), *journals)
    if chosen is None:
        return _of_venue(facts, library, appeared)
    journal = facts.all(terms.JOURNAL_TITLE) or any(one in appeared for one in facts.all(terms.IS_PART_OF))
    loose = chosen[0] in _LOOSE or (chosen[0] == "article" and not journal)
    if loose and any(one.notes - {note for value in stated for note in value.notes} for one in appeared):
        return _of_venue(facts, library, appeared)
    return chosen[0]


def _standard(name: str, facts: WorkFacts) -> str:
    """Return the standard type that stands for a type.

    >>> _standard("online", WorkFacts("", Kind.WORK, {})), _standard("report", WorkFacts("", Kind.PAPER, {}))
    ('online', 'techreport')
    """
    name = _OTHERS.get(name.casefold(), name.casefold())
    if name == "phdthesis" and _MASTER.search(facts.best(terms.GENRE)):
        return "mastersthesis"
    return name if any(row["type"] == name for row in TYPES) else PREPRINT


def _of_venue(facts: WorkFacts, library: Library, appeared: tuple[Value, ...]) -> str:
    if not appeared:
        return PREPRINT
    if facts.all(terms.PRESENTED_AT):
        return "inproceedings"
    names = (library.names.get(one.value, "") for one in appeared)
    return "inproceedings" if any(_VOLUME.search(name) for name in names) else "article"
