"""What can be wrong with the ontology: each function gives the faults of one sort, as sentences.

That it has none is what the tests of `tests/unit/rdf` say; they also break it on purpose, to see each fault found.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path

import pyoxigraph as ox
from declared import IN_NO_GRAPH, KG, ORIGIN, OWL, RDF, RDFS, SKOS, XSD, Vocabulary
from places import ROOT
from shape_words import SH, Row, havers, rows

from kg import terms

NAMESPACES = tuple(space for prefix, space in terms.PREFIXES.items() if prefix != "xsd")
"""Of the vocabularies that graphs are written in."""
_PREFIXED = re.compile(rf"(?<![\w:/#])({'|'.join(terms.PREFIXES)}):([A-Za-z]\w*)\b(?!:)")
_OBJECT, _DATATYPE = f"{OWL}ObjectProperty", f"{OWL}DatatypeProperty"
_SORTS = (_OBJECT, _DATATYPE, f"{OWL}AnnotationProperty", f"{RDF}Property")
_ABBREVIATIONS = re.compile(r"\b(?:e\.g|i\.e|etc|resp|w\.r\.t|cf|viz)\.|\bvia\b", re.IGNORECASE)


def declared(of: Vocabulary) -> list[str]:
    """Give the terms that a file declares, sorted: classes, properties and values."""
    return sorted(iri for iri in of.types if f"{OWL}Ontology" not in of.types[iri])


# What people read.


def untold(of: Vocabulary) -> Iterator[str]:
    """Give terms whose label, comment, origin or example is missing, and definitions that are no plain English."""
    for iri in declared(of):
        for name, predicate in (("label", f"{RDFS}label"), ("comment", f"{RDFS}comment")):
            found = of.objects(iri, predicate)
            if len(found) != 1 or not isinstance(found[0], ox.Literal) or found[0].language != "en":
                yield f"{iri} has no one {name} in English"
            elif re.search(r"[<>&\t\n]|  |^\s|\s$", found[0].value):
                yield f"the {name} of {iri} has characters that pages or lines stumble over"
        comment = of.value(iri, f"{RDFS}comment")
        if comment and not (re.match(r"[A-Z`]", comment) and comment.endswith((".", ".`", "…"))):
            yield f"the comment of {iri} is no sentence"
        if _ABBREVIATIONS.search(comment):
            yield f"the comment of {iri} has an abbreviation"
        if (of.is_class(iri) or of.is_property(iri)) and not of.objects(iri, f"{SKOS}example"):
            yield f"{iri} has no example"
        if (of.is_class(iri) or of.is_property(iri)) and not of.values(iri, ORIGIN):
            yield f"{iri} does not say where it comes from (kg:origin)"


def told_twice(of: Vocabulary) -> Iterator[str]:
    """Give labels and comments that two terms of one sort share: classes, properties, values of one class."""
    seen: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for iri in declared(of):
        for predicate in (f"{RDFS}label", f"{RDFS}comment"):
            seen[_sort(of, iri), predicate, of.value(iri, predicate).lower()].append(iri)
    yield from (f"{' and '.join(iris)} share {text!r}" for (*_, text), iris in seen.items() if len(iris) > 1 and text)


def _sort(of: Vocabulary, iri: str) -> str:
    if of.is_class(iri):
        return "class"
    return "property" if of.is_property(iri) else min(of.types[iri] - {f"{OWL}NamedIndividual"}, default="")


# What the code uses.


@cache
def names_in_code(root: Path = ROOT) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Give the constants of `kg.terms` and the terms spelled with a prefix that the code uses: name -> modules."""
    constants, spelled = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for path in sorted((root / "kg").rglob("*.py")):
        if path.name == "terms.py":
            continue
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        remarks = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "terms":
                constants[node.attr].add(path.name)
            elif isinstance(node, ast.ImportFrom) and node.module == "kg.terms":
                for alias in node.names:
                    constants[alias.name].add(path.name)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in remarks:
                for iri in spelled_in(node.value):
                    spelled[iri].add(path.name)
    return dict(constants), dict(spelled)


def spelled_in(text: str) -> set[str]:
    """Give the IRIs that a query spells with the prefixes of the ontology."""
    code = re.sub(r"(?m)^\s*#.*$|^PREFIX .*$|\"[^\"\n]*\"", "", text)
    return {terms.PREFIXES[prefix] + local for prefix, local in _PREFIXED.findall(code)}


