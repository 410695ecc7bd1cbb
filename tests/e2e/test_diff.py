"""`kg diff`: two graphs told apart in notes, things and facts, and never in lines."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.cli import main

NOTE = """# ICLR 2025

- [A Study of Long Sequences](https://arxiv.org/abs/2501.01233). Anna Muster, Bo Chen. ICLR 2025.
- [Small Models with Big Ideas](https://arxiv.org/abs/2501.01234). Bo Chen. ICLR 2025.
"""
HEAD = """@prefix kg: <https://w3id.org/kg-notes/ontology#> . @prefix schema: <https://schema.org/> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix prov: <http://www.w3.org/ns/prov#> . @prefix oa: <http://www.w3.org/ns/oa#> . @base <https://kg.example/> .
"""
Diff = Callable[..., tuple[int, str, str]]


@pytest.fixture
def diff(capsys: pytest.CaptureFixture[str]) -> Diff:
    def run(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["diff", *map(str, arguments)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


def built(folder: Path, name: str, **notes: str) -> Path:
    """Build a graph from notes given by name and text."""
    vault = folder / f"notes of {name}"
    vault.mkdir()
    for note, text in notes.items():
        (vault / f"{note}.md").write_text(text, encoding="utf-8")
    assert main(["build", str(vault), "--graph", str(folder / name), "--no-map"]) == (0 if notes else 1)
    return folder / name


def written(path: Path, mentions: dict[str, tuple[str, str]], *more: str) -> Path:
    """Write a graph by hand: place -> the kind and the name of the thing mentioned there."""
    lines = [HEAD, '<note/n.md> a schema:DigitalDocument ; kg:path "n.md" ; kg:contentHash "0" .']
    for place, (kind, name) in mentions.items():
        thing = f"<{kind.lower()}/{name}>"
        space = "schema" if kind in {"Person", "Dataset"} else "kg"
        lines.append(
            f'{thing} a {space}:{kind} ; rdfs:label "{name}" . <note/n.md> schema:mentions {thing} . '
            f"<note/n.md#m-{place}-{name}> a kg:Mention ; kg:names {thing} ; "
            f'kg:rule "r" ; kg:confidence 1.0 ; prov:wasDerivedFrom <note/n.md#char={place}0,{place}5> . '
            f"<note/n.md#char={place}0,{place}5> oa:hasSource <note/n.md> ; kg:line {place} ; kg:start {place}0 ; kg:end {place}5 ; "
            f'kg:quote "q{place}" .'
        )
    path.write_text("\n".join([*lines, *more]), encoding="utf-8")
    return path


# Equal.


def test_two_builds_of_the_same_notes_are_equal(tmp_path: Path, diff: Diff) -> None:
    old, new = (built(tmp_path, name, iclr=NOTE) for name in ("old", "new"))

    for option in ([], ["--evidence"]):
        assert diff(old, new, *option) == (0, "The notes, things and facts are the same.\n", "")
    assert json.loads(diff(old, new, "--json")[1])["equal"] is True


def test_two_empty_graphs_are_equal(tmp_path: Path, diff: Diff) -> None:
    assert diff(built(tmp_path, "old"), built(tmp_path, "new"), "--evidence")[0] == 0


def test_a_folder_and_its_files_are_equal(tmp_path: Path, diff: Diff) -> None:
    graph = built(tmp_path, "g", iclr=NOTE)
    main(["export", str(tmp_path / "all.nq"), "--graph", str(graph)])

    assert diff(graph, graph / "graph.ttl")[0] == 0
    assert diff(graph / "graph.trig", graph, "--evidence")[0] == 0
    assert diff(tmp_path / "all.nq", graph / "graph.trig", "--evidence")[0] == 0


def test_what_analyses_computed_is_no_difference(tmp_path: Path, diff: Diff) -> None:
    old, new = (built(tmp_path, name, iclr=NOTE) for name in ("old", "new"))
    main(["analyze", "author-ranks", "--graph", str(new)])

    assert diff(old, new)[0] == 0


def test_the_new_graph_is_the_one_of_the_option_when_only_one_is_given(tmp_path: Path, diff: Diff) -> None:
    graph = built(tmp_path, "g", iclr=NOTE)

    assert diff(graph / "graph.trig", "--graph", graph)[0] == 0


# Different.


def test_things_and_facts_that_came_and_went_are_told_by_their_names(tmp_path: Path, diff: Diff) -> None:
    old = built(tmp_path, "old", iclr=NOTE)
    new = built(
        tmp_path, "new", iclr=NOTE.replace("Anna Muster, Bo Chen", "Bo Chen, Cleo Dahl").replace("Big", "Great")
    )

    code, out, _ = diff(old, new)

    assert code == 1
    assert "- person Anna Muster  person/anna-muster" in out
    assert "+ person Cleo Dahl  person/cleo-dahl" in out
    assert "~ paper A Study of Long Sequences  paper/" in out
    assert "    - author: Anna Muster\n    + author: Cleo Dahl\n" in out
    assert "~ paper Small Models with Great Ideas (was: Small Models with Big Ideas)" in out
    assert "~ note iclr.md, its text differs" in out
    things = next(line.split() for line in out.splitlines() if line.startswith("things"))
    assert things == ["things", "1", "1", "1"]


def test_an_empty_graph_and_a_full_one_differ_in_everything(tmp_path: Path, diff: Diff) -> None:
    empty, full = built(tmp_path, "empty"), built(tmp_path, "full", iclr=NOTE)

    counts = json.loads(diff(empty, full, "--json")[1])["counts"]
    back = json.loads(diff(full, empty, "--json")[1])["counts"]

    assert counts["things"]["added"] == back["things"]["gone"] > 3
    assert counts["facts"]["added"] == back["facts"]["gone"] > 10
    assert (counts["notes"]["added"], counts["notes"]["gone"]) == (1, 0)


def test_authors_in_another_order_are_a_difference(tmp_path: Path, diff: Diff) -> None:
    old = built(tmp_path, "old", iclr=NOTE)
    new = built(tmp_path, "new", iclr=NOTE.replace("Anna Muster, Bo Chen", "Bo Chen, Anna Muster"))

    code, out, _ = diff(old, new)

    assert code == 1
    assert "- authors in order: Anna Muster, Bo Chen" in out and "+ authors in order: Bo Chen, Anna Muster" in out


def test_a_thing_with_another_iri_is_the_same_thing_and_its_facts_are_no_difference(tmp_path: Path, diff: Diff) -> None:
    fact = "<person/{}> schema:affiliation <organization/x> ."
    old = written(tmp_path / "old.trig", {"1": ("Person", "a"), "2": ("Person", "a")}, fact.format("a"))
    new = written(tmp_path / "new.trig", {"1": ("Person", "b"), "2": ("Person", "b")}, fact.format("b"))

    code, out, _ = diff(old, new)

    assert code == 1
    assert "= person b has another IRI: person/a -> person/b" in out
    assert "~ person b (was: a)" in out
    assert "affiliation" not in out and "- person" not in out and "+ person" not in out


def test_things_that_became_one_are_told_as_merged(tmp_path: Path, diff: Diff) -> None:
    old = written(tmp_path / "old.trig", {"1": ("Method", "a"), "2": ("Method", "b"), "3": ("Method", "c")})
    new = written(tmp_path / "new.trig", {"1": ("Method", "a"), "2": ("Method", "a"), "3": ("Method", "a")})

    out = diff(old, new)[1]

    assert "> method b and method c merged into method a method/a, at n.md:2, n.md:3" in out


def test_a_thing_that_became_several_is_told_as_split(tmp_path: Path, diff: Diff) -> None:
    old = written(tmp_path / "old.trig", {"1": ("Method", "a"), "2": ("Method", "a")})
    new = written(tmp_path / "new.trig", {"1": ("Method", "a"), "2": ("Method", "b")})

    out = diff(old, new)[1]

    assert "< method a method/a split into method b, at n.md:2" in out
    assert "+ method b" in out


def test_a_mention_that_went_to_another_thing_is_told(tmp_path: Path, diff: Diff) -> None:
    old = written(tmp_path / "old.trig", {"1": ("Method", "a"), "2": ("Method", "a"), "3": ("Method", "b")})
    new = written(tmp_path / "new.trig", {"1": ("Method", "a"), "2": ("Method", "b"), "3": ("Method", "b")})

    code, out, _ = diff(old, new)

    assert code == 1
    assert "@ method a lost a mention to method b, at n.md:2" in out


def test_a_thing_of_another_kind_is_the_same_thing(tmp_path: Path, diff: Diff) -> None:
    old = written(tmp_path / "old.trig", {"1": ("Method", "a")})
    new = written(tmp_path / "new.trig", {"1": ("Dataset", "a")})

    assert "~ dataset (was: method) a" in diff(old, new)[1]


def test_evidence_that_was_read_otherwise_is_told_when_asked_for(tmp_path: Path, diff: Diff) -> None:
    old = built(tmp_path, "old", iclr=NOTE)
    trig = (old / "graph.trig").read_text(encoding="utf-8")
    changed = re.sub(r"kg:confidence 0\.\d+", "kg:confidence 0.5", trig)
    (tmp_path / "new.trig").write_text(changed, encoding="utf-8")

    assert diff(old, tmp_path / "new.trig")[0] == 0
    code, out, _ = diff(old, tmp_path / "new.trig", "--evidence")

    assert code == 1
    assert re.search(
        r"    ~ author: Bo Chen\n        - iclr\.md:3  \S+ 0\.[6-9]\d .*\n        \+ iclr\.md:3  \S+ 0\.50 ", out
    )


def test_facts_that_only_moved_are_counted_and_not_listed(tmp_path: Path, diff: Diff) -> None:
    old = built(tmp_path, "old", iclr=NOTE)
    new = built(tmp_path, "new", iclr=NOTE.replace("\n\n", "\n\n\n", 1))

    code, out, _ = diff(old, new, "--evidence")

    assert code == 1
    assert "facts moved within their note, with the same words." in out
    assert "    ~ " not in out


def test_how_a_graph_was_built_is_told_and_is_no_difference(tmp_path: Path, diff: Diff) -> None:
    old = built(tmp_path, "old", iclr=NOTE)
    trig = (old / "graph.trig").read_text(encoding="utf-8")
    (tmp_path / "new.trig").write_text(trig.replace('kg:version "', 'kg:version "9'), encoding="utf-8")

    code, out, _ = diff(old, tmp_path / "new.trig", "--evidence")

    assert code == 0
    assert "built with different version: " in out


@pytest.mark.parametrize("option", [[], ["--json"], ["--evidence"]])
def test_names_cannot_drive_the_terminal(tmp_path: Path, diff: Diff, option: list[str]) -> None:
    old = built(tmp_path, "old")
    new = built(tmp_path, "new", iclr=NOTE.replace("Long", "\x1b[31m\x9b\u202eLong"))

    out = diff(old, new, *option)[1]

    assert "Sequences" in out
    assert not any(c in out for c in "\x1b\x9b\u202e")


def test_a_thing_is_known_again_in_a_note_that_was_changed_above_it(tmp_path: Path, diff: Diff) -> None:
    text = "# Notes\n\n- [A Study of Long Sequences](https://{}). Anna Muster. ICLR 2025.\n"
    old = built(tmp_path, "old", iclr=text.format("arxiv.org/abs/2501.01233"))
    new = built(tmp_path, "new", iclr="New.\n\n" + text.format("arxiv.org/abs/2501.01299"))

    out = diff(old, new)[1]

    assert "= paper A Study of Long Sequences has another IRI: paper/arxiv-2501.01233 -> paper/arxiv-2501.01299" in out
    assert "author" not in out


# In trouble.


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("none", None, "there is no graph in"),
        ("graph.docx", "x", ".docx"),
        ("broken.ttl", "<a", "this is not TURTLE"),
    ],
)
def test_what_is_no_graph_ends_with_2(tmp_path: Path, diff: Diff, name: str, text: str | None, told: str) -> None:
    if text is not None:
        (tmp_path / name).write_text(text, encoding="utf-8")

    code, out, error = diff(tmp_path / name, tmp_path / name)

    assert (code, out) == (2, "")
    assert told in error and "Traceback" not in error


def test_facts_without_evidence_cannot_be_compared_in_it(tmp_path: Path, diff: Diff) -> None:
    graph = built(tmp_path, "g", iclr=NOTE)

    code, _, error = diff(graph / "graph.ttl", graph, "--evidence")

    assert code == 2
    assert "has no evidence" in error and ".trig" in error
