"""Read a vault: only what changed since the last time is read and extracted from, the rest is known."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cache as once
from importlib.metadata import version
from pathlib import Path

from kg import extraction, notes, resources
from kg.errors import VaultError
from kg.model import Excerpt, Extraction, Note, Problem
from kg.pipeline.cache import MEMORY, Cache, Entry
from kg.pipeline.extracting import Engine, Job, Progress, read_all
from kg.pipeline.vocabularies import problems as vocabulary_problems
from kg.resolution.decisions import FILE_NAME as DECISIONS
from kg.resolution.decisions import NONE, Decisions
from kg.settings import Settings, canonical
from kg.version import __version__
from kg.vocabularies import NO_LABELS, NO_VOCABULARIES, Vocabularies

_BATCH = 50
"""Entries that are kept at once: a build that is killed loses no more."""


@dataclass(frozen=True, slots=True)
class Survey:
    """The notes of a vault, before they are read."""

    vault: Path
    settings: Settings
    files: Mapping[str, Path]
    keys: Mapping[str, str]
    """Note -> digest of its name, its content, and all that reads it; none when it cannot be read."""
    problems: tuple[Problem, ...]
    """With finding the notes."""
    unread: tuple[str, ...] = ()
    """Files in no format that kg knows."""
    decisions: Decisions = NONE
    """Of the user."""
    vocabularies: Vocabularies = NO_VOCABULARIES
    """Of the user."""

    @property
    def made_by(self) -> str:
        """A digest of all that determines what is read in a note, besides the note."""
        return made_by(self.settings, tuple(self.vocabularies.signatures()))

    @property
    def told_settings(self) -> str:
        """The settings that change the graph, for people and programs."""
        return canonical(self.settings, self.vocabularies.signatures())

    def key(self, note: str, content: str, *, whole: bool = True) -> str:
        """Return the key of what was read in a note; where reading was stopped, one that no survey looks for."""
        decided = self.decisions.lists(note)
        said = (f"lists {decided}",) if decided else ()
        parts = (self.made_by, content, note, *said, *(() if whole else ("stopped",)))
        return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Extractions:
    """What was found in notes, in order, read from the cache at each iteration.

    Only a part is in memory at a time: the extractions of all notes are ten times as large as the notes.
    """

    known: Cache
    keys: Sequence[str]

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[Extraction]:
        return (extracted for _, extracted, _ in self.known.extractions(self.keys))


@dataclass(frozen=True, slots=True)
class Readings:
    """What the notes of a vault say."""

    survey: Survey
    notes: tuple[str, ...]
    """Those that were read, now or before, in order."""
    problems: Mapping[str, tuple[Problem, ...]]
    """Note -> problems with reading it, also of notes that cannot be read."""
    keys: Mapping[str, str]
    """As in the survey, but for notes that were changed since."""
    anew: AbstractSet[str]
    """The notes that were read now."""
    known: Cache
    """Holds what was read of each."""

    @property
    def extractions(self) -> Extractions:
        """What each says."""
        return Extractions(self.known, [self.keys[note] for note in self.notes])

    def contents(self) -> dict[str, str]:
        """Return the digest of what each note says."""
        return {note: self.keys[note] for note in self.notes}

    def note(self, note_id: str) -> Note:
        """Read the text of a note again; the note has no blocks.

        Raises:
            VaultError: it was changed in the meantime.
        """
        survey = self.survey
        found = notes.read_lines_of(survey.files[note_id], vault=survey.vault, settings=survey.settings)
        if not isinstance(found, Problem):
            keys = (survey.key(note_id, found.sha256, whole=whole) for whole in (True, False))
            if self.keys[note_id] in keys:
                return found
        raise VaultError(
            f"the note {note_id!r} changed while kg was reading it. Build again; the existing graph is untouched"
        )

    def excerpt(self, note: str) -> Excerpt:
        """Return the part of a note's text that its graph needs."""
        return self.known.excerpt(self.keys[note])


