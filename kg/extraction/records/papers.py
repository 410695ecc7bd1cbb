"""Which records are papers: by what each says itself, and by what those around it are.

A talk, a post of a blog or a chapter is laid out as papers are. What tells them apart is weighed by a learned network
over the records of a note, in their order; `data/training/citations/train_papers.py` learns it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import compress

from kg.extraction import dates, names, occasion_lines, outline, shapes
from kg.extraction.citations.people import is_surname
from kg.extraction.entries import Entry, Field
from kg.extraction.linking import is_link_label, paper_link
from kg.extraction.network import Committee
from kg.extraction.ranges import links_near
from kg.extraction.records.borders import TYPE_MARK
from kg.extraction.records.forms import heads_list, is_fragment, is_no_title, is_prose, none_by_form, repeated_values
from kg.extraction.records.labels import Part
from kg.extraction.records.segmenter import NAMED, Segment
from kg.extraction.records.surroundings import Slot
from kg.extraction.records.traits import (
    NEAR,
    TELLING,
    Read,
    gap_of,
    headings,
    is_held,
    is_led,
    is_place,
    is_scheduled,
    is_visited,
    leads,
    names_title,
    people_of,
    traits,
)
from kg.extraction.records.whole_lines import TERM
from kg.extraction.shelf_words import is_of_works
from kg.links import read_link
from kg.model import BlockKind, LinkKind, Note

PAPER, OTHER = "P", "O"
NO_TITLE = "what stands where a title would is a text, a word or a citation"
PHRASE = "it is a part of a sentence"
NO_PAPER = "nothing beside its title shows that it is a paper"
_TEMPLATE = re.compile(r"\{\{\s*[\w.:$(]|<%|\{%")
"""A place that a program is to fill: the note is a template."""
_WHOLLY = re.compile(
    r"[\W_]{0,9}(?:\{\{[^{}\n]{1,60}\}\}|<%[^%\n]{1,60}%>|(?P<below>\{%[^%\n]{1,60}%\}|\[[^\W\d_][^\[\]\n:]{2,60}\]"
    r"(?:[^\w\[]{1,5}\[[^\W\d_][^\[\]\n:]{2,60}\]){1,9}))[\W_]{0,9}"
)
"""A line that is nothing else, which below the first may be a command, or say what links are of: `[Code] [Slides]`."""
_NOTES = re.compile(
    r"(?:my |meine |mes |(?-i:[^\W\d_a-z])\w{3,20}es )?"
    r"(?:notes?|notizen|protokoll|minutes|mitschrift|fiches?|compte[- ]rendu|apuntes|notas|appunti|"
    r"notulen|заметки|конспект|reading group|journal club|lesegruppe|lab meeting|seminar)\b",
    re.IGNORECASE,
)
"""What begins the title of notes, of a day."""
_ACADEMIC = re.compile(r"(?<![\d.])20\d\d ?[/–-] ?(?:20)?\d\d(?![\d/.–-])")
"""The two years in which a course is given: `2017/18`."""
_COURSE = re.compile(r"[A-Z]{2,6}[ -]?\d{2,4}[A-Z]?\s?[:–—-]\s")
"""The number of a course."""
_OF_WORKS = ("『", "《")  # what opens the title of a work in Eastern texts
_SPOKEN_OF = re.compile(
    r"(?:An?|The|This|Another) (?:recent|new|nice|great|good|interesting|classic|seminal) "
    r"(?:report|paper|study|article|review|post|preprint|book|thesis|survey)\b"
)
_LIKELY = 0.8
"""How much a line must look like a reference to be one although it is a sentence."""
_SURE, _EVEN, _SHOWN = 0.8, 0.4, 0.05
"""Probability from which on it is a paper: with a title alone; with authors, or a date; with both, or an address."""
_VOUCHED = 0.95
"""Probability from which on a record that names authors is no sentence, if it is dated or its siblings are papers."""
_COMPANY, _ROWS = 3, 2
"""Records of a list or a layout, and rows of a table, that are papers together where each has little but a title."""
_DASHED, _BY = 3, 4
"""Characters between a title and an author: a dash between blanks, `by`, and at most before a title right behind."""
MEMBERS = 3
"""Networks that vote."""
_PARAGRAPH = 20
"""Words of a record from which on it may be a paragraph of a text."""
_MOST_WORDS = 14
"""Words of a title that only its company shows to be one, at most."""
_FEW = 3
"""Words of a piece of a sentence."""


@cache
def judge() -> Committee:
    """Load the learned networks of the package, once: they vote, as one alone is now and then sure of a whole list."""
    return Committee.load("papers", MEMBERS)


def judge_each(
    note: Note, read: Sequence[Read], before: Mapping[Slot, int] | None = None
) -> Iterator[tuple[Entry, str, float]]:
    """Yield each entry with the reason why it is no paper, "" when it is one, and the probability that it is one.

    Args:
        note: the note.
        read: all records of a note, in their order.
        before: how many works earlier rules have read at each place of the layout.
    """
    if not read:
        return
    networks = judge()
    above = headings(note, read)
    likely = networks.chances(networks.scores(traits(read, above)))[:, networks.labels.index(PAPER)]
    attributed = [_credits(entry) for _, entry in read]
    slots = Counter(slot for segment, _ in compress(read, attributed) for slot in (segment.family, segment.layout))
    pairs = [max(slots[segment.family], slots[segment.layout]) >= _COMPANY for segment, _ in read]
    told = [
        ((names_title(note, entry) or (paired and beside)) and is_of_works(note, segment.lines[0].index))
        or is_visited(segment, entry)
        for paired, beside, (segment, entry) in zip(pairs, attributed, read, strict=True)
    ]
    least = [-1.0 if sure else _least(segment, entry) for sure, (segment, entry) in zip(told, read, strict=True)]
    values = repeated_values(note, [entry.title for _, entry in read])
    company, cited = Counter[Slot](before), Counter[Slot](before)
    for chance, bound, (segment, entry) in zip(likely, least, read, strict=True):
        company.update((segment.family, segment.layout) if chance > bound else ())
        plain = bound == _SURE and not (entry.links or entry.year or entry.venue or _is_set_off(segment, entry))
        cited.update(() if chance <= bound or plain else (segment.family, segment.layout))
    for number, (segment, entry) in enumerate(read):
        is_shown = likely[number] > least[number]
        beside = max(company[segment.family], company[segment.layout])
        if least[number] == _SURE and not _is_set_off(segment, entry):
            kind = segment.lines[0].kind
            beside_cited = pairs[number] or max(cited[segment.family], cited[segment.layout]) >= _ROWS
            listed = kind not in "iP" or beside_cited or _is_shelved(note, entry, above[number])
            is_shown = is_shown and listed and beside >= (_ROWS if kind == "r" else _COMPANY)
        people = people_of(entry)
        opens = bool(people) and entry.year is not None and people[0].start <= entry.anchor.start
        bound = _SURE if people and _is_shelved(note, entry, ()) else _VOUCHED
        vouched = opens or (beside >= _COMPANY and _count_named(segment, entry) > 0)
        vouched = (vouched and likely[number] > bound) or told[number]
        reason = NO_TITLE if number in values else none_by_form(note, segment.lines[0], entry)
        reason = reason or _is_else(segment, entry, vouched=vouched)
        reason = reason or ("it is the heading of a part of the note" if _heads_part(note, entry) else "")
        reason = reason or ("" if is_shown else NO_PAPER)
        link = paper_link(entry.links) if reason == NO_TITLE and (entry.authors or number in values) else None
        if link is not None:
            entry, reason = replace(entry, title=None, anchor=link, remarks=_with_title(entry)), ""
        yield entry, reason, float(likely[number])


def _credits(entry: Entry) -> bool:
    """Return whether a title, and no sentence, stands right beside persons, with but a sign or two between them."""
    people = people_of(entry)
    if entry.title is None or not people or not all(names.looks_like_person(one.text) for one in entry.authors):
        return False
    if len(entry.title.text.split()) > _MOST_WORDS or shapes.is_sentence(entry.title.text):
        return False
    behind = gap_of(entry)
    before = entry.title.start - people[-1].end
    return behind is not None and (0 < behind <= _BY or 0 < before <= _BY)


def _heads_part(note: Note, entry: Entry) -> bool:
    """Return whether a title is a heading that every note of a program has: `Metadata`."""
    block = note.blocks[entry.title.block] if entry.title is not None else None
    return block is not None and block.kind is BlockKind.HEADING and outline.role_of(block) is outline.Role.FUNCTIONAL


def _is_shelved(note: Note, entry: Entry, headings: Sequence[str]) -> bool:
    """Return whether a title is a link to a file, or stands below a heading that speaks of papers."""
    title = entry.title
    near = links_near(note.blocks[title.block], title.start, title.start + 1) if title is not None else ()
    return any(link.kind is not LinkKind.WIKI for link in near) or any(map(outline.PAPERS.search, headings))


def _with_title(entry: Entry) -> tuple[Field, ...]:
    """Return the remarks on a paper with what was read as its title and is a part of a sentence."""
    title, remarks = entry.title, entry.remarks
    if title is None:
        return remarks
    first = remarks[0] if remarks else None
    if first is not None and first.block == title.block and 0 <= first.start - title.end <= 1:
        whole = replace(first, text=f"{title.text} {first.text}", start=title.start)
        return (whole, *remarks[1:])
    return (title, *remarks) if len(title.text.split()) > _FEW else remarks


def _is_else(segment: Segment, entry: Entry, *, vouched: bool) -> str:
    """Say why a record is surely no paper: a form, a session, a sentence ..., unless others vouch for it; else ""."""
    if _is_form(segment):
        return "it is a form to fill in"
    if any(label.part is Part.OTHER for look in segment.looks[:NEAR] for label in look.labels):
        return "its labels are of something else than papers"
    first = segment.looks[0]
    title = entry.title.text if entry.title is not None else ""
    vouched = vouched or segment.whole or _is_stated(segment, entry)
    nothing = entry.short is not None and occasion_lines.is_nothing(entry.short.text)
    announced = nothing or shapes.announces(first.text) or shapes.announces(title) or _is_handed_out(first.text, entry)
    if announced or (shapes.is_no_work(title) and not is_led(entry) and not (vouched and entry.year)):
        return "it is named as a part of a meeting or of a note"
    if _leads_in(segment, entry) or (heads_list(segment.lines, title) and not is_led(entry)):
        return "it leads in what follows"
    if is_no_title(title) or (segment.family[0] == NAMED and title[:1].islower()):
        return NO_TITLE
    session = bool(outline.NUMBERED_SESSION.match(first.text) or _ACADEMIC.search(first.text))
    session = session and not _is_stated(segment, entry)
    session = session or (_NOTES.match(first.text) is not None and dates.names_day(first.text))
    given = _COURSE.match(first.text) is not None and any(TERM.search(look.text) for look in segment.looks[:NEAR])
    if is_held(segment, entry) or (not is_led(entry) and (given or (segment.lines[0].kind == "h" and session))):
        return "it is the heading of a session, a course, a day or an event of several"
    line, at = segment.lines[0], entry.title.block if entry.title is not None else -1
    cited = line.kind == "i" or (line.kind == "h" and line.index == at and entry.venue is not None)
    cited = cited or any(names.is_group(author.text) for author in entry.authors)
    cited = cited or gap_of(entry) == _DASHED or any(one.name == "publisher" for one in entry.details)
    named = _count_named(segment, entry)
    cited = named > 1 or (named > 0 and entry.year is not None and cited)
    set_off = first.bold or first.named or first.labels or first.quoted or first.likeness > _LIKELY
    set_off = set_off or TYPE_MARK.search(first.text) is not None
    if _SPOKEN_OF.match(title) and not (entry.authors or shapes.is_title_case(title)):
        return PHRASE
    small = title[:1].islower() and segment.lines[0].kind in "pP" and not set_off
    small = small and (not entry.authors or gap_of(entry) == _BY)
    long = sum(look.words for look in segment.looks) > _PARAGRAPH
    prose = segment.lines[0].kind in "pP" and not set_off
    prose = prose and (is_prose(title) or (bool(entry.authors) > named and long))
    if (small or prose or is_fragment(title)) and not (entry.year or entry.venue or is_led(entry)):
        return PHRASE
    return "it is a sentence" if first.told and not (cited or vouched or set_off or is_led(entry)) else ""


def _count_named(segment: Segment, entry: Entry) -> int:
    """Count the authors of a record; in one of prose without a year, those that are surely of persons or groups."""
    if segment.lines[0].kind not in "pP" or entry.year is not None:
        return len(entry.authors)
    called = (author.text for author in entry.authors)
    persons = (names.looks_like_person(name) or is_surname(name) for name in called)
    return sum(persons) + sum(names.is_group(author.text) or is_place(author.text) for author in entry.authors)


def _is_stated(segment: Segment, entry: Entry) -> bool:
    """Return whether labels state the authors of a record, or its year, and its title, which a heading may be."""
    parts = segment.parts
    credited = bool(entry.authors) and Part.AUTHORS in parts
    dated = entry.year is not None and Part.YEAR in parts
    titled = Part.TITLE in parts or (credited and segment.lines[0].kind == "h")
    return entry.title is not None and titled and (dated or credited)


def _is_form(segment: Segment) -> bool:
    """Return whether a program is to fill in a line, or the value behind a label."""
    for number, look in enumerate(segment.looks[:NEAR]):
        filled = _WHOLLY.fullmatch(look.text)
        if filled is not None and not (filled["below"] and (number or is_link_label(look.text))):
            return True
    looks = zip(segment.lines[:NEAR], segment.looks, strict=False)
    behind = (look.text[label.end - line.start :] for line, look in looks for label in look.labels)
    return any(_TEMPLATE.match(value.lstrip(" *_:\"'[(")) for value in behind)


def _leads_in(segment: Segment, entry: Entry) -> bool:
    """Return whether a record is but words with a colon behind them: they tell what the next one is about."""
    cited = entry.authors or entry.year or entry.venue or entry.links or entry.citekey
    return not cited and segment.lines[0].kind in "pP" and segment.looks[-1].text.rstrip().endswith((":", "："))


def _is_handed_out(text: str, entry: Entry) -> bool:
    """Return whether a record of nobody, whose first line is given, is material of a course or of a meeting."""
    persons = [author for author in entry.authors if not shapes.is_material(author.text)]
    if persons or entry.citekey or any(read_link(link.text).key for link in entry.links):
        return False
    return any(shapes.is_material(name) for name in (text, *(x.text for x in (entry.title, entry.short) if x)))


def _least(segment: Segment, entry: Entry) -> float:
    """Return the probability from which on a record is a paper: the lower the more it says of one."""
    people = people_of(entry)
    several = sum(names.looks_like_person(one.text) for one in people) > 1 and not _runs_on(segment, entry)
    published = people and entry.year is not None and any(one.name == "publisher" for one in entry.details)
    cited = [bool(people), entry.year is not None, entry.venue is not None]
    whole = all(cited) and segment.looks[0].quoted
    if is_led(entry) or several or published or whole or is_scheduled(segment):
        return _SHOWN
    return _EVEN if sum(cited) > 1 or (entry.citekey and any(map(str.isdigit, entry.citekey.text))) else _SURE


def _is_set_off(segment: Segment, entry: Entry) -> bool:
    """Return whether a record has a label for a field of papers, a title set off before somebody, or "et al."."""
    credited = bool(entry.authors) and any(mark in look.text for look in segment.looks[:NEAR] for mark in _OF_WORKS)
    return entry.complete is False or credited or not segment.parts.isdisjoint(TELLING) or leads(segment, entry)


def _runs_on(segment: Segment, entry: Entry) -> bool:
    """Return whether the authors follow the title as the words of a sentence do, on one line and without a sign."""
    title = entry.title
    lines = [line for line in segment.lines if title and line.index == title.block and line.start <= title.start]
    return gap_of(entry) == 1 and bool(lines) and entry.authors[0].start < lines[-1].end
