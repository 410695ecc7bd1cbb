"""The user's own decisions on a vault, and what is weighed with them."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from kg import untrusted
from kg.errors import SettingsError
from kg.model import Resolution
from kg.pipeline import identifying, vocabularies
from kg.pipeline.cache import FILE_NAME as CACHE
from kg.pipeline.cache import Cache
from kg.pipeline.extracting import Progress
from kg.pipeline.reading import Readings, read, survey
from kg.resolution.deciding import Decided
from kg.resolution.decisions import FILE_NAME, NONE, Decisions, parse
from kg.resolution.matches import Match
from kg.settings import Settings, read_own


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a vault says and which things it mentions, with the reasons; nothing is written."""

    told: Readings
    decided: Decided
    resolution: Resolution
    matches: tuple[Match, ...]


def weigh(
    vault: Path, *, settings: Settings, graph: Path | None = None, progress: Progress | None = None, workers: int = 1
) -> Weighed:
    """Read and extract as a build does, and say what was joined, kept apart and left in doubt, and why.

    Args:
        vault: the notes.
        settings: of the vault.
        graph: the folder of its graph, which may have the extractions of the notes.
        progress: called with the progress.
        workers: processes that may read notes in parallel.

    Raises:
        VaultError: there is nothing at the path.
        SettingsError: the decisions of the user cannot be read.
        UsageError: a vocabulary cannot be read.
    """
    decisions = read_decisions(vault)
    tell = progress or (lambda *_: None)
    known = graph / CACHE if graph is not None else None
    with Cache(known, read_only=True) if known is not None and known.is_file() else nullcontext() as kept:
        found = survey(vault, settings, decisions, vocabularies.load(vault, settings, kept))
        told = read(found, kept, tell=tell, workers=workers)
        weighing = identifying.weigh(told, tuple(told.extractions), decisions)
    return Weighed(told, weighing.decided, weighing.resolution, weighing.matches)


def decisions_file(vault: Path) -> Path:
    """Return the place of the user's decisions: beside the notes, or beside the one note."""
    return (vault if vault.is_dir() else vault.parent) / FILE_NAME


def read_decisions(vault: Path) -> Decisions:
    """Read the user's decisions on a vault; none if there is no file.

    Raises:
        SettingsError: kg cannot read the file.
    """
    path = decisions_file(vault)
    raw = read_own(path)
    if raw is None:
        return NONE
    text = untrusted.utf8(raw)
    if isinstance(text, untrusted.Flaw):
        raise SettingsError(text.message(str(path)))
    return parse(text, name=str(path))
