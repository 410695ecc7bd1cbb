"""Notes in the habits of many note-takers: what a reader of each folder of `tests/support/habits` expects."""

from __future__ import annotations

import pytest
from habits import Paper, build

from kg import terms
from kg.model import Kind


def unread(what: str) -> pytest.MarkDecorator:
    return pytest.mark.xfail(reason=f"not read yet: {what}", strict=True)


def has(paper: Paper, authors: str, year: str = "", venue: str = "", link: str = "") -> None:
    """Check the fields of a paper; what is not given must not be there."""
    assert paper.authors == [name for name in authors.split("; ") if name]
    assert paper.years == {year} - {""}
    assert paper.venues == {venue} - {""}
    assert {part.removesuffix(".pdf").replace("/pdf/", "/abs/") for part in paper.links} == {link} - {""}


ARXIV = "https://arxiv.org/abs/"

# ---------------------------------------------------------------------------------------------------- cards

NIN = "Network In Network"
LENET = "Gradient-Based Learning Applied to Document Recognition"
XCEPTION = "Xception: Deep Learning with Depthwise Separable Convolutions"
SQUEEZENET = "SqueezeNet: AlexNet-level accuracy with 50x fewer parameters and <0.5MB model size"


def test_cards_in_a_row_are_papers_of_their_own() -> None:
    papers = build("cards").papers

    assert set(papers) == {NIN, LENET, XCEPTION, SQUEEZENET}
    has(papers[NIN], "Min Lin; Qiang Chen; Shuicheng Yan", "2014", "ICLR 2014", f"{ARXIV}1312.4400")
    has(
        papers[LENET],
        "Yann LeCun; Léon Bottou; Yoshua Bengio; Patrick Haffner",
        "1998",
        "Proceedings of the IEEE",
    )
    has(papers[XCEPTION], "François Chollet", "2017", link=f"{ARXIV}1610.02357")
    assert papers[NIN].remarks == ["Puts a small perceptron into each filter and averages whole maps at the end."]
    assert papers[LENET].remarks == ["Checks are read by a network trained as a whole."]
    assert papers[XCEPTION].remarks == []


def test_a_card_and_a_reference_of_another_note_are_one_paper_and_no_other_card_is() -> None:
    papers = build("cards").papers

    assert papers[XCEPTION].notes == {"convnets.md", "thinner.md"}
    assert papers[NIN].notes == papers[LENET].notes == {"convnets.md"}
    assert papers[SQUEEZENET].notes == {"thinner.md"}


def test_a_lone_author_before_et_al_keeps_the_given_name_first() -> None:
    assert build("cards").papers[SQUEEZENET].authors == ["Forrest N. Iandola"]


def test_cards_in_nested_lists_are_papers_of_their_own() -> None:
    papers = build("cards_in_lists").papers

    assert set(papers) == {"Spatial Transformer Networks", "Dynamic Routing Between Capsules"}
    has(
        papers["Spatial Transformer Networks"],
        "Max Jaderberg; Karen Simonyan; Andrew Zisserman; Koray Kavukcuoglu",
        "2015",
        "NeurIPS 2015",
        f"{ARXIV}1506.02025",
    )
    has(
        papers["Dynamic Routing Between Capsules"],
        "Sara Sabour; Nicholas Frosst; Geoffrey E. Hinton",
        "2017",
        link=f"{ARXIV}1710.09829",
    )


GLOROT = "Understanding the difficulty of training deep feedforward neural networks"


def test_cards_under_headings_are_papers_of_their_own() -> None:
    papers = build("cards_under_headings").papers

    assert set(papers) == {
        GLOROT,
        "Self-Normalizing Neural Networks",
        "Long Short-Term Memory-Networks for Machine Reading",
    }
    has(papers[GLOROT], "Xavier Glorot; Yoshua Bengio", "2010", "AISTATS 2010")
    has(
        papers["Self-Normalizing Neural Networks"],
        "Günter Klambauer; Thomas Unterthiner; Andreas Mayr",
        "2017",
        "NeurIPS 2017",
        f"{ARXIV}1706.02515",
    )
    has(
        papers["Long Short-Term Memory-Networks for Machine Reading"],
        "Jianpeng Cheng; Li Dong; Mirella Lapata",
        "2016",
        link=f"{ARXIV}1601.06733",
    )


def test_a_remark_below_a_card_is_whole() -> None:
    assert build("cards_under_headings").papers[GLOROT].remarks == ["Where the saturation comes from, layer by layer."]


# ---------------------------------------------------------------------------------------------------- mail

GORILLA = "Gorilla: Large Language Model Connected with Massive APIs"
THOUGHTS = "Tree of Thoughts: Deliberate Problem Solving with Large Language Models"


def test_a_mail_digest_gives_each_paper_its_authors_and_its_identifier() -> None:
    papers = build("mail_digest").papers

    assert len(papers) == 2
    has(
        papers[GORILLA],
        "Shishir G. Patil; Tianjun Zhang; Xin Wang; Joseph E. Gonzalez",
        "2023",
        link=f"{ARXIV}2305.15334",
    )
    (other,) = (paper for title, paper in papers.items() if title != GORILLA)
    has(
        other,
        "Shunyu Yao; Dian Yu; Jeffrey Zhao; Izhak Shafran; Thomas L. Griffiths; Yuan Cao; Karthik Narasimhan",
        "2023",
        link=f"{ARXIV}2305.10601",
    )


