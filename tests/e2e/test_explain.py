"""`kg explain`: a note line by line with its regions, records and fields, on a terminal and as a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from kg import extraction, notes, screen
from kg.cli import main
from kg.publishing.explained.reading import FIELDS, explain
from kg.settings import Settings

NOTE = """---
title: Reading
---

# Reading

- [One](#one)
- [Two](#two)

## One

- [Adam: A Method for Stochastic Optimization](https://arxiv.org/abs/1412.6980). Diederik P. Kingma, Jimmy Ba. ICLR 2015.
- [Deep Residual Learning for Image Recognition](https://arxiv.org/abs/1512.03385). Kaiming He, Xiangyu Zhang. CVPR 2016.

## Two

@inproceedings{kingma2015adam,
  title = {Auto-Encoding Variational Bayes},
  author = {Diederik P. Kingma and Max Welling},
  year = {2014}
}
"""
HOSTILE = (
    "# <script>alert(1)</script> \x1b[31mred\x1b[0m\n\n"
    '- [Evil <img src=x onerror=alert(1)> "Title" \u202e of a Paper](https://arxiv.org/abs/2501.09999). Eve Mallory, Jane Roe. ICLR 2025.\n'
    "\n```html\n<script src='https://evil.example.org/x.js'></script>\n```\n"
)
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def run_command(text: str | bytes, *arguments: object, name: str = "note.md") -> tuple[int, str, str]:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        code = main(["explain", str(path), *map(str, arguments)])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run_command


def line_of(out: str, part: str) -> str:
    return next(line for line in out.split("\n") if part in line)


def test_each_line_stands_behind_its_number_region_and_record(run: Run) -> None:
    code, out, error = run(NOTE)

    assert (code, error) == (0, "")
    lines = out.split("\n")
    assert re.fullmatch(r"note\.md: 21 lines, \d regions, 3 records", lines[0])
    assert line_of(out, "---").split() == ["1", "metadata", "---"]
    assert line_of(out, "[One]").split() == ["7", "contents", "-", "[One](#one)"]
    assert line_of(out, "Adam").split()[:4] == ["12", "record", "list", "R1"]
    assert line_of(out, "inproceedings").split()[:4] == ["17", "record", "list", "R3"]
    assert [line.split()[0] for line in lines if re.match(r" *\d", line)] == [str(n) for n in range(1, 22)]


def test_the_words_of_a_field_are_named_and_what_was_made_of_them_follows(run: Run) -> None:
    _, out, _ = run(NOTE)

    assert "[‹title Adam: A Method for Stochastic Optimization›](‹link https://arxiv.org/abs/1412.6980›)" in out
    assert "‹author Diederik P. Kingma›, ‹author Jimmy Ba›" in out
    made = line_of(out, "└ R1:")
    assert "Adam: A Method for Stochastic Optimization · Diederik P. Kingma, Jimmy Ba · 2015" in made
    assert "https://arxiv.org/abs/1412.6980 · record 0." in made


def test_what_other_rules_read_is_shown_too(run: Run) -> None:
    _, out, _ = run(NOTE)

    assert "@inproceedings{‹key kingma2015adam›," in out
    assert "title = {‹title Auto-Encoding Variational Bayes›}," in out
    assert "author = {‹author Diederik P. Kingma› and ‹author Max Welling›}," in out
    assert line_of(out, "└ R3:").endswith("· bibtex 0.99")


def test_problems_stand_at_their_lines(run: Run) -> None:
    _, out, _ = run(b"# Log\n\nToday was long.\n\nWe met Andr\xe9 again.\n\nTea.\n")

    lines = [line.strip() for line in out.split("\n")]
    at = next(n for n, line in enumerate(lines) if line.startswith("5 "))
    assert lines[at + 1].startswith("! bad-encoding: the file is not valid UTF-8")


def test_a_terminal_shows_colours_and_wraps(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(screen, "has_style", lambda _: True)
    monkeypatch.setattr(screen, "terminal_width", lambda _: 70)

    _, out, _ = run(NOTE)

    plain = re.sub(r"\x1b\[[\d;]*m", "", out)
    assert "\x1b[1;32mAdam" in out and "‹" not in out
    assert "fields: title" in plain
    assert max(map(screen.width, plain.split("\n")[2:])) <= 70
    assert {word for line in plain.split("\n") for word in line.split()} >= {"Kingma,", "Jimmy"}


def test_hostile_text_drives_no_terminal_and_runs_in_no_page(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"

    _, out, _ = run(HOSTILE)
    code, said, _ = run(HOSTILE, "--html", page)

    assert "\x1b" not in out and "\u202e" not in out
    assert code == 0 and str(page) in said
    text = page.read_text(encoding="utf-8")
    seen = Seen()
    seen.feed(text)
    assert not {"script", "img", "iframe", "object"} & set(seen.tags)
    assert not [value for name, value in seen.attributes if name.startswith("on")]
    assert {value for name, value in seen.attributes if name in ("src", "href")} <= {"data:,", "#R1"}
    assert "\x1b" not in text and "\u202e" not in text
    assert "<script>alert(1)</script>" in seen.text
    assert "default-src 'none'" in text and "url(" not in text and "@import" not in text


class Seen(HTMLParser):
    """What a browser sees of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attributes]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_names_the_field_of_words_and_has_a_look_for_each(run: Run, tmp_path: Path, root: Path) -> None:
    page = tmp_path / "page.html"

    run(NOTE, "--html", page)

    text = page.read_text(encoding="utf-8")
    assert 'class="f author" title="author of R1: Jimmy Ba">Jimmy Ba</span>' in text
    assert 'id="R1"' in text and 'id="L21"' in text and "prefers-color-scheme: dark" in text
    assert [field for field in FIELDS if f".{field.replace(' ', '-')}" not in text] == []


def test_a_saved_page_without_line_ends_is_cut_where_its_blocks_begin(run: Run) -> None:
    item = '<li class="c-list__entry c-list__entry--wide" data-kind="publication"><a href="https://arxiv.org/abs/{}">{}</a>'
    titles = [
        ("1412.6980", "Adam: A Method for Stochastic Optimization"),
        ("1512.03385", "Deep Residual Learning for Images"),
    ]
    text = "<html><body><h1>Papers</h1><ul>" + "".join(item.format(*one) for one in titles * 3) + "</ul></body></html>"

    _, out, _ = run(text, name="page.html")

    shown = [line for line in out.split("\n") if "Deep Residual" in line and "└" not in line]
    assert out.startswith("page.html: 1 line,")
    assert len(shown) == 3 and all("Adam" not in line for line in shown)


def test_a_record_that_is_no_paper_is_said_to_be_left_out(tmp_path: Path, nlp: Any) -> None:
    path = tmp_path / "note.md"
    path.write_text("# Shopping\n\n" + "\n".join(f"- Title: thing {n}\n  - Author: me" for n in range(3)) + "\n")
    note = notes.read(path, vault=path, settings=Settings()).note
    assert note is not None

    found = explain(*extraction.read(note, nlp))

    assert all((record.entry is None) == bool(record.reason) for record in found.records)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("note.pdf", b"%PDF", "no reader for '.pdf'"),
        ("note.md", b"\x00\x01\x02\x00\xff\x00" * 50, "the file is not text"),
    ],
)
def test_what_is_no_note_is_said(run: Run, name: str, content: bytes, said: str) -> None:
    code, out, error = run(content, name=name)

    assert (code, out) == (2, "")
    assert error.startswith("kg: ") and said in error


def test_wrong_places_are_said(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def failed(*arguments: object) -> str:
        assert main(["explain", *map(str, arguments)]) == 2
        return capsys.readouterr().err

    run(NOTE)
    (tmp_path / "vault").mkdir()
    assert "there is no file" in failed(tmp_path / "none.md")
    assert "is a folder" in failed(tmp_path)
    assert "there is no folder" in failed(tmp_path / "note.md", "--vault", tmp_path / "nowhere")
    assert "is not in" in failed(tmp_path / "note.md", "--vault", tmp_path / "vault")
    assert "the note itself" in failed(tmp_path / "note.md", "--html", tmp_path / "note.md")


def test_a_note_is_found_below_the_vault_and_named_so(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "vault" / "sub").mkdir(parents=True)
    (tmp_path / "vault" / "sub" / "a.md").write_text(NOTE, encoding="utf-8")

    assert main(["explain", "sub/a.md", "--vault", str(tmp_path / "vault")]) == 0
    assert capsys.readouterr().out.startswith("sub/a.md: 21 lines")


@pytest.mark.parametrize("text", ["", "\n", "x", "a\r\nb\rc\n"])
def test_odd_files_are_shown(run: Run, text: str) -> None:
    code, _, error = run(text)

    assert (code, error) == (0, "")


def test_every_kind_of_note_is_shown_whole(sample_vault: Path, nlp: Any) -> None:
    found = {path.suffix: path for path in sorted(sample_vault.rglob("*")) if path.suffix in notes.READERS}
    for path in found.values():
        note = notes.read(path, vault=sample_vault, settings=Settings()).note
        assert note is not None
        shown = explain(*extraction.read(note, nlp))
        text = "".join(note.text[row.start : row.end] for row in shown.rows)

        assert text == re.sub(r"[\r\n]", "", note.text)
        assert all(0 <= run.start < run.end <= len(note.text) for record in shown.records for run in record.runs)
        assert all(record.rows for record in shown.records)
