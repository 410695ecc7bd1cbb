"""Org mode: what becomes which block, where it leads back to, what stands under what."""

from __future__ import annotations

import pytest
from growth import grows_linearly
from hypothesis import given, settings
from hypothesis import strategies as st
from origins import check_origins
from strategies import WORDS

from kg.model import Block, BlockKind
from kg.notes.draft import Content, Source
from kg.notes.org import read_org

OPEN = "TO" + "DO"


def read(text: str) -> Content:
    check_origins(text, ".org")
    return read_org(Source("note.org", text))


def layout(text: str) -> list[tuple[str, int, int | None, str]]:
    return [(block.kind.value, block.level, block.parent, block.prose) for block in read(text).blocks]


def fields(block: Block) -> list[tuple[str, str]]:
    return [(field.name, block.prose[field.start : field.end]) for field in block.fields]


def links(block: Block) -> list[tuple[str, str, str]]:
    return [(block.prose[link.start : link.end], link.target, link.kind.value) for link in block.links]


# The head of a file.


def test_what_a_file_says_of_itself_is_one_record() -> None:
    text = """:PROPERTIES:
:ID:       65e6f0b2-1111-4c4c-9a9a-0c0c0c0c0c0c
:ROAM_REFS: cite:ba2016layer https://arxiv.org/abs/1607.06450
:ROAM_ALIASES: "Layer Norm" LN
:AUTHOR: Jimmy Lei Ba and Geoffrey Hinton
:END:
#+title: Layer Normalization
#+filetags: :normalization:training:
#+date: <2024-03-05 Tue>
#+startup: overview

* Summary
Statistics over the layer.
"""
    content = read(text)
    record, heading, body = content.blocks

    assert (record.kind, record.info) == (BlockKind.RECORD, "yaml")
    assert fields(record) == [
        ("citekey", "ba2016layer"),
        ("url", "https://arxiv.org/abs/1607.06450"),
        ("aliases", "Layer Norm"),
        ("aliases", "LN"),
        ("author", "Jimmy Lei Ba and Geoffrey Hinton"),
        ("title", "Layer Normalization"),
        ("tags", "normalization"),
        ("tags", "training"),
        ("date", "2024-03-05 Tue"),
    ]
    assert content.title == "Layer Normalization"
    assert dict(content.meta)["date"] == "2024-03-05 Tue"
    assert (heading.level, heading.parent, body.parent) == (2, None, 1)


def test_the_title_of_a_file_about_many_papers_is_a_heading_over_them() -> None:
    content = read(
        "#+title: Papers on /normalization/\n#+author: Jane Doe\n#+filetags: :list:\n\n* Layer Normalization\n"
    )

    assert [(block.kind.value, block.level, block.parent, block.prose) for block in content.blocks] == [
        ("record", 0, None, "Jane Doe\nlist"),
        ("heading", 1, None, "Papers on normalization"),
        ("heading", 2, 1, "Layer Normalization"),
    ]
    assert content.title == "Papers on normalization"


def test_headings_lose_their_state_and_keep_their_tags() -> None:
    text = f"""#+{OPEN}: SKIM(s) | SKIMMED(d)
* {OPEN} [#A] Layer Normalization   :training:to_read:
SCHEDULED: <2024-03-08 Fri> DEADLINE: <2024-03-09 Sat>
** DONE Group Normalization
   CLOSED: [2024-03-08 Fri 10:00]
** SKIMMED [[https://arxiv.org/abs/1607.08022][Instance *Norm*]]
* COMMENT Not exported
"""
    blocks = read(text).blocks

    assert [(block.level, block.parent, block.prose) for block in blocks] == [
        (1, None, "Layer Normalization #training #to_read"),
        (2, 0, "Group Normalization"),
        (2, 0, "Instance *Norm*"),
        (1, None, "Not exported"),
    ]
    assert [blocks[0].prose[mark.start : mark.end] for mark in blocks[0].marks] == ["#training", "#to_read"]
    assert links(blocks[2]) == [("Instance *Norm*", "https://arxiv.org/abs/1607.08022", "inline")]


# Properties.


def test_properties_of_a_heading_are_labelled_lines_below_it() -> None:
    text = """* Layer Normalization
:PROPERTIES:
:ID: 65e6f0b2-1111-4c4c-9a9a-0c0c0c0c0c0c
:CUSTOM_ID: a-section
:AUTHOR: Jimmy Lei Ba and Geoffrey Hinton
:YEAR: 2016
:URL: [[https://arxiv.org/abs/1607.06450][arXiv]]
:END:
:LOGBOOK:
CLOCK: [2024-03-05 Tue 09:10]--[2024-03-05 Tue 09:40] =>  0:30
:END:
Normalizes over the layer.
"""
    _, card, remark = read(text).blocks

    assert card.prose.split("\n") == [
        "AUTHOR: Jimmy Lei Ba and Geoffrey Hinton", "YEAR: 2016", "URL: arXiv",
    ]  # fmt: skip
    assert (card.kind, card.parent, remark.prose) == (BlockKind.PARAGRAPH, 0, "Normalizes over the layer.")
    start, end = card.source(card.prose.index("Jimmy"), card.prose.index("Geoffrey") + 15)
    assert text[start:end] == "Jimmy Lei Ba and Geoffrey Hinton"


