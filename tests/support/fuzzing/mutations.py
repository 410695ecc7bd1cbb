"""What becomes of a seed: pieces taken out, repeated, moved, put in from elsewhere, in the grammar of its format."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import hostile

from kg.notes import READERS
from kg.text import MARKDOWN

from .seeds import Seeds

SIZES = (300, 800, 2_000)
"""Characters of a seed that is taken: what fails needs few, and many small notes meet more than few large ones."""
LONGEST = 6_000
"""Characters of an input; one in fifty may have more."""
LONG = 60_000
COUNTS = (2, 3, 8, 40, 300, 2_500)
MARKS = [*"[](){}<>\"'`*_~#|:;,.=+-/\\&%$@!?^", "**", "[[", "]]", "```\n", "$$", "<!--", "-->", "---\n", "“", "”", "«", "::", "\\\\", "\\cite{", "[^1]", "@article{", "&#", "&amp;", "://", "|---|", "#+begin_", ":END:", "</", "/>", "<p", "%0 ", "TY  - ", "ER  - ", "\\u0000"]  # fmt: skip
SIGNS = ["\0", "\x07", "\x1b[31m", "\x85", "\u2028", "\ud800", "\udfff", "\ufffe", "\ufeff", "\u202e", "\u2066", "\u200b", "\u00ad", "\u0301" * 30, "\u0335" * 200, "\u3000", "\t", "\r", "\x0c", "ﬁ", "İ", "ẞ", "½", "²", "٣", "🧠", "👩\u200d👩\u200d👧", "ﷺ", "𝔄", "学", "ｱ"]  # fmt: skip
_RECORDS = {
    ".bib": r"\n(?=@)", ".ris": r"(?<=\n)(?=TY  -)", ".enw": r"\n(?=%0)", ".nbib": r"\n(?=PMID)", ".csv": r"(?<=\n)",
    ".tsv": r"(?<=\n)", ".org": r"(?=\n\*)|\n(?=\n)", ".html": r"(?=<(?:p|li|tr|h\d|div|ul|ol|table|dl|section)\b)",
    ".tex": r"\n(?=\n)|(?=\\(?:section|subsection|item|begin|end|bibitem|paragraph)\b)", ".json": r"(?<=[\[\]{}])",
    ".rst": r"\n(?=\n)|(?=\n(?:\.\.|[*-] ))",
}  # fmt: skip
_FIELDS = {".html": r"(?=<)|(?<=>)", ".csv": r"(?<=,)", ".tsv": r"(?<=\t)", ".json": r"(?<=,)|(?<=:)"}
_ALIKE = {".htm": ".html", ".ipynb": ".json", **dict.fromkeys(MARKDOWN, ".md")}
_WORDS = r"(?<=\s)(?=\S)|(?<=\w)(?=[^\w\s])|(?<=[^\w\s])(?=\w)"
ENCODINGS = ("utf-16", "utf-16-be", "utf-32", "latin-1", "cp1252", "utf-8-sig", "shift_jis", "cp437")
LINE_ENDS = ("\r\n", "\r", "\x85", "\u2028", "\n\r", "\n\n", "\x0b")
NAMES = ("{}", "{}", "{}", "{}", "sub/{}", "Ünï {} #1", "@{}", "{} ICML 2019", "2019-13-45 {}", "{}%00<b>&", "\u202e{}", "a'\"{}", "{}\u0301", "Kern{}")  # fmt: skip


@dataclass(frozen=True)
class Fuzzer:
    """Writes notes gone wrong: note `n` of a seed is the same one, whichever were asked for before."""

    seeds: Seeds
    seed: int
    values: Sequence[str] = field(default_factory=hostile.values)

    def note(self, number: int) -> tuple[str, bytes]:
        """Write a note: the path of its file, and its bytes."""
        chance = Random(f"{self.seed}/{number}")
        suffix = chance.choice(list(READERS))
        writer = _Writer(self, chance, suffix)
        text = writer.piece(suffix)
        for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 5))):
            text = chance.choice(_MUTATIONS)(writer, text)
            text = text[: LONG if chance.random() < 0.02 else LONGEST]
        if chance.random() < 0.04:
            suffix = chance.choice((*READERS, suffix.upper()))
        name = chance.choice(NAMES).format(f"n{number:06}") + suffix
        return name, _encoded(chance, text)


@dataclass(frozen=True)
class _Writer:
    """One note while it is written."""

    fuzzer: Fuzzer
    chance: Random
    suffix: str

    def piece(self, suffix: str) -> str:
        """Take a seed of a format, or records of it that stand side by side."""
        text = self.chance.choice(self.fuzzer.seeds[suffix])
        size = self.chance.choice(SIZES)
        if len(text) <= size or suffix in (".ipynb", ".json"):
            return text if len(text) <= LONGEST else _shortened(text, self.chance)
        records = self.cut(text, "records", suffix)
        begin = self.chance.randrange(len(records)) if self.chance.random() < 0.7 else 0
        return "".join(records[begin : begin + 40])[:size]

    def cut(self, text: str, grain: str = "", suffix: str = "") -> list[str]:
        """Cut a text into records, fields or words, as its format has them; together they are the text."""
        grain = grain or self.chance.choice(("records", "fields", "words"))
        suffix = _ALIKE.get(suffix or self.suffix, suffix or self.suffix)
        patterns = {"records": _RECORDS.get(suffix, r"\n(?=\n)"), "fields": _FIELDS.get(suffix, r"(?<=\n)")}
        return re.split(patterns.get(grain, _WORDS), text) or [text]

    def span(self, pieces: Sequence[str]) -> slice:
        """Choose some pieces side by side, mostly one or few."""
        begin = self.chance.randrange(len(pieces))
        return slice(begin, begin + self.chance.choice((1, 1, 1, 2, 4)))

    def value(self) -> str:
        """Choose a hostile value."""
        return self.chance.choice(self.fuzzer.values)

    # Mutations: each takes a text and gives another.

    def drop(self, text: str) -> str:
        pieces = self.cut(text)
        del pieces[self.span(pieces)]
        return "".join(pieces)

    def permute(self, text: str) -> str:
        pieces = self.cut(text)
        one, other = self.chance.randrange(len(pieces)), self.chance.randrange(len(pieces))
        pieces[one], pieces[other] = pieces[other], pieces[one]
        return "".join(pieces)

    def pump(self, text: str) -> str:
        pieces = self.cut(text)
        chosen = self.span(pieces)
        pieces[chosen] = pieces[chosen] * self.chance.choice(COUNTS)
        return "".join(pieces)

    def pump_signs(self, text: str) -> str:
        at = self.chance.randrange(len(text) + 1)
        return text[:at] + text[at : at + self.chance.randint(1, 6)] * self.chance.choice(COUNTS) + text[at:]

    def splice(self, text: str) -> str:
        pieces, others = self.cut(text), self.cut(self.piece(self.suffix))
        pieces[self.span(pieces)] = others[self.span(others)]
        return "".join(pieces)

    def embed(self, text: str) -> str:
        """Put text of another format into this one, in the ways in which people do."""
        suffix = self.chance.choice(list(self.fuzzer.seeds))
        other = self.piece(suffix)
        ways = ("{}", f"```{suffix[1:]}\n{{}}\n```", "---\n{}\n---\n", "<pre>{}</pre>", "> {}", "#+begin_src\n{}\n#+end_src", "\\begin{{verbatim}}\n{}\n\\end{{verbatim}}", "{{{}}}", "| {} |")  # fmt: skip
        pieces = self.cut(text)
        pieces.insert(self.chance.randrange(len(pieces) + 1), self.chance.choice(ways).format(other))
        return "".join(pieces)

    def replace(self, text: str) -> str:
        """Put a hostile value in the place of a word, a number or what stands behind a label."""
        pattern = self.chance.choice(
            (r"\d+", r"\b\w+\b", r"(?<=[:={\"-] )[^\n,}\"]+", r"(?<=[{\"])[^\n{}\"]+(?=[}\"])")
        )
        found = list(re.finditer(pattern, text))
        at = self.chance.choice(found).span() if found else (len(text), len(text))
        return text[: at[0]] + self.value() + text[at[1] :]

    def mark(self, text: str) -> str:
        """Put in a mark that nothing closes, or take one away."""
        at = self.chance.randrange(len(text) + 1)
        if self.chance.random() < 0.3:
            found = [m.start() for m in re.finditer(r"[^\w\s]", text)]
            at = self.chance.choice(found) if found else at
            return text[:at] + text[at + 1 :]
        return text[:at] + self.chance.choice(MARKS) * self.chance.choice((1, 1, 1, 2, 30)) + text[at:]

    def sign(self, text: str) -> str:
        for _ in range(self.chance.choice((1, 1, 3, 20))):
            at = self.chance.randrange(len(text) + 1)
            text = text[:at] + self.chance.choice(SIGNS) + text[at:]
        return text

    def end(self, text: str) -> str:
        at = self.chance.randrange(len(text) + 1)
        return text[:at] if self.chance.random() < 0.7 else text[at:]

    def line_ends(self, text: str) -> str:
        end = self.chance.choice(LINE_ENDS)
        return "".join(
            line + (end if self.chance.random() < 0.8 else "\n") for line in text.removesuffix("\n").split("\n")
        )

    def case(self, text: str) -> str:
        return self.chance.choice((str.upper, str.lower, str.title, str.swapcase))(text)

    def tree(self, text: str) -> str:
        """Change a value in a tree of JSON; what is none is a hostile value within its text."""
        try:
            found = json.loads(text)
        except ValueError:
            return self.replace(text)
        places = list(_places(found))
        if not places:
            return text
        parent, key = self.chance.choice(places)
        other = self.chance.choice(places)
        made: tuple[Any, ...] = (None, True, -1, 0.5, 10**30, "", [], {}, [[]], self.value(), [self.value()], other[0][other[1]])  # fmt: skip
        parent[key] = self.chance.choice(made)
        try:
            return json.dumps(found, indent=self.chance.choice((None, 1)), ensure_ascii=self.chance.random() < 0.5)
        except (ValueError, RecursionError):  # it holds itself now
            return text


Mutation = Callable[[_Writer, str], str]
_MUTATIONS: tuple[Mutation, ...] = (
    _Writer.drop, _Writer.permute, _Writer.pump, _Writer.pump, _Writer.pump_signs, _Writer.splice, _Writer.splice, _Writer.embed,
    _Writer.replace, _Writer.replace, _Writer.mark, _Writer.mark, _Writer.sign, _Writer.end, _Writer.line_ends, _Writer.case, _Writer.tree,
)  # fmt: skip


def _places(tree: Any) -> list[tuple[Any, Any]]:
    """List the places of a tree: what holds a value, and the key or number of the value in it."""
    places: list[tuple[Any, Any]] = []
    waiting = [tree]
    while waiting and len(places) < 5_000:
        one = waiting.pop()
        keys = list(one) if isinstance(one, dict) else range(len(one)) if isinstance(one, list) else ()
        places += [(one, key) for key in keys]
        waiting += [one[key] for key in keys]
    return places


def _shortened(text: str, chance: Random) -> str:
    """Keep some items of each long list of a tree of JSON."""
    try:
        tree = json.loads(text)
    except ValueError:
        return text[:LONGEST]
    for one in [tree, *(parent[key] for parent, key in _places(tree))]:
        if isinstance(one, list) and len(one) > 4:
            begin = chance.randrange(len(one))
            one[:] = one[begin : begin + 4]
    return json.dumps(tree)


def _encoded(chance: Random, text: str) -> bytes:
    """Write a text as bytes, mostly as UTF-8, at times with a byte too many or too few."""
    encoding = chance.choice(ENCODINGS) if chance.random() < 0.06 else "utf-8"
    errors = "surrogatepass" if encoding.startswith("utf") and chance.random() < 0.5 else "replace"
    content = text.encode(encoding, errors)
    if chance.random() < 0.03 and content:
        at = chance.randrange(len(content))
        content = content[:at] + chance.choice((b"", b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80")) + content[at + 1 :]
    return content
