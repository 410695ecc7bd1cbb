"""Kill commands at any moment, let disks run full under them, and read a graph while it is built; by hand, on Linux.

python tests/support/killing.py kills|disks|queries [NUMBER] [--seed N] [--kinds KIND ...]

After each kill and each full disk the graph must be the old one or the new one, whole, and the next build must be right.
Disks are file systems in memory, which only root may mount; without that, only the sizes of files are limited.

Everything runs in forks of this process, which opens no graph itself: a fork has the locks of the engine, but not the
threads that would open them. A clock only chooses the moments of kills; nothing is judged by it.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import itertools
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing import Pipe
from pathlib import Path
from typing import TypeVar

from damaging import MEMORY, NOTES, run, sample

from kg.cli import main

MORE = "\nGraph transformers were discussed with Max Welling.\n"
COMMANDS = {
    "first": ["build"],
    "update": ["build"],
    "build": ["build"],
    "analyze": ["analyze"],
    "map": ["map"],
    "find": ["find", "deep"],
    "export": ["export", "exported.ttl"],
    "rename": ["rename", "Manzil Zaheer", "M. Z."],
    "undo": ["undo"],
}
"""What is killed; `first` has no graph before, and for `build` another vault asks for all anew."""
DECIDING = {"rename", "undo"}
"""What writes decisions into a vault, of which each trial has a copy of its own."""
DECISIONS = "decisions.toml"
DECIDED = "# Why I decided so.\n" * 1_000 + '[[rename]]\nthing = "person: Satwik Kottur"\nname = "S. K."\n'
FULL = ("No space left", "File too large", "is full", "disk I/O error")
"""What a command says that met a full disk."""
STEPS = 4
"""Of the writing of decisions."""
T = TypeVar("T")
ROOM = 250_000
"""Bytes that a disk has at most beside the graph."""


class Scene:
    """An old graph, vaults that changed since, and the bytes of every graph that may be found afterwards."""

    def __init__(self, place: Path) -> None:
        made = sample(place)
        self.place, self.old = place, made.graph
        self.vaults = {name: place / name for name in ("little", "much")}
        for name, vault in self.vaults.items():
            shutil.copytree(made.vault, vault)
            for note in ["trip.md"] if name == "little" else NOTES:
                (vault / note).write_text((vault / note).read_text(encoding="utf-8") + MORE, encoding="utf-8")
        self.clean = {name: self._of(vault, analyzed=False) for name, vault in self.vaults.items()}
        self.analyzed = {name: self._of(vault, analyzed=True) for name, vault in self.vaults.items()}
        shutil.copytree(made.vault, place / "undecided")
        (place / "undecided" / DECISIONS).write_text(DECIDED, encoding="utf-8")
        self.decided = {kind: self._decided(kind) for kind in sorted(DECIDING)}
        self.before, self.before_analyzed = self._of(made.vault, analyzed=False), self._of(made.vault, analyzed=True)

    def _of(self, vault: Path, *, analyzed: bool) -> bytes:
        graph = self.place / "reference"
        shutil.rmtree(graph, ignore_errors=True)
        run("build", str(vault), "--graph", str(graph))
        if analyzed:
            run("analyze", "--graph", str(graph))
        return trig(graph)

    def _decided(self, kind: str) -> dict[bytes, bytes]:
        """Return what a vault may say before and after a decision, and the graph of each."""
        self.prepare(kind, graph := self.place / "reference")
        vault = self.vault(kind, graph)
        before = (vault / DECISIONS).read_bytes()
        found = {before: self._of(vault, analyzed=False)}
        self.prepare(kind, graph)
        assert not run(*self.words(kind, graph))[0]
        after = (vault / DECISIONS).read_bytes() if (vault / DECISIONS).exists() else b""
        return {**found, after: self._of(vault, analyzed=False)}

    def prepare(self, kind: str, graph: Path) -> None:
        """Put the old graph in its place, and the vault into which decisions are written."""
        shutil.rmtree(graph, ignore_errors=True)
        if kind != "first":
            shutil.copytree(self.old, graph)
        if kind in DECIDING:
            shutil.rmtree(self.vault(kind, graph), ignore_errors=True)
            shutil.copytree(self.place / "undecided", self.vault(kind, graph))

    def vault(self, kind: str, graph: Path) -> Path:
        if kind in DECIDING:
            return graph.parent / "decided"
        return self.vaults["much" if kind == "build" else "little"]

    def words(self, kind: str, graph: Path) -> list[str]:
        """Return the command line of a kind."""
        words = [str(self.place / word) if word.startswith("exported") else word for word in COMMANDS[kind]]
        vault = str(self.vault(kind, graph))
        notes = [vault] if "build" in words else ["--notes", vault] if kind in DECIDING else []
        return [*words, *notes, "--graph", str(graph)]

    def wrong(self, kind: str, graph: Path) -> Iterator[str]:
        """Yield what is wrong with a graph after a command was stopped, and with the build after it."""
        vault, kept = self.vault(kind, graph), self.before
        clean, analyzed = self.clean.get(vault.name, b""), self.analyzed.get(vault.name, b"")
        if kind in DECIDING:
            decisions = vault / DECISIONS
            now = decisions.read_bytes() if decisions.exists() else b""
            if now not in self.decided[kind]:
                yield f"the decisions are neither the old nor the new ones: {now[-300:]!r}"
            clean = self.decided[kind].get(now, b"")
        if kind != "first":
            if found := run("verify", "--files", "--graph", str(graph))[2]:
                yield f"verify says {found}"
            kept = trig(graph)
            may_be = {"update": clean, "build": clean, "analyze": self.before_analyzed}
            if kept not in (self.before, may_be.get(kind)):
                yield "the graph is neither the old nor the new one"
        code, out, err = run("build", str(vault), "--graph", str(graph))
        if code or "damaged" in out:
            yield f"the next build says {out} {err}"
        elif trig(graph) != (analyzed if kept == self.before_analyzed else clean):
            yield "the next build is not that of a clean one"
        if found := run("verify", "--files", "--graph", str(graph))[2]:
            yield f"verify says of the next build {found}"
        if run("find", "deep", "--graph", str(graph))[0]:
            yield "find fails"


def apart(work: Callable[[], T]) -> T:
    """Return what is computed in a fork of this process."""
    ours, its = Pipe(duplex=False)
    child = os.fork()
    if not child:
        with contextlib.suppress(BaseException):
            try:
                its.send((work(), ""))
            except BaseException:
                its.send((None, traceback.format_exc()))
        os._exit(0)
    its.close()
    made, raised = ours.recv()
    os.waitpid(child, 0)
    if raised:
        raise RuntimeError(raised)
    return made


def trig(graph: Path) -> bytes:
    return (graph / "graph.trig").read_bytes()


def forked(words: Sequence[str], log: Path, prepare: Callable[[], object] = lambda: None) -> int:
    """Start a command in a copy of this process, in a group of its own; return its process id."""
    child = os.fork()
    if not child:
        os.setsid()
        file = os.open(log, os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        os.dup2(file, 1)
        os.dup2(file, 2)
        code = 99
        with contextlib.suppress(BaseException):
            prepare()
            try:
                code = main(words)
            except BaseException:
                traceback.print_exc()
            sys.stdout.flush()
        os._exit(code)
    return child


def kills(scene: Scene, number: int, chance: random.Random, kinds: Sequence[str]) -> Iterator[str]:
    """Kill commands until as many were killed; yield what is wrong.

    The writing of decisions takes too little of the time of its command for a clock to hit it: half of these commands
    kill themselves at one of the steps of it.
    """
    graph, log, counts = scene.place / "killed", scene.place / "log", Counter[str]()
    longest: dict[str, float] = {}
    while counts.total() < number:
        kind = chance.choice(kinds)
        scene.prepare(kind, graph)
        began, step = time.monotonic(), chance.randrange(2 * STEPS) if kind in DECIDING else STEPS
        prepare = (lambda: None) if step >= STEPS else partial(die_at, step)
        child = forked(scene.words(kind, graph), log, prepare)
        if kind in longest and step >= STEPS:
            time.sleep(longest[kind] * chance.random())
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            counts[kind] += 1
        elif step >= STEPS:
            longest[kind] = time.monotonic() - began  # killed at any moment of what the last one took
        yield from apart(lambda kind=kind: [f"{kind}: {found}" for found in scene.wrong(kind, graph)])
    print(f"{counts.total()} kills: {', '.join(f'{n} {kind}' for kind, n in sorted(counts.items()))}")


def die_at(step: int) -> None:
    """Let this process kill itself before a step of the writing of decisions: it opens, renames or removes a file."""
    steps = itertools.count()

    def audit(event: str, arguments: tuple[object, ...]) -> None:
        is_step = event in ("open", "os.chmod", "os.rename", "os.remove") and f"{DECISIONS}.new" in str(arguments[:2])
        if is_step and next(steps) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(audit)


def disks(scene: Scene, number: int, chance: random.Random, kinds: Sequence[str]) -> Iterator[str]:
    """Let commands run on disks with little room until as many disks were full; yield what is wrong."""
    size = sum(path.stat().st_size for path in scene.old.rglob("*") if path.is_file())
    log, kept, counts = scene.place / "log", scene.place / "kept", Counter[str]()
    for at in itertools.count():
        if counts["was full"] >= number:
            break
        kind = chance.choice([kind for kind in kinds if kind != "export"])
        is_mounted = at % 3 != 0 and os.geteuid() == 0 and kind not in DECIDING
        most = chance.randrange(1_000, 60_000)
        room = (0 if kind == "first" else int(size * 1.25)) + chance.randrange(5_000, ROOM)
        with mounted(scene.place / "disk", room) if is_mounted else contextlib.nullcontext(scene.place) as disk:
            graph = disk / "graph-on-disk"
            scene.prepare(kind, graph)
            limit = (lambda: None) if is_mounted else (lambda most=most: limit_files(most))
            _, status = os.waitpid(forked(scene.words(kind, graph), log, limit), 0)
            code, said = os.waitstatus_to_exitcode(status), log.read_text(encoding="utf-8", errors="replace")
            is_full = any(full in said for full in FULL)
            counts["was full" if is_full else "failed" if code else "had room"] += 1
            if code in (99, *range(-64, 0)) or "Traceback" in said or "error of kg" in said or (code and not is_full):
                yield f"{kind}: ended with {code}: {said[-300:]}"
            shutil.rmtree(kept, ignore_errors=True)
            if graph.exists():
                shutil.copytree(graph, kept)
        yield from apart(lambda kind=kind: [f"{kind}: {found}" for found in scene.wrong(kind, kept)])
    print(f"{counts.total()} disks: {', '.join(f'{n} {what}' for what, n in sorted(counts.items()))}")


@contextlib.contextmanager
def mounted(place: Path, room: int) -> Iterator[Path]:
    """Mount a file system in memory for the time of the block."""
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={room}", "tmpfs", str(place)], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def limit_files(most: int) -> None:
    """Let no file of this process become larger."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def queries(scene: Scene, number: int, _: random.Random, __: Sequence[str]) -> Iterator[str]:
    """Ask a graph while another process builds it from one vault and the other in turn; yield what is wrong."""
    graph, log = scene.place / "busy", scene.place / "log"
    shutil.copytree(scene.old, graph)
    builder = os.fork()
    if not builder:
        os.setsid()
        while True:
            for vault in scene.vaults.values():
                apart(lambda vault=vault: run("build", str(vault), "--graph", str(graph)))
    answers = Counter[str]()
    try:
        for _at in range(number):
            query = ["query", "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", "--format", "csv", "--graph", str(graph)]
            _, status = os.waitpid(forked(query, log), 0)
            answers[said := log.read_text(encoding="utf-8", errors="replace")] += 1
            if status:
                yield f"query: {said[-300:]}"
    finally:
        os.killpg(builder, signal.SIGKILL)
        os.waitpid(builder, 0)
    print(f"{number} queries: {', '.join(f'{n} say {said.split()[-1:]}' for said, n in sorted(answers.items()))}")


def by_hand() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    trials = {"kills": kills, "disks": disks, "queries": queries}
    parser.add_argument("trial", choices=trials)
    parser.add_argument("number", nargs="?", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", choices=sorted(COMMANDS), default=sorted(COMMANDS))
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with tempfile.TemporaryDirectory() as place:
        scene, modules = apart(lambda: (Scene(Path(place)), sorted(sys.modules)))
        for module in modules:  # once for all forks
            with contextlib.suppress(ImportError):
                importlib.import_module(module)
        found = list(trials[asked.trial](scene, asked.number, random.Random(asked.seed), asked.kinds))
    print("\n".join([*found, f"{len(found)} wrong"]))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(by_hand())
