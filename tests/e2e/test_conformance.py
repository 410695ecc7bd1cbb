"""What readers, rules and formats do to the sample vault: being listed in a table is being tested.

What needs no vault stands in `tests/unit/test_tables.py`; questions are asked in `test_answers.py`.
"""

from __future__ import annotations

import re
import shutil
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from declared import ORIGIN, Vocabulary
from ontology_faults import misuses, origins
from places import NOTES, SHARED

from kg import extraction, notes, terms
from kg.cli import main
from kg.model import Extraction, Iri, Kind, Mention, Note, Span
from kg.pipeline.cache import FILE_NAME, Cache
from kg.pipeline.reading import survey
from kg.publishing.exporters import EXPORTERS, Exporter
from kg.rdf import open_store, parse
from kg.rdf.syntax import RdfFormat
from kg.resources import ontology
from kg.settings import Settings

FOLDERS = [folder for folder in (NOTES, SHARED / "notes") if folder.is_dir()]
"""The sample notes and, where they lie beside the clone, the real ones."""


@cache
def vault() -> tuple[Note, ...]:
    readings = [r for folder in FOLDERS for r in notes.read_all(folder, settings=Settings())]
    return tuple(r.note for r in readings if r.note is not None)


@pytest.fixture(scope="module")
def extractions(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Extraction, ...]:
    """What the builds of these notes read, which they keep beside their graphs."""
    found: dict[str, Extraction] = {}
    for folder, graph in zip(FOLDERS, ("sample_graph", "real_graph"), strict=False):
        kept = shutil.copy(request.getfixturevalue(graph) / FILE_NAME, tmp_path_factory.mktemp("kept"))
        with Cache(Path(kept)) as known:
            read = known.extractions(list(survey(folder, Settings()).keys.values()))
            found |= {one.note: one for _, one, _ in read}
    return tuple(found[note.id] for note in vault())


# Readers.


def test_the_sample_vault_has_a_note_of_each_format() -> None:
    present = {path.suffix.lower() for path in NOTES.rglob("*") if path.is_file()}

    assert {".md", ".txt", ".html", ".bib"} <= present
    assert present <= READABLE


READABLE = set(notes.READERS) | {".toml"}


def test_each_block_of_a_note_leads_back_to_equal_text() -> None:
    for note in vault():
        for block in note.blocks:
            starts = [(s.prose_start, s.source_start) for s in block.origins]
            assert starts == sorted(starts), (note.id, block.prose)
            for s in block.origins:
                prose, source = block.prose[s.prose_start : s.prose_end], note.text[s.source_start : s.source_end]
                assert 0 <= s.source_start <= s.source_end <= len(note.text)
                # Equal lengths map character by character: what differs is repaired, never moved.
                if len(prose) == len(source) and prose.isascii() and source.isascii():
                    assert _blank(prose) == _blank(source), (note.id, prose, source)


def _blank(text: str) -> str:
    return re.sub(r"\s", " ", text)


# Rules.


def test_what_is_seen_lies_in_its_note(extractions: tuple[Extraction, ...]) -> None:
    for note, found in zip(vault(), extractions, strict=True):
        for mention in found.mentions:
            assert mention.span.note == note.id
            assert mention.span.end <= len(note.text)
            assert mention.text.strip() == mention.text != ""
        for claim in found.claims:
            assert all(span.note == note.id and span.end <= len(note.text) for span in claim.evidence)


def test_what_is_seen_stands_on_its_line(extractions: tuple[Extraction, ...]) -> None:
    """A key is spread out, a name turned round, a link shows one thing and names another: letters agree all the same."""
    odd = [
        (note.id, mention.text, line)
        for note, found in zip(vault(), extractions, strict=True)
        for mention in found.mentions
        if mention.kind is not Kind.NOTE  # whose name is that of its file, and which is at its first letter
        for line in [_lines(note.text, mention.span)]
        if len(set(_letters(mention.text)) - set(_letters(line))) > len(set(_letters(mention.text))) / 2
    ]

    assert odd == []


def _lines(text: str, span: Span) -> str:
    end = text.find("\n", span.end)
    return text[text.rfind("\n", 0, span.start) + 1 : end if end >= 0 else len(text)]


def _letters(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text).casefold() if c.isalpha())


def test_every_claim_uses_a_term_of_the_ontology_in_its_range(extractions: tuple[Extraction, ...]) -> None:
    for found in extractions:
        for claim in found.claims:
            assert claim.predicate in terms.RANGES, claim
            expected = str(terms.RANGES[claim.predicate])
            literal = expected.startswith(terms.PREFIXES["xsd"]) or expected.endswith("#langString")
            assert not (literal and isinstance(claim.object, Mention)), claim


def test_a_note_read_twice_gives_the_same(extractions: tuple[Extraction, ...], nlp: Any) -> None:
    assert tuple(extraction.extract(note, nlp) for note in vault()[:4]) == extractions[:4]


# Exporters.


@pytest.mark.parametrize("exporter", EXPORTERS, ids=lambda exporter: exporter.name)
def test_two_exports_are_equal_bytes(small_graph: Path, tmp_path: Path, exporter: Exporter) -> None:
    for folder in ("a", "b"):
        path = tmp_path / folder / f"all{exporter.suffixes[0] if exporter.suffixes else ''}"
        path.parent.mkdir()
        assert main(["export", str(path), "--as", exporter.name, "--graph", str(small_graph)]) == 0

    assert _files(tmp_path / "a") == _files(tmp_path / "b") != {}


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# The graph.


def test_every_iri_of_the_vocabulary_is_declared(sample_graph: Path) -> None:
    declared = {value for value in vars(terms).values() if isinstance(value, str) and value.startswith("http")}
    used = {Iri(row[0].value) for row in open_store(sample_graph).query("SELECT DISTINCT ?p WHERE { ?s ?p ?o }")}

    assert used - declared == set()


# The ontology.


def test_what_is_built_says_nothing_against_the_ontology(sample_graph: Path) -> None:
    of = Vocabulary(ontology("kg.ttl").encode())
    quads = list(parse((sample_graph / "graph.trig").read_bytes(), RdfFormat.TRIG))

    assert list(misuses(of, quads)) == []
    assert [iri for iri, where in origins(quads).items() if not where <= set(of.values(iri, ORIGIN))] == []
