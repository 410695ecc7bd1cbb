"""`make bench`: how builds, updates, queries and exports grow with the vault, and what they are made of.

python tests/benchmarks/run.py [NOTES ...] [--kind dense|prose] [--updates N] [--against REVISION [--pairs N]]

Every step is a command in processes of its own; its memory is that of all of them together.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from statistics import median

import limits
import startup
import vaults
from measuring import Measure, kg

ROOT = Path(__file__).parents[2]
KINDS = ("dense", "prose")
QUERIES = (
    "SELECT ?kind (COUNT(*) AS ?n) WHERE { ?thing a ?kind } GROUP BY ?kind ORDER BY DESC(?n)",
    """SELECT ?name (COUNT(?paper) AS ?n) WHERE { ?paper schema:author ?person . ?person schema:name ?name }
    GROUP BY ?name ORDER BY DESC(?n) ?name LIMIT 20""",
    """SELECT ?title ?quote WHERE { ?evidence rdf:predicate schema:author ; rdf:subject ?paper ;
    prov:wasDerivedFrom/kg:quote ?quote . ?paper schema:name ?title } ORDER BY ?title LIMIT 100""",
)
COLUMNS = ("vault", "notes", "MB", "facts", "step", "seconds", "of build", "notes/s", "peak MB", "time x", "memory x")


def build(vault: Path, graph: Path, *, path: Path | None = None) -> Measure:
    """Build a graph, with this kg or the one of another checkout."""
    return kg("build", vault, "--graph", graph, "--no-map", "--json", path=path)


def update(vault: Path, graph: Path, number: int) -> list[Measure]:
    """Change some notes, build after each change, and give the measures from the shortest to the longest."""
    notes = sorted(vault.rglob("*.md"))
    found = []
    for at, note in enumerate(random.Random(1).sample(notes, min(number, len(notes)))):
        with note.open("a", encoding="utf-8") as file:
            file.write(f"\nReading number {at + 2} of it was worth the time.\n")
        found.append(build(vault, graph))
    return sorted(found, key=lambda one: one.seconds)


def together(runs: Iterator[Measure]) -> Measure:
    """Add up the seconds of some commands."""
    done = list(runs)
    return Measure(sum(one.seconds for one in done), max(one.megabytes for one in done))


def steps(vault: Path, graph: Path, updates: int) -> Iterator[tuple[str, Measure]]:
    """Give each step of the work on a vault with what it took."""
    yield "build", build(vault, graph)
    changed = update(vault, graph, updates)
    yield "update", changed[len(changed) // 2]
    yield "slowest", changed[-1]
    yield "query", together(kg("query", sparql, "--graph", graph, "--format", "json") for sparql in QUERIES)
    yield "export", together(kg("export", graph / name, "--graph", graph) for name in ("all.ttl", "all.trig", "all.nq"))
    yield "map", kg("map", graph / "map.html", "--graph", graph)


def grow(kind: str, sizes: Sequence[int], updates: int) -> None:
    """Print a row for each size and step; `time x` and `memory x` compare with the size before."""
    before: dict[str, Measure] = {}
    for size in sizes:
        now: dict[str, Measure] = {}
        with made(kind, size) as (vault, graph, megabytes):
            for step, took in steps(vault, graph, updates):
                now[step] = took
                facts = json.loads((graph / "index.json").read_bytes())["facts"] if step == "build" else ""
                ratios = compared(took, before.get(step))
                share = f"{took.seconds / now['build'].seconds:.3f}"
                speed = f"{size / took.seconds:.0f}"
                cells = (f"{took.seconds:.2f}", share, speed, f"{took.megabytes:.0f}", *ratios)
                show(COLUMNS, (kind, size, f"{megabytes:.2f}", facts, step, *cells))
            engine = limits.loading(graph / "graph.trig")
            share = f"{engine / now['build'].seconds:.3f}"
            show(COLUMNS, (kind, size, f"{megabytes:.2f}", "", "load", f"{engine:.2f}", share, "", "", "", ""))
        before = now


def compared(now: Measure, before: Measure | None) -> tuple[str, str]:
    """Compare with the vault before: a step that grows with the vault gives the ratio of the sizes."""
    if before is None:
        return "", ""
    return f"{now.seconds / before.seconds:.1f}", f"{now.megabytes / before.megabytes:.1f}"


def compare(revision: str, kinds: Iterable[str], sizes: Sequence[int], pairs: int) -> None:
    """Print builds of an older kg and of this one, in turn, on the same vaults."""
    columns = ("vault", "notes", "old s", "new s", "times", "old MB", "new MB", "old x", "new x")
    show(columns)
    with checked_out(revision) as old:
        for kind, size in product(kinds, sizes):
            took: dict[Path, list[Measure]] = {old: [], ROOT: []}
            bytes_of: dict[Path, float] = {}
            for _ in range(pairs):
                for path, runs in took.items():
                    with made(kind, size) as (vault, graph, megabytes):
                        runs.append(build(vault, graph, path=path))
                        bytes_of[path] = (graph / "graph.trig").stat().st_size / 1e6 / megabytes
            seconds = [median(run.seconds for run in took[path]) for path in (old, ROOT)]
            memory = [median(run.megabytes for run in took[path]) for path in (old, ROOT)]
            told = (*(f"{s:.2f}" for s in seconds), f"{seconds[0] / seconds[1]:.2f}", *(f"{m:.0f}" for m in memory))
            show(columns, (kind, size, *told, *(f"{bytes_of[path]:.1f}" for path in (old, ROOT))))


@contextmanager
def made(kind: str, notes: int) -> Iterator[tuple[Path, Path, float]]:
    """Give a vault, a folder for its graph, and the vault's size in MB."""
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as folder:
        vault = Path(folder, "vault")
        yield vault, Path(folder, "graph"), vaults.make(vault, notes=notes, kind=kind) / 1e6


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """Give a checkout of another revision of this repository."""
    with tempfile.TemporaryDirectory(prefix="kg-old-") as folder:
        path = Path(folder, "kg")
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(path), revision], check=True)
        try:
            yield path
        finally:
            subprocess.run([*git, "remove", "--force", str(path)], check=True)


