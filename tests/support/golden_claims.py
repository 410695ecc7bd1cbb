"""All that kg claims of many notes, to see what a change of the rules changes: `make golden` shows `note:line was / is`.

Scores of accuracy let two opposite errors pass; claims do not. What was claimed when somebody last looked lies in
`out/golden`, a file for each set of notes; `--accept` writes it anew. Of the project's own notes, and of these alone,
hashes are kept in `tests/golden/claims.json`, so that a commit that changes how a note is read says so.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from cases import read_cases
from places import CASES, FLOORS, NOTES, ROOT, SHARED

from kg import extraction, notes
from kg.extraction import guard
from kg.model import Mention, Note
from kg.pipeline.extracting import _pipeline
from kg.settings import Settings

HASHES = FLOORS / "claims.json"
KEPT = ROOT / "out" / "golden"
_SEED, _SHEETS = 990_002, 100
Row = tuple[str, int, str]
"""A claim: its note, its line, and the rest in words."""


@dataclass(frozen=True)
class Sample:
    """A note to read: a file of a vault, or a text that lies on no disk."""

    name: str
    vault: Path | None = None
    text: str = ""


def _files(folder: Path) -> Iterator[Sample]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.suffix.lower() in notes.READERS and path.is_file() and not name.startswith(".") and "/." not in name:
            yield Sample(name, folder)


def _cases(folder: Path) -> Iterator[Sample]:
    for path in sorted(folder.glob("*.md")):
        for case in read_cases(path):
            yield Sample(f"{path.stem}, {case.name.replace('/', ' ')}{case.suffix}", text=case.note)


def _layouts(folder: Path) -> Iterator[Sample]:
    sys.path.insert(0, str(folder))
    outliner = importlib.import_module("outlines").Outliner(_SEED)
    for number in range(_SHEETS):
        yield Sample(f"{number}.md", text=(outliner.outline() if number % 4 == 3 else outliner.sheet()).text)


SETS: dict[str, tuple[Callable[[Path], Iterable[Sample]], Path]] = {
    "notes": (_files, NOTES),
    "cases": (_cases, CASES),
    "layouts": (_layouts, ROOT / "data" / "training" / "citations"),
    "shared-notes": (_files, Path("notes")),
    "foreign": (_files, Path("foreign/notes")),
    "styles": (_files, Path("styles")),
    "vaults": (_files, Path("vaults")),
    "wild": (_files, Path("wild/files")),
}
"""Sets of notes, how their samples are made, and from which folder, of the project or of what is shared."""
QUICK = tuple(SETS)[:-2]
"""Those that take no minutes."""


def nlp() -> extraction.Language:
    return _pipeline("")


def claims(note: Note) -> list[Row]:
    """Read a note: each claim with subject, predicate, object, places and confidence, and each rule that failed, sorted."""
    read = extraction.extract(note, nlp())
    found = {(note.id, problem.line, problem.message) for problem in read.problems if problem.code == guard.CODE}
    for claim in read.claims:
        stated = claim.object.text if isinstance(claim.object, Mention) else claim.object
        places = " ".join(f"{span.start}-{span.end}" for span in claim.evidence)
        words = [claim.subject.text, claim.predicate.rsplit("#")[-1].rsplit("/")[-1], claim.qualifier, str(stated)]
        text = " | ".join(" ".join(word.split()) for word in (*words, places, f"{claim.confidence:.2f}"))
        found.add((note.id, note.line(claim.evidence[0].start), text))
    return sorted(found)


def _read(sample: Sample) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        vault = sample.vault or Path(folder)
        if sample.vault is None:
            (vault / sample.name).write_text(sample.text, encoding="utf-8", newline="")
        note = notes.read(vault / sample.name, vault=vault, settings=Settings()).note
        return claims(note) if note is not None else []


def read_set(name: str, *, shared: Path = SHARED, workers: int = 1) -> dict[str, list[Row]]:
    """Read the notes of a set: the name of each and its claims."""
    make, folder = SETS[name]
    samples = list(make(shared / folder))
    if workers == 1:
        return {sample.name: _read(sample) for sample in samples}
    with ProcessPoolExecutor(workers) as pool:
        return {s.name: rows for s, rows in zip(samples, pool.map(_read, samples, chunksize=4), strict=True)}


def hashes(read: dict[str, list[Row]]) -> dict[str, str]:
    """Give a short hash of the claims of each note."""
    return {note: hashlib.sha256(repr(rows).encode()).hexdigest()[:12] for note, rows in read.items()}


def differences(was: Iterable[Row], now: Iterable[Row]) -> Iterator[str]:
    """Write what two readings do not share: for each line of a note what was claimed and what is."""
    old, new = set(was), set(now)
    lines: dict[tuple[str, int], tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for number, rows in enumerate((old - new, new - old)):
        for note, line, text in rows:
            lines[note, line][number].append(text)
    for (note, line), (gone, come) in sorted(lines.items()):
        yield f"{note}:{line}"
        yield from (f"  was {text}" for text in sorted(gone))
        yield from (f"  is  {text}" for text in sorted(come))


def main() -> None:
    """Compare sets with what was kept of them, and keep what is where that is accepted or the first time."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}; without: {', '.join(QUICK)}")
    parser.add_argument("--accept", action="store_true", help="keep what is claimed now")
    parser.add_argument(
        "--shared", type=Path, default=SHARED, help="where the notes of others lie, not beside the clone"
    )
    options = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    for name in options.sets or QUICK:
        read, kept = read_set(name, shared=options.shared, workers=os.cpu_count() or 1), KEPT / f"{name}.json"
        rows = [row for note in sorted(read) for row in read[note]]
        if kept.exists():
            was = [(note, line, text) for note, line, text in json.loads(kept.read_text(encoding="utf-8"))]
            shown = list(differences(was, rows))
            changed = len(set(was) ^ set(rows))
            print(f"# {name}: {len(read)} notes, {len(rows)} claims, {changed} differ", *shown, sep="\n")
        else:
            print(f"# {name}: {len(read)} notes, {len(rows)} claims, kept for the first time")
        if options.accept or not kept.exists():
            kept.write_text(json.dumps(rows, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
        if options.accept and name == "notes":
            HASHES.write_text(json.dumps(hashes(read), indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
