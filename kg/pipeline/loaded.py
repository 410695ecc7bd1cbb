"""Imported by the process from which those that read notes are forked: loads, once for all, what each of them needs.

Rules load their word lists and networks when a note first needs them, so a note is read that needs most of them.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from kg.pipeline.extracting import Job, read_one
from kg.settings import Settings

_NOTE = """# Reading notes from ICML 2025

- [Deep Sets](https://arxiv.org/abs/1703.06114), Manzil Zaheer, Satwik Kottur. NeurIPS 2017
  We use the idea of Deep Sets for point clouds.

1. Zaheer, M. and Kottur, S. (2017). Deep Sets. In *Advances in Neural Information Processing Systems*.
"""

with suppress(OSError), TemporaryDirectory(prefix="kg-") as _folder:
    _path = Path(_folder, "note.md")
    _path.write_text(_NOTE, encoding="utf-8")
    read_one(Job(Path(_folder), Settings(), ()), "note.md", _path)
