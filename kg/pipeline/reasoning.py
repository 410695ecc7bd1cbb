"""Why the mentions of a thing are one: told by what identity rests on, which lies beside the graph."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from kg import iris
from kg.model import Mention
from kg.pipeline.ledger import FILE_NAME, Ledger, UnfitLedgerError
from kg.resolution.clustering import GROUPS, Group
from kg.resolution.components import Key
from kg.resolution.merge import Match, Verdict


@dataclass(frozen=True, slots=True)
class Reasons:
    """What joined the mentions of a thing."""

    mentions: tuple[Mention, ...]
    matches: tuple[Match, ...]
    """The surest of each reason first; none when nothing had to join them."""
    doubts: tuple[Match, ...]
    """What may be the same thing, too, and was not joined."""


def reasons(graph: Path, iri: str, *, base: str) -> Reasons | None:
    """Return why the mentions of a thing are one.

    Args:
        graph: the folder of the graph.
        iri: of the thing.
        base: where IRIs begin.

    Returns:
        None if they are not stored: the user made a decision that affects the thing, or another kg built the graph.
    """
    path = graph / FILE_NAME
    if not path.is_file():
        return None
    with closing(Ledger.open(path)) as ledger:
        try:
            return next((found for group in GROUPS if (found := _of_group(ledger, group, iri, base)) is not None), None)
        except (UnfitLedgerError, sqlite3.Error):
            return None


def _of_group(ledger: Ledger, group: Group, iri: str, base: str) -> Reasons | None:
    path, _, key = iri.removeprefix(base).partition("/")
    for number in sorted(ledger.having(group, [Key(f"thing {path} {unquote(key)}")])):
        component = ledger.load(group, number)
        thing = next((t for t in component.things if iris.mint(t.kind, t.key, base=base) == iri), None)
        if thing is None:
            continue
        own = set(thing.mentions)
        _, matches = group.cluster(component.said)
        joined = (m for m in matches if m.verdict is Verdict.SAME and own.issuperset((m.one, m.other)))
        doubted = (m for m in matches if m.verdict is Verdict.DOUBTFUL and not own.isdisjoint((m.one, m.other)))
        return Reasons(
            thing.mentions,
            *(tuple(sorted(set(some), key=lambda one: (one.reason, -one.score, one))) for some in (joined, doubted)),
        )
    return None
