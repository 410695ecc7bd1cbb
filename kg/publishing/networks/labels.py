"""What Neo4j calls kinds of things, relations and properties, in its own conventions."""

from __future__ import annotations

import re

from kg.model import Kind
from kg.publishing.networks.tables import Column

LABELS: dict[str, str] = {
    **{kind: kind.capitalize() for kind in Kind},
    Kind.ORG: "Organization",
    Kind.VENUE: "VenueSeries",
    Kind.EDITION: "VenueEdition",
}
"""Kind -> label; every node has `Thing`, too, by which it is found."""
THING = "Thing"


def labels(kind: str) -> tuple[str, ...]:
    """Return the labels of a node.

    >>> labels("edition"), labels("note")
    (('Thing', 'VenueEdition'), ('Thing', 'Note'))
    """
    return THING, LABELS[kind]


def relation_type(predicate: str) -> str:
    """Return the type of a relationship.

    >>> relation_type("https://w3id.org/kg-notes/ontology#presentedAt")
    'PRESENTED_AT'
    """
    local = re.split(r"[/#]", predicate)[-1]
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", local).upper()


def property_name(column: Column) -> str:
    """Return the name of a property.

    >>> property_name(Column("reading_state"))
    'readingState'
    """
    head, *rest = column.name.split("_")
    return head + "".join(word.capitalize() for word in rest)
