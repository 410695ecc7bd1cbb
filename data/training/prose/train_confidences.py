"""Count how often names are right of which the rules are so sure, and measure how calibrated that is.

    python data/training/prose/train_confidences.py FOLDER [FOLDER ...]
    python data/training/prose/train_confidences.py --judged JUDGED.tsv

The folders are those of `train_signs.py`, which comes first. Written is `kg/extraction/naming/confidences.csv`; printed is
the calibration error for each kind, before and after, where each note is told by what was counted in the others.

The second draws the lines of the table to names that were drawn at random from whole vaults and judged in their places:
`kind`, `rule`, `from` (as in the table) and `right`, 1, 0.5 or 0. Annotated notes are mostly of fields that the component knows.
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from regression import error
from train_signs import NLP, Listed, annotated, listed

from kg import notes
from kg.extraction import naming, read
from kg.extraction.naming import calibrating
from kg.extras.scoring import read as read_annotations
from kg.model import Kind
from kg.settings import Settings
from kg.text import bare, name_key

KINDS = (Kind.METHOD, Kind.DATASET, Kind.TASK, Kind.ORG)
"""Of persons nearly all are right, whatever found them."""
PRIOR = 20.0
"""Names of a kind and a step for which its mean counts, beside those of the rule."""
FEWEST = 10
"""Names from which on a rule has a line of its own."""
LEAST, MOST = 0.5, 0.97
Seen = tuple[str, Kind, str, float, bool]
"""Note, kind, rule, what the rules say, and whether the reader lists the name."""
Shares = dict[tuple[Kind, str, float], float]


def main() -> None:
    """Count in annotated notes, or draw the table to judged names."""
    if sys.argv[1] == "--judged":
        _draw(Path(sys.argv[2]))
    else:
        _count()


def _draw(judged: Path) -> None:
    """Draw each line of the table to the judged names of its kind and rule, for as many as it counts itself."""
    shares = dict(calibrating.measured())
    groups: dict[tuple[Kind, str, float], list[float]] = defaultdict(list)
    with judged.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows, delimiter="\t"):
            groups[Kind(row["kind"]), row["rule"], float(row["from"])].append(float(row["right"]))
    for (kind, rule, at), right in groups.items():
        mean = shares.get((kind, rule, at), shares.get((kind, calibrating.ANY, at)))
        if mean is not None and len(right) >= FEWEST:
            shares[kind, rule, at] = _drawn(right, mean)
    _write(shares)


def _write(shares: Shares) -> None:
    with calibrating.FILE.open("w", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream, lineterminator="\n")
        rows.writerow(("kind", "rule", "from", "right"))
        rows.writerows((kind, rule, at, f"{share:.2f}") for (kind, rule, at), share in sorted(shares.items()))


def _count() -> None:
    """Count in all notes, after measuring on each with what was counted in the others."""
    naming.calibrated = _as_said
    seen = [one for path, gold in annotated(list(map(Path, sys.argv[1:]))) for one in names_of(path, gold)]
    held: list[tuple[Seen, float]] = []
    for note in sorted({one[0] for one in seen}):
        shares = _counted([one for one in seen if one[0] != note])
        held += [(one, _told(shares, one)) for one in seen if one[0] == note]
    for kind in KINDS:
        some = [(one, told) for one, told in held if one[1] is kind]
        before = error([(one[4], one[3]) for one, _ in some])
        print(
            f"{kind.value:14} {len(some):5}  before {before:.3f}  after {error([(one[4], told) for one, told in some]):.3f}"
        )
    _write(_counted(seen))


def _as_said(_kind: Kind, _rule: str, said: float) -> float:
    return said


def names_of(path: Path, gold: Path) -> Iterator[Seen]:
    """Read a note, and compare each of its names, at the place where the rules are surest, with what the reader lists."""
    mentions = read(notes.read(path, vault=path.parent, settings=Settings()).note, NLP)[1].mentions
    surest: dict[tuple[Kind, str], tuple[float, str]] = {}
    for one in mentions:
        if one.kind in KINDS:
            key = one.kind, name_key(bare(one.text))
            surest[key] = max(surest.get(key, (0.0, "")), (one.confidence, one.rule))
    known: Listed = listed(read_annotations(gold))
    for (kind, key), (said, rule) in sorted(surest.items()):
        kinds = known.get(key, {})
        if all(kinds.values()):
            yield path.stem, kind, rule, said, kind in kinds


def _counted(seen: Sequence[Seen]) -> Shares:
    """Return the share of right names for each kind, rule and step, drawn to that of the kind and step."""
    groups: dict[tuple[Kind, str, float], list[bool]] = defaultdict(list)
    for _, kind, rule, said, right in seen:
        for name in (rule, calibrating.ANY):
            groups[kind, name, calibrating.step(said)].append(right)
    shares: Shares = {}
    for kind in KINDS:
        every = [
            right
            for (one, rule, _), some in groups.items()
            if one is kind and rule == calibrating.ANY
            for right in some
        ]
        if every:
            mean = sum(every) / len(every)
            for at in calibrating.STEPS:
                shares[kind, calibrating.ANY, at] = _drawn(groups.get((kind, calibrating.ANY, at), ()), mean)
    for (kind, rule, at), some in groups.items():
        if rule != calibrating.ANY and len(some) >= FEWEST:
            shares[kind, rule, at] = _drawn(some, shares[kind, calibrating.ANY, at])
    return shares


def _drawn(right: Sequence[float], mean: float) -> float:
    share = (sum(right) + PRIOR * mean) / (len(right) + PRIOR)
    return min(max(share, LEAST), MOST)


def _told(shares: Mapping[tuple[Kind, str, float], float], one: Seen) -> float:
    _, kind, rule, said, _ = one
    at = calibrating.step(said)
    return shares.get((kind, rule, at), shares.get((kind, calibrating.ANY, at), said))


if __name__ == "__main__":
    main()
