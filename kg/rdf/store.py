"""The graph on disk: a named graph for each note, one beside it with its evidence, and the derived graphs."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

import pyoxigraph as ox

from kg import iris, terms
from kg.errors import ReadOnlyError, StoreError
from kg.model import Iri
from kg.rdf.changes import Delta, amend
from kg.rdf.derived import analysis_graph
from kg.rdf.lexing import reaches_out
from kg.rdf.named import fill, forget_named, is_named, names_evidence, open_named
from kg.rdf.query import Dataset, Outside, Rows, ask, change, damaged
from kg.rdf.searching import Search, functions, wants_search
from kg.rdf.sections import holds_evidence, note_of
from kg.rdf.syntax import lines_of
from kg.rdf.values import writable

if TYPE_CHECKING:
    import rdflib

_DERIVED = "graph/derived"
_NOTHING: Mapping[Iri, Delta] = MappingProxyType({})
_EVIDENCE = """CONSTRUCT { ?x ?p ?o } WHERE {
    { ?x oa:hasSource ?note } UNION { ?passage oa:hasSource ?note . ?x prov:wasDerivedFrom ?passage } ?x ?p ?o }"""
_MARK = "CURRENT"
"""The file that every RocksDB folder has."""
_ATTEMPTS = 10
"""How often a store is opened for reading, at most, while somebody writes it."""


class Store:
    """A graph in a folder. One process at a time may write it; any process may read the state in which it opened it.

    Queries see one graph: what all notes state, what was derived, and the evidence, whose nodes are not things.
    `GRAPH ?g { … }` distinguishes them. The default graph holds this union as a set: Oxigraph can query all graphs at
    once, but then finds a fact as often as notes state it, and every count would be wrong. Facts are in the graphs of
    their notes as well; evidence is in a graph only if a query asks for one (see `kg.rdf.named`).
    """

    def __init__(self, inner: ox.Store, path: Path | None = None, *, services: Collection[str] = ()) -> None:
        self._services = tuple(services)
        self._outside = Outside(self._services)
        self._opening: Callable[[], Search] | None = None
        self._inner = inner
        self._path = path
        self._named: ox.Store | None = None
        self._base: str | None = None
        self._mark = _mark(path) if path else 0

    @classmethod
    def create(cls, path: Path) -> Self:
        """Make a new store in a folder that has none.

        Raises:
            StoreError: there already is one, or the folder cannot be written.
        """
        if (path / _MARK).exists():
            raise StoreError(
                f"there is already a graph in {str(path)!r}. Open it, or choose another folder with --graph"
            )
        return cls(_opened(path, read_only=False), path)

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False, services: Collection[str] = ()) -> Self:
        """Open the store of a folder; read-only is possible while another process writes.

        Args:
            path: the folder.
            read_only: whether to open it only for reading.
            services: IRIs of the endpoints that queries may ask with SERVICE.

        Raises:
            StoreError: there is none, another process writes it, or it cannot be read.
        """
        if not (path / _MARK).exists():
            raise StoreError.missing(str(path))
        return cls(_opened(path, read_only=read_only), path, services=services)

    @classmethod
    def in_memory(cls, quads: Iterable[ox.Quad] = ()) -> Self:
        """Make a store in memory, for small graphs and answers."""
        store = cls(ox.Store())
        store._inner.extend(_mirrored(quads))
        return store

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the folder, so that another process may write it. The store cannot be used afterwards."""
        self._named = None
        with contextlib.suppress(AttributeError):
            del self._inner

    @property
    def path(self) -> Path | None:
        """The folder it is in; none when it is in memory."""
        return self._path

    @property
    def base(self) -> str:
        """Where the IRIs of the graph begin, read from the graph itself."""
        for quad in self._quads(None, ox.NamedNode(terms.PATH), None, None):
            base = iris.base_of(getattr(quad.subject, "value", ""), _text(quad.object))
            if base is not None:
                return base
        derived = (graph.removesuffix(_DERIVED) for graph in self.graphs() if graph.endswith(_DERIVED))
        return next(derived, iris.DEFAULT_BASE)

    def notes(self) -> dict[str, str]:
        """Return the id of every note with the hash of its content, to know which have changed."""
        hashes = {q.subject: q.object for q in self._quads(None, ox.NamedNode(terms.CONTENT_HASH), None)}
        paths = self._quads(None, ox.NamedNode(terms.PATH), None)
        found = {_text(quad.object): _text(hashes.get(quad.subject)) for quad in paths}
        return dict(sorted(found.items()))

    def graphs(self) -> tuple[Iri, ...]:
        """Return the names of all graphs, sorted."""
        facts = self.fact_graphs()
        quoted = (graph for graph in facts if any(True for _ in self._of_source(graph)))
        return tuple(sorted([*facts, *(iris.part(graph, "evidence") for graph in quoted)]))

    def fact_graphs(self) -> tuple[Iri, ...]:
        """Return the names of the graphs that hold facts: those of the notes and the derived ones."""
        with _translated():
            return tuple(sorted(Iri(graph.value) for graph in self._inner.named_graphs()))

    def _of_source(self, note: Iri) -> Iterator[ox.Quad]:
        return self._quads(None, ox.NamedNode(terms.HAS_SOURCE), ox.NamedNode(note), ox.DefaultGraph())

    def load(self, trig: bytes) -> None:
        """Load TriG that kg wrote into a new store: everything is in the default graph, facts in their graphs as well.

        Several times as fast as passing quads, and other threads can run in the meantime.

        Raises:
            OSError: the folder cannot be written.
        """
        self._load(trig, ox.RdfFormat.TRIG)

    def load_lines(self, n_triples: bytes) -> None:
        """Load triples that kg wrote into the default graph of a new store; see `load`."""
        self._load(n_triples, ox.RdfFormat.N_TRIPLES)

    def load_graph(self, graph: Iri, n_triples: bytes) -> None:
        """Load the triples of a graph into a new store; see `load`."""
        self.load_lines(n_triples)
        if not holds_evidence(graph):
            self._load(n_triples.replace(b" .\n", f" <{graph}> .\n".encode()), ox.RdfFormat.N_QUADS)

    def _load(self, content: bytes, rdf_format: ox.RdfFormat) -> None:
        try:
            self._inner.bulk_load(content, rdf_format, lenient=True)
        except RuntimeError as error:
            raise OSError(str(error)) from error

    def analyses(self) -> dict[str, Iri]:
        """Return the names of the analyses with results in the graph, in order, and the graph of each."""
        begin = analysis_graph("", base=self.base)
        return {graph.removeprefix(begin): graph for graph in self.fact_graphs() if graph.startswith(begin)}

    def query(self, sparql: str, dataset: Dataset | None = None) -> Rows:
        """Run a SPARQL query, with the prefixes of the ontology; relative IRIs are relative to the base of the graph.

        Args:
            dataset: the graphs to look at; None for those that the query names, or else all.

        Raises:
            QueryError: it is not a query, changes the graph, or contacts another server.
        """
        named = _looks_at_evidence(sparql, dataset)
        if self._base is None:
            self._base = self.base
        inner = self._with_named() if named else self._inner
        if self._opening is not None and wants_search(sparql):
            self._outside = Outside(self._services, functions(self._opening()))
            self._opening = None
        return ask(inner, sparql, dataset, base=self._base, outside=self._outside)

    def search_with(self, opening: Callable[[], Search]) -> None:
        """Let queries search by words, with the functions that this returns when the first query needs them."""
        self._opening = opening

    def update(self, sparql: str) -> None:
        """Change a store in memory: a scratch copy, made with `Store.in_memory(store)`.

        The default graph holds the union of the others, but an update changes just the graphs that it names: what
        should be gone from both must be deleted from both.

        Args:
            sparql: one or more updates, of which either all or none are done.

        Raises:
            ReadOnlyError: the store belongs to a folder. Such a graph says what the notes say.
            QueryError: it is not an update, loads something, or contacts another server.
            EngineError: a step failed, such as CREATE of a graph that exists.
        """
        if self._path is not None:
            raise ReadOnlyError(
                f"the graph in {str(self._path)!r} says what the notes say, so updates cannot change it. "
                "Change a note or make a decision and build again, or work on a copy: Store.in_memory(store)"
            )
        self._named = None
        change(self._inner, sparql)

    def needs_arranging(self, sparql: str, dataset: Dataset | None = None) -> bool:
        """Return whether a query must wait until evidence is arranged in graphs (see `arrange`)."""
        arranged = self._named is not None or (self._path is not None and is_named(self._path))
        return not arranged and _looks_at_evidence(sparql, dataset) and not reaches_out(sparql, self._services)

    def arrange(self) -> None:
        """Arrange evidence in graphs; otherwise the first query that looks for it there has to wait."""
        self._with_named()

    def graph(self, name: str) -> bytes | None:
        """Return a graph as sorted N-Triples, "" for the union of all; None if there is no such graph."""
        if not name:
            return _sorted(self._dump(ox.DefaultGraph()))
        with contextlib.suppress(ValueError):
            return _sorted(self.triples(Iri(name))) or None
        return None

    def stating(self, subject: str, predicate: str | None, value: ox.NamedNode | ox.Literal | None) -> tuple[Iri, ...]:
        """Return the graphs that state a fact, or any with these parts, sorted."""
        named = ox.NamedNode(predicate) if predicate else None
        quads = self._quads(ox.NamedNode(subject), named, value)
        return tuple(sorted({Iri(q.graph_name.value) for q in quads if isinstance(q.graph_name, ox.NamedNode)}))

    def _with_named(self) -> ox.Store:
        """Return a store that has evidence in its graphs, too."""
        if self._named is None:
            here = self._path is not None and self._mark == _mark(self._path)
            self._named = (
                open_named(self._path, self._dumped) if here and self._path else fill(ox.Store(), self._dumped)
            )
        return self._named

    def _dumped(self) -> Iterator[tuple[Iri, bytes]]:
        yield Iri(""), self._dump(ox.DefaultGraph())
        yield from ((graph, self.triples(graph)) for graph in self.graphs())

    def values(self, thing: str, predicate: Iri) -> list[str]:
        """Return the values of a predicate for a thing, as text, sorted; what is not an IRI has none."""
        with contextlib.suppress(ValueError):
            quads = self._quads(ox.NamedNode(thing), ox.NamedNode(predicate), None, ox.DefaultGraph())
            return sorted(str(getattr(quad.object, "value", quad.object)) for quad in quads)
        return []

    def having(self, predicate: Iri, value: str) -> set[Iri]:
        """Return what has a value: a text, or an IRI. Unlike one in a query, the value may hold anything."""
        objects: list[ox.NamedNode | ox.Literal] = [ox.Literal(writable(value))]
        with contextlib.suppress(ValueError):
            objects.append(ox.NamedNode(value))
        named = ox.NamedNode(predicate)
        found = (self._quads(None, named, o, ox.DefaultGraph()) for o in objects)
        return {Iri(q.subject.value) for quads in found for q in quads if isinstance(q.subject, ox.NamedNode)}

    def links(self, thing: str, predicates: Collection[Iri]) -> Iterator[tuple[str, Iri, str]]:
        """Yield the facts of some predicates that connect a thing with others, from either side, as triples.

        To read one thing after another, as a search along links does, takes a fifth of a query's time.
        """
        if not (node := _named(thing)):
            return
        default = ox.DefaultGraph()
        for quad in self._quads(node, None, None, default):
            predicate, other = Iri(quad.predicate.value), quad.object
            if predicate in predicates and isinstance(other, ox.NamedNode):
                yield thing, predicate, other.value
        for predicate in predicates:
            for quad in self._quads(None, ox.NamedNode(predicate), node, default):
                other = quad.subject
                if isinstance(other, ox.NamedNode):
                    yield other.value, predicate, thing

    def each(self, predicate: Iri) -> Iterator[tuple[str, str]]:
        """Yield the subject and the value, as text, of every fact with some predicate."""
        for quad in self._quads(None, ox.NamedNode(predicate), None, ox.DefaultGraph()):
            if isinstance(quad.subject, ox.NamedNode):
                yield quad.subject.value, _text(quad.object)

    def holds(self, predicate: Iri, thing: Iri | None = None) -> bool:
        """Return whether a fact of any graph has a predicate and, unless it is None, a thing as its object."""
        value = None if thing is None else ox.NamedNode(thing)
        return any(True for _ in self._quads(None, ox.NamedNode(predicate), value))

    def triples(self, graph: Iri) -> bytes:
        """Return a graph as canonical N-Triples, in no order."""
        if not holds_evidence(graph):
            return self._dump(ox.NamedNode(graph))
        with _translated():
            answer = self._inner.query(_EVIDENCE.replace("?note", f"<{note_of(graph)}>"), prefixes=terms.PREFIXES)
            written = answer.serialize(format=ox.RdfFormat.N_TRIPLES) if isinstance(answer, ox.QueryTriples) else b""
        return b"".join(line + b"\n" for line in sorted(set((written or b"").split(b"\n"))) if line)

    def __iter__(self) -> Iterator[ox.Quad]:
        """Yield every quad in its named graph, in no order."""
        for graph in self.graphs():
            triples = ox.parse(self.triples(graph), ox.RdfFormat.N_TRIPLES)
            yield from (ox.Quad(t.subject, t.predicate, t.object, ox.NamedNode(graph)) for t in triples)

    def as_rdflib(self) -> rdflib.Dataset:
        """Return rdflib's view of the same store; its default graph is the union of all graphs.

        Queries run in Oxigraph. Only for those who want rdflib's API: it is several times slower on many rows.
        """
        import rdflib
        from oxrdflib import OxigraphStore

        dataset = rdflib.Dataset(store=OxigraphStore(store=self._with_named()))
        for prefix, iri in terms.PREFIXES.items():
            dataset.bind(prefix, iri)
        return dataset

    def revise(self, graphs: Mapping[Iri, set[str]], amended: Mapping[Iri, Delta] = _NOTHING) -> Delta:
        """Replace the lines of some graphs, and change others, in one step.

        Args:
            graphs: lines of each; a graph without lines is removed.
            amended: what to remove from other graphs, and what to add.
        """
        before = {graph: set(lines_of(self.triples(graph))) for graph in graphs}
        changed = {graph: Delta(before[graph] - lines, lines - before[graph]) for graph, lines in graphs.items()}
        self._named = None
        if self._path is not None:
            forget_named(self._path)
        with _translated():
            return amend(self._inner, {**changed, **amended})

    def facts_of(self, subject: Iri, graph: Iri | None = None) -> list[str]:
        """Return every fact about a thing, or those of one graph, as sorted N-Triples lines."""
        place = ox.NamedNode(graph) if graph else ox.DefaultGraph()
        return sorted(map(_line, self._quads(ox.NamedNode(subject), None, None, place)))

    def facts_naming(self, thing: Iri, predicate: Iri | None = None) -> Iterator[str]:
        """Return the facts that name a thing, of all properties or one, as N-Triples lines; some several times."""
        wanted = ox.NamedNode(predicate) if predicate else None
        quads = self._quads(None, wanted, ox.NamedNode(thing))
        return (_line(quad) for quad in quads if isinstance(quad.graph_name, ox.NamedNode))

    def _quads(self, *pattern: Any) -> Iterator[ox.Quad]:
        with _translated():
            yield from self._inner.quads_for_pattern(*pattern)

    def _dump(self, graph: ox.NamedNode | ox.DefaultGraph) -> bytes:
        with _translated():
            return self._inner.dump(format=ox.RdfFormat.N_TRIPLES, from_graph=graph) or b""


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    """Translate what the engine says when its files are not what it wrote."""
    try:
        yield
    except (RuntimeError, FileNotFoundError) as error:
        raise damaged(error) from error


