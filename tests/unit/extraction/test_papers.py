"""Which records are papers."""

import pytest
from entries import found

UNQOMP = "Unqomp: Synthesizing Uncomputation in Quantum Circuits"
BOOST = "Boosting SMT Solver Performance on Mixed-Bitwise-Arithmetic Expressions"
GLIDE = "GLIDE: Towards Photorealistic Image Generation and Editing with Text-Guided Diffusion Models"
REPORT = f"""# PLDI 2021 notes

## Keynote: Programming languages for quantum (Margaret Martonosi)

Very broad overview.

## {UNQOMP}

Anouk Paradis, Benjamin Bichsel, Samuel Steffen and Martin Vechev

Uncomputation is needed to free ancillas.

* values are like reference counts

## Panel: languages and security

With Nadia Polikarpova and others.

## {BOOST}
Dongpeng Xu et al

They simplify before they solve.
"""


def titles(text):
    return [entry.title.text for entry in found(text) if entry.title is not None]


def test_sections_about_papers_are_told_from_keynotes_and_panels_without_any_address():
    assert titles(REPORT) == [UNQOMP, BOOST]


def test_the_title_of_a_page_of_papers_is_none_of_them():
    listed = "\n".join(f"- {title}\n  Ada Keller, Bo Lindqvist" for title in (UNQOMP, BOOST, GLIDE))
    assert titles(f"# List of accepted papers, PLDI 2021\n\n{listed}\n") == [UNQOMP, BOOST, GLIDE]


def test_headings_with_nothing_but_an_address_below_are_papers():
    text = "# ICLR 2023: what I want to read\n\n## Diffusion\n" + "".join(
        f"### {title}\n[paper](https://openreview.net/forum?id=FjNys5c7V{n}) / [code](https://github.com/a/b{n})\n"
        for n, title in enumerate((GLIDE, BOOST, UNQOMP))
    )
    assert titles(text) == [GLIDE, BOOST, UNQOMP]


@pytest.mark.parametrize(
    "text",
    [
        "- [How We Scale Feature Stores](https://eng.example.com/scale)\n- [Introducing Fabricator](https://blog.example.io)\n",
        "- Slides: https://web.example.edu/slides7.pdf\n- [Handout](https://web.example.edu/handouts/week3.pdf)\n",
        "## Talks\n\n- Jane Roe (ETH Zurich), “Reasoning About Reasoning”\n- John Doe (MIT), “From Documents to Dialogues”\n",
        "- What it costs: memory grows with the length\n- Value function: computes the reward\n- Open: does it scale?\n",
        "**Title:** {{ title }}\n**Authors:** {{ authors }}\n**Year:** {{ year }}\n",
    ],
)
def test_posts_slides_talks_remarks_and_forms_are_no_papers(text):
    assert found(f"# Notes\n\n{text}") == []


def test_one_that_shows_nothing_is_a_paper_where_the_others_of_its_list_are():
    text = (
        "# Reading list\n\n- [Deep Sets](https://arxiv.org/abs/1703.06114)\n"
        "- [Attention Is All You Need](https://arxiv.org/abs/1706.03762)\n"
        "- [Set Transformer](https://juho-lee.example.io/set-transformer)\n"
        "- [PointNet: Deep Learning on Point Sets](https://arxiv.org/abs/1612.00593)\n"
    )
    assert len(found(text)) == 4


def test_an_item_to_tick_is_a_record_of_its_own():
    text = (
        "# 14 June\n\n- [ ] Prokhorenkova et al. CatBoost: unbiased boosting with categorical features\n"
        "- [x] Ke et al. 2017 LightGBM: A Highly Efficient Gradient Boosting Decision Tree\n"
        "- [ ] Chen and Guestrin (2016) XGBoost: A Scalable Tree Boosting System\n"
    )
    assert [[name.text for name in entry.authors] for entry in found(text)] == [
        ["Prokhorenkova"],
        ["Ke"],
        ["Chen", "Guestrin"],
    ]


def test_names_in_the_column_of_models_are_authors():
    text = (
        "| Model | F1 | Paper / Source |\n|---|---|---|\n"
        "| TENER (Yan and Deng, 2019) | 91.4 | [TENER: Adapting Transformer Encoder](https://arxiv.org/abs/1911.04474) |\n"
        "| LSTM-CRF (Lample et al., 2016) | 90.9 | [Neural Architectures for NER](https://arxiv.org/abs/1603.01360) |\n"
    )
    assert [[name.text for name in entry.authors] for entry in found(text)] == [["Yan", "Deng"], ["Lample"]]
