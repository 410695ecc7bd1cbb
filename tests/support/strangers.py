"""Measure kg on annotated notes of other people, which stand outside the repository.

    python tests/support/strangers.py FOLDER... [--errors] [--keep]
    python tests/support/strangers.py --draw FILES

FILES is the folder of the notes of `data/training/citations/sources.tsv`; `--draw` prints which of those that are kept
aside were annotated: by their hash, at most three of a repository, of 300 to 25,000 bytes. Each FOLDER has notes and
beside each `NAME.jsonl`, its gold (`data/README.md` describes the format). A fixed third of the notes is unseen: nobody
looks at its errors, and `--errors` does not print them. `--keep` writes the figures for `docs/accuracy.md`.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from zlib import crc32

import golden_claims
from places import FLOORS
from quality import papers
from styles.scoring import Count, Found, Row, Scores, align, score

from kg import extraction, notes
from kg.extraction.align import span
from kg.extraction.venues import read_venue
from kg.resolution.name_forms import fits
from kg.settings import Settings
from kg.text import name_key

KEPT = FLOORS / "strangers.json"
SOURCES = Path(__file__).parents[2] / "data" / "training" / "citations" / "sources.tsv"
_DRAWN, _OF_ONE, _SMALLEST, _LARGEST = 60, 3, 300, 25_000
FIELDS = ("paper", "title", "author", "year", "venue", "link")
BOUNDS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97)
"""Lower bounds of the probabilities that are counted together."""
_THIRD, _LINES = 3, 3
_REPOSITORY, _INITIALS = "arxiv", 4
_KEYS = {"citation", "citation-key"}
"""Rules that find papers which a note only cites."""


def is_unseen(note: Path) -> bool:
    """Return whether the errors of a note stay unseen."""
    return crc32(note.name.encode()) % _THIRD == 0


def drawn(files: Path) -> Iterator[str]:
    """Yield the names of the notes to annotate."""
    with SOURCES.open(encoding="utf-8", newline="") as rows:
        aside = [row for row in csv.DictReader(rows, delimiter="\t") if row["part"] == "aside"]
    taken: dict[str, int] = defaultdict(int)
    for row in sorted(aside, key=lambda row: crc32(row["file"].encode())):
        size = (files / row["file"]).stat().st_size
        if _SMALLEST <= size <= _LARGEST and taken[row["repository"]] < _OF_ONE and sum(taken.values()) < _DRAWN:
            taken[row["repository"]] += 1
            yield row["file"]


def annotated(folders: Sequence[Path]) -> Iterator[tuple[Path, Path]]:
    """Yield the notes of some folders with their gold, in order."""
    for folder in folders:
        for note in sorted(path for path in folder.iterdir() if path.suffix != ".jsonl"):
            gold = note.with_suffix(".jsonl")
            if gold.exists():
                yield note, gold


def measure(note: Path, gold: Path) -> Scores:
    """Read a note as a vault of its own and score it.

    What careful readers may see otherwise counts neither way, and papers that are cited by a key alone are not annotated.
    Venues are compared by the names of the word list, as both may print another, and persons by names that fit, as one who
    is named twice in a note has the longer name. Whether arXiv is called a venue makes no difference.
    """
    rows, found = papers(note, gold)
    found = [paper for paper in found if paper.names or paper.links or not paper.rules <= _KEYS]
    pairs = align(rows, found)
    rows = [_as_spelled(row, found[pairs[n]] if n in pairs else Found()) for n, row in enumerate(rows)]
    doubtful = {n for n, row in enumerate(rows) if not row.get("certain", True)}
    kept = [paper for n, paper in enumerate(found) if n not in {pairs[row] for row in doubtful if row in pairs}]
    return score([row for n, row in enumerate(rows) if n not in doubtful], kept)


def verdicts(note: Path, gold: Path) -> Iterator[tuple[float, bool, bool]]:
    """Yield of each record that was judged the probability given to it, whether it is a paper, and whether it was taken.

    A record is a paper where one of the gold has its title or begins on its lines; doubtful ones of the gold are left out.
    """
    rows = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines() if line.strip()]
    read = notes.read(note, vault=note.parent, settings=Settings()).note
    if read is None:
        return
    page, _ = extraction.read(read, golden_claims.nlp())
    for one in (*page.entries, *page.unread):
        if one.chance is None:
            continue
        line, called = read.line(span(read, one.anchor).start), name_key(one.anchor.text)
        found = [
            row
            for row in rows
            if (called and called in {name_key(row[name] or "") for name in ("title", "short")})
            or (row["lines"] and row["lines"][0] <= line < row["lines"][0] + _LINES)
        ]
        if not found or any(row.get("certain", True) for row in found):
            yield one.chance, bool(found), one in page.entries


def reliability(judged: Iterable[tuple[float, bool, bool]]) -> list[list[float]]:
    """Count by probability: its lower bound, records taken, papers among them, records left out, papers among them."""
    rows: list[list[float]] = [[low, 0, 0, 0, 0] for low in BOUNDS]
    for chance, right, taken in judged:
        row = next(row for row in reversed(rows) if row[0] <= chance)
        row[1 if taken else 3] += 1
        row[2 if taken else 4] += right
    return rows


def _as_spelled(row: Row, found: Found) -> Row:
    """Return what was annotated of a paper, with its persons and its venue as the graph spells them."""
    left = list(found.authors)
    authors = []
    for name in row["authors"]:
        same = next((one for one in left if fits(name, one)), name)
        authors.append(same)
        if same in left:
            left.remove(same)
    venue = row["venue"]
    soft = [*row.get("soft", ()), *(["venue"] if (venue or "").casefold().startswith(_REPOSITORY) else [])]
    same = next((one for one in sorted(found.venues) if venue and _is_same(one, venue)), venue)
    return {**row, "authors": authors, "venue": same, "soft": soft}


def _is_same(one: str, other: str) -> bool:
    """Return whether two names of a venue can be of one: of one year, where both have one."""
    known = [read_venue(one), read_venue(other)]
    if known[0] is not None and known[1] is not None:
        years = {venue.year for venue in known if venue is not None and venue.year}
        return known[0].series == known[1].series and len(years) < len(known)
    return any(
        len(short) >= _INITIALS and "".join(word[0] for word in re.findall(r"[^\W\d_]+", long)) == short
        for short, long in ((one, other), (other, one))
    )


def figures(scores: Sequence[Scores]) -> dict[str, dict[str, float]]:
    """Return F1 of the sums over notes, of those without the longest note, and the mean of those that have the field."""
    longest = max(scores, key=lambda one: one["paper"].hit + one["paper"].missed)
    each: dict[str, list[float]] = defaultdict(list)
    for one in scores:
        for field in FIELDS:
            if one[field].hit + one[field].missed + one[field].false:
                each[field].append(one[field].f1)
    return {
        "sum": _sums(scores),
        "sum but the longest": _sums([one for one in scores if one is not longest]),
        "mean": {field: round(fmean(each[field]), 3) for field in FIELDS if each[field]},
    }


def _sums(scores: Iterable[Scores]) -> dict[str, float]:
    sums: dict[str, Count] = defaultdict(Count)
    for one in scores:
        for field in FIELDS:
            sums[field].add(one[field])
    return {field: round(sums[field].f1, 3) for field in FIELDS}


def main() -> None:
    """Print a row a note that may be seen, and the figures of both parts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--draw", type=Path)
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    if given.draw is not None:
        print("\n".join(drawn(given.draw)))
        return
    parts: dict[str, list[Scores]] = {"seen": [], "unseen": []}
    judged: list[tuple[float, bool, bool]] = []
    for note, gold in annotated(given.folders):
        scores = measure(note, gold)
        judged += verdicts(note, gold)
        parts["unseen" if is_unseen(note) else "seen"].append(scores)
        if not is_unseen(note):
            print(f"{note.name[-50:]:50}", *(f"{field} {scores[field].f1:.2f}" for field in FIELDS))
            for field in FIELDS if given.errors else ():
                print("".join(f"      {field}: {line}\n" for line in scores[field].notes), end="")
    kept: dict[str, object] = {part: {"notes": len(scores), **figures(scores)} for part, scores in parts.items()}
    kept["reliability"] = reliability(judged)
    print(json.dumps(kept, indent=1))
    if given.keep:
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
