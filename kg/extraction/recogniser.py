"""The trained recogniser of names: the network of spaCy's own component and its greedy reading, run with numpy.

spaCy's component finds the same, several times slower: it goes from token to token, and thinc's matrix products are
slow ones. Here the tokens of many documents go through each layer at once: the hashed features of words and a mixture
of them, which depend on the word alone; convolutions over three tokens each; and layers that score the moves of the
reading (Lample et al., 2016). The best move is taken at each token: it is outside of names, a name, or begins one.

Its weights lie in `names.npz`, made by `data/training/prose/train.py`; no vectors and no download belong to it.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Span
from thinc.api import NumpyOps

from kg.extraction.crf import THREADS
from kg.extraction.nlp import PROBABILITIES

if TYPE_CHECKING:
    from spacy.tokens import Doc

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
Hashes = NDArray[np.uint64]
Move = tuple[int, str]
"""What is done at a token, and the label of the name."""

_FEATURES = ("NORM", "PREFIX", "SUFFIX", "SHAPE")
_ATTRIBUTES: list[int | str] = [*_FEATURES, "IS_SPACE", "SENT_START"]
_SEED = 8
"""Of the hashes of the first feature; each other feature has the next."""
_MIXED = np.array([1, 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], np.uint64)
"""Odd numbers that make one hash of the four of a word."""
_PAD = 4
"""Empty rows between documents: as many as there are convolutions, so that no document sees the next."""
_ROWS = 512
"""Rows that go through a layer at once, so that what is made of them stays near the processor."""
_AHEAD = 8
"""Tokens inside a name that are scored at once."""
_KEPT = 1 << 13
"""Words whose vectors are kept, of 384 bytes each."""
_SMALL = 1e-8
_BEGIN, _IN, _LAST, _UNIT, _OUT = range(1, 6)


class Maxout:
    """A layer whose outputs are each the largest of some sums, brought to mean 0 and variance 1, and then scaled."""

    def __init__(self, weights: Floats, shift: Floats, gain: Floats, offset: Floats) -> None:
        self._pieces = weights.shape[1]
        self._weights, self._shift = _by_piece(weights), shift.T.reshape(-1)
        self._gain, self._offset = gain, offset

    def __call__(self, rows: Floats) -> Floats:
        """Run the layer over rows."""
        sums = rows @ self._weights
        sums += self._shift
        known = _largest(sums, self._pieces)
        known -= known.mean(axis=1, keepdims=True)
        variance = np.einsum("ij,ij->i", known, known)[:, np.newaxis] / known.shape[1]
        known *= (variance + _SMALL) ** -0.5
        known *= self._gain
        known += self._offset
        return known

    def convolve(self, known: Floats) -> None:
        """Add to each row what the layer makes of it and of the rows beside it."""
        edged = np.zeros((len(known) + 2, known.shape[1]), np.float32)
        edged[1:-1] = known
        for at in range(0, len(known), _ROWS):
            rows = edged[at : at + _ROWS + 2]
            known[at : at + _ROWS] += self(np.concatenate([rows[:-2], rows[1:-1], rows[2:]], axis=1))


@dataclass(frozen=True, slots=True)
class Tokens:
    """What is known of the tokens of all documents of a batch, one behind the other."""

    vectors: Floats
    blank: Flags
    closing: Flags
    """Whether a document or a sentence ends with the token, and each name, too."""


class Reader:
    """The layers that score the moves, and the reading.

    A score depends on the token and, inside a name, on the first token of it and on the one before. So all tokens are
    scored at once as if they were outside of names, and only the few behind the beginning of a name once more.
    """

    def __init__(self, arrays: Sequence[Floats], moves: Sequence[Move]) -> None:
        parts, shift, pads, scores, bias, linear, linear_shift = arrays
        self._pieces = parts.shape[2]
        # Nothing is between the linear layer and the hidden one: they are one.
        self._token, self._first, self._previous = (linear.T @ _by_piece(part) for part in parts)
        shifts = [linear_shift @ _by_piece(part) for part in parts]
        padding = [pad.T.reshape(-1) for pad in pads[0]]
        self._outside = shift.T.reshape(-1) + shifts[0] + padding[1] + padding[2]
        self._inside = shift.T.reshape(-1) + shifts[0] + shifts[1] + shifts[2]
        chosen = [move == _OUT or (move in (_BEGIN, _UNIT) and label != "") for move, label in moves]
        self._moves = [move for move, taken in zip(moves, chosen, strict=True) if taken]
        self._opening = scores[chosen].T, bias[chosen]
        self._begins = np.array([move == _BEGIN for move, _ in self._moves])
        going = {label: [moves.index((move, label)) for move in (_IN, _LAST)] for _, label in self._moves if label}
        self._going = {label: (scores[rows].T, bias[rows]) for label, rows in going.items()}

    def names(self, tokens: Tokens) -> Iterator[tuple[int, int, str, float]]:
        """Yield where names begin and end, their labels, and how probable it is that a name of the label begins."""
        sums = tokens.vectors @ self._token
        weights, bias = self._opening
        scores = _largest(sums + self._outside, self._pieces) @ weights + bias
        out = self._moves.index((_OUT, ""))
        scores[np.outer(tokens.closing, self._begins)] = -np.inf
        best = np.where(tokens.blank, out, scores.argmax(axis=1))
        starts = np.flatnonzero(best != out)
        shares = self._probabilities(scores[starts], best[starts])
        end = 0
        for start, share in zip(starts.tolist(), shares, strict=True):
            if start >= end:
                move, label = self._moves[best[start]]
                end = start + 1 if move == _UNIT else self._end(tokens, sums, start, label)
                yield start, end, label, share

    def _probabilities(self, scores: Floats, best: NDArray[np.intp]) -> list[float]:
        """Return how probable the label of the best move at each token is by the scores of all moves."""
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        alike = np.array([[of == label for _, of in self._moves] for _, label in self._moves])
        found: list[float] = ((shares * alike[best]).sum(axis=1) / shares.sum(axis=1)).tolist()
        return found

    def _end(self, tokens: Tokens, sums: Floats, start: int, label: str) -> int:
        """Find where a name ends that begins at a token: at the first token that is rather its last than inside."""
        given = tokens.vectors[start] @ self._first + self._inside
        weights, bias = self._going[label]
        for at in range(start + 1, len(sums), _AHEAD):
            rows = sums[at : at + _AHEAD] + given
            rows += tokens.vectors[at - 1 : at - 1 + len(rows)] @ self._previous
            inside, last = (_largest(rows, self._pieces) @ weights + bias).T
            ends = (last > inside) | tokens.closing[at : at + _AHEAD]
            if ends.any():
                return at + int(ends.argmax()) + 1
        return len(sums)


class Recogniser:
    """The component of the pipeline."""

    def __init__(self, weights: bytes) -> None:
        """Take the weights of spaCy's own component, as `data/training/prose/component.py` writes them."""
        moves, *arrays = unpack(weights)
        reader, self._tables, layers = arrays[:7], arrays[7:11], arrays[11:]
        self._reader = Reader(reader, _moves(json.loads(str(moves))))
        self._mix, *self._layers = (Maxout(*layers[at : at + 4]) for at in range(0, len(layers), 4))
        self._known: dict[int, Floats] = {}
        self._hash = NumpyOps().hash

    def __call__(self, doc: Doc) -> Doc:
        """Mark the names in a document."""
        self._mark([doc])
        return doc

    def pipe(self, docs: Iterable[Doc], *, batch_size: int = 256) -> Iterator[Doc]:
        """Mark the names in documents."""
        stream = iter(docs)
        while batch := list(islice(stream, batch_size)):
            self._mark(batch)
            yield from batch

    def _mark(self, docs: Sequence[Doc]) -> None:
        lengths = [len(doc) for doc in docs]
        ends = np.cumsum(lengths)
        found: list[list[Span]] = [[] for _ in docs]
        sure: list[dict[int, float]] = [{} for _ in docs]
        with THREADS.limit(limits=1):
            for start, end, label, probability in self._names(docs, lengths) if ends[-1] else ():
                number = int(np.searchsorted(ends, start, side="right"))
                before = int(ends[number]) - lengths[number]
                found[number].append(Span(docs[number], start - before, end - before, label=label))
                sure[number][start - before] = probability
        for doc, spans, probabilities in zip(docs, found, sure, strict=True):
            doc.set_ents(spans)
            doc.user_data[PROBABILITIES] = probabilities

    def _names(self, docs: Sequence[Doc], lengths: Sequence[int]) -> Iterator[tuple[int, int, str, float]]:
        attributes: Hashes = np.concatenate([doc.to_array(_ATTRIBUTES) for doc in docs])
        pads = np.arange(1, len(docs) + 1) * _PAD
        places = np.arange(len(attributes)) + np.repeat(pads, lengths)
        known = np.zeros((len(attributes) + pads[-1] + _PAD, self._tables[0].shape[1]), np.float32)
        known[places] = self._words(attributes[:, : len(_FEATURES)])
        for layer in self._layers:
            layer.convolve(known)
        closing = np.roll(attributes[:, -1] == 1, -1)
        closing[np.cumsum(lengths) - 1] = True
        return self._reader.names(Tokens(known[places], attributes[:, -2] == 1, closing))

    def _words(self, features: Hashes) -> Floats:
        """Return the vectors of words; most words of a note were seen before."""
        hashes, places, numbers = np.unique(features @ _MIXED, return_index=True, return_inverse=True)
        words: list[int] = hashes.tolist()
        new = [number for number, word in enumerate(words) if word not in self._known]
        if len(self._known) + len(new) > _KEPT:
            self._known.clear()
            new = list(range(len(words)))
        for at in range(0, len(new), _ROWS):
            some = new[at : at + _ROWS]
            self._known.update(zip([words[n] for n in some], self._mixed(features[places[some]]), strict=True))
        return np.stack([self._known[word] for word in words])[numbers]

    def _mixed(self, features: Hashes) -> Floats:
        """Make vectors of the features of words, each of which is hashed to four rows of its table."""
        columns = enumerate(zip(features.T, self._tables, strict=True), _SEED)
        rows = [(table, self._hash(np.ascontiguousarray(column), seed)) for seed, (column, table) in columns]
        return self._mix(np.concatenate([table[hashed % len(table)].sum(axis=1) for table, hashed in rows], axis=1))


