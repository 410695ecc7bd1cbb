"""Regions: what each block of a note belongs to, told by form in any language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kg import extraction, notes
from kg.extraction.records.furniture import furniture_of
from kg.model import Note
from kg.publishing.explained.regions import RegionKind, read_regions
from kg.settings import Settings


def make(text: str, folder: Path, name: str = "note.md") -> Note:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    note = notes.read(path, vault=path, settings=Settings()).note
    assert note is not None
    return note


def kinds(text: str, folder: Path) -> list[str]:
    """Give the kinds of regions of a note without the records in it."""
    return [region.kind.value for region in read_regions(make(text, folder))]


@pytest.mark.parametrize(
    "text",
    [
        "- [One](#one)\n- [Two](#two)\n  - [Three](#three)\n",
        "1. [Eins](kapitel/eins.md)\n2. [Zwei](kapitel/zwei.html#abschnitt) (12)\n",
        "[第一章](#一)\n[第二章](#二)\n",
        "[TOC]\n",
        "- [[#Methods]]\n- [[#Results|What came out]]\n",
        '<ul>\n<li><a href="a.html">A</a></li>\n<li><a href="b.html">B</a></li>\n</ul>\n',
    ],
)
def test_a_list_that_leads_to_places_of_the_notes_is_a_table_of_contents(text: str, tmp_path: Path) -> None:
    assert kinds(text, tmp_path) == ["contents"]


def test_the_heading_of_a_table_of_contents_belongs_to_it(tmp_path: Path) -> None:
    text = "# Notes\n\n## Inhaltsverzeichnis\n\n- Teil I\n  - [Eins](#eins)\n  - [Zwei](#zwei)\n\n## Eins\n\nText.\n"

    assert [(r.kind, r.blocks) for r in read_regions(make(text, tmp_path))] == [
        (RegionKind.PROSE, range(1)),
        (RegionKind.CONTENTS, range(1, 5)),
        (RegionKind.PROSE, range(5, 7)),
    ]


def test_only_the_part_of_an_outline_that_leads_around_is_a_table_of_contents(tmp_path: Path) -> None:
    text = "- Overview\n  - [One](#one)\n  - [Two](#two)\n- We ran the ablation again, and nothing changed.\n"
    note = make(text, tmp_path)

    assert furniture_of(note) == {1, 2}


@pytest.mark.parametrize(
    "text",
    [
        "- [LoRA](https://example.org/lora)\n- [Adam](https://example.com/adam)\n",
        "- [LoRA](#lora) adapts weights\n- [Adam](#adam) optimises\n",
        "- [Local copy](papers/lora.pdf)\n- [Another](papers/adam.pdf)\n",
        "- [[LoRA]]\n- [[Adam]]\n",
        "Plan\n\n- run it again\n- write it up\n",
        "See [the methods](#methods) and [the results](#results).\n",
    ],
)
def test_an_ordinary_list_with_links_is_no_table_of_contents(text: str, tmp_path: Path) -> None:
    assert set(kinds(text, tmp_path)) == {"prose"}


@pytest.mark.parametrize(
    "text",
    [
        "![build](https://img.shields.io/badge/build-passing-green)\n",
        "[![a](https://img.shields.io/badge/a-b-red)](https://example.org) ![](https://example.org/x.png)\n",
        "- ![a](a.png)\n- ![b](b.png)\n",
    ],
)
def test_blocks_of_nothing_but_pictures_are_badges(text: str, tmp_path: Path) -> None:
    assert kinds(text, tmp_path) == ["badges"]


def test_a_picture_with_a_caption_or_beside_text_is_none(tmp_path: Path) -> None:
    caption = "![Our method is better than the old one on both of the two sets of charts](a.png)\n"

    assert kinds(caption, tmp_path) == ["prose"]
    assert kinds("![a](a.png) Our method.\n", tmp_path) == ["prose"]


@pytest.mark.parametrize(
    "text",
    [
        "[Home](/) | [About](/about) | [Next →](next.html)\n",
        "English | [简体中文](README.zh.md) | [日本語](README.ja.md)\n",
        "[← Vorige Woche](https://example.org/blog/12)\n",
        "[Back to top](#)\n",
        "[Blog](https://jane.example.org/blog) · [Teaching](https://jane.example.org/teaching)\n",
        "[PDF](https://arxiv.org/pdf/1706.03762) / [Code](https://github.com/a/b)\n",
        "<< [[2024-05-13]] | [[2024-05-15]] >>\n",
    ],
)
def test_rows_of_short_links_are_navigation(text: str, tmp_path: Path) -> None:
    assert kinds(text, tmp_path) == ["navigation"]


@pytest.mark.parametrize(
    "text",
    [
        "[LoRA](https://one.example.org/a) | [Adam](https://two.example.com/b)\n",
        "[LoRA](https://arxiv.org/abs/2106.09685) | [Adam](https://arxiv.org/abs/1412.6980)\n",
        "→ [LoRA](https://example.org/lora)\n",
        "[[LoRA]], [[Adam]]\n",
        "https://example.org/one | https://example.org/two\n",
        "Compare [this](a.md) with [that](b.md).\n",
        "| [One](one.md) | we ran it twice |\n|---|---|\n| [Two](two.md) | we ran it once |\n",
    ],
)
def test_a_row_of_names_is_no_navigation(text: str, tmp_path: Path) -> None:
    assert not furniture_of(make(text, tmp_path))


NOTE = """---
title: Reading
---

# Reading

Some thoughts before the list, which go on for a while.

- [Attention Is All You Need](https://arxiv.org/abs/1706.03762). Ashish Vaswani, Noam Shazeer. NeurIPS 2017.
- [Deep Residual Learning for Image Recognition](https://arxiv.org/abs/1512.03385). Kaiming He. CVPR 2016.

## Quotes

> The dominant sequence transduction models are complex.

| Title | Year |
|---|---|
| Adam: A Method for Stochastic Optimization | 2015 |

```python
print(1)
```

**Title:** Language Models are Few-Shot Learners
**Authors:** Tom Brown, Benjamin Mann
**Year:** 2020
"""


def test_the_regions_of_a_note(nlp: Any, tmp_path: Path) -> None:
    note = make(NOTE, tmp_path)
    page, _ = extraction.read(note, nlp)
    regions = read_regions(note, page.entries)

    assert [region.kind.value for region in regions] == [
        "metadata",
        "prose",
        "record list",
        "prose",
        "highlights",
        "table",
        "code",
        "cards",
    ]


def test_every_block_of_the_sample_notes_is_in_one_region(sample_vault: Path) -> None:
    for reading in notes.read_all(sample_vault, settings=Settings()):
        assert reading.note is not None
        regions = read_regions(reading.note)

        assert [i for region in regions for i in region.blocks] == list(range(len(reading.note.blocks)))
