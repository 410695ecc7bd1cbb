"""What people read of notes: words without markup, and sentences at their places."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from asked import Notes, iri
from hypothesis import given
from hypothesis import strategies as st
from rdf_fixture import HOSTILE
from strategies import NOTE_TEXTS

from kg.asking.plain import plain
from kg.asking.sentences import Library, sentences
from kg.model import Kind


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("- [x] **Done**: [A Title](https://a.b/c?d=(e)) is _fine_.", "Done: A Title is fine."),
        ("> [!quote] Words of [[Some Note|a paper]] and [[Other#Results]]", "Words of a paper and Other"),
        ("| GIN | 2019 | [pdf](https://a.b) |", "GIN · 2019 · pdf"),
        ("See ![a picture](x.png), footnote[^1] and [text][ref].", "See a picture, footnote and text."),
        ("Key2025ICLR](https://openreview.net/forum?id=a) proposes", "Key2025ICLR proposes"),
        ("snake_case_names and 2 * 3 * 4 stay", "snake_case_names and 2 * 3 * 4 stay"),
        ("<b>bold</b> &amp; <script>x</script>", "bold & x"),
        ("Zhang. “A Title,” 2024. [https://a.b](https://a.b).", "Zhang. “A Title,” 2024."),
        ("https://a.b/only?address=1", "a.b/only?address=1"),
        ("the same trick as [[Zhao2023|ACT", "the same trick as ACT"),
        ("shown (Ann Lee et al., [pdf](https://a.b); https://c.d).", "shown (Ann Lee et al., pdf)."),
        (
            "[Zhang2025](https://a.b) Â shows that, usingÂ base models, Ângström holds",
            "Zhang2025 shows that, using base models, Ângström holds",
        ),
        ("bridging the gap #ðŸ§\u00a0 and Â\u00a0more #ðŸ§ ", "bridging the gap #🧠 and more #🧠"),
        ("#tag stays, # heading goes only in front", "#tag stays, # heading goes only in front"),
        ("", ""),
    ],
)
def test_a_line_is_said_without_its_markup(raw: str, words: str) -> None:
    assert plain(raw) == words


@pytest.mark.parametrize(
    ("suffix", "raw", "words"),
    [
        (".ipynb", '    "Some *words*\\n",', "Some words"),
        (
            ".bib",
            "@article{key1,\n  title = {The {BERT} Paper},\n  year = 2019,\n}",
            "key1: title: The BERT Paper; year = 2019,",
        ),
        (".tex", "\\section{Intro} We cite~\\cite{a,b} the \\emph{best} one.", "Intro We cite the best one."),
        (".org", "** TODO Read this", "Read this"),
        (".md", "** TODO", "TODO"),
    ],
)
def test_each_format_has_its_own_markup(suffix: str, raw: str, words: str) -> None:
    assert plain(raw, suffix=suffix) == words


@given(
    st.one_of(NOTE_TEXTS, st.text(), st.sampled_from(HOSTILE)),
    st.sampled_from([".md", ".ipynb", ".bib", ".tex", ".org", ""]),
)
def test_any_text_becomes_one_line(text: str, suffix: str) -> None:
    words = plain(text, suffix=suffix)

    assert words == words.strip() and "\n" not in words and "\r" not in words


@given(st.one_of(NOTE_TEXTS, st.text()))
def test_sentences_stand_where_they_say_and_hold_every_word(text: str) -> None:
    found = list(sentences(text))

    assert [text[one.start : one.end] for one in found] == [one.raw for one in found]
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))
    inside = {place for one in found for place in range(one.start, one.end)}
    assert all(character.isspace() for place, character in enumerate(text) if place not in inside)


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("One works, cf. Smith et al. 2019. Two does not.", ["One works, cf. Smith et al. 2019.", "Two does not."]),
        ("On Dec. 2 J. Doe spoke. Then we ate.", ["On Dec. 2 J. Doe spoke.", "Then we ate."]),
        ("- [T](u). Ann Lee, Bo Chen. ICLR 2025.\n- Next", ["- [T](u). Ann Lee, Bo Chen. ICLR 2025.", "- Next"]),
        ("这是一句。这是另一句。", ["这是一句。", "这是另一句。"]),
        ("title: A\ndate: 2025-01-01\n", ["title: A", "date: 2025-01-01"]),
        (
            "A line that ends in the middle of a\nsentence is one. Next",
            ["A line that ends in the middle of a\nsentence is one.", "Next"],
        ),
    ],
)
def test_text_is_cut_where_a_sentence_ends(text: str, cut: list[str]) -> None:
    assert [one.raw for one in sentences(text)] == cut


def hand_made() -> Notes:
    notes = Notes()
    builder = notes.note("a/b.md", "We like **GIN**. But GAT is older.\n")
    builder.mention(Kind.METHOD, "GIN")
    builder.mention(Kind.METHOD, "GAT")
    return notes


def test_sentences_come_from_the_files_while_they_are_what_was_read(tmp_path: Path) -> None:
    notes = hand_made()
    library = Library(notes.store(), notes.write(tmp_path))

    assert [one.raw for one in library.of("a/b.md")] == ["We like **GIN**.", "But GAT is older."]


def test_without_the_file_or_with_another_the_quotes_of_the_graph_are_sentences(tmp_path: Path) -> None:
    notes = hand_made()
    store = notes.store()
    without = [one.raw for one in Library(store).of("a/b.md")]
    folder = notes.write(tmp_path)
    (folder / "a" / "b.md").write_text("We like something else now.\n", encoding="utf-8")

    assert without == ["GIN", "GAT"]
    assert [one.raw for one in Library(store, folder).of("a/b.md")] == without


def test_no_file_outside_the_folder_of_notes_is_read(tmp_path: Path) -> None:
    notes = Notes()
    notes.note("../secret.md", "GIN is here. It is secret.").mention(Kind.METHOD, "GIN")
    (tmp_path / "notes").mkdir()
    (tmp_path / "secret.md").write_text("GIN is here. It is secret.", encoding="utf-8")

    assert [one.raw for one in Library(notes.store(), tmp_path / "notes").of("../secret.md")] == ["GIN"]


def test_a_name_that_no_file_can_have_is_no_error(tmp_path: Path) -> None:
    assert list(Library(Notes().store(), tmp_path).of("a\0b.md")) == []
    assert iri("method", "GIN").endswith("method/gin")
