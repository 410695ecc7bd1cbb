"""Do the quotes of a graph still stand in the notes? Every place is looked at again, note by note."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from kg import notes, terms
from kg.model import Kind, Problem
from kg.publishing.wording import KINDS, Names, words
from kg.rdf import Store, writable
from kg.settings import Settings

ANCHOR_LENGTH = 12
"""A quote of this many characters that stands once in a changed note shows how far the text around it has moved."""

_LINE_END = re.compile(r"\r\n|\r|\n")
_SAID = {str(terms.TYPE): "is a", str(terms.MENTIONS): "mentions"}


class State(StrEnum):
    """What became of a note since the graph was built."""

    SAME = "same"
    BROKEN = "broken"
    """A quote does not stand at its place."""
    EDITED = "edited"
    """Its text is another, and every quote stands at its place."""
    MISSING = "missing"
    UNREADABLE = "unreadable"
    NEW = "new"
    """A build would read it, and the graph does not know it."""


class Fact(NamedTuple):
    """A fact that rests on a passage, with the names to show and the IRIs or values."""

    subject: str
    words: str
    object: str
    triple: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Broken:
    """A quote that does not stand at its place."""

    line: int
    """Where it stood when the graph was built."""
    start: int
    end: int
    quote: str
    now: str
    """What stands there now, the place moved as far as the text around it; "" when the note ends before."""
    moved_to: int
    """The line on which the same words stand now, because text before them came or went; 0 when they are gone."""
    facts: tuple[Fact, ...]
    """Those that rest on the quote; none when it only moved."""


@dataclass(frozen=True, slots=True)
class Check:
    """What was found for one note."""

    note: str
    state: State
    quotes: int = 0
    """Places that were looked at, or that cannot be."""
    facts: int = 0
    """Facts that rest on words which are gone, with the note or from it."""
    broken: tuple[Broken, ...] = ()
    reason: str = ""
    """Why it cannot be read."""
    renamed: str = ""
    """The new note that has the same content as this one had, which is missing."""

    @property
    def holds(self) -> bool:
        """Whether nothing that the graph says of the note has lost its ground."""
        lost = self.state in (State.MISSING, State.UNREADABLE) and self.facts > 0
        return not lost and self.state is not State.BROKEN


def verify(store: Store, vault: Path, *, settings: Settings) -> Iterator[Check]:
    """Check every note of a graph, in order of their ids, then give the notes that are new.

    Raises:
        VaultError: there is nothing at the path.
    """
    there = notes.files(vault, settings=settings)
    graphs = dict(sorted((path, note) for note, path in store.query("SELECT ?n ?p { ?n kg:path ?p }").texts()))
    hashes, names = store.notes(), Names(store)
    fresh = {path: found for path in there.keys() - graphs.keys() if (found := _hash(there[path], vault, settings))}
    for path, note in graphs.items():
        # What the settings leave out today may have been read by the build.
        file = there.get(path) or (vault if vault.is_file() else vault / path)
        whole = notes.read_text(file, vault=vault, settings=settings) if file.is_file() else None
        evidence = _Evidence(store, note, names)
        if isinstance(whole, notes.Text) and whole.note == path:
            yield _checked(evidence, whole, old_hash=hashes[path])
        else:
            state, reason = (State.UNREADABLE, whole.message) if isinstance(whole, Problem) else (State.MISSING, "")
            lost = evidence.facts()
            facts = {fact for found in lost.values() for fact in found}
            renamed = min((new for new, found in fresh.items() if found == hashes[path]), default="")
            yield Check(path, state, len(lost), len(facts), reason=reason, renamed=renamed)
    for path in sorted(fresh):
        yield Check(path, State.NEW)


def _hash(file: Path, vault: Path, settings: Settings) -> str:
    """Give the hash of a note; "" when a build would not read it."""
    whole = notes.read_text(file, vault=vault, settings=settings)
    return whole.sha256 if isinstance(whole, notes.Text) else ""


class _Passage(NamedTuple):
    start: int
    end: int
    quote: str


_NAMED = f"""?e kg:names ?s ; prov:wasDerivedFrom ?at . ?at kg:quote ?quote .
    OPTIONAL {{ ?e kg:form ?form }} BIND(COALESCE(?form, ?quote) AS ?o)
    VALUES ?p {{ {" ".join(f"<{p}>" for p in (terms.NAME, terms.ALTERNATE_NAME, terms.PREF_LABEL, terms.ALT_LABEL))} }}
    ?s ?p ?o FILTER NOT EXISTS {{ ?s a <{terms.CLASSES[Kind.PAPER]}> }}"""
"""What a mention says a thing is called."""


class _Evidence:
    """The passages of one note, and the facts that rest on them."""

    def __init__(self, store: Store, note: str, names: Names) -> None:
        self._store, self._note, self._names = store, note, names

    def passages(self) -> list[_Passage]:
        rows = self._ask("?start ?end ?quote", "?at kg:start ?start ; kg:end ?end ; kg:quote ?quote")
        return [_Passage(int(start), int(end), quote) for start, end, quote in rows]

    def lines(self) -> dict[tuple[int, int], int]:
        rows = self._ask("?start ?end ?line", "?at kg:start ?start ; kg:end ?end ; kg:line ?line")
        return {(int(start), int(end)): int(line) for start, end, line in rows}

    def facts(self) -> dict[tuple[int, int], list[Fact]]:
        """Give the facts of every passage, by start and end."""
        found: dict[tuple[int, int], set[tuple[str, str, str]]] = defaultdict(set)
        pattern = "?at kg:start ?start ; kg:end ?end . ?e prov:wasDerivedFrom ?at . "
        pattern += "{ ?e rdf:subject ?s ; rdf:predicate ?p ; rdf:object ?o } UNION "
        pattern += (
            f"{{ ?e kg:names ?o BIND(<{self._note}> AS ?s) BIND(<{terms.MENTIONS}> AS ?p) }} UNION {{ {_NAMED} }}"
        )
        for start, end, s, p, o in self._ask("?start ?end ?s ?p ?o", pattern):
            found[int(start), int(end)].add((s, p, o))
        return {place: [self._said(fact) for fact in sorted(found[place])] for place in sorted(found)}

    def _ask(self, columns: str, pattern: str) -> Iterator[tuple[str, ...]]:
        return self._store.query(f"SELECT {columns} {{ ?at oa:hasSource <{self._note}> . {pattern} }}").texts()

    def _said(self, fact: tuple[str, str, str]) -> Fact:
        said = _SAID.get(fact[1]) or words(fact[1])[0]
        # Of a class, the word for its things.
        return Fact(self._names(fact[0]), said, KINDS.get(fact[2]) or self._names(fact[2]), fact)


def _checked(evidence: _Evidence, whole: notes.Text, *, old_hash: str) -> Check:
    passages = evidence.passages()
    failed = [one for one in passages if writable(whole.text[one.start : one.end]) != one.quote]
    if not failed:
        state = State.SAME if whole.sha256 == old_hash else State.EDITED
        return Check(whole.note, state, len(passages))
    text = writable(whole.text)
    anchors = _anchors(text, passages)
    places = {one: _place_now(text, one, anchors) for one in sorted(failed)}
    lines, old_lines = [0, *(end.end() for end in _LINE_END.finditer(text))], evidence.lines()
    moved = {one: bisect_right(lines, at) for one, at in places.items() if text.startswith(one.quote, at)}
    facts = evidence.facts() if len(moved) < len(failed) else {}
    broken = []
    for one, at in places.items():
        there = (one.start, one.end)
        lost = () if one in moved else tuple(facts.get(there, ()))
        now = text[at : at + one.end - one.start]
        broken.append(Broken(old_lines.get(there, 0), *one, now, moved.get(one, 0), lost))
    rests = {fact for one in broken for fact in one.facts}
    return Check(whole.note, State.BROKEN, len(passages), len(rests), tuple(broken))


def _anchors(text: str, passages: Sequence[_Passage]) -> list[tuple[int, int]]:
    """Give the long quotes that stand once in a note and stand once in it now: old place, how far it moved."""
    times = Counter(one.quote for one in passages)
    anchors: list[tuple[int, int]] = []
    for one in sorted(passages):
        if len(one.quote) >= ANCHOR_LENGTH and times[one.quote] == 1:
            at = text.find(one.quote)
            if at >= 0 and text.find(one.quote, at + 1) < 0:
                anchors.append((one.start, at - one.start))
    return anchors


def _place_now(text: str, one: _Passage, anchors: Sequence[tuple[int, int]]) -> int:
    """Find where a passage begins now, text before it having come or gone.

    A word may stand in many places, so it has moved only as far as the nearest anchor, before or behind. When it stands
    at neither place, the one after the anchor before is where it would be.
    """
    after = bisect_right(anchors, (one.start, len(text)))
    places = [max(one.start + moved, 0) for _, moved in anchors[max(after - 1, 0) : after + 1]] or [one.start]
    return next((at for at in places if text.startswith(one.quote, at)), places[0])
