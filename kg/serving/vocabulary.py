"""The words that an editor completes: terms of the ontology, and names in the graph."""

from __future__ import annotations

import json
from typing import Any

from kg import terms
from kg.rdf import Question, string, vocabulary
from kg.serving.pages import Ask

MOST = 20


def words() -> dict[str, Any]:
    """Return the prefixes and the terms of the ontology."""
    return {
        "prefixes": terms.PREFIXES,
        "terms": [{"name": term.name, "label": term.label, "comment": term.comment} for term in vocabulary()],
    }


async def names(ask: Ask, starts: str) -> list[str]:
    """Return names in the graph that begin so, whatever the case, the shortest first.

    Raises:
        KgError: as whoever asks says.
    """
    begin = string(starts.lower())
    answer = await ask(
        Question(
            f"SELECT DISTINCT ?name {{ ?thing schema:name|skos:prefLabel|schema:alternateName|skos:altLabel ?name "
            f"FILTER(STRSTARTS(LCASE(?name), {begin})) }} ORDER BY STRLEN(?name) ?name LIMIT {MOST}"
        )
    )
    found = json.loads(answer.content)["results"]["bindings"] if answer else []
    return [row["name"]["value"] for row in found]
