"""A drawing as one HTML file that makes no network requests and runs only its own two scripts.

pyvis fills the template and brings vis-network, which draws; its own template is not used, because it loads scripts
from a CDN and turns titles into HTML. Text from notes reaches the page only as JSON, and the script of the page puts
it there only as text. What the first picture needs comes before the scripts, and facts with their quotes after them, in
pieces that are parsed when they are first needed.
"""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import os
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import pyvis
from pyvis.network import Network

from kg.analytics import Outlook
from kg.asking.wording import kind_word, local_name, rank_of, words
from kg.graph import Place
from kg.model import Kind
from kg.publishing.networks.reading import LOOKS
from kg.publishing.topicmap.content import Content, called
from kg.publishing.topicmap.drawing import Drawing

_STATE = 12
"""Length of a state: enough that two are never equal by chance."""
GAPS = 40
"""Most gaps that are listed."""
NOTHING = Outlook((), {})
CHUNK = 250
"""Number of things whose facts are in one piece."""
VIS = "templates/lib/vis-9.1.2/vis-network.min.js"
SCRIPTS = [
    f"{name}.js"
    for name in (
        "elements data state filters search sentences paths scenes tints painting names cards bands "
        "svg map keyboard facts lists between table side start"
    ).split()
]
"""The parts of the script of the page, in the order in which they need each other."""
OPTIONS = {
    "autoResize": True,
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False},
    "interaction": {
        "hover": False,
        "dragNodes": False,
        "selectConnectedEdges": False,
        "keyboard": {"enabled": False},
    },
    "nodes": {"shape": "custom"},
    "edges": {"smooth": False, "chosen": False},
}


def render(
    content: Content,
    drawing: Drawing,
    said: Mapping[Place, str],
    *,
    outlook: Outlook = NOTHING,
    about: Mapping[str, Any],
) -> str:
    """Write the page as text.

    Args:
        drawing: where and how.
        said: sentences around places.
        outlook: the gaps between the themes, and cautions.
        about: what the notes are called, and how the page opens them.
    """
    network = Network(height="100%", width="100%", directed=True, cdn_resources="in_line")
    network.set_options(json.dumps(OPTIONS))
    network.set_template_dir(str(_file("page.html").parent), "page.html")
    vis = _script((Path(pyvis.__file__).parent / VIS).read_text(encoding="utf-8"))
    page = _script("\n".join(_file(name).read_text(encoding="utf-8") for name in SCRIPTS))
    network.templateEnv.globals.update(
        title=_title(content, str(about["title"])),
        core={**_core(content, drawing), **_outlook(drawing, outlook), **about},
        chunks=_chunks(content, drawing, said),
        style=_file("page.css").read_text(encoding="utf-8"),
        vis=vis,
        script=page,
        hashes=[_hash(vis), _hash(page)],
    )
    network.templateEnv.autoescape = True
    return str(network.generate_html())


def _title(content: Content, name: str) -> str:
    """Return the title of the page: what the notes are called, and how many notes and papers there are."""
    kinds = Counter(str(thing["kind"]) for thing in content.things.values())
    counts = [f"{count:,} {kind_word(kind, count)}" for kind in (Kind.NOTE, Kind.PAPER) if (count := kinds[kind])]
    return ": ".join(filter(None, (name, ", ".join(counts))))


def state_of(content: Content) -> str:
    """Return the state of the graph that a map shows: equal for equal content."""
    written = json.dumps([content.things, content.facts], default=dataclasses.astuple, sort_keys=True)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:_STATE]