def _by_piece(weights: Floats) -> Floats:
    """Turn weights (outputs, pieces, inputs) round for `rows @ weights`, all first pieces before all second ones."""
    return np.ascontiguousarray(weights.transpose(2, 1, 0).reshape(weights.shape[2], -1))


def _largest(rows: Floats, pieces: int) -> Floats:
    """Return the largest piece of each output."""
    size = rows.shape[1] // pieces
    known = np.maximum(rows[:, :size], rows[:, size : 2 * size])
    for at in range(2 * size, rows.shape[1], size):
        np.maximum(known, rows[:, at : at + size], out=known)
    return known


def _moves(labels: Mapping[str, Mapping[str, int]]) -> list[Move]:
    """Return the moves in spaCy's order: by their numbers in training, and last the labels that had none."""
    counted = [(int(move), -count, label) for move, counts in labels.items() for label, count in counts.items()]
    first = sorted(one for one in counted if one[1] <= 0)
    rest = sorted((one for one in counted if one[1] > 0), key=lambda one: (one[1], one[2], one[0]))
    return [(move, label) for move, _, label in (*first, *rest)]


NAME = "ner"
WEIGHTS = "names.npz"


def add(nlp: Language) -> None:
    """Add the trained component to a pipeline, in the place and by the name of spaCy's own."""
    weights = files("kg.extraction").joinpath(WEIGHTS).read_bytes()
    Language.component("kg_recogniser", func=Recogniser(weights))
    nlp.add_pipe("kg_recogniser", name=NAME)


def unpack(packed: bytes) -> list[NDArray[Any]]:
    """Return the moves as JSON, and the weights layer by layer, in single precision."""
    with np.load(io.BytesIO(packed), allow_pickle=False) as arrays:
        moves, *weights = (arrays[name] for name in arrays.files)
    return [moves, *(array.astype(np.float32) for array in weights)]
