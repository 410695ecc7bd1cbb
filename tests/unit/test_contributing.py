"""The examples of CONTRIBUTING.md work as they stand."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from cases import read_cases
from ontology_faults import context, contradictions, disagreements, told_twice, unexplained, untold
from places import ROOT
from rdf_fixture import RUN, derived_quads, to_quads, vault

from kg import extraction
from kg.extraction import rule_names
from kg.extraction.nlp import make_nlp
from kg.iris import DEFAULT_BASE
from kg.model import Note
from kg.notes import READERS
from kg.notes.draft import Source
from kg.rdf import Store
from kg.rdf.declared import KG, Vocabulary
from kg.rdf.generate_terms import generate
from kg.resources import ontology

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def shown(path: str) -> str:
    """Give the block whose first line names a file, without that line."""
    found = re.search(rf"^```\w+\n# {re.escape(path)}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert found, path
    return found[1]


def module(path: str) -> Any:
    made = ModuleType(path)
    exec(compile(shown(path), path, "exec"), made.__dict__)
    return made


def test_the_rule_finds_what_its_cases_say(tmp_path: Path) -> None:
    found = re.search(r"^   ````markdown\n(.*?)^   ````$", PAGE, re.DOTALL | re.MULTILINE)
    assert found
    (tmp_path / "instruments.md").write_text(textwrap.dedent(found[1]), encoding="utf-8")
    rule = module("kg/extraction/rules/instruments.py").RULE
    nlp = make_nlp((*extraction.RULES, rule))
    cases = read_cases(tmp_path / "instruments.md")

    assert len(cases) == 2
    assert rule.name not in rule_names()
    for case in cases:
        blocks = READERS[case.suffix](Source("note", case.note)).blocks
        seen = extraction.extract(Note("note", case.note, blocks), nlp).mentions
        assert {mention.text for mention in seen if mention.kind == "method"} == case.names["method"]


def test_the_reader_keeps_the_way_back_to_the_file() -> None:
    text = "WEBVTT\n\n00:00.000 --> 00:02.000\nWelcome to the reading group\n\n00:02.000 --> 00:05.000\nLoRA, see https://arxiv.org/abs/2106.09685\n"
    blocks = module("kg/notes/captions.py").read_captions(Source("talk.vtt", text)).blocks

    assert [block.prose for block in blocks] == [
        "Welcome to the reading group",
        "LoRA, see https://arxiv.org/abs/2106.09685",
    ]
    assert [text[slice(*block.source(0, len(block.prose)))] for block in blocks] == [block.prose for block in blocks]
    assert len(blocks[1].links) == 1


def test_the_question_has_an_answer() -> None:
    notes, extractions, resolution = vault()
    quads = [
        q for n, e in zip(notes, extractions, strict=True) for q in to_quads(n, e, resolution, RUN, base=DEFAULT_BASE)
    ]
    store = Store.in_memory([*quads, *derived_quads(extractions, resolution, base=DEFAULT_BASE)])
    question = shown("ontology/questions/venues-of-authors.rq")

    assert question.startswith("# At which venues")
    assert list(store.query(question))


@pytest.mark.parametrize("path", re.findall(r"`((?:kg|tests|data|ontology|docs)/[\w./-]+)`", PAGE))
def test_every_file_that_is_named_is_there_or_is_made_in_an_example(path: str) -> None:
    assert (ROOT / path).exists() or "instruments" in path


def test_the_term_is_declared_as_the_ontology_asks() -> None:
    shape = re.search(r"`(sh:property \[ sh:path kg:shelf[^`]+)`", PAGE)
    line = re.search(r'`"shelf": (\{[^`]+\})`', PAGE)
    assert shape
    assert line
    declared = Vocabulary(f"{ontology('kg.ttl')}\n{shown('ontology/kg.ttl')}".encode())
    paper = "shape:Paper a sh:NodeShape ;"
    shapes = Vocabulary(ontology("shapes.ttl").replace(paper, f"{paper} {shape[1]} ;").encode())

    assert [*untold(declared), *told_twice(declared), *contradictions(declared)] == []
    assert list(disagreements(declared, shapes, {**context(), "shelf": json.loads(line[1])})) == []
    assert list(unexplained(declared, set(declared.types) - {f"{KG}shelf"}))
    assert "SHELF = Iri(" in generate(f"{ontology('kg.ttl')}\n{shown('ontology/kg.ttl')}".encode())
