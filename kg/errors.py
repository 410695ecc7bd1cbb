"""What stops a run; each message says what, where, the value and the way out, and one that is used twice is here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

_SHOWN = 60
"""Characters of a long line of a query that an error shows on either side of the place."""


class KgError(Exception):
    """What stops a run. Its text is for the person at the terminal."""

    exit_code = 1


def reason(error: OSError) -> str:
    """Return what the system says was wrong, without its number."""
    return error.strerror or str(error)


class UsageError(KgError):
    """The command line or a setting is not valid."""

    exit_code = 2


class SettingsError(UsageError):
    """`kg.toml` is not valid."""


class VaultError(UsageError):
    """The folder or file of notes cannot be used."""

    @classmethod
    def missing(cls, path: str) -> Self:
        return cls(f"there is no file or folder {path!r}. Pass the folder that holds your notes: kg build NOTES")

    @classmethod
    def unreadable(cls, path: str, error: OSError) -> Self:
        return cls(f"the notes in {path!r} cannot be read: {reason(error)}. Pass a folder that you may read")


class StoreError(KgError):
    """The graph folder cannot be opened or written."""

    @classmethod
    def missing(cls, path: str) -> Self:
        return cls(f"there is no graph in {path!r}. Build one: kg build NOTES --graph {path}")

    @classmethod
    def locked(cls, path: str, holder: str) -> Self:
        return cls(f"{holder} is writing to {path!r}. Wait for it to finish, or choose another folder with --graph")


class DamagedError(StoreError):
    """What is in the graph folder is not what kg wrote; nothing is answered from it."""

    @classmethod
    def at(cls, path: str, damage: str) -> Self:
        return cls(f"the graph in {path!r} is damaged ({damage}). Build it again: kg build NOTES --graph {path}")


class QueryError(UsageError):
    """The query cannot be run."""

    @classmethod
    def at(cls, reason: str, *, query: str, line: int, column: int) -> Self:
        """The query is not valid SPARQL; shows the line of the error, or a part of it, with a mark below."""
        lines = query.split("\n")
        whole = lines[line - 1] if 0 < line <= len(lines) else ""
        start = max(column - _SHOWN, 0) if len(whole) > 2 * _SHOWN else 0
        shown = whole[start : start + 2 * _SHOWN]
        mark = "".join("\t" if c == "\t" else " " for c in shown[: max(column - 1 - start, 0)]) + "^"
        return cls(f"query, line {line}, column {column}: {reason}\n    {shown}\n    {mark}")

    @classmethod
    def no_such_format(cls, wanted: str, *, known: str) -> Self:
        return cls(f"this answer cannot be written as {wanted}. Choose one of: {known}")


class ReachOutError(QueryError):
    """The query asks another server, or the update loads from one or from a file."""

    def __init__(self, allowed: Sequence[str] = (), *, word: str = "SERVICE") -> None:
        others = f"servers other than {', '.join(allowed)}" if allowed else "other servers"
        told = {
            "SERVICE": f"which would send data to another server; kg does not contact {others}",
            "LOAD": "which would read a file or contact another server; updates in kg do neither",
        }
        super().__init__(
            f"the query uses {word}, {told[word]}. "
            f"Remove the {word} part (and rename any variable or prefix of that name)"
        )


class ReadOnlyError(QueryError):
    """The query, or the update, would change the graph."""


class RdfFormatError(UsageError):
    """An RDF file has an unknown suffix, or is not what its suffix says."""


class ExportError(UsageError):
    """There is no such export, or it cannot write what was selected."""

    @classmethod
    def no_profile(cls, wanted: str, known: list[str], near: list[str]) -> Self:
        """No profile has the name, and there is no such file."""
        hint = f"Did you mean {near[0]!r}? " if near else ""
        return cls(
            f"there is no profile {wanted!r}. {hint}Choose one of: {', '.join(known)}; "
            "or give a query of your own as a file that ends in .rq"
        )

    @classmethod
    def not_for_profiles(cls, wanted: str, known: list[str]) -> Self:
        return cls(
            f"--profile cannot be combined with {wanted}: a profile is written as RDF without graphs. "
            f"Use a file that ends in .ttl, .nt, .rdf or .jsonld, or --as with one of: {', '.join(known)}"
        )

    @classmethod
    def no_xml_name(cls, predicate: str) -> Self:
        return cls(
            f"RDF/XML cannot write {predicate} as a property or class: its IRI does not end in a name, or XML "
            "reserves it. Choose another format, such as Turtle: kg export graph.ttl"
        )

    @classmethod
    def not_of_papers(cls, name: str) -> Self:
        return cls(f"--question selects papers, which {name} cannot do. Use it with bibtex, csl-json or ris")

    @classmethod
    def no_folder(cls, path: str) -> Self:
        return cls(f"{path!r} is a file, but this export writes a folder. Choose another name")

    @classmethod
    def in_the_way(cls, path: str, *, changed: bool) -> Self:
        """The export would replace a file that kg did not write, or that was changed since."""
        reason = "was changed since kg wrote it" if changed else "was not written by kg"
        return cls(f"{path!r} {reason}, so kg does not replace it. Move or delete it, or export to another folder")


class LimitError(KgError):
    """A query exceeded a limit."""

    @classmethod
    def seconds(cls, most: float) -> Self:
        return cls(
            f"the query was stopped after {most:g} s. Make it more specific: name the property or the thing you look "
            "for, connect its patterns by shared variables, or sort fewer rows. Or allow more time"
        )

    @classmethod
    def question(cls, most: float) -> Self:
        return cls(
            f"kg stopped this question after {most:g} s, which no question should take. Ask for less at a time, such "
            "as fewer steps or years. This is a bug in kg: please report it with the question and the number of notes"
        )

    @classmethod
    def memory(cls, most: int) -> Self:
        return cls(
            f"the query was stopped because it needed more than {most:,} MB of memory. Sort or group fewer rows, "
            "or connect its patterns by shared variables. Or allow more memory"
        )


class AnswerFormatError(KgError):
    """The client accepts no format in which the answer can be written."""


class EngineError(KgError):
    """The engine could not answer a valid query."""

    @classmethod
    def failed(cls, reason: str) -> Self:
        return cls(f"the query failed: {reason}")


class NotArrangedError(KgError):
    """The evidence is not arranged in graphs yet, where a query looks for it."""

    def __init__(self) -> None:
        super().__init__("kg is still arranging the evidence in graphs for this query. Try again in a while")


class WorkerError(KgError):
    """The process that should answer has ended."""


class BusyError(KgError):
    """Too many queries are waiting."""

    def __init__(self) -> None:
        super().__init__("too many queries are waiting. Try again in a moment")


class ServeError(KgError):
    """The server cannot start."""


class AmbiguousError(UsageError):
    """Several things have the name that was given."""


class UnclearError(KgError):
    """What a person named is no thing, or several, or nothing that can be decided on."""


class MissingLibraryError(KgError):
    """Something needs a library that is not installed."""

    @classmethod
    def of(cls, what: str, library: str) -> Self:
        return cls(f"{what} needs another library. Install it: python3 -m pip install {library!r}")


class RemoteError(KgError):
    """Another server cannot be reached, refuses, or gives an unexpected answer."""

    status = 0
    """HTTP status of the answer; 0 if there was none."""

    @classmethod
    def bad_address(cls, given: str, reason: str) -> Self:
        return cls(f"{given!r} {reason}. Give an address such as http://127.0.0.1:7878/store")

    @classmethod
    def names_a_secret(cls, host: str) -> Self:
        return cls(
            f"the address of {host} contains a user. Leave it out: --user NAME names the user, and the password is "
            "read from KG_PASSWORD or asked for"
        )

    @classmethod
    def redirects(cls, where: str, to: str) -> Self:
        return cls(
            f"{where} redirects to {to!r}, which kg does not follow. If that is the server you mean, give its address"
        )

    @classmethod
    def needs_credentials(cls, where: str) -> Self:
        return cls(
            f"{where} asks for credentials (401). Name the user with --user NAME (the password is read from "
            "KG_PASSWORD or asked for), or put a token into KG_TOKEN"
        )

    @classmethod
    def refuses_credentials(cls, where: str) -> Self:
        return cls(f"{where} does not accept this user and password, or this token (401)")

    @classmethod
    def no_scheme(cls, where: str, offered: str) -> Self:
        return cls(f"{where} asks for {offered!r} credentials. kg can send Basic, Digest (MD5 or SHA) and Bearer")

    @classmethod
    def answered(cls, where: str, status: int, said: str) -> Self:
        """It answers with an error."""
        error = cls(f"{where} {_ANSWERS.get(status, f'answers with error {status}')}{f': {said}' if said else ''}")
        error.status = status
        return error

    @classmethod
    def no_answer(cls, where: str, reason: str) -> Self:
        """It sends something that the SPARQL protocol does not allow."""
        error = cls(f"{where} did not send SPARQL results: {reason}. Is this the address for queries?")
        error.status = 200
        return error


_ANSWERS = {
    400: "cannot read the request (400)",
    403: "does not allow this user to do that (403)",
    404: "has nothing at this address (404). docs/stores.md lists the addresses of each store",
    405: "does not accept such requests at this address (405). docs/stores.md lists the addresses of each store",
    413: "does not accept requests of this size (413). Send smaller ones with --batch",
    415: "does not accept N-Triples or updates at this address (415). docs/stores.md lists the addresses of each store",
}


class PushError(KgError):
    """The graph cannot be put into another store."""
