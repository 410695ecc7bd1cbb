import pytest
from entries import found
from shown import shown

from kg.extraction.rules.literature import find


def entries(text, name="n.md"):
    return found(text, name=name, rule=find)


def recorded(text, name="n.md"):
    """Read sections and blocks, each a record of its own."""
    return found(text, name=name)


def only(text, name="n.md"):
    [entry] = entries(text, name)
    return shown(entry)


ATTENTION = {
    "title": "Attention Is All You Need",
    "authors": ["Ashish Vaswani", "Noam Shazeer"],
    "complete": True,
    "year": "2017",
}


def test_a_zotero_export_is_read_from_its_front_matter():
    read = only(
        """---
title: "Attention Is All You Need"
authors:
  - Vaswani, Ashish
  - Shazeer, Noam
publicationTitle: Advances in Neural Information Processing Systems
date: 2017-12-04
itemType: conferencePaper
citekey: vaswani2017attention
DOI: 10.48550/arXiv.1706.03762
tags: [paper, nlp, "sequence models"]
rating: 5/5
aliases: [Transformer]
---
# Attention Is All You Need

It replaced recurrence.
"""
    )
    assert read == ATTENTION | {
        "short": "Transformer",
        "key": "vaswani2017attention",
        "rating": "5",
        "venue": "Advances in Neural Information Processing Systems",
        "links": ["https://doi.org/10.48550/arXiv.1706.03762"],
        "keywords": ["nlp", "sequence models"],
    }


@pytest.mark.parametrize(
    "matter",
    [
        "authors: [Ashish Vaswani, Noam Shazeer]\nyear: 2017\nvenue: NeurIPS",
        'author: "Vaswani, Ashish and Shazeer, Noam"\nyear: 2017\narxiv: "1706.03762"',
        "authors:\n  - name: Ashish Vaswani\n  - name: Noam Shazeer\npublishedDate: 2017-06-12\nurl: https://arxiv.org/abs/1706.03762",
        "authors: Ashish Vaswani; Noam Shazeer\ndate: 2017-06-12\ncitation_key: vaswani2017",
        "creators: [Ashish Vaswani, Noam Shazeer]\nissued: 2017\nitem-type: journalArticle\nzotero: zotero://select/items/1",
        "author:\n  - family: Vaswani\n    given: Ashish\n  - family: Shazeer\n    given: Noam\nyear: 2017\ndoi: 10.1000/182",
        'authors:\n  - "[[Ashish Vaswani]]"\n  - "[[Noam Shazeer]]"\npublished: 2017\njournal: NeurIPS',
    ],
)
def test_front_matter_is_read_in_its_many_spellings(matter):
    read = only(f"---\ntitle: Attention Is All You Need\n{matter}\n---\n\nText.\n")
    assert {name: read.get(name) for name in ATTENTION} == ATTENTION


@pytest.mark.parametrize(
    "body",
    [
        "# Attention Is All You Need\n\nAuthors:: Ashish Vaswani, Noam Shazeer\nYear:: 2017\nVenue:: NeurIPS\n",
        "# Attention Is All You Need\n\n- **Authors**: Ashish Vaswani, Noam Shazeer\n- **Year**: 2017\n- **Venue**: NeurIPS\n",
        "# Attention Is All You Need\n\n**Authors:** Ashish Vaswani, Noam Shazeer | **Year:** 2017 | **Venue:** NeurIPS\n",
        "title:: Attention Is All You Need\nauthors:: [[Ashish Vaswani]], [[Noam Shazeer]]\nyear:: 2017\ndoi:: 10.1000/182\n\n- a point\n",
        (
            "> [!info]- Meta\n> **FirstAuthor**:: Vaswani, Ashish\n> **Author**:: Shazeer, Noam\n> **Title**:: Attention Is All You Need\n"
            "> **Year**:: 2017\n> **Citekey**:: vaswani2017\n> **itemType**:: conferencePaper\n> **DOI**::\n"
        ),
        "# Vaswani et al. (2017) - Attention Is All You Need\n\n- Authors:\n  - Ashish Vaswani\n  - Noam Shazeer\n- Year: 2017\n- Venue: NeurIPS\n",
        "# Attention Is All You Need\n\n## Metadata\n\n- Authors: Ashish Vaswani, Noam Shazeer\n- Year: 2017\n- Link: [arXiv](https://arxiv.org/abs/1706.03762)\n",
        "# 论文笔记\n\n标题：Attention Is All You Need\n作者：Ashish Vaswani, Noam Shazeer\n年份：2017\n会议：NeurIPS\n",
        "# Reading\n\nTitle: Attention Is All You Need\nAuthors: Ashish Vaswani, Noam Shazeer\nYear: 2017\nCite key: vaswani2017\n",
    ],
)
def test_lines_of_named_values_are_read_without_front_matter(body):
    [entry] = entries(body) or recorded(body)
    read = shown(entry)
    assert {name: read.get(name) for name in ATTENTION} == ATTENTION


