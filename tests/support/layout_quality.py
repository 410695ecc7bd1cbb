"""Measure how kg reads records in random layouts: `python tests/support/layout_quality.py` prints it.

With `--raise` the floors in `golden/layouts.json` are written anew where the measure is higher. With any other argument,
only sheets are measured that contain this text, and two of them are printed: so a rare habit of the generator can be
looked at, and measured before and after training.

The sheets come from the generator that the reader was trained with, but from seeds that the training never used.
"""

from __future__ import annotations

import importlib
import json
import math
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from places import FLOORS, ROOT

from kg.extraction.entries import Entry, Field
from kg.extraction.records.reading import read_records
from kg.extraction.records.segmenter import segment
from kg.links import read_link
from kg.model import Note
from kg.notes.draft import Source
from kg.notes.markdown import read_markdown

sys.path.insert(0, str(ROOT / "data" / "training" / "citations"))
Outliner = importlib.import_module("outlines").Outliner

KEPT = FLOORS / "layouts.json"
FIELDS = ("title", "authors", "year", "venue")
_SEED = 990_001
_SHEETS = 400
_CHOSEN, _SHOWN, _MOST = 12, 2, 20_000
"""Sheets with a text that are measured, and printed; and sheets that are drawn to find them."""


@dataclass
class Measured:
    """What was read of some sheets."""

    counts: Counter[str] = field(default_factory=Counter)
    mixed: list[str] = field(default_factory=list)
    """Layouts in which an entry took fields from two records, with what it took."""

    def scores(self) -> dict[str, float]:
        """Give precision and recall of records, the share with fields of one only, and of those found whose fields are right."""
        found, c = self.counts["found"], self.counts
        scores = {"precision": found / max(1, found + c["false"]), "recall": found / max(1, c["records"])}
        scores["unmixed"] = 1 - len(self.mixed) / max(1, c["records"])
        return scores | {name: c[name] / max(1, c[f"{name} told"]) for name in FIELDS}


def drawn(count: int, text: str = "") -> Iterator[Any]:
    """Draw sheets, and give those that contain a text."""
    outliner = Outliner(_SEED)
    for number in range(count):
        sheet = outliner.outline() if number % 4 == 3 else outliner.sheet()
        if text in sheet.text:
            yield sheet


def measure(sheets: Iterable[Any] | None = None) -> Measured:
    """Read the records of sheets, or of those that the floors are about."""
    measured = Measured()
    for sheet in drawn(_SHEETS) if sheets is None else sheets:
        content = read_markdown(Source("sheet.md", sheet.text))
        note = Note("sheet.md", sheet.text, content.blocks, content.title)
        _count(measured, sheet, note, [one for one in read_records(note, segment(note)) if isinstance(one, Entry)])
    return measured


def identifiers(entry: Entry) -> dict[str, set[str]]:
    """Give the identifiers of an entry by the site that gave them."""
    found: dict[str, set[str]] = {}
    for link in entry.links:
        address = read_link(link.text)
        if address.key:
            found.setdefault(address.site, set()).add(address.key)
    return found


def _count(measured: Measured, sheet: Any, note: Note, entries: list[Entry]) -> None:
    counts, used = measured.counts, set()
    counts["records"] += sum(bool(told["title"]) for told in sheet.records)
    for entry in entries:
        places = [f for f in (entry.title, *entry.authors, entry.year, entry.venue) if f is not None]
        owners = [_owners(sheet, note, place) for place in places]
        records = set.union(*owners, set())
        if len(records) > 1:
            taken = [(place.text, sorted(own)) for place, own in zip(places, owners, strict=True)]
            measured.mixed.append(f"{sheet.layout}: {taken}")
        own = min(_owners(sheet, note, entry.anchor), default=min(records, default=None))
        if own is None or own in used:
            counts["false"] += 1
            continue
        used.add(own)
        if not sheet.records[own]["title"]:
            continue  # a link without a title is another reader's
        counts["found"] += 1
        _compare(counts, entry, sheet.records[own])


def _compare(counts: Counter[str], entry: Entry, told: dict[str, Any]) -> None:
    read = {
        "title": _plain(entry.title.text if entry.title else ""),
        "authors": [_plain(author.text) for author in entry.authors],
        "year": entry.year.text if entry.year else "",
        "venue": _plain(entry.venue.text if entry.venue else ""),
    }
    meant = {
        "title": _plain(told["title"]),
        "authors": [_plain(name) for name in told["authors"]],
        "year": str(told["year"] or ""),
        "venue": _plain(told["venue"] or ""),
    }
    for name in FIELDS:
        if meant[name]:
            counts[f"{name} told"] += 1
            same = meant[name] in read[name] if name == "venue" else meant[name] == read[name]
            counts[name] += same


def _owners(sheet: Any, note: Note, place: Field) -> set[int]:
    """Give the records that a place of a note belongs to."""
    block = note.blocks[place.block]
    if not 0 <= place.start < place.end <= len(block.prose):
        return set()
    start, end = block.source(place.start, place.end)
    return {s.record for s in sheet.stretches if s.start < end and start < s.end and s.record >= 0}


def _plain(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text).casefold() if c.isalnum())


def floors() -> dict[str, float]:
    """Read the floors."""
    return json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}


def look(text: str) -> None:
    """Print some sheets with a text, and how well such sheets are read."""
    chosen = list(islice(drawn(_MOST, text), _CHOSEN))
    for sheet in chosen[:_SHOWN]:
        print(f"--- {sheet.layout}\n{sheet.text}")
    measured = measure(chosen)
    print(f"--- {measured.counts['records']} records in {len(chosen)} sheets with {text!r}")
    _show(measured)


def _show(measured: Measured) -> None:
    for name, value in measured.scores().items():
        print(f"{name:10} {value:.3f}")
    print(f"mixed      {len(measured.mixed)}", *measured.mixed, sep="\n  ")


def main() -> None:
    """Print the scores; on demand write the floors anew where they are higher."""
    if sys.argv[1:] not in ([], ["--raise"]):
        look(" ".join(sys.argv[1:]))
        return
    measured, known = measure(), floors()
    _show(measured)
    if "--raise" in sys.argv:
        for name, value in measured.scores().items():
            known[name] = max(math.floor(value * 1000) / 1000, known.get(name, 0.0))
        KEPT.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