def test_a_title_that_a_mail_wraps_is_read_to_its_end() -> None:
    assert set(build("mail_digest").papers) == {GORILLA, THOUGHTS}


def test_the_text_of_a_mail_digest_is_the_abstract() -> None:
    papers = build("mail_digest").papers
    (gorilla,) = papers[GORILLA].abstracts

    assert " ".join(gorilla.split()).startswith("A language model is tuned to write calls of programming interfaces.")
    assert " ".join(gorilla.split()).endswith("it invents fewer calls that do not exist.")
    assert [len(paper.abstracts) for paper in papers.values()] == [1, 1]


def test_headers_of_a_mail_name_nothing() -> None:
    habit = build("mail_digest")

    assert habit.methods == {"Gorilla", "Tree of Thoughts"}
    assert habit.named(Kind.ORG) == set()


# ---------------------------------------------------------------------------------------------------- languages


def test_cards_in_french_are_papers_without_their_quotation_marks() -> None:
    papers = build("languages").papers

    words, context = "Enriching Word Vectors with Subword Information", "Deep contextualized word representations"
    has(
        papers[words],
        "Piotr Bojanowski; Edouard Grave; Armand Joulin; Tomas Mikolov",
        "2017",
        "Transactions of the Association for Computational Linguistics",
        f"{ARXIV}1607.04606",
    )
    has(papers[context], "Matthew E. Peters; Mark Neumann", "2018", "NAACL 2018", f"{ARXIV}1802.05365")
    assert papers[words].complete and not papers[context].complete  # "et coll."
    assert papers[context].remarks == ["Les vecteurs changent avec la phrase."]


def test_german_sentences_with_fields_below_them_are_papers() -> None:
    papers = build("languages").papers

    gan, vae = papers["Generative Adversarial Nets"], papers["Auto-Encoding Variational Bayes"]
    has(gan, "Ian Goodfellow; Jean Pouget-Abadie; Mehdi Mirza", "2014", "NeurIPS 2014", f"{ARXIV}1406.2661")
    assert not gan.complete  # "u. a."
    assert vae.years == {"2014"} and vae.venues == {"ICLR 2014"} and f"{ARXIV}1312.6114" in vae.links
    assert ("Annegret Falk", "Universität Rostock") in build("languages").facts(terms.AFFILIATION)


def test_numbered_sections_in_chinese_are_papers() -> None:
    papers = build("languages").papers

    senet, focal = papers["Squeeze-and-Excitation Networks"], papers["Focal Loss for Dense Object Detection"]
    has(senet, "胡杰; 沈理; 孙刚", "2018", "CVPR 2018", f"{ARXIV}1709.01507")
    has(
        focal,
        "Tsung-Yi Lin; Priya Goyal; Ross Girshick; Kaiming He; Piotr Dollár",
        "2017",
        "ICCV 2017",
        f"{ARXIV}1708.02002",
    )
    assert senet.remarks == ["给每个通道一个权重，计算量几乎不变。"]


def test_each_of_three_languages_gives_its_two_papers_and_no_more() -> None:
    assert len(build("languages").papers) == 6


def test_german_authors_in_a_sentence_are_those_of_the_list_below() -> None:
    assert build("languages").papers["Auto-Encoding Variational Bayes"].authors == ["Diederik P. Kingma", "Max Welling"]


def test_labels_and_nouns_of_other_languages_are_no_methods() -> None:
    assert build("languages").methods & {"Résumé", "Reihe"} == set()


@unread("the words that lead to a title are taken for a remark on it")
def test_what_leads_to_a_german_title_is_no_remark() -> None:
    assert build("languages").papers["Generative Adversarial Nets"].remarks == []


# ---------------------------------------------------------------------------------------------------- outliners and vaults

PERFORMER, REFORMER = "Rethinking Attention with Performers", "Reformer: The Efficient Transformer"
LINFORMER = "Linformer: Self-Attention with Linear Complexity"


def test_pages_of_logseq_are_papers_named_by_their_files() -> None:
    papers = build("logseq").papers

    assert set(papers) == {PERFORMER, REFORMER, LINFORMER}
    has(
        papers[PERFORMER],
        "Krzysztof Choromanski; Valerii Likhosherstov; David Dohan; Xingyou Song",
        "2021",
        "ICLR 2021",
        f"{ARXIV}2009.14794",
    )
    has(papers[REFORMER], "Nikita Kitaev; Łukasz Kaiser; Anselm Levskaya", "2020", link=f"{ARXIV}2001.04451")
    has(
        papers[LINFORMER],
        "Sinong Wang; Belinda Z. Li; Madian Khabsa; Han Fang; Hao Ma",
        "2020",
        link=f"{ARXIV}2006.04768",
    )
    assert papers[PERFORMER].topics == {"efficiency", "kernels"}
    assert papers[LINFORMER].topics == {"low rank", "deep learning"}


