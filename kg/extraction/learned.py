"""The trained component: a named-entity recogniser of spaCy over a small convolutional network of its own.

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
    """Add the trained component to a pipeline, in the place and by the name of spaCy's own."""
    from spacy.language import Language as Factory

    from kg.extraction.recogniser import Recogniser

    weights = files("kg.extraction").joinpath(WEIGHTS).read_bytes()
    Factory.component("kg_recogniser", func=Recogniser(unpack(weights)))
    nlp.add_pipe("kg_recogniser", name=NAME)


def pack(component: Any) -> bytes:
    """Return a trained component as bytes, its weights at half precision: half the size, the same names found."""
    import srsly

    parts = srsly.msgpack_loads(component.to_bytes(exclude=["vocab"]))
    model = srsly.msgpack_loads(parts["model"])
    for params in model["params"]:
        params.update({name: value.astype("float16") for name, value in params.items() if value is not None})
    parts["model"] = srsly.msgpack_dumps(model)
    return zlib.compress(srsly.msgpack_dumps(parts), 9)


def unpack(packed: bytes) -> dict[str, Any]:
    """Return the parts that spaCy writes a component as."""
    import srsly

    parts: dict[str, Any] = srsly.msgpack_loads(zlib.decompress(packed))
    return parts


def create(nlp: Language) -> Any:
    """Add the component with its labels and without weights, to be trained."""
    component: Any = nlp.add_pipe(NAME, config={"model": MODEL})
    for label in LABELS:
        component.add_label(label)
    return component
