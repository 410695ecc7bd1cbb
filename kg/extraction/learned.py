"""The trained component: spaCy's named-entity recogniser over a small convolutional network of its own.

Its weights lie in `names.bin`, made by `data/training/prose/train.py`; no vectors and no download belong to it.
"""

from __future__ import annotations

import zlib
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.language import Language

NAME = "ner"
WEIGHTS = "names.bin"
LABELS = ("award", "dataset", "method", "organisation", "paper", "person", "session", "task", "venue")
"""What it marks, in the order of training."""

WIDTH, ROWS = 96, (4000, 1000, 2000, 2000)
MODEL: dict[str, Any] = {
    "@architectures": "spacy.TransitionBasedParser.v2",
    "state_type": "ner",
    "extra_state_tokens": False,
    "hidden_width": 64,
    "maxout_pieces": 2,
    "use_upper": True,
    "nO": None,
    "tok2vec": {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": "spacy.MultiHashEmbed.v2",
            "width": WIDTH,
            "attrs": ["NORM", "PREFIX", "SUFFIX", "SHAPE"],
            "rows": list(ROWS),
            "include_static_vectors": False,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2",
            "width": WIDTH,
            "depth": 4,
            "window_size": 1,
            "maxout_pieces": 3,
        },
    },
}
"""The network; a change of it needs a new training."""


def add(nlp: Language) -> None:
    """Add the trained component to a pipeline."""
    component: Any = nlp.add_pipe(NAME, config={"model": MODEL})
    component.from_bytes(unpack(files("kg.extraction").joinpath(WEIGHTS).read_bytes()), exclude=["vocab"])


def pack(component: Any) -> bytes:
    """Give a trained component as bytes, its weights at half precision: half the size, the same names found."""
    return zlib.compress(_cast(component.to_bytes(exclude=["vocab"]), "float16"), 9)


def unpack(packed: bytes) -> bytes:
    """Give what spaCy reads a component from."""
    return _cast(zlib.decompress(packed), "float32")


def _cast(stored: bytes, precision: str) -> bytes:
    import srsly

    parts = srsly.msgpack_loads(stored)
    model = srsly.msgpack_loads(parts["model"])
    for params in model["params"]:
        params.update({name: value.astype(precision) for name, value in params.items() if value is not None})
    parts["model"] = srsly.msgpack_dumps(model)
    return bytes(srsly.msgpack_dumps(parts))


def create(nlp: Language) -> Any:
    """Add the component with its labels and without weights, to be trained."""
    component: Any = nlp.add_pipe(NAME, config={"model": MODEL})
    for label in LABELS:
        component.add_label(label)
    return component
