"""Which descriptions are of one thing: pairs with real names, and the reasons that are given."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from extractions import paper
from identity_pairs import Count, score
from places import GOLD

from kg import terms
from kg.errors import UsageError
from kg.model import Claim, Extraction, Kind, Mention, Resolution, Span
from kg.resolution import resolve, weigh
from kg.resolution.deciding import decide
from kg.resolution.decisions import NONE
from kg.resolution.merge import Match, Verdict

PAIRS = GOLD / "identity"
FLOORS = {
    "paper": 0.98,
    "person": 0.98,
    "method": 0.95,
    "dataset": 1.0,
    "task": 1.0,
    "org": 0.94,
    "venue": 0.94,
    "topic": 1.0,
}


def _weighed(notes: Sequence[Extraction]) -> tuple[Resolution, tuple[Match, ...]]:
    weighing = weigh(decide(notes, NONE))
    return weighing.resolution, weighing.matches


@pytest.fixture(scope="module")
def scores() -> dict[str, Count]:
    return score(PAIRS)


@pytest.mark.parametrize("kind", sorted(FLOORS))
def test_pairs_are_told_apart_as_well_as_before(scores: dict[str, Count], kind: str) -> None:
    assert scores[kind].f1 >= FLOORS[kind], [*scores[kind].alarms, *scores[kind].misses]


def test_the_pairs_are_many_balanced_and_well_formed() -> None:
    rows = [json.loads(line) for file in PAIRS.glob("*.jsonl") for line in file.read_text("utf-8").splitlines()]

    assert len(rows) >= 400
    assert len({row["id"] for row in rows}) == len(rows)
    assert 0.4 < sum(row["same"] for row in rows) / len(rows) < 0.6


def test_a_pair_that_lacks_something_is_an_error_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(
        '{"id": "1", "kind": "paper", "same": true, "a": {}, "b": {}}\n', encoding="utf-8"
    )

    with pytest.raises(UsageError, match=r"x\.jsonl:1: this pair lacks case, why"):
        score(tmp_path)


def verdicts(*notes: Extraction) -> set[tuple[Verdict, str]]:
    return {(match.verdict, match.reason) for match in _weighed(notes)[1]}


LONG = "Learning to Learn from Very Few Examples of Trees"
KEY = "https://arxiv.org/abs/"


def test_a_misprint_joins_only_with_authors_and_year() -> None:
    one = paper("a.md", 0, title=LONG, author=["Ada Lovelace"], year="2020")
    slip = LONG.replace("Examples", "Exmaples")

    assert {v for v, _ in verdicts(one, paper("b.md", 0, title=slip, author=["Ada Lovelace"], year="2020"))} == {
        Verdict.SAME
    }
    assert verdicts(one, paper("b.md", 0, title=slip)) == {(Verdict.DOUBTFUL, "titles that differ by a misprint")}


@pytest.mark.parametrize(("name", "joined"), [("BERT", True), ("SIFT", False), ("QXZ", False)])
def test_a_few_letters_name_a_paper_only_where_the_word_lists_know_no_other_meaning(name: str, joined: bool) -> None:
    """A list knows BERT, and that SIFT is a word, too; QXZ may be anything."""
    bare = paper("a.md", 0, short=name, url=f"{KEY}1810.04805")
    titled = paper("b.md", 0, title=f"{name}: {LONG}", short=name, year="2019")
    method = Mention(Span("b.md", 9, 10), Kind.METHOD, name, "rule")
    introduced = Claim(titled.mentions[0], terms.INTRODUCES, method, (method.span,), "rule", 0.9)
    titled = replace(titled, mentions=(*titled.mentions, method), claims=(*titled.claims, introduced))

    assert (Verdict.SAME in {verdict for verdict, _ in verdicts(bare, titled)}) is joined


def test_a_paper_is_one_however_the_umlaut_of_its_first_author_is_typed() -> None:
    one = paper("a.md", 0, title=LONG, author=["Müller, K.", "Schön, H."], year="2020")
    other = paper("b.bib", 0, title=LONG, author=["Karl Mueller", "Hanna Schoen"], year="2020")
    third = paper("c.md", 0, title=LONG, author=["Karl Miller", "Hanna Scholl"], year="2020")

    assert Verdict.SAME in {verdict for verdict, _ in verdicts(one, other)}
    assert Verdict.SAME not in {verdict for verdict, _ in verdicts(one, third)}


def test_identifiers_that_differ_keep_a_misprint_apart() -> None:
    one = paper("a.md", 0, title=LONG, author=["Ada Lovelace"], year="2020", url=f"{KEY}2001.00001")
    other = paper(
        "b.md", 0, title=LONG.replace("Few", "New"), author=["Ada Lovelace"], year="2020", url=f"{KEY}2001.00002"
    )

    assert len({resolve([one, other]).iris[n.mentions[0]] for n in (one, other)}) == 2


def test_a_chain_of_likenesses_does_not_join_its_ends() -> None:
    """A fits B and B fits C, but A and C contradict: C stays apart."""
    one = paper("a.md", 0, title=LONG, author=["Ada Lovelace"], year="2020", url=f"{KEY}2001.00001")
    between = paper("b.md", 0, title=LONG)
    other = paper("c.md", 0, title=LONG, url=f"{KEY}2001.00002")
    iris = resolve([one, between, other]).iris

    assert iris[one.mentions[0]] == iris[between.mentions[0]] != iris[other.mentions[0]]


def test_two_people_of_one_name_on_one_paper_are_two() -> None:
    note = paper("a.md", 0, title=LONG, author=["Yang Liu", "Wei Chen", "Yang Liu"])
    people = [m for m in note.mentions if m.text == "Yang Liu"]

    assert len({resolve([note]).iris[m] for m in people}) == 2


def test_two_people_of_a_name_that_many_have_are_one_only_by_company() -> None:
    one = paper("a.md", 0, title="Trees that Grow in Rain", author=["Hao Li", "Ann Roe"])
    same = paper("b.md", 0, title="Trees that Grow in Snow", author=["Hao Li", "A. Roe", "Max Poe"])
    other = paper("c.md", 0, title="Privacy of Large Ledgers", author=["Hao Li", "Eva Lind"])

    iris = resolve([one, same, other]).iris
    first, second, third = (next(iris[m] for m in n.mentions if m.text == "Hao Li") for n in (one, same, other))

    assert first == second != third


def test_a_journal_is_one_by_its_short_and_long_name_and_its_article() -> None:
    names = ("JMLR", "Journal of Machine Learning Research", "The Analyst", "Analyst", "Science & Education")
    mentions = [Mention(Span("a.md", at, at + 1), Kind.PERIODICAL, name, "rule") for at, name in enumerate(names)]
    other = Mention(Span("a.md", 9, 10), Kind.PERIODICAL, "Science Education", "rule")

    iris = resolve([Extraction("a.md", (*mentions, other), ())]).iris

    assert len({iris[m] for m in (*mentions, other)}) == 4


def test_an_author_whom_one_list_prints_with_two_kinds_of_hyphens_is_one_person() -> None:
    names = ["Ana\u2010Lu Roe", "Bo Wei", "Ana-Lu Roe"]

    resolution, _ = _weighed([paper("a.md", 0, title="On Trees and Seas", author=names)])

    assert sorted(one.name for one in resolution.entities if one.kind is Kind.PERSON) == ["Ana\u2010Lu Roe", "Bo Wei"]


def test_initials_on_another_paper_need_two_co_authors() -> None:
    full = paper("a.md", 0, title=LONG, author=["Chunting Zhou", "Lili Yu", "Omer Levy"])
    one = paper("b.md", 0, title="Something Else Altogether", author=["C. Zhou", "Lili Yu"])
    two = paper("c.md", 0, title="Something Else Altogether", author=["C. Zhou", "Lili Yu", "Omer Levy"])

    def joined(other: Extraction) -> bool:
        iris = resolve([full, other]).iris
        return iris[full.mentions[1]] == iris[other.mentions[1]]

    assert not joined(one)
    assert joined(two)
    assert any(verdict is Verdict.DOUBTFUL for verdict, _ in verdicts(full, one))


@pytest.mark.parametrize(("others", "are_one"), [(1, True), (3, False)])
def test_an_author_of_most_papers_in_one_note_is_one_person(others: int, are_one: bool) -> None:
    own = [("Deep Roots", "O. Lind"), ("Moss of the North", "O Lind"), ("Forests of the Future", "O. Lind")]
    papers = [*own, *((f"Slow Trees {part}", f"{part}. Costa") for part in "ABC"[:others])]
    parts = [paper("cv.md", 10 * at, title=title, author=[name]) for at, (title, name) in enumerate(papers)]
    mentions = tuple(mention for part in parts for mention in part.mentions)
    iris = resolve([Extraction("cv.md", mentions, tuple(claim for part in parts for claim in part.claims))]).iris

    assert (len({iris[mention] for mention in mentions if mention.text.endswith("Lind")}) == 1) is are_one


@pytest.mark.parametrize(
    ("names", "are_one"),
    [
        (("O. Lindqvist", "O Lindqvist", "O. Lindqvist"), True),
        (("O. K. Lind", "O.K. Lind", "O. K. Lind"), True),
        (("O. Lindqvist", "O. Lindqvist"), False),
        (("O. Lind", "O. Lind", "O. Lind"), False),
        (("W. Zhang", "W. Zhang", "W. Zhang"), False),
        (("O. Lindqvist", "O. Lindqvist", "O. Lindqvist", "Olga Lindqvist", "Otto Lindqvist"), False),
    ],
)
def test_rare_names_and_several_initials_are_one_person_in_one_note(names: tuple[str, ...], are_one: bool) -> None:
    papers = [*names, *(f"{part}. Costa" for part in "ABCDEF")]
    parts = [paper("list.md", 10 * at, title=f"Slow Trees {at}", author=[name]) for at, name in enumerate(papers)]
    mentions = tuple(mention for part in parts for mention in part.mentions)
    iris = resolve([Extraction("list.md", mentions, tuple(claim for part in parts for claim in part.claims))]).iris

    assert (len({iris[part.mentions[1]] for part in parts[:2]}) == 1) is are_one


@pytest.mark.parametrize(
    ("named", "are_one"), [(("David Rumelhart", "Geoffrey Hinton"), True), (("Geoffrey Hinton",), False)]
)
def test_authors_in_short_are_those_whom_the_note_names_in_full(named: tuple[str, ...], are_one: bool) -> None:
    told = paper("a.md", 0, title=LONG, author=["D. Rumelhart", "G. E. Hinton", "R. J. Williams"])
    full = [Mention(Span("a.md", 90 + at, 91 + at), Kind.PERSON, name, "rule") for at, name in enumerate(named)]
    iris = resolve([replace(told, mentions=(*told.mentions, *full))]).iris

    assert (iris[full[-1]] == iris[told.mentions[2]]) is are_one
    assert len({iris[mention] for mention in told.mentions[1:]}) == 3


def test_the_reasons_do_not_depend_on_the_order_of_notes() -> None:
    notes = [
        paper("a.md", 0, title=LONG, author=["Ada Lovelace", "C. Zhou"], year="2020"),
        paper("b.md", 0, title=f"{LONG}: A Study", author=["A. Lovelace"], year="2020"),
        paper("c.md", 0, title=LONG, author=["Ada Lovelace", "Chunting Zhou"], year="2021"),
        paper("d.md", 0, short="Trees", key="lovelace2020learning", author=["Lovelace"], year="2020"),
    ]
    expected = _weighed(notes)
    for seed in range(10):
        random.Random(seed).shuffle(notes)

        assert _weighed(notes) == expected


def test_names_and_titles_of_east_asia_are_one_with_and_without_a_blank() -> None:
    one = paper("a.md", 0, title="海図による航路の分類", author=["佐藤 健", "田中 一郎"], year="2011")
    other = paper("b.md", 0, title="海図による航路の分類", author=["佐藤健", "田中一郎"], year="2011")
    third = paper("c.md", 0, title="海図による航路の分類", author=["鈴木 花子"], year="2011")
    things = _weighed([one, other, third])[0].entities

    assert sorted(e.name for e in things if e.kind is Kind.PERSON) == ["佐藤 健", "田中 一郎", "鈴木 花子"]
    assert len([e for e in things if e.kind is Kind.PAPER]) == 2


def test_a_person_under_two_scripts_is_one_where_a_reference_says_so() -> None:
    one = paper("a.md", 0, title="Maps of the Open Sea", author=["Shimin Li", "Ana Novak"], year="2014")
    other = paper("b.md", 0, title="海上图谱的构建方法", author=["李世民"], year="2015")
    latin = next(mention for mention in one.mentions if mention.text == "Shimin Li")
    said = Claim(latin, terms.ALTERNATE_NAME, "李世民", (latin.span,), "rule", 0.9)
    people = [
        [e.name for e in _weighed(notes)[0].entities if e.kind is Kind.PERSON]
        for notes in ([one, other], [replace(one, claims=(*one.claims, said)), other])
    ]

    assert [sorted(names) for names in people] == [["Ana Novak", "Shimin Li", "李世民"], ["Ana Novak", "Shimin Li"]]
