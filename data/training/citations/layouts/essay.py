"""Notes about one paper: title, authors and links in any form, then sections of remarks, then perhaps related papers."""

from __future__ import annotations

from collections.abc import Callable

from compose import titlecase

from .citing import Citer
from .hand import Hand
from .papers import Paper
from .writer import Piece, join, mark

_HEADS = {
    "# x": 10,
    "## x": 2,
    "**x**": 3,
    "x": 1,
    "x\n====": 1,
    "# w: x": 1.5,
    "w: x": 1,
    "**w:** x": 1,
    "# [x](u)": 2,
    "# *x*": 0.5,
    "# n - x": 1,
    "# 📄 x": 0.4,
    "# x (c)": 1,
    "# s - x": 1,
    "### x": 0.7,
    "> # x": 0.3,
}
_META = {"lines": 5, "paragraphs": 3, "bullets": 4, "sections": 3, "callout": 1, "quote": 0.7, "row": 1}
_FIELDS = {
    "authors": 0.95,
    "affiliation": 0.35,
    "venue": 0.55,
    "year": 0.25,
    "links": 0.5,
    "url": 0.3,
    "code": 0.2,
    "keyword": 0.2,
    "tags": 0.15,
    "date": 0.2,
    "status": 0.1,
    "identifier": 0.2,
    "key": 0.1,
    "rating": 0.1,
    "presentation": 0.05,
}
_RELATED = {
    "en": ["Related papers", "References", "Related work", "See also", "Follow-up papers", "Further reading"],
    "de": ["Literatur", "Verwandte Arbeiten", "Siehe auch"],
    "fr": ["Références", "Voir aussi", "Travaux liés"],
    "es": ["Referencias", "Trabajos relacionados"],
    "it": ["Riferimenti", "Lavori correlati"],
    "pt": ["Referências", "Trabalhos relacionados"],
    "ru": ["Литература", "Похожие работы"],
    "zh": ["参考文献", "相关论文"],
    "ja": ["参考文献", "関連論文"],
    "ko": ["참고문헌", "관련 논문"],
}
_FORMULAS = [
    "$$\nL = \\sum_i (x_i - y_i)^2\n$$",
    "$$p(x) = \\int p(x|z) p(z) dz$$",
    "```\nfor x in data:\n    step(x)\n```",
    "$$\\hat{y} = W x + b$$",
]


def lay_essay(hand: Hand, papers: list[Paper]) -> tuple[Piece, str]:
    """Write a note about the first paper; the others are related ones, if they are listed at all."""
    dice = hand.dice
    essay = _Essay(hand)
    related = len(papers) > 1 and dice.chance(0.5)
    if not related:
        del papers[1:]
    paper = papers[0]
    body = join([essay.head(paper), essay.meta(paper), *essay.sections(paper)], "\n\n").of(0)
    parts: list[Piece | str] = [essay.matter(paper) if dice.chance(0.25) else "", body]
    if related:
        citer = Citer(hand)
        lead = dice.pick(["- ", "* ", "1. ", "n. ", "[n] ", ""])
        cited = [lead.replace("n", str(n)) + citer.write(p).of(n) for n, p in enumerate(papers) if n]
        word = dice.pick(_RELATED[hand.language if dice.chance(0.8) else "en"])
        parts.append("#" * essay.level + " " + word if dice.chance(0.8) else f"**{word}**")
        parts.append(join(cited, "\n" if lead not in {"", "[n] "} else "\n\n"))
    return join(parts, "\n\n"), f"essay {essay.headed!r} {essay.told}"


