"""Run SPARQL queries: prefixes set, no other server asked, nothing changed, and errors that show the place."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn, Protocol, Self

import pyoxigraph as ox

from kg import terms
from kg.errors import DamagedError, EngineError, KgError, QueryError, ReachOutError, ReadOnlyError
from kg.model import Iri
from kg.rdf.diagnosis import diagnose
from kg.rdf.lexing import place, reaches_out, uses
from kg.rdf.results import ResultFormat, Row, render

_UPDATE = re.compile(
    r"\s*(?:(?:PREFIX|BASE)\b[^>]*>\s*)*(INSERT|DELETE|LOAD|CLEAR|CREATE|DROP|COPY|MOVE|ADD|WITH)\b", re.IGNORECASE
)
_PLACE = re.compile(r"error at (\d+):(\d+): (.*)", re.DOTALL)
_EXPECTED = re.compile(r'"((?:[^"\\]|\\.)+)"|\b([A-Z][A-Z]+)\b')
_SENTENCE = re.compile(r"[A-Z][A-Za-z]{1,40}(?: [A-Za-z]{1,40}){3,20}")
_NO_HELP = {"IF", "LATERAL", "SERVICE", "TZ"}
"""What the parser offers at places where something else is missing."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """The graphs for a query, by their IRIs, in place of those that it names itself."""

    default: tuple[str, ...] = ()
    """Their union is the default graph."""
    named: tuple[str, ...] = ()
    """Those that GRAPH finds."""


class Outside(NamedTuple):
    """What a query may use besides the store."""

    services: Collection[str] = ()
    """IRIs of endpoints that it may ask with SERVICE."""
    functions: dict[ox.NamedNode, Callable[..., Any]] | None = None
    """Functions beside those of SPARQL."""


class Rows:
    """The answer to a query, read once: rows of terms, in the order of its columns.

    A CONSTRUCT or DESCRIBE gives rows of subject, predicate and object, an ASK one row. A term has its
    text in `.value`; what is not bound is None.
    """

    def __init__(self, answer: ox.QuerySolutions | ox.QueryTriples | ox.QueryBoolean) -> None:
        self._answer = answer
        if isinstance(answer, ox.QuerySolutions):
            self.columns = tuple(variable.value for variable in answer.variables)
        elif isinstance(answer, ox.QueryTriples):
            self.columns = ("subject", "predicate", "object")
        else:
            self.columns = ("answer",)

    def __iter__(self) -> Iterator[Row]:
        try:
            if isinstance(self._answer, ox.QueryBoolean):
                yield (ox.Literal(bool(self._answer)),)
            elif isinstance(self._answer, ox.QueryTriples):
                for triple in self._answer:
                    yield (triple.subject, triple.predicate, triple.object)
            else:
                for solution in self._answer:
                    yield tuple(solution)
        except (OSError, RuntimeError, ValueError) as error:
            raise failure(error) from error

    def __bool__(self) -> bool:
        """Answer an ASK; of other queries, say whether there is a first row (it is used up)."""
        if isinstance(self._answer, ox.QueryBoolean):
            return bool(self._answer)
        return next(iter(self), None) is not None

    @classmethod
    def read(cls, content: bytes) -> Self:
        """Read an answer in the SPARQL JSON results format."""
        return cls(ox.parse_query_results(content, format=ox.QueryResultsFormat.JSON))

    @property
    def answer(self) -> ox.QuerySolutions | ox.QueryTriples | ox.QueryBoolean:
        """The answer as the engine gives it, to be read once."""
        return self._answer

    def texts(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows as plain text, "" for what is not bound."""
        for row in self:
            yield tuple("" if part is None else str(getattr(part, "value", part)) for part in row)

    def lines(self) -> Iterator[str]:
        """Yield the triples of a CONSTRUCT or DESCRIBE as lines of N-Triples, in no order, some several times.

        Blank nodes are named after their place in the graph (RDF Dataset Canonicalization), because the engine
        names them differently each time.
        """
        nameless = set[str]()
        for subject, predicate, value in self if self.is_graph else ():
            line = f"{subject} {predicate} {value} ."
            if "_:" in line:
                nameless.add(line)
            else:
                yield line
        if nameless:
            dataset = ox.Dataset(ox.parse("\n".join(nameless).encode(), ox.RdfFormat.N_TRIPLES))
            dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
            yield from (f"{quad.triple} ." for quad in dataset)

    @property
    def is_boolean(self) -> bool:
        """Whether the answer is yes or no (ASK)."""
        return isinstance(self._answer, ox.QueryBoolean)

    @property
    def is_graph(self) -> bool:
        """Whether the answer is triples (CONSTRUCT, DESCRIBE)."""
        return isinstance(self._answer, ox.QueryTriples)

    def render(self, result_format: ResultFormat) -> str:
        """Write the answer as text in a format.

        Raises:
            QueryError: the format cannot hold this kind of answer.
        """
        return render(self._answer, self.columns, self, result_format)