def _core(content: Content, drawing: Drawing) -> dict[str, Any]:
    """Return what pictures, search and filters need: a column for each property of things and links."""
    number = {iri: place for place, iri in enumerate(drawing.iris)}
    base = _common(drawing.iris)
    home = drawing.themes.of
    part = drawing.themes.part_of
    predicates = _predicates(content)
    linked = [fact for fact in content.facts if fact.linked and fact.subject != fact.object]
    surest: dict[str, float] = defaultdict(float)
    for fact in content.facts:
        for place in fact.places:
            surest[fact.subject] = max(surest[fact.subject], place.confidence)
    values = content.things.values()
    return {
        "looks": [look._asdict() for look in LOOKS],
        "words": [words(predicate) for predicate in predicates],
        "local": [local_name(predicate) for predicate in predicates],
        "base": base,
        "piece": CHUNK,
        "themes": list(drawing.themes.names),
        "parts": [one.name for one in drawing.themes.parts],
        "part": [part.get(iri, -1) for iri in drawing.iris],
        "mute": [number[iri] for iri in drawing.iris if iri in drawing.themes.mute],
        "loose": [number[iri] for iri in drawing.themes.loose],
        "views": list(drawing.views),
        "names": [called(thing) for thing in values],
        "labels": list(drawing.labels),
        "kinds": [thing["kind"] for thing in values],
        "years": [thing.get("year", 0) for thing in values],
        "ratings": [thing.get("rating", 0) for thing in values],
        **{name: _sparse(content, name) for name in ("share", "stars", "reading", "remark")},
        "keys": [thing.get("key") or thing.get("path") or "" for thing in values],
        "iris": [iri.removeprefix(base) for iri in drawing.iris],
        "home": [home.get(iri, -1) for iri in drawing.iris],
        "weights": [drawing.themes.weights[iri] for iri in drawing.iris],
        "noted": [[number[note] for note in content.noted.get(iri, ()) if note in number] for iri in drawing.iris],
        "sure": [surest.get(iri, 1) for iri in drawing.iris],
        "from": [number[fact.subject] for fact in linked],
        "to": [number[fact.object] for fact in linked],
        "by": [predicates[fact.predicate] for fact in linked],
        "trust": [max((place.confidence for place in fact.places), default=1) for fact in linked],
    }


def _outlook(drawing: Drawing, outlook: Outlook) -> dict[str, Any]:
    """Return the gaps as rows: the numbers of both themes, links, expected links, and the numbers of papers."""
    number = {iri: place for place, iri in enumerate(drawing.iris)}
    rows = (
        [gap.first, gap.second, gap.links, gap.expected, [number[paper] for paper in gap.papers if paper in number]]
        for gap in outlook.gaps[:GAPS]
    )
    return {"gaps": list(rows), "cautions": dict(outlook.cautions)}


def _sparse(content: Content, name: str) -> dict[int, str | float]:
    """Return a property that few things have: the number of each that has it -> its value."""
    return {number: thing[name] for number, thing in enumerate(content.things.values()) if name in thing}


def _chunks(content: Content, drawing: Drawing, said: Mapping[Place, str]) -> list[dict[str, Any]]:
    """Return the facts of each piece of the things: predicate, object and places, which are written once in a piece."""
    number = {iri: place for place, iri in enumerate(drawing.iris)}
    predicates = _predicates(content)
    facts: list[list[list[Any]]] = [[] for _ in range(-(-len(number) // CHUNK))]
    places: list[dict[Place, int]] = [{} for _ in facts]
    for fact in content.facts:
        piece = number[fact.subject] // CHUNK
        here = [places[piece].setdefault(place, len(places[piece])) for place in fact.places]
        target = number[fact.object] if fact.linked else fact.object
        facts[piece].append([number[fact.subject], predicates[fact.predicate], target, here, fact.more])
    return [
        {"facts": told, "places": [[*dataclasses.astuple(place), said.get(place, "")] for place in where]}
        for told, where in zip(facts, places, strict=True)
    ]


def _predicates(content: Content) -> dict[str, int]:
    ordered = sorted({fact.predicate for fact in content.facts}, key=lambda p: (rank_of(p), p))
    return {predicate: place for place, predicate in enumerate(ordered)}


def _common(iris: Sequence[str]) -> str:
    """Return the beginning that all IRIs share, up to a slash."""
    return "".join(os.path.commonprefix(iris).rpartition("/")[:2])  # noqa: RUF071 - it is cut at a slash


def _file(name: str) -> Path:
    return Path(str(resources.files(__package__) / "page" / name))


def _script(text: str) -> str:
    """Return a script as a browser reads it, with the same line ends, so that the hash is that of what it runs."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "</script" in text.lower() or "<!--" in text:
        raise ValueError("the script contains </script or <!-- and cannot be embedded in a page")
    return text


def _hash(script: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
