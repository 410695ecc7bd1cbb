"""`make bench`: how a build, the update after a change of one note, queries and export grow with the vault.

Each measure runs in a process of its own, so that its peak of memory is its own.
"""

from __future__ import annotations

import argparse
import io
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from pathlib import Path

import vaults

from kg.cli import main

QUERIES = (
    "SELECT ?kind (COUNT(*) AS ?n) WHERE { ?thing a ?kind } GROUP BY ?kind ORDER BY DESC(?n)",
    """SELECT ?name (COUNT(?paper) AS ?n) WHERE { ?paper schema:author ?person . ?person schema:name ?name }
    GROUP BY ?name ORDER BY DESC(?n) ?name LIMIT 20""",
    """SELECT ?title ?quote WHERE { ?evidence rdf:predicate schema:author ; rdf:subject ?paper ;
    prov:wasDerivedFrom/kg:quote ?quote . ?paper schema:name ?title } ORDER BY ?title LIMIT 100""",
)
COLUMNS = ("notes", "MB", "triples", "step", "seconds", "notes/s", "MB/s", "triples/s", "peak MB", "time x", "memory x")


def build(vault: Path, graph: Path) -> None:
    kg("build", vault, "--graph", graph, "--no-map", "--json")


def update(vault: Path, graph: Path) -> None:
    note = sorted(vault.rglob("*.md"))[5]
    note.write_text(note.read_text(encoding="utf-8") + "\nThe second reading was worth it.\n", encoding="utf-8")
    build(vault, graph)


def query(vault: Path, graph: Path) -> None:
    for sparql in QUERIES:
        kg("query", sparql, "--graph", graph, "--format", "json")


def export(vault: Path, graph: Path) -> None:
    for name in ("all.ttl", "all.trig", "all.nq", "all.jsonld"):
        kg("export", graph / name, "--graph", graph)


def draw(vault: Path, graph: Path) -> None:
    kg("map", graph / "map.html", "--graph", graph)


STEPS: dict[str, Callable[[Path, Path], None]] = {
    "build": build,
    "update": update,
    "query": query,
    "export": export,
    "map": draw,
}


def kg(*arguments: object) -> None:
    """Run a command in this process, its output thrown away."""
    with redirect_stdout(io.StringIO()):
        code = main([str(a) for a in arguments])
    if code:
        sys.exit(f"kg {' '.join(map(str, arguments))} ended with {code}")


def measure(step: str, vault: Path, graph: Path) -> dict[str, float]:
    """Run a step in a new process and give its seconds and its peak of memory in MB."""
    command = [sys.executable, __file__, "--step", step, str(vault), str(graph)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def run_step(step: str, vault: Path, graph: Path) -> None:
    begin = time.perf_counter()
    STEPS[step](vault, graph)
    seconds = time.perf_counter() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Linux counts in KiB, macOS in bytes.
    print(json.dumps({"seconds": seconds, "megabytes": peak / (2**20 if sys.platform == "darwin" else 2**10)}))


def report(sizes: list[int], steps: list[str]) -> None:
    """Print a row for each size and step; `time x` and `memory x` compare with the size before."""
    show(COLUMNS)
    before: dict[str, dict[str, float]] = {}
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="kg-bench-") as folder:
            vault, graph = Path(folder, "vault"), Path(folder, "graph")
            megabytes = vaults.make(vault, notes=size) / 1e6
            # What a build writes for people to read holds the facts; the lines of N-Quads are all there is.
            now = {step: measure(step, vault, graph) for step in steps}
            triples = (graph / "all.nq").read_bytes().count(b"\n")
        for step in steps:
            show(
                (
                    size,
                    f"{megabytes:.2f}",
                    triples,
                    step,
                    *rates(size, megabytes, triples, now[step]["seconds"]),
                    f"{now[step]['megabytes']:.0f}",
                    *growth(now[step], before.get(step)),
                )
            )
        before = now


def rates(size: int, megabytes: float, triples: int, seconds: float) -> tuple[str, ...]:
    return f"{seconds:.2f}", f"{size / seconds:.0f}", f"{megabytes / seconds:.2f}", f"{triples / seconds:.0f}"


def growth(now: dict[str, float], before: dict[str, float] | None) -> tuple[str, str]:
    """Compare with the vault before: a step that grows with the vault gives the ratio of the sizes."""
    if before is None:
        return "", ""
    return f"{now['seconds'] / before['seconds']:.1f}", f"{now['megabytes'] / before['megabytes']:.1f}"


def show(cells: Sequence[object]) -> None:
    print("  ".join(str(cell).rjust(max(len(name), 8)) for cell, name in zip(cells, COLUMNS, strict=True)), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", help="numbers of notes")
    parser.add_argument("--step", choices=STEPS, help="run one step on a vault and a graph (used by itself)")
    parser.add_argument("--map", action="store_true", help="measure the topic map too")
    asked = parser.parse_args()
    if asked.step:
        run_step(asked.step, Path(asked.sizes[0]), Path(asked.sizes[1]))
    else:
        wanted = [step for step in STEPS if step != "map" or asked.map]
        report([int(size) for size in asked.sizes or ("100", "1000")], wanted)
