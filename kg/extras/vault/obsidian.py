"""A vault for Obsidian that holds the graph: a page for each thing, an overview as a canvas, and pages that lead there.

These are one for each kind, a home page, and the list of the notes that all of it is from: lists of links and nothing
else, which a build of the vault takes for what they are, navigation.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple

from kg import terms
from kg.extras.vault import deciding, markdown, pages, relations
from kg.extras.vault.naming import KIND_PAGES, SOURCES, paths
from kg.extras.vault.pages import Vault
from kg.extras.vault.relations import Web
from kg.model import Kind
from kg.publishing.networks.markup import COLOURS
from kg.publishing.networks.reading import Node, PropertyGraph
from kg.resolution.decisions import FILE_NAME as DECISIONS

HOME = "Home"
CANVAS = "Overview.canvas"


def files(graph: PropertyGraph) -> dict[str, bytes]:
    """Return the files of the vault."""
    web = relations.read(graph)
    vault = Vault(web, paths(web.nodes.values()))
    found = {f"{vault.paths[iri]}.md": pages.render(vault, iri) for iri in web.nodes}
    found.update(_indexes(web.nodes.values(), vault.paths))
    found[CANVAS] = draw_canvas(web, vault.paths)
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


WIDTH, HEIGHT = 360, 120
"""Of a card, in pixels: two lines of a title."""
GAP = 40
_BETWEEN = 400
"""Free space between two groups, for lines and what they say."""


class Group(NamedTuple):
    """Cards of one kind, in a grid."""

    kind: Kind
    title: str
    most: int
    columns: int


GROUPS = (
    Group(Kind.TOPIC, "Topics", 12, 1),
    Group(Kind.PAPER, "Papers", 36, 3),
    Group(Kind.PERSON, "People", 12, 1),
)
"""From left to right."""


def draw_canvas(web: Web, paths: Mapping[str, str]) -> str:
    """Write the canvas.

    Args:
        web: the things and their connections.
        paths: of their pages, without suffix.
    """
    ranked = sorted(web.nodes.values(), key=partial(_rank, web))
    chosen = [[node for node in ranked if node.kind == group.kind][: group.most] for group in GROUPS]
    widths = [group.columns * (WIDTH + GAP) + GAP for group in GROUPS]
    lefts = [0, *accumulate(width + _BETWEEN for width in widths)]
    cards: list[dict[str, Any]] = []
    for group, nodes, left in zip(GROUPS, chosen, lefts, strict=False):
        if nodes:
            cards += _group(group, nodes, left, paths)
    shown = {node.iri: place for place, nodes in enumerate(chosen) for node in nodes}
    return json.dumps({"nodes": cards, "edges": _edges(web, shown)}, ensure_ascii=False, indent="\t") + "\n"


def _rank(web: Web, node: Node) -> tuple[float, int, int, str]:
    """Rank the best rated things first, then those in most notes, then those with most ties."""
    rating = next(iter(node.literals.get("rating", ())), 0)
    ties = sum(len(r.edges) for r in web.relations[node.iri] if r.predicate != terms.MENTIONS)
    return -float(rating), -node.notes, -ties, node.iri


def _group(group: Group, nodes: Sequence[Node], left: int, paths: Mapping[str, str]) -> list[dict[str, Any]]:
    rows = -(-len(nodes) // group.columns)
    width, height = group.columns * (WIDTH + GAP) + GAP, rows * (HEIGHT + GAP) + GAP
    frame = {"id": _id(group.title), "type": "group", "label": group.title, "color": COLOURS[group.kind]}
    cards = [{**frame, "x": left, "y": 0, "width": width, "height": height}]
    for place, node in enumerate(nodes):
        row, column = divmod(place, group.columns)
        at = {"x": left + GAP + column * (WIDTH + GAP), "y": GAP + row * (HEIGHT + GAP)}
        card = {"id": _id(node.iri), "type": "file", "file": f"{paths[node.iri]}.md", **at}
        cards.append({**card, "width": WIDTH, "height": HEIGHT, "color": COLOURS[node.kind]})
    return cards


def _edges(web: Web, shown: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the ties between cards; each line leaves on the side where the other card is."""
    found = []
    edges = (edge for iri in sorted(shown) for r in web.relations[iri] if not r.incoming for edge in r.edges)
    for edge in edges:
        if edge.target in shown and edge.predicate != terms.MENTIONS:
            here, there = shown[edge.source], shown[edge.target]
            sides = ("right", "left") if here < there else ("left", "right") if here > there else ("bottom", "top")
            found.append(
                {
                    "id": _id(f"{edge.source} {edge.predicate} {edge.target}"),
                    "fromNode": _id(edge.source),
                    "fromSide": sides[0],
                    "toNode": _id(edge.target),
                    "toSide": sides[1],
                    "label": edge.relation,
                }
            )
    return found


def _id(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