def test_links_in_a_journal_of_logseq_are_the_papers_of_the_pages() -> None:
    habit = build("logseq")

    for predicate in (terms.CITATION, terms.LINKS_TO):
        assert habit.of("2023-11-20", predicate) == {PERFORMER, REFORMER}
    assert habit.of(LINFORMER, terms.CITATION) == {REFORMER}


def test_schedules_identifiers_and_markers_of_logseq_name_nothing() -> None:
    habit = build("logseq")
    named = {name.casefold() for kind in Kind for name in habit.named(kind)}

    assert not any(word in name for name in named for word in ("todo", "later", "scheduled", "655b1a7c", "collapsed"))
    assert {"2023-11-24", "fri"} & named == set()


def test_a_block_of_a_journal_is_no_topic() -> None:
    assert build("logseq").named(Kind.TOPIC) == {
        "efficiency",
        "kernels",
        "long context",
        "locality sensitive hashing",
        "low rank",
        "deep learning",
    }


NODE, FLOWS = "Neural ordinary differential equations", "Variational Inference with Normalizing Flows"
FFJORD = "FFJORD: Free-form Continuous Dynamics for Scalable Reversible Generative Models"


def test_a_note_of_an_obsidian_vault_with_front_matter_is_the_paper_of_its_name() -> None:
    papers = build("obsidian").papers

    assert set(papers) == {NODE, FLOWS, FFJORD}
    has(
        papers[NODE],
        "Ricky T. Q. Chen; Yulia Rubanova; Jesse Bettencourt; David Duvenaud",
        "2018",
        "NeurIPS 2018",
        f"{ARXIV}1806.07366",
    )
    has(papers[FLOWS], "Danilo Jimenez Rezende; Shakir Mohamed", "2015", link=f"{ARXIV}1505.05770")
    has(
        papers[FFJORD],
        "Will Grathwohl; Ricky T. Q. Chen; Jesse Bettencourt; Ilya Sutskever; David Duvenaud",
        "2019",
        "ICLR 2019",
    )
    assert "ODE paper" in papers[NODE].short


def test_links_of_a_daily_note_by_name_and_by_key_point_at_the_papers() -> None:
    habit = build("obsidian")

    assert habit.of("2023-02-09 Thursday", terms.CITATION) == {NODE, FLOWS, FFJORD}
    assert habit.of("2023-02-09 Thursday", terms.LINKS_TO) == {NODE, FLOWS, "FFJORD", "Ilse Brandvold"}
    assert habit.of(NODE, terms.CITATION) == {FLOWS}


def test_tags_of_a_vault_are_topics_but_for_those_of_the_day() -> None:
    habit = build("obsidian")

    assert habit.papers[NODE].topics == {"dynamics", "continuous depth"}
    assert {"solvers", "maths", "analysis", "memory"} <= habit.named(Kind.TOPIC)
    assert habit.named(Kind.TOPIC) & {"todo", "idea", "daily", "thesis"} == set()
    assert {"Ilse Brandvold", "Tomé Queiroz"} <= habit.persons


def test_the_note_of_a_person_tells_where_the_person_works() -> None:
    assert ("Ilse Brandvold", "University of Bergen") in build("obsidian").facts(terms.AFFILIATION)


def test_aliases_of_papers_are_no_methods() -> None:
    assert build("obsidian").methods & {"Chen 2018", "ODE paper"} == set()


def test_a_paper_that_a_daily_note_links_by_key_does_not_cite_itself() -> None:
    assert build("obsidian").of(FLOWS, terms.CITATION) == {NODE}


MOCO = "Momentum Contrast for Unsupervised Visual Representation Learning"
SIMCLR = "A Simple Framework for Contrastive Learning of Visual Representations"
SIAMESE = "Exploring Simple Siamese Representation Learning"
BARLOW = "Barlow Twins: Self-Supervised Learning via Redundancy Reduction"


def test_the_table_and_the_page_of_a_notion_export_are_the_same_paper() -> None:
    habit = build("notion")
    papers = habit.papers

    assert set(papers) == {MOCO, SIMCLR, SIAMESE, BARLOW}
    assert len(papers[MOCO].notes) == 2
    has(
        papers[MOCO],
        "Kaiming He; Haoqi Fan; Yuxin Wu; Saining Xie; Ross Girshick",
        "2020",
        "CVPR 2020",
        f"{ARXIV}1911.05722",
    )
    has(papers[SIMCLR], "Ting Chen", "2020", "ICML 2020", f"{ARXIV}2002.05709")
    has(papers[SIAMESE], "Chen; He", "2021")
    assert papers[BARLOW].years == {"2021"} and papers[BARLOW].venues == {"ICML 2021"}
    assert habit.facts(terms.LINKS_TO) == {("Papers to discuss", MOCO)}


def test_the_identifier_behind_a_page_of_notion_is_no_part_of_a_name() -> None:
    habit = build("notion")

    assert habit.named(Kind.NOTE) == {"Papers to discuss", MOCO}
    assert not any("9b8a7c6d" in name or "0c1d2e3f" in name for kind in Kind for name in habit.named(kind))


