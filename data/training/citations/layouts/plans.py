"""Which fields of a record stand on which line: all in one, spread over several, or as a card of labelled lines."""

from __future__ import annotations

from dataclasses import dataclass, field

from .dice import Dice
from .hand import Hand
from .lines import Line, draw_line, draw_order
from .papers import Paper
from .writer import Piece, join, mark


@dataclass
class Entry:
    """A record as lines, before a container lays them out."""

    head: Piece
    lines: list[Piece] = field(default_factory=list)
    notes: list[Piece] = field(default_factory=list)
    """Remarks below: paragraphs or items of a list."""
    words: list[Piece] = field(default_factory=list)
    """Their labels, where they have labels."""

    def of(self, record: int) -> Entry:
        """Say which record the lines belong to."""
        return Entry(
            self.head.of(record),
            [line.of(record) for line in self.lines],
            [note.of(record) for note in self.notes],
            [word.of(record) for word in self.words],
        )


class Plan:
    """How the fields of every record of a sheet are spread over lines."""

    def __init__(self, hand: Hand, sort: str) -> None:
        self.hand = hand
        self.sort = sort
        dice = hand.dice
        self.by = dice.pick(hand.words["by"])
        order = draw_order(dice, rich=1.7 if sort == "card" else 1.0)
        self.labels = sort == "card" or dice.chance(0.2)
        self.inside = dice.draw({"": 86, "venue": 8, "year": 3, "cite": 2}) if sort != "card" else ""
        """What stands within the link or the bold text, behind the title."""
        if self.inside:
            told = {
                "venue": {"venue", "place", "year"},
                "year": {"year", "cite"},
                "cite": {"cite", "authors", "surnames", "year"},
            }
            order = [name for name in order if name not in told[self.inside]]
        self.inside_form = dice.pick([" (x)", " (x)", " (x)", " [x]", ", x", " - x", ". x"])
        self.notes = dice.draw({0: 6, 1: 2, 2: 1, 4: 1}) if sort != "row" else dice.draw({0: 12, 1: 2, 3: 1})
        self.noted = dice.pick([0.3, 0.7, 1.0])
        self.long = dice.draw({"bullet": 6, "paragraph": 2, "abstract": 1})
        self.rows = self._rows(order)
        self.note_words = dice.some(hand.words["remark"], 4, 6) if self.notes and dice.chance(0.2) else []
        """Labels of remarks: `Summary`, `Method`, `Strengths`."""
        if self.note_words:
            self.notes = dice.randint(2, 5)
        self.own_label = sort == "card" and dice.chance(0.55)
        """Whether the title has a label too."""
        self.label_links = dice.chance(0.5)
        self.joint = dice.pick([", ", "; ", " | ", ". ", " "]) if sort == "card" and dice.chance(0.07) else ""
        """What divides the fields where a card is one line."""
        self.width = dice.pick([0] * 12 + [72, 80, 100])
        """Where lines are broken."""
        self.shuffle = sort == "card" and dice.chance(0.2)

    def _rows(self, order: list[str]) -> list[Line]:
        """Spread fields over lines; the first is the head."""
        dice = self.hand.dice
        if self.sort == "row":
            return [draw_line(dice, order, self.by)]
        if self.sort == "card":
            order = [name for name in order if name not in {"word", "opening"}]
            rest = _card_fields(dice, order)
            at = 0 if dice.chance(0.95) else dice.randrange(len(rest) + 1)
            rest.insert(at, "title")
            return [draw_line(dice, [name], self.by, ends=0.02) for name in rest]
        title = order.index("title")
        head, rest = ["title"], order[:title] + order[title + 1 :]
        if title and dice.chance(0.25):
            rest.remove(order[title - 1])
            head.insert(0, order[title - 1])
        for name in ("word", "opening"):
            if name in rest:
                rest.remove(name)
                head.insert(0, name)
        for name in list(rest):
            often = {
                "venue": 0.2,
                "year": 0.35,
                "links": 0.25,
                "cite": 0.4,
                "short": 0.9,
                "key": 0.6,
                "authors": 0.1,
                "rating": 0.6,
                "status": 0.6,
                "identifier": 0.4,
            }
            if dice.chance(often.get(name, 0.1)):
                rest.remove(name)
                head.append(name) if dice.chance(0.85) or name in {"venue", "authors"} else head.insert(0, name)
        rows = [head]
        for name in rest:
            if len(rows) > 1 and dice.chance(0.3):
                rows[-1].append(name)
            else:
                rows.append([name])
        if len(rows) > 1 and not dice.randrange(12):
            rows = [rows[1], rows[0], *rows[2:]]
        return [draw_line(dice, row, self.by, ends=0.12) for row in rows]

    def entry(self, paper: Paper) -> Entry:
        """Write a record as lines."""
        hand, dice = self.hand, self.hand.dice
        lines = [self._row(number, line, paper) for number, line in enumerate(self.rows)]
        head, rest = lines[0], [line for line in lines[1:] if line]
        if not head:
            head, rest = rest[0], rest[1:]
        if self.shuffle and dice.chance(0.3):
            dice.shuffle(rest)
        notes = []
        if self.notes and dice.chance(self.noted):
            count = dice.randint(1, self.notes)
            write = {
                "bullet": hand.remarks.bullet,
                "paragraph": hand.remarks.paragraph,
                "abstract": hand.remarks.abstract,
            }
            notes = [mark("remark", write[self.long]()) for _ in range(1 if self.long == "abstract" else count)]
        elif dice.chance(0.06):
            notes = [mark("remark", hand.remarks.remark())]
        if dice.chance(0.02):
            notes.append(Piece(f"![{dice.pick(['', 'figure', 'overview'])}](img/{paper.key}.png)"))
        if self.joint:
            head, rest = join([head, *rest], self.joint), []
        if self.width and not any(sign in head.text for sign in ("[[", "`", "==", "<")):
            head = head.wrapped(self.width)
            rest = [line.wrapped(self.width) for line in rest]
            notes = [note.wrapped(self.width) for note in notes]
        words = (
            [mark("label", word) for word in self.note_words[: len(notes)]]
            if len(notes) <= len(self.note_words)
            else []
        )
        return Entry(head, rest, notes, words)

    def _row(self, number: int, line: Line, paper: Paper) -> Piece:
        hand = self.hand
        names = [slot.name for slot in line.slots]
        if "title" in names and self.inside and not hand.dice.chance(hand.missing):
            before, after = self.inside_form.split("x")
            inner = hand.write(self.inside, paper)
            text = _with_inside(hand, line, paper, before + inner + after if inner else Piece())
        else:
            text = line.write(hand, paper)
        if not self.labels or len(names) != 1 or (number == 0 and not self.own_label):
            return text
        if names[0] in {"presenter", "word", "opening"}:
            return text
        if names[0] == "links" and not self.label_links:
            return text
        if names[0] == "links" and hand.links.form in {"l: u", "**l**: u", "[l]: u", "l → u"}:
            return text
        return hand.labelled(names[0], text)


