"""How well prose is read, kind by kind: `python tests/support/prose_quality.py` prints F1 of the notes annotated in full.

Three of them are held out: their figures are printed, what is missed in them is not, so that no rule is written to it.
With `--raise` the floors in `golden/prose.json` are written anew where the measure is higher.
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
from pathlib import Path

from places import FLOORS, GOLD, NOTES

from kg.cli import main as kg
from kg.extras import scoring
from kg.extras.scoring import Count
from kg.rdf import open_store

KEPT = FLOORS / "prose.json"
SEEN = ("climate-ml-seminar", "kdd-2023-report", "retrieval-blog", "robot-learning-outline")
HELD_OUT = ("icml-2022-week", "speech-and-audio-outline", "structure-prediction-journal-club")


def measure(name: str) -> dict[str, Count]:
    """Build one annotated note alone and score it: kind -> count."""
    note = next(path for path in NOTES.rglob(f"{name}.*"))
    with tempfile.TemporaryDirectory() as folder:
        if kg(["build", str(note), "--graph", folder, "--no-map", "--json"]):
            raise RuntimeError(f"{note} was not built")
        with open_store(Path(folder)) as store:
            return next(iter(scoring.score(store, GOLD / f"{name}.jsonl").values()))


def floors() -> dict[str, dict[str, float]]:
    """Read the floors: note -> kind -> F1."""
    return json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}


def main() -> None:
    """Print a row a note and the sums of both groups."""
    known = floors()
    kinds = ("paper", "person", "method", "dataset", "task", "org", "venue", "event", "relation")
    print(f"{'':36}" + "".join(f"{kind:>10}" for kind in kinds))
    for group in (SEEN, HELD_OUT):
        total: dict[str, Count] = {}
        for name in group:
            counts = measure(name)
            for kind, count in counts.items():
                total.setdefault(kind, Count()).add(count)
            _row(name, counts, kinds)
            old = known.get(name, {})
            known[name] = {k: max(math.floor(c.f1 * 1000) / 1000, old.get(k, 0.0)) for k, c in counts.items()}
        _row("held out, all" if group is HELD_OUT else "seen, all", total, kinds)
    if "--raise" in sys.argv:
        KEPT.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _row(name: str, counts: dict[str, Count], kinds: tuple[str, ...]) -> None:
    cells = (f"{counts[kind].f1:10.3f}" if kind in counts else f"{'-':>10}" for kind in kinds)
    print(f"{name:36}" + "".join(cells))


if __name__ == "__main__":
    main()
