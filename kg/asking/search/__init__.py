"""Full-text search over a graph and the sentences of its notes, in a file of SQLite beside the store."""

from __future__ import annotations

from kg.asking.search.ranking import Answer, Hit, SentenceHit, search

__all__ = ["Answer", "Hit", "SentenceHit", "search"]
