"""Markdown as people write it: what becomes which block, where it leads back to, what stands under what."""

from __future__ import annotations

import pytest
from origins import check_origins

from kg.model import Block, BlockKind, LinkKind, MarkKind
from kg.notes.draft import Content, Source
from kg.notes.markdown import read_markdown


def read(text: str) -> Content:
    return read_markdown(Source("note.md", text))


def blocks(text: str) -> tuple[Block, ...]:
    return read(text).blocks


def one(text: str) -> Block:
    (block,) = blocks(text)
    return block


def layout(text: str) -> list[tuple[str, int, int | None, str]]:
    return [(block.kind.value, block.level, block.parent, block.prose) for block in blocks(text)]


def links(block: Block) -> list[tuple[str, str, str]]:
    return [(block.prose[link.start : link.end], link.target, link.kind.value) for link in block.links]


def marked(block: Block) -> list[tuple[str, str]]:
    return [(block.prose[mark.start : mark.end], mark.kind.value) for mark in block.marks]


def kinds(text: str) -> list[tuple[str, str]]:
    check_origins(text, ".md")
    return [(block.kind.value, block.prose) for block in blocks(text)]


def fields(block: Block) -> list[tuple[str, str]]:
    return [(field.name, block.prose[field.start : field.end]) for field in block.fields]


# Text and marks.


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("*a* **b** _c_ __d__ ***e***", "a b c d e"),
        ("snake_case_name and 2*3*4", "snake_case_name and 234"),
        (r"\*not\* \#tag &amp; &eacute; &#956;", "*not* #tag & é μ"),
        ("a  \nhard\\\nbreak\nsoft", "a\nhard\nbreak\nsoft"),
        ("a<br>b<br/>c", "a\nb\nc"),
        ("H<sub>2</sub>O <!-- hidden --> x<script>alert(1)</script>y", "H2O  xy"),
        ("costs $5 and $6", "costs $5 and $6"),
        ("> a\nlazy\n> b", "a\nlazy\nb"),
        ("key:: value", "key:: value"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("[@smith2020; @doe1999]", "[@smith2020; @doe1999]"),
    ],
)
def test_prose_has_the_text_and_no_markup(text: str, prose: str) -> None:
    assert one(text).prose == prose


def test_marks_say_what_the_markup_said() -> None:
    block = one("**b** *e* `c` ~~s~~ ==h== $x^2$ #t/u <b>B</b> <i>I</i> #🧠 #12 a#b")

    assert block.prose == "b e c s h $x^2$ #t/u B I #🧠 #12 a#b"
    assert marked(block) == [
        ("b", "strong"), ("e", "em"), ("c", "code"), ("s", "strike"), ("h", "highlight"), ("$x^2$", "math"),
        ("#t/u", "tag"), ("B", "strong"), ("I", "em"), ("#🧠", "tag"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("[t](http://a.b/c)", ("t", "http://a.b/c", "inline")),
        ('[t](<http://a.b/c d> "title")', ("t", "http://a.b/c d", "inline")),
        ("[t][k]\n\n[k]: http://a.b/c", ("t", "http://a.b/c", "inline")),
        ("[K][]\n\n[k]: http://a.b/c 'x'", ("K", "http://a.b/c", "inline")),
        ('<a class="x" href="http://a.b/c?d&amp;e">t</a>', ("t", "http://a.b/c?d&e", "inline")),
        ("[[key|label]]", ("label", "key", "wiki")),
        ("[[note#heading]]", ("note#heading", "note#heading", "wiki")),
        ("![[file.pdf]]", ("file.pdf", "file.pdf", "wiki")),
        ("<https://a.b/c>", ("https://a.b/c", "https://a.b/c", "bare")),
        ("gluedhttps://arxiv.org/abs/3101.00001.", ("https://arxiv.org/abs/3101.00001",) * 2 + ("bare",)),
        ("(http://a.b/c_(d)_e).", ("http://a.b/c_(d)_e", "http://a.b/c_(d)_e", "bare")),
        ("*http://a.b/c*", ("http://a.b/c", "http://a.b/c", "bare")),
        ("doi.org/10.1000/182, x", ("doi.org/10.1000/182", "https://doi.org/10.1000/182", "bare")),
        ("![alt *text*](http://a.b/i.png)", ("alt text", "http://a.b/i.png", "image")),
        ("x[^n]", ("", "n", "footnote")),
    ],
)
def test_every_way_to_write_a_link(text: str, link: tuple[str, str, str]) -> None:
    assert links(blocks(text)[0]) == [link]


