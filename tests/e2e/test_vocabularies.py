"""Vocabularies of the user: what they add to a graph, updates, reasons, and files that are none."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kg
from kg import pipeline, processes
from kg.cli import main
from kg.library.building import settings_of
from kg.pipeline import vocabularies
from kg.rdf import FILES, STORE, Store, check_shapes
from kg.settings import Settings, load

Command = Callable[..., tuple[int, str, str]]

HEAD = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n@prefix v: <https://vocabulary.example/> .\n"
WEEDER = """
v:weeder a skos:Concept ; skos:prefLabel "weeding machines"@en, "Jätmaschinen"@de ; skos:altLabel "hoebots"@en ;
    skos:broader v:machine .
v:machine a skos:Concept ; skos:prefLabel "garden machines" ; skos:broader v:tool .
v:tool a skos:Concept ; skos:prefLabel "garden tools" .
"""
NOTE = """\
# What we read this spring

## Weeding machines

- Roe, A. (2021). Weeding by touch. https://arxiv.org/abs/2101.00001

## Hoebots

- Doe, B. (2020). Slow hoes. https://arxiv.org/abs/2001.00002

## Garden tools

- Kim, C. (2019). Rakes that talk. https://arxiv.org/abs/1901.00003
"""


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A note, and a vocabulary that the settings name."""
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "spring.md").write_text(NOTE, encoding="utf-8")
    (folder / "lab.ttl").write_text(HEAD + WEEDER, encoding="utf-8")
    (folder / "kg.toml").write_text('vocabularies = ["lab.ttl"]\n', encoding="utf-8")
    return folder


def topics(graph: Path) -> dict[str, dict[str, set[str]]]:
    """Return what is said of each topic: its broader ones, its other labels, and what it is."""
    found: dict[str, dict[str, set[str]]] = {}
    with Store.open(graph / STORE, read_only=True) as store:
        for topic, name in store.query("SELECT ?t ?n { ?t a skos:Concept ; rdfs:label ?n }").texts():
            said = found.setdefault(name, {})
            for predicate in ("broader/rdfs:label", "altLabel", "exactMatch"):
                rows = store.query(f"SELECT ?o {{ <{topic}> skos:{predicate} ?o }}").texts()
                said[predicate.partition("/")[0]] = {value for (value,) in rows}
    return found


def test_topics_of_one_concept_are_one_with_its_labels_and_the_topics_above(run: Command, tmp_path: Path) -> None:
    assert topics(tmp_path / "graph") == {
        "Weeding machines": {
            "broader": {"Garden tools"},
            "altLabel": {"Hoebots", "Jätmaschinen"},
            "exactMatch": {"https://vocabulary.example/weeder"},
        },
        "Garden tools": {"broader": set(), "altLabel": set(), "exactMatch": {"https://vocabulary.example/tool"}},
    }
    with Store.open(tmp_path / "graph" / STORE, read_only=True) as store:
        assert check_shapes(store) == ()
        (graph,) = store.query(
            "SELECT ?g { GRAPH ?g { ?t skos:exactMatch v:tool } }".replace(
                "v:tool", "<https://vocabulary.example/tool>"
            )
        ).texts()
        assert graph == ("https://kg.example/graph/vocabularies",)


def test_a_topic_is_found_by_the_labels_of_its_concept_and_why_says_what_joined_it(run: Command) -> None:
    shown = run("show", "Jätmaschinen")[1]
    assert "Weeding by touch" in shown and "Jätmaschinen      in a vocabulary      0" in shown
    assert "Weeding machines" in run("find", "jätmaschinen")[1]
    code, told, _ = run("why", "hoebots")
    assert code == 0 and "labels of one concept, https://vocabulary.example/weeder" in told
    assert "spring.md:3" in told and "spring.md:7" in told


def test_every_command_that_follows_links_takes_a_concept_outside_of_the_graph(run: Command, tmp_path: Path) -> None:
    for command in (
        *(("near", "Weeding machines"), ("path", "Weeding machines", "Garden tools"), ("analyze",), ("map",)),
        *(("timeline", "Weeding machines"), ("export", tmp_path / "x.graphml"), ("export", tmp_path / "x.ttl")),
    ):
        code, _, errors = run(*command)
        assert code == 0, (command, errors)


