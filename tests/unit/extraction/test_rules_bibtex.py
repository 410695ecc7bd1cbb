import pytest
from entries import found

from kg.extraction.rules import bibtex as rule


def entries(bibtex):
    return found(f"# Notes\n\n```bibtex\n{bibtex}\n```\n", rule=rule.find)


def only(bibtex):
    [entry] = entries(bibtex)
    return entry


def names(entry):
    return [name.text for name in entry.authors]


def links(entry):
    return [link.text for link in entry.links]


def test_a_conference_paper_is_read_field_by_field():
    entry = only(
        """@inproceedings{vaswani2017attention,
  title     = {Attention is {All} You Need},
  author    = {Vaswani, Ashish and Shazeer, Noam and {\\L}ukasz Kaiser and others},
  booktitle = {Advances in Neural Information Processing Systems},
  year      = 2017,
  url       = {https://papers.nips.cc/paper/7181-attention-is-all-you-need},
  keywords  = {attention, translation}
}"""
    )
    assert entry.title.text == "Attention is All You Need"
    assert entry.citekey.text == "vaswani2017attention"
    assert names(entry) == ["Ashish Vaswani", "Noam Shazeer", "Łukasz Kaiser"]
    assert entry.complete is False
    assert entry.year.text == "2017"
    assert entry.venue.text == "Advances in Neural Information Processing Systems"
    assert links(entry) == ["https://papers.nips.cc/paper/7181-attention-is-all-you-need"]
    assert [word.text for word in entry.keywords] == ["attention", "translation"]


@pytest.mark.parametrize(
    ("fields", "address"),
    [
        ("eprint={2302.13971}, archivePrefix={arXiv}", "https://arxiv.org/abs/2302.13971"),
        ("eprint={2302.13971v1}, eprinttype={arxiv}", "https://arxiv.org/abs/2302.13971"),
        ("journal={arXiv preprint arXiv:2302.13971}", "https://arxiv.org/abs/2302.13971"),
        ("journal={CoRR}, volume={abs/2302.13971}", "https://arxiv.org/abs/2302.13971"),
        ("doi={10.1038/s41586-021-03819-2}", "https://doi.org/10.1038/s41586-021-03819-2"),
        ("doi={https://doi.org/10.1038/s41586-021-03819-2}", "https://doi.org/10.1038/s41586-021-03819-2"),
        ("howpublished={arXiv:2302.13971}", "https://arxiv.org/abs/2302.13971"),
        ("doi={10/gfk5cj}", "https://doi.org/10/gfk5cj"),
    ],
)
def test_identifiers_become_addresses(fields, address):
    entry = only(
        f"@article{{k, title={{LLaMA: Open and Efficient}}, author={{Hugo Touvron}}, year={{2023}}, {fields}}}"
    )
    assert address in links(entry)


@pytest.mark.parametrize(
    ("author", "read"),
    [
        ("Knuth, Donald E.", ["Donald E. Knuth"]),
        ("Donald E. Knuth and Leslie Lamport", ["Donald E. Knuth", "Leslie Lamport"]),
        ("Steele, Jr., Guy L.", ["Guy L. Steele Jr."]),
        ("van der Maaten, Laurens and Hinton, Geoffrey", ["Laurens van der Maaten", "Geoffrey Hinton"]),
        ("{OpenAI}", ["OpenAI"]),
        ("{Roe, J. B.} and {Poe, A.}", ["J. B. Roe", "A. Poe"]),
        ("{Barnes and Noble, Inc.}", ["Barnes and Noble, Inc."]),
        ("{Meta AI} and Hugo Touvron", ["Meta AI", "Hugo Touvron"]),
        ("Ian Goodfellow, Yoshua Bengio, Aaron Courville", ["Ian Goodfellow", "Yoshua Bengio", "Aaron Courville"]),
        ('Schr{\\"o}dinger, Erwin', ["Erwin Schrödinger"]),
        ("何恺明 and 任少卿", ["何恺明", "任少卿"]),
    ],
)
def test_authors_are_shown_with_the_given_name_first(author, read):
    assert names(only(f"@book{{k, title={{A Book of Things}}, author={{{author}}}, year=1999}}")) == read


def test_a_date_gives_the_year_and_a_cross_reference_the_venue():
    child, *_ = entries(
        """@inproceedings{child, title={A Child of Its Volume}, author={Doe, Jane}, date={2010-06-21}, crossref={volume}}
@proceedings{volume, title={Proceedings of ICML}, booktitle={Proceedings of ICML}, year=2010}"""
    )
    assert (child.year.text, child.venue.text) == ("2010", "Proceedings of ICML")


def test_a_note_may_state_the_presentation():
    entry = only(
        "@inproceedings{k, title={A Paper}, author={Doe, Jane}, booktitle={ICLR}, year=2024, note={Oral presentation}}"
    )
    assert entry.presentation.text == "oral"


