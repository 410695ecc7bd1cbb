"""Every message that stops a run, composed here: what, where, the value, the way out."""

from __future__ import annotations

from typing import Self


class KgError(Exception):
    """What stops a run. Its text is for the person at the terminal."""

    exit_code = 1


class UsageError(KgError):
    """The command line or a setting makes no sense."""

    exit_code = 2


class SettingsError(UsageError):
    """`kg.toml` is not valid."""


class VaultError(UsageError):
    """The folder or file of notes cannot be used."""

    @classmethod
    def missing(cls, path: str) -> Self:
        """There is nothing at the path."""
        return cls(f"there is no file or folder {path!r}. Pass the folder that holds your notes: kg build NOTES")

    @classmethod
    def changed(cls, note: str) -> Self:
        """A note was saved while the build read it."""
        return cls(f"the note {note!r} changed while kg was reading it. Build again; the existing graph is untouched")


class StoreError(KgError):
    """The graph folder cannot be opened or written."""

    @classmethod
    def missing(cls, path: str) -> Self:
        """No build has written into the folder."""
        return cls(f"there is no graph in {path!r}. Build one: kg build NOTES --graph {path}")

    @classmethod
    def exists(cls, path: str) -> Self:
        """A new graph was to be made where one is."""
        return cls(f"there is already a graph in {path!r}. Open it, or choose another folder with --graph")

    @classmethod
    def locked(cls, path: str, holder: str) -> Self:
        """Another process writes into the folder."""
        return cls(f"{holder} is writing to {path!r}. Wait for it to finish, or choose another folder with --graph")

    @classmethod
    def unusable(cls, path: str, reason: str) -> Self:
        """The folder cannot be read or written."""
        return cls(f"the graph in {path!r} cannot be opened: {reason}")

    @classmethod
    def unwritable(cls, path: str, reason: str) -> Self:
        """The folder cannot be written: it is not ours, it is read-only, the disk is full."""
        return cls(f"the graph in {path!r} cannot be written: {reason}. Choose another folder with --graph")


class QueryError(UsageError):
    """The query cannot be run."""

    @classmethod
    def at(cls, reason: str, *, query: str, line: int, column: int) -> Self:
        """The query is no SPARQL from a place on; shows its line with a mark below the place."""
        lines = query.split("\n")
        shown = lines[line - 1] if 0 < line <= len(lines) else ""
        mark = "".join("\t" if c == "\t" else " " for c in shown[: max(column - 1, 0)]) + "^"
        return cls(f"query, line {line}, column {column}: {reason}\n    {shown}\n    {mark}")

    @classmethod
    def reaches_out(cls) -> Self:
        """The query asks another server."""
        return cls(
            "the query uses SERVICE, which would send data to another server; kg never contacts one. "
            "Remove the SERVICE part (a variable or prefix of that name has to be renamed, too)"
        )

    @classmethod
    def is_update(cls, word: str) -> Self:
        """The query would change the graph."""
        return cls(f"the query starts with {word}, but queries cannot change the graph: use SELECT, ASK or CONSTRUCT")

    @classmethod
    def no_such_format(cls, wanted: str, *, known: str) -> Self:
        """The answer cannot be written in the format."""
        return cls(f"this answer cannot be written as {wanted}. Choose one of: {known}")


class RdfFormatError(UsageError):
    """A file of RDF has an unknown suffix, or is not what its suffix says."""

    @classmethod
    def unknown(cls, path: str, known: list[str]) -> Self:
        """No format has the suffix."""
        return cls(f"no RDF format for {path!r}. Use a name that ends in one of: {', '.join(known)}")

    @classmethod
    def broken(cls, name: str, reason: str) -> Self:
        """The content is not of the format."""
        return cls(f"this is not {name}: {reason}")
