import pytest
from entries import found
from growth import grows_linearly
from shown import shown

ADAM = "https://arxiv.org/abs/1412.6980"


def only(text):
    [entry] = found(text)
    return shown(entry)


def test_a_plain_table_with_english_headers_is_read():
    text = """| Title | Authors | Year | Venue | Link |
|---|---|---|---|---|
| Attention Is All You Need | Vaswani, A., Shazeer, N., Parmar, N. | 2017 | NeurIPS | [pdf](https://arxiv.org/abs/1706.03762) |
| Deep Residual Learning for Image Recognition | Kaiming He, Xiangyu Zhang | 2016 | CVPR (oral) | |
"""
    first, second = map(shown, found(text))
    assert first == {
        "title": "Attention Is All You Need",
        "authors": ["A. Vaswani", "N. Shazeer", "N. Parmar"],
        "complete": True,
        "year": "2017",
        "venue": "NeurIPS",
        "links": ["https://arxiv.org/abs/1706.03762"],
    }
    assert second["presentation"] == "oral"
    assert second["venue"] == "CVPR"


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("标题 | 作者 | 年份 | 会议", "Adam: A Method for Stochastic Optimization | Diederik Kingma, Jimmy Ba | 2015 | ICLR"),
        ("Titel | Autoren | Jahr | Konferenz", "Adam: A Method for Stochastic Optimization | Diederik Kingma, Jimmy Ba | 2015 | ICLR"),
        ("Título | Autores | Año | Revista", "Adam: A Method for Stochastic Optimization | Diederik Kingma y Jimmy Ba | 2015 | ICLR"),
        ("Название | Авторы | Год | Конференция", "Adam: A Method for Stochastic Optimization | Diederik Kingma, Jimmy Ba | 2015 | ICLR"),
        ("📄 Paper | By | Published | Where", "Adam: A Method for Stochastic Optimization | Diederik Kingma & Jimmy Ba | Jan 2015 | ICLR"),
        ("Paper title | Author(s) | Pub. date | Conference", "*Adam: A Method for Stochastic Optimization* | Kingma, Diederik; Ba, Jimmy | 2015-05-07 | ICLR"),
        (" | | | ", "Adam: A Method for Stochastic Optimization | Diederik Kingma, Jimmy Ba | 2015 | ICLR"),
    ],
)  # fmt: skip
def test_headers_are_read_in_several_languages_and_without_words(header, row):
    read = only(f"| {header} |\n|---|---|---|---|\n| {row} |\n")
    assert (read["title"], read["year"], read["venue"]) == (
        "Adam: A Method for Stochastic Optimization",
        "2015",
        "ICLR",
    )
    assert read["authors"] == ["Diederik Kingma", "Jimmy Ba"]


def test_a_method_column_gives_the_short_name_and_a_label_is_no_title():
    text = """| Method | Paper | Code | Venue |
|:--|:--|:--|:--|
| DPO | [Direct Preference Optimization: Your Language Model is Secretly a Reward Model](https://arxiv.org/abs/2305.18290) | [code](https://github.com/eric-mitchell/direct-preference-optimization) | NeurIPS 2023 |
| KTO | [paper](https://arxiv.org/abs/2402.01306) | - | ICML'24 |
"""
    first, second = map(shown, found(text))
    assert first["short"] == "DPO"
    assert first["links"] == [
        "https://arxiv.org/abs/2305.18290",
        "https://github.com/eric-mitchell/direct-preference-optimization",
    ]
    assert second == {"short": "KTO", "year": "2024", "venue": "ICML'24", "links": ["https://arxiv.org/abs/2402.01306"]}


def test_a_cell_may_hold_title_authors_venue_and_links():
    read = only(
        "| Year | Paper |\n|--|--|\n| 2020 | **Denoising Diffusion Probabilistic Models** <br> Jonathan Ho, Ajay Jain, Pieter Abbeel <br> "
        "*NeurIPS 2020* [[paper]](https://arxiv.org/abs/2006.11239) [[code]](https://github.com/hojonathanho/diffusion) |\n"
    )
    assert read["title"] == "Denoising Diffusion Probabilistic Models"
    assert read["authors"] == ["Jonathan Ho", "Ajay Jain", "Pieter Abbeel"]
    assert (read["venue"], read["year"]) == ("NeurIPS", "2020")
    assert len(read["links"]) == 2


