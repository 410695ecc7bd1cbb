"""Identity takes steps in proportion to what notes say, and looks up what could be one thing instead of all pairs."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from extractions import paper
from growth import calls

from kg.model import Extraction, Kind, Mention, Reference, Span
from kg.pipeline.ledger import Ledger
from kg.resolution import resolve, weigh
from kg.resolution.deciding import decide
from kg.resolution.decisions import NONE
from kg.resolution.name_forms import fits, meetings
from kg.resolution.slips import anchors, may_slip, slip, slips

TOO_MUCH = 2.4
"""Twice the notes may take this many times the steps; where all pairs are looked at, it is four."""
_SYLLABLES = "ba ce di fo gu ha ke li mo nu pa re si to vu wa xe yi zo tra".split()
_WORDS = (
    "graph learning model attention kernel sparse robust neural causal policy data set dataset nets networks".split()
)
_SMALL = "of the for in with".split()
_TERMS = "graph model kernel signal depth".split()


def word(number: int) -> str:
    """Spell a number as a word of its own."""
    number, spelled = number + 400, ""
    while number:
        number, spelled = number // 20, spelled + _SYLLABLES[number % 20]
    return spelled.capitalize()


def papers(count: int, **facts: Callable[[int], Any]) -> list[Extraction]:
    return [paper(f"n{i:04}.bib", 0, **{name: write(i) for name, write in facts.items()}) for i in range(count)]


def cited(count: int) -> list[Extraction]:
    """Describe a paper of one author in each note, and refer to that author in as many others."""
    found = papers(count, title=lambda i: f"{word(i)} graphs", author=lambda _: ["Ann Smith"], year=lambda _: "2020")
    for number in range(count):
        mention = Mention(Span(f"z{number:04}.md", 0, 5), Kind.PAPER, "Smith (2020)", "citing")
        reference = Reference(mention, ("Smith",), year="2020")
        found.append(Extraction(mention.span.note, (mention,), (), (), (0, 0), (reference,)))
    return found


def linked(count: int) -> list[Extraction]:
    """Give all notes one name in folders of their own, each with a link to it."""
    spans = [Span(f"d{number:04}/a.md", 0, 3) for number in range(count)]
    return [
        Extraction(span.note, tuple(Mention(span, Kind.NOTE, "a", rule) for rule in ("note", "note-link")), ())
        for span in spans
    ]


SHAPES: dict[str, tuple[int, Callable[[int], Sequence[Extraction]]]] = {
    "authors of one paper": (
        600,
        lambda n: [paper("a.bib", 0, title="Deep Margins", author=[f"Ann {word(i)}" for i in range(n)])],
    ),
    "authors of one family name and initial": (
        200,
        lambda n: [paper("a.bib", 0, title="Deep Margins", author=[f"A{word(i).lower()} Smith" for i in range(n)])],
    ),
    "notes on one paper": (
        100,
        lambda n: papers(n, title=lambda _: "Deep Margins", key=lambda _: "k", author=lambda i: ["A. Smith", word(i)]),
    ),
    "papers of one key": (100, lambda n: papers(n, key=lambda _: "k", title=lambda i: word(i * 7919) * 3)),
    "papers of one title": (
        120,
        lambda n: papers(n, title=lambda _: "Introduction", author=lambda i: [f"Ann {word(i)}"]),
    ),
    "titles that begin alike": (100, lambda n: papers(n, title=lambda i: f"Learning to Rank with {word(i)} Graphs")),
    "titles that end alike": (100, lambda n: papers(n, title=lambda i: f"{word(i)} for Large Language Models")),
    "titles with a number": (100, lambda n: papers(n, title=lambda i: f"Notes on Foundations of Learning {i}")),
    "titles of few words": (
        200,
        lambda n: papers(n, title=lambda i: f"Studies of {' '.join(_TERMS[i // 5**k % 5] for k in range(5))}s"),
    ),
    "references to one author": (100, cited),
    "notes of one name": (100, linked),
}


@pytest.mark.parametrize("name", SHAPES)
def test_twice_the_notes_take_about_twice_the_steps(name: str) -> None:
    size, write = SHAPES[name]
    once, twice = (calls(partial(resolve, write(n))) for n in (size, 2 * size))

    assert twice < TOO_MUCH * once


def test_the_file_of_identity_grows_with_the_list_of_authors(tmp_path: Path) -> None:
    sizes = []
    for number in (600, 1200):
        file = tmp_path / f"{number}.db"
        _, write = SHAPES["authors of one paper"]
        Ledger.create(file, weigh(decide(write(number), NONE)).found, {}, set())
        sizes.append(file.stat().st_size)

    assert sizes[1] < TOO_MUCH * sizes[0]


def test_the_authors_of_a_collaboration_stay_apart_and_are_known_by_those_who_lead_it() -> None:
    names = [f"Ann {word(i)}" for i in range(600)]
    short = [f"A. {name.split()[1]}" for name in names]
    found = resolve([paper("a.md", 0, title="Deep Margins", author=names), paper("b.md", 0, title="X", author=short)])

    assert sum(entity.kind is Kind.PERSON for entity in found.entities) == 600


def test_a_paper_that_many_notes_describe_is_one() -> None:
    _, write = SHAPES["notes on one paper"]

    assert sum(entity.kind is Kind.PAPER for entity in resolve(write(200)).entities) == 1


@pytest.mark.parametrize("seed", range(6))
def test_slips_among_many_titles_are_those_of_all_pairs(seed: int) -> None:
    chance = random.Random(seed)
    originals = [[chance.choice(_WORDS + _SMALL) for _ in range(chance.randint(2, 8))] for _ in range(6)]
    titles = {" ".join(["Learning", "to", *_slipped(chance.choice(originals), chance)]) for _ in range(80)}
    titles |= {f"{title[: len(title) // 2 + 8]} ..." for title in sorted(titles)[:5]}
    near = [pair for pair in combinations(sorted(titles), 2) if set(anchors(pair[0])) & set(anchors(pair[1]))]

    assert slips(titles) == [pair for pair in near if may_slip(*pair) and slip(*pair)]


def _slipped(title: Sequence[str], chance: random.Random) -> list[str]:
    """Misprint a word, run two together, abbreviate some or put in a small one."""
    words = list(title)
    for _ in range(chance.randint(0, 2)):
        at = chance.randrange(len(words))
        run = words[at : at + chance.randint(2, 4)]
        match chance.randrange(4):
            case 0:
                cut = chance.randrange(len(words[at]))
                words[at] = words[at][:cut] + chance.choice(["", "x"]) + words[at][cut + 1 :] or "x"
            case 1:
                words[at : at + 2] = ["".join(words[at : at + 2])]
            case 2 if len(run) > 1:
                words[at : at + len(run)] = ["".join(one[0] for one in run)]
            case _:
                words.insert(at, chance.choice(_SMALL))
    return words


def test_of_two_names_that_fit_one_finds_the_other() -> None:
    given = "J. Jun Jun-Yan JY Junyan Robert Bob R. Russ Ruslan Ana Anna A. Ann-Marie K. J. J.K. Jon".split()
    names = [*(f"{one} {family}" for one in given for family in ("Müller", "Mueller", "Li")), "Müller", "Li", "Li Jun"]
    fitting = [(one, other) for one in names for other in names if fits(one, other)]

    assert fitting
    assert [pair for pair in fitting if not {*meetings(pair[0]).looks_under} & {*meetings(pair[1]).found_under}] == []
