"""The evidence of a note: where it names things and states facts, by which rule, how surely; and the run that read it.

Evidence is most of a graph, so each thing is said once. A *passage* is a place in the note, and its IRI names the place
(RFC 5147). A *mention* stands for all that follows from a name at a place: that the note mentions the thing, of which
class it is, and that it is called so. Only what a line or sentence states beyond that has *evidence* of its own.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple, TypeVar

from kg import iris, terms
from kg.iris import mint
from kg.model import Iri, Mention, Note, Run, Span
from kg.rdf.values import Fact, Term, decimal, integer, line, node, string

_EVIDENCE = iris.part(Iri(""), "evidence")
_EVIDENCE_IN_FRAGMENT = iris.part(Iri("#"), "evidence")[1:]
_LINE_END = re.compile(r"\r\n|\r|\n")
_T = TypeVar("_T")
_Rows = Sequence[tuple[Iri, Term]]


class _Witness(NamedTuple):
    fact: Fact
    rule: str
    places: tuple[Span, ...]


class _Surety(NamedTuple):
    plain: bool
    sure: float
    how: str


class _Named(NamedTuple):
    thing: Term
    span: Span
    rule: str
    form: str


def holds_evidence(graph: Iri) -> bool:
    """Say by its name whether a graph holds evidence, and no facts."""
    return graph.endswith((_EVIDENCE, _EVIDENCE_IN_FRAGMENT))


class Ledger:
    """Collects the facts of one note with their evidence, and gives both as lines of N-Triples."""

    def __init__(self, note: Note, *, base: str) -> None:
        self._note = note
        self._iri = mint("note", note.id, base=base)
        self.subject = node(self._iri)
        self._facts: dict[Fact, None] = {}
        self._evidence: dict[_Witness, _Surety] = {}
        self._mentions: dict[_Named, None] = {}
        self._line_starts = [0, *(found.end() for found in _LINE_END.finditer(note.text))]

    def state(self, subject: Term, predicate: Iri, value: Term) -> Fact:
        """Write a fact without evidence: only what is known of the file itself (its path, its hash) has none."""
        fact = (subject, predicate, value)
        self._facts[fact] = None
        return fact

    def mention(self, thing: Term, mention: Mention, following: Iterable[Fact]) -> None:
        """Write that the note names a thing at a place, and the facts that follow from it."""
        self._check([mention.span])
        self.state(self.subject, terms.MENTIONS, thing)
        self._facts.update(dict.fromkeys(following))
        self._mentions[_Named(thing, mention.span, mention.rule, mention.text)] = None

    def witness(self, fact: Fact, spans: Iterable[Span], rule: str, *, sure: float = 1.0, how: str = "") -> None:
        """Write evidence for a fact, and the fact itself unless the note denies it (`how` is `negated`).

        The same fact read by the same rule at the same places is one evidence, with its best confidence.
        """
        places = tuple(sorted(set(spans)))
        self._check(places)
        if how != "negated":
            self._facts[fact] = None
        key, surety = _Witness(fact, rule, places), _Surety(how == "", sure, how)
        known = self._evidence.get(key)
        if known is None or surety[:2] > known[:2]:
            self._evidence[key] = surety

    def lines(self) -> dict[Iri, list[str]]:
        """Give the lines of the graph of the note and of the evidence beside it, in no order."""
        facts = [line(fact) for fact in self._facts]
        return {self._iri: facts, iris.part(self._iri, "evidence"): list(self._evidence_lines())}

    def _check(self, places: Iterable[Span]) -> None:
        if any(span.note != self._note.id for span in places):
            raise ValueError(f"evidence from another note than {self._note.id!r}: {places}")

    def _evidence_lines(self) -> Iterator[str]:
        places = {one.span for one in self._mentions}.union(*(key.places for key in self._evidence))
        passages = {span: node(iris.part(self._iri, f"char={span.start},{span.end}")) for span in places}
        for span, passage in passages.items():
            yield from _lines(passage, self._describe(span))
        mentions = _identified(self._mentions, lambda one: (*_place([one.span]), one.thing, one.rule, one.form))
        for name, one in mentions:
            yield from _lines(self._part(f"m-{name}"), self._name(one, passages[one.span]))
        evidence = _identified(self._evidence, lambda key: (*_place(key.places), key.rule, *key.fact))
        for name, key in evidence:
            derived = [(terms.WAS_DERIVED_FROM, passages[span]) for span in key.places]
            yield from _lines(self._part(f"e-{name}"), [*_testify(key, self._evidence[key]), *derived])

    def _part(self, name: str) -> Term:
        return node(iris.part(self._iri, name))

    def _describe(self, span: Span) -> _Rows:
        return (
            (terms.TYPE, node(terms.PASSAGE_CLASS)),
            (terms.HAS_SOURCE, self.subject),
            (terms.START, integer(span.start)),
            (terms.END, integer(span.end)),
            (terms.LINE, integer(bisect_right(self._line_starts, span.start))),
            (terms.QUOTE, string(self._quote(span))),
        )

    def _quote(self, span: Span) -> str:
        return self._note.text[span.start : span.end]

    def _name(self, one: _Named, passage: Term) -> _Rows:
        rows = (
            (terms.TYPE, node(terms.MENTION_CLASS)),
            (terms.NAMES, one.thing),
            (terms.WAS_DERIVED_FROM, passage),
            (terms.RULE, string(one.rule)),
            (terms.CONFIDENCE, decimal(1.0)),
        )
        return rows if one.form == self._quote(one.span) else (*rows, (terms.FORM, string(one.form)))


def _testify(key: _Witness, surety: _Surety) -> _Rows:
    subject, predicate, value = key.fact
    rows = (
        (terms.TYPE, node(terms.EVIDENCE_CLASS)),
        (terms.SUBJECT, subject),
        (terms.PREDICATE, node(predicate)),
        (terms.OBJECT, value),
        (terms.RULE, string(key.rule)),
        (terms.CONFIDENCE, decimal(surety.sure)),
    )
    return (*rows, (terms.QUALIFIER, string(surety.how))) if surety.how else rows


def _lines(subject: Term, rows: _Rows) -> Iterator[str]:
    return (f"{subject} <{predicate}> {value} ." for predicate, value in rows)


def _place(places: Sequence[Span]) -> Iterator[str]:
    return (f"{span.start},{span.end}" for span in places)


def _identified(keys: Iterable[_T], parts: Callable[[_T], tuple[str, ...]]) -> Iterator[tuple[str, _T]]:
    """Give each key a name of 64 bits, which within a note is enough; two keys that share one are told apart."""
    taken: dict[str, None] = {}
    for told, key in sorted(((parts(key), key) for key in keys), key=lambda pair: pair[0]):
        names = (_digest([*told, *["again"] * again], size=8) for again in count())
        name = next(name for name in names if name not in taken)
        taken[name] = None
        yield name, key


def activity(run: Run, *, base: str) -> tuple[Term, list[tuple[Iri, Term]]]:
    """Describe a run as a `prov:Activity`; its IRI follows from its version, rules and settings, as it has no clock."""
    rules = sorted(set(run.rules))
    subject = node(mint("run", _digest([run.version, *rules, run.settings], size=8), base=base))
    rows: list[tuple[Iri, Term]] = [
        (terms.TYPE, node(terms.ACTIVITY_CLASS)),
        (terms.VERSION, string(run.version)),
        *((terms.RULE, string(rule)) for rule in rules),
        (terms.SETTINGS, string(run.settings)),
    ]
    return subject, rows


def _digest(parts: Sequence[str], *, size: int) -> str:
    """Hash a list of texts so that no two lists look alike."""
    whole = "\0".join([f"{len(part)}:{part}" for part in parts])
    return hashlib.blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=size).hexdigest()
