"""What raises in identity, or while a note is written, costs what is to blame: the rest is as if that were not there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import pipeline, rdf, resolution
from kg.errors import StoreError
from kg.pipeline import identifying
from kg.rdf import FILES, STORE, Store, fact_lines
from kg.resolution import paper_facts, person_facts
from kg.settings import Settings

GOOD = {
    "a.md": "- [Sparse Routes](https://arxiv.org/abs/1901.00001), Mara Brenk, Tilo Sorvan, ICML 2019\n",
    "b.md": "- Sparse Routes, Mara Brenk, Tilo Sorvan, ICML 2019\n\nMara Brenk works at the University of Veska.\n",
    "z.md": "- [Deep Margins](https://arxiv.org/abs/1901.00002), Ines Hallid, ICML 2019. #vision\n",
}
BAD = "m.md"
BESIDE = "- [Plain Bounds](https://arxiv.org/abs/1901.00004), Olek Tanzer, ICML 2020\n"
ODD = "- [Odd Ends](https://arxiv.org/abs/1901.00003), Petra Obrin, ICML 2020\n"


class OddError(Exception):
    """What nothing raises by itself."""


def build(vault: Path, graph: str) -> pipeline.Report:
    return pipeline.build(vault, vault.parent / graph, settings=Settings())


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault whose one note has a name that something raises on in its third line, beside a good paper."""
    return vault_of(tmp_path / "vault", GOOD | {BAD: f"{BESIDE}\n{ODD}"})


