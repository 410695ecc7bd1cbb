"""Whatever stands in the files of the user: it is read, or an error names the file, the line and the way out."""

from __future__ import annotations

import re
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kg.errors import SettingsError
from kg.pipeline.deciding import read_decisions
from kg.settings import Settings, find

SETTINGS = (
    'base = "https://example.org/a#"\nignore = ["*.tmp"]\nmax_bytes = 12\nopen_notes_with = "file"\nstrict = true\n'
)
DECISIONS = (
    '[[same]]\nthings = ["person: A. B @ a.md", "person: C"]\nwhy = "x"\n\n[[rename]]\nthing = "method: X"\nname = "Y"\n'
    '[[kind]]\nthing = "method: Z"\nkind = "task"\n[[different]]\nthings = [["paper: A", "paper: B"], "paper: C"]\n'
)
PIECES = st.sampled_from(
    (
        *"[]{}\"'=.,#\\\n\r\0é",
        *("\ud800", "[[", "]]", '"""', "'''", "true", "[a]", "1e999", "nan", "2024-13-01"),
        *("7" * 6_000, "[" * 3_000, "{a=" * 200, "a." * 2_000, "= 0x" + "f" * 9_000, "x" * 9_000),
        *('"http://[::1/"', '"https://x/%zz/"'),
    )
)


def mutated(text: str) -> st.SearchStrategy[bytes]:
    """Give a file with a few pieces put in, or put in the place of what stood there."""
    cuts = st.lists(st.tuples(st.integers(0, len(text)), st.integers(0, 12), PIECES), min_size=1, max_size=3)

    def cut(cuts: list[tuple[int, int, str]]) -> bytes:
        changed = text
        for place, length, piece in cuts:
            changed = changed[:place] + piece + changed[place + length :]
        return changed.encode("utf-8", "surrogatepass")

    return cuts.map(cut)


def refusal(file: Path, raw: bytes, read: object) -> str:
    file.write_bytes(raw)
    try:
        read(file.parent)  # type: ignore[operator]
    except SettingsError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("name", "read", "text"),
    [("kg.toml", find, SETTINGS), ("decisions.toml", read_decisions, DECISIONS)],
    ids=["settings", "decisions"],
)
def test_any_file_is_read_or_refused_with_its_line(name: str, read: object, text: str, tmp_path: Path) -> None:
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.one_of(st.binary(), mutated(text)))
    @example(b"max_bytes = " + b"7" * 6_000)
    @example(b"max_bytes = 0x" + b"f" * 9_000)
    @example(b"ignore = " + b"[" * 3_000 + b"]" * 3_000)
    @example(b"[[same]]\nthings = " + b"[" * 3_000)
    @example(b"[[same]]\nthings = " + b"[" * 90 + b"]" * 90)
    @example(b"a\xff")
    def check(raw: bytes) -> None:
        said = refusal(tmp_path / name, raw, read)

        if said:
            assert re.match(rf"{re.escape(str(tmp_path / name))}:[1-9][0-9]*(:[1-9][0-9]*)?: ", said)
            assert len(said) < len(str(tmp_path)) + 600 and "\n" not in said

    check()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (f"max_bytes = {'7' * 6_000}", "kg.toml:2:13: a number has more than 4300 digits. Put that place right"),
        (f"ignore = {'[' * 3_000}", "kg.toml:2:110: more than 100 brackets stand inside each other. Put"),
        ('base = "http://[::1/"', "kg.toml:2: base = 'http://[::1/' cannot start an IRI: use an http(s) address"),
        ('base = "https://x/%zz/"', "kg.toml:2: base = 'https://x/%zz/' cannot start an IRI: use an http(s) address"),
        (f'base = "{"x" * 9_000}"', f"kg.toml:2: base = '{'x' * 59}… cannot start an IRI"),
        ('open_notes_with = "vi"', "kg.toml:2: open_notes_with = 'vi' is not a program that kg knows. Known programs:"),
        ("strict = 1", "kg.toml:2: strict = 1 should be like False"),
        ("strictly = 1", "kg.toml:2: unknown setting 'strictly'. Known settings: backlinks_from"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_the_way_out(line: str, says: str, tmp_path: Path) -> None:
    assert says in refusal(tmp_path / "kg.toml", f"# mine\n{line}\n".encode(), find)


BASES = st.one_of(
    st.text(max_size=20),
    st.lists(st.sampled_from(["[", "]", ":", "::1", "%", "%41", "%zz", "@", "/", "?", "#", "é", "\u2603", "80", "a", ".", ".."]))
    .map("".join),
)  # fmt: skip


@given(st.sampled_from(["http://", "https://", "urn:"]), BASES, st.sampled_from(["", "/", "#", ":"]))
@example("http://", "[::1", "/")
@example("https://", "x/%zz", "/")
@example("https://", "x:port", "/")
@example("http://", "[1:2]", "/")
def test_every_base_that_is_taken_begins_iris_that_the_engine_reads(scheme: str, middle: str, end: str) -> None:
    base = scheme + middle + end
    try:
        Settings(base=base)
    except SettingsError:
        return
    assert ox.NamedNode(f"{base}paper/a").value == f"{base}paper/a"
    ox.Store().query("ASK { ?s ?p <a> }", base_iri=base)
