"""What `kg` says when it is told nothing: what there is, and the next step."""

from __future__ import annotations

import shlex
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence

from kg.library.places import new_graph

_TRY = (
    ("kg serve", "read, search and query it in the browser, with the map if it is drawn"),
    ("kg find WORDS", "search names, titles and what your notes say"),
    ("kg ask 'which papers on RLHF did I like'", "ready-made questions; kg ask lists them"),
    ("kg show NAME", "everything about one paper, person or method"),
    ("kg map --open", "the map of the graph in a browser"),
)


def greet(asked: Namespace) -> int:
    """Return which graph there is and what to do with it, or how to make one."""
    from kg import origin
    from kg.library.graphs import near
    from kg.rdf import STORE, check, index, settle

    graph = asked.graph
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


_MEANT: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("search", "grep", "query-text", "look"), ("find",)),
    **dict.fromkeys(("list", "ls", "questions", "papers"), ("ask", "find")),
    **dict.fromkeys(("open", "browse", "view", "explore", "web", "ui", "start", "gui"), ("serve", "map --open")),
    **dict.fromkeys(("graph", "draw", "plot", "visualize", "visualise"), ("map --open",)),
    **dict.fromkeys(("stats", "statistics", "count", "info", "status"), ("analyze things", "report")),
    **dict.fromkeys(("sparql", "sql", "select"), ("query",)),
    **dict.fromkeys(("init", "index", "import", "add", "update", "scan", "ingest"), ("build NOTES",)),
    **dict.fromkeys(("bibtex", "bib", "turtle", "ttl", "rdf", "save", "dump"), ("export",)),
    **dict.fromkeys(("delete", "remove", "rm", "hide"), ("ignore",)),
    **dict.fromkeys(("merge", "join"), ("same",)),
    **dict.fromkeys(("person", "paper", "topic", "get"), ("show", "about")),
}
"""What people call commands elsewhere -> the commands."""


def guess(word: str, commands: Sequence[str]) -> int:
    """Say that there is no such command, and which may be meant."""
    import difflib

    near = _MEANT.get(word.casefold()) or difflib.get_close_matches(word, commands, n=2, cutoff=0.6)
    hint = f" Did you mean {' or '.join(f'kg {name}' for name in near)}?" if near else " kg --help lists them."
    print(f"kg: there is no command {word!r}.{hint}", file=sys.stderr)
    return 2
