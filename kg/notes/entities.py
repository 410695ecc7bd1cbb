"""Entities of HTML, as text: what names no character is left as it stands."""

from __future__ import annotations

import re
from html import unescape as _unescape

_ENDLESS = re.compile(r"(&#(?:\d{9,}|[xX][0-9a-fA-F]{9,});?)")
"""A number that no character has; Python would refuse to read one of 5,000 digits at all."""


def unescape(text: str) -> str:
    """Put characters in the place of entities.

    >>> unescape("R&amp;D &#8211; &eacute;"), unescape("&#" + "9" * 9 + ";")
    ('R&D – é', '&#999999999;')
    """
    if "&" not in text:
        return text
    return "".join(part if number % 2 else _unescape(part) for number, part in enumerate(_ENDLESS.split(text)))
