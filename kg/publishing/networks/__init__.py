"""The graph as a network of things: files for Gephi, spreadsheets, data frames and Neo4j."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kg.publishing.files import Chosen
    from kg.rdf import Store

__all__ = ["write_csv", "write_cypher", "write_gexf", "write_graphml", "write_neo4j", "write_parquet"]


def write_graphml(store: Store, path: Path, chosen: Chosen) -> None:
    """Write the things of a graph as GraphML."""
    from kg.publishing.networks import graphml, reading
    from kg.writing import write_text

    write_text(path, graphml.render(reading.read(store, names_only=chosen.names_only)))


def write_gexf(store: Store, path: Path, chosen: Chosen) -> None:
    """Write the things of a graph as GEXF, for Gephi."""
    from kg.publishing.networks import gexf, reading
    from kg.writing import write_text

    write_text(path, gexf.render(reading.read(store, names_only=chosen.names_only)))


def write_cypher(store: Store, path: Path, chosen: Chosen) -> None:
    """Write a graph as statements of Cypher."""
    from kg.publishing.networks import cypher, reading
    from kg.writing import write_text

    write_text(path, cypher.render(reading.read(store, names_only=chosen.names_only)))


def write_csv(store: Store, path: Path, chosen: Chosen) -> None:
    """Write a folder of tables for spreadsheets."""
    from kg.publishing.files import write_folder
    from kg.publishing.networks import reading, sheets

    write_folder(path, sheets.files(reading.read(store, names_only=chosen.names_only)))


def write_parquet(store: Store, path: Path, chosen: Chosen) -> None:
    """Write a folder of Parquet tables.

    Raises:
        ExportError: pyarrow is not installed.
    """
    from kg.publishing.files import write_folder
    from kg.publishing.networks import parquet, reading

    write_folder(path, parquet.files(reading.read(store, names_only=chosen.names_only)))


def write_neo4j(store: Store, path: Path, chosen: Chosen) -> None:
    """Write a folder of files for the import tool of Neo4j."""
    from kg.publishing.files import write_folder
    from kg.publishing.networks import neo4j, reading

    write_folder(path, neo4j.files(reading.read(store, names_only=chosen.names_only)))
