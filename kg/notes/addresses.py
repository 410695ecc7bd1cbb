"""Addresses that stand in the text: where they end, and which may become a link at all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.identifiers import SICI

_SICI = re.compile(SICI)
_BODY = re.compile(r"[^\s<>\"`|{}\\^\u200b\ufeff“”‘’«»„，。；：！？（）【】《》、\x00-\x1f\x7f]*")
_START = re.compile(
    r"(?:https?|ftp)://|(?<![\w.@/:-])(?:www\.(?=[a-z0-9-]{1,60}\.[a-z])"
    r"|(?=(?:[a-z0-9-]{1,60}\.){1,4}(?:ai|app|cc|ch|com|cv|de|dev|edu|eu|fr|gov|info|io|me|net|org|uk)/[\w~@])[a-z0-9])",
    re.IGNORECASE,
)
_UNSAFE = re.compile(r"[\s\x00-\x1f]*(?:javascript|data|vbscript|file)[\s\x00-\x1f]*:", re.IGNORECASE)
_TRAILING = ".,;:!?'*_~(["
_PAIRS = {")": "(", "]": "["}
LONGEST = 4_096


def address_end(text: str, start: int, stop: int | None = None) -> int:
    """Find where an address ends: punctuation of the sentence is not part of it, balanced brackets are.

    >>> text = "(see https://en.wikipedia.org/wiki/Attention_(machine_learning))."
    >>> text[5:address_end(text, 5)]
    'https://en.wikipedia.org/wiki/Attention_(machine_learning)'
    """
    last = min(len(text) if stop is None else stop, start + LONGEST)
    match = _BODY.match(text, start, last)
    body = match.group() if match else ""
    if "/10." in body and (rest := _SICI.match(text, start + len(body), last)):
        body += rest.group()
    again = max(body.find("http://", 8), body.find("https://", 8))
    if again > 0 and body[again - 1] not in "/=?&:#":
        body = body[:again]
    end = _balanced(body)
    while end and body[end - 1] in _TRAILING:
        end -= 1
    return start + end


def _balanced(body: str) -> int:
    """Return the length up to the first closing bracket that nothing in the address opened."""
    open_brackets = []
    for place, char in enumerate(body):
        if char in "([":
            open_brackets.append(char)
        elif char in ")]" and (not open_brackets or open_brackets.pop() != _PAIRS[char]):
            return place
    return len(body)


def addresses(text: str) -> Iterator[tuple[int, int, str]]:
    """Find the addresses in plain text, as start, end and target; one without `https://` needs a host and a path.

    >>> list(addresses("Tuning LLMshttps://arxiv.org/abs/3101.00001."))
    [(11, 43, 'https://arxiv.org/abs/3101.00001')]
    >>> list(addresses("at doi.org/10.1/x, and/or e.g. it"))
    [(3, 17, 'https://doi.org/10.1/x')]
    """
    place = 0
    while match := _START.search(text, place):
        end = address_end(text, match.start())
        place = max(end, match.end())
        if end > match.end():
            body = text[match.start() : end]
            yield match.start(), end, body if "://" in match.group() else f"https://{body}"


def unsafe(target: str) -> bool:
    """Return whether a link target would run or hold something instead of leading somewhere.

    >>> unsafe("JavaScript:alert(1)"), unsafe("https://arxiv.org")
    (True, False)
    """
    return _UNSAFE.match(target) is not None
