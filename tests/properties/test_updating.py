"""Identity after a change is the identity of all notes together: components by component, key by key."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from identity_pairs import described
from places import GOLD

from kg.model import Extraction, Mention
from kg.pipeline.ledger import Ledger, holds
from kg.resolution import Weighing, weigh
from kg.resolution.clustering import GROUPS, Component, Group
from kg.resolution.deciding import decide
from kg.resolution.decisions import NONE
from kg.resolution.slips import slip, slips
from kg.resolution.updating import update

PAIRS = GOLD / "identity"
Found = Mapping[Group, Sequence[Component]]


@pytest.fixture(scope="module")
def told() -> list[Extraction]:
    """Give hundreds of notes that describe papers, persons and methods in ways that are hard to tell apart."""
    rows = [json.loads(line) for file in sorted(PAIRS.glob("*.jsonl")) for line in file.read_text("utf-8").splitlines()]
    return [extraction for row in rows for _, extraction in described(row, folder=f"{row['id']}/")]


@pytest.mark.parametrize("seed", range(5))
def test_identity_after_changes_is_that_of_a_clean_build(told: list[Extraction], tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    notes = {extraction.note: extraction for extraction in chance.sample(told, 250)}
    file = tmp_path / "identity.db"
    Ledger.create(file, _weighed(notes.values()).found, {}, set())
    for _ in range(4):
        gone = set(chance.sample(sorted(notes), k=chance.randint(0, 4)))
        fresh = [_less(notes[note], chance) for note in sorted(gone) if chance.random() < 0.5]
        fresh += [one for one in chance.sample(told, k=chance.randint(0, 4)) if one.note not in notes]
        with closing(Ledger.open(file)) as ledger:
            ledger.apply(update(ledger, gone, fresh), {})
        notes = {note: one for note, one in notes.items() if note not in gone} | {one.note: one for one in fresh}
        clean = _weighed(notes.values())
        Ledger.create(tmp_path / "clean.db", clean.found, {}, set())

        with closing(Ledger.open(file)) as ledger:
            assert _content(_all(ledger, file)) == _content(clean.found)
        assert _keys(file) == _keys(tmp_path / "clean.db")
        (tmp_path / "clean.db").unlink()


def test_a_ledger_knows_which_notes_it_is_of(told: list[Extraction], tmp_path: Path) -> None:
    Ledger.create(tmp_path / "identity.db", _weighed(told[:3]).found, {"a.md": "1"}, set())

    assert holds(tmp_path / "identity.db", {"a.md": "1"})
    assert not holds(tmp_path / "identity.db", {"a.md": "2"})
    assert not holds(tmp_path / "other.db", {"a.md": "1"})


def test_titles_alike_but_for_a_slip_are_found_among_all_pairs(told: list[Extraction]) -> None:
    titles = sorted({m.text for one in told for m in one.mentions if len(m.text) > 20})[:250]
    begins = {(a, b) for a in titles for b in titles if a < b and slip(a, b)}

    assert set(slips(titles)) <= begins
    assert len(slips(titles)) >= 0.9 * len(begins)


def test_many_titles_that_begin_alike_are_compared_as_few_are(told: list[Extraction]) -> None:
    titles = sorted({f"Learning to {m.text}" for one in told for m in one.mentions if len(m.text) > 20})[:120]
    titles += ["Learning to …", "Learning to Continue ...", "Learning to Continue Work", "Learning to"]

    alone = [pair for pair in combinations(sorted(titles), 2) if slips(pair)]

    assert alone
    assert slips(titles) == alone


def _weighed(notes: Collection[Extraction]) -> Weighing:
    return weigh(decide(list(notes), NONE))


def _less(one: Extraction, chance: random.Random) -> Extraction:
    """Take some mentions out of a note, and what it says of them."""
    kept = set(chance.sample(one.mentions, k=2 * len(one.mentions) // 3))
    claims = tuple(c for c in one.claims if all(m in kept for m in (c.subject, c.object) if isinstance(m, Mention)))
    return replace(one, mentions=tuple(m for m in one.mentions if m in kept), claims=claims)


def _all(ledger: Ledger, file: Path) -> Found:
    with closing(sqlite3.connect(file)) as rows:
        numbers = rows.execute("SELECT kinds, number FROM component").fetchall()
    return {group: [ledger.load(group, n) for at, n in numbers if at == place] for place, group in enumerate(GROUPS)}


def _content(found: Found) -> dict[str, Any]:
    return {
        group.name: (
            {frozenset(component.said) for component in components},
            {thing for component in components for thing in component.things},
            {mention: said for component in components for mention, said in component.said.items()},
        )
        for group, components in found.items()
    }


def _keys(file: Path) -> list[list[Any]]:
    with closing(sqlite3.connect(file)) as rows:
        queries = ("SELECT hash, count(*), max(binds) FROM key GROUP BY hash", "SELECT * FROM anchor ORDER BY 1, 2")
        return [rows.execute(query).fetchall() for query in queries]
