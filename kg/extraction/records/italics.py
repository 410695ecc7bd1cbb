"""Titles that writers of a list set in italics: what most titles of a list are, the others are, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kg.extraction.citations.reading import title_run
from kg.extraction.citations.tokens import within
from kg.extraction.records.labelling import NAMES, Labelled
from kg.extraction.records.lone_names import take_persons

_FEWEST, _SHARE = 4, 0.7
"""Records of a list, and the share of them that must agree."""
_WORDS = 3
"""Words of a title that was taken for something else, at least."""
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
    """Take italics between names and a year in brackets for the title, and a sentence behind it for a remark.

    So it is in `Ann Lind, *The Snow* (1962). The argument that roofs bend applies here`.
    """
    labels, tokens = labelled.labels, labelled.tokens
    begun = labels[: slanted.start]
    named = any(sign[0] in NAMES for sign in begun) and all(sign[0] in f"{NAMES}AO" for sign in begun)
    dated = tokens[slanted.stop : slanted.stop + 1] and tokens[slanted.stop].text == "("
    if named and dated and labels[slanted.stop + 1] == "Y" and {labels[i] for i in slanted} <= {*"VO"}:
        labels[:] = ["T" if i in slanted else "M" if sign == "T" else sign for i, sign in enumerate(labels)]


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
