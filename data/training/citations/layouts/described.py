"""Records whose head is no title: a description in own words, or the name of a tool, with the citation below."""

from __future__ import annotations

from .citing import Citer
from .hand import Hand
from .lines import Line
from .papers import Paper
from .plans import Entry
from .writer import Piece, join, mark

_FORMS = {"own words": 4, "linked words": 1.5, "tool": 4, "tool lines": 3, "tool card": 2}
_NAMED = {"**x**": 8, "[x](u)": 7, "x": 5, "`x`": 2, "**[x](u)**": 3, "[**x**](u)": 1, "*x*": 1, "__x__": 0.5}
_REPOS = ["GitHub", "Github", "github", "code", "source", "repo", "website", "docs", "download", "tool", "web server"]
_WHAT = [
    "{adj} {method} for {thing}",
    "{method} in {m} lines of code",
    "toolkit for {task}, with {adj} {noun}",
    "finds {noun} in {thing}",
    "fast {task} of {thing}",
    "a database of {n},000 {thing}",
    "package for {task}",
    "visualizes {noun} and {other}",
    "Simulates {adj} {noun}.",
    "computes {noun} from {thing}",
    "web tool that compares {noun} across {thing}",
    "command line program, does {method} on {thing}",
    "Implements {method}; works for {thing} too.",
    "what everybody uses for {task} at {org}",
    "successor of {coined}, handles {adj} {thing}",
    "R/Python bindings, {task}",
    "where the idea of {adj} {noun} comes from",
    "first proof that {noun} need {other}",
    "the standard reference for {method}",
    "How do {noun} shape {task}?",
    "shows why {method} fails on {thing}",
    "use this when {noun} are {adj}",
    "original definition of {noun}",
    "numbers for {thing}, {org}",
    "On {adj} {noun} in {thing} (with nice pictures)",
]


class Described:
    """A plan whose entries begin with a description or with the name of a tool."""

    sort = "spread"
    own_label = False

    def __init__(self, hand: Hand) -> None:
        dice = hand.dice
        self.hand = hand
        self.rows: list[Line] = []
        self.form = dice.draw(_FORMS)
        self.citer = Citer(hand)
        self.named = dice.draw(_NAMED)
        self.repo = dice.pick(_REPOS)
        self.dash = dice.pick([" - ", " - ", " – ", ": ", " — ", ", ", " | ", ". "])
        self.row = dice.chance(0.35)
        """Whether there is a row of links."""
        self.said = dice.pick([0.5, 0.9, 1.0, 1.0])
        self.native = dice.chance(0.5)
        self.bold = dice.pick(["", "", "", "**", "*"])
        self.above = dice.chance(0.15)
        """Whether the citation comes before the links and the remarks."""
        self.noted = dice.pick([0.0, 0.0, 0.3])

    def entry(self, paper: Paper) -> Entry:
        """Write a record as lines."""
        dice, hand = self.hand.dice, self.hand
        code = paper.urls["code"]
        cited = self.citer.led(paper)
        links = hand.links.write(paper) if self.row and dice.chance(0.85) else Piece()
        notes = [mark("remark", hand.remarks.bullet())] if dice.chance(self.noted) else []
        if self.form == "own words":
            return Entry(self._what().wrap(self.bold, self.bold), self._below(cited, links), notes)
        if self.form == "linked words":
            head = self._what().wrap("[", f"]({paper.url})")
            return Entry(head, self._below(cited, links), notes)
        before, after = self.named.split("x")
        name = before + mark("short", paper.short) + after.replace("(u)", f"({code})")
        what = self._what() if dice.chance(self.said) else Piece()
        repo = Piece() if "[" in before or dice.chance(0.2) else hand.links.one(self.repo, code, paper, "[l](u)")
        if self.form == "tool":
            parts = [repo, what] if dice.chance(0.8) else [what, repo]
            return Entry(join([name, *parts], self.dash), self._below(cited, links), notes)
        if self.form == "tool lines":
            return Entry(name, [line for line in [repo, what] if line] + self._below(cited, links), notes)
        labelled = [hand.labelled("remark", what), hand.labelled("code", mark("url", code)), cited]
        return Entry(name, [line for line in labelled if line], notes)

    def _below(self, cited: Piece, links: Piece) -> list[Piece]:
        lines = [cited, links] if self.above else [links, cited]
        return [line for line in (lines if self.row else [cited]) if line]

    def _what(self) -> Piece:
        remarks = self.hand.remarks
        if self.native and self.hand.language != "en" and self.hand.dice.chance(0.8):
            return mark("remark", self.hand.dice.pick([remarks.phrase, remarks.sentence])())
        return mark("remark", remarks.fill(self.hand.dice.pick(_WHAT)))
