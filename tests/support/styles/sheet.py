"""A note in the making, and the gold rows of what it states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from .papers import Listed, Paper

Row = dict[str, Any]


@dataclass
class Sheet:
    """Lines of a note, and a gold row for each paper put on it."""

    lines: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    topics: tuple[str, ...] = ()
    """The headings that papers stand under from here on."""
    common: Row = field(default_factory=dict)
    """What the note says once for all its papers."""

    def write(self, *texts: str) -> int:
        """Append lines; give the number of the first."""
        first = len(self.lines) + 1
        for text in texts:
            self.lines.extend(text.split("\n"))
        return first

    def heading(self, mark: str, *topics: str) -> None:
        """Open a section: the last topic is its heading, the ones before it are above."""
        self.write("", f"{mark} {topics[-1]}".strip(), "")
        self.topics = topics

    def put(
        self,
        paper: Paper,
        text: str,
        says: str = "title",
        *,
        authors: Listed | None = None,
        urls: Iterable[str] = (),
        **more: Any,
    ) -> Row:
        """Append text about a paper and its gold row; `says` names the fields whose value is the paper's own."""
        first = self.write(text)
        row = gold(paper, says, authors=authors, urls=urls, **{"topics": list(self.topics), **self.common, **more})
        row["lines"] = list(range(first, len(self.lines) + 1))
        self.rows.append(row)
        return row

    @property
    def text(self) -> str:
        """The note."""
        return "\n".join(self.lines) + "\n"


def gold(
    paper: Paper, says: str = "title", *, authors: Listed | None = None, urls: Iterable[str] = (), **more: Any
) -> Row:
    """Make the gold row of a paper: only what `says` names and what is given.

    Besides the fields of the gold format a row may hold `venues` (other spellings that are right), `titles` (the same for
    the title) and `soft`: fields that careful readers could read either way, not scored.
    """
    row: Row = {
        "type": "paper", "lines": [], "title": None, "short": None, "citekey": None, "rating": 0, "urls": list(urls),
        "authors": [], "authors_complete": False, "year": None, "venue": None, "presentation": None, "topics": [],
    }  # fmt: skip
    for name in says.split():
        if name == "title":
            row["title"] = paper.title
        elif name == "year":
            row["year"] = paper.year
        elif name == "venue":
            row["venue"] = paper.venue or None
            row["venues"] = [paper.container, *(() if paper.event else (paper.series,))] if paper.container else []
    if authors:
        row["authors"], row["authors_complete"] = list(authors.names), authors.complete
    soft = list(more.pop("soft", ()))
    if not paper.venue and row["venue"] is None:
        soft.append("venue")
    if "Workshop" in paper.container:
        soft.append("presentation")
    row.update(more, **({"soft": soft} if soft else {}))
    return row


@dataclass(frozen=True)
class Rendered:
    """Notes in one style, usually one, and the gold rows of all of them together."""

    files: tuple[tuple[str, str], ...]
    """Path below the vault, and text."""
    rows: tuple[Row, ...]


def single(sheet: Sheet, suffix: str = ".md", *, name: str = "note") -> Rendered:
    """Give the sheet as the only file of a vault."""
    return Rendered(files=((name + suffix, sheet.text),), rows=tuple(sheet.rows))


def pick(
    papers: Sequence[Paper], rng: Random, count: int = 20, *, latin: bool = True, having: str = "", events: bool = False
) -> list[Paper]:
    """Choose papers at random; `having` names attributes that must not be empty."""
    fit = [
        paper for paper in papers if (not latin or paper.latin) and all(getattr(paper, name) for name in having.split())
    ]
    if events:
        fit = [paper for paper in fit if paper.event]
    return rng.sample(fit, min(count, len(fit)))


TOPICS = (
    "Representation Learning", "Language Models", "Optimization", "Reinforcement Learning", "Theory", "Generative Models", "Systems",
    "Interpretability", "Graphs", "Evaluation & Benchmarks", "Fairness and Society", "Biology", "Pre-training", "Human factors", "Databases",
)  # fmt: skip


def sections(chosen: Sequence[Paper], rng: Random, count: int = 4) -> list[tuple[str, list[Paper]]]:
    """Divide papers among topics."""
    topics = rng.sample(TOPICS, count)
    size = -(-len(chosen) // count)
    return [(topic, list(chosen[place * size : (place + 1) * size])) for place, topic in enumerate(topics)]


REMARKS = (
    "Short and convincing; the appendix has the proof.", "Read again before the seminar.", "The ablation in section 4 is the interesting part.",
    "Not sure the baselines are fair.", "Good overview of earlier work, see also the discussion at the end.", "Simple idea, works surprisingly well.",
    "Shows that the effect disappears when the sample is larger.", "Proposes a new loss and evaluates it on three tasks.",
    "Key question: does this hold out of distribution?", "Their code runs out of memory on my machine.", "Compared with last year's result this is a small gain.",
    "Introduces a framework that unifies several earlier approaches and explains when each of them fails.",
)  # fmt: skip

PROSE_QUOTES = (
    "We study the problem of learning from few examples and show that a simple method is competitive with more complex ones on three benchmarks.",
    "Our analysis reveals that the gap is due to the choice of the objective, not to the architecture. Code will be made available.",
    "In this paper, we propose a general approach that reduces memory by half while keeping accuracy. Experiments on ImageNet and COCO confirm this.",
    "Participants (N = 212) were randomly assigned to one of two conditions. The effect was small but reliable.",
)