def test_two_full_names_in_a_cell_are_two_authors_with_their_given_names_first() -> None:
    assert build("notion").papers[BARLOW].authors == ["Jure Zbontar", "Li Jing"]


DETR = "End-to-End Object Detection with Transformers"
DEFORMABLE = "Deformable DETR: Deformable Transformers for End-to-End Object Detection"


def test_blocks_of_roam_with_attributes_are_papers() -> None:
    papers = build("roam").papers

    assert set(papers) == {DETR, DEFORMABLE}
    has(
        papers[DETR],
        "Nicolas Carion; Francisco Massa; Gabriel Synnaeve; Nicolas Usunier",
        "2020",
        link=f"{ARXIV}2005.12872",
    )
    has(papers[DEFORMABLE], "Xizhou Zhu; Weijie Su; Lewei Lu", "2021")
    assert papers[DETR].topics == {"Object Detection", "Transformers", "Set Prediction"}
    assert papers[DEFORMABLE].topics == {"Object Detection", "Transformers", "small objects"}


def test_the_identifier_of_a_block_of_roam_names_nothing() -> None:
    habit = build("roam")

    assert not any("pQ7" in name or "zz41x" in name for kind in Kind for name in habit.named(kind))
    assert not any("pQ7" in remark for paper in habit.papers.values() for remark in paper.remarks)


def test_a_reference_to_a_block_of_roam_is_the_text_of_the_block() -> None:
    habit = build("roam_json")
    (title,) = habit.papers
    paper = habit.papers[title]

    assert title == "Fully Convolutional Networks for Semantic Segmentation"
    has(paper, "Jonathan Long; Evan Shelhamer; Trevor Darrell", "2015", link=f"{ARXIV}1411.4038")
    assert any("Coarse maps are upsampled inside the network." in remark for remark in paper.remarks)
    assert not any("fcnBlk" in remark for remark in paper.remarks)


def test_a_paper_of_a_day_in_roam_has_only_its_own_blocks_as_remarks() -> None:
    habit = build("roam")
    remarks = " ".join(habit.papers[DETR].remarks)

    assert "Boxes are predicted as a set and matched once, without anchors" in remarks
    assert not any(words in remarks for words in ("October", "Summary", "beetles", "spoke"))
    assert ("graph", DETR) not in habit.facts(terms.ABOUT)


# ---------------------------------------------------------------------------------------------------- readers' programs

ALEXNET = "ImageNet Classification with Deep Convolutional Neural Networks"


def test_annotations_of_zotero_are_quotations_of_one_paper() -> None:
    papers = build("zotero").papers

    assert set(papers) == {ALEXNET}
    assert papers[ALEXNET].authors == ["Alex Krizhevsky", "Ilya Sutskever", "Geoffrey E. Hinton"]
    assert papers[ALEXNET].years == {"2012"} and papers[ALEXNET].venues == {"NeurIPS 2012"}
    assert papers[ALEXNET].keys == {"krizhevskyImageNetClassification2012"}
    assert papers[ALEXNET].highlights == [
        "a deep network of convolutions sorts more than a million photographs into a thousand classes",
        "several parts of the network are new, and each of them lowers the error",
        "rectified units learn several times faster than units that saturate",
    ]
    assert papers[ALEXNET].remarks == ["which ones matter?"]


def test_the_place_of_a_quotation_leads_to_its_page() -> None:
    habit = build("zotero")
    lines = [habit.line(terms.HIGHLIGHT, quotation) for quotation in habit.papers[ALEXNET].highlights]

    assert [f"p. {page}" in line for page, line in enumerate(lines, 1)] == [True, True, True]


def test_a_paper_does_not_cite_itself_in_its_annotations() -> None:
    assert build("zotero").of(ALEXNET, terms.CITATION) == set()


UNET = "U-Net: Convolutional Networks for Biomedical Image Segmentation"


def test_a_note_of_zotero_integration_is_one_paper_with_all_that_the_program_knew() -> None:
    habit = build("zotero_integration")
    paper = habit.papers[UNET]

    assert set(habit.papers) == {UNET, "longFullyConvolutional2015"}
    assert paper.authors == ["Olaf Ronneberger", "Philipp Fischer", "Thomas Brox"] and paper.complete
    assert paper.years == {"2015"} and paper.venues == {"MICCAI 2015"}
    assert "https://doi.org/10.1007/978-3-319-24574-4_28" in paper.links
    assert paper.keys == {"ronnebergerUNetConvolutionalNetworks2015"}
    assert paper.topics == {"segmentation", "microscopy", "Convolutional Networks"}
    assert paper.highlights == [
        "there is no layer in which every unit sees every other",
        "a handful of labelled images is enough to train it as a whole",
    ]
    assert habit.of(UNET, terms.CITATION) == {"longFullyConvolutional2015"}
    assert "conferencePaper" not in habit.methods


def test_what_the_reader_wrote_into_a_field_is_the_remark_without_its_label() -> None:
    assert build("zotero_integration").papers[UNET].remarks == [
        "Skip connections carry fine detail across to the decoder"
    ]


