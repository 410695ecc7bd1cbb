"""How well kg read annotated notes: what a graph says against what a careful reader lists, kind by kind.

An annotation is a file of JSON lines named after its note (`data/README.md` describes them). A thing is found when it
shares a name, an alias, a link or a citation key; what the reader was not certain of counts neither way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from kg import terms, untrusted
from kg.errors import UsageError
from kg.graph import pairs
from kg.links import read_link
from kg.model import THINGS, Kind
from kg.rdf import Store
from kg.text import name_key

KINDS = {
    "paper": (Kind.PAPER,),
    "person": (Kind.PERSON,),
    "method": (Kind.METHOD,),
    "dataset": (Kind.DATASET,),
    "task": (Kind.TASK,),
    "org": (Kind.ORG,),
    "venue": (Kind.VENUE, Kind.EDITION, Kind.PERIODICAL),
    "event": (Kind.SESSION,),
    "award": (Kind.AWARD,),
}
"""Type of an annotation -> the kinds of things that can answer it."""
RELATIONS = {
    "uses": (terms.USES,),
    "extends": (terms.EXTENDS, terms.BASED_ON),
    "based_on": (terms.BASED_ON, terms.EXTENDS),
    "outperforms": (terms.OUTPERFORMS,),
    "compares_with": (terms.COMPARED_WITH, terms.OUTPERFORMS),
    "applied_to": (terms.APPLIED_TO,),
    "evaluated_on": (terms.EVALUATED_ON,),
    "developed_by": (terms.DEVELOPED_BY,),
    "part_of": (terms.IS_PART_OF,),
}
"""Relation of an annotation -> the predicates that say it."""
_NAMES = (terms.NAME, terms.ALTERNATE_NAME, terms.PREF_LABEL, terms.ALT_LABEL, terms.CITATION_KEY)
_LINKS = (terms.URL, terms.SAME_AS)


def read(file: Path) -> list[dict[str, Any]]:
    """Read annotations.

    Raises:
        UsageError: there is no such file, or a line is not a JSON object with a type.
    """
    rows: list[dict[str, Any]] = []
    for number, row in lines_of(file):
        if isinstance(row, untrusted.Flaw):
            raise UsageError(f"{file}:{number}: not JSON: {row.reason}")
        if not isinstance(row, dict) or row.get("type") not in (*KINDS, "relation"):
            known = ", ".join((*KINDS, "relation"))
            raise UsageError(f"{file}:{number}: an annotation needs a type, one of {known}")
        rows.append(row)
    return rows


def lines_of(file: Path) -> Iterator[tuple[int, Any]]:
    """Yield the number and the value of each line of a file of JSON lines; a `Flaw` for what is not JSON.

    Raises:
        UsageError: the file cannot be read.
    """
    try:
        text = untrusted.utf8(file.read_bytes())
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from error
    if isinstance(text, untrusted.Flaw):
        raise UsageError(f"{file}:{text.line}: {text.reason}")
    yield from ((number, untrusted.json_of(line)) for number, line in enumerate(text.split("\n"), 1) if line.strip())


@dataclass(slots=True)
class Count:
    """Hits, false alarms and misses of one kind, and where they are: `note:line: name`."""

    hits: int = 0
    false: int = 0
    missed: int = 0
    alarms: list[str] = field(default_factory=list)
    misses: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Share of what was found that is right; 1 if nothing was found or expected."""
        return self.hits / (self.hits + self.false) if self.hits + self.false else float(not self.missed)

    @property
    def recall(self) -> float:
        """Share of what was expected that was found."""
        return self.hits / (self.hits + self.missed) if self.hits + self.missed else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of both.

        >>> round(Count(hits=3, false=1, missed=2).f1, 3)
        0.667
        """
        return 2 * self.hits / (2 * self.hits + self.false + self.missed) if self.hits else 0.0

    def add(self, other: Count) -> None:
        """Add the counts of another note."""
        self.hits += other.hits
        self.false += other.false
        self.missed += other.missed
        self.alarms += other.alarms
        self.misses += other.misses


@dataclass(frozen=True, slots=True)
class _Thing:
    """A thing that a note names: all its names and links as keys, and the first line that mentions it."""

    label: str
    kind: Kind
    keys: frozenset[str]
    line: int


@dataclass(frozen=True, slots=True)
class _NoteFacts:
    """What the graph holds of one note."""

    note: str
    things: Mapping[str, _Thing]
    facts: tuple[tuple[str, str, str], ...]


def score(store: Store, gold: Path) -> dict[str, dict[str, Count]]:
    """Score a graph: note -> kind -> count.

    Args:
        store: the graph.
        gold: a file of annotations, or a folder of such files; a file has the name of its note without the suffix.

    Raises:
        UsageError: there is no annotation for a note of the graph, or a line cannot be read.
    """
    files = sorted(gold.glob("*.jsonl")) if gold.is_dir() else [gold]
    notes = {PurePosixPath(path).stem: (iri, path) for iri, path in sorted(pairs(store, terms.PATH))}
    found: dict[str, dict[str, Count]] = {}
    for file in files:
        if file.stem in notes:
            iri, path = notes[file.stem]
            found[path] = _scored(_facts_of(store, iri, path), read(file))
    if not found:
        raise UsageError(
            f"{gold}: no annotation belongs to a note in this graph. A file of annotations is named after its note: "
            f"{next(iter(notes), 'note')}.jsonl"
        )
    return found


def summed(scores: Mapping[str, Mapping[str, Count]]) -> dict[str, Count]:
    """Add up the counts of all notes, by kind."""
    total: dict[str, Count] = {}
    for counts in scores.values():
        for kind, count in counts.items():
            total.setdefault(kind, Count()).add(count)
    return total


def _facts_of(store: Store, iri: str, path: str) -> _NoteFacts:
    """Collect the things and facts of a note from its own graph, lines from its evidence."""
    rows = store.query(f"SELECT ?s ?p ?o {{ GRAPH <{iri}> {{ ?s ?p ?o }} }}").texts()
    facts = tuple(sorted({(s, p, o) for s, p, o in rows}))
    lines: dict[str, int] = {}
    mentions = f"?m kg:names ?thing ; prov:wasDerivedFrom ?at . ?at oa:hasSource <{iri}> ; kg:line ?line"
    for thing, line in store.query(f"SELECT ?thing ?line {{ {mentions} }}").texts():
        lines[thing] = min(lines.get(thing, int(line)), int(line))
    kinds = {str(terms.CLASSES[kind]): kind for kind in THINGS if kind is not Kind.TOPIC}
    of = {s: kinds[o] for s, p, o in facts if p == terms.TYPE and o in kinds}
    names: dict[str, list[str]] = defaultdict(list)
    keys: dict[str, set[str]] = defaultdict(set)
    for s, p, o in facts:
        if p in _NAMES:
            names[s].append(o)
            keys[s].add(name_key(o))
        elif p in _LINKS:
            keys[s].add(_link(o))
    things = {
        s: _Thing(min(names[s] or [s.rsplit("/", 1)[-1]], key=len), kind, frozenset(keys[s] - {""}), lines.get(s, 0))
        for s, kind in of.items()
    }
    return _NoteFacts(path, things, facts)


def _link(url: str) -> str:
    """Return one key for the many addresses of a work."""
    return read_link(url).key or url.rstrip("/").split("://", 1)[-1].casefold()


def _scored(facts: _NoteFacts, rows: Sequence[Mapping[str, Any]]) -> dict[str, Count]:
    counts: dict[str, Count] = {}
    for kind, answers in KINDS.items():
        gold = [row for row in rows if row["type"] == kind]
        gold += _of_papers(kind, [row for row in rows if row["type"] == "paper"]) if gold else []
        found = [thing for thing in facts.things.values() if thing.kind in answers]
        if gold:
            counts[kind] = _matched(facts.note, gold, found)
    if any(row["type"] == "relation" and row.get("predicate") in RELATIONS for row in rows):
        counts["relation"] = _related(facts, rows)
    return counts


def _of_papers(kind: str, papers: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return what papers imply: their authors are persons, and nobody lists their venues again."""
    if kind == "person":
        return [
            {"type": kind, "name": name, "lines": _lines(row)} for row in papers for name in row.get("authors") or ()
        ]
    if kind == "venue":
        names = {(row["venue"], row["venue"].rsplit(" ", 1)[0]) for row in papers if row.get("venue")}
        return [{"type": kind, "name": n, "aliases": [s], "lines": [0], "certain": False} for n, s in sorted(names)]
    return []


