"""Read the names of conferences, journals, workshops and preprint servers, in fields and in running text.

Running text is read more strictly, because many venues have the name of an ordinary thing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import lru_cache

from kg import untrusted
from kg.extraction.dates import full_year
from kg.extraction.venue_forms import FILLERS, TOKEN, Match, Row, forms, spell_out, walk
from kg.identifiers import OLD_ARXIV

LONGEST = 400
"""A field with more characters is no venue."""
_AROUND = 3
"""Words of a heading beside the name of a workshop."""
_LATEST_SHORT_YEAR = 35
"""`ICLR 35` may be a year, `NeurIPS 38` is a volume: no clock decides."""

_YEAR = re.compile(r"(?<![\w\-–./:])((?:19|20)\d\d)(?![\w\-–/]|[.:]\d)")
_AFTER = re.compile(
    r"(?:\s?[Cc]onference)?(?P<gap>[\s,:(\[{\u2010-\u2014@.-]{0,3})(?P<quote>['’‘`´])?(?P<number>\d{1,4})(?![\w]|[:\-–]\d)"
)
_BEFORE = re.compile(r"(?<![\w\-–./:])((?:19|20)\d\d)\s+(?:(?:Annual|International|IEEE|ACM)\s+){0,2}$")
_ORDINAL = re.compile(r"(?<!\w)(\d{1,3})(?:st|nd|rd|th)(?!\w)", re.IGNORECASE)
_VOLUME = re.compile(r"(?i)\bvol(?:ume|\.)?\s{0,2}(\d{1,3})\b")
_WORKSHOP = re.compile(r"\b(?:[Ww]orkshops?|WORKSHOPS?|[Ww]kshp)\b")
_SHORT_WORKSHOP = re.compile(r"(?<!\w)([A-Z][A-Za-z]{2,8}[A-Z])W(?!\w)")
_WORKSHOP_HEADING = re.compile(
    r"(?:[Tt]he )?(?:\d{1,2}(?:st|nd|rd|th) )?(?P<series>[A-Z]\w{0,8}[a-z]\w{0,8}[A-Z]\w{0,8}|[A-Z]{4,12})"
    r"(?: ?['’]?(?P<year>20\d\d|\d\d))?"
    r"(?: [Ww]orkshop(?: (?:[Pp]rogram(?:me)?|[Pp]apers|[Tt]alks|[Ss]essions?))?| [Pp]rogram(?:me)?)"
)
_FINDINGS = re.compile(r"\b[Ff]indings\b")
_WITH_FINDINGS = frozenset({"ACL", "EMNLP", "NAACL", "EACL", "AACL", "EMNLP-IJCNLP"})
_LEAD = re.compile(
    r"(?i)^\W{0,3}(?:in\b[:\s]|proc\b|proceedings\b|(?:to appear|appeared|published|presented|accepted)\b|"
    r"(?:oral|poster|spotlight|talk|paper)\s+(?:at|in|@))"
)
_ADDRESS = re.compile(
    rf"(?i)(?:https?://|www\.)\S+|\bdoi:\s?\S+|\b(?:\d{{4}}\.\d{{4,5}}(?:v\d{{1,2}})?|{OLD_ARXIV})(?!\w)"
)
_SPEAKS_OF_VENUE = re.compile(
    r"(?i)\b(?:conference|symposium|workshop|journal|transactions|proceedings|meeting|advances|letters|"
    r"communications|nature|review|plos|acm|ieee|usenix)\b"
)
_MEETING = (
    r"\b(?i:congress[oe]|congreso|congrès|simp[óo]sio|simposio|encontro|encuentro|col[óo]quio|coloquio|colloque|convegno|"
    r"jornadas?|conferência|conferencia|conférence|kongress|konferenz|fachtagung)\b(?= \w)|"
)
"""What meetings are called in other languages."""
_UNKNOWN = re.compile(
    _MEETING + r"\b(?:Workshop|Conference|Symposium|Congress|Colloquium|Seminar)\b|\b(?:Conf|Symp|Proc|Trans|Lett)\.|"
    r"\b(?:workshop|conference|symposium) on\b|"
    r"\b(?:Journal|Transactions|Proceedings|Annals|Bulletin|Archives|Annual Review) (?:of|on|in|for)\b|"
    r"^(?:The )?(?:Journal|Lecture Notes in|Frontiers in|Foundations and Trends in|Communications [io]n|IEEE|ACM) |"
    r"^(?:Acta|Annalen|Annales|Archiv|Comptes [Rr]endus|Monatshefte|Revista|Revue|Rivista|Zeitschrift)[ .]|"
    r"^(?:Int\. )?J\. |\b(?:Journal|Quarterly|Letters|Magazine|Monthly|Transactions|Zeitschrift)(?: [A-H])?$|"
    r"\b(?:Law|Economic|Historical|Philosophical|Political Science|Sociological) Review$"
)
_GATHERING = re.compile(
    _MEETING + r"\b(?:Workshop|Conference|Symposium|Congress|Colloquium|Seminar)\b|\b(?:Conf|Symp)\.|"
    r"\b(?:workshop|conference|symposium) on\b|"
    r"^(?:Proceedings|Proc\.)(?!.{0,150}\b(?:Society|Academy|Institution|Institute|on)\b)"
)
_HEAD = re.compile(
    r"(?i)^(?:(?:presented|published|accepted|(?:to )?appear(?:ed)?|(?:(?:poster|oral|spotlight|conference) )?"
    r"(?:presentation|poster|oral|spotlight|paper|talk)) (?:at|in|to) |"
    r"in:? |the ){1,4}"
)
_PROCEEDINGS = re.compile(
    r"(?i)^(?:proceedings|proc\.?)(?: of)?(?: the)? (?=.{0,120}\b(?:conference|conf\.|symposium|workshop|seminar))"
)
_TAIL = re.compile(
    r"(?i)[\s,.;:(\[]{1,100}(?:(?:vol(?:ume|\.)?|pp?\.?|pages|no\.|n\.|issue)\s?\d|\d+\s?(?:[(:,;.\[–-]|$))"
)
_ACRONYM = re.compile(r"\s*\([A-Z][\w&@/-]{1,14}(?:\s?['’]?\d{2,4})?\)")
_UNCLOSED = re.compile(r"\s*\([^()]{0,30}$")
_TOWN = re.compile(r"(?:, [A-Z][a-z.]+(?: [A-Z][a-z.]+)?){1,2}$|, [A-Z][a-z]+(?: [A-Z][a-z]+)?, [A-Z]{2,3}$")
"""Where a conference was held, behind its name."""
_DATED_ACRONYM = re.compile(r"\([A-Z]\w{0,10}[A-Z]\w{0,10}\s?['’‘](\d\d)(?:\)|$)")
_UNITS = "first second third fourth fifth sixth seventh eighth ninth".split()
_TEENS = "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split()
_TENS = "twenty thirty forty fifty sixty seventy".split()
_WORD_ORDINALS = (
    {word: n for n, word in enumerate(_UNITS + _TEENS, 1)}
    | {f"{ten}-{unit}": 10 * t + n for t, ten in enumerate(_TENS, 2) for n, unit in enumerate(_UNITS, 1)}
    | {f"{ten[:-1]}ieth": 10 * t for t, ten in enumerate(_TENS, 2)}
)
_WORDED = re.compile(
    r"(?i)\b(?:(?:"
    + "|".join(_TENS)
    + r")[- ])?(?:"
    + "|".join(_UNITS)
    + r"|"
    + "|".join(_TEENS)
    + r"|[a-z]{3,4}tieth)\b"
)


@dataclass(frozen=True, slots=True)
class VenueName:
    """A venue as a field or a sentence names it."""

    series: str
    """Its usual short name: `ICLR`, `JMLR`, `Nature Communications`; an unknown venue keeps its own name."""
    year: int | None = None
    """Of the edition or issue, as printed or counted from the number of the conference (41st ICML); never guessed."""
    event: bool = True
    """False for journals, magazines, book series and preprint servers."""
    name: str = ""
    """The full name of the series; the series itself when it is unknown."""


@lru_cache(maxsize=1 << 11)
def read_venue(text: str) -> VenueName | None:
    """Read a field that should hold a venue; None when it does not read as one.

    >>> read_venue("ICLR'25 (Oral)").series, read_venue("ICLR'25 (Oral)").year
    ('ICLR', 2025)
    >>> read_venue("In Proc. of the 41st International Conference on Machine Learning").year
    2024
    >>> read_venue("Nature Communications. 7 (13276)").event
    False
    >>> read_venue("ICML 2025 Workshop on Small Models").series
    'ICML'
    >>> read_venue("We thank the reviewers for their comments") is None
    True
    """
    if len(text) > LONGEST:
        return None
    line = _SHORT_WORKSHOP.sub(_spelled_out, " ".join(_ADDRESS.sub(" ", text).split())).strip(' ,;:.*_"“”')
    matches = tuple(walk(line))
    found = _choose(line, matches)
    if found is None or not _fits(line, found, matches):
        return _typed_small(line) or _abbreviated(line) or _dated_acronym(line) or _unknown(line)
    year = _near_year(line, found) or _any_year(line) or _counted_year(line, found)
    venue = _named(found.row, year)
    if _FINDINGS.search(line) and venue.series in _WITH_FINDINGS:
        return replace(venue, series=f"Findings of {venue.series}")
    return venue


@lru_cache(maxsize=4096)
def find_venues(text: str) -> tuple[tuple[int, int, VenueName], ...]:
    """Find venues in running text: (start, end, venue), in order; precision comes first.

    Names that are ordinary words or short acronyms count only with a year beside them, some never.

    >>> found = find_venues("notes from NeurIPS 2024 in Vancouver, and ICML '24")
    >>> [(venue.series, venue.year) for _, _, venue in found]
    [('NeurIPS', 2024), ('ICML', 2024)]
    >>> find_venues("Nature is full of cells; the ACL tear healed")
    ()
    """
    found = []
    matches = list(walk(text))
    addresses = [place.span() for place in _ADDRESS.finditer(text)] if matches else []
    for match in matches:
        before = bisect_right(addresses, (match.start, len(text))) - 1
        if before >= 0 and match.start < addresses[before][1]:
            continue
        start, end, year = _dated(text, match)
        if match.row.caution == "field" or (year is None and _needs_year(match)):
            continue
        if text[match.start].islower() and not match.form.short:
            continue
        found.append((start, end, _named(match.row, year)))
    return tuple(found)


def read_workshop(text: str) -> VenueName | None:
    """Read a heading that names a workshop: one of the list, or by its acronym; None for any other.

    >>> read_workshop("The 3rd HotFoo Workshop"), read_workshop("HotFoo'21 program").year
    (VenueName(series='HotFoo', year=None, event=True, name='HotFoo Workshop'), 2021)
    >>> read_workshop("Workshop program") is None
    True
    """
    known = list(walk(text))
    if known:
        row, beside = known[0].row, len(TOKEN.findall(text)) - len(known[0].form.tokens)
        only = len(known) == 1 and row.kind == "workshop-series" and beside <= _AROUND
        return _named(row, _near_year(text, known[0])) if only else None
    found = _WORKSHOP_HEADING.fullmatch(text.strip(" :.*_"))
    if found is None:
        return None
    year = untrusted.integer(found["year"]) if found["year"] else None
    return VenueName(
        found["series"], year if year is None or year > 99 else 2000 + year, name=f"{found['series']} Workshop"
    )


def _choose(text: str, matches: tuple[Match, ...]) -> Match | None:
    """Prefer events to journals, then the one with its year beside it, then the longest, then the first."""
    hosts = [match for match in matches if match.row.kind == "conference"] if _WORKSHOP.search(text) else []
    return max(
        hosts or matches,
        key=lambda m: (m.event, m.row.kind == "journal", _near_year(text, m) is not None, len(m.form.tokens), -m.start),
        default=None,
    )


def _fits(text: str, found: Match, matches: tuple[Match, ...]) -> bool:
    """Return whether the rest of the field is what stands around a venue: sponsors, places, pages, a track."""
    covered = [(match.start, match.end) for match in matches]
    covered += [(place.start(), place.end()) for place in _ACRONYM.finditer(text)]
    rest = [
        (token.group(), token.start() < found.start)
        for token in TOKEN.finditer(text)
        if token.group()[0].isalpha()
        and token.group().casefold() not in FILLERS
        and token.group().casefold() not in _WORD_ORDINALS
        and not any(start <= token.start() < end for start, end in covered)
    ]
    short = len(found.form.tokens) <= 2
    ordinary = (found.row.caution == "field" and (short or not found.event)) or (
        found.row.caution == "year" and short and not found.form.text.isupper()
    )
    if ordinary and (rest or _is_within(text, found)):
        return False
    if _WORKSHOP.search(text):
        return len(rest) <= 25
    led = bool(_LEAD.match(text))
    if not led and len(rest) > 3 and _any_year(text) is None and _near_year(text, found) is None:
        return False
    small = sum(word[0].islower() for word, _ in rest)
    before = sum(earlier for _, earlier in rest)
    return small <= (6 if led else 0) and before <= (8 if led else 2) and len(rest) - before <= 10


def _is_within(text: str, found: Match) -> bool:
    """Return whether a journal with an ordinary name stands in that of another: the Conference on `Neural Networks`."""
    apart = f"{text[: found.start]} {text[found.end :]}"
    return not found.event and bool(_GATHERING.search(apart) or text[: found.start].rstrip().endswith("Journal of"))


def _named(row: Row, year: int | None) -> VenueName:
    return VenueName(row.series, year, row.kind in {"conference", "workshop-series"}, row.name)


def _dated(text: str, match: Match) -> tuple[int, int, int | None]:
    """Return the place of a name with the year beside it, and the year."""
    after = _AFTER.match(text, match.end)
    if after:
        year = _read_number(match, after)
        if year is not None:
            closed = "(" in after["gap"] and text[after.end() : after.end() + 1] == ")"
            return match.start, after.end() + closed, year
    head = max(match.start - 50, 0)
    before = _BEFORE.search(text[head : match.start])
    if before:
        return head + before.start(), match.end, untrusted.integer(before[1])
    return match.start, match.end, None


def _near_year(text: str, match: Match) -> int | None:
    return _dated(text, match)[2]


def _read_number(match: Match, after: re.Match[str]) -> int | None:
    number = untrusted.integer(after["number"])
    if len(after["number"]) == 4:
        return number if 1900 <= number < 2100 else None
    if len(after["number"]) != 2 or not match.event or "." in after["gap"] or "(" in after["gap"]:
        return None
    if after["quote"]:
        return untrusted.integer(full_year(after["number"]))
    if not match.form.short or "," in after["gap"] or 37 <= number < 70:
        return None
    return 2000 + number if number <= _LATEST_SHORT_YEAR else 1900 + number if number >= 70 else None


def _any_year(text: str) -> int | None:
    years = _YEAR.findall(text)
    return untrusted.integer(years[-1]) if years else None


def _bracketed_year(text: str) -> int | None:
    """Read the year in the acronym behind a name: `... (HotFoo'21)`."""
    found = _DATED_ACRONYM.search(text)
    return untrusted.integer(full_year(found[1])) if found else None


def _counted_year(text: str, match: Match) -> int | None:
    """Count the year from the number of the conference or the volume of its proceedings."""
    row = match.row
    if row.base is None:
        return None
    window = text[max(match.start - 40, 0) : match.start]
    numbers = [untrusted.integer(n) for n in _ORDINAL.findall(window)]
    numbers += [_WORD_ORDINALS.get(word.casefold().replace(" ", "-"), 0) for word in _WORDED.findall(window)]
    after = _AFTER.match(text, match.end) or _VOLUME.search(text, match.end)
    if after:
        numbers.append(untrusted.integer(after.group(after.lastindex or 0)))
    return next((row.base + n for n in numbers if row.since <= n < 150 and row.base + n < 2100), None)


def _needs_year(match: Match) -> bool:
    """Return whether a name in running text is too much like an ordinary one to stand alone."""
    row, text = match.row, match.form.text
    alone = match.form.short or _SPEAKS_OF_VENUE.search(text)
    return bool(row.caution or row.kind == "preprint" or len(text) <= 3 or not alone)


def _typed_small(text: str) -> VenueName | None:
    """Read `neurips 2024`, `iclr2025`: an acronym of four letters or more and a year, nothing else."""
    typed = re.fullmatch(r"([A-Za-z]{4,12})[\s'’-]{0,2}((?:19|20)\d\d)", text)
    if typed is None:
        return None
    alike = (form for among in forms()[0].values() for form in among if form.text.casefold() == typed[1].casefold())
    return next((_named(form.row, untrusted.integer(typed[2])) for form in alike if not form.row.caution), None)


def _spelled_out(short: re.Match[str]) -> str:
    """Write `CVPRW` as `CVPR Workshop`; `ECSCW` is a name of its own."""
    known = forms()[0]
    return f"{short[1]} Workshop" if short[1] in known and short[0] not in known else short[0]


def _dated_acronym(text: str) -> VenueName | None:
    """Read `HotFoo '23`: an acronym that no list has, with the year as conferences write it."""
    typed = re.fullmatch(r"([A-Z]\w{0,10}[A-Z]\w{0,10})\s?['’‘](\d\d)", text)
    if typed is None or typed[1][-1].isdigit():
        return None
    return VenueName(typed[1], untrusted.integer(full_year(typed[2])), name=typed[1])


def _abbreviated(text: str) -> VenueName | None:
    return _named(row, _any_year(text)) if (row := spell_out(_bare(text))) else None


def _unknown(text: str) -> VenueName | None:
    """Keep a name that is not in the list when its words say that it is a venue."""
    name = _bare(text)
    words = name.split()
    if not 2 <= len(words) <= 24 or not name[0].isupper() or words[0] in {"A", "An", "Our"}:
        return None
    small = sum(word[0].islower() and word not in FILLERS for word in words)
    if (
        small > (8 if _PROCEEDINGS.match(text) else 3)
        or re.search(r"[a-z]{4}[.?!] |[?!]", name)
        or not _UNKNOWN.search(name)
    ):
        return None
    return VenueName(name, _any_year(text) or _bracketed_year(text), bool(_GATHERING.search(_HEAD.sub("", text))), name)


def _bare(text: str) -> str:
    """Take what stands around the name of a venue from a field: lead words, edition, volume, pages, year."""
    name = re.sub(
        r"(?i)^(?:the )?(?:(?:19|20)\d\d |\d{1,3}(?:st|nd|rd|th) ){0,2}",
        "",
        _PROCEEDINGS.sub("", _ACRONYM.sub("", _HEAD.sub("", text))),
    )
    tail = _TAIL.search(name)
    name = name[: tail.start()] if tail else name
    name = _UNCLOSED.sub("", name)
    if _GATHERING.search(name) and " and " not in name[name.rfind(",") :]:
        name = _TOWN.sub("", name)
    return " ".join(re.sub(r"[\s,('’\[]{0,100}(?:19|20)\d\d[)\]]?", "", name).split()).strip(" ,.;:()[]-–")
