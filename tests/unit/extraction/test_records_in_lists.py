from textwrap import dedent

import pytest
from entries import found
from growth import grows_linearly

DPO = "Direct Preference Optimization: Your Language Model is Secretly a Reward Model"
PAPER = "https://arxiv.org/abs/2305.18290"
CODE = "https://github.com/eric-mitchell/direct-preference-optimization"
TEAM = ["Rafael Rafailov", "Archit Sharma", "Eric Mitchell"]
NAMES = "Rafael Rafailov, Archit Sharma, Eric Mitchell"


def only(text):
    [entry] = found(text)
    return entry


@pytest.mark.parametrize(
    ("text", "authors", "venue", "year"),
    [
        (f"- **{DPO}** [[paper]]({PAPER}) [[code]]({CODE}) *NeurIPS 2023*", [], "NeurIPS 2023", "2023"),
        (f"- [{DPO}]({PAPER}), {NAMES}, NeurIPS 2023. [[code]({CODE})]", TEAM, "NeurIPS 2023", "2023"),
        (f"* [2023/05] **{DPO}** *{NAMES}. NeurIPS 2023.* [[paper]({PAPER})][[code]({CODE})]", TEAM, "NeurIPS 2023", "2023"),
        (f"- (NeurIPS 2023) [{DPO}]({PAPER}) - Rafael Rafailov et al. [[code]({CODE})]", TEAM[:1], "NeurIPS 2023", "2023"),
        (f"- `NeurIPS 2023` {DPO} [[PDF]({PAPER})] [[Code]({CODE})]", [], "NeurIPS 2023", "2023"),
        (f"- **[NeurIPS 2023]** {DPO} [[`arXiv`]({PAPER})] [[`Code`]({CODE})]", [], "NeurIPS 2023", "2023"),
        (f"* {DPO} | [Paper]({PAPER}) | [Code]({CODE})", [], None, None),
        (f"* {DPO} ([arXiv]({PAPER}), [code]({CODE}))", [], None, None),
        (f"* 🔥 {DPO}. {NAMES}. NeurIPS 2023. [paper]({PAPER}) [code]({CODE})", TEAM, "NeurIPS 2023", "2023"),
        (f"* [[Paper]({PAPER})] [[Code]({CODE})] {DPO}. {NAMES}. NeurIPS 2023.", TEAM, "NeurIPS 2023", "2023"),
        (f'* "{DPO}", {NAMES}, NeurIPS 2023, [[pdf]({PAPER})] [[code]({CODE})]', TEAM, "NeurIPS 2023", "2023"),
        (
            (f"* {DPO} [![arXiv](https://img.shields.io/badge/arXiv-2305.18290-b31b1b)]({PAPER}) "
            f"[![Star](https://img.shields.io/github/stars/a/b)]({CODE})"),
            [],
            None,
            None,
        ),
        (f"* {DPO}\n  - {NAMES}\n  - NeurIPS 2023\n  - [Paper]({PAPER}) | [Code]({CODE})", TEAM, "NeurIPS 2023", "2023"),
        (f"**{DPO}** <br>\n{NAMES} <br>\n*NeurIPS 2023* [[paper]({PAPER})] [[code]({CODE})]", TEAM, "NeurIPS 2023", "2023"),
        (f"### {DPO}\n\n[[paper]({PAPER})] [[code]({CODE})]", [], None, None),
        (f"1. {DPO}, Rafael Rafailov et al., NeurIPS 2023, [arXiv]({PAPER}), [code]({CODE})", TEAM[:1], "NeurIPS 2023", "2023"),
        (f"- [ ] [{DPO}]({PAPER}) ({NAMES}, 2023) [code]({CODE})", TEAM, None, "2023"),
    ],
)  # fmt: skip
def test_the_usual_forms_of_an_entry_are_read(text, authors, venue, year):
    entry = only(f"# Awesome alignment\n\n{text}\n")
    assert entry.title.text == DPO
    assert [name.text for name in entry.authors] == authors
    assert entry.year is None if year is None else entry.year.text == year
    assert entry.venue is None if venue is None else entry.venue.text in (venue, venue.split()[0])
    assert [link.text for link in entry.links] == [PAPER, CODE]


def test_the_full_stop_behind_the_last_author_is_no_name():
    note = """
        # Publications

        * _Sorting pebbles by the sound they make_,
        Ana Le Moine, Goran Tredic, Ali Yildiz.
        In Annals of Coastal Acoustics 13:100 (2023). [[PDF]](https://example.org/a.pdf).

        * _Quick tides: a model of harbours_,
        Theo Maho, Ana Marie Moine.
        In Annals of Coastal Acoustics 12:1 (2022). [[PDF]](https://example.org/b.pdf).
        """
    first, second = found(dedent(note))

    assert [author.text for author in first.authors] == ["Ana Le Moine", "Goran Tredic", "Ali Yildiz"]
    assert [author.text for author in second.authors] == ["Theo Maho", "Ana Marie Moine"]


