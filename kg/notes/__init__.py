"""Bytes of a file -> a note: blocks of clean text, each with the way back to the code points of the file."""

from __future__ import annotations

import hashlib
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import Path

from kg import generated
from kg.errors import VaultError
from kg.model import Note, Problem, Reading
from kg.net import caught, described
from kg.notes.bibtex import read_bibtex
from kg.notes.budget import within_budget
from kg.notes.csvtable import read_csv, read_tsv
from kg.notes.decode import decode
from kg.notes.draft import UNKNOWN, Content, Source
from kg.notes.html import read_html
from kg.notes.jsonfile import read_json_file
from kg.notes.markdown import read_markdown, read_typed
from kg.notes.notebook import read_notebook
from kg.notes.org import read_org
from kg.notes.plain import read_text as read_lines
from kg.notes.pubmed import read_pubmed
from kg.notes.refer import read_refer
from kg.notes.ris import read_ris
from kg.notes.tex import read_tex
from kg.settings import FILE_NAME as SETTINGS
from kg.settings import Settings
from kg.text import file_title

Reader = Callable[[Source], Content]

READERS: dict[str, Reader] = {
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": read_typed,
    ".html": read_html,
    ".htm": read_html,
    ".org": read_org,
    ".tex": read_tex,
    ".bib": read_bibtex,
    ".ris": read_ris,
    ".enw": read_refer,
    ".nbib": read_pubmed,
    ".json": read_json_file,
    ".csv": read_csv,
    ".tsv": read_tsv,
    ".ipynb": read_notebook,
}
"""Reader of each kind of file, by its suffix in lower case. What is in a `.json` or `.csv` is told by its content."""
_TYPED = (".md", ".markdown", ".txt")
_TITLED = (".md", ".markdown", ".org", ".csv", ".tsv")
"""Kinds of files whose name is the title of the note when nothing in it is."""


@dataclass(frozen=True, slots=True)
class Text:
    """A file as decoded, before its blocks are read; the places of evidence are code points of this text."""

    note: str
    text: str
    sha256: str
    """Of the bytes of the file."""
    encoding: str
    bad: int
    """Code point where the file stops being valid, -1 when it never does."""


@dataclass(frozen=True, slots=True)
class Vault:
    """The files of a folder of notes; none of them is read yet."""

    files: dict[str, Path]
    """Id -> file that a build reads, sorted by id."""
    unread: tuple[str, ...] = ()
    """Files in no format that kg knows, sorted; what is hidden or ignored is not among them."""
    problems: tuple[Problem, ...] = ()
    """What is wrong with the folders."""


def read(path: Path, *, vault: Path, settings: Settings) -> Reading:
    """Read one file; whatever is wrong with it is a problem, never an exception.

    Args:
        path: the file.
        vault: the folder of notes, or the file itself when one file is read; the id is the path below it.
        settings: of the build.
    """
    whole = read_text(path, vault=vault, settings=settings)
    if isinstance(whole, Problem):
        return Reading(None, (whole,))
    source = Source(whole.note, whole.text)
    problems = []
    if whole.bad >= 0:
        message = f"the file is not valid UTF-8; it was read as {whole.encoding}"
        problems.append(source.problem("bad-encoding", message, whole.bad, whole.bad + 1))
    content = within_budget(source, _content(source, path.suffix.lower()))
    if not content.blocks and any(problem.code == UNKNOWN for problem in content.problems):
        return Reading(None, (*problems, *content.problems))
    title = content.title or (file_title(whole.note) if path.suffix.lower() in _TITLED else "")
    note = Note(whole.note, whole.text, content.blocks, title, content.meta, whole.sha256)
    return Reading(note, (*problems, *content.problems))


def _content(source: Source, suffix: str) -> Content:
    """Read a source; where its reader fails, text is read as lines without marks, and other formats give nothing."""
    problems: list[Problem] = []
    typed = suffix in _TYPED
    kept = "its lines were read without their markup" if typed else "nothing in it was read"

    def tell(error: Exception) -> None:
        message = (
            f"the reader of {suffix} files failed on this one ({described(error)}), so {kept}. This is a bug in kg: "
            "please report it with the file"
        )
        problems.append(_problem(source.id, "reader-failed", message))

    content = next(caught(lambda: [READERS[suffix](source)], tell), None)
    if content is None and typed:
        content = next(caught(lambda: [read_lines(source)], lambda _: None), None)
    content = content or Content(())
    return replace(content, problems=(*problems, *content.problems))


