"""What a map draws: every thing with its theme and label, and the views over them."""

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
class Drawing:
    """A map as the page takes it; a thing is its place in `iris`."""

    iris: tuple[str, ...]
    themes: Themes
    labels: tuple[str, ...]
    views: tuple[Mapping[str, Any], ...]


def draw(content: Content, before: Memory | None = None, wishes: Wishes | None = None) -> Drawing:
    """Find the themes, place every thing in each view that shows it, and say what is written beside it.

    Args:
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
