"""What holds the lines of a record: items of lists, paragraphs, sections, quotations, and rows of lines."""

from __future__ import annotations

from collections.abc import Callable

from .dice import Dice
from .html import as_html
from .plans import Entry
from .writer import Piece, join

_BREAKS = {"\n": 40, "  \n": 30, "\\\n": 8, "<br>\n": 8, "<br/>": 2, "<br>": 5}


class Container:
    """How records are laid out on one sheet."""

    def __init__(self, dice: Dice, sort: str, level: int) -> None:
        self.dice = dice
        self.sort = sort
        self.level = level
        self.bullet = dice.draw({"-": 55, "*": 32, "+": 6, "•": 4, "–": 1, "·": 0.6, "o": 0.3, "→": 0.3, "▪": 0.3})
        self.child = dice.draw({self.bullet if self.bullet in "-*+" else "-": 8, "-": 3, "*": 3, "+": 1})
        self.number = dice.pick(["n. ", "n. ", "n. ", "n) ", "1. "])
        self.step = (
            dice.pick(["  ", "    ", "    ", "\t"]) if self.bullet in "-*+" and sort.startswith("bullet") else "    "
        )
        self.pad = dice.pick([" ", " ", " ", "   "]) if sort == "bullets" and self.bullet in "-*+" else " "
        if self.pad == "   ":
            self.step = "    "
        self.label = dice.pick(
            [
                "[n] ",
                "[n] ",
                "[n] ",
                "n. ",
                "(n) ",
                "n) ",
                "[n]: ",
                "\\[n\\] ",
                "【n】",
                "Pn: ",
                "#n ",
                "n: ",
                "[Pn] ",
                "[An] ",
                "[^n]: ",
            ]
        )
        self.box = dice.draw({"": 90, "[ ] ": 5, "[x] ": 2, "mixed": 3})
        self.loose = dice.chance(0.25)
        self.gap = dice.pick(
            ["\n\n"] * 10
            + ["\n\n---\n\n"] * 2
            + ["\n\n\n", "\n\n***\n\n", "\n\n<br>\n\n", "\n\n* * *\n\n", "\n\n----------\n\n"]
        )
        self.breaks = dice.draw(_BREAKS)
        self.under = dice.draw({"soft": 4, "bullets": 4, "paragraphs": 3})
        """How the lines below a heading stand."""
        self.notes = dice.draw({"bullets": 5, "paragraphs": 4, "soft": 2, "quote": 1.5})
        self.heads = dice.draw(
            {"": 70, "n. ": 15, "[n] ": 4, "n) ": 1, "Paper n: ": 2, "#n ": 1, "n - ": 1, "📄 ": 2, "n\\. ": 1}
        )
        self.setext = dice.chance(0.05)
        self.start = dice.pick([1, 1, 1, dice.randint(2, 60)])
        self.deep = dice.chance(0.1)
        self.word = dice.pick(["**w**: ", "**w:** ", "w: ", "*w*: ", "**w** – ", "**w** "])
        self.tag = dice.pick(["ul", "ul", "ol"])
        self.callout = dice.pick(
            ["note", "abstract", "info", "cite", "quote", "paper", "tip", "summary", "example", "NOTE"]
        )
        self.tight = dice.chance(0.15)
        """Whether nothing divides cards whose first field is labelled."""

    def lay(self, entries: list[Entry], before: int = 0) -> Piece:
        """Lay out records, of which some came before."""
        lays: dict[str, Callable[[Entry, int], Piece]] = {
            "bullets": self._bullet,
            "numbers": self._bullet,
            "bullet lines": self._bullet_lines,
            "paragraphs": self._paragraph,
            "blocks": self._block,
            "headings": self._heading,
            "quotes": self._quote,
            "callouts": self._callout,
            "details": self._details,
            "labels": self._labelled,
            "rows": self._row,
            "html": self._html,
        }
        pieces = [lays[self.sort](entry, self.start + before + n) for n, entry in enumerate(entries)]
        if self.sort in {"bullets", "numbers", "bullet lines"}:
            return join(pieces, "\n\n" if self.loose else "\n")
        if self.sort == "html" and self.under == "bullets":
            return join([f"<{self.tag}>", *pieces, f"</{self.tag}>"], "\n")
        if self.sort == "rows":
            return join(pieces, self.breaks)
        if self.sort == "labels":
            return join(pieces, "\n\n" if self.loose else self.breaks if self.breaks.endswith("\n") else "\n")
        if self.sort in {"quotes", "callouts", "details"}:
            return join(pieces, "\n\n")
        if self.sort == "headings":
            return join(pieces, "\n\n" if "-" not in self.gap or self.setext else self.gap)
        return join(pieces, self.gap)

    def _marker(self, number: int) -> str:
        if self.sort == "numbers" or (self.sort == "bullet lines" and self.deep):
            return self.number.replace("n", str(number))
        return self.bullet + self.pad

    def _box(self) -> str:
        if self.box == "mixed":
            return self.dice.pick(["[ ] ", "[x] ", "[ ] "])
        return self.box if self.dice.chance(0.93) else ""

    def _bullet(self, entry: Entry, number: int) -> Piece:
        """Write an item with a nested list."""
        marker = self._marker(number)
        step = " " * len(marker) if self.sort == "numbers" and self.step != "\t" else self.step
        if self.bullet not in "-*+" and self.sort == "bullets":
            return join([marker + entry.head, *(step + line for line in [*entry.lines, *self._noted(entry)])], "\n")
        text = marker + self._box() + entry.head.indented(" " * len(marker))
        below = [step + self.child + " " + line.indented(step + "  ") for line in entry.lines]
        notes = self._notes_of(entry, step)
        return join([text, *below, *notes], "\n")

    def _noted(self, entry: Entry) -> list[Piece]:
        """Give the remarks of a record, each below or behind its label where they have labels."""
        if not entry.words:
            return entry.notes
        before, between = self.word.split("w")
        if self.sort == "headings":
            before, between = "#" * (self.level + 1) + " ", "\n\n"
        return [before + word + between + note for word, note in zip(entry.words, entry.notes, strict=False)]

    def _notes_of(self, entry: Entry, step: str) -> list[Piece]:
        if not self._noted(entry):
            return []
        if self.notes == "paragraphs" and not entry.lines:
            return ["\n" + step.replace("\t", "    ") + note for note in self._noted(entry)]
        if self.notes == "soft" and not entry.lines:
            return ["  " + note for note in self._noted(entry)]
        if self.deep and entry.lines:
            return [step + step + self.child + " " + note for note in self._noted(entry)]
        return [step + self.child + " " + note for note in self._noted(entry)]

    def _bullet_lines(self, entry: Entry, number: int) -> Piece:
        """Write an item whose lines follow without bullets."""
        marker = self._marker(number)
        if self.bullet not in "-*+" and not self.deep:
            return marker + join([entry.head, *entry.lines, *self._noted(entry)], "\n" + " " * len(marker))
        indent = " " * len(marker)
        lines = join([entry.head, *entry.lines], self.breaks)
        if self.notes == "paragraphs" or self.under == "paragraphs":
            lines = join([lines, *self._noted(entry)], "\n\n")
        else:
            lines = join([lines, *self._noted(entry)], self.breaks)
        return marker + lines.indented(indent)

    def _paragraph(self, entry: Entry, number: int) -> Piece:
        """Write one paragraph of stacked lines."""
        lines = join([entry.head, *entry.lines], self.breaks)
        return join([lines, self._notes(entry)], "\n\n" if self.notes != "soft" else self.breaks)

    def _notes(self, entry: Entry) -> Piece:
        if entry.words and self.sort == "headings":
            return join(self._noted(entry), "\n\n")
        if self.notes == "bullets":
            return join([self.child + " " + note for note in self._noted(entry)], "\n")
        if self.notes == "quote":
            return join(["> " + note for note in self._noted(entry)], "\n>\n")
        return join(self._noted(entry), "\n\n" if self.notes == "paragraphs" else self.breaks)

    def _block(self, entry: Entry, number: int) -> Piece:
        """Write a head and a list or paragraphs below it."""
        if self.under == "bullets":
            items = join([self.child + " " + line for line in [*entry.lines, *self._noted(entry)]], "\n")
            return join([entry.head, items], "\n" if self.loose else "\n\n")
        return join([entry.head, *entry.lines, *self._noted(entry)], "\n\n")

    def _heading(self, entry: Entry, number: int) -> Piece:
        """Write a section."""
        lead = self.heads.replace("n", str(number))
        entry.head = Piece(entry.head.text.replace("\n", " "), entry.head.marks)
        head = "#" * self.level + " " + lead + entry.head
        if self.setext and self.level < 3:
            head = lead + entry.head
            head = head + "\n" + ("=" if self.level == 1 else "-") * max(4, len(head.text))
        if self.under == "bullets":
            body = join([self.child + " " + line for line in entry.lines], "\n")
        else:
            body = join(entry.lines, self.breaks if self.under == "soft" else "\n\n")
        body = join([body, self._notes(entry)], "\n\n")
        return join([head, body], "\n" if self.loose else "\n\n")

    def _quote(self, entry: Entry, number: int) -> Piece:
        """Write a block quotation."""
        lines = join([entry.head, *entry.lines], self.breaks if self.under == "soft" else "\n\n")
        if self.deep:
            return join([("> " + lines.indented("> ")), *self._noted(entry)], "\n\n")
        return "> " + join([lines, *self._noted(entry)], "\n\n").indented("> ")

    def _callout(self, entry: Entry, number: int) -> Piece:
        """Write a callout of Obsidian: its title holds the head, or the head is its first line."""
        fold = self.dice.pick(["", "", "-", "+"]) if self.deep else ""
        if self.under != "soft":
            entry.head = Piece(entry.head.text.replace("\n", " "), entry.head.marks)
        head = f"> [!{self.callout}]{fold}" + (" " if self.under != "soft" else "\n> ") + entry.head.indented("> ")
        mark = "" if self.under != "bullets" else self.child + " "
        below = [("> " + mark + line.indented("> ")) for line in [*entry.lines, *self._noted(entry)]]
        return join([head, *below], "\n" if self.breaks.strip() or self.under == "bullets" else self.breaks)

    def _details(self, entry: Entry, number: int) -> Piece:
        """Write a section that folds."""
        inner = join([entry.head.wrap("<summary>", "</summary>"), *entry.lines, *self._noted(entry)], "\n\n")
        return "<details>" + ("" if self.loose else "\n") + inner + "\n\n</details>"

    def _html(self, entry: Entry, number: int) -> Piece:
        """Write an item or a paragraph of HTML."""
        lines = [as_html(line) for line in [entry.head, *entry.lines, *self._noted(entry)]]
        text = join(lines, "<br/>" if self.loose else "<br>\n")
        return text.wrap("  <li>", "</li>") if self.under == "bullets" else text.wrap("<p>", "</p>")

    def _labelled(self, entry: Entry, number: int) -> Piece:
        """Write an entry of a numbered bibliography."""
        lines = join([entry.head, *entry.lines, *self._noted(entry)], " ")
        return self.label.replace("n", str(number)) + lines

    def _row(self, entry: Entry, number: int) -> Piece:
        """Write a line of a paragraph that holds many."""
        return join([entry.head, *entry.lines, *self._noted(entry)], " ")
