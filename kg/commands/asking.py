"""`kg ask`: ready-made questions, with parameters in the words of who asks."""

from __future__ import annotations

import csv
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, takewhile
from pathlib import Path

from kg import origin, screen
from kg.asking.plain import plain
from kg.asking.questions import (
    KINDS,
    Meaning,
    Question,
    Suggestion,
    cited,
    content,
    find_question,
    meaning,
    questions,
    since,
    suggest,
)
from kg.asking.questions.answering import TEXTS, Asked, Cell, Row, ask
from kg.asking.subjects import find_subjects
from kg.commands import layout
from kg.commands.command import add_arguments
from kg.commands.picking import words
from kg.commands.questions import LIMIT, question_parser
from kg.commands.stores import open_asked
from kg.errors import UsageError
from kg.library.graphs import open_knowledge
from kg.rdf import Askable
from kg.text import cut

FOUND = 10
"""Things and sentences that are found for words without a question."""
_SHOWN = 5
"""Of the answer to a sentence that another command gives."""
_FEWEST = 30
"""Columns that must be left of a line for remarks to stand in a table."""
_STATEMENT = dict.fromkeys(("subject", "relation", "object"))
"""Columns that read as a sentence."""


def answer_question(asked: Namespace) -> int:
    """Answer a ready-made question or a sentence, or list all questions."""
    known = questions(origin.find(asked.graph))
    if asked.question is None:
        _list(known)
        return 0
    said = [asked.question, *takewhile(lambda word: not word.startswith("-"), asked.given)]
    if asked.question not in known and (len(said) > 1 or " " in asked.question):
        return _answer_sentence(" ".join(said), known, asked.given[len(said) - 1 :], asked)
    return _answer(find_question(known, asked.question), asked.given, asked) or 0


def _answer_sentence(text: str, known: dict[str, Question], options: Sequence[str], asked: Namespace) -> int:
    """Answer a sentence: with the ready-made question nearest to it, or else with what is found for its words."""
    meant = None if asked.endpoint else meaning(text)
    code = _answer_meaning(meant, options, asked) if meant else None
    if code is not None:
        return code
    span = since(text)
    if span:
        print(f"kg: asked was: {screen.clean(str(Suggestion(known['since'], span)))}", file=sys.stderr)
        given = [f"--{name}={value}" for name, value in span.items()]
        return _answer(known["since"], [*given, *options], asked) or 0
    about = [Suggestion(known["papers"], {"topic": name}) for name in (meant.names if meant else ())[:1]]
    unanswered: list[Suggestion] = []
    for nearest in (*suggest(known, text), *about):
        given = [f"--{name}={value}" for name, value in nearest.given.items()]
        try:
            code = _answer(nearest.question, [*given, *options], asked, even_empty=not given or asked.endpoint)
        except UsageError:
            continue  # the graph has nothing of that name that this question takes
        if code is not None:
            print(f"kg: asked was: {screen.clean(str(nearest))}", file=sys.stderr)
            return code
        if " " not in nearest.given.get("word", ""):
            unanswered.append(nearest)
    paper = None if asked.endpoint else cited(text)
    code = _answer_meaning(paper, options, asked) if paper else None
    if code is not None:
        return code
    wanted = [content(text) or text]
    if unanswered:
        wanted = list(unanswered[0].given.values())
        print(f"kg: asked was: {screen.clean(str(unanswered[0]))}", file=sys.stderr)
        print(f"The graph has no answer to this. Found for {screen.clean(', '.join(wanted))}:\n")
    else:
        print("kg: no ready-made question (kg ask) is like this. Found for its words:", file=sys.stderr)
    return _run("find", ["--", *wanted], options, asked)


def _graph(options: Sequence[str], asked: Namespace) -> Path:
    """Return the graph that is asked; it may be named behind the sentence."""
    parser = ArgumentParser(add_help=False)
    parser.add_argument("--graph", type=Path, default=asked.graph)
    return Path(parser.parse_known_args(options)[0].graph)


