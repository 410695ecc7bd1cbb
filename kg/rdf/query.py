"""Run SPARQL queries: prefixes set, no other server asked, nothing changed, and errors that show the place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

import pyoxigraph as ox

from kg import terms
from kg.errors import QueryError
from kg.rdf.results import ResultFormat, Row, render

_CODE_POINT = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_OUTSIDE_WORDS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""'
    r"|'''(?:[^'\\]|\\.|'(?!''))*'''"
    r'|"(?:[^"\\\n\r]|\\.)*"'
    r"|'(?:[^'\\\n\r]|\\.)*'"
    r'|<[^<>"{}|^`\\\x00-\x20]*>'
    r"|\#[^\n\r]*"
    r"|[?$]\w+"
    r"|:[\w.%-]*",
    re.DOTALL,
)
_UPDATE = re.compile(
    r"\s*(?:(?:PREFIX|BASE)\b[^>]*>\s*)*(INSERT|DELETE|LOAD|CLEAR|CREATE|DROP|COPY|MOVE|ADD|WITH)\b", re.IGNORECASE
)
_PLACE = re.compile(r"error at (\d+):(\d+): (.*)", re.DOTALL)
_EXPECTED = re.compile(r'"((?:[^"\\]|\\.)+)"|\b([A-Z][A-Z]+)\b')
_SENTENCE = re.compile(r"[A-Z][A-Za-z]+(?: [A-Za-z]+){3,20}")
_NO_HELP = {"IF", "LATERAL", "SERVICE", "TZ"}
"""What the parser offers at places where something else is missing."""
_UNKNOWN_PREFIX = re.compile(r"([\w-]*):\S*$")


class Rows:
    """The answer to a query, read once: rows of terms, in the order of its columns.

    A CONSTRUCT or DESCRIBE answers with rows of subject, predicate and object, an ASK with one row. A term has its
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
            raise QueryError(f"the query failed: {error}") from error

    def __bool__(self) -> bool:
        """Answer an ASK; of other queries, say whether there is a first row (it is used up)."""
        if isinstance(self._answer, ox.QueryBoolean):
            return bool(self._answer)
        return next(iter(self), None) is not None

    def texts(self) -> Iterator[tuple[str, ...]]:
        """Give the rows as plain text, "" for what is not bound."""
        for row in self:
            yield tuple("" if part is None else str(getattr(part, "value", part)) for part in row)

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


def ask(store: ox.Store, sparql: str) -> Rows:
    """Run a query on the default graph, which holds the union of all graphs.

    Raises:
        QueryError: it is no query, changes the graph, or asks another server.
    """
    if reaches_out(sparql):
        raise QueryError.reaches_out()
    try:
        return Rows(store.query(sparql, prefixes=terms.PREFIXES))
    except SyntaxError as error:
        _explain(error, sparql)
    except (OSError, ValueError, RuntimeError) as error:
        raise QueryError(f"the query failed: {error}") from error


def reaches_out(sparql: str) -> bool:
    """Say whether a query may have a SERVICE part; in doubt it has.

    Looked for is the word outside strings, comments, IRIs, variables and local names, in the query as it stands and
    with its code point escapes resolved, because it is not ours to know at which of them the engine looks.

    >>> reaches_out("SELECT * { SERVICE <http://a/> { ?s ?p ?o } }")
    True
    >>> reaches_out('SELECT ?service { ?service schema:serviceType "SERVICE" } # no service')
    False
    """
    return "service" in outside_words(sparql).lower()


def outside_words(sparql: str, *, keep_iris: bool = False) -> str:
    """Give a query without strings, comments, variables, local names and IRIs, in both spellings of code points."""
    spellings = (sparql, _CODE_POINT.sub(_character, sparql))
    return "\n".join(
        _OUTSIDE_WORDS.sub(lambda found: found[0] if keep_iris and found[0][0] == "<" else " ", text)
        for text in spellings
    )


def _character(found: re.Match[str]) -> str:
    code = int(found[1] or found[2], 16)
    return chr(code) if code < 0x110000 else " "


def _explain(error: SyntaxError, sparql: str) -> NoReturn:
    update = _UPDATE.match(sparql)
    if update:
        raise QueryError.is_update(update[1].upper()) from error
    found = _PLACE.search(str(error))
    if not found:
        raise QueryError(f"this is no SPARQL query: {error}") from error
    line, column, reason = int(found[1]), int(found[2]), found[3]
    raise QueryError.at(_reason(reason, sparql, line, column), query=sparql, line=line, column=column) from error


def _reason(reason: str, sparql: str, line: int, column: int) -> str:
    """Say in words what the parser expected; its character classes help nobody."""
    if "Prefix not found" in reason:
        lines = sparql.split("\n")
        before = _UNKNOWN_PREFIX.search(lines[line - 1][: column - 1]) if line <= len(lines) else None
        unknown = f"unknown prefix {before[1] + ':'!r}" if before else "unknown prefix"
        return f"{unknown}; set are {', '.join(sorted(terms.PREFIXES))}"
    plain = re.sub(r"\[[^\]]*\]", "", reason)
    sentence = _SENTENCE.search(plain)
    if sentence:
        return sentence[0][0].lower() + sentence[0][1:]
    words = {(quoted or word).replace('\\"', '"') for quoted, word in _EXPECTED.findall(plain)} - _NO_HELP
    return f"expected {' or '.join(sorted(words))}" if words else "something is missing or wrong here"
