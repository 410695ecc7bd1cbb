"""The evidence of a note: where each fact stands, read by which rule, how surely. And the run that read it.

Kept flat and small, because it is the largest part of a graph: a passage once per place, an evidence node once
per fact, rule and place.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import pyoxigraph as ox

from kg import iris, terms
from kg.iris import mint
from kg.model import Iri, Note, Run, Span
from kg.rdf.values import Term, decimal, node, string

_EVIDENCE = iris.part(Iri(""), "evidence")
_EVIDENCE_IN_FRAGMENT = iris.part(Iri("#"), "evidence")[1:]
_LINE_END = re.compile(r"\r\n|\r|\n")
_Key = tuple[str, str, str, str, tuple[Span, ...]]


class _Testimony(NamedTuple):
    fact: ox.Triple
    rule: str
    places: tuple[Span, ...]
    sure: float
    how: str


def holds_evidence(graph: Iri) -> bool:
    """Say by its name whether a graph holds evidence, and no facts."""
    return graph.endswith((_EVIDENCE, _EVIDENCE_IN_FRAGMENT))


class Ledger:
    """Collects the facts of one note with their evidence, and gives both as quads."""

    def __init__(self, note: Note, *, base: str) -> None:
        self._note = note
        self._base = base
        self.subject = node(mint("note", note.id, base=base))
        self._facts: dict[tuple[str, str, str], ox.Triple] = {}
        self._evidence: dict[_Key, _Testimony] = {}
        self._line_starts = [0, *(found.end() for found in _LINE_END.finditer(note.text))]

    def state(self, subject: ox.NamedNode, predicate: Iri, value: Term) -> ox.Triple:
        """Write a fact without evidence: only what is known of the file itself (its path, its hash) has none."""
        fact = ox.Triple(subject, node(predicate), value)
        self._facts.setdefault(_key(fact), fact)
        return fact

    def witness(self, fact: ox.Triple, spans: Iterable[Span], rule: str, *, sure: float = 1.0, how: str = "") -> None:
        """Write evidence for a fact, and the fact itself unless the note denies it (`how` is `negated`).

        The same fact read by the same rule at the same places is one evidence, with its best confidence.
        """
        places = tuple(sorted(set(spans)))
        if any(span.note != self._note.id for span in places):
            raise ValueError(f"evidence from another note than {self._note.id!r}: {places}")
        if how != "negated":
            self._facts.setdefault(_key(fact), fact)
        key = (rule, *_key(fact), places)
        known = self._evidence.get(key)
        if known is None or (how == "", sure) > (known.how == "", known.sure):
            self._evidence[key] = _Testimony(fact, rule, places, sure, how)

    def quads(self) -> list[ox.Quad]:
        """Give the facts in the graph of the note and the evidence in the graph beside it, sorted."""
        facts = node(str(self.subject.value))
        graph = node(iris.part(Iri(self.subject.value), "evidence"))
        stated = [self._facts[key] for key in sorted(self._facts)]
        quads = [ox.Quad(fact.subject, fact.predicate, fact.object, facts) for fact in stated]
        places = sorted({span for key in self._evidence for span in key[4]})
        passages = {span: ox.NamedNode(self._passage(span)) for span in places}
        for span, passage in passages.items():
            quads += self._describe(span, passage, graph)
        for key in sorted(self._evidence):
            quads += self._testify(self._evidence[key], passages, graph)
        return quads

    def _passage(self, span: Span) -> Iri:
        return mint("passage", _digest([span.note, str(span.start), str(span.end)]), base=self._base)

    def _describe(self, span: Span, passage: ox.NamedNode, graph: ox.NamedNode) -> Iterator[ox.Quad]:
        line = bisect_right(self._line_starts, span.start)
        rows: list[tuple[Iri, Term]] = [
            (terms.TYPE, node(terms.PASSAGE_CLASS)),
            (terms.HAS_SOURCE, self.subject),
            (terms.START, ox.Literal(span.start)),
            (terms.END, ox.Literal(span.end)),
            (terms.LINE, ox.Literal(line)),
            (terms.QUOTE, string(self._note.text[span.start : span.end])),
        ]
        return (ox.Quad(passage, node(predicate), value, graph) for predicate, value in rows)

    def _testify(self, told: _Testimony, passages: dict[Span, ox.NamedNode], graph: ox.NamedNode) -> Iterator[ox.Quad]:
        places = [passages[span] for span in told.places]
        digest = _digest([*(place.value for place in places), told.rule, *_key(told.fact)])
        evidence = ox.NamedNode(mint("evidence", digest, base=self._base))
        rows: list[tuple[Iri, Term]] = [
            (terms.TYPE, node(terms.EVIDENCE_CLASS)),
            (terms.SUBJECT, _term(told.fact.subject)),
            (terms.PREDICATE, told.fact.predicate),
            (terms.OBJECT, _term(told.fact.object)),
            *((terms.WAS_DERIVED_FROM, place) for place in places),
            (terms.RULE, string(told.rule)),
            (terms.CONFIDENCE, decimal(told.sure)),
            *([(terms.QUALIFIER, string(told.how))] if told.how else []),
        ]
        return (ox.Quad(evidence, node(predicate), value, graph) for predicate, value in rows)


def activity(run: Run, *, base: str) -> tuple[ox.NamedNode, list[tuple[Iri, Term]]]:
    """Describe a run as a `prov:Activity`; its IRI follows from its version, rules and settings, as it has no clock."""
    rules = sorted(set(run.rules))
    subject = node(mint("run", _digest([run.version, *rules, run.settings]), base=base))
    rows: list[tuple[Iri, Term]] = [
        (terms.TYPE, node(terms.ACTIVITY_CLASS)),
        (terms.VERSION, string(run.version)),
        *((terms.RULE, string(rule)) for rule in rules),
        (terms.SETTINGS, string(run.settings)),
    ]
    return subject, rows


def _term(part: ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple) -> Term:
    if isinstance(part, ox.BlankNode | ox.Triple):
        raise TypeError(f"no blank node or triple term is ever written: {part}")
    return part


def _key(fact: ox.Triple) -> tuple[str, str, str]:
    return str(fact.subject), str(fact.predicate), str(fact.object)


def _digest(parts: Sequence[str]) -> str:
    """Hash a list of texts so that no two lists look alike."""
    whole = "\0".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