def unexplained(of: Vocabulary, used: Iterable[str]) -> Iterator[str]:
    """Give terms that nothing uses, and that do not say why they are there; and those that say so in spite of use."""
    known = set(used)
    for iri in declared(of):
        explained = bool(of.objects(iri, f"{SKOS}editorialNote"))
        if iri not in known and not explained and not of.value(iri, f"{KG}kind"):
            yield f"{iri} is used nowhere: take it out, or say why it is there (skos:editorialNote)"
        if IN_NO_GRAPH in of.values(iri, ORIGIN) and (not explained or len(of.values(iri, ORIGIN)) > 1):
            yield f"{iri} is in no graph and does not say why it is there"


# The files of the ontology beside each other.


def disagreements(of: Vocabulary, shapes: Vocabulary, context: Mapping[str, object]) -> Iterator[str]:
    """Give what the ontology, the shapes and the context say otherwise of one property."""
    asked = rows(shapes)
    yield from _shapes_beside(of, asked)
    yield from _missing_rows(of, asked)
    yield from _havers_beside(of, havers(shapes))
    yield from _lists_beside(of, shapes)
    yield from _counts_beside(of, asked)
    yield from _context_beside(of, context)


def _shapes_beside(of: Vocabulary, asked: Iterable[Row]) -> Iterator[str]:
    for row in asked:
        whose, domain, found = (
            f"{of.short(row.path)} of {of.short(row.of_class)}",
            of.domain(row.path),
            of.range(row.path),
        )
        if not of.is_property(row.path):
            yield f"{whose} is in the shapes, but not declared"
        elif domain and row.of_class not in domain:
            yield f"{whose} has a shape, but the class is not in its domain"
        allowed = {*found, *([f"{XSD}integer"] if f"{XSD}decimal" in found else [])}
        if set(row.values) - allowed and f"{RDFS}Resource" not in found:
            yield f"{whose} may be by its shape what is not in its range"
        if any(v.startswith(XSD) for v in row.values) and _OBJECT in of.types.get(row.path, ()):
            yield f"{whose} is a literal by its shape, and a thing by the ontology"
        if row.limits.endswith("an IRI") and _DATATYPE in of.types.get(row.path, ()):
            yield f"{whose} is an IRI by its shape, and a literal by the ontology"


def _missing_rows(of: Vocabulary, asked: Iterable[Row]) -> Iterator[str]:
    have = {(row.of_class, row.path) for row in asked}
    shaped = {of_class for of_class, _ in have}
    for iri in declared(of):
        if of.is_property(iri) and of.is_in_graphs(iri):
            for each in of.domain(iri):
                if each in shaped and (each, iri) not in have:
                    yield f"{of.short(iri)} of {of.short(each)} is in the domain, but the shape says nothing of it"


