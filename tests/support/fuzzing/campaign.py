"""Batches of fuzzed notes through all stages; what fails is made small and written down once for each cause."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kg.text import slug

from . import stages
from .mutations import Fuzzer
from .shrinking import TRIES, shrink
from .stages import Failure

SHORT = 3
"""Seconds of the processor by which something without end is known while it is made small."""
FEW = 60
"""How often it is tried then."""


@dataclass(frozen=True)
class Campaign:
    """What is fuzzed, and the folder into which failures are written; those in it are known."""

    fuzzer: Fuzzer
    found: Path

    def batch(self, numbers: Iterable[int]) -> list[Failure]:
        """Take some notes through all stages; those with which nothing can be built are taken out, and the rest tried again."""
        files = dict(self.fuzzer.note(number) for number in numbers)
        failures: list[Failure] = []
        while files:
            found = tried(files)
            failures += found
            for failure in {(one.stage, one.what): one for one in found}.values():
                self._write(files, failure)
            ending = [one for one in found if one.stage == "build" and one.ends]
            if not ending:
                break
            guilty = [ending[0].note] if ending[0].note in files else shrunk(files, ending[0], grains=0)
            files = {name: content for name, content in files.items() if name not in guilty}
        return failures

    def _write(self, files: Mapping[str, bytes], failure: Failure) -> None:
        folder = self.found / (slug(f"{failure.stage} {failure.what}")[:90] or "x")
        if folder.exists():
            return
        folder.mkdir(parents=True)
        (folder / "why.txt").write_text(f"{failure.what}\n\n{failure.detail}", "utf-8", "backslashreplace")
        lay(shrunk(files, failure), folder / "notes")


def tried(
    files: Mapping[str, bytes], *, only: str = "", reads: bool = False, seconds: float = stages.SECONDS
) -> list[Failure]:
    """Take files through the stages in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        vault = lay(files, Path(folder, "vault"))
        if reads:
            return stages.read(vault, Path(folder), seconds=seconds)
        return stages.run(vault, Path(folder), only=only, seconds=seconds)


def shrunk(files: Mapping[str, bytes], failure: Failure, *, grains: int = 3) -> dict[str, bytes]:
    """Make the files with which something fails small; all of them, if it does not fail again."""
    seconds, tries = (SHORT, FEW) if failure.is_endless else (stages.SECONDS, TRIES)
    reads = failure.note in files
    files = {failure.note: files[failure.note]} if reads else files

    def fails(some: Mapping[str, bytes]) -> bool:
        found = tried(some, only=failure.stage, reads=reads, seconds=seconds)
        return any(one.stage == failure.stage and _alike(one, failure) for one in found)

    return shrink(files, fails, tries=tries, grains=grains) if fails(files) else dict(files)


def _alike(one: Failure, other: Failure) -> bool:
    return one.what == other.what or (one.is_endless and other.is_endless)


def lay(files: Mapping[str, bytes], folder: Path) -> Path:
    """Write files into a folder."""
    for name, content in files.items():
        path = folder / os.fsdecode(os.fsencode(name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
