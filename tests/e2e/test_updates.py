"""A build on a built graph gives the bytes of a build from nothing, whatever happened to the notes in between."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import vaults
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from kg import analytics, pipeline
from kg.cli import main
from kg.errors import DamagedError, VaultError
from kg.library.graphs import keep
from kg.pipeline.cache import Cache, decode, encode
from kg.pipeline.extracting import Processes
from kg.pipeline.reading import read, survey
from kg.rdf import FILES, STORE, Store, contents, fact_lines, forget_derived
from kg.rdf.contents import Contents, Written
from kg.settings import Settings

SCRIPTS = int(os.environ.get("KG_SCRIPTS", "12"))
"""How many random scripts are tried; `KG_EXPLORE=1 KG_SCRIPTS=2000 pytest tests/e2e/test_updates.py` tries more and others."""
PARTS = 2
KILLS = int(os.environ.get("KG_KILLS", "2"))

PIECES = (
    "- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), Ashish Vaswani, Noam Shazeer, NeurIPS 2017\n",
    "- [[AshishVaswani2017NeurIPS|Transformer]] ++ uses [[attention]]\n",
    "- A. Vaswani et al. Attention is all you need. NIPS 2017.\n",
    "- **BERT: Pre-training of Deep Bidirectional Transformers**, Jacob Devlin, Ming-Wei Chang, NAACL 2019\n",
    "- Pre-training of Deep Bidirectional Transformers, Jacob Devlin, NAACL 2019\n",
    "## SAM: Segment Anything ([paper](https://arxiv.org/abs/2304.02643))\nSegment Anything Model (SAM) segments images.\n",
    "Sharpness-Aware Minimization (SAM) beats SGD on ImageNet.\n",
    "SAM was mentioned twice today.\n",
    "# Reading list 2023\n",
    "Yann LeCun (Meta) gave a keynote on world models.\n",
    "- LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep learning. Nature, 521(7553), 436-444.\n",
    "Nothing of note.\n",
    "- @devlin2019bert\n",
    "@article{li2020, title={Reading Notes with Care}, author={Li, Bo}, journal={Notes and Graphs}, year={2020}}\n",
    "@inproceedings{li2021, title={Notes}, author={Li, Bo}, booktitle={Workshop on Notes and Graphs}, year={2021}}\n",
    "- Deep Learning, Ian Goodfellow, Yoshua Bengio, Aaron Courville, MIT Press 2016\n",
    "See [[c]] and [[Reading list 2023]], [a page](../b.md), [[deep/c#part|that]] and ![[picture.png]].\n",
    "As LeCun et al. (2015) say, depth helps (Vaswani et al., 2017; see Devlin & Chang, 2019). #vision #nlp/parsing\n",
    "We cite [@devlin2019bert; @li2020, p. 3], [[@li2021]], the BERT paper and (Li, 2020).\n",
    "On transformers and image segmentation. #attention #deep-learning #segmentation\n",
    "More on #deep-attention and #bidirectional-transformers, less on #reading-notes.\n",
    "- [[AshishVaswani2017NeurIPS|Transformer]] ++ makes deep attention faster than deep learning.\n",
    "- [[AshishVaswani2017NeurIPS|Transformer]] brings segmentation to image segmentation.\n",
)
HEADS = (
    "---\nauthors: Bo Li\nyear: 2020\naliases: [Careful notes, c]\ntags: [vision, todo]\n---\n",
    "---\ntitle: Reading Notes with Care\nauthors: Bo Li\nyear: 2020\nciteKey: li2020\n---\n",
)
"""How a note begins that is about one paper."""
DECISIONS = (
    "",
    '[[same]]\nthings = ["person: A. Vaswani", "person: Ashish Vaswani"]\n',
    '[[different]]\nthings = ["method: SAM @ a.md", "method: SAM"]\n\n[[ignore]]\nthing = "dataset: ImageNet"\n',
    '[[rename]]\nthing = "paper: Segment Anything"\nname = "The SAM paper"\n\n[[kind]]\nthing = "method: SGD"\nkind = "task"\n',
    '[[rename]]\nthing = "person: Yann LeCun"\nname = "Y. LeCun"\n',
)
NAMES = ("a.md", "b.md", "deep/c.md", "d.txt", "deep/z z.md")


@st.composite
def scripts(draw: st.DrawFn) -> list[tuple[str, ...]]:
    """Draw what happens to a vault: steps to edit, rename, delete or touch a note, and builds in between."""
    name = st.sampled_from(NAMES)
    heads = st.sampled_from(("", "", "", *HEADS))
    text = st.tuples(heads, st.lists(st.sampled_from(PIECES), max_size=4).map("".join)).map("".join)
    step = st.one_of(
        st.tuples(st.just("write"), name, text),
        st.tuples(st.just("append"), name, st.sampled_from(PIECES)),
        st.tuples(st.just("rename"), name, name),
        st.tuples(st.just("delete"), name),
        st.tuples(st.just("touch"), name),
        st.tuples(st.just("write"), st.just("decisions.toml"), st.sampled_from(DECISIONS)),
        st.tuples(st.just("build")),
        st.tuples(st.just("analyze")),
    )
    first = [("write", note, draw(text)) for note in NAMES[:3]]
    if draw(st.booleans()):
        first.append(("write", "decisions.toml", draw(st.sampled_from(DECISIONS))))
    return [*first, ("build",), *draw(st.lists(step, min_size=1, max_size=6))]


def play(vault: Path, step: tuple[str, ...]) -> None:
    """Do one step to a vault."""
    path = vault / step[1]
    path.parent.mkdir(parents=True, exist_ok=True)
    if step[0] == "write":
        path.write_text(step[2], encoding="utf-8")
    elif step[0] == "append" and path.exists():
        path.write_text(path.read_text(encoding="utf-8") + step[2], encoding="utf-8")
    elif step[0] == "rename" and path.exists():
        (vault / step[2]).parent.mkdir(parents=True, exist_ok=True)
        path.replace(vault / step[2])
    elif step[0] == "delete":
        path.unlink(missing_ok=True)
    elif step[0] == "touch" and path.exists():
        path.touch()


def build(vault: Path, graph: Path) -> pipeline.Report:
    return pipeline.build(vault, graph, settings=Settings())


def analyze(graph: Path) -> None:
    """Keep in a graph what a few analyses compute."""
    with Store.open(graph / STORE, read_only=True) as store:
        findings = analytics.analyze(store, only=("author-ranks", "paper-communities", "method-ranks"))
    keep(graph, findings)


def same(one: pipeline.Report, other: pipeline.Report) -> bool:
    return (one.things, one.facts, one.problems, one.told) == (other.things, other.facts, other.problems, other.told)


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as path:
        yield Path(path)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
def test_any_script_of_changes_gives_the_bytes_of_a_clean_build(part: int) -> None:
    many = settings(max_examples=SCRIPTS // PARTS, deadline=None, suppress_health_check=list(HealthCheck))
    check = many(given(script=scripts())(_gives_the_bytes_of_a_clean_build))
    # The parts run side by side, each with scripts of its own: the same at every run, but for those who explore.
    (check if "KG_EXPLORE" in os.environ else seed(part)(check))()


def _gives_the_bytes_of_a_clean_build(script: list[tuple[str, ...]]) -> None:
    with folder() as place:
        vault, graph, clean = place / "vault", place / "graph", place / "clean"
        vault.mkdir()
        for step in script:
            if step == ("build",):
                build(vault, graph)
            elif step == ("analyze",):
                analyze(graph)
            else:
                play(vault, step)
        updated, anew = build(vault, graph), build(vault, clean)

        assert [(graph / name).read_bytes() for name in FILES] == [(clean / name).read_bytes() for name in FILES]
        assert (graph / "index.json").read_bytes() == (clean / "index.json").read_bytes()
        assert same(updated, anew)
        with Store.open(graph / "store", read_only=True) as mine, Store.open(clean / "store", read_only=True) as its:
            assert fact_lines(mine) == fact_lines(its)
            assert mine.graphs() == its.graphs()


@pytest.fixture(scope="module")
def first_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a vault and the graph that a build from nothing made of it."""
    folder = tmp_path_factory.mktemp("first-build")
    vaults.make(folder / "vault", notes=8)
    build(folder / "vault", folder / "graph")
    return folder


