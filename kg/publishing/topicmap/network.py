"""The numbered things of a map with their links: what views, ties and layouts are made of."""

from __future__ import annotations

from kg.model import Kind
from kg.publishing.topicmap.content import Content, called
from kg.publishing.topicmap.themes import Themes


class Network:
    """The numbered things of a map with their links, from which all views are drawn."""

    def __init__(self, content: Content, themes: Themes) -> None:
        self.iris = tuple(content.things)
        self.called = [called(thing) for thing in content.things.values()]
        self.kinds = [str(thing["kind"]) for thing in content.things.values()]
        self.years = [int(thing.get("year", 0)) for thing in content.things.values()]
        self.weights = [themes.weights[iri] for iri in self.iris]
        number = {iri: place for place, iri in enumerate(self.iris)}
        home = themes.of
        self.themes = [home.get(iri, -1) for iri in self.iris]
        part = themes.part_of
        self.parts = [part.get(iri, -1) for iri in self.iris]
        self.names = themes.names
        self.mute = [iri in themes.mute for iri in self.iris]
        self.near: list[dict[int, None]] = [{} for _ in self.iris]
        self.links: list[tuple[int, int]] = []
        said = ((number[s], number[o]) for s, _, o in content.links() if s != o)
        noted = ((number[note], number[iri]) for iri, notes in content.noted.items() if iri in number for note in notes)
        for linked, is_fact in ((said, True), (noted, False)):
            for a, b in linked:
                if is_fact and b not in self.near[a]:
                    self.links.append((a, b))
                self.near[a][b] = self.near[b][a] = None

    def since(self, thing: int) -> int:
        """Return the year of a thing: its own, or else that of its first paper; 0 if there is none."""
        years = [self.years[other] for other in self.near[thing] if self.kinds[other] == Kind.PAPER]
        return self.years[thing] or min(filter(None, years), default=0)

    def notes_of(self, thing: int) -> list[int]:
        """Return the notes that mention a thing."""
        return [other for other in self.near[thing] if self.kinds[other] == Kind.NOTE]
