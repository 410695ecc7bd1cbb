"""How the work of each stage grows with shapes of notes, in which there is one thing more and more often.

`SHAPES` of `shape_notes.py` is the one table: the tests take small sizes of some, and this program any size of all:

    PYTHONPATH=tests/support python tests/support/shapes.py [--times N] [--runs N] [--write] [SHAPE ...]

It prints a table in Markdown: how many things, the seconds of all stages, and the exponents of the last of two
doublings: of each stage and of all by processor time, and of all by counted calls. They are exponents of the length of
the text (a title of twice as many words is one thing too). Nothing is said of a stage that takes less than a tenth of a
second; what is above the limit has a mark. Stages are compared with themselves in one run, so a slow or busy machine
makes a figure rough, not wrong. With `--write` the lines go into `tests/quality/growth.md`.
"""

from __future__ import annotations

import argparse
import gc
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any

from growth import calls, seconds, steps
from places import TESTS
from shape_notes import SHAPES, Shape

from kg import extraction
from kg.cli import FEW_COLLECTIONS
from kg.model import Extraction, Note
from kg.notes import READERS
from kg.resolution import resolve

Cost = Callable[[Callable[[], object]], float]
LINEAR = 1.15
"""The exponent up to which work counts as linear: sorting takes its share."""
ENOUGH = 0.1
"""Seconds from which on an exponent says something."""
LONG = 10_000
"""Characters beyond which a note shows no more of how counted steps grow."""
STAGES = ("read", "extract", "identify")
PAGE = TESTS / "quality" / "growth.md"
_HEAD = (
    f"| shape | things | seconds | {' | '.join(STAGES)} | all | calls |",
    "| --- |" + " ---: |" * (len(STAGES) + 4),
)
_ABOUT = f"""\
# How the work grows with the notes

Written by `tests/support/shapes.py --write`. A line is a shape of notes, which has one thing more and more often. The notes are
read and extracted and their things identified, then the same with twice as many things. The columns show

- the things of the larger notes, and the seconds of processor time that they take,
- the exponents of the work over the length of the notes: by processor time, of each stage and of all (none where it is less than
  a tenth of a second), and of all by counted calls, with bounded caches emptied before.

Exponents above {LINEAR} have a mark. Calls are the same on every machine; seconds are rough, most of all on a busy one.

"""


def stages(shape: Shape, number: int, nlp: Any) -> Iterator[Callable[[], object]]:
    """Yield the work of each stage on so many things; each has to be done before the next is asked for."""
    sources, decisions = shape.notes(number), shape.decisions(number)
    notes: list[Note] = []
    said: list[Extraction] = []

    def read() -> None:
        for source in sources:
            content = READERS[shape.suffix](source)
            notes.append(Note(source.id, source.text, content.blocks, content.title, content.meta))

    yield read
    yield lambda: said.extend(extraction.extract(note, nlp) for note in notes)
    yield lambda: resolve(said, decisions=decisions)


def forget() -> None:
    """Empty the bounded caches of kg.

    What fits into a cache was asked for before and costs nothing, and what does not fit costs all: no growth.
    """
    for name, module in [*sys.modules.items()]:
        for value in [*vars(module).values()] if name.startswith("kg.") else ():
            if hasattr(value, "cache_parameters") and value.cache_parameters()["maxsize"] is not None:
                value.cache_clear()


def costs(shape: Shape, number: int, nlp: Any, *, upto: str = STAGES[-1], cost: Cost = seconds) -> list[float]:
    """Return what each stage up to one costs on so many things."""
    forget()
    return [cost(work) for work in islice(stages(shape, number, nlp), STAGES.index(upto) + 1)]


def growth(lengths: Sequence[int], taken: Sequence[float]) -> float:
    """Return the exponent of the last doubling of three lengths.

    It compares what the second and the third have more than the one before: what a note costs anyhow says nothing.
    """
    few, many = (after - before for before, after in pairwise(taken))
    shorter, longer = (after - before for before, after in pairwise(lengths))
    return math.log(many / few) / math.log(longer / shorter) if few > 0 and many > 0 else 0.0


def small(name: str, nlp: Any, times: int = 1) -> float:
    """Return the exponent of the steps of reading a few things; what is loaded once was loaded before."""
    shape = SHAPES[name]
    few = max(shape.start // 5, 6)
    while shape.length(few * 4) > LONG:
        few //= 2
    sizes = [few * times * factor for factor in (1, 2, 4)]
    costs(shape, sizes[0], nlp, upto="extract")
    taken = [sum(costs(shape, size, nlp, upto="extract", cost=steps)) for size in sizes]
    return growth([shape.length(size) for size in sizes], taken)


def exponent(lengths: Sequence[int], taken: Sequence[float]) -> float:
    """Return the exponent of the last doubling, with what a note costs anyhow."""
    return math.log(taken[-1] / taken[-2]) / math.log(lengths[-1] / lengths[-2]) if taken[-2] else 0.0


def row(name: str, times: int, runs: int, nlp: Any) -> str:
    """Measure a shape, and write its line of the table; without runs no seconds are measured."""
    shape = SHAPES[name]
    sizes = [shape.start * times * factor for factor in (2, 4)]
    lengths = [shape.length(size) for size in sizes]
    costs(shape, shape.start, nlp)  # what is loaded once is none of the work
    counted = exponent(lengths, [sum(costs(shape, size, nlp, cost=calls)) for size in sizes])
    taken = [[costs(shape, size, nlp) for _ in range(runs)] for size in sizes]
    best = [[min(cost) for cost in zip(*some, strict=True)] for some in taken] if runs else [[0.0] * len(STAGES)] * 2
    columns = [*zip(*best, strict=True), [*map(sum, best)]]
    grown = [exponent(lengths, column) if column[-1] >= ENOUGH else None for column in columns]
    shown = ["" if power is None else f"{power:.2f}{'!' * (power > LINEAR)}" for power in (*grown, counted)]
    total = f"{columns[-1][-1]:.2f}" if runs else ""
    return f"| {name} | {sizes[-1]:,} | {total} | {' | '.join(shown)} |"


def page(measured: Mapping[str, str]) -> str:
    """Write the page with what was measured, and what it says of other shapes."""
    before = PAGE.read_text(encoding="utf-8").splitlines() if PAGE.exists() else []
    rows = {line.split("|")[1].strip(): line for line in before if line.startswith("| ")} | measured
    return _ABOUT + "\n".join((*_HEAD, *(rows[name] for name in SHAPES if name in rows))) + "\n"


def main(given: argparse.Namespace) -> None:
    """Print a table with a line for each shape, and write it where it is asked for."""
    nlp = extraction.make_nlp()
    print(*_HEAD, sep="\n", flush=True)
    measured: dict[str, str] = {}
    for name in given.shapes or SHAPES:
        measured[name] = row(name, given.times, given.runs, nlp)
        print(measured[name], flush=True)
    if given.write:
        PAGE.write_text(page(measured), encoding="utf-8")


if __name__ == "__main__":
    gc.set_threshold(*FEW_COLLECTIONS)
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("shapes", nargs="*", choices=[*SHAPES, []], metavar="SHAPE", help="all if none is named")
    asked.add_argument("--times", type=int, default=1, help="how many times as large")
    asked.add_argument("--runs", type=int, default=3, help="of which the best counts; 0 for calls alone")
    asked.add_argument("--write", action="store_true", help=f"put the lines into {PAGE.relative_to(TESTS.parent)}")
    main(asked.parse_args())
