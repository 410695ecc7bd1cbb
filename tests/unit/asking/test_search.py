"""Searching things and sentences by words, and the index that is kept in step with the graph."""

from __future__ import annotations

import multiprocessing
import shutil
import sqlite3
from pathlib import Path

import pytest
from asked import Notes
from hypothesis import given
from hypothesis import strategies as st
from rdf_fixture import HOSTILE

from kg import terms
from kg.asking.search import Answer, index, search
from kg.asking.search.folding import fold, indexed, words
from kg.asking.search.wanted import parse
from kg.cli import main
from kg.model import Kind
from kg.rdf import Store

FIRST = """# Models

- Transformer models read long texts. Łukasz Kaiser built them, see AshishVaswani2017NeurIPS.
- 知识图谱 helps language models. Pre-training is costly.
- Diffusion draws pictures.
"""
SECOND = """Daniel Paleka tests forecasters for consistency.
Transformer and diffusion meet here; Daniel Paleka says so.
"""


def notes() -> Notes:
    """Two notes: a paper of 2017, persons, methods."""
    made = Notes()
    first = made.note("2024/models.md", FIRST)
    transformer = first.mention(Kind.METHOD, "Transformer")
    first.mention(Kind.PERSON, "Łukasz Kaiser")
    paper = first.mention(Kind.PAPER, "AshishVaswani2017NeurIPS", shown="Attention Is All You Need")
    first.mention(Kind.METHOD, "知识图谱")
    first.mention(Kind.METHOD, "Diffusion")
    first.claim(paper, terms.CITATION_KEY, "AshishVaswani2017NeurIPS")
    first.claim(paper, terms.NAME, "Attention Is All You Need")
    first.claim(paper, terms.DATE_PUBLISHED, "2017")
    first.claim(paper, terms.AUTHOR, first.mentions[1])
    first.claim(paper, terms.INTRODUCES, transformer)
    first.claim(paper, terms.REMARK, "costly")
    second = made.note("2025/talks.md", SECOND)
    second.mention(Kind.PERSON, "Daniel Paleka")
    second.mention(Kind.METHOD, "Transformer")
    second.mention(Kind.METHOD, "diffusion", shown="Diffusion")
    return made


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> sqlite3.Connection:
    made = notes()
    folder = made.write(tmp_path_factory.mktemp("notes"))
    return index.in_memory(made.store(), folder)


def things(answer: Answer) -> list[str]:
    return [hit.name for hit in answer.things]


def found(answer: Answer) -> list[str]:
    return [hit.passage.sentence for hit in answer.sentences]


@pytest.mark.parametrize(
    ("wanted", "first"),
    [
        ("transformer", "Transformer"),
        ("TRANSFORMERS", "Transformer"),
        ("transf", "Transformer"),
        ("lukasz", "Łukasz Kaiser"),
        ("Kaiser", "Łukasz Kaiser"),
        ("attention need", "Attention Is All You Need"),
        ("vaswani", "Attention Is All You Need"),
        ("AshishVaswani2017NeurIPS", "Attention Is All You Need"),
        ("知识", "知识图谱"),
        ("paleka", "Daniel Paleka"),
    ],
)
def test_a_thing_is_found_by_any_part_of_its_names(database: sqlite3.Connection, wanted: str, first: str) -> None:
    answer = search(database, wanted)

    assert things(answer)[0] == first and answer.matched == "all" and answer.corrected == {}


RANKED = """We tried diffusion models again.

Diffusion-based learning is new. Latent diffusion is fast. A diffuser is a machine.
"""


@pytest.fixture(scope="module")
def ranked(tmp_path_factory: pytest.TempPathFactory) -> sqlite3.Connection:
    """Notes of which three name one method, and one each of the others."""
    made = Notes()
    for path in ("a.md", "b.md", "c.md"):
        note = made.note(path, RANKED)
        often = note.mention(Kind.METHOD, "diffusion models", shown="Denoising Diffusion Models")
        note.claim(often, terms.ALTERNATE_NAME, "diffusion models")
    for name in ("Diffusion-based learning", "Latent diffusion", "diffuser"):
        note.mention(Kind.METHOD, name)
    folder = made.write(tmp_path_factory.mktemp("ranked"))
    return index.in_memory(made.store(), folder)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("diffusion", ["Denoising Diffusion Models", "Diffusion-based learning", "Latent diffusion"]),
        ("diffusion model", ["Denoising Diffusion Models"]),
        ("latent diffusion", ["Latent diffusion"]),
        ("diffusers", ["diffuser"]),
        ("latnt difusion", ["Latent diffusion"]),
    ],
)
def test_what_is_called_so_comes_first_then_what_notes_say_more_of(
    ranked: sqlite3.Connection, wanted: str, expected: list[str]
) -> None:
    assert things(search(ranked, wanted, limit=len(expected))) == expected


