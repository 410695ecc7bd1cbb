"""Plain text: records without any marks, wrapped like print, with hanging indents, broken words and slips of a scanner."""

from __future__ import annotations

import re

from .dice import Dice
from .hand import Hand
from .lines import draw_line
from .papers import Paper
from .writer import Piece, Stretch, join, mark

_ORDERS = {
    "authors title venue": 8,
    "authors year title place": 8,
    "authors title place year": 6,
    "title authors venue": 4,
    "authors title venue identifier": 2,
    "title authors venue url": 2,
    "authors year title place url": 2,
    "title authors": 1,
}
_LEADS = {"": 8, "n. ": 5, "[n] ": 5, "n) ": 2, "(n) ": 1, "- ": 2, "* ": 1, "• ": 1.5, "[k] ": 1, "-- ": 0.5}


def lay_plain(hand: Hand, papers: list[Paper]) -> tuple[Piece, str]:
    """Write records as text without marks; the second value says how."""
    dice = hand.dice
    _bare(hand)
    line = draw_line(dice, dice.draw(_ORDERS).split(), "by")
    stacked = dice.chance(0.25)
    lead = dice.draw(_LEADS)
    width = dice.pick([0, 60, 66, 72, 76, 80])
    hang = dice.pick(["", "", "  ", "    ", "      ", "\t"]) if width else ""
    outer = dice.pick(["", "", "", "  "])
    hyphens = dice.pick([0.0, 0.0, 0.5, 0.9]) if width else 0.0
    slips = dice.pick([0.0] * 6 + [0.01, 0.03])
    told = dice.pick([0.0, 0.0, 0.3, 0.8])
    gap = dice.pick(["\n\n", "\n\n", "\n"]) if lead and not stacked else dice.pick(["\n\n", "\n\n", "\n\n\n"])
    start = dice.pick([0, 0, 0, dice.randint(5, 80)])
    entries: list[Piece] = []
    for number, paper in enumerate(papers):
        if stacked:
            fields = ["title", "authors", "venue", *dice.some(["url", "identifier", "keyword"], 0, 1)]
            rows = [row for name in fields if (row := hand.write(name, paper))]
            text = join(rows, "\n")
        else:
            text = line.write(hand, paper)
        if dice.chance(told):
            text = text + dice.pick(["\n", "  ", " -- "]) + mark("remark", hand.remarks.remark())
        key = f"{paper.people[0]['family'][:3]}{paper.year % 100:02d}"
        first = Piece(lead.replace("n", str(start + number + 1)))
        if "k" in lead:
            first = "[" + mark("key", key) + "] "
        text = first + text
        if slips:
            text = _scanned(dice, text, slips)
        if width:
            text = _wrapped(dice, text, width - len(hang), hyphens)
        entries.append((outer + text.indented(outer + hang)).of(number))
    return join([*_above(hand), join(entries, gap), *_below(hand)], "\n\n"), f"plain {'stacked ' * stacked}{width}"


def _bare(hand: Hand) -> None:
    """Take all marks out of a hand."""
    hand.titles.style = hand.dice.pick(["", "", "", "quoted", "caps"])
    hand.titles.emoji = ""
    hand.names.style, hand.names.links, hand.names.bold = "", "", False
    hand.names.signs = hand.names.signs if hand.names.signs == "digits" else ""
    hand.venues.style, hand.venues.told = "", hand.dice.pick([" (p)", " p", ", p"])
    hand.venues.place = hand.venues.place.replace("*", "")
    hand.remarks.marks = False
    hand.wraps["identifier"] = hand.dice.pick(["arXiv:n", "n", "DOI", "doi:"])


def _above(hand: Hand) -> list[str]:
    dice = hand.dice
    found = []
    if dice.chance(0.5):
        word = dice.pick(hand.words["heads"])
        found.append(dice.pick([word, word.upper(), word + "\n" + "=" * len(word), f"{dice.randint(1, 9)}  {word}"]))
    if dice.chance(0.3):
        text = _wrapped(dice, Piece(hand.remarks.fill(dice.pick(hand.words["intros"]))), 72, 0.0)
        found.append(text.text)
    return found


def _below(hand: Hand) -> list[str]:
    if not hand.dice.chance(0.2):
        return []
    return [_wrapped(hand.dice, Piece(hand.remarks.paragraph()), 72, 0.0).text]


def _edited(piece: Piece, edits: list[tuple[int, int, str]]) -> Piece:
    """Replace ranges of the text; marks go along."""
    places: list[int] = []
    text, at = "", 0
    for start, end, new in sorted(edits):
        if start < at:
            continue
        places += [len(text) + n for n in range(start - at)]
        text += piece.text[at:start]
        places += [len(text)] * (end - start)
        text += new
        at = end
    places += [len(text) + n for n in range(len(piece.text) - at + 1)]
    text += piece.text[at:]
    moved = [Stretch(places[m.start], places[m.end - 1] + 1, m.part, m.record, m.person) for m in piece.marks]
    return Piece(text, tuple(moved))


def _wrapped(dice: Dice, piece: Piece, width: int, hyphens: float) -> Piece:
    """Break lines, now and then within a word."""
    edits: list[tuple[int, int, str]] = []
    column = 0
    for found in re.finditer(r"(\n)|( +)?([^ \n]+)", piece.text):
        if found[1]:
            column = 0
            continue
        blank, word = len(found[2] or ""), found[3]
        if column + blank + len(word) <= width or not column:
            column += blank + len(word)
            continue
        room = width - column - blank - 1
        cut = min(room, len(word) - 3)
        if cut > 2 and word.isalpha() and word.isascii() and len(word) > 6 and dice.chance(hyphens):
            place = found.start(3) + cut
            edits.append((place, place, "-\n"))
            column = len(word) - cut
        elif blank:
            edits.append((found.start(2), found.end(2), "\n"))
            column = len(word)
        else:
            column += len(word)
    return _edited(piece, edits).indented("")


def _scanned(dice: Dice, piece: Piece, often: float) -> Piece:
    """Make the slips of a scanner: blanks that are missing, a letter for a digit, a ligature."""
    kept = [(m.start, m.end) for m in piece.marks if m.part in {"year", "url", "identifier", "key", "family", "given"}]
    starts = {m.start for m in piece.marks} | {m.end for m in piece.marks}
    edits = []
    for place, sign in enumerate(piece.text):
        if any(start <= place < end for start, end in kept) or not dice.chance(often):
            continue
        two = piece.text[place : place + 2]
        if (
            sign == " "
            and place not in starts
            and place + 1 not in starts
            and piece.text[:place].strip("[]().0123456789 ")
        ):
            edits.append((place, place + 1, ""))
        elif sign == "1":
            edits.append((place, place + 1, "l"))
        elif two in {"fi", "fl"} and not {place, place + 1, place + 2} & starts:
            edits.append((place, place + 2, {"fi": "ﬁ", "fl": "ﬂ"}[two]))
        elif two == "rn" and dice.chance(0.3) and not {place, place + 1, place + 2} & starts:
            edits.append((place, place + 2, "m"))
    return _edited(piece, edits)