def test_a_grouping_column_carries_its_value_down():
    text = """| Topic | Year | Paper |
|---|---|---|
| Optimizers | 2015 | [Adam: A Method for Stochastic Optimization](https://arxiv.org/abs/1412.6980) |
| | 2019 | [Decoupled Weight Decay Regularization](https://arxiv.org/abs/1711.05101) |
| Normalization | 2016 | [Layer Normalization](https://arxiv.org/abs/1607.06450) |
"""
    assert [shown(entry)["keywords"] for entry in found(text)] == [["Optimizers"], ["Optimizers"], ["Normalization"]]


def test_an_empty_venue_behind_the_title_stays_empty():
    text = """| Title | Authors | Venue |
|---|---|---|
| Layer Normalization | Jimmy Ba, Jamie Kiros | arXiv |
| Group Normalization | Yuxin Wu, Kaiming He | |
"""
    assert "venue" not in shown(found(text)[1])


def test_several_linked_papers_in_one_cell_are_several_papers():
    text = f"""| Category | Papers |
|---|---|
| Optimizers | [Adam: A Method for Stochastic Optimization]({ADAM}), [Decoupled Weight Decay Regularization](https://arxiv.org/abs/1711.05101) |
| Norms | [Layer Normalization](https://arxiv.org/abs/1607.06450)<br>[Group Normalization](https://arxiv.org/abs/1803.08494) |
"""
    read = [shown(entry) for entry in found(text)]
    assert [paper["title"] for paper in read] == [
        "Adam: A Method for Stochastic Optimization",
        "Decoupled Weight Decay Regularization",
        "Layer Normalization",
        "Group Normalization",
    ]
    assert all(len(paper["links"]) == 1 for paper in read)


def test_reading_lists_in_a_course_table_are_papers_and_its_slides_are_none():
    text = """| Week | Topic | Readings | Slides |
|---|---|---|---|
| 1 | Introduction | | [slides](https://cs.example.edu/1.pdf) |
| 2 | Word vectors | [Efficient Estimation of Word Representations](https://arxiv.org/abs/1301.3781)<br>[GloVe: Global Vectors for Word Representation](https://aclanthology.org/D14-1162/) | [slides](https://cs.example.edu/2.pdf) |
"""
    assert [shown(entry)["title"] for entry in found(text)] == [
        "Efficient Estimation of Word Representations",
        "GloVe: Global Vectors for Word Representation",
    ]


def test_badges_are_decoys_and_their_targets_are_links():
    read = only(
        "| Title | Venue | Links |\n|---|---|---|\n| LoRA: Low-Rank Adaptation of Large Language Models | ICLR 2022 | "
        "[![arXiv](https://img.shields.io/badge/arXiv-2106.09685-b31b1b)](https://arxiv.org/abs/2106.09685) "
        "![Stars](https://img.shields.io/github/stars/microsoft/LoRA) |\n"
    )
    assert read["links"] == ["https://arxiv.org/abs/2106.09685"]
    assert read["title"] == "LoRA: Low-Rank Adaptation of Large Language Models"


def test_a_key_column_gives_the_citation_key_and_stars_the_rating():
    text = """| Citekey | Title | Year | Rating | Notes |
|---|---|---|---|---|
| he2016deep | Deep Residual Learning for Image Recognition | 2016 | ⭐⭐⭐⭐ | residual connections |
| @kingma2015adam | Adam: A Method for Stochastic Optimization | 2015 | 5/5 | optimizer |
"""
    first, second = map(shown, found(text))
    assert (first["key"], first["rating"]) == ("he2016deep", "4")
    assert (second["key"], second["rating"]) == ("kingma2015adam", "5")


def test_a_card_of_fields_is_one_paper():
    text = """| Field | Value |
|---|---|
| Title | Segment Anything |
| Authors | Alexander Kirillov, Eric Mintun |
| Venue | ICCV 2023 |
| arXiv | 2304.02643 |
"""
    read = only(text)
    assert read["title"] == "Segment Anything"
    assert read["authors"] == ["Alexander Kirillov", "Eric Mintun"]
    assert (read["venue"], read["year"], read["links"]) == ("ICCV", "2023", ["https://arxiv.org/abs/2304.02643"])


def test_a_programme_gives_its_papers_and_not_its_breaks():
    text = """| Time | Title | Speaker |
|---|---|---|
| 9:00 | Opening remarks | Chairs |
| 9:10 | Segment Anything | Alexander Kirillov |
| 10:00 | Coffee Break | |
| 10:30 | Scaling Laws for Neural Language Models | Jared Kaplan |
| 12:00 | Lunch | |
| 13:00 | Keynote: The Next Ten Years | Yann LeCun |
"""
    assert [shown(entry)["title"] for entry in found(text)] == [
        "Segment Anything",
        "Scaling Laws for Neural Language Models",
    ]