def test_a_link_leads_back_to_all_of_its_markup() -> None:
    text = "- x [**t**](http://a.b) and [![badge](http://i.png)](http://a.c) [[k|l]]"
    block = one(text)

    assert [text[link.source_start : link.source_end] for link in block.links] == [
        "[**t**](http://a.b)",
        "[![badge](http://i.png)](http://a.c)",
        "![badge](http://i.png)",
        "[[k|l]]",
    ]
    assert [link.kind for link in block.links] == [LinkKind.INLINE, LinkKind.INLINE, LinkKind.IMAGE, LinkKind.WIKI]


@pytest.mark.parametrize(
    "before", ["", "# h\n\n", "> ", "- ", "\t- ", "1. - ", "> - > ", "| a |\n|---|\n| ", "é🧠\r\n\r\n"]
)
def test_a_word_leads_back_to_its_place_wherever_it_stands(before: str) -> None:
    text = f"{before}some **bo*l*d** `x` &amp; [target](http://a.b) end"
    block = blocks(text)[-1]
    start = block.prose.index("target")

    assert block.source(start, start + 6) == (text.index("target"), text.index("target") + 6)
    start = block.prose.index("end")
    assert block.source(start, start + 3) == (text.index("end"), text.index("end") + 3)


# Blocks and what they stand under.


def test_an_outline_by_tabs_keeps_its_depth_and_continuation_lines() -> None:
    text = "## Topic\n- Area\n\t- [Key](http://a.b) does\n\t  _a remark_\n\t\t- deep\n- Next\n"

    assert layout(text) == [
        ("heading", 2, None, "Topic"),
        ("item", 1, 0, "Area"),
        ("item", 2, 1, "Key does\na remark"),
        ("item", 3, 2, "deep"),
        ("item", 1, 0, "Next"),
    ]


@pytest.mark.parametrize("indent", ["  ", "   ", "    ", "\t"])
@pytest.mark.parametrize("mark", ["-", "*", "+", "1.", "3)"])
def test_a_bullet_that_is_indented_stands_below_the_item_above(indent: str, mark: str) -> None:
    text = f"{mark} one\n{indent}- below\n{mark} two\n"

    assert layout(text) == [("item", 1, None, "one"), ("item", 2, 0, "below"), ("item", 1, None, "two")]
    first, below, second = blocks(text)
    assert first.group == second.group != below.group
    assert first.ordered == second.ordered == (mark[0].isdigit())


def test_paragraphs_of_an_item_stand_below_it() -> None:
    text = "- item\n\n  more\n\n  > quote\n\n- next"

    assert layout(text) == [
        ("item", 1, None, "item"),
        ("paragraph", 1, 0, "more"),
        ("paragraph", 1, 0, "quote"),
        ("item", 1, None, "next"),
    ]


def test_headings_stand_below_higher_headings() -> None:
    text = "# A\n## B\n#### C\n## D\n# E\n"

    assert [(block.prose, block.parent) for block in blocks(text)] == [
        ("A", None),
        ("B", 0),
        ("C", 1),
        ("D", 0),
        ("E", None),
    ]


def test_an_outline_indented_from_the_start_is_no_code() -> None:
    assert layout("\t- a\n\t- b\n\t\t- c\n") == [("item", 1, None, "a"), ("item", 1, None, "b"), ("item", 2, 1, "c")]


def test_web_bullets_in_markdown_are_items() -> None:
    text = "# h\n\nIntro:\n• one\n◦ sub\n• two\n"

    assert layout(text)[1:] == [
        ("paragraph", 0, 0, "Intro:"),
        ("item", 1, 0, "one"),
        ("item", 2, 2, "sub"),
        ("item", 1, 0, "two"),
    ]


def test_callouts_give_their_type_and_title() -> None:
    found = blocks("> [!Quote]- A **title**\n> Body\n> > deeper\n\n> plain")

    assert [(block.prose, block.quote, block.info) for block in found] == [
        ("A title", 1, "quote"),
        ("Body", 1, "quote"),
        ("deeper", 2, "quote"),
        ("plain", 1, ""),
    ]