def test_a_section_with_named_values_is_a_paper():
    [entry] = recorded(
        "# Notes\n\n## Attention Is All You Need\n\n- Authors: Ashish Vaswani, Noam Shazeer\n- Published: June 2017\n"
        "- Paper: https://arxiv.org/abs/1706.03762\n\nGood.\n"
    )
    assert {name: shown(entry).get(name) for name in ATTENTION} == ATTENTION


def test_sections_with_named_values_are_papers_each():
    read = [
        shown(entry)
        for entry in recorded(
            """# Reading list

## Segment Anything
- **Authors**: Alexander Kirillov et al.
- **Paper**: https://arxiv.org/abs/2304.02643
- **Code**: https://github.com/facebookresearch/segment-anything

A promptable model.

## LoRA: Low-Rank Adaptation of Large Language Models
- Authors: Edward Hu, Yelong Shen
- Venue: ICLR 2022

## Ideas
- Time: 12 weeks
"""
        )
    ]
    assert [paper["title"] for paper in read] == [
        "Segment Anything",
        "LoRA: Low-Rank Adaptation of Large Language Models",
    ]
    assert read[0]["complete"] is False
    assert set(read[0]["links"]) == {
        "https://arxiv.org/abs/2304.02643",
        "https://github.com/facebookresearch/segment-anything",
    }
    assert read[1]["year"] == "2022"


def test_the_properties_of_an_outliner_block_are_read_below_its_title():
    [entry] = recorded(
        """- Read today
  - [[Toolformer: Language Models Can Teach Themselves to Use Tools]]
    authors:: [[Timo Schick]], [[Jane Dwivedi-Yu]]
    date:: 2023
    url:: https://arxiv.org/abs/2302.04761
    - Calls a calculator.
  - [[Weekly sync]]
    date:: 2024-01-01
    status:: done
"""
    )
    read = shown(entry)
    assert read == {
        "title": "Toolformer: Language Models Can Teach Themselves to Use Tools",
        "authors": ["Timo Schick", "Jane Dwivedi-Yu"],
        "complete": True,
        "year": "2023",
        "links": ["https://arxiv.org/abs/2302.04761"],
    }


def test_the_name_of_the_file_may_be_the_citation_key():
    text = "---\ntitle: Attention Is All You Need\nauthors: [Ashish Vaswani]\nitemType: conferencePaper\n---\n"
    assert only(text, "@vaswani2017.md")["key"] == "vaswani2017"


def test_the_day_of_reading_is_not_the_year_of_the_paper():
    text = "---\ntitle: Attention Is All You Need\ncitekey: vaswani2017attention\ndate: 2024-02-03\nauthors: [Ashish Vaswani]\n---\n"
    assert only(text)["year"] == "2017"


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: My summer\nauthor: Jane Doe\ndate: 2024-01-01\ntags: [blog]\n---\n# My summer\n",
        "---\ntitle: ICLR 2025 notes\nauthor: Jane Doe\nvenue: ICLR 2025\ndate: 2025-05-01\nlink: https://iclr.cc/virtual/2025\n---\n# Orals\n",
        "---\ntitle: ICML 2025 Oral Papers\ndate: 2025-07-20\ntags: [papers, icml]\n---\n",
        "---\ntitle: A report on sparse attention\nauthor: Jane Doe\nyear: 2024\n---\n# Report\n",
        "---\ntitle: Weekly sync\ntype: meeting\nauthors: [Jane Doe]\nurl: https://example.org/x\nyear: 2024\n---\n",
        '---\ntitle: "{{title}}"\nauthors: "{{authors}}"\ndoi: "{{DOI}}"\ncitekey: "{{citekey}}"\n---\n',
        "---\ntitle: Attention explained\nauthor: Jane Doe\ntype: blog\nurl: https://arxiv.org/abs/1706.03762\n---\n",
        "---\ntitle: Reading group log\nauthors: [Mira, Jonas]\n---\n# Log\n",
        "---\ntitle: Deep learning course\nauthor: Jane Doe\nlink: https://example.edu/course\n---\n",
        "---\ntitle: Nice talk\nauthor: Jane Doe\nurl: https://www.youtube.com/watch?v=1\ntags: [talk]\n---\n",
        "---\ntags: [daily]\ndate: 2024-01-01\n---\n# Monday\n\nTime: 9:00\nPlace: office\n",
        "# Experiment log\n\n- Date: 2024-01-01\n- Model: BERT\n- Score: 81\n- Status: done\n",
        "# Ideas\n\nNote: this is fine. Question: why?\n",
        "# Meeting\n\nAuthors: Jane Doe\nDate: 2024-01-01\nTopic: budget\n",
        "",
    ],
)
def test_ordinary_notes_are_no_papers(text):
    assert entries(text) == []