@pytest.fixture
def vault(first_build: Path, tmp_path: Path) -> Path:
    """A vault of the test's own."""
    return shutil.copytree(first_build / "vault", tmp_path / "vault")


@pytest.fixture
def graph(first_build: Path, tmp_path: Path) -> Path:
    """The graph of that vault, the test's own, as a build from nothing made it."""
    return shutil.copytree(first_build / "graph", tmp_path / "graph")


def test_only_the_changed_note_is_read_again(vault: Path, tmp_path: Path) -> None:
    first = build(vault, tmp_path / "graph")
    note = sorted(vault.rglob("*.md"))[3]
    note.write_text(note.read_text(encoding="utf-8") + "\nA thought.\n", encoding="utf-8")

    assert first.read == first.notes
    assert build(vault, tmp_path / "graph").read == 1
    assert build(vault, tmp_path / "graph").read == 0


def test_a_change_in_one_note_moves_the_identity_of_things_in_others(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "a.md").write_text("SAM was mentioned twice today.\n", encoding="utf-8")
    (vault / "b.md").write_text("Segment Anything Model (SAM) segments images.\n", encoding="utf-8")
    build(vault, tmp_path / "graph")
    (vault / "c.md").write_text("Sharpness-Aware Minimization (SAM) beats SGD.\n", encoding="utf-8")
    build(vault, tmp_path / "graph")
    build(vault, tmp_path / "clean")

    assert (tmp_path / "graph" / "graph.trig").read_bytes() == (tmp_path / "clean" / "graph.trig").read_bytes()


