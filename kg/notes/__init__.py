"""Bytes of a file -> a note: blocks of clean text, each with the way back to the code points of the file."""

from __future__ import annotations

import hashlib
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath

from kg import folders
from kg.errors import VaultError, reason
from kg.folders import NO_FILE, id_of
from kg.model import Note, Problem, Reading
from kg.net import caught, described
from kg.notes.bibtex import read_bibtex
from kg.notes.budget import within_budget
from kg.notes.comments import without_comments
from kg.notes.composed import read_notebook
from kg.notes.csvtable import read_csv, read_tsv
from kg.notes.decode import decode
from kg.notes.draft import UNKNOWN, Content, Source
from kg.notes.org import read_org
from kg.notes.plain import read_text as read_lines
from kg.notes.recognition import read_html_file, read_json_file, read_markdown_file, read_text_file
from kg.notes.rst import read_rst
from kg.notes.tagformats import PUBMED, REFER, RIS, WOS
from kg.notes.tagged import read_tagged
from kg.notes.tex import read_tex
from kg.settings import FILE_NAME as SETTINGS
from kg.settings import Settings
from kg.text import MARKDOWN, file_title

Reader = Callable[[Source], Content]

READERS: dict[str, Reader] = {
    **dict.fromkeys(MARKDOWN, read_markdown_file),
    ".txt": read_text_file,
    ".html": read_html_file,
    ".htm": read_html_file,
    ".org": read_org,
    ".rst": read_rst,
    ".tex": read_tex,
    ".bib": read_bibtex,
    ".ris": partial(read_tagged, form=RIS),
    ".enw": partial(read_tagged, form=REFER),
    ".nbib": partial(read_tagged, form=PUBMED),
    ".ciw": partial(read_tagged, form=WOS),
    ".json": read_json_file,
    ".csv": read_csv,
    ".tsv": read_tsv,
    ".ipynb": read_notebook,
}
"""Reader of each kind of file, by its suffix in lower case. What is in a `.json` or `.csv` is told by its content."""
_TYPED = (*MARKDOWN, ".txt")
_TITLED = (*MARKDOWN, ".org", ".rst", ".csv", ".tsv")
"""Kinds of files whose name is the title of the note when nothing in it is."""

_READING = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
"""How a file is opened, which may have become a pipe since it was looked at: nobody may ever write into that."""


@dataclass(frozen=True, slots=True)
class Text:
    """A file as decoded, before its blocks are read; the places of evidence are code points of this text.

    What the file hides from readers, the comments of Obsidian, is blank in it.
    """

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
    note_id = id_of(path, vault)
    if not _is_known(path):
        message = f"no reader for {path.suffix!r}; known are {', '.join(READERS)}"
        return _problem(note_id, UNKNOWN, message)
    raw = _content_of(path, note_id, settings)
    if isinstance(raw, Problem):
        return raw
    decoded = decode(raw)
    if decoded.text is None and decoded.bad >= 0:
        message = "the file is not UTF-8 and its encoding is in doubt, so nothing in it was read: save it as UTF-8"
        return _problem(note_id, "bad-encoding", message)
    if decoded.text is None:
        return _problem(note_id, "binary", "the file is not text, although its name says so")
    text = without_comments(decoded.text) if path.suffix.lower() in MARKDOWN else decoded.text
    return Text(note_id, text, hashlib.sha256(raw).hexdigest(), decoded.encoding, decoded.bad)


def read_lines_of(path: Path, *, vault: Path, settings: Settings) -> Note | Problem:
    """Read the text of one file as a note without blocks, which has lines and places."""
    whole = read_text(path, vault=vault, settings=settings)
    if isinstance(whole, Problem):
        return whole
    return Note(whole.note, whole.text, (), file_title(whole.note), sha256=whole.sha256)


def _content_of(path: Path, note_id: str, settings: Settings) -> bytes | Problem:
    """Read the bytes of a file, if a build takes them."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return _problem(note_id, "unreadable", NO_FILE)
        if status.st_size > settings.max_bytes:
            message = f"{status.st_size} bytes exceed the {settings.max_bytes} of the setting max_bytes"
            return _problem(note_id, "too-large", message)
        with os.fdopen(os.open(path, _READING), "rb") as file:
            return file.read()
    except OSError as error:
        return _problem(note_id, "unreadable", f"the file cannot be read: {reason(error)}")


def digest(path: Path, *, settings: Settings) -> str:
    """Return the hash of a file's bytes that its note has; "" when a build would leave it out."""
    raw = _content_of(path, "", settings)
    return "" if isinstance(raw, Problem) else hashlib.sha256(raw).hexdigest()


def files(path: Path, *, settings: Settings) -> dict[str, Path]:
    """Return the files that a build of a folder, or of one file, would read: id -> path, sorted by id.

    Raises:
        VaultError: there is nothing at the path, or the folder cannot be read.
    """
    return walk(path, settings=settings).files


def walk(path: Path, *, settings: Settings) -> Vault:
    """Find the files that a build would read, and those that it would not.

    Raises:
        VaultError: there is nothing at the path, or the folder cannot be read.
    """
    try:
        is_folder = stat.S_ISDIR(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise VaultError.missing(str(path)) from error
    except OSError as error:
        raise VaultError.unreadable(str(path), error) from error
    if not is_folder:
        return Vault({id_of(path, path): path})
    found = folders.walk(path, ignore=settings.ignore)
    return Vault(
        {note: file for note, file in found.files.items() if _is_known(file)},
        tuple(note for note, file in found.files.items() if not _is_known(file) and note != SETTINGS),
        found.problems,
    )


def read_all(path: Path, *, settings: Settings) -> Iterator[Reading]:
    """Read a folder of notes, or one file, sorted by id.

    Raises:
        VaultError: there is nothing at the path, or the folder cannot be read.
    """
    found = walk(path, settings=settings)
    for problem in found.problems:
        yield Reading(None, (problem,))
    for file in found.files.values():
        yield read(file, vault=path, settings=settings)


def _is_known(path: Path) -> bool:
    return path.suffix.lower() in READERS


def _problem(note_id: str, code: str, message: str) -> Problem:
    return Problem(code, message, note_id)


IMAGES = "images"
NAMELESS = "without a suffix"
_PICTURES = frozenset(".png .jpg .jpeg .gif .svg .webp .bmp .tif .tiff .heic .avif .ico".split())


def kinds_of(files: Iterable[str]) -> dict[str, int]:
    """Count files by suffix, the most frequent first; pictures are one kind.

    >>> kinds_of(["b.docx", "a.pdf", "c/a.PDF", "x.png", "Makefile"])
    {'.pdf': 2, '.docx': 1, 'images': 1, 'without a suffix': 1}
    """
    counts = Counter(_kind(PurePosixPath(file).suffix.lower()) for file in files)
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _kind(suffix: str) -> str:
    return IMAGES if suffix in _PICTURES else suffix or NAMELESS
