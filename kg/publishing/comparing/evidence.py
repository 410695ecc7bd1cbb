"""Which facts of two graphs stand elsewhere, in other words, or were read otherwise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from kg import terms
from kg.asking.thing import QUOTE_LENGTH
from kg.graph import Place, pairs
from kg.publishing.comparing.reading import Triple, asked
from kg.rdf import Store
from kg.text import cut

_Stand = tuple[Place, int]
"""A place, and where it begins in its note."""
_Witness = dict[Triple, set[_Stand]]
_DETAILS = (
    "SELECT ?s ?p ?o ?path ?line ?start ?quote ?rule ?sure ?how { {} rdf:subject ?s ; rdf:predicate ?p ; "
    "rdf:object ?o ; kg:rule ?rule ; kg:confidence ?sure ; prov:wasDerivedFrom ?at . "
    "?at kg:line ?line ; kg:start ?start ; kg:quote ?quote ; oa:hasSource/kg:path ?path "
    "OPTIONAL { {} kg:qualifier ?how } }"
)
_NAMES = (
    "SELECT ?note ?thing ?path ?line ?start ?quote ?rule ?sure { {} kg:names ?thing ; kg:rule ?rule ; "
    "kg:confidence ?sure ; prov:wasDerivedFrom ?at . "
    "?at kg:line ?line ; kg:start ?start ; kg:quote ?quote ; oa:hasSource ?note . ?note kg:path ?path }"
)


@dataclass(frozen=True, slots=True)
class Changed:
    """A fact with the evidence that only one of two graphs has."""

    fact: Triple
    gone: tuple[Place, ...]
    come: tuple[Place, ...]

    @property
    def only_moved(self) -> bool:
        """Whether the same words were read in the same way, and only moved within their note."""
        return _unplaced(self.gone) == _unplaced(self.come)


def changed(old: Store, new: Store, *, same: Mapping[str, str]) -> list[Changed]:
    """Compare the evidence of all facts, in order; a mention is evidence that the note mentions the thing.

    The IRI of an evidence follows from its note, fact, rule and places, that of a mention from its thing, rule and
    place, so that only what differs in these, in confidence, qualifier or words is looked at closely.

    Args:
        old: a graph.
        new: another.
        same: things of the old graph -> the same things in the new.
    """
    first, last = _suspects(old, new)
    before = _details(old, first, same)
    now = _details(new, last, {})
    found = []
    for fact in sorted(before.keys() | now.keys()):
        gone = before.get(fact, set()) - now.get(fact, set())
        come = now.get(fact, set()) - before.get(fact, set())
        if gone or come:
            found.append(Changed(fact, _placed(gone), _placed(come)))
    return found


def _suspects(old: Store, new: Store) -> tuple[set[str], set[str]]:
    """Return the evidence of both graphs that is not the same in the other."""
    first, last = (dict(pairs(store, terms.CONFIDENCE)) for store in (old, new))
    hedged, still = (dict(pairs(store, terms.QUALIFIER)) for store in (old, new))
    stood, stand = (dict(pairs(store, terms.QUOTE)) for store in (old, new))
    both = {
        evidence
        for evidence in first.keys() & last.keys()
        if (first[evidence], hedged.get(evidence)) != (last[evidence], still.get(evidence))
    }
    reworded = {at for at in stood.keys() & stand.keys() if stood[at] != stand[at]}
    query = "SELECT ?e { ?e prov:wasDerivedFrom {} }"
    return (
        both | (first.keys() - last.keys()) | {e for _, e in asked(old, reworded, query)},
        both | (last.keys() - first.keys()) | {e for _, e in asked(new, reworded, query)},
    )


def _details(store: Store, evidence: Iterable[str], same: Mapping[str, str]) -> _Witness:
    found: _Witness = defaultdict(set)
    facts = (row[1:] for row in asked(store, evidence, _DETAILS))
    names = ((note, terms.MENTIONS, thing, *place, "") for _, note, thing, *place in asked(store, evidence, _NAMES))
    for s, p, o, path, line, start, quote, rule, sure, how in chain(facts, names):
        place = Place(path, int(line), cut(quote, limit=QUOTE_LENGTH), rule, float(sure), how)
        found[same.get(s, s), p, same.get(o, o)].add((place, int(start)))
    return found


def _placed(stands: Iterable[_Stand]) -> tuple[Place, ...]:
    return tuple(place for place, _ in sorted(stands))


def _unplaced(places: Iterable[Place]) -> list[Place]:
    return sorted(replace(place, line=0) for place in places)
