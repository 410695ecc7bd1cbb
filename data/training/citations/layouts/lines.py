"""Fields in a row: which come in what order and what divides them."""

from __future__ import annotations

from dataclasses import dataclass

from .dice import Dice
from .hand import Hand
from .papers import Paper
from .writer import Piece, join

_SOFT = {", ": 20, ". ": 15, " - ": 10, " — ": 5, " – ": 6, " | ": 3, " · ": 1.5, "; ": 1.5, " / ": 2, " ": 5}
_LEADS: dict[str, dict[str, float]] = {
    "authors": {
        **_SOFT,
        " ": 4,
        " by ": 12,
        " (": 9,
        " [": 2,
        ": ": 1.5,
        ", by ": 2,
        " // ": 0.4,
        " -- ": 1,
        " --- ": 0.4,
        "\t": 0.3,
    },
    "title": {**_SOFT, ": ": 20, ". ": 20, " → ": 0.5, " » ": 0.3, " -- ": 1, " :: ": 0.3, "  ": 0.5},
    "venue": {
        **_SOFT,
        " (": 28,
        " [": 7,
        ". In ": 4,
        " In ": 2,
        ", in ": 2,
        " @ ": 1.5,
        " in ": 2,
        " -- ": 0.5,
        ": ": 0.5,
        " <": 0,
    },
    "year": {" (": 40, ", ": 16, " ": 9, ". ": 6, " [": 3, " - ": 3, " | ": 1, " – ": 1, " / ": 0.4},
    "cite": {
        " (": 22,
        " [": 4,
        " - ": 12,
        ", ": 8,
        " – ": 5,
        " — ": 4,
        " by ": 4,
        " ": 3,
        ". ": 4,
        " | ": 2,
        " / ": 1,
        "; ": 0.5,
    },
    "surnames": {
        " (": 20,
        " ": 13,
        ", ": 20,
        " by ": 11,
        " - ": 12,
        " – ": 6,
        " — ": 4,
        " [": 4,
        ". ": 8,
        ", by ": 2,
        ": ": 1.5,
        " | ": 2,
        "; ": 1,
        " / ": 1,
        " -- ": 0.7,
        " @": 0,
    },
    "links": {
        " ": 46,
        " - ": 5,
        ". ": 9,
        " | ": 4,
        ", ": 7,
        " — ": 2,
        ": ": 5,
        " (": 2,
        " → ": 1,
        " · ": 1,
        "  ": 2,
        " -> ": 0.5,
        "; ": 0.5,
    },
    "remark": {
        " - ": 20,
        " — ": 12,
        " – ": 8,
        ". ": 14,
        ": ": 8,
        " → ": 2,
        " (": 6,
        " // ": 1,
        " | ": 2,
        "; ": 2,
        " <- ": 0.5,
        " ": 3,
        ", ": 3,
        " [": 1,
        " => ": 0.5,
        " -> ": 0.7,
        " -- ": 1,
    },
    "tags": {" ": 20, " - ": 1, "  ": 2, " | ": 1, ". ": 1},
    "short": {" (": 20, " [": 5, " - ": 3, ", ": 2},
    "affiliation": {" (": 8, ", ": 6, " - ": 2, " @ ": 2, " [": 3, "; ": 1, " | ": 0.5, ". ": 1},
    "other": {" (": 12, " [": 6, ", ": 6, " - ": 4, " ": 5, " | ": 2, ". ": 3, " · ": 0.5},
}
_KIND = {
    "place": "venue",
    "url": "links",
    "all links": "links",
    "code": "links",
    "abstract": "remark",
    "month year": "year",
    "ref": "cite",
    "surnames": "authors",
}
_FIRST = {
    "venue": {
        "[x] ": 8,
        "(x) ": 3,
        "**x** ": 2,
        "x: ": 3,
        "x - ": 2,
        "`x` ": 2,
        "x | ": 1,
        "【x】": 0.3,
        "*x* ": 1,
        "\\[x\\] ": 0.5,
        "x, ": 1,
        "<x>": 0,
        "**[x]** ": 2,
        "[**x**] ": 1.5,
        "x ": 1,
    },
    "year": {
        "[x] ": 5,
        "(x) ": 4,
        "x - ": 2,
        "x: ": 3,
        "**x** ": 2,
        "x ": 3,
        "x, ": 1,
        "x. ": 2,
        "`x` ": 1,
        "x | ": 0.5,
        "**x**: ": 1,
        "[**x**] ": 0.5,
    },
    "short": {
        "x: ": 3,
        "x - ": 6,
        "x – ": 4,
        "x — ": 3,
        "x ": 4,
        "x, ": 1,
        "x | ": 2,
        "[x] ": 1,
        "(x) ": 1,
        "x → ": 0.4,
        "x. ": 0.3,
    },
    "links": {"x ": 5, "x - ": 2, "x: ": 2, "x | ": 0.5, "x — ": 0.5, "[x] ": 0.5},
    "key": {"x ": 4, "x: ": 4, "x - ": 2, "x, ": 0.4, "x. ": 0.4, "x | ": 0.4},
    "identifier": {"[x] ": 6, "x ": 3, "x: ": 2, "x - ": 2, "(x) ": 1, "x, ": 0.5},
    "rating": {"x ": 8, "[x] ": 2, "(x) ": 2, "x - ": 1, "x | ": 0.5},
    "date": {
        "x: ": 4,
        "x - ": 3,
        "[x] ": 2,
        "(x) ": 2,
        "x ": 3,
        "**x** ": 2,
        "**x**, ": 1,
        "x, ": 1,
        "*x* ": 1,
        "x | ": 0.5,
    },
    "status": {"x: ": 2, "[x] ": 3, "(x) ": 2, "x ": 2, "x - ": 1},
    "opening": {"x ": 4, "x: ": 4, "x - ": 1, "x, ": 0.5, "**x**: ": 1},
    "word": {"x: ": 6, "**x:** ": 2, "**x**: ": 1, "x - ": 0.5, "[x] ": 1, "x ": 0.5},
    "other": {"x ": 4, "[x] ": 3, "x: ": 2, "x - ": 2, "(x) ": 1},
}


