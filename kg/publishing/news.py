"""What the last build that changed something has changed: a file beside the graph, which is no part of it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from kg.rdf import Index

FILE_NAME = "news.json"


@dataclass(frozen=True, slots=True)
class News:
    """What is new since the previous build."""

    came: tuple[str, ...]
    """Notes that were not there."""
    changed: tuple[str, ...]
    """Notes that say something else now."""
    gone: tuple[str, ...]
    things: dict[str, int]
    """Kind -> how many more things of it there are; negative when there are fewer."""
    is_first: bool = False
    """There was no graph before."""


def write(before: Index | None, now: Index, folder: Path) -> None:
    """Write what changed from one build to the next; if nothing did, keep the file.

    Args:
        before: of the old graph; None if there was none.
        now: of the new graph.
        folder: of the graph.
    """
    old = before or Index()
    came, gone = now.contents.keys() - old.contents.keys(), old.contents.keys() - now.contents.keys()
    changed = {note for note, digest in now.contents.items() if old.contents.get(note, digest) != digest}
    if before is not None and not (came or gone or changed) and before.things == now.things:
        return
    kinds = sorted(now.things.keys() | old.things.keys())
    things = {kind: more for kind in kinds if (more := now.things.get(kind, 0) - old.things.get(kind, 0))}
    found = News(tuple(sorted(came)), tuple(sorted(changed)), tuple(sorted(gone)), things, before is None)
    text = json.dumps(asdict(found), ensure_ascii=False, sort_keys=True) + "\n"
    (folder / FILE_NAME).write_bytes(text.encode("utf-8", "backslashreplace"))


def read(graph: Path) -> News | None:
    """Read what is new in a graph; None if it is not known."""
    try:
        value = json.loads((graph / FILE_NAME).read_text(encoding="utf-8"))
        came, changed, gone = (tuple(map(str, value[name])) for name in ("came", "changed", "gone"))
        return News(came, changed, gone, dict(value["things"]), bool(value["is_first"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