@pytest.mark.parametrize("label", ["ArXiv preprint 2019", "arXiv 2019", "Preprint, arXiv 2019"])
@pytest.mark.parametrize("venue", ["INFOCOM (2021)", "ICML 2021", "the workshop on streams (WOS) @ ICML 2021"])
def test_the_preprint_of_a_work_says_neither_venue_nor_year(label, venue):
    entry = only(
        f"# Publications\n\n* _Setting the record straighter on tides_,\nAna Moine, Bo Morgan, Goran Tredic.\n"
        f"In {venue}. [[{label}]]({PAPER}).\n"
    )

    assert entry.year.text == "2021"
    assert entry.venue.text.split()[0] in venue


def test_words_that_only_lead_to_a_file_are_no_title():
    text = """
        # 2024

        Ann J. Adler and Jo R.R.A. Marten,
        *Blended Bodies for Aviation by Tides*,
        Journal of Aircraft, 2024
        DOI: [10.2514/1.c037582](https://doi.org/10.2514/1.c037582).

        PDF is available [here](https://example.org/blended.pdf).
        """

    assert [entry.title.text for entry in found(dedent(text))] == ["Blended Bodies for Aviation by Tides"]


def test_a_title_that_ends_with_a_quotation_keeps_its_closing_mark():
    entry = only(f'# Reading\n\n- [Harbours "Have No Moat, and Neither Has the Tide"]({PAPER}), Dylan Patel, 2023\n')

    assert entry.title.text == 'Harbours "Have No Moat, and Neither Has the Tide"'


def test_the_year_in_brackets_behind_the_title_is_the_year_of_the_work():
    note = f"""
        # Reading

        1. [Slice sampling of harbours (2003)]({PAPER}). In this paper, Radford Neale introduces the sampler.
        2. [The Calculation of Tides by Augmentation (1987)](https://www.example.org/tanner-wong-1987.pdf).
           Here data augmentation is born. Polson, Scott and Windle (2012) have a newer scheme for harbours.
        """

    assert [entry.year.text for entry in found(dedent(note))] == ["2003", "1987"]
    assert found(dedent(note))[1].authors == ()


def test_only_the_first_name_of_a_list_in_the_style_of_mla_is_turned_round():
    entry = only(f'# Reading\n\n- Geng, Xinbo, Le Xie, and Diran Obadina. "Voltage and Tides." *ISAP*, 2017. {PAPER}\n')

    assert [author.text for author in entry.authors] == ["Xinbo Geng", "Le Xie", "Diran Obadina"]


@pytest.mark.parametrize("text", ["Moody  et al. 2009", "Moody et al. 2009", "Moody and Roe (2009)"])
def test_a_link_that_shows_authors_and_year_shows_no_title(text):
    from kg.extraction.rules import addresses

    (entry,) = found(f"# Papers\n\n- [{text}](https://ieeexplore.ieee.org/document/5353439/)\n", rule=addresses.find)

    assert (entry.title, entry.authors[0].text, entry.year.text) == (None, "Moody", "2009")


def test_the_section_of_a_journal_is_no_title():
    text = "# Papers\n\n- Nicholls et al. (2024, _Journal of Geophysical Research: Planets_) | [arXiv](https://arxiv.org/abs/2410.1234)\n"

    assert [entry.title for entry in found(text)] in ([], [None])


def test_a_venue_does_not_go_on_over_the_end_of_a_bracket():
    entry = only(
        "# Articles\n\n- Barseg V.M. (2014). Forms and Factors of Activism: Classic Concepts and Research. "
        "(Review paper). *Humanitarian and Economic Sciences*, 2, 56-61. [https://doi.org/10.1000/x](https://doi.org/10.1000/x)\n"
    )

    assert entry.venue is None or entry.venue.text == "Humanitarian and Economic Sciences"


def test_a_key_behind_the_title_of_an_item_with_details_is_the_key_of_that_paper():
    first, second = found(
        dedent(
            """
            # Publications

            * Filtering samples for the distillation of agents
              * Bo Park, Chae Kang
              * Robotics and Tides 2023
            * Cooperative allocation of tasks among many robots [@park2021cooperative]
              * Bo Park, Chae Kang, and Jae Choi
              * Applied Sciences 12.1 (2021): 272.
            """
        )
    )

    assert [author.text for author in first.authors] == ["Bo Park", "Chae Kang"]
    assert (second.title.text, second.citekey.text, second.year.text, len(second.authors)) == (
        "Cooperative allocation of tasks among many robots",
        "park2021cooperative",
        "2021",
        3,
    )


def test_what_stands_below_a_line_that_cites_another_paper_is_not_about_the_paper_above():
    first = found(
        dedent(
            """
            # Publications

            * Filtering samples for the distillation of agents
              * Bo Park, Chae Kang
              * Robotics and Tides 2023
            * Tasks among many robots are what [@park2021cooperative] share out.
              * Jae Choi, Ann Lee
              * Applied Sciences 12.1 (2021): 272.
            """
        )
    )[0]

    assert [author.text for author in first.authors] == ["Bo Park", "Chae Kang"]


