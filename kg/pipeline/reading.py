"""Read a vault: only what changed since the last time is read and extracted from, the rest is known."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache as once
from importlib.metadata import version
from pathlib import Path

import kg
from kg import extraction, lexicons, notes
from kg.errors import VaultError
from kg.model import Extraction, Note, Problem
from kg.pipeline.cache import Cache
from kg.pipeline.extracting import Progress, extract_all
from kg.settings import Settings, canonical


@dataclass(frozen=True, slots=True)
class Readings:
    """What the notes of a vault say."""

    extractions: tuple[Extraction, ...]
    """In the order of the notes."""
    problems: tuple[Problem, ...]
    """With reading them."""
    keys: Mapping[str, str]
    """Note -> digest of its name, its content, and all that reads it."""
    anew: Mapping[str, Note]
    """The notes that were read now."""
    files: Mapping[str, Path]
    vault: Path
    settings: Settings

    def note(self, note_id: str) -> Note:
        """Give a note with its text and blocks, reading it again when it was known.

        Raises:
            VaultError: it was changed meanwhile.
        """
        if note_id in self.anew:
            return self.anew[note_id]
        found = notes.read(self.files[note_id], vault=self.vault, settings=self.settings).note
        if found is None or _key(self.settings, note_id, found.sha256) != self.keys[note_id]:
            raise VaultError.changed(note_id)
        return found


def read(vault: Path, settings: Settings, known: Cache | None, *, tell: Progress, workers: int) -> Readings:
    """Read the notes of a vault, and extract from those that are not known.

    Args:
        vault: a folder of notes, or one note.
        settings: of the vault.
        known: what was read before; what is read now is kept there, and what is of no use any more dropped.
        tell: progress.
        workers: processes that may extract side by side.

    Raises:
        VaultError: there is nothing at the path.
    """
    files, found = notes.walk(vault, settings=settings)
    problems = list(found)
    sums = {note: notes.digest(path, settings=settings) for note, path in files.items()}
    keys = {note: _key(settings, note, content) for note, content in sums.items() if content}
    entries = dict(known.find(list(keys.values()))) if known is not None else {}
    fresh: dict[str, tuple[Note, tuple[Problem, ...]]] = {}
    for note_id, path in files.items():
        if keys.get(note_id) in entries:
            continue
        keys.pop(note_id, None)
        reading = notes.read(path, vault=vault, settings=settings)
        if reading.note is None:
            problems += reading.problems
        else:
            fresh[note_id] = reading.note, reading.problems
            keys[note_id] = _key(settings, note_id, reading.note.sha256)
    made = extract_all([note for note, _ in fresh.values()], tell=tell, workers=workers, model=settings.spacy_model)
    new = {keys[e.note]: (e, fresh[e.note][1]) for e in made}
    if known is not None:
        known.keep(new.items(), only=keys.values())
    told = [{**entries, **new}[keys[note]] for note in files if note in keys]
    problems += [problem for _, more in told for problem in more]
    anew = {note: one for note, (one, _) in fresh.items()}
    return Readings(tuple(e for e, _ in told), tuple(problems), keys, anew, files, vault, settings)


def made_by(settings: Settings) -> str:
    """Give a digest of all that decides what is read in a note, beside the note: the program and its settings."""
    parts = [kg.__version__, *extraction.rule_names(), canonical(settings), _program(), _model(settings.spacy_model)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _key(settings: Settings, note_id: str, content: str) -> str:
    whole = f"{_made(settings)}\n{content}\n{note_id}"
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


_made = once(made_by)


@once
def _program() -> str:
    """Sum up the files of the program and its word lists by size and time, so that a changed one reads all anew."""
    folders = (Path(kg.__file__).parent, lexicons.CHECKOUT)
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.is_file())
    told = (f"{file.name} {(status := file.stat()).st_size} {status.st_mtime_ns}" for file in files if _counts(file))
    return hashlib.sha256("\n".join((version("spacy"), *told)).encode()).hexdigest()


def _counts(file: Path) -> bool:
    return file.suffix not in (".pyc", ".pyo") and "publishing" not in file.parts and "commands" not in file.parts


def _model(name: str) -> str:
    """Sum up a pipeline of the user's own in a folder by the times of its files."""
    folder = Path(name) if name else None
    if folder is None or not folder.is_dir():
        return name
    return " ".join(str(file.stat().st_mtime_ns) for file in sorted(folder.rglob("*")) if file.is_file())