def test_properties_of_bibtex_are_a_record() -> None:
    text = """* Adam
  :PROPERTIES:
  :TITLE:    Adam: A Method for Stochastic Optimization
  :BTYPE:    inproceedings
  :CUSTOM_ID: kingma2015adam
  :AUTHOR:   Kingma, Diederik P. and Ba, Jimmy
  :BOOKTITLE: ICLR
  :YEAR:     2015
  :END:
"""
    record = read(text).blocks[1]

    assert (record.kind, record.info) == (BlockKind.RECORD, "inproceedings")
    assert fields(record) == [
        ("title", "Adam: A Method for Stochastic Optimization"),
        ("key", "kingma2015adam"),
        ("author", "Kingma, Diederik P."),
        ("author", "Ba, Jimmy"),
        ("booktitle", "ICLR"),
        ("year", "2015"),
    ]


def test_properties_with_authors_and_a_key_are_a_record_whose_title_is_the_heading() -> None:
    text = """* DONE Layer Normalization :training:
:PROPERTIES:
:CUSTOM_ID: ba2016layer
:AUTHOR: Jimmy Lei Ba and Geoffrey Hinton
:VENUE: arXiv
:YEAR: 2016
:END:
* Group Normalization
:PROPERTIES:
:ROAM_REFS: cite:wu2018group
:END:
"""
    heading, record, _, mention = read(text).blocks

    assert (heading.prose, record.kind, record.info, record.parent) == (
        "Layer Normalization #training", BlockKind.RECORD, "inproceedings", 0,
    )  # fmt: skip
    assert fields(record) == [
        ("title", "Layer Normalization"),
        ("key", "ba2016layer"),
        ("author", "Jimmy Lei Ba"),
        ("author", "Geoffrey Hinton"),
        ("booktitle", "arXiv"),
        ("year", "2016"),
    ]
    assert mention.prose == "@wu2018group"


# Lists, tables and blocks.


def test_lists_keep_their_depth_their_boxes_are_layout() -> None:
    text = """- [X] one
  goes on
  - two
    1. [@3] three

    below two
- four
  + term :: what it means
Behind the list.
"""

    assert layout(text) == [
        ("item", 1, None, "one\ngoes on"),
        ("item", 2, 0, "two"),
        ("item", 3, 1, "three"),
        ("paragraph", 2, 1, "below two"),
        ("item", 1, None, "four"),
        ("item", 2, 4, "term :: what it means"),
        ("paragraph", 0, None, "Behind the list."),
    ]
    groups = [block.group for block in read(text).blocks]
    assert groups[0] == groups[4] and len({groups[0], groups[1], groups[2]}) == 3


def test_a_table_has_a_header_above_its_first_rule() -> None:
    text = "| Title | Year |\n|-------+------|\n| *Adam* | 2015 |\n| | [[https://arxiv.org/abs/1412.6980][pdf]] |\n#+TBLFM: $1=$2\n"
    blocks = read(text).blocks

    assert [(block.kind.value, [block.prose[a:b] for a, b in block.cells]) for block in blocks] == [
        ("header", ["Title", "Year"]), ("row", ["Adam", "2015"]), ("row", ["", "pdf"]),
    ]  # fmt: skip
    assert len({block.group for block in blocks}) == 1


def test_blocks_of_code_quotes_and_bibtex() -> None:
    text = """#+begin_src python :results output
x = 1
* no heading
#+end_src
#+BEGIN_QUOTE
Statistics are per case.
#+END_QUOTE
#+begin_src bibtex
@article{a, title = {T}}
#+end_src
#+begin_comment
not this
#+end_comment
# nor this
#+begin_center
centred
#+end_center
"""
    code, quote, record, centred = read(text).blocks

    assert (code.kind, code.info, code.prose) == (BlockKind.CODE, "python", "x = 1\n* no heading")
    assert (quote.quote, quote.prose) == (1, "Statistics are per case.")
    assert (record.kind, record.info) == (BlockKind.RECORD, "article")
    assert (centred.quote, centred.prose) == (0, "centred")


def test_footnotes_are_blocks_and_links() -> None:
    body, note = read("A claim.[fn:1] Another[fn:: said here].\n\n[fn:1] Not shown\nby all.\n").blocks

    assert body.prose == "A claim. Another (said here)."
    assert links(body) == [("", "1", "footnote")]
    assert (note.kind, note.info, note.prose) == (BlockKind.FOOTNOTE, "1", "Not shown\nby all.")


