"""What no build can be faster than: the engine that loads its triples, and the tokenizer that cuts its words."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import pyoxigraph as ox


class Speed(NamedTuple):
    """How fast notes are read by one process."""

    words: int
    read: float
    """Words per second, from the files to what they say."""
    cut: float
    """Words per second of spaCy's tokenizer alone."""


def loading(trig: Path) -> float:
    """Give the seconds that the bulk loader of the engine takes for a file of TriG."""
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as folder:
        store = ox.Store(folder)
        began = time.perf_counter()
        store.bulk_load(path=str(trig), format=ox.RdfFormat.TRIG)
        return time.perf_counter() - began


def reading(vault: Path) -> Speed:
    """Measure in a new process, which computes with one thread."""
    done = subprocess.run([sys.executable, __file__, str(vault)], check=True, stdout=subprocess.PIPE, text=True)
    words, read, cut = done.stdout.split()
    return Speed(int(words), float(read), float(cut))


def _measure(vault: Path) -> Speed:
    import spacy

    from kg import extraction, notes
    from kg.settings import Settings

    files = sorted(vault.rglob("*.md"))
    texts = [file.read_text(encoding="utf-8") for file in files]
    words = sum(len(text.split()) for text in texts)
    tokenizer, nlp, settings = spacy.blank("en").tokenizer, extraction.make_nlp(), Settings()

    def read(file: Path) -> None:
        note = notes.read(file, vault=vault, settings=settings).note
        assert note is not None
        extraction.extract(note, nlp)

    for file, text in zip(files[:10], texts[:10], strict=True):
        read(file)
        tokenizer(text)
    began = time.process_time()
    for text in texts:
        tokenizer(text)
    middle = time.process_time()
    for file in files:
        read(file)
    return Speed(words, words / (time.process_time() - middle), words / (middle - began))


if __name__ == "__main__":
    print(*_measure(Path(sys.argv[1])))
