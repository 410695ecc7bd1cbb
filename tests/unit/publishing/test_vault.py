"""The graph in Obsidian: file names, Markdown, pages, the canvas, and pages in the vault of the user."""

from __future__ import annotations

import itertools
import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import yaml
from graph_samples import SECRET, named, sample, with_secret
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from obsidiantools.api import Vault
from rdf_fixture import FIRST_TEXT, HOSTILE, SECOND_TEXT

from kg import writing
from kg.errors import ExportError
from kg.extras.vault import backlinks, markdown, obsidian, relations
from kg.extras.vault.deciding import subject
from kg.extras.vault.naming import KIND_PAGES, file_name, paths
from kg.publishing.exporters import EXPORTERS
from kg.publishing.files import Chosen
from kg.publishing.networks.reading import Node, read
from kg.rdf import Store
from kg.resolution import decisions
from kg.settings import Settings, canonical

BY_NAME = {exporter.name: exporter for exporter in EXPORTERS}
PAPER = "papers/Lodestar - Predict the Next Token and Diffuse Images"
TEXTS = st.text(st.one_of(st.sampled_from('[]|#^/\\:*?"<>%.`$~=_- \n\t'), st.characters(codec="utf-8")), max_size=300)


def write(store: Store, folder: Path, name: str = "obsidian", *, names_only: bool = False) -> Path:
    BY_NAME[name].write(store, folder, Chosen(names_only=names_only))
    return folder


def front_matter(text: str) -> dict[str, Any]:
    return yaml.safe_load(text.split("---\n")[1])


def notes_of_the_sample(folder: Path) -> Path:
    (folder / "2025").mkdir(parents=True)
    (folder / "2025" / "iclr.md").write_text(FIRST_TEXT)
    (folder / "talks #1.md").write_text(SECOND_TEXT, newline="")
    return folder


# File names.

RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in "0123456789¹²³")}


@given(TEXTS)
def test_a_file_name_is_safe_everywhere(text: str) -> None:
    name = file_name(text)

    assert name == name.strip(" .") != ""
    assert not set(name) & set('\\/:*?"<>|#^[]%\n\r\t\0')
    assert name.partition(".")[0].upper() not in RESERVED
    assert len(name) <= 101 and len(name.encode()) <= 201


@pytest.mark.parametrize("text", ["con", "NUL.txt", "Com1", "lpt¹", "aux"])
def test_names_that_windows_keeps_for_itself_get_a_mark(text: str) -> None:
    assert file_name(text).endswith("_")


@given(st.lists(st.one_of(TEXTS, st.sampled_from(["BERT", "Bert", "é", "e\u0301", "CON", "a/b", "a:b"])), max_size=8))
def test_no_two_things_share_a_file_whatever_the_system_ignores(names: list[str]) -> None:
    found = paths([Node(f"i{n}", "method", name) for n, name in enumerate(names)])

    assert len({path.casefold() for path in found.values()}) == len(names)
    assert all(
        PurePosixPath(path).parts[0] == "methods" and len(PurePosixPath(path).parts) == 2 for path in found.values()
    )


def test_a_page_does_not_take_the_name_of_a_note() -> None:
    assert paths([Node("i", "method", "BERT")], avoid=["bert"]) == {"i": "methods/BERT (kg)"}


# Markdown.


@given(TEXTS)
def test_words_stay_words_in_markdown(words: str) -> None:
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown.text(words))
    inside = [child.type for token in tokens for child in token.children or ()]

    assert {token.type for token in tokens} <= {"paragraph_open", "inline", "paragraph_close"}
    assert set(inside) <= {"text", "text_special"}
    assert "[[" not in markdown.text(words)


@given(TEXTS)
def test_a_link_ends_where_it_should(name: str) -> None:
    assert re.fullmatch(r"\[\[methods/a\|[^\[\]|\n]+\]\]", markdown.link("methods/a", name))


