"""CSL renderings through the whole reader: each style as a Markdown list and as plain paragraphs of a note.

`python tests/support/csl_notes.py --styles 40 --papers 25` prints title, authors, year and papers that are none, as `csl.py` does for
the reader of references alone.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import csl
from places import BIBLIOGRAPHY
from styles.predicted import Found, predict
from styles.scoring import likeness

LAYOUTS = ("list.md", "paragraphs.md", "paragraphs.txt")


def note_of(printed: Sequence[csl.Rendering], layout: str) -> str:
    """Write the renderings of one style as a note."""
    if layout == "list.md":
        return "# References\n\n" + "".join(f"- {p.markdown.strip()}\n" for p in printed)
    texts = (p.markdown if layout.endswith(".md") else p.text for p in printed)
    return "References\n\n" * layout.endswith(".txt") + "\n\n".join(text.strip() for text in texts) + "\n"


def read(text: str, layout: str) -> list[Found]:
    """Read a note alone."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, layout).write_text(text, encoding="utf-8")
        return predict(Path(folder))


def check(printed: Sequence[csl.Rendering], by: dict[str, Any], layout: str, tally: csl.Tally) -> list[str]:
    """Compare what was read with what was printed, paper by paper; a paper is found by its title."""
    kept = [p for p in printed if csl.norm(by[p.paper]["title"]) in csl.norm(p.text)]
    found = read(note_of(kept, layout), layout)
    titles = {csl.norm(name): one for one in found for name in one.names}
    wrong, used = [], set()
    for one in kept:
        paper = by[one.paper]
        tally.titles += 1
        got = titles.get(csl.norm(paper["title"]))
        tally.right_titles += got is not None
        if got is None:
            wrong.append(f"title | {one.text}")
        else:
            used.add(id(got))
        expected = csl.printed_authors(one.text, paper.get("author", []))
        if expected:
            names = [csl.norm(author) for author in got.authors] if got else []
            right = len(names) == len(expected) and all(n in e for n, e in zip(names, expected, strict=True))
            tally.lists += 1
            tally.right_lists += right
            if got and not right:
                wrong.append(f"authors {got.authors} | {one.text}")
        year = str(paper["issued"]["date-parts"][0][0]) if paper.get("issued") else ""
        if year and re.search(rf"(?<!\d){year}(?!\d)", one.text):
            tally.years += 1
            tally.right_years += bool(got and year in got.years)
    known = [csl.norm(by[p.paper]["title"]) for p in kept]
    for one in found:
        names = [csl.norm(name) for name in one.names]
        if id(one) not in used and not any(likeness(a, b) for a in names for b in known):
            tally.none += 1
            wrong.append(f"none {one.names}")
    return wrong


Row = tuple[float, str]


def measure(
    names: Sequence[str], papers: Sequence[dict[str, Any]], *, sample: int, errors: int = 0
) -> tuple[dict[str, csl.Tally], list[Row]]:
    """Read `sample` papers back in each style, as a note in each layout; give the sums, and a row a style and layout."""
    by = {paper["id"]: paper for paper in papers}
    step = max(1, len(papers) // sample)
    totals = {layout: csl.Tally() for layout in LAYOUTS}
    rows: list[Row] = []
    for number, style in enumerate(csl.load(names)):
        printed = list(style.render([papers[(number + step * i) % len(papers)] for i in range(sample)]))
        usable = [p for p in printed if csl.norm(by[p.paper]["title"]) in csl.norm(p.text)]
        if len(usable) < sample * 0.6:
            continue
        for layout in LAYOUTS:
            tally = csl.Tally()
            wrong = check(printed, by, layout, tally)
            totals[layout].add(tally)
            share = (tally.right_titles + tally.right_lists) / max(1, tally.titles + tally.lists)
            rows.append((share, f"{tally.row()}  {style.name} {layout}"))
            for line in wrong[:errors]:
                sys.stdout.write(f"    {style.name} {layout}: {line[:300]}\n")
    return totals, rows


def main() -> None:
    """Print one row a layout, and the worst styles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--styles", type=int, default=40)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--papers", type=int, default=25)
    parser.add_argument("--errors", type=int, default=0)
    chosen = parser.parse_args()
    papers = json.loads(BIBLIOGRAPHY.read_text(encoding="utf-8"))
    names = csl.style_names()[chosen.skip : chosen.skip + chosen.styles]
    totals, rows = measure(names, papers, sample=chosen.papers, errors=chosen.errors)
    sys.stdout.write(f"{len(rows) // len(LAYOUTS)} styles\n  title authors    year    none   count\n")
    for layout, tally in totals.items():
        sys.stdout.write(f"{tally.row()}  {layout}\n")
    sys.stdout.write("\n".join(row for _, row in sorted(rows)[:15]) + "\n")


if __name__ == "__main__":
    main()
