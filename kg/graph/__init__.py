"""Read the graph as things, facts and places, all at once or of some things: for answers, networks and exports."""

from __future__ import annotations

from kg.graph.facts import author_lists, authors_of, batches, facts_of, in_values, pairs, values
from kg.graph.places import Place, mentions, passages, statements
from kg.graph.things import KINDS, in_classes, kind_rank, kinds, labels, notes_by_path, things_with_years