def test_the_place_of_a_conference_is_no_organisation() -> None:
    habit = build("zotero_integration")

    assert habit.named(Kind.ORG) & {"Munich", "Germany"} == set()
    assert habit.facts(terms.DEVELOPED_BY) == set()


EMERGENT = "Emergent Abilities of Large Language Models"


def test_a_note_of_readwise_is_one_paper_with_its_highlights() -> None:
    paper = build("readwise").papers[EMERGENT]

    assert paper.authors == ["Jason Wei", "Yi Tay", "Rishi Bommasani"]
    assert f"{ARXIV}2206.07682" in paper.links
    assert paper.topics == {"emergence", "evaluation", "Large Language Models"}
    assert paper.highlights == [
        "What small models lack and large models have is called emergent",
        "Below some size the answers are hardly better than guesses",
        "Curves of small models do not foretell it",
    ]
    assert not any("readwise" in link for link in paper.links)


def test_a_note_below_a_highlight_is_a_remark_of_mine() -> None:
    (remark,) = build("readwise").papers[EMERGENT].remarks

    assert "an effect of the measure?" in remark


@unread("a citation in a note below a highlight")
def test_a_note_below_a_highlight_cites_what_it_names() -> None:
    habit = build("readwise")
    (cited,) = (paper for paper in habit.papers.values() if paper.title != EMERGENT)

    assert cited.authors == ["Schaeffer"] and cited.years == {"2023"}
    assert cited.label in {paper for _, paper in habit.facts(terms.CITATION)}


# ---------------------------------------------------------------------------------------------------- citations

POLICIES = {
    "Addressing function approximation error in actor-critic methods",
    "Soft actor-critic: Off-policy maximum entropy deep reinforcement learning with a stochastic actor",
    "Deep reinforcement learning that matters",
    "Approximately optimal approximate reinforcement learning",
    "Continuous control with deep reinforcement learning",
    "Trust region policy optimization",
    "Proximal policy optimization algorithms",
    "Policy gradient methods for reinforcement learning with function approximation",
    "Simple statistical gradient-following algorithms for connectionist reinforcement learning",
}


def test_citations_by_author_and_year_are_the_references_below() -> None:
    habit = build("author_year")

    assert set(habit.papers) == POLICIES
    assert habit.of("Policy gradients so far (draft)", terms.CITATION) == POLICIES
    assert habit.papers["Trust region policy optimization"].years == {"2015"}
    assert habit.papers["Proximal policy optimization algorithms"].years == {"2017"}
    assert habit.papers["Approximately optimal approximate reinforcement learning"].authors == [
        "S. Kakade",
        "J. Langford",
    ]


def test_a_list_of_references_names_no_journal_but_its_own() -> None:
    assert build("author_year").named(Kind.PERIODICAL) == {"Machine Learning"}


DETECTORS = {
    "Rich feature hierarchies for accurate object detection and semantic segmentation",
    "Fast R-CNN",
    "You only look once: Unified, real-time object detection",
    "SSD: Single shot multibox detector",
    "Cascade R-CNN: Delving into high quality object detection",
}


def test_citations_by_number_are_the_references_below() -> None:
    habit = build("numbered")

    assert set(habit.papers) == DETECTORS
    assert habit.of("How detectors became fast", terms.CITATION) == DETECTORS
    has(habit.papers["Fast R-CNN"], "R. Girshick", "2015", "ICCV 2015")
    assert habit.papers["SSD: Single shot multibox detector"].authors == [
        "W. Liu",
        "D. Anguelov",
        "D. Erhan",
        "C. Szegedy",
        "S. Reed",
        "C.-Y. Fu",
        "A. C. Berg",
    ]


ADAGRAD = "Adaptive Subgradient Methods for Online Learning and Stochastic Optimization"
DECAY = "Decoupled Weight Decay Regularization"
VARIANCE = "On the Variance of the Adaptive Learning Rate and Beyond"
MOMENTUM = "On the importance of initialization and momentum in deep learning"


def test_keys_in_markdown_and_in_latex_are_the_entries_of_the_bibliography() -> None:
    habit = build("latex")

    assert set(habit.papers) == {ADAGRAD, DECAY, VARIANCE, MOMENTUM}
    assert habit.of("Step sizes", terms.CITATION) == {ADAGRAD, DECAY, VARIANCE, MOMENTUM}
    for title in habit.papers:
        assert {"draft.md", "chapter.tex"} <= habit.papers[title].notes
    has(habit.papers[DECAY], "Ilya Loshchilov; Frank Hutter", "2019", "ICLR 2019", f"{ARXIV}1711.05101")
    assert not habit.papers[VARIANCE].complete  # "and others"


def test_the_paper_cited_as_the_subject_proposed_the_method() -> None:
    habit = build("latex")

    assert habit.facts(terms.INTRODUCES) == {(DECAY, "AdamW")}


def test_a_sentence_of_latex_is_no_record_of_the_paper_it_cites() -> None:
    paper = build("latex").papers[VARIANCE]

    assert paper.short == set()
    assert paper.remarks == ["Large models need a schedule \\citep{liu2020variance}."]
    assert build("latex").of(VARIANCE, terms.CITATION) == set()


