"""Where the notes of a graph lie: a file beside the graph, which is no part of it, as the graph names no machine."""

from __future__ import annotations

import json
import os
from pathlib import Path

from kg.errors import StoreError

FILE_NAME = "build.json"


def write(notes: Path, folder: Path, graph: Path) -> Path:
    """Write where the notes lie into a folder, as seen from the graph, so that both can be moved together."""
    place = notes.resolve()
    try:
        seen = Path(os.path.relpath(place, graph.resolve())).as_posix()
    except ValueError:
        # On Windows nothing leads from one drive to another.
        seen = place.as_posix()
    path = folder / FILE_NAME
    path.write_text(json.dumps({"notes": seen}) + "\n", encoding="utf-8")
    return path


def find(graph: Path) -> Path | None:
    """Return the place of the notes; None when it is not known, or when they cannot be read there any more.

    Raises:
        StoreError: the file is not what kg wrote.
    """
    notes = read(graph)
    return notes if notes is not None and _is_readable(notes) else None


def _is_readable(notes: Path) -> bool:
    return os.access(notes, os.R_OK) and (not notes.is_dir() or os.access(notes, os.X_OK))


def read(graph: Path) -> Path | None:
    """Return the place of the notes; None when the graph was built by a kg that did not write it down.

    Raises:
        StoreError: the file is not what kg wrote.
    """
    path = graph / FILE_NAME
    try:
        seen = json.loads(path.read_text(encoding="utf-8"))["notes"]
        return Path(os.path.normpath(graph.resolve() / seen))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(
            f"{path} was not written by kg ({error!r}). Use --notes PATH to say where the notes are"
        ) from error
