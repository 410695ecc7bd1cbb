"""Where records begin that state their fields: items with inline ones, cards, and what stands above either."""

from __future__ import annotations

from kg.extraction.records.labels import Part, fields_alone, inline_fields, part_of
from kg.extraction.records.lines import BEGIN, INSIDE, OUTSIDE
from kg.extraction.records.surroundings import Setting

_LEAST, _MOST = 3, 0.6
"""Siblings that are a company, and the share of the lines of a card that begin with labels."""
_NAMING = frozenset([Part.TITLE, Part.PAPER, Part.SHORT])
"""Fields that name a paper."""
_MARKS = 6
"""Marks before a label, at most."""


def begin_with_fields(setting: Setting, labels: list[str]) -> None:
    """Begin a record at each item or card that states fields, among siblings in which records do.

    So it is with `[title:: Deep sets] [year:: 2017]`, and with the lines of a paragraph that begin with labels. An item
    that gives no title describes no paper; a card without one goes on with the card above.
    """
    for numbers in setting.members.values():
        stated = {n: parts for n in numbers if (parts := _stated(setting, n))}
        titled = [n for n, parts in stated.items() if parts & _NAMING]
        cards = sum(setting.lines[n].kind == "p" for n in titled)
        if not titled or (cards and cards < _LEAST and not any(labels[n] == BEGIN for n in titled)):
            continue
        for n in stated:
            below = range(n + 1, n + len(setting.widths[setting.lines[n].index]))
            if n in titled:
                labels[n] = BEGIN
                for m in below:
                    labels[m] = INSIDE
            elif setting.lines[n].kind == "i":
                _leave_out(labels, n)


def begin_above_fields(setting: Setting, labels: list[str]) -> None:
    """Go on with a line that begins a record with the labelled fields right below it, which give authors and no title.

    So do all headings over such fields where most of them begin one: `## Deep sets`, and below it `authors:: Ann Lind`.
    """
    firsts = (setting.first[line.index] for line in dict.fromkeys(setting.lines) if line.kind == "p")
    stated = ((n, _stated(setting, n)) for n in dict.fromkeys(firsts) if n > 0)
    below = [n for n, parts in stated if Part.AUTHORS in parts and not parts & _NAMING]
    headed = [n for n in below if setting.lines[n - 1].kind == "h"]
    most = 2 * sum(labels[n - 1] == BEGIN for n in headed) >= len(headed)
    for n in below:
        if labels[n - 1] == BEGIN or (n in headed and most):
            width = len(setting.widths[setting.lines[n].index])
            labels[n - 1 : n + width] = [BEGIN, *[INSIDE] * width]


def _leave_out(labels: list[str], number: int) -> None:
    """Take a line, and what goes on with it, out of all records."""
    labels[number] = OUTSIDE
    below = number + 1
    while below < len(labels) and labels[below] == INSIDE:
        labels[below] = OUTSIDE
        below += 1


def _stated(setting: Setting, number: int) -> set[Part]:
    """Return the fields of an item with inline ones, or of a paragraph in which most lines begin with a label.

    The first line of an item names what the lines of fields below it are about; it is a title where these give authors.
    """
    line, look = setting.lines[number], setting.looks[number]
    if line.kind == "i":
        below = setting.looks[number + 1 : number + len(setting.widths[line.index])]
        fields = (part_of(name) for one in below for name in fields_alone(one.text, 0, len(one.text)))
        named = {part for part in fields if part is not None}
        named |= {Part.TITLE} if Part.AUTHORS in named and number == setting.first[line.index] else set()
        inline = any(inline_fields(look.text, 0, len(look.text)))
        return named | ({label.part for label in look.labels} if inline else set())
    if line.kind != "p" or not is_led(setting, number):
        return set()
    lines = range(number, number + len(setting.widths[line.index]))
    led = [n for n in lines if is_led(setting, n)]
    return {setting.looks[n].labels[0].part for n in led} if len(led) >= max(2, _MOST * len(lines)) else set()


def is_led(setting: Setting, number: int) -> bool:
    """Return whether a line begins with a label."""
    labels = setting.looks[number].labels
    return bool(labels) and labels[0].start - setting.lines[number].start <= _MARKS