def test_ris_csl_json_and_org_are_read() -> None:
    papers = build("formats").papers
    umap = "UMAP: Uniform Manifold Approximation and Projection for Dimension Reduction"
    isomap = "A Global Geometric Framework for Nonlinear Dimensionality Reduction"

    assert set(papers) == {"Stochastic Neighbor Embedding", isomap, umap}
    has(papers["Stochastic Neighbor Embedding"], "Geoffrey E. Hinton; Sam Roweis", "2002", "NeurIPS 2002")
    assert papers[isomap].authors == ["Joshua B. Tenenbaum", "Vin de Silva", "John C. Langford"]
    assert papers[isomap].years == {"2000"} and papers[isomap].venues == {"Science"}
    assert papers[isomap].keys == {"tenenbaum2000"}
    has(papers[umap], "Leland McInnes; John Healy; James Melville", "2018", link=f"{ARXIV}1802.03426")
    assert papers[umap].remarks == ["Faster than what we use now."]


def test_names_of_org_properties_are_no_methods() -> None:
    assert build("formats").methods & {"AUTHOR", "YEAR", "URL"} == set()


# ---------------------------------------------------------------------------------------------------- identifiers


def by_link(habit: str) -> dict[str, Paper]:
    papers = build(habit).papers.values()
    return {link.removeprefix(ARXIV): paper for paper in papers for link in paper.links}


def test_links_with_short_comments_are_papers_without_a_title() -> None:
    papers = by_link("identifiers")

    assert papers["1904.08779"].title == "" and papers["1904.08779"].authors == []


@unread("what stands behind the identifier in the text of a link is taken for the title")
def test_a_comment_behind_a_linked_identifier_is_no_title() -> None:
    assert by_link("identifiers")["1609.03499"].title == ""


def test_each_identifier_of_a_list_is_a_paper_of_its_own() -> None:
    papers = by_link("identifiers")
    wanted = ["2212.04356", "2006.11477", "1904.08779", "2005.08100", "2106.07447", "1609.03499", "2305.13516"]
    found = [papers.get(identifier) for identifier in [*wanted, "https://doi.org/10.1109/5.18626"]]

    assert None not in found
    assert len({id(paper) for paper in found}) == len(wanted) + 1


def test_the_comment_behind_an_identifier_is_the_remark_on_it() -> None:
    papers = by_link("identifiers")
    wanted = {
        "2212.04356": "trained on subtitles, works out of the box",
        "2006.11477": "learns w/o transcripts",
        "1904.08779": "masks stripes of the spectrogram",
        "2106.07447": "predicts clusters of hidden units",
    }
    for identifier, comment in wanted.items():
        assert any(comment in remark for remark in papers[identifier].remarks), identifier


def test_a_bare_identifier_with_a_name_is_the_paper_called_so() -> None:
    paper = by_link("identifiers")["2005.08100"]

    assert "Conformer" in {paper.title, *paper.short}
    assert paper.authors == ["Gulati", "Qin", "Chiu"]
    assert paper.links == {f"{ARXIV}2005.08100"}


def test_no_words_of_a_comment_are_a_title() -> None:
    assert {paper.title for paper in build("identifiers").papers.values()} & {
        "accents",
        "wav2vec 2.0: learns w",
    } == set()


DISTILL, LOTTERY = (
    "Distilling the Knowledge in a Neural Network",
    "The Lottery Ticket Hypothesis: Finding Sparse, Trainable Neural Networks",
)


def test_a_heading_with_an_identifier_or_a_citation_gives_the_bare_title() -> None:
    papers = build("identifier_headings").papers

    assert set(papers) == {DISTILL, LOTTERY, "Binarized Neural Networks", "Optimal Brain Damage"}
    has(papers[DISTILL], "", link=f"{ARXIV}1503.02531")
    has(papers[LOTTERY], "", link=f"{ARXIV}1803.03635")
    has(papers["Binarized Neural Networks"], "Hubara", "2016")
    has(papers["Optimal Brain Damage"], "LeCun", "1989")
    assert papers[LOTTERY].remarks == ["Rewinding the weights is what does it."]
    assert papers["Binarized Neural Networks"].remarks == ["One bit for each weight."]


def test_a_remark_below_an_identifier_is_whole() -> None:
    assert build("identifier_headings").papers[DISTILL].remarks == ["Soft targets say which mistakes are near misses."]


def test_a_label_before_an_address_is_no_organisation() -> None:
    assert build("identifier_headings").named(Kind.ORG) == set()


# ---------------------------------------------------------------------------------------------------- pasted pages

FLAN_AUTHORS = [
    "Jason Wei",
    "Maarten Bosma",
    "Vincent Y. Zhao",
    "Kelvin Guu",
    "Adams Wei Yu",
    "Brian Lester",
    "Nan Du",
    "Andrew M. Dai",
    "Quoc V. Le",
]


def flan() -> Paper:
    """Give the paper of the pasted page that has authors."""
    (paper,) = (paper for paper in build("first_page").papers.values() if paper.authors)
    return paper


