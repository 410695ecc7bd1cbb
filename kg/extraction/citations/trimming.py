"""Find the ends of a part of a reference: without the punctuation around it, with what is opened in it closed."""

from __future__ import annotations

import re

_QUOTES = {"“": "”", "‘": "’", "«": "»", '"': '"', "„": "“"}
_PAIRS = {")": "(", "]": "[", "”": "“", "»": "«", "’": "‘", "}": "{"}


def unglued(text: str, start: int, end: int) -> int:
    """Cut off the pages that some styles print behind the title without a blank."""
    pages = re.search(r"[^\W\d_]{3}(\d{2,4})$", text[max(start, end - 12) : end])
    return end - len(pages[1]) if pages and text[end : end + 1] in ("–", "-") else end


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out the punctuation around a part, but close what is opened in it.

    >>> text = "A. Smith: Do (x or y)?,. 2020"
    >>> text[slice(*trim(text, 9, 24))]
    'Do (x or y)?'
    """
    while start < end and (text[start].isspace() or text[start] in ',.;:*_-–—”’»)]"“‘«„•/|#'):
        start += 1
    start, end = _quoted(text, start, end)
    while start < end:
        last = text[end - 1]
        if (
            last.isspace()
            or last in ",.;:*_-–—“‘«([{„/|¨"
            or (last in _PAIRS and text.count(last, start, end) > text.count(_PAIRS[last], start, end))
            or (last == '"' and text.count('"', start, end) % 2)
        ):
            end -= 1
        else:
            break
    for closing, opening in _PAIRS.items():
        if (
            closing != "’"
            and end < len(text)
            and text[end] == closing
            and text.count(opening, start, end) > text.count(closing, start, end)
        ):
            end += 1
    while end < len(text) and text[end] in "?!" and text[end - 1] not in "?!":
        end += 1
    return start, end


def _quoted(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a part with the quotation mark before it, if only its first words are quoted, or up to the closing mark.

    >>> [text[slice(*_quoted(text, 1, len(text)))] for text in ('"Why me?": on trust', '"Why me". He says', '"Why me?')]
    ['"Why me?": on trust', 'Why me', 'Why me?']
    """
    closing = _QUOTES.get(text[start - 1]) if start else None
    at = text.find(closing, start, end) if closing else -1
    if at == -1 or not any(c.isalnum() for c in text[at + 1 : end]):
        return start, end
    return (start, at) if text[at - 1] in ",." or text[at + 1] in ",.;" else (start - 1, end)
