"""Train the segmenter, which cuts notes into records, and write `kg/extraction/models/records-1.npz` and so on.

    python data/training/citations/train_records.py FOLDER

FOLDER holds the catalogue and the notes of `sources.tsv` (see `real.py`). The sheets of `layouts` say which line belongs to which work; decoys are notes in which no line does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT), str(HERE)]

from layouts import Sheet  # noqa: E402
from network import Course, Material, learn  # noqa: E402
from outlines import Outliner  # noqa: E402
from real import TRAIN, Real, line_labels  # noqa: E402
from sheets import owners, read  # noqa: E402

from kg.extraction.records.lines import (  # noqa: E402
    BEGIN,
    INSIDE,
    OUTSIDE,
    read_lines,
)
from kg.extraction.records.segmenter import MEMBERS  # noqa: E402
from kg.extraction.records.surroundings import Setting  # noqa: E402

SHEETS, OUTLINES, DECOYS, SEED = 8000, 4500, 3200, 11
NOTED = 4
"""How often each real note is taken in."""
_STRETCH = 200
"""Lines of a long note that are learned from at once."""
COURSE = Course(epochs=8, width=48, batch=8, dropout=0.3, forgotten=0.3)


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


def material(real: Real) -> Material:
    """Lay out all that is learned from; what is real comes last, when all labels are known."""
    found = Material()
    for sheet in sheets(Outliner(SEED, real.catalogue)):
        note = read(sheet)
        if lines := read_lines(note):
            setting = Setting(note, lines)
            found.add([setting.features(n) for n in range(len(lines))], gold(owners(sheet, note, lines)))
    for real_note in real.notes(TRAIN):
        lines, labels = real_note.lines, line_labels(real_note)
        setting = Setting(real_note.note, lines)
        features = [setting.features(n) for n in range(len(lines))]
        for first in range(0, len(lines), _STRETCH):
            for _ in range(NOTED):
                found.add(features[first : first + _STRETCH], labels[first : first + _STRETCH])
    return found


def main() -> None:
    found = material(Real(Path(sys.argv[1])))
    for number in range(1, MEMBERS + 1):
        model = learn(found, replace(COURSE, seed=number))
        (ROOT / "kg" / "extraction" / "models" / f"records-{number}.npz").write_bytes(model)
        sys.stderr.write(f"{len(model)} bytes\n")


if __name__ == "__main__":
    main()
