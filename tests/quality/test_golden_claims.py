"""What kg claims of the sample notes is what a commit says that it claims.

Where a test fails, `make golden` shows what changed; when that is meant, `make golden ACCEPT=--accept` keeps it.
"""

from __future__ import annotations

import json

from golden_claims import HASHES, differences, hashes, read_set


def test_the_claims_of_the_sample_notes_are_those_that_were_accepted() -> None:
    accepted = json.loads(HASHES.read_text(encoding="utf-8"))
    now = hashes(read_set("notes"))

    assert {note for note in accepted.keys() | now.keys() if accepted.get(note) != now.get(note)} == set()


def test_a_difference_shows_line_and_both_readings() -> None:
    was = [("a.md", 3, "A Title | year | 2019"), ("a.md", 7, "kept")]
    now = [("a.md", 3, "A Title | year | 2020"), ("a.md", 7, "kept"), ("b.md", 1, "new")]

    assert list(differences(was, now)) == [
        "a.md:3",
        "  was A Title | year | 2019",
        "  is  A Title | year | 2020",
        "b.md:1",
        "  is  new",
    ]