@given(
    st.dictionaries(
        st.sampled_from("title aliases year note".split()), st.one_of(TEXTS, st.integers(), st.lists(TEXTS, min_size=1))
    )
)
def test_any_property_comes_back_from_yaml(values: Mapping[str, Any]) -> None:
    text = markdown.front_matter(values)

    assert text.startswith("---\n") and text.endswith("---\n")
    assert (yaml.safe_load(text.removesuffix("---\n").removeprefix("---\n")) or {}) == values
    assert text.count("\n---\n") == 1 or not values


def test_a_quote_loses_its_marks_and_keeps_its_words() -> None:
    assert markdown.readable("* **[Title](https://a.org/b_(c))** by ==Ada==, see [[x|y]]") == "Title by Ada, see y"
    assert markdown.readable("Net](https://a.org) from **MIT") == "Net from MIT"
    assert markdown.readable("snake_case_name and 2*3*4") == "snake_case_name and 2*3*4"


# The vault.


def test_obsidiantools_reads_a_page_for_each_thing(tmp_path: Path) -> None:
    vault = Vault(write(sample(), tmp_path / "v")).connect().gather()
    things = read(sample()).things().nodes
    indexes = {"Home", "Sources", *(KIND_PAGES[n.kind].title for n in things)}

    assert len(vault.md_file_index) == len(things) + len(indexes)
    assert vault.nonexistent_notes == [] and vault.nonexistent_canvas_files == []
    page = vault.get_front_matter("Lodestar - Predict the Next Token and Diffuse Images")
    assert page["title"] == "Lodestar: Predict the Next Token and Diffuse Images"
    assert page["authors"] == ["[[people/Anna McKay|Anna McKay]]", "[[people/Lili Yu|Lili Yu]]"]
    assert (page["year"], page["venue"], page["rating"]) == (2025, ["[[editions/ICLR 2025|ICLR 2025]]"], 3)
    assert (page["status"], page["citekey"], page["presentation"]) == ("to read", "AnnaMcKay2025ICLR", ["oral"])
    assert page["introduces"] == ["[[methods/Lodestar|Lodestar]]"]
    assert page["mentioned-in"] == ["2025/iclr.md:4", "talks #1.md:2"]
    assert vault.get_front_matter("Transformer")["used-by"] == ["[[methods/Lodestar|Lodestar]]"]


@pytest.mark.parametrize("store", [sample(), named(HOSTILE)], ids=["sample", "hostile"])
def test_every_link_leads_to_a_page(store: Store) -> None:
    files = {path: content.decode() for path, content in obsidian.files(read(store)).items()}
    checked = 0
    for path, text in files.items():
        for target in re.findall(r"\[\[([^\[\]|]+)\|", text):
            assert target.startswith("#") or f"{target}.md" in files, (path, target)
            checked += 1
        for target in re.findall(r"\]\(<?([^()<>]+?)>?\)", text if path.endswith(".md") else ""):
            if "://" not in target:
                here = (PurePosixPath("/") / path).parent / target
                assert _normal(here) in files, (path, target)
                checked += 1
    assert checked > 20


def _normal(path: PurePosixPath) -> str:
    found: list[str] = []
    for part in path.parts[1:]:
        found = found[:-1] if part == ".." else [*found, part]
    return "/".join(found)


def test_what_a_note_denies_is_on_no_page() -> None:
    files = obsidian.files(read(sample()))

    assert b"extends" not in files["methods/Chameleon.md"]


def test_a_remark_is_text_and_a_quote_is_quoted_with_its_place(tmp_path: Path) -> None:
    files = {path: content.decode() for path, content in obsidian.files(read(with_secret())).items()}

    assert f"## Notes\n\n{SECRET} one\n" in files["papers/Good Paper.md"]
    assert f"## Abstract\n\n> {SECRET} two\n" in files["papers/Good Paper.md"]


