"""How links are written: bare, in brackets of all kinds, as badges, in rows."""

from __future__ import annotations

from collections.abc import Callable

from .asides import WORDS_OF_LINKS
from .dice import Dice
from .papers import Paper
from .words import WORDS
from .writer import Piece, join, mark

_FORMS = {
    "[l](u)": 34,
    "[[l](u)]": 14,
    "[[l]](u)": 10,
    "([l](u))": 5,
    "[**l**](u)": 1.5,
    "**[l](u)**": 2,
    "l: u": 6,
    "[l]: u": 0.5,
    "u": 14,
    "<u>": 5,
    "(u)": 2,
    "badge": 4,
    "alt": 1.5,
    "a": 2,
    "ref": 2,
    "\\[[l](u)\\]": 2,
    "[\\[l\\]](u)": 2,
    "[*l*](u)": 0.7,
    "`[l](u)`": 0,
    "[`l`](u)": 1,
    "[l]": 3,
    "l": 1,
    "\\[l\\]": 0.8,
    "l → u": 0.5,
    "[l] u": 0.7,
    "🔗 [l](u)": 0.6,
    "[e](u)": 1.5,
    "[u](u)": 1.5,
    "**l**: u": 1,
    "l = <u>": 0.3,
    "<sub>[l](u)</sub>": 0.4,
    "【[l](u)】": 0.3,
    "Available at: u": 0.6,
    "doi": 1.5,
}
_EMOJI = ["📄", "💻", "🌐", "🎥", "📝", "🔗", "📃", "🤗"]


class Links:
    """How links are written on one sheet."""

    def __init__(self, dice: Dice, language: str) -> None:
        self.dice = dice
        words = WORDS[language]
        mixed = dice.chance(0.5)
        self.form = dice.draw(_FORMS)
        self.paper = dice.pick(words["paper"] if not mixed else WORDS["en"]["paper"])
        self.code = dice.pick(words["codes"] if not mixed else WORDS["en"]["codes"])
        more = words["more"] if not mixed else WORDS["en"]["more"]
        self.more = dice.some(more, 1, 4)
        self.separator = dice.draw(
            {" ": 40, " | ": 14, ", ": 9, " · ": 5, " / ": 4, "": 7, " - ": 1, "; ": 1, " • ": 1, " & ": 0.4, "  ": 2}
        )
        if self.form in {"u", "l: u", "<u>", "l → u", "l", "**l**: u"} and not self.separator.strip():
            self.separator = dice.pick([", ", " | ", " ; ", " , ", " "])
        self.others = dice.pick([0.0, 0.0, 0.3, 0.6, 0.9])
        """How often there is something besides the paper."""
        self.varied = dice.chance(0.25)
        """Whether the label says where the paper is, and so differs."""
        self.labels = words["paper"]
        self.phrases: list[str] = []
        """What the link to the paper says instead of a label, as `paper describing X`."""
        self.said: Callable[[str], str] = str
        """Fills such a phrase."""
        self.references: list[tuple[str, str]] = []
        """Addresses of reference-style links, for the end of the sheet."""

    def write(self, paper: Paper, *, own: bool = True) -> Piece:
        """Write the links of a paper; `own` is the link to the paper itself."""
        dice = self.dice
        found = []
        if own:
            label = dice.pick(self.labels) if self.varied else self.paper
            if self.phrases:
                return self._phrased(paper)
            found.append(self.one(label, paper.url, paper))
        if dice.chance(self.others):
            found.append(self.one(self.code, paper.urls["code"], paper))
        kinds = ["project", "video", "slides", "model", "blog"]
        found += [
            self.one(label, paper.urls[kind], paper)
            for label, kind in zip(self.more, kinds, strict=False)
            if dice.chance(self.others * 0.45)
        ]
        return join(found, self.separator)

    def _phrased(self, paper: Paper) -> Piece:
        """Write a link whose text is a remark."""
        words = self.dice.pick(self.phrases)
        part = "label" if words in WORDS_OF_LINKS else "remark"
        form = self.form if self.form in {"([l](u))", "[**l**](u)", "**[l](u)**", "[*l*](u)", "a"} else "[l](u)"
        text = mark(part, self.said(words))
        if form == "a":
            return text.wrap(f'<a href="{paper.url}">', "</a>")
        before, after = form.split("l", 1)
        return before + text + after.replace("u", paper.url)

    def bare(self, paper: Paper) -> Piece:
        """Write the address alone."""
        return mark("url", paper.url)

    def code_only(self, paper: Paper) -> Piece:
        """Write the link to the code."""
        return self.one(self.code, paper.urls["code"], paper)

    def one(self, label: str, url: str, paper: Paper, form: str = "") -> Piece:
        """Write one link."""
        form = form or self.form
        if form == "doi":
            return (
                mark("identifier", self.dice.pick(["doi:", "DOI: ", "https://doi.org/", "doi: "]) + paper.doi)
                if url == paper.url
                else Piece()
            )
        if form == "badge":
            image = f"https://img.shields.io/badge/{label.split(maxsplit=1)[0]}-{self.dice.pick(['red', 'blue', 'b31b1b.svg', 'green'])}"
            return "[![" + mark("label", label) + f"]({image})]({url})"
        if form == "alt":
            stars = f"https://img.shields.io/github/stars/{url.rsplit('/', maxsplit=1)[-1]}.svg?style=social"
            return "![" + mark("label", self.dice.pick(["Star", "GitHub stars", label])) + f"]({stars})"
        if form == "a":
            return f'<a href="{url}">' + mark("label", label) + "</a>"
        if form == "ref":
            name = f"{label.split(maxsplit=1)[0].lower()}{len(self.references) + 1}"
            self.references.append((name, url))
            return "[" + mark("label", label) + f"][{name}]"
        if form == "[e](u)":
            return Piece(f"[{_EMOJI[sum(map(ord, label)) % len(_EMOJI)]}]({url})")
        if form == "[u](u)":
            return "[" + mark("url", url) + f"]({url})"
        if form == "Available at: u":
            return (
                mark("label", self.dice.pick(["Available at:", "URL:", "[Online]. Available:", "Retrieved from"]))
                + " "
                + mark("url", url)
            )
        pieces: list[Piece | str] = []
        for at, character in enumerate(form):
            if character == "l":
                pieces.append(mark("label", label))
            elif character == "u" and form[at - 1 : at] != "s":
                pieces.append(mark("url", url) if "](u" not in form else url)
            else:
                pieces.append(character)
        return join(pieces)

    def definitions(self) -> str:
        """Write the addresses of the reference-style links."""
        return "\n".join(f"[{name}]: {url}" for name, url in self.references)