def _answer_meaning(meant: Meaning, options: Sequence[str], asked: Namespace) -> int | None:
    """Answer a sentence that another command answers; None if a name in it means nothing in the graph.

    Of several things of one name, a ready-made question may know better which is meant, if it is the only name.
    """
    with open_knowledge(_graph(options, asked)) as knowledge:
        named = () if meant.command == "find" else meant.names
        found = [len(find_subjects(knowledge.store, name)) for name in named]
        is_next = meant.command == "next"
        if not all(found) or (len(found) == 1 and found[0] > 1 and not is_next):
            return None
    names = [part for name in meant.names for part in ("--topic", name)] if is_next else meant.names
    print(f"kg: asked was: {words('kg', meant.command, *names)}", file=sys.stderr)
    given = [f"--topic={name}" for name in meant.names] if is_next else ["--", *meant.names]
    return _run(meant.command, given, options, asked)


def _run(name: str, given: Sequence[str], options: Sequence[str], asked: Namespace) -> int:
    """Run another command on the same graph, and show little."""
    command = next(each for each in asked.commands if each.name == name)
    parser = ArgumentParser()
    add_arguments(parser, command.arguments)
    limit = FOUND if name == "find" else _SHOWN
    graph = Namespace(graph=_graph(options, asked))
    return int(command.run(parser.parse_args([f"--limit={limit}", *given], graph)))


def _answer(question: Question, options: Sequence[str], named: Namespace, *, even_empty: bool = True) -> int | None:
    """Print the answer to a question; None if there is none, unless it is to be printed all the same."""
    parser = question_parser(question, named.graph)
    parser.set_defaults(endpoint=named.endpoint, user=named.user)
    asked, rest = parser.parse_known_args(options)
    if rest:
        question.parameter(rest[0].lstrip("-").partition("=")[0])
    given = {p.name: value for p in question.parameters if (value := getattr(asked, p.name.replace("-", "_"), None))}
    given |= _first(question, asked.value, given)
    with open_asked(asked) as store:
        found = ask(store, question, given, limit=_limit(asked))
        if not found.rows and not even_empty:
            return None
        latest = _latest(store, question) if not found.rows and "since" in given else ""
    for hint in (*found.hints, *filter(None, [latest])):
        print(f"kg: {screen.clean(hint)}", file=sys.stderr)
    if asked.sparql:
        print(found.sparql.rstrip())
    else:
        _WRITERS[asked.format](found)
    return 0


def _latest(store: Askable, question: Question) -> str:
    """Say until when there is something to tell, if there is nothing since a day."""
    days = [row.cells[0].text for row in ask(store, question, {}, limit=1).rows]
    return f"the latest is of {days[0]}; notes without a date are left out" if days else ""


def _first(question: Question, value: str | None, given: dict[str, str]) -> dict[str, str]:
    """Give a value without a name to the parameter that may be without."""
    if value is None:
        return {}
    first = next((parameter for parameter in question.parameters if parameter.is_first), None)
    if first is None or first.name in given:
        names = [f"--{parameter.name}" for parameter in question.parameters if parameter.kind in KINDS]
        one = f" Write {' or '.join(names[:3])} {shlex.quote(value)};" if names else ""
        raise UsageError(f"which parameter is {value!r} for?{one} kg ask {question.name} --help lists the names")
    return {first.name: value}


def _limit(asked: Namespace) -> int:
    if asked.all or (asked.limit is None and asked.format != "table"):
        return 0
    return LIMIT if asked.limit is None else int(asked.limit)


def _list(known: dict[str, Question]) -> None:
    longest = max(map(len, known))
    for question in known.values():
        own = f" ({question.path})" if question.path else ""
        head, *rest = layout.wrapped(screen.clean(question.title + own), indent=longest + 2, hanging=longest + 2)
        print(f"{question.name:{longest}}  {head.strip()}")
        for line in rest:
            print(line)


