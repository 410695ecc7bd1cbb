"""Where the passages of a note stand after the note was changed, found by the order of their words."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import NamedTuple

from kg.publishing.comparing.reading import Graph
from kg.rdf import Store

MOST = 5_000
"""Passages of a note that are aligned; the time grows faster than their number."""


class _Passage(NamedTuple):
    start: int
    end: int
    quote: str
    iri: str


def align(old: Store, new: Store, before: Graph, now: Graph) -> Mapping[str, str]:
    """Map the passages of changed notes: passage of the new graph -> the same words in the old one, or "" for none.

    Unchanged notes need no map: the IRI of a passage follows from its note, start and end.
    """
    found: dict[str, str] = {}
    for note in sorted(before.hashes.keys() & now.hashes.keys()):
        if before.hashes[note] != now.hashes[note]:
            first, last = _mentions(old, note), _mentions(new, note)
            found |= {passage.iri: "" for passage in last}
            if max(len(first), len(last)) <= MOST:
                stood, stand = ([passage.quote for passage in passages] for passages in (first, last))
                matcher = difflib.SequenceMatcher(None, stood, stand, autojunk=False)
                for a, b, size in matcher.get_matching_blocks():
                    found |= {last[b + n].iri: first[a + n].iri for n in range(size)}
    return found


def _mentions(store: Store, note: str) -> list[_Passage]:
    pattern = (
        f"?at oa:hasSource <{note}> ; kg:start ?start ; kg:end ?end ; kg:quote ?quote . "
        "?m prov:wasDerivedFrom ?at ; kg:names ?thing"
    )
    rows = store.query(f"SELECT DISTINCT ?start ?end ?quote ?at {{ {pattern} }}").texts()
    return sorted(_Passage(int(start), int(end), quote, at) for start, end, quote, at in rows)