def _with_inside(hand: Hand, line: Line, paper: Paper, inner: Piece) -> Piece:
    saved = hand.titles.write
    hand.titles.write = lambda p: saved(p, inner)  # type: ignore[method-assign]
    try:
        return line.write(hand, paper)
    finally:
        del hand.titles.write


def _card_fields(dice: Dice, order: list[str]) -> list[str]:
    """Choose the fields of a card: those of the order and more."""
    known = [name for name in order if name != "title"]
    known = ["authors" if name == "cite" else name for name in known]
    known = ["url" if name == "links" and dice.chance(0.6) else name for name in known]
    for name, often in {
        "authors": 0.8,
        "year": 0.4,
        "url": 0.4,
        "keyword": 0.25,
        "remark": 0.4,
        "place": 0.1,
        "code": 0.15,
        "date": 0.1,
        "editor": 0.04,
        "publisher": 0.05,
        "volume": 0.08,
        "abstract": 0.12,
        "identifier": 0.1,
    }.items():
        if name not in known and dice.chance(often):
            known.append(name)
    if "year" in known and "venue" in known:
        known[known.index("venue")] = "place"
    seen = list(dict.fromkeys(known))
    if "venue" in seen and "place" in seen:
        seen.remove("place")
    if "url" in seen and "links" in seen and dice.chance(0.85):
        seen.remove("links")
    if "tags" in seen and "keyword" in seen:
        seen.remove("tags")
    if dice.chance(0.5):
        ranks = "authors year place venue volume publisher editor affiliation identifier url links code keyword".split()
        seen.sort(key=lambda name: [*ranks, name].index(name))
    return seen or ["authors"]
