"""The page of a note: the text of the file, with the names that were read marked in place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from kg import terms, untrusted
from kg.asking.knowledge import Knowledge
from kg.asking.sentences import Library
from kg.asking.wording import PLURALS, kind_word
from kg.exploring import addresses
from kg.exploring.distinguishing import distinguish
from kg.exploring.rendering import written
from kg.model import line_starts
from kg.rdf import Answer
from kg.settings import find

LINES = 400
"""Most lines on one page."""
LONGEST_LINE = 20_000
NAMED = 12
"""Most things of a kind that are listed beside a note."""
_LONGEST_MARK = 1_000
"""Longest passage that is marked, in characters: a name, not a page."""


class Line(NamedTuple):
    """A line of a note."""

    number: int
    start: int
    text: str


class Piece(NamedTuple):
    """A part of a line: text, or a name that was read."""

    text: str
    href: str = ""
    kind: str = ""
    title: str = ""


class Mark(NamedTuple):
    """A name at its place."""

    start: int
    end: int
    thing: str


def page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer | None:
    """Show a note."""
    path = given["path"]
    note = next(iter(sorted(knowledge.store.having(terms.PATH, path))), None)
    if note is None:
        return None
    named = _named(knowledge, path)
    text = Library(knowledge.store, knowledge.notes).text(path)
    lines = _lines(text) if text is not None else _sentences(knowledge, path)
    wanted = untrusted.integer(given["line"], 1)
    at = sum(line.number < wanted for line in lines)
    begin = max(min(at, len(lines) - 1), 0) // LINES * LINES
    shown = lines[begin : begin + LINES]
    after = lines[begin + LINES].number if begin + LINES < len(lines) else 0
    return written(
        "note.html",
        knowledge,
        given,
        path=path,
        iri=note,
        whole=text is not None,
        lines=[(line.number, pieces) for line, pieces in zip(shown, _marked(knowledge, note, shown), strict=True)],
        wanted=wanted if given["line"] else 0,
        before=lines[max(begin - LINES, 0)].number if begin else 0,
        after=after,
        title=next(iter(knowledge.store.values(note, terms.NAME)), path),
        date=next(iter(knowledge.store.values(note, terms.DATE_CREATED)), ""),
        all_lines=lines[-1].number if lines else 0,
        programs=list(_programs(knowledge, path, wanted)) if text is not None and given.get("local") else [],
        named=named,
        added=distinguish(knowledge, [iri for some in named for iri, *_ in some.things], with_kinds=False),
    )


def _programs(knowledge: Knowledge, path: str, line: int) -> Iterator[tuple[str, str]]:
    """Yield the programs that may open a note on this machine, with the address for it.

    It is the one that `open_notes_with` names. A browser opens no file from a page of a server, so in the place of
    `file` there are the programs that may have it.
    """
    notes = (knowledge.notes or Path()).resolve()
    file = notes if notes.is_file() else notes / path
    program = find(notes).open_notes_with
    chosen = ("obsidian", "vscode") if (notes / ".obsidian").is_dir() else ("vscode",)
    for one in (program,) if program in _CALLED else chosen if program else ():
        yield _CALLED[one], addresses.in_program(file, line, one)


_CALLED = {"obsidian": "Obsidian", "vscode": "Visual Studio Code"}


def _lines(text: str) -> list[Line]:
    starts = line_starts(text)
    ends = [*starts[1:], len(text)]
    return [
        Line(number, start, text[start : min(end, start + LONGEST_LINE)].rstrip("\r\n"))
        for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1)
    ]


def _sentences(knowledge: Knowledge, path: str) -> list[Line]:
    """Return what is known of a note whose file is gone or has changed."""
    rows = knowledge.index.execute(
        "SELECT z.line, z.start, z.raw FROM sentences z JOIN notes n ON n.id = z.note WHERE n.path = ? "
        "ORDER BY z.start",
        (path,),
    )
    return [Line(line, start, raw[:LONGEST_LINE]) for line, start, raw in rows]


def _marked(knowledge: Knowledge, note: str, lines: Sequence[Line]) -> Iterator[list[Piece]]:
    marks = _marks(knowledge, note, lines)
    knowledge.names.learn({mark.thing for mark in marks})
    for line in lines:
        end = line.start + len(line.text)
        yield list(_pieces(knowledge, line, [one for one in marks if one.start < end and one.end > line.start]))


def _marks(knowledge: Knowledge, note: str, lines: Sequence[Line]) -> list[Mark]:
    """Read the names in some lines, the longest first."""
    if not lines:
        return []
    first, last = lines[0].start, lines[-1].start + len(lines[-1].text)
    rows = knowledge.store.query(
        f"SELECT ?start ?end ?thing {{ ?at oa:hasSource <{note}> ; kg:start ?start ; kg:end ?end . "
        f"?m prov:wasDerivedFrom ?at ; kg:names ?thing FILTER(?start < {last} && ?end > {first}) }}"
    ).texts()
    found = (Mark(int(start), int(end), thing) for start, end, thing in rows if thing != note)
    named = {one for one in found if 0 < one.end - one.start <= _LONGEST_MARK}
    return sorted(named, key=lambda one: (one.start - one.end, one))


def _pieces(knowledge: Knowledge, line: Line, marks: Sequence[Mark]) -> Iterator[Piece]:
    """Cut a line at its names; of names in names the inner one is marked."""
    things: dict[tuple[int, int], list[str]] = defaultdict(list)
    painted: list[tuple[int, int] | None] = [None] * len(line.text)
    for mark in marks:
        begin, end = max(mark.start - line.start, 0), min(mark.end - line.start, len(line.text))
        painted[begin:end] = [(mark.start, mark.end)] * (end - begin)
        things[mark.start, mark.end].append(mark.thing)
    at = 0
    for place, same in groupby(painted):
        length = sum(1 for _ in same)
        text = line.text[at : at + length]
        at += length
        yield Piece(text) if place is None else _name(knowledge, text, things[place])


def _name(knowledge: Knowledge, text: str, things: Iterable[str]) -> Piece:
    told = sorted(set(things), key=lambda iri: (knowledge.names.kind(iri), iri))
    title = "; ".join(f"{kind_word(knowledge.names.kind(iri))}: {knowledge.names(iri)}" for iri in told)
    kind = knowledge.names.kind(told[0])
    return Piece(text, addresses.of(told[0], kind, knowledge.names(told[0]), knowledge.store.base), kind, title)


class Named(NamedTuple):
    """What a note names of one kind, that which it names most first."""

    kind: str
    things: tuple[tuple[str, str, int], ...]
    """IRI, name, and the number of sentences."""
    number: int
    """How many there are."""


def _named(knowledge: Knowledge, path: str) -> list[Named]:
    """Return the things that a note names, by kind."""
    rows = knowledge.index.execute(
        "SELECT t.kind, t.iri, t.name, COUNT(*) FROM notes n JOIN sentences z ON z.note = n.id "
        "JOIN seen s ON s.sentence = z.id JOIN things t ON t.id = s.thing "
        "WHERE n.path = ? AND t.kind NOT IN ('', 'note') "
        "GROUP BY t.id ORDER BY COUNT(*) DESC, t.name",
        (path,),
    )
    found: dict[str, list[tuple[str, str, int]]] = defaultdict(list)
    for kind, iri, name, places in rows:
        found[kind].append((str(iri), str(name), int(places)))
    some = (kind.value for kind in PLURALS if kind.value in found)
    return [Named(kind, tuple(found[kind][:NAMED]), len(found[kind])) for kind in some]