@dataclass(frozen=True)
class Slot:
    """A field at its place in a line."""

    name: str
    lead: str
    """What divides it from the one before."""
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class Line:
    """Fields in a row."""

    slots: tuple[Slot, ...]
    end: str = ""
    led: bool = False
    """Whether there may be words close to the title that are none of it."""

    def write(self, hand: Hand, paper: Paper) -> Piece:
        """Write the fields of a paper that it has."""
        text = Piece()
        for slot in self.slots:
            piece = hand.write(slot.name, paper)
            if not piece:
                continue
            if self.led and slot.name == "title":
                piece = hand.asides.lead(paper) + piece + hand.asides.behind(paper)
            before, after, lead = slot.before, slot.after, slot.lead
            if before[-1:] == "(" and "(" in piece.text:
                before, after = (" ", "") if "[" in piece.text else (before[:-1] + "[", after.replace(")", "]", 1))
                lead = lead or ("" if not text else ",")
            if before[-1:] == "[" and "[" in piece.text:
                before, after = before[:-1] + "(", after.replace("]", ")", 1)
            if "*" in before and "*" in piece.text:
                before, after = before.replace("*", ""), after.replace("*", "")
            told = piece.text.startswith(hand.venues.into) or piece.text[:2].lower() == "in"
            if lead.rstrip().lower().endswith(" in") and told:
                lead = ". " if lead.startswith(".") else " "
            if text.text[-1:] in ".?!。" and lead.startswith("."):
                lead = lead[1:]
            if text.text.endswith(" "):
                lead = ""
            text = (text + lead if text else text) + before + piece + after
        if not text:
            return text
        text = _ended(text)
        if self.led and "title" in {slot.name for slot in self.slots}:
            text = text + hand.asides.end(paper)
        end = self.end if not text.text.endswith((".", "?", "!", ")", "]", "/", "。", "*")) else ""
        return _stripped(text + end)


def _ended(text: Piece) -> Piece:
    """Drop what was to divide the last field from one that is missing."""
    end = len(text.text.rstrip(" -:|,–—→"))
    end = max([end, *(mark.end for mark in text.marks)])
    return Piece(text.text[:end], text.marks)


def _stripped(text: Piece) -> Piece:
    lead = len(text.text) - len(text.text.lstrip())
    if not lead:
        return Piece(text.text.rstrip(), text.marks)
    return join([text])


