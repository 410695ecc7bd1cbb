"""The work for a note grows as the note does: four times as long, not sixteen times the time.

Steps are counted, or times are compared with times of the same run, the best of several, so that a slow or busy machine
changes nothing.
"""

from __future__ import annotations

import os
import time
from typing import Any

import pytest
from growing import KINDS, Kind
from shape_notes import SHAPES, Shape, family
from shapes import LINEAR, small

from kg import extraction
from kg.model import Note
from kg.notes import READERS
from kg.notes.draft import Source
from kg.resolution import resolve

TOO_MUCH = 12.0
"""Four times the note may take this many times as long; where the square of the length counts, it is sixteen."""
MEASURABLE = 0.05
"""Seconds below which nothing is compared."""
SMALLER = 3**-0.5
"""Notes here are so much smaller than where a person measures: what takes the square of their length takes a third of the time."""
TRIES = 4

# What once took the square of its length or more in regular expressions and copies of texts, which no step counts.
IN_C = [
    "authors-sentence", "run-double-dollars", "run-dashes", "run-cdata", "run-doi", "run-dotted", "run-strike", "long-host", "base64-text",
    "long-word-hyphens", "short-names", "hard-breaks", "keys",
]  # fmt: skip
MANY_AUTHORS = [
    "authors-bibtex", "authors-reference", "authors-reference-inverted", "authors-item", "authors-below", "authors-cell",
    "authors-csl", "authors-front-matter",
]  # fmt: skip
# What once took the square of its length in steps; a twelfth of the other shapes, and all with KG_EXPLORE.
IN_STEPS = ["citing-sentences", "keys-in-paragraph", "names-and-years", "wikilinks-a-line", "sections-of-papers"]
TRIED = [name for at, name in enumerate(SHAPES) if "KG_EXPLORE" in os.environ or name in IN_STEPS or at % 12 == 0]


def read(kind: Kind | Shape, text: str) -> tuple[float, Note]:
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
    size = round(kind.start * SMALLER)
    one, four = kind.write(size), kind.write(size * 4)
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
def nlp(nlp: Any) -> Any:
    """What is loaded when a first note is read is there."""
    extracted(KINDS["sentences"], KINDS["sentences"].write(20), nlp)
    return nlp


@pytest.mark.parametrize("name", KINDS)
def test_reading_grows_with_the_length_of_the_note(name: str) -> None:
    kind = KINDS[name]
    assert grows(lambda text: read(kind, text)[0], kind) < TOO_MUCH


@pytest.mark.parametrize("name", IN_C)
def test_extraction_grows_with_the_length_of_the_note(name: str, nlp: Any) -> None:
    kind = KINDS[name]
    assert grows(lambda text: extracted(kind, text, nlp), kind) < TOO_MUCH


@pytest.mark.parametrize("name", TRIED)
def test_the_steps_of_reading_grow_with_what_is_read(name: str, nlp: Any) -> None:
    # Where some more things are read in another way, more still tell whether the work grows.
    assert any(small(name, nlp, times) < LINEAR for times in (1, 2))


@pytest.mark.parametrize("name", MANY_AUTHORS)
def test_a_thousand_authors_of_one_paper_are_read_in_order(name: str, nlp: Any) -> None:
    shape = SHAPES[name]
    (source,) = shape.notes(1_000)
    made = extraction.extract(read(shape, source.text)[1], nlp)
    authors = [claim for claim in made.claims if str(claim.predicate).endswith("author")]
    assert [claim.object.text for claim in authors] == [f"Ann {family(number)}" for number in range(1_000)]
    iris = resolve([made]).iris
    assert len({iris[claim.subject] for claim in authors}) == 1
