"""What vocabularies add to the topics of notes: the concept that a topic is, its other labels, and broader topics.

It has a graph of its own, beside that of what else follows from all notes together. The graph depends on all topics:
which topic stands next above another one changes when a topic between them comes or goes. So it is always made whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kg import terms
from kg.iris import mint
from kg.model import Iri
from kg.rdf.derived import activity_of
from kg.rdf.values import Fact, line, node, string
from kg.text import name_key
from kg.vocabularies import Vocabularies, is_field, reached

NAME = "vocabularies"
"""Of the graph, and of the activity that made it."""


def concept_graph(base: str) -> Iri:
    """Return the name of the graph of what vocabularies add."""
    return mint("graph", NAME, base=base)


def concept_lines(
    topics: Mapping[str, Sequence[Sequence[str]]], vocabularies: Vocabularies, *, base: str
) -> dict[Iri, list[str]]:
    """Write what vocabularies add to topics, as lines of N-Triples in its graph.

    Args:
        topics: IRI of a topic -> its names in the notes, and the concepts or fields that it is.
    """
    facts = [
        fact
        for topic, (names, concepts) in sorted(topics.items())
        for fact in _of(topic, names, concepts, vocabularies)
    ]
    above = _broader({topic: concepts for topic, (_, concepts) in topics.items()}, vocabularies)
    facts += [(node(topic), terms.BROADER, node(one)) for topic in sorted(above) for one in sorted(above[topic])]
    graph = concept_graph(base)
    return {graph: [line(fact) for fact in (*activity_of(NAME, node(graph), base=base), *facts)]} if facts else {}


def _of(topic: str, names: Iterable[str], concepts: Iterable[str], vocabularies: Vocabularies) -> Iterator[Fact]:
    """Yield which concepts a topic is, and what else these are called."""
    known = set(map(name_key, names))
    for concept in concepts:
        if is_field(concept):
            continue
        yield node(topic), terms.EXACT_MATCH, node(concept)
        for label in vocabularies.names(concept):
            if name_key(label) not in known:
                known.add(name_key(label))
                yield node(topic), terms.ALT_LABEL, string(label)


def _broader(topics: Mapping[str, Sequence[str]], vocabularies: Vocabularies) -> dict[str, set[str]]:
    """Return the topics next above each topic; where two stand above each other, neither does.

    Args:
        topics: topic -> its concepts.
    """
    being = defaultdict[str, set[str]](set)
    for topic, concepts in topics.items():
        for concept in concepts:
            being[concept].add(topic)
    nearest = {topic: _nearest(topic, concepts, being, vocabularies) for topic, concepts in topics.items()}
    above = {topic: set(reached(topic, nearest)) for topic in {one for some in nearest.values() for one in some}}
    found = {}
    for topic, some in nearest.items():
        up = {one for one in some if topic not in above[one]}
        found[topic] = {one for one in up if not any(one in above[other] for other in up - {one})}
    return found


def _nearest(
    topic: str, concepts: Sequence[str], being: Mapping[str, set[str]], vocabularies: Vocabularies
) -> set[str]:
    """Return the first other topics on each way up from the concepts of a topic."""
    found, seen, left = set[str](), set(concepts), list(concepts)
    while left:
        for above in vocabularies.broader(left.pop()):
            others = being.get(above, set()) - {topic}
            if others:
                found |= others
            elif above not in seen:
                seen.add(above)
                left.append(above)
    return found
