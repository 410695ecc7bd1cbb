"""`kg why` and `kg decisions`: what made the mentions of a thing one, and what the user's word has to do with it."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby

from kg import pipeline, screen
from kg.commands.deciding import find_parts, find_things
from kg.commands.picking import refused, words
from kg.library.building import settings_of
from kg.library.graphs import graph_option, near, vault_of
from kg.model import Entity, Kind, Mention
from kg.processes import processors
from kg.resolution.decisions import FILE_NAME, Decision, DecisionType
from kg.resolution.merge import Match, Verdict
from kg.text import cut

PLACES = 3
"""Places shown of one name or one reason."""
LENGTH = 60
_ALSO = {
    Kind.PAPER: "one identifier or citation key, or the same title with authors and year that do not contradict",
    Kind.WORK: "one identifier or citation key, or the same title with authors and year that do not contradict",
    Kind.PERSON: "the same full name, or a form of it with co-authors, places or papers in common",
    Kind.SESSION: "the same name at the same event",
    Kind.TOPIC: "the same label except for plural, hyphens and case, an alias in the word lists, or "
    "labels of one concept of a vocabulary",
    Kind.VENUE: "the same name or abbreviation in the word lists",
    Kind.EDITION: "the same series and year",
    Kind.PERIODICAL: "the same name or abbreviation in the word lists",
}
"""What joins two things of a kind, for people."""
_NAMED = (
    "the same name except for plural and hyphens, an alias in the word lists, or a note that defines one by the other"
)


class Weighed:
    """A weighed vault, with the places of mentions for people."""

    def __init__(self, asked: Namespace) -> None:
        self.vault = vault_of(asked.graph, asked.notes)
        with screen.progress(sys.stderr) as draw:
            settings = settings_of(self.vault, asked.graph)
            self.found = pipeline.weigh(
                self.vault, settings=settings, graph=asked.graph, progress=draw, workers=processors()
            )
        self.iris = self.found.resolution.iris
        self.entities: dict[str, Entity] = {entity.iri: entity for entity in self.found.resolution.entities}
        self._note = cache(self.found.told.note)

    def thing(self, mention: Mention) -> str:
        """Return the IRI of what a mention names, "" for words that only refer to a paper which no note describes."""
        return str(self.iris.get(mention, ""))

    def place(self, mention: Mention) -> str:
        """Return note and line."""
        return f"{mention.span.note}:{self.line(mention)}"

    def line(self, mention: Mention) -> int:
        """Return the line, from 1."""
        return self._note(mention.span.note).line(mention.span.start)

    def quote(self, mention: Mention) -> str:
        """Return the line of the note with a mention, on one line and shortened."""
        text = self._note(mention.span.note).text
        start = max(text.rfind("\n", 0, mention.span.start), text.rfind("\r", 0, mention.span.start)) + 1
        ends = [at for at in (text.find("\n", mention.span.end), text.find("\r", mention.span.end)) if at >= 0]
        near = max(start, mention.span.start - LENGTH)
        before = text[near : mention.span.start]
        shown = before if near == start else f"…{before.partition(' ')[2]}"
        return cut(shown + text[mention.span.start : min(ends, default=len(text))], limit=2 * LENGTH)

    def places(self, entity: Entity) -> list[dict[str, object]]:
        """Return the places of a thing for JSON."""
        return [
            {"note": m.span.note, "line": self.line(m), "name": m.text, "quote": self.quote(m)} for m in entity.mentions
        ]

    def around(self, mention: Mention, reach: int) -> tuple[str, str, str]:
        """Return the words of a mention with some words before and after it, on the same line of the note."""
        text, span = self._note(mention.span.note).text, mention.span
        first, last = max(0, span.start - reach), min(len(text), span.end + reach)
        before = re.split(r"[\r\n]", text[first : span.start])[-1]
        behind = re.split(r"[\r\n]", text[span.end : last])[0]
        if first and len(before) == reach:
            before = f"…{before.partition(' ')[2]}"
        if last < len(text) and len(behind) == reach:
            behind = f"{behind[: max(behind.rfind(' '), reach // 2)]}…"
        return before, text[span.start : span.end], behind


def why(asked: Namespace) -> int:
    """Print why mentions are one thing, of each thing of a subject, or why two things are not."""
    wanted, other = asked.thing, asked.other
    if other is None:
        things = find_parts("why", wanted, asked=asked)
    else:
        things = find_things("why", [wanted, other], asked=asked)
    weighed = Weighed(asked)
    told = [iri for thing in things for iri in sorted(thing.iris)]
    lost = [iri for iri in told if iri not in weighed.entities]
    again = f"{words('kg', 'build', str(near(weighed.vault)))}{graph_option(asked.graph)}"
    if lost or len(told) > len(things):
        first = f"the notes or your decisions have changed since the build. Build again: {again}"
        several = f"several things have this name: {', '.join(told)}. Choose one of them"
        raise refused(first if lost else several)
    entities = [weighed.entities[iri] for iri in dict.fromkeys(told)]
    if other is not None:
        print("These are one thing." if len(entities) == 1 else "These are two things.", end="\n\n")
    if other is not None and len(entities) > 1:
        print("\n".join(_of_two(weighed, *entities, option=graph_option(asked.graph))))
    else:
        print("\n\n".join("\n".join(_of_one(weighed, entity)) for entity in entities))
    return 0


def _of_one(weighed: Weighed, entity: Entity) -> Iterator[str]:
    yield from _headed(weighed, entity)
    matches = [m for m in weighed.found.matches if m.verdict is Verdict.SAME and weighed.thing(m.one) == entity.iri]
    yield ""
    if matches:
        yield from _table("joined by", matches, weighed)
    else:
        yield "It is mentioned once." if len(entity.mentions) == 1 else "No reason was needed to join them."
    yield from _decided(weighed, [entity])


def _headed(weighed: Weighed, entity: Entity) -> Iterator[str]:
    yield screen.bold(screen.clean(entity.called), sys.stdout)
    yield f"{entity.kind}  {screen.clean(entity.iri)}"
    yield ""
    rows: list[tuple[str, str]] = []
    by_name = sorted(entity.mentions, key=lambda mention: (mention.text, mention))
    for name, group in groupby(by_name, key=lambda mention: mention.text):
        places = list(dict.fromkeys(map(weighed.place, group)))
        shown = ", ".join(places[:PLACES])
        more = f" and {len(places) - PLACES:,} more" if len(places) > PLACES else ""
        rows.append((cut(name, limit=LENGTH), shown + more))
    yield from screen.table(("seen as", "where"), rows, columns_wide=screen.terminal_width(sys.stdout))


def _of_two(weighed: Weighed, one: Entity, other: Entity, *, option: str) -> Iterator[str]:
    for entity in (one, other):
        yield from _headed(weighed, entity)
        yield ""
    both = {one.iri, other.iri}
    between = [m for m in weighed.found.matches if {weighed.thing(m.one), weighed.thing(m.other)} == both]
    apart = [m for m in between if m.verdict is Verdict.DIFFERENT]
    doubts = [m for m in between if m.verdict is Verdict.DOUBTFUL]
    if apart:
        yield from _table("kept apart", apart, weighed)
    if doubts:
        yield from _table("in doubt", doubts, weighed)
    if one.kind is not other.kind:
        yield f"One is a {one.kind}, the other a {other.kind}: things of different kinds are never joined."
    elif not between:
        yield "kg found nothing in common."
    if not apart and one.kind is other.kind:
        yield f"These would join them: {_ALSO.get(one.kind, _NAMED)}."
    yield f"You can join them in any case: {words('kg', 'same', one.iri, other.iri)}{option}"
    yield from _decided(weighed, [one, other])


def _table(title: str, matches: Sequence[Match], weighed: Weighed) -> Iterator[str]:
    """Lay out reasons, each with some of the pairs of mentions that gave it."""
    rows: list[tuple[object, ...]] = []
    ordered = sorted(matches, key=lambda match: (match.reason, -match.score, match))
    for reason, group in groupby(ordered, key=lambda match: match.reason):
        same = list(group)
        for number, match in enumerate(same[:PLACES]):
            told = (cut(reason, limit=2 * LENGTH), f"{match.score:.2f}") if number == 0 else ("", None)
            rows.append((*told, _seen(weighed, match.one), _seen(weighed, match.other)))
        if len(same) > PLACES:
            rows.append(("", None, f"... and {len(same) - PLACES:,} more", ""))
    columns = (title, "sure", "one", "other")
    yield from screen.table(columns, rows, columns_wide=screen.terminal_width(sys.stdout))


def _seen(weighed: Weighed, mention: Mention) -> str:
    return f"{cut(mention.text, limit=LENGTH)} ({weighed.place(mention)})"


def _decided(weighed: Weighed, entities: Sequence[Entity]) -> Iterator[str]:
    """Tell what the user decided about things."""
    about = {mention for entity in entities for mention in entity.mentions}
    matched = weighed.found.decided.matched
    for number, (one, found) in enumerate(zip(weighed.found.decided.decisions.all, matched, strict=bool(matched)), 1):
        if any(mention in about for mentions in found for mention in mentions):
            told = ", ".join(str(thing) for thing in one.things)
            yield f"You decided ({FILE_NAME}:{one.line}, number {number}): {screen.clean(f'{_what(one)}: {told}')}"


def _what(one: Decision) -> str:
    """Return in words what a decision does."""
    shown = {
        DecisionType.RENAME: f"rename to {one.value}",
        DecisionType.KIND: f"of kind {one.value}",
        DecisionType.THEME: f"theme called {one.value}",
        DecisionType.LIST: "a list of papers" if one.papers else "no list of papers",
    }
    return shown.get(one.sort, str(one.sort))


def decisions(asked: Namespace) -> int:
    """List the decisions with their numbers, and what each matches in the notes."""
    weighed = Weighed(asked)
    known = weighed.found.decided.decisions
    if not known.all:
        path = pipeline.decisions_file(weighed.vault)
        print(f"No decisions: {screen.clean(str(near(path)))} has none. See: kg review --list")
        return 0
    rows: list[tuple[object, ...]] = []
    matched = weighed.found.decided.matched
    for number, (one, found) in enumerate(zip(known.all, matched, strict=True), 1):
        about = [(theme, "") for theme in ([str(one.part)] if one.part is not None else one.themes)]
        about += [(str(thing), _counted(mentions)) for thing, mentions in zip(one.things, found, strict=True)]
        for place, cells in enumerate(about):
            head = (number, cut(_what(one), limit=LENGTH), one.line) if place == 0 else (None, "", None)
            rows.append((*head, *cells, cut(one.why, limit=LENGTH) if place == 0 else ""))
    columns = ("number", "decision", "line", "thing", "matches", "why")
    kept = [at for at in range(len(columns)) if at < 5 or any(row[at] for row in rows)]
    screen.show([columns[at] for at in kept], [[row[at] for at in kept] for row in rows])
    for problem in weighed.found.resolution.problems:
        print(f"\n{problem.note}:{problem.line}: {problem.code}: {screen.clean(problem.message)}")
    return 0


def _counted(mentions: Sequence[Mention]) -> str:
    notes = len({mention.span.note for mention in mentions})
    if not mentions:
        return "nothing"
    return f"{len(mentions):,} mention{'s' * (len(mentions) > 1)} in {notes:,} note{'s' * (notes > 1)}"
