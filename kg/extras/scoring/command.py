"""`kg score`: how well notes were read, by comparison with annotations."""

from __future__ import annotations

import json
from argparse import Namespace

from kg import screen
from kg.extras.scoring import Count, summed
from kg.extras.scoring import score as score_notes
from kg.rdf import open_store


def score(asked: Namespace) -> int:
    """Print how well the notes of a graph were read, against annotations."""
    with open_store(asked.graph) as store:
        scores = score_notes(store, asked.gold)
    total = summed(scores)
    if asked.json:
        rows = {
            note: {kind: _figures(count) for kind, count in counts.items()}
            for note, counts in {**scores, "": total}.items()
        }
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return 0
    columns = ("kind", "precision", "recall", "F1", "right", "false", "missed")
    screen.show(columns, [(kind, *_figures(count).values()) for kind, count in total.items()])
    for kind, count in total.items():
        for name, found in (("missed", count.misses), ("false alarm", count.alarms)):
            for place in found[: asked.errors]:
                print(f"{kind}: {name}: {screen.clean(place)}")
    return 0


def _figures(count: Count) -> dict[str, float | int]:
    return {
        "precision": round(count.precision, 3),
        "recall": round(count.recall, 3),
        "f1": round(count.f1, 3),
        "right": count.hits,
        "false": count.false,
        "missed": count.missed,
    }
