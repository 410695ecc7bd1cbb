"""Nanopublications: each fact that a note states, with where it was read, as a publication of its own (TriG).

A nanopublication has four graphs: what it asserts, where that comes from, who published it, and a head that ties them
together. There is one for each evidence, so that a fact stated twice is published twice, each time with its own place.
What a note denies is not asserted. kg has no clock and knows nobody: of the publication it says the run that read the
note and the version of kg, and neither time nor creator, which whoever publishes them adds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self

from kg import terms
from kg.asking.wording import words
from kg.iris import mint, part
from kg.model import Iri
from kg.rdf import Contents, Store, Turtle, by_subject, contents, literal, string
from kg.text import cut
from kg.writing import write_text

if TYPE_CHECKING:
    from kg.publishing.files import Chosen

PREFIXES = {**terms.PREFIXES, "np": "http://www.nanopub.org/nschema#"}
_LONGEST = 100
"""Characters of a value in the label of a nanopublication."""

_Node = Mapping[str, list[str]]
"""What is said about something: predicate -> values, spelled as in N-Triples."""


def write(store: Store, path: Path, chosen: Chosen) -> None:
    """Write a nanopublication for each fact with evidence; see the guidelines at nanopub.net."""
    write_text(path, _document(contents(store, shareable=chosen.names_only)))


def _document(given: Contents) -> Iterator[str]:
    turtle = Turtle(PREFIXES, given.base)
    known = _Known.of(given.facts())
    yield turtle.head()
    for _, lines in given.graphs():
        nodes = {subject: _node(pairs) for subject, pairs in by_subject(lines)}
        for subject, said in nodes.items():
            qualifiers = [literal(value).text for value in said.get(f"<{terms.QUALIFIER}>", ())]
            if f"<{terms.SUBJECT}>" in said and qualifiers[:1] != ["negated"]:
                yield "".join(_Nanopublication(turtle, subject, said, nodes).spelled(known))


def _node(pairs: Iterable[tuple[str, str]]) -> _Node:
    said: dict[str, list[str]] = defaultdict(list)
    for predicate, value in pairs:
        said[predicate].append(value)
    return dict(said)


@dataclass(slots=True)
class _Known:
    """What is needed of the facts."""

    labels: dict[str, str] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)
    runs: dict[str, str] = field(default_factory=dict)
    """Note -> the run that read it."""
    versions: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, facts: Iterable[str]) -> Self:
        """Read facts."""
        known = cls()
        tables = {
            f"<{terms.LABEL}>": known.labels,
            f"<{terms.PATH}>": known.paths,
            f"<{terms.WAS_GENERATED_BY}>": known.runs,
            f"<{terms.VERSION}>": known.versions,
        }
        for line in facts:
            subject, predicate, rest = line.split(" ", 2)
            if predicate in tables:
                tables[predicate][subject] = rest.removesuffix(" .")
        return known

    def name(self, value: str) -> str:
        """Return what people call a thing, or the text of a value."""
        if value[0] == '"':
            return literal(value).text
        called = self.labels.get(value) or self.paths.get(value)
        return literal(called).text if called else value[1:-1].rstrip("/").replace("#", "/").rsplit("/", 1)[-1]


class _Nanopublication:
    """The evidence of one fact, to be spelled."""

    def __init__(self, turtle: Turtle, evidence: str, said: _Node, nodes: Mapping[str, _Node]) -> None:
        self._spell = turtle.spell
        self._said = said
        self._nodes = nodes
        self._iri = _iri(Iri(evidence[1:-1]), turtle.base)
        self._evidence = evidence
        self._fact = [said[f"<{iri}>"][0] for iri in (terms.SUBJECT, terms.PREDICATE, terms.OBJECT)]
        self._passages = said.get(f"<{terms.WAS_DERIVED_FROM}>", [])
        sources = (self._nodes.get(passage, {}).get(f"<{terms.HAS_SOURCE}>", []) for passage in self._passages)
        self._notes = sorted({note for some in sources for note in some})

    def spelled(self, known: _Known) -> Iterator[str]:
        """Spell the four graphs, each with its braces."""
        parts = part(self._iri, "")
        yield f"\n@prefix this: {self._spell(f'<{self._iri}>')} .\n@prefix sub: {self._spell(f'<{parts}>')} .\n\n"
        head = [("a", "np:Nanopublication"), *((f"np:has{name}", f"sub:{graph}") for name, graph in _PARTS)]
        yield _graph("Head", [_block("this:", head)])
        yield _graph("assertion", [" ".join(map(self._spell, self._fact)) + " ."])
        yield _graph("provenance", self._provenance(known))
        yield _graph("pubinfo", self._about_itself(known))

    def _provenance(self, known: _Known) -> Iterator[str]:
        stated = [("prov:wasDerivedFrom", self._spell(passage)) for passage in self._passages]
        stated.append(("prov:wasGeneratedBy", "sub:reading"))
        stated += self._copied((terms.CONFIDENCE, terms.QUALIFIER))
        yield _block("sub:assertion", stated)
        used = [("prov:used", self._spell(note)) for note in self._notes]
        yield _block("sub:reading", [("a", "prov:Activity"), *self._copied((terms.RULE,)), *used])
        for place, passage in enumerate(self._passages, 1):
            yield from self._passage(passage, place)
        for note in self._notes:
            if note in known.paths:
                yield _block(self._spell(note), [("kg:path", known.paths[note])])

    def _copied(self, predicates: Iterable[Iri]) -> Iterator[tuple[str, str]]:
        for predicate in predicates:
            for value in self._said.get(f"<{predicate}>", ()):
                yield self._spell(f"<{predicate}>"), self._spell(value)

    def _passage(self, passage: str, place: int) -> Iterator[str]:
        """Return which passage it is, with selectors by place and, where they are known, by words."""
        said = self._nodes.get(passage, {})
        quotes = said.get(f"<{terms.QUOTE}>", [])
        told = [("a", "oa:SpecificResource")]
        told += [(self._spell(f"<{p}>"), self._spell(v)) for p in _OF_PASSAGES for v in said.get(f"<{p}>", ())]
        told.append(("oa:hasSelector", f"sub:position-{place}"))
        told += [("oa:hasSelector", f"sub:quote-{place}") for _ in quotes]
        yield _block(self._spell(passage), told)
        bounds = [(f"oa:{name}", self._spell(v)) for name, p in _BOUNDS for v in said.get(f"<{p}>", ())]
        yield _block(f"sub:position-{place}", [("a", "oa:TextPositionSelector"), *bounds])
        for quote in quotes:
            yield _block(f"sub:quote-{place}", [("a", "oa:TextQuoteSelector"), ("oa:exact", quote)])

    def _about_itself(self, known: _Known) -> Iterator[str]:
        subject, predicate, value = self._fact
        said = f"{known.name(subject)}: {words(predicate[1:-1])[0]} {known.name(value)}"
        runs = sorted({known.runs[note] for note in self._notes if note in known.runs})
        made = [("prov:wasGeneratedBy", self._spell(run)) for run in runs]
        label = ("rdfs:label", self._spell(string(cut(said, limit=_LONGEST))))
        yield _block("this:", [label, ("prov:wasDerivedFrom", self._spell(self._evidence)), *made])
        for run in runs:
            version = [("kg:version", known.versions[run])] if run in known.versions else []
            yield _block(self._spell(run), [("a", "prov:Activity"), *version])


_PARTS = (("Assertion", "assertion"), ("Provenance", "provenance"), ("PublicationInfo", "pubinfo"))
_OF_PASSAGES = (terms.HAS_SOURCE, terms.LINE)
_BOUNDS = (("start", terms.START), ("end", terms.END))


def _iri(evidence: Iri, base: str) -> Iri:
    """Return the IRI of the nanopublication of an evidence, below the base.

    >>> _iri(Iri("https://kg.example/note/2025/a.md#e-0123456789abcdef"), "https://kg.example/")
    'https://kg.example/nanopub/2025/a.md/e-0123456789abcdef'
    """
    start = f"{base}note/"
    if not evidence.startswith(start):
        return mint("nanopub", evidence, base=base)
    note = evidence.removeprefix(start)
    return Iri(f"{base}nanopub/{note.replace('#e-', '/e-').replace('/~e-', '/e-')}")


def _graph(name: str, blocks: Iterable[str]) -> str:
    return f"sub:{name} {{\n" + "".join(f"    {block}\n" for block in blocks) + "}\n"


def _block(subject: str, pairs: list[tuple[str, str]]) -> str:
    """Write what is said about a subject, a predicate on each line."""
    objects: dict[str, list[str]] = {}
    for predicate, value in pairs:
        objects.setdefault(predicate, []).append(value)
    return f"{subject} " + " ;\n        ".join(f"{p} {', '.join(values)}" for p, values in objects.items()) + " ."
