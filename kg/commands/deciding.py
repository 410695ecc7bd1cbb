"""`kg same`, `different`, `rename`, `ignore`, `kind`, `theme`: decisions, written into the file beside the notes."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import combinations
from pathlib import Path

from kg import analytics, origin, pipeline, screen
from kg.analytics.tables import Cell
from kg.commands import layout
from kg.commands.command import kind_of
from kg.commands.picking import pick, pick_subject, refused, words
from kg.errors import UsageError
from kg.library.graphs import graph_option, near, redraw, vault_of
from kg.model import DECIDABLE, THINGS, Kind
from kg.pipeline.deciding import as_table, earlier, record, save, text_of
from kg.publishing.seen import call, names
from kg.publishing.topicmap.themes import theming_of, wishes
from kg.rdf import Store, open_store
from kg.resolution.decision_tables import find, without
from kg.resolution.decisions import Decision, DecisionType, Designator, designator, plain
from kg.resolution.designating import Seen, meant

_DESIGNATOR = re.compile(rf"\s*(?:{'|'.join(Kind)})\s*:\s+\S", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Thing:
    """What an argument means: things of the graph, and how a decision names them."""

    iris: frozenset[str]
    kind: Kind
    called: tuple[Designator, ...] = ()
    """Together they fit all its places; the first fits most."""
    short: tuple[Designator, ...] = ()
    """What is enough to call it by: a name of its own, which the rules join with its other names."""


def same(asked: Namespace) -> int:
    """Record that things are one."""
    wanted = [asked.thing, *asked.others]
    found = _things("same", wanted, (), asked)
    if len(frozenset[str]().union(*(thing.iris for thing in found))) == 1 and not any(map(_is_designator, wanted)):
        raise refused(f"these are already one thing. See: {words('kg', 'why', *wanted)}{graph_option(asked.graph)}")
    called = dict.fromkeys(one for thing in found for one in thing.short)
    if len(called) < 2:
        raise refused(f"these are the same name: {next(iter(called))}")
    if len({thing.kind for thing in found}) > 1:
        print(f"The things have different kinds: all get the kind of the first, {found[0].kind}.\n")
    return decide(Decision(DecisionType.SAME, tuple(called)), asked)


def different(asked: Namespace) -> int:
    """Record that things are not one."""
    wanted = [asked.thing, *asked.others]
    found = _things("different", wanted, (), asked)
    for one, other in combinations(found, 2):
        if one.iris == other.iris and not any(map(_is_designator, wanted)):
            ways = words("kg", "different", *_each_note(one, asked))
            raise refused(f"these are one thing in the graph. Say which mentions you mean, for example: {ways}")
    return decide(apart(*(thing.short for thing in found)), asked)


def apart(*sides: Sequence[Designator]) -> Decision:
    """Make the decision that things are different, each under one name or several."""
    things = tuple(one for side in sides for one in side)
    return Decision(DecisionType.DIFFERENT, things, sizes=tuple(map(len, sides)) if len(things) > len(sides) else ())


def rename(asked: Namespace) -> int:
    """Record the name under which to show a thing."""
    name = plain(asked.value)
    if not name:
        raise UsageError("the new name is empty. Give one: kg rename THING NAME")
    (thing,) = _things("rename", [asked.thing], (asked.value,), asked)
    return decide(Decision(DecisionType.RENAME, thing.called[:1], name), asked)


def ignore(asked: Namespace) -> int:
    """Record that a name is not a thing."""
    (thing,) = _things("ignore", [asked.thing], (), asked)
    return decide(Decision(DecisionType.IGNORE, thing.called), asked)


def kind(asked: Namespace) -> int:
    """Record the kind of a thing."""
    value = asked.value
    if value not in THINGS:
        raise UsageError(f"there is no kind {value!r}. Choose one of: {', '.join(THINGS)}")
    (thing,) = _things("kind", [asked.thing], (value,), asked)
    if thing.kind == value:
        raise refused(f"this is already a {value}")
    return decide(Decision(DecisionType.KIND, thing.called, value), asked)


def _is_designator(wanted: str) -> bool:
    return _DESIGNATOR.match(wanted) is not None


def _things(command: str, wanted: Sequence[str], rest: Sequence[str], asked: Namespace) -> list[Thing]:
    """Find what each argument means, and that a decision can be about it."""
    found = find_things(command, wanted, rest, asked=asked)
    for one, thing in zip(wanted, found, strict=True):
        if not thing.called:
            raise refused(
                f"no name tells {one!r} from other things of its note, so a decision cannot be about it alone"
            )
    return found


def find_things(command: str, wanted: Sequence[str], rest: Sequence[str] = (), *, asked: Namespace) -> list[Thing]:
    """Find what each argument of a command means.

    Raises:
        UnclearError: one means no thing, or several.
    """
    found: list[Thing] = []
    kind_of(asked)
    with open_store(asked.graph) as store:
        for number, one in enumerate(wanted):
            line = (*wanted[:number], "", *wanted[number + 1 :], *rest)
            found.append(
                _designated(store, one) if _is_designator(one) else _called(store, one, asked, (command, *line))
            )
    return found


def find_parts(command: str, wanted: str, *, asked: Namespace) -> list[Thing]:
    """Find the things of the subject that an argument means.

    Raises:
        UnclearError: it means none, or several.
    """
    kind = kind_of(asked)
    if _is_designator(wanted):
        return find_things(command, [wanted], asked=asked)
    with open_store(asked.graph) as store:
        subject = pick_subject(store, wanted, kind=kind, line=(command, ""), graph=asked.graph)
        found = [Thing(frozenset({one.iri}), Kind(one.kind)) for one in subject.things if one.kind in DECIDABLE]
    if not found:
        raise refused(f"{wanted!r} is a {subject.kind}, and decisions are about things")
    print("\n".join(layout.notices(subject)), end="\n\n" if subject.told or subject.says else "")
    return found


def _designated(store: Store, wanted: str) -> Thing:
    given = designator(wanted)
    fitting = meant(names(store, given.kind), given)
    if not fitting:
        exactly = "Give a name exactly as `kg show` does, with or without @ and a note"
        raise refused(f"nothing in the graph is called {given}. {exactly}")
    return Thing(frozenset(row.thing for row in fitting), given.kind, (given,), (given,))


def _called(store: Store, wanted: str, asked: Namespace, line: Sequence[str]) -> Thing:
    chosen = pick(store, wanted, kind=asked.kind, line=line, graph=asked.graph)
    if chosen.kind not in DECIDABLE:
        raise refused(f"{wanted!r} is a {chosen.kind}, and decisions are about things")
    called, short = call(names(store, Kind(chosen.kind)), chosen.iri)
    return Thing(frozenset({chosen.iri}), Kind(chosen.kind), called, short)


def _each_note(thing: Thing, asked: Namespace) -> list[str]:
    """Call a thing by its name in each of the first two notes that show it."""
    with open_store(asked.graph) as store:
        rows: list[Seen] = [row for row in names(store, thing.kind) if row.thing in thing.iris]
    notes = sorted({row.note for row in rows})[:2]
    shown = [next(row for row in rows if row.note == note) for note in notes]
    several = [f"{row.kind}: {row.name} @ {plain(row.note)}" for row in shown]
    return several if len(several) > 1 else [*several, f"{thing.kind}: ANOTHER NAME"]


def decide(one: Decision, asked: Namespace) -> int:
    """Append a decision on things, and say so; refuse one that already exists."""
    print(at_next_build(_record_decision(one, asked), asked))
    return 0


def _record_decision(one: Decision, asked: Namespace) -> Path:
    """Append a decision, say so, and return where the notes are; refuse one that already exists."""
    vault = vault_of(asked.graph, asked.notes)
    path = pipeline.decisions_file(vault)
    known = earlier(one, vault)
    if known is not None:
        raise refused(f"you have already decided this: {path}:{known[1].line} (decision {known[0]})")
    record([one], vault)
    print(f"Added to {screen.clean(str(near(path)))}:\n")
    print(as_table(one))
    return vault


def decide_all(several: Sequence[Decision], asked: Namespace) -> list[Decision]:
    """Append decisions, all or none; return those that are new."""
    return record(several, vault_of(asked.graph, asked.notes))


def at_next_build(vault: Path, asked: Namespace) -> str:
    """Return when a decision takes effect."""
    return f"Takes effect at the next build: {words('kg', 'build', str(near(vault)))}{graph_option(asked.graph)}"


def undo(asked: Namespace) -> int:
    """Remove a decision from the file, the last if no number is given; everything else stays as it is."""
    number = asked.number
    vault = vault_of(asked.graph, asked.notes)
    path = pipeline.decisions_file(vault)
    pipeline.read_decisions(path.parent)
    text = text_of(path)
    places = find(text)
    if not places:
        raise refused(f"there are no decisions in {path}")
    if number > len(places):
        raise refused(f"there are {len(places)} decisions; there is no number {number}. See: kg decisions")
    place = places[number - 1]
    left = without(text, place)
    if left:
        save(path, left)
    else:
        path.unlink()
    print(f"Removed from {screen.clean(str(near(path)))}:\n")
    print("\n".join(map(screen.clean, text[place.start : place.end].splitlines())), end="\n\n")
    if place.name == DecisionType.THEME:
        print(redraw(asked.graph, vault))
    else:
        print(at_next_build(vault, asked))
    return 0


def theme(asked: Namespace) -> int:
    """Record what themes are to be called, and draw the map again if there is one; without names, list the themes.

    Raises:
        UsageError: no new name is given, or one without themes.
    """
    names, name, known = asked.themes, asked.name, _themes(asked)
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
        raise refused(f"there is no theme {unknown[0]!r}. {hint}")
    decided = Decision(DecisionType.THEME, value=plain(name), themes=tuple(dict.fromkeys(map(plain, names))))
    print(redraw(asked.graph, _record_decision(decided, asked)))
    return 0


def _themes(asked: Namespace) -> dict[str, Cell]:
    """Return the number of papers of each theme, the largest first."""
    notes = asked.notes or origin.find(asked.graph)
    theming = replace(theming_of(asked.graph), wishes=wishes(notes))
    with open_store(asked.graph) as store:
        (found,) = analytics.analyze(store, only=["topic-communities"], theming=theming)
    named, papers = (found.table.columns.index(one) for one in ("name", "papers"))
    return {str(row[named]): row[papers] for row in found.table.rows}
