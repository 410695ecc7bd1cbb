"""The title that the name of a file is: without the marks that programs for notes put into it."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from urllib.parse import unquote

_NOTION_ID = re.compile(r"\s[0-9a-f]{32}$")


def of_file(note: str) -> str:
    """Give what the name of a note's file says.

    >>> of_file("pages/LoRA%3A Low-Rank Adaptation.md"), of_file("BERT 0123456789abcdef0123456789abcdef.md")
    ('LoRA: Low-Rank Adaptation', 'BERT')
    """
    stem = PurePosixPath(note).stem
    return _NOTION_ID.sub("", unquote(stem).replace("___", "/")).strip()
