"""Inline marks of Org mode: links, citations, footnotes and emphasis, written into a draft without their signs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from kg.model import LinkKind, MarkKind
from kg.notes.draft import Draft
from kg.notes.lines import Run
from kg.notes.outline import Outline

DEEPEST = 6
"""Levels of emphasis in emphasis."""

_TOKEN = re.compile(
    r"\[\[(?P<target>[^\[\]\n]{1,2000})\](?:\[(?P<label>(?:[^\[\]]|\[[^\[\]]{0,200}\]){1,2000})\])?\]"
    r"|\[fn:(?P<note>[\w-]{0,60})(?::\s{0,100}(?P<inside>[^\[\]]{1,2000}))?\]"
    r"|\[cite(?:/[\w/-]{0,40})?:(?P<cited>[^\[\]]{1,1000})\]"
    r"|(?<![\w:/.])(?P<command>[a-zA-Z]{0,6}cite[a-zA-Z]{0,8}\*?):&?(?P<keys>(?:[A-Za-z]|\d{5})[\w:./+-]{0,100}(?:[,;]&?[A-Za-z][\w:./+-]{0,100}){0,30})"
    r"|<(?P<stamp>\d{4}-\d\d-\d\d[^<>\n]{0,60})>"
    r"|<(?P<angle>(?:https?|ftp)://[^<>\s]{1,2000})>"
    r"|(?P<math>\\\([^\n]{1,500}?\\\)|\\\[.{1,1000}?\\\]|\$\$[^$]{1,1000}\$\$|(?<![\w$])\$[^\s$](?:[^$\n]{0,300}[^\s$])?\$(?!\w))"
    r"|(?P<hidden><<<?[^<>\n]{1,200}>>>?|\{\{\{[^{}\n]{1,200}\}\}\}|@@[\w-]{1,20}:[^@\n]{0,500}@@)"
    r"|(?P<break>\\\\[ \t]*(?=\n|\Z))"
    r"|(?<![^\s({'\"–—*/_+-])(?P<sign>[*/_+=~])(?P<body>[^\s*/_+=~]|\S.{0,400}?\S)(?P=sign)(?![^\s.,:;!?'\")}\[\]\\*/_+–—-])",
    re.DOTALL,
)
_MARKS = {"*": MarkKind.STRONG, "/": MarkKind.EM, "+": MarkKind.STRIKE, "=": MarkKind.CODE, "~": MarkKind.CODE}
_NO_KEY = "nil"
"""What a template of org-ref writes where it finds no key."""
_TEXTUAL = re.compile(r"(?:text)?cite(?:t|author|year)\w{0,6}\*?|textcite\*?", re.IGNORECASE)
_SCHEME = re.compile(r"(?P<scheme>[a-zA-Z][\w+-]{1,20}):(?P<rest>.*)", re.DOTALL)
_SITES = {"doi": "https://doi.org/", "arxiv": "https://arxiv.org/abs/"}
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp")
_MARKED = re.compile(r"(?P<command>[a-zA-Z]{0,6}cite[a-zA-Z]{0,8}\*?):(?P<words>[^\n]*&[A-Za-z][^\n]*)")
"""A citation of org-ref 3, with words before and behind its keys: `cite:See &lind2019 p. 3;&roe2020`."""
_KEY_DIVIDER = re.compile(r"[,;]&?")


def link_of(target: str, label: str) -> tuple[str, LinkKind] | None:
    """Return what a link leads to and how; None where it leads to a place of the same file.

    >>> link_of("id:65e6f0b2", "Layer Normalization")
    ('Layer Normalization', <LinkKind.WIKI: 'wiki'>)
    """
    found = _SCHEME.fullmatch(target)
    scheme, rest = (found["scheme"].lower(), found["rest"]) if found else ("", target)
    if scheme in ("http", "https", "ftp", "mailto"):
        return target, LinkKind.INLINE
    if scheme in _SITES:
        return _SITES[scheme] + rest.removeprefix(_SITES[scheme]), LinkKind.INLINE
    if scheme in ("file", "attachment") or (not scheme and target.startswith(("/", "./", "../", "~"))):
        path = rest.partition("::")[0].removeprefix("//")
        return path, LinkKind.IMAGE if path.lower().endswith(_PICTURES) else LinkKind.INLINE
    if scheme in ("id", "denote"):
        return (label, LinkKind.WIKI) if label else None
    if target.startswith(("*", "#")):
        return None
    return (rest.strip(), LinkKind.WIKI) if scheme in ("", "roam") else (target, LinkKind.INLINE)


@dataclass(slots=True)
class OrgSpans:
    """Writes a range of a text into a draft."""

    outline: Outline
    run: Run
    draft: Draft

    def write(self, start: int, end: int, depth: int = 0) -> None:
        """Append the text of a range."""
        last = start
        for match in _TOKEN.finditer(self.run.text, start, end):
            self.run.copy(self.draft, last, match.start())
            last = match.end()
            kind = next(name for name in _WRITERS if match[name] is not None)
            if kind == "body":
                self._emphasis(match, depth)
            else:
                _WRITERS[kind](self, match)
        self.run.copy(self.draft, last, end)

    def _emphasis(self, match: re.Match[str], depth: int) -> None:
        begin = self.draft.length
        if match["sign"] in "=~" or depth >= DEEPEST:
            self.run.copy(self.draft, *match.span("body"))
        else:
            self.write(*match.span("body"), depth + 1)
        if match["sign"] in _MARKS:
            self.draft.mark(begin, _MARKS[match["sign"]])

    def link(self, match: re.Match[str]) -> None:
        """Write the label of a link, else what of its target says something."""
        target, label = match["target"], match["label"]
        cited = _TOKEN.match(self.run.text, *match.span("target")) if "cite" in target.partition(":")[0] else None
        if cited is not None and cited["keys"] and cited.end() == match.end("target"):
            self.keys(cited)
            return
        marked = _MARKED.fullmatch(target)
        if marked is not None:
            self._marked(marked["words"], match.start("target") + marked.start("words"))
            return
        begin = self.draft.length
        found = link_of(target, " ".join((label or "").split()))
        if label is not None:
            self.run.copy(self.draft, *match.span("label"))
        elif found is None:
            named = "" if target.startswith("id:") else target.lstrip("*#")
            self.run.copy(self.draft, match.end("target") - len(named), match.end("target"))
        elif found[1] is not LinkKind.IMAGE:
            shown = len(found[0]) if target.endswith(found[0]) else len(target)
            self.run.copy(self.draft, match.end("target") - shown, match.end("target"))
        if found is not None:
            self._place(begin, found, match.span())

    def _marked(self, words: str, start: int) -> None:
        """Write `See &a p. 3;&b` as `[See @a p. 3;@b]`."""
        self.draft.separate("[", self.run.at(start))
        last = 0
        for sign in re.finditer(r"&(?=[A-Za-z])", words):
            self.run.copy(self.draft, start + last, start + sign.start())
            self.draft.add("@", self.run.at(start + sign.start()))
            last = sign.end()
        self.run.copy(self.draft, start + last, start + len(words))
        self.draft.separate("]", self.run.end(start + len(words)))

    def _place(self, begin: int, found: tuple[str, LinkKind], span: tuple[int, int]) -> None:
        self.outline.link(self.draft, begin, found, (self.run.at(span[0]), self.run.end(span[1])))

    def footnote(self, match: re.Match[str]) -> None:
        if match["inside"]:
            self.draft.separate(" (", self.run.at(match.start()))
            self.write(*match.span("inside"), DEEPEST)
            self.draft.separate(")", self.run.end(match.end("inside")))
        else:
            place = self.run.at(match.start()), self.run.end(match.end())
            self.draft.link(self.draft.length, match["note"], LinkKind.FOOTNOTE, place)

    def cited(self, match: re.Match[str]) -> None:
        """Write `[cite:@key]` as `[@key]`, as Pandoc does."""
        self.run.copy(self.draft, match.start(), match.start() + 1)
        self.run.copy(self.draft, match.start("cited"), match.end())

    def keys(self, match: re.Match[str]) -> None:
        """Write `cite:a,b` as `[@a; @b]`, and `citet:a` as `@a`."""
        if match["keys"] == _NO_KEY:
            return
        bracket = "" if _TEXTUAL.fullmatch(match["command"]) else "["
        start, end = match.span("keys")
        end -= len(match["keys"]) - len(match["keys"].rstrip(".:,;/-"))
        self.draft.add(bracket + "@", self.run.at(match.start()), self.run.at(start))
        last = start
        for divider in _KEY_DIVIDER.finditer(self.run.text, start, end):
            self.run.copy(self.draft, last, divider.start())
            self.draft.add("; @", self.run.at(divider.start()), self.run.end(divider.end()))
            last = divider.end()
        self.run.copy(self.draft, last, end)
        self.draft.separate("]" if bracket else "", self.run.end(end))
        self.run.copy(self.draft, end, match.end())

    def stamp(self, match: re.Match[str]) -> None:
        self.run.copy(self.draft, *match.span("stamp"))

    def angle(self, match: re.Match[str]) -> None:
        begin = self.draft.length
        self.run.copy(self.draft, *match.span("angle"))
        self._place(begin, (match["angle"], LinkKind.BARE), match.span())

    def math(self, match: re.Match[str]) -> None:
        begin = self.draft.length
        self.run.copy(self.draft, *match.span())
        self.draft.mark(begin, MarkKind.MATH)

    def hidden(self, match: re.Match[str]) -> None:
        """Leave out targets, macros and what is meant for an export."""


_WRITERS: dict[str, Callable[[OrgSpans, re.Match[str]], None]] = {
    "target": OrgSpans.link,
    "note": OrgSpans.footnote,
    "cited": OrgSpans.cited,
    "keys": OrgSpans.keys,
    "stamp": OrgSpans.stamp,
    "angle": OrgSpans.angle,
    "math": OrgSpans.math,
    "hidden": OrgSpans.hidden,
    "break": OrgSpans.hidden,
    "body": OrgSpans.hidden,
}
"""What each token becomes, by the group that tells it."""
