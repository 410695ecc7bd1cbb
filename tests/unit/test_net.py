"""What raises on a note is a problem with its place, and everything else is read: each reader and rule raises in turn."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kg import extraction, notes, pipeline, untrusted
from kg.errors import EngineError, UsageError
from kg.extraction import appraisal, context, guard, leftovers, named_papers, naming
from kg.extraction.rules import bibtex
from kg.model import Extraction, Note, Problem
from kg.net import PATIENCE, caught, described, guarded
from kg.notes import READERS
from kg.notes.draft import Source
from kg.pipeline import extracting
from kg.settings import Settings
from kg.text import MARKDOWN

TEXT = """---
venue: ICML 2019
---

# Notes of ICML 2019

- **Sparse Routes** (Mara Brenk, Tilo Sorvan), ICML 2019. https://arxiv.org/abs/1901.00001
- **Deep Margins** (Ines Hallid, Ravi Perrow), ICML 2019. https://arxiv.org/abs/1901.00002

## Keynote: Where Routes Go

Mara Brenk, University of Veska

Mara Brenk works at the University of Veska. Graph Route Networks (GRN) are based on BERT and evaluated on ImageNet.
The paper "Margins of Deep Routes" by Petra Obrin proposes RouteNet2, a model that plans.
"""
RULES = [
    *(("LAYOUT_RULES", rule) for rule in extraction.LAYOUT_RULES),
    *(("OCCASION_RULES", rule) for rule in extraction.OCCASION_RULES),
    *(("CLAIM_RULES", rule) for rule in extraction.CLAIM_RULES),
    *(("OCCASION_CLAIMS", rule) for rule in extraction.OCCASION_CLAIMS),
    *(("SENTENCE_CLAIMS", rule) for rule in extraction.SENTENCE_CLAIMS),
]
FINDERS = [
    (naming, "read"),
    (named_papers, "find"),
    (context, "read"),
    (leftovers, "find_sentences"),
    (leftovers, "find"),
    (extraction, "sentences"),
]


class OddError(Exception):
    """What no rule raises by itself."""


def note_of(text: str, name: str = "a.md") -> Note:
    content = READERS[Path(name).suffix](Source(name, text))
    return Note(name, text, content.blocks, content.title, content.meta)


@pytest.fixture(scope="module")
def whole(nlp: Any) -> Extraction:
    made = extraction.extract(note_of(TEXT), nlp)
    assert not failures(made.problems)
    return made


def failures(problems: tuple[Problem, ...]) -> list[Problem]:
    return [problem for problem in problems if problem.code == guard.CODE]


def raising(error: Exception = OddError("a line it did not expect")) -> Callable[..., Any]:  # noqa: B008
    def find(*_: object) -> Any:
        raise error

    return find


def halfway(rule: Callable[..., Any]) -> Callable[..., Iterator[Any]]:
    def find(*given: Any) -> Iterator[Any]:
        yield from list(rule(*given))[:1]
        raise OddError("behind the first")

    return find


@pytest.mark.parametrize(("table", "rule"), RULES, ids=lambda v: v if isinstance(v, str) else v.__module__)
def test_a_rule_of_a_table_that_raises_is_a_problem(
    table: str, rule: Any, nlp: Any, whole: Extraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [raising() if row is rule else row for row in getattr(extraction, table)]
    monkeypatch.setattr(extraction, table, tuple(rows))

    made = extraction.extract(note_of(TEXT), nlp)

    failed = failures(made.problems)
    called = bool(whole.told) and failed
    assert called, f"{table} was not called at all"
    assert len(failed) == 1 and "OddError: a line it did not expect" in failed[0].message and failed[0].note == "a.md"
    assert made.mentions and made.claims
    if table.endswith(("CLAIMS", "CLAIM_RULES")):
        assert failed[0].line > 0 and failed[0].span is not None
        assert set(made.claims) < set(whole.claims) or set(made.claims) == set(whole.claims)


@pytest.mark.parametrize("rule", extraction.RULES, ids=lambda rule: rule.name)
def test_a_rule_over_prose_that_raises_is_a_problem(rule: Any, nlp: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = replace(rule, find=raising())
    monkeypatch.setattr(extraction, "RULES", tuple(odd if row is rule else row for row in extraction.RULES))

    made = extraction.extract(note_of(TEXT), nlp)

    failed = failures(made.problems)
    assert [odd.name in problem.message for problem in failed] == [True]
    assert failed[0].line > 0 and "times in this note" in failed[0].message
    assert made.mentions and made.claims


@pytest.mark.parametrize(("module", "name"), FINDERS, ids=lambda v: v if isinstance(v, str) else v.__name__)
def test_a_finder_outside_the_tables_that_raises_is_a_problem(
    module: Any, name: str, nlp: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, raising())

    made = extraction.extract(note_of(TEXT), nlp)

    assert len(failures(made.problems)) == 1
    assert {"Sparse Routes", "Deep Margins"} <= {m.text for m in made.mentions}
    assert any(str(claim.predicate).endswith("author") for claim in made.claims)


def test_what_a_rule_found_before_it_raised_is_kept(
    nlp: Any, whole: Extraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extraction, "LAYOUT_RULES", tuple(map(halfway, extraction.LAYOUT_RULES)))
    made = extraction.extract(note_of(TEXT), nlp)

    assert "Sparse Routes" in {m.text for m in made.mentions}
    assert failures(made.problems)


ENTRIES = [
    f"@article{{k{n}, title = {{Routes of Order {n}}}, author = {{Brenk, Mara}}, year = 2019}}" for n in range(40)
]
LISTED = [f"- **Routes of Order {n}** (Mara Brenk), ICML 2019. https://arxiv.org/abs/1901.{n:05}" for n in range(1, 12)]


def touchy(rule: Callable[..., Any], *words: str) -> Callable[..., Any]:
    """Give a rule that raises when it comes to a block with one of some words."""

    def find(page: Any, *more: Any) -> Iterator[Any]:
        if any(f" {word}" in f"{block.prose} ".replace("\n", " ") for block in page.note.blocks for word in words):
            raise OddError("this one")
        yield from rule(page, *more)

    find.__module__ = rule.__module__
    return find


@pytest.mark.parametrize("bad", [(0,), (39,), (7, 8, 30), (1, 2, 3, 38, 39)])
def test_an_entry_of_a_bibliography_that_raises_costs_that_entry_alone(
    bad: tuple[int, ...], nlp: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = bibtex._entry

    def picky(record: Any, *more: Any) -> Any:
        if record.text("key") in {f"k{n}" for n in bad}:
            raise OddError("this one")
        return entry(record, *more)

    monkeypatch.setattr(bibtex, "_entry", picky)
    text = "\n\n".join(ENTRIES)
    made = extraction.extract(note_of(text, "a.bib"), nlp)

    (failed,) = failures(made.problems)
    assert {m.text for m in made.mentions if m.rule == bibtex.NAME} >= {
        f"Routes of Order {n}" for n in range(40) if n not in bad
    }
    assert failed.line == 1 + 2 * bad[0] and ("times" in failed.message) == (len(bad) > 1)


def test_a_rule_that_raises_at_every_second_block_is_left_out_from_somewhere_on_and_says_so(
    nlp: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = bibtex._entry
    calls: list[str] = []

    def picky(record: Any, *more: Any) -> Any:
        calls.append(record.text("key"))
        if int(record.text("key")[1:]) % 2:
            raise OddError("this one")
        return entry(record, *more)

    monkeypatch.setattr(bibtex, "_entry", picky)
    entries = [ENTRIES[0].replace("k0", f"k{n}").replace("Order 0", f"Order {n}") for n in range(400)]
    made = extraction.extract(note_of("\n\n".join(entries), "a.bib"), nlp)

    (failed,) = failures(made.problems)
    assert "From line" in failed.message and "it was left out" in failed.message
    assert "Routes of Order 0" in {m.text for m in made.mentions}
    assert len(calls) < 3 * PATIENCE * len(entries)


@pytest.mark.parametrize("rule", extraction.LAYOUT_RULES, ids=lambda rule: rule.__module__)
def test_a_block_at_which_a_rule_raises_costs_the_rule_that_block_alone(
    rule: Any, nlp: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "\n".join(["# Notes of ICML 2019\n", *LISTED])
    whole = extraction.extract(note_of(text), nlp)
    rows = tuple(touchy(row, "Order 4 ") if row is rule else row for row in extraction.LAYOUT_RULES)
    monkeypatch.setattr(extraction, "LAYOUT_RULES", rows)

    made = extraction.extract(note_of(text), nlp)

    (failed,) = failures(made.problems)
    assert failed.line == text[: text.index("Order 4*")].count("\n") + 1
    assert {m.text for m in made.mentions} >= {m.text for m in whole.mentions} - {"Routes of Order 4"}


@pytest.mark.parametrize(("module", "name"), [*FINDERS[:5], (appraisal, "complete")], ids=str)
def test_a_block_at_which_a_finder_raises_costs_the_finder_that_block_alone(
    module: Any, name: str, nlp: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = TEXT.replace("\nThe paper", "\n\nThe paper")
    whole = extraction.extract(note_of(text), nlp)
    finder = getattr(module, name)

    def picky(page: Any, *more: Any) -> Any:
        if any("RouteNet2" in block.prose for block in page.note.blocks):
            raise OddError("this one")
        return finder(page, *more)

    monkeypatch.setattr(module, name, picky)
    made = extraction.extract(note_of(text), nlp)

    (failed,) = failures(made.problems)
    assert failed.line == text[: text.index("The paper")].count("\n") + 1
    missing = {m.text for m in whole.mentions} - {m.text for m in made.mentions}
    assert missing <= {"RouteNet2", "Petra Obrin", "Margins of Deep Routes"}
    assert all(m.span.note == "a.md" for m in made.mentions)


@pytest.mark.parametrize("error", [RecursionError("too deep"), MemoryError()], ids=["recursion", "memory"])
def test_the_end_of_the_stack_or_the_memory_is_caught_like_the_rest(
    error: Exception, nlp: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extraction, "LAYOUT_RULES", (raising(error), *extraction.LAYOUT_RULES))
    made = extraction.extract(note_of(TEXT), nlp)

    assert type(error).__name__ in failures(made.problems)[0].message
    assert "Sparse Routes" in {m.text for m in made.mentions}


def test_a_true_recursion_without_end_is_caught(nlp: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def deeper(page: object) -> Any:
        return deeper(page)

    monkeypatch.setattr(extraction, "LAYOUT_RULES", (deeper, *extraction.LAYOUT_RULES))
    made = extraction.extract(note_of(TEXT), nlp)

    assert "RecursionError" in failures(made.problems)[0].message
    assert "Sparse Routes" in {m.text for m in made.mentions}


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_what_ends_a_program_ends_it(stop: type[BaseException], nlp: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def find(page: object) -> Any:
        raise stop

    monkeypatch.setattr(extraction, "LAYOUT_RULES", (find,))
    with pytest.raises(stop):
        extraction.extract(note_of(TEXT), nlp)


def test_a_component_of_spacy_that_raises_on_a_block_costs_that_block_alone(
    nlp: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokenize = nlp.tokenizer

    def picky(text: str) -> Any:
        if "RouteNet2" in text:
            raise OddError("a word")
        return tokenize(text)

    monkeypatch.setattr(nlp, "tokenizer", picky)
    made = extraction.extract(note_of(TEXT.replace("\nThe paper", "\n\nThe paper")), nlp)

    (failed,) = failures(made.problems)
    assert failed.line == TEXT.count("\n", 0, TEXT.index("The paper")) + 2
    assert {"Sparse Routes", "Mara Brenk"} <= {m.text for m in made.mentions}


@pytest.mark.parametrize("suffix", list(READERS))
def test_a_reader_that_raises_is_a_problem_and_the_other_notes_are_read(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(READERS, suffix, raising())
    (tmp_path / f"bad{suffix}").write_text("# Title\n\nSome words of a note\n")
    good = tmp_path / ("good.md" if suffix != ".md" else "good.markdown")
    good.write_text(TEXT)

    found = {reading.note.id: reading for reading in notes.read_all(tmp_path, settings=Settings()) if reading.note}

    bad = found[f"bad{suffix}"]
    assert [problem.code for problem in bad.problems] == ["reader-failed"]
    assert "OddError: a line it did not expect" in bad.problems[0].message
    assert bad.note is not None and bad.note.text.startswith("# Title")
    typed = suffix in (*MARKDOWN, ".txt")
    assert ("Some words of a note" in [block.prose for block in bad.note.blocks]) == typed
    assert not found[good.name].problems and len(found[good.name].note.blocks) > 5  # type: ignore[union-attr]


def vault_of(folder: Path) -> Path:
    vault = folder / "vault"
    vault.mkdir()
    (vault / "bad.md").write_text(
        "# Bad\n\n- **Odd Ends** (Olek Tanzer), ICML 2019. https://arxiv.org/abs/1901.00003\n"
    )
    (vault / "good.md").write_text(TEXT)
    return vault


def test_a_note_on_which_all_fails_gives_a_problem_and_the_build_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = vault_of(tmp_path)
    extract = extraction.extract

    def picky(note: Note, *more: Any) -> Extraction:
        if note.id == "bad.md":
            raise OddError("nothing goes")
        return extract(note, *more)

    monkeypatch.setattr(extracting.extraction, "extract", picky)
    report = pipeline.build(vault, tmp_path / "graph", settings=Settings())

    (failed,) = [problem for problem in report.problems if problem.code == "note-failed"]
    assert failed.note == "bad.md" and "OddError: nothing goes" in failed.message
    assert report.notes == 2 and report.things["paper"] >= 2


def test_a_rule_that_raises_on_one_note_leaves_the_graph_of_the_others_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = vault_of(tmp_path)
    first = extraction.LAYOUT_RULES

    def picky(rule: Any) -> Any:
        def find(page: Any) -> Any:
            if page.note.id == "bad.md":
                raise OddError("not this one")
            return rule(page)

        find.__module__ = rule.__module__
        return find

    monkeypatch.setattr(extraction, "LAYOUT_RULES", tuple(map(picky, first)))
    nlp = extraction.make_nlp()
    bad, good = (notes.read(vault / name, vault=vault, settings=Settings()).note for name in ("bad.md", "good.md"))
    assert bad is not None and good is not None
    failed = extraction.extract(bad, nlp)
    kept = extraction.extract(good, nlp)
    monkeypatch.undo()

    assert len(failures(failed.problems)) == len({rule.__module__ for rule in first})
    assert kept == extraction.extract(good, nlp)


def test_numbers_of_thousands_of_digits_stop_nothing(tmp_path: Path) -> None:
    number = "7" * 5_000
    cell = {"cell_type": "markdown", "source": ["# Title\n"]}
    cases = {
        "a.md": f"---\ntitle: Title\nyear: {number}\n---\n\ntext\n",
        "b.md": f"+++\ntitle = 'Title'\nyear = {number}\n+++\n\ntext\n",
        "c.ipynb": json.dumps({"cells": [cell]}).replace("]}]}", f']}}], "n": {number}, "x": 1e{number}}}'),
        "d.html": f"<title>Title &#{number};</title><p>text &#{number}; <a href='https://example.org/&#{number};'>x</a>",
        "e.bib": f"@article{{k, title = {{Title}}, year = {number}, volume = {{{number}}}}}",
    }
    for name, text in cases.items():
        (tmp_path / name).write_text(text)
        found = notes.read(tmp_path / name, vault=tmp_path, settings=Settings())
        assert found.note is not None
        assert {problem.code for problem in found.problems} <= {"half-toml", "broken-bibtex"}
        assert any("Title" in block.prose for block in found.note.blocks) or found.note.title.startswith("Title")


def test_half_a_toml_table_is_read_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(f"+++\ntitle = 'Deep Margins'\nyear = {'7' * 5_000}\nvenue = 'ICML'\n+++\n\ntext\n")
    found = notes.read(tmp_path / "a.md", vault=tmp_path, settings=Settings())

    assert [problem.code for problem in found.problems] == ["half-toml"]
    assert found.note is not None and dict(found.note.meta)["venue"] == "ICML"


@pytest.mark.parametrize("text", ["? " * 60_000, "a:\n  " + "? - " * 30_000, "?           " * 20_000, "[" * 5_000])
def test_yaml_nested_without_end_is_read_line_by_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(f"---\ntitle: Deep Margins\n{text}\n---\n\ntext\n")
    found = notes.read(tmp_path / "a.md", vault=tmp_path, settings=Settings())

    assert [problem.code for problem in found.problems] == ["half-yaml"]
    assert found.note is not None and found.note.title == "Deep Margins"


def test_what_was_raised_is_described_in_one_short_line() -> None:
    assert described(ValueError("first\nsecond")) == "ValueError: first"
    assert described(ValueError()) == "ValueError"
    assert len(described(ValueError("x" * 10_000))) < 200
    described(ValueError("\ud800")).encode()


def test_an_exception_of_who_asks_is_not_caught() -> None:
    told: list[Exception] = []
    with pytest.raises(ZeroDivisionError):
        list(map(lambda number: 1 // number, caught(lambda: [0], told.append)))  # noqa: C417 - who asks is the map
    assert not told


@pytest.mark.parametrize("item", ["", "~", " . ", "[", "]"], ids=repr)
def test_a_piece_of_an_abstract_that_says_nothing_is_no_abstract(item: str, nlp: Any) -> None:
    text = f"\\bibitem[]{{0}}M~Bo\\newblock n\\bibitem[Ki{item}"
    made = extraction.extract(note_of(text, "a.tex"), nlp)

    assert not failures(made.problems)
    assert all(claim.evidence and str(claim.object).strip() for claim in made.claims)


def test_what_is_guarded_gives_what_it_gives() -> None:
    assert guarded(lambda: 7, EngineError) == 7
    assert guarded(lambda: None, EngineError) is None


@pytest.mark.parametrize("error", [OddError("a\nb"), RecursionError("deep"), ValueError("\ud800" * 9_000), KeyError()])
def test_what_is_guarded_and_raises_is_one_sentence_for_people(error: Exception) -> None:
    with pytest.raises(EngineError, match=f"an error of kg .*{type(error).__name__}.*Please report it") as told:
        guarded(raising(error), EngineError)

    assert told.value.__cause__ is error
    assert "\n" not in str(told.value) and len(str(told.value)) < 400


def test_what_is_guarded_names_the_last_line_of_kg_that_raised() -> None:
    with pytest.raises(EngineError, match=r"kg/untrusted\.py:\d+"):
        guarded(lambda: untrusted.unescape(None), EngineError)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "error", [UsageError("wrong"), MemoryError(), OSError("full")], ids=["people", "memory", "own"]
)
def test_what_is_meant_for_people_or_passes_is_raised_as_it_is(error: Exception) -> None:
    with pytest.raises(type(error)) as told:
        guarded(raising(error), EngineError, OSError)

    assert told.value is error


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_what_ends_a_program_passes_the_guard(stop: type[BaseException]) -> None:
    def ending() -> None:
        raise stop

    with pytest.raises(stop):
        guarded(ending, EngineError)