class _Essay:
    """The habits of a note."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        dice = self.dice = hand.dice
        self.headed = dice.draw(_HEADS)
        self.told = dice.draw(_META)
        self.fields = [name for name, often in _FIELDS.items() if dice.chance(often)]
        if "venue" in self.fields and "year" in self.fields:
            self.fields[self.fields.index("venue")] = "place"
        if "links" in self.fields and "url" in self.fields:
            self.fields.remove("links")
        if dice.chance(0.5):
            dice.shuffle(self.fields)
        self.labelled = dice.chance(0.5) or self.told == "sections"
        self.level = 2 if self.headed.startswith("# ") or dice.chance(0.7) else 3
        self.section = dice.draw({"#": 7, "**w**": 2, "**w:**": 1, "w:": 0.7, "- w": 1})
        self.bullet = dice.pick(["- ", "- ", "* ", "+ "])
        self.step = dice.pick(["  ", "    ", "\t"])
        self.numbered = dice.chance(0.15)
        self.long = dice.pick([0.2, 0.5, 0.8])
        """How often a section is prose and no list."""
        self.figures = dice.pick([0.0, 0.0, 0.15, 0.4])
        self.native = dice.chance(0.5)

    def head(self, paper: Paper) -> Piece:
        """Write the title."""
        hand = self.hand
        known: dict[str, Callable[[], Piece]] = {
            "x": lambda: mark("title", paper.title),
            "w": lambda: mark("label", hand.label_words["title"]),
            "n": lambda: mark("date", hand.remarks.date().strip("[]")),
            "s": lambda: mark("short", paper.short),
            "u": lambda: Piece(paper.url),
            "c": lambda: hand.write("cite", paper) or mark("year", str(paper.year)),
        }
        return join([known[sign]() if sign in known else sign for sign in self.headed])

    def meta(self, paper: Paper) -> Piece:
        """Write what belongs to the title."""
        hand, dice = self.hand, self.dice
        rows: list[Piece] = []
        for name in self.fields:
            value = hand.write(name, paper)
            value = Piece(value.text.replace("\n", " "), value.marks)
            if not value:
                continue
            if self.told == "sections" and (name in {"authors", "links", "url", "code"} or dice.chance(0.5)):
                word = self._word(name)
                rows.append("#" * self.level + " " + word + dice.pick(["\n\n", "\n"]) + value)
            elif self.labelled and not (name in {"links", "tags", "code"} and dice.chance(0.6)):
                labelled = hand.labelled(name, value)
                rows.append(Piece(labelled.text.replace("\n", " "), labelled.marks))
            else:
                rows.append(value)
        breaks = dice.pick(["\n", "\n", "  \n", "\\\n", "<br>\n"])
        if self.told == "bullets":
            return join([self.bullet + row for row in rows], "\n")
        if self.told == "callout":
            return "> [!" + dice.pick(["info", "abstract", "cite", "note"]) + "]\n> " + join(rows, "\n> ")
        if self.told == "quote":
            return "> " + join(rows, "  \n> ")
        if self.told == "row":
            return join(rows, dice.pick([" | ", " · ", "; ", ". "]))
        return join(rows, breaks if self.told == "lines" else "\n\n")

    def _word(self, name: str) -> Piece:
        word = self.hand.label({"place": "venue", "url": "links", "tags": "keyword"}.get(name, name))[1]
        return mark("label", word)

    def sections(self, paper: Paper) -> list[Piece]:
        """Write sections of remarks."""
        hand, dice = self.hand, self.dice
        words = hand.words["remark"] if self.native else [*hand.words["remark"], *_MORE]
        found: list[Piece] = []
        if dice.chance(0.15):
            found.append(mark("remark", hand.remarks.paragraph(1, 4)))
        for number, word in enumerate(dice.some(words, 1, 6)):
            lead = f"{number + 1}. " if self.numbered and self.section == "#" else ""
            inner = [self._text(paper) for _ in range(dice.pick([1, 1, 1, 2, 3]))]
            if self.section == "- w":
                found.append(self._branch(word))
                continue
            if self.section == "#":
                found.append("#" * self.level + " " + lead + mark("label", word))
                if dice.chance(0.1):
                    sub = titlecase(dice.pick(hand.remarks.slots["noun"]))
                    inner.insert(0, "#" * (self.level + 1) + " " + mark("remark", sub))
            else:
                before, after = self.section.split("w")
                found.append(before + mark("label", word) + after)
            found += inner
        return found

    def _text(self, paper: Paper) -> Piece:
        hand, dice = self.hand, self.dice
        if dice.chance(self.figures):
            image = f"![{dice.pick(['', 'Figure', hand.remarks.fill('{noun}')])}](images/{paper.key}_{dice.randint(1, 9)}.png)"
            return Piece(dice.pick([image, image, f"![[{paper.key}-{dice.randint(1, 9)}.png]]", dice.pick(_FORMULAS)]))
        if dice.chance(self.long):
            write = hand.remarks.abstract if dice.chance(0.2) else hand.remarks.paragraph
            return mark("remark", write()).wrap(*dice.pick([("", ""), ("", ""), ("", ""), ("> ", "")]))
        lines: list[Piece] = []
        deep = 0
        for number in range(dice.randint(1, 5)):
            deep = dice.randint(0, min(deep + 1, 2)) if number and dice.chance(0.35) else deep
            lines.append(self.step * deep + self.bullet + mark("remark", hand.remarks.bullet()))
        return join(lines, "\n")

    def _branch(self, word: str) -> Piece:
        leaves = [
            self.step + self.bullet + mark("remark", self.hand.remarks.bullet()) for _ in range(self.dice.randint(1, 4))
        ]
        return join([self.bullet + mark("label", word), *leaves], "\n")

    def matter(self, paper: Paper) -> str:
        """Write front matter that is about the paper or about the note."""
        dice = self.dice
        lines = [
            f'title: "{paper.title}"' if '"' not in paper.title else f"id: {paper.key}",
            f"year: {paper.year}",
            f"date: {dice.randint(2016, 2026)}-0{dice.randint(1, 9)}-1{dice.randint(0, 9)}",
            f"tags: [{', '.join(paper.keywords)}]",
            f"citekey: {paper.key}",
            "type: literature-note",
            "status: " + dice.pick(["read", "draft", "done"]),
            f"aliases: [{paper.short}]",
        ]
        return "---\n" + "\n".join(dice.some(lines, 1, 5)) + "\n---"


_MORE = [
    "Summary",
    "Method",
    "Results",
    "Questions",
    "Introduction",
    "Background",
    "Key contributions",
    "What is new",
    "Open problems",
    "My take",
    "Quotes",
    "Discussion",
    "Details",
    "Architecture",
    "Ideas for us",
    "Figures",
    "Terms",
    "Proof sketch",
    "Why I read it",
    "Related",
]
