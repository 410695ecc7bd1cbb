"""An overview of the strongest topics, papers and people as a JSON Canvas 1.0, which Obsidian opens.

Cards stand in three groups side by side, so that none covers another and lines run between the groups.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple

from kg import terms
from kg.model import Kind
from kg.publishing.networks.graph import Node
from kg.publishing.networks.markup import COLOURS
from kg.publishing.vault.relations import Web

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


def render(web: Web, paths: Mapping[str, str]) -> str:
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