def _looks_at_evidence(sparql: str, dataset: Dataset | None) -> bool:
    graphs = () if dataset is None else (*dataset.default, *dataset.named)
    return names_evidence(sparql) or any(holds_evidence(Iri(graph)) for graph in graphs)


def _mark(path: Path) -> int:
    """Tell the store in a folder from one that a build has put in its place since."""
    with contextlib.suppress(OSError):
        return (path / _MARK).stat().st_ino
    return 0


def _sorted(n_triples: bytes) -> bytes:
    return b"".join(sorted(n_triples.splitlines(keepends=True)))


def _mirrored(quads: Iterable[ox.Quad]) -> Iterator[ox.Quad]:
    """Yield each fact in its graph, and everything in the default graph."""
    for quad in quads:
        if not (isinstance(quad.graph_name, ox.NamedNode) and holds_evidence(Iri(quad.graph_name.value))):
            yield quad
        yield ox.Quad(quad.subject, quad.predicate, quad.object)


def _line(quad: ox.Quad) -> str:
    return f"{quad.subject} {quad.predicate} {quad.object} ."


def _opened(path: Path, *, read_only: bool) -> ox.Store:
    try:
        if not read_only:
            path.mkdir(parents=True, exist_ok=True)
        return _read_only(path) if read_only else ox.Store(str(path))
    except (OSError, RuntimeError) as error:
        if "LOCK" in str(error):
            raise StoreError.locked(str(path), _holder(path)) from error
        if isinstance(error, RuntimeError | FileNotFoundError):
            raise damaged(error) from error
        raise StoreError(f"the graph in {str(path)!r} cannot be opened: {error!s}") from error


def _read_only(path: Path) -> ox.Store:
    """Open a store for reading; a file that a writer replaces meanwhile is missing for a moment only."""
    for _ in range(_ATTEMPTS - 1):
        with contextlib.suppress(RuntimeError):
            return ox.Store.read_only(str(path))
    return ox.Store.read_only(str(path))


def _holder(path: Path) -> str:
    """Name the process that holds the lock, where the system tells."""
    try:
        inode = f":{(path / 'LOCK').stat().st_ino}"
        rows = Path("/proc/locks").read_text(encoding="ascii").splitlines()
    except OSError:
        return "another process"
    holders = [row.split() for row in rows if row.split()[5:6] and row.split()[5].endswith(inode)]
    return f"another process ({holders[0][4]})" if holders else "another process"


def _named(iri: str) -> ox.NamedNode | None:
    """Return a node, or None for what is no IRI."""
    with contextlib.suppress(ValueError):
        return ox.NamedNode(iri)
    return None


def _text(value: object) -> str:
    return value.value if isinstance(value, ox.Literal) else ""
