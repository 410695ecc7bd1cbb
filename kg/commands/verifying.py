"""`kg verify`: whether the notes still say what the graph says they say."""

from __future__ import annotations

import dataclasses
import shlex
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kg.commands import screen
from kg.commands.building import settings_of
from kg.commands.graphs import near, open_graph, vault_of
from kg.publishing.verifying import Broken, Check, State
from kg.publishing.verifying import verify as check_all
from kg.publishing.wording import cut

QUOTE_LENGTH = 70
TRIVIAL = ("is a", "mentions")
"""That a thing is mentioned follows from any other fact about it; said only when there is none."""
LOST = (State.MISSING, State.UNREADABLE)
ROWS = {
    State.SAME: "notes unchanged",
    State.EDITED: "notes changed, every quote still matches",
    State.BROKEN: "notes changed, some quotes do not match",
    State.MISSING: "notes missing",
    State.UNREADABLE: "notes unreadable",
    State.NEW: "notes new",
}


def verify(graph: Path, *, notes: Path | None, as_json: bool) -> int:
    """Print what does not hold any more; end with 1 when anything that has facts does not."""
    with open_graph(graph) as store:
        vault = vault_of(graph, notes)
        checks = list(_told(check_all(store, vault, settings=settings_of(vault, graph)), quiet=as_json))
    if as_json:
        print(screen.as_json(_as_json(checks)))
    else:
        _conclude(checks, f"kg build {shlex.quote(str(notes or near(vault)))} --graph {shlex.quote(str(graph))}")
    return 0 if all(check.holds for check in checks) else 1


def _told(checks: Iterable[Check], *, quiet: bool) -> Iterator[Check]:
    """Print each check as it comes."""
    first = True
    for check in checks:
        if not quiet and check.state is not State.SAME:
            if check.broken and not first:
                print()
            first = False
            for line in _said(check):
                print(line)
        yield check


def _said(check: Check) -> Iterator[str]:
    note = screen.clean(check.note)
    if check.state is State.BROKEN:
        yield screen.bold(f"{note}: {len(check.broken):,} of {check.quotes:,} quotes no longer match", sys.stdout)
        gone = [broken for broken in check.broken if not broken.moved_to]
        for broken in gone:
            yield from _changed(note, broken)
        if moved := [broken for broken in check.broken if broken.moved_to]:
            others = "others have moved" if gone else "have moved"
            far = moved[0]
            yield (
                f"  {len(moved):,} {others} because text before them changed "
                f"(the first: line {far.line} -> {far.moved_to})"
            )
    elif check.state is State.EDITED:
        yield f"{note}: changed, and all {check.quotes:,} quotes still match"
    elif check.state is State.NEW:
        yield f"{note}: new, not in the graph yet"
    else:
        reason = f" ({screen.clean(check.reason)})" if check.reason else ""
        reason = f" (now {screen.clean(check.renamed)})" if check.renamed else reason
        yield f"{note}: {check.state}{reason}; {check.facts:,} facts rest on it"


def _changed(note: str, broken: Broken) -> Iterator[str]:
    place = f"  {note}:{broken.line}"
    yield f"{place}  was: {_quoted(broken.quote)}"
    yield f"{' ' * len(place)}  now: {_quoted(broken.now) if broken.now else '(past the end of the note)'}"
    telling = [fact for fact in broken.facts if fact.words not in TRIVIAL]
    for fact in telling or broken.facts:
        subject, value = (screen.clean(cut(text, limit=QUOTE_LENGTH)) for text in (fact.subject, fact.object))
        yield f"      {subject} - {fact.words} - {value}"


def _quoted(text: str) -> str:
    return f'"{screen.clean(cut(text, limit=QUOTE_LENGTH))}"'


def _conclude(checks: Sequence[Check], again: str) -> None:
    states = Counter(check.state for check in checks)
    broken = [one for check in checks for one in check.broken]
    moved = sum(1 for one in broken if one.moved_to)
    counts = [(ROWS[state], states[state]) for state in State if states[state]]
    counts += [("quotes checked", sum(check.quotes for check in checks if check.state not in LOST))]
    counts += [("quotes that moved", moved)] if moved else []
    counts += [("quotes that are gone", len(broken) - moved)] if len(broken) > moved else []
    facts = sum(check.facts for check in checks)
    counts += [("facts that have lost their evidence", facts)] if facts else []
    if any(state is not State.SAME for state in states):
        print()
    screen.show(("what", "count"), [(name, f"{number:,}") for name, number in counts])
    if states.keys() <= {State.SAME}:
        print("\nEvery quote is where the graph says it is.")
    else:
        print(f"\nTo bring the graph up to date: {screen.clean(again)}")


def _as_json(checks: Sequence[Check]) -> list[dict[str, Any]]:
    return [{**dataclasses.asdict(check), "holds": check.holds} for check in checks]