def test_the_decisions_are_read_by_kg_and_name_each_page() -> None:
    files = obsidian.files(read(sample()))
    found = decisions.parse(files["decisions.toml"].decode()).all
    kinds = {str(one.things[0]): one.value for one in found if one.sort is decisions.DecisionType.KIND}

    assert kinds["topic: Anna McKay @ people/Anna McKay.md"] == "person"
    assert kinds["topic: ImageNet (dataset) @ datasets/ImageNet.md"] == "dataset"
    assert {str(t).rpartition(" @ ")[2] for one in found for t in one.things} <= files.keys()


@given(TEXTS.filter(str.strip))
def test_any_name_is_a_decision_that_can_be_read(name: str) -> None:
    from kg.extras.vault.deciding import render

    text = render([Node("i", "method", name)], {"i": "methods/x"})

    assert tomllib.loads(text)["kind"][0]["kind"] == "method"
    assert "/" not in subject(Node("i", "method", name)) and "[[" not in subject(Node("i", "method", name))


# The canvas.


def overlaps(one: Mapping[str, int], other: Mapping[str, int]) -> bool:
    apart_x = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    apart_y = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
    return not (apart_x or apart_y)


@pytest.mark.parametrize("papers", [0, 1, 4, 60])
def test_no_card_of_the_canvas_covers_another_and_lines_have_ends(papers: int) -> None:
    store = named([f"Paper number {n} about things" for n in range(papers)]) if papers else sample()
    web = relations.read(read(store))
    drawn = json.loads(obsidian.draw_canvas(web, paths(web.nodes.values())))
    cards = [node for node in drawn["nodes"] if node["type"] == "file"]
    groups = [node for node in drawn["nodes"] if node["type"] == "group"]
    ids = {node["id"] for node in drawn["nodes"]}

    assert not any(overlaps(a, b) for some in (cards, groups) for a, b in itertools.combinations(some, 2))
    assert all(sum(overlaps(card, group) for group in groups) == 1 for card in cards)
    assert len(ids) == len(drawn["nodes"]) and len({e["id"] for e in drawn["edges"]}) == len(drawn["edges"])
    assert all({e["fromNode"], e["toNode"]} <= ids for e in drawn["edges"])
    assert all(isinstance(node[side], int) for node in drawn["nodes"] for side in ("x", "y", "width", "height"))
    assert {e[side] for e in drawn["edges"] for side in ("fromSide", "toSide")} <= {"top", "right", "bottom", "left"}
    assert len(cards) <= 60 and (len(cards) > papers / 2)


def test_obsidiantools_reads_the_canvas(tmp_path: Path) -> None:
    vault = Vault(write(sample(), tmp_path / "v")).connect().gather()
    graph, positions, labels = vault.canvas_graph_detail_index["Overview.canvas"]

    assert len(positions) == graph.number_of_nodes() >= 4
    assert set(labels.values()) == {"topic", "author", "broader topic"}


# Pages in the vault of the user.


def test_headings_are_those_that_obsidian_shows() -> None:
    assert backlinks.headings("# A #b\n\n~~~\n# no\n~~~\n#no\n   ## C: d|e\n") == [(1, "A b"), (7, "C d e")]
    assert [backlinks._above([(3, "A"), (9, "B")], line) for line in (1, 3, 8, 40)] == ["", "A", "A", "B"]


def test_a_page_links_to_the_heading_and_the_line(tmp_path: Path) -> None:
    vault = write(sample(), notes_of_the_sample(tmp_path / "My notes"), "backlinks")
    page = (vault / "kg" / "methods" / "Lodestar.md").read_text()

    assert page.startswith(f"---\n{writing.MARK}\n")
    assert "[[2025/iclr#Generative models|2025/iclr › Generative models]], line [4]" in page
    assert "(obsidian://advanced-uri?vault=My%20notes&filepath=2025%2Ficlr.md&line=4)" in page
    assert "[talks \\#1](<talks%20%231.md>), line [3]" in page
    assert "- [[kg/methods/Transformer|Transformer]]\n" in page
    assert front_matter(page)["uri"] == "obsidian://open?vault=My%20notes&file=kg%2Fmethods%2FLodestar"


