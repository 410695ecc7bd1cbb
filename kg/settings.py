"""What a user can set in `kg.toml`, beside their notes; an unknown key is an error, so a typing error is not silent."""

from __future__ import annotations

import json
import stat
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from kg.errors import SettingsError, reason

FILE_NAME = "kg.toml"
NOTE_PROGRAMS = ("file", "obsidian", "vscode", "")
"""What can open a note at a place that the topic map names; "" for nothing."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a build; every one has a default."""

    base: str = "https://kg.example/"
    """Where the IRIs of the graph begin; ends in `/` or `#`."""
    ignore: tuple[str, ...] = (".*", "node_modules", "__pycache__", "kg-out")
    """Names of files and folders left out, as shell patterns, at any depth."""
    max_bytes: int = 100_000_000
    """Larger files are reported and left out."""
    spacy_model: str = ""
    """A spaCy pipeline of your own (a package such as `en_core_web_trf`, or a folder) that finds names in prose in the
    place of the one that comes with kg."""
    strict: bool = False
    """End with exit code 1 when there was any problem."""
    backlinks_from: int = 2
    """In how many notes a thing must be named to get a page of `kg export --as backlinks`, unless a note states a fact
    about it."""

    open_notes_with: str = "file"
    """What the topic map opens notes with: `file` (whatever the browser takes), `obsidian` or `vscode`; "" for no
    links to notes."""

    def __post_init__(self) -> None:
        if self.open_notes_with not in NOTE_PROGRAMS:
            raise SettingsError(
                f"open_notes_with = {self.open_notes_with!r} is not a program that kg knows. "
                f"Known programs: {', '.join(repr(name) for name in NOTE_PROGRAMS)}"
            )
        if not self.base.startswith(("http://", "https://", "urn:")) or not self.base.endswith(("/", "#", ":")):
            raise SettingsError(
                f"base = {self.base!r} cannot start an IRI: use an http(s) address that ends in / or #, "
                'for example base = "https://example.org/my-notes/"'
            )
        if any(c in self.base for c in '<>"{}|^`\\ \n\t'):
            raise SettingsError(f"base = {self.base!r} contains a character that is not allowed in IRIs")


def load(path: Path) -> Settings:
    """Read settings from a TOML file.

    Raises:
        SettingsError: the file cannot be read or is not TOML, a key is unknown, or a value has the wrong type.
    """
    try:
        table = tomllib.loads((read_own(path) or b"").decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: {error}") from error
    return Settings(**{name: _checked(name, value, path) for name, value in table.items()})


def find(vault: Path) -> Settings:
    """Load `kg.toml` from the vault when there is one, else give the defaults."""
    return load((vault if vault.is_dir() else vault.parent) / FILE_NAME)


def read_own(path: Path) -> bytes | None:
    """Read a file that the user keeps beside the notes for kg; None if there is none.

    Raises:
        SettingsError: the file cannot be read; what it says is not passed over.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise SettingsError(f"{path} is not a file. kg reads a file of this name: rename what is there")
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {reason(error)}") from error


def canonical(settings: Settings) -> str:
    """Write the settings that change a graph as JSON, the same for the same settings.

    >>> canonical(Settings())
    '{"base":"https://kg.example/","ignore":[".*","node_modules","__pycache__","kg-out"],"max_bytes":100000000,"spacy_model":""}'
    """
    names = [f.name for f in fields(Settings) if f.name not in ("strict", "backlinks_from", "open_notes_with")]
    return json.dumps({name: getattr(settings, name) for name in names}, separators=(",", ":"), sort_keys=True)


def _checked(name: str, value: Any, path: Path) -> Any:
    known = {f.name: getattr(Settings(), f.name) for f in fields(Settings)}
    if name not in known:
        raise SettingsError(f"{path}: unknown setting {name!r}. Known settings: {', '.join(sorted(known))}")
    if isinstance(value, list) and isinstance(known[name], tuple) and all(isinstance(v, str) for v in value):
        return tuple(value)
    if type(value) is not type(known[name]):
        raise SettingsError(f"{path}: {name} = {value!r} should be like {known[name]!r}")
    return value
