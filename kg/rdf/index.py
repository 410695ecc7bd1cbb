"""What a written graph holds where: a file beside it, from which the next build knows what it can take over."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

FILE_NAME = "index.json"
_END = 65_536


@dataclass(slots=True)
class Index:
    """Of a graph as one build left it."""

    made: str = ""
    """What made the graph: version, rules, settings."""
    notes: dict[str, str] = field(default_factory=dict)
    """Note -> digest of all that its graphs follow from."""
    graphs: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Graph -> its bytes in the TriG file."""

    def save(self, folder: Path, trig: Path) -> None:
        """Write the index of a finished graph."""
        value = {
            "made": self.made,
            "notes": dict(sorted(self.notes.items())),
            "graphs": {name: list(place) for name, place in sorted(self.graphs.items())},
            "mark": _mark(trig),
        }
        (folder / FILE_NAME).write_text(json.dumps(value, separators=(",", ":")), encoding="utf-8")


def load(folder: Path, trig: Path) -> Index | None:
    """Read the index of a graph; None when there is none, or the graph was changed after it was written."""
    try:
        value = json.loads((folder / FILE_NAME).read_text(encoding="utf-8"))
        graphs = {name: (start, end) for name, (start, end) in value["graphs"].items()}
        whole = value["mark"] == _mark(trig)
        return Index(value["made"], value["notes"], graphs) if whole else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _mark(trig: Path) -> str:
    """Give what tells a file from a changed one: its size, and a digest of its end."""
    size = trig.stat().st_size
    with trig.open("rb") as file:
        file.seek(max(0, size - _END))
        return f"{size} {hashlib.sha256(file.read()).hexdigest()}"
