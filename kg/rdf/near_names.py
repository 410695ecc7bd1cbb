"""Names of a graph that are like a text which no thing in it is called."""

from __future__ import annotations

from rapidfuzz import fuzz, process, utils

from kg import terms
from kg.rdf.query import Askable
from kg.rdf.values import string

_LABEL = terms.PREFIXES["rdfs"] + "label"
NAMING = frozenset(
    {_LABEL, terms.NAME, terms.ALTERNATE_NAME, *(terms.PREFIXES["skos"] + name for name in ("prefLabel", "altLabel"))}
)
"""Properties whose values are names."""
MOST = 200_000
"""Names that are looked at."""
_LEAST = 82.0
"""Likeness, of 100, from which on a name may be meant."""
_FEW = 3


def near_names(graph: Askable, text: str) -> list[str]:
    """Return the names of a graph most like a text, the most like first; none if a thing is called just so."""
    if graph.query(f"ASK {{ ?thing <{_LABEL}>|<{terms.NAME}>|<{terms.ALTERNATE_NAME}> {string(text)} }}"):
        return []
    found = graph.query(f"SELECT DISTINCT ?name {{ ?thing <{_LABEL}> ?name }} LIMIT {MOST}")
    names = sorted(name for (name,) in found.texts() if name)
    like = process.extract(
        text, names, scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=_LEAST, limit=_FEW
    )
    return [name for name, _, _ in sorted(like, key=lambda one: (-one[1], one[0]))]
