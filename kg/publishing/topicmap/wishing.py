"""What a user wants of themes: how many there are, what they are called, and which are one."""

from __future__ import annotations

from pathlib import Path

from kg import origin, settings
from kg.analytics.themes import Theming, Wishes
from kg.pipeline import read_decisions
from kg.publishing.topicmap.memory import drawn


def wishes(notes: Path | None) -> Wishes:
    """Read what the user wants of the themes of some notes, from `kg.toml` and `decisions.toml` beside them.

    Args:
        notes: where the notes are; None if that is not known.

    Raises:
        SettingsError: a file cannot be read, or is wrong.
    """
    if notes is None:
        return Wishes()
    return Wishes(settings.find(notes).themes, read_decisions(notes).themes())


def theming_of(graph: Path) -> Theming:
    """Return what is known of the themes of a graph: those of its topic map, or else what the user wants."""
    return Theming(drawn(graph).themes, wishes=wishes_of(graph))


def wishes_of(graph: Path) -> Wishes:
    """Read what the user wants of the themes of a graph, whose folder knows where the notes are; see `wishes`."""
    return wishes(origin.find(graph))
