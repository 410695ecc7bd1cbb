"""The page of accuracy, written from the floors that the tests hold."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import fmean

import strangers
from places import FLOORS
from prose_quality import HELD_OUT, SEEN
from styles.scoring import FIELDS

Floors = Mapping[str, Mapping[str, float]]
KINDS = ("paper", "person", "method", "dataset", "task", "org", "venue", "event", "award", "relation")


_HOW = {
    "mean": "mean of the notes",
    "sum": "all papers together",
    "sum but the longest": "all papers but those of the longest note",
}


def accuracy_page() -> str:
    """Write the page: what is measured, the floors, and how to measure again."""
    layout, styles, prose = (_read(name) for name in ("quality", "styles", "prose"))
    parts = json.loads(strangers.KEPT.read_text(encoding="utf-8"))
    plain = {name: row for name, row in layout.items() if name not in (*SEEN, *HELD_OUT)}
    rows = [
        (f"{len(plain)} annotated notes of `data/notes` in which layout says what is what", plain),
        (f"generated notes in {len(styles)} ways of writing papers down", styles),
    ]
    of_prose = [
        *((f"`{name}`", {name: prose[name]}) for name in SEEN),
        *((f"`{name}`, held out", {name: prose[name]}) for name in HELD_OUT),
    ]
    of_others = [
        (f"{parts[part]['notes']} notes, {part}: {how}", {part: parts[part][kind]})
        for part in ("seen", "unseen")
        for kind, how in _HOW.items()
    ]
    return _TEXT.format(
        strangers=_table(of_others, strangers.FIELDS),
        reliability=_reliability(parts["reliability"]),
        layout=_table(rows, FIELDS),
        prose=_table(of_prose, KINDS),
    )


def _read(name: str) -> Floors:
    return json.loads((FLOORS / f"{name}.json").read_text(encoding="utf-8"))


def _reliability(rows: Sequence[Sequence[float]]) -> str:
    """Write a row for each range of probabilities, with a bar for the share of papers among what was taken."""
    head = "| probability | taken | papers among them | | left out | papers among them |\n|" + " --- |" * 6 + "\n"
    lines = []
    for number, (low, taken, right, left, missed) in enumerate(rows):
        high = rows[number + 1][0] if number + 1 < len(rows) else 1
        share, bar = (f"{right / taken:.2f}", "█" * round(10 * right / taken)) if taken else ("–", "")
        kept_out = f"{missed / left:.2f}" if left else "–"
        lines.append(f"| {low:.2f} to {high:.2f} | {taken:.0f} | {share} | {bar} | {left:.0f} | {kept_out} |\n")
    return head + "".join(lines)


def _table(rows: Sequence[tuple[str, Floors]], columns: Sequence[str]) -> str:
    head = f"| | {' | '.join(columns)} |\n|{' --- |' * (len(columns) + 1)}\n"
    return head + "".join(
        f"| {label} | {' | '.join(_mean(column, floors) for column in columns)} |\n" for label, floors in rows
    )


def _mean(column: str, floors: Floors) -> str:
    values = [row[column] for row in floors.values() if column in row]
    return f"{fmean(values):.2f}" if values else "–"


_TEXT = """\
# Accuracy

Generated from `tests/golden` by `make docs`; do not edit.

The tables show F1, the harmonic mean of precision and recall: what the graph says, compared with what a careful reader lists.
`kg score` measures how well your own notes are read, once you have annotated a few of them ([data/README.md](../data/README.md#gold)
describes the format).

## Notes of others

This is what to expect of your own notes: reading logs, course pages, reviews, publication pages, vaults and lists of people whose
notes kg was not trained on, of many fields, drawn at random and annotated before kg read them. Nobody looked at the errors of
the unseen ones. They are no part of the repository; `data/training/citations/sources.tsv` lists them among the notes kept `aside`.
The longest of the seen ones is a list of 182 books, each a paragraph with an author and a title.

{strangers}
```sh
.venv/bin/python tests/support/strangers.py FOLDER    # a folder of annotated notes
```

Records of these notes by the probability with which they were judged to be papers. What is left out although it is probably a
paper, or taken although it hardly is one, is what `kg review` asks about as a list.

{reliability}
The figures below are floors. The tests measure every note and every style and fail if one is read worse than here; floors may only
rise. These notes were at hand while kg was made.

## Layout

{layout}
`order` counts a paper as right only if its authors are complete and in order. A style is a way of writing papers down, such as a table
with certain columns or a list in a certain citation style; its notes are generated from real papers.

```sh
.venv/bin/python tests/support/quality.py            # every note; --errors shows what is missing or wrong
.venv/bin/python -m tests.support.styles             # every style; --help lists the options
```

## Prose

Seven notes are annotated in full: every name and every relation that a sentence states. Three of them are held out, which means
that nobody who writes rules reads them or their errors. Only their sums were used, to choose between variants.

{prose}
Relations are read for precision: about half of those that a careful reader would list are found.

```sh
.venv/bin/python tests/support/prose_quality.py
```

## Reference strings

References printed in styles of the CSL repository, which the reader of references was not trained on, are read back:

```sh
.venv/bin/python tests/support/csl.py --styles 600 --papers 30          # single references, about five minutes
.venv/bin/python tests/support/csl_notes.py --styles 150 --papers 12    # the same as whole notes
```

The last complete run of the first (536 styles, 12 papers each) gave 0.977 for titles, 0.967 for complete author lists and 0.997
for years; 1.6 % of what was read was not a paper. The second (137 styles, 8 papers each) gave 0.97 for titles and 0.94 for author lists.

## Identity

`.venv/bin/python tests/support/identity_pairs.py` measures which descriptions are of one thing, on pairs with real names, half of
them hard homonyms.
The floors are 0.98 for papers and people, 0.95 for methods, 1.00 for datasets and tasks, and 0.94 for organisations and venues.

## Known weaknesses

Short lists of family names with titles, papers that take two lines without a mark on either, and titles of talks in conference
programmes.
"""