@pytest.mark.parametrize("venue", ["Bresson, Agon and Assayag", "Miller & Smith"])
def test_editors_are_no_venue(venue):
    entry = only(f"# Reading\n\n- Marta Malt. Some Considerations on Musical Form. In {venue} (2008), pp. 3-20.\n")

    assert entry.venue is None


@pytest.mark.parametrize(
    "text", ["Graduate School of Arts & Sciences", "Department of Coastal Studies", "Hertie School"]
)
def test_a_school_is_no_venue(text):
    entry = only(f"# Reading\n\n- Wolf, Jo. *A Computational Model of Tides.* Doctoral dissertation, {text}, 2015.\n")

    assert entry.venue is None


@pytest.mark.parametrize(
    ("text", "short"),
    [
        pytest.param(f"- [DPO] {DPO} [[paper]({PAPER})]", "DPO", marks=pytest.mark.xfail(reason="not read yet")),
        (f"- **DPO** - {DPO} [[paper]({PAPER})]", "DPO"),
        (f"- (DPO) {DPO}. [paper]({PAPER})", "DPO"),
    ],
)
def test_a_short_name_before_the_title_is_kept_apart(text, short):
    entry = only(text)
    assert (entry.title.text, entry.short.text) == (DPO, short)


def test_a_title_of_three_plain_words_is_no_person():
    entry = only(
        "- [2017/07] **Hindsight Experience Replay** *Marcin Andrychowicz, et al.* NIPS 2017. "
        "[![arXiv](https://img.shields.io/badge/arXiv-1707.01495-b31b1b.svg)](https://arxiv.org/abs/1707.01495)"
    )
    assert entry.title.text == "Hindsight Experience Replay"
    assert [name.text for name in entry.authors] == ["Marcin Andrychowicz"]
    assert entry.complete is False


def test_a_presentation_beside_the_venue_is_read():
    entry = only(f"- {DPO}. {NAMES}. NeurIPS 2023 (Oral). [paper]({PAPER})")
    assert entry.presentation.text == "oral"


def test_a_named_tool_with_the_label_of_its_paper_has_no_title():
    entry = only(
        "- [vLLM](https://github.com/vllm-project/vllm) - a high-throughput inference engine "
        "[[paper](https://arxiv.org/abs/2309.06180)]"
    )
    assert (entry.title, entry.short.text) == (None, "vLLM")


def test_a_second_paper_of_one_site_is_not_an_address_of_the_first():
    entry = only(f"- {DPO} [[paper]({PAPER})] [[follow-up](https://arxiv.org/abs/2402.01306)]")
    assert [link.text for link in entry.links] == [PAPER]


@pytest.mark.parametrize(
    "text",
    [
        "- [Attention? Attention!](https://lilianweng.github.io/posts/2018-06-24-attention/) [[blog](https://lilianweng.github.io)]",
        "- [Let's build GPT](https://www.youtube.com/watch?v=kCc8FmEb1nY) - Andrej Karpathy [[video](https://youtu.be/kCc8FmEb1nY)]",
        "- [PyTorch](https://github.com/pytorch/pytorch) - Tensors and dynamic neural networks in Python",
        pytest.param(
            "- CS224n: Natural Language Processing with Deep Learning [[slides](https://web.stanford.edu/x.pdf)] [[video](https://youtu.be/x)]",
            marks=pytest.mark.xfail(reason="not read yet"),
        ),
        "- We follow the setup of the earlier study ([paper](https://arxiv.org/abs/2006.11239))",
        "You can find all the details in this [paper](https://arxiv.org/abs/1412.6980).",
        "- see the [paper](https://arxiv.org/abs/1412.6980) and the [code](https://github.com/a/b)",
        "- [Contributing](https://github.com/a/b/blob/main/CONTRIBUTING.md)",
        "- [Papers](#papers)\n- [Code](#code)",
        "- [Awesome LLM Papers](https://github.com/a/awesome-llm) ![stars](https://img.shields.io/github/stars/a/b)",
        "## Optimizers\n\nWe compare them.\n\n[paper](https://arxiv.org/abs/1412.6980)",
        "- [Deep Learning](http://www.deeplearningbook.org/) by Ian Goodfellow [book]",
    ],
)
def test_what_is_no_titled_paper_is_left_alone(text):
    assert found(text) == []


@pytest.mark.parametrize(
    "piece", ["[a] ", "(a) ", "- ", "**a** ", "`x` ", "a, ", "A. B. ", "[[p](https://arxiv.org/abs/1412.6980)] "]
)
def test_long_hostile_lines_take_linear_time(piece):
    def read(size):
        text = "- " + piece * size + "[paper](https://arxiv.org/abs/1412.6980)\n"
        found(text)

    assert grows_linearly(read, 2_500 // len(piece))
