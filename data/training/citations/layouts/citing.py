"""Full citations for a line of their own, below or beside what a note says of a paper."""

from __future__ import annotations

from .hand import Hand
from .lines import draw_line
from .papers import Paper
from .writer import Piece, mark

_FULL = {
    "authors title venue": 30,
    "authors year title place": 20,
    "authors title place year": 14,
    "title authors venue": 16,
    "title authors place year": 5,
    "cite title place": 3,
    "title cite": 3,
    "authors title": 3,
}
_TAILS = {"": 10, "links": 4, "identifier": 4, "url": 3}
_LEADS = {
    "": 60,
    "L: ": 10,
    "**L**: ": 6,
    "**L:** ": 3,
    "L ": 2,
    "→ ": 3,
    "*L:* ": 2,
    "[L] ": 1,
    "> ": 0,
    "cf. ": 0.5,
}
_WORDS = {
    "en": ["Paper", "Citation", "Reference", "Ref", "Cite", "Publication", "Please cite", "Source", "Article", "ref"],
    "de": ["Aufsatz", "Zitat", "Quelle", "Lit."],
    "fr": ["Article", "Référence", "Réf."],
    "es": ["Artículo", "Referencia", "Cita"],
    "it": ["Articolo", "Riferimento", "Cit."],
    "pt": ["Artigo", "Referência", "Citação"],
    "ru": ["Статья", "Ссылка", "Источник"],
    "zh": ["论文", "引用", "文献"],
    "ja": ["論文", "引用", "出典"],
    "ko": ["논문", "인용", "출처"],
}


class Citer:
    """How one writer cites a paper in full."""

    def __init__(self, hand: Hand, *, tail: bool = True) -> None:
        dice = hand.dice
        self.hand = hand
        order = dice.draw(_FULL).split()
        if tail:
            order += dice.draw(_TAILS).split()
        self.line = draw_line(dice, order, dice.pick(hand.words["by"]), ends=1.0)
        self.lead = dice.draw(_LEADS)
        self.word = dice.pick(_WORDS[hand.language if dice.chance(0.7) else "en"])

    def write(self, paper: Paper) -> Piece:
        """Write a citation, on one line."""
        text = self.line.write(self.hand, paper)
        return Piece(text.text.replace("\n", " "), text.marks)

    def led(self, paper: Paper) -> Piece:
        """Write a citation with what says that it is one."""
        before, word, after = self.lead.partition("L")
        return before + (mark("label", self.word) if word else Piece()) + after + self.write(paper)
