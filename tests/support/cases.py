"""Case files: Markdown whose headings are tests, each with a note and the papers that must be found in it, and no more.

A case is a heading, the name of the test; a fenced block, the note, whose language says the format (`markdown`, `text`,
`html`, `bibtex`); and a fenced block `found`. A paper there starts in the first column with its title (`-` when the
note gives none), and its fields follow, indented:

    Attention Is All You Need
      authors: Ashish Vaswani; Noam Shazeer; et al.
      year: 2017
      venue: NeurIPS 2017

Title, authors, year, venue, presentation, key and rating must be what is listed, and absent when they are not; `links`,
`short`, `topics`, `remark`, `abstract`, `scale` (the highest rating), `printed` (the rating as written), `state` and
`read` are compared where they are listed, the lines of a text divided by ` / `; `nothing` says that there must be none.

Instead, or after it, a fenced block `names` lists what prose names and states, a kind a line; each kind that is listed
must be exactly so, and `nothing` stands for none:

    method: LoRA; QLoRA
    person: nothing
    uses: QLoRA > LoRA

A line `Not read yet: why.` under the heading marks a case that
kg is known to fail; the test then fails as soon as kg reads it, so that the line goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SUFFIXES = {
    "markdown": ".md",
    "text": ".txt",
    "html": ".html",
    "bibtex": ".bib",
    "ipynb": ".ipynb",
    "json": ".json",
    "ris": ".ris",
    "org": ".org",
    "csv": ".csv",
    "refer": ".enw",
    "pubmed": ".nbib",
    "rst": ".rst",
}
EXACT = ("authors", "year", "venue", "presentation", "key", "rating")
LISTED = ("links", "short", "topics", "remark", "abstract", "highlight", "scale", "printed", "state", "read")


@dataclass
class Expected:
    """A paper that must be found."""

    title: str
    fields: dict[str, str] = field(default_factory=dict)


@dataclass
class Case:
    """A note, and what stands in it."""

    name: str
    suffix: str = ".md"
    note: str = ""
    papers: list[Expected] = field(default_factory=list)
    names: dict[str, set[str]] = field(default_factory=dict)
    """Kind or relation -> names, or pairs of names with ` > ` between."""
    unread: str = ""
    """Why kg does not read it yet."""


def read_cases(path: Path) -> list[Case]:
    """Read a case file.

    Raises:
        ValueError: if a case lacks one of its blocks or names an unknown field.
    """
    cases: list[Case] = []
    blocks = 0
    for kind, text in _pieces(path.read_text(encoding="utf-8").split("\n")):
        if kind == "heading":
            cases.append(Case(text))
            blocks = 0
        elif kind == "line" and text.startswith("Not read yet:") and cases:
            cases[-1].unread = text.partition(":")[2].strip()
        elif kind == "found":
            cases[-1].papers = list(_papers(text, path))
            blocks += 1
        elif kind == "names":
            cases[-1].names = dict(_names(text, path))
            blocks += 1
        elif kind in SUFFIXES:
            cases[-1].suffix, cases[-1].note = SUFFIXES[kind], text
            blocks = 1
        if kind in ("found", "names") and blocks < 2:
            raise ValueError(f"{path.name}: {cases[-1].name!r} needs a note, then what is found in it")
    return cases


def _pieces(lines: list[str]) -> Iterator[tuple[str, str]]:
    fence, language, inside = "", "", []
    for line in lines:
        mark = line[: len(line) - len(line.lstrip("`"))]
        if fence and line.strip() == fence:
            yield language, "".join(f"{one}\n" for one in inside)
            fence = ""
        elif fence:
            inside.append(line)
        elif len(mark) >= 3:
            fence, language, inside = mark, line[len(mark) :].strip(), []
        elif line.startswith("## "):
            yield "heading", line[3:].strip()
        else:
            yield "line", line.strip()


def _names(text: str, path: Path) -> Iterator[tuple[str, set[str]]]:
    for line in filter(str.strip, text.splitlines()):
        kind, colon, listed = line.partition(":")
        if not colon:
            raise ValueError(f"{path.name}: 'kind: name; name' is wanted, not {line!r}")
        yield kind.strip(), {one.strip() for one in listed.split(";")} - {"nothing", ""}


def _papers(text: str, path: Path) -> Iterator[Expected]:
    paper: Expected | None = None
    for line in text.splitlines():
        if not line.startswith(" "):
            if paper:
                yield paper
            paper = Expected(line.strip()) if line.strip() else None
        elif paper:
            name, _, value = line.strip().partition(":")
            if name not in EXACT + LISTED:
                raise ValueError(f"{path.name}: no field {name!r}, there are {', '.join(EXACT + LISTED)}")
            paper.fields[name] = value.strip()
    if paper:
        yield paper
