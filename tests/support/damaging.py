"""Damage graphs in ways that disks, programs and people do, and see that each is said or repaired.

python tests/support/damaging.py [NUMBER] [--seed N]

Every damage hits one file of a copy of a graph. Then a reader, `kg verify --files` and `kg build` are run, in this
process: none may end in a traceback or answer from what is damaged, and the build must give the bytes of a clean one.
Half of the damages that keep the size of a file also keep its time, as a disk does whose bits rot. Readers need not see
these, but `kg verify --files` must, and the build after it must repair them.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import resource
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kg import origin
from kg.cli import main
from kg.rdf import FILES, Store, seal

NOTES = {
    "reading.md": "# Reading\n\n- [Deep Sets](https://arxiv.org/abs/1703.06114), Manzil Zaheer, Satwik Kottur\n"
    "- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), Ashish Vaswani. A classic.\n",
    "trip.md": "# Trip to ICML 2020\n\nWe talked about BERT and graph networks with Ashish Vaswani.\n",
    "more.md": "- [Neural Ordinary Differential Equations](https://arxiv.org/abs/1806.07366), Ricky Chen\n",
}
QUERY = "SELECT ?s ?p ?o { ?s ?p ?o } ORDER BY ?s ?p ?o"
ROTTING = 0.5
"""Share of the damages that keep the size of a file which also keep its time."""
MEMORY = 6_000_000_000
"""Bytes for a run by hand, on a machine that others use as well."""
EXPORTED = "exported.trig"
IN_GRAPHS = "SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }"
READERS = (
    ["query", QUERY, "--rows", "0"],
    ["query", IN_GRAPHS],
    ["find", "deep sets"],
    ["show", "Manzil Zaheer"],
    ["report"],
    ["verify"],
    ["export", EXPORTED],
)


@dataclass(frozen=True, slots=True)
class Sample:
    """A vault, its graph, an older graph, and what readers answer."""

    vault: Path
    graph: Path
    older: Path
    answers: tuple[tuple[int, str], ...]


def run(*arguments: str) -> tuple[int, str, str]:
    """Run a command in this process; return its exit code and what it printed.

    Raises:
        AssertionError: it failed in a way that kg did not expect.
    """
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(list(arguments))
    assert "this is an error of kg" not in err.getvalue(), err.getvalue()
    return code, out.getvalue(), err.getvalue()


def ask(reader: list[str], graph: Path) -> tuple[int, str, str]:
    """Run a reader; return its exit code, its answer with the file that it wrote, and what went wrong."""
    file = graph.parent / EXPORTED
    file.unlink(missing_ok=True)
    code, out, err = run(*(str(file) if part == EXPORTED else part for part in reader), "--graph", str(graph))
    answer = out.replace(str(graph), "GRAPH")
    return code, answer + (file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""), err


def sample(folder: Path) -> Sample:
    """Build two graphs, and everything that commands put beside them."""
    vault, graph, older = folder / "vault", folder / "graph", folder / "older"
    vault.mkdir()
    for number, (name, text) in enumerate(NOTES.items()):
        (vault / name).write_text(text, encoding="utf-8")
        if number == 1:
            run("build", str(vault), "--graph", str(older))
            run("map", "--graph", str(older))
            run("query", IN_GRAPHS, "--graph", str(older))
            run("find", "deep", "--graph", str(older))
    run("build", str(vault), "--graph", str(graph))
    # An update gives the store a log with what changed.
    with (vault / "trip.md").open("a", encoding="utf-8") as file:
        file.write("\nMaxWelling gave a keynote on equivariance.\n")
    run("build", str(vault), "--graph", str(graph))
    run("map", "--graph", str(graph))
    answers = tuple(ask(reader, graph)[:2] for reader in READERS)
    return Sample(vault, graph, older, answers)


def _flip(path: Path, chance: random.Random, _: Path) -> None:
    content = bytearray(path.read_bytes() or b"x")
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content)


def _letter(path: Path, chance: random.Random, _: Path) -> None:
    content = bytearray(path.read_bytes() or b"x")
    letters = [at for at, byte in enumerate(content) if chr(byte).isalnum()] or [0]
    at = chance.choice(letters)
    content[at] = ord("Q") if content[at] != ord("Q") else ord("R")
    path.write_bytes(content)


def _cut(path: Path, chance: random.Random, _: Path) -> None:
    size = path.stat().st_size
    os.truncate(path, chance.randrange(size) if size else 0)


def _swap(path: Path, chance: random.Random, older: Path) -> None:
    if older.is_file():
        shutil.copy2(older, path)
    else:
        _flip(path, chance, older)


DAMAGES: dict[str, Callable[[Path, random.Random, Path], object]] = {
    "flip": _flip,
    "letter": _letter,
    "cut": _cut,
    "swap": _swap,
    "empty": lambda path, _, __: path.write_bytes(b""),
    "delete": lambda path, _, __: path.unlink(),
    "append": lambda path, chance, _: path.write_bytes(path.read_bytes() + chance.randbytes(20)),
    "chmod": lambda path, _, __: path.chmod(0),
}


def trial(sample: Sample, work: Path, chance: random.Random) -> Iterator[str]:
    """Damage a copy of a graph once; yield what was done and then everything that is wrong."""
    graph = work / "damaged"
    shutil.rmtree(graph, ignore_errors=True)
    shutil.copytree(sample.graph, graph)
    files = sorted(path for path in graph.rglob("*") if path.is_file())
    tops = [path for path in files if path.parent == graph]
    path = chance.choice(chance.choice((files, tops)))
    name = path.relative_to(graph).as_posix()
    kind = chance.choice(sorted(DAMAGES))
    before = path.stat()
    DAMAGES[kind](path, chance, sample.older / name)
    rots = kind in ("flip", "letter") and chance.random() < ROTTING
    if rots:
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    yield f"{'rot' if rots else kind} {name}"
    is_seen = (name == seal.GRAPH and kind != "chmod") or name in _changed(graph, sample)
    # Over files whose bits rotted the engine may take any memory, which ends a process of kg, but not this one.
    if not (rots and name.startswith("store/")):
        yield from _asked(sample, graph, is_seen_in_passing=not rots)
    with _tracebacks() as raised:
        code, _, _ = run("verify", "--files", "--graph", str(graph))
        if is_seen and not code:
            yield "verify --files sees nothing"
    yield from (f"verify raised {one}" for one in raised)
    yield from _rebuilt(sample, graph)
    yield from (f"afterwards {one}" for one in _asked(sample, graph, is_whole=True))


def _asked(sample: Sample, graph: Path, *, is_seen_in_passing: bool = True, is_whole: bool = False) -> Iterator[str]:
    """Run the readers; yield what is wrong with their answers."""
    for reader, (code, answer) in zip(READERS, sample.answers, strict=True):
        with _tracebacks() as raised:
            found, out, err = ask(reader, graph)
        if raised:
            yield f"{reader[0]} raised {raised[0]}"
        elif found == code and out != answer:
            if is_seen_in_passing:
                yield f"{reader[0]} answers wrong"
        elif found != code and (is_whole or not ("kg build" in err or "try again" in err)):
            yield f"{reader[0]} says {err}"


def _changed(graph: Path, sample: Sample) -> set[str]:
    """Return the files whose bytes now differ from those that are sealed, or have a digest of their own."""
    names = {*(seal.read(sample.graph / seal.GRAPH) or {}), origin.FILE_NAME}
    return {
        name
        for name in names
        if not os.access(graph / name, os.R_OK) or (graph / name).read_bytes() != (sample.graph / name).read_bytes()
    }


def _rebuilt(sample: Sample, graph: Path) -> Iterator[str]:
    with _tracebacks() as raised:
        code, _, err = run("build", str(sample.vault), "--graph", str(graph))
        if code:
            yield f"build says {err}"
    if raised:
        yield f"build raised {raised[0]}"
        return
    for name in (*FILES, "index.json", "report.json", origin.FILE_NAME):
        if (graph / name).read_bytes() != (sample.graph / name).read_bytes():
            yield f"{name} differs from that of a clean build"
    with _tracebacks() as raised:
        if run("verify", "--files", "--graph", str(graph))[0]:
            yield "the new graph is not whole"
        with (
            Store.open(graph / "store", read_only=True) as store,
            Store.open(sample.graph / "store", read_only=True) as it,
        ):
            if store.graph("") != it.graph(""):
                yield "the store differs from that of a clean build"
    yield from (f"reading the new graph raised {one}" for one in raised)


@contextlib.contextmanager
def _tracebacks() -> Iterator[list[str]]:
    raised: list[str] = []
    try:
        yield raised
    except Exception as error:  # whatever it is, the user would see a traceback
        raised.append(repr(error))


def try_all(number: int, seed: int, folder: Path) -> list[tuple[str, ...]]:
    """Try damages one after the other; return those of which something is wrong."""
    made, chance = sample(folder), random.Random(seed)
    found = [tuple(trial(made, folder, chance)) for _ in range(number)]
    counts = Counter(one[0].partition(" ")[0] for one in found)
    print(f"{number} damages (seed {seed}): {', '.join(f'{n} {kind}' for kind, n in sorted(counts.items()))}")
    return [one for one in found if len(one) > 1]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", nargs="?", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with tempfile.TemporaryDirectory() as place:
        wrong = try_all(asked.number, asked.seed, Path(place))
    for one in wrong:
        print("; ".join(one))
    print(f"{len(wrong)} wrong")
    sys.exit(bool(wrong))
