"""`kg query`: SPARQL on the command line."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from kg import screen
from kg.asking.wording import Names, iris_in
from kg.commands.command import limits_of
from kg.commands.limiting import within
from kg.commands.stores import open_asked
from kg.errors import UsageError
from kg.library.graphs import open_knowledge
from kg.rdf import Askable, ResultFormat, Rows, hints, shortened

Table = tuple[Sequence[str], Sequence[Sequence[object]]]


def query(asked: Namespace) -> int:
    """Run a query from the command line, a file or standard input, and print the answer."""
    sparql = _read(asked)
    with _opened(asked) as store:
        answer = within(limits_of(asked), lambda: answered(store, sparql, asked))
        is_empty = is_nothing(answer)
        found = [str(hint) for hint in hints.hints(sparql, store if is_empty else None)]
    print_answer(answer, is_paged=not asked.no_pager)
    return warn(found, is_empty=is_empty)


def answered(store: Askable, sparql: str, asked: Namespace) -> Table | str:
    """Return the answer to a query: columns and rows for a table, or the text of another format.

    Raises:
        KgError: the query is wrong, or its answer cannot be written in the format.
    """
    answer: Rows = store.query(sparql)
    if asked.format in (None, "table") and not (answer.is_graph and asked.format is None):
        return as_table(Names(store), answer, iris=asked.iris)
    return answer.render(ResultFormat(asked.format or "ttl"))


def as_table(names: Names, answer: Rows, *, iris: bool) -> Table | str:
    """Return the answer to a query for people: columns and rows, or yes or no."""
    if answer.is_boolean:
        return "true\n" if answer else "false\n"
    return answer.columns, list(_cells(names, answer, iris=iris))


def print_answer(answer: Table | str, *, is_paged: bool = True) -> None:
    """Print an answer: a table with its count on a terminal, complete and without the count elsewhere."""
    if isinstance(answer, str):
        is_seen = sys.stdout.isatty()
        sys.stdout.write("".join(f"{screen.clean(line)}\n" for line in answer.splitlines()) if is_seen else answer)
        return
    columns, rows = answer
    with screen.paged(len(rows) + 4, is_on=is_paged) as stream:
        screen.show(columns, rows, stream)
        if sys.stdout.isatty():
            print(f"\n{len(rows):,} row" + "s" * (len(rows) != 1), file=stream)


def _read(asked: Namespace) -> str:
    if (asked.sparql is None) == (asked.file is None):
        raise UsageError(
            "give exactly one query: kg query 'SELECT ...', kg query --file q.rq, or kg query - for standard input"
        )
    if asked.file is None:
        return sys.stdin.read() if asked.sparql == "-" else str(asked.sparql)
    content: bytes = asked.file.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{asked.file} is not UTF-8 (byte {error.start}). Save it as UTF-8") from error


@contextmanager
def _opened(asked: Namespace) -> Iterator[Askable]:
    """Open what is asked: a graph of ours searches by words, too."""
    if asked.endpoint:
        with open_asked(asked, seconds=asked.timeout) as endpoint:
            yield endpoint
    else:
        with open_knowledge(asked.graph) as knowledge:
            yield knowledge.store


def _cells(names: Names, answer: Rows, *, iris: bool) -> Iterable[list[str | None]]:
    rows = list(answer)
    names.learn(iris_in(rows))
    for row in rows:
        cells: list[str | None] = []
        for term in row:
            text = None if term is None else str(getattr(term, "value", term))
            if text is not None and type(term).__name__ == "NamedNode":
                text = (text if iris else names(text)) if iris or names.kind(text) else shortened(text) or text
                text = shortened(text) or text
            cells.append(text)
        yield cells


def is_nothing(answer: Table | str) -> bool:
    """Return whether an answer tells nothing, in whatever format: no rows, no, or a count of nothing."""
    if isinstance(answer, tuple):
        return hints.is_nothing(answer[1])
    if answer.startswith(("{", "<")):
        return not any(mark in answer for mark in ('"bindings":[{', "<result>", '"boolean":true', "<boolean>true"))
    lines = answer.splitlines()
    return lines != ["true"] and (len(lines) < 2 or lines[1:] in (["0"], ["false"]))


def warn(found: Sequence[str], *, is_empty: bool) -> int:
    """Print why a query finds nothing; if there are no rows at all, this is an error."""
    for hint in found:
        print(f"kg: {hint}", file=sys.stderr)
    return UsageError.exit_code if found and is_empty else 0
