"""What `kg` says when it is told nothing: what there is, and the next step."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from kg.commands.places import new_graph

_TRY = (
    ("kg find WORDS", "search names, titles and what your notes say"),
    ("kg ask", "ready-made questions, such as: kg ask papers-by-rating --topic RLHF"),
    ("kg show NAME", "everything about one paper, person or method"),
    ("kg map --open", "the map of the graph in a browser"),
    ("kg serve", "a SPARQL endpoint, and a page to query it"),
)


def greet(graph: Path) -> int:
    """Return which graph there is and what to do with it, or how to make one."""
    from kg import origin
    from kg.commands.graphs import near
    from kg.rdf import STORE, check, index, settle

    settle(graph)
    if (graph / STORE).exists():
        check(graph)
    old = index.load(graph)
    if old is None:
        print("kg reads a folder of notes and builds a graph of the papers, people and topics in them.\n")
        print("Build one:     kg build PATH/TO/YOUR/NOTES")
        print("Read more:     kg --help")
        return 0
    things = old.index.things
    counts = ", ".join(f"{things[kind]:,} {words}" for kind, words in _COUNTED if things.get(kind))
    print(f"{graph}: {len(old.index.contents):,} notes" + (f" with {counts}" if counts else ""))
    notes = origin.find(graph)
    if notes is not None:
        again = shlex.join(["kg", "build", str(near(notes))])
        option = "" if graph == new_graph() else f" --graph {shlex.quote(str(graph))}"
        print(f"built from {near(notes)}; to include changes: {again}{option}")
    print()
    width = max(len(command) for command, _ in _TRY)
    for command, told in _TRY:
        print(f"  {command:{width}}  {told}")
    print("\nkg --help lists all commands.")
    return 0


_COUNTED = (("paper", "papers"), ("person", "people"), ("method", "methods"), ("topic", "topics"))


def guess(word: str, commands: Sequence[str]) -> int:
    """Say that there is no such command, and which may be meant."""
    import difflib

    near = difflib.get_close_matches(word, commands, n=2, cutoff=0.6)
    hint = f" Did you mean {' or '.join(f'kg {name}' for name in near)}?" if near else " kg --help lists them."
    print(f"kg: there is no command {word!r}.{hint}", file=sys.stderr)
    return 2
