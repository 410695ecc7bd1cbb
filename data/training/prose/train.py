"""Train the reader of names and write `kg/extraction/names.npz`.

    python data/training/prose/train.py            all sentences
    python data/training/prose/train.py --held-out  without the last files of each field, then measured on these

Same sentences, same seed, same weights: one thread, no clock. Some ten minutes on one core.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
HERE = Path(__file__).parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT), str(HERE)]

import component as components  # noqa: E402
import corpus  # noqa: E402
import spacy  # noqa: E402
from corpus import Mark  # noqa: E402
from material import Filler, Text, blocks  # noqa: E402
from spacy.language import Language  # noqa: E402
from spacy.tokens import Span  # noqa: E402
from spacy.training import Example  # noqa: E402
from spacy.util import compounding, filter_spans, fix_random_seed, minibatch  # noqa: E402
from thinc.api import Adam  # noqa: E402

from kg.extraction import recogniser  # noqa: E402

RELATIONS_ONLY = "stated-"
"""Files that teach relations alone: with them methods and data sets of the notes were told apart less well."""
SEED, EPOCHS, COPIES, DROPOUT, LEARN_RATE = 7, 8, 3, 0.4, 0.001
"""Copies: how many times each block is seen in an epoch with other names in it."""
HELD_OUT = ("-5", "-6")
"""Ends of the names of the files that `--held-out` measures on."""


def main() -> None:
    """Train, print what each epoch gives, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--out", type=Path, default=ROOT / "kg" / "extraction" / recogniser.WEIGHTS)
    chosen = parser.parse_args()
    fix_random_seed(SEED)
    rng = random.Random(SEED)
    files = sorted(path for path in corpus.SENTENCES.glob("*.txt") if not path.name.startswith(RELATIONS_ONLY))
    apart = [path for path in files if path.stem.endswith(HELD_OUT)]
    passages = [p for path in files if not (chosen.held_out and path in apart) for p in corpus.read(path)]
    tests = blocks(p for path in apart for p in corpus.read(path))
    nlp = spacy.blank("en")
    component = components.create(nlp)
    fill = Filler(blocks(passages), rng)
    nlp.initialize(lambda: list(_examples(nlp, blocks(passages[:40]))))
    optimizer = Adam(learn_rate=LEARN_RATE, L2=0.01, L2_is_weight_decay=True, grad_clip=1.0, use_averages=True)
    for epoch in range(chosen.epochs):
        began = time.perf_counter()
        texts = blocks(passages, rng)
        texts += [fill(*text) for _ in range(COPIES) for text in blocks(passages, rng)]
        rng.shuffle(texts)
        losses: dict[str, float] = {}
        # The rate falls in a line to nothing, so that the last epochs settle.
        optimizer.learn_rate = LEARN_RATE * (1 - epoch / chosen.epochs)
        for batch in minibatch(_examples(nlp, texts), size=compounding(8, 64, 1.002)):
            nlp.update(batch, drop=DROPOUT, sgd=optimizer, losses=losses)
        with nlp.use_params(optimizer.averages):
            shown = _measured(nlp, tests) if chosen.held_out else ""
        print(
            f"epoch {epoch}: {time.perf_counter() - began:.0f} s, loss {losses[recogniser.NAME]:.0f} {shown}",
            flush=True,
        )
    with nlp.use_params(optimizer.averages):
        chosen.out.write_bytes(components.pack(component))


def _examples(nlp: Language, texts: Iterable[Text]) -> Iterator[Example]:
    """Make examples; a name that readers dispute is neither right nor wrong."""
    for text, marks in texts:
        document = nlp.make_doc(text)
        spans = {certain: _spans(document, marks, certain=certain) for certain in (True, False)}
        sure = filter_spans(spans[True])
        taken = {at for span in sure for at in range(span.start, span.end)}
        missing = filter_spans([s for s in spans[False] if not taken & set(range(s.start, s.end))])
        document.set_ents(sure, missing=missing)
        yield Example(nlp.make_doc(text), document)


def _spans(document: spacy.tokens.Doc, marks: Iterable[Mark], *, certain: bool) -> list[Span]:
    spans = (
        document.char_span(m.start, m.end, label=m.kind, alignment_mode="expand") for m in marks if m.certain is certain
    )
    return [span for span in spans if span is not None]


def _measured(nlp: Language, tests: list[Text]) -> str:
    hit: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    for text, marks in tests:
        found = {(e.start_char, e.end_char, e.label_) for e in nlp(text).ents}
        gold = {(m.start, m.end, m.kind) for m in marks if m.certain}
        doubted = [m for m in marks if not m.certain]
        hit.update(kind for _, _, kind in found & gold)
        missed.update(kind for _, _, kind in gold - found)
        extra = [f for f in found - gold if not any(m.start < f[1] and f[0] < m.end for m in doubted)]
        wrong.update(kind for _, _, kind in extra)
    rows = [("all", hit.total(), wrong.total(), missed.total())]
    rows += [(kind, hit[kind], wrong[kind], missed[kind]) for kind in components.LABELS]
    return " ".join(f"{name} {2 * a / max(1, 2 * a + b + c):.3f}" for name, a, b, c in rows)


if __name__ == "__main__":
    main()