def _keys(row: Mapping[str, Any]) -> set[str]:
    """Return all names and links by which an annotated thing may be found."""
    names = [row.get(name) for name in ("name", "title", "short", "citekey", "series")]
    names += [*(row.get("aliases") or ()), *(row.get("title_variants") or ())]
    if row["type"] == "venue" and row.get("series") and row.get("year"):
        names.append(f"{row['series']} {row['year']}")
    return ({name_key(name) for name in names if name} | {_link(url) for url in row.get("urls") or ()}) - {""}


def _label(row: Mapping[str, Any]) -> str:
    shown = (row.get(name) for name in ("name", "title", "citekey", "short"))
    return next((str(name) for name in shown if name), next(iter(row.get("urls") or ["?"])))


def _matched(note: str, gold: Sequence[Mapping[str, Any]], found: Iterable[_Thing]) -> Count:
    count = Count()
    wanted: list[tuple[Mapping[str, Any], set[str]]] = []
    for row in gold:
        keys = _keys(row)
        # One person may be the author of several papers: one thing to find.
        if row["type"] != "person" or not any(keys & other for _, other in wanted):
            wanted.append((row, keys))
    hit: set[int] = set()
    for thing in sorted(found, key=lambda thing: (thing.line, thing.label)):
        fitting = [at for at, (_, keys) in enumerate(wanted) if keys & thing.keys]
        fresh = [at for at in fitting if at not in hit]
        if fresh:
            hit.add(fresh[0])
            count.hits += wanted[fresh[0]][0].get("certain", True) is not False
        elif not fitting or (
            thing.kind not in (Kind.VENUE, Kind.EDITION) and wanted[fitting[0]][0].get("certain", True)
        ):
            count.false += 1
            twice = "found twice: " if fitting else ""
            count.alarms.append(f"{note}:{thing.line}: {twice}{thing.label}")
    for at, (row, _) in enumerate(wanted):
        if at not in hit and row.get("certain", True) is not False:
            count.missed += 1
            count.misses.append(f"{note}:{int(_lines(row)[0])}: {_label(row)}")
    return count


