"""A vault for Obsidian that holds the graph: a page for each thing, an index for each kind, an overview as a canvas."""

from __future__ import annotations

from kg.publishing.networks.graph import PropertyGraph
from kg.publishing.vault import canvas, deciding, index, pages, relations
from kg.publishing.vault.naming import paths
from kg.publishing.vault.pages import Vault
from kg.resolution.decisions import FILE_NAME as DECISIONS


def files(graph: PropertyGraph) -> dict[str, bytes]:
    """Return the files of the vault."""
    web = relations.read(graph)
    vault = Vault(web, paths(web.nodes.values()))
    found = {f"{vault.paths[iri]}.md": pages.render(vault, iri) for iri in web.nodes}
    found.update(index.files(web.nodes.values(), vault.paths))
    found[index.CANVAS] = canvas.render(web, vault.paths)
    subjects = (web.nodes[iri] for iri in web.nodes if pages.has_subject(vault, iri))
    found[DECISIONS] = deciding.render(subjects, vault.paths)
    return {path: text.encode() for path, text in found.items()}