def test_a_graph_that_was_analysed_is_built_as_if_it_was_not(vault: Path, graph: Path) -> None:
    before = [(graph / name).read_bytes() for name in FILES]
    assert main(["analyze", "--graph", str(graph)]) == 0
    assert [(graph / name).read_bytes() for name in FILES] != before
    build(vault, graph)

    assert [(graph / name).read_bytes() for name in FILES] == before


def test_a_graph_that_was_analysed_is_updated_without_reading_or_weighing_the_rest(
    vault: Path, graph: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    analyze(graph)
    monkeypatch.setattr(pipeline.identifying.resolution, "weigh", None)
    monkeypatch.setattr(pipeline.writing.rdf, "Writer", None)
    note = min(vault.rglob("*.md"))
    note.write_text(note.read_text(encoding="utf-8") + "\nA thought.\n", encoding="utf-8")

    assert build(vault, graph).read == 1


def test_a_build_that_changes_nothing_leaves_an_analysed_graph_as_it_was(vault: Path, tmp_path: Path) -> None:
    command = ["build", str(vault), "--graph", str(tmp_path / "graph"), "--no-map"]
    assert main(command) == 0
    assert main(["analyze", "author-communities", "topic-ranks", "--graph", str(tmp_path / "graph")]) == 0
    before = [(tmp_path / "graph" / name).read_bytes() for name in (*FILES, "index.json")]
    assert main(command) == 0

    assert [(tmp_path / "graph" / name).read_bytes() for name in (*FILES, "index.json")] == before


def test_what_analyses_added_can_be_taken_out_again(graph: Path) -> None:
    before = [(graph / name).read_bytes() for name in (*FILES, "index.json")]
    analyze(graph)
    assert [(graph / name).read_bytes() for name in (*FILES, "index.json")] != before
    forget_derived(graph)

    assert [(graph / name).read_bytes() for name in (*FILES, "index.json")] == before


def test_analyses_are_not_kept_in_a_graph_with_a_damaged_file(graph: Path) -> None:
    (graph / "graph.ttl").write_bytes(b"nonsense")

    with pytest.raises(DamagedError, match=r"graph\.ttl has 8 bytes"):
        analyze(graph)


def test_exports_of_a_graph_that_was_analysed_take_its_files_and_say_what_its_store_says(graph: Path) -> None:
    assert main(["analyze", "--graph", str(graph)]) == 0

    with Store.open(graph / STORE, read_only=True) as store:
        found = contents(store)
        assert isinstance(found, Written)
        assert any("derived/author-ranks" in graph for graph, _ in found.graphs())
        assert [*found.graphs()] == [*Contents(store).graphs()]
        assert found.facts() == Contents(store).facts()


@pytest.mark.parametrize("damage", ["cache.db", "identity.db", "index.json", "graph.ttl", "graph.trig"])
def test_a_damaged_file_of_the_graph_is_made_anew(vault: Path, graph: Path, damage: str) -> None:
    before = [(graph / name).read_bytes() for name in FILES]
    (graph / damage).write_bytes(b"nonsense")
    build(vault, graph)

    assert [(graph / name).read_bytes() for name in FILES] == before


def test_a_broken_page_of_what_is_known_of_identity_is_no_harm(vault: Path, graph: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(graph / "identity.db")) as rows, rows:
        rows.execute("UPDATE component SET content = x'00'")
    note = min(vault.rglob("*.md"))
    note.write_text(note.read_text(encoding="utf-8") + "\nDPO beats PPO, said Ada Berger.\n", encoding="utf-8")
    build(vault, graph)
    build(vault, tmp_path / "clean")

    for name in FILES:
        assert (graph / name).read_bytes() == (tmp_path / "clean" / name).read_bytes()


def test_an_update_does_not_weigh_the_whole_vault(vault: Path, graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline.identifying.resolution, "weigh", None)
    min(vault.rglob("*.md")).unlink()

    assert build(vault, graph).read == 0


def test_an_update_beside_decisions_does_not_weigh_the_whole_vault(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (vault / "one.md").write_text("SAM was mentioned twice today, BERT once.\n", encoding="utf-8")
    (vault / "decisions.toml").write_text('[[rename]]\nthing = "method: SAM"\nname = "Segment it"\n', encoding="utf-8")
    build(vault, tmp_path / "graph")
    (vault / "two.md").write_text("Yann LeCun (Meta) gave a keynote on world models.\n", encoding="utf-8")
    with monkeypatch.context() as patched:
        patched.setattr(pipeline.identifying.resolution, "weigh", None)
        build(vault, tmp_path / "graph")
    (vault / "two.md").write_text("SAM won.\n", encoding="utf-8")

    assert build(vault, tmp_path / "graph").read == 1
    build(vault, tmp_path / "clean")
    for name in FILES:
        assert (tmp_path / "graph" / name).read_bytes() == (tmp_path / "clean" / name).read_bytes()


def test_another_setting_reads_all_anew(vault: Path, graph: Path) -> None:
    report = pipeline.build(vault, graph, settings=Settings(base="https://example.org/x/"))

    assert report.read == report.notes
    assert b"kg.example" not in (graph / "graph.ttl").read_bytes().replace(b"kg.example/ontology", b"")


def test_an_entry_of_the_cache_is_read_back_as_it_was(vault: Path, tmp_path: Path) -> None:
    told = read(survey(vault, Settings()), None, tell=lambda *_: None, engine=Processes(1))

    for extraction in told.extractions:
        problems = tuple(problem for some in told.problems.values() for problem in some)[:2]
        assert decode(encode(extraction, problems)) == (extraction, problems)


def test_entries_of_no_use_are_dropped(vault: Path, tmp_path: Path) -> None:
    with Cache(tmp_path / "cache.db") as kept:
        keys = read(survey(vault, Settings()), kept, tell=lambda *_: None, engine=Processes(1)).keys
        next(iter(sorted(vault.rglob("*.md")))).unlink()
        read(survey(vault, Settings()), kept, tell=lambda *_: None, engine=Processes(1))
        left = {key for key, _, _ in kept.extractions(list(keys.values()))}

    assert len(left) == len(keys) - 1


def test_killed_at_any_moment_a_build_leaves_a_graph_and_the_next_build_is_right(
    vault: Path, graph: Path, tmp_path: Path
) -> None:
    clean, old = tmp_path / "clean", len(survey(vault, Settings()).files)
    before = [(graph / name).read_bytes() for name in FILES]
    shutil.copytree(graph, tmp_path / "saved")
    for note in sorted(vault.rglob("*.md"))[:3]:
        note.write_text(note.read_text(encoding="utf-8") + "\nDPO beats PPO, said Ada Berger.\n", encoding="utf-8")
    build(vault, clean)
    after = [(clean / name).read_bytes() for name in FILES]
    command = [sys.executable, "-m", "kg", "build", str(vault), "--graph", str(graph), "--no-map"]
    began = time.monotonic()
    subprocess.run(command, check=True, capture_output=True)
    whole = time.monotonic() - began

    for number in range(KILLS):
        shutil.rmtree(graph)
        shutil.copytree(tmp_path / "saved", graph)
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            running.wait(whole * (number + 0.5) / KILLS)
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGKILL)
            running.wait()
        with Store.open(graph / "store", read_only=True) as store:
            assert len(store.notes()) == old
        assert [(graph / name).read_bytes() for name in FILES] in (before, after) or (graph / ".ready").exists()
        build(vault, graph)

        assert [(graph / name).read_bytes() for name in FILES] == after


def test_a_note_saved_while_it_is_read_is_a_message_and_leaves_the_old_graph(vault: Path, graph: Path) -> None:
    with Cache(graph / "cache.db") as kept:
        told = read(survey(vault, Settings()), kept, tell=lambda *_: None, engine=Processes(1))
    note = told.notes[0]
    (vault / note).write_text("other words\n", encoding="utf-8")

    with pytest.raises(VaultError, match="changed while kg was reading it"):
        told.note(note)