def _as_table(asked: Asked) -> None:
    if not asked.rows:
        print("The graph has no answer to this." + (" Leave out a parameter to ask for more." if asked.given else ""))
        return
    names = [column.replace("_", " ") for column in asked.columns] + ["where"]
    rows = [
        [*(_plain(cell, column) for cell, column in zip(row.cells, asked.columns, strict=True)), _where(row)]
        for row in asked.rows
    ]
    filled = [place for place in range(len(names)) if any(row[place] for row in rows)]
    wide = screen.terminal_width(sys.stdout) or layout.PIPE_WIDTH
    longest = max(sum(screen.width(row[place]) + 2 for place in filled) for row in rows)
    is_told = longest > wide or not set(TEXTS).isdisjoint(asked.columns)
    remarks = [screen.clean(row.remarked) for row in asked.rows]
    if any(remarks):
        is_told = is_told or wide - longest < _FEWEST
        names, filled = [*names, "remark"], [*filled, len(names)]
        remarks = [cut(one, limit=wide - longest - 2) for one in remarks] if not is_told else remarks
        rows = [[*row, one] for row, one in zip(rows, remarks, strict=True)]
    with screen.paged(3 * len(rows)) as stream:
        if is_told:
            last = len(asked.columns)
            alike = groupby(rows, key=lambda row: (row[:last], row[last + 1 :]))
            lines: Iterable[str] = (
                line
                for (cells, remark), group in alike
                for line in _laid_out(asked.columns, cells, [*(row[last] for row in group), *remark])
            )
        else:
            lines = screen.table([names[place] for place in filled], [[row[place] for place in filled] for row in rows])
        for line in lines:
            print(line, file=stream)
        if len(rows) < asked.total:
            print(f"\n{len(rows):,} of {asked.total:,} rows (--all prints all)", file=stream)
        elif sys.stdout.isatty():
            print(f"\n{asked.total:,} row{'' if asked.total == 1 else 's'}", file=stream)


def _laid_out(columns: Sequence[str], cells: Sequence[str], below: Iterable[str]) -> Iterator[str]:
    """Lay out what is too wide for a table: what it is about, what is short behind it, texts and all places below."""
    told = dict(zip(columns, cells, strict=True))
    if _STATEMENT.keys() <= told.keys():
        head, rest = " ".join(told[part] for part in _STATEMENT), {k: v for k, v in told.items() if k not in _STATEMENT}
    else:
        first = next((column for column in columns if told[column]), columns[0])
        head, rest = told[first], {k: v for k, v in told.items() if k != first}
    short = (f"{column.replace('_', ' ')}: {cell}" for column, cell in rest.items() if cell and column not in TEXTS)
    yield from layout.item(head or "-", short, indent=0)
    for text in (*(told[column] for column in columns if column in TEXTS and column in rest), *below):
        if text:
            yield from layout.wrapped(text, indent=4, hanging=4)


def _plain(cell: Cell, column: str) -> str:
    return screen.clean(plain(cell.text) if column in TEXTS else cell.text)


def _where(row: Row) -> str:
    return ", ".join(screen.clean(f"{note}:{line}" if line else note) for note, line in row.where)


def _as_lines(asked: Asked, delimiter: str) -> None:
    """Write rows for a spreadsheet: names, then the IRIs of what has one."""
    things = [place for place in range(len(asked.columns)) if any(row.cells[place].kind for row in asked.rows)]
    writer = csv.writer(sys.stdout, delimiter=delimiter, lineterminator="\n")
    writer.writerow([*asked.columns, "note", "line", *(f"{asked.columns[place]}_iri" for place in things)])
    for row in asked.rows:
        note, line = row.where[0] if row.where else ("", 0)
        cells = [cell.text for cell in row.cells]
        writer.writerow([*cells, note, line or "", *(row.cells[place].iri for place in things)])


def _as_json(asked: Asked) -> None:
    data = {
        "question": asked.question.name,
        "asks": asked.question.title,
        "total": asked.total,
        "rows": [
            {
                **{
                    column: {"name": cell.text, "iri": cell.iri, "kind": cell.kind} if cell.iri else cell.value
                    for column, cell in zip(asked.columns, row.cells, strict=True)
                },
                "where": [{"note": note, "line": line or None} for note, line in row.where],
            }
            for row in asked.rows
        ],
    }
    print(screen.as_json(data))


_WRITERS: Mapping[str, Callable[[Asked], None]] = {
    "table": _as_table,
    "csv": partial(_as_lines, delimiter=","),
    "tsv": partial(_as_lines, delimiter="\t"),
    "json": _as_json,
}
