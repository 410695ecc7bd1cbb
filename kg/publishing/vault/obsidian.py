"""A vault for Obsidian that holds the graph: a page for each thing, an overview as a canvas, and pages that lead there.

These are one for each kind, a home page, and the list of the notes that all of it is from: lists of links and nothing
else, which a build of the vault takes for what they are, navigation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from kg.model import Kind
from kg.publishing.networks.graph import Node, PropertyGraph
from kg.publishing.vault import canvas, deciding, markdown, pages, relations
from kg.publishing.vault.naming import KIND_PAGES, SOURCES, paths
from kg.publishing.vault.pages import Vault
from kg.resolution.decisions import FILE_NAME as DECISIONS

HOME = "Home"
CANVAS = "Overview.canvas"


def files(graph: PropertyGraph) -> dict[str, bytes]:
    """Return the files of the vault."""
    web = relations.read(graph)
    vault = Vault(web, paths(web.nodes.values()))
    found = {f"{vault.paths[iri]}.md": pages.render(vault, iri) for iri in web.nodes}
    found.update(_indexes(web.nodes.values(), vault.paths))
    found[CANVAS] = canvas.render(web, vault.paths)
    subjects = (web.nodes[iri] for iri in web.nodes if pages.has_subject(vault, iri))
    found[DECISIONS] = deciding.render(subjects, vault.paths)
    return {path: text.encode() for path, text in found.items()}


def _indexes(nodes: Iterable[Node], paths: Mapping[str, str]) -> dict[str, str]:
    """Return the index pages: path -> text."""
    by_kind: dict[str, list[Node]] = {kind: [] for kind in KIND_PAGES}
    for node in nodes:
        by_kind[node.kind].append(node)
    shown = {kind: found for kind, found in by_kind.items() if found}
    pages = {f"{KIND_PAGES[kind].title}.md": _of_kind(found, paths) for kind, found in shown.items()}
    counted = [
        (f"{KIND_PAGES[kind].title} ({len(found):,})", f"{KIND_PAGES[kind].title}.md") for kind, found in shown.items()
    ]
    pages[f"{HOME}.md"] = _page([*counted, ("Overview", CANVAS), (SOURCES, f"{SOURCES}.md")])
    pages[f"{SOURCES}.md"] = _sources(node for found in shown.values() for node in found)
    return pages


def _of_kind(nodes: Iterable[Node], paths: Mapping[str, str]) -> str:
    ordered = sorted(nodes, key=lambda node: (node.name.casefold(), node.iri))
    return _page([*((_title(node), f"{paths[node.iri]}.md") for node in ordered), (HOME, f"{HOME}.md")])


def _title(node: Node) -> str:
    """Return the name of a thing, with the year of a paper, or in how many notes any other is named."""
    behind = next(iter(node.literals.get("year", ())), "") if node.kind == Kind.PAPER else node.notes
    return f"{node.name} ({behind})" if behind else node.name


def _page(links: Iterable[tuple[str, str]]) -> str:
    rows = (f"- [{markdown.text(name)}](<{path}>)" for name, path in links)
    return "\n".join([markdown.front_matter({"kind": "moc"}), "# Contents\n", *rows, ""])


def _sources(nodes: Iterable[Node]) -> str:
    """List the notes in a block of code, where a build looks for no names, with how much each tells."""
    told: Counter[str] = Counter(note for node in nodes for note in {place.note for place in node.mentioned})
    return "\n".join([markdown.front_matter({"kind": "moc"}), "```text", *_rows(told), "```", ""])


def _rows(told: Mapping[str, int]) -> Iterator[str]:
    width = max((len(f"{count:,}") for count in told.values()), default=1)
    yield f"{'things':>{max(width, 6)}}  note"
    for note in sorted(told):
        yield f"{told[note]:>{max(width, 6)},}  {markdown.code(note)}"
