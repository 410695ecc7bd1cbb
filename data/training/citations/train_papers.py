"""Train the judge, which says which records are papers, and write `kg/extraction/models/papers.npz`.

    python data/training/citations/train_papers.py FOLDER

FOLDER holds the catalogue and the notes of `sources.tsv` (see `real.py`). It learns from what the segmenter and the labeller of the package make of sheets, so it is trained after them.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT), str(HERE)]

from layouts import Sheet  # noqa: E402
from network import Course, Material, learn  # noqa: E402
from outlines import Outliner  # noqa: E402
from real import TRAIN, Found, Hit, Real  # noqa: E402
from sheets import owners, read  # noqa: E402

from kg.extraction.records.lines import Line, read_lines  # noqa: E402
from kg.extraction.records.papers import OTHER, PAPER, traits  # noqa: E402
from kg.extraction.records.reading import read_segments  # noqa: E402
from kg.extraction.records.segmenter import Segment, segment  # noqa: E402
from kg.extraction.records.surroundings import Slot  # noqa: E402

SHEETS, OUTLINES, DECOYS, SEED = 1800, 1200, 3000, 23
COURSE = Course(epochs=8, width=24, layers=4, batch=8, dropout=0.3, forgotten=0.3)


LENIENCE = (2.0, 7.0, 12.0, 18.0, 30.0)
"""The segmenter knows its sheets too well: it is made to take more for a record, so that there is something to judge."""
_LIST, _MOST = 5, 0.6
"""Records of a list, and the share of them that are works of the catalogue, from which on the others are papers, too."""


def add(material: Material, sheet: Sheet, lenience: float) -> None:
    """Read a sheet, and take in which of its records are of papers."""
    note = read(sheet)
    segments = segment(note, lenience=lenience)
    found = [(one.segment, one.entry) for one in read_segments(note, segments) if one.entry is not None]
    if not found:
        return
    lines = read_lines(note)
    first: dict[int, Line] = {}
    for line, owner in zip(lines, owners(sheet, note, lines), strict=True):
        first.setdefault(owner, line)
    begun = {(line.index, line.start) for owner, line in first.items() if owner >= 0}
    material.add(
        traits(found),
        [PAPER if any((line.index, line.start) in begun for line in each.lines) else OTHER for each, _ in found],
    )


def add_real(material: Material, real: Found, lenience: float) -> None:
    """Read a real note, and take in which of its records are works of the catalogue; most others may be anything."""
    segments = segment(real.note, lenience=lenience)
    found = [(one.segment, one.entry) for one in read_segments(real.note, segments) if one.entry is not None]
    if not found:
        return
    titled = [any(_holds(each, hit) for hit in real.hits) for each, _ in found]
    families: dict[Slot, list[bool]] = defaultdict(list)
    for (each, _), is_work in zip(found, titled, strict=True):
        families[each.family].append(is_work)

    def signs(number: int) -> frozenset[str]:
        if real.negative:
            return frozenset([OTHER])
        of_list = families[found[number][0].family]
        listed = len(of_list) >= _LIST and sum(of_list) >= _MOST * len(of_list)
        return frozenset([PAPER]) if titled[number] or listed else frozenset([PAPER, OTHER])

    material.add(traits(found), [signs(number) for number in range(len(found))])


def _holds(segment: Segment, hit: Hit) -> bool:
    return any(line.index == hit.block and line.start < hit.end and hit.start < line.end for line in segment.lines)


def material(real: Real) -> Material:
    """Lay out all that is learned from; what is real comes last, when both labels are known."""
    outliner, found = Outliner(SEED, real.catalogue), Material()
    for make, count in ((outliner.sheet, SHEETS), (outliner.outline, OUTLINES), (outliner.decoy, DECOYS)):
        for number in range(count):
            add(found, make(), LENIENCE[number % len(LENIENCE)])
    for note in real.notes(TRAIN):
        for lenience in LENIENCE[: 5 if note.negative else 2]:
            add_real(found, note, lenience)
    return found


def main() -> None:
    model = learn(material(Real(Path(sys.argv[1]))), COURSE)
    (ROOT / "kg" / "extraction" / "models" / "papers.npz").write_bytes(model)
    sys.stderr.write(f"{len(model)} bytes\n")


if __name__ == "__main__":
    main()
