"""JSON files: exports of Roam and Hypothes.is, and what is neither."""

from __future__ import annotations

import json

import pytest
from growth import grows_linearly
from hypothesis import given, settings
from hypothesis import strategies as st
from origins import check_origins
from strategies import NOTE_TEXTS

from kg.model import BlockKind, LinkKind
from kg.notes.draft import Content, Source
from kg.notes.recognition import read_json_file

ROAM = [
    {
        "title": "Segment Anything",
        "uid": "page-0001",
        "children": [
            {
                "string": "Authors:: [[Alexander Kirillov]], [[Eric Mintun]]",
                "uid": "aaaaaaaaa",
                "children": [{"string": "the model is \u201cpromptable\u201d ((ccccccccc))", "uid": "bbbbbbbbb"}],
            },
            {"string": "see [the masks](((ccccccccc))) and ((nowhere00))", "uid": "ddddddddd"},
            {"string": "{{[[TODO]]}} compare with [[Mask R-CNN]]", "uid": "eeeeeeeee"},
        ],
    },
    {
        "title": "May 3rd, 2023",
        "children": [
            {"children": [{"string": "below\nand more"}], "string": "SA-1B has 1.1 billion masks", "uid": "ccccccccc"}
        ],
    },
]
HYPOTHESIS = {
    "total": 2,
    "rows": [
        {
            "uri": "https://arxiv.org/abs/1607.06450",
            "document": {"title": ["Layer Normalization"]},
            "text": "as in *batch* normalization, but over the layer",
            "tags": ["normalization", "to read"],
            "target": [
                {
                    "source": "https://arxiv.org/abs/1607.06450",
                    "selector": [
                        {"type": "TextPositionSelector", "start": 1, "end": 9},
                        {"type": "TextQuoteSelector", "exact": "computes the mean *and*\nvariance", "prefix": "x"},
                    ],
                }
            ],
        },
        {"uri": "https://example.org/a", "text": "", "tags": ["later"], "target": [], "document": {}},
    ],
}


def read(value: object) -> Content:
    return read_json_file(Source("export.json", value if isinstance(value, str) else json.dumps(value)))


def layout(content: Content) -> list[tuple[str, int, int | None, str]]:
    return [(block.kind.value, block.level, block.parent, block.prose) for block in content.blocks]


def test_pages_of_roam_are_headings_over_their_outline_and_references_are_resolved() -> None:
    content = read(ROAM)

    assert layout(content) == [
        ("heading", 1, None, "Segment Anything"),
        ("item", 1, 0, "Authors:: Alexander Kirillov, Eric Mintun"),
        ("item", 2, 1, "the model is “promptable” SA-1B has 1.1 billion masks"),
        ("item", 1, 0, "see the masks and"),
        ("item", 1, 0, "TO" + "DO compare with Mask R-CNN"),
        ("heading", 1, None, "May 3rd, 2023"),
        ("item", 1, 5, "SA-1B has 1.1 billion masks"),
        ("item", 2, 6, "below\nand more"),
    ]
    assert [link.target for link in content.blocks[1].links] == ["Alexander Kirillov", "Eric Mintun"]
    check_origins(json.dumps(ROAM), ".json")
    check_origins(json.dumps(ROAM, indent=1, ensure_ascii=False), ".json")


def test_words_of_roam_stand_in_the_file_and_a_reference_leads_to_itself() -> None:
    text = json.dumps(ROAM)
    block = read(text).blocks[2]
    start, end = block.source(0, 12)
    first = block.prose.index("SA-1B")

    assert text[start:end] == "the model is"
    assert text[slice(*block.source(first, len(block.prose)))].startswith("((ccccccccc)")


def test_annotations_stand_below_the_document_that_they_are_of() -> None:
    content = read(HYPOTHESIS)

    assert [(kind, prose) for kind, _, _, prose in layout(content)] == [
        ("heading", "Layer Normalization"),
        ("paragraph", "https://arxiv.org/abs/1607.06450"),
        ("paragraph", "computes the mean *and* variance"),
        ("paragraph", "as in batch normalization, but over the layer"),
        ("paragraph", "#normalization #to-read"),
        ("heading", "https://example.org/a"),
        ("paragraph", "#later"),
    ]
    assert [block.quote for block in content.blocks] == [0, 0, 1, 0, 0, 0, 0]
    assert content.blocks[1].links[0].kind is LinkKind.BARE
    assert all(mark.kind.value == "tag" for mark in content.blocks[4].marks)
    check_origins(json.dumps(HYPOTHESIS), ".json")


