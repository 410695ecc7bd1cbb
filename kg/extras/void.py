"""VoID: what a graph has, in which words, and linked to what, for those who look for data."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

from kg import terms, untrusted
from kg.iris import mint, part
from kg.model import Iri
from kg.rdf import RdfFormat, by_subject, serialize_triples, string

VOID = "http://rdfs.org/ns/void#"
PREFIXES = {**terms.PREFIXES, "dcterms": "http://purl.org/dc/terms/", "void": VOID}
_TYPE = f"<{terms.TYPE}>"
_LINKING = frozenset({f"<{p}>" for p in (terms.SAME_AS, terms.EXACT_MATCH, terms.CLOSE_MATCH)})


@dataclass(slots=True)
class Statistics:
    """Counts of the facts of a graph."""

    triples: int = 0
    subjects: int = 0
    entities: int = 0
    """Subjects with a class."""
    objects: set[str] = field(default_factory=set)
    properties: Counter[str] = field(default_factory=Counter)
    """Property -> its triples."""
    classes: Counter[str] = field(default_factory=Counter)
    """Class -> its instances."""
    links: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Property that identifies, and site -> its triples."""

    @classmethod
    def of(cls, facts: Iterable[str], *, base: str) -> Self:
        """Count facts in the order of subjects, each once."""
        counted = cls()
        for _, pairs in by_subject(facts):
            counted.subjects += 1
            counted.triples += len(pairs)
            counted.entities += any(predicate == _TYPE for predicate, _ in pairs)
            for predicate, value in pairs:
                counted._count(predicate, value, base)
        return counted

    def _count(self, predicate: str, value: str, base: str) -> None:
        self.objects.add(value)
        self.properties[predicate] += 1
        if predicate == _TYPE:
            self.classes[value] += 1
        if predicate in _LINKING and value[0] == "<" and not value.startswith(f"<{base}"):
            site = untrusted.address(value[1:-1])
            if site.scheme in ("http", "https") and site.netloc:
                self.links[predicate, f"<{site.scheme}://{site.netloc}/>"] += 1


def describe(counted: Statistics, *, base: str, everything: int, about: Mapping[str, str]) -> str:
    """Write the description as Turtle.

    Args:
        counted: the counts of the facts.
        base: where the IRIs of the graph begin.
        everything: number of triples in all graphs, including evidence.
        about: `title`, `description`, `licence` (an address or ""), `issued` (a date, or a year), `facts` and
            `everything` (names of files beside the description).
    """
    facts = _facts(counted, base=base, everything=everything, about=about)
    lines = (f"{subject} <{predicate}> {value} ." for subject, predicate, value in facts)
    return "".join(serialize_triples(lines, RdfFormat.TURTLE, PREFIXES))


def _facts(
    counted: Statistics, *, base: str, everything: int, about: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    dataset = mint("graph", "dataset", base=base)
    whole, subset = f"<{dataset}>", f"<{part(dataset, 'evidence')}>"
    yield whole, terms.TYPE, f"<{VOID}Dataset>"
    yield from _described(whole, base, about)
    numbers = {
        "triples": counted.triples,
        "entities": counted.entities,
        "distinctSubjects": counted.subjects,
        "distinctObjects": len(counted.objects),
        "properties": len(counted.properties),
        "classes": len(counted.classes),
    }
    yield from ((whole, f"{VOID}{name}", _integer(number)) for name, number in numbers.items())
    yield whole, f"{VOID}dataDump", f"<{about['facts']}>"
    used = {*counted.properties, *counted.classes}
    for space in sorted(f"<{iri}>" for iri in terms.PREFIXES.values()):
        if any(each.startswith(space[:-1]) for each in used):
            yield whole, f"{VOID}vocabulary", space
    yield from _partitions(counted, dataset)
    yield from _linksets(counted, dataset)
    yield subset, terms.TYPE, f"<{VOID}Dataset>"
    yield subset, f"{_TERMS}description", string("The same facts with the evidence, a graph for each note.")
    yield subset, f"{VOID}triples", _integer(everything)
    yield subset, f"{VOID}dataDump", f"<{about['everything']}>"
    yield subset, f"{VOID}subset", whole


_TERMS = PREFIXES["dcterms"]


def _described(whole: str, base: str, about: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    yield whole, f"{_TERMS}title", string(about["title"])
    yield whole, f"{_TERMS}description", string(about["description"])
    yield whole, f"{VOID}uriSpace", string(base)
    if about["issued"]:
        kind = terms.XSD_GYEAR if len(about["issued"]) == 4 else terms.XSD_DATE
        yield whole, f"{_TERMS}issued", f'"{about["issued"]}"^^<{kind}>'
    if about["licence"]:
        yield whole, f"{_TERMS}license", f"<{about['licence']}>"


def _partitions(counted: Statistics, dataset: Iri) -> Iterator[tuple[str, str, str]]:
    for sort, property_, number, counts in (
        ("class", "classPartition", "entities", counted.classes),
        ("property", "propertyPartition", "triples", counted.properties),
    ):
        for iri, count in counts.items():
            node = f"<{part(dataset, f'{sort}-{_slug(iri)}')}>"
            yield f"<{dataset}>", f"{VOID}{property_}", node
            yield node, f"{VOID}{sort}", iri
            yield node, f"{VOID}{number}", _integer(count)


def _linksets(counted: Statistics, dataset: Iri) -> Iterator[tuple[str, str, str]]:
    for (predicate, site), count in counted.links.items():
        node = f"<{part(dataset, f'links-{_slug(predicate)}-{_slug(site)}')}>"
        yield node, terms.TYPE, f"<{VOID}Linkset>"
        yield node, f"{VOID}linkPredicate", predicate
        yield node, f"{VOID}subjectsTarget", f"<{dataset}>"
        yield node, f"{VOID}objectsTarget", site
        yield node, f"{VOID}triples", _integer(count)
        yield f"<{dataset}>", f"{VOID}subset", node


def _slug(spelled: str) -> str:
    """Return a name for an IRI that can be the end of another."""
    iri = spelled[1:-1]
    for prefix, space in terms.PREFIXES.items():
        local = iri.removeprefix(space)
        if local != iri and local.isascii() and local.isalnum():
            return f"{prefix}-{local}"
    host = untrusted.address(iri).netloc
    if iri == f"https://{host}/" and host.replace(".", "").replace("-", "").isalnum() and host.isascii():
        return host
    return hashlib.sha256(iri.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _integer(number: int) -> str:
    return f'"{number}"^^<{terms.XSD_INTEGER}>'
