"""The two standard ways to write into another store: the Graph Store Protocol, and SPARQL updates.

What either does can be done again with the same effect.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kg import untrusted
from kg.connection import Connection, Reply, Request
from kg.errors import PushError, RdfFormatError, RemoteError
from kg.extras.pushing.record import Batch
from kg.model import Iri
from kg.rdf import RdfFormat, parse
from kg.rdf.endpoint import Endpoint

N_TRIPLES = "application/n-triples"
UPDATE = "application/sparql-update"
_OF_UPDATES = {"update", "statements", "sparql", "sparql-auth"}
_IRI = r'<[^\x00-\x20<>"{}|^`\\]+>'
_LINE = re.compile(rf'{_IRI} {_IRI} (?:{_IRI}|"(?:[^"\\\n\r]|\\.)*"(?:\^\^{_IRI}|@[A-Za-z0-9-]+)?) \.')
_ESCAPE = re.compile(r"\\\\([uU]?)|\\.")


def suits_updates(address: str) -> bool:
    """Guess from an address whether it accepts updates instead of graphs.

    >>> suits_updates("http://localhost:3030/notes/update"), suits_updates("http://localhost:3030/notes/data")
    (True, False)
    """
    return untrusted.address(address).path.rstrip("/").rpartition("/")[2].lower() in _OF_UPDATES


class GraphStore:
    """A target that speaks the SPARQL 1.1 Graph Store HTTP Protocol."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def address(self) -> str:
        """Where it is."""
        return self._connection.address

    def read(self, graph: Iri) -> set[tuple[str, str, str]]:
        """Return the statements of a small graph, as plain text; none if there is no such graph."""
        reply = self._connection.demand(Request("GET", _named(graph), headers={"Accept": N_TRIPLES}), 404)
        if reply.status == 404 or not reply.body.strip():
            return set()
        try:
            store = parse(reply.body, RdfFormat.N_TRIPLES if reply.media_type == N_TRIPLES else RdfFormat.TURTLE)
            return {(_text(quad.subject), _text(quad.predicate), _text(quad.object)) for quad in store}
        except RdfFormatError as error:
            raise RemoteError.no_answer(self.address, str(error)) from error

    def write(self, batch: Batch) -> None:
        """Send statements: PUT replaces a graph, POST adds to it."""
        body = "".join(f"{line}\n" for line in batch.lines).encode()
        method = "PUT" if batch.is_first else "POST"
        self._connection.demand(Request(method, _named(batch.graph), body, {"Content-Type": N_TRIPLES}))

    def drop(self, graph: Iri) -> None:
        """Remove a graph, if it is there."""
        self._connection.demand(Request("DELETE", _named(graph)), 404)

    def has_default(self, known: Iri) -> bool:  # noqa: ARG002 - the other way to write needs it
        """Return whether the store serves its default graph."""
        return self._default().status in (200, 204, 404)

    def is_default_empty(self) -> bool:
        """Return whether the default graph is empty."""
        reply = self._default()
        lines = reply.body.splitlines() if reply.status == 200 else []
        return all(not line.strip() or line.lstrip().startswith((b"#", b"@prefix", b"PREFIX")) for line in lines)

    def _default(self) -> Reply:
        asked = Request("GET", _named(Iri("")), headers={"Accept": N_TRIPLES}, most=4096)
        return self._connection.ask(asked)


class Updates:
    """A target that accepts SPARQL 1.1 updates, and answers queries at the same address or another.

    Args:
        connection: to the address for updates.
        queries: to the address for queries.
    """

    def __init__(self, connection: Connection, queries: Connection) -> None:
        self._connection = connection
        self._endpoint = Endpoint(queries, is_plain=True)

    @property
    def address(self) -> str:
        """Where it is."""
        return self._connection.address

    def read(self, graph: Iri) -> set[tuple[str, str, str]]:
        """Return the statements of a small graph."""
        try:
            rows = self._endpoint.query(f"SELECT ?s ?p ?o {{ GRAPH <{graph}> {{ ?s ?p ?o }} }}").texts()
            return {(s, p, o) for s, p, o in rows}
        except RemoteError as error:
            if error.status in (200, 400, 404, 405, 415):
                raise PushError(
                    f"{self.address} does not answer queries, so kg cannot find out what is already there. "
                    "Give the address for queries: --query URL"
                ) from error
            raise

    def write(self, batch: Batch) -> None:
        """Send statements in an update, which first removes what is to be replaced."""
        cleared = f"DROP SILENT {_target(batch.graph)} ;\n" if batch.is_first else ""
        data = escaped(batch.lines)
        data = f"GRAPH <{batch.graph}> {{\n{data}\n}}" if batch.graph else data
        self._send(f"{cleared}INSERT DATA {{\n{data}\n}}")

    def drop(self, graph: Iri) -> None:
        """Remove a graph, if it is there."""
        self._send(f"DROP SILENT {_target(graph)}")

    def has_default(self, known: Iri) -> bool:
        """Return whether queries that name no graph are answered from a default graph alone.

        Args:
            known: a named graph that is not empty, with a statement about itself.
        """
        return not self._endpoint.query(f"ASK {{ <{known}> ?p ?o }}")

    def is_default_empty(self) -> bool:
        """Return whether the default graph is empty."""
        return not self._endpoint.query("ASK { ?s ?p ?o }")

    def _send(self, update: str) -> None:
        self._connection.demand(Request("POST", body=update.encode(), headers={"Content-Type": UPDATE}))


Target = GraphStore | Updates


def escaped(lines: Iterable[str]) -> str:
    r"""Write N-Triples as part of an update, so that no text of a note can become code.

    Some engines resolve `\u0022` before they look for strings, and see it in `\\u0022`, too: an escaped backslash with
    plain letters behind it. The letter is escaped there, which all engines read alike.

    Raises:
        PushError: a line is not a plain statement, for example because an IRI is invalid.

    >>> print(escaped([r'<urn:a> <urn:b> "c:\\users \\u0022" .']))
    <urn:a> <urn:b> "c:\\\u0075sers \\\u00750022" .
    """
    kept = []
    for line in lines:
        if not _LINE.fullmatch(line):
            raise PushError(f"this statement cannot be part of an update: {line[:200]!r}. Push with --via gsp")
        kept.append(_ESCAPE.sub(lambda found: rf"\\\u{ord(found[1]):04x}" if found[1] else found[0], line))
    return "\n".join(kept)


def _target(graph: Iri) -> str:
    return f"GRAPH <{graph}>" if graph else "DEFAULT"


def _named(graph: Iri) -> tuple[tuple[str, str], ...]:
    return (("graph", graph),) if graph else (("default", ""),)


def _text(term: object) -> str:
    return str(getattr(term, "value", term))
