"""Train the segmenter, which cuts notes into records, and write `kg/extraction/models/records.npz`.

    python data/training/citations/train_records.py

The sheets of `layouts` say which line belongs to which work; decoys are notes in which no line does.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT), str(HERE)]

import pycrfsuite  # noqa: E402
from layouts import Sheet  # noqa: E402
from outlines import Outliner  # noqa: E402
from sheets import owners, read  # noqa: E402

from kg.extraction.labelling.chain import pack  # noqa: E402
from kg.extraction.records.lines import read_lines  # noqa: E402
from kg.extraction.records.segmenter import BEGIN, INSIDE, OUTSIDE  # noqa: E402
from kg.extraction.records.surroundings import Setting  # noqa: E402

SHEETS, OUTLINES, DECOYS, SEED = 5000, 2800, 1700, 11
L1, L2, ITERATIONS = 0.25, 0.03, 120


def gold(owned: list[int]) -> list[str]:
    """Label the lines: the first of a record begins it, what lies between its lines is inside."""
    last = {owner: n for n, owner in enumerate(owned) if owner >= 0}
    labels: list[str] = []
    current = -1
    for n, owner in enumerate(owned):
        if owner >= 0 and owner != current:
            labels.append(BEGIN)
            current = owner
        elif owner >= 0 or (current >= 0 and n < last[current]):
            labels.append(INSIDE)
        else:
            labels.append(OUTSIDE)
            current = -1
    return labels


def sheets(outliner: Outliner) -> Iterator[Sheet]:
    """Draw what is learned from."""
    for make, count in ((outliner.sheet, SHEETS), (outliner.outline, OUTLINES), (outliner.decoy, DECOYS)):
        for _ in range(count):
            yield make()


def main() -> None:
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"c1": L1, "c2": L2, "max_iterations": ITERATIONS, "feature.minfreq": 3})
    layouter = Outliner(SEED)
    counts: dict[str, int] = defaultdict(int)
    for sheet in sheets(layouter):
        note = read(sheet)
        lines = read_lines(note)
        if not lines:
            continue
        setting = Setting(note, lines)
        labels = gold(owners(sheet, note, lines))
        for label in labels:
            counts[label] += 1
        trainer.append([setting.features(n) for n in range(len(lines))], labels)
    sys.stderr.write(f"{dict(counts)}\n")
    target = HERE / "records.crfsuite"
    trainer.train(str(target))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(target))
    learned = tagger.info()
    weights: dict[str, dict[str, float]] = defaultdict(dict)
    kept = {key: weight for key, weight in learned.state_features.items() if abs(weight) > 0.005}
    for (name, sign), weight in kept.items():
        weights[name][sign] = weight
    tagger.close()
    target.unlink()
    model = pack(weights, dict(learned.transitions))
    (ROOT / "kg" / "extraction" / "models" / "records.npz").write_bytes(model)
    sys.stderr.write(f"{len(weights)} features, {len(model)} bytes\n")


if __name__ == "__main__":
    main()
