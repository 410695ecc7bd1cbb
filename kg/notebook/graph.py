"""A graph in Python: what the commands of kg do, as values."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Self

from kg.asking import thing as things
from kg.asking.knowledge import Knowledge
from kg.asking.near import Near, near
from kg.asking.overview import About, about
from kg.asking.path import Connection, connect
from kg.asking.questions import find_question, questions
from kg.asking.questions.answering import ask, value_of
from kg.asking.reading import Suggestion, read_next
from kg.asking.search.ranking import Answer, search
from kg.asking.shared import InCommon, in_common
from kg.asking.subjects import Subject, find_subject
from kg.asking.thing import Thing
from kg.asking.timeline import Timeline, timeline
from kg.asking.wording import PLURALS
from kg.library.graphs import open_knowledge, write_map
from kg.library.places import default_graph, new_graph
from kg.notebook.answers import Result, Row, Table
from kg.publishing.topicmap.memory import MAP
from kg.rdf import index
from kg.rdf.hints import hints, is_nothing

if TYPE_CHECKING:
    import networkx as nx
    import rdflib


def build(notes: str | Path, graph: str | Path | None = None, *, vocabularies: Iterable[str | Path] = ()) -> Graph:
    """Build the graph of a folder of notes, or of one note, and open it; only notes that changed are read.

    Args:
        graph: where to write it; None for `kg-out` here, or the folder in `KG_GRAPH`.
        vocabularies: files of vocabularies (SKOS), beside those that `kg.toml` names.

    Raises:
        KgError: there are no notes, a vocabulary cannot be read, or the graph cannot be written.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "reading.md").write_text("- Smith, A. (2020). On Foxes. NeurIPS. https://arxiv.org/abs/2001.00001")
    >>> with build(folder, folder / "graph") as graph:
    ...     print(graph.query("SELECT ?title ?year { ?p schema:name ?title ; schema:datePublished ?year }").records())
    [{'title': 'On Foxes', 'year': 2020}]
    """
    from kg.library.building import run, settings_of

    source, target = Path(notes), Path(graph) if graph is not None else new_graph()
    run(source, target, settings_of(source, target, map(Path, vocabularies)), with_map=False)
    return open(target)


def open(graph: str | Path | None = None) -> Graph:
    """Open a graph that was built.

    Args:
        graph: its folder; None for the one that `kg` would find from here.

    Raises:
        StoreError: there is none.
    """
    folder = Path(graph) if graph is not None else default_graph()
    return Graph(open_knowledge(folder), folder)


class Graph:
    """An open graph of notes. Use it in a `with` block, or close it.

    Give a thing by any of its names or identifiers, or by its IRI, as on the command line. A name stands for everything
    that is one subject: of `VideoJAM` a paper and the method that it introduces; `method:VideoJAM` gives less. The
    `subject` of an answer says what it is about, and its `typed` what was given, if that was a typing error.
    """

    def __init__(self, knowledge: Knowledge, folder: Path) -> None:
        self._knowledge = knowledge
        self.folder = folder

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the graph."""
        self._knowledge.__exit__(None, None, None)

    # Asking.

    def query(self, sparql: str) -> Table:
        """Query the graph with SPARQL; numbers and years are numbers, things are IRIs.

        Raises:
            QueryError: it is not a query, changes the graph, or contacts another server.
        """
        store = self._knowledge.store
        answer = store.query(sparql)
        rows = [tuple(map(value_of, row)) for row in answer]
        found = hints(sparql, store if is_nothing(rows) else None)
        return Table(answer.columns, rows, hints=[str(hint) for hint in found])

    def ask(self, question: str, *, limit: int = 0, **given: str | int) -> Table:
        """Answer a ready-made question, such as `graph.ask("papers-by-rating", topic="RLHF", min_rating=2)`.

        Rows have the names of things, and in the last column, `where`, the notes and lines that state them.

        Raises:
            UsageError: there is no such question or parameter, or nothing matches.
        """
        found = ask(
            self._knowledge.store,
            find_question(questions(self._knowledge.notes), question),
            {name.replace("_", "-"): str(value) for name, value in given.items()},
            limit=limit,
        )
        rows: list[Row] = [
            (*(cell.value for cell in row.cells), ", ".join(f"{note}:{line}" for note, line in row.where))
            for row in found.rows
        ]
        return Table([*found.columns, "where"], rows, total=found.total, hints=found.hints)

    def questions(self) -> Table:
        """List the ready-made questions and their parameters."""
        known = questions(self._knowledge.notes).values()
        rows: list[Row] = [(q.name, q.title, ", ".join(p.name.replace("-", "_") for p in q.parameters)) for q in known]
        return Table(["question", "asks", "takes"], rows)

    def find(self, words: str, *, limit: int = 10) -> Result[Answer]:
        """Search names, titles, remarks and sentences; see `kg find --help` for filters."""
        return Result(search(self._knowledge.index, words, limit=limit), f"{words} in {self.folder}")

    def show(self, thing: str, *, kind: str = "") -> Result[Thing]:
        """Return everything about one subject, with places and quotes; `kind` gives only things of that kind.

        Raises:
            UsageError: nothing has the name, or several things have it.
        """
        found = self._subject(thing, kind)
        return Result(things.read(self._knowledge.store, found), _title("{}", found))

    def near(self, thing: str, *, depth: int = 1, kind: str = "", limit: int = 0) -> Result[Near]:
        """Return what is near a thing; `depth` is 1 to 3."""
        found = self._subject(thing)
        return Result(near(self._knowledge, found, depth=depth, kind=kind, limit=limit), _title("Near {}", found))

    def path(self, first: str, second: str, *, limit: int = 3) -> Result[Connection]:
        """Return how two things are connected: the shortest paths, each step with its sentence."""
        ends = self._subject(first), self._subject(second)
        return Result(connect(self._knowledge, *ends, limit=limit), _title("From {} to {}", *ends))

    def common(self, *things: str) -> Result[InCommon]:
        """Return what things have in common."""
        found = [self._subject(thing) for thing in things]
        return Result(in_common(self._knowledge, found), _title(f"In common: {', '.join('{}' for _ in found)}", *found))

    def about(self, topic: str, *, kind: str = "", limit: int = 0) -> Result[About]:
        """Return an overview of a topic, method, task or dataset; `kind` chooses one of these."""
        found = self._subject(topic, kind)
        return Result(about(self._knowledge, found, limit=limit), _title("About {}", found))

    def timeline(self, thing: str = "", *, first: str = "", last: str = "") -> Result[Timeline]:
        """Return the contents of the notes by date, for one thing or all."""
        found = [self._subject(thing)] if thing else []
        told = timeline(self._knowledge, *found, first=first, last=last)
        return Result(told, _title("By date: {}" if found else "By date", *found))

    def next(self, topic: str = "", *, limit: int = 10) -> tuple[Suggestion, ...]:
        """Suggest which papers to read next, of all or on a topic, the best first, with reasons."""
        return read_next(self._knowledge, self._subject(topic) if topic else None, limit=limit)[0]

    # Going on with other libraries.

    def rdflib(self) -> rdflib.Dataset:
        """Return rdflib's view of the same store; its default graph is the union of all graphs."""
        return self._knowledge.store.as_rdflib()

    def network(self, view: str = "coauthors", *, evidence: bool = False) -> nx.Graph:
        """Return the graph as a network of networkx, in one of the views of `kg.analytics.VIEWS`.

        With `evidence`, each link has the number of places that state it, which takes longer.

        Raises:
            KeyError: there is no such view; the message lists the known ones.
        """
        from kg.analytics import project

        return project(self._knowledge.store, view, evidence=evidence)

    def analyses(self) -> Table:
        """List the analyses, and what their tables say."""
        from kg.analytics import ANALYSES

        return Table(["analysis", "says"], [(each.name, each.means) for each in ANALYSES])

    def analyze(self, analysis: str) -> Table:
        """Run one analysis and give its table, such as `graph.analyze("topic-communities")`; the graph stays as it is.

        Raises:
            KeyError: there is no such analysis; the message lists the known ones.
        """
        from kg.analytics import analyze
        from kg.publishing.topicmap.themes import theming_of

        (finding,) = analyze(self._knowledge.store, only=[analysis], theming=theming_of(self.folder))
        return Table(finding.table.columns, finding.table.rows)

    def export(self, path: str | Path, name: str = "", *, names_only: bool = False) -> Path:
        """Write the graph for another program, in the format given by name or suffix; return the path.

        Raises:
            ExportError: there is no such format.
        """
        from kg.publishing.exporters import find_exporter
        from kg.publishing.files import Chosen

        target = Path(path)
        find_exporter(target, name).write(self._knowledge.store, target, Chosen(names_only=names_only))
        return target

    def map(self, path: str | Path | None = None) -> Path:
        """Draw the topic map; return the path of the page."""
        file = Path(path) if path is not None else self.folder / MAP
        write_map(self._knowledge.store, file, self.folder, self._knowledge.notes)
        return file

    def notes(self) -> list[str]:
        """Return the paths of the notes."""
        return list(self._knowledge.store.notes())

    def _subject(self, wanted: str, kind: str = "") -> Subject:
        return find_subject(self._knowledge.store, wanted, kind=kind)

    def __repr__(self) -> str:
        """Return what is in it."""
        counts = ", ".join(f"{count:,} {words}" for words, count in self._counts())
        return f"kg.Graph({str(self.folder)!r}: {counts})"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{words}</th><td>{count:,}</td></tr>" for words, count in self._counts())
        return f"<h4>{html.escape(str(self.folder))}</h4><table><tbody>{rows}</tbody></table>"

    def _counts(self) -> Iterator[tuple[str, int]]:
        yield "notes", len(self._knowledge.store.notes())
        old = index.load(self.folder)
        for kind, words in PLURALS.items():
            if old is not None and old.index.things.get(kind):
                yield words, old.index.things[kind]


def _title(form: str, *subjects: Subject) -> str:
    """Write the title of an answer: what it is about, what that is, and how a name with an error was understood."""
    what = [str(one) for one in subjects if one.says]
    told = [line for one in subjects for line in one.told]
    named = form.format(*(one.name for one in subjects))
    return ". ".join([what[0] if form == "{}" and what else named, *(what if form != "{}" else ()), *told])
