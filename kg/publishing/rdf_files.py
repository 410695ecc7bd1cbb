"""Exports in the formats of RDF: the facts, or facts and evidence, whole or with names only."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kg.rdf import RdfFormat, Store, contents, write_contents

if TYPE_CHECKING:
    from kg.publishing.files import Chosen

FORMATS = {
    "turtle": RdfFormat.TURTLE,
    "trig": RdfFormat.TRIG,
    "n-triples": RdfFormat.N_TRIPLES,
    "n-quads": RdfFormat.N_QUADS,
    "json-ld": RdfFormat.JSON_LD,
    "rdf-xml": RdfFormat.RDF_XML,
}
"""What `--as` takes -> the format."""


def in_format(rdf_format: RdfFormat) -> Callable[[Store, Path, Chosen], None]:
    """Return the function that writes a store in a format."""

    def written(store: Store, path: Path, chosen: Chosen) -> None:
        write_contents(contents(store, shareable=chosen.names_only), path, rdf_format)

    return written
