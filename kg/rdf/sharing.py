"""What of a graph can be shown to others: names, identifiers, numbers and dates, but no text of the notes.

`ontology/sharing.csv` sorts every property of the ontology whose values are literals, with the reason: `name`,
`identifier`, `number`, `date`, `code` (one of a few words of kg's own) or `text` (words of the notes, or what tells of
them). What is not in the table is left out, so that a property which nobody has thought about is never shared by
accident.
"""

from __future__ import annotations

from collections.abc import Iterable

from kg import iris, terms
from kg.model import Kind
from kg.resources import folder, rows

WITHHELD = "text"
_TABLE = rows(folder() / "sharing.csv")
_SHARED = {f"<{terms.named(row['property'])}>" for row in _TABLE if row["type"] != WITHHELD}
_PREDICATE, _OBJECT, _NAMES = (f"<{iri}>" for iri in (terms.PREDICATE, terms.OBJECT, terms.NAMES))


def names_only(lines: Iterable[str], *, base: str) -> list[str]:
    """Remove every text of the notes from lines of N-Triples; the order stays.

    Evidence for a text is removed completely, and so is a candidate, which may be any word of a note. All lines about
    one subject must be among those given.

    Args:
        lines: of a graph.
        base: where the IRIs of the graph begin.
    """
    candidate = f"<{base}{iris.path(Kind.CANDIDATE)}/"
    parts = [tuple(line.split(" ", 2)) for line in lines]
    literal = {subject for subject, predicate, rest in parts if predicate == _OBJECT and rest[0] == '"'}
    shared = {s for s, predicate, rest in parts if predicate == _PREDICATE and rest.removesuffix(" .") in _SHARED}
    withheld = literal - shared
    withheld |= {s for s, predicate, rest in parts if predicate == _NAMES and rest.startswith(candidate)}
    return [
        f"{subject} {predicate} {rest}"
        for subject, predicate, rest in parts
        if subject not in withheld
        and not (subject.startswith(candidate) or rest.startswith(candidate))
        and (rest[0] != '"' or predicate in _SHARED or predicate == _OBJECT)
    ]