def test_a_heading_is_a_topic_if_a_vocabulary_knows_it(vault: Path, tmp_path: Path) -> None:
    found = {}
    kitchen = (
        "# What we read\n\n## Opening lids\n\n- Roe, A. (2021). Weeding by touch. https://arxiv.org/abs/2101.00001\n"
    )
    (vault / "spring.md").write_text(kitchen, encoding="utf-8")
    for name, label in (("without", "shed"), ("with", "opening lids")):
        (vault / "lab.ttl").write_text(HEAD + WEEDER.replace("garden tools", label), encoding="utf-8")
        assert main(["build", str(vault), "--graph", str(tmp_path / name)]) == 0
        found[name] = set(topics(tmp_path / name))
    assert found == {"without": set(), "with": {"Opening lids"}}


def test_a_changed_vocabulary_changes_the_graph_as_a_build_from_nothing_does(vault: Path, tmp_path: Path) -> None:
    def built(name: str) -> list[bytes]:
        pipeline.build(vault, tmp_path / name, settings=load(vault / "kg.toml"))
        return [(tmp_path / name / file).read_bytes() for file in (*FILES, "index.json")]

    first = built("graph")
    (vault / "lab.ttl").write_text(HEAD + WEEDER.replace("hoebots", "robot hoes"), encoding="utf-8")
    assert built("graph") == built("clean") != first
    (vault / "lab.ttl").write_text(HEAD + WEEDER, encoding="utf-8")
    assert built("graph") == first
    (vault / "kg.toml").unlink()
    pipeline.build(vault, tmp_path / "graph", settings=Settings())
    assert "Hoebots" in topics(tmp_path / "graph")
    assert not any(one["exactMatch"] for one in topics(tmp_path / "graph").values())


def test_a_vocabulary_is_read_once_until_it_changes(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    original = vocabularies.rdf.read_vocabulary
    monkeypatch.setattr(vocabularies.rdf, "read_vocabulary", lambda path: read.append(path) or original(path))
    for _ in range(2):
        pipeline.build(vault, tmp_path / "graph", settings=load(vault / "kg.toml"))
    assert len(read) == 1
    (vault / "lab.ttl").write_text(HEAD + WEEDER + "\n# another\n", encoding="utf-8")
    pipeline.build(vault, tmp_path / "graph", settings=load(vault / "kg.toml"))
    assert len(read) == 2


HEADINGS = (
    "Weeding machines",
    "Hoebots",
    "Garden machines",
    "Garden tools",
    "Deep learning",
    "Machine learning",
    "Oats",
)


@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.tuples(st.sampled_from("abcdefgh"), st.lists(st.sampled_from(HEADINGS), max_size=3)), min_size=2, max_size=6
    )
)
def test_any_change_of_notes_gives_the_bytes_of_a_clean_build(steps: list[tuple[str, list[str]]]) -> None:
    with tempfile.TemporaryDirectory() as place:
        vault, graph, clean = (Path(place, name) for name in ("vault", "graph", "clean"))
        vault.mkdir()
        (vault / "lab.ttl").write_text(HEAD + WEEDER, encoding="utf-8")
        (vault / "kg.toml").write_text('vocabularies = ["lab.ttl"]\n', encoding="utf-8")
        for note in "abcdefgh":
            (vault / f"{note}.md").write_text(
                f"# Oats\n\n- Roe, A. (2021). Oats {note}. https://arxiv.org/abs/2101.0000{ord(note) % 10}\n"
            )
        pipeline.build(vault, graph, settings=load(vault / "kg.toml"))
        for number, (note, headings) in enumerate(steps):
            paper = f"\n\n- Doe, B. (2020). Hoes {number}. https://arxiv.org/abs/2001.0001{number}\n\n"
            (vault / f"{note}.md").write_text("".join(f"## {heading}{paper}" for heading in headings), encoding="utf-8")
            pipeline.build(vault, graph, settings=load(vault / "kg.toml"))
        pipeline.build(vault, clean, settings=load(vault / "kg.toml"))
        for name in (*FILES, "index.json"):
            assert (graph / name).read_bytes() == (clean / name).read_bytes()


def test_the_command_line_adds_vocabularies_and_what_comes_later_knows_them(
    vault: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (vault / "kg.toml").unlink()
    graph = tmp_path / "graph"
    file = (vault / "lab.ttl").replace(tmp_path / "lab.ttl")
    assert main(["build", str(vault), "--graph", str(graph), "--vocabulary", str(file)]) == 0
    assert "Hoebots" in topics(graph)["Weeding machines"]["altLabel"]
    assert main(["why", "hoebots", "--graph", str(graph)]) == 0
    assert "labels of one concept" in capsys.readouterr().out
    assert settings_of(vault, graph).vocabularies == (str(file.resolve()),)
    assert main(["build", str(vault), "--graph", str(graph)]) == 0
    assert "Built without 'lab.ttl'" in capsys.readouterr().out
    assert not any(one["altLabel"] for one in topics(graph).values())


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ('strict = true\nvocabularies = ["gone.ttl"]', "kg.toml:2: the vocabulary"),
        ('vocabularies = ["a\\u0000b"]', "kg.toml:1: the vocabulary"),
        ('vocabularies = "lab.ttl"', "kg.toml:1: vocabularies = "),
        ('vocabularies = ["."]', "kg.toml:1: the vocabulary"),
        ('vocabularies = ["spring.md"]', "no RDF format for"),
    ],
)
def test_a_vocabulary_that_cannot_be_read_stops_the_build(
    vault: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], setting: str, told: str
) -> None:
    (vault / "kg.toml").write_text(setting, encoding="utf-8")
    assert main(["build", str(vault), "--graph", str(tmp_path / "graph")]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "graph").exists()