def survey(
    vault: Path,
    settings: Settings,
    decisions: Decisions = NONE,
    vocabularies: Vocabularies = NO_VOCABULARIES,
) -> Survey:
    """Find the notes of a vault.

    Args:
        vocabularies: of the user, as the settings name them.

    Raises:
        VaultError: there is nothing at the path.
    """
    found = notes.walk(vault, settings=settings)
    sums = {note: notes.digest(path, settings=settings) for note, path in found.files.items()}
    own = {vault / DECISIONS, *map(Path, settings.vocabularies)}
    unread = tuple(file for file in found.unread if own.isdisjoint((vault / file, (vault / file).resolve())))
    problems = (*found.problems, *vocabulary_problems(vocabularies))
    bare = Survey(vault, settings, found.files, {}, problems, unread, decisions, vocabularies)
    return replace(bare, keys={note: bare.key(note, content) for note, content in sums.items() if content})


def read(
    found: Survey, known: Cache | None, *, tell: Progress, engine: Engine, only: Container[str] | None = None
) -> Readings:
    """Read notes, and extract from those that are not in the cache.

    Args:
        known: what was read before; new extractions are added, and those no longer needed are dropped.
        only: the notes to read, if not all.
    """
    kept = known if known is not None else Cache(MEMORY)
    files = {note: path for note, path in found.files.items() if only is None or note in only}
    keys = dict(found.keys)
    wanted = {keys[note]: note for note in files if note in keys}
    problems = {wanted[key]: said for key, _, said in kept.extractions(list(wanted))}
    some = [(note, path) for note, path in files.items() if note not in problems]
    job = Job(found.vault, found.settings, some, found.decisions, found.vocabularies.labels() if some else NO_LABELS)
    fresh: dict[str, str] = {}
    waiting: list[tuple[str, Entry]] = []
    for one in read_all(job, tell=tell, engine=engine):
        keys.pop(one.note, None)
        problems[one.note] = one.problems
        if one.entry is not None:
            keys[one.note] = fresh[one.note] = found.key(one.note, one.sha256, whole=one.whole)
            waiting.append((keys[one.note], one.entry))
        if len(waiting) >= _BATCH:
            kept.keep(waiting)
            waiting = []
    kept.keep(waiting)
    kept.drop(but=keys.values())
    read_at_all = tuple(note for note in files if note in keys and note in problems)
    return Readings(found, read_at_all, problems, keys, fresh.keys(), kept)


@once
def made_by(settings: Settings, vocabularies: tuple[str, ...] = ()) -> str:
    """Return a digest of all that determines what is read in a note, besides the note: the program and its settings."""
    parts = [
        __version__,
        *extraction.rule_names(),
        canonical(settings, vocabularies),
        _program(),
        _model(settings.spacy_model),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def program_files() -> list[Path]:
    """Return the files of the program and its word lists that have a part in reading."""
    folders = (Path(__file__).parents[1], resources.folder("lexicons"))
    return sorted(file for folder in folders for file in folder.rglob("*") if file.is_file() and _counts(file))


@once
def _program() -> str:
    """Sum up the files of the program and its word lists by size and time, so that a changed one reads all anew."""
    told = (f"{file.name} {(status := file.stat()).st_size} {status.st_mtime_ns}" for file in program_files())
    return hashlib.sha256("\n".join((version("spacy"), *told)).encode()).hexdigest()


def _counts(file: Path) -> bool:
    return file.suffix not in (".pyc", ".pyo") and {"publishing", "commands", "extras"}.isdisjoint(file.parts)


def _model(name: str) -> str:
    """Sum up a pipeline of the user's own in a folder by the times of its files."""
    folder = Path(name) if name else None
    if folder is None or not folder.is_dir():
        return name
    return " ".join(str(file.stat().st_mtime_ns) for file in sorted(folder.rglob("*")) if file.is_file())