# Inline.


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("*bold* /it/ _un_ +gone+ =code= ~v~ */both/*", "bold it un gone code v both"),
        ("2*3*4 and a/b/c and snake_case_name", "2*3*4 and a/b/c and snake_case_name"),
        ("=*literal*= stays", "*literal* stays"),
        ("seen <2024-03-05 Tue> there", "seen 2024-03-05 Tue there"),
        ("a [cite:@ba2016layer; see @adam2015] b", "a [@ba2016layer; see @adam2015] b"),
        ("a [cite/t:@ba2016layer] b", "a [@ba2016layer] b"),
        ("as in cite:ba2016layer,kingma2015adam.", "as in [@ba2016layer; @kingma2015adam]."),
        ("citet:ba2016layer show", "@ba2016layer show"),
        ("see [[cite:&ba2016layer]]", "see [@ba2016layer]"),
        (r"raw \cite{a,b} stays", r"raw \cite{a,b} stays"),
        ("a <<target>> b {{{macro(x)}}}", "a  b "),
        (r"a line\\", "a line"),
        ("[[id:65e6f0b2-1111]] and [[*Summary]]", " and Summary"),
        ("[[file:plot.png]] shown", "shown"),
    ],
)
def test_prose_has_the_text_and_no_markup(text: str, prose: str) -> None:
    assert " ".join(block.prose for block in read(text).blocks) == prose.strip()


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("[[https://a.b/c][text]]", ("text", "https://a.b/c", "inline")),
        ("[[https://a.b/c]]", ("https://a.b/c", "https://a.b/c", "inline")),
        ("https://a.b/c", ("https://a.b/c", "https://a.b/c", "bare")),
        ("<https://a.b/c>", ("https://a.b/c", "https://a.b/c", "bare")),
        ("[[id:65e6][Layer Normalization]]", ("Layer Normalization", "Layer Normalization", "wiki")),
        ("[[Layer Normalization]]", ("Layer Normalization", "Layer Normalization", "wiki")),
        ("[[roam:Adam]]", ("Adam", "Adam", "wiki")),
        ("[[doi:10.1038/nature14539][paper]]", ("paper", "https://doi.org/10.1038/nature14539", "inline")),
        ("[[file:papers/a.pdf][pdf]]", ("pdf", "papers/a.pdf", "inline")),
        ("[[./plot.png]]", ("", "./plot.png", "image")),
    ],
)
def test_links_lead_where_org_means(text: str, link: tuple[str, str, str]) -> None:
    (block,) = read(text).blocks

    assert links(block) == [link]
    assert text[block.links[0].source_start : block.links[0].source_end] == text


# Hostile input.


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("#+begin_src\nx\n", ["open-block"]),
        ("[[javascript:alert(1)][x]]\n", ["unsafe-link"]),
        (":PROPERTIES:\n:A: b\n* h\n", []),
        ("* \n** \n*** :a:\n", []),
        ("|\n||\n|-\n", []),
        ("- \n  - \n", []),
        ("word " * 50_000, ["huge-line"]),
    ],
)
def test_what_is_broken_is_read_or_reported(text: str, codes: list[str]) -> None:
    assert [problem.code for problem in read(text).problems] == codes


LINES = st.sampled_from(
    ["* ", "** DONE ", "- ", "  - [ ] ", "1. ", "| a | ", "|--", "#+begin_src x", "#+end_src", ":PROPERTIES:", ":END:", ":A: ",
     "#+title: ", "[fn:1] ", "# ", "#+BEGIN_QUOTE", "#+END_QUOTE", "[[a][b]] ", "cite:a1,b2 ", "*b* ", "=c= ", "$x$ ", ""]
)  # fmt: skip


@given(parts=st.lists(st.tuples(LINES, WORDS), max_size=30), end=st.sampled_from(["\n", "\r\n", "\r"]))
@settings(max_examples=150, deadline=None)
def test_any_file_is_read_and_leads_back(parts: list[tuple[str, str]], end: str) -> None:
    read(end.join(mark + word for mark, word in parts))


@pytest.mark.parametrize(
    "piece",
    ["* h :a:\n", "*a ", "[[a", "[[a][b]] ", "=a ", "#+begin_src\n", ":a:\n", ":a: b\n", "| a ", "- a\n", "[fn:1] ", "$a ", "cite:a,",
     "* " + " " * 40 + "x", "#+a: b" + " " * 40, "\\[", "<2024-01-01 ", "{{{a", "#+begin_quote\n", " "],
)  # fmt: skip
def test_the_work_grows_with_the_file(piece: str) -> None:
    read_org(Source("warm", "* up\n"))
    assert grows_linearly(lambda count: read_org(Source("note.org", piece * count)), 600)
