"""What each rule is worth: scores with all rules, and the change of each score without one of them.

`python tests/quality/ablate.py RULE...` leaves out rows of the tables in `kg.extraction` (`rows.find`, `held.make`) or
steps of the reader of records (see `STEPS`); a name of a module means all its rows, `RULE+RULE` several together, and
`all` each row and each step alone. Scores are F1 on the sample notes, and, with `--shared FOLDER`, on the notes of
others that are annotated there; `claims` is how many claims of each set of golden claims come or go.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import multiprocessing
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS / "support"))

import golden_claims  # noqa: E402
import prose_quality  # noqa: E402
import quality  # noqa: E402
from places import SHARED  # noqa: E402

from kg import extraction  # noqa: E402
from kg.cli import main as kg  # noqa: E402
from kg.extraction.nlp import Rule  # noqa: E402

TABLES = (
    "LAYOUT_RULES",
    "RULES",
    "CLAIM_RULES",
    "WORK_RULES",
    "WORK_CLAIMS",
    "NOTE_CLAIMS",
    "CITATION_CLAIMS",
    "CITING_CLAIMS",
    "OCCASION_RULES",
    "OCCASION_CLAIMS",
    "SENTENCE_CLAIMS",
)
STEPS: dict[str, tuple[str, Callable[..., Any]]] = {
    "segmenter._agreement": ("records.segmenter", lambda _setting, chances: np.zeros_like(chances)),
    "beginnings.begun": ("records.segmenter", lambda _setting, labels: list(labels)),
    "beginnings._begin_credited": ("records.beginnings", lambda *_: None),
    "beginnings._begin_bold": ("records.beginnings", lambda *_: None),
    "beginnings._begin_front_pages": ("records.beginnings", lambda *_: None),
    "beginnings._begin_items": ("records.beginnings", lambda *_: None),
    "segmenter._several": ("records.segmenter", lambda _setting: {}),
    "labelling.agreement": ("records.labelling", lambda _slots, chances: [np.zeros_like(one) for one in chances]),
    "labelling._complete_links": ("records.labelling", lambda *_: None),
    "labelling._complete_frames": ("records.labelling", lambda *_: None),
    "reading.agree_on_titles": ("records.reading", lambda *_: None),
    "reading.agree_on_names": ("records.reading", lambda *_: None),
    "reading.agree_on_venues": ("records.reading", lambda *_: None),
    "borders.mend_names": ("records.borders", lambda *_: None),
    "reading.repeat_authors": ("records.reading", list),
    "fields._bare": ("records.fields", lambda title: title),
    "fields._is_linked": ("records.fields", lambda *_: False),
    "fields._has_clauses": ("records.fields", lambda _labelled: False),
    "borders._read_bylines": ("records.borders", lambda _labelled: None),
    "borders._read_short_name": ("records.borders", lambda _labelled: None),
    "reading.with_key": ("records.reading", lambda entry, *_: entry),
    "reading.cited_lines": ("records.reading", lambda segment: (segment.lines, segment.looks)),
    "reading.with_values": ("records.reading", lambda entry, *_: entry),
    "records.without_citing": ("rules.records", lambda _page, found: list(found)),
    "papers._least": ("records.papers", lambda *_: 0.5),
    "papers._is_else": ("records.papers", lambda *_: ""),
    "appraisal.complete": ("appraisal", lambda page: page),
    "named_papers.spelled": ("named_papers", lambda *_: ()),
    "named_papers.find": ("named_papers", lambda *_: ()),
}
"""Steps that can be left out: the module in which they are called, and what stands in their place."""
_OURS = (
    ("home", quality.ANNOTATED, quality.measure, attrgetter("hit", "false", "missed")),
    (
        "prose",
        (*prose_quality.SEEN, *prose_quality.HELD_OUT),
        prose_quality.measure,
        attrgetter("hits", "false", "missed"),
    ),
)
"""Annotated notes of ours: their group, their names, what measures one, and what it counts."""
_SETS = ("notes", "shared-notes", "foreign")
Counts = dict[str, tuple[int, int, int]]
"""Field -> hits, false alarms, misses."""
Scored = dict[tuple[str, str], Counts]
"""Group and annotated note -> counts."""
Claims = dict[str, dict[str, list[golden_claims.Row]]]
"""Set -> note -> claims."""


def rows() -> dict[str, tuple[str, Any]]:
    """Name each row of each table: its table and the row."""
    found = {}
    for table in TABLES:
        for row in getattr(extraction, table):
            finds = row.find if isinstance(row, Rule) else row
            found[f"{finds.__module__.removeprefix('kg.extraction.')}.{finds.__name__}"] = (table, row)
    return found


def named(name: str) -> list[str]:
    """Return the rows, or the step, of a name: `rows` is each row of that module.

    Raises:
        ValueError: there is none.
    """
    known = [*rows(), *STEPS]
    found = [
        one for one in known if f".{one}".endswith(f".{name}") or f".{one.rpartition('.')[0]}".endswith(f".{name}")
    ]
    if not found:
        raise ValueError(f"no rule {name!r}; there are: {', '.join(known)}")
    return found


def leave_out(name: str) -> None:
    """Leave out a row or a step, in this process."""
    if name in STEPS:
        module, instead = STEPS[name]
        setattr(importlib.import_module(f"kg.extraction.{module}"), name.rpartition(".")[2], instead)
    else:
        table, row = rows()[name]
        setattr(extraction, table, tuple(one for one in getattr(extraction, table) if one is not row))


def measure(name: str, shared: Path, known: tuple[Claims, Scored] | None = None) -> tuple[Claims, Scored]:
    """Read all sets and score the annotated notes; a note whose claims are as they were has the scores that it had."""
    for one in [one for part in name.split("+") if part for one in named(part)]:
        leave_out(one)
    claims = {name: golden_claims.read_set(name, shared=shared) for name in _SETS}
    scored: Scored = {}
    for group, stem, own, score in _annotated(shared):
        old = None
        if known and all(
            rows == known[0][own].get(note) for note, rows in claims[own].items() if Path(note).stem == stem
        ):
            old = known[1][group, stem]
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            scored[group, stem] = score() if old is None else old
    return claims, scored


def _annotated(shared: Path) -> Iterator[tuple[str, str, str, Callable[[], Counts]]]:
    """Yield each annotated note: its group, its name, the set that it is in, and what scores it."""
    for group, names, measured, counts in _OURS:
        for name in names:
            yield group, name, "notes", partial(_measured, measured, counts, name)
    for group, own, folder in (("seeds", "shared-notes", shared), ("foreign", "foreign", shared / "foreign")):
        for gold in sorted((folder / "gold").glob("*.jsonl")):
            places = (folder / "notes", folder / "gold")
            note = next((p for place in places for p in place.glob(f"{gold.stem}.*") if p.suffix != ".jsonl"), None)
            if note is not None:
                yield group, gold.stem, own, lambda note=note, gold=gold: _score(note, gold, shared)


def _measured(measured: Callable[[str], Any], counts: Callable[[Any], tuple[int, int, int]], name: str) -> Counts:
    return {field: counts(count) for field, count in measured(name).items()}


def _score(note: Path, gold: Path, shared: Path) -> Counts:
    """Score a note by the program of others."""
    sys.path.insert(0, str(shared / "tools"))
    scorer = importlib.import_module("score")
    with tempfile.TemporaryDirectory() as folder:
        if kg(["build", str(note), "--graph", folder, "--no-map", "--json"]):
            raise RuntimeError(f"{note} was not built")
        return {field: (s.tp, s.fp, s.fn) for field, s in scorer.score(f"{folder}/graph.ttl", str(gold)).items()}


def f1(counts: tuple[int, int, int]) -> float:
    """Give the F1 of hits, false alarms and misses."""
    hits, false, missed = counts
    return 2 * hits / (2 * hits + false + missed) if hits + false + missed else 1.0


def means(scored: Scored) -> dict[str, float]:
    """Give the mean over notes of each field of each group of notes of others, the F1 of the sums of ours."""
    found: dict[str, list[tuple[int, int, int]]] = {}
    for (group, _), counts in scored.items():
        for field, count in counts.items():
            if any(count):
                found.setdefault(f"{group} {field}", []).append(count)
    return {
        field: float(np.mean([f1(one) for one in counts]))
        if field.startswith(("seeds", "foreign"))
        else f1(tuple(np.sum(counts, axis=0)))
        for field, counts in found.items()
    }


def _row(name: str, now: tuple[Claims, Scored], was: tuple[Claims, Scored]) -> str:
    """Write a row of the table: what changes without a rule."""
    changed = []
    for key in _SETS:
        old, new = ({row for rows in both[0][key].values() for row in rows} for both in (was, now))
        changed.append(f"{len(old - new)}/{len(new - old)}")
    before, after = means(was[1]), means(now[1])
    shown = [
        f"{field} {before.get(field, 1.0):.3f} to {after.get(field, 1.0):.3f}"
        for field in sorted(before.keys() | after.keys())
        if abs(before.get(field, 1.0) - after.get(field, 1.0)) >= 0.0005
    ]
    return f"| {name} | {' | '.join(changed)} | {', '.join(shown) or 'none'} |"


def main() -> None:
    """Print a Markdown table with a row for each rule left out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="*", metavar="RULE", help="`all`, or without one only the scores")
    parser.add_argument("--shared", type=Path, default=SHARED, help="where the notes of others lie")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    names = [*rows(), *STEPS] if options.rules == ["all"] else options.rules
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.workers, mp_context=spawn, max_tasks_per_child=1) as pool:
        was = pool.submit(measure, "", options.shared).result()
        print(", ".join(f"{field} {score:.3f}" for field, score in sorted(means(was[1]).items())), end="\n\n")
        print(
            "| left out | claims gone/come: sample notes | seeds | foreign | scores that change |",
            "| --- " * 5 + "|",
            sep="\n",
        )
        measured = [(name, pool.submit(measure, name, options.shared, was)) for name in names]
        for name, result in measured:
            try:
                print(_row(name, result.result(), was), flush=True)
            except RuntimeError as error:
                print(f"| {name} | {error} |", flush=True)


if __name__ == "__main__":
    main()
