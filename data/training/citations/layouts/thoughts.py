"""Outlines of thoughts in the writer's language, with a paper here and there; most lines belong to none."""

from __future__ import annotations

import tomllib
from pathlib import Path

from .citing import Citer
from .hand import Hand
from .papers import Paper
from .writer import Piece, join, mark

_THOUGHTS: dict[str, list[str]] = tomllib.loads(Path(__file__).with_name("thoughts.toml").read_text(encoding="utf-8"))


class Thoughts:
    """A source of outlines."""

    def __init__(self, hand: Hand) -> None:
        dice = self.dice = hand.dice
        self.hand = hand
        self.bullet = dice.pick(["- ", "- ", "* ", "+ "])
        self.step = dice.pick(["  ", "    ", "\t"])
        self.patterns = _THOUGHTS[hand.language if dice.chance(0.9) else "en"]
        self.deepest = dice.pick([1, 2, 3, 4])
        self.bold = dice.pick([0.0, 0.0, 0.2])
        self.wiki = dice.pick([0.0, 0.1, 0.4])

    def line(self) -> str:
        """Write one thought."""
        dice, remarks = self.dice, self.hand.remarks
        said = dice.random()
        if said < self.wiki:
            name = remarks.fill(dice.pick(["{noun}", "{coined}", "{native}", "{method}", "{who}"])) or "index"
            return f"[[{name}]]"
        text = remarks.fill(dice.pick(self.patterns)) if said < 0.75 else remarks.bullet()
        return f"**{text}**" if dice.chance(self.bold) and "*" not in text and "[" not in text else text

    def branch(self, least: int = 1, most: int = 9, base: int = 0) -> list[str]:
        """Write a thought with those below it."""
        dice, depth = self.dice, 0
        lines = [self.step * base + self.bullet + self.line()]
        for _ in range(dice.randint(least, most)):
            depth = min(depth + 1, dice.randint(1, self.deepest))
            lines.append(self.step * (base + depth) + self.bullet + self.line())
        return lines

    def outline(self) -> str:
        """Write an outline without papers."""
        branches = [line for _ in range(self.dice.randint(1, 5)) for line in self.branch()]
        return "\n".join(dict.fromkeys(branches))


def _cited(hand: Hand, paper: Paper) -> Piece:
    return hand.write("cite", paper) or mark("year", str(paper.year))


def lay_thoughts(hand: Hand, papers: list[Paper]) -> tuple[Piece, str]:
    """Write an outline of thoughts with some papers; the second value says how those are named."""
    dice = hand.dice
    del papers[dice.pick([1, 1, 2, 3, 5]) :]
    thoughts, citer = Thoughts(hand), Citer(hand)
    named = dice.pick(["cited", "title", "title", "linked", "title cite"])
    under = dice.chance(0.35)
    """Whether papers stand below a thought, and not beside thoughts."""
    lead = dice.pick(["", "", "", "📄 ", "paper: ", "论文：" if hand.language == "zh" else "Paper: "])
    noted = dice.pick([0, 1, 3, 6])
    base = 1 if under else 0
    lines: list[Piece | str] = []
    for number, paper in enumerate(papers):
        if number == 0 or dice.chance(0.6):
            lines += [
                line for _ in range(dice.randint(0 if number and not under else 1, 3)) for line in thoughts.branch()
            ]
        if under and number:
            lines.append(thoughts.bullet + thoughts.line())
        if named == "cited":
            text = citer.write(paper)
        elif named == "linked":
            text = mark("title", paper.title).wrap("[", f"]({paper.url})")
        else:
            if hand.titles.style in {"wiki", "wiki bold", "lower"}:
                hand.titles.style = ""
            bare = not (hand.titles.style or lead) or named == "title cite"
            text = join([hand.titles.write(paper), _cited(hand, paper) if bare else Piece()], " - ")
        word = lead.strip(" :：")
        first = mark("label", word) + lead[len(word) :] if word.isalpha() else Piece(lead)
        record = [thoughts.step * base + thoughts.bullet + first + Piece(text.text.replace("\n", " "), text.marks)]
        deep = 0
        for _ in range(dice.randint(0, noted)):
            deep = min(deep + 1, dice.randint(1, 3))
            record.append(thoughts.step * (base + deep) + thoughts.bullet + mark("remark", thoughts.line()))
        lines.append(join(record, "\n").of(number))
    for _ in range(dice.randint(0, 2)):
        lines += thoughts.branch()
    return join(lines, "\n"), f"thoughts {named}"
