"""The graph for Obsidian: as a vault of its own, and as pages in the vault of the user."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kg.publishing.files import Chosen
    from kg.rdf import Store

__all__ = ["write_backlinks", "write_obsidian"]


def write_obsidian(store: Store, path: Path, chosen: Chosen) -> None:
    """Write a graph as a vault."""
    from kg.publishing.files import write_folder
    from kg.publishing.networks import reading
    from kg.publishing.vault import obsidian

    write_folder(path, obsidian.files(reading.read(store, names_only=chosen.names_only)))


def write_backlinks(store: Store, path: Path, chosen: Chosen) -> None:
    """Write pages on the things of a graph into the vault that it was built from.

    Raises:
        ExportError: it is another folder, or has files in the way that kg did not write.
    """
    from kg import settings
    from kg.publishing.files import write_folder
    from kg.publishing.networks import reading
    from kg.publishing.vault import backlinks

    graph = reading.read(store, names_only=chosen.names_only)
    pages = backlinks.files(graph, path, least=settings.find(path).backlinks_from)
    write_folder(path / backlinks.FOLDER, pages)
