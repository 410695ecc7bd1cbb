"""Words before a reference that only lead to it: `Lit.:`, `Against this:`, `For another view see`, `Ibid.; cf.`.

And who presents it, behind it: `A title, Lind et al., Ecology, 2014 - Ann Poe`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kg.extraction import citation_forms as forms
from kg.extraction import shapes
from kg.extraction.citations.people import is_given, is_surname
from kg.extraction.citations.tokens import within
from kg.extraction.naming import definitions
from kg.extraction.ranges import links_near
from kg.extraction.records.labelling import NAMES, Labelled
from kg.extraction.records.looks import look_at
from kg.extraction.speakers import kind_of

if TYPE_CHECKING:
    from kg.extraction.entries import Field
    from kg.extraction.records.record import Record
    from kg.extraction.records.segmenter import Segment
    from kg.model import Note

_BY = re.compile(
    r"(?:\b(?:by|for|from|at|of|in|with)\s|"
    r"\b(?!(?:name|short|acronym|abbreviation|model|method|tool|code|dataset)s?:)[A-Za-z]{2,20}:\s)[\[\"“*_`(]{0,3}$",
    re.IGNORECASE,
)
"""Before the name of who made a work, what it is for, or runs in: `A parser by [Kit]`, `ExpEnv: Kit`."""
_POINT = (
    r"(?<![\w.])(?:see(?: also)?|but see|cf\.|compare|vgl\.(?: (?:auch|dazu|dagegen|hierzu))?|siehe(?: auch| dazu)?|"
    r"voir(?: aussi)?|cfr\.|vedi(?: anche)?|véase(?: también)?|ver(?: também)?|zie(?: ook)?|se även|см\.(?: также)?)"
)
_LABEL = r"[^\W\d_][^\n\"“„«*:,()\[\]]{1,40}:"
_PIECE = r"(?:[^\W\d_a-z]\.|[^\W\d_a-z][\w'’-]{1,30})"
_LEAD = re.compile(
    rf"\W{{0,3}}(?P<lead>{_LABEL}|[^\n\"“„«*()\[\]]{{0,80}}?{_POINT})\s{{1,2}}"
    rf"(?=(?P<first>{_PIECE})(?: (?:(?:van|von|de|der|den|la|le|di|da|del) )?(?P<next>{_PIECE})){{0,3}}"
    r"(?: \((?:eds?|hrsg|dir|coord)\.\))?(?:,\s|\s(?:and|und|et|y|e|&)\s|\s\((?:1[89]|20)\d\d\)\s))"
)
_MARK = re.compile(r"\W{0,3}(?P<lead>[^\W\d_][\w-]{2,20}(?: [^\W\d_]\w{1,20}){0,2}:)\s{1,2}(?=\S)")
_AGAIN, _MOST = 3, 0.5
"""Records that begin with the same words and a colon, and their share of all where these are labels, not titles."""
_PRESENTS = re.compile(
    r"[^\W\d_] (?:present(?:s|ed|ing)|discuss(?:es|ed|ing)|introduc(?:es|ed|ing)|leads|led|reads?):$"
)
"""Who tells of a paper: `Jane presented: Lind (1980) A title`."""
_DASHES = frozenset("-–—")
_SMALL = re.compile(r"(?<![\w.])[^\W\d_A-ZÀ-Þ]\w+|\.$")
_TITLE_BEHIND = re.compile(rf"(?<!\w){_PIECE}, [\"“„«'‘]")


def without_leads(note: Note, segments: Sequence[Segment]) -> Iterator[Segment]:
    """Yield records without the words on their first lines that lead to a reference, or that many begin with."""
    marked = [_mark(note, segment) for segment in segments]
    counted = Counter(mark["lead"] for mark in marked if mark is not None)
    again = {lead for lead, count in counted.items() if count >= _AGAIN}
    again = again if sum(counted[lead] for lead in again) >= _MOST * len(segments) else set()
    for mark, segment in zip(marked, segments, strict=True):
        line = segment.lines[0]
        open_to = line.kind in "ipPf" and not segment.looks[0].labels
        start = behind_lead(note.blocks[line.index].prose, line.start, line.end) if open_to else None
        start = mark.end() if start is None and mark is not None and mark["lead"] in again else start
        if start is not None:
            first = replace(line, start=start)
            looks = (look_at(note, first), *segment.looks[1:])
            segment = replace(segment, lines=(first, *segment.lines[1:]), looks=looks)
        yield segment


def _mark(note: Note, segment: Segment) -> re.Match[str] | None:
    """Return the words with a colon that an item begins with, if they may be a label that nobody knows: `Work:`."""
    line = segment.lines[0]
    if line.kind != "i" or segment.looks[0].labels:
        return None
    mark = _MARK.match(note.blocks[line.index].prose, line.start, line.end)
    words = mark["lead"].rstrip(":").split() if mark is not None else [""]
    named = is_given(words[0]) or is_surname(words[-1]) or words[-1].isupper()
    said = mark is not None and (kind_of(mark["lead"]) or shapes.announces(mark["lead"]))
    return None if said or named or mark is None or shapes.is_material(mark["lead"]) else mark


def behind_lead(text: str, start: int, end: int) -> int | None:
    """Return where a reference begins that words lead to: a person stands there.

    >>> text = "Against this: Jane Roe, Small fences"
    >>> text[behind_lead(text, 0, len(text)) :]
    'Jane Roe, Small fences'
    """
    lead = _LEAD.match(text, start, end)
    return lead.end() if lead is not None and _is_led(text, lead) else None


def _is_led(text: str, lead: re.Match[str]) -> bool:
    """Return whether a person with a known name stands behind a lead, or an unknown one before a quoted title."""
    words = lead["lead"].rstrip(":. ").split()
    labels = lead["lead"].endswith(":")
    if labels and (kind_of(lead["lead"]) or shapes.announces(lead["lead"]) or shapes.is_material(lead["lead"])):
        return False
    if labels and (not _SMALL.search(lead["lead"].rstrip(":")) or (len(words) == 1 and is_surname(words[0]))):
        return False
    known = bool(_PRESENTS.search(lead["lead"]) and forms.NARRATIVE.match(text, lead.end()))
    known = known or is_given(lead["first"]) or (lead["next"] is not None and is_surname(lead["next"]))
    return known or _TITLE_BEHIND.match(text, lead.end()) is not None


def leave_presenter(labelled: Labelled) -> None:
    """Take who stands behind a dash for no author, when authors, and then a venue or a year, stand before it."""
    passed = ""
    for i, (token, label) in enumerate(zip(labelled.tokens, labelled.labels, strict=True)):
        if label[0] in NAMES:
            if passed.endswith("-"):
                labelled.labels[i] = "O"
            else:
                passed = passed or "names"
        elif passed and label[0] in "VY":
            passed = "dated"
        elif passed.startswith("dated"):
            passed = "dated -" if token.text in _DASHES and token.spaced else "dated"


def is_short_name(record: Record, title: Field | None, name: Field) -> bool:
    """Return whether a name can be what the paper of a record is called: no `by` leads to it, it leads nowhere.

    Below the title a short form in brackets stands for the words before it: `- Data: Bog water levels (BWL)`.
    """
    behind = title is not None and (title.block, title.start) < (name.block, name.start)
    block = record.note.blocks[name.block]
    led = behind and _BY.search(block.prose, max(0, name.start - 24), name.start)
    linked = (link.start == name.start and link.end <= name.end for link in links_near(block, name.start, name.end))
    below = behind and (title is None or title.block != name.block or "\n" in block.prose[title.end : name.start])
    defined = below and any(one.short == (name.start, name.end) for one in definitions.find(block.prose))
    return not (led or defined) and not (behind and any(linked)) and any(map(str.isalpha, name.text))


_LEADS = re.compile(
    r"\W{0,3}(?:\d[\d:./-]{3,11}\W{1,5})?"
    r"(?P<who>[^\W\d_][\w'’.-]{1,20}(?: [^\W\d_][\w'’.-]{1,20})?)(?:, \d{1,2}[:.]\d\d)?\W{0,3}\s?(?:[:：|]|\s[—–-])\s"
)
"""A name that leads a line, behind a date or a time, with a sign behind it."""
_LED = 0.6
"""Share of the records of a list that such names lead."""
_FEWEST = 4
"""Records that such names lead, at least."""


def leave_posters(read: Sequence[Labelled]) -> None:
    """Take the names that lead the records of a list again and again for none of a paper, if its authors follow.

    So it is with `Ann: The title, Jane Roe, 2019`.

    Args:
        read: the records of a layout.
    """
    leads = [_LEADS.match(labelled.record.text) for labelled in read]
    counted = Counter(lead["who"] for lead in leads if lead is not None)
    posted = [
        (labelled, within(labelled.tokens, *lead.span("who")))
        for labelled, lead in zip(read, leads, strict=True)
        if lead is not None and counted[lead["who"]] > 1
    ]
    credited = sum(any(sign[0] in NAMES for sign in labelled.labels[at.stop :]) for labelled, at in posted)
    if min(len(posted), credited) < max(_FEWEST, _LED * len(read)) or len(counted) == 1:
        return
    for labelled, at in posted:
        labelled.labels[: at.stop] = ["O"] * at.stop