@pytest.mark.parametrize(
    "bibtex",
    [
        "@software{k, title={vLLM}, author={Kwon, W.}, url={https://github.com/vllm-project/vllm}}",
        "@dataset{k, title={ImageNet}, author={Deng, Jia}, year=2009, doi={10.5281/zenodo.123}}",
        "@misc{k, title={nanoGPT}, author={Karpathy, Andrej}, howpublished={\\url{https://github.com/karpathy/nanoGPT}}, year=2022}",
        "@misc{k, title={GPT-4 is here}, author={OpenAI}, url={https://openai.com/blog}, note={Accessed: 2024-01-01}}",
        "@online{k, title={Attention? Attention!}, author={Lilian Weng}, url={https://lilianweng.github.io/posts/a/}}",
        "@proceedings{k, title={Proceedings of ICML}, year=2010}",
        "@misc{k, title={PyTorch Image Models}, author={Wightman, Ross}, publisher={GitHub}, journal={GitHub repository}, year=2019}",
        "@string{nips = {NeurIPS}}",
        "@comment{k, title={Nothing}}",
        "@article{k, title={{{title}}}, author={{{authors}}}}",
        "@article{k, author={Nobody}}",
    ],
)
def test_what_is_no_work_of_research_is_left_out(bibtex):
    assert entries(bibtex) == []


@pytest.mark.parametrize(
    "bibtex",
    [
        "@misc{k, title={LLaMA}, author={Touvron, Hugo}, eprint={2302.13971}, archivePrefix={arXiv}, year=2023}",
        "@misc{k, title={Language Models are Unsupervised Multitask Learners}, author={Radford, Alec}, year=2019}",
        "@online{k, title={LLaMA}, author={Touvron, Hugo}, url={https://arxiv.org/abs/2302.13971}}",
        "@phdthesis{k, title={On Things}, author={Doe, Jane}, school={MIT}, year=1999}",
        "@techreport{k, title={A Report}, author={Doe, Jane}, institution={MIT}, year=1999}",
        "@unpublished{k, title={A Draft}, author={Doe, Jane}, year=1999}",
        "@incollection{k, title={A Chapter}, author={Doe, Jane}, booktitle={A Handbook}, year=1999}",
    ],
)
def test_works_of_any_type_are_papers(bibtex):
    assert only(bibtex).title


@pytest.mark.parametrize(
    ("fields", "year", "dates"),
    [
        ("year={c2002}", "2002", {"printed date": "c2002"}),
        ("year={2005a}, month=mar", "2005", {"date": "2005-03", "printed date": "2005a"}),
        ("year={ca. 1906}", "1906", {"printed date": "ca. 1906"}),
        ("year={{[}2003{]}}", "2003", {"printed date": "[2003]"}),
        ("year=1487", "1487", {}),
        ("date={1990}, month={12}", "1990", {"date": "1990-12"}),
        ("date={2004-21}", "2004", {"printed date": "Spring"}),
        ("date={2004-06-XX}", "2004", {"date": "2004-06"}),
        ("date={2004-06/2006-08}", "2004", {"printed date": "2004-06/2006-08"}),
        ("year=1999, month={1999/}", "1999", {}),
        ("year={1916-11}", "1916", {"date": "1916-11"}),
        ("year=1999, month={June 10--12}", "1999", {"printed date": "June 10–12"}),
        ("year={to appear}", None, {"printed date": "to appear"}),
        ("year={12.06.2017}", "2017", {"date": "2017-06-12"}),
        ("year={'98}", "1998", {}),
    ],
)
def test_a_year_is_read_out_of_what_stands_around_it(fields, year, dates):
    entry = only(f"@article{{k, title={{A Table of Tides}}, author={{Roe, Jane}}, {fields}}}")
    read = {detail.name: detail.text for detail in entry.details if "date" in detail.name}

    assert (entry.year and entry.year.text, read) == (year, dates)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("publisher={Berlin ; New York : Hill Press}", {"publisher": "Hill Press", "place": "Berlin ; New York"}),
        ("publisher={Oslo : Hill Press}, address={Oslo}", {"publisher": "Hill Press", "place": "Oslo"}),
        ("publisher={Hill: The Press}", {"publisher": "Hill: The Press"}),
        ("address={Berlin}, address={New York}", {"place": "Berlin ; New York"}),
        ("note={on the lower shelf}, note={lent to Ola}", {"note": "on the lower shelf\nlent to Ola"}),
    ],
)
def test_places_are_kept_and_are_no_publishers(fields, said):
    entry = only(f"@book{{k, title={{A Book of Lakes}}, author={{Kern, Ida}}, {fields}}}")

    assert {one.name: one.text for one in entry.details if one.name in {"publisher", "place", "note"}} == said


@pytest.mark.parametrize(("fields", "said"), [("chapter={2}", {"edition": "2", "chapter": "2"}), ("day={2}", {})])
def test_an_edition_is_kept_beside_an_equal_chapter_and_not_if_it_is_the_day(fields, said):
    entry = only(f"@incollection{{k, title={{On Lakes}}, author={{Kern, Ida}}, edition={{2}}, {fields}}}")

    assert {one.name: one.text for one in entry.details if one.name in {"edition", "chapter"}} == said
