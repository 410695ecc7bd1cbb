"""Measure kg on notes in many styles: `python -m tests.support.styles [STYLE...] [--seeds N] [--errors N] [--show] [--write FOLDER] [--raise]`.

STYLE is a name or the start of one. `--raise` writes the floors of `tests/golden/styles.json` anew where the measure is higher.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from . import STYLES, render
from .floors import SEEDS, floors, measure, raised
from .scoring import FIELDS, Count, Scores


def main() -> int:
    """Print a row for each style, and the sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("styles", nargs="*")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--errors", type=int, default=0)
    parser.add_argument("--fields", default="", help="show errors of these fields only, divided by commas")
    parser.add_argument("--show", action="store_true", help="print the first note of each style")
    parser.add_argument(
        "--write", metavar="FOLDER", help="write the notes and their gold there instead, a folder for each"
    )
    parser.add_argument("--raise", action="store_true", dest="raises")
    chosen = parser.parse_args()
    names = [name for name in STYLES if not chosen.styles or any(name.startswith(start) for start in chosen.styles)]
    if chosen.write:
        _write(names, chosen.seeds, Path(chosen.write))
        return 0
    total: Scores = {field: Count() for field in FIELDS}
    print(f"{'':18}" + "".join(f"{field[:9]:>10}" for field in FIELDS) + "     P(paper) R(paper)")
    for name in names:
        if chosen.show:
            print(render(name).files[0][1])
        scores = measure(name, SEEDS if chosen.raises else chosen.seeds)
        print(_line(name, scores))
        _errors(scores, chosen.errors, chosen.fields.split(",") if chosen.fields else FIELDS)
        for field in FIELDS:
            total[field].add(scores[field])
        sys.stdout.flush()
        if chosen.raises:
            raised(name, scores)
    print(_line("all", total))
    return 0


def _write(names: list[str], seeds: int, folder: Path) -> None:
    """Write vaults as `STYLE-SEED/` and gold as `STYLE-SEED.jsonl`."""
    for name in names:
        for seed in range(seeds):
            rendered = render(name, seed)
            for path, text in rendered.files:
                place = folder / f"{name}-{seed}" / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(text, encoding="utf-8", newline="")
            rows = [json.dumps(row, ensure_ascii=False) for row in rendered.rows]
            (folder / f"{name}-{seed}.jsonl").write_text("\n".join([*rows, ""]), encoding="utf-8")


def _line(name: str, scores: Scores) -> str:
    cells = [
        f"{scores[field].f1:10.3f}" if scores[field].hit + scores[field].missed + scores[field].false else f"{'-':>10}"
        for field in FIELDS
    ]
    worse = (
        " <"
        if name in floors() and any(scores[field].f1 < floor - 1e-9 for field, floor in floors()[name].items())
        else ""
    )
    return f"{name:18}" + "".join(cells) + f"   {scores['paper'].precision:8.3f} {scores['paper'].recall:8.3f}{worse}"


def _errors(scores: Scores, count: int, fields: tuple[str, ...] | list[str]) -> None:
    for field in fields:
        for note in scores[field].notes[:count]:
            print(f"    {field}: {note}")


if __name__ == "__main__":
    raise SystemExit(main())
