"""Words that names of tasks are made of, before the last and as the last: `few-shot`, `detection`."""

from __future__ import annotations

_HEADS = """
generation recognition detection segmentation classification prediction estimation retrieval reconstruction
translation answering understanding forecasting editing synthesis completion tracking captioning summarization
summarisation attack attacks unlearning grounding animation tokenization comprehension manipulation control
navigation localization localisation matching parsing extraction linking resolution disambiguation
verification ranking recommendation clustering imputation denoising inpainting docking design discovery
selection adaptation optimization optimisation planning assimilation calling transfer simulation registration
restoration
"""
_TITLE_HEADS = """
learning training tuning fine-tuning finetuning modeling modelling reasoning recourse inference generalization
generalisation unlearning pre-training pretraining distillation alignment compression calibration games search
identification correction interaction allocation scheduling routing decoding coding exploration rendering
relighting alignment regression imitation locomotion grasping diagnosis monitoring screening annotation mining
"""
_MODIFIERS = """
few-shot zero-shot one-shot many-shot open-vocabulary open-domain open-set open-world open-ended closed-book
multilingual multi-lingual cross-lingual cross-modal multimodal multi-modal unsupervised semi-supervised
weakly-supervised self-supervised unconditional text-guided controllable interactive offline lifelong
class-incremental federated long-form long-context long-horizon long-tailed multi-hop multi-turn multi-step
multi-view multi-object multi-label multi-class multi-document multi-speaker multi-domain multi-target
multi-person multi-table hierarchical monocular 3D 4D 2D spatio-temporal spatiotemporal egocentric
fine-grained cross-domain cross-document knowledge-intensive retrieval-augmented end-to-end real-time
streaming document-level sentence-level extreme low-resource low-rank low-light cross-view source-free
test-time training-free example-based query-focused aspect-based dialogue-level
"""
HEADS = frozenset(_HEADS.split())
"""Last words of the names of tasks."""
TITLE_HEADS = HEADS | frozenset(_TITLE_HEADS.split())
"""Last words of the names of tasks in titles, where `for` stands before them."""
MODIFIERS = frozenset(word.casefold() for word in _MODIFIERS.split())
"""Words before a known task that belong to its name: `few-shot image classification`."""

_VAGUE = frozenset(
    "general novel efficient better effective new various complex automatic specific adaptive entire good best fast "
    "large small simple strong whole full further more less other such same different own human free model data the a "
    "its their our this that above below popular raw correct advanced deep downstream overall fine final initial next "
    "first second text image video result results improved".split()
)
"""First words with which such words make no name."""


def is_vague(word: str) -> bool:
    """Return whether a first word makes no name of a task with a word such as `generation`.

    >>> is_vague("better"), is_vague("Using"), is_vague("molecule")
    (True, True, False)
    """
    return word.casefold() in _VAGUE or word.casefold().endswith("ing")
