"""What a store holds, as lines in the order of files: all of it, or names only.

The files that a build left beside its store say the same and are read several times as fast, because the store has to
look up each term. They are taken where `kg.rdf.index` knows them to be of this graph.

`ontology/sharing.csv` sorts every property of the ontology whose values are literals, with the reason: `name`,
`identifier`, `number`, `date`, `code` (one of a few words of kg's own) or `text` (words of the notes, or what tells of
them). What is not in the table is left out, so that a property which nobody has thought about is never shared by
accident.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from kg import iris, terms
from kg.model import Iri, Kind
from kg.rdf import index, seal
from kg.rdf.sections import Sections
from kg.rdf.store import Store
from kg.rdf.syntax import RdfFormat, lines_of, parse
from kg.rdf.writer import FILES
from kg.resources import folder, rows


class Contents:
    """The facts and the graphs of a store, as lines of N-Triples without their ends."""

    def __init__(self, store: Store) -> None:
        self.base = store.base
        """Where the IRIs of the graph begin."""
        self._store = store

    def facts(self) -> list[str]:
        """Return every fact once, in the order of sections."""
        lines: set[str] = set()
        for graph in self._store.fact_graphs():
            lines.update(lines_of(self._store.triples(graph)))
        return Sections(self.base).in_order(lines)

    def graphs(self) -> Iterator[tuple[Iri, list[str]]]:
        """Yield every graph in order, its lines in the order of sections; no graph is empty."""
        sections = Sections(self.base)
        for graph in self._store.graphs():
            yield graph, sections.in_order(lines_of(self._store.triples(graph)))

    def file(self, rdf_format: RdfFormat) -> Path | None:  # noqa: ARG002 - most contents are in no file
        """Return a file with the contents in a format, with exactly the bytes that would be written."""
        return None


class Written(Contents):
    """The contents of a store as the files of the build have them."""

    def __init__(self, store: Store, old: index.Old) -> None:
        super().__init__(store)
        self._folder = old.folder
        self._places = old.index.graphs

    def facts(self) -> list[str]:
        """Return every fact once, in the order of sections."""
        return self._lines((self._folder / FILES[0]).read_bytes())

    def graphs(self) -> Iterator[tuple[Iri, list[str]]]:
        """Yield every graph in order."""
        with (self._folder / FILES[1]).open("rb") as file:
            head = file.read(min((start for start, _ in self._places.values()), default=0))
            for graph in sorted(self._places):
                start, end = self._places[graph]
                file.seek(start)
                yield Iri(graph), self._lines(head + file.read(end - start))

    def file(self, rdf_format: RdfFormat) -> Path | None:
        """Return the file of a format, if a build writes one."""
        return next((self._folder / name for name in FILES if name.endswith(f".{rdf_format}")), None)

    def _lines(self, content: bytes) -> list[str]:
        """Read Turtle or TriG that kg wrote; numbers become what the store makes of them."""
        lines = {f"{quad.triple} .".replace('.0"^^', '"^^') for quad in parse(content, RdfFormat.TRIG)}
        return Sections(self.base).in_order(lines)


class Shareable(Contents):
    """The names, identifiers, numbers and dates of other contents, but no text of the notes."""

    def __init__(self, whole: Contents) -> None:
        self.base = whole.base
        self._whole = whole

    def facts(self) -> list[str]:
        """Return every fact that can be shared."""
        return names_only(self._whole.facts(), base=self.base)

    def graphs(self) -> Iterator[tuple[Iri, list[str]]]:
        """Return the shareable part of every graph."""
        shared = ((graph, names_only(lines, base=self.base)) for graph, lines in self._whole.graphs())
        return ((graph, lines) for graph, lines in shared if lines)


def contents(store: Store, *, shareable: bool = False) -> Contents:
    """Return the contents of a store.

    Args:
        store: of a build, or any other.
        shareable: whether to leave out every text of the notes.
    """
    found: Contents = _written(store) or Contents(store)
    return Shareable(found) if shareable else found


def differing(store: Store) -> str:
    """Return the first graph of which the store of a build and the files beside it do not agree, "" if they do."""
    written = _written(store)
    of_files = written.graphs() if written is not None else iter(())
    for one, other in zip_longest(of_files, Contents(store).graphs()):
        if one != other:
            return (one or other or ("", []))[0]
    return ""


def shareable_store(store: Store) -> Store:
    """Make a store in memory with the shareable part of another, so that no query finds more."""
    made = Store.in_memory()
    for graph, lines in contents(store, shareable=True).graphs():
        made.load_graph(graph, "".join(f"{line}\n" for line in lines).encode())
    return made


def _written(store: Store) -> Written | None:
    folder = store.path.parent if store.path is not None else None
    if folder is None or ((folder / seal.GRAPH).exists() and seal.damage(folder)):
        return None
    old = index.load(folder)
    return Written(store, old) if old and old.index.graphs else None


WITHHELD = "text"
_TABLE = rows(folder() / "sharing.csv")
_SHARED = {f"<{terms.named(row['property'])}>" for row in _TABLE if row["type"] != WITHHELD}
_PREDICATE, _OBJECT, _NAMES = (f"<{iri}>" for iri in (terms.PREDICATE, terms.OBJECT, terms.NAMES))


def names_only(lines: Iterable[str], *, base: str) -> list[str]:
    """Remove every text of the notes from lines of N-Triples; the order stays.

    Evidence for a text is removed completely, and so is a candidate, which may be any word of a note. All lines about
    one subject must be among those given.
    """
    candidate = f"<{base}{iris.path(Kind.CANDIDATE)}/"
    parts = [tuple(line.split(" ", 2)) for line in lines]
    literal = {subject for subject, predicate, rest in parts if predicate == _OBJECT and rest[0] == '"'}
    shared = {s for s, predicate, rest in parts if predicate == _PREDICATE and rest.removesuffix(" .") in _SHARED}
    withheld = literal - shared
    withheld |= {s for s, predicate, rest in parts if predicate == _NAMES and rest.startswith(candidate)}
    return [
        f"{subject} {predicate} {rest}"
        for subject, predicate, rest in parts
        if subject not in withheld
        and not (subject.startswith(candidate) or rest.startswith(candidate))
        and (rest[0] != '"' or predicate in _SHARED or predicate == _OBJECT)
    ]
