"""Pushing into a store that keeps its word, one that is cut off, and one that is somebody else's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest
from servers import BASE, named, papers, write_graph
from stores import PASSWORD, TOKEN, USER, Answer, Fake, fake

from kg import terms
from kg.cli import main
from kg.extras.pushing import record as pushed
from kg.extras.pushing.record import MOST_BYTES, batches
from kg.extras.pushing.targets import escaped
from kg.rdf import Store, contents

Push = Callable[..., int]
WAYS = ("gsp", "update")
RECORD = f"{BASE}graph/pushed"
NASTY = 'C:\\users \\u0022 } } ; DROP ALL ; INSERT DATA { <urn:x> <urn:x> "\\" \n\x07\u2028 é'


@pytest.fixture
def store() -> Iterator[Fake]:
    with fake() as running:
        yield running


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    return write_graph(tmp_path / "graph", quads())


def quads(count: int = 8) -> list[ox.Quad]:
    other = named("note/b.md")
    evidence, passage = named("note/b.md#e-1"), named("note/b.md#char=0,1")
    return [
        *papers(count),
        ox.Quad(named("paper/1"), ox.NamedNode(terms.NAME), ox.Literal("Paper 1"), other),
        ox.Quad(named("paper/1"), ox.NamedNode(terms.REMARK), ox.Literal(NASTY), other),
        ox.Quad(passage, ox.NamedNode(terms.HAS_SOURCE), other, named("note/b.md#evidence")),
        ox.Quad(evidence, ox.NamedNode(terms.WAS_DERIVED_FROM), passage, named("note/b.md#evidence")),
        ox.Quad(evidence, ox.NamedNode(terms.OBJECT), ox.Literal(NASTY), named("note/b.md#evidence")),
    ]


@pytest.fixture(params=WAYS)
def push(request: pytest.FixtureRequest, store: Fake, graph: Path) -> Push:
    def run(*options: str, folder: Path = graph) -> int:
        where = ["/store"] if request.param == "gsp" else ["/update", "--query", f"{store.address}/query"]
        return main(["push", f"{store.address}{where[0]}", *where[1:], "--graph", str(folder), *options])

    return run


def expected(folder: Path) -> set[str]:
    """Give what the target should hold beside the record."""
    with Store.open(folder / "store", read_only=True) as local:
        union = ox.parse(local.graph("") or b"", ox.RdfFormat.N_TRIPLES)
        return {str(quad) for quad in (*local, *union)}


def held(store: Fake) -> set[str]:
    return {quad for quad in store.quads() if f"<{RECORD}>" not in quad}


def test_the_target_holds_every_graph_and_their_union(push: Push, store: Fake, graph: Path) -> None:
    assert push() == 0
    assert held(store) == expected(graph)


def test_pushing_twice_changes_nothing(push: Push, store: Fake) -> None:
    push()
    once = store.quads()

    assert push() == 0
    assert store.quads() == once


def test_what_is_gone_from_the_notes_goes_from_the_store(push: Push, store: Fake, tmp_path: Path) -> None:
    push()
    new = write_graph(tmp_path / "new", papers(3))
    store.dataset.add(ox.Quad(named("x"), named("y"), named("z"), ox.NamedNode("urn:of-others")))

    assert push(folder=new) == 0
    assert held(store) - {
        "<https://kg.example/x> <https://kg.example/y> <https://kg.example/z> <urn:of-others>"
    } == expected(new)
    assert store.dataset.contains_named_graph(ox.NamedNode("urn:of-others"))


def test_a_default_graph_of_others_is_left_alone(push: Push, store: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    store.dataset.add(ox.Quad(named("x"), named("y"), named("z")))
    before = store.quads()

    assert push() == 1
    assert "--no-default-graph" in capsys.readouterr().err
    assert store.quads() == before

    assert push("--no-default-graph") == 0
    assert before < store.quads()
    assert store.dataset.contains_named_graph(named("graph/union"))


def test_a_graph_that_moves_out_of_the_default_graph_leaves_nothing_there(push: Push, store: Fake) -> None:
    push()

    assert push("--no-default-graph") == 0
    assert list(store.dataset.quads_for_pattern(None, None, None, ox.DefaultGraph())) == []


def test_batches_are_small_and_add_up(push: Push, store: Fake, graph: Path) -> None:
    assert push("--batch", "3") == 0

    assert held(store) == expected(graph)
    contents_sent = [sent.body for sent in store.writes if sent.path != "/query" and b"graph/pushed" not in sent.body]
    assert max(len(re.findall(rb" \.\n", body)) for body in contents_sent) <= 4
    assert len(contents_sent) > 10


@pytest.mark.parametrize("cut", range(2, 30, 4))
def test_what_was_cut_off_is_taken_up_and_comes_out_the_same(push: Push, store: Fake, graph: Path, cut: int) -> None:
    push("--batch", "3")
    whole, requests = store.quads(), len(store.got)
    store.dataset.clear()
    store.got.clear()
    store.instead = lambda _, number: Answer(500) if number == cut else None

    codes = [push("--batch", "3"), push("--batch", "3")]

    assert codes == ([1, 0] if cut <= requests else [0, 0])
    assert store.quads() == whole
    assert pushed.read_progress(graph) is None


def test_what_was_sent_is_not_sent_again(push: Push, store: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    store.instead = lambda _, number: Answer(500) if number == 12 else None
    push("--batch", "3")
    sent = [(one.parameters, one.body) for one in store.got[:11] if one.path != "/query"]
    store.instead = lambda *_: None
    store.got.clear()
    capsys.readouterr()

    assert push("--batch", "3") == 0
    again = [(one.parameters, one.body) for one in store.got if one.body and one.path != "/query"]
    assert [one for one in again if one in sent and b"graph/pushed" not in one[1]] == []
    assert "requests had already been sent" in capsys.readouterr().out


def test_progress_elsewhere_or_of_other_contents_is_not_used(
    push: Push, store: Fake, graph: Path, tmp_path: Path
) -> None:
    store.instead = lambda _, number: Answer(500) if number == 12 else None
    push("--batch", "3")
    kept = pushed.read_progress(graph)
    assert kept is not None
    store.dataset.clear()  # the target lost what it had
    assert push("--batch", "3") == 0
    assert held(store) == expected(graph)

    changed = write_graph(tmp_path / "changed", quads(9))
    pushed.write_progress(changed, kept)
    assert push("--batch", "3", folder=changed) == 0
    assert held(store) == expected(changed)


def test_a_file_of_progress_that_kg_did_not_write_is_told(
    push: Push, graph: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    push()
    (graph / pushed.FILE_NAME).write_text("[]", encoding="utf-8")

    assert push() == 1
    assert "push.json was not written by kg" in capsys.readouterr().err


def test_with_names_only_no_text_of_a_note_is_sent(push: Push, store: Fake) -> None:
    assert push("--names-only") == 0

    assert not any("users" in quad for quad in store.quads())
    assert any("Paper 3" in quad for quad in store.quads())


def test_a_dry_run_contacts_nobody(push: Push, store: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    assert push("--dry-run") == 0

    assert store.got == []
    assert re.match(r"Would send 4 graphs with \d+ statements in 4 requests", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("auth", "variables", "options"),
    [
        ("basic", {"KG_PASSWORD": PASSWORD}, ("--user", USER)),
        ("digest", {"KG_PASSWORD": PASSWORD}, ("--user", USER)),
        ("bearer", {"KG_TOKEN": TOKEN}, ()),
    ],
)
def test_secrets_come_from_the_environment(
    push: Push,
    store: Fake,
    graph: Path,
    monkeypatch: pytest.MonkeyPatch,
    auth: str,
    variables: dict[str, str],
    options: tuple[str, ...],
) -> None:
    store.auth = auth
    assert push() == 1
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    assert push(*options) == 0
    assert held(store) == expected(graph)


def test_without_a_password_and_a_terminal_nothing_is_sent(
    push: Push, store: Fake, capsys: pytest.CaptureFixture[str]
) -> None:
    assert push("--user", USER) == 2
    assert "KG_PASSWORD" in capsys.readouterr().err
    assert store.got == []


def test_an_update_without_queries_is_told(store: Fake, graph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["push", f"{store.address}/update", "--graph", str(graph)]) == 1
    assert "--query URL" in capsys.readouterr().err


@pytest.mark.parametrize("options", [["--batch", "0"], ["--query", "http://127.0.0.1/"]])
def test_options_that_make_no_sense_are_refused(options: list[str], graph: Path) -> None:
    assert main(["push", "http://127.0.0.1:9/store", "--graph", str(graph), *options]) == 2


# Parts.


def test_a_batch_has_few_bytes_unless_a_single_line_has_more() -> None:
    long = "x" * (MOST_BYTES // 2)
    note, remark = named("note/a.md"), ox.NamedNode(terms.REMARK)
    with Store.in_memory(
        ox.Quad(named(f"paper/{n}"), remark, ox.Literal(long * (1 + 2 * (n == 1))), note) for n in range(4)
    ) as local:
        sizes = [sum(map(len, batch.lines)) for batch in batches(contents(local), named("graph/union").value, 100)]

    assert len(sizes) == 8
    assert sum(size > MOST_BYTES for size in sizes) == 2


@pytest.mark.parametrize(
    "line", ["<urn:a> <urn:b> <urn:c> . } ; DROP ALL ; {", "_:a <urn:b> <urn:c> .", "<urn:a> <urn:b> <urn:\\u003E> ."]
)
def test_no_line_that_is_more_than_a_statement_gets_into_an_update(line: str) -> None:
    with pytest.raises(Exception, match="cannot be part of an update"):
        escaped([line])


def test_an_engine_that_resolves_code_points_first_reads_no_code_in_a_text() -> None:
    line = f"<urn:a> <urn:b> {ox.Literal(NASTY)} ."
    first = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda found: chr(int(found[1], 16)), escaped([line]))

    for spelled in (escaped([line]), first):
        local = ox.Store()
        local.update(f"INSERT DATA {{ {spelled} }}")
        assert [quad.object.value for quad in local] == [NASTY]
