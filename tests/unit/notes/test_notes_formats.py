"""Plain text, HTML, BibTeX and notebooks: what becomes which block."""

from __future__ import annotations

import json

import pytest

from kg.model import Block, BlockKind
from kg.notes import READERS
from kg.notes.draft import Content, Source
from kg.notes.plain import looks_plain
from kg.notes.twice import given_twice


def read(suffix: str, text: str) -> Content:
    return READERS[suffix](Source(f"note{suffix}", text))


def proses(suffix: str, text: str) -> list[str]:
    return [block.prose for block in read(suffix, text).blocks]


def layout(suffix: str, text: str) -> list[tuple[str, int, int | None, str]]:
    return [(block.kind.value, block.level, block.parent, block.prose) for block in read(suffix, text).blocks]


def fields(block: Block) -> list[tuple[str, str]]:
    return [(field.name, block.prose[field.start : field.end]) for field in block.fields]


# Plain text.


def test_headings_of_a_pasted_page_are_found_by_their_form() -> None:
    text = """My Week at a Conference

It was a week full of talks, and I liked it.

Monday, July 14

Keynote: Learning to Learn - Ada Lovelace, University of London

She spoke about machines that weave patterns.

Open Questions

Is there a limit to what they can do?

Answers:

  • Perhaps
  • No one knows.
"""

    assert layout(".txt", text) == [
        ("heading", 1, None, "My Week at a Conference"),
        ("paragraph", 0, 0, "It was a week full of talks, and I liked it."),
        ("heading", 2, 0, "Monday, July 14"),
        ("heading", 3, 2, "Keynote: Learning to Learn - Ada Lovelace, University of London"),
        ("paragraph", 0, 3, "She spoke about machines that weave patterns."),
        ("heading", 4, 3, "Open Questions"),
        ("paragraph", 0, 5, "Is there a limit to what they can do?"),
        ("paragraph", 0, 5, "Answers:"),
        ("item", 1, 5, "Perhaps"),
        ("item", 1, 5, "No one knows."),
    ]


def test_rows_of_a_table_that_lost_its_separators_stay_apart() -> None:
    text = """Poster Session

IDTitleLink
12A First Paper With a Long Title About Somethinghttps://arxiv.org/abs/2506.00001
345A Second Paper With a Long Title About Something Elsehttps://arxiv.org/abs/2506.00002
67The Third One in This List of Papers With Long Titleshttps://openreview.net/forum?id=abc (SPOTLIGHT)
"""
    found = read(".txt", text).blocks

    assert [block.prose for block in found[1:]] == text.splitlines()[2:]
    assert [link.target for block in found for link in block.links] == [
        "https://arxiv.org/abs/2506.00001",
        "https://arxiv.org/abs/2506.00002",
        "https://openreview.net/forum?id=abc",
    ]


@pytest.mark.parametrize("mark", ["[1] ", "1. ", "(1) "])
def test_a_reference_wrapped_over_lines_is_one_block(mark: str) -> None:
    pad = " " * len(mark)
    second = mark.replace("1", "2")
    text = (
        f"{mark}Lovelace, A., and Babbage, C. Notes on the analytical engine and its many\n{pad}uses in music. "
        f"Scientific Memoirs 3, 1843.\n{second}Turing, A. On computable numbers, with an application to the\n"
        f"{pad}Entscheidungsproblem. Proc. London Math. Soc., 1936.\n"
    )

    found = proses(".txt", text)

    assert len(found) == 2
    assert found[0].endswith("many\nuses in music. Scientific Memoirs 3, 1843.")
    assert found[1].endswith("1936.")


def test_hanging_indents_divide_a_bibliography() -> None:
    text = "Lovelace, A. Notes on the engine.\n    Scientific Memoirs, 1843.\nTuring, A. On numbers.\n    Proc. LMS, 1936.\n"

    assert proses(".txt", text) == [
        "Lovelace, A. Notes on the engine.\nScientific Memoirs, 1843.",
        "Turing, A. On numbers.\nProc. LMS, 1936.",
    ]


def test_wrapped_lines_are_one_paragraph_and_long_lines_are_each_one() -> None:
    wrapped = "this is a line of text that was wrapped at a width of sixty\ncolumns by somebody who likes it so, and it\nends here."
    long = ("A sentence that goes on and on. " * 8).strip()

    assert proses(".txt", wrapped) == [wrapped]
    assert proses(".txt", f"{long}\n{long}") == [long, long]


def test_numbered_lists_and_nested_bullets_keep_their_depth() -> None:
    assert layout(".txt", "It has parts.\n\n  1. one\n     • sub\n  2. two\n\n") == [
        ("paragraph", 0, None, "It has parts."),
        ("item", 1, None, "one"),
        ("item", 2, 1, "sub"),
        ("item", 1, None, "two"),
    ]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Page\n\n  • one\n  • two\n", True),
        ("Page\n" + "A long line of a pasted page. " * 10 + "\n" + "Another one. " * 20 + "\n- x\n", True),
        ("# Note\n\n• one\n", False),
        ("Some [link](http://a.b)\n\n• one\n", False),
        ("- one\n- two\n", False),
        ("A short note.\n\nWith two paragraphs.\n", False),
    ],
)
def test_a_markdown_file_without_markdown_is_plain_text(text: str, plain: bool) -> None:
    assert looks_plain(text) is plain


