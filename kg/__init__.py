"""kg builds a knowledge graph from a researcher's own notes: `kg build NOTES`, then ask it in SPARQL."""

__version__ = "0.1.0"
