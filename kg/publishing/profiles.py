"""Profiles: the graph in the words of another vocabulary, by a CONSTRUCT query of ours or of the user.

A query cannot tell kg's own properties from those of a profile, so with names only it is asked of a store that holds
nothing else.
"""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import TYPE_CHECKING

from kg import terms
from kg.errors import ExportError
from kg.rdf import RdfFormat, Store, queries, serialize_triples, shareable_store
from kg.writing import write_text

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
_PREFIX = re.compile(r"^\s*PREFIX\s+([A-Za-z][\w-]*)?:\s*<([^<>\s]+)>", re.IGNORECASE | re.MULTILINE)
_HOLDING = [name for name, each in FORMATS.items() if each is RdfFormat.JSON_LD or not each.has_graphs]
"""Formats for triples; the others keep graphs apart, of which a profile has none."""


def find(wanted: str) -> str:
    """Return the query of a profile, by its name, or of a file that ends in `.rq`.

    Raises:
        ExportError: there is none.
    """
    known = queries("profiles")
    if wanted in known:
        return known[wanted]
    path = Path(wanted)
    if path.suffix == ".rq" and path.is_file():
        return path.read_text(encoding="utf-8-sig")
    raise ExportError.no_profile(wanted, sorted(known), difflib.get_close_matches(wanted, known, n=1))


def format_of(path: Path, name: str = "") -> RdfFormat:
    """Return the format with a name, or else the one for the suffix of a file.

    Raises:
        ExportError: a profile cannot be written in it.
    """
    chosen = FORMATS.get(name) if name else RdfFormat.of_suffix(path.suffix)
    if chosen is None or chosen not in {FORMATS[each] for each in _HOLDING}:
        raise ExportError.not_for_profiles(f"--as {name}" if name else str(path), _HOLDING)
    return chosen


def write(store: Store, path: Path, query: str, rdf_format: RdfFormat, chosen: Chosen) -> None:
    """Write what a query constructs from a graph, sorted, with the prefixes of the query.

    Raises:
        QueryError: it is not a query.
        ExportError: it produces no graph, or the format cannot hold the one it produces.
    """
    answer = (shareable_store(store) if chosen.names_only else store).query(query)
    if not answer.is_graph:
        raise ExportError(
            "the query of a profile must produce a graph: start it with CONSTRUCT, or run it with kg query --file"
        )
    prefixes = {**terms.PREFIXES, **{prefix: iri for prefix, iri in _PREFIX.findall(query) if prefix}}
    pieces = serialize_triples(answer.lines(), rdf_format, prefixes, store.base, folder=path.parent)
    write_text(path, pieces)
