"""The border for text of others: its functions cannot raise, and what raises is called nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from places import ROOT

from kg import origin, untrusted
from kg.errors import PushError, StoreError
from kg.extras.pushing import record as pushed
from kg.publishing import news, report
from kg.publishing.topicmap import memory
from kg.rdf import index
from kg.untrusted import Flaw

READERS: tuple[Callable[[str], Any], ...] = (
    untrusted.unescape,
    untrusted.integer,
    untrusted.number,
    untrusted.day,
    untrusted.address,
    untrusted.toml,
    untrusted.json_of,
)
PIECES = st.sampled_from(
    """&# &#x ; & [ ] { } " ' \""" = . , : // http://[:: % # \\ \\u \\ud800 0x 1e - + _ inf nan 2024-02-30 T24:00:00 ² ٣ a
    7777777777 \n \r\n [[a]] [a.b]""".split(" ")
)
TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=())),
    st.lists(st.tuples(PIECES, st.sampled_from((1, 2, 120, 5_000))), max_size=6).map(
        lambda pairs: "".join(piece * count for piece, count in pairs)
    ),
)


@given(TEXTS)
@example("7" * 6_000)
@example("a = 0x" + "f" * 9_000)
@example("a = " + "[" * 3_000)
@example("[" * 100_000)
@example('{"a":' * 100_000)
@example("a." * 60_000 + "b = 1")
@example("http://[::1/")
@example("&#" + "9" * 5_000 + ";")
def test_no_text_makes_a_reader_raise(text: str) -> None:
    for read in READERS:
        found = read(text)
        # What was read can be shown: Python makes some numbers that it does not write.
        assert repr(found)
        if isinstance(found, Flaw):
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            assert 1 <= found.line <= len(lines) and 1 <= found.column <= len(lines[found.line - 1]) + 1
            assert 0 <= found.place <= len(text)


@given(st.text("0123456789abcdefABCDEF", min_size=1))
def test_any_code_is_a_character(code: str) -> None:
    assert len(untrusted.character(code)) == 1


@given(st.binary())
@example(b"\xef\xbb\xbfa\xff")
def test_any_bytes_are_text_or_a_flaw(raw: bytes) -> None:
    found = untrusted.utf8(raw)

    assert isinstance(found, Flaw) or found.encode() == raw.removeprefix(b"\xef\xbb\xbf")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a = 1\nb = " + "7" * 6_000, 2, 5),
        ("a = 1\r\n\r\nb = [[[", 3, 8),
        ("[x]\na = 1\n[x]\n", 3, 3),
        ("# " + "[" * 200 + "\nb = " + "[" * 200, 2, 105),
    ],
)
def test_a_flaw_of_toml_has_its_place(text: str, line: int, column: int) -> None:
    found = untrusted.toml(text)

    assert isinstance(found, Flaw) and (found.line, found.column) == (line, column)


def test_brackets_in_strings_and_comments_are_not_counted() -> None:
    deep = "[" * 3_000
    assert untrusted.toml(f"# {deep}\na = '{deep}'\nb = \"{deep}\"\nc = '''\n{deep}'''\n") == {
        "a": deep,
        "b": deep,
        "c": deep,
    }


# What raises on text of others, and where it may be called all the same.

RAISING = {
    *("int", "float", "chr", "Decimal", "unescape", "loads", "decode", "fromhex", "literal_eval", "fromisoformat"),
    *("strptime", "fromtimestamp", "parsedate_to_datetime", "urlsplit", "urlparse", "urljoin", "parse_qs", "parse_qsl"),
    *("ip_address", "IPv6Address", "b64decode", "yaml.compose"),
}
NUMBERS = {"int", "float", "Decimal"}
ALLOWED: dict[str, dict[str, set[str]]] = {
    "code points of characters that a text has": {"kg/screen.py": {"chr"}},
    "counts, places and shares, which kg wrote as numbers, in rows of its own queries": {
        "kg/analytics/": NUMBERS,
        "kg/asking/": NUMBERS,
        "kg/extras/assisting/server.py": {"loads", "decode"},
        "kg/exploring/": NUMBERS,
        "kg/graph.py": NUMBERS,
        "kg/publishing/": NUMBERS,
        "kg/extras/": NUMBERS,
        "kg/rdf/derived.py": NUMBERS,
        "kg/serving/deciding.py": {"loads"},
        "kg/serving/pages.py": {"loads", "decode"},
        "kg/extras/shell/command.py": {"decode"},
        "kg/commands/asking.py": {"int"},
    },
    "numbers of arrays, truth values, and lists that belong to kg": {
        "kg/extraction/citations/": NUMBERS,
        "kg/extraction/records/": NUMBERS,
        "kg/extraction/network.py": {"decode", "float"},
        "kg/extraction/subjects.py": {"float"},
        "kg/extraction/naming/signs.py": {"float"},
        "kg/extraction/claims/related.py": {"float"},
        "kg/extraction/recogniser.py": {"int", "float", "loads"},
        "kg/extraction/relating.py": NUMBERS,
        "kg/extraction/venue_forms.py": {"int"},
        "kg/extraction/claims/remarked.py": {"int"},
        "kg/notes/clean.py": {"chr"},
        "kg/notes/jsontree.py": {"int", "chr"},
        "kg/notes/twice.py": {"chr"},
        "kg/publishing/networks/markup.py": {"fromhex"},
        "kg/pipeline/apart/": {"int"},
        "kg/running.py": {"int"},
        "kg/serving/pool.py": {"int"},
    },
    "what an expression has cut to digits that any number holds": {
        "kg/notes/html.py": {"int"},
        "kg/notes/markdown.py": {"int"},
        "kg/rdf/query.py": {"int"},
        "kg/rdf/searching.py": {"int"},
        "kg/rdf/jsonld.py": {"int"},
    },
    "bytes that kg has encoded, and what it wrote into its files": {
        "kg/screen.py": {"decode"},
        "kg/connection.py": {"decode", "urlsplit", "parsedate_to_datetime"},
        "kg/net.py": {"decode"},
        "kg/folders.py": {"decode"},
        "kg/notes/__init__.py": {"decode"},
        "kg/pipeline/": {"loads", "decode"},
        "kg/publishing/bibliography/keys.py": {"decode"},
        "kg/publishing/topicmap/": {"decode"},
        "kg/rdf/": {"loads", "decode"},
        "kg/extras/shell/prompt.py": {"decode"},
    },
    "the border of one format, which translates what is raised": {
        "kg/notes/decode.py": {"decode"},
        "kg/notes/yamltree.py": {"yaml.compose"},
        "kg/serving/requests.py": {"decode", "parse_qsl"},
        "kg/commands/command.py": {"int", "float"},  # argparse says what is wrong
        "kg/commands/querying.py": {"decode"},
        "kg/commands/doubting.py": {"decode"},
    },
}


def called(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            handed = [one.id for one in node.args if isinstance(one, ast.Name) and one.id in NUMBERS | {"chr"}]
            calls = [] if ast.unparse(node.func) in ("isinstance", "defaultdict") else handed
            owner, _, function = ast.unparse(node.func).rpartition(".")
            function = f"yaml.{function}" if owner == "yaml" else function
            yield from ((node.lineno, one) for one in (*([] if owner == "untrusted" else [function]), *calls))


def test_what_raises_on_text_of_others_is_called_at_the_border_alone() -> None:
    border = ROOT / "kg" / "untrusted.py"
    places = [(place, names) for group in ALLOWED.values() for place, names in group.items()]
    used: set[tuple[str, str]] = set()
    wrong = []
    for path in sorted((ROOT / "kg").rglob("*.py")):
        at = path.relative_to(ROOT).as_posix()
        of_border = {"unescape"} if "from kg.untrusted import" in path.read_text(encoding="utf-8") else set()
        for line, name in called(path) if path != border else ():
            allowed = {place for place, names in places if at.startswith(place) and name in names}
            used |= {(place, name) for place in allowed}
            if name in RAISING - of_border and not allowed:
                wrong.append(f"{at}:{line}: {name}: call a function of kg.untrusted, or say here why it cannot raise")

    assert wrong == []
    assert [(place, name) for place, names in places for name in names - NUMBERS if (place, name) not in used] == []


@pytest.mark.parametrize("text", ["[" * 100_000, '{"notes": [1, "', '"' + "x" * 9, "\0", "7" * 9 + "]"])
def test_a_file_of_kg_that_is_no_json_any_more_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"line 1, column \d+: "):
        untrusted.json_of_kg(text)


@pytest.mark.parametrize("content", [b"[" * 100_000, b"\xff\xfe", b"[1]", b'"x"', b"{}", b"7"])
def test_a_file_beside_the_graph_that_kg_did_not_write_is_known_for_one(content: bytes, tmp_path: Path) -> None:
    readers: dict[str, tuple[type[Exception] | None, Callable[[], object]]] = {
        origin.FILE_NAME: (None, lambda: origin.read(tmp_path)),
        report.FILE_NAME: (StoreError, lambda: report.read(tmp_path)),
        memory.FILE_NAME: (StoreError, lambda: memory.read(tmp_path / memory.FILE_NAME)),
        pushed.FILE_NAME: (PushError, lambda: pushed.read_progress(tmp_path)),
        news.FILE_NAME: (None, lambda: news.read(tmp_path)),
    }
    for name, (error, read) in readers.items():
        (tmp_path / name).write_bytes(content)
        if error is None:
            assert read() is None
        else:
            with pytest.raises(error):
                read()
    (tmp_path / index.FILE_NAME).write_bytes(content)
    assert content == b"{}" or index.load(tmp_path) is None
