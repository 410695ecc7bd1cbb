"""Who published a work: `London: Verso, 1983` behind its title, and not one more author."""

from __future__ import annotations

import re
from dataclasses import replace

from kg import lexicons
from kg.extraction import align
from kg.extraction.citations.people import is_name
from kg.extraction.citations.reading import VISITED, longest, title_run, trim
from kg.extraction.citations.tokens import within
from kg.extraction.entries import Detail, Entry
from kg.extraction.records.labelling import NAMES, Labelled
from kg.extraction.records.lone_names import take_persons
from kg.extraction.venues import read_venue
from kg.model import Note

_LONGEST = 80
"""Characters of the name of a publisher, at most."""
_PLACED = re.compile(r"[^:]{2,40}:\s")
_ABBREVIATIONS = frozenset("OUP CUP HUP YUP MUP PUF PUR PUL PUG UTB UVK PIW PWN UAM UCP UNAM FCE".split())
"""Publishers as lawyers and others abbreviate them."""
_BEHIND_PLACE = re.compile(r", (?P<place>[^\W\d_a-z][^\n,:;.()]{2,30}), \Z")
_PLACES = lexicons.words("place of publication")
_PLACE_DATED = re.compile(r",\s(?P<place>[^\W\d_a-z][^\W\d_]{2,20}),?\s(?P<year>(?:1[5-9]|20)\d\d)(?:[-–]\d{2,4})?\Z")
"""A place and a year, or several, at the end of a title that took them in."""
_YEAR = r"(?:1[5-9]|20)\d\d(?!\d)"
_IMPRINT = re.compile(
    r"(?:[.,(（，\]»”]|\s[—–-])\s?(?:[^\W\d_a-z]\.|[^\W\d_a-z][^\W\d_]{1,20}(?:[ /-][^\W\d_]{1,20}){0,3}"
    rf"(?:, [A-Z]{{2}})?)\s?[:：]\s?(?P<publisher>[^\s:：,，;()（）][^:：,，;()（）\n]{{1,60}}?)[,，]?\s?{_YEAR}"
)
"""Place, publisher and year: `(London: Verso, 1983)`, `— М.: Наука, 1967`, `北京: 中华书局, 1982`."""
_LISTED = re.compile(
    r"[,.]\s(?P<one>[^\W\d_a-z][^,.:()\n]{1,40}),\s(?P<two>[^\W\d_a-z][^,.:()\n]{1,40}?)(?:,\s|\s)(?=" + _YEAR + ")"
)
"""Both with commas, the known place first or behind: `Paris, Seuil, 1980`, `Einaudi, Torino 1976`."""
_ITSELF = re.compile(r"[AO] \w+")
"""How ABNT of Brazil says that the body which has written a work has issued it: `A Secretaria`."""
_BOTH = re.compile(r",? (?:and|und|et|e|y) ")
_STATE = re.compile(r"(?:^|, )[A-Z]{2}$| (?:CA|CT|DC|IL|MA|MD|MI|MN|NC|NJ|NY|PA|TX|VA|WA|WI)$")
"""What ends a place in America: `Waltham, MA`."""
_DATED = re.compile(_YEAR)
_OPENS = frozenset('.,:;(（[，：。、"”»')
_CLOSES = frozenset(",;)，、.")


EDITED = re.compile(
    r"(?:(?i:,?\s?\((?:dirs?|éds?|edd?|eds|hrsg|hgg?|coords?|orgs?|red|cur|comps?)\.?\))|"
    r",?\s(?:éds?|edd?|eds|[Hh]rsg|[Hh]gg?)\.)(?=[\s,.:;]|$)"
)
"""What says behind names that they edited a work: `(dir.)`, `, eds.`."""
_SIGNS = 3
"""Tokens with which a title that took in such a word begins."""
_WITH = frozenset(["with", "mit", "avec", "con", "com"])
_HELPED = re.compile(
    r"(?:[.,;:?!] |\s?\()(?P<by>(?i:(?:edd?|eds|éds?|hrsg|trs?|transl?|trad|übers)\.(?: by| de| von| par)?|"
    r"(?:translat|edit)ed by|traduit par|traducido por|übersetzt von|"
    r"(?:tradução|traducción|traduction|traduzione) d[ei])"
    r" (?P<who>[^\W\d_a-z](?:[\w'’-]{1,30}+|\.))(?: (?:[^\W\d_a-z](?:[\w'’-]{1,30}+|\.)|&|and|y|et|und|de|von)){0,8})"
)
"""Who translated or edited a work, behind its title: `tr. Ada Lind`."""
_NO_PLACE = re.compile(r"[,.]?\s?\[\s?[Ss]\.\s?[lLnN]\b")
"""In place of a town or a publisher that is not known: `[S. l.]`."""


