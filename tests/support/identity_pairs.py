"""How well things are told apart: pairs of descriptions that are of one thing or of two, against what kg decides.

A pair is what two notes say of a thing, as `data/gold/identity` describes it. Only resolution is measured: the claims
are those that a note with these words gives, whatever kg would read of it. `python tests/support/identity_pairs.py`
prints how many pairs of each kind are told apart rightly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path
from typing import Any

from places import GOLD

from kg import terms, untrusted
from kg.errors import UsageError
from kg.extraction.key_forms import read_key
from kg.extraction.names import split_names
from kg.extraction.venues import read_venue
from kg.extras.scoring import Count, lines_of
from kg.model import Claim, Extraction, Iri, Kind, Mention, Span
from kg.resolution import resolve
from kg.text import repair

Row = Mapping[str, Any]


def score(gold: Path) -> dict[str, Count]:
    """Compare the decision on each pair, kind by kind; a hit is a pair that is rightly joined.

    Raises:
        UsageError: a line is not a pair.
    """
    counts: dict[str, Count] = {}
    for place, row in _rows(gold):
        kind = str(row["kind"])
        found = counts.setdefault(kind, Count())
        told = f"{place}: {row['id']} {row['case']}: {row['why']}"
        joined = _joined(row)
        if joined and row["same"]:
            found.hits += 1
        elif joined:
            found.false += 1
            found.alarms.append(told)
        elif row["same"]:
            found.missed += 1
            found.misses.append(told)
    return counts


def _rows(gold: Path) -> Iterator[tuple[str, Row]]:
    for file in sorted(gold.glob("*.jsonl")) if gold.is_dir() else [gold]:
        for number, row in lines_of(file):
            if not isinstance(row, dict):
                raise UsageError(f"{file}:{number}: not a JSON object")
            missing = {"id", "kind", "same", "case", "why", "a", "b"} - row.keys()
            if missing:
                raise UsageError(f"{file}:{number}: this pair lacks {', '.join(sorted(missing))}")
            yield f"{file.name}:{number}", row


def _joined(row: Row) -> bool:
    """Return whether both descriptions become one thing in a vault of both."""
    told = described(row)
    resolved = resolve([extraction for _, extraction in told])
    return resolved.iris[told[0][0]] == resolved.iris[told[1][0]]


def described(row: Row, *, folder: str = "") -> list[tuple[Mention, Extraction]]:
    """Return what one note each says about the two things of a pair, and then about the rest of the vault.

    Args:
        row: the pair.
        folder: of the notes, with `/` at the end.
    """
    all_ = [row["a"], row["b"], *row.get("context", ())]
    told = [_ClaimsOfNote(f"{folder}{number}.md", str(row["kind"]), said) for number, said in enumerate(all_)]
    return [(one.subject, one.extraction) for one in told]


class _ClaimsOfNote:
    """What one note says of a thing, as claims; each name gets a place of its own."""

    def __init__(self, note: str, kind: str, said: Row) -> None:
        self._note = note
        self._places = count()
        self._claims: list[Claim] = []
        self._mentions: list[Mention] = []
        kind = str(said.get("kind") or (kind if "name" in said else "paper"))
        if kind == "paper":
            self.subject = self._paper(said)
        elif kind == "person":
            self.subject = self._person(said)
        elif kind in ("venue", "edition"):
            self.subject = self._venue(str(said["name"]), said.get("year"))
        elif kind == "topic":
            ways = (said.get("path", ()), *said.get("elsewhere", ()))
            self.subject, *_ = (self._branch([*way, said["name"]]) for way in ways)
        else:
            self.subject = self._named(Kind(kind), said)
        self.extraction = Extraction(note, tuple(sorted(self._mentions)), tuple(self._claims))

    def _mention(self, kind: Kind, text: str) -> Mention:
        place = 2 * next(self._places)
        mention = Mention(Span(self._note, place, place + 1), kind, text, "pair")
        self._mentions.append(mention)
        return mention

    def _claim(self, subject: Mention, predicate: Iri, value: Mention | str) -> None:
        self._claims.append(Claim(subject, predicate, value, (subject.span,), "pair", 0.9))

    def _paper(self, said: Row) -> Mention:
        key = str(said.get("citekey") or "")
        author, year, venue = read_key(key) if key else ("", "", "")
        label = said.get("title") or said.get("short") or key or said["links"][0]
        paper = self._mention(Kind.PAPER, str(label))
        facts = {"title": terms.NAME, "short": terms.ALTERNATE_NAME, "citekey": terms.CITATION_KEY}
        for name, predicate in facts.items():
            if said.get(name):
                self._claim(paper, predicate, repair(str(said[name])))
        for link in said.get("links", ()):
            self._claim(paper, terms.URL, str(link))
        for shown in said.get("authors") or ([author] if author else []):
            self._claim(paper, terms.AUTHOR, self._mention(Kind.PERSON, _display(shown)))
        if said.get("year") or year:
            self._claim(paper, terms.DATE_PUBLISHED, str(said.get("year") or year))
        if said.get("venue") or venue:
            told = self._venue(str(said.get("venue") or f"{venue} {year}"), None)
            journal = told.kind is Kind.PERIODICAL
            self._claim(paper, terms.IS_PART_OF if journal else terms.PRESENTED_AT, told)
        return paper

    def _person(self, said: Row) -> Mention:
        key = str(said.get("citekey") or "")
        shown = read_key(key)[0] if key else _display(str(said["name"]))
        person: Mention | None = None
        for row in said.get("papers") or ([{}] if key else []):
            self._paper({**row, "citekey": key, "authors": row.get("authors") or [shown]} if key else row)
            own = [m for m in self._mentions if m.kind is Kind.PERSON and m.text == shown]
            person = person or (own[0] if own else None)
        person = person or self._mention(Kind.PERSON, shown)
        for place in said.get("affiliations", ()):
            self._claim(person, terms.AFFILIATION, self._mention(Kind.ORG, str(place)))
        return person

    def _venue(self, text: str, year: object) -> Mention:
        read = read_venue(text)
        if read is None:
            return self._mention(Kind.VENUE, text)
        read = replace(read, year=untrusted.integer(str(year))) if year and read.year is None else read
        if not read.event:
            return self._mention(Kind.PERIODICAL, read.name or read.series)
        if read.year is None:
            return self._mention(Kind.VENUE, read.series)
        return self._mention(Kind.EDITION, f"{read.series} {read.year}")

    def _branch(self, names: Sequence[str]) -> Mention:
        topics = [self._mention(Kind.TOPIC, name) for name in names]
        for above, below in pairwise(topics):
            self._claim(below, terms.BROADER, above)
        return topics[-1]

    def _named(self, kind: Kind, said: Row) -> Mention:
        thing = self._mention(kind, str(said["name"]))
        if said.get("expansion"):
            self._claim(thing, terms.ALT_LABEL, str(said["expansion"]))
        if said.get("introduced_by"):
            self._claim(self._paper(said["introduced_by"]), terms.INTRODUCES, thing)
        return thing


def _display(name: str) -> str:
    """Return a name as a note would show it: given name first."""
    read: Sequence[tuple[int, int, str]] = split_names(name).names
    return read[0][2] if len(read) == 1 else name


if __name__ == "__main__":
    for kind, count in score(GOLD / "identity").items():
        print(f"{kind}: precision {count.precision:.3f}, recall {count.recall:.3f}, F1 {count.f1:.3f}")
