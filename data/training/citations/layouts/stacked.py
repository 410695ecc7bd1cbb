"""Records in many short lines: one author a line or a bullet, fields as a tree of two levels."""

from __future__ import annotations

from .hand import Hand
from .papers import Paper
from .writer import Piece, join, mark

_SHAPES = {"names": 4, "tree": 4, "lines": 4, "sections": 2, "comb": 2}
_FIELDS = ["venue", "place", "year", "links", "url", "keyword", "remark", "identifier", "affiliation", "code", "status"]


def lay_stacked(hand: Hand, papers: list[Paper]) -> tuple[Piece, str]:
    """Write records of many lines; the second value names their shape."""
    stack = _Stack(hand)
    shapes = {
        "names": stack.names,
        "tree": stack.tree,
        "lines": stack.lines,
        "sections": stack.sections,
        "comb": stack.comb,
    }
    entries = [shapes[stack.shape](paper, n).of(n) for n, paper in enumerate(papers)]
    tight = stack.shape in {"names", "tree", "comb"} and not stack.loose
    return join(entries, "\n" if tight else stack.gap), f"stacked {stack.shape}"


class _Stack:
    """The habits of one sheet."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        dice = self.dice = hand.dice
        self.shape = dice.draw(_SHAPES)
        self.loose = dice.chance(0.2)
        self.gap = dice.pick(["\n\n", "\n\n", "\n\n\n", "\n\n---\n\n"])
        self.bullet = dice.pick(["- ", "- ", "* ", "+ "])
        self.child = dice.pick([self.bullet, self.bullet, "- ", "* "])
        self.numbered = dice.chance(0.2)
        self.step = dice.pick(["  ", "    ", "\t"]) if not self.numbered else "    "
        self.breaks = dice.pick(["\n", "\n", "  \n", "\\\n", "<br>\n"])
        self.fields = dice.some(_FIELDS, 1, 5)
        if "venue" in self.fields and ("place" in self.fields or "year" in self.fields):
            self.fields = [name for name in self.fields if name not in {"place", "year"}]
        if "url" in self.fields and "links" in self.fields:
            self.fields.remove("links")
        self.before = dice.chance(0.2)
        """Whether some fields come before the names."""
        self.labelled = dice.chance(0.5)
        self.named = dice.chance(0.4)
        """Whether a label stands above the names."""
        self.form = hand.names.form if hand.names.form not in {"family", "mixed"} else "direct"
        self.placed = dice.chance(0.15)
        self.at = dice.pick([", ", " (", " - ", " – "])
        self.cut = dice.pick([99, 99, 99, 99, 3, 5])
        self.end = dice.pick(["", "", "", "", ",", ";"])
        self.notes = dice.pick([0, 0, 1, 3])
        self.title_label = self.shape == "tree" and dice.chance(0.15)
        self.level = dice.pick([1, 2, 2, 3, 3])

    def people(self, paper: Paper) -> list[Piece]:
        """Write each author apart."""
        hand, dice = self.hand, self.dice
        count = min(len(paper.people), self.cut)
        found = []
        for number in range(count):
            name = hand.names._one(paper, number, self.form, None)  # noqa: SLF001
            if self.placed and not dice.chance(0.1) and hand.names.places != "each":
                org = mark("affiliation", paper.orgs[number], number)
                name = name + self.at + org + (")" if "(" in self.at else "")
            found.append(name + (self.end if number < count - 1 else ""))
        paper.cut = count < len(paper.people)
        return [*found, mark("etal", hand.names.etal)] if paper.cut and dice.chance(0.8) else found

    def values(self, paper: Paper) -> list[tuple[str, Piece]]:
        """Write the other fields."""
        found = [(name, self.hand.write(name, paper)) for name in self.fields]
        return [(name, Piece(value.text.replace("\n", " "), value.marks)) for name, value in found if value]

    def _word(self, name: str) -> Piece:
        before, word, after = self.hand.label({"place": "venue", "url": "links"}.get(name, name))
        star = "**" if "**" in before else ""
        colon = ":" if ":" in after and "::" not in after else ""
        return star + mark("label", word) + star + colon

    def _plain(self, paper: Paper) -> list[Piece]:
        found = [
            self.hand.labelled(name, value) if self.labelled and name not in {"links", "code"} else value
            for name, value in self.values(paper)
        ]
        return [Piece(piece.text.replace("\n", " "), piece.marks) for piece in found]

    def _notes(self) -> list[Piece]:
        return [mark("remark", self.hand.remarks.bullet()) for _ in range(self.dice.randint(0, self.notes))]

    def _item(self, number: int) -> str:
        return f"{number + 1}. " if self.numbered else self.bullet

    def _ordered(self, names: list[Piece], rest: list[Piece]) -> list[Piece]:
        cut = self.dice.randint(0, 1) if self.before else 0
        return [*rest[:cut], *names, *rest[cut:]]

    def names(self, paper: Paper, number: int) -> Piece:
        """Write the title as an item, each name as an item below it."""
        people = self.people(paper)
        if self.named:
            inner = [self.step + self.child + name for name in people]
            people = [join([self._word("authors"), *inner], "\n" + self.step)]
        lines = self._ordered(people, [*self._plain(paper), *self._notes()])
        head = self._item(number) + self.hand.titles.write(paper)
        return join([head, *(self.step + self.child + line for line in lines)], "\n")

    def tree(self, paper: Paper, number: int) -> Piece:
        """Write each label as an item and its value as an item below it."""
        fields: list[tuple[str, list[Piece]]] = [("authors", self.people(paper))]
        if self.dice.chance(0.3):
            fields = [("authors", [self.hand.write("authors", paper)])]
        fields += [(name, [value]) for name, value in self.values(paper)]
        fields += [("remark", notes)] if (notes := self._notes()) else []
        if self.before:
            fields = [*fields[1:2], fields[0], *fields[2:]]
        title = self.hand.titles.write(paper)
        head = self._item(number) + title
        stem, leaf = self.step, self.step * 2
        if self.title_label:
            stem, leaf = "", self.step
            head = self.child + self._word("title") + "\n" + leaf + self.child + title
        branches = []
        for name, values in fields:
            leaves = [leaf + self.child + value for value in values if value]
            if leaves:
                branches.append(join([stem + self.child + self._word(name), *leaves], "\n"))
        return join([head, *branches], "\n")

    def comb(self, paper: Paper, number: int) -> Piece:
        """Write each line one step further in than the one above."""
        lines = [self.hand.titles.write(paper), self.hand.write("authors", paper), *self._plain(paper)]
        lines = [Piece(line.text.replace("\n", " "), line.marks) for line in [*lines, *self._notes()] if line]
        deepest = self.dice.pick([2, 3])
        mark_ = self.bullet
        return join([self.step * min(n, deepest) * bool(n) + mark_ + line for n, line in enumerate(lines)], "\n")

    def lines(self, paper: Paper, number: int) -> Piece:
        """Write one paragraph with a line for each name."""
        people = self.people(paper)
        if self.named:
            people = [self._word("authors"), *people]
        lead = f"{number + 1}. " if self.numbered and not self.loose else ""
        lines = [lead + self.hand.titles.write(paper), *self._ordered(people, self._plain(paper))]
        text = join(lines, self.breaks).indented(" " * len(lead))
        return join([text, *self._notes()], "\n\n")

    def sections(self, paper: Paper, number: int) -> Piece:
        """Write a section with a list of the names."""
        title = self.hand.titles.write(paper)
        head = "#" * self.level + " " + Piece(title.text.replace("\n", " "), title.marks)
        names = join([self.child + name for name in self.people(paper)], "\n")
        if self.loose:
            names = join(self.people(paper), self.breaks)
        word = self._word("authors") if self.named else Piece()
        if self.named and self.dice.chance(0.4):
            word = "#" * min(6, self.level + 1) + " " + word
        rest = (
            join(self._plain(paper), self.breaks)
            if not self.labelled
            else join([self.child + line for line in self._plain(paper)], "\n")
        )
        parts = [rest, word, names] if self.before else [word, names, rest]
        return join([head, *parts, *self._notes()], "\n\n")