def test_tables_are_rows_of_cells() -> None:
    header, row = blocks("| Paper | By |\n|:--|--:|\n| [A](http://a.b) \\| x | B<br>C |")

    assert (header.kind, row.kind) == (BlockKind.HEADER, BlockKind.ROW)
    assert header.group == row.group > 0
    assert [row.prose[start:end] for start, end in row.cells] == ["A | x", "B\nC"]
    assert row.prose == "A | x\tB\nC"


def test_html_tables_are_rows_too() -> None:
    text = (
        '<table>\n<tr><th>A</th><th>B</th></tr>\n<tr><td><a href="http://a.b">x</a></td><td>y<br>z</td></tr>\n</table>'
    )
    header, row = blocks(text)

    assert (header.kind, header.prose) == (BlockKind.HEADER, "A\tB")
    assert (row.kind, row.prose) == (BlockKind.ROW, "x\ty\nz")
    assert links(row) == [("x", "http://a.b", "inline")]


def test_markdown_in_details_is_read() -> None:
    found = blocks("<details><summary>More</summary>\nSee **this** [p](http://a.b)\n</details>")

    assert [block.prose for block in found] == ["More", "See this p"]
    assert links(found[1]) == [("p", "http://a.b", "inline")]


def test_a_definition_right_under_a_footnote_or_a_text_counts() -> None:
    note = read(
        "See [Title A][a] and [Title B][b].\n\n[^1]: A remark.\n[a]: https://a.example/1\n\nText.\n[b]: https://b.example\n"
    )
    assert [link.target for link in note.blocks[0].links] == ["https://a.example/1", "https://b.example"]
    assert [block.prose for block in note.blocks[1:]] == ["A remark.", "Text."]


def test_footnotes_are_blocks_with_their_label() -> None:
    found = blocks("Text[^a].\n\n[^a]: The note\n    goes on.\n")

    assert (found[1].kind, found[1].info, found[1].prose) == (BlockKind.FOOTNOTE, "a", "The note\ngoes on.")


def test_code_keeps_its_lines_and_language() -> None:
    block = one("> ```python title=x\n> def f():\n>     return 1\n> ```")

    assert (block.kind, block.info, block.prose) == (BlockKind.CODE, "python", "def f():\n    return 1")


def test_tasks_lose_their_box_and_keep_their_text() -> None:
    assert [block.prose for block in blocks("- [ ] todo\n- [x] done\n- [link] no box")] == [
        "todo",
        "done",
        "[link] no box",
    ]


def test_display_mathematics_keeps_its_dollars() -> None:
    block = one("$$\nE = mc^2\n$$")

    assert block.prose == "$$\nE = mc^2\n$$"
    assert block.marks[0].kind is MarkKind.MATH


@pytest.mark.parametrize(
    "fence", ["```bibtex\n{}\n```", "```\n{}\n```", "~~~bib\n{}\n~~~", "{}", "    {}", "> ```bibtex\n> {}\n> ```"]
)
def test_bibtex_in_a_note_is_a_record(fence: str) -> None:
    block = one(fence.replace("{}", "@article{doe, title={A {B}}, author={Doe, J. and Roe, R.}}"))

    assert (block.kind, block.info) == (BlockKind.RECORD, "article")
    assert fields(block) == [("key", "doe"), ("title", "A B"), ("author", "Doe, J."), ("author", "Roe, R.")]


# Front matter.


def test_yaml_front_matter_is_one_record_with_places() -> None:
    text = '---\ntitle: "A *B*"\ntags: [x, "y/z"]\nauthors:\n  - "[[Jane Doe|Doe]]"\n  - [[Roe]]\nn: {year: 2020}\nempty:\n---\n# h'
    content = read(text)
    record = content.blocks[0]

    assert (record.kind, record.info) == (BlockKind.RECORD, "yaml")
    assert fields(record) == [
        ("title", "A *B*"), ("tags", "x"), ("tags", "y/z"), ("authors", "Doe"), ("authors", "Roe"), ("n.year", "2020"),
    ]  # fmt: skip
    assert links(record) == [("Doe", "Jane Doe", "wiki"), ("Roe", "Roe", "wiki")]
    assert content.title == "A *B*"
    assert content.meta == (("title", "A *B*"), ("n.year", "2020"))
    for field in record.fields:
        start, end = record.source(field.start, field.end)
        assert text[start:end] == record.prose[field.start : field.end]