def take_editors(labelled: Labelled) -> None:
    """Take who edited a work for its authors where they begin the record, as one name often is with the other not."""
    tokens, labels, run = labelled.tokens, labelled.labels, title_run(labelled.tokens, labelled.labels)
    begins = tokens[min(run[0] + _SIGNS, run[1])].end if run is not None else 0
    edited = EDITED.search(labelled.record.text, 0, begins)
    if run is None or edited is None or edited.start() > tokens[run[0]].start:
        return
    named = [i for i in range(run[0]) if labels[i][0] in NAMES or labels[i] == "E"]
    for i in within(tokens, *edited.span()):
        labels[i] = "O"
    if named and not any(tokens[i].text[0].isalnum() for i in range(named[0])):
        people = [
            i for i in range(named[0], run[0]) if tokens[i].start < edited.start() and tokens[i].text not in _WITH
        ]
        if any(labels[i] in "EO" or (labels[i][0] == "F" and len(tokens[i].text) == 1) for i in people):
            for i in people:
                labels[i] = "O"
            take_persons(labelled, people)


def _join_venue(labelled: Labelled) -> None:
    """Give a known venue its first words that were read as a name: `Stanford Encyclopedia of Philosophy`."""
    tokens, labels = labelled.tokens, labelled.labels
    if "V" not in labels:
        return
    start = first = labels.index("V")
    while start and labels[start - 1][0] in NAMES:
        start -= 1
    last = next((i for i in range(first, len(labels)) if labels[i] != "V"), len(labels)) - 1
    whole = labelled.record.text[tokens[start].start : tokens[last].end] if start < first else ""
    venue = read_venue(whole) if whole else None
    if venue is not None and venue.series == whole:
        labels[start:first] = ["V"] * (first - start)


def _leave_helpers(labelled: Labelled) -> None:
    """Take who translated or edited a work, and that no place is known, for no part of its title, and no publisher."""
    tokens, labels, text = labelled.tokens, labelled.labels, labelled.record.text
    run = title_run(tokens, labels)
    for found in _HELPED.finditer(text, tokens[run[0]].end) if run is not None else ():
        short = "." in found["by"].split(" ")[0]  # `Trans. Assoc. Comput. Linguist.` is a journal
        helper = not short or found["by"][0].islower() or found["who"].endswith(".") or is_name(found["who"])
        for i in within(tokens, *found.span("by")) if helper else ():
            labels[i] = "E" if labels[i] in "TPVE" else labels[i]
    placeless = _NO_PLACE.search(text) if run is not None else None
    for i in within(tokens, placeless.start(), len(text)) if placeless is not None else ():
        labels[i] = "O" if labels[i] == "T" else labels[i]


def as_editors(note: Note, entry: Entry) -> Entry:
    """Give an entry its authors as editors where a word behind the last of them says that they are: `(dir.)`."""
    last = entry.authors[-1] if entry.authors else None
    if last is None or EDITED.match(note.blocks[last.block].prose, last.end) is None:
        return entry
    details = tuple(Detail("editor", one.text, (align.span(note, one),)) for one in entry.authors)
    return replace(entry, authors=(), complete=None, details=(*entry.details, *details))


def mend_imprints(labelled: Labelled) -> None:
    """Take names between the title and the year for the publisher, where the authors stand before the title.

    So it is in `Poe, A. A title. William Morrow, 1990`, in `Ann Poe, A title (London: Victor Gollancz, 1963)`, and at
    the end, where the year stands before the title: `Poe, A. (1990). A title. William Morrow`.
    """
    _leave_helpers(labelled)
    _join_venue(labelled)
    _leave_places(labelled)
    tokens, labels = labelled.tokens, labelled.labels
    run = title_run(tokens, labels)
    if run is None or not any(label[0] in NAMES for label in labels[: run[0]]):
        return
    line = labelled.record.tokens_by_line(tokens)[labelled.record.line_at(tokens[run[1]].start)]
    dated = next((i for i in range(run[1] + 1, line.stop) if labels[i] == "Y"), None)
    if dated is None and "Y" not in labels[: run[0]]:
        return
    end = dated or line.stop
    named = [i for i in range(run[1] + 1, end) if labels[i][0] in NAMES]
    if not named or tokens[named[0] - 1].text not in _OPENS or tokens[named[0]].parted:
        return
    words = [i for i in range(named[0], end) if tokens[i].text[0].isalpha()]
    closed = all(tokens[i].text in _CLOSES for i in range(named[-1] + 1, end))
    if closed and all(labels[i][0] in f"{NAMES}AOP" for i in words):
        labels[named[0] : named[-1] + 1] = ["P"] * (named[-1] + 1 - named[0])


def with_publisher(labelled: Labelled, entry: Entry) -> Entry:
    """Complete an entry by the publisher that its words name behind the title.

    Beside a venue, only one that is printed with its place is sure: another may be where an author works.
    """
    title = title_run(labelled.tokens, labelled.labels)
    stated = any(detail.name == "publisher" for detail in entry.details)
    if title is None or entry.title is None or entry.year is None or stated:
        return entry
    record, tokens = labelled.record, labelled.tokens
    start, end = tokens[title[1]].end, record.line_end(record.line_at(tokens[title[0]].start))
    visited = VISITED.search(record.text, start, end)
    place = find_imprint(record.text, start, visited.start() if visited else end)
    place = place or (_read_as_publisher(labelled, title[1]) if entry.venue is None else None)
    start, end = trim(record.text, *place) if place is not None else (0, 0)
    if not is_publisher(record.text[start:end]):
        return entry
    found = record.place(start, end)
    return replace(entry, details=(*entry.details, Detail("publisher", found.text, (align.span(record.note, found),))))


