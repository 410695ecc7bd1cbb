"""The recogniser of names, beside spaCy's own component with the same weights."""

from __future__ import annotations

import importlib
import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
import spacy
from places import ROOT
from spacy.training import Example

from kg import extraction
from kg.extraction import recogniser

sys.path.insert(0, str(ROOT / "data" / "training" / "prose"))

components = importlib.import_module("component")

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

TEXTS = (
    "",
    "LoRA",
    " \n ",
    "We compare DPO with PPO on GSM8K, and Anna Keller of ETH Zurich reads Attention Is All You Need.",
    "Best paper award for A Very Long Title of a Paper about Learning to Reason with Verifiers and Search at Scale.",
    "One sentence. Another one on ImageNet. A third",
    "x " * 2000,
    "Deep Residual Learning " * 300,
)


@pytest.fixture(scope="module")
def ours() -> Language:
    nlp = extraction.make_nlp()
    nlp.select_pipes(enable=["sentencizer", recogniser.NAME])
    return nlp


@pytest.fixture(scope="module")
def theirs() -> Language:
    moves, *weights = recogniser.unpack(files("kg.extraction").joinpath(recogniser.WEIGHTS).read_bytes())
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    component = components.create(nlp)
    example = Example.from_dict(nlp.make_doc("BERT"), {"entities": [(0, 4, "method")]})
    labels = {int(move): counts for move, counts in json.loads(str(moves)).items()}
    component.initialize(lambda: [example], nlp=nlp, labels=labels)
    layers = component.model.walk()
    places = [(layer, name) for layer in layers for name in layer.param_names if layer.has_param(name)]
    for (layer, name), array in zip(places, weights, strict=True):
        layer.set_param(name, array)
    return nlp


ROOT = Path(__file__).parents[3]


def _names(document: Doc) -> list[tuple[int, int, str]]:
    return [(name.start, name.end, name.label_) for name in document.ents]


@pytest.mark.parametrize("text", TEXTS)
def test_it_marks_what_the_component_of_spacy_marks(ours: Language, theirs: Language, text: str) -> None:
    assert _names(ours(text)) == _names(theirs(text))


def test_documents_read_together_do_not_see_each_other(ours: Language, theirs: Language) -> None:
    notes = sorted((ROOT / "data" / "notes").rglob("*.md"))[:6]
    texts = [*TEXTS, *(line for note in notes for line in note.read_text().splitlines())]
    together = list(map(_names, ours.pipe(texts)))
    assert any(together)
    assert together == list(map(_names, theirs.pipe(texts)))
    assert together == [_names(ours(text)) for text in texts]


def test_more_words_than_are_kept_are_all_read(ours: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    before = list(map(_names, ours.pipe(TEXTS)))
    monkeypatch.setattr("kg.extraction.recogniser._KEPT", 3)
    assert list(map(_names, ours.pipe(TEXTS))) == before


def test_weights_are_written_as_they_are_read(theirs: Language) -> None:
    packed = files("kg.extraction").joinpath(recogniser.WEIGHTS).read_bytes()
    _, *before = recogniser.unpack(packed)
    _, *after = recogniser.unpack(components.pack(theirs.get_pipe(recogniser.NAME)))
    assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))
