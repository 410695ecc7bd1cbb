"""Values that nobody expects, in every place of every format: one build, and whatever comes after it, without a raise."""

from __future__ import annotations

import shutil
from contextlib import closing, suppress
from pathlib import Path

import anyio
import hostile
import pytest
from once import made_once

from kg.asking.knowledge import indexed
from kg.cli import main
from kg.errors import KgError
from kg.exploring import program
from kg.extras.assisting.server import Tools
from kg.extras.assisting.session import Session
from kg.limits import Limits
from kg.publishing.exporters import EXPORTERS
from kg.publishing.files import Chosen
from kg.rdf import STORE, Store

VALUES = hostile.values()
FAULT = "error of kg"


def make(folder: Path) -> None:
    notes = folder / "notes"
    notes.mkdir()
    for name, content in hostile.vault().items():
        (notes / name).write_bytes(content)
    assert main(["build", str(notes), "--graph", str(folder / "graph"), "--map"]) == 0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "hostile-values", make)


@pytest.fixture(scope="module")
def graph(folder: Path) -> Path:
    indexed(folder / "graph").close()
    return folder / "graph"


@pytest.fixture(scope="module")
def store(graph: Path) -> Store:
    return Store.open(graph / STORE, read_only=True)


@pytest.fixture(scope="module")
def things(store: Store, graph: Path) -> list[str]:
    """Give every thing, by its IRI without the base."""
    with closing(indexed(graph)) as index:
        rows = index.execute("SELECT iri FROM things WHERE kind <> ''").fetchall()
    return sorted(iri.removeprefix(store.base) for (iri,) in rows)


def test_the_good_papers_and_most_others_are_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["report", "--graph", str(folder / "graph"), "--json"])
    said = capsys.readouterr().out

    assert '"rule-failed"' not in said and '"reader-failed"' not in said and '"note-failed"' not in said


@pytest.mark.parametrize(
    "command",
    [
        *(["find", value] for value in VALUES[::12]),
        *(["find", "deep"], ["find", "7777"], ["near", "BERT"], ["about", "graphs"], ["path", "BERT", "Mara Brenk"], ["common", "BERT", "ImageNet"]),
        *(["timeline"], ["next"], ["report"], ["verify"], ["show", "Mara Brenk"], ["show", "BERT"], ["why", "Mara Brenk"]),
        *(["ask", "papers-by-rating"], ["ask", "coauthors"], ["analyze"], ["query", "SELECT * { ?s ?p ?o } LIMIT 99"], ["decisions"]),
    ],
    ids=lambda command: f"{command[0]}-{command[-1].encode('unicode_escape').decode()[:12]}",
)  # fmt: skip
def test_a_command_answers(command: list[str], graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if command == ["analyze"]:  # which writes, while others read
        graph = Path(shutil.copytree(graph, tmp_path / "graph"))
    code = main([*command, "--graph", str(graph)])

    assert code in (0, 1, 2) and FAULT not in capsys.readouterr().err


@pytest.mark.parametrize("exporter", EXPORTERS, ids=lambda exporter: exporter.name)
def test_an_export_is_written(exporter: object, store: Store, tmp_path: Path) -> None:
    exporter.write(store, tmp_path / "out", Chosen())  # type: ignore[attr-defined]

    assert (tmp_path / "out").exists()


def given(**asked: str) -> dict[str, str]:
    return {"state": "", "decides": "", "from": "", "q": "", "show": "", "line": "", "notes": "", **asked}


def test_every_page_is_made(store: Store, graph: Path, things: list[str]) -> None:
    pages = [
        ("home", given()),
        ("report", given()),
        ("notes", given()),
        ("topics", given(key="")),
        ("questions", given()),
    ]
    pages += [
        ("note", given(path=path, line=line)) for path in sorted(store.notes())[::3] for line in ("", hostile.ENDLESS)
    ]
    pages += [("thing", given(key=key)) for key in things[::25]]
    pages += [("data", given(key=key, format="text/turtle")) for key in things[::90]]
    pages += [("why", given(key=key)) for key in things[::90]]
    pages += [
        (page, given(q=value, starts=value, **{"from": value}))
        for value in VALUES[::12]
        for page in ("search", "suggest")
    ]
    pages += [
        (page, given(q=value, key="", **{"from": value})) for value in VALUES[::9] for page in ("notes", "topics")
    ]
    pages += [("path", given(**{"from": value, "to": "BERT"})) for value in VALUES[::9]]
    pages += [("thing", given(key=value)) for value in VALUES]
    made = 0
    for page, asked in pages:
        with suppress(KgError):
            made += program.answer(store, page, asked) is not None

    assert made > len(things) // 25


def test_an_assistant_is_answered(graph: Path) -> None:
    session = Session(graph, Limits())
    tools = Tools(session)

    said: list[str] = []

    async def ask() -> None:
        calls = [(tools.timeline, ()), (tools.read_next, ()), (tools.questions, ()), (tools.note, ("titles.md",))]
        calls += [
            (tool, (value,))
            for tool in (tools.search, tools.describe, tools.about, tools.neighbours)
            for value in VALUES[::9]
        ]
        for tool, asked in calls:
            try:
                await tool(*asked)  # type: ignore[operator]
            except KgError as error:
                said.append(str(error))

    try:
        anyio.run(ask)
    finally:
        session.close()
    assert [one for one in said if FAULT in one] == []
