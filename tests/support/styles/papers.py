"""Real papers to write notes about: `bibliography.json` with the forms in which people print names and venues."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

BIBLIOGRAPHY = Path(__file__).parents[1] / "bibliography.json"
_HAN = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")
_KEEP = re.compile(r"[A-Z].*[A-Z]|\d|^I$|[-–][A-Z]")


@dataclass(frozen=True)
class Name:
    """A person's name in parts; an organisation or a mononym has a family name only."""

    family: str
    given: str = ""
    suffix: str = ""

    @property
    def full(self) -> str:
        """Write the given name first: `Aidan N. Gomez`; names in Han characters stay family first, without a space."""
        if _HAN.search(self.family):
            return self.family + self.given
        return " ".join(part for part in (self.given, self.family, self.suffix) if part)

    @property
    def last(self) -> str:
        """The surname, with its suffix."""
        return self.full if _HAN.search(self.family) else " ".join(part for part in (self.family, self.suffix) if part)

    def initials(self, *, dot: str = ".", gap: str = " ") -> str:
        """Shorten the given names: `A. N.`, `AN`, `J.-B.`."""
        words = []
        for word in self.given.replace(".", ". ").split():
            parts = [part[0] for part in word.split("-") if part]
            words.append(("-" if dot else "").join(part.upper() + dot for part in parts))
        return gap.join(words)

    @property
    def short(self) -> str:
        """Write `A. N. Gomez`."""
        return self.full if _HAN.search(self.family) or not self.given else f"{self.initials()} {self.last}"

    @property
    def inverted(self) -> str:
        """Write `Gomez, Aidan N.`."""
        return self.full if _HAN.search(self.family) or not self.given else f"{self.last}, {self.given}"

    @property
    def inverted_short(self) -> str:
        """Write `Gomez, A. N.`."""
        return self.full if _HAN.search(self.family) or not self.given else f"{self.last}, {self.initials()}"

    @property
    def medical(self) -> str:
        """Write `Gomez AN`."""
        return (
            self.full if _HAN.search(self.family) or not self.given else f"{self.last} {self.initials(dot='', gap='')}"
        )


Form = Callable[[Name], str]


@dataclass(frozen=True)
class Paper:
    """A paper of the bibliography."""

    id: str
    title: str
    names: tuple[Name, ...]
    year: int
    venue: str
    """`NeurIPS 2017`, the name of a journal, or "" for a preprint."""
    series: str
    container: str
    volume: str
    issue: str
    page: str
    arxiv: str
    doi: str
    openreview: str
    acl: str

    @property
    def event(self) -> bool:
        """Whether it appeared at a conference."""
        return self.venue.endswith(str(self.year)) and bool(self.venue)

    @property
    def links(self) -> tuple[str, ...]:
        """Addresses of the paper itself, the usual one first."""
        found = []
        if self.arxiv:
            found.append(f"https://arxiv.org/abs/{self.arxiv}")
        if self.openreview:
            found.append(f"https://openreview.net/forum?id={self.openreview}")
        if self.acl:
            found.append(f"https://aclanthology.org/{self.acl}/")
        if self.doi:
            found.append(f"https://doi.org/{self.doi}")
        return tuple(found)

    @property
    def link(self) -> str:
        """The usual address, or ""."""
        return self.links[0] if self.links else ""

    @property
    def plain(self) -> str:
        """The title in sentence case, as most reference styles print it; acronyms and proper forms keep capitals."""
        out: list[str] = []
        if self.title.startswith(("Über", "Ueber", "Zur", "Méthode", "Histoire")):
            return self.title
        fresh = True
        for word in self.title.split(" "):
            core = word.strip("\"'“”‘’(),.?!:")
            out.append(word if fresh or _KEEP.search(core) or core in _PROPER else word.lower())
            fresh = word.endswith((":", "?", "!", "."))
        return " ".join(out)

    @property
    def latin(self) -> bool:
        """Whether names and title are in Latin script."""
        return not re.search(r"[\u0400-\u04ff\u3040-\u9fff]", self.title + "".join(name.family for name in self.names))