def test_a_pasted_first_page_gives_the_authors_without_their_marks() -> None:
    assert flan().authors == FLAN_AUTHORS and flan().complete
    assert build("first_page").persons == set(FLAN_AUTHORS)
    assert flan().years == {"2022"} and flan().venues == {"ICLR 2022"}
    assert build("first_page").named(Kind.ORG) == {"Google Research"}


@unread("the second line of a title in capitals")
def test_a_title_in_capitals_over_two_lines_is_one_title() -> None:
    assert flan().title.casefold() == "finetuned language models are zero-shot learners"


@unread("the identifier and the running title of a pasted page make another paper")
def test_a_pasted_first_page_is_one_paper_with_its_identifier() -> None:
    assert len(build("first_page").papers) == 1
    assert f"{ARXIV}2109.01652" in flan().links


def test_the_abstract_of_a_pasted_first_page_is_read_to_its_end() -> None:
    (abstract,) = flan().abstracts

    assert abstract.startswith("Tasks are put into words") and "make the gain grow." in abstract


@unread("the second line of a title and the heading of the abstract are taken for names, marks for a remark")
def test_nothing_else_of_a_pasted_first_page_is_a_name() -> None:
    habit = build("first_page")

    assert habit.methods & {"LEARNERS"} == set() and habit.named(Kind.DATASET) == set()
    assert flan().remarks == []


# ---------------------------------------------------------------------------------------------------- meetings

TOOLFORMER = "Toolformer: Language Models Can Teach Themselves to Use Tools"


def test_minutes_name_who_was_there_and_the_paper_presented() -> None:
    habit = build("minutes")

    assert set(habit.papers) == {TOOLFORMER}
    has(habit.papers[TOOLFORMER], "Schick", "2023", "NeurIPS 2023", f"{ARXIV}2302.04761")
    assert {"Ingrid Solheim", "Pavel Dvorak", "Aiko Mori", "Luca Ferri", "Samir Haddad"} <= habit.persons
    assert ("Odile Garnier", "Université de Nantes") in habit.facts(terms.AFFILIATION)
    assert habit.persons - {"Schick", "Odile Garnier"} == {
        "Ingrid Solheim",
        "Pavel Dvorak",
        "Aiko Mori",
        "Luca Ferri",
        "Samir Haddad",
    }
    (remark,) = habit.papers[TOOLFORMER].remarks
    assert remark.startswith("The model marks where a call would have helped it.")


@unread("the date of a meeting, and the presenter in brackets behind a heading")
def test_minutes_are_a_session_with_its_date_and_who_presented() -> None:
    habit = build("minutes")

    assert {date for _, date in habit.facts(terms.START_DATE)} == {"2023-10-11"}
    assert {person for _, person in habit.facts(terms.PERFORMER)} == {"Luca Ferri"}
    assert {paper for _, paper in habit.facts(terms.WORK_FEATURED)} == {TOOLFORMER}


def test_a_decision_of_a_meeting_is_a_remark_on_the_paper() -> None:
    remarks = build("minutes").papers[TOOLFORMER].remarks

    assert any("we try it on the calculator only" in remark for remark in remarks)


def test_the_heading_of_a_presentation_is_no_topic() -> None:
    assert build("minutes").named(Kind.TOPIC) == {"natural language processing"}


def test_a_transcript_names_its_speakers_and_what_they_speak_of() -> None:
    habit = build("transcript")

    assert {"Nadia Fischer", "Owen Clarke", "Mei Aoki", "Ilan Price"} == habit.persons - {"Lam"}
    assert {"GraphCast", "GenCast", "Pangu-Weather", "FourCastNet"} <= habit.methods
    assert ("Pangu-Weather", "Huawei") in habit.facts(terms.DEVELOPED_BY)
    assert not any(name.startswith("00:") for kind in Kind for name in habit.named(kind))


@unread("a title in quotation marks with authors and journal, said aloud")
def test_the_paper_that_a_speaker_quotes_has_its_title_authors_and_journal() -> None:
    papers = build("transcript").papers

    has(papers["Learning skillful medium-range global weather forecasting"], "Lam", "2023", "Science")


@unread("who presents what, said in speech")
def test_a_transcript_tells_who_presented() -> None:
    performers = {person for _, person in build("transcript").facts(terms.PERFORMER)}

    assert "Owen Clarke" in performers and "Nadia Fischer" not in performers


@unread("an outperforming method with `it` for the other one")
def test_a_transcript_tells_which_method_is_better() -> None:
    assert ("GraphCast", "Pangu-Weather") in build("transcript").facts(terms.OUTPERFORMS)


def test_a_person_in_a_transcript_is_no_method() -> None:
    assert "Ilan Price" not in build("transcript").methods


NERF = "NeRF: Representing Scenes as Neural Radiance Fields for View Synthesis"
HASHES = "Instant Neural Graphics Primitives with a Multiresolution Hash Encoding"


def test_slides_are_one_talk_of_one_speaker() -> None:
    habit = build("slides")

    assert {person for _, person in habit.facts(terms.PERFORMER)} == {"Tomasz Wilk"}
    assert {date for _, date in habit.facts(terms.START_DATE)} == {"2023-03-23"}
    assert habit.facts(terms.AFFILIATION) == {("Tomasz Wilk", "University of Gdańsk")}
    assert len(habit.named(Kind.SESSION)) == 1
    assert "Tomasz Wilk" not in habit.papers