def vault_of(folder: Path, notes: dict[str, str]) -> Path:
    folder.mkdir()
    for name, text in notes.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def raises_on(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a function that raises as soon as a name is among the mentions that it is given."""

    def picky(*given: Any, **more: Any) -> Any:
        if any(getattr(one, "text", "") == name for some in given if isinstance(some, list | dict) for one in some):
            raise OddError(name)
        return function(*given, **more)

    return picky


def break_identity(monkeypatch: pytest.MonkeyPatch, name: str = "Odd Ends") -> None:
    module: Any = paper_facts if name == "Odd Ends" else person_facts
    function = "read" if name == "Odd Ends" else "appearances"
    monkeypatch.setattr(module, function, raises_on(name, getattr(module, function)))


def facts_of(graph: Path, *notes: str) -> dict[str, bytes | None]:
    """Give what the graphs of notes hold."""
    with Store.open(graph / STORE, read_only=True) as store:
        return {note: store.graph(f"{store.base}note/{note}") for note in notes}


def files(graph: Path) -> list[bytes]:
    return [(graph / name).read_bytes() for name in (*FILES, "index.json")]


@pytest.mark.parametrize("name", ["Odd Ends", "Petra Obrin"])
def test_a_mention_on_which_identity_raises_costs_that_mention(
    name: str, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_identity(monkeypatch, name)
    report = build(vault, "graph")

    (failed,) = [problem for problem in report.problems if problem.code == identifying.CODE]
    assert (failed.note, failed.line) == (BAD, 3) and failed.span is not None and "OddError" in failed.message
    graph = vault.parent / "graph"
    with Store.open(graph / STORE, read_only=True) as store:
        text = "\n".join(fact_lines(store))
    assert "Plain Bounds" in text and name not in text
    without = vault_of(vault.parent / "without", GOOD)
    build(without, "other")
    assert facts_of(graph, *GOOD) == facts_of(vault.parent / "other", *GOOD)
    assert all(facts_of(graph, *GOOD).values())


def test_a_note_that_makes_identity_raise_with_another_one_alone_costs_that_note(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = resolution.tell

    def picky(extractions: Any, *more: Any) -> Any:
        if {"a.md", BAD} <= {extraction.note for extraction in extractions if extraction.mentions}:
            raise OddError("both")
        return tell(extractions, *more)

    monkeypatch.setattr(resolution, "tell", picky)
    report = build(vault, "graph")

    (failed,) = [problem for problem in report.problems if problem.code == identifying.CODE]
    assert failed.note == BAD
    monkeypatch.undo()
    build(vault_of(vault.parent / "without", GOOD), "other")
    assert facts_of(vault.parent / "graph", *GOOD) == facts_of(vault.parent / "other", *GOOD)


def test_an_update_on_which_identity_raises_gives_what_a_clean_build_gives(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (vault / BAD).write_text(BESIDE, encoding="utf-8")
    build(vault, "graph")
    with monkeypatch.context() as patched:
        break_identity(patched)
        (vault / BAD).write_text(f"{BESIDE}\n{ODD}", encoding="utf-8")
        assert build(vault, "graph").problems == build(vault, "clean").problems
        assert files(vault.parent / "graph") == files(vault.parent / "clean")
        (vault / "a.md").write_text(GOOD["a.md"] + "\nSparse Routes beats BERT on ImageNet.\n", encoding="utf-8")
        assert build(vault, "graph").problems == build(vault, "clean-too").problems
        assert files(vault.parent / "graph") == files(vault.parent / "clean-too")
    report = build(vault, "graph")

    assert not [problem for problem in report.problems if problem.code == identifying.CODE]
    build(vault, "mended")
    assert files(vault.parent / "graph") == files(vault.parent / "mended")


def test_what_raises_without_any_note_ends_the_build(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(*_: object, **__: object) -> Any:
        raise OddError("always")

    monkeypatch.setattr(identifying.resolution, "weigh", raising)
    with pytest.raises(OddError):
        build(vault, "graph")


@pytest.mark.parametrize("error", [MemoryError(), OSError("no space left")], ids=["memory", "disk"])
def test_no_note_is_to_blame_for_the_machine(error: Exception, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def raising(*_: object, **__: object) -> Any:
        calls.append(1)
        raise error

    monkeypatch.setattr(identifying.resolution, "weigh", raising)
    with pytest.raises((MemoryError, StoreError)):
        build(vault, "graph")
    assert len(calls) == 1


def test_identity_that_does_not_raise_runs_once(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weigh, calls = identifying.resolution.weigh, []

    def counting(*given: Any, **more: Any) -> Any:
        calls.append(1)
        return weigh(*given, **more)

    monkeypatch.setattr(identifying.resolution, "weigh", counting)
    build(vault, "graph")

    assert len(calls) == 1


def test_the_commands_that_weigh_go_on_as_well(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    break_identity(monkeypatch)
    weighed = pipeline.weigh(vault, settings=Settings())

    names = {entity.name for entity in weighed.resolution.entities}
    assert {"Sparse Routes", "Plain Bounds"} <= names and "Odd Ends" not in names


def break_writing(monkeypatch: pytest.MonkeyPatch, *, wholly: bool = False) -> None:
    note_graphs = rdf.note_graphs

    def picky(excerpt: Any, extraction: Any, *given: Any, **more: Any) -> Any:
        if extraction.note == BAD and (extraction.claims or wholly):
            raise OddError("cannot write this")
        return note_graphs(excerpt, extraction, *given, **more)

    monkeypatch.setattr(rdf, "note_graphs", picky)


@pytest.mark.parametrize("wholly", [False, True])
def test_a_note_that_cannot_be_written_costs_its_own_graph(
    wholly: bool, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(vault, "other")
    with monkeypatch.context() as patched:
        break_writing(patched, wholly=wholly)
        report = build(vault, "graph")
        again = build(vault, "graph")
        fresh = build(vault, "clean")

    (failed,) = [problem for problem in report.problems if problem.code == "writing-failed"]
    assert failed.note == BAD and "OddError: cannot write this" in failed.message
    assert report.problems == again.problems == fresh.problems
    graph, other = vault.parent / "graph", vault.parent / "other"
    assert files(graph) == files(vault.parent / "clean")
    assert facts_of(graph, *GOOD) == facts_of(other, *GOOD)
    assert bool(facts_of(graph, BAD)[BAD]) != wholly

    mended = build(vault, "graph")
    assert not [problem for problem in mended.problems if problem.code == "writing-failed"]
    assert files(graph) == files(other)


def test_a_change_beside_a_note_that_cannot_be_written_gives_what_a_clean_build_gives(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(vault, "graph")
    break_writing(monkeypatch)
    for name in (BAD, "a.md"):
        (vault / name).write_text((vault / name).read_text(encoding="utf-8") + "\nA thought.\n", encoding="utf-8")
        assert build(vault, "graph").problems == build(vault, f"clean-{name}").problems
        assert files(vault.parent / "graph") == files(vault.parent / f"clean-{name}")