def _havers_beside(of: Vocabulary, found: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for path, classes in found.items():
        if list(classes) != of.domain(path):
            yield f"who may have {of.short(path)} is said otherwise by the shape and by its domain"


def _lists_beside(of: Vocabulary, shapes: Vocabulary) -> Iterator[str]:
    for shape in sorted(shapes.types):
        for asked in shapes.objects(shape, f"{SH}property"):
            path = shapes.value(asked.value, f"{SH}path")
            for cell in shapes.objects(asked.value, f"{SH}in"):
                listed = sorted(member.value for member in shapes.members(cell) if isinstance(member, ox.NamedNode))
                values = sorted(iri for iri in of.types if of.types[iri] & set(of.range(path)))
                if listed != values and _OBJECT in of.types.get(path, ()):
                    yield f"the values of {of.short(path)} are others in the shape of {shape}"


def _counts_beside(of: Vocabulary, asked: Iterable[Row]) -> Iterator[str]:
    single: dict[str, set[bool]] = defaultdict(set)
    for row in asked:
        single[row.path].add(row.number in ("exactly one", "at most one"))
    for iri, found in sorted(single.items()):
        functional = f"{OWL}FunctionalProperty" in of.types.get(iri, ())
        if iri.startswith(KG) and functional != (found == {True}):
            yield f"{of.short(iri)} is {'' if functional else 'not '}functional, which the shapes say otherwise"


def _context_beside(of: Vocabulary, context: Mapping[str, object]) -> Iterator[str]:
    prefixes = {name: iri for name, iri in context.items() if isinstance(iri, str)}
    entries = {name: entry for name, entry in context.items() if isinstance(entry, dict)}
    found = Counter(entry["@id"] for entry in entries.values())
    for iri in declared(of):
        short = of.short(iri)
        if of.is_property(iri) and of.is_in_graphs(iri) and iri != terms.TYPE and found[short] != 1:
            yield f"the context names {short} {found[short]} times"
    for name, entry in entries.items():
        prefix, _, local = entry["@id"].partition(":")
        iri = prefixes.get(prefix, "") + local
        if iri not in of.types:
            yield f"{name} of the context is not declared"
        kind = str(entry.get("@type", ""))
        literal = f"{XSD}{kind.removeprefix('xsd:')}"
        if of.is_property(iri) and (kind == "@id") != _takes_things(of, iri):
            yield f"{name} of the context is {'' if kind == '@id' else 'not '}an IRI, which the ontology says otherwise"
        if kind.startswith("xsd:") and literal not in of.range(iri):
            yield f"{name} of the context is {kind}, which is not in its range"


def _takes_things(of: Vocabulary, iri: str) -> bool:
    return not any(each.startswith(XSD) for each in of.range(iri))


# Statements about classes and properties.


def contradictions(of: Vocabulary) -> Iterator[str]:
    """Give statements of the ontology that do not fit each other: hierarchies, inverses, lists, what is disjoint."""
    yield from _properties_beside(of)
    yield from _enumerations(of)
    apart = disjoint(of)
    for iri in declared(of):
        above = superclasses(of, iri)
        if iri in {each for one in of.values(iri, f"{RDFS}subClassOf") for each in superclasses(of, one)}:
            yield f"{of.short(iri)} is a subclass of itself"
        if any(frozenset(pair) in apart for pair in combinations(sorted(above), 2)):
            yield f"{of.short(iri)} is below two classes that have nothing in common"
    ours = [iri for iri in declared(of) if iri.startswith(KG) and of.is_class(iri)]
    for pair in combinations(ours, 2):
        if frozenset(pair) not in apart and not any(superclasses(of, a) & {b} for a, b in (pair, pair[::-1])):
            yield f"{' and '.join(map(of.short, pair))} are not said to have nothing in common"


def _properties_beside(of: Vocabulary) -> Iterator[str]:
    for iri in declared(of):
        domain, found, sorts = set(of.domain(iri)), set(of.range(iri)), of.types[iri]
        for above in of.values(iri, f"{RDFS}subPropertyOf"):
            if sorts & set(_SORTS) != of.types.get(above, set()) & set(_SORTS):
                yield f"{of.short(iri)} and the property above it are of two sorts"
            for mine, its in ((domain, of.domain(above)), (found, of.range(above))):
                if its and not mine <= set(its):
                    yield f"{of.short(iri)} reaches beyond the property above it"
        for other in of.values(iri, f"{OWL}inverseOf"):
            if set(of.domain(other)) != found or set(of.range(other)) != domain:
                yield f"{of.short(iri)} and its inverse do not have domain and range exchanged"
        if f"{OWL}SymmetricProperty" in sorts and domain != found:
            yield f"{of.short(iri)} is symmetric, but its domain is not its range"
        if f"{OWL}FunctionalProperty" in sorts and not iri.startswith(KG):
            yield f"{of.short(iri)} is made functional, and is a term of another vocabulary"


def _enumerations(of: Vocabulary) -> Iterator[str]:
    different = [_listed(of, node) for node in _anonymous(of, "AllDifferent")]
    for iri in declared(of):
        for cell in of.objects(iri, f"{OWL}oneOf"):
            listed = {member.value for member in of.members(cell)}
            if listed != {each for each in of.types if iri in of.types[each]}:
                yield f"the values of {of.short(iri)} are not those that are listed"
            if listed not in different:
                yield f"the values of {of.short(iri)} are not said to be different"


def disjoint(of: Vocabulary) -> set[frozenset[str]]:
    """Give the pairs of classes that are said to have nothing in common."""
    found = {frozenset((iri, other)) for iri in declared(of) for other in of.values(iri, f"{OWL}disjointWith")}
    for node in _anonymous(of, "AllDisjointClasses"):
        found |= {frozenset(pair) for pair in combinations(sorted(_listed(of, node)), 2)}
    return found


def superclasses(of: Vocabulary, iri: str) -> set[str]:
    """Give a class and all classes above it."""
    found, new = set[str](), {iri}
    while new - found:
        found |= new
        new = {above for each in found for above in of.values(each, f"{RDFS}subClassOf")}
    return found


def _anonymous(of: Vocabulary, name: str) -> list[str]:
    return of.subjects(f"{RDF}type", f"{OWL}{name}")


def _listed(of: Vocabulary, node: str) -> set[str]:
    cells = [*of.objects(node, f"{OWL}members"), *of.objects(node, f"{OWL}distinctMembers")]
    return {member.value for cell in cells for member in of.members(cell)}


# A graph beside the ontology.


def misuses(of: Vocabulary, quads: Iterable[ox.Quad]) -> Iterator[str]:
    """Give what a graph states against the ontology: undeclared terms, two classes or values where one may be."""
    found = list(quads)
    classes: dict[str, set[str]] = defaultdict(set)
    values: dict[tuple[str, str], set[str]] = defaultdict(set)
    for quad in found:
        subject, predicate, value = str(quad.subject)[1:-1], quad.predicate.value, quad.object
        if predicate == terms.TYPE:
            classes[subject].add(value.value)
            if not of.is_class(value.value):
                yield f"{value.value} is no class of the ontology"
        elif not of.is_property(predicate):
            yield f"{predicate} is no property of the ontology"
        values[subject, predicate].add(str(value))
    apart, functional = disjoint(of), f"{OWL}FunctionalProperty"
    for thing, own in classes.items():
        all_ = {above for each in own for above in superclasses(of, each)}
        yield from (f"{thing} is both {a} and {b}" for a, b in combinations(sorted(all_), 2) if {a, b} in apart)
        if sum(bool(of.value(each, f"{KG}kind")) for each in own) > 1:
            yield f"{thing} is of two kinds"
    for (thing, predicate), own in values.items():
        if len(own) > 1 and functional in of.types.get(predicate, ()):
            yield f"{thing} has {len(own)} values of {predicate}"
    for quad in found:
        yield from _outside(of, quad, classes)


def _outside(of: Vocabulary, quad: ox.Quad, classes: Mapping[str, set[str]]) -> Iterator[str]:
    predicate, value = quad.predicate.value, quad.object
    mine = classes.get(str(quad.subject)[1:-1])
    domain, found = set(of.domain(predicate)), set(of.range(predicate))
    if mine and domain and not mine & domain:
        yield f"{quad.subject} has {predicate}, which its class has not"
    its = classes.get(getattr(value, "value", ""), set()) if isinstance(value, ox.NamedNode) else set()
    if its and found and f"{RDFS}Resource" not in found and f"{RDFS}Class" not in found and not its & found:
        yield f"{value} is the {predicate} of {quad.subject}, and not of its range"


def origins(quads: Iterable[ox.Quad]) -> dict[str, set[str]]:
    """Give the terms of a graph with where they stand: term -> origins, by the names of the graphs."""
    found: dict[str, set[str]] = defaultdict(set)
    for quad in quads:
        name = str(quad.graph_name).strip("<>")
        where = (
            "evidence" if name.endswith("evidence")
            else "analysis" if "/graph/derived/" in name
            else "derived" if "/graph/" in name
            else "notes"
        )  # fmt: skip
        found[quad.predicate.value].add(where)
        if quad.predicate.value == terms.TYPE:
            found[getattr(quad.object, "value", "")].add(where)
    return dict(found)


def context() -> dict[str, object]:
    """Give the context of the JSON-LD files."""
    found = json.loads((ROOT / "ontology" / "context.jsonld").read_text(encoding="utf-8"))["@context"]
    return dict(found)


def borrowed_meaning(of: Vocabulary) -> Iterator[str]:
    """Give what is stated of a term of another vocabulary, and would add to its meaning."""
    strong = [f"{RDFS}{name}" for name in ("domain", "range", "subClassOf", "subPropertyOf")]
    strong += [
        f"{OWL}{name}" for name in ("equivalentClass", "equivalentProperty", "disjointWith", "inverseOf", "oneOf")
    ]
    for iri in declared(of):
        if not iri.startswith(KG):
            yield from (f"{predicate} of {iri}" for predicate in strong if of.objects(iri, predicate))
