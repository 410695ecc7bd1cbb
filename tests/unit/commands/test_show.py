"""`kg show`: one thing, found by whatever a person calls it, with every fact and its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.asking import finding, thing
from kg.cli import main
from kg.rdf import Store

NOTE = """# ICLR 2025

## Sequence models

- LongNet [AnnaMuster2025ICLR++](https://arxiv.org/abs/2501.01233) reads a book at once

## Papers

- [A Study of Long Sequences](https://arxiv.org/abs/2501.01233). Zoe Zimmer, Anna Muster, Bo Chen. ICLR 2025.
- [Small Models with *Big* "Ideas" & Σ](https://openreview.net/forum?id=AbCdEf1234). Bo Chen. ICLR 2025.
"""
PROSE = """# Reading

BERT outperforms ELMo on SQuAD. BERT does not use GloVe. We call BERT a classic.
"""
HOSTILE = "# ICLR 2025\n\n- [Evil \x1b[31mRed\x1b[0m \x9b31m \u202e Title of a Paper](https://arxiv.org/abs/2501.09999). Eve Mallory. ICLR 2025.\n"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    vault = tmp_path_factory.mktemp("notes")
    (vault / "2025").mkdir()
    (vault / "2025" / "iclr.md").write_text(NOTE, encoding="utf-8")
    (vault / "prose.md").write_text(PROSE, encoding="utf-8")
    (vault / "hostile.md").write_text(HOSTILE, encoding="utf-8")
    folder = tmp_path_factory.mktemp("graphs") / "graph"
    assert main(["build", str(vault), "--graph", str(folder), "--no-map"]) == 0
    return folder


@pytest.fixture
def run(graph: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def run_command(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main([*map(str, arguments), "--graph", str(graph)])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run_command


def shown(run: Run, *arguments: object) -> dict:
    code, out, error = run("show", *arguments, "--json")
    assert code == 0, error
    return json.loads(out)


@pytest.mark.parametrize(
    "called",
    [
        "A Study of Long Sequences",
        "a study of LONG-sequences!",
        "AnnaMuster2025ICLR",
        "[@AnnaMuster2025ICLR]",
        "AnnaMuster2025ICLR++",
        "2501.01233",
        "arXiv:2501.01233v2",
        "https://www.arxiv.org/pdf/2501.01233v3.pdf",
        "arxiv.org/abs/2501.01233",
        "https://kg.example/paper/arxiv-2501.01233",
        "<https://kg.example/paper/arxiv-2501.01233>",
        "paper/arxiv-2501.01233",
    ],
)
def test_a_paper_is_found_by_whatever_a_person_calls_it(run: Run, called: str) -> None:
    assert shown(run, called)["iri"] == "https://kg.example/paper/arxiv-2501.01233"


@pytest.mark.parametrize("called", ["AbCdEf1234", "https://openreview.net/pdf?id=AbCdEf1234"])
def test_a_paper_is_found_by_its_identifier_at_openreview(run: Run, called: str) -> None:
    assert shown(run, called)["iri"] == "https://kg.example/paper/openreview-AbCdEf1234"


def test_a_term_is_found_by_its_prefix_and_a_note_by_its_path_or_file_name(run: Run) -> None:
    assert shown(run, "2025/iclr.md")["kind"] == shown(run, "iclr.md")["kind"] == "note"
    assert run("show", "schema:author")[0] == 1


def test_each_fact_stands_with_its_place_quote_rule_and_confidence(run: Run) -> None:
    found = shown(run, "2501.01233")

    year = next(fact for fact in found["facts"] if fact["words"] == "year")
    assert year["value"] == "2025"
    for place in year["places"]:
        assert place["note"] == "2025/iclr.md" and place["line"] in {5, 9}
        assert place["quote"] and place["rule"] and 0 < place["confidence"] <= 1
    assert found["notes"] == {"2025/iclr.md": [5, 9]}


def test_authors_stand_once_and_in_their_order(run: Run) -> None:
    found = shown(run, "2501.01233")
    text = run("show", "2501.01233")[1]

    authors = [(fact["order"], fact["name"]) for fact in found["facts"] if fact["words"] == "author"]
    assert authors == [(1, "Zoe Zimmer"), (2, "Anna Muster"), (3, "Bo Chen")]
    assert [text.count(name) for name in ("1. Zoe Zimmer", "2. Anna Muster", "3. Bo Chen")] == [1, 1, 1]
    assert "author list" not in text


def test_what_others_say_of_a_thing_is_shown_too(run: Run) -> None:
    found = shown(run, "Bo Chen")

    papers = {fact["name"] for fact in found["facts_of_others"] if fact["words"] == "author of"}
    assert papers == {"A Study of Long Sequences", 'Small Models with Big "Ideas" & Σ'}


def test_names_are_counted_as_they_were_written(run: Run) -> None:
    names = {name["text"]: name for name in shown(run, "Bo Chen")["names"]}

    assert names["Bo Chen"]["count"] == 2
    assert names["Bo Chen"]["sort"] == "name"


def test_what_a_note_denies_is_no_fact_and_is_listed_as_denied() -> None:
    base = "https://kg.example/"
    store = Store.in_memory(_denial(base))

    one, other = (thing.read(store, f"{base}method/{name}") for name in ("a", "b"))

    assert [fact for fact in (*one.facts, *other.facts_of_others) if fact.words in {"uses", "used by"}] == []
    assert [(fact.words, fact.name, fact.places[0].qualifier) for fact in one.denied] == [("uses", "B", "negated")]
    assert [(fact.words, fact.name) for fact in other.denied] == [("used by", "A")]


def _denial(base: str) -> list:
    from kg.rdf import RdfFormat, parse

    head = "@prefix kg: <https://w3id.org/kg-notes/ontology#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . "
    head += "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix prov: <http://www.w3.org/ns/prov#> . "
    head += f"@prefix oa: <http://www.w3.org/ns/oa#> . @base <{base}> . "
    body = """<method/a> a kg:Method ; rdfs:label "A" . <method/b> a kg:Method ; rdfs:label "B" . <note/n.md> kg:path "n.md" .
    <evidence/1> rdf:subject <method/a> ; rdf:predicate kg:uses ; rdf:object <method/b> ; kg:rule "stated-relation" ;
    kg:confidence 0.9 ; kg:qualifier "negated" ; prov:wasDerivedFrom <passage/1> .
    <passage/1> oa:hasSource <note/n.md> ; kg:line 3 ; kg:start 5 ; kg:end 9 ; kg:quote "A does not use B" ."""
    return list(parse((head + body).encode(), RdfFormat.TURTLE))


def test_a_paper_and_the_method_of_its_name_are_shown_as_one_and_each_alone(run: Run) -> None:
    code, out, error = run("show", "LongNet")

    assert (code, error) == (0, "")
    assert out.splitlines()[:3] == [
        "LongNet: a paper and the method it introduces",
        "paper  https://kg.example/paper/arxiv-2501.01233",
        "method  https://kg.example/method/longnet",
    ]
    assert [one["text"] for one in shown(run, "LongNet")["names"]].count("LongNet") == 1
    chosen = (("LongNet", "--kind", "paper"), ("paper:LongNet",), ("LongNet#1",), ("LongNet#2",), ("method:longnet#1",))
    found = [shown(run, *words) for words in chosen]
    assert [one["kind"] for one in found] == ["paper", "paper", "method", "paper", "method"]
    assert {one["subject"]["says"] for one in found} == {""}


def test_an_unknown_name_gets_the_nearest_ones(run: Run) -> None:
    code, out, error = run("show", "Study of Long Sequenzes")

    assert (code, out) == (1, "")
    assert "A Study of Long Sequences" in error and "kg show https://kg.example/paper/arxiv-2501.01233" in error


@pytest.mark.parametrize(
    "name", ["", "   ", "+++", "qqq", '"}\\u0022 SERVICE', "\udcff", "a\x00b", "<>", "x:y", "🧠" * 500]
)
def test_no_name_makes_trouble(run: Run, name: str) -> None:
    code, out, error = run("show", name)

    assert (code, out) == (1, "")
    assert error.startswith("kg: no thing in the graph is called ")
    assert not any(ord(c) < 32 and c != "\n" for c in error)


def test_an_unknown_kind_lists_those_there_are(run: Run) -> None:
    code, _, error = run("show", "LongNet", "--kind", "papers")

    assert code == 2
    assert "'papers'" in error and "paper, person" in error


@pytest.mark.parametrize("option", [[], ["--json"]])
def test_a_note_cannot_drive_the_terminal(run: Run, option: list[str]) -> None:
    code, out, error = run("show", "2501.09999", *option)

    assert code == 0, error
    assert "Title of a Paper" in out
    assert not any(c in out for c in "\x1b\x9b\u202e\x7f")


def test_names_of_hostile_notes_stay_harmless_in_lists(run: Run) -> None:
    for wanted in ("Evil Title of a Papper", "Title of a Paper"):
        _, out, error = run("show", wanted)
        assert not any(c in out + error for c in "\x1b\x9b\u202e\x7f")


def test_a_limit_cuts_facts_of_one_sort_and_says_so(run: Run) -> None:
    cut = run("show", "2501.01233", "--limit", "1")[1]
    whole = run("show", "2501.01233", "--limit", "0")[1]

    assert "... and 2 more" in cut and "2. Anna Muster" not in cut
    assert "more" not in whole and "3. Bo Chen" in whole


def test_a_limit_below_0_is_no_limit(run: Run) -> None:
    with pytest.raises(SystemExit) as stopped:
        run("show", "LongNet", "--limit", "-1")

    assert stopped.value.code == 2


def test_an_empty_graph_has_nothing_to_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "v").mkdir()
    main(["build", str(tmp_path / "v"), "--graph", str(tmp_path / "g"), "--no-map"])

    assert main(["show", "anything", "--graph", str(tmp_path / "g")]) == 1
    assert "no thing" in capsys.readouterr().err


def test_a_name_that_many_things_share_lists_the_most_mentioned_first(graph: Path) -> None:
    store = Store.open(graph / "store", read_only=True)

    found = finding.find(store, "Bo Chen")
    assert [(one.kind, one.name, one.notes) for one in found] == [("person", "Bo Chen", 1)]
    assert finding.find(store, "Bo Chen", kinds=["paper"]) == []


def test_a_rating_is_said_with_its_scale_and_the_state_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note = "# List\n\n- [Deep Sets of Many Things](https://arxiv.org/abs/1703.06114) ★★★★☆ (read 2024-03-05)\n"
    (tmp_path / "list.md").write_text(note, encoding="utf-8")
    main(["build", str(tmp_path / "list.md"), "--graph", str(tmp_path / "graph"), "--no-map"])
    capsys.readouterr()

    main(["show", "Deep Sets of Many Things", "--kind", "paper", "--graph", str(tmp_path / "graph"), "--json"])

    told = {fact["words"]: fact["name"] for fact in json.loads(capsys.readouterr().out)["facts"]}
    assert {name: told.get(name) for name in ("rating", "reading state", "read on")} == {
        "rating": "4 of 5",
        "reading state": "read",
        "read on": "2024-03-05",
    }
    assert "rating as written" not in told
