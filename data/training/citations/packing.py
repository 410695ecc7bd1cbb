"""Learned weights as the file that `kg.extraction.network` reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.extraction.crf import Scores
from kg.extraction.network import LEVELS


def pack(
    labels: Sequence[str], features: Sequence[str], vectors: Scores, steps: Scores, weights: Mapping[str, Scores]
) -> bytes:
    """Write learned weights as the file that `Network` reads; equal weights give equal bytes.

    Args:
        labels: the labels, in the order of the columns of scores.
        features: the names of the features.
        vectors: a row for each feature.
        steps: the score of each step from label to label.
        weights: the matrices of the layers by their names.
    """
    scales = np.maximum(np.abs(vectors).max(axis=1, keepdims=True) / LEVELS, 1e-8).astype(np.float16)
    scales = np.maximum(scales, np.float16(6e-8))
    arrays: dict[str, NDArray[Any]] = {
        "labels": np.frombuffer("\n".join(labels).encode(), np.uint8),
        "features": np.frombuffer("\n".join(features).encode(), np.uint8),
        "vectors": np.clip(np.round(vectors / scales.astype(np.float32)), -LEVELS, LEVELS).astype(np.int8),
        "scales": scales,
        "steps": steps.astype(np.float16),
        **{name: matrix.astype(np.float16) for name, matrix in weights.items()},
    }
    buffer = BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()
