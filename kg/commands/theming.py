"""`kg theme`: what the themes of the topic map are called, and which of them are one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from kg import analytics, origin, screen
from kg.analytics.tables import Cell
from kg.commands.deciding import Asked, record_decision
from kg.errors import UsageError
from kg.library.graphs import graph_option, open_graph, redraw
from kg.publishing.topicmap.wishing import theming_of, wishes
from kg.resolution.decisions import Decision, DecisionType, plain


def theme(names: Sequence[str], name: str, *, asked: Asked) -> int:
    """Record what themes are to be called, and draw the map again if there is one; without names, list the themes.

    Raises:
        UsageError: no new name is given, or one without themes.
    """
    known = _themes(asked)
    if not names:
        if name:
            raise UsageError(f"which theme is to be called {name!r}? Name it: kg theme 'ITS NAME NOW' --name {name!r}")
        screen.show(("theme", "papers"), list(known.items()))
        return 0
    if not plain(name):
        raise UsageError(f"what is {names[0]!r} to be called? Say it: kg theme {names[0]!r} --name 'NEW NAME'")
    unknown = [one for one in names if plain(one) not in known]
    if unknown:
        near = get_close_matches(plain(unknown[0]), known, n=1)
        hint = f"Did you mean {near[0]!r}?" if near else f"List them: kg theme{graph_option(asked.graph)}"
        print(screen.clean(f"kg: there is no theme {unknown[0]!r}. {hint}"), file=sys.stderr)
        return 1
    decided = Decision(DecisionType.THEME, value=plain(name), themes=tuple(dict.fromkeys(map(plain, names))))
    vault = record_decision(decided, asked)
    if vault is None:
        return 1
    print(redraw(asked.graph, vault))
    return 0


def _themes(asked: Asked) -> dict[str, Cell]:
    """Return the number of papers of each theme, the largest first."""
    notes = asked.notes or origin.find(asked.graph)
    theming = replace(theming_of(asked.graph), wishes=wishes(notes))
    with open_graph(asked.graph) as store:
        (found,) = analytics.analyze(store, only=["topic-communities"], theming=theming)
    named, papers = (found.table.columns.index(one) for one in ("name", "papers"))
    return {str(row[named]): row[papers] for row in found.table.rows}
