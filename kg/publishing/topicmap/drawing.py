"""What a map draws: the look of each kind, every thing with its theme and label, and the views over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from kg.analytics.themes import Wishes
from kg.model import Kind
from kg.publishing.topicmap.content import LABEL_LENGTH, Content, called, short
from kg.publishing.topicmap.memory import Memory
from kg.publishing.topicmap.network import Network
from kg.publishing.topicmap.themes import Themes, find_themes
from kg.publishing.topicmap.views import draw_views
from kg.text import cut


@dataclass(frozen=True, slots=True)
class Look:
    """How things of some kinds are drawn, and called in the legend."""

    name: str
    title: str
    kinds: tuple[Kind, ...]
    shape: str
    color: str


LOOKS: tuple[Look, ...] = (
    Look("topic", "Topics", (Kind.TOPIC,), "hexagon", "#E69F00"),
    Look("task", "Tasks", (Kind.TASK,), "triangleDown", "#56B4E9"),
    Look("method", "Methods", (Kind.METHOD,), "diamond", "#009E73"),
    Look("dataset", "Datasets", (Kind.DATASET,), "cylinder", "#00796B"),
    Look("paper", "Papers", (Kind.PAPER,), "square", "#0072B2"),
    Look("work", "Other works", (Kind.WORK,), "frame", "#8DA9C4"),
    Look("person", "People", (Kind.PERSON,), "dot", "#CC79A7"),
    Look("org", "Organisations", (Kind.ORG,), "triangle", "#7F7F7F"),
    Look("venue", "Venues", (Kind.VENUE, Kind.EDITION, Kind.PERIODICAL), "star", "#D55E00"),
    Look("session", "Sessions", (Kind.SESSION,), "bars", "#8C6D31"),
    Look("award", "Awards", (Kind.AWARD,), "ring", "#C9A800"),
    Look("note", "Notes", (Kind.NOTE,), "page", "#4D4D4D"),
)
"""In the order of the legend. Shapes distinguish them, and colours do if they do not stand for themes."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A map as the page takes it; a thing is its place in `iris`."""

    iris: tuple[str, ...]
    themes: Themes
    labels: tuple[str, ...]
    views: tuple[Mapping[str, Any], ...]


def draw(content: Content, before: Memory | None = None, wishes: Wishes | None = None) -> Drawing:
    """Find the themes, place every thing in each view that shows it, and say what is written beside it.

    Args:
        content: what the map shows.
        before: what is remembered of the map before.
        wishes: what the user wants of themes.
    """
    before = before or Memory()
    themes = find_themes(content, before.names, before.part_names, wishes)
    network = Network(content, themes)
    labels = _labels(content.things.values())
    return Drawing(network.iris, themes, labels, draw_views(network, before.regions))


def _labels(things: Collection[Mapping[str, str | float]]) -> tuple[str, ...]:
    """Return what is written beside each thing: short, but not what others are called, too; "" where it is its name."""
    names = [called(thing) for thing in things]
    wanted = [str(thing.get("short") or "") or name for thing, name in zip(things, names, strict=True)]
    papers = [thing["kind"] == Kind.PAPER for thing in things]
    labels = [
        short(name) if paper else cut(name, limit=LABEL_LENGTH) for name, paper in zip(wanted, papers, strict=True)
    ]
    given = Counter(label for _, label in set(zip(wanted, labels, strict=True)))
    chosen = (
        label if given[label] == 1 else cut(name, limit=LABEL_LENGTH)
        for name, label in zip(wanted, labels, strict=True)
    )
    return tuple("" if label == name else label for label, name in zip(chosen, names, strict=True))
