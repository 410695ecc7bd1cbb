"""Pages as answers, from templates and the graph."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial

from kg.asking.knowledge import Knowledge
from kg.exploring import addresses
from kg.exploring.rendering import render
from kg.rdf import Answer

HTML, JSON = "text/html", "application/json"


def written(template: str, knowledge: Knowledge, given: Mapping[str, str], **told: object) -> Answer:
    """Write a page of the explorer.

    Args:
        template: its name.
        knowledge: the graph.
        given: what the server says of every page, and what was asked.
        told: what the page tells.
    """
    frame = {"state": given.get("state", ""), "decides": bool(given.get("decides"))}
    href = partial(addresses.thing, base=knowledge.store.base)
    return Answer(render(template, href=href, **(frame | told)).encode("utf-8", "replace"), HTML)


def as_json(value: object) -> Answer:
    """Write an answer to a script."""
    return Answer(json.dumps(value).encode(), JSON)
