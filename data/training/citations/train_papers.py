"""Train the judges, which say which records are papers, and write `kg/extraction/models/papers-1.npz` and so on.

    python data/training/citations/train_papers.py FOLDER [--judge]

FOLDER holds the catalogue, the notes of `sources.tsv` (see `real.py`) and, below `vaults/`, those of the three repositories
that `README.md` names. The judges learn from what the segmenter and the labeller of the package make of sheets, so they
are trained after them, and from `judged.tsv`, which says of the records of real notes which are papers. `--judge` writes
that file anew: works of the catalogue and what stands in a list of them are papers, in notes without papers nothing is,
and of the rest what the judges of the package are sure of.
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT), str(HERE)]

from layouts import Sheet  # noqa: E402
from network import Course, Material, learn  # noqa: E402
from outlines import Outliner  # noqa: E402
from real import TRAIN, Found, Hit, Real  # noqa: E402
from sheets import owners, read  # noqa: E402

from kg import notes  # noqa: E402
from kg.extraction.records.lines import Line, read_lines  # noqa: E402
from kg.extraction.records.papers import MEMBERS, NO_PAPER, OTHER, PAPER, judge_each  # noqa: E402
from kg.extraction.records.reading import read_segments  # noqa: E402
from kg.extraction.records.segmenter import Segment, segment  # noqa: E402
from kg.extraction.records.surroundings import Slot  # noqa: E402
from kg.extraction.records.traits import Read, headings, traits  # noqa: E402
from kg.model import Note  # noqa: E402
from kg.settings import Settings  # noqa: E402

SHEETS, OUTLINES, DECOYS, SHELVES, SEED = 1800, 1200, 3000, 1400, 23
COURSE = Course(epochs=8, width=24, layers=4, batch=8, dropout=0.3, forgotten=0.3)
LENIENCE = (2.0, 7.0, 12.0, 18.0, 30.0)
"""The segmenter knows its sheets too well: it is made to take more for a record, so that there is something to judge."""
_REAL, _NONE = (0.0, *LENIENCE[:2]), (0.0, *LENIENCE)
"""Lenience with notes that have works of the catalogue, or shelves; and with notes that have no papers."""
_JUDGED = HERE / "judged.tsv"
_COLUMNS = ("file", "lenience", "records")
_SIGNS = {"P": PAPER, "O": OTHER, "?": frozenset([PAPER, OTHER])}
_TIMES = 2
"""How often a note of `sources.tsv` is learned from."""
_LIST, _MOST = 5, 0.6
"""Records of a list, and the share of them that are works of the catalogue, from which on the others are papers, too."""
_EVEN, _FEW = 0.5, 3
"""Probability below which a record is none; records of a list in a note of other things that may be one of works."""


def found_in(note: Note, lenience: float) -> list[Read]:
    """Return the records of a note that name something."""
    segments = segment(note, lenience=lenience)
    return [(one.segment, one.entry) for one in read_segments(note, segments) if one.entry is not None]


def add(material: Material, sheet: Sheet, lenience: float) -> None:
    """Read a sheet, and take in which of its records are of papers."""
    note = read(sheet)
    found = found_in(note, lenience)
    if not found:
        return
    lines = read_lines(note)
    first: dict[int, Line] = {}
    for line, owner in zip(lines, owners(sheet, note, lines), strict=True):
        first.setdefault(owner, line)
    begun = {(line.index, line.start) for owner, line in first.items() if owner >= 0}
    material.add(
        traits(found, headings(note, found)),
        [PAPER if any((line.index, line.start) in begun for line in each.lines) else OTHER for each, _ in found],
    )


def add_judged(material: Material, folder: Path) -> None:
    """Read the notes of `judged.tsv`, and take in what it says of their records."""
    with _JUDGED.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows, delimiter="\t"):
            path = folder / row["file"]
            note = notes.read(path, vault=path.parent, settings=Settings()).note
            found = found_in(note, float(row["lenience"])) if note is not None else []
            if note is None or len(found) != len(row["records"]):
                sys.stderr.write(f"{row['file']}: other records than were judged\n")
                continue
            for _ in range(_TIMES if row["file"].startswith("files/") else 1):
                material.add(traits(found, headings(note, found)), [_SIGNS[sign] for sign in row["records"]])


def judged(real: Real) -> Iterator[tuple[str, float, str]]:
    """Yield the rows of `judged.tsv`: a note, the lenience with which it was cut, a sign for each of its records."""
    for one in real.notes(TRAIN, known=False):
        for lenience in _NONE if one.negative else _REAL if one.hits else _REAL[:1]:
            yield f"files/{one.name}", lenience, _signs(one, found_in(one.note, lenience))
    for path in sorted((real.folder / "vaults").rglob("*.md")):
        note = notes.read(path, vault=path.parent, settings=Settings()).note
        if note is not None:
            one = Found(path.name, note, (), negative=False)
            signs = _signs(one, found_in(note, 0.0))
            yield str(path.relative_to(real.folder)), 0.0, signs


def _signs(real: Found, found: Sequence[Read]) -> str:
    """Say of each record of a real note whether it is a paper, `P`, something else, `O`, or may be either, `?`."""
    if real.negative:
        return "O" * len(found)
    titled = [any(_holds(each, hit) for hit in real.hits) for each, _ in found]
    decided = [(reason, chance) for _, reason, chance in judge_each(real.note, found)]
    families, companies = defaultdict[Slot, list[bool]](list), defaultdict[Slot, bool](bool)
    for (each, _), is_work, (reason, _) in zip(found, titled, decided, strict=True):
        families[each.family].append(is_work)
        companies[each.family] |= not reason
        companies[each.layout] |= not reason
    if not real.hits and all(reason for reason, _ in decided) and all(len(x) < _FEW for x in families.values()):
        return "O" * len(found)

    def sign(number: int) -> str:
        each, entry = found[number]
        reason, chance = decided[number]
        of_list = families[each.family]
        listed = len(of_list) >= _LIST and sum(of_list) >= _MOST * len(of_list)
        if titled[number] or listed or not reason:
            return "P"
        alone = not (companies[each.family] or companies[each.layout])
        return "O" if reason != NO_PAPER or (alone and (not entry.authors or chance < _EVEN)) else "?"

    return "".join(map(sign, range(len(found))))


def _holds(segment: Segment, hit: Hit) -> bool:
    return any(line.index == hit.block and line.start < hit.end and hit.start < line.end for line in segment.lines)


def material(real: Real) -> Material:
    """Lay out all that is learned from; what is real comes last, when both labels are known."""
    outliner, found = Outliner(SEED, real.catalogue), Material()
    for make, count in ((outliner.sheet, SHEETS), (outliner.outline, OUTLINES), (outliner.decoy, DECOYS)):
        for number in range(count):
            add(found, make(), LENIENCE[number % len(LENIENCE)])
    shelves = Outliner(SEED + 1, real.catalogue)
    for number in range(SHELVES):
        sheet = shelves.library() if number % 2 else shelves.notices()
        add(found, sheet, _REAL[number % len(_REAL)])
    add_judged(found, real.folder)
    return found


def main() -> None:
    real = Real(Path(sys.argv[1]))
    if sys.argv[2:] == ["--judge"]:
        rows = [row for row in judged(real) if row[2]]
        with _JUDGED.open("w", encoding="utf-8", newline="") as out:
            csv.writer(out, delimiter="\t", lineterminator="\n").writerows([_COLUMNS, *rows])
        return
    learned = material(real)
    for number in range(MEMBERS):
        model = learn(learned, replace(COURSE, seed=COURSE.seed + number))
        (ROOT / "kg" / "extraction" / "models" / f"papers-{number + 1}.npz").write_bytes(model)


if __name__ == "__main__":
    main()
