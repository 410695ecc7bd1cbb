"""The work for a note grows as the note does: four times as long, not sixteen times the time.

Steps are counted, or times are compared with times of the same run, the best of several, so that a slow or busy machine
changes nothing.
"""

from __future__ import annotations

import time
from typing import Any

import pytest
from growing import KINDS, Kind
from shapes import LINEAR, SHAPES, small

from kg import extraction
from kg.model import Note
from kg.notes import READERS
from kg.notes.draft import Source

TOO_MUCH = 12.0
"""Four times the note may take this many times as long; where the square of the length counts, it is sixteen."""
MEASURABLE = 0.15
"""Seconds below which nothing is compared."""
TRIES = 4

# What once took the square of its length or more in regular expressions and copies of texts, which no step counts.
IN_C = [
    "authors-sentence", "run-double-dollars", "run-dashes", "run-cdata", "run-doi", "run-dotted", "run-strike", "long-host", "base64-text",
    "long-word-hyphens", "short-names", "hard-breaks", "keys",
]  # fmt: skip
MANY_AUTHORS = [
    "authors-bibtex",
    "authors-reference-turned",
    "authors-item",
    "authors-item-below",
    "authors-line-below",
    "authors-cell",
]


def read(kind: Kind, text: str) -> tuple[float, Note]:
    began = time.process_time()
    content = READERS[kind.suffix](Source("a" + kind.suffix, text))
    return time.process_time() - began, Note("a" + kind.suffix, text, content.blocks, content.title, content.meta)


def extracted(kind: Kind, text: str, nlp: Any) -> float:
    note = read(kind, text)[1]
    began = time.process_time()
    extraction.extract(note, nlp)
    return time.process_time() - began


def grows(measure: Any, kind: Kind) -> float:
    """Give how much longer four times the note takes; 0 when it takes no time to speak of."""
    one, four = kind.write(kind.start), kind.write(kind.start * 4)
    ratio = 0.0
    for _ in range(TRIES):
        long = measure(four)
        if long < MEASURABLE:
            return 0.0
        ratio = long / max(measure(one), MEASURABLE / 16)
        if ratio < TOO_MUCH:
            break
    return ratio


@pytest.fixture(scope="module")
def nlp() -> Any:
    pipeline = extraction.make_nlp()
    extracted(KINDS["sentences"], KINDS["sentences"].write(20), pipeline)
    return pipeline


@pytest.mark.parametrize("name", KINDS)
def test_reading_grows_with_the_length_of_the_note(name: str) -> None:
    kind = KINDS[name]
    assert grows(lambda text: read(kind, text)[0], kind) < TOO_MUCH


@pytest.mark.parametrize("name", IN_C)
def test_extraction_grows_with_the_length_of_the_note(name: str, nlp: Any) -> None:
    kind = KINDS[name]
    assert grows(lambda text: extracted(kind, text, nlp), kind) < TOO_MUCH


@pytest.mark.parametrize("name", SHAPES)
def test_the_steps_of_reading_grow_with_what_is_read(name: str, nlp: Any) -> None:
    # Where some more things are read in another way, more still tell whether the work grows.
    assert any(small(name, nlp, times) < LINEAR for times in (1, 3))


def test_every_author_of_three_thousand_is_read(nlp: Any) -> None:
    for name in MANY_AUTHORS:
        kind = KINDS[name]
        made = extraction.extract(read(kind, kind.write(3_000))[1], nlp)
        assert sum(str(claim.predicate).endswith("author") for claim in made.claims) == 3_000