def test_a_broken_vocabulary_is_named_with_its_line_and_leaves_the_graph(
    run: Command, vault: Path, tmp_path: Path
) -> None:
    before = (tmp_path / "graph" / "graph.ttl").read_bytes()
    (vault / "lab.ttl").write_text(HEAD + "v:a v:b\n.", encoding="utf-8")
    code, _, errors = run("build", vault)
    assert code == 2 and "lab.ttl:4: this is not TURTLE" in errors
    assert (tmp_path / "graph" / "graph.ttl").read_bytes() == before


def test_hostile_labels_and_iris_break_no_graph(vault: Path, tmp_path: Path) -> None:
    label = 'Weeding machines \\u202E\\"<script>alert(1)</script>\\n\\\\'
    hostile = (
        f'<javascript:alert(1)> a skos:Concept ; skos:prefLabel "weeding machines", "{label}" ; skos:broader <javascript:alert(1)> .\n'
        f'<https://vocabulary.example/%22%3E?a=1&b=%00#ü> a skos:Concept ; skos:prefLabel "garden tools", "{"ä" * 500}" .\n'
    )
    (vault / "lab.ttl").write_text(HEAD + hostile, encoding="utf-8")
    graph = tmp_path / "graph"
    assert main(["build", str(vault), "--graph", str(graph), "--json"]) == 0
    assert topics(graph)["Garden tools"]["exactMatch"] == {"https://vocabulary.example/%22%3E?a=1&b=%00#ü"}
    assert not any("javascript" in value for value in topics(graph)["Weeding machines"]["exactMatch"])
    for name in ("x.rdf", "x.jsonld", "x.trig"):
        assert main(["export", str(tmp_path / name), "--graph", str(graph)]) == 0
    assert "1 labels were left out" in (graph / "report.json").read_text(encoding="utf-8")


def test_a_vocabulary_beside_the_notes_is_no_unread_file(vault: Path, tmp_path: Path) -> None:
    assert pipeline.build(vault, tmp_path / "graph", settings=load(vault / "kg.toml")).unread == {}


def test_the_settings_of_a_file_are_seen_from_it(vault: Path) -> None:
    assert load(vault / "kg.toml").vocabularies == (str((vault / "lab.ttl").resolve()),)
    (vault / "lab.ttl").unlink()
    assert load(vault / "kg.toml").vocabularies == (str(vault.resolve() / "lab.ttl"),)


def test_what_needs_no_vocabulary_does_without_it(run: Command, vault: Path) -> None:
    (vault / "lab.ttl").unlink()
    assert run("verify")[0] == 0 and run("show", "hoebots")[0] == 0 and run("map")[0] == 0
    code, _, errors = run("why", "hoebots")
    assert code == 2 and "kg.toml:1: the vocabulary" in errors


def test_python_takes_vocabularies(vault: Path, tmp_path: Path) -> None:
    (vault / "kg.toml").unlink()
    with kg.build(vault, tmp_path / "graph", vocabularies=[vault / "lab.ttl"]) as graph:
        assert graph.show("hoebots") is not None


def test_processes_side_by_side_know_the_vocabularies(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "WORTH_WORKERS", 0)
    kitchen = "# What we read\n\n## Kitchen\n\n- Roe, A. (2021). Weeding by touch. https://arxiv.org/abs/2101.00001\n\n"
    (vault / "lab.ttl").write_text(HEAD + WEEDER.replace("garden tools", "kitchen"), encoding="utf-8")
    for note in "abcd":
        (vault / f"{note}.md").write_text(kitchen, encoding="utf-8")
    for workers in (1, 2):
        pipeline.build(vault, tmp_path / str(workers), settings=load(vault / "kg.toml"), workers=workers)
    alone, together = ((tmp_path / name / "graph.trig").read_bytes() for name in "12")
    assert alone == together and b"<topic/kitchen>" in alone
