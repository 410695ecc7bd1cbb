"""`ontology/README.md` is generated, complete, and its links lead somewhere."""

from __future__ import annotations

import re

import generate_readme
import pytest
from competency import PAGE, notes, read
from declared import RDFS, SKOS, Vocabulary
from generate_readme import anchor, generate

from kg.rdf import queries
from kg.resources import folder, ontology

README = folder() / "README.md"
TEXT = README.read_text(encoding="utf-8")
FENCES = re.compile(r"^(`{3,4})\w*\n.*?^\1$", re.DOTALL | re.MULTILINE)


def test_the_page_is_fresh() -> None:
    assert generate() == TEXT, "python tests/support/generate_readme.py writes it"


def test_every_term_has_an_entry_with_its_definition_and_example() -> None:
    of = Vocabulary(ontology("kg.ttl").encode())
    for iri in of.types:
        label, comment = (of.value(iri, f"{RDFS}{name}") for name in ("label", "comment"))
        if of.is_class(iri) or of.is_property(iri):
            heading = f"### {'Class ' if of.is_class(iri) else ''}`{of.short(iri)}`\n\n**{label}.** {comment}\n"
            assert heading in TEXT
            assert f"```turtle\n{of.value(iri, f'{SKOS}example')}\n```\n" in TEXT
        elif comment:
            assert f"`{of.short(iri)}`, {label}: {comment}\n" in TEXT


def test_every_question_and_profile_is_listed() -> None:
    for part in ("questions", "profiles"):
        for name, query in queries(part).items():
            assert f"| `{name}` | {query.split(chr(10), 1)[0][2:]} |" in TEXT


@pytest.mark.parametrize("page", [README, PAGE], ids=lambda page: page.name)
def test_every_link_leads_to_a_file_or_heading(page) -> None:
    text = FENCES.sub("", page.read_text(encoding="utf-8"))
    targets = re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", text)
    targets += [("", target) for target in re.findall(r"^\[[^\]]+\]: #(.+)$", text, re.MULTILINE)]

    assert targets
    for file, heading in targets:
        there = page.parent / file if file else page
        assert there.exists(), file
        if heading:
            found = re.findall(r"^#+ (.+)$", FENCES.sub("", there.read_text(encoding="utf-8")), re.MULTILINE)
            assert heading in set(map(anchor, found)), heading


def test_every_name_in_brackets_has_a_target() -> None:
    text = FENCES.sub("", TEXT)
    targets = {name.lower() for name in re.findall(r"^\[(`[^\]]+`)\]: #", text, re.MULTILINE)}
    named = re.findall(r"\[(`[^\]]+`)\](?![(:])", text)

    assert named
    assert [name for name in named if name.lower() not in targets] == []


def test_no_two_headings_have_one_anchor() -> None:
    found = [anchor(heading) for heading in re.findall(r"^#+ (.+)$", FENCES.sub("", TEXT), re.MULTILINE)]

    assert len(found) == len(set(found))


def test_two_names_that_differ_in_case_alone_lead_to_two_places() -> None:
    assert "[`kg:ReadingState`](#class-kgreadingstate)" in TEXT
    assert "[`kg:readingState`]: #kgreadingstate" in TEXT
    assert "[`kg:ReadingState`]:" not in TEXT


def test_a_table_has_cells_for_each_column() -> None:
    widths = {}
    for block in re.findall(r"(?:^\|.*\n)+", FENCES.sub("", TEXT), re.MULTILINE):
        rows = [re.sub(r"\\\|", "", line).count("|") for line in block.splitlines()]
        widths[block.split("\n", 1)[0]] = set(rows)

    assert len(widths) >= 8
    assert {head: counts for head, counts in widths.items() if len(counts) > 1} == {}


def test_a_mark_that_nothing_fills_is_refused(tmp_path, monkeypatch) -> None:
    template = tmp_path / "page.md"
    template.write_text("{{origins}}\n\n{{weather}}\n")
    monkeypatch.setattr(generate_readme, "TEMPLATE", template)

    with pytest.raises(KeyError, match="weather"):
        generate()


def test_the_page_of_competency_questions_is_whole() -> None:
    assert len(read()) >= 25
    assert len(notes(PAGE.read_text(encoding="utf-8"))) == 4