def test_who_presents_a_paper_in_a_reading_group_has_not_written_it():
    text = """| Date | Presenter | Paper |
|---|---|---|
| 2024-04-03 | Jun Tanaka | Hohenberg and Kohn (1964), [Inhomogeneous Electron Gas](https://doi.org/10.1103/PhysRev.136.B864) |
| 2024-04-17 | Olga Petrova | Breiman (2001), [Random Forests](https://doi.org/10.1023/A:1010933404324) |
"""
    first, second = map(shown, found(text))
    assert (first["title"], first["authors"], first["year"]) == (
        "Inhomogeneous Electron Gas",
        ["Hohenberg", "Kohn"],
        "1964",
    )
    assert (second["authors"], second["year"]) == (["Breiman"], "2001")


def test_a_session_that_is_called_oral_or_poster_states_the_presentation():
    text = """| # | Title | Authors | Session |
|---|---|---|---|
| 101 | Segment Anything | Alexander Kirillov (Meta), Eric Mintun (Meta) | Oral 1A |
| 102 | Group Normalization | Yuxin Wu; Kaiming He | Poster 2 |
"""
    assert [shown(entry)["presentation"] for entry in found(text)] == ["oral", "poster"]


def test_authors_where_a_title_should_stand_are_no_title():
    text = "| Model | Paper | Year | Venue |\n|---|---|---|---|\n| BERT | Devlin et al. | 2019 | NAACL |\n"
    [entry] = found(text)
    assert (entry.title, entry.short.text, entry.year.text) == (None, "BERT", "2019")


def test_identifiers_in_an_identifier_column_become_links():
    text = """| arXiv | Title | DOI |
|---|---|---|
| 1607.06450 | Layer Normalization | |
| | Mastering the game of Go with deep neural networks and tree search | 10.1038/nature16961 |
"""
    assert [shown(entry)["links"] for entry in found(text)] == [
        ["https://arxiv.org/abs/1607.06450"],
        ["https://doi.org/10.1038/nature16961"],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "| Model | MNLI | QQP |\n|---|---|---|\n| BERT | 84.6 | 71.2 |\n| RoBERTa | 90.2 | 92.2 |\n",
        "| Hyperparameter | Value |\n|---|---|\n| learning rate | 3e-4 |\n| Batch size | 64 |\n",
        "| Tool | Description | Link |\n|---|---|---|\n| vLLM | A fast inference engine | [GitHub](https://github.com/vllm-project/vllm) |\n",
        "| Title | Director | Year |\n|---|---|---|\n| The Matrix Reloaded Again | Lana Wachowski | 1999 |\n",
        "|  | Diffusion | GAN |\n|---|---|---|\n| Training stability | High quality | Hard to get right |\n",
        "| Week | Topic | Homework |\n|---|---|---|\n| 1 | Introduction to Deep Learning | HW1 |\n| 2 | Backpropagation | HW2 |\n",
        "| Option | Default | Meaning |\n|---|---|---|\n| `--lr` | 0.1 | The learning rate of the optimizer |\n",
        "| Video | Channel |\n|---|---|\n| [Let's build GPT from scratch](https://www.youtube.com/watch?v=kCc8FmEb1nY) | Andrej Karpathy |\n",
        "| Course | University | Year |\n|---|---|---|\n| CS231n Convolutional Networks for Vision | Stanford | 2017 |\n",
        "| Dataset | Size | License |\n|---|---|---|\n| ImageNet | 14M | custom |\n| COCO | 330k | CC-BY |\n",
        "| Name | Affiliation | Role |\n|---|---|---|\n| Yann LeCun | Meta AI | Keynote speaker |\n",
        "| Date | Event |\n|---|---|\n| 2024-05-07 | ICLR main conference begins |\n| 2024-05-11 | Workshops |\n",
        "| A | B |\n|---|---|\n",
    ],
)
def test_tables_of_other_things_hold_no_paper(text):
    assert found(text) == []


def test_a_large_table_takes_linear_time():
    row = f"| [Adam: A Method for Stochastic Optimization]({ADAM}) | Diederik Kingma, Jimmy Ba | 2015 | ICLR |\n"

    def read(rows):
        text = "| Title | Authors | Year | Venue |\n|---|---|---|---|\n" + row * rows
        assert len(found(text)) == rows

    assert grows_linearly(read, 60)
