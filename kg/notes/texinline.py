r"""Inline LaTeX, written into a draft: letters and symbols as they are printed, links, emphasis, mathematics.

`\cite{key}` stays as it is: what it cites is for a later stage to say.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from kg.model import LinkKind, MarkKind
from kg.notes.draft import Draft, Piece, whole
from kg.notes.latex import decode_latex
from kg.notes.lines import Run
from kg.notes.outline import Outline

DEEPEST = 20
"""Levels of commands in commands."""
LONGEST_MACRO = 200

_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_OPTIONS = re.compile(r"\s{0,3}(?:\[[^\[\]]{0,500}\]\s{0,3}){0,2}")
_UNESCAPED = re.compile(r"[^\\]+|\\(?![%#&_~{}])")
_SPACE = re.compile(r"\s{0,20}")
_TOKEN = re.compile(
    r"\\(?!nocite)(?P<cite>[a-zA-Z]{0,8}[cC]ite[a-zA-Z]{0,8}\*?)(?=\s{0,3}[\[{])"
    r"|(?P<math>\$\$[^$]{1,2000}\$\$|\$(?!\$)(?:[^$\\\n]|\\.|\n(?!\n)){1,500}\$|\\\((?s:.){1,500}?\\\)|\\\[(?s:.){1,2000}?\\\])"
    r"|\\verb\*?(?P<bar>[|!+/=@\"])(?P<code>[^\n]{0,500}?)(?P=bar)"
    r"|(?P<group>\{\s{0,3}\\(?P<style>em|it|sl|bf|tt|sc|itshape|bfseries|ttfamily|emph)(?![A-Za-z]))"
    r"|\\(?P<href>href)(?=\s{0,20}\{)"
    r"|\\(?P<address>url|path|nolinkurl)(?=\s{0,20}\{)"
    r"|\\(?P<mark>emph|textit|textsl|textbf|texttt|underline|sout|st|hl|enquote)(?=\s{0,20}\{)"
    r"|\\(?P<footnote>footnote|thanks|footnotetext)(?=\s{0,20}[\[{])"
    r"|\\(?P<dropped>label|ref|eqref|autoref|cref|Cref|pageref|nameref|vspace|hspace|includegraphics|input|include|index"
    r"|bibliography|bibliographystyle|addbibresource|pagestyle|thispagestyle|setlength|setcounter|addtocounter|color"
    r"|phantomsection|addcontentsline|hypersetup|graphicspath|vskip|hskip|inst|affil|orcidlink|nocite)\*?"
    r"(?=\s{0,20}[\[{])"
    r"|\\(?P<second>bibinfo|bibfield|textcolor|colorbox|foreignlanguage|hyperref|hyperlink|resizebox)(?=\s{0,20}[\[{])"
    r"|(?P<newline>\\\\\*?(?:\[[^\[\]\n]{0,20}\])?|\\newline(?![A-Za-z]))"
)
_STYLES = {
    "bf": MarkKind.STRONG, "bfseries": MarkKind.STRONG, "textbf": MarkKind.STRONG, "tt": MarkKind.CODE,
    "ttfamily": MarkKind.CODE, "texttt": MarkKind.CODE, "sout": MarkKind.STRIKE, "st": MarkKind.STRIKE,
    "hl": MarkKind.HIGHLIGHT,
}  # fmt: skip
_TWO_ARGUMENTS = frozenset({"setlength", "setcounter", "addtocounter", "resizebox"})
_MACRO = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareMathOperator)\*?\s{0,3}\{?\\(?P<name>[A-Za-z]{1,40})\}?\s{0,3}(?=\{)|"
    r"\\def\\(?P<defined>[A-Za-z]{1,40})(?=\{)"
)


@dataclass(slots=True)
class Tex:
    """A text of LaTeX without its comments, and which brace closes which."""

    outline: Outline
    run: Run
    braces: dict[int, int]
    """Place of an opening brace -> place of the one that closes it."""
    macros: dict[str, str] = field(default_factory=dict)
    """Commands that the file defines to stand for a text."""
    end: int = sys.maxsize
    """Where the range ends that is being written: what closes behind it is not its own."""
    _macro: re.Pattern[str] | None = None

    @classmethod
    def of(cls, outline: Outline, run: Run) -> Tex:
        """Match the braces of a text and collect its macros."""
        braces: dict[int, int] = {}
        opened: list[int] = []
        for match in _BRACE.finditer(run.text):
            if match.group() == "{":
                opened.append(match.start())
            elif match.group() == "}" and opened:
                braces[opened.pop()] = match.start()
        tex = cls(outline, run, braces)
        for match in _MACRO.finditer(run.text):
            place = tex.argument(match.end())
            if place is not None and place[1] - place[0] <= LONGEST_MACRO:
                text = "".join(piece[0] for piece in decode_latex(run.text, *place))
                if "#" not in text:
                    tex.macros[match["name"] or match["defined"]] = text
        if tex.macros:
            names = "|".join(sorted(tex.macros, key=lambda name: (-len(name), name)))
            tex._macro = re.compile(rf"\\(?P<name>{names})(?![A-Za-z])(?:\{{\}})?")
        return tex

    @property
    def text(self) -> str:
        """The text."""
        return self.run.text

    def trim(self, start: int, end: int) -> tuple[int, int]:
        """Leave out the spaces at both ends of a range."""
        text = self.text[start:end]
        return end - len(text.lstrip()), start + len(text.rstrip()) if text.strip() else end

    def argument(self, place: int) -> tuple[int, int] | None:
        """Return the range inside the braces that open at a place, after spaces and options."""
        options = _OPTIONS.match(self.text, place)
        place = options.end() if options else place
        close = self.closing(place)
        return (place + 1, close) if close is not None else None

    def closing(self, place: int) -> int | None:
        """Return the place of the brace that closes the one at a place, in the range that is being written."""
        close = self.braces.get(place)
        return close if close is not None and close < self.end else None

    def write(self, draft: Draft, start: int, end: int, depth: int = 0) -> None:
        """Append a range as it is printed."""
        place = last = start
        around, self.end = self.end, end
        while match := _TOKEN.search(self.text, place, end):
            writer = next(write for name, write in _WRITERS.items() if match[name] is not None)
            self.plain(draft, last, match.start())
            stop = writer(self, draft, match, depth) if depth < DEEPEST else None
            if stop is None:
                last, place = match.start(), match.end()
            else:
                last = place = stop
        self.plain(draft, last, end)
        self.end = around

    def plain(self, draft: Draft, start: int, end: int) -> None:
        """Append a range without commands of its own: what only formats goes, macros of the file are resolved."""
        last = start
        for match in self._macro.finditer(self.text, start, end) if self._macro else ():
            self._decoded(draft, last, match.start())
            draft.add(*self._whole(match.start(), match.end(), self.macros[match["name"]]))
            last = match.end()
        self._decoded(draft, last, end)

    def _decoded(self, draft: Draft, start: int, end: int) -> None:
        for piece, first, last in decode_latex(self.text, start, end):
            if piece == " " and draft.parts and draft.parts[-1][0][-1:] in (" ", "\n"):
                continue
            if piece == self.text[first:last]:
                self.run.copy(draft, first, last)
            else:
                draft.add(*self._whole(first, last, piece))

    def _whole(self, first: int, last: int, text: str) -> Piece:
        """Return what is printed otherwise than it is written."""
        return whole(text, self.run.at(first), self.run.end(last))

    def cite(self, draft: Draft, match: re.Match[str], _depth: int) -> int | None:
        """Keep a citation as it is written, but for pages and the like in brackets."""
        keys = self.argument(match.end())
        if keys is None:
            return None
        self.run.copy(draft, match.start(), match.end())
        self.run.copy(draft, keys[0] - 1, keys[1] + 1)
        return keys[1] + 1

    def formula(self, draft: Draft, match: re.Match[str], _depth: int) -> int:
        self.math(draft, match.start(), match.end())
        return match.end()

    def math(self, draft: Draft, start: int, end: int) -> None:
        """Append mathematics as it is written."""
        begin = draft.length
        self.run.copy(draft, start, end)
        draft.mark(begin, MarkKind.MATH)

    def code(self, draft: Draft, match: re.Match[str], _depth: int) -> int:
        begin = draft.length
        self.run.copy(draft, *match.span("code"))
        draft.mark(begin, MarkKind.CODE)
        return match.end()

    def group(self, draft: Draft, match: re.Match[str], depth: int) -> int | None:
        close = self.closing(match.start())
        if close is None:
            return None
        return self._styled(draft, (match.end(), close), match["style"], depth)

    def mark(self, draft: Draft, match: re.Match[str], depth: int) -> int | None:
        inside = self.argument(match.end())
        return self._styled(draft, inside, match["mark"], depth) if inside else None

    def _styled(self, draft: Draft, inside: tuple[int, int], style: str, depth: int) -> int:
        space = _SPACE.match(self.text, *inside)
        begin = draft.length
        self.write(draft, space.end() if space else inside[0], inside[1], depth + 1)
        draft.mark(begin, _STYLES.get(style, MarkKind.EM))
        return inside[1] + 1

    def href(self, draft: Draft, match: re.Match[str], depth: int) -> int | None:
        target = self.argument(match.end())
        label = self.argument(target[1] + 1) if target else None
        if target is None or label is None:
            return None
        begin = draft.length
        self.write(draft, *label, depth + 1)
        self._link(draft, begin, self.text[slice(*target)], (LinkKind.INLINE, match.start(), label[1] + 1))
        return label[1] + 1

    def address(self, draft: Draft, match: re.Match[str], _depth: int) -> int | None:
        target = self.argument(match.end())
        if target is None:
            return None
        begin = draft.length
        for part in _UNESCAPED.finditer(self.text, *target):
            self.run.copy(draft, *part.span())
        if match["address"] != "path":
            self._link(draft, begin, self.text[slice(*target)], (LinkKind.BARE, match.start(), target[1] + 1))
        return target[1] + 1

    def _link(self, draft: Draft, begin: int, target: str, place: tuple[LinkKind, int, int]) -> None:
        address = re.sub(r"\\([%#&_~])", r"\1", target).strip()
        self.outline.link(draft, begin, (address, place[0]), (self.run.at(place[1]), self.run.end(place[2])))

    def footnote(self, draft: Draft, match: re.Match[str], depth: int) -> int | None:
        inside = self.argument(match.end())
        if inside is None:
            return None
        draft.separate(" (", self.run.at(match.start()))
        self.write(draft, *inside, depth + 1)
        draft.separate(")", self.run.end(inside[1]))
        return inside[1] + 1

    def dropped(self, _draft: Draft, match: re.Match[str], _depth: int) -> int | None:
        inside = self.argument(match.end())
        more = self.argument(inside[1] + 1) if inside and match["dropped"] in _TWO_ARGUMENTS else inside
        return more[1] + 1 if more else None

    def second(self, draft: Draft, match: re.Match[str], depth: int) -> int | None:
        """Print the second argument of a command alone."""
        first = self.argument(match.end())
        inside = self.argument(first[1] + 1) if first else None
        inside = inside or first
        if inside is None:
            return None
        self.write(draft, *inside, depth + 1)
        return inside[1] + 1

    def newline(self, draft: Draft, match: re.Match[str], _depth: int) -> int:
        draft.add("\n", self.run.at(match.start()), self.run.end(match.end()))
        return match.end()


_WRITERS: dict[str, Callable[[Tex, Draft, re.Match[str], int], int | None]] = {
    "cite": Tex.cite,
    "math": Tex.formula,
    "code": Tex.code,
    "group": Tex.group,
    "href": Tex.href,
    "address": Tex.address,
    "mark": Tex.mark,
    "footnote": Tex.footnote,
    "dropped": Tex.dropped,
    "second": Tex.second,
    "newline": Tex.newline,
}
"""What each command becomes, by the group that tells it; a writer gives the place behind it, None if it is broken."""
