"""How facts are said to people: predicates in words, things by their names, texts cut to one line."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from kg import terms
from kg.citation_keys import in_words
from kg.graph import KINDS, batches, kind_rank
from kg.model import Kind
from kg.rdf import Askable
from kg.resources import folder, rows

PHRASES = rows(folder() / "phrases.csv")
WORDS: Mapping[str, tuple[str, str]] = {
    row["property"].partition(":")[2]: (row["label"], row["inverse"]) for row in PHRASES
}
"""How people say a fact, from its subject and from its object, in the order to show them."""


def words(predicate: str) -> tuple[str, str]:
    """Return a predicate in words, from its subject and from its object.

    >>> words("https://schema.org/author"), words("https://example.org/terms#hasPart")
    (('author', 'author of'), ('has part', 'has part of'))
    """
    local = local_name(predicate)
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", local).lower()
    return WORDS.get(local, (spaced, f"{spaced} of"))


def local_name(iri: str) -> str:
    """Return what stands behind the last slash or number sign of an IRI."""
    return re.split(r"[/#]", iri)[-1]


_RANK = {local: place for place, local in enumerate(WORDS)}


def rank_of(predicate: str) -> int:
    """Return the place of a predicate in the order to show facts."""
    return _RANK.get(local_name(predicate), len(_RANK))


PLURALS: Mapping[Kind, str] = {
    Kind.PAPER: "papers",
    Kind.WORK: "other works",
    Kind.PERSON: "people",
    Kind.METHOD: "methods",
    Kind.DATASET: "datasets",
    Kind.TASK: "tasks",
    Kind.VENUE: "venues",
    Kind.EDITION: "venue editions",
    Kind.PERIODICAL: "journals and books",
    Kind.ORG: "organisations",
    Kind.SESSION: "sessions",
    Kind.AWARD: "awards",
    Kind.TOPIC: "topics",
    Kind.CANDIDATE: "candidates",
}
"""Kinds of things, and what several are called, in the order of a summary."""
_SINGULARS = {"work": "other work", "edition": "venue edition", "periodical": "journal or book", "org": "organisation"}


def kind_word(kind: str, number: int = 1) -> str:
    """Return what one thing of a kind is called, or several; `note` and `term` are their own words.

    >>> kind_word("org"), kind_word("person", 2), kind_word("note", 2)
    ('organisation', 'people', 'notes')
    """
    if number == 1:
        return _SINGULARS.get(kind, kind)
    return next((words for one, words in PLURALS.items() if one.value == kind), f"{kind}s")


class Names:
    """The names and kinds of things, read from the graph when first needed."""

    def __init__(self, store: Askable) -> None:
        self._store = store
        self._known: dict[str, tuple[str, str]] = {}

    def __call__(self, node: str) -> str:
        """Return the name to show of a thing, the path of a note, a term in words; any other value as it is.

        A paper of which the notes give only a citation key is named by what the key says; see `shown_name`.
        """
        return self._of(node)[0]

    def kind(self, node: str) -> str:
        """Return the kind of a thing, `note` or `term`; "" for a value or an address."""
        return self._of(node)[1]

    def learn(self, nodes: Iterable[str]) -> None:
        """Ask for many at once: one query each takes twice as long, and a hundred times as long from another server."""
        for batch in batches(dict.fromkeys(node for node in nodes if node not in self._known)):
            self._known |= {node: (words(node)[0], "term") if _is_term(node) else (node, "") for node in batch}
            wanted = " ".join(f"<{node}>" for node in batch if is_iri(node) and not _is_term(node))
            if wanted:
                self._known |= _named(self._store.query(_ASKED % wanted).texts())

    def _of(self, node: str) -> tuple[str, str]:
        if node not in self._known:
            self.learn([node])
        return self._known[node]


_IRI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>\"{}|^`\\]*")
_ASKED = """SELECT ?node ?class ?label ?path ?key { VALUES ?node { %s } ?node a ?class
    OPTIONAL { ?node rdfs:label ?label OPTIONAL { ?node kg:citationKey ?key FILTER (?key = ?label) } }
    OPTIONAL { ?node kg:path ?path } }"""


def shown_name(label: str, keys: Collection[str]) -> str:
    """Return the name to show of a thing: its label, or if that is one of its citation keys what the key says.

    >>> shown_name("AnnaMuster2025ICLR", ["AnnaMuster2025ICLR"]), shown_name("A Title", ["AnnaMuster2025ICLR"])
    ('Anna Muster 2025, ICLR', 'A Title')
    """
    return in_words(label) if label in keys else label


def iris_in(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Return the IRIs in rows of terms."""
    return (str(getattr(term, "value", "")) for row in rows for term in row if type(term).__name__ == "NamedNode")


def is_iri(node: str) -> bool:
    """Return whether a text is an IRI that a query may contain.

    >>> is_iri("https://kg.example/paper/a"), is_iri("https://kg.example/> ?p ?o")
    (True, False)
    """
    return _IRI.fullmatch(node) is not None


def _is_term(node: str) -> bool:
    return node.startswith(terms.PREFIXES["kg"])


def _named(rows: Iterable[tuple[str, ...]]) -> dict[str, tuple[str, str]]:
    """Choose of each thing the kind, and of its names the first."""
    kinds, names = defaultdict[str, set[str]](set), defaultdict[tuple[str, bool], set[str]](set)
    for node, class_iri, label, path, key in rows:
        if class_iri in KINDS:
            kinds[node].add(KINDS[class_iri])
            names[node, True].add(path)
            names[node, False].add(shown_name(label, (key,)))
    chosen = ((node, min(found, key=kind_rank)) for node, found in kinds.items())
    return {node: (min(names[node, kind == "note"] - {""}, default=node), kind) for node, kind in chosen}
