"""`kg diff`: what two graphs differ in, thing by thing."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kg import screen, terms
from kg.asking.wording import words
from kg.errors import UsageError
from kg.graph import Place
from kg.library.graphs import open_any
from kg.publishing.comparing import Change, Difference, Move, compare
from kg.rdf import RdfFormat
from kg.text import cut

LENGTH = 70
SHOWN = 3
"""Places shown of mentions that moved."""


def diff(asked: Namespace) -> int:
    """Print what differs; return 0 if nothing does, 1 otherwise."""
    old, new = asked.old, asked.new or asked.graph
    with ExitStack() as stack:
        first, last = (stack.enter_context(open_any(path)) for path in (old, new))
        for path in (old, new):
            if asked.evidence and path.is_file() and not RdfFormat.of(path).has_graphs:
                raise UsageError(f"{path} has no evidence. Drop --evidence, or compare .trig files")
        found = compare(first, last, evidence=asked.evidence)
    if asked.json:
        print(screen.as_json(_as_json(found)))
    else:
        for line in _as_text(found, old, new):
            print(line)
    return 0 if found.equal else 1


def _as_text(found: Difference, old: Path, new: Path) -> Iterator[str]:
    yield from _runs(found)
    if found.equal:
        yield "The notes, things and facts are the same."
        return
    yield screen.bold(f"--- {screen.clean(str(old))}", sys.stdout)
    yield screen.bold(f"+++ {screen.clean(str(new))}", sys.stdout)
    told = {change.name for change in found.notes}
    yield from (f"~ note {screen.clean(note)}, its text differs" for note in found.rewritten if note not in told)
    yield from _identity(found)
    for change in (*found.notes, *found.things):
        yield from _changed(change, found)
    yield ""
    yield from screen.table(("what", "added", "gone", "changed"), list(_counts(found)))
    if found.moved:
        yield f"\n{found.moved:,} facts moved within their note, with the same words."


def _runs(found: Difference) -> Iterator[str]:
    """Return how the graphs were built, where that differs; it is no difference between the graphs."""
    for word in sorted(found.old.run.keys() & found.new.run.keys()):
        was, becomes = set(found.old.run[word]), set(found.new.run[word])
        if was != becomes:
            told = [
                *(f"-{value}" for value in sorted(was - becomes)),
                *(f"+{value}" for value in sorted(becomes - was)),
            ]
            yield f"built with different {word}: {screen.clean(cut(' '.join(told), limit=300))}"


def _identity(found: Difference) -> Iterator[str]:
    identity = found.identity
    for move in identity.rekeyed:
        yield f"= {_titled(found, move.new)} has another IRI: {_iri(move.old, found)} -> {_iri(move.new, found)}"
    for thing, moves in identity.merged.items():
        parts = " and ".join(_titled(found, move.old) for move in moves)
        yield f"> {parts} merged into {_titled(found, thing)} {_iri(thing, found)}{_where(moves)}"
    for thing, moves in identity.split.items():
        parts = " and ".join(_titled(found, move.new) for move in moves)
        yield f"< {_titled(found, thing)} {_iri(thing, found)} split into {parts}{_where(moves)}"
    for move in identity.moved:
        yield f"@ {_titled(found, move.old)} lost a mention to {_titled(found, move.new)}{_where([move])}"


def _where(moves: Iterable[Move]) -> str:
    places = [place for move in moves for place in move.places]
    more = f" and {len(places) - SHOWN:,} more" if len(places) > SHOWN else ""
    return f", at {screen.clean(', '.join(places[:SHOWN]))}{more}"


def _titled(found: Difference, node: str) -> str:
    kind = found.new.kinds.get(node) or found.old.kinds.get(node, "")
    return f"{kind} {_short(found.name(node))}".strip()


def _changed(change: Change, found: Difference) -> Iterator[str]:
    was = f" (was: {_short(change.was)})" if change.was else ""
    was = ", its text differs" if change.kind == "note" and change.name in found.rewritten else was
    kind = f"{change.kind} (was: {change.was_kind})" if change.was_kind else change.kind
    yield screen.bold(f"{change.mark} {kind} {_short(change.name)}{was}", sys.stdout) + f"  {_iri(change.iri, found)}"
    facts = [*((fact, "-") for fact in change.gone), *((fact, "+") for fact in change.come)]
    for fact, mark in sorted(facts):
        yield f"    {mark} {_fact(fact, found)}"
    for told in change.evidence:
        yield f"    ~ {_fact(told.fact, found)}"
        yield from (f"        - {_place(place)}" for place in told.gone)
        yield from (f"        + {_place(place)}" for place in told.come)


def _fact(fact: tuple[str, str, str], found: Difference) -> str:
    if fact[1] == terms.MENTIONS:
        return f"mentioned in: {_short(found.name(fact[0]))}"
    if fact[1] == terms.AUTHOR_LIST:
        return f"authors in order: {screen.clean(cut(fact[2], limit=300))}"
    value = words(fact[2])[0] if fact[2].startswith(terms.PREFIXES["kg"]) else found.name(fact[2])
    return f"{words(fact[1])[0]}: {_short(value)}"


def _place(place: Place) -> str:
    how = f" ({place.qualifier})" if place.qualifier else ""
    return f'{screen.clean(place.note)}:{place.line}  {place.rule}{how} {place.confidence:.2f}  "{_short(place.quote)}"'


def _short(text: str) -> str:
    return screen.clean(cut(text, limit=LENGTH))


def _iri(iri: str, found: Difference) -> str:
    """Return an IRI without the base of its graph, as `kg show` takes it."""
    return screen.clean(iri.removeprefix(found.new.base).removeprefix(found.old.base))


def _counts(found: Difference) -> Iterator[tuple[str, int, int, int]]:
    """Count what differs; a thing counts as changed when its name, kind, IRI or parts do."""
    notes = Counter(change.mark for change in found.notes)
    things = Counter(change.mark for change in found.things if change.mark != "~")
    identity = found.identity
    renamed = sum(1 for change in found.things if change.mark == "~" and (change.was or change.was_kind))
    remade = len(identity.rekeyed) + sum(map(len, (*identity.merged.values(), *identity.split.values())))
    changes = [*found.notes, *found.things]
    evidence = sum(len(change.evidence) for change in changes)
    yield "notes", notes["+"], notes["-"], len(found.rewritten)
    yield "things", things["+"], things["-"], renamed + remade
    yield "facts", sum(len(c.come) for c in changes), sum(len(c.gone) for c in changes), evidence


def _as_json(found: Difference) -> dict[str, Any]:
    identity = found.identity
    return {
        "equal": found.equal,
        "built": {"old": dict(found.old.run), "new": dict(found.new.run)},
        "rewritten": found.rewritten,
        "rekeyed": [move._asdict() for move in identity.rekeyed],
        "merged": {thing: [move._asdict() for move in moves] for thing, moves in identity.merged.items()},
        "split": {thing: [move._asdict() for move in moves] for thing, moves in identity.split.items()},
        "mentions_moved": [move._asdict() for move in identity.moved],
        "changes": [_change(change, found) for change in (*found.notes, *found.things)],
        "facts_that_stand_elsewhere": found.moved,
        "counts": {what: {"added": a, "gone": g, "changed": c} for what, a, g, c in _counts(found)},
    }


def _change(change: Change, found: Difference) -> dict[str, object]:
    fields: dict[str, object] = {name: getattr(change, name) for name in ("mark", "kind", "iri", "name")}
    fields |= {name: getattr(change, name) for name in ("was", "was_kind") if getattr(change, name)}
    fields |= {"gone": [_triple(fact, found) for fact in change.gone]}
    fields |= {"added": [_triple(fact, found) for fact in change.come]}
    evidence = []
    for told in change.evidence:
        gone, come = ([asdict(place) for place in places] for places in (told.gone, told.come))
        evidence.append({**_triple(told.fact, found), "gone": gone, "added": come})
    return fields | {"evidence": evidence}


def _triple(fact: tuple[str, str, str], found: Difference) -> dict[str, str]:
    return {**dict(zip(("subject", "predicate", "object"), fact, strict=True)), "name": found.name(fact[2])}
