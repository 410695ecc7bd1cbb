"""How long questions take on a graph: the index made and kept, and each question asked many times.

python tests/benchmarks/asking.py GRAPH NOTES

GRAPH is the folder of a graph that was built from NOTES, for instance by `tests/benchmarks/vaults.py`. The index is made
anew in a copy of the graph, so that the graph stays as it is.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from kg.asking import finding
from kg.asking.knowledge import Knowledge
from kg.asking.near import near
from kg.asking.overview import about
from kg.asking.path import connect
from kg.asking.reading import read_next
from kg.asking.search import index, search
from kg.asking.shared import in_common
from kg.asking.timeline import timeline
from kg.rdf import Store

TIMES = 40
"""Different questions of each sort."""


def seconds(work: Callable[[], object]) -> tuple[float, float]:
    """Give the time on the wall and of the processor that some work takes."""
    began, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - began, time.process_time() - processor


def names_of(knowledge: Knowledge, kind: str, chance: random.Random) -> list[tuple[str, str]]:
    """Give some things of a kind: IRI and name."""
    rows = knowledge.index.execute("SELECT iri, name FROM things WHERE kind = ? ORDER BY iri", (kind,)).fetchall()
    return chance.sample(rows, min(TIMES, len(rows)))


def slip(name: str, chance: random.Random) -> str:
    """Leave one letter of the longest word of a name out."""
    word = max(name.split(), key=len)
    at = chance.randrange(1, max(len(word) - 1, 2))
    return word[:at] + word[at + 1 :]


def questions(knowledge: Knowledge) -> Iterator[tuple[str, list[Callable[[], object]]]]:
    """Give each sort of question with questions of it, the same for the same graph."""
    chance = random.Random(3)
    people, papers = names_of(knowledge, "person", chance), names_of(knowledge, "paper", chance)
    methods, topics = names_of(knowledge, "method", chance), names_of(knowledge, "topic", chance)
    every = [*people, *papers, *methods]
    find = [name for _, name in every]
    yield "find: a whole name", [lambda n=n: search(knowledge.index, n) for n in find]
    yield "find: two words", [lambda n=n: search(knowledge.index, " ".join(n.split()[:2])) for n in find]
    yield (
        "find: one word, often a common one",
        [lambda n=n: search(knowledge.index, chance.choice(n.split())) for n in find],
    )
    yield "find: a slip", [lambda n=n: search(knowledge.index, slip(n, chance)) for n in find]
    yield (
        "find: a filter",
        [lambda n=n: search(knowledge.index, f"kind:paper year:2020.. {n.split()[0]}") for n in find],
    )
    yield "near", [lambda i=i: near(knowledge, i, limit=5) for i, _ in every]
    yield "near, 2 steps", [lambda i=i: near(knowledge, i, depth=2, limit=5) for i, _ in every]
    pairs = list(zip([i for i, _ in people], [i for i, _ in reversed(people)], strict=True))
    pairs += list(zip([i for i, _ in people], [i for i, _ in methods], strict=False))
    yield "path", [lambda a=a, b=b: connect(knowledge, a, b) for a, b in pairs]
    yield "common", [lambda a=a, b=b: in_common(knowledge, [a, b]) for a, b in pairs]
    yield "about", [lambda i=i: about(knowledge, i, limit=5) for i, _ in [*topics, *methods]]
    yield "timeline of a thing", [lambda i=i: timeline(knowledge, i) for i, _ in every]
    yield "timeline", [lambda: timeline(knowledge)] * 3
    yield "next", [lambda: read_next(knowledge)] * 3
    yield "show: find a thing by name", [lambda n=n: finding.find(knowledge.store, n) for n in find[:6]]


def quantile(measured: Sequence[float], share: float) -> float:
    ordered = sorted(measured)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graph", type=Path)
    parser.add_argument("notes", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        graph = Path(place) / "graph"
        shutil.copytree(asked.graph, graph, ignore=shutil.ignore_patterns(index.FILE_NAME, "cache.db", "identity.db"))
        with Store.open(graph / "store", read_only=True) as store:
            wall, processor = seconds(lambda: index.open_index(graph, store, asked.notes).close())
        size = (graph / index.FILE_NAME).stat().st_size / 1e6
        print(f"index made: {wall:.1f} s ({processor:.1f} s of processor), {size:.0f} MB")
        with Knowledge.open(graph, asked.notes) as knowledge:
            wall, _ = seconds(lambda: knowledge.index)
            print(f"index opened: {1000 * wall:.1f} ms\n")
            print(f"{'question':36}{'asked':>7}{'p50 ms':>9}{'p95 ms':>9}{'most ms':>9}")
            for name, some in questions(knowledge):
                measured = [1000 * seconds(one)[0] for one in some]
                told = (quantile(measured, 0.5), quantile(measured, 0.95), max(measured))
                print(f"{name:36}{len(some):7}" + "".join(f"{one:9.1f}" for one in told))


if __name__ == "__main__":
    main()