def test_a_paper_on_a_slide_has_its_authors_and_venue() -> None:
    has(build("slides").papers[HASHES], "Müller", "2022", "SIGGRAPH 2022")


@unread("the title of a talk above the line with the speaker")
def test_the_talk_of_slides_is_called_by_their_title() -> None:
    (name,) = build("slides").named(Kind.SESSION)

    assert name.endswith("Neural fields")


@unread("surnames on one line and the title on the next are taken for two papers")
def test_surnames_on_the_line_before_a_title_are_its_authors() -> None:
    papers = build("slides").papers

    assert set(papers) == {NERF, HASHES}
    has(papers[NERF], "Mildenhall; Srinivasan; Tancik", "2020", "ECCV 2020")


def test_an_award_in_brackets_is_the_award_of_the_paper() -> None:
    assert build("slides").papers[HASHES].awards == {"Best Paper Award"}


# ---------------------------------------------------------------------------------------------------- names alike


def test_short_names_that_mean_different_things_stay_apart() -> None:
    meanings = {
        "Model Predictive Control",
        "Multi-Party Computation",
        "Stochastic Gradient Descent",
        "Schema-Guided Dialogue",
        "Visual Autoregressive Modeling",
        "Vector Autoregression",
        "Global Context Network",
    }

    assert meanings <= build("acronyms").methods


@unread("a short name that one note writes out and another gives to a cited paper is one method")
def test_a_cited_paper_does_not_introduce_what_another_note_calls_by_its_short_name() -> None:
    habit = build("acronyms")
    (paper,) = habit.papers

    assert habit.papers[paper].authors == ["Kipf", "Welling"]
    assert (paper, "Global Context Network") not in habit.facts(terms.INTRODUCES)
    assert ("Global Context Network", "Cora") not in habit.facts(terms.EVALUATED_ON)


def test_given_names_that_differ_by_a_letter_stay_apart() -> None:
    papers = build("similar_names").papers

    assert papers["Steady Cameras for Shaking Boats"].authors == ["Lin Chen", "Wei Zhao", "Rui Fang"]
    assert papers["Parsing the Logs of Lighthouses"].authors == ["Ling Chen", "Wei Zhao", "Bo Deng"]
    assert {"Lin Chen", "Ling Chen"} <= build("similar_names").persons


def test_a_given_name_that_begins_another_is_another_person() -> None:
    papers = build("similar_names").papers

    assert papers["Counting Seals from Above"].authors == ["Min Huang", "Jing Zhou", "Kai Peng"]
    assert papers["Tides as Tables"].authors == ["Mingyue Huang", "Jing Zhou", "Ana Ribeiro"]


# ---------------------------------------------------------------------------------------------------- plain files


def test_lines_of_a_plain_text_are_papers() -> None:
    papers = build("plain_list").papers
    memory = "Hybrid computing using a neural network with dynamic external memory"

    assert set(papers) == {"Pointer Networks", memory}
    has(papers["Pointer Networks"], "Vinyals", "2015", "NeurIPS 2015", f"{ARXIV}1506.03134")
    has(papers[memory], "Graves", "2016", "Nature")
    assert build("plain_list").facts(terms.USES) == build("plain_list").facts(terms.EXTENDS) == set()


def test_the_properties_of_an_org_file_are_those_of_its_paper() -> None:
    habit = build("org")
    paper = habit.papers["Memory Networks"]

    has(paper, "Jason Weston; Sumit Chopra; Antoine Bordes", "2015", link=f"{ARXIV}1410.3916")
    assert paper.keys == {"weston2015memory"} and paper.topics == {"memory", "qa"}
    assert set(habit.papers) == {"Memory Networks", "End-To-End Memory Networks", "graves2014"}
    assert f"{ARXIV}1503.08895" in habit.papers["End-To-End Memory Networks"].links
    assert ("Memory Networks", "graves2014") in habit.facts(terms.CITATION)


def test_what_an_org_file_says_is_said_of_its_own_paper() -> None:
    habit = build("org")

    assert any("Facts are kept in slots" in remark for remark in habit.papers["Memory Networks"].remarks)
    assert habit.papers["End-To-End Memory Networks"].remarks == []
    assert habit.of("End-To-End Memory Networks", terms.CITATION) == set()


def test_files_and_links_with_author_and_year_are_papers() -> None:
    habit = build("keyed_files")
    amplified, recipe = "Shared Experiences Are Amplified", "2017-woolley-recipe"

    assert set(habit.papers) == {amplified, recipe}
    has(habit.papers[amplified], "Erica J. Boothby; Margaret S. Clark; John A. Bargh", "2014")
    assert habit.papers[amplified].keys == {"2014-boothby-shared"}
    assert habit.of("Eating together", terms.CITATION) == {amplified, recipe}
    assert any("tastes at the same time" in remark for remark in habit.papers[amplified].remarks)
    assert any("trust each other sooner" in remark for remark in habit.papers[recipe].remarks)
