"""Plain text: a page pasted from the web, a list typed without any marks, a printed bibliography."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from kg.model import BlockKind, MarkKind
from kg.notes.draft import Content, Draft, Source
from kg.notes.headings import heading_level, title_apart
from kg.notes.lines import Lines, Run
from kg.notes.lists import Indented
from kg.notes.outline import Outline
from kg.notes.twice import given_twice
from kg.notes.wrapping import Line, paragraphs

_MARKDOWN = re.compile(
    r"^ {0,3}#{1,6}[ \t]+\S"
    r"|^ {0,3}(?:```|~~~|>[ \t]?\S)"
    r"|^ {0,3}\|?[ \t]{0,9}:?-{3,50}:?[ \t]{0,9}\|"
    r"|^ {0,3}(?:=+|-+)[ \t]*$"
    r"|\]\(|\[\[|\]\[|\*\*\S|__\S|</?[a-zA-Z][^>\n]{0,200}>|`[^`\n]{1,200}`"
    r"|^(?:\t+| {2,})[-*+][ \t]+\S",
    re.MULTILINE,
)
_HYPHENATED = re.compile(r"(?<![\w-])(?P<word>[^\W\d_]{2,30})-\Z")
_REST = re.compile(r"[^\W\d_A-Z]{2,30}(?![^\W\d_])")
_PREFIXES = frozenset(
    "self non multi pre post semi cross co few zero one two three long short high low large small real end state well "
    "anti over under sub meta deep fine task data model time human machine open closed full half graph text image "
    "vision domain context computer sequence point".split()
)
"""What stands before a hyphen that belongs to the word: `self-made`."""
_SUFFIXES = frozenset(
    "based driven aware free level time of to end shot scale wise like specific order supervised modal trained tuned "
    "term range rank attention style by hop head layer step stage agnostic invariant efficient dimensional resolution "
    "guided augmented enhanced training learning image text view class grained sensitive oriented enabled assisted "
    "dependent independent informed way play network networks model models search space sample task aligned".split()
)
"""What stands behind a hyphen that belongs to the word: `rule-based`."""
_BROKEN = re.compile(
    r"(?:https?://[^\s<>]{1,300}[/.=&?_-]|\b10\.\d{4,9}/[^\s<>]{0,200}[/._-]|(?i:arxiv:\s?\d{4}\.)|\d[–-])\Z"
)
"""How an address, an identifier or a range ends that goes on in the next line."""
_BROKEN_REST = re.compile(r"(?![1-9]\d{0,2}[.)\]]?(?:\s|\Z))(?:[a-z0-9][^\s]{0,60}[\d/._-]|\d)")
_WEB_BULLET = re.compile(r"^[ \t]*[•◦‣▪●○∙·][ \t\xa0]*\S", re.MULTILINE)
_LIST = re.compile(r"^[-*+][ \t]+\S", re.MULTILINE)
_UNWRAPPED = re.compile(r"^[^\n]{200,}\n(?=[^\n]*\S)", re.MULTILINE)


def looks_plain(text: str) -> bool:
    r"""Return whether a Markdown file is plain text that was pasted: no Markdown in it, and not laid out for Markdown.

    >>> looks_plain("A page\n\n  • first\n  • second\n"), looks_plain("# A note\n\n- first\n")
    (True, False)
    """
    if _MARKDOWN.search(text):
        return False
    if _WEB_BULLET.search(text):
        return True
    lines = text.count("\n") + 1
    return _UNWRAPPED.search(text) is not None and sum(1 for _ in _LIST.finditer(text)) * 2 < lines


def marked_up(text: str) -> bool:
    """Return whether a text file is written in Markdown after all: it has more than one mark of it."""
    return len(list(islice(_MARKDOWN.finditer(text), 2))) > 1


def read_text(source: Source) -> Content:
    """Read a text file that has no marks."""
    outline = Outline(source)
    read_plain(outline)
    return outline.note()


def read_plain(outline: Outline, start: int = 0) -> None:
    """Add the blocks of plain text, from a place of the source on."""
    reader = _Reader(outline, Indented(outline))
    for paragraph in paragraphs(Lines.of(outline.source.text, start=start)):
        if reader.first and title_apart(paragraph):
            reader.add(paragraph[:1])
            reader.add(paragraph[1:])
        else:
            reader.add(paragraph)


@dataclass(slots=True)
class _Reader:
    outline: Outline
    lists: Indented
    first: bool = True

    def add(self, lines: list[Line]) -> None:
        """Add one paragraph: the lines that belong together."""
        head = lines[0]
        draft = _draft(lines)
        if head.marker:
            self.lists.open(head.indent, ordered=head.ordered)
            self.outline.paragraph(draft)
        elif level := heading_level(lines, first=self.first):
            self.lists.close(0)
            self.outline.heading(draft, level)
        else:
            self.lists.close(head.indent)
            self.outline.layout(draft, BlockKind.PARAGRAPH)
        self.first = False


def _joint(line: str, below: str) -> str:
    r"""Return what is between two lines of a paragraph: an end of line, nothing, or "-", which is to be left out.

    A page that was printed divides words, addresses and numbers at the ends of lines.

    >>> pairs = (("soft gradi-", "ents"), ("a self-", "made net"), ("pages 10–", "19, 2003"), ("a", "b"))
    >>> [_joint(*pair) for pair in pairs]
    ['-', '', '', '\n']
    """
    word = _HYPHENATED.search(line)
    rest = _REST.match(below)
    if word and rest:
        compound = (
            word["word"].casefold() in _PREFIXES or rest[0] in _SUFFIXES or below[rest.end() : rest.end() + 1] == "-"
        )
        return "" if compound else "-"
    return "" if _BROKEN.search(line) and _BROKEN_REST.match(below) else "\n"


def _draft(lines: list[Line]) -> Draft:
    run = Run()
    for line, below in zip(lines, (*lines[1:], None), strict=True):
        joint = _joint(line.text, below.text) if below is not None else "\n"
        run.append(line.text[:-1] if joint == "-" else line.text, line.source)
        if below is not None and joint == "\n":
            run.newline(below.start - 1)
    draft = Draft()
    text = run.text
    last = 0
    for start, end, stop in given_twice(text):
        run.copy(draft, last, start)
        begin = draft.length
        run.copy(draft, end, stop)
        draft.mark(begin, MarkKind.MATH)
        last = stop
    run.copy(draft, last, run.length)
    draft.link_addresses()
    return draft
