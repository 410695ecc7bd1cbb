"""The component that is trained: spaCy's own recogniser of names, whose weights `kg.extraction.recogniser` reads."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np
from spacy.language import Language

from kg.extraction.recogniser import NAME

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


def create(nlp: Language) -> Any:
    """Add the component with its labels and without weights, to be trained."""
    component: Any = nlp.add_pipe(NAME, config={"model": MODEL})
    for label in LABELS:
        component.add_label(label)
    return component


def pack(component: Any) -> bytes:
    """Return the weights of a trained component, at half precision: half the size, the same names found."""
    layers = component.model.walk()
    weights = [layer.get_param(name) for layer in layers for name in layer.param_names if layer.has_param(name)]
    arrays = {f"{number:02}": array.astype(np.float16) for number, array in enumerate(weights)}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, moves=np.array(json.dumps(component.moves.labels)), **arrays)
    return buffer.getvalue()
