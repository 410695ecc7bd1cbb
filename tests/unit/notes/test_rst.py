"""reStructuredText: what becomes which block, with its place in the file."""

from __future__ import annotations

import pytest

from kg.model import BlockKind
from kg.notes import READERS
from kg.notes.draft import Content, Source

PAGE = """\
.. _readings:

========
Readings
========

Soils
-----

* Vogel, Petra. `Moss cover slows
  the drying of roofs. <https://doi.org/10.1234/uel.0042>`_
  *Urban Ecology Letters*, 2019.
* Shown by :cite:`okafor2021` and in [Lind2017]_.

.. note:: Read the second one first.

   It is shorter.

.. code-block:: python

   print("no text of the note")

.. a comment

#. first
#. second

.. [Lind2017] Jonas Lind. Steps of ants. 2017.

See `the archive`_ and ``code``.

.. _the archive: https://example.org/archive
"""


def read(text: str) -> Content:
    return READERS[".rst"](Source("page.rst", text))


def shown(text: str) -> list[tuple[str, int, str]]:
    return [(block.kind.value, block.level, block.prose) for block in read(text).blocks]


def test_a_page_becomes_headings_items_and_paragraphs():
    assert shown(PAGE) == [
        ("heading", 1, "Readings"),
        ("heading", 2, "Soils"),
        ("item", 1, "Vogel, Petra. Moss cover slows\nthe drying of roofs.\nUrban Ecology Letters, 2019."),
        ("item", 1, "Shown by [@okafor2021] and in [Lind2017]."),
        ("paragraph", 0, "Read the second one first."),
        ("paragraph", 0, "It is shorter."),
        ("item", 1, "first"),
        ("item", 1, "second"),
        ("item", 1, "[Lind2017] Jonas Lind. Steps of ants. 2017."),
        ("paragraph", 0, "See the archive and code."),
    ]


def test_links_lead_where_they_say():
    targets = [link.target for block in read(PAGE).blocks for link in block.links]
    assert targets == ["https://doi.org/10.1234/uel.0042", "https://example.org/archive"]


def test_what_is_kept_stands_in_the_file_where_its_place_says():
    for block in read(PAGE).blocks:
        for word in ("Readings", "drying", "Steps", "archive", "shorter"):
            at = block.prose.find(word)
            if at >= 0:
                start, end = block.source(at, at + len(word))
                assert PAGE[start:end] == word


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("See :doi:`10.1234/uel.0042`.", "See https://doi.org/10.1234/uel.0042."),
        ("The `Index <https://example.org>`__ of ants", "The Index of ants"),
        (":math:`x^2` grows", "x^2 grows"),
        (
            "Moss dries :cite:p:`vogel2019,lind2017` and :footcite:`roe2020`",
            "Moss dries [@vogel2019; @lind2017] and [@roe2020]",
        ),
        ("a_b and snake_case_ stay", "a_b and [snake_case] stay"),
        ("A line::\n\n    that is code\n\nand text", "A line::"),
        (":raw-html-m2r:`<em>Moss, A.</em>` (2019)\\ :raw-html-m2r:`<br>`\nOn roofs", "Moss, A. (2019)\n\nOn roofs"),
    ],
)
def test_inline_marks(text, prose):
    assert read(text).blocks[0].prose == prose


def test_text_of_no_grammar_is_read_as_it_stands():
    assert shown("====\n\n``\n\n`\n")[-1][2] == "`"


@pytest.mark.parametrize("above", [".. code-block:: bibtex\n   :linenos:", ".. code:: bibtex", "Cite it as::"])
def test_bibtex_is_no_program(above):
    text = f"{above}\n\n    @article{{vogel2019,\n      title = {{Moss on roofs}}\n    }}\n\nand text"
    [record] = [block for block in read(text).blocks if block.kind is BlockKind.RECORD]
    assert record.prose == "vogel2019\nMoss on roofs"
    assert text[slice(*record.source(10, 14))] == "Moss"


def test_what_stands_in_tabs_and_cards_is_text():
    text = ".. tab:: APA\n\n  Read `Lind <https://a.example/lind>`__.\n\n.. card:: Moss\n\n  It grows.\n"

    assert [block.prose for block in read(text).blocks] == ["Read Lind.", "Moss", "It grows."]


def test_directives_in_directives_are_read_however_deep_they_are():
    text = "".join(f"{' ' * depth}.. note:: word {depth}\n\n" for depth in range(1500))
    assert shown(text)[-1][2].endswith("word 1499")


def test_lines_of_a_line_block_stay_lines_without_their_bars():
    text = ".. [Vogel2019]\n   | Petra Vogel\n   | *Moss on roofs*\n   | Urban Ecology **3**, 41\n\n| one\n| two\n"

    assert shown(text) == [
        ("item", 1, "[Vogel2019]\nPetra Vogel\nMoss on roofs\nUrban Ecology 3, 41"),
        ("paragraph", 0, "one\ntwo"),
    ]
