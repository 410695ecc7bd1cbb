"""The words of a record that are about its paper: the remark of the note's writer, and an abstract that was copied."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from kg.extraction import ratings
from kg.extraction.entries import Entry, Field
from kg.extraction.ranges import Ranges, links_near, marks_near
from kg.extraction.records.labelling import Labelled
from kg.extraction.records.labels import Label, Part
from kg.extraction.records.venues import is_stage

_start = attrgetter("start")
_REMARK = "M"
_SETTLED = frozenset(["T", "N", "K", "F", "FB", "G", "GB", "S", "Y", "V", "R"])
"""Labels of fields of which the entry says the last word: what it does not take is a remark."""
_LOOSE = frozenset(["O", "V", "R", "L"])
"""Labels of words that may be a sentence all the same."""
_FIELDS = _SETTLED | {"X", "I", "E", "P", "C"}
_ELSE = frozenset(Part) - {Part.REMARK, Part.ABSTRACT}
"""Labels of fields that are no words about the paper."""
_DECIDED = 5
"""Words behind `Decision:` that may be those of a conference, as in `accepted as a poster`."""
_NEAR = 100
"""Characters before a line in which a line with one word would begin."""
_STOPS = (".", "!", "?")
_ANSWERS = frozenset(["yes", "no", "true", "false"])
"""Cells that answer what the column asks."""
_SIGN = re.compile(r"[\u3040-\u9fff\uac00-\ud7a3]")
_FEWEST = 2
"""Words of a remark beside a field."""


@dataclass(frozen=True, slots=True)
class Words:
    """What is said of a paper, a piece for each line."""

    remarks: tuple[Field, ...]
    abstract: tuple[Field, ...]


def read_words(labelled: Labelled, entry: Entry) -> Words:
    """Return what the labels of a record say that is words about its paper.

    Args:
        labelled: the record.
        entry: what was read of it; words that were labelled as a field and are none of its fields are a remark.
    """
    labelled = replace(labelled, labels=_settled(labelled, entry))
    remarks: list[Field] = []
    abstract: list[Field] = []
    copied = False
    for number, look in enumerate(labelled.record.looks):
        parts = {_part(labelled, number, label) for label in look.labels}
        if parts or labelled.record.lines[number].kind == "h":
            copied = Part.ABSTRACT in parts
        copied = copied or (number > 0 and _begins_abstract(labelled, number))
        if parts & _ELSE:
            continue
        (abstract if copied else remarks).extend(_of_line(labelled, number))
    return Words(tuple(remarks), tuple(abstract))


def _begins_abstract(labelled: Labelled, number: int) -> bool:
    """Return whether a line stands below the word Abstract, or below the bar before an abstract in mails of arXiv."""
    line = labelled.record.lines[number]
    near = labelled.record.note.blocks[line.index].prose[max(0, line.start - _NEAR) : line.start]
    above = near.rstrip("\n").rpartition("\n")[2].strip()
    return (above != "" and set(above) == {"\\"}) or above.strip("*_ .:").casefold() == "abstract"


def _part(labelled: Labelled, number: int, label: Label) -> Part:
    """Return what a label says; `Note` may be of a rating and `Decision` of a presentation, or both of a remark."""
    line = labelled.record.lines[number]
    prose = labelled.record.note.blocks[line.index].prose
    if label.part is Part.RATING and ratings.stated(prose, label.end, line.end) is None:
        return Part.REMARK
    if label.part is Part.PRESENTATION and len(prose[label.end : line.end].split()) > _DECIDED:
        return Part.REMARK
    return label.part


def _settled(labelled: Labelled, entry: Entry) -> list[str]:
    """Take the labels of fields from the words of lines in which the entry has no field."""
    record = labelled.record
    single = (entry.title, entry.short, entry.citekey, entry.year, entry.venue, entry.presentation)
    named = [field for field in (*single, *entry.authors, *entry.keywords) if field is not None]
    places: dict[int, list[tuple[int, int]]] = {}
    for field in named:
        places.setdefault(field.block, []).append((field.start, field.end))
    taken = {index: Ranges(some) for index, some in places.items()}
    held = {
        number
        for number, line in enumerate(record.lines)
        if line.index in taken and taken[line.index].touch(line.start, line.end)
    }
    labels = list(labelled.labels)
    for number, on_line in enumerate(record.tokens_by_line(labelled.tokens)):
        for i in on_line if number not in held else ():
            labels[i] = _REMARK if labels[i] in _SETTLED else labels[i]
    for number in range(len(record.lines)):
        for i in _closing(labelled, labels, number, taken):
            labels[i] = _REMARK
    return [_REMARK if _runs_on(labelled, labels, i) else label for i, label in enumerate(labels)]


def _closing(labelled: Labelled, labels: Sequence[str], number: int, taken: Mapping[int, Ranges]) -> Sequence[int]:
    """Return the words of a last sentence of which nothing was taken for a field: `2014. Too short.` behind an author.

    They may be a line of their own, but the first.
    """
    record, tokens = labelled.record, labelled.tokens
    block, held = record.lines[number].index, taken.get(record.lines[number].index, Ranges())
    own = _tokens_of(labelled, number)
    first, words = _behind_fields(labelled, labels, own, held)
    if len(words) < _FEWEST:
        return ()
    start = tokens[own[first - 1]].end if first else record.starts[number]
    before = record.text[start : tokens[words[0]].start].strip()[:1]
    behind = record.text[tokens[words[-1]].end : tokens[own[-1]].end].strip()
    prose = record.note.blocks[block]
    begin, end = (record.place(tokens[i].start, tokens[i].end) for i in (own[first], own[-1]))
    linked = any(link.end > begin.start for link in links_near(prose, begin.start, end.end))
    said = not is_stage(record.text[tokens[words[0]].start : tokens[words[-1]].end])
    divided = said and before in _STOPS if first else said and number > 0
    return words if divided and behind in _STOPS and not linked and not record.looks[number].labels else ()


def _behind_fields(
    labelled: Labelled, labels: Sequence[str], own: Sequence[int], held: Ranges
) -> tuple[int, Sequence[int]]:
    """Return how many tokens of a line end with its last field, and the words behind that, if all may be a sentence."""
    words: list[int] = []
    for first in range(len(own), 0, -1):
        token, label = labelled.tokens[own[first - 1]], labels[own[first - 1]]
        place = labelled.record.place(token.start, token.end)
        if held.touch(place.start, place.end):
            return first, words[::-1]
        if token.text[0].isalnum():
            if label not in _LOOSE or not token.text[1:].islower():
                return first, ()
            words.append(own[first - 1])
    return 0, words[::-1]


def _runs_on(labelled: Labelled, labels: Sequence[str], index: int) -> bool:
    """Return whether a word taken for the name of a field is the first of a sentence: small letters follow it."""
    if labels[index] != "L" or labels[index + 1 : index + 2] != [_REMARK]:
        return False
    word, after = labelled.tokens[index : index + 2]
    plain = labelled.record.text[word.end : after.start] == " " and after.text[0].islower()
    return plain and not any(
        mark.start <= place.start and place.end <= mark.end
        for place in [labelled.record.place(word.start, word.end)]
        for mark in marks_near(labelled.record.note.blocks[place.block], place.start, place.end)
    )


def _tokens_of(labelled: Labelled, number: int) -> range:
    """Return the tokens of a line."""
    start, line = labelled.record.starts[number], labelled.record.lines[number]
    first, last = (bisect_left(labelled.tokens, at, key=_start) for at in (start, start + line.end - line.start))
    return range(first, last)


def _words(token: str) -> int:
    """Count the words of a token; signs of East Asia, which have no blanks between them, count as one each."""
    return max(len(_SIGN.findall(token)), 1) if token[0].isalpha() else 0


def _of_line(labelled: Labelled, number: int) -> Iterator[Field]:
    """Yield the remark of a line: all behind its label where nothing in it is a field, else the longest run."""
    record, tokens, labels = labelled.record, labelled.tokens, labelled.labels
    end = record.starts[number] + record.lines[number].end - record.lines[number].start
    own = _tokens_of(labelled, number)
    said = [i for i in own if labels[i] == _REMARK]
    if not any(tokens[i].text[0].isalpha() for i in said):
        return
    if record.lines[number].kind in "rR" and record.text[record.starts[number] : end].strip().casefold() in _ANSWERS:
        return
    if not any(labels[i] in _FIELDS for i in own) and 2 * len(said) >= sum(labels[i] != "L" for i in own):
        first = next((i for i in own if labels[i] != "L" and tokens[i].text[0].isalnum()), said[0])
        yield record.place(min(tokens[first].start, tokens[said[0]].start), end)
        return
    runs: list[list[int]] = []
    for i in said:
        between = labels[runs[-1][1] + 1 : i] if runs else []
        if runs and not any(label in _FIELDS or label == "L" for label in between):
            runs[-1][1] = i
        else:
            runs.append([i, i])
    first, last = max(runs, key=lambda run: run[1] - run[0])
    if sum(_words(tokens[i].text) for i in range(first, last + 1)) >= _FEWEST:
        stop = tokens[last].end
        while stop < end and record.text[stop] in ".!?…":
            stop += 1
        yield record.place(tokens[first].start, stop)
