"""`kg find`: things and sentences by words."""

from __future__ import annotations

import dataclasses
from argparse import Namespace
from collections.abc import Iterator

from kg import screen
from kg.asking.search import Answer, Hit, search
from kg.asking.search.wanted import parse
from kg.commands import layout
from kg.commands.command import KINDS
from kg.errors import UsageError
from kg.library.graphs import open_knowledge

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
    print(screen.as_json(dataclasses.asdict(answer)) if asked.json else "\n".join(_as_text(answer)))
    return 0 if answer.all_things or answer.all_sentences else 1


def _as_text(answer: Answer) -> Iterator[str]:
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
