"""`kg show` and `kg find`: one thing with all that the notes say about it, and things and sentences by words."""

from __future__ import annotations

import dataclasses
import sys
import textwrap
from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import groupby

from kg import screen, terms
from kg.asking import thing
from kg.asking.search import Answer, Hit, search
from kg.asking.search.wanted import parse
from kg.asking.thing import Fact, Thing
from kg.commands import layout
from kg.commands.command import KINDS, kind_of
from kg.commands.picking import VALUE_LENGTH, pick_subject
from kg.errors import UsageError
from kg.library.graphs import open_knowledge
from kg.rdf import open_store
from kg.text import cut

_TEXTS = (terms.REMARK, terms.ABSTRACT)
"""Facts whose values are texts; they are shown first, and whole."""
_WIDTH = 120
"""Columns of wrapped text where there is no terminal."""
PLACES = 3
"""Places shown of one fact; `--limit 0` shows all."""
COLUMNS = ("fact", "value", "where", "rule", "sure", "quote")


def show(asked: Namespace) -> int:
    """Print the one matching subject."""
    kind = kind_of(asked)
    with open_store(asked.graph) as store:
        one = pick_subject(store, asked.thing, kind=kind, line=("show", ""), graph=asked.graph)
        found = thing.read(store, one)
        print(screen.as_json(dataclasses.asdict(found)) if asked.json else "\n".join(_as_text(found, asked.limit)))
        return 0


def _as_text(found: Thing, limit: int) -> Iterator[str]:
    yield from layout.notices(found.subject)
    if not found.subject.says:
        yield screen.bold(screen.clean(found.name), sys.stdout)
    for one in found.subject.things:
        yield f"{one.kind}  {screen.clean(one.iri)}"
    told = [fact for fact in found.facts if fact.predicate in _TEXTS]
    for fact in told:
        yield from _text(fact)
    if found.names:
        yield ""
        rows = [(cut(name.text, limit=VALUE_LENGTH), name.sort, name.count) for name in found.names]
        yield from _table(("name", "seen as", "times"), rows[: limit or None])
        yield from _rest(len(rows), limit)
    for title, facts in (
        ("facts", [fact for fact in found.facts if fact not in told]),
        ("facts of other things", found.facts_of_others),
        ("denied", found.denied),
    ):
        if facts:
            yield ""
            yield from _facts(title, facts, limit)
    if found.notes:
        yield ""
        lines = [(note, ", ".join(map(str, lines))) for note, lines in found.notes.items()]
        yield from _table(("note", "lines"), lines[: limit or None])
        yield from _rest(len(lines), limit)


def _text(fact: Fact) -> Iterator[str]:
    """Print a remark or an abstract whole, wrapped, with the note and the line where it begins."""
    yield ""
    begins = min(fact.places, key=lambda place: (place.note, place.line), default=None)
    where = f"{begins.note}:{begins.line}" if begins is not None else "derived"
    yield screen.bold(f"{fact.words}, {screen.clean(where)}", sys.stdout)
    for line in fact.value.split("\n"):
        yield from textwrap.wrap(screen.clean(line), screen.terminal_width(sys.stdout) or _WIDTH) or [""]


def _facts(title: str, facts: Sequence[Fact], limit: int) -> Iterator[str]:
    """Lay out facts, at most so many of one predicate."""
    rows: list[tuple[object, ...]] = []
    for told, group in groupby(facts, key=lambda fact: fact.words):
        same = list(group)
        for number, fact in enumerate(same[: limit or None]):
            rows += _rows(fact, told if number == 0 else "", PLACES if limit else 0)
        if limit and len(same) > limit:
            rows.append(("", f"... and {len(same) - limit:,} more", "", "", None, ""))
    yield from _table((title, *COLUMNS[1:]), rows)


def _rows(fact: Fact, words: str, most: int) -> Iterator[tuple[object, ...]]:
    """Yield a line for each place of a fact; a fact that was derived has one line and no place."""
    number = f"{fact.order}. " if fact.order else ""
    kind = f" ({fact.kind})" if fact.kind and fact.kind != "term" else ""
    value = f"{number}{cut(fact.name, limit=VALUE_LENGTH)}{kind}"
    if not fact.places:
        yield words, value, "", "derived", None, ""
    for place in fact.places[: most or None]:
        how = f" ({place.qualifier})" if place.qualifier else ""
        where = f"{place.note}:{place.line}"
        yield (
            words,
            value,
            where,
            place.rule + how,
            f"{place.confidence:.2f}",
            cut(place.quote, limit=thing.QUOTE_LENGTH),
        )
        words = value = ""
    if most and len(fact.places) > most:
        yield "", "", f"... and {len(fact.places) - most:,} more", "", None, ""


def _rest(number: int, limit: int) -> Iterator[str]:
    if limit and number > limit:
        yield f"... and {number - limit:,} more (--limit 0 shows all)"


def _table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    lines = screen.table(columns, rows, columns_wide=screen.terminal_width(sys.stdout))
    yield screen.bold(next(lines), sys.stdout)
    yield from lines


_HOW = (
    'Search for words; "words in quotes" are a phrase, -word excludes a word; '
    "kind:paper, note:2025/ and year:2024..2025 narrow the search"
)


def find(asked: Namespace) -> int:
    """Print the matching things and sentences; return 1 if there are none."""
    text = " ".join(asked.words)
    wanted = parse(text)
    unknown = [kind for kind in wanted.kinds if kind not in KINDS]
    if unknown:
        raise UsageError(f"there is no kind {unknown[0]!r}. Choose one of: {', '.join(KINDS)}")
    if not (wanted.terms or wanted.is_filtered):
        raise UsageError(f"{text!r} contains no word to search for. {_HOW}")
    with open_knowledge(asked.graph) as knowledge:
        answer = search(knowledge.index, text, limit=asked.limit)
    print(screen.as_json(dataclasses.asdict(answer)) if asked.json else "\n".join(_found(answer)))
    return 0 if answer.all_things or answer.all_sentences else 1


def _found(answer: Answer) -> Iterator[str]:
    for word, meant in answer.corrected.items():
        yield f"Also searched for {' or '.join(map(repr, meant))}: {screen.clean(word)!r} may be a typo."
    if answer.matched == "some":
        yield "Nothing has all of these words. These have some of them:"
    if answer.matched == "none":
        yield f"Nothing matches {screen.clean(answer.wanted)!r}."
        return
    if answer.things:
        yield layout.heading("things", len(answer.things), answer.all_things)
        for hit in answer.things:
            yield from layout.item(hit.name, _passage_lines(hit))
            yield from layout.quote(hit.passage, hit.marked)
    quoted = {hit.passage for hit in answer.things}
    sentences = [one for one in answer.sentences if one.passage not in quoted]
    if sentences:
        if answer.things:
            yield ""
        above = len(answer.sentences) - len(sentences)
        yield layout.heading("more sentences" if above else "sentences", len(sentences), answer.all_sentences - above)
        for one in sentences:
            yield from layout.quote(one.passage, one.marked, indent=2)


def _passage_lines(hit: Hit) -> Iterator[str]:
    yield hit.kind
    yield ", ".join(hit.years)
    if hit.kind != "note":
        yield f"{hit.notes:,} note" + "s" * (hit.notes != 1)
