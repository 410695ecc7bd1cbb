"""What is made once in a run and read by many tests, whichever of the processes side by side they run in."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Give a folder that the first process to want it fills, and that the others wait for.

    Args:
        factory: knows the temporary folder of the run.
        name: of the folder; what has the same name is the same.
        make: fills the folder, which is empty.
    """
    own = factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own  # a worker has a folder in that of the run
    folder, ready = shared / name, shared / f"{name}.ready"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready.exists():
            shutil.rmtree(folder, ignore_errors=True)  # what a process left that failed
            folder.mkdir()
            make(folder)
            ready.touch()
    return folder


def digest(*paths: Path) -> str:
    """Give a hash of some files."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()