def _lines(row: Mapping[str, Any]) -> list[int]:
    return list(row.get("lines") or [row.get("line", 0)])


def _related(facts: _NoteFacts, rows: Sequence[Mapping[str, Any]]) -> Count:
    """Score stated relations; a paper stands for what it introduces, and the other way round.

    Only relations between two things that the reader lists can be false alarms.
    """
    same: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row["type"] != "relation":
            own = _keys(row) | {name_key(n) for n in (*(row.get("methods") or ()), *(row.get("datasets") or ()))}
            for key in own:
                same[key] |= own
    wanted = [row for row in rows if row["type"] == "relation" and row.get("predicate") in RELATIONS]
    sides = [
        tuple(same.get(name_key(row[end]), {name_key(row[end])}) for end in ("subject", "object")) for row in wanted
    ]
    count, hit = Count(), set[int]()
    predicates = {predicate for some in RELATIONS.values() for predicate in some}
    for s, p, o in facts.facts:
        if p not in predicates or s not in facts.things or o not in facts.things:
            continue
        one, other = facts.things[s], facts.things[o]
        if not (one.keys & same.keys() and other.keys & same.keys()):
            continue
        fitting = {
            at
            for at, row in enumerate(wanted)
            if p in RELATIONS[row["predicate"]] and _fits(row["predicate"], sides[at], (one.keys, other.keys))
        }
        hit |= fitting
        if not fitting:
            count.false += 1
            count.alarms.append(
                f"{facts.note}:{one.line}: {one.label} {p.rsplit('#')[-1].rsplit('/')[-1]} {other.label}"
            )
    count.hits = len(hit)
    for row in (row for at, row in enumerate(wanted) if at not in hit and row.get("certain", True) is not False):
        count.missed += 1
        count.misses.append(f"{facts.note}:{int(_lines(row)[0])}: {row['subject']} {row['predicate']} {row['object']}")
    return count


def _fits(relation: str, wanted: tuple[set[str], ...], found: tuple[frozenset[str], frozenset[str]]) -> bool:
    """Return whether both ends are the same things; a comparison has no direction."""
    first, last = wanted
    straight = bool(found[0] & first and found[1] & last)
    return straight or (relation == "compares_with" and bool(found[0] & last and found[1] & first))
