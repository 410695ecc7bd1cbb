"""How long topic maps take in a browser: the first picture, and a frame while zooming.

python tests/benchmarks/maps.py [GRAPH ...] [--things 10000 100000]

GRAPH is the folder of a graph. Besides, maps of as many things are made up: themes of papers about topics, with authors
and methods, a sentence for every fact. Chromium and chromedriver of the system are used, without a graphics card.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from browsers import browsing, wait

from kg import terms
from kg.graph import Place
from kg.publishing.topicmap.content import Content, Fact, read
from kg.publishing.topicmap.drawing import draw
from kg.publishing.topicmap.page import render
from kg.rdf import Store

BASE = "https://kg.example/"
THINGS_OF_A_PAPER = 3
"""Things for each paper, itself among them."""
THEME = 400
"""Papers of a theme."""
STEPS = 40
"""Frames in which a map is zoomed from the whole to where single things are far apart."""
ZOOM = """
const done = arguments[arguments.length - 1], steps = arguments[0], from = network.getScale(), times = [];
const step = (n) => {
  if (n === steps) { done(times); return; }
  const began = performance.now();
  network.moveTo({ scale: from * Math.pow(12, n / steps) });
  settle();
  requestAnimationFrame(() => setTimeout(() => { times.push(performance.now() - began); step(n + 1); }));
};
step(0);
"""


class Row(NamedTuple):
    """What was measured of a map."""

    name: str
    things: int
    drawn: float
    """Seconds in which kg draws it."""
    megabytes: float
    first: float
    """Seconds from opening the file to the first picture."""
    frame: float
    slowest: float
    """Milliseconds of a frame while zooming: half of them take less, and the slowest of twenty."""
    search: float
    """Milliseconds of a search with a slip, after the first."""


def made_up(count: int) -> Content:
    """Make up what a map of as many things shows."""
    chance = random.Random(1)
    papers = count // THINGS_OF_A_PAPER
    things: dict[str, dict[str, str | float]] = {f"{BASE}note/n.md": {"kind": "note", "name": "n", "path": "n.md"}}
    facts: list[Fact] = []

    def named(kind: str, key: str, name: str) -> str:
        iri = f"{BASE}{kind}/{key}"
        things.setdefault(iri, {"kind": kind, "name": name})
        return iri

    for number in range(papers):
        theme = number // THEME
        paper = named("paper", str(number), f"On the {number} ways to look at the problem {theme} of learned models")
        things[paper]["year"] = 2015 + number % 11
        for predicate, target in _links(theme, papers, chance):
            kind, key = target
            iri = named(kind, key, f"{kind.title()} {key}")
            place = Place(
                "n.md", number + 1, f"A sentence about {number} and {kind} {key}, as notes have it.", "r", 0.9, ""
            )
            facts.append(Fact(paper, predicate, iri, True, (place,), 0))
    return Content(dict(sorted(things.items())), tuple(facts), {})


def _links(theme: int, papers: int, chance: random.Random) -> Iterator[tuple[str, tuple[str, str]]]:
    """Give what a paper is linked with: mostly of its theme, now and then of another one."""
    other = chance.randrange(papers // THEME + 1)
    near = theme if chance.random() < 0.9 else other
    yield terms.ABOUT, ("topic", f"{near}-{chance.randrange(12)}")
    yield terms.USES, ("method", f"{theme}-{chance.randrange(THEME // 2)}")
    for _ in range(3):
        yield terms.AUTHOR, ("person", f"{near}-{chance.randrange(int(THEME * 1.7))}")


def measure(driver: Any, name: str, content: Content, folder: Path) -> Row:
    """Draw a map, open it, zoom and search."""
    began = time.perf_counter()
    about = {"title": name, "opening": {"root": "", "with": ""}}
    path = folder / "map.html"
    path.write_bytes(render(content, draw(content), {}, about=about).encode("utf-8"))
    drawn = time.perf_counter() - began
    driver.get("about:blank")
    driver.get(path.as_uri())
    wait(driver, "return document.body.dataset.drawn === 'yes'")
    first = driver.execute_script("return performance.getEntriesByName('drawn')[0].startTime") / 1000
    frames = driver.execute_async_script(ZOOM, STEPS)
    script = "find('lerned'); const began = performance.now(); find('probelm'); return performance.now() - began"
    search = driver.execute_script(script)
    size = path.stat().st_size / 1e6
    slowest = statistics.quantiles(frames, n=20)[-1]
    return Row(name, len(content.things), drawn, size, first, statistics.median(frames), slowest, search)


def main() -> None:
    """Print a row for each map."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graphs", type=Path, nargs="*")
    parser.add_argument("--things", type=int, nargs="*", default=[10_000, 100_000])
    asked = parser.parse_args()
    print("| map | things | drawn (s) | size (MB) | first picture (s) | frame (ms) | slowest (ms) | search (ms) |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder, browsing(Path(folder, "profile")) as driver:
        driver.set_script_timeout(120)
        maps: list[tuple[str, Content]] = []
        for graph in asked.graphs:
            with Store.open(graph / "store", read_only=True) as store:
                maps.append((graph.name, read(store)))
        maps += [(f"made up, {count:,}", made_up(count)) for count in asked.things]
        for name, content in maps:
            row = measure(driver, name, content, Path(folder))
            figures = f"{row.drawn:.1f} | {row.megabytes:.1f} | {row.first:.2f} | {row.frame:.0f} | {row.slowest:.0f}"
            print(f"| {row.name} | {row.things:,} | {figures} | {row.search:.0f} |")


if __name__ == "__main__":
    main()
