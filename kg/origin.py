"""Where the notes of a graph lie: a file beside the graph, which is no part of it, as the graph names no machine."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from kg import untrusted
from kg.errors import reason

FILE_NAME = "build.json"


def write(notes: Path, folder: Path, graph: Path, vocabularies: Iterable[str] = ()) -> Path:
    """Write where the notes lie into a folder, as seen from the graph, so that both can be moved together.

    Args:
        graph: where the folder will be.
        vocabularies: files that no settings name, and with which the graph was built.
    """
    path = folder / FILE_NAME
    path.write_text(_text(*(_from(graph, place) for place in (notes, *map(Path, vocabularies)))), encoding="utf-8")
    return path


def _from(graph: Path, place: Path) -> str:
    try:
        return Path(os.path.relpath(place.resolve(), graph.resolve())).as_posix()
    except ValueError:
        # On Windows nothing leads from one drive to another.
        return place.resolve().as_posix()


def vocabularies(graph: Path) -> list[str]:
    """Return the vocabularies that no settings name, and with which a graph was built; none if that is not known."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return [os.path.normpath(graph.resolve() / file) for file in _seen(graph)[1:]]
    return []


def find(graph: Path) -> Path | None:
    """Return the place of the notes; None when it is not known, or when they cannot be read there any more."""
    notes = read(graph)
    return notes if notes is not None and _is_readable(notes) else None


def _is_readable(notes: Path) -> bool:
    return os.access(notes, os.R_OK) and (not notes.is_dir() or os.access(notes, os.X_OK))


def read(graph: Path) -> Path | None:
    """Return the place of the notes; None when the file is missing or damaged."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return Path(os.path.normpath(graph.resolve() / _seen(graph)[0]))
    return None


def damage(graph: Path) -> str:
    """Return what is wrong with the file of a graph, "" if it is as it was written."""
    try:
        _seen(graph)
    except FileNotFoundError:
        return f"{FILE_NAME} is missing"
    except OSError as error:
        return f"{FILE_NAME} cannot be read: {reason(error)}"
    except (ValueError, KeyError, TypeError):
        return f"{FILE_NAME} was changed"
    return ""


def _seen(graph: Path) -> list[str]:
    """Return the places of the notes and of the vocabularies as seen from the graph.

    Raises:
        OSError: the file is missing or cannot be read.
        ValueError, KeyError, TypeError: it is not what `write` wrote.
    """
    text = (graph / FILE_NAME).read_text(encoding="utf-8")
    value = untrusted.json_of_kg(text)
    seen: list[str] = [value["notes"], *value.get("vocabularies", ())]
    if text != _text(*seen):
        raise ValueError(text)
    return seen


def _text(notes: str, *vocabularies: str) -> str:
    """Return the content of the file, whose digest shows when anything else has changed it."""
    seen = [notes, *vocabularies] if vocabularies else notes
    digest = hashlib.sha256(json.dumps(seen).encode()).hexdigest()
    value: dict[str, object] = {"notes": notes}
    return json.dumps(value | ({"vocabularies": vocabularies} if vocabularies else {}) | {"digest": digest}) + "\n"