def start() -> None:
    """Print how long commands take to start, and what that is."""
    columns = ("import", "ms", "modules", "heaviest, ms")
    show(columns)
    for one in startup.imports():
        show(columns, (one.module, f"{one.milliseconds:.0f}", one.modules, one.heaviest))
    print()
    columns = ("command", "ms")
    show(columns)
    with made("dense", 50) as (vault, graph, _):
        build(vault, graph)
        for name, seconds in startup.commands(graph):
            show(columns, (name, f"{1000 * seconds:.0f}"))
        small = vault / "small"
        small.mkdir()
        (small / "note.md").write_text(
            "# Reading\n\n- [Deep Sets](https://arxiv.org/abs/1703.06114)\n", encoding="utf-8"
        )
        first = median(build(small, graph / str(number)).seconds for number in range(3))
        show(columns, ("build of a note", f"{1000 * first:.0f}"))
    print()


def read() -> None:
    """Print how fast notes are read on one core, beside the bare tokenizer of spaCy."""
    columns = ("vault", "words", "words/s", "tokenizer", "ratio")
    show(columns)
    for kind in KINDS:
        with made(kind, 200) as (vault, _, _):
            speed = limits.reading(vault)
            show(
                columns, (kind, speed.words, f"{speed.read:.0f}", f"{speed.cut:.0f}", f"1/{speed.cut / speed.read:.1f}")
            )
    print()


def show(columns: Sequence[str], cells: Sequence[object] | None = None) -> None:
    """Print a row below its columns, or their names."""
    row = columns if cells is None else cells
    print("  ".join(str(cell).rjust(max(len(name), 8)) for cell, name in zip(row, columns, strict=True)), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, help="numbers of notes (default: 100 1000)")
    parser.add_argument("--kind", choices=KINDS, action="append", help="of vault (default: all)")
    parser.add_argument("--against", metavar="REVISION", help="only compare builds with those of an older commit")
    parser.add_argument("--pairs", type=int, default=1, help="runs of each for --against")
    parser.add_argument("--updates", type=int, default=10, help="notes that are changed, one after another")
    asked = parser.parse_args()
    sizes = asked.sizes or [100, 1000]
    if asked.against:
        compare(asked.against, asked.kind or KINDS, sizes, asked.pairs)
        return
    if not asked.kind:
        start()
        read()
    show(COLUMNS)
    for kind in asked.kind or KINDS:
        grow(kind, sizes, asked.updates)


if __name__ == "__main__":
    main()
