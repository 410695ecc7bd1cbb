"""A bibliography through a graph and out again: no entry and no field of it is lost."""

from __future__ import annotations

import json
from pathlib import Path

import oddities
import pypandoc
import pytest
import rispy
from bibcompare import differences
from bibfile import ALWAYS, EXTRA, TYPES, Made, make
from pybtex.database import parse_string

from kg import pipeline
from kg.model import Iri
from kg.publishing.bibliography.latex import held_words
from kg.publishing.exporters import find_exporter
from kg.publishing.files import Chosen
from kg.rdf import Store
from kg.settings import Settings

STANDARD = set(
    "address annote author booktitle chapter crossref edition editor howpublished institution journal key month note "
    "number organization pages publisher school series title type volume year".split()
)
"""What plain, abbrv, alpha and unsrt look at."""
ENTRIES = 150
NOTE = r"""# Reading list

- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), Ashish Vaswani, Noam Shazeer et al., NeurIPS 2017 ★★★★☆
  - The architecture without recurrence that everything is built on now.
- [Curly Braces & 100% of all Signs](https://example.org/braces), Mara Lind, Ann Roe, 2019
"""


def graph_of(folder: Path, notes: dict[str, str]) -> Store:
    vault = folder / "notes"
    vault.mkdir()
    for name, text in notes.items():
        (vault / name).write_text(text, encoding="utf-8", newline="")
    pipeline.build(vault, folder / "graph", settings=Settings())
    return Store.open(folder / "graph" / "store", read_only=True)


def export(store: Store, path: Path, chosen: Chosen = Chosen()) -> str:  # noqa: B008 - a frozen value
    find_exporter(path).write(store, path, chosen)
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def made() -> Made:
    return make(ENTRIES)


@pytest.fixture(scope="module")
def library(made: Made, tmp_path_factory: pytest.TempPathFactory) -> Store:
    return graph_of(tmp_path_factory.mktemp("library"), {"library.bib": made.text})


