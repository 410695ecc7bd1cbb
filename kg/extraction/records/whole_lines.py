"""Lines that the segmenter left out of all records, or in another one, and that are a whole work word by word.

The segmenter sees how lines look, and has seen few shelves of books. The labeller reads words: where it takes each of a
line for a name, for one title, or for where and when that appeared, a record begins, and the judge has the last word.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from kg.extraction import ratings
from kg.extraction.names import CJK
from kg.extraction.outline import PAPERS, blocks_above
from kg.extraction.records.bylines import has_form, read_forms
from kg.extraction.records.imprints import mend_imprints
from kg.extraction.records.labelling import NAMES, Labelled, label_each
from kg.extraction.records.labels import Part
from kg.extraction.records.lines import BEGIN, OUTSIDE, Line
from kg.extraction.records.lone_names import JOINTS, names_in_links
from kg.extraction.records.looks import look_at
from kg.extraction.records.record import make_record
from kg.extraction.records.surroundings import Setting, Slot
from kg.extraction.title_author import SHAPED, looks_like_names
from kg.model import BlockKind

_LONGEST = 400
"""Characters of a line that is one work."""
_LIKE = 0.3
"""How much a line must look like a reference, where no sign of an Eastern title is in it."""
_EASTERN = re.compile("[『《「〈]")
_LEAD = re.compile(r"[^\W\d_]{3,20}(?: [^\W\d_]{1,20}){0,2}:\s(?=\S)")
"""What leads to a reference: `Lectures: Lind, ...`."""
_MOST = 2
"""Lines of a block of which one is a work, at most."""
_LIST, _VOUCHED, _LISTED = "list", "vouched", 3
"""Lines that are works, at least, of a block that lists them, where they need no year and need not look like one."""
TERM = re.compile(
    r"\b(?:spring|summer|fall|autumn|winter|term|semester|sommersemester|wintersemester)\W{1,2}(?:19|20)\d\d",
    re.IGNORECASE,
)
"""When a course is held."""
QUOTES = tuple("\"'“„«‘「『《`")
_JOINTS = JOINTS | {"et", "al"}
"""Words between names, or behind them."""
_TOLD = (*NAMES, "Y")
"""What stands beside a title of a list."""
_VOUCHING = ((2, 0.5), (3, 1 / 3))
"""Lines that begin records, and their share of those at their place in the layout, where one without a year may."""
_SPARE = 3
"""Words behind the title that may be of no field: the place of a publisher, `vol.`, `pp.`."""
_WORDS = 2
"""Words of a title without a publisher beside it, at least."""
_SOURCES = (Part.VENUE, Part.PAPER, Part.KEY)
"""What labels say before a whole reference: `Source:`, `Reference:`, `Citation:`."""


def begin_whole_lines(setting: Setting, labels: list[str]) -> set[int]:
    """Begin a record at each line that is a whole work: outside of all, below the first of one, or behind a label.

    Returns:
        The numbers of these lines.
    """
    lists = _lists(setting)
    layouts = _layouts(setting, labels, lists)
    works: dict[int, Line] = {}
    listed: dict[int, dict[int, Labelled]] = defaultdict(dict)
    records = [
        [make_record(setting.note, (one,), (look_at(setting.note, one),)) for _, one in found]
        for found in layouts.values()
    ]
    for (slot, found), read in zip(layouts.items(), label_each(records) if records else (), strict=True):
        read_forms(read)
        names_in_links(read)
        for (n, line), labelled in zip(found, read, strict=True):
            mend_imprints(labelled)
            if slot[0] == _LIST:
                listed[lists[n]][n] = labelled
            elif slot[0] == _VOUCHED and labels[n] == BEGIN:
                continue
            elif _begins_work(setting, (n, line), labelled, vouched=slot[0] == _VOUCHED):
                works.setdefault(n, line)
    begun = {n for n in works if _is_listed(setting, works, labels, n)}
    for n in begun:
        labels[n] = BEGIN
        setting.narrow(n, works[n])
    return begun | {n for lines in listed.values() for n in _begin_list(setting, lines, labels)}


def _layouts(setting: Setting, labels: Sequence[str], lists: Mapping[int, int]) -> dict[Slot, list[tuple[int, Line]]]:
    """Return the lines that may be whole works by their place in the layout, those that begin records beside them."""
    layouts: dict[Slot, list[tuple[int, Line]]] = defaultdict(list)
    first, vouched = -1, _vouched(setting, labels)
    for n, label in enumerate(labels):
        first = n if label == BEGIN else -1 if label == OUTSIDE else first
        if n in lists:
            layouts[(_LIST, lists[n])].append((n, setting.lines[n]))
        found = list(_candidates(setting, n, first))
        for line in found:
            layouts[(*setting.slot(n), line == setting.lines[n])].append((n, line))
        if n in vouched and not found:
            layouts[(_VOUCHED, vouched[n])].append((n, setting.lines[n]))
    return layouts


def _begins_work(setting: Setting, place: tuple[int, Line], labelled: Labelled, *, vouched: bool) -> bool:
    """Return whether a line, or what is behind its label, is a work: for it others vouch, its list, or what it says."""
    n, line = place
    told = setting.looks[n].told and not setting.looks[n].text.endswith("?")
    if vouched and (told or "T" not in labelled.labels or not _names_person(labelled)):
        return False
    sourced = _is_sourced(setting, n)
    own = line == setting.lines[n] or sourced or _is_led(labelled)
    return own and _is_work(labelled, sourced=sourced, listed=vouched or _is_listed_as_paper(setting, n))


def _names_person(labelled: Labelled) -> bool:
    """Return whether what was read as names looks like such of persons, or is a link that stands before the title."""
    named = [token for token, label in zip(labelled.tokens, labelled.labels, strict=True) if label[0] in NAMES]
    titled = next(t.start for t, label in zip(labelled.tokens, labelled.labels, strict=True) if label == "T")
    linked = max((end for start, end, sort in labelled.record.marks if sort == "link" and start == 0), default=0)
    names = labelled.record.text[named[0].start : named[-1].end] if named else ""
    known = looks_like_names(names) >= SHAPED and not names.endswith(("'s", "’s"))
    return known or (names != "" and named[-1].end <= linked <= titled)


def _vouched(setting: Setting, labels: Sequence[str]) -> dict[int, Slot]:
    """Return the first lines of blocks at places in the layout where several begin records: these, and those of none.

    They are returned with that place.
    """
    slots: dict[Slot, list[int]] = defaultdict(list)
    for n in setting.first.values():
        if setting.lines[n].kind in "ip" and not setting.looks[n].labels:
            look = setting.looks[n]
            slots[(*setting.slot(n)[:-1], look.bold > 1, bool(look.named))].append(n)
    vouched: dict[int, Slot] = {}
    for slot, numbers in slots.items():
        begun = sum(labels[n] == BEGIN for n in numbers)
        if any(max(few, share * len(numbers)) <= begun < len(numbers) for few, share in _VOUCHING):
            vouched |= {n: slot for n in numbers if labels[n] in (BEGIN, OUTSIDE)}
    return vouched


def _lists(setting: Setting) -> dict[int, int]:
    """Map the lines of each block of several that may list works, a line each, to the block."""
    found: dict[int, int] = {}
    for index, first in setting.first.items():
        lines = range(first, first + len(setting.widths[index]))
        looks = [setting.looks[n] for n in lines]
        plain = len(lines) >= _LISTED and setting.lines[first].kind in "ip" and max(setting.widths[index]) <= _LONGEST
        if plain and not any(look.labels or look.only_links for look in looks):
            found.update(dict.fromkeys(lines, index))
    return found


def _begin_list(setting: Setting, read: Mapping[int, Labelled], labels: list[str]) -> set[int]:
    """Begin a record at each line of a block of which most are works, as if they were items."""
    works = {n for n, one in read.items() if _is_work(one, sourced=False, listed=False) or _is_named(one)}
    titled = works | {n for n, one in read.items() if _is_titled(one)}
    if len(works) < _LISTED or len(works) * _MOST < len(read):
        return set()
    for n, one in read.items():
        labels[n] = BEGIN if n in titled else labels[n] if "M" in one.labels else OUTSIDE
        setting.narrow(n, replace(setting.lines[n], kind="i"))
    return works


def _is_titled(labelled: Labelled) -> bool:
    """Return whether a record has a title, and names, a year, or italics beside it."""
    told = any(label[0] in _TOLD for label in labelled.labels)
    return "T" in labelled.labels and (told or any(sort == "em" for _, _, sort in labelled.record.marks))


def _is_named(labelled: Labelled) -> bool:
    """Return whether a record is a name and a title that is set off, and no more."""
    return _is_work(labelled, sourced=True, listed=False) and labelled.labels[0][0] in NAMES


def _is_listed(setting: Setting, works: Container[int], labels: Sequence[str], number: int) -> bool:
    """Return whether most lines of the block of a line are works: in a passage that somebody copied, one is a part."""
    index = setting.lines[number].index
    lines = range(setting.first[index], setting.first[index] + len(setting.widths[index]))
    return _MOST * sum(n in works or labels[n] == BEGIN for n in lines) >= len(lines)


def _candidates(setting: Setting, number: int, first: int) -> Iterator[Line]:
    """Yield a line that may be a whole work, and the line without the word before a colon that it begins with.

    Args:
        setting: the note.
        number: of the line.
        first: the number of the line that begins the record around it, negative if there is none.
    """
    line, look = setting.lines[number], setting.looks[number]
    sourced = _is_sourced(setting, number)
    dated = (look.year and TERM.search(look.text) is None) or _is_rated(setting, number)
    if line.kind not in "hipPf" or line.end - line.start > _LONGEST or not (dated or sourced):
        return
    eastern = _EASTERN.search(look.text) or (CJK.search(look.text) and has_form(look.text))
    if look.likeness <= _LIKE and not eastern:
        return
    above = setting.lines[first] if first >= 0 else line
    beside = first < 0 or number > first + 1
    beside = beside and (line.kind, line.level, line.quote) == (above.kind, above.level, above.quote)
    if beside and not look.labels and first != number:
        yield line
    led = _LEAD.match(setting.note.blocks[line.index].prose, line.start, line.end)
    if sourced or (led is not None and not look.labels):
        yield replace(line, start=look.labels[0].end if sourced else led.end() if led else line.start)


def _is_led(labelled: Labelled) -> bool:
    """Return whether a record begins with a full name without "et al.", as what is behind a word and a colon may."""
    named = labelled.labels[:1] == ["GB"] or labelled.labels[:3] == ["FB", "A", "G"]
    return named and "X" not in labelled.labels


def _is_sourced(setting: Setting, number: int) -> bool:
    """Return whether a line begins with a label that says that a source follows."""
    labels = setting.looks[number].labels
    return bool(labels) and labels[0].part in _SOURCES and setting.first[setting.lines[number].index] == number


def _is_listed_as_paper(setting: Setting, number: int) -> bool:
    """Return whether an item is rated, or stands below a heading that speaks of papers."""
    note, index = setting.note, setting.lines[number].index
    above = (note.blocks[at] for at in blocks_above(note, index))
    headings = (block.prose for block in above if block.kind is BlockKind.HEADING)
    named = setting.lines[number].kind == "i" and any(map(PAPERS.search, headings))
    return named or _is_rated(setting, number)


def _is_rated(setting: Setting, number: int) -> bool:
    line, text = setting.lines[number], setting.looks[number].text
    return line.kind == "i" and ratings.find(text, (0, len(text)), behind=True) is not None


def _is_work(labelled: Labelled, *, sourced: bool, listed: bool) -> bool:
    """Return whether all words of a record are of names, one title, and where and when it appeared.

    Args:
        labelled: the record.
        sourced: whether a label says that it is one: it need not be dated if its title is set off.
        listed: whether its list is of papers: elsewhere words before authors and year are said, and cite. Then a remark
            may follow, and the year is missing where a rating stands.
    """
    signs = zip(labelled.tokens, labelled.labels, strict=True)
    words = [label[0] for token, label in signs if token.text[0].isalpha() and token.text not in _JOINTS]
    runs = [sign for sign, _ in groupby("N" if sign in NAMES else sign for sign in words if sign not in "AXE")]
    title = "".join(t.text for t, label in zip(labelled.tokens, labelled.labels, strict=True) if label == "T")
    titled = words.count("T") >= _WORDS or ("T" in words and ("P" in words or CJK.search(title)))
    remarked = "M" in runs and not (listed and runs.index("M") == len(runs) - 1)
    if not titled or runs.count("T") != 1 or runs.count("N") != 1 or remarked:
        return False
    set_off = _is_set_off(labelled)
    cites = runs[0] == "T" and "G" not in words and not (listed or set_off)  # `Heads of nothing (Lind et al. 2017)`
    if cites or not ("Y" in labelled.labels or (sourced and set_off) or listed):
        return False
    return abs(runs.index("T") - runs.index("N")) == 1 and runs[0] in "TN" and words.count("O") <= _SPARE


def _is_set_off(labelled: Labelled) -> bool:
    """Return whether the title of a record is in italics or quotation marks."""
    start = next(t.start for t, label in zip(labelled.tokens, labelled.labels, strict=True) if label == "T")
    text = labelled.record.text
    quoted = text[start] in QUOTES or text[:start].rstrip()[-1:] in QUOTES
    return quoted or any(sort == "em" and first <= start < last for first, last, sort in labelled.record.marks)
