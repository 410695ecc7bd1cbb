"""The evidence of one note as rows of TriG, spelled straight from what was found: most of a graph is this.

`Turtle` makes the same rows of the triples, five times slower; the tests compare the two.
"""

from __future__ import annotations

from collections.abc import Sequence

from kg import terms
from kg.model import Iri, Span
from kg.rdf.turtle import Turtle
from kg.rdf.values import Fact, Term, node, string


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
