"""`kg verify`: whether the notes still say what the graph says they say."""

from __future__ import annotations

import dataclasses
import shlex
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from kg import origin, rdf, screen
from kg.library.building import settings_of
from kg.library.graphs import near, vault_of
from kg.publishing.verifying import Check, Fate, Finding, Piece, PieceStatus, State
from kg.publishing.verifying import verify as check_all
from kg.rdf import open_store
from kg.text import cut

QUOTE_LENGTH = 70
CONTEXT = 4
"""Words shown before and behind words that changed."""
RUNS = 5
"""Runs of moved quotes shown of a note."""
TRIVIAL = ("is a", "mentions")
"""That a thing is mentioned follows from any other fact about it; said only when there is none."""
LOST = (State.MISSING, State.UNREADABLE)
ROWS = {
    State.SAME: "notes unchanged",
    State.EDITED: "notes changed, every quote still matches",
    State.MOVED: "notes changed, some quotes moved",
    State.BROKEN: "notes changed, some quotes do not match",
    State.RENAMED: "notes renamed",
    State.MISSING: "notes missing",
    State.UNREADABLE: "notes unreadable",
    State.NEW: "notes new",
}
_FATES = {
    Fate.MOVED: "quotes that moved",
    Fate.CHANGED: "quotes that changed",
    Fate.GONE: "quotes that are gone",
}
_MARKS = {PieceStatus.OLD: ("[-", "-]", "31"), PieceStatus.NEW: ("{+", "+}", "32")}


def verify(asked: Namespace) -> int:
    """Print what is no longer true; return 1 if facts have lost their evidence."""
    if asked.files:
        return _verify_files(asked.graph, as_json=asked.json)
    with open_store(asked.graph) as store:
        vault = vault_of(asked.graph, asked.notes)
        checks = list(check_all(store, vault, settings=settings_of(vault, asked.graph, ())))
    again = f"kg build {shlex.quote(str(asked.notes or near(vault)))} --graph {shlex.quote(str(asked.graph))}"
    if asked.json:
        print(screen.as_json(_as_json(checks, again)))
    else:
        for line in _report_lines(checks):
            print(line)
        _conclude(checks, again)
    return 0 if all(check.holds for check in checks) else 1


def _verify_files(graph: Path, *, as_json: bool) -> int:
    """Print whether all files are as they were written, and the store says what they say; return 1 if any is not.

    Raises:
        DamagedError: the graph is damaged.
    """
    beside = dict.fromkeys(rdf.verify(graph, with_store=True), "It is made anew when it is next needed.")
    if damage := origin.damage(graph):
        beside[damage] = "The next build writes it anew."
    number = len(rdf.seal.read(graph / rdf.seal.GRAPH) or ())
    if as_json:
        print(screen.as_json({"holds": not beside, "files": number, "beside": list(beside)}))
    else:
        print(f"All {number:,} files of the graph are as they were written, and the store says what graph.trig says.")
        for damage, repair in beside.items():
            print(f"Beside the graph, {screen.clean(damage)}. {repair}")
    return 1 if beside else 0


def _report_lines(checks: Sequence[Check]) -> Iterator[str]:
    first = True
    for check in checks:
        if check.state is not State.SAME:
            if check.findings and not first:
                yield ""
            first = False
            yield from _check_lines(check)


def _check_lines(check: Check) -> Iterator[str]:
    note = screen.clean(check.note)
    counts = check.counts()
    if check.state in (State.BROKEN, State.MOVED, State.RENAMED, State.MISSING) and check.findings:
        yield screen.bold(f"{note}: {_summary(check, counts)}", sys.stdout)
        if check.state is not State.MISSING:
            for finding in check.findings:
                if finding.fate is not Fate.MOVED:
                    yield from _lost(note, finding)
        if check.state is not State.RENAMED or counts[Fate.MOVED] < len(check.findings):
            yield from _moved(check)
    elif check.state is State.EDITED:
        yield f"{note}: changed, and all {check.quotes:,} quotes still match"
    elif check.state is State.RENAMED:
        yield f"{note}: {_summary(check, counts)}"
    elif check.state is State.NEW:
        yield f"{note}: new, not in the graph yet"
    else:
        reason = f" ({screen.clean(check.reason)})" if check.reason else ""
        yield f"{note}: {check.state}{reason}; {check.facts:,} facts depend on it"


def _summary(check: Check, counts: Counter[Fate]) -> str:
    told = [f"{counts[fate]:,} {fate}" for fate in Fate if counts[fate]]
    if check.state is State.MISSING:
        if not counts[Fate.MOVED]:
            return f"missing; {check.facts:,} facts depend on it"
        return f"missing; of {check.quotes:,} quotes {', '.join(told)}; {check.facts:,} facts have lost their evidence"
    if not check.renamed:
        return f"of {check.quotes:,} quotes {', '.join(told)}"
    name = screen.clean(check.renamed)
    if counts[Fate.MOVED] == len(check.findings):
        return f"renamed to {name}; all {check.quotes:,} quotes are there"
    return f"renamed to {name} and changed; of {check.quotes:,} quotes {', '.join(told)}"


