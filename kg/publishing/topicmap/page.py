"""A drawing as one HTML file that asks no host for anything and runs no script but its own two.

pyvis fills the template; its own template is not used, because it loads scripts from a CDN and turns titles into
HTML. Text from notes reaches the page only as JSON, and the script of the page puts it there only as text.
"""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
from importlib import resources
from pathlib import Path
from typing import Any

import pyvis
from pyvis.network import Network

from kg.asking.wording import WORDS, words
from kg.publishing.topicmap.content import Content
from kg.publishing.topicmap.drawing import LOOKS, Drawing

_STATE = 12
"""Letters and digits of a state: enough that two are never alike by chance."""
VIS = "templates/lib/vis-9.1.2/vis-network.min.js"
OPTIONS = {
    "autoResize": True,
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False},
    "interaction": {"hover": True, "tooltipDelay": 200, "keyboard": {"enabled": True, "bindToWindow": False}},
    "nodes": {"borderWidth": 1, "borderWidthSelected": 3},
    "edges": {"smooth": False, "width": 1},
}


def render(content: Content, drawing: Drawing, *, title: str, state: str) -> str:
    """Write the page as text."""
    network = Network(height="100%", width="100%", directed=True, cdn_resources="in_line")
    network.nodes, network.edges = drawing.nodes, drawing.edges
    network.set_options(json.dumps(OPTIONS))
    network.set_template_dir(str(_file("page.html").parent), "page.html")
    vis = _script(Path(pyvis.__file__).parent / VIS)
    page = _script(_file("page.js"))
    network.templateEnv.globals.update(
        title=title,
        map=_tables(content, drawing),
        style=_file("page.css").read_text(encoding="utf-8"),
        vis=vis,
        script=page,
        hashes=[_hash(vis), _hash(page)],
        state=state,
    )
    network.templateEnv.autoescape = True
    return str(network.generate_html())


def state_of(content: Content) -> str:
    """Give what tells the state of a graph that a map shows from others: equal for equal content."""
    written = json.dumps([content.things, content.facts], default=dataclasses.astuple, sort_keys=True)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:_STATE]


def _tables(content: Content, drawing: Drawing) -> dict[str, Any]:
    """Give what the panel, the search and the filters need, with repeated text written once."""
    number = {iri: place for place, iri in enumerate(drawing.iris)}
    predicates = sorted({fact.predicate for fact in content.facts}, key=_order)
    places = sorted(
        {place for fact in content.facts for place in fact.places},
        key=lambda p: (p.path, p.line, p.quote, p.rule, p.confidence, p.qualifier),
    )
    place_number = {place: n for n, place in enumerate(places)}
    predicate_number = {predicate: n for n, predicate in enumerate(predicates)}
    return {
        "kinds": [{"name": look.name, "title": look.title, "shape": look.shape, "color": look.color} for look in LOOKS],
        "shown": list(drawing.shown),
        "things": [
            [thing["name"], thing["kind"], thing.get("year", 0), thing.get("rating", 0), thing.get("key", ""), iri]
            for iri, thing in content.things.items()
        ],
        "predicates": [words(predicate) for predicate in predicates],
        "facts": [
            [
                number[fact.subject],
                predicate_number[fact.predicate],
                number[fact.object] if fact.linked else fact.object,
                [place_number[place] for place in fact.places],
                fact.more,
            ]
            for fact in content.facts
        ],
        "places": [[p.path, p.line, p.quote, p.rule, p.confidence, p.qualifier] for p in places],
    }


def _order(predicate: str) -> tuple[int, str]:
    local = predicate.replace("#", "/").rpartition("/")[2]
    return (_ORDER.get(local, len(_ORDER)), predicate)


def _file(name: str) -> Path:
    return Path(str(resources.files(__package__) / name))


def _script(path: Path) -> str:
    """Read a script as a browser does, with the same line ends, so that the hash is that of what it runs."""
    text = path.read_text(encoding="utf-8").replace("\r\n", "\n").replace("\r", "\n")
    if "</script" in text.lower() or "<!--" in text:
        raise ValueError(f"{path} cannot stand in a page as it is")
    return text


def _hash(script: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")


_ORDER = {name: place for place, name in enumerate(WORDS)}