class Askable(Protocol):
    """A graph that can be queried: a local store, or the endpoint of another."""

    @property
    def base(self) -> str:
        """Where the IRIs of the graph begin."""

    def query(self, sparql: str, dataset: Dataset | None = None) -> Rows:
        """Run a SPARQL query."""

    def values(self, thing: str, predicate: Iri) -> list[str]:
        """Return the values of a predicate for a thing."""

    def having(self, predicate: Iri, value: str) -> set[Iri]:
        """Return what has a value: a text, or a thing by its IRI."""


def ask(
    store: ox.Store,
    sparql: str,
    dataset: Dataset | None = None,
    *,
    base: str | None = None,
    outside: Outside | None = None,
) -> Rows:
    """Run a query on the default graph, which holds the union of all graphs, or on other graphs.

    Args:
        dataset: the graphs to look at instead.
        base: for relative IRIs, which are an error without it.
        outside: what the query may use besides the store.

    Raises:
        QueryError: it is not a query, changes the graph, or contacts another server.
    """
    services, own = outside or Outside()
    if reaches_out(sparql, services):
        raise ReachOutError(sorted(services))
    try:
        graphs: dict[str, Any] = {}
        if dataset is not None:
            graphs = {"default_graph": [*map(ox.NamedNode, dataset.default)]}
            graphs["named_graphs"] = [*map(ox.NamedNode, dataset.named)]
        return Rows(store.query(sparql, base_iri=base, prefixes=terms.PREFIXES, custom_functions=own, **graphs))
    except SyntaxError as error:
        _explain(error, sparql)
    except ValueError as error:
        raise QueryError(f"the query names a graph by an invalid IRI: {error}") from error
    except (OSError, RuntimeError) as error:
        raise failure(error) from error


def damaged(error: Exception) -> DamagedError:
    """Translate what the engine says when it cannot read its files."""
    return DamagedError(f"the store of the graph is damaged ({error}). Build the graph again: kg build NOTES")


def failure(error: Exception) -> KgError:
    """Translate what the engine says when it fails: its files are not what it wrote, or something else."""
    is_damage = isinstance(error, FileNotFoundError) or "Corruption" in str(error)
    return damaged(error) if is_damage else EngineError.failed(str(error))


def change(store: ox.Store, sparql: str) -> None:
    """Run an update.

    Raises:
        QueryError: it is not an update, loads something, or contacts another server.
        EngineError: a step failed, such as CREATE of a graph that exists; then nothing has changed.
    """
    if reaches_out(sparql):
        raise ReachOutError
    if uses(sparql, "load"):
        raise ReachOutError(word="LOAD")
    try:
        store.update(sparql, prefixes=terms.PREFIXES)
    except SyntaxError as error:
        _explain(error, sparql, what="update")
    except (OSError, RuntimeError, ValueError) as error:
        raise EngineError.failed(str(error)) from error


def _explain(error: SyntaxError, sparql: str, *, what: str = "query") -> NoReturn:
    update = _UPDATE.match(sparql)
    if update and what == "query":
        told = "but queries cannot change the graph: use SELECT, ASK or CONSTRUCT"
        raise ReadOnlyError(f"the query starts with {update[1].upper()}, {told}") from error
    slip = diagnose(sparql) if what == "query" else None
    if slip is not None:
        line, column = place(sparql, slip.start)
        raise QueryError.at(slip.reason, query=sparql, line=line, column=column) from error
    found = _PLACE.search(str(error))
    if not found:
        raise QueryError(f"this is not a SPARQL {what}: {error}") from error
    line, column, reason = int(found[1]), int(found[2]), found[3]
    raise QueryError.at(_reason(reason), query=sparql, line=line, column=column) from error


def _reason(reason: str) -> str:
    """Return in words what the parser expected; its character classes help nobody."""
    plain = re.sub(r"\[[^\]]{0,400}\]", "", reason)
    sentence = _SENTENCE.search(plain)
    if sentence:
        return sentence[0][0].lower() + sentence[0][1:]
    words = {(quoted or word).replace('\\"', '"') for quoted, word in _EXPECTED.findall(plain)} - _NO_HELP
    return f"expected {' or '.join(sorted(words))}" if words else "something is missing or wrong up to here"
