"""The things of a graph: of which kinds they are, what they are called, and where the notes are."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from kg import terms, untrusted
from kg.graph.facts import pairs, values
from kg.model import THINGS, Kind
from kg.rdf import Askable

KINDS: Mapping[str, str] = {str(iri): kind.value for kind, iri in terms.CLASSES.items()}
"""Class -> the kind of its things; notes are among them."""
_RANK = {word: (word == Kind.TOPIC, place) for place, word in enumerate(KINDS.values())}


def kind_rank(kind: str) -> tuple[bool, int]:
    """Rank kinds: a thing of several kinds has the lowest; what is also something else is not a topic."""
    return _RANK[kind]


def in_classes(kinds: Collection[str] = tuple(KINDS.values())) -> str:
    """Write in SPARQL that `?class` is the class of one of some kinds."""
    return f"VALUES ?class {{ {' '.join(f'<{iri}>' for iri, kind in KINDS.items() if kind in kinds)} }}"


def kinds(store: Askable, among: Collection[str] = tuple(KINDS.values())) -> dict[str, str]:
    """Return the kind of every thing and note that has one of some kinds.

    Args:
        store: the graph.
        among: the kinds, all of them by default.
    """
    found: dict[str, str] = {}
    for thing, class_iri in store.query(f"SELECT ?thing ?class {{ {in_classes(among)} ?thing a ?class }}").texts():
        kind = KINDS[class_iri]
        found[thing] = min(found.get(thing, kind), kind, key=kind_rank)
    return found


def labels(store: Askable) -> dict[str, str]:
    """Return the name to show of every thing, and the path of every note."""
    return {
        thing: names[0] for predicate in (terms.LABEL, terms.PATH) for thing, names in values(store, predicate).items()
    }


def notes_by_path(store: Askable) -> dict[str, str]:
    """Return every note: path -> IRI, in the order of paths."""
    return dict(sorted((path, note) for note, path in pairs(store, terms.PATH)))


def things_with_years(store: Askable) -> dict[str, dict[str, str | float]]:
    """Return every thing but notes and candidates: IRI -> its kind, its name, and its year where it has one."""
    names, years = labels(store), values(store, terms.DATE_PUBLISHED)
    found: dict[str, dict[str, str | float]] = {}
    for iri, kind in sorted(kinds(store, THINGS).items()):
        found[iri] = {"kind": kind, "name": names.get(iri, iri)}
        stated = [year[:4] for year in years.get(iri, ()) if year[:4].isdecimal()]
        if stated:
            found[iri]["year"] = untrusted.integer(stated[0])
    return found
