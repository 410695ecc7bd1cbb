"""What a user can set in `kg.toml`, beside their notes; an unknown key is an error, so a typing error is not silent."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from kg import untrusted
from kg.errors import SettingsError, reason
from kg.untrusted import Flaw, shown

FILE_NAME = "kg.toml"
NOTE_PROGRAMS = ("file", "obsidian", "vscode", "")
"""What can open a note at a place that the topic map names; "" for nothing."""
MOST_THEMES = 60
_BESIDE = ("strict", "backlinks_from", "themes", "vocabularies", "open_notes_with")
"""Settings that change no graph, or not by what they are."""
_SIGN = r"[\w.~!$&'()*+,;=-]|%[0-9A-Fa-f]{2}"
_BASE = re.compile(
    rf"(?:https?://(?:\[[0-9a-f:.]+\]|(?:{_SIGN})+)(?::[0-9]{{0,5}})?/(?:{_SIGN}|[:@/])*(?:\?(?:{_SIGN}|[:@/?])*)?"
    rf"|urn:(?:{_SIGN}|[:@/])*)#?(?<=[/#:])"
)
"""What any IRI can begin with: an absolute one without a stray percent sign or bracket."""


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

    themes: int = 30
    """Most themes of the topic map, from 1 to 60. More themes are smaller ones."""
    vocabularies: tuple[str, ...] = ()
    """Files of vocabularies (SKOS) whose labels are topics; in `kg.toml` as seen from there."""
    open_notes_with: str = "file"
    """What the topic map opens notes with: `file` (whatever the browser takes), `obsidian` or `vscode`; "" for no
    links to notes."""

    def __post_init__(self) -> None:
        for field in fields(self):
            wrong = _wrong(field.name, getattr(self, field.name))
            if wrong:
                raise SettingsError(wrong)


def load(path: Path) -> Settings:
    """Read settings from a TOML file.

    Raises:
        SettingsError: the file cannot be read or is not TOML, a key is unknown, or a value has the wrong type or makes
            no sense.
    """
    text = untrusted.utf8(read_own(path) or b"")
    if isinstance(text, Flaw):
        raise SettingsError(text.message(str(path)))
    table = untrusted.toml(text)
    if isinstance(table, Flaw):
        raise SettingsError(table.message(str(path)))
    read = Settings(**{name: _checked(name, table[name], f"{path}:{untrusted.line_of(text, name)}") for name in table})
    return with_vocabularies(read, path.parent, read.vocabularies)


def with_vocabularies(settings: Settings, folder: Path, files: Iterable[str]) -> Settings:
    """Return settings with these vocabularies, as seen from a folder; whether the files exist is not looked at."""
    return replace(settings, vocabularies=tuple(dict.fromkeys(_resolved(folder, file) for file in files)))


def _resolved(folder: Path, file: str) -> str:
    with suppress(OSError, ValueError):  # too long, or with a sign that no name has
        return str((folder / file).resolve())
    return file


def named_at(vault: Path, file: str) -> str:
    """Return where a vocabulary is named, for messages: a line of `kg.toml`, or else the command line."""
    path = (vault if vault.is_dir() else vault.parent) / FILE_NAME
    if file not in find(vault).vocabularies:
        return "--vocabulary"
    text = untrusted.utf8(read_own(path) or b"")
    return f"{path}:{untrusted.line_of(text, 'vocabularies')}" if isinstance(text, str) else str(path)


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


def canonical(settings: Settings, vocabularies: Sequence[str] = ()) -> str:
    """Write the settings that change a graph as JSON, the same for the same settings.

    Args:
        vocabularies: what is in the files, as they may change while their names stay.

    >>> canonical(Settings())
    '{"base":"https://kg.example/","ignore":[".*","node_modules","__pycache__","kg-out"],"max_bytes":100000000,"spacy_model":""}'
    """
    value = {f.name: getattr(settings, f.name) for f in fields(Settings) if f.name not in _BESIDE}
    value |= {"vocabularies": list(vocabularies)} if vocabularies else {}
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def _checked(name: str, value: Any, where: str) -> Any:
    defaults = {f.name: f.default for f in fields(Settings)}
    if name not in defaults:
        raise SettingsError(f"{where}: unknown setting {shown(name)}. Known settings: {', '.join(sorted(defaults))}")
    if isinstance(value, list) and all(isinstance(v, str) for v in value):
        value = tuple(value)
    if type(value) is not type(defaults[name]):
        raise SettingsError(f"{where}: {name} = {shown(value)} should be like {defaults[name]!r}")
    wrong = _wrong(name, value)
    if wrong:
        raise SettingsError(f"{where}: {wrong}")
    return value


def _wrong(name: str, value: Any) -> str:
    """Say what is wrong with the value of a setting and how to put it right, "" when nothing is."""
    if name == "open_notes_with" and value not in NOTE_PROGRAMS:
        known = ", ".join(map(repr, NOTE_PROGRAMS))
        return f"open_notes_with = {shown(value)} is not a program that kg knows. Known programs: {known}"
    if name == "themes" and not 1 <= value <= MOST_THEMES:
        return f"themes = {value} is not between 1 and {MOST_THEMES}"
    if name == "base" and not (
        _BASE.fullmatch(value) and (value.startswith("urn:") or untrusted.address(value).netloc)
    ):
        return (
            f"base = {shown(value)} cannot start an IRI: use an http(s) address that ends in / or #, "
            'for example base = "https://example.org/my-notes/"'
        )
    return ""