def read_text(path: Path, *, vault: Path, settings: Settings) -> Text | Problem:
    """Read the text of one file as `read` does, but not its blocks; a problem when a build would leave it out."""
    note_id = _id(path, vault)
    if not _is_known(path):
        message = f"no reader for {path.suffix!r}; known are {', '.join(READERS)}"
        return _problem(note_id, UNKNOWN, message)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return _problem(note_id, "unreadable", "this is not a regular file, but a device, a socket or a pipe")
        if status.st_size > settings.max_bytes:
            message = f"{status.st_size} bytes exceed the {settings.max_bytes} of the setting max_bytes"
            return _problem(note_id, "too-large", message)
        raw = path.read_bytes()
    except OSError as error:
        return _problem(note_id, "unreadable", f"the file cannot be read: {error.strerror or error}")
    decoded = decode(raw)
    if decoded.text is None:
        return _problem(note_id, "binary", "the file is not text, although its name says so")
    return Text(note_id, decoded.text, hashlib.sha256(raw).hexdigest(), decoded.encoding, decoded.bad)


def read_lines_of(path: Path, *, vault: Path, settings: Settings) -> Note | Problem:
    """Read the text of one file as a note without blocks, which has lines and places."""
    whole = read_text(path, vault=vault, settings=settings)
    if isinstance(whole, Problem):
        return whole
    return Note(whole.note, whole.text, (), file_title(whole.note), sha256=whole.sha256)


def digest(path: Path, *, settings: Settings) -> str:
    """Return the hash of a file's bytes that its note has; "" when a build would leave it out."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > settings.max_bytes:
            return ""
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def files(path: Path, *, settings: Settings) -> dict[str, Path]:
    """Return the files that a build of a folder, or of one file, would read: id -> path, sorted by id.

    Raises:
        VaultError: there is nothing at the path.
    """
    return walk(path, settings=settings).files


def walk(path: Path, *, settings: Settings) -> Vault:
    """Find the files that a build would read, and those that it would not.

    Raises:
        VaultError: there is nothing at the path.
    """
    if path.is_file():
        return Vault({_id(path, path): path})
    if not path.is_dir():
        raise VaultError.missing(str(path))
    problems: list[Problem] = []
    found = sorted((_id(file, path), file) for file in _files(path, settings, problems))
    return Vault(
        {note: file for note, file in found if _is_known(file)},
        tuple(note for note, file in found if not _is_known(file) and note != SETTINGS),
        tuple(sorted(problems, key=lambda problem: (problem.note, problem.code))),
    )


def read_all(path: Path, *, settings: Settings) -> Iterator[Reading]:
    """Read a folder of notes, or one file, sorted by id.

    Raises:
        VaultError: there is nothing at the path.
    """
    found = walk(path, settings=settings)
    for problem in found.problems:
        yield Reading(None, (problem,))
    for file in found.files.values():
        yield read(file, vault=path, settings=settings)


def _files(vault: Path, settings: Settings, problems: list[Problem]) -> Iterator[Path]:
    """Walk the folders; a folder reached again through a link is reported and not entered.

    What kg wrote itself is left out, unless the folder that it wrote is the vault: a graph must not feed on itself.
    """
    seen: set[tuple[int, int]] = set()
    own: set[Path] = set()
    folders = [vault]
    while folders:
        folder = folders.pop()
        try:
            status = folder.stat()
            entries = sorted(folder.iterdir())
        except OSError as error:
            problems.append(_problem(_id(folder, vault), "unreadable", f"cannot be read: {error.strerror or error}"))
            continue
        if (status.st_dev, status.st_ino) in seen:
            problems.append(
                _problem(_id(folder, vault), "symlink-loop", "the folder was already read through another link")
            )
            continue
        seen.add((status.st_dev, status.st_ino))
        own |= {folder / path for path in generated.listed(folder)} if folder != vault else set()
        for entry in entries:
            if any(fnmatch(entry.name, pattern) for pattern in settings.ignore):
                continue
            if entry.is_dir():
                folders.append(entry)
            elif entry in own or generated.is_marked(entry):
                continue
            elif _is_known(entry) or entry.is_file():
                yield entry


def _is_known(path: Path) -> bool:
    return path.suffix.lower() in READERS


def _id(path: Path, vault: Path) -> str:
    name = path.name if path == vault else path.relative_to(vault).as_posix()
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _problem(note_id: str, code: str, message: str) -> Problem:
    return Problem(code, message, note_id)