def test_toml_front_matter_is_one_record() -> None:
    content = read('+++\ntitle = "A B"\ntags = ["x", "y"]\ndraft = true\n+++\ntext')

    assert fields(content.blocks[0]) == [("title", "A B"), ("tags", "x"), ("tags", "y"), ("draft", "true")]
    assert content.blocks[0].info == "toml"


@pytest.mark.parametrize(
    "yaml",
    [
        "title: A\nauthor: [b\n",
        'title: A\nx: "y\n',
        "title: A\n\tx: y\n",
        "title: A\n: : :\n- b\n",
        "title: A\nx: *gone\n",
    ],
)
def test_half_written_yaml_is_reported_and_read_by_line(yaml: str) -> None:
    content = read(f"---\n{yaml}---\ntext")

    assert [problem.code for problem in content.problems] == ["half-yaml"]
    assert content.problems[0].line > 0
    assert ("title", "A") in fields(content.blocks[0])
    assert content.blocks[-1].prose == "text"


def test_front_matter_without_an_end_is_reported() -> None:
    content = read("---\ntitle: A\nyear: 2020\n\n# Head\n")

    assert [problem.code for problem in content.problems] == ["half-yaml"]
    assert fields(content.blocks[0]) == [("title", "A"), ("year", "2020")]
    assert content.blocks[1].prose == "Head"


def test_front_matter_without_values_is_no_text() -> None:
    assert layout("---\ntags:\naliases: []\n---\nText.") == [("paragraph", 0, None, "Text.")]


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    assert layout("---\n\nSome text.\n\n---\n") == [("paragraph", 0, None, "Some text.")]


def test_a_yaml_bomb_is_not_unfolded() -> None:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60)]
    content = read("---\n" + "\n".join(lines) + "\n---\n")

    assert len(content.blocks[0].fields) == 2


@pytest.mark.parametrize("value", ["[" * 50_000, "- " * 50_000 + "x", "{a: " * 3_000])
def test_deeply_nested_yaml_does_not_exhaust_the_stack(value: str) -> None:
    content = read(f"---\ntitle: A\nb: {value}\n---\ntext")

    assert content.blocks[-1].prose == "text"
    assert [problem.code for problem in content.problems] == ["half-yaml"]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: F\n---\n# H", "F"),
        ("## S\n\n# H", "H"),
        ("# H ![badge](http://a.b/i.svg)", "H"),
        ("A first line\n\nand text.", "A first line"),
        ("A sentence is no title.\n\nMore.", ""),
        ("- item", ""),
    ],
)
def test_the_title_is_the_best_that_the_note_gives(text: str, title: str) -> None:
    assert read(text).title == title


# What other programs write for themselves.


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("as said ((65e6f0b2-1111-4c4c-9a9a-0c0c0c0c0c0c)) before", "as said  before"),
        ("promptable ((xKj3-92aa))", "promptable"),
        ("a function f((attention)) of two ((x))", "a function f((attention)) of two ((x))"),
        ("{{embed ((65e6f0b2-1111-4c4c-9a9a-0c0c0c0c0c0c))}} below", "below"),
        ("{{[[query]]: {and: [[a]]}}} x", "x"),
        ("{{query (property type)}} x", "x"),
        ("{{[[DONE]]}} read it", "DONE read it"),
        ("{{title}} of a template", "{{title}} of a template"),
        ("A claim. ^37066d", "A claim."),
        ("A claim. ^my-claim", "A claim."),
        ("x ^2", "x ^2"),
        ("norm ^below is not one", "norm ^below is not one"),
        ("see [[Layer Normalization#^37066d]]", "see Layer Normalization"),
        ("the ^^key question^^ is", "the key question is"),
        ("[text](((xKj3-92aa)))", "text"),
    ],
)
def test_names_of_blocks_are_never_shown(text: str, prose: str) -> None:
    assert " ".join(block.prose for block in blocks(text)) == prose
    check_origins(text, ".md")


