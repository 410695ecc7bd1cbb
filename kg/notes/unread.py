"""Files that are no notes: how many there are of which kind, so that nothing is passed over without a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import PurePosixPath

IMAGES = "images"
NAMELESS = "without a suffix"
_PICTURES = frozenset(".png .jpg .jpeg .gif .svg .webp .bmp .tif .tiff .heic .avif .ico".split())


def kinds_of(files: Iterable[str]) -> dict[str, int]:
    """Count files by suffix, the most frequent first; pictures are one kind.

    >>> kinds_of(["b.docx", "a.pdf", "c/a.PDF", "x.png", "Makefile"])
    {'.pdf': 2, '.docx': 1, 'images': 1, 'without a suffix': 1}
    """
    counts = Counter(_kind(PurePosixPath(file).suffix.lower()) for file in files)
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _kind(suffix: str) -> str:
    return IMAGES if suffix in _PICTURES else suffix or NAMELESS