def test_obsidiantools_finds_every_page_and_note_that_is_linked(tmp_path: Path) -> None:
    folder = write(sample(), notes_of_the_sample(tmp_path / "v"), "backlinks")
    vault = Vault(folder).connect()

    linked = {link for note in vault.md_file_index for link in vault.get_wikilinks(note)}
    assert {"2025/iclr#Generative models", "kg/methods/Transformer"} & linked
    assert {note for note in vault.nonexistent_notes if not (folder / f"{note}.md").is_file()} == set()


def test_no_other_file_of_the_vault_is_touched(tmp_path: Path) -> None:
    vault = notes_of_the_sample(tmp_path / "v")
    before = {path: path.read_bytes() for path in vault.rglob("*") if path.is_file()}
    write(sample(), vault, "backlinks")
    write(with_secret_beside(vault), vault, "backlinks")

    assert {path: path.read_bytes() for path in before} == before
    new = {path.relative_to(vault).parts[0] for path in vault.rglob("*") if path.is_file() and path not in before}
    assert new == {"kg", "n.md"}
    assert not (vault / "kg" / "methods" / "Lodestar.md").exists()


def with_secret_beside(vault: Path) -> Store:
    (vault / "n.md").write_text("the note of the other graph")
    return with_secret()


def test_a_note_of_the_user_in_the_folder_of_kg_is_never_replaced(tmp_path: Path) -> None:
    vault = notes_of_the_sample(tmp_path / "v")
    (vault / "kg" / "methods").mkdir(parents=True)
    (vault / "kg" / "methods" / "Lodestar.md").write_text("mine")

    with pytest.raises(ExportError, match="was not written by kg"):
        write(sample(), vault, "backlinks")
    assert (vault / "kg" / "methods" / "Lodestar.md").read_text() == "mine"


def test_a_folder_without_the_notes_of_the_graph_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("another vault")

    with pytest.raises(ExportError, match=r"holds none of the notes of the graph, such as '2025/iclr\.md'"):
        write(sample(), tmp_path, "backlinks")
    assert [path.name for path in tmp_path.iterdir()] == ["other.md"]


def test_a_setting_says_from_how_many_notes_on_a_thing_has_a_page(tmp_path: Path) -> None:
    many = read(sample())
    vault = notes_of_the_sample(tmp_path / "v")
    alone = "tasks/image generation.md"  # named in one note, in no fact

    assert alone not in backlinks.files(many, vault, least=2)
    assert alone in backlinks.files(many, vault, least=1)
    (vault / "kg.toml").write_text("backlinks_from = 1\n")
    write(sample(), vault, "backlinks")
    assert (vault / "kg" / alone).exists()
    assert canonical(Settings(backlinks_from=1)) == canonical(Settings())


@pytest.mark.parametrize("name", ["obsidian", "backlinks"])
def test_names_only_leaves_out_every_word_of_the_notes(name: str, tmp_path: Path) -> None:
    whole, shared = ((tmp_path / "a"), (tmp_path / "b"))
    write(with_secret(), whole, name)
    write(with_secret(), shared, name, names_only=True)

    texts = ["".join(p.read_text() for p in folder.rglob("*") if p.is_file()) for folder in (whole, shared)]
    assert SECRET in texts[0]
    assert SECRET not in texts[1] and "Ada Lovelace" in texts[1]


@pytest.mark.parametrize("name", ["obsidian", "backlinks"])
def test_an_empty_graph_and_a_hostile_one_are_written_twice_alike(name: str, tmp_path: Path) -> None:
    for number, store in enumerate((Store.in_memory(), named(HOSTILE))):
        for folder in ("a", "b"):
            (tmp_path / folder / str(number)).mkdir(parents=True)
            BY_NAME[name].write(store, tmp_path / folder / str(number) / "v", Chosen())
        one, two = (
            {p.relative_to(tmp_path / f): p.read_bytes() for p in (tmp_path / f).rglob("*") if p.is_file()}
            for f in "ab"
        )
        assert one == two != {}
