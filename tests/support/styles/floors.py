"""Floors of quality: what kg read of each style when it was last measured. They only rise."""

from __future__ import annotations

import json
import math
import tempfile
from pathlib import Path

from . import render
from .predicted import predict
from .scoring import FIELDS, Count, Scores, score

PATH = Path(__file__).parents[2] / "golden" / "styles.json"
SEEDS = 1
"""How many renderings of a style the floors were measured on."""
SLACK = 0.01
Floors = dict[str, dict[str, float]]


def measure(name: str, seeds: int = SEEDS) -> Scores:
    """Render a style with the first seeds, read each rendering as a vault of its own, and sum up the scores."""
    total: Scores = {field: Count() for field in FIELDS}
    for seed in range(seeds):
        rendered = render(name, seed)
        with tempfile.TemporaryDirectory() as folder:
            for path, text in rendered.files:
                place = Path(folder, path)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(text, encoding="utf-8", newline="")
            scores = score(rendered.rows, predict(Path(folder)))
        for field in FIELDS:
            total[field].add(scores[field])
    return total


def floors() -> Floors:
    """Read the floors: style -> field -> F1."""
    return json.loads(PATH.read_text(encoding="utf-8")) if PATH.exists() else {}


def raised(name: str, scores: Scores) -> None:
    """Write the floors of a style where they rose, with a little room for one paper read otherwise."""
    known = floors()
    fresh = {
        field: max(0.0, math.floor((count.f1 - SLACK) * 1000) / 1000)
        for field, count in scores.items()
        if count.hit + count.missed + count.false
    }
    known[name] = {field: max(value, known.get(name, {}).get(field, 0.0)) for field, value in fresh.items()}
    PATH.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", encoding="utf-8")
