"""Where things lie in the project: what tests and the programs beside them read."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
DATA = ROOT / "data"
NOTES = DATA / "notes"
GOLD = DATA / "gold"
CASES = TESTS / "cases"
FLOORS = TESTS / "golden"
"""What was measured once and may only rise."""
ANSWERS = FLOORS / "answers"
"""What was answered when somebody looked at it."""
BIBLIOGRAPHY = TESTS / "support" / "bibliography.json"
SHARED = ROOT.parent / "shared"
"""Real notes and suites that lie beside some clones; what wants them skips elsewhere."""
UNFINISHED = shutil.ignore_patterns(".graphs-*")
"""What another process may be writing in a graph that is copied: its store of named graphs."""
