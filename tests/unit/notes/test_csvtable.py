"""Tables in CSV and TSV: reading lists, databases of Notion, and measurements, which are no notes."""

from __future__ import annotations

import csv
import io

import pytest
from growth import grows_linearly
from hypothesis import given, settings
from hypothesis import strategies as st
from origins import check_origins
from strategies import NOTE_TEXTS

from kg.model import Block, BlockKind
from kg.notes import READERS
from kg.notes.draft import Content, Source

NOTION = """Name,Authors,Year,Status,Tags,Link
Layer Normalization,"Jimmy Lei Ba, Jamie Ryan Kiros",2016,Done,"normalization, training",https://arxiv.org/abs/1607.06450
"The ""Lottery Ticket"" Hypothesis","Jonathan Frankle
Michael Carbin",2019,,pruning,
"""


def read(text: str, suffix: str = ".csv") -> Content:
    return READERS[suffix](Source(f"list{suffix}", text))


def cells(block: Block) -> list[str]:
    return [block.prose[start:end] for start, end in block.cells]


def test_a_database_of_notion_is_a_table() -> None:
    header, first, second = read(NOTION).blocks

    assert (header.kind, first.kind, second.kind) == (BlockKind.HEADER, BlockKind.ROW, BlockKind.ROW)
    assert cells(header) == ["Name", "Authors", "Year", "Status", "Tags", "Link"]
    assert cells(first) == [
        "Layer Normalization", "Jimmy Lei Ba, Jamie Ryan Kiros", "2016", "Done", "normalization, training",
        "https://arxiv.org/abs/1607.06450",
    ]  # fmt: skip
    assert cells(second) == [
        'The "Lottery Ticket" Hypothesis',
        "Jonathan Frankle\nMichael Carbin",
        "2019",
        "",
        "pruning",
        "",
    ]
    assert {header.group, first.group, second.group} == {1}
    assert [link.target for link in first.links] == ["https://arxiv.org/abs/1607.06450"]
    check_origins(NOTION, ".csv")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(("sign", "suffix"), [(";", ".csv"), ("\t", ".csv"), ("\t", ".tsv"), ("|", ".csv")])
def test_the_sign_between_cells_is_told_by_the_first_line(sign: str, suffix: str, end: str) -> None:
    text = sign.join(["Title", "Authors, all"]) + end + sign.join(["Adam", "Kingma, Ba"]) + end
    blocks = read(text, suffix).blocks

    assert [cells(block) for block in blocks] == [["Title", "Authors, all"], ["Adam", "Kingma, Ba"]]


def test_the_line_that_excel_writes_for_itself_is_left_out() -> None:
    assert [cells(block) for block in read("sep=;\nTitle;Year\nAdam;2015\n").blocks] == [
        ["Title", "Year"],
        ["Adam", "2015"],
    ]


@pytest.mark.parametrize(
    "text", ["step,loss,lr\n1,0.5,1e-3\n2,0.25,1e-3\n", "model,a,b\nx,1.0%,2\ny,-3,nan\n", "a\n" + "1\n" * 90]
)
def test_measurements_are_reported_and_not_read(text: str) -> None:
    content = read(text)

    assert content.blocks == ()
    assert [problem.code for problem in content.problems] == ["unknown-format"]


def test_a_quotation_mark_that_nothing_closes_is_reported_and_its_line_is_kept() -> None:
    text = 'Title,Venue\n"Open,ICML\nAdam,ICLR\n'
    content = read(text)

    assert [cells(block) for block in content.blocks] == [["Title", "Venue"], ['"Open', "ICML"], ["Adam", "ICLR"]]
    assert [(problem.code, problem.line) for problem in content.problems] == [("broken-csv", 2)]
    check_origins(text, ".csv")


@given(rows=st.lists(st.lists(NOTE_TEXTS, min_size=1, max_size=4), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_what_a_program_writes_leads_back(rows: list[list[str]]) -> None:
    written = io.StringIO(newline="")
    csv.writer(written).writerows(rows)

    check_origins(written.getvalue(), ".csv")


@pytest.mark.parametrize("piece", ['"', '""', '"a', ',"', '"\n', '"",', "a,", "\n", '"""x\n', "http://a.b/c,"])
def test_the_work_grows_with_the_file(piece: str) -> None:
    read(piece)
    assert grows_linearly(lambda count: read("Title,Words\na,b\n" + piece * count), 600)


def test_a_text_file_with_tabs_is_a_table_and_its_first_row_may_be_one_of_others() -> None:
    rows = ["Moss on roofs\tN. Okafor\thttps://doi.org/10.1234/a", "Steps of ants\tJ. Lind\thttps://doi.org/10.1234/b"]
    text = "\n".join([*rows, "Rain\tP. Vogel\thttps://doi.org/10.1234/c"])

    blocks = READERS[".txt"](Source("list.txt", text)).blocks

    assert [block.kind for block in blocks] == [BlockKind.ROW] * 3
    assert [blocks[0].prose[slice(*cell)] for cell in blocks[0].cells] == rows[0].split("\t")
