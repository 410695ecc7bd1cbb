"""What a graph has read in a note: the passages, and the facts that rest on each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from kg import terms
from kg.asking.wording import Names, words
from kg.graph import KINDS
from kg.model import Kind
from kg.publishing.verifying.relocating import Passage
from kg.rdf import Store

_SAID = {str(terms.TYPE): "is a", str(terms.MENTIONS): "mentions"}
_NAMING = (terms.NAME, terms.ALTERNATE_NAME, terms.PREF_LABEL, terms.ALT_LABEL)


class Fact(NamedTuple):
    """A fact that a passage supports, with the names to show and the IRIs or values."""

    subject: str
    words: str
    object: str
    triple: tuple[str, str, str]


class Evidence:
    """The passages of one note, and the facts that they support."""

    def __init__(self, store: Store, note: str, names: Names) -> None:
        self._store, self._note, self._names = store, note, names

    def passages(self) -> list[Passage]:
        """Return all passages, in order."""
        rows = self._ask("?start ?end ?quote", "?at kg:start ?start ; kg:end ?end ; kg:quote ?quote")
        return sorted(Passage(int(start), int(end), quote) for start, end, quote in rows)

    def lines(self) -> dict[tuple[int, int], int]:
        """Return the line of every passage, by start and end."""
        rows = self._ask("?start ?end ?line", "?at kg:start ?start ; kg:end ?end ; kg:line ?line")
        return {(int(start), int(end)): int(line) for start, end, line in rows}

    def facts(self) -> dict[tuple[int, int], tuple[Fact, ...]]:
        """Return the facts of every passage, by start and end."""
        found: dict[tuple[int, int], set[tuple[str, str, str]]] = defaultdict(set)
        # Two queries that begin at the note: in one, with a UNION, the engine goes through the evidence of all notes.
        where = "?at kg:start ?start ; kg:end ?end . ?e prov:wasDerivedFrom ?at . "
        stated = f"{where} ?e rdf:subject ?s ; rdf:predicate ?p ; rdf:object ?o"
        for start, end, s, p, o in self._ask("?start ?end ?s ?p ?o", stated):
            found[int(start), int(end)].add((s, p, o))
        named = f"{where} ?e kg:names ?o . ?at kg:quote ?quote OPTIONAL {{ ?e kg:form ?form }}"
        for start, end, thing, quote, form in self._ask("?start ?end ?o ?quote ?form", named):
            found[int(start), int(end)].add((self._note, str(terms.MENTIONS), thing))
            found[int(start), int(end)].update(self._naming(thing, form or quote))
        return {place: tuple(map(self._named_fact, sorted(found[place]))) for place in sorted(found)}

    def _naming(self, thing: str, name: str) -> Iterator[tuple[str, str, str]]:
        """Yield the facts that a mention states of how a thing is called; of a paper there are none."""
        if self._names.kind(thing) != Kind.PAPER:
            for predicate in _NAMING:
                if name in self._store.values(thing, predicate):
                    yield thing, str(predicate), name

    def _ask(self, columns: str, pattern: str) -> Iterator[tuple[str, ...]]:
        return self._store.query(f"SELECT {columns} {{ ?at oa:hasSource <{self._note}> . {pattern} }}").texts()

    def _named_fact(self, fact: tuple[str, str, str]) -> Fact:
        said = _SAID.get(fact[1]) or words(fact[1])[0]
        # Of a class, the word for its things.
        return Fact(self._names(fact[0]), said, KINDS.get(fact[2]) or self._names(fact[2]), fact)
