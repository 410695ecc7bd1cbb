"""The first page, and the list of notes: what comes first, and what is shown only if there is some."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from asked import Notes
from exploring import Page

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.exploring import highlights, home, listing
from kg.model import Kind
from kg.publishing import news
from kg.publishing.topicmap import memory
from kg.rdf import Answer, seal


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    made = Notes()
    for number, date in ((1, "2024-02-01"), (2, "2025-03-01"), (3, "")):
        note = made.note(
            f"{number}.md", f"Often here. Rated {number}, Wanted {number}, Once {number}. By Ann Lee. On Vision."
        )
        paper = note.mention(Kind.PAPER, "Often")
        note.claim(paper, terms.ABOUT, note.mention(Kind.TOPIC, "Vision"))
        note.claim(note.mention(Kind.PAPER, f"Rated {number}"), terms.RATING, number)
        note.claim(note.mention(Kind.PAPER, f"Wanted {number}"), terms.READING_STATE, terms.TO_READ)
        note.mention(Kind.PAPER, f"Once {number}")
        note.mention(Kind.PERSON, "Ann Lee")
        if date:
            note.claim(note.mention(Kind.NOTE, "here", shown=f"{number}.md"), terms.DATE_CREATED, date)
    return made.knowledge()


def text_of(answer: Answer) -> str:
    return re.sub(r"\s+", " ", Page(answer.content.decode()).text)


def test_what_most_notes_say_and_what_is_rated_comes_first(knowledge: Knowledge) -> None:
    found = [(one.name, one.said) for one in highlights.most_said(knowledge, "paper", 4)]

    assert found[0] == ("Often", "3 notes")
    assert [name for name, _ in found[1:]] == ["Rated 3", "Rated 2", "Rated 1"]
    assert [one.name for one in highlights.rated(knowledge, 2)] == ["Rated 3", "Rated 2"]
    assert highlights.most_said(knowledge, "topic", 4)[0][1:3] == ("Vision", "1 paper")


def test_papers_to_read_are_listed_and_counted(knowledge: Knowledge) -> None:
    found, number = highlights.to_read(knowledge, 2)

    assert ([one.name for one in found], number) == (["Wanted 1", "Wanted 2"], 3)
    assert "To readWanted 1" in text_of(home.page(knowledge, {}))


def test_nothing_is_said_of_what_there_is_not(knowledge: Knowledge) -> None:
    text = text_of(home.page(knowledge, {}))

    assert "Themes" not in text and "New since" not in text
    assert "3 notes" in text and "Latest notes" in text
    assert "nothing in the graph yet" in text_of(home.page(Notes().knowledge(), {}))


@pytest.mark.parametrize("new", [{}, {"paper": news.Some(1, (("https://kg.example/paper/often", "Often"),))}])
def test_what_is_new_is_said(knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch, new: dict[str, news.Some]) -> None:
    monkeypatch.setattr(news, "read", lambda _: news.News(("2.md",), (), ("4.md",), new, {}))
    text = text_of(home.page(knowledge, {}))

    assert "1 note added, 0 changed, 1 removed." in text


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"themes": 1}', '{"themes": {"a": 1}}'])
def test_a_map_that_cannot_be_read_has_no_themes(
    knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(Knowledge, "graph_folder", tmp_path)
    (tmp_path / "map.json").write_text(text, encoding="utf-8")
    seal.close(tmp_path, ["map.json"], file=seal.MAP)
    assert highlights.themes(knowledge, 5) == []
    (tmp_path / "map.html").touch()
    assert highlights.themes(knowledge, 5) == []


def test_themes_lead_to_the_map(knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Knowledge, "graph_folder", tmp_path)
    (tmp_path / "map.html").touch()
    base = knowledge.store.base
    held = {"A": (f"{base}topic/a",), "B & C": (f"{base}paper/often", f"{base}paper/once-1")}
    memory.write(tmp_path / "map.json", memory.Memory(themes=held))
    seal.close(tmp_path, ["map.json"], file=seal.MAP)

    assert highlights.themes(knowledge, 5) == [("B & C", 2, "/map#theme=B+%26+C"), ("A", 0, "/map#theme=A")]


def test_all_notes_are_listed_the_latest_first(knowledge: Knowledge) -> None:
    text = text_of(listing.page(knowledge, {"q": "", "from": ""}))

    assert text.index("2.md") < text.index("1.md") < text.index("3.md")
    assert "4 papers, 1 person, 1 topic" in text and "2025-03-01" in text
    assert "1 of 3 notes" in text_of(listing.page(knowledge, {"q": "2.MD", "from": ""}))


def test_many_notes_are_on_several_pages(knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "SHOWN", 2)
    first, last = (Page(listing.page(knowledge, {"q": "", "from": at}).content.decode()) for at in ("", "2"))

    assert "/notes?q=&from=2" in first.links and "/notes?q=" in last.links
    assert len([link for link in first.links if link.startswith("/note/")]) == 2
