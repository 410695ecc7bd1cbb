"""Train the reader of relations and write `kg/extraction/relations.npz`.

    python data/training/prose/train_relations.py             all passages with statements
    python data/training/prose/train_relations.py --held-out  without the last files of each field, measured on these

A softmax regression over the features of `kg.extraction.relating`; same sentences, same weights. Half a minute. A bullet
whose first name is its subject is seen a second time without that name, as bullets below the key of a paper are written.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
HERE = Path(__file__).parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT), str(HERE)]

import corpus  # noqa: E402
import numpy as np  # noqa: E402
import spacy  # noqa: E402
from material import prose_lines  # noqa: E402
from scipy.optimize import minimize  # noqa: E402
from scipy.sparse import csr_matrix  # noqa: E402

from kg.extraction import relating  # noqa: E402
from kg.extraction.relating import NONE, RELATIONS, Name  # noqa: E402

HELD_OUT = ("-5", "-6")
PENALTY = 1.0
KINDS = {"method": "method", "dataset": "dataset", "task": "task", "person": "person", "organisation": "org"}
LEADS = ("paper", "method", "dataset")
"""Kinds of what the lines below a name can be about."""
ALIKE = {("extends", "based_on"), ("based_on", "extends"), ("outperforms", "compares_with")}
"""Pairs that the measure takes for the same."""
_KEY = re.compile(r"\W*\[[^\W\d_]+\d{4}\w*\]\s*")
"""A citation key that opens a line: what the line says is said of its paper."""
_LEAD = 12
"""Characters before a name that still leads its line."""

Example = tuple[list[str], str]


def main() -> None:
    """Train, measure when asked, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--out", type=Path, default=ROOT / "kg" / "extraction" / relating.WEIGHTS)
    chosen = parser.parse_args()
    passages = [p for p in corpus.read_all() if p.statements]
    apart = [p for p in passages if p.place.partition(".")[0].endswith(HELD_OUT)]
    learned = [p for p in passages if not (chosen.held_out and p in apart)]
    weights, bias = _fitted(list(_examples(learned)))
    if chosen.held_out:
        _measure(list(_examples(apart)), weights, bias)
    rows = np.flatnonzero(np.abs(weights).max(axis=1) > 1e-3)
    np.savez_compressed(chosen.out, rows=rows.astype(np.uint16), weights=weights[rows].astype(np.float16), bias=bias)
    print(f"{len(rows)} features, {chosen.out.stat().st_size} bytes")


def _examples(passages: Iterable[corpus.Passage]) -> Iterator[Example]:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    for passage in passages:
        stated: dict[tuple[str, str], set[str]] = defaultdict(set)
        for statement in passage.statements:
            if statement.predicate in RELATIONS:
                stated[statement.subject, statement.object].add(statement.predicate)
                if statement.predicate == "compares_with":
                    stated[statement.object, statement.subject].add(statement.predicate)
        about = _about(passage)
        called = _called(passage)
        for line, marks in prose_lines(passage):
            for sentence in nlp(line).sents:
                first, last = sentence.start_char, sentence.end_char
                names = [
                    Name(m.start - first, m.end - first, KINDS[m.kind])
                    for m in marks
                    if m.kind in KINDS and first <= m.start and m.end <= last
                ]
                names.sort(key=lambda n: n.start)
                yield from _sentence(line[first:last], names, stated)
                key = _KEY.match(line) if first == 0 else None
                if key and called:
                    rest = [Name(n.start - key.end(), n.end - key.end(), n.kind) for n in names if n.start >= key.end()]
                    yield from _below(
                        line[key.end() : last], rest, {o: t for (s, o), t in stated.items() if s == called}
                    )
                if about and about not in line[first:last]:
                    yield from _below(line[first:last], names, {o: t for (s, o), t in stated.items() if s == about})


def _about(passage: corpus.Passage) -> str:
    """Give the name that the first line leads with, where later lines state something of it without naming it."""
    end = (passage.text + "\n").index("\n")
    called = _called(passage)
    below = [line for line in passage.text[end:].split("\n") if called not in line]
    told = any(s.subject == called and any(s.object in line for line in below) for s in passage.statements)
    return called if called and told else ""


