"""Small graphs made by hand, to be asked: notes in which each name and each fact is pointed at."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from rdf_fixture import RUN, Builder, derived_quads, one_block_note, resolve, to_quads

from kg.asking.knowledge import Knowledge
from kg.iris import DEFAULT_BASE
from kg.model import Kind, Mention
from kg.rdf import Store
from kg.text import slug


class Notes:
    """Notes that become a graph; mentions of one kind and name are one thing."""

    def __init__(self) -> None:
        self._builders: list[Builder] = []

    def note(self, path: str, text: str) -> Builder:
        """Write a note; what it names and states is added to what is given back."""
        builder = Builder(one_block_note(path, text, title=path))
        self._builders.append(builder)
        return builder

    def store(self) -> Store:
        """Give the graph, in memory."""
        groups: dict[tuple[Kind, str], tuple[str, list[Mention]]] = {}
        for builder in self._builders:
            for mention in builder.mentions:
                key = mention.text if mention.kind is Kind.NOTE else slug(mention.text)
                groups.setdefault((mention.kind, key), (mention.text, []))[1].append(mention)
        resolution = resolve(groups)
        extractions = [builder.extraction() for builder in self._builders]
        pairs = zip(self._builders, extractions, strict=True)
        quads = (to_quads(b.note, e, resolution, RUN, base=DEFAULT_BASE) for b, e in pairs)
        derived = derived_quads(extractions, resolution, base=DEFAULT_BASE)
        return Store.in_memory(chain(*quads, derived))

    def write(self, folder: Path) -> Path:
        """Write the files of the notes into a folder."""
        for builder in self._builders:
            path = folder / builder.note.id
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(builder.note.text.encode())
        return folder

    def knowledge(self, folder: Path | None = None) -> Knowledge:
        """Give the graph as it is asked; with a folder, the notes are written there and quoted from there."""
        return Knowledge(self.store(), None, self.write(folder) if folder is not None else None)


def iri(kind: str, name: str) -> str:
    """Give the IRI of a thing of such a graph."""
    return f"{DEFAULT_BASE}{kind}/{slug(name)}"


def names(things: Sequence[object]) -> list[str]:
    """Give the names of things."""
    return [getattr(thing, "name") for thing in things]  # noqa: B009 - of any type that has one
