"""Which texts name nothing although they look like names: parts of a document, formats, places, labels of fields."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from kg import lexicons
from kg.extraction import align, dates, gazetteer, shapes
from kg.extraction.gazetteer import is_place
from kg.extraction.nlp import Found
from kg.extraction.outline import is_date
from kg.extraction.records.labels import Label, Part, read_labels
from kg.extraction.venues import find_venues
from kg.model import Block, Kind

_PLACE_OR_EVENT = lexicons.words("event or place head")
"""Last words of names of places, events, parts of a note and of what people read beside papers."""
_MATTER = lexicons.words("matter head")
"""Last words of names of what is neither made nor a collection: matter, living things, illnesses, people."""
_OF_WHAT = re.compile(r"\s(?:of|from)\s")
_NOTATION = re.compile(r"(?:Big|Little)-\S{1,6}|[A-Z][-.][A-Z]\.?|(?:[A-Z]\.){2,}[A-Z]?|arXiv:.*", re.IGNORECASE)
"""Orders of growth, pairs of letters, abbreviations with points, identifiers."""
_NUMBERED = re.compile(
    r"(?i:(?:table|section|equation|theorem|lemma|corollary|proposition|definition|chapter|part|appendix|step|day|week|"
    r"lecture|lesson|homework|exercise|assignment|question|slide|reviewer|referee|line|page|note|footnote|track|room|"
    r"volume|vol|version|kapitel|abschnitt|abbildung|tabelle|seite|study|hypothesis|experiment|unit|stage|phase|aim|"
    r"objective|milestone|deliverable|work ?package|scenario|condition|group|case|option|rule|principle|"
    r"example|session)s?\.?\s|"
    r"(?:fig(?:ure)?|tab|sec|eqn?|wp|rq)s?\.?\s?)"
    r"(?:\d[\w.-]*|[IVX]+|[A-H])(?:\s\w+)?"
)
"""Parts of a document, a course or a study, by their numbers: `Figure 2`, `PART II`, `Stage 1 training`."""
_NUMBER_FORMAT = re.compile(r"(?:[BT]?F(?:P|loat)?|U?INT|u?int|float|fp|bf)-?(?:\d{1,2}|1[0-9]\d)")
"""Formats of numbers: `FP16`, `int8`."""
_QUANTITY = re.compile(
    r"(?<![\d.,])\d[\d.,]{0,30}+\s?(?:[×x]\s?\w.*|[kmMGµnμ]?(?:[glLsmVWJ]|eV|Pa|mol|Hz|bit|bytes?|°?C)\b(?:/\w{1,4})?)"
)
"""A number with its unit: `43.9 mL`, `8×A100s`."""
_ELEMENT = (
    r"(?:H[efgo]?|Li|Be?|C[aeloru]?|N[abdeip]?|O|Fe?|M[gno]|A[lgsru]|Si|P[bdt]?|S[ncer]?|K|T[iael]|V|Zn|Ga|Ge|Br|R[buh]|"
    r"[YIWU]|Zr|Cd|In|Xe|Ba|Hf|Ir|Bi)"
)
_FORMULA_OF_MATTER = re.compile(
    r"(?<![\w()])(?=[A-Za-z\d()+-]{0,40}[A-Z][a-z])(?=[A-Za-z\d()+-]{0,40}(?:\d|O$))\d{0,2}"
    rf"(?:{_ELEMENT}\d{{0,2}}+|\((?:{_ELEMENT}\d{{0,2}}+){{1,6}}\)\d?+){{2,10}}+[+-]?"
)
"""Formulas of chemistry with an element of two letters: `NaHCO3`, `ZnO`."""
_GAS_OR_WATER = re.compile(
    r"[HNO]2|(?=\w{0,4}[HO])(?:[HCNOS]\d?){2,3}(?<=\d)|[HN]2O|[NS]Ox|(?:[A-Z]{1,6}-)?[a-z]{0,4}[DR]NAs?"
)
"""The same without one, and acids of cells: `H2O`, `NH3`, `NOx`, `mRNA`."""
_IN_THE_SKY = re.compile(
    r"(?:HD|HIP|NGC|GJ|PSR|SN|TOI|KOI|GRB|GW|WASP|LHS|2MASS|PKS|TRAPPIST)[ -]?[BJ]?\d[\d.+-]{0,20}[A-Z]?(?:\s[A-Zb-h])?"
)
"""Stars, planets, galaxies and their bursts by their numbers: `HD 40307`, `GW150914`."""
_ANTIBODY = re.compile(r"[Aa]nti-[A-Zα-ωa-z]?[A-Z\d]\S{0,20}")
_LICENCE = re.compile(
    r"CC[ -](?:BY|0)(?:-(?:NC|ND|SA))*(?:[ -]\d\.\d)?|A?GPL(?:v?[23])?|(?:MIT|BSD|Apache)[ -]Licen[sc]e"
)
_ADDRESS = re.compile(
    r"(?:https?:|www\.)\S+|(?<![\w.-])[\w-]{1,60}+(?:\.[\w-]{1,60}+){0,4}?\."
    r"(?:com|org|net|edu|gov|info|html?|php|uk|de|fr|eu)(?:/\S*)?",
    re.IGNORECASE,
)
_CODE = re.compile(r"\w\(\)|\w\([\"']|\w\.\w+\(|\w->\w|::|;$")
"""Signs of program code inside a text."""
_BROKEN = re.compile(r"[^\w(\"“\[]{2}|.*\[\d|(?:and|or|but|between|both)\s|.*(?:\w{2}|\))\.\s+[A-Z]", re.DOTALL)
"""What runs over the end of a sentence, or begins inside one."""
_LINES = re.compile(r"[Ll]+\.?\s?(?:\d{2,}(?:\s?[-–]\s?L?\d+)?|[3-9]\s?[-–]\s?L?\d+)|I{2,3}|VI{1,3}|IX")
"""Numbers of lines, as in the answer to a reviewer, and Roman numbers."""
_AMOUNT = re.compile(r"\d{1,3}(?:,\d{3})+\b|\d[\d.]*E\d+\b")
"""How a text begins that tells how much there is of something: `300,000 cells`."""
_FILE = re.compile(
    r"\.{0,2}/[^\n]*+|[^\s/]{1,80}\.(?:ipynb|md|pdf|txt|csv|tsv|json|ya?ml|docx?|pptx?|xlsx?|zip|html?|tex|bib)",
    re.IGNORECASE,
)
_NOTHING = lexicons.words("no name")
"""Common words and acronyms, formats, matter, shorthand, days, parts of a document, languages, broad classes."""
_PLATFORMS = lexicons.words("platform")
"""Sites where people publish, which a note links to and says nothing of as organisations."""
_FORMULA = re.compile(r"[\\^{}<>=|#@©]|_\d|\b\d{1,2}:\d\d|\n|\bhttps?:|\w\(\d|&$|[\u2600-\u27bf\U0001f000-\U0001faff]")


def names_nothing(text: str) -> bool:
    """Return whether a text names no method, dataset or task: common words, and parts of documents.

    >>> names_nothing("Figure 2"), names_nothing("HTTP"), names_nothing("Adam")
    (True, True, False)
    """
    small = text.casefold()
    if small in _NOTHING:
        return True
    if any(pattern.fullmatch(text) for pattern in _WHOLE):
        return True
    return bool(_AMOUNT.match(text) or _CODE.search(text) or _BROKEN.match(text)) or is_place(text)


_WHOLE = (
    _NUMBERED,
    _LINES,
    _FILE,
    _NUMBER_FORMAT,
    _QUANTITY,
    _FORMULA_OF_MATTER,
    _GAS_OR_WATER,
    _IN_THE_SKY,
    _ANTIBODY,
    _LICENCE,
    _ADDRESS,
)


def is_other(text: str) -> bool:
    """Return whether a text is a place, an event, a notation or a quality."""
    last = text.casefold().split()[-1]
    placed = " " in text and last in _PLACE_OR_EVENT and gazetteer.known(text) is None
    return placed or bool(_NOTATION.fullmatch(text)) or (" " not in text and shapes.is_quality(text))


def is_matter(text: str) -> bool:
    """Return whether the head of a text tells that it is matter, a living thing, an illness or a person.

    >>> [is_matter(text) for text in ("lipid nanoparticles", "viruses of animals", "nanoparticle tracking")]
    [True, True, False]
    """
    head = _OF_WHAT.split(text.casefold(), maxsplit=1)[0]
    words = [word for word in re.split(r"[\s-]", head) if word.isalpha() and word != "type"]
    last = words[-1] if words else ""
    return not _MATTER.isdisjoint({last, last.removesuffix("s"), last.removesuffix("es")})


def is_venue(text: str) -> bool:
    """Return whether a text is the name of a venue that the word list knows."""
    return any((start, end) == (0, len(text)) for start, end, _ in find_venues(text))


def is_name(text: str, kind: Kind) -> bool:
    """Return whether a text can be a name of a kind at all.

    >>> is_name("Adam", Kind.METHOD), is_name("the", Kind.METHOD), is_name("42", Kind.DATASET)
    (True, False, False)
    """
    if not any(c.isalpha() for c in text) or not 1 < len(text) <= 90 or _FORMULA.search(text) or is_date(text):
        return False
    if kind is Kind.ORG and text.casefold() in _PLATFORMS:
        return False
    if kind in (Kind.PERSON, Kind.ORG):
        return (
            (
                text[:1].isupper()
                or (text[:1].isalpha() and not text.isascii())
                or (kind is Kind.ORG and shapes.is_name_shaped(text))
            )
            and not is_place(text)
            and (text.isupper() or text.casefold() not in _NOTHING)
        )
    if kind in (Kind.METHOD, Kind.DATASET) and is_other(text):
        return False
    if kind is Kind.METHOD and " " in text and is_matter(text) and gazetteer.known(text) is None:
        return False
    return not names_nothing(text) and not is_venue(text)


_WORKS = frozenset({Kind.METHOD, Kind.DATASET, Kind.TASK})
_ALL = _WORKS | {Kind.ORG, Kind.AWARD}
_NONE = dict.fromkeys(
    (Part.DATE, Part.YEAR, Part.VOLUME, Part.PAGES, Part.IDENTIFIER, Part.KEY, Part.KIND, Part.PUBLISHER), _ALL
) | {Part.KEYWORDS: frozenset({Kind.ORG}), Part.AUTHORS: _WORKS, Part.EDITOR: _WORKS, Part.VENUE: _WORKS | {Kind.PAPER}}
"""Field -> kinds of names that its value has none of."""
_QUOTES = 2
"""Characters around a value in quotation marks, at most."""
_LONGEST = 12
"""Words of a value; where more follow, some are no value any longer."""


def without_fields(block: Block, found: Iterable[Found]) -> list[Found]:
    """Leave out the names that are labels of fields, or stand in fields that name no such thing."""
    places = [*_field_places(block)] if ":" in block.prose or "：" in block.prose else []
    starts = [start for start, _, _ in places]

    def stands(one: Found) -> bool:
        at = bisect_right(starts, one.start) - 1
        if at < 0 or one.end > places[at][1] or one.kind not in places[at][2]:
            return False
        around = one.start - places[at][0], places[at][1] - one.end
        return (
            one.kind is not Kind.PAPER or max(around) <= _QUOTES
        )  # a title in quotation marks that is the whole value

    return [one for one in found if not stands(one)]


def _field_places(block: Block) -> Iterator[tuple[int, int, frozenset[Kind]]]:
    for start, end in align.lines(block):
        labels = read_labels(block, start, end)
        if not labels or block.prose[start : labels[0].start].strip(" \t>*•-_`[(【#"):
            continue
        ends = (*(label.start for label in labels[1:]), end)
        for label, stop in zip(labels, ends, strict=True):
            yield label.start, label.end, _ALL
            if len(block.prose[label.end : stop].split()) <= _LONGEST and not _is_undated(block, label, stop):
                yield label.end, stop, _NONE.get(label.part, frozenset())


def _is_undated(block: Block, label: Label, stop: int) -> bool:
    """Return whether a label for a day has no digit behind it at first: `Data:` is a date in Italian only."""
    value = block.prose[label.end : stop].strip()
    return label.part in (Part.DATE, Part.YEAR) and dates.at(value) is None and not value[:1].isdigit()
