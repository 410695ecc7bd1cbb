"""Text in XML: what markup would take for its own is escaped, what XML cannot hold is replaced."""

from __future__ import annotations

import re

from kg.model import Kind

_UNHOLDABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        # Parsers make blanks of these in attributes, and a line feed of a return.
        "\t": "&#9;",
        "\n": "&#10;",
        "\r": "&#13;",
    }
)
COLOURS: dict[str, str] = {
    **dict.fromkeys((Kind.VENUE, Kind.EDITION, Kind.PERIODICAL), "#D55E00"),
    Kind.TOPIC: "#E69F00",
    Kind.SESSION: "#8C6D31",
    Kind.AWARD: "#C9A800",
    Kind.ORG: "#7F7F7F",
    Kind.TASK: "#56B4E9",
    Kind.DATASET: "#00796B",
    Kind.METHOD: "#009E73",
    Kind.PAPER: "#0072B2",
    Kind.PERSON: "#CC79A7",
    Kind.WORK: "#8DA9C4",
    Kind.NOTE: "#4D4D4D",
}
"""The colour of each kind, the same as in the topic map around one thing; its views have colours for themes."""


def escaped(text: str) -> str:
    r"""Write a text for an attribute or between tags, with U+FFFD for what XML cannot hold.

    >>> escaped('<a href="x">\n\x01')
    '&lt;a href=&quot;x&quot;&gt;&#10;\ufffd'
    """
    return _UNHOLDABLE.sub("\ufffd", text).translate(_ESCAPES)