def test_the_key_of_an_item_in_zotero_is_no_citation_key():
    read = only(
        """---
zotero-key: BJ37JLDP
citekey: zhou2021foxes
title: "How Foxes Ask Their Way"
author:
- "[[Zhou Daming]]"
publication_date: 2021-01
DOI: 10.1000/j.foxes.2021.04.001
---
# How Foxes Ask Their Way
"""
    )

    assert read["key"] == "zhou2021foxes"


def test_a_company_with_an_ampersand_is_one_author():
    [entry] = recorded(
        """# How to Compare Systems

## Metadata
- Author: [[W&B]]
- Full Title: How to Compare Systems
- Category: #articles
- URL: https://example.org/reports/how-to

## Highlights
- They differ.
"""
    )

    assert [author.text for author in entry.authors] == ["W&B"]


CLIPPED = """---
author: [[Lilian Roe]]
title: "How to Build a System for Questions?"
tags: [articles, literature-note]
---
# How to Build a System for Questions?

## Metadata
- Author: [[Lilian Roe]]
- Full Title: How to Build a System for Questions?
- Category: #articles
- URL: https://lilianroe.example.org/posts/odqa/

## Highlights
- A model can answer many questions.
## New highlights added July 3, 2023 at 11:21 AM
- It can refuse, too.
"""


def test_front_matter_and_a_section_of_metadata_are_one_record_and_a_stamp_is_no_year():
    assert only(CLIPPED) == {
        "title": "How to Build a System for Questions?",
        "authors": ["Lilian Roe"],
        "complete": True,
        "links": ["https://lilianroe.example.org/posts/odqa/"],
    }
    assert [entry.year for entry in recorded(CLIPPED) if entry.year is not None] == []


@pytest.mark.parametrize("mark", ["[Paper Review] ", "[논문리뷰] ", "【论文阅读】", "Paper Summary #7 - "])
def test_a_title_that_says_so_makes_a_note_one_on_the_paper_of_that_title(mark):
    read = only(
        f"""---
title: "{mark}Denoising Harbours with Implicit Models (2)"
date: 2025-03-12
categories: ["reviews"]
---

**ICLR 2021** [[Paper]](https://arxiv.org/abs/2010.02502)

## Introduction

It takes fewer steps.
"""
    )

    assert read == {
        "title": "Denoising Harbours with Implicit Models",
        "year": "2021",
        "venue": "ICLR 2021",
        "links": ["https://arxiv.org/abs/2010.02502"],
    }


def test_the_day_of_a_review_is_not_that_of_the_paper():
    read = only("---\ntitle: '[Paper Review] Explanations of Tides in Stories'\ndate: 2022-04-22\n---\n\nIt tells.\n")

    assert read == {"title": "Explanations of Tides in Stories"}


@pytest.mark.parametrize(
    ("value", "authors"),
    [
        ("[[Tides, software, harbours, and people... by X]]", ["Tides, software, harbours, and people... by X"]),
        ('"[[Jane Roe]], [[Max Doe]] and [[Smith, John]]"', ["Jane Roe", "Max Doe", "John Smith"]),
        ('"[[Jane Roe]], Max Doe"', ["Jane Roe", "Max Doe"]),
        ("[[Jane Roe]]", ["Jane Roe"]),
    ],
)
def test_a_link_to_a_note_names_one_author(value, authors):
    read = only(f"---\nauthor: {value}\ntitle: Harbours of the North\ntags: [literature-note]\n---\n\nText.\n")

    assert read["authors"] == authors
