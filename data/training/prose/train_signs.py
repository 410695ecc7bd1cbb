"""Train what weighs the signs of names, and measure how calibrated it is.

    python data/training/prose/train_signs.py FOLDER [FOLDER ...]

A folder holds notes and beside each its annotations (`NAME.jsonl`, as in `data/gold`); `names-sources.tsv` lists the notes
that the weights were made from. The notes of `data/gold` that are annotated in full, and not held out, are added. Written is
`kg/extraction/naming/weights.csv`; printed is what comes out for each note when the weights are made of the others.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from regression import Example, train

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from kg import notes  # noqa: E402
from kg.extraction import make_nlp, naming, read  # noqa: E402
from kg.extraction.naming import signs, weighing  # noqa: E402
from kg.extras.scoring import KINDS  # noqa: E402
from kg.extras.scoring import read as read_annotations  # noqa: E402
from kg.model import Kind  # noqa: E402
from kg.settings import Settings  # noqa: E402
from kg.text import bare, name_key  # noqa: E402

WRITTEN = ROOT / "kg" / "extraction" / "naming" / weighing.FILE
SAMPLE = ("climate-ml-seminar", "kdd-2023-report", "retrieval-blog", "robot-learning-outline")
ENDS = ("name", "title", "short", "citekey", "aliases")


JUDGED = "judged.jsonl"
"""In a folder of notes: names that kg found in them, one a line, and whether they are right."""
Listed = dict[str, dict[Kind, bool]]


def main() -> None:
    """Train on all notes, after measuring on each with the weights of the others."""
    folders = [Path(folder) for folder in sys.argv[1:]]
    examples = [one for note, gold in annotated(folders) for one in _examples(note, listed(read_annotations(gold)))]
    examples += [one for note, rows in _judged(folders) for one in _examples(note, listed(rows), judged=True)]
    train(examples, WRITTEN)


def annotated(folders: Sequence[Path]) -> Iterator[tuple[Path, Path]]:
    """Yield each annotated note with its annotations."""
    for folder in folders:
        for gold in sorted(set(folder.glob("*.jsonl")) - {folder / JUDGED}):
            yield next(p for p in sorted(folder.iterdir()) if p.stem == gold.stem and p != gold), gold
    for name in SAMPLE:
        yield next((ROOT / "data" / "notes").rglob(f"{name}.*")), ROOT / "data" / "gold" / f"{name}.jsonl"


def _judged(folders: Sequence[Path]) -> Iterator[tuple[Path, list[dict[str, Any]]]]:
    """Yield the notes of which only some names were judged, with these."""
    for folder in folders:
        found: dict[str, list[dict[str, Any]]] = {}
        if (folder / JUDGED).exists():
            for line in (folder / JUDGED).read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                found.setdefault(row["note"], []).append(
                    {"type": row["kind"], "name": row["name"], "right": row["right"]}
                )
        yield from ((folder / note, rows) for note, rows in sorted(found.items()))


def _examples(path: Path, listed: Listed, *, judged: bool = False) -> Iterator[Example]:
    """Read a note, and compare its names before they are weighed with what the reader lists."""
    seen: list[tuple[Kind, str, dict[str, float]]] = []
    weighed = naming.weighing.weighed

    def spy(page: Any, finds: Any, chosen: Any) -> Any:
        chosen = list(chosen)
        seen.extend((named[0].kind, named[0].text, found) for named, found in signs.of(page, finds, chosen) if found)
        return weighed(page, finds, chosen)

    naming.weighing.weighed = spy
    note = notes.read(path, vault=path.parent, settings=Settings()).note
    read(note, NLP)
    naming.weighing.weighed = weighed
    for kind, text, found in seen:
        kinds = listed.get(name_key(text)) or listed.get(name_key(bare(text)), {})
        if kind is Kind.PERSON or (kind not in kinds if judged else not all(kinds.values())):
            continue
        yield Example(path.stem, kind.value, weighing.terms(kind, found), kinds[kind] if judged else kind in kinds)


def listed(rows: Sequence[Mapping[str, Any]]) -> Listed:
    """Return the kinds of each listed name, and whether the reader is certain (of a judged one: whether it is right)."""
    listed: Listed = {}
    for row in rows:
        for kind in KINDS.get(row["type"], ()):
            for end in ENDS:
                value = row.get(end) or ()
                for name in (value,) if isinstance(value, str) else value:
                    listed.setdefault(name_key(name), {})[kind] = row.get("right", row.get("certain", True))
    return listed


NLP = make_nlp()

if __name__ == "__main__":
    main()