def _lost(note: str, finding: Finding) -> Iterator[str]:
    """Show a quote whose words changed or are gone, and the facts that rest on it."""
    now = screen.clean(finding.note_now)
    is_elsewhere = (finding.line_now and finding.line_now != finding.line) or (now and now != note)
    place = f"line {finding.line_now:,}" if now == note else f"{now}:{finding.line_now}"
    line = f" (now {place})" if is_elsewhere else ""
    shown = " ".join(_marked(finding.difference)) if finding.difference else _quoted(finding.quote)
    yield f"  {note}:{finding.line}  {finding.fate}{line}: {shown}"
    telling = [fact for fact in finding.facts if fact.words not in TRIVIAL]
    for fact in telling or finding.facts:
        subject, value = (screen.clean(cut(text, limit=QUOTE_LENGTH)) for text in (fact.subject, fact.object))
        yield f"      {subject} - {fact.words} - {value}"


def _marked(pieces: Sequence[Piece]) -> Iterator[str]:
    """Write changed words as `git diff --word-diff` does, with some of the words around them."""
    for number, (status, text) in enumerate(pieces):
        if status is PieceStatus.SAME:
            yield _shortened(screen.clean(text), first=number == 0, last=number == len(pieces) - 1)
            continue
        opening, closing, colour = _MARKS[status]
        marked = f"{opening}{screen.clean(cut(text, limit=3 * QUOTE_LENGTH))}{closing}"
        yield f"\x1b[{colour}m{marked}\x1b[0m" if screen.has_style(sys.stdout) else marked


def _shortened(text: str, *, first: bool, last: bool) -> str:
    """Leave out what is far from any change."""
    words = text.split()
    before, behind = (0 if first else CONTEXT), (0 if last else CONTEXT)
    if len(words) <= before + behind + 1:
        return text
    return " ".join([*words[:before], "…", *words[len(words) - behind :]])


def _moved(check: Check) -> Iterator[str]:
    """Return from which lines to which quotes moved: those that moved alike, one behind the other, in one line."""
    moved = [finding for finding in check.findings if finding.fate is Fate.MOVED]
    runs = [list(run) for _, run in groupby(moved, key=lambda one: (one.note_now, one.line_now - one.line))]
    note = screen.clean(check.note)
    for run in sorted(runs, key=lambda run: (-len(run), run[0].start))[:RUNS]:
        lines = run[0].line, max(one.line for one in run)
        now = run[0].line_now, max(one.line_now for one in run)
        there = "" if run[0].note_now == check.note else f"{screen.clean(run[0].note_now)} "
        number = len(run)
        quotes = f"{number:,} quotes" if number > 1 else _quoted(run[0].quote)
        if lines == now and not there:
            yield f"  {note}:{_lines(lines)}  moved within {'their lines' if number > 1 else 'the line'}: {quotes}"
        else:
            yield f"  {note}:{_lines(lines)}  moved to {there}{_lines(now, word='line')}: {quotes}"
    if len(runs) > RUNS:
        rest = sum(len(run) for run in runs) - sum(sorted(map(len, runs))[-RUNS:])
        yield f"  ... and {rest:,} more that moved"


def _lines(lines: tuple[int, int], *, word: str = "") -> str:
    first, last = lines
    written = f"{first}-{last}" if last > first else f"{first}"
    return f"{word}{'s' * (last > first)} {written}" if word else written


def _quoted(text: str) -> str:
    return f'"{screen.clean(cut(text, limit=QUOTE_LENGTH))}"'


def _counted(checks: Sequence[Check]) -> dict[str, int]:
    """Count notes, quotes and facts, in the words in which they are told."""
    states, fates = Counter(check.state for check in checks), Counter[Fate]()
    for check in checks:
        fates += check.counts()
    counts = {ROWS[state]: states[state] for state in State if states[state]}
    counts["quotes checked"] = sum(check.quotes for check in checks if check.state not in LOST)
    counts |= {_FATES[fate]: fates[fate] for fate in Fate if fates[fate]}
    facts = sum(check.facts for check in checks)
    return counts | ({"facts that have lost their evidence": facts} if facts else {})


def _conclude(checks: Sequence[Check], again: str) -> None:
    states = {check.state for check in checks}
    if states - {State.SAME}:
        print()
    screen.show(("what", "count"), [(name, f"{number:,}") for name, number in _counted(checks).items()])
    if states <= {State.SAME}:
        print("\nEvery quote is where the graph says it is.")
        return
    if all(check.holds for check in checks):
        print("\nThe words behind every fact are still in the notes.")
    print(f"\nTo bring the graph up to date, build again: {screen.clean(again)}")


def _as_json(checks: Sequence[Check], again: str) -> dict[str, Any]:
    fates = sum((check.counts() for check in checks), Counter[Fate]())
    return {
        "holds": all(check.holds for check in checks),
        "up_to_date": all(check.state is State.SAME for check in checks),
        "build_again": again,
        "counts": {
            "notes": {str(state): sum(check.state is state for check in checks) for state in State},
            "quotes": {
                "checked": sum(check.quotes for check in checks if check.state not in LOST),
                **{str(fate): fates[fate] for fate in Fate},
            },
            "facts_without_evidence": sum(check.facts for check in checks),
        },
        "notes": [{**dataclasses.asdict(check), "holds": check.holds} for check in checks],
    }