def _called(passage: corpus.Passage) -> str:
    """Give the first name of the first line that lines below it can be about."""
    end = (passage.text + "\n").index("\n")
    return next((passage.text[m.start : m.end] for m in passage.marks if m.kind in LEADS and m.end <= end), "")


def _below(text: str, names: list[Name], stated: dict[str, set[str]]) -> Iterator[Example]:
    """Make examples of a sentence about what stands above it."""
    pairs = relating.Pairs(text, names)
    for object_ in names:
        told = min(stated.get(text[object_.start : object_.end], {NONE}), key=RELATIONS.index)
        yield pairs.features(None, object_), told


def _sentence(text: str, names: list[Name], stated: dict[tuple[str, str], set[str]]) -> Iterator[Example]:
    def told(one: str, other: Name, within: str) -> str:
        return min(stated.get((one, within[other.start : other.end]), {NONE}), key=RELATIONS.index)

    pairs = relating.Pairs(text, names)
    for subject, object_ in relating.paired(names, about=False):
        if subject is not None:
            called = text[subject.start : subject.end]
            yield pairs.features(subject, object_), told(called, object_, text)
    lead = next((n for n in names if n.kind in relating.THINGS and n.start < _LEAD), None)
    if lead is not None:
        rest = text[lead.end :].lstrip(" ,:")
        cut = len(text) - len(rest)
        left = [Name(n.start - cut, n.end - cut, n.kind) for n in names if n.start >= cut]
        pairs = relating.Pairs(rest, left)
        for object_ in left:
            called = text[lead.start : lead.end]
            yield pairs.features(None, object_), told(called, object_, rest)


def _matrix(examples: list[Example]) -> csr_matrix:
    indices: list[int] = []
    ends = [0]
    for found, _ in examples:
        indices += sorted({relating.bucket(f) for f in found})
        ends.append(len(indices))
    return csr_matrix((np.ones(len(indices)), indices, ends), shape=(len(examples), relating.BUCKETS))


def _fitted(examples: list[Example]) -> tuple[np.ndarray, np.ndarray]:
    matrix = _matrix(examples)
    kinds = len(RELATIONS)
    truth = np.zeros((len(examples), kinds))
    truth[np.arange(len(examples)), [RELATIONS.index(relation) for _, relation in examples]] = 1

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        weights = flat.reshape(relating.BUCKETS + 1, kinds)
        scores = matrix @ weights[:-1] + weights[-1]
        scores -= scores.max(axis=1, keepdims=True)
        powers = np.exp(scores)
        sums = powers.sum(axis=1, keepdims=True)
        value = -(truth * (scores - np.log(sums))).sum() + PENALTY / 2 * (weights[:-1] ** 2).sum()
        slope = powers / sums - truth
        return value, np.vstack([matrix.T @ slope + PENALTY * weights[:-1], slope.sum(axis=0)]).ravel()

    start = np.zeros((relating.BUCKETS + 1) * kinds)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 150}).x
    flat = found.reshape(relating.BUCKETS + 1, kinds)
    return flat[:-1], flat[-1]


def _measure(examples: list[Example], weights: np.ndarray, bias: np.ndarray) -> None:
    """Print precision and recall at some thresholds; not every relation of the corpus is annotated."""
    scores = _matrix(examples) @ weights + bias
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    best = shares[:, 1:].argmax(axis=1) + 1
    told = [relation for _, relation in examples]
    right = [RELATIONS[one] == other or (RELATIONS[one], other) in ALIKE for one, other in zip(best, told, strict=True)]
    all_told = sum(relation != NONE for relation in told)
    for threshold in (0.3, 0.4, 0.5, 0.6, 0.7):
        kept = shares[np.arange(len(best)), best] >= threshold
        hits = int((kept & np.array(right)).sum())
        print(f"from {threshold}: precision {hits / max(1, kept.sum()):.3f} recall {hits / max(1, all_told):.3f}")


if __name__ == "__main__":
    main()
