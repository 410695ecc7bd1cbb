"""Patterns of what may stand before, around and behind a title in a line."""

from __future__ import annotations

import re

QUOTED = re.compile(r"[\"“„«]([^\"“”„«»\n]{6,300})[\"”“»]")
NUMBERED_SESSION = re.compile(
    r"\s*(?P<label>(?:[A-Z][\w&/-]{1,20}\s+){0,3}?(?:oral|session|keynote|poster|spotlight|talk|panel|track|tutorial)s?"
    r"(?:\s+(?:session|talk|paper)s?)?(?:\s+#?\d{0,2}[A-Z]?)?(?:\s+[A-Z][\w&/ ]{0,30}?\d{0,2})?)\s*(?::|\s[–—-])\s+",
    re.IGNORECASE,
)
"""What stands before the title of a talk: `Oral 5A: `, `Poster Session 2 - `."""