@pytest.mark.parametrize(
    ("text", "once"),
    [
        (r"the O(dK1/4)O(\frac{\sqrt{d}}{K^{1/4}}) rate", r"the O(\frac{\sqrt{d}}{K^{1/4}}) rate"),
        (r"by 1\ell_1 norm", r"by \ell_1 norm"),
        ("on lpl_p balls", "on l_p balls"),
        (r"pairs (π,γ)(\pi, \gamma). In", r"pairs (\pi, \gamma). In"),
        (r"where t[0,1]t \in [0,1], so", r"where t \in [0,1], so"),
        (r"Big-Ω\Omega of", r"Big-\Omega of"),
        (r"size H(Li)H^{(L-i)} at", r"size H^{(L-i)} at"),
        (r"in ℝd\mathbb{R}^d now", r"in \mathbb{R}^d now"),
        ("a file_name and my_my_variable", "a file_name and my_my_variable"),
        (r"only \alpha and x_1 here", r"only \alpha and x_1 here"),
    ],
)
def test_mathematics_given_twice_is_kept_once(text: str, once: str) -> None:
    (block,) = read(".txt", f"{text}.").blocks

    assert block.prose == f"{once}."
    start, end = block.source(0, len(block.prose))
    assert (start, end) == (0, len(text) + 1)


def test_words_are_not_taken_for_mathematics() -> None:
    text = "The model_model of GPT-2_small, f(x)_y, co-op_op and a^b^c: snake_case, x_1 2_3."

    assert list(given_twice(text)) == []


# HTML.


def test_a_page_is_read_without_its_furniture() -> None:
    text = """<!DOCTYPE html><html><head><title>A &amp; B</title><style>p {}</style></head><body>
<nav><a href="/x">Menu</a></nav><h1>Head <em>line</em></h1>
<p>By M&uuml;ller<br>on <a href="https://arxiv.org/abs/2001.00017">the <b>paper</b></a> <script>alert("<p>")</script>&lt;x&gt;
<ul><li>one<ol><li>sub</ol><li>two</ul>
<table><tr><th>A<th>B<tr><td>x<td>y</table>
<blockquote><p>said</blockquote><pre>a
  b</pre><footer>imprint</footer></body></html>"""
    content = read(".html", text)

    assert content.title == "A & B"
    assert [(block.kind.value, block.level, block.quote, block.prose) for block in content.blocks] == [
        ("heading", 1, 0, "Head line"),
        ("paragraph", 0, 0, "By Müller\non the paper <x>"),
        ("item", 1, 0, "one"),
        ("item", 2, 0, "sub"),
        ("item", 1, 0, "two"),
        ("header", 0, 0, "A\tB"),
        ("row", 0, 0, "x\ty"),
        ("paragraph", 0, 1, "said"),
        ("code", 0, 0, "a\n  b"),
    ]
    (link,) = content.blocks[1].links
    assert (link.target, content.blocks[1].prose[link.start : link.end]) == (
        "https://arxiv.org/abs/2001.00017",
        "the paper",
    )
    assert text[link.source_start : link.source_end].startswith("<a href")
    assert text[link.source_start : link.source_end].endswith("</a>")


def test_the_source_of_a_page_begins_with_front_matter() -> None:
    content = read(".html", "---\ntitle: Moss on roofs\ncategories: [Towns, Shade]\n---\n<h1>One</h1>\n<p>Two.</p>\n")
    record, *others = content.blocks
    assert fields(record) == [("title", "Moss on roofs"), ("categories", "Towns"), ("categories", "Shade")]
    assert ([block.prose for block in others], content.title) == (["One", "Two."], "Moss on roofs")


@pytest.mark.parametrize(
    "text", ["<p>a < b", "<a href='x>y", "<!-- <p>a", "<p", "a</", "<p>a<b", "&", "&#99999999;&nosuch;"]
)
def test_broken_html_is_text(text: str) -> None:
    assert isinstance(proses(".html", text), list)


# BibTeX.


def test_entries_are_records_with_their_values_in_unicode() -> None:
    text = r"""
@string{acm = "Association"}
@comment{not this}
@InProceedings{doe+2020:x,
  Author = {Doe, Jane and {\"O}zg{\"u}r, A. and {The {XYZ} and Co Team} and
            Erd{\H o}s, P{\'a}l and others},
  title = "A {Title} in $L_2$ \& more --- {\ss}",
  publisher = acm # " of " # {Computing},
  year = 2020,
  url = {https://a.b/c_d}
}
@book(roe, title={B})
"""
    content = read(".bib", text)
    first, second = content.blocks

    assert (first.kind, first.info) == (BlockKind.RECORD, "inproceedings")
    assert fields(first) == [
        ("key", "doe+2020:x"),
        ("author", "Doe, Jane"),
        ("author", "Özgür, A."),
        ("author", "The XYZ and Co Team"),
        ("literal", "The XYZ and Co Team"),
        ("author", "Erdős, Pál"),
        ("author", "others"),
        ("title", "A Title in $L_2$ & more — ß"),
        ("publisher", "Association of Computing"),
        ("year", "2020"),
        ("url", "https://a.b/c_d"),
    ]
    assert (second.info, fields(second)) == ("book", [("key", "roe"), ("title", "B")])
    assert content.problems == ()
    title = next(field for field in first.fields if field.name == "title")
    start, end = first.source(title.start, title.end)
    assert text[start:end] == r"A {Title} in $L_2$ \& more --- {\ss"


