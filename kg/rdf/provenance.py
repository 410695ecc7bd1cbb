"""The evidence of a note: where it names things and states facts, by which rule, how surely; and the run that read it.

Evidence is most of a graph, so each thing is said once. A *passage* is a place in the note, and its IRI names the place
(RFC 5147). A *mention* stands for all that follows from a name at a place: that the note mentions the thing, of which
class it is, and that it is called so. Only what a line or sentence states beyond that has *evidence* of its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple, TypeVar

from kg import terms
from kg.iris import mint
from kg.model import Excerpt, Iri, Mention, Run, Span
from kg.rdf.sections import PART_TITLES
from kg.rdf.turtle import Turtle
from kg.rdf.values import Fact, Term, decimal, line, node, string

_T = TypeVar("_T")


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


class Ledger:
    """Collects the facts of one note with their evidence, and writes both."""

    def __init__(self, excerpt: Excerpt, *, base: str) -> None:
        self.note = mint("note", excerpt.note, base=base)
        self.subject = node(self.note)
        self._id = excerpt.note
        self._quotes = excerpt.quotes
        self._facts: dict[Fact, None] = {}
        self._evidence: dict[_Witness, _Surety] = {}
        self._mentions: dict[_Named, float] = {}

    def state(self, subject: Term, predicate: Iri, value: Term) -> Fact:
        """Write a fact without evidence: only facts about the file itself (its path, its hash) have none."""
        fact = (subject, predicate, value)
        self._facts[fact] = None
        return fact

    def mention(self, thing: Term, mention: Mention, following: Iterable[Fact]) -> None:
        """Write that the note names a thing at a place, and the facts that follow from it."""
        self._check([mention.span])
        self.state(self.subject, terms.MENTIONS, thing)
        self._facts.update(dict.fromkeys(following))
        named = _Named(thing, mention.span, mention.rule, mention.text)
        self._mentions[named] = max(mention.confidence, self._mentions.get(named, 0.0))

    def witness(self, fact: Fact, spans: Iterable[Span], rule: str, *, sure: float = 1.0, how: str = "") -> None:
        """Write evidence for a fact, and the fact itself unless the note denies it (`how` is `negated`).

        The same fact, read by the same rule at the same places, has one evidence, with the best confidence.
        """
        places = tuple(sorted(set(spans)))
        self._check(places)
        if how != "negated":
            self._facts[fact] = None
        key, surety = _Witness(fact, rule, places), _Surety(how == "", sure, how)
        known = self._evidence.get(key)
        if known is None or surety[:2] > known[:2]:
            self._evidence[key] = surety

    def facts(self) -> list[str]:
        """Return the lines of the graph of the note, in no order."""
        return [line(fact) for fact in self._facts]

    def evidence(self, turtle: Turtle) -> str:
        """Return the rows of the graph of evidence, with their titles; "" if there is none."""
        rows = Rows(turtle, self.note)
        passages = [
            rows.passage(span, self._quotes[span][0], string(self._quotes[span][1]))
            for span in sorted({one.span for one in self._mentions}.union(*(key.places for key in self._evidence)))
        ]
        mentions = [
            rows.mention(name, one.thing, self._form(one), rows.how([one.span], one.rule, decimal(self._mentions[one])))
            for name, one in _identified(
                self._mentions, lambda one: (*_place([one.span]), one.thing, one.rule, one.form)
            )
        ]
        evidence = [
            rows.evidence(name, key.fact, rows.how(key.places, key.rule, decimal(known.sure)), known.how)
            for name, key in _identified(self._evidence, lambda key: (*_place(key.places), key.rule, *key.fact))
            for known in (self._evidence[key],)
        ]
        parts = zip(PART_TITLES, (passages, sorted(mentions), sorted(evidence)), strict=True)
        return "".join(text for title, some in parts if some for text in (turtle.title(title), *some))

    def _check(self, places: Iterable[Span]) -> None:
        if any(span.note != self._id for span in places):
            raise ValueError(f"evidence from another note than {self._id!r}: {places}")

    def _form(self, one: _Named) -> Term:
        """Return the name as it was read where the note does not spell it so."""
        return "" if one.form == self._quotes[one.span][1] else string(one.form)


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


def run_iri(run: Run, *, base: str) -> Iri:
    """Make the IRI of a run from its version, rules and settings, without a time."""
    return mint("run", _digest([run.version, *sorted(set(run.rules)), run.settings], size=8), base=base)


def activity(run: Run, *, base: str) -> list[Fact]:
    """Describe a run as a `prov:Activity`."""
    subject = node(run_iri(run, base=base))
    return [
        (subject, terms.TYPE, node(terms.ACTIVITY_CLASS)),
        (subject, terms.VERSION, string(run.version)),
        *((subject, terms.RULE, string(rule)) for rule in sorted(set(run.rules))),
        (subject, terms.SETTINGS, string(run.settings)),
    ]


def _digest(parts: Sequence[str], *, size: int) -> str:
    """Hash a list of texts so that no two lists look alike."""
    whole = "\0".join([f"{len(part)}:{part}" for part in parts])
    return hashlib.blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=size).hexdigest()


class Rows:
    """Writes the passages, mentions and evidence of a note."""

    def __init__(self, turtle: Turtle, note: Iri) -> None:
        self._spell = turtle.spell
        a, source, line, start, end, quote = (self._spell(node(iri)) for iri in (terms.PASSAGE_CLASS, *_OF_PASSAGES))
        self._passage = f" a {a} ; {source} {self._spell(node(note))} ; {line} "
        self._bounds = f" ; {start} ", f" ; {end} ", f" ; {quote} "
        mention, names, self._form = (self._spell(node(iri)) for iri in (terms.MENTION_CLASS, terms.NAMES, terms.FORM))
        self._mention = f" a {mention} ; {names} "
        evidence, *statement = (self._spell(node(iri)) for iri in (terms.EVIDENCE_CLASS, *_OF_STATEMENTS))
        self._evidence = f" a {evidence} ; {statement[0]} ", f" ; {statement[1]} ", f" ; {statement[2]} "
        derived, rule, confidence, self._qualifier = (self._spell(node(iri)) for iri in _OF_BOTH)
        self._derived = f" ; {derived} ", f" ; {rule} ", f" ; {confidence} "

    def passage(self, span: Span, line: int, quote: Term) -> str:
        """Write a place in the note."""
        start, end, words = self._bounds
        bounds = f"{start}{span.start}{end}{span.end}"
        return f":char\\={span.start}\\,{span.end}{self._passage}{line}{bounds}{words}{quote} .\n"

    def mention(self, name: str, thing: Term, form: Term, how: str) -> str:
        """Write a mention; the form is empty if it is the quote."""
        formed = f" ; {self._form} {form}" if form else ""
        return f":m-{name}{self._mention}{self._spell(thing)}{formed}{how} .\n"

    def evidence(self, name: str, fact: Fact, how: str, qualifier: str) -> str:
        """Write the evidence of a fact."""
        subject, predicate, value = fact
        a, named, valued = self._evidence
        told = f"{a}{self._spell(subject)}{named}{self._spell(node(predicate))}{valued}{self._spell(value)}{how}"
        return f":e-{name}{told} ; {self._qualifier} {string(qualifier)} .\n" if qualifier else f":e-{name}{told} .\n"

    def how(self, places: Sequence[Span], rule: str, sure: Term) -> str:
        """Write where something was read, by which rule, and with what confidence."""
        derived, ruled, confident = self._derived
        ends = sorted(f"{span.start},{span.end}>" for span in places)
        at = ", ".join([f":char\\={end[:-1].replace(',', _COMMA)}" for end in ends])
        return f"{derived}{at}{ruled}{string(rule)}{confident}{self._spell(sure)}"


_COMMA = "\\,"
_OF_PASSAGES = (terms.HAS_SOURCE, terms.LINE, terms.START, terms.END, terms.QUOTE)
_OF_STATEMENTS = (terms.SUBJECT, terms.PREDICATE, terms.OBJECT)
_OF_BOTH = (terms.WAS_DERIVED_FROM, terms.RULE, terms.CONFIDENCE, terms.QUALIFIER)
