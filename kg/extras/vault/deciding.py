"""The decisions of a vault that was written from a graph: of which kind each page's subject is, and what it is called.

kg reads the property `subjects` of a note as a topic. A decision says that it is a method, a person, a task; so a build
of the vault finds the same things, whatever their names look like.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from kg.extraction.venues import read_venue
from kg.model import Kind
from kg.publishing.networks.reading import Node

_HEAD = "# What the pages of this vault are about. Written by kg, for kg build.\n"
_DIVIDING = str.maketrans({"/": "∕", "[": "(", "]": ")", "|": "∣", "\\": "∖", ",": "‚", ";": "﹔"})
_WORDS = re.compile(r"[^\W\d_]{2,}")


def subject(node: Node) -> str:
    """Return the name of a thing for the property of its page: nothing in it divides it, and kg reads it as a topic."""
    name = " ".join(node.name.translate(_DIVIDING).split())
    # What reads as a venue, as a single letter or as a word for a kind of notes is taken for no topic.
    if read_venue(name) is not None:
        return f"{name} (page of this vault)"
    short = sum(map(str.isalpha, name)) < 2 or (node.kind != Kind.TOPIC and len(_WORDS.findall(name)) < 2)
    return f"{name} ({node.kind})" if short else name


def seen(name: str) -> str:
    """Return how kg reads such a name: dashes are spaces in names of topics."""
    return " ".join(re.sub(r"[-_]+", " ", name).split())


def needs_subject(node: Node, *, authored: bool) -> bool:
    """Return whether a page needs the property, because the properties of a literature note do not make it a paper."""
    if node.kind != Kind.PAPER or node.literals.get("identifiers"):
        return node.kind != Kind.PAPER
    keyed = bool(node.literals.get("citation_keys"))
    return not ((node.stated and (keyed or bool(node.literals.get("year")))) or (keyed and authored))


def render(nodes: Iterable[Node], paths: Mapping[str, str]) -> str:
    """Write the decisions of things whose pages have a subject.

    Args:
        nodes: the things, in the order of their pages.
        paths: of their pages, without suffix.
    """
    rows = (row for node in nodes for row in _of(node, f"{paths[node.iri]}.md"))
    return "\n".join([_HEAD, *rows])


def _of(node: Node, page: str) -> Iterator[str]:
    name = seen(subject(node))
    if node.kind != Kind.TOPIC:
        yield f"[[kind]]\nthing = {_toml(f'topic: {name} @ {page}')}\nkind = {_toml(node.kind)}\n"
    if name != " ".join(node.name.split()):
        yield f"[[rename]]\nthing = {_toml(f'{node.kind}: {name} @ {page}')}\nname = {_toml(node.name)}\n"


def _toml(text: str) -> str:
    """Write a basic string of TOML, whose escapes are those of JSON, and which holds no controls."""
    return re.sub("[\x7f-\x9f]", lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))
