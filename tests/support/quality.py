"""Measure kg on the annotated notes of `data/`: `python tests/support/quality.py` prints F1 by field and raises the floors."""

from __future__ import annotations

import json
import math
import shutil
import sys
import tempfile
from pathlib import Path

from places import FLOORS, GOLD, NOTES
from styles.predicted import Found, predict
from styles.scoring import FIELDS, Scores, score
from styles.sheet import Row

FILES = {path.stem: path for path in sorted(NOTES.rglob("*")) if path.is_file()}
ANNOTATED = {path.stem: path for path in sorted(GOLD.glob("*.jsonl"))}
KEPT = FLOORS / "quality.json"


def measure(name: str) -> Scores:
    """Read one annotated note as a vault of its own and score it."""
    return score(*papers(FILES[name], ANNOTATED[name]))


def papers(note: Path, gold: Path) -> tuple[list[Row], list[Found]]:
    """Give the papers that the gold of a note lists, and those that are read when it is a vault of its own."""
    rows = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines() if line.strip()]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(note, folder)
        return [row for row in rows if row["type"] == "paper"], predict(Path(folder))


def floors() -> dict[str, dict[str, float]]:
    """Read the floors: note -> field -> F1."""
    return json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}


def main() -> None:
    """Print a row a note, and write the floors anew where the measure is higher."""
    known = floors()
    print(f"{'':28}" + "".join(f"{field[:9]:>10}" for field in FIELDS))
    for name in sorted(ANNOTATED):
        scores = measure(name)
        counted = {f: c.f1 for f, c in scores.items() if c.hit + c.missed + c.false}
        print(f"{name:28}" + "".join(f"{counted[f]:10.3f}" if f in counted else f"{'-':>10}" for f in FIELDS))
        old = known.get(name, {})
        known[name] = {f: max(math.floor(v * 1000) / 1000, old.get(f, 0.0)) for f, v in counted.items()}
        if "--errors" in sys.argv:
            for count in scores.values():
                print("".join(f"      {note}\n" for note in count.notes), end="")
    KEPT.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
