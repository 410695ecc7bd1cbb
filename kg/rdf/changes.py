"""Give graphs of a store other triples, in one step, touching no more than what differs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pyoxigraph as ox

from kg.model import Iri


def put(store: ox.Store, graphs: Mapping[Iri, set[str]]) -> None:
    """Let graphs hold these triples and no others; a graph of none is gone.

    All is one update, which Oxigraph runs as one transaction. The default graph follows: a triple comes into it with
    the first graph that states it, and leaves it when no graph does any more.

    Args:
        store: to change.
        graphs: IRI of a graph -> lines of N-Triples, without their ends.
    """
    gone: dict[Iri, set[str]] = {}
    new: dict[Iri, set[str]] = {}
    for graph, lines in graphs.items():
        old = _lines(store, graph)
        gone[graph], new[graph] = old - lines, lines - old
    orphans = [line for line in sorted(set().union(*gone.values())) if not _stated(store, line, graphs)]
    steps = [_block("DELETE DATA", [*orphans, *_named(gone)])] if any(gone.values()) else []
    if any(new.values()):
        steps.append(_block("INSERT DATA", [*sorted(set().union(*new.values())), *_named(new)]))
    if steps:
        store.update(" ;\n".join(steps))
    for graph in sorted(graphs):
        if not graphs[graph]:
            store.remove_graph(ox.NamedNode(graph))


def _lines(store: ox.Store, graph: str) -> set[str]:
    dumped = store.dump(format=ox.RdfFormat.N_TRIPLES, from_graph=ox.NamedNode(graph)) or b""
    return set(dumped.decode().split("\n")) - {""}


def _stated(store: ox.Store, line: str, graphs: Mapping[Iri, set[str]]) -> bool:
    """Say whether a graph states a triple after the change."""
    if any(line in lines for lines in graphs.values()):
        return True
    triple = next(iter(ox.parse(line, ox.RdfFormat.N_TRIPLES)))
    found = store.quads_for_pattern(triple.subject, triple.predicate, triple.object)
    return any(isinstance(q.graph_name, ox.NamedNode) and q.graph_name.value not in graphs for q in found)


def _named(graphs: Mapping[Iri, set[str]]) -> Iterable[str]:
    return [_block(f"GRAPH <{graph}>", sorted(lines)) for graph, lines in sorted(graphs.items()) if lines]


def _block(head: str, lines: Iterable[str]) -> str:
    return "\n".join([f"{head} {{", *lines, "}"])