@pytest.mark.parametrize(
    ("wanted", "first", "corrected"),
    [
        ("tranformer", "Transformer", {"tranformer": ("transformer",)}),
        ("Palka", "Daniel Paleka", {"palka": ("paleka",)}),
        ("Danial Palka", "Daniel Paleka", {"danial": ("daniel",), "palka": ("paleka",)}),
        ("Dainel Paleka", "Daniel Paleka", {"dainel": ("daniel",)}),
    ],
)
def test_slips_are_forgiven_and_said(
    database: sqlite3.Connection, wanted: str, first: str, corrected: dict[str, tuple[str, ...]]
) -> None:
    answer = search(database, wanted)

    assert things(answer)[0] == first and answer.corrected == corrected


def test_the_sentence_with_the_match_comes_with_its_place(database: sqlite3.Connection) -> None:
    hit = search(database, "forecasters").sentences[0]

    assert (hit.passage.note, hit.passage.line) == ("2025/talks.md", 1)
    assert hit.passage.sentence == "Daniel Paleka tests forecasters for consistency."
    assert [hit.passage.sentence[start:end] for start, end in hit.marked] == ["forecasters"]


@pytest.mark.parametrize(
    ("wanted", "number"),
    [
        ("transformer", 2),
        ("transformer -meet", 1),
        ('"long texts"', 1),
        ('"texts long"', 0),
        ("diffusion transformer", 1),
        ("transformer note:2025/", 1),
        ("transformer note:*/models.md", 1),
        ("transformer note:2023", 0),
        ("costly year:2017", 0),
        ("read year:2010..2017", 1),
        ("read year:2018..", 0),
        ("pretraining", 1),
        ("pre-training", 1),
        ("知识", 1),
        ("识知", 0),
    ],
)
def test_sentences_are_narrowed(database: sqlite3.Connection, wanted: str, number: int) -> None:
    answer = search(database, wanted)

    assert (answer.all_sentences if answer.matched != "some" else 0) == number


def test_filters_alone_list_things(database: sqlite3.Connection) -> None:
    assert things(search(database, "kind:person")) == ["Daniel Paleka", "Łukasz Kaiser"]
    assert things(search(database, "kind:person note:2025")) == ["Daniel Paleka"]
    assert things(search(database, "year:2017")) == ["Attention Is All You Need"]
    assert search(database, "kind:person transformer").matched == "none"


def test_what_has_some_of_the_words_is_given_when_nothing_has_all(database: sqlite3.Connection) -> None:
    answer = search(database, "consistency pictures")

    assert answer.matched == "some"
    assert set(found(answer)) == {"Daniel Paleka tests forecasters for consistency.", "Diffusion draws pictures."}


def test_a_limit_keeps_the_best_and_counts_all(database: sqlite3.Connection) -> None:
    answer = search(database, "transformer", limit=1)

    assert len(answer.sentences) == 1 and answer.all_sentences == 2


@given(st.one_of(st.text(), st.sampled_from(HOSTILE), st.text(alphabet='"-:*()^{}+~.AND OR NOT NEAR kindyearnote2024')))
def test_any_search_has_an_answer(database: sqlite3.Connection, wanted: str) -> None:
    assert search(database, wanted).matched in {"all", "some", "none"}


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert words(indexed(text)) == indexed(text).split()


def test_filters_are_told_from_words() -> None:
    wanted = parse('kind:paper year:2024..2025 note:"a b.md" year:soon -old "side by side" note:')

    assert (wanted.kinds, wanted.years, wanted.notes) == (("paper",), (2024, 2025), ("a b.md",))
    assert wanted.terms == (("year", "soon"), ("side", "by", "side"), ("note",)) and wanted.without == (("old",),)


def test_an_empty_graph_has_nothing() -> None:
    answer = search(index.in_memory(Store.in_memory()), "anything")

    assert (answer.all_things, answer.all_sentences, answer.matched) == (0, 0, "none")


# The file beside the store.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "one.md").write_text(
        "# ICLR 2025\n\n- [Deep Sparse Routes](https://arxiv.org/abs/2501.01233). Zoe Zimmer. ICLR 2025.\n"
    )
    (folder / "two.md").write_text("BERT outperforms ELMo on SQuAD. We call BERT a classic.\n")
    (folder / "three.md").write_text(
        "# More\n\n- [Wide Dense Paths](https://arxiv.org/abs/2501.01999). Anna Muster. ICML 2024.\n"
    )
    (folder / "four.md").write_text("We met Zoe Zimmer at the poster of Deep Sparse Routes.\n")
    return folder


def built(vault: Path, graph: Path) -> Path:
    assert main(["build", str(vault), "--graph", str(graph), "--no-map"]) == 0
    return graph


