"""How a title is written: quoted, bold, as a link and more."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import quote

from .dice import Dice
from .papers import Paper
from .writer import Piece, Stretch, mark

_STYLES = {
    "": 30,
    "link": 24,
    "bold": 16,
    "italic": 6,
    "quoted": 9,
    "bold link": 3,
    "link bold": 3,
    "both": 1,
    "quoted link": 1.5,
    "link quoted": 1.5,
    "code": 0.7,
    "wiki": 2,
    "wiki bold": 0.4,
    "caps": 0.8,
    "underline": 0.6,
    "html": 1,
    "html bold": 1,
    "highlight": 0.4,
    "bracket": 1.5,
    "link italic": 0.7,
    "bold quoted": 0.6,
    "file": 0.7,
    "named": 1,
    "link named": 0.6,
    "lower": 1,
    "link lower": 0.8,
    "bold code": 0.2,
    "ref link": 0.6,
    "escaped": 0.3,
    "u": 0.3,
}
_QUOTES = {
    "en": ["“”", "“”", '""', '""', "''", "‘’", "``,''"],
    "de": ["„“", "„“", "»«", '""', "‚‘"],
    "fr": ["« , »", "«\u00a0,\u00a0»", "«»", "“”"],
    "es": ["«»", "“”", '""'],
    "it": ["«»", "“”", '""'],
    "pt": ["“”", "«»", '""'],
    "ru": ["«»", "«»", '""', "„“"],
    "zh": ["《》", "《》", "“”", "「」", "『』", "〈〉"],
    "ja": ["「」", "『』", "「」", '""', "“”"],
    "ko": ["「」", "『』", "《》", '""', "“”", "‘’"],
}


class Titles:
    """How titles are written on one sheet."""

    def __init__(self, dice: Dice, language: str, styles: dict[str, float] | None = None) -> None:
        self.dice = dice
        self.style = dice.draw(styles or _STYLES)
        quotes = dice.pick(_QUOTES[language])
        self.quotes = tuple(quotes.split(",")) if "," in quotes else (quotes[0], quotes[1])
        self.comma = dice.draw({"": 8, ",": 1.5, ".": 0.7})
        self.emoji = dice.draw(
            {
                "": 94,
                "📄 ": 1,
                "🔥 ": 0.7,
                "⭐ ": 0.7,
                "📖 ": 0.4,
                "📌 ": 0.4,
                "🆕 ": 0.3,
                "👉 ": 0.3,
                "➤ ": 0.3,
                "※ ": 0.2,
                "★ ": 0.5,
                "! ": 0.2,
                "> ": 0,
                "? ": 0.2,
            }
        )
        self.split_bold = dice.chance(0.25)
        """Whether only the short name before the colon is bold, where the style is bold."""
        self.stop = dice.chance(0.1)
        """Whether a full stop is part of the link or the bold text."""
        self.references: list[tuple[str, str]] = []
        if "lower" in self.style and language in {"zh", "ja", "ko"}:
            self.style = ""

    @property
    def linked(self) -> bool:
        """Whether the title itself links to the paper."""
        return "link" in self.style or self.style in {"html", "file"}

    def write(self, paper: Paper, inside: Piece | None = None) -> Piece:
        """Write a title; `inside` comes behind it within its marks: the venue within the link or the bold text."""
        style = self.style
        if self.dice.chance(0.05) and style in {"link", "bold link", "link bold"}:
            style = "bold" if "bold" in style else ""
        if "*" in paper.title or "_" in paper.title:
            style = "link" if "link" in style else ""
        if "[" in paper.title and style in {"wiki", "wiki bold", "ref link", "bracket", "escaped"}:
            style = ""
        text = mark("title", self._spelled(paper.title, style))
        if "quoted" in style:
            before, after = self.quotes
            if before[0] in "\"'“„«" and any(q in paper.title for q in '"“”'):
                before, after = ("‘", "’") if before in '"“' else (before, after)
            text = text.wrap(before, ("" if text.text[-1] in "?!.。" else self.comma) + after)
        if inside:
            text = text + inside
        elif "named" in style:  # the name of a file
            text = text + ".pdf"
        elif self.stop and text.text[-1] not in "?!." and not self.comma and style not in {"", "quoted", "lower"}:
            text = text + "."
        return self.emoji * self.dice.chance(0.5) + self._wrapped(text, style, paper)

    def _wrapped(self, text: Piece, style: str, paper: Paper) -> Piece:
        url = paper.url
        if "(" in text.text and ")" not in text.text:
            style = "" if "link" in style else style
        strong = self.dice.pick(["**", "**", "**", "__"]) if self.stop else "**"
        colon = re.match(r"[\w+./-]+(?=: )", text.text)
        if style == "bold" and self.split_bold and colon:
            cut = colon.end() + (1 if self.stop else 0)
            return Piece("**" + text.text[:cut] + "**" + text.text[cut:], tuple(_widen(m, cut) for m in text.marks))
        if style == "ref link":
            name = f"p{len(self.references) + 1}"
            self.references.append((name, url))
            return text.wrap("[", f"][{name}]")
        if style == "file":
            return text.wrap("[", f"](papers/{quote(paper.title)}.pdf)")
        around = {
            "link": ("[", f"]({url})"),
            "quoted link": ("[", f"]({url})"),
            "link named": ("[", f"]({url})"),
            "link lower": ("[", f"]({url})"),
            "bold code": ("**`", "`**"),
            "link quoted": ("[", f"]({url})"),
            "bold": (strong, strong),
            "bold quoted": ("**", "**"),
            "italic": ("*", "*"),
            "both": ("***", "***"),
            "bold link": ("**[", f"]({url})**"),
            "link bold": ("[**", f"**]({url})"),
            "link italic": ("[*", f"*]({url})"),
            "code": ("`", "`"),
            "wiki": ("[[", "]]"),
            "wiki bold": ("**[[", "]]**"),
            "underline": ("_", "_"),
            "html": (f'<a href="{url}">', "</a>"),
            "html bold": ("<b>", "</b>"),
            "highlight": ("==", "=="),
            "bracket": ("[", "]"),
            "escaped": ("\\[", "\\]"),
            "u": ("<u>", "</u>"),
        }
        return text.wrap(*around.get(style, ("", "")))

    @staticmethod
    def _spelled(title: str, style: str) -> str:
        if style == "caps" and "$" not in title:
            return title.upper()
        if "lower" in style:
            return title.lower()
        return title


def _widen(stretch: Stretch, cut: int) -> Stretch:
    """Move a mark along with the two pairs of stars put around what stands before a place."""
    return replace(stretch, start=stretch.start + (2 if stretch.start < cut else 4), end=stretch.end + 4)
