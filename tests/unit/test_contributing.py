"""The examples of CONTRIBUTING.md work as they stand."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from cases import read_cases
from declared import KG, Vocabulary
from generate_terms import generate
from ontology_faults import context, contradictions, disagreements, told_twice, unexplained, untold
from origins import check_origins
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
from kg.resources import ontology

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def shown(path: str) -> str:
    """Give the block whose first line names a file, without that line."""
    found = re.search(rf"^```\w+\n# {re.escape(path)}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert found, path
    return found[1]


def inside(path: str) -> str:
    """Give the block of a step whose first line names a file, without that line."""
    found = re.search(rf"^   ```\w+\n   # {re.escape(path)}\n(.*?)^   ```$", PAGE, re.DOTALL | re.MULTILINE)
    assert found, path
    return textwrap.dedent(found[1])


def module(path: str, code: str = "") -> Any:
    made = ModuleType(path)
    exec(compile(code or shown(path), path, "exec"), made.__dict__)
    return made


HABIT = """
from layouts import Layouter
sheets = [Layouter(seed).sheet() for seed in range(30)]
marked = [(sheet.text[s.start : s.end], s.part) for sheet in sheets for s in sheet.stretches]
print(sum(" ~ " in sheet.text for sheet in sheets), [text for text, part in marked if " ~ " in text and part != "remark"])
"""


def test_the_habit_changes_the_generator_as_it_is_and_its_sign_is_in_no_field(tmp_path: Path) -> None:
    path = "data/training/citations/layouts/lines.py"
    lines = inside(path).splitlines()
    old, new = ("\n".join(line[1:] for line in lines if line[0] == sign) for sign in "-+")
    generator = Path(shutil.copytree((ROOT / path).parents[1], (tmp_path / path).parents[1]))
    (tmp_path / "kg").symlink_to(ROOT / "kg")
    code = (ROOT / path).read_text(encoding="utf-8")

    assert code.count(old) == 1
    # Every line that can have the habit has it, so that few sheets have to be drawn.
    often = new.replace("chance(0.02)", "chance(1.0)")
    assert often != new
    (tmp_path / path).write_text(code.replace(old, often), encoding="utf-8")
    paths = f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(generator)!r}]"
    done = subprocess.run([sys.executable, "-c", paths + HABIT], capture_output=True, text=True, check=True)
    count, _, marked = done.stdout.strip().partition(" ")
    assert int(count) > 0
    assert marked == "[]"


def test_the_rule_finds_what_its_cases_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = re.search(r"^   ````markdown\n(.*?)^   ````$", PAGE, re.DOTALL | re.MULTILINE)
    assert found
    (tmp_path / "instruments.md").write_text(textwrap.dedent(found[1]), encoding="utf-8")
    rule = module("kg/extraction/rules/instruments.py").RULE
    assert rule.name not in rule_names()
    monkeypatch.setattr(extraction, "RULES", (*extraction.RULES, rule))
    nlp = make_nlp()
    cases = read_cases(tmp_path / "instruments.md")

    assert len(cases) == 2
    for case in cases:
        blocks = READERS[case.suffix](Source("note", case.note)).blocks
        seen = extraction.extract(Note("note", case.note, blocks), nlp).mentions
        assert {mention.text for mention in seen if mention.kind == "method"} == case.names["method"]


def test_the_reader_passes_the_test_that_is_shown_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(READERS, ".vtt", module("kg/notes/captions.py").read_captions)
    tests = module("test_captions", inside("tests/unit/notes/test_captions.py"))
    tests.test_each_caption_is_a_paragraph()

    for end in ("\r\n", "\r"):
        text = tests.TALK.replace("\n", end)
        assert check_origins(text, ".vtt") == check_origins(tests.TALK, ".vtt")
    assert check_origins("", ".vtt") == check_origins("WEBVTT\n\nNOTE x\n-->", ".vtt") == []
    (_, linked) = READERS[".vtt"](Source("talk.vtt", tests.TALK)).blocks
    assert [link.target for link in linked.links] == ["https://arxiv.org/abs/2106.09685"]


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
    assert (ROOT / path).exists() or "instruments" in path or "captions" in path


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