@pytest.mark.parametrize(
    "value",
    [
        {}, [], [1, 2], "words", {"name": "a-package", "version": "1.0.0", "dependencies": {}}, [{"a": 1}], [[]], None,
        {"items": []}, {"rows": [1]}, [{"title": "A", "children": 5}], [{"type": "book"}], {"nodes": [], "edges": []},
    ],
)  # fmt: skip
def test_json_of_another_kind_is_reported_and_not_read(value: object) -> None:
    content = read(json.dumps(value))

    assert content.blocks == ()
    assert [problem.code for problem in content.problems] == ["unknown-format"]
    assert "not a format that kg knows" in content.problems[0].message


@pytest.mark.parametrize("text", ["{", "[" * 100_000, '[{"title": "x', "[1,]", "{'a': 1}", "[" * 99_999 + "]" * 99_999])
def test_broken_json_has_its_place(text: str) -> None:
    content = read(text)

    assert content.blocks == ()
    assert [problem.code for problem in content.problems] == ["broken-json"]
    assert content.problems[0].span is not None


@pytest.mark.parametrize(
    "text",
    [
        '[{"title": "T", "children": [{"string": "a"}], "n": ' + "7" * 5_000 + "}]",
        '[{"type": "book", "title": "T", "issued": {"date-parts": [[1e999, NaN]]}, "id": "k"}]',
        '[{"type": "book", "title": "\\ud800 T", "author": [{"family": {}}, 5, null], "id": []}]',
        '[{"type": "book", "title": "T", "author": {"family": "x"}, "id": "k"}, 5]',
        '[{"title": "T", "children": ' * 300 + "[]" + "}]" * 300,
        '{"rows": [{"uri": "u", "target": {"selector": 1}, "document": {"title": 1}, "tags": "x", "text": 5}]}',
    ],
)
def test_odd_values_are_passed_over(text: str) -> None:
    check_origins(text, ".json")


def test_a_block_that_refers_to_itself_ends() -> None:
    content = read([{"title": "T", "children": [{"string": "again ((u-1)) ((u-1))", "uid": "u-1"}]}])

    assert content.blocks[1].prose == "again again again"


def test_deep_outlines_of_roam_keep_their_text() -> None:
    block: dict[str, object] = {"string": "deepest"}
    for number in range(200):
        block = {"string": f"w{number}", "children": [block]}
    content = read([{"title": "T", "children": [block]}])

    assert {"deepest", "w0", "w199"} <= {block.prose for block in content.blocks}


@given(texts=st.lists(NOTE_TEXTS, min_size=1, max_size=3))
@settings(max_examples=60, deadline=None)
def test_any_text_in_an_export_leads_back(texts: list[str]) -> None:
    blocks = [{"string": text, "uid": "u", "children": [{"string": f"((u)) {text}"}]} for text in texts]
    rows = [
        {"uri": text or "u", "text": text, "tags": [text], "target": [{"selector": [{"exact": text}]}]}
        for text in texts
    ]
    people = [{"family": text, "given": text} for text in texts]

    check_origins(json.dumps([{"title": texts[0], "children": blocks}]), ".json")
    check_origins(json.dumps({"rows": rows}), ".json")
    check_origins(json.dumps([{"type": "book", "title": "x" + texts[0], "id": "k", "author": people}]), ".json")


@pytest.mark.parametrize("unit", ["a ((u-1)) ", "\\n", "\\u00e9\\\\", "*a ", "[x](((u-1))) ", "{{embed ((u-1))}} "])
def test_the_work_grows_with_the_file(unit: str) -> None:
    def work(count: int) -> Content:
        return read('[{"title": "T", "children": [{"uid": "u-1", "string": "' + unit * count + '"}]}]')

    work(1)
    assert grows_linearly(work, 600)


def test_kinds_of_blocks_are_those_of_markdown() -> None:
    (_, code) = read([{"title": "T", "children": [{"string": "```python\nx = 1\n```"}]}]).blocks

    assert (code.kind, code.info, code.prose) == (BlockKind.CODE, "python", "x = 1")
