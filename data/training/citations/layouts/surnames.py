"""Authors named by their surnames, as one cites them: `Lee and Sato, 2007`, `Lee, Sato & Roth`, `Lee and colleagues`."""

from __future__ import annotations

from .dice import Dice
from .names import is_han, print_name
from .papers import Paper
from .words import WORDS
from .writer import Piece, join, mark

_PAIRS = {
    " and ": 46,
    " & ": 26,
    ", ": 16,
    "/": 2,
    " / ": 2,
    "-": 1.5,
    "–": 2,
    " + ": 2,
    ", and ": 1,
    ", & ": 1,
    "; ": 1,
}
_ROWS = {
    (", ", ", and "): 20,
    (", ", " and "): 22,
    (", ", " & "): 14,
    (", ", ", & "): 7,
    (", ", ", "): 24,
    ("/", "/"): 2,
    (" / ", " / "): 1.5,
    ("; ", "; "): 2,
    (" and ", " and "): 2,
    (" & ", " & "): 2,
    ("-", "-"): 1.5,
    ("–", "–"): 1,
    (",", ","): 1,
    (" + ", " + "): 0.7,
    (" ", " "): 0.7,
}
_RESTS = {
    " et al.": 40,
    " et al": 12,
    ", et al.": 7,
    " et. al.": 5,
    " et. al": 3,
    " and colleagues": 4,
    " and others": 2,
    " & co.": 1.5,
    " and co-authors": 1.5,
    " and coworkers": 1,
    ", + N others": 2,
    " + N others": 2,
    " + N": 1,
    " and N others": 2,
    " & N more": 1,
    ", ...": 2,
    ", …": 2,
    " …": 1,
    "+": 2,
    " *et al.*": 2,
    " ea.": 0.5,
    " Et Al.": 1,
    " and friends": 0.3,
}
_YEARS = {
    "n, y": 26,
    "n y": 20,
    "n (y)": 26,
    "n [y]": 4,
    "n. y": 3,
    "n. (y)": 3,
    "n 'yy": 3,
    "n'yy": 1.5,
    "n, 'yy": 1,
    "n, (y)": 3,
    "n: y": 1,
    "n - y": 2,
    "n / y": 0.5,
    "n, yL": 3,
    "n (yL)": 2,
    "n yL": 1.5,
    "y, n": 1,
    "n; y": 0.7,
    "n (in press)": 0,
}


class Surnames:
    """How authors are named by surnames on one sheet."""

    def __init__(self, dice: Dice, language: str) -> None:
        self.dice = dice
        self.pair = dice.draw(_PAIRS)
        self.row = dice.draw(_ROWS)
        self.rest = dice.draw(_RESTS)
        word = dice.pick(WORDS[language]["and"])
        if language not in {"en", "zh", "ja", "ko"}:
            self.pair = f" {word} " if dice.chance(0.7) else self.pair
        self.year = dice.draw(_YEARS)
        self.most = dice.pick([1, 1, 2, 2, 2, 3, 3, 4, 99])
        """How many are named before the others are left out."""
        self.whole = dice.draw({"": 82, "first": 6, "some": 5, "last": 2, "initials": 5})
        """Which of them have their given names."""
        self.capitals = dice.chance(0.03)
        self.style = dice.draw({"": 88, "*": 5, "_": 2, "**": 3, "`": 0.5})

    def write(self, paper: Paper) -> Piece:
        """Write the surnames of a paper's authors."""
        people, dice = paper.people, self.dice
        most = self.most if not dice.chance(0.08) else dice.pick([1, 2, 3, 99])
        shown = len(people) if len(people) <= most or (len(people) == 2 and dice.chance(0.9)) else most
        shown = min(shown, 8)
        paper.cut = shown < len(people)
        names = [self._one(paper, number, shown) for number in range(shown)]
        separator, last = self.row
        if separator == " " and any(" " in name.text for name in names):
            separator = last = ", "
        if not paper.cut:
            if shown == 2:
                return join(names, self.pair)
            return join(names[:-1], separator) + (last if shown > 1 else "") + names[-1]
        rest = self.rest.replace("N", str(len(people) - shown))
        rest = " et al." if "others" in rest and rest.endswith(" 1 others") else rest
        lead = rest[: len(rest) - len(rest.lstrip(" ,"))]
        words = rest[len(lead) :]
        stars = "*" if words.startswith("*") and not self.style else ""
        return join(names, separator) + lead + stars + mark("etal", words.strip("*")) + stars

    def styled(self, paper: Paper) -> Piece:
        """Write the surnames with marks around them."""
        text = self.write(paper)
        return text.wrap(self.style, self.style) if "*" not in text.text else text

    def cite(self, paper: Paper) -> Piece:
        """Write the surnames with the year."""
        names = self.write(paper)
        before, _, after = self.year.partition("n")
        two = "yy" in self.year
        year = mark("year", f"{paper.year % 100:02d}" if two else str(paper.year))
        if before:
            return year + ", " + names
        left, _, right = after.partition("yy" if two else "y")
        left = left[1:] if names.text.endswith(".") and left.startswith(".") else left
        letter = self.dice.pick("aaabbc") if right.startswith("L") and self.dice.chance(0.7) else ""
        return names + left + year + letter + right.removeprefix("L")

    def _one(self, paper: Paper, number: int, shown: int) -> Piece:
        whole = {
            "": False,
            "first": number == 0,
            "some": self.dice.chance(0.5),
            "last": number == shown - 1,
            "initials": True,
        }[self.whole]
        form = ("initials" if self.whole == "initials" else "direct") if whole else "family"
        person = paper.people[number]
        if self.capitals and not is_han(person) and not whole:
            form = "capitals direct"
            person = {**person, "given": ""}
        return print_name(person, number, form)