def test_a_broken_entry_is_reported_and_the_next_is_read() -> None:
    text = "@article{a,\n  title = {Open {brace},\n  year = 2001\n}\n@article{b, title = {Good}}\n@article{c title = {No comma}}\n@misc{d, year = 2002}"
    content = read(".bib", text)

    assert [fields(block)[0][1] for block in content.blocks if block.fields] == ["a", "b", "c", "d"]
    assert {problem.code for problem in content.problems} == {"broken-bibtex"}
    assert all(problem.line for problem in content.problems)


def test_macros_that_double_themselves_stay_small() -> None:
    content = read(".bib", "@string{a = {x}}" + "@string{a = a # a}" * 200 + "@misc{b, title = a # a}")

    assert len(content.blocks[0].prose) < 5_000


# Notebooks.


def test_markdown_cells_lead_back_to_the_file() -> None:
    cells = [
        {
            "cell_type": "markdown",
            "metadata": {"source": "no"},
            "source": ["# Tïtle 🧠\n", "\n", 'Text "quoted" [a](http://x.y)\t\\n'],
        },
        {"cell_type": "code", "source": "# not this", "outputs": [{"source": "nor this"}]},
        {"source": "- one\n- two", "cell_type": "markdown"},
    ]
    text = json.dumps({"cells": cells, "nbformat": 4}, indent=1)
    content = read(".ipynb", text)

    assert [block.prose for block in content.blocks] == ["Tïtle 🧠", 'Text "quoted" a \\n', "one", "two"]
    assert content.title == "Tïtle 🧠"
    block = content.blocks[1]
    start, end = block.source(5, 13)
    assert text[start:end] == r"\"quoted\""
    (link,) = block.links
    assert text[link.source_start : link.source_end] == "[a](http://x.y)"


@pytest.mark.parametrize("text", ["{", "[" * 100_000, '{"cells": [{"cell_type": "markdown", "source": "x'])
def test_broken_json_is_reported(text: str) -> None:
    assert [problem.code for problem in read(".ipynb", text).problems] == ["broken-json"]


@pytest.mark.parametrize(
    "text", ["[]", "1", '{"cells": 1}', '{"cells": [{"cell_type": "markdown", "source": {"a": 1}}]}', '"\\ud800"']
)
def test_json_that_is_no_notebook_has_no_blocks(text: str) -> None:
    assert proses(".ipynb", text) == []


def test_a_record_typed_on_several_lines_is_one_block() -> None:
    text = "Attention and More\nAda Lovelace, Alan Turing\nICLR 2017\n\nSome words in between them, and a full stop.\n"

    assert proses(".txt", text)[0] == "Attention and More\nAda Lovelace, Alan Turing\nICLR 2017"


def test_a_text_file_in_markdown_is_read_as_markdown() -> None:
    found = layout(".txt", "Papers\n======\n\n- [A](http://a.b)\n")

    assert found == [("heading", 1, None, "Papers"), ("item", 1, 0, "A")]


def test_a_numbered_bibliography_in_one_paragraph_is_divided() -> None:
    text = "# References\n[1] A. Lovelace. Notes on the\nengine. 1843.\n[2] A. Turing. On *numbers*. 1936.\n"

    assert proses(".md", text)[1:] == [
        "[1] A. Lovelace. Notes on the\nengine. 1843.",
        "[2] A. Turing. On numbers. 1936.",
    ]


def test_chinese_emphasis_needs_no_spaces() -> None:
    assert proses(".md", "**标题：**内容 *强调*后") == ["标题：内容 强调后"]


def test_a_picture_shows_its_text_and_not_its_width() -> None:
    (block,) = read(".md", "![[a.png|300]] ![[b.png|A plot]]").blocks

    assert block.prose == "A plot"
    assert [link.kind.value for link in block.links] == ["image", "image"]


def test_a_session_directly_above_its_rows_is_a_heading() -> None:
    text = """Poster sessions
copied from the programme, the columns got lost

Session 2D  Question answering
214A Paper Title And Its Wordshttps://arxiv.org/abs/2004.00001
215Another Paper Title And Its Wordshttps://arxiv.org/abs/2002.00002

My remarks
- 214 is good
"""

    assert [(kind, level) for kind, level, *_ in layout(".txt", text)] == [
        ("heading", 1), ("paragraph", 0), ("heading", 3), ("paragraph", 0), ("paragraph", 0), ("heading", 4), ("item", 1),
    ]  # fmt: skip
