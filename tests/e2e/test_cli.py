"""The `kg` command as a person and as a script meet it."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import __version__, screen
from kg.cli import COMMANDS, main
from kg.errors import StoreError
from kg.model import Problem, Span
from kg.publishing import report
from kg.rdf import FILES, STORE, Store

NOTE = """# ICLR 2025

## Sequence models

- LongNet [AnnaMuster2025ICLR++](https://arxiv.org/abs/2501.01233) reads a book at once

## Papers

- [A Study of Long Sequences](https://arxiv.org/abs/2501.01233). Anna Muster, Bo Chen. ICLR 2025.
- [Small Models with *Big* "Ideas" & Σ](https://arxiv.org/abs/2501.01234). Bo Chen. ICLR 2025.
"""
TITLES = "SELECT ?title WHERE { ?paper a schema:ScholarlyArticle ; schema:name ?title } ORDER BY ?title"


def kg_process(*arguments: object, written: str | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run kg as its own process: what it makes of its streams, its environment and the end of a process."""
    return subprocess.run(
        [sys.executable, "-m", "kg", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        input=written,
        env={**os.environ, **environment},
        timeout=100,
        check=False,
    )


class Done(NamedTuple):
    """What a command ended with and printed."""

    returncode: int
    stdout: str
    stderr: str


def kg(*arguments: object) -> Done:
    """Run kg in this process, which has loaded already what a command needs."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as complaints:
        try:
            code = main([*map(str, arguments)])
        except SystemExit as ended:  # by which argparse says what is wrong with the arguments
            code = int(ended.code or 0)
    return Done(code, out.getvalue(), complaints.getvalue())


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("my notes")
    (folder / "iclr.md").write_text(NOTE, encoding="utf-8")
    (folder / "broken.md").write_bytes(b"\x00\x01\x02\xff\xfe binary \x00" * 20)
    return folder


@pytest.fixture(scope="module")
def graph(vault: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("graphs") / "a graph"
    assert main(["build", str(vault), "--graph", str(folder), "--no-map"]) == 0
    return folder


@pytest.fixture
def run(graph: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command on the graph in this process."""

    def run_command(*arguments: object) -> tuple[int, str, str]:
        code = main([*map(str, arguments), "--graph", str(graph)])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run_command


# Without a graph.


def test_the_version_is_printed() -> None:
    done = kg_process("--version")

    assert (done.returncode, done.stdout) == (0, f"kg {__version__}\n")


def test_help_lists_every_command() -> None:
    done = kg("--help")

    assert done.returncode == 0
    assert [c.name for c in COMMANDS if f"\n    {c.name}" not in done.stdout] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["build"],
        ["query", "--format", "yaml", "ASK {}"],
        ["build", ".", "--grap", "x"],
        ["analyze", "--top", "x"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_meant_so_ends_with_2_and_the_usage_on_stderr(arguments: list[str]) -> None:
    done = kg(*arguments)

    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: kg" in done.stderr


def test_notes_that_are_not_there_are_named_in_one_sentence(tmp_path: Path) -> None:
    done = kg("build", tmp_path / "none", "--graph", tmp_path / "out")

    assert done.returncode == 2
    assert done.stderr.startswith("kg: there is no file or folder") and done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "command", [["query", "ASK {}"], ["export", "x.ttl"], ["analyze"], ["map"], ["report"]], ids=lambda c: c[0]
)
def test_without_a_build_each_command_says_how_to_make_one(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main([*command, "--graph", str(tmp_path / "none")])

    error = capsys.readouterr().err
    assert code == 1
    assert "Build one: kg build NOTES --graph" in error and error.count("\n") == 1


def test_a_graph_is_not_built_over_the_notes(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", str(vault), "--graph", str(vault)]) == 2
    assert sorted(p.name for p in vault.iterdir()) == ["broken.md", "iclr.md"]


def test_a_setting_with_a_typing_error_is_named(tmp_path: Path) -> None:
    (tmp_path / "kg.toml").write_text('bsae = "https://example.org/"\n', encoding="utf-8")

    done = kg("build", tmp_path, "--graph", tmp_path / "out")

    assert done.returncode == 2
    assert "bsae" in done.stderr and "base" in done.stderr


# Build.


def test_a_build_writes_its_files_and_a_summary(vault: Path, tmp_path: Path) -> None:
    done = kg_process("build", vault, "--graph", tmp_path / "out")

    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    rows = {line.split()[0]: line.split()[-1] for line in done.stdout.splitlines() if len(line.split()) == 2}
    assert rows["notes"] == "1"
    assert {"facts", "problems"} <= rows.keys()
    written = {p.name for p in (tmp_path / "out").iterdir()}
    assert {"store", "graph.ttl", "graph.trig", "report.json"} <= written and "map.html" not in written


def test_a_map_is_drawn_when_asked_for_and_gone_when_the_graph_is_another(vault: Path, tmp_path: Path) -> None:
    vault, graph = Path(shutil.copytree(vault, tmp_path / "vault")), tmp_path / "out"
    done = kg("build", vault, "--graph", graph, "--map")
    assert f"Open {graph / 'map.html'} in a browser." in done.stdout and (graph / "map.html").exists()

    kg("build", vault, "--graph", graph)
    assert (graph / "map.html").exists()

    (vault / "another.md").write_text(
        "# Another\n\n- [Deep Sets](https://arxiv.org/abs/1703.06114)\n", encoding="utf-8"
    )
    done = kg("build", vault, "--graph", graph)
    assert f"Read and search it: kg serve --graph {graph}. Its map: kg map --open --graph {graph}" in done.stdout
    assert f"map.html was out of date and has been removed. Draw it again: kg map --graph {graph}" in done.stdout
    assert not (graph / "map.html").exists()

    done = kg_process("map", "--open", "--graph", graph, BROWSER="true")
    assert done.stdout.startswith(f"Opened {graph / 'map.html'}.\n") and (graph / "map.html").exists()


def test_an_analysis_adds_nothing_to_the_map(vault: Path, tmp_path: Path) -> None:
    graph = tmp_path / "out"
    kg("build", vault, "--graph", graph)
    kg("map", "--graph", graph)
    before = (graph / "map.html").read_bytes()

    assert kg("analyze", "author-ranks", "--graph", graph).stderr == ""
    assert (graph / "map.html").exists()
    kg("map", "--graph", graph)
    assert (graph / "map.html").read_bytes() == before


def test_a_build_tells_a_script_in_json(vault: Path, tmp_path: Path) -> None:
    done = kg("build", vault, "--graph", tmp_path / "out", "--json", "--no-map")

    summary = json.loads(done.stdout)
    assert summary["notes"] == 1
    assert summary["problems"] >= 1
    assert all(Path(file).exists() for file in summary["files"])
    assert not (tmp_path / "out" / "map.html").exists()


def test_a_strict_build_ends_with_1_when_there_is_a_problem(vault: Path, tmp_path: Path) -> None:
    done = kg("build", vault, "--graph", tmp_path / "out", "--no-map", "--strict")

    assert done.returncode == 1
    assert "kg report" in done.stderr
    assert (tmp_path / "out" / "graph.ttl").exists()


def test_a_single_note_and_a_folder_of_it_give_the_same_facts(tmp_path: Path) -> None:
    (tmp_path / "v").mkdir()
    (tmp_path / "v" / "iclr.md").write_text(NOTE, encoding="utf-8")

    for source, target in (("v", "a"), ("v/iclr.md", "b")):
        assert main(["build", str(tmp_path / source), "--graph", str(tmp_path / target), "--no-map"]) == 0

    assert (tmp_path / "a" / "graph.ttl").read_bytes() == (tmp_path / "b" / "graph.ttl").read_bytes()


def test_a_graph_inside_the_notes_is_not_read_as_notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "iclr.md").write_text(NOTE, encoding="utf-8")

    sizes = []
    for _ in range(2):
        done = kg("build", ".", "--graph", "the-graph", "--json")
        sizes.append(json.loads(done.stdout)["notes"])

    assert sizes == [1, 1]


def test_an_empty_folder_is_a_graph_without_papers(tmp_path: Path) -> None:
    (tmp_path / "v").mkdir()

    done = kg("build", tmp_path / "v", "--graph", tmp_path / "out")

    assert done.returncode == 1
    assert done.stderr.startswith("kg: No note was read.")
    assert (tmp_path / "out" / "graph.ttl").exists()


# Query, ask, export.


def test_a_query_prints_a_table(run: Callable[..., tuple[int, str, str]]) -> None:
    code, out, _ = run("query", TITLES)

    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "title"
    assert set(lines[1]) == {"-"}
    assert lines[2:] == ["A Study of Long Sequences", 'Small Models with Big "Ideas" & Σ']


def test_a_query_prints_what_a_program_reads(run: Callable[..., tuple[int, str, str]]) -> None:
    as_csv = run("query", TITLES, "--format", "csv")[1]
    as_json = run("query", TITLES, "--format", "json")[1]
    as_tsv = run("query", TITLES, "--format", "tsv")[1]
    as_xml = run("query", TITLES, "--format", "xml")[1]

    rows = list(csv.reader(io.StringIO(as_csv)))
    assert rows[0] == ["title"]
    assert [b["title"]["value"] for b in json.loads(as_json)["results"]["bindings"]] == [row[0] for row in rows[1:]]
    assert as_tsv.splitlines()[0] == "?title"
    assert as_xml.startswith("<?xml")


def test_a_query_comes_from_a_file_or_from_standard_input(graph: Path, tmp_path: Path) -> None:
    (tmp_path / "q.rq").write_text(TITLES, encoding="utf-8")

    from_file = kg("query", "--file", tmp_path / "q.rq", "--graph", graph, "--format", "csv")
    from_input = kg_process("query", "-", "--graph", graph, "--format", "csv", written=TITLES)

    assert from_file.stdout == from_input.stdout != ""


def test_ask_answers_true_or_false_and_construct_gives_turtle(run: Callable[..., tuple[int, str, str]]) -> None:
    asked = run("query", "ASK { ?paper kg:rating 2 }")[1]
    made = run("query", "CONSTRUCT { ?p schema:name ?n } WHERE { ?p a schema:ScholarlyArticle ; schema:name ?n }")[1]

    assert asked == "true\n"
    assert "A Study of Long Sequences" in made and "schema:name" in made


@pytest.mark.parametrize(
    ("sparql", "word"),
    [("SELECT ?x WHERE { ?x", "kg: "), ("DELETE WHERE { ?s ?p ?o }", "kg: "), ("SELECT ?x { ?x nope:y ?z }", "nope")],
)
def test_a_query_that_cannot_be_run_ends_with_2(
    run: Callable[..., tuple[int, str, str]], sparql: str, word: str
) -> None:
    code, out, error = run("query", sparql)

    assert (code, out) == (2, "")
    assert word in error and "Traceback" not in error


def test_a_query_needs_one_source(run: Callable[..., tuple[int, str, str]]) -> None:
    assert run("query")[0] == 2
    assert run("query", "ASK {}", "--file", "x.rq")[0] == 2


def test_a_select_cannot_be_turtle_and_a_construct_no_json(run: Callable[..., tuple[int, str, str]]) -> None:
    assert run("query", TITLES, "--format", "ttl")[0] == 2
    assert run("query", "CONSTRUCT WHERE { ?s ?p ?o }", "--format", "json")[0] == 2


def test_a_query_changes_nothing_and_reaches_no_host(run: Callable[..., tuple[int, str, str]]) -> None:
    code, _, error = run("query", "SELECT * WHERE { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }")

    assert code in {1, 2}
    assert error.startswith("kg: ")


@pytest.mark.parametrize("suffix", [".ttl", ".trig", ".nt", ".nq", ".jsonld"])
def test_an_export_is_what_its_suffix_says(
    run: Callable[..., tuple[int, str, str]], tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"all{suffix}"

    code, _, error = run("export", path)

    assert code == 0, error
    assert path.stat().st_size > 100


def test_an_export_of_an_unknown_suffix_lists_those_there_are(
    run: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    code, _, error = run("export", tmp_path / "all.docx")

    assert code == 2
    assert ".docx" in error and ".ttl" in error
    assert not (tmp_path / "all.docx").exists()


def test_an_export_into_a_folder_that_is_not_there_says_so(
    run: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    code, _, error = run("export", tmp_path / "none" / "all.ttl")

    assert code in {1, 2}
    assert "none" in error and "Traceback" not in error


def test_ask_lists_the_questions_and_answers_one(run: Callable[..., tuple[int, str, str]]) -> None:
    code, listed, _ = run("ask")
    names = [line.split()[0] for line in listed.splitlines() if line[:1].strip()]

    assert code == 0
    asked = {shlex.split(example)[2] for c in COMMANDS if c.name == "ask" for example in c.examples[1:]}
    assert {name for name in asked if " " not in name} <= set(names)
    assert "Bo Chen" in run("ask", "authors-by-papers")[1]


def test_ask_names_the_question_that_was_meant(run: Callable[..., tuple[int, str, str]]) -> None:
    code, _, error = run("ask", "author-by-paper")

    assert code == 2
    assert "Did you mean 'authors-by-papers'" in error


# Analyze, map, report.


def test_analyze_prints_tables_and_json(run: Callable[..., tuple[int, str, str]]) -> None:
    code, out, error = run("analyze")
    tables = json.loads(run("analyze", "--json")[1])

    assert code == 0, error
    assert [name for name in tables if name not in out] == []


def test_what_is_analyzed_is_kept_in_the_graph(run: Callable[..., tuple[int, str, str]], graph: Path) -> None:
    run("analyze", "author-ranks")

    assert run("query", "ASK { ?person a schema:Person ; kg:pageRank ?rank }")[1] == "true\n"
    assert "kg:pageRank" in (graph / "graph.ttl").read_text(encoding="utf-8")


def test_what_was_analyzed_is_analyzed_again_by_the_next_build_and_keeps_its_names(tmp_path: Path) -> None:
    notes, graph = tmp_path / "notes", tmp_path / "graph"
    notes.mkdir()
    (notes / "foxes.md").write_text("- Smith, A., Lee, B., & Wong, C. (2020). On Foxes. NeurIPS.", encoding="utf-8")
    build, ask = ["build", str(notes), "--graph", str(graph)], "SELECT ?x ?name { ?x kg:communityName ?name }"
    assert main(build) == main(["analyze", "author-communities", "--graph", str(graph)]) == 0
    before = [(graph / name).read_bytes() for name in FILES]
    with Store.open(graph / STORE, read_only=True) as store:
        names = sorted((thing.value, name.value) for thing, name in store.query(ask))
    assert len(names) == 3

    assert main(build) == 0
    assert [(graph / name).read_bytes() for name in FILES] == before

    (notes / "owls.md").write_text("- Byron, A. & Chen, B. (2021). On Owls. ICML.", encoding="utf-8")
    assert main(build) == 0
    with Store.open(graph / STORE, read_only=True) as store:
        assert sorted((thing.value, name.value) for thing, name in store.query(ask)) == names
        assert not store.query("ASK { ?x kg:pageRank ?rank }")


def test_an_analysis_that_found_nothing_is_run_again_by_the_next_build(tmp_path: Path) -> None:
    notes, updated, clean = tmp_path / "notes", tmp_path / "updated", tmp_path / "clean"
    notes.mkdir()
    (notes / "foxes.md").write_text("- Smith, A. (2020). On Foxes. NeurIPS.", encoding="utf-8")
    analyses = ["author-communities", "author-ranks", "years"]
    assert main(["build", str(notes), "--graph", str(updated)]) == 0
    assert main(["analyze", *analyses, "--graph", str(updated)]) == 0
    with Store.open(updated / STORE, read_only=True) as store:
        assert list(store.analyses()) == ["author-communities", "author-ranks"]
        assert not store.query("ASK { ?x kg:communityName ?name }")

    (notes / "owls.md").write_text("- Byron, A., Chen, B., & Diaz, C. (2021). On Owls. ICML.", encoding="utf-8")
    assert main(["build", str(notes), "--graph", str(updated)]) == 0
    assert main(["build", str(notes), "--graph", str(clean)]) == 0
    assert main(["analyze", *analyses, "--graph", str(clean)]) == 0
    with Store.open(updated / STORE, read_only=True) as store:
        assert store.query("ASK { ?x kg:communityName ?name }")
    assert [(updated / name).read_bytes() for name in FILES] == [(clean / name).read_bytes() for name in FILES]


def test_what_analyses_keep_can_be_forgotten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notes, graph = tmp_path / "notes", tmp_path / "graph"
    notes.mkdir()
    (notes / "foxes.md").write_text("- Smith, A., Lee, B., & Wong, C. (2020). On Foxes. NeurIPS.", encoding="utf-8")
    build, analyze = (["build", str(notes), "--graph", str(graph)], ["analyze", "--graph", str(graph)])
    assert main(build) == 0
    plain = [(graph / name).read_bytes() for name in FILES]
    assert main([*analyze, "author-ranks", "author-communities", "paper-ranks"]) == 0
    capsys.readouterr()

    assert main([*analyze, "--forget", "coauthors"]) == 0
    assert capsys.readouterr().out == "Forgot author-communities, author-ranks.\n"
    with Store.open(graph / STORE, read_only=True) as store:
        assert list(store.analyses()) == ["paper-ranks"]
        assert not store.query("ASK { ?x kg:communityName ?name }")
    assert main(build) == 0
    with Store.open(graph / STORE, read_only=True) as store:
        assert list(store.analyses()) == ["paper-ranks"]
    assert main([*analyze, "--forget"]) == 0
    assert [(graph / name).read_bytes() for name in FILES] == plain
    assert main(build) == 0
    assert [(graph / name).read_bytes() for name in FILES] == plain
    capsys.readouterr()

    assert main([*analyze, "--forget"]) == 0
    assert capsys.readouterr().out == "There was nothing to forget.\n"


def test_nothing_is_forgotten_in_another_store(run: Callable[..., tuple[int, str, str]]) -> None:
    code, _, error = run("analyze", "--forget", "--endpoint", "http://127.0.0.1:9/query")

    assert code == 2
    assert "--forget" in error


def test_analyze_names_the_analyses_there_are(run: Callable[..., tuple[int, str, str]]) -> None:
    code, _, error = run("analyze", "authers")

    assert code == 2
    assert "authers" in error and "author-ranks" in error


def test_the_map_is_written_where_it_is_wanted(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    code, _, error = run("map", tmp_path / "m.html")

    assert code == 0, error
    assert "A Study of Long Sequences" in (tmp_path / "m.html").read_text(encoding="utf-8")


def test_the_report_gives_each_problem_with_its_note(run: Callable[..., tuple[int, str, str]]) -> None:
    _, out, _ = run("report")
    lines = [json.loads(line) for line in run("report", "--json")[1].splitlines()]

    assert "broken.md" in out
    assert all(line["code"] in out for line in lines if line["code"] not in ("coverage", "unread"))
    assert {"code", "note", "line", "column", "message"} <= lines[0].keys()


# Files that are not read.


def test_a_build_and_a_report_say_what_was_not_read(tmp_path: Path) -> None:
    vault, graph = tmp_path / "v", tmp_path / "g"
    (vault / ".hidden").mkdir(parents=True)
    for name in (
        "a.pdf",
        "b.PDF",
        "c.docx",
        "plot.png",
        "photo.jpg",
        "Makefile",
        ".hidden/x.pdf",
        "decisions.toml",
        "kg.toml",
    ):
        (vault / name).write_bytes(b"")
    (vault / "package.json").write_text('{"name": "x"}')

    empty = kg("build", vault, "--graph", graph, "--no-map")
    said = "7 files were not read: 2 .pdf, 2 images, 1 .docx, 1 .json, 1 without a suffix."
    assert said in empty.stdout.splitlines()
    assert "No note was read. kg reads files that end in .bib," in empty.stderr
    assert "every line was understood" not in kg("report", "--graph", graph).stdout

    (vault / "package.json").unlink()
    (vault / "iclr.md").write_text("# Notes\n", encoding="utf-8")
    summary = json.loads(kg("build", vault, "--graph", graph, "--no-map", "--json").stdout)
    assert summary["unread"] == {".pdf": 2, "images": 2, ".docx": 1, "without a suffix": 1}
    assert kg("report", "--graph", graph).stdout.splitlines() == [
        "No problems: every line was understood.",
        "6 files were not read: 2 .pdf, 2 images, 1 .docx, 1 without a suffix.",
    ]

    kg("build", vault, "--graph", tmp_path / "clean", "--no-map")
    assert (graph / "report.json").read_bytes() == (tmp_path / "clean" / "report.json").read_bytes()


PROBLEMS = st.builds(
    Problem,
    code=st.text(max_size=8),
    message=st.text(max_size=30),
    note=st.text(max_size=10),
    span=st.none()
    | st.builds(lambda start, length: Span("n", start, start + length), st.integers(0, 99), st.integers(1, 9)),
    line=st.integers(0, 9),
    column=st.integers(0, 9),
)


@given(st.lists(PROBLEMS, max_size=5))
def test_a_report_reads_back_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, problems: list[Problem]
) -> None:
    folder = tmp_path_factory.mktemp("report")

    report.write(problems, folder)

    assert sorted(report.read(folder).problems, key=report.place) == sorted(problems, key=report.place)


def test_a_report_that_kg_did_not_write_is_refused(tmp_path: Path) -> None:
    (tmp_path / report.FILE_NAME).write_text('{"a": 1}\n', encoding="utf-8")

    with pytest.raises(StoreError, match="not a kg report"):
        report.read(tmp_path)


# As a Unix user expects.


def test_a_reader_that_leaves_early_is_no_error(graph: Path) -> None:
    sparql = "SELECT * WHERE { ?s ?p ?o . ?a ?b ?c } LIMIT 50000"
    command = f'"{sys.executable}" -m kg query "{sparql}" --graph "{graph}" --format csv | head -n 2'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=100, check=True)

    assert done.stdout.splitlines()[0] == "a,b,c,o,p,s"
    assert done.stderr == ""


def test_an_interrupted_command_ends_with_130_and_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("kg.commands.looking.report", interrupted)

    assert main(["report"]) == 130
    assert capsys.readouterr() == ("", "")


def test_text_of_every_script_reaches_a_pipe_of_an_old_system(graph: Path) -> None:
    done = kg_process(
        "query", 'SELECT ("Σ 知识 é 🧠" AS ?x) {}', "--graph", graph, PYTHONIOENCODING="ascii", LC_ALL="C"
    )

    assert "Σ 知识 é 🧠" in done.stdout


def test_notes_cannot_drive_the_terminal(run: Callable[..., tuple[int, str, str]]) -> None:
    _, out, _ = run("query", r'SELECT ("\u001b[31mred\u001b[0m\u0007" AS ?x) {}')

    assert "\x1b" not in out and "\x07" not in out
    assert "red" in out


# Tables.


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


CELLS = st.lists(st.tuples(st.text(max_size=60), st.integers() | st.none()), max_size=6)


@given(CELLS)
def test_a_table_has_a_line_for_each_row_and_no_control_character(rows: list[tuple[str, int | None]]) -> None:
    lines = list(screen.table(("name", "n"), rows))

    assert len(lines) == len(rows) + 2
    assert not any(ord(c) < 32 for line in lines for c in line)


@given(CELLS, st.integers(20, 200))
def test_a_table_on_a_terminal_fits_it(rows: list[tuple[str, int | None]], columns: int) -> None:
    numbers = [(name, None if n is None else n % 1000) for name, n in rows]

    assert all(screen.width(line) <= columns for line in screen.table(("name", "n"), numbers, columns_wide=columns))


def test_a_wide_cell_gives_way_before_the_others() -> None:
    lines = list(screen.table(("title", "year"), [("x" * 200, 2025), ("short", 2024)], columns_wide=40))

    assert lines[2].endswith("…  2025") and lines[3].startswith("short")


def test_colours_are_for_terminals_and_never_against_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert screen.bold("x", Terminal()) == "\x1b[1mx\x1b[0m"
    assert screen.bold("x", io.StringIO()) == "x"

    monkeypatch.setenv("NO_COLOR", "1")
    assert screen.bold("x", Terminal()) == "x"


def test_the_bar_shows_stage_speed_and_time_left_and_is_wiped_at_the_end() -> None:
    terminal, seconds = Terminal(), iter([0.0, 2.0, 2.05, 4.0, 5.0])
    with screen.progress(terminal, clock=lambda: next(seconds)) as tell:
        tell(0, 400, "reading")
        tell(100, 400, "reading")
        tell(101, 400, "reading")  # too soon to be drawn
        tell(400, 400, "reading")
        tell(0, 400, "a\x1b[2Jstage")

    drawn = terminal.getvalue().split("\r")
    assert drawn[1:3] == [
        "reading   [....................] 0/400\x1b[K",
        "reading   [#####...............] 100/400  50 notes/s  6 s left\x1b[K",
    ]
    assert "400/400  100 notes/s  0 s left" in drawn[3] and "a\\x1b[2Jstage" in drawn[4]
    assert drawn[5:] == ["\x1b[K"]


def test_in_a_pipe_a_large_build_says_each_stage_once_and_a_small_one_nothing() -> None:
    small, large = io.StringIO(), io.StringIO()
    for pipe, notes in ((small, 20), (large, 2000)):
        with screen.progress(pipe) as tell:
            for stage in ("reading", "writing"):
                tell(0, notes, stage)
                tell(notes, notes, stage)

    assert small.getvalue() == ""
    assert large.getvalue() == "kg: reading 2,000 notes\nkg: writing 2,000 notes\n"


def test_watch_builds_again_when_a_note_is_saved_and_says_how_long_it_took(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    note = tmp_path / "notes" / "a.md"
    note.write_text("# One\n", encoding="utf-8")
    command = [sys.executable, "-m", "kg", "watch", str(tmp_path / "notes"), "--graph", str(tmp_path / "graph")]
    with subprocess.Popen([*command, "--builds", "2"], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        first = running.stdout.readline()
        note.write_text("# One\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762)\n", encoding="utf-8")
        second = running.stdout.readline()

    assert first.startswith("1 notes: ")
    assert second.startswith("1 changed (a.md): ") and second.endswith(" s after the save\n")
    assert running.returncode == 0
    assert "1706.03762" in (tmp_path / "graph" / "graph.ttl").read_text(encoding="utf-8")