def test_lines_that_logseq_writes_for_itself_are_left_out() -> None:
    text = """- [[Layer Normalization]]
  id:: 65e6f0b2-1111-4c4c-9a9a-0c0c0c0c0c0c
  collapsed:: true
  year:: 2016
  :LOGBOOK:
  CLOCK: [2024-03-05 Tue 09:10:00]--[2024-03-05 Tue 09:40:00] =>  00:30:00
  :END:
\t- normalizes over the layer
\t  SCHEDULED: <2024-03-08 Fri>
"""

    assert [(block.level, block.prose) for block in blocks(text)] == [
        (1, "Layer Normalization\nyear:: 2016"),
        (2, "normalizes over the layer"),
    ]
    check_origins(text, ".md")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("type:: [[Paper]]\nTitle:: QLoRA: Finetuning\nyear:: 2023\n\n- # Summary\n", "QLoRA: Finetuning"),
        ("type:: paper\nyear:: 2023\n\n- text\n", ""),
        ("alias:: Foo\n", ""),
    ],
)
def test_properties_of_a_page_may_give_its_title_and_are_none(text: str, title: str) -> None:
    assert read(text).title == title


def test_an_export_of_readwise_has_its_highlights_as_items() -> None:
    text = """# Layer Normalization

![rw-book-cover](https://example.org/cover.png)

## Metadata
- Author: [[Jimmy Ba]] and [[Geoffrey Hinton]]
- Category: #articles

## Highlights
- Statistics are computed per case ([View Highlight](https://read.readwise.io/read/01h))
    - Note: unlike batch normalization
"""

    assert [row[1:] for row in layout(text) if row[0] == "item"] == [
        (1, 2, "Author: Jimmy Ba and Geoffrey Hinton"),
        (1, 2, "Category: #articles"),
        (1, 5, "Statistics are computed per case"),
        (2, 6, "Note: unlike batch normalization"),
    ]


def test_annotations_of_zotero_are_paragraphs_without_their_links_into_the_program() -> None:
    text = "# Annotations\n(05/03/2024)\n\n“Statistics are per case” ([Ba et al., 2016, p. 2](zotero://select/library/items/A)) ([pdf](zotero://open-pdf/library/items/B?page=2))\n"
    quote = blocks(text)[-1]

    assert quote.prose.rstrip() == "“Statistics are per case” (Ba et al., 2016, p. 2)"
    assert quote.links == ()


# Boxes of MyST, Quarto, Pandoc and Docusaurus.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```{note}\n:class: tip\nFoxes sleep.\n```", [("paragraph", "Foxes sleep.")]),
        ("```{admonition} On *foxes*\nThey sleep.\n```", [("paragraph", "On foxes"), ("paragraph", "They sleep.")]),
        ("~~~~{margin}\n~~~{warning}\n* a\n* b\n~~~\n~~~~", [("item", "a"), ("item", "b")]),
        (":::{tip}\nSee it.\n:::\nbehind", [("paragraph", "See it."), ("paragraph", "behind")]),
        ("::: {.callout-note}\n# Head\ntext\n:::", [("heading", "Head"), ("paragraph", "text")]),
        (":::warning Take care\ntext\n:::", [("paragraph", "Take care"), ("paragraph", "text")]),
        ("- item\n\n  ```{note}\n  inside\n  ```", [("item", "item"), ("paragraph", "inside")]),
        ("```{python}\n:class: x\nx = 1\n```", [("code", ":class: x\nx = 1")]),
        ("```\n```{note}\n```", [("code", "```{note}")]),
        ("```{note}\nwithout an end", [("code", "without an end")]),
        (":::{math}\na = b\n:::", [("paragraph", ":::{math}\na = b\n:::")]),
    ],
)
def test_what_stands_in_a_box_is_the_notes_own(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|---|---|\n| a | b |\n| c | d |", [("row", "a\tb"), ("row", "c\td")]),
        ("| a | b |\n| c | d |", [("row", "a\tb"), ("row", "c\td")]),
        ("| Sullivan |\n| 1896 |", [("paragraph", "| Sullivan |\n| 1896 |")]),
        ("| a | b |\nand more", [("paragraph", "| a | b |\nand more")]),
    ],
)
def test_lines_between_bars_are_rows_without_a_header_too(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


def test_entities_and_tags_in_front_matter_are_read() -> None:
    text = '---\ntitle: "Plants &#34;and&#34; <i>Soil</i>"\nauthor: "[[Jane Roe]] &amp; Sons"\n---\ntext\n'

    assert fields(read(text).blocks[0]) == [("title", 'Plants "and" Soil'), ("author", "Jane Roe & Sons")]
    check_origins(text, ".md")
