"""Reading notes: what holds for every format and every file, however broken."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from growth import cost, grows_linearly
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from origins import check_origins
from strategies import NOTE_TEXTS, PLAIN_PARAGRAPHS

from kg.errors import VaultError
from kg.model import BlockKind, LinkKind, Note, Reading
from kg.notes import READERS, read, read_all
from kg.notes.draft import Source
from kg.settings import Settings

SETTINGS = Settings()
ONE_EACH = sorted({reader: suffix for suffix, reader in READERS.items()}.values())
"""A suffix for each reader."""


def reading(folder: Path, name: str, content: str | bytes) -> Reading:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read(path, vault=folder, settings=SETTINGS)


def noted(folder: Path, name: str, content: str | bytes) -> Note:
    note = reading(folder, name, content).note
    assert note is not None
    return note


def codes(found: Reading) -> list[str]:
    return [problem.code for problem in found.problems]


# Whatever stands in the file.


@pytest.mark.parametrize("suffix", ONE_EACH)
@given(text=NOTE_TEXTS)
@example(text="---\na: [b\n---\n")
@example(text="| a |\n|---|\n| b\tc | d\\|e |\n")
@example(text="- \xa0\n-\n\n\t- x")
@example(text="> > a\nb\n> # c\n")
@example(text="[^1]: a\n\n    b\n")
@example(text="<ul><li>a<table><tr><td>b</table></ul>")
@example(text="@a{b, title = {c} # {d}, author = c and d}")
@settings(max_examples=80, deadline=None)
def test_any_text_is_read_and_every_block_leads_back(suffix: str, text: str) -> None:
    check_origins(text, suffix)


@given(text=NOTE_TEXTS)
@settings(max_examples=60, deadline=None)
def test_a_notebook_leads_back_through_the_escapes_of_json(text: str) -> None:
    book = json.dumps({"cells": [{"cell_type": "markdown", "source": text.splitlines(keepends=True)}]})

    check_origins(book, ".ipynb")


@pytest.mark.parametrize("suffix", [".md", ".txt", ".html"])
@given(paragraphs=PLAIN_PARAGRAPHS, end=st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=60, deadline=None)
def test_nothing_of_plain_paragraphs_gets_lost(suffix: str, paragraphs: list[str], end: str) -> None:
    proses = check_origins((end * 2).join(paragraphs), suffix)

    assert " ".join(proses).split() == " ".join(paragraphs).split()


@given(raw=st.binary(max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_bytes_are_read_or_reported(raw: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    found = reading(tmp_path_factory.getbasetemp(), "any.md", raw)

    assert found.note is not None or codes(found) in (["binary"], ["bad-encoding"])


# Encodings.


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_encodings_are_read_without_their_mark(encoding: str, tmp_path: Path) -> None:
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    found = reading(tmp_path, "a.md", mark + "# Schrödinger 🧠\r\n".encode(encoding))

    assert found.problems == ()
    assert found.note is not None
    assert found.note.text == "# Schrödinger 🧠\r\n"
    assert found.note.blocks[0].prose == "Schrödinger 🧠"


def test_windows_1252_is_read_and_the_place_reported(tmp_path: Path) -> None:
    found = reading(tmp_path, "a.md", "one\ncafé “x” \x81".encode("cp1252", "replace").replace(b"?", b"\x81"))

    assert found.note is not None
    assert found.note.blocks[0].prose == "one\ncafé “x”"
    assert codes(found) == ["bad-encoding"]
    assert (found.problems[0].line, found.problems[0].column) == (2, 4)


RECOGNISED = {
    "windows-1251": "Орлов И. И. О мягких градиентах // Записки кружка. 2019. Т. 5.\nЧитать ещё раз, очень ясно.",
    "koi8-r": "Орлов И. И. О мягких градиентах // Записки кружка. 2019. Т. 5.\nЧитать ещё раз, очень ясно.",
    "windows-1252": "- Jürgen Groß: Über weiche Übergänge – “schön” erklärt, Größe nachrechnen",
    "windows-1250": "- Małgorzata Żak, Łukasz Wiśniewski: Uczenie sieci bez nauczyciela. Łódź 2015. Wrócić później",
    "iso-8859-2": "- Małgorzata Żak, Łukasz Wiśniewski: Uczenie sieci bez nauczyciela. Łódź 2015. Wrócić później",
    "gbk": "[1] 林小雨, 周海. 温和梯度的研究综述[J]. 计算机杂志, 2019, 42(5): 1-20.",
    "big5": "林小雨、周海。溫和梯度的研究綜述。電腦雜誌,第五卷,2019年。",
    "shift_jis": "林健, 森太郎. ゆるやかな勾配の概観. 情報の雑誌, 2019. もう一度読む",
    "euc-jp": "林健, 森太郎. ゆるやかな勾配の概観. 情報の雑誌, 2019. もう一度読む",
    "euc-kr": "김하늘, 이바다. 부드러운 기울기에 대한 연구. 정보 학회지, 2019.",
    "windows-1253": "Νίκος Γεωργίου. Μέθοδοι μάθησης σε γράφους. Αθήνα 2014. Πολύ καλή επισκόπηση.",
    "windows-1254": "Gülşen Çağlar, Şükrü Yılmaz. Çizge ağlarının öğrenilmesi. İstanbul 2013.",
}


@pytest.mark.parametrize("encoding", RECOGNISED)
def test_encodings_before_unicode_are_recognised(encoding: str, tmp_path: Path) -> None:
    found = reading(tmp_path, "a.md", f"# Notes\n\n{RECOGNISED[encoding]}\n".encode(encoding))

    assert found.note is not None
    assert found.note.text == f"# Notes\n\n{RECOGNISED[encoding]}\n"
    assert codes(found) == ["bad-encoding"]


@pytest.mark.parametrize(
    "raw",
    [
        "- Gentle gradients. M. Čeh. ICML 2016\n".encode("cp1250"),
        "- Gentle gradients. ICML 2016. 好\n".encode("gbk"),
        "- Bernhard Größe: Über Öfen, 1926\n".encode("cp437"),
    ],
    ids=["one letter", "one sign", "of no known encoding"],
)
def test_a_file_whose_encoding_is_in_doubt_is_reported_and_not_read(raw: bytes, tmp_path: Path) -> None:
    found = reading(tmp_path, "a.md", raw)

    assert found.note is None
    assert codes(found) == ["bad-encoding"]


def test_an_encoding_that_the_file_declares_is_believed(tmp_path: Path) -> None:
    found = reading(tmp_path, "a.bib", "% Encoding: windows-1250\n\n% M. Čeh\n".encode("cp1250"))

    assert found.note is not None
    assert "M. Čeh" in found.note.text


def test_damaged_lines_of_utf_8_spoil_no_others(tmp_path: Path) -> None:
    raw = "- Zoë Ångström, Œuvres complètes\n".encode() + "- Jürgen Groß\n".encode("cp1252")
    found = reading(tmp_path, "a.md", raw)

    assert found.note is not None
    assert [block.prose for block in found.note.blocks] == ["Zoë Ångström, Œuvres complètes", "Jürgen Groß"]
    assert codes(found) == ["bad-encoding"]


@pytest.mark.parametrize(
    ("raw", "prose"),
    [
        ("SchrÃ¶dinger bridges", "Schrödinger bridges"),
        ("the LLMâ€™s output", "the LLM’s output"),
        ("seen #ðŸ§\xa0 there", "seen #🧠 there"),
        ("whichÂ\xa0leverages", "which leverages"),
        ("a\xa0b\u2009c", "a b c"),
        ("zero\u200bwidth soft\xadhyphen \ufeffmark", "zerowidth softhyphen mark"),
        ("family 👩‍🔬 stays", "family 👩‍🔬 stays"),
        ("深度学习 — “good”", "深度学习 — “good”"),
    ],
)
def test_broken_text_is_repaired_and_leads_back(raw: str, prose: str, tmp_path: Path) -> None:
    note = noted(tmp_path, "a.md", f"- {raw}\n")

    assert note.text == f"- {raw}\n"
    assert note.blocks[0].prose == prose
    start, end = note.blocks[0].source(0, len(prose))
    assert note.text[start:end] == raw
    check_origins(note.text, ".md")


def test_a_repaired_tag_is_a_tag(tmp_path: Path) -> None:
    block = noted(tmp_path, "a.md", "- good #ðŸ§\xa0\n").blocks[0]

    assert [block.prose[mark.start : mark.end] for mark in block.marks] == ["#🧠"]


# Files that are no notes.


@pytest.mark.parametrize("raw", [b"\x89PNG\r\n\x1a\n\x00\x00", b"%PDF-1.7 abc", bytes(range(256))])
def test_a_binary_file_is_reported_and_is_no_note(raw: bytes, tmp_path: Path) -> None:
    found = reading(tmp_path, "a.md", raw)

    assert found.note is None
    assert codes(found) == ["binary"]


@pytest.mark.parametrize("suffix", sorted(READERS))
def test_an_empty_file_has_no_blocks(suffix: str, tmp_path: Path) -> None:
    found = reading(tmp_path, f"a{suffix}", "")

    assert found.note is None or found.note.blocks == ()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x")
    (tmp_path / "a.md").chmod(0)

    assert codes(read(tmp_path / "a.md", vault=tmp_path, settings=SETTINGS)) == ["unreadable"]


def test_a_file_that_is_gone_is_reported(tmp_path: Path) -> None:
    (tmp_path / "b.md").symlink_to(tmp_path / "nothing.md")

    found = list(read_all(tmp_path, settings=SETTINGS))

    assert [codes(each) for each in found] == [["unreadable"]]


def test_a_file_too_large_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x" * 100)

    assert codes(read(tmp_path / "a.md", vault=tmp_path, settings=Settings(max_bytes=99))) == ["too-large"]


# Folders.


def test_a_folder_is_read_in_order_without_what_is_ignored(tmp_path: Path) -> None:
    for name in ("b.md", "a/z.txt", "a/b/c.MD", ".obsidian/x.md", ".trash/y.md", "node_modules/r.md", "d.pdf", "e.bib"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("text")

    ids = [found.note.id for found in read_all(tmp_path, settings=SETTINGS) if found.note]

    assert ids == ["a/b/c.MD", "a/z.txt", "b.md", "e.bib"]


def test_a_single_file_is_named_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.md").write_text("text")

    (found,) = read_all(tmp_path / "sub" / "a.md", settings=SETTINGS)

    assert found.note is not None
    assert found.note.id == "a.md"


def test_nothing_at_the_path_is_an_error_that_says_so(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="no file or folder"):
        list(read_all(tmp_path / "none", settings=SETTINGS))


def test_a_loop_of_links_ends_and_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "n.md").write_text("text")
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "self").symlink_to(tmp_path / "self")

    found = list(read_all(tmp_path, settings=SETTINGS))

    assert [each.note.id for each in found if each.note] == ["a/n.md"]
    assert "symlink-loop" in [code for each in found for code in codes(each)]


@pytest.mark.parametrize(
    "name", ["qu\"ote's.md", "new\nline.md", "<>#%?&.md", "🧠 brain.md", "e\u0301.md", " space .md"]
)
def test_any_file_name_is_an_id(name: str, tmp_path: Path) -> None:
    note = noted(tmp_path, name, "text")

    assert note.id == name


def test_names_that_differ_only_in_normal_form_are_both_kept(tmp_path: Path) -> None:
    for name in ("\xe9.md", "e\u0301.md"):
        (tmp_path / name).write_text("text")

    assert len(list(read_all(tmp_path, settings=SETTINGS))) == len(list(tmp_path.iterdir()))


# Hostile input.


def test_ten_thousand_nested_bullets_keep_their_text(tmp_path: Path) -> None:
    found = reading(tmp_path, "a.md", "- " * 10_000 + "deep\n\n" + "".join(" " * n + f"- w{n}\n" for n in range(300)))

    assert found.note is not None
    prose = " ".join(block.prose for block in found.note.blocks)
    assert "deep" in prose
    assert all(f"w{n}" in prose for n in range(300))
    assert "too-deep" in codes(found)


def test_ten_thousand_nested_quotes_keep_their_text(tmp_path: Path) -> None:
    found = reading(tmp_path, "a.md", ">" * 10_000 + " deep")

    assert found.note is not None
    assert found.note.blocks[0].prose == "deep"
    assert codes(found) == ["too-deep"]


def test_a_huge_line_is_read_as_plain_text_and_reported(tmp_path: Path) -> None:
    found = reading(tmp_path, "a.md", "# x\n\n" + "*word* https://arxiv.org/abs/2001.00017 " * 10_000)

    assert found.note is not None
    assert codes(found) == ["huge-line"]
    assert len(found.note.blocks[1].links) == 10_000


@pytest.mark.parametrize(
    "piece",
    ["[", "![", "[a](", "**a", "*a_ ", "`a``", "<a ", "<a href='", "<!--", "&a", "[[", "==a ", "$a ", "h://", "#a", "[^a",
     "|a", "- ", "a_", "lpl_p ", "â€", "@a{b,", "\n@a{b,c={", "@string{a=a#a}", "<b>", "\\a", "(a-", "\n| a |\n|-|", "\n[a]: b"],
)  # fmt: skip
@pytest.mark.parametrize("suffix", [".md", ".html", ".txt", ".bib"])
def test_no_input_takes_more_than_linear_time(piece: str, suffix: str) -> None:
    reader = READERS[suffix]
    reader(Source("warm", "# up\n\n- x é"))

    assert grows_linearly(lambda count: reader(Source("note", piece * count)), 600)


def test_a_link_that_runs_something_is_left_out_and_its_text_kept(tmp_path: Path) -> None:
    found = reading(
        tmp_path,
        "a.md",
        'See [here](javascript:alert(1)) and ![x](data:image/png;base64,AA) <a href=" VBScript:x">t</a>',
    )

    assert found.note is not None
    assert found.note.blocks[0].prose == "See here and x t"
    assert found.note.blocks[0].links == ()
    assert codes(found) == ["unsafe-link"] * 3
    assert (found.problems[0].line, found.problems[0].column) == (1, 5)


# The real notes, where they lie beside the clone.


def test_the_real_notes_are_read_without_a_problem(shared: Path) -> None:
    found = list(read_all(shared / "notes", settings=SETTINGS))

    assert [each.problems for each in found] == [()] * len(found)
    for each in found:
        assert each.note is not None
        check_origins(each.note.text, ".md")
        assert not any("â€" in block.prose or "ðŸ" in block.prose for block in each.note.blocks)


def test_the_real_notes_take_little_more_than_their_markdown(shared: Path) -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted((shared / "notes").glob("*.md"))]
    parse = MarkdownIt("commonmark").parse

    whole = cost(lambda: list(read_all(shared / "notes", settings=SETTINGS)))
    assert whole < 12 * cost(lambda: [parse(text) for text in texts])


def test_kinds_of_the_model_are_all_read(tmp_path: Path) -> None:
    text = "---\na: b\n---\n# h\n\np [^1] [x](http://a.b) ![i](i.png) [[w]] http://c.d\n\n- i\n\n| a |\n|---|\n| b |\n\n```py\nc\n```\n\n[^1]: f\n"
    blocks = noted(tmp_path, "a.md", text).blocks

    assert {block.kind for block in blocks} == set(BlockKind)
    assert {link.kind for block in blocks for link in block.links} == set(LinkKind)


# Titles.


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("pages/LoRA%3A Low-Rank Adaptation.md", "LoRA: Low-Rank Adaptation"),
        ("pages/area___sub.md", "area/sub"),
        ("journals/2024_03_05.md", "2024-03-05"),
        ("Layer Normalization a1b2c3d4e5f60718293a4b5c6d7e8f90.md", "Layer Normalization"),
        ("a1b2c3d4e5f60718293a4b5c6d7e8f90.md", "a1b2c3d4e5f60718293a4b5c6d7e8f90"),
        ("100%.md", "100%"),
        ("page.html", ""),
    ],
)
def test_a_note_without_a_title_has_that_of_its_file(name: str, title: str, tmp_path: Path) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)

    assert noted(tmp_path, name, "type:: paper\n\n- text, and more.\n").title == title
    assert noted(tmp_path, name, "<h1>Own</h1>\n" if name.endswith("html") else "# Own\n").title == "Own"


def test_a_file_of_no_known_format_is_no_note(tmp_path: Path) -> None:
    found = reading(tmp_path, "package.json", '{"name": "x"}')

    assert found.note is None
    assert codes(found) == ["unknown-format"]