@pytest.fixture(scope="module")
def written(library: Store, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is exported of the library, by the suffix of the file."""
    folder = tmp_path_factory.mktemp("written")
    return {suffix: export(library, folder / f"refs{suffix}") for suffix in (".bib", ".json", ".ris")}


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Store:
    bib = "@article{vaswani, title={Attention Is All You Need}, author={Vaswani, Ashish and Shazeer, Noam and Parmar, Niki}, eprint={1706.03762}, archiveprefix={arXiv}, year=2017, note={for the seminar}}"
    return graph_of(tmp_path_factory.mktemp("mixed"), {"list.md": NOTE, "library.bib": bib})


def test_the_library_has_every_type_and_every_field_that_the_standard_styles_know(made: Made) -> None:
    used = {name for names in made.fields.values() for name in names}

    assert len(made.fields) == ENTRIES
    assert set(made.types.values()) == set(TYPES)
    assert used >= STANDARD | set(EXTRA) | set(ALWAYS) | {"archiveprefix"}


def test_no_entry_and_no_field_is_lost(made: Made, written: dict[str, str]) -> None:
    assert differences(made.text, written[".bib"]) == []


def test_fields_that_only_a_program_or_the_writer_knows_come_back(tmp_path: Path) -> None:
    bib = (
        "@article{moss, title={On Moss}, author={Lind, Ola}, journal={Fern \\& Moss}, year={2014}, mrclass={68T50}, "
        "file={:moss_2014.pdf:PDF}, adsurl={https://ads.example/abs/2014F&M...12L}, mood={50\\% {Blue}}}"
    )
    store = graph_of(tmp_path, {"refs.bib": bib})

    assert differences(bib, export(store, tmp_path / "out.bib")) == []
    assert "mrclass" not in export(store, tmp_path / "shared.bib", Chosen(names_only=True))


def test_names_come_back_as_each_entry_prints_them(tmp_path: Path) -> None:
    """A person is shown under one name; what an entry prints is completed, and never replaced."""
    (tmp_path / "refs.bib").write_text(
        "@article{a, author={Maughan, B. J. and Li, Shimin (李世民) and Giuro, Fabrizio Di and Eckert, M-L}, "
        "title={On birds in lakes}, year=2020, journal={Moss}}\n"
        "@article{b, author={Maughan, Ben and 李世民 and Di Giuro, Fabrizio and Eckert, Marie-Lena}, "
        "title={On ferns in lakes}, year=2021, journal={Moss}, url={https://moss.example/b}, "
        "pdf={https://moss.example/b.pdf}, shorttitle={{ML}-Guide}}\n",
        encoding="utf-8",
    )
    pipeline.build(tmp_path / "refs.bib", tmp_path / "graph", settings=Settings())
    written = tmp_path / "out.bib"
    find_exporter(written).write(Store.open(tmp_path / "graph" / "store", read_only=True), written, Chosen())
    text = written.read_text(encoding="utf-8")

    assert "author = {Maughan, B. J. and Li, Shimin and Giuro, Fabrizio Di and Eckert, Marie-Lena}" in text
    assert "author = {Maughan, Ben and 李世民 and Di Giuro, Fabrizio and Eckert, Marie-Lena}" in text
    for field in ("url = {https://moss.example/b}", "pdf = {https://moss.example/b.pdf}", "shorttitle = {ML-Guide}"):
        assert field in text


def test_what_stood_in_braces_to_keep_its_capitals_stands_in_braces(made: Made, written: dict[str, str]) -> None:
    before = parse_string(made.text, "bibtex").entries
    after = parse_string(written[".bib"], "bibtex").entries
    held = {key: (held_words(before[key].fields["title"]), held_words(after[key].fields["title"])) for key in before}

    assert sum(len(words) for words, _ in held.values()) > 100
    assert [key for key, (mine, its) in held.items() if not mine <= its] == []


def test_an_update_gives_the_bytes_of_a_build_from_nothing(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    book = "@proceedings{vol, title={Proceedings of the Hill Workshop}, editor={Roe, Ann}, year=2010}\n"
    paper = "@inproceedings{p, title={On Ropes}, author={Doe, Jan and Lind, Mara}, crossref={vol}}\n"
    manual = "@manual{m, title={The Rope Manual}, author={Doe, J. and Lind, M.}, year=2010}\n"
    (vault / "a.bib").write_text(book + paper, encoding="utf-8")
    pipeline.build(vault, tmp_path / "graph", settings=Settings())
    for number, (name, text) in enumerate(
        [("b.bib", manual), ("b.bib", manual.replace("J. and", "Jan and")), ("a.bib", paper)]
    ):
        (vault / name).write_text(text, encoding="utf-8")
        pipeline.build(vault, tmp_path / "graph", settings=Settings())
        pipeline.build(vault, tmp_path / f"fresh-{number}", settings=Settings())

        for file in ("graph.ttl", "graph.trig"):
            assert (tmp_path / "graph" / file).read_bytes() == (tmp_path / f"fresh-{number}" / file).read_bytes()


def test_what_was_written_is_read_and_written_again_as_it_is(written: dict[str, str], tmp_path: Path) -> None:
    first = written[".bib"]
    again = export(graph_of(tmp_path, {"refs.bib": first}), tmp_path / "again.bib")

    assert differences(first, again) == []


def test_a_processor_of_pandoc_reads_each_format(written: dict[str, str]) -> None:
    for suffix, form in ((".bib", "bibtex"), (".json", "csljson"), (".ris", "ris")):
        read = json.loads(pypandoc.convert_text(written[suffix], "csljson", format=form))

        assert len(read) == ENTRIES
        assert all(item.get("title") for item in read)


def test_the_other_formats_give_the_same_works(written: dict[str, str]) -> None:
    entries = parse_string(written[".bib"], "bibtex").entries
    items = {item["id"]: item for item in json.loads(written[".json"])}
    references = {read["id"]: read for read in rispy.loads(written[".ris"])}

    assert set(items) == set(references) == set(entries)
    for key, entry in entries.items():
        authors = len(entry.persons.get("author", ()))
        assert len(items[key].get("author", ())) == authors
        assert references[key]["title"] == items[key]["title"]
        assert ("pages" in entry.fields) == ("page" in items[key]) == ("start_page" in references[key])


def test_equal_graphs_give_equal_bytes(library: Store, written: dict[str, str], tmp_path: Path) -> None:
    for suffix, text in written.items():
        assert export(library, tmp_path / f"again{suffix}") == text


def test_a_paper_of_two_notes_is_one_entry_with_the_key_of_the_note(mixed: Store, tmp_path: Path) -> None:
    entries = parse_string(export(mixed, tmp_path / "refs.bib"), "bibtex").entries
    paper = entries["vaswani"]

    assert set(entries) == {"vaswani", "lind2019curly"}
    assert (paper.type, paper.fields["booktitle"], paper.fields["eprint"]) == (
        "inproceedings",
        "NeurIPS 2017",
        "1706.03762",
    )
    assert [" ".join(one.last_names) for one in paper.persons["author"]] == ["Vaswani", "Shazeer", "Parmar"]
    assert "Rating: ★★★★☆" in paper.fields["annote"]
    assert entries["lind2019curly"].fields["title"] == r"Curly Braces \& 100\% of all Signs"


def test_only_the_chosen_papers_are_written_with_the_books_that_they_are_in(
    made: Made, library: Store, tmp_path: Path
) -> None:
    child = next(key for key in made.fields if "crossref" in made.fields[key])
    parent = parse_string(made.text, "bibtex").entries[child].fields["crossref"]
    [iri] = library.having(Iri("https://w3id.org/kg-notes/ontology#citationKey"), child)

    text = export(library, tmp_path / "refs.bib", Chosen(papers=frozenset({iri})))

    assert list(parse_string(text, "bibtex").entries) == [child, parent]
    assert json.loads(export(library, tmp_path / "none.json", Chosen(papers=frozenset()))) == []


@pytest.mark.parametrize("name", ["refs.bib", "refs.json", "refs.ris"])
def test_an_export_of_names_only_holds_nothing_that_somebody_wrote(mixed: Store, name: str, tmp_path: Path) -> None:
    whole = export(mixed, tmp_path / name)
    bare = export(mixed, tmp_path / name, Chosen(names_only=True))

    for words in ("without recurrence", "for the seminar", "★"):
        assert words in whole and words not in bare
    assert "Attention Is All You Need" in bare


def test_odd_names_dates_and_identifiers_of_csl_json_come_back_as_they_were(tmp_path: Path) -> None:
    made = oddities.items(ENTRIES)
    store = graph_of(tmp_path, {"library.json": json.dumps(made, ensure_ascii=False)})
    came = {item["id"]: item for item in json.loads(export(store, tmp_path / "refs.json"))}

    assert [
        (item["id"], name, value, came[item["id"]].get(name))
        for item in made
        for name, value in item.items()
        if came[item["id"]].get(name) != value
    ] == []


def test_odd_names_dates_and_identifiers_of_ris_come_back_as_they_were(tmp_path: Path) -> None:
    text = oddities.ris(oddities.items(ENTRIES))
    store = graph_of(tmp_path, {"library.ris": text})
    came = {entry["id"]: entry for entry in rispy.loads(export(store, tmp_path / "refs.ris"))}

    assert [
        (entry["id"], name, value, came[entry["id"]].get(name))
        for entry in rispy.loads(text)
        for name, value in entry.items()
        if (sorted(came[entry["id"]].get(name, [])) if name == "keywords" else came[entry["id"]].get(name))
        != (sorted(value) if name == "keywords" else value)
    ] == []


def test_a_paper_keeps_every_key_its_short_title_and_a_title_like_a_venue(tmp_path: Path) -> None:
    first = "@article{roe20+, title={Ropes in Harbours: Proceedings of a Workshop}, shorttitle={Ropes in Harbours}, author={Jana SU and Mara Lind and Ann Roe}, eprint={2001.00001}, archiveprefix={arXiv}, year=2020, url={ftp://ropes.example.org/a.pdf}}\n"
    second = "@misc{ropes, title={Ropes in Harbours: Proceedings of a Workshop}, author={Jana SU and Mara Lind and Ann Roe}, eprint={2001.00001}, year=2020}\n"
    manual = r"@manual{bst, title={Styles of \BibTeX{} at 20$^\circ$C}, author={Roe, Ann}, year=2019, ids={bst-old}}"
    written = export(graph_of(tmp_path, {"library.bib": first + second + manual}), tmp_path / "refs.bib")
    entries = parse_string(written, "bibtex").entries

    paper = entries["roe20+"]
    assert set(entries) == {"roe20+", "bst"}
    assert (paper.fields["ids"], entries["bst"].fields["ids"]) == ("ropes", "bst-old")
    assert paper.fields["title"].replace("{", "").replace("}", "") == "Ropes in Harbours: Proceedings of a Workshop"
    assert (paper.fields["shorttitle"], paper.fields["url"]) == ("Ropes in Harbours", "ftp://ropes.example.org/a.pdf")
    assert str(paper.persons["author"][0]) == "SU, Jana"
    assert entries["bst"].fields["title"].replace("{", "").replace("}", "") == "Styles of BibTeX at 20°C"


def test_fields_of_biblatex_that_bibtex_has_not_come_back(tmp_path: Path) -> None:
    text = """@inproceedings{a, title={Moss as a Service}, author={Roe, Ada}, booktitle={Proceedings on Moss}, date={2019-06-01/2019-06-05},
      eventtitle={Mossies}, venue={Bergen, Norway}, location={Oslo}}
    @online{b, title={A Page on Moss}, author={Roe, Ada}, date={2020~}, url={https://moss.example/b}}
    @mvbook{c, title={Flora}, maintitle={Flora of the Hills}, author={Roe, Ada}, date={1999}}
    @unpublished{e, title={A Talk on Moss}, author={Roe, Ada}, eventtitle={Moss Days 2021}, venue={Bergen}, eventdate={2021-05-01/2021-05-02}}
    @misc{d, title={Deep Moss}, author={Roe, Ada}, date={2023}, eprint={2305.00001}, eprinttype={arxiv}}"""
    written = export(graph_of(tmp_path, {"moss.bib": text}), tmp_path / "refs.bib")
    entries = parse_string(written, "bibtex").entries

    paper = dict(entries["a"].fields)
    assert (paper["date"], paper["year"], paper["eventtitle"]) == ("2019-06-01/2019-06-05", "2019", "Mossies")
    assert (paper["address"], paper["location"]) == ("Oslo", "Bergen, Norway")
    assert (entries["b"].fields["date"], entries["b"].fields["year"]) == ("2020~", "2020")
    assert entries["c"].fields["maintitle"] == "Flora of the Hills"
    assert (entries["e"].fields["eventtitle"], entries["e"].fields["date"]) == (
        "Moss Days 2021",
        "2021-05-01/2021-05-02",
    )
    assert not {"journal"} & {name for key in "abcde" for name in entries[key].fields}


def test_tags_of_ris_that_the_graph_has_no_word_for_come_back(tmp_path: Path) -> None:
    tags = [
        "AN  - 2014-12345",
        "DB  - MossInfo",
        "DP  - Harbour Library",
        "AD  - Harbour University",
        "CN  - QK 537",
        "LB  - red",
        "C1  - my shelf",
        "C2  - 25123456",
        "U1  - seminar",
    ]
    head = ["TY  - JOUR", "AU  - Roe, Ada", "TI  - Moss on old walls", "PY  - 2014"]
    store = graph_of(tmp_path, {"moss.ris": "\n".join([*head, *tags, "ER  - \n"])})

    assert set(tags) <= set(export(store, tmp_path / "refs.ris").splitlines())


def test_institutions_and_persons_of_ris_have_their_parts_in_bibtex(tmp_path: Path) -> None:
    authors = ["Ministry of Food and Moss", "Moss Forest, Inc", "van der Berg, Anna", "Costa Silva, Anna Maria"]
    lines = "".join(f"AU  - {author}\n" for author in authors)
    store = graph_of(tmp_path, {"moss.ris": f"TY  - RPRT\nTI  - Food of moss\n{lines}PY  - 2007\nER  - \n"})

    (entry,) = parse_string(export(store, tmp_path / "moss.bib"), "bibtex").entries.values()

    last = [" ".join((*person.prelast_names, *person.last_names)) for person in entry.persons["author"]]
    assert last == ["{Ministry of Food and Moss}", "{Moss Forest, Inc}", "van der Berg", "Costa Silva"]
