r"""Mathematics that a web page gave twice: as seen, then as TeX (`O(dK1/4)O(\frac{\sqrt{d}}{K^{1/4}})`).

Copying a page with rendered mathematics copies both; the TeX says more, so the other copy is what is left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

_SIGN = re.compile(r"\\[A-Za-z]|[A-Za-z0-9)}\]|][_^][A-Za-z0-9{\\*]")
_COMMAND = re.compile(r"\\(?:([A-Za-z]{1,20})|.)", re.DOTALL)
_WORD = re.compile(r"(?<!\S)\S*\Z")
_RENDERED = 60
"""Most characters looked at before the TeX; with `_TEX` it bounds the work for each sign."""
_TEX = 300
_OPEN, _CLOSE = "([{", ")]}"
_SPOKEN = frozenset("arg cos det dim exp inf lim log ln max min Pr sin sup tan tanh tr".split())
_LOOKALIKE = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϵϑϕϱϖς", "ABEZHIKMNOPTYXεθφρπσ")
_GREEK = {
    unicodedata.name(char).split()[-1].lower() if case == 0 else unicodedata.name(char).split()[-1].capitalize(): char
    for case, first in enumerate("αΑ")
    for char in map(chr, range(ord(first), ord(first) + 25))
    if unicodedata.name(char, "").startswith("GREEK") and "FINAL" not in unicodedata.name(char)
} | {"lambda": "λ", "Lambda": "Λ", "varepsilon": "ε", "vartheta": "θ", "varphi": "φ", "varrho": "ρ"}


def given_twice(text: str) -> Iterator[tuple[int, int, int]]:
    r"""Find mathematics given twice: start and end of the copy to leave out, and the end of the TeX behind it.

    >>> text = r"by 1\ell_1 Norm on lpl_p Balls"
    >>> [(text[a:b], text[b:c]) for a, b, c in given_twice(text)]
    [('1', '\\ell_1'), ('lp', 'l_p')]
    """
    place = 0
    while match := _SIGN.search(text, place):
        sign = match.start() if match.group()[0] == "\\" else match.start() + 1
        found = _before(text, sign, max(place, sign - _RENDERED))
        if found:
            yield found
            place = found[2]
        else:
            place = _next_word(text, match.end())


def _next_word(text: str, place: int) -> int:
    while place < len(text) and not text[place].isspace():
        place += 1
    return place


def _before(text: str, sign: int, floor: int) -> tuple[int, int, int] | None:
    for start in _starts(text, sign, floor):
        for middle in range(start + 1, sign + 1):
            if text[middle - 1].isspace():
                break
            if text[middle] in ")]}_^" or text[middle].isspace():
                continue
            rendered = _letters(text[start:middle])
            end = _matched(text, middle, sign, rendered) if rendered and _balanced(text[start:middle]) else 0
            if end:
                return start, middle, end
    return None


def _starts(text: str, sign: int, floor: int) -> Iterator[int]:
    """Places where the rendered copy may begin: a word, also the one before, or a part of it behind `-` or `(`."""
    window = text[floor:sign]
    word = _WORD.search(window)
    first = word.start() if word else 0
    yield floor + first
    earlier = _WORD.search(window[:first].rstrip())
    if earlier and first:
        yield floor + earlier.start()
    for offset in range(len(window) - 1, max(first - 1, len(window) - 25), -1):
        if window[offset] in "-(/,":
            yield floor + offset + 1


def _letters(rendered: str) -> Counter[str]:
    plain = unicodedata.normalize("NFKC", rendered).translate(_LOOKALIKE)
    return Counter(c for c in plain if c.isalnum() and c != "ℓ")


def _balanced(text: str) -> bool:
    return all(text.count(a) == text.count(b) for a, b in zip(_OPEN, _CLOSE, strict=True))


def _matched(text: str, start: int, sign: int, wanted: Counter[str]) -> int:
    """Follow TeX from `start` until it has said every letter wanted; give its end, 0 when it says another."""
    left = wanted.copy()
    missing = left.total()
    depth = 0
    place = start
    stop = min(len(text), start + _TEX)
    while place < stop:
        if missing == 0 and depth <= 0 and place > sign + 1 and not (text[place] in "_^" or text[place - 1] in "_^"):
            return place
        char = text[place]
        said = char
        width = 1
        command = _COMMAND.match(text, place) if char == "\\" else None
        if command:
            width = len(command.group())
            name = command[1] or ""
            said = _GREEK.get(name, name if name in _SPOKEN else "").translate(_LOOKALIKE)
        elif char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth -= 1
        if depth < 0 or (missing == 0 and char.isspace()):
            return 0
        for letter in _letters(said).elements() if said else ():
            if left[letter] <= 0:
                return 0
            left[letter] -= 1
            missing -= 1
        place += width
    return place if missing == 0 and depth == 0 and place > sign else 0
