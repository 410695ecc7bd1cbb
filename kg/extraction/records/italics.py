"""Titles that writers of a list set in italics: what most titles of a list are, the others are, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kg.extraction.citations.reading import longest, title_run
from kg.extraction.citations.tokens import within
from kg.extraction.records.labelling import NAMES, Labelled
from kg.extraction.records.lone_names import take_persons
from kg.extraction.venues import read_venue

_FEWEST, _SHARE = 4, 0.7
"""Records of a list, and the share of them that must agree."""
_WORDS = 3
"""Words of a title that was taken for something else, at least."""
_NEAR = 12
"""Characters behind a journal in which its volume or pages begin."""
_LONGEST = 6
"""Words of names before a title in italics, at most."""


def take_italics(read: Sequence[Labelled]) -> None:
    """Take italics for the title, where they are in most, and capitalised words alone before them for names.

    So it is with `Homer, *The Iliad*` beside `Lind, Ada. *The snow*`; a journal in italics stands apart from its title.
    """
    found: list[tuple[Labelled, range]] = []
    for one in read:
        text, slanted = one.record.text, [place for *place, sort in one.record.marks if sort == "em"]
        marks = (within(one.tokens, *place) for place in slanted if not text[: place[0]][-1:].isalnum())
        found.append((one, next(filter(None, marks), range(0))))
        _title_before_year(*found[-1])
        _leave_said(*found[-1])
    titled = sum(bool(at) and {one.labels[i] for i in at} <= {"T", "O"} for one, at in found)
    for one, at in found if titled >= max(_FEWEST, _SHARE * len(read)) else ():
        words = [i for i in range(at.start) if one.tokens[i].text[0].isalpha()]
        titles = {i for i, label in enumerate(one.labels) if label == "T"}
        led = any(label[0] in NAMES for label in one.labels)
        over = not titles.isdisjoint(at) and (at.start not in titles or min(titles) < at.start)
        apart = over or (not led and (titles <= set(at) or max(titles) < at.start <= min(titles) + _WORDS))
        named = 0 < len(words) <= _LONGEST and all(one.tokens[i].text.istitle() for i in words)
        if named and apart:
            was = [*one.labels]
            one.labels[:] = ["O" if i in titles or i < at.start else label for i, label in enumerate(was)]
            one.labels[at.start : at.stop] = ["T"] * len(at)
            take_persons(one, range(words[0], words[-1] + 1))
            if not any(one.labels[i][0] in NAMES for i in words) and titles.isdisjoint(words):
                one.labels[: at.start] = was[: at.start]


def _title_before_year(labelled: Labelled, slanted: range) -> None:
    """Take italics between names and a year for the title, and a sentence behind it for a remark.

    So it is in `Ann Lind, *The Snow* (1962). The argument that roofs bend applies here`; `*Nature* 2012` is no title.
    """
    labels, tokens = labelled.labels, labelled.tokens
    begun = labels[: slanted.start]
    named = any(sign[0] in NAMES for sign in begun) and all(sign[0] in f"{NAMES}AO" for sign in begun)
    behind = slanted.stop + any(token.text == "(" for token in tokens[slanted.stop : slanted.stop + 1])
    known = not slanted or read_venue(labelled.record.text[tokens[slanted.start].start : tokens[slanted[-1]].end])
    told = behind > slanted.stop or "T" in labels[behind:]
    dated = told and not known and labels[behind : behind + 1] == ["Y"]
    if named and dated and {labels[i] for i in slanted} <= {*"VO"}:
        labels[:] = ["T" if i in slanted else "M" if sign == "T" else sign for i, sign in enumerate(labels)]


def _leave_said(labelled: Labelled, slanted: range) -> None:
    """Take no words of a sentence behind a title in italics for where it appeared: `*The Snow*. How roofs bend.`."""
    tokens, labels, text = labelled.tokens, labelled.labels, labelled.record.text
    run = longest(tokens, labels, "V", 1)
    if not slanted or run is None or run[0] < slanted.stop or not {labels[i] for i in slanted} <= {*"TO"}:
        return
    words = text[tokens[run[0]].start : tokens[run[1]].end]
    apart = text[tokens[slanted[-1]].end : tokens[run[0]].start].strip(" *_])") in (".", ":", "")
    small = [word for word in words.split() if word.islower() and len(word) > _WORDS]
    if apart and small and read_venue(words) is None and not any(map(str.isdigit, text[tokens[run[1]].end :][:_NEAR])):
        labels[run[0] : run[1] + 1] = ["M"] * (run[1] + 1 - run[0])


def narrow_to_marks(read: Sequence[Labelled]) -> None:
    """Narrow titles to what the same words lead into in most, `Q: Who wrote ...`, and to italics before a bracket."""
    found: list[tuple[Labelled, range, range]] = []
    for one in read:
        run = title_run(one.tokens, one.labels)
        first, last = run or (0, -1)
        marks = [within(one.tokens, start, end) for start, end, sort in one.record.marks if sort in ("em", "strong")]
        titled = next((at for at in marks if len(at) >= _WORDS and at.start == first and at.stop <= last), None)
        if titled is not None and one.tokens[titled.stop].text == "(":
            one.labels[titled.stop : last + 1] = ["M"] * (last + 1 - titled.stop)
        inside = next((at for at in marks if len(at) >= _WORDS and first < at.start and at.stop <= last), None)
        if inside is not None:
            found.append((one, range(first, last + 1), inside))
    leads = Counter(one.record.text[one.tokens[a.start].start : one.tokens[b.start].start] for one, a, b in found)
    lead, count = leads.most_common(1)[0] if leads else ("", 0)
    if len(lead.split()) < _WORDS or count < max(_FEWEST, _SHARE * len(read)):
        return
    for one, title, inside in found:
        for i in title:
            one.labels[i] = "T" if i in inside else "O"
