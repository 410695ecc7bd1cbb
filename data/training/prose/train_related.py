"""Train what weighs the signs of stated relations, and measure how calibrated it is.

    python data/training/prose/train_related.py FOLDER [FOLDER ...]
    python data/training/prose/train_related.py --judged JUDGED.jsonl   fits the weights that there are to judged statements

The folders are those of `train_signs.py`, which comes first. Of the annotated sample notes only statements between two
things that the reader lists count, because fewer things are listed there. Written is `kg/extraction/claims/related.csv`.
A judged statement is a line with its note, its relation, its signs (`terms`) and how right it is, from 0 to 1.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from regression import Example, adapt, train
from train_signs import NLP, SAMPLE, annotated

from kg import notes
from kg.extraction import read
from kg.extraction.claims import related
from kg.extras.scoring import RELATIONS
from kg.extras.scoring import read as read_annotations
from kg.model import Mention
from kg.settings import Settings
from kg.text import bare, name_key

WRITTEN = Path(related.__file__).with_name(related.WEIGHTS)
SAME = ("name", "title", "short", "citekey", "aliases", "methods", "datasets", "title_variants")
Same = Mapping[str, set[str]]


def main() -> None:
    """Train on all notes, after measuring on each with the weights of the others."""
    if sys.argv[1] == "--judged":
        rows = map(json.loads, Path(sys.argv[2]).read_text(encoding="utf-8").splitlines())
        adapt([Example(row["note"], row["relation"], row["terms"], row["right"]) for row in rows], WRITTEN)
        return
    train([one for path, gold in annotated(list(map(Path, sys.argv[1:]))) for one in _examples(path, gold)], WRITTEN)


def _examples(path: Path, gold: Path) -> Iterator[Example]:
    """Read a note, and compare what it is said to state with what the reader lists."""
    seen: list[tuple[str, Mention, Mention, dict[str, float]]] = []
    signs = related.signs

    def spy(context: Any, sentence: Any, stated: Any, ends: Any) -> dict[str, float]:
        found = signs(context, sentence, stated, ends)
        seen.append((stated.relation, *ends, found))
        return found

    related.signs = spy
    read(notes.read(path, vault=path.parent, settings=Settings()).note, NLP)
    related.signs = signs
    rows = read_annotations(gold)
    same = _same(rows)
    listed = [row for row in rows if row["type"] == "relation" and row["predicate"] in RELATIONS]
    for relation, subject, object_, found in seen:
        one, other = (_keys(end.text, same) for end in (subject, object_))
        if path.stem in SAMPLE and not (one & same.keys() and other & same.keys()):
            continue
        fitting = [row for row in listed if _fits(row, relation, (one, other), same)]
        if all(row.get("certain", True) for row in fitting):
            yield Example(path.stem, relation, found, bool(fitting))


def _same(rows: Sequence[Mapping[str, Any]]) -> Same:
    """Return all names of the thing that a name is of; a paper is what it introduces."""
    same: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row["type"] != "relation":
            values = (row.get(end) or () for end in SAME)
            names = [name for value in values for name in ((value,) if isinstance(value, str) else value)]
        else:
            names = [row["subject"], row["object"]] if row["predicate"] == "introduces" else []
        keys = {name_key(name) for name in names}
        for key in keys:
            same[key] |= keys
    return same


def _keys(text: str, same: Same) -> set[str]:
    keys = {name_key(text), name_key(bare(text))}
    return keys.union(*(same.get(key, set()) for key in keys))


def _fits(row: Mapping[str, Any], relation: str, ends: tuple[set[str], set[str]], same: Same) -> bool:
    wanted = tuple(_keys(row[end], same) for end in ("subject", "object"))
    said = set(RELATIONS[row["predicate"]]) & {related.PREDICATES[relation]}
    straight = bool(wanted[0] & ends[0] and wanted[1] & ends[1])
    turned = row["predicate"] == "compares_with" and bool(wanted[0] & ends[1] and wanted[1] & ends[0])
    return bool(said) and (straight or turned)


if __name__ == "__main__":
    main()
