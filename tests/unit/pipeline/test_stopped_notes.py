"""A note that would be read for ever is stopped, and costs no other note anything."""

from __future__ import annotations

import re
import signal
from pathlib import Path
from typing import Any

import pytest

from kg import extraction, notes
from kg.model import Extraction, Note
from kg.net import OverTime, alarm
from kg.pipeline import Report, build, extracting
from kg.settings import Settings

pytestmark = [
    pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no alarms"),
    pytest.mark.timeout(0),  # the limit of a test is an alarm itself, and there is only one
]
_extract = extraction.extract


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "good.md").write_text("- Deep Learning of Graphs. Ann Lee. ICML 2020.\n", encoding="utf-8")
    (tmp_path / "notes" / "endless.md").write_text("- Sparse Proofs of Bounds. Bo Frey. ICML 2021.\n", encoding="utf-8")
    return tmp_path / "notes"


def test_a_note_that_takes_too_long_is_stopped_and_named(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "extract", _endless)

    report = _built(vault, "graph")

    (problem,) = [problem for problem in report.problems if problem.code == extracting.STOPPED]
    assert problem.note == "endless.md"
    assert "after 60 s" in problem.message
    turtle = (vault.parent / "graph" / "graph.ttl").read_text(encoding="utf-8")
    assert "Deep Learning of Graphs" in turtle
    assert "endless.md" in turtle
    assert "Sparse Proofs" not in turtle


def test_a_file_that_takes_its_reader_too_long_is_stopped_too(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(notes.READERS, ".md", lambda _: signal.raise_signal(signal.SIGALRM))

    report = _built(vault, "graph")

    assert [problem.code for problem in report.problems] == [extracting.STOPPED] * 2


def test_the_next_build_reads_a_stopped_note_again(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = vault.parent / "graph"
    with monkeypatch.context() as patched:
        patched.setattr(extraction, "extract", _endless)
        _built(vault, graph.name)

    report = _built(vault, graph.name)
    _built(vault, "clean")

    assert report.read == 1
    assert not [problem for problem in report.problems if problem.code == extracting.STOPPED]
    for name in ("graph.ttl", "graph.trig"):
        assert (graph / name).read_bytes() == (vault.parent / "clean" / name).read_bytes()


def test_an_alarm_rings_in_the_middle_of_a_regular_expression_and_leaves_nothing_behind() -> None:
    before = signal.getsignal(signal.SIGALRM)

    with pytest.raises(OverTime), alarm(0.01):
        re.match("(a+)+$", "a" * 60 + "b")

    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def _built(vault: Path, graph: str) -> Report:
    return build(vault, vault.parent / graph, settings=Settings())


def _endless(note: Note, *more: Any) -> Extraction:
    if note.id == "endless.md":
        signal.raise_signal(signal.SIGALRM)
    return _extract(note, *more)