def opened(graph: Path, vault: Path | None) -> tuple[sqlite3.Connection, list[int]]:
    told: list[int] = []
    with Store.open(graph / "store", read_only=True) as store:
        return index.open_index(graph, store, vault, tell=told.append), told


def content(database: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    """Everything that an index holds, whatever numbers its rows have."""
    named = {
        "things": "SELECT iri, kind, name, year, places, notes, names, titles, keys, people, said FROM things",
        "sentences": "SELECT n.path, n.digest, z.line, z.start, z.raw FROM sentences z JOIN notes n ON n.id = z.note",
        "seen": "SELECT t.iri, n.path, z.start FROM seen s JOIN things t ON t.id = s.thing "
        "JOIN sentences z ON z.id = s.sentence JOIN notes n ON n.id = z.note",
        "calls": "SELECT c.key, t.iri FROM calls c JOIN things t ON t.id = c.thing",
        "words": "SELECT * FROM words",
        "vocabulary": "SELECT * FROM vocabulary",
        "about": "SELECT * FROM about",
    }
    for table in ("thing_words", "sentence_words"):
        database.execute(f"CREATE VIRTUAL TABLE temp.{table}_v USING fts5vocab('main', '{table}', 'row')")
        named[table] = f"SELECT term, doc, cnt FROM temp.{table}_v"
    return {name: sorted(database.execute(query).fetchall()) for name, query in named.items()}


def test_an_updated_index_holds_what_a_new_one_holds(vault: Path, tmp_path: Path) -> None:
    graph = built(vault, tmp_path / "graph")
    opened(graph, vault)[0].close()
    (vault / "two.md").write_text("GIN outperforms ELMo on SQuAD. Zoe Zimmer said so.\n")
    built(vault, graph)
    updated, told = opened(graph, vault)
    new = built(vault, tmp_path / "new")
    made, _ = opened(new, vault)

    assert told == [1]
    old_content, new_content = content(updated), content(made)
    assert {**old_content, "about": 0} == {**new_content, "about": 0}


def test_a_note_that_is_gone_or_new_is_so_in_the_index(vault: Path, tmp_path: Path) -> None:
    graph = built(vault, tmp_path / "graph")
    opened(graph, vault)[0].close()
    (vault / "three.md").unlink()
    built(vault, graph)
    without, _ = opened(graph, vault)
    assert search(without, "Wide Dense Paths").matched == "none"
    without.close()
    (vault / "five.md").write_text("A word that nobody used before: zeppelinesque.\n")
    built(vault, graph)
    database, _ = opened(graph, vault)

    assert search(database, "zeppelinesque").all_sentences == 1


def test_a_graph_that_did_not_change_is_not_indexed_again(vault: Path, tmp_path: Path) -> None:
    graph = built(vault, tmp_path / "graph")
    first, told = opened(graph, vault)
    first.close()

    assert told == [4] and opened(graph, vault)[1] == []


def test_a_broken_or_foreign_index_is_made_anew(vault: Path, tmp_path: Path) -> None:
    graph = built(vault, tmp_path / "graph")
    (graph / index.FILE_NAME).write_bytes(b"this is no database at all, and never was" * 100)
    database, told = opened(graph, vault)

    assert told == [4] and search(database, "BERT").all_things >= 1


def test_analyses_do_not_hide_the_graph_from_its_index(vault: Path, tmp_path: Path) -> None:
    graph = built(vault, tmp_path / "graph")
    assert main(["analyze", "author-ranks", "--graph", str(graph)]) == 0
    database, _ = opened(graph, vault)

    assert search(database, "Zimmer").things[0].name == "Zoe Zimmer"
    assert opened(graph, vault)[1] == []


def test_where_nothing_can_be_written_the_index_is_made_in_memory(vault: Path, tmp_path: Path) -> None:
    graph = built(vault, tmp_path / "graph")
    (graph / index.FILE_NAME).mkdir()
    database, _ = opened(graph, vault)

    assert search(database, "Zimmer").things[0].name == "Zoe Zimmer"
    shutil.rmtree(graph / index.FILE_NAME)


def _search_in_a_process(graph: str, vault: str, answers: multiprocessing.Queue) -> None:
    database, _ = opened(Path(graph), Path(vault))
    answers.put([hit.name for hit in search(database, "Zimmer").things])


def test_processes_that_want_the_index_at_once_all_get_it(vault: Path, tmp_path: Path) -> None:
    graph = built(vault, tmp_path / "graph")
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    processes = [context.Process(target=_search_in_a_process, args=(str(graph), str(vault), answers)) for _ in range(2)]
    for process in processes:
        process.start()
    got = [answers.get(timeout=120) for _ in processes]
    for process in processes:
        process.join()

    assert [one[0] for one in got] == ["Zoe Zimmer"] * 2
    assert [path.name for path in graph.glob(".search*")] == []
