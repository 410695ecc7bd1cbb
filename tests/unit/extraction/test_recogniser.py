"""The recogniser of names, beside spaCy's own component with the same weights."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import spacy
import srsly

from kg import extraction
from kg.extraction import recogniser

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
    parts = recogniser.unpack(files("kg.extraction").joinpath(recogniser.WEIGHTS).read_bytes())
    model = srsly.msgpack_loads(parts["model"])
    for params in model["params"]:
        params.update({name: array.astype("float32") for name, array in params.items()})
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    component: Any = nlp.add_pipe(recogniser.NAME, config={"model": recogniser.MODEL})
    component.from_bytes(srsly.msgpack_dumps({**parts, "model": srsly.msgpack_dumps(model)}), exclude=["vocab"])
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
