"""Files for other programs: what of a graph they contain; written whole or not at all, never over what is not ours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kg import writing
from kg.errors import ExportError
from kg.model import Iri
from kg.writing import write_bytes


@dataclass(frozen=True, slots=True)
class Chosen:
    """The part of a graph that an export contains."""

    papers: frozenset[Iri] | None = None
    """Of a bibliography: these papers only; None for all."""
    names_only: bool = False
    """Leave out every quote and every text of a note, so that the export can be shared."""
    date: str = ""
    """Of a package: the day of its publication, as in 2026-05-12; "" for the newest that the notes state."""
    licence: str = ""
    """Of a package: the address of its licence; "" to say that none is given."""


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, replace those that kg wrote there before, and remove those it no longer writes.

    Args:
        folder: created if missing; other files in it stay as they are.
        files: path within the folder, with `/` -> content.

    Raises:
        ExportError: there is a file that kg did not write, or that was changed since. Then nothing is written.
    """
    if folder.exists() and not folder.is_dir():
        raise ExportError.no_folder(str(folder))
    old = writing.listed(folder)
    for path in sorted(files):
        place = folder / path
        if place.exists() and not _is_ours(place, old.get(path, ())):
            raise ExportError.in_the_way(str(place), changed=path in old)
    new = {path: {writing.digest(content)} for path, content in files.items()}
    folder.mkdir(parents=True, exist_ok=True)
    # Should this run be cut off, the next one knows what both of them wrote.
    _write_list(folder, {path: {*new.get(path, ()), *old.get(path, ())} for path in {*new, *old}})
    for path in sorted(files):
        _write(folder / path, files[path])
    for path in sorted(old.keys() - new.keys(), reverse=True):
        if _is_ours(folder / path, old[path]):
            (folder / path).unlink()
            _remove_empty(folder, (folder / path).parent)
    _write_list(folder, new)


def _is_ours(place: Path, sums: Iterable[str]) -> bool:
    return place.is_file() and writing.digest(place.read_bytes()) in set(sums)


def _write(place: Path, content: bytes) -> None:
    """Write a file that is not so already: programs that sync folders then see only what changed."""
    if place.is_file() and place.read_bytes() == content:
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(place, content)


def _write_list(folder: Path, sums: Mapping[str, Iterable[str]]) -> None:
    _write(folder / writing.LIST, writing.listing(sums).encode())


def _remove_empty(folder: Path, place: Path) -> None:
    while place != folder and not any(place.iterdir()):
        place.rmdir()
        place = place.parent