def draw_line(dice: Dice, names: list[str], by: str = "by", ends: float = 1.0) -> Line:
    """Draw what divides some fields in a row; `ends` is how often something may stand at the end."""
    slots: list[Slot] = []
    for number, name in enumerate(names):
        kind = _KIND.get(name, name)
        if number == 0:
            before, _, after = (
                "x" if kind in {"title", "authors", "cite", "surnames", "remark"} else _first(dice, kind)
            ).partition("x")
            slots.append(Slot(name, "", before, after))
            continue
        previous = slots[-1]
        weights = _LEADS.get(kind, _LEADS["other"])
        lead = dice.draw(weights)
        if previous.after.endswith(" "):
            before, _, after = (
                (lead[-1] + "x" + {"(": ")", "[": "]"}.get(lead[-1], "")).partition("x")
                if lead[-1] in "(["
                else ("", "", "")
            )
            slots.append(Slot(name, "", before, after))
            continue
        if kind == "title" and previous.name == "year" and previous.before:
            lead = dice.pick([" ", ". ", ": ", ", ", " - "])
        if " by" in lead and by != "by":
            lead = lead.replace("by", by)
        if lead.endswith(("(", "[")):
            closing = ")" if lead.endswith("(") else "]"
            style = dice.pick([""] * 8 + ["*", "**"]) if kind in {"venue", "cite", "surnames", "authors"} else ""
            slots.append(Slot(name, lead[:-1], lead[-1] + style, style + closing))
            if style:
                slots[-1] = Slot(name, lead[:-1], lead[-1], closing)
        else:
            slots.append(Slot(name, lead))
    if len(names) > 2 and ends and dice.chance(0.012):
        gap = dice.pick(["\t", "\t", "\t", "    ", "   "])
        return Line(tuple(Slot(name, gap if number else "") for number, name in enumerate(names)))
    end = dice.draw({"": 62, ".": 34, ";": 1, " /": 0.3, ",": 0.5})
    return Line(tuple(slots), end if dice.chance(ends) else "", ends > 0.05)


def _first(dice: Dice, kind: str) -> str:
    return dice.draw(_FIRST.get(kind, _FIRST["other"]))


_MAINS = {
    "title authors venue": 40,
    "authors title venue": 26,
    "title venue authors": 9,
    "authors year title place": 12,
    "venue title authors": 6,
    "year title authors place": 2,
    "year authors title place": 2,
    "title authors place year": 5,
    "title cite": 9,
    "cite title": 6,
    "title year authors place": 2,
    "title venue": 5,
    "title year": 2,
    "title authors year": 4,
    "authors title year": 3,
    "title": 6,
    "cite title place": 3,
    "title cite place": 3,
    "venue authors title": 1.5,
    "authors venue title": 2,
    "title place authors year": 1.5,
    "title place cite": 0.7,
    "title surnames": 6,
    "surnames title": 4,
    "title surnames year": 3,
    "surnames title year": 1.5,
    "title surnames venue": 3,
    "surnames title venue": 2,
    "year title surnames": 1,
    "title year surnames": 1.5,
    "venue title surnames": 1.5,
    "title venue surnames": 1.5,
    "surnames year title": 1,
    "title links": 2.5,
    "short links title": 1,
    "short links title authors": 1,
    "short title surnames": 1,
    "short title": 1.5,
    "short cite title": 0.7,
}
_EXTRAS = {
    "links": (0.55, 0.03, 0.12),
    "remark": (0.4, 0.0, 0.03),
    "tags": (0.07, 0.05, 0.1),
    "rating": (0.06, 0.6, 0.1),
    "status": (0.05, 0.5, 0.1),
    "short": (0.1, 0.85, 0.15),
    "key": (0.05, 0.7, 0.05),
    "identifier": (0.1, 0.25, 0.15),
    "date": (0.05, 0.7, 0.05),
    "presentation": (0.04, 0.2, 0.1),
    "affiliation": (0.07, 0.05, 0.1),
    "url": (0.05, 0.1, 0.05),
    "publisher": (0.02, 0.0, 0.0),
    "presenter": (0.04, 0.1, 0.05),
    "opening": (0.04, 1.0, 0.0),
    "word": (0.03, 1.0, 0.0),
    "translation": (0.05, 0.0, 0.9),
    "keyword": (0.03, 0.0, 0.05),
}
"""How often a field is there, and then how often it comes first and how often right behind the title."""


def draw_order(dice: Dice, *, rich: float = 1.0) -> list[str]:
    """Draw which fields are told and in what order."""
    order = dice.draw(_MAINS).split()
    if rich > 1:  # a card names the authors in full
        order = ["authors" if name == "surnames" else name for name in order]
    tail: list[str] = []
    for name, (often, first, behind) in _EXTRAS.items():
        if not dice.chance(min(0.95, often * rich)):
            continue
        where = dice.random()
        if name in order:
            continue
        if name == "word" and "opening" in order:
            continue
        if name == "affiliation":
            if "authors" in order:
                order.insert(order.index("authors") + 1, name)
        elif where < first:
            order.insert(0, name)
        elif where < first + behind:
            order.insert(order.index("title") + 1, name)
        else:
            tail.append(name)
    ranks = "publisher identifier presentation url links key keyword rating status date tags remark".split()
    if dice.chance(0.75):
        tail.sort(key=lambda name: [*ranks, name].index(name))
    return order + tail
