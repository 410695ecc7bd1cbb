"""Records that give no title: a link whose text is a remark, alone or in a sentence."""

from __future__ import annotations

from .asides import PHRASES, WORDS_OF_LINKS
from .hand import Hand
from .papers import Paper
from .plans import Entry
from .writer import Piece, mark

_FORMS = {
    "l": 3,
    "l - r": 2,
    "l: r": 2,
    "l, r": 1,
    "r: l": 3,
    "r (l)": 3,
    "r, l": 1,
    "r - l": 2,
    "r [l]": 1,
    "r. See l": 1,
    "b: l": 3,
    "**b**: l": 2,
    "b - l. r": 1,
    "b l": 2,
    "l (b)": 1,
}
_LEADS = """Update|Update {n}|See|See also|Also|Based on|Further corroborated by|Inspired by|Proof|Theory|Source|via|Related|Survey|cf.|Reference
|For {noun}|For details|More on {noun}|More about {coined}|{noun}|{adj} {noun}|{coined}|{coined} ({task})|How {coined} works|As in|Following|From|Main reference|Used in""".replace(
    "\n", ""
).split("|")


class Untitled:
    """How one sheet points to papers without naming them."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        dice = hand.dice
        self.form = dice.draw(_FORMS)
        self.varied = dice.chance(0.4)
        self.same = dice.pick([*WORDS_OF_LINKS, "paper", "Paper", "link", "arXiv", "pdf"])
        self.worded = dice.chance(0.35)
        """Whether all links have one short word for their text."""
        self.linked = dice.pick(["[l](u)", "[l](u)", "[l](u)", "<a href='u'>l</a>", "l: u", "u", "<u>"])

    def entry(self, paper: Paper) -> Entry:
        """Write a record as a line, sometimes with remarks below."""
        dice, hand = self.hand.dice, self.hand
        said = mark("label", self.same)
        if not self.worded:
            said = mark("remark", hand.remarks.fill(dice.pick(PHRASES)))
        link = Piece()
        for sign in self.linked:
            link = link + (said if sign == "l" else paper.url if sign == "u" else sign)
        form = dice.draw(_FORMS) if self.varied else self.form
        text = Piece()
        for sign in form:
            if sign == "l":
                text = text + link
            elif sign == "r":
                text = text + mark("remark", dice.pick([hand.remarks.phrase, hand.remarks.sentence])().rstrip("."))
            elif sign == "b":
                text = text + mark("remark", hand.remarks.fill(dice.pick(_LEADS)))
            else:
                text = text + sign
        notes = [mark("remark", hand.remarks.bullet())] if dice.chance(0.15) else []
        return Entry(text, [], notes)