def is_publisher(text: str) -> bool:
    """Return whether a text may be the name of a publisher: it is no place and no venue."""
    named = 1 < len(text) <= _LONGEST and text[0].isalnum() and not text.islower() and not text.isdigit()
    named = named and not text.startswith("10.")  # a DOI behind its label
    towns = [text.partition(",")[0], *_BOTH.split(text)]
    apart = _ITSELF.fullmatch(text) or _STATE.search(text) or any(town.casefold() in _PLACES for town in towns)
    return named and not apart and not _DATED.search(text) and read_venue(text.partition(" (")[0]) is None


def _read_as_publisher(labelled: Labelled, last: int) -> tuple[int, int] | None:
    """Return where words behind the last of the title were read as a publisher, without the place before a colon."""
    run = longest(labelled.tokens, labelled.labels, "P", 1)
    if run is None or run[0] < last or not _is_set_off(labelled, run):
        return None
    start, end = labelled.tokens[run[0]].start, labelled.tokens[run[1]].end
    placed = _PLACED.match(labelled.record.text, start, end)
    return placed.end() if placed else start, end


def _is_set_off(labelled: Labelled, run: tuple[int, int]) -> bool:
    """Return whether a sign or the year stands behind words, and not the rest of a sentence."""
    behind = run[1] + 1
    ends = behind == len(labelled.tokens) or labelled.tokens[behind].parted
    return ends or labelled.labels[behind] == "Y" or not labelled.tokens[behind].text[0].isalnum()


def find_imprint(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return where a publisher stands beside its place in a part of a text."""
    found = _IMPRINT.search(text, start, end)
    if found is not None:
        return found.span("publisher")
    listed = _LISTED.search(text, start, end)
    known = [name for name in ("one", "two") if listed is not None and listed[name].casefold() in _PLACES]
    return listed.span("two" if known == ["one"] else "one") if listed is not None and len(known) == 1 else None


def _leave_places(labelled: Labelled) -> None:
    """Take no place for a venue or the end of a title, and who stands behind one for a publisher, as abbreviations are.

    `A title, München 1983`, `A title, Buenos Aires, Colihue, 1998`, `A title (OUP 2007)`.
    """
    tokens, labels, text = labelled.tokens, labelled.labels, labelled.record.text
    title = title_run(tokens, labels)
    commas = [i for i in range(*title) if tokens[i].text == ","] if title else []
    printed = title is not None and labels[title[1] + 2 : title[1] + 3] == ["P"]
    if title and printed and commas and text[tokens[commas[-1] + 1].start : tokens[title[1]].end].casefold() in _PLACES:
        labels[commas[-1] : title[1] + 1] = ["O"] * (title[1] + 1 - commas[-1])
    printed_in = _PLACE_DATED.search(text, tokens[title[0]].start, tokens[title[1]].end) if title else None
    if printed_in is not None and printed_in["place"].casefold() in _PLACES:
        for i in within(tokens, *printed_in.span()):
            labels[i] = "Y" if tokens[i].text.startswith(printed_in["year"]) and "Y" not in labels else "O"
    run = longest(tokens, labels, "V", 1)
    if run is not None:
        named = text[tokens[run[0]].start : tokens[run[1]].end]
        placed = "Y" in labels[run[1] + 1 : run[1] + 3] and (named.casefold() in _PLACES or _is_town(labelled, run))
        behind = _BEHIND_PLACE.search(text, 0, tokens[run[0]].start)
        known = behind is not None and behind["place"].casefold() in _PLACES
        published = named in _ABBREVIATIONS or (known and is_publisher(named))
        labels[run[0] : run[1] + 1] = ["O" if placed else "P" if published else "V"] * (run[1] + 1 - run[0])


def _is_town(labelled: Labelled, run: tuple[int, int]) -> bool:
    """Return whether words and the year are a bracket behind a title in italics: `*A title* (Enschede 1928)`."""
    tokens, text = labelled.tokens, labelled.record.text
    words = text[tokens[run[0]].start : tokens[run[1]].end]
    title = title_run(tokens, labelled.labels)
    marks = [(start, end) for start, end, sort in labelled.record.marks if sort == "em"]
    italic = title is not None and any(start <= tokens[title[0]].start < end for start, end in marks)
    behind = text[tokens[run[1]].end :]
    apart = text[: tokens[run[0]].start].endswith("(") and re.match(r"\s(?:1[5-9]|20)\d\d\)", behind) is not None
    return italic and apart and words.istitle() and read_venue(words) is None