_PROPER = {
    "Bayesian",
    "Go",
    "Google",
    "Amazon's",
    "Gaussian",
    "Markov",
    "Monte",
    "Carlo",
    "Turing",
    "Python",
    "Einstein",
    "Podolsky",
    "Rosen",
    "Wasserstein",
    "Dirichlet",
    "Byzantine",
    "Langevin",
    "Berkeley's",
    "English",
    "Wuhan",
    "China",
    "Boltzmann",
    "Hilbert",
    "Jersey",
    "Pennsylvania",
    "Fermat's",
    "Folin",
    "Spectre",
    "Chord",
    "Xen",
    "Wikidata",
    "Higgs",
    "Jupiter-Mass",
    "Louvain",
    "Leiden",
    "Haskell",
    "Burrows–Wheeler",
    "Fourier",
    "Johnny",
    "Github",
    "Flamingo",
    "Toolformer",
    "Mamba",
    "Mistral",
    "Principia",
    "Mathematica",
    "November",
}


@cache
def bibliography() -> tuple[Paper, ...]:
    """Read all papers, in order of their ids."""
    return tuple(_paper(record) for record in json.loads(BIBLIOGRAPHY.read_text(encoding="utf-8")))


def _paper(record: dict[str, Any]) -> Paper:
    kg = record["kg"]
    names = tuple(Name(one["family"], one.get("given", ""), one.get("suffix", "")) for one in record["author"])
    return Paper(
        id=record["id"], title=record["title"], names=names, year=record["issued"]["date-parts"][0][0],
        venue=kg.get("venue", ""), series=kg.get("series", ""), container=record.get("container-title", ""),
        volume=record.get("volume", ""), issue=record.get("issue", ""), page=record.get("page", ""),
        arxiv=kg.get("arxiv", ""), doi=record.get("DOI", ""), openreview=kg.get("openreview", ""), acl=kg.get("acl", ""),
    )  # fmt: skip


@dataclass(frozen=True)
class Listed:
    """A printed list of authors: its text, the names it states, given name first, and whether they are all."""

    text: str
    names: tuple[str, ...]
    complete: bool


SHOWN: dict[str, Callable[[Name], str]] = {
    "full": lambda name: name.full,
    "short": lambda name: name.short,
    "inverted": lambda name: name.inverted,
    "inverted_short": lambda name: name.inverted_short,
    "medical": lambda name: name.medical,
    "last": lambda name: name.last,
    "upper": lambda name: name.medical.upper(),
}
_STATED: dict[str, Callable[[Name], str]] = {
    "full": lambda name: name.full,
    "inverted": lambda name: name.full,
    "short": lambda name: name.short,
    "inverted_short": lambda name: name.short,
    "medical": lambda name: name.short,
    "upper": lambda name: name.short,
    "last": lambda name: name.last,
}


def listed(
    paper: Paper, form: str = "full", *, glue: str = ", ", final: str = "", limit: int = 99, keep: int = 0, first: str = "", more: str = "et al."
) -> Listed:  # fmt: skip
    """Print the authors of a paper.

    Args:
        form: one of `SHOWN`.
        glue: what stands between two names.
        final: what stands before the last name; `glue` when empty.
        limit: more authors than this are cut, and `more` follows.
        keep: how many are kept then; `limit` when 0.
        first: the form of the first name, where it differs ("Vaswani, Ashish, Noam Shazeer").
    """
    forms = [first or form] + [form] * (len(paper.names) - 1)
    shown = [SHOWN[which](name) for which, name in zip(forms, paper.names, strict=True)]
    stated = [_STATED[which](name) for which, name in zip(forms, paper.names, strict=True)]
    if len(shown) > limit:
        kept = keep or limit
        gap = " " if kept == 1 and glue != "; " else glue
        return Listed(f"{glue.join(shown[:kept])}{gap}{more}".strip(), tuple(stated[:kept]), complete=False)
    if len(shown) == 1:
        return Listed(shown[0], tuple(stated), complete=True)
    if len(shown) == 2 and final.startswith(",") and not first and form not in {"inverted", "inverted_short"}:
        final = final[1:]
    return Listed(glue.join(shown[:-1]) + (final or glue) + shown[-1], tuple(stated), complete=True)
