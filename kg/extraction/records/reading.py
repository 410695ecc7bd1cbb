"""Records to entries: the tokens of a record are labelled together with its siblings', then its fields put together."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from kg import lexicons
from kg.extraction import citations, names, shapes
from kg.extraction.citations.people import Habit, collect, in_pairs, is_turned, may_be_two, run_on
from kg.extraction.citations.reading import Draft, compose
from kg.extraction.citations.tokens import within
from kg.extraction.entries import Entry, Field, Unread
from kg.extraction.key_places import find_keys, with_key
from kg.extraction.lists import are_papers
from kg.extraction.ranges import links_near
from kg.extraction.records.borders import (
    agree_on_names,
    agree_on_remarks,
    agree_on_titles,
    agree_on_venues,
    mend,
)
from kg.extraction.records.bylines import leave_others, part_names
from kg.extraction.records.fields import read_links, to_entry
from kg.extraction.records.forms import OTHER_ARTS
from kg.extraction.records.imprints import as_editors, take_editors, with_publisher
from kg.extraction.records.labelling import NAMES, Labelled, label_each
from kg.extraction.records.labels import Part
from kg.extraction.records.leads import leave_posters, leave_presenter, without_leads
from kg.extraction.records.lines import Line
from kg.extraction.records.lone_names import (
    join_titles,
    leave_repeated,
    name_like_others,
    names_before_years,
    names_in_links,
    part_journal,
    read_key,
)
from kg.extraction.records.looks import Look
from kg.extraction.records.page_titles import read_page_title
from kg.extraction.records.papers import NO_PAPER, PHRASE, judge_each
from kg.extraction.records.record import make_record
from kg.extraction.records.segmenter import Segment
from kg.extraction.records.surroundings import Slot
from kg.extraction.records.terse import end_before_volume, names_several, read_terse
from kg.extraction.records.untitled import by_names
from kg.extraction.records.values import Columns, with_values, years_of_days
from kg.extraction.records.whole_lines import QUOTES
from kg.links import Role, read_link
from kg.model import BlockKind, LinkKind, Note

_REFERENCE, _FEWEST_WORDS, _SOME = 0.95, 8, 0.2
"""How much a line must look like a reference, its words, and the share of them that are of names, to be a whole one."""
_BESIDE_NAMES, _LABEL_WORDS = 5, 3
"""Words besides those of names that a whole reference has: a title, a venue and a year; and words of its title."""
_STRETCH = re.compile(r"[,;.:()]\s|$")
_ARTICLE = re.compile(r"(?:The|This|Our|Der|Die|Das|Le|La|El) \S+")
"""A thing that a sentence speaks of."""
_DASH = re.compile(r"\W{0,3}?([—–_‒―-]{2,}|[—–―])\s?[.,:(\s]")
_BARE, _TURNED, _FEW = 4, 2, 0.1
"""Family names alone that make a habit, and turned names that do, and the share of other names beside them."""


@dataclass(frozen=True, slots=True)
class Read:
    """A segment with what its words are, and the entry they make."""

    segment: Segment
    labelled: Labelled
    entry: Entry | None
    """None when nothing names the paper."""


def read_records(note: Note, segments: Sequence[Segment], before: Iterable[Entry] = ()) -> Iterator[Entry | Unread]:
    """Read the records of a note: those that are papers, and why the others are none.

    Args:
        note: the note.
        segments: where the records are.
        before: what earlier rules have read.
    """
    items = [note.blocks[entry.anchor.block] for entry in before if entry.title is not None and entry.authors]
    places = Counter[Slot](("layout", "i", item.level) for item in items if item.kind is BlockKind.ITEM)
    read = [one for one in read_segments(note, segments) if one.entry is not None]
    entries = [one.entry for one in read if one.entry is not None]
    judged = judge_each(note, [(one.segment, entry) for one, entry in zip(read, entries, strict=True)], places)
    for one, (entry, reason, chance) in zip(read, judged, strict=True):
        issued = any(names.is_group(author.text) for author in entry.authors)
        stated = issued or entry.title is None or Part.TITLE in one.segment.parts
        if not reason and not stated and (_is_phrase(one.labelled) or _is_told(note, entry)):
            reason = PHRASE
        if reason and not are_papers(note, entry.anchor.block):
            yield Unread(entry.anchor, entry.blocks, reason, chance if reason in (NO_PAPER, OTHER_ARTS) else None)
        else:
            yield as_editors(note, replace(_without_nobody(entry), chance=chance))


_NOBODY = lexicons.words("word for nobody")
"""What stands in the place of an author whom nobody knows: `Anonymous`, `Anon.`."""


def _without_nobody(entry: Entry) -> Entry:
    """Return an entry without authors who are nobody; they have told, as others do, that it is a work."""
    authors = tuple(author for author in entry.authors if author.text.casefold().rstrip(".") not in _NOBODY)
    return entry if authors == entry.authors else replace(entry, authors=authors)


class _Title(NamedTuple):
    """The words of a record that were labelled as its title."""

    first: int
    last: int
    """The numbers of its first and last token."""
    start: int
    text: str
    around: frozenset[str]
    """What the layout sets off there."""

    @property
    def has_capitals(self) -> bool:
        """Whether it is several words with capitals as in English titles."""
        return " " in self.text and shapes.is_title_case(self.text)


def _title(labelled: Labelled) -> _Title | None:
    record, tokens = labelled.record, labelled.tokens
    titled = [i for i, sign in enumerate(labelled.labels) if sign == "T"]
    if not titled:
        return None
    start, end = tokens[titled[0]].start, tokens[titled[-1]].end
    around = frozenset(sort for first, last, sort in record.marks if first <= start < last)
    return _Title(titled[0], titled[-1], start, record.text[start:end], around)


def _is_phrase(labelled: Labelled) -> bool:
    """Return whether the title of a record without authors in running text is a piece of a sentence."""
    record, tokens, labels = labelled.record, labelled.tokens, labelled.labels
    if record.lines[0].kind == "i" and _tells_of_work(labelled):
        return True
    if record.lines[0].kind not in "pP" or record.lines[0].part or any(sign in NAMES for sign in labels):
        return False
    title = _title(labelled)
    if title is not None and _ARTICLE.fullmatch(title.text) and record.text[title.start + len(title.text) :][:1] == ",":
        return True
    if title is None or title.has_capitals or not title.around.isdisjoint(("em", "strong", "link")):
        return False
    if record.text[max(title.start - 2, 0) : title.start].rstrip()[-1:] in QUOTES or title.text[:1] in QUOTES:
        return False
    line = record.line_at(title.start)
    begun, ended = record.starts[line], record.line_end(line)
    told = [i for i, sign in enumerate(labels) if sign == "M" and tokens[i].text.isalpha() and tokens[i].text.islower()]
    before = any(begun <= tokens[i].start < title.start for i in told)
    goes_on = title.last + 1 in told and tokens[title.last + 1].start < ended
    amid = title.text[0].islower() and any(map(str.isalpha, record.text[begun : title.start]))
    return before or goes_on or amid or (not title.text.endswith("?") and shapes.is_sentence(title.text))


_TELLING = re.compile(
    r"\b(?:discuss|explor|investigat|present|propos|introduc|show|describ|demonstrat|stud|report|examin|analy[sz]|review|"
    r"argu|provid|address|consider|measur|calculat|deriv|reveal|suggest|survey|develop)(?:es|ies|s)\b"
)
"""What a work does, in a sentence of which it is the subject."""


def _tells_of_work(labelled: Labelled) -> bool:
    """Return whether a title in small letters is what a sentence says that a work does: `arXiv:2301.1234 shows it`."""
    record, title = labelled.record, _title(labelled)
    if title is None or not title.text[0].islower():
        return False
    begun = record.starts[record.line_at(title.start)]
    return _TELLING.search(record.text[begun : title.start + len(title.text.split()[0])]) is not None


_SIGNS = 6
"""Eastern signs that make a line a text in an Eastern language."""
_CLAUSE = re.compile(r"[。、，]|[\u3041-\u3096]$|[을를에는다요]$")
"""What a sentence in Chinese, Japanese or Korean has, or ends with."""
_TITLED = frozenset('『《「〈“"„«')  # what opens a title or a quotation


def _is_told(note: Note, entry: Entry) -> bool:
    """Return whether a title in a text in Eastern signs is a word of it: nothing sets it off or stands beside it."""
    title = entry.title
    if title is None or any(not author.text.isupper() for author in entry.authors):
        return False
    if any(read_link(link.text).role is Role.PAPER for link in entry.links):
        return False
    block = note.blocks[title.block]
    start, end = block.prose.rfind("\n", 0, title.start) + 1, (block.prose + "\n").find("\n", title.end)
    near = links_near(block, title.start, title.end)
    linked = any(link.start <= title.start < link.end for link in near if link.kind is not LinkKind.WIKI)
    quoted = not _TITLED.isdisjoint(block.prose[max(title.start - 1, 0) : title.start + 1])
    if linked or quoted or len(names.CJK.findall(block.prose[start:end])) < _SIGNS or block.kind is BlockKind.RECORD:
        return False
    return (entry.year is None and entry.venue is None) or _CLAUSE.search(title.text) is not None


def read_segments(note: Note, segments: Sequence[Segment]) -> list[Read]:
    """Read the records of a note, papers or not, in their order; those of one layout are read together."""
    columns, keys = Columns(note), find_keys(note)
    found: list[Read] = []
    layouts: dict[Slot, list[Segment]] = defaultdict(list)
    for segment in without_leads(note, segments):
        layouts[segment.layout].append(segment)
    records = [[make_record(note, *cited_lines(segment)) for segment in members] for members in layouts.values()]
    for members, read in zip(layouts.values(), label_each(records), strict=True):
        leave_posters(read)
        leave_repeated(read)
        agree_on_titles(read)
        agree_on_names(read)
        part_names(read)
        names_before_years(read)
        name_like_others(read)
        names_in_links(read)
        agree_on_venues(read)
        agree_on_remarks(read)
        for labelled in read:
            read_page_title(labelled)
            read_key(labelled)
            leave_others(labelled)
            leave_presenter(labelled)
            take_editors(labelled)
            join_titles(labelled)
            part_journal(labelled)
            mend(labelled)
            end_before_volume(labelled)
            read_terse(labelled)
        habit, first = _habit_of_names(read), len(found)
        for segment, labelled in zip(members, read, strict=True):
            is_citing = _cites(labelled)
            entry = None if is_citing else to_entry(labelled, cite(labelled, habit=habit), segment.sure)
            if not is_citing and (entry is None or entry.anchor == entry.citekey):
                entry = _without_title(labelled, entry, segment.sure, headed=_is_headed(note, segment))
            if entry is not None:
                entry = with_values(_whole(note, segment, entry), columns, segment.lines, segment.looks)
                entry = with_publisher(labelled, with_key(entry, note, keys))
            found.append(Read(segment, labelled, entry))
        years = years_of_days(columns, [(one.segment.lines, one.segment.looks, one.entry) for one in found[first:]])
        found[first:] = [_with_year(one, year) for one, year in zip(found[first:], years, strict=True)]
    return repeat_authors(sorted(found, key=lambda one: (one.segment.lines[0].index, one.segment.lines[0].start)))


def _with_year(read: Read, year: Field | None) -> Read:
    return read if read.entry is None or year is None else replace(read, entry=replace(read.entry, year=year))


def _without_title(labelled: Labelled, keyed: Entry | None, sure: float, *, headed: bool) -> Entry | None:
    """Return what names authors, year and journal, without a title; it keeps its key."""
    entry = by_names(labelled, sure, headed=headed)
    if entry is None or keyed is None:
        return entry or keyed
    return replace(entry, citekey=keyed.citekey, anchor=keyed.anchor)


def repeat_authors(found: Sequence[Read]) -> list[Read]:
    """Give a record that begins with a dash in the place of names the authors above: `———. 1836. A Title`."""
    read: list[Read] = []
    for one in found:
        record, entry = one.labelled.record, one.entry
        dash = _DASH.match(record.text)
        above = read[-1].entry if read and read[-1].segment.family == one.segment.family else None
        if dash is not None and entry is not None and not entry.authors and above is not None:
            place = record.place(*dash.span(1))
            authors = tuple(replace(place, text=author.text) for author in above.authors)
            one = replace(one, entry=replace(entry, authors=authors, complete=above.complete))
        read.append(one)
    return read


def _cites(labelled: Labelled) -> bool:
    """Return whether a record is a line that cites several papers by links, or one without its title; or prose does."""
    record, title = labelled.record, _title(labelled)
    cited = [record.line_at(start) for start in _citations(labelled)]
    if cited.count(0) > 1 or (0 in cited and title is None) or names_several(labelled):
        return True
    if record.lines[0].kind == "h":
        return 1 in cited and record.looks[1].told
    if not cited or title is None or record.lines[0].kind not in "pP":
        return False
    if len(record.lines) == _CITED_BELOW and record.line_at(title.start) not in cited:
        return False
    set_off = title.has_capitals or record.looks[0].quoted or not title.around.isdisjoint(("em", "strong"))
    return "link" in title.around or not set_off


_CITED_BELOW = 2
"""Lines of a paragraph of which one may be a title and the other cite."""


def _citations(labelled: Labelled) -> list[int]:
    """Return where links begin that show authors and year, if no other authors stand before them."""
    tokens, links = labelled.tokens, list(labelled.record.citations())
    inside = {i for start, end, _ in links for i in within(tokens, start, end)}
    own = (tokens[i].start for i, sign in enumerate(labelled.labels) if sign in NAMES and i not in inside)
    first = next(own, len(labelled.record.text))
    return [start for start, _, _ in links if start < first]


def _is_headed(note: Note, segment: Segment) -> bool:
    """Return whether a record is the first paragraph below a heading."""
    first = segment.lines[0]
    above = note.blocks[first.index - 1] if first.index else None
    text = note.blocks[first.index].kind is BlockKind.PARAGRAPH and first.start == 0
    return text and above is not None and above.kind is BlockKind.HEADING


def _whole(note: Note, segment: Segment, entry: Entry) -> Entry:
    """Give an entry all blocks and addresses of its segment."""
    blocks = tuple(dict.fromkeys((*entry.blocks, *(line.index for line in segment.lines))))
    if blocks == entry.blocks:
        return entry
    links, disputed = read_links(make_record(note, segment.lines, segment.looks), entry.title)
    return replace(entry, links=links, disputed=disputed, blocks=tuple(sorted(blocks)))


def cited_lines(segment: Segment) -> tuple[tuple[Line, ...], tuple[Look, ...]]:
    """Return the lines that the fields are read from: a whole reference below a remark says more than the remark."""
    lines, looks = segment.lines, segment.looks
    for n, look in enumerate(looks):
        whole = look.likeness > _REFERENCE and look.year and look.words > _FEWEST_WORDS and look.commas > 1
        whole = whole and look.words * (1 - look.people) >= _BESIDE_NAMES and _has_stretch(look.text)
        if whole and (look.initials or look.et_al or look.quoted or look.people > _SOME):
            first = looks[0]
            apart = lines[n].kind.islower() or looks[n - 1].words < _LABEL_WORDS
            if n and apart and not (first.year or first.et_al or first.likeness > _REFERENCE):
                end = n + 1
                while end < len(lines) and lines[end].index == lines[n].index:
                    end += 1
                return lines[n:end], looks[n:end]
            break
    return lines, looks


def _has_stretch(text: str) -> bool:
    """Return whether a line has as many words in a row as titles have, which names and a venue rarely have.

    >>> _has_stretch("Holm, Ada; Lind, Bo, NeurIPS, 2013"), _has_stretch("Holm, A.: Why deep roots hold longer, 2013")
    (False, True)
    """
    return max(len(part.split()) for part in _STRETCH.split(text)) >= _BESIDE_NAMES


def _habit_of_names(read: Sequence[Labelled]) -> Habit | None:
    """Return how the records of one layout name persons, if they do so in one way."""
    whole = bare = turned = halves = 0
    for labelled in read:
        names = collect(labelled.tokens, labelled.labels)
        parted = names and ";" in {token.text for token in labelled.tokens[names[0].all()[0] : names[-1].all()[-1]]}
        names = names if parted else [name for name in names if not may_be_two(labelled.tokens, name)]
        if not all(name.given for name in names) and in_pairs(labelled.tokens, names):
            halves += len(names)  # of two families, or of one name that is turned
            continue
        whole += sum(bool(name.given) for name in names)
        turned += sum(is_turned(labelled.tokens, name) for name in names)
        bare += sum(not name.given for name in names)
    bare += 0 if turned else halves
    if bare >= _BARE and whole <= _FEW * bare:
        return Habit.FAMILIES
    return Habit.TURNED if turned >= max(_TURNED, (1 - _FEW) * whole) and bare <= 2 * _FEW * turned else None


def cite(labelled: Labelled, *, alone: bool = False, habit: Habit | None = None) -> citations.Citation | None:
    """Put title, names, venue and year of a record together.

    Args:
        labelled: the record with what its words are.
        alone: whether it is a reference that stands in no note.
        habit: how the records beside it name persons, if they do so in one way.
    """
    tokens, labels = labelled.tokens, labelled.labels
    names, behind = run_on(tokens, labels)
    if names:
        first = next((i for i, label in enumerate(labels) if label == "T" and i >= behind), behind)
        if any(token.text == "." for token in tokens[behind:first]):
            names += collect(tokens, ["O"] * behind + labels[behind:])
        else:
            labels = [*labels[:behind], *["T"] * (first - behind), *labels[first:]]
    names = names or collect(tokens, labels, habit)
    return compose(Draft(labelled.record.text, tokens, labels, names, labelled.record.marks), alone=alone)
