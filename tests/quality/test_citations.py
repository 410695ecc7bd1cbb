"""What a text cites is joined with the paper that it means, on reviews written for this, and with no other one."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from places import TESTS

from kg import extraction, notes, resolution, terms
from kg.model import Kind, Note
from kg.settings import Settings
from kg.text import name_key

REVIEWS = TESTS / "support" / "reviews"
FOLDERS = sorted(path for path in REVIEWS.iterdir() if path.is_dir())
LEAST = 0.97
"""Share of the citations that are joined with the paper they mean; it only rises."""
MOST_WRONG = 2
"""Citations that are joined with another paper, or with one where nobody can tell which."""
_SURE = 15
"""Characters of a title that tell it from others, when kg has read less or more of it than there is."""
Cited = dict[str, list[tuple[int, int, str]]]


def cited(folder: Path, nlp: Any) -> tuple[dict[str, Note], Cited]:
    """Give the notes of a folder, and for each where it cites which title; "" for a paper known by a name alone."""
    read = {one.note.id: one.note for one in notes.read_all(folder, settings=Settings()) if one.note is not None}
    said = [extraction.extract(note, nlp) for note in read.values()]
    resolved = resolution.resolve(said)
    titles = {entity.iri: entity.name for entity in resolved.entities}
    found: Cited = defaultdict(list)
    for one in said:
        for claim in one.claims:
            if claim.predicate == terms.CITATION and claim.subject.kind is Kind.NOTE and claim.object in resolved.iris:
                place = claim.evidence[0]
                found[one.note].append((place.start, place.end, titles[resolved.iris[claim.object]]))
    return read, found


def weigh(rows: list[dict[str, Any]], read: dict[str, Note], found: Cited) -> Counter[str]:
    """Count the citations that are joined rightly, wrongly and not at all."""
    counted: Counter[str] = Counter()
    for row in rows:
        lines = read[row["note"]].text.splitlines(keepends=True)
        start = sum(map(len, lines[: row["line"] - 1])) + row["column"] - 1
        end = start + len(row["text"])
        titles = {name_key(title) for a, b, title in found[row["note"]] if a < end and start < b and title}
        want = name_key((row.get("title") or "").replace("{", "").replace("}", ""))
        if not want:
            counted["wrong" if titles else "none"] += 1
        elif any(_same(want, title) for title in titles):
            counted["right"] += 1
        else:
            counted["wrong" if titles else "missed"] += 1
    return counted


def _same(want: str, title: str) -> bool:
    return want == title or (min(len(want), len(title)) > _SURE and (want.startswith(title) or title.startswith(want)))


def test_citations_are_joined_with_what_they_cite(nlp: Any) -> None:
    counted: Counter[str] = Counter()
    for folder in FOLDERS:
        gold = folder.with_name(f"{folder.name}.jsonl").read_text(encoding="utf-8")
        counted += weigh([json.loads(line) for line in gold.splitlines()], *cited(folder, nlp))

    assert counted["right"] >= LEAST * (counted["right"] + counted["missed"] + counted["wrong"])
    assert counted["wrong"] <= MOST_WRONG
