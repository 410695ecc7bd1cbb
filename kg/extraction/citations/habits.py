"""The habits of writing lists of names: each reads a whole list one way, or says that it cannot be meant so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kg.extraction.citations.people import PARTICLES, SUFFIX, Name
from kg.extraction.citations.tagger import Beliefs
from kg.extraction.citations.tokens import Token, shape


@dataclass(frozen=True, slots=True)
class Chunk:
    """Tokens between two separators; `strong` says that no comma, but a semicolon or "and" stands before them."""

    tokens: tuple[int, ...]
    strong: bool


Habit = Callable[[Sequence[Chunk], Sequence[Token], Beliefs], list[Name] | None]


def _split(chunk: Chunk, tokens: Sequence[Token], beliefs: Beliefs, *, inverted: bool) -> Name | None:
    """Divide a chunk into given and family names where the beliefs divide it."""
    indices = list(chunk.tokens)
    suffix: list[int] = []
    while len(indices) > 1 and SUFFIX.fullmatch(tokens[indices[-1]].text) and shape(tokens[indices[-1]].text) != "X":
        suffix.insert(0, indices.pop())
    words = [i for i in indices if tokens[i].text[0].isalpha()]
    if not words or len(words) > 7:
        return None
    if len(words) == 1:
        return Name(family=indices, suffix=suffix) if len(tokens[words[0]].text) > 1 else None
    first, second = ("F", "G") if inverted else ("G", "F")
    best, at = -1e9, words[1]
    for cut in words[1:]:
        if any(
            len(tokens[i].text) == 1 and tokens[i].text.isupper()
            for i in (words[: words.index(cut)] if inverted else words[words.index(cut) :])
        ):
            continue
        score = sum(max(beliefs.log(i, first), beliefs.log(i, first + "B")) for i in indices if i < cut) + sum(
            beliefs.log(i, second) for i in indices if i >= cut
        )
        if score > best:
            best, at = score, cut
    if best == -1e9:
        return None
    head, tail = [i for i in indices if i < at], [i for i in indices if i >= at]
    while head and tokens[head[-1]].text == "-":
        tail.insert(0, head.pop())
    return Name(family=head, given=tail, suffix=suffix) if inverted else Name(family=tail, given=head, suffix=suffix)


def _is_suffix(chunk: Chunk, tokens: Sequence[Token]) -> bool:
    words = [i for i in chunk.tokens if tokens[i].text[0].isalpha()]
    return (
        len(words) == 1
        and SUFFIX.fullmatch(tokens[words[0]].text) is not None
        and shape(tokens[words[0]].text) != "X"
        and not chunk.strong
    )


def _each(
    chunks: Sequence[Chunk], tokens: Sequence[Token], beliefs: Beliefs, turns: Callable[[int], bool]
) -> list[Name] | None:
    names: list[Name] = []
    for chunk in chunks:
        if names and _is_suffix(chunk, tokens):
            names[-1].suffix += chunk.tokens
            continue
        name = _split(chunk, tokens, beliefs, inverted=turns(len(names)))
        if name is None:
            return None
        names.append(name)
    return names


def _direct(chunks: Sequence[Chunk], tokens: Sequence[Token], beliefs: Beliefs) -> list[Name] | None:
    """`Ashish Vaswani, Noam Shazeer`."""
    return _each(chunks, tokens, beliefs, lambda _: False)


def _bare(chunks: Sequence[Chunk], tokens: Sequence[Token], beliefs: Beliefs) -> list[Name] | None:
    """`Vaswani A, Shazeer N`."""
    return _each(chunks, tokens, beliefs, lambda _: True)


def _first_bare(chunks: Sequence[Chunk], tokens: Sequence[Token], beliefs: Beliefs) -> list[Name] | None:
    """`Vaswani Ashish, Noam Shazeer`."""
    return _each(chunks, tokens, beliefs, lambda n: n == 0) if len(chunks) > 1 else None


def _pair(chunks: Sequence[Chunk], tokens: Sequence[Token]) -> tuple[Name, int] | None:
    """Read an inverted name from the first chunks; say how many it took."""
    suffix: list[int] = []
    family, used = list(chunks[0].tokens), 1
    if len(chunks) > 1 and _is_suffix(chunks[1], tokens) and len(chunks) > 2 and not chunks[2].strong:
        suffix, used = list(chunks[1].tokens), 2
    given: list[int] = []
    if len(chunks) > used and not chunks[used].strong:
        given, used = list(chunks[used].tokens), used + 1
    if len(chunks) > used and given and _is_suffix(chunks[used], tokens):
        suffix, used = list(chunks[used].tokens), used + 1
    while len(given) > 1 and tokens[given[-1]].text.casefold() in PARTICLES and tokens[given[-1]].text.islower():
        suffix.insert(0, given.pop())
    letters = [i for i in family if tokens[i].text[0].isalpha()]
    if (
        not letters
        or len(letters) > 5
        or any(len(tokens[i].text) == 1 and tokens[i].text.isupper() for i in letters)
        or len(given) > 12
    ):
        return None
    return Name(family=family, given=given, suffix=suffix), used


def _inverted(chunks: Sequence[Chunk], tokens: Sequence[Token], beliefs: Beliefs) -> list[Name] | None:
    """`Vaswani, Ashish, Shazeer, Noam`."""
    names: list[Name] = []
    rest = list(chunks)
    while rest:
        found = _pair(rest, tokens)
        if found is None:
            return None
        names.append(found[0])
        rest = rest[found[1] :]
    return names if any(name.given for name in names) else None


def _first_inverted(chunks: Sequence[Chunk], tokens: Sequence[Token], beliefs: Beliefs) -> list[Name] | None:
    """`Vaswani, Ashish, Noam Shazeer`."""
    found = _pair(chunks, tokens)
    if found is None or not found[0].given or found[1] >= len(chunks):
        return None
    rest = _direct(chunks[found[1] :], tokens, beliefs)
    return None if rest is None else [found[0], *rest]


def _run_on(chunks: Sequence[Chunk], tokens: Sequence[Token], beliefs: Beliefs) -> list[Name] | None:
    """`Vaswani, A. Shazeer, N.`: nothing but the initials stands between two names."""
    if len(chunks) < 2 or any(chunk.strong for chunk in chunks[1:]) or tokens[chunks[0].tokens[-1]].text == ".":
        return None
    names = [Name(family=list(chunks[0].tokens))]
    for chunk in chunks[1:]:
        words = [i for i in chunk.tokens if len(tokens[i].text) > 1]
        given = [i for i in chunk.tokens if not words or i < words[0]]
        if len(given) < 2 or names[-1].given:
            return None
        names[-1].given = given
        if words:
            rest = [i for i in chunk.tokens if i >= words[0]]
            tail = [i for i in rest if i > words[-1]]
            names.append(Name(family=[i for i in rest if i <= words[-1]], given=tail))
    return names if len(names) > 1 and all(name.given and len(name.family) < 4 for name in names) else None


def _unjoined(chunks: Sequence[Chunk], tokens: Sequence[Token], beliefs: Beliefs) -> list[Name] | None:
    """`A Vaswani N Shazeer and N Parmar`: initials begin each name, nothing stands between."""
    names: list[Name] = []
    for chunk in chunks:
        previous = True
        for i in chunk.tokens:
            text = tokens[i].text
            initial = (len(text) <= 3 and text.isupper()) or not text[0].isalpha()
            if (initial and not previous) or not names or i == chunk.tokens[0]:
                names.append(Name())
            (names[-1].given if initial else names[-1].family).append(i)
            previous = initial
    return names if len(names) > len(chunks) + 1 and all(name.given and name.family for name in names) else None


def _families(chunks: Sequence[Chunk], tokens: Sequence[Token], beliefs: Beliefs) -> list[Name] | None:
    """`Vaswani, Shazeer, Parmar`: family names alone."""
    if len(chunks) < 2 or any(len([i for i in c.tokens if len(tokens[i].text) > 1]) > 2 for c in chunks):
        return None
    names = [Name(family=list(chunk.tokens)) for chunk in chunks]
    if not all(any(len(tokens[i].text) > 1 for i in name.family) for name in names):
        return None
    heads = [name.family[0] for name in names]
    given = sum(max(beliefs.log(i, "G"), beliefs.log(i, "GB")) > _likely_family(beliefs, i) for i in heads)
    return names if given * 4 <= len(heads) else None


def _likely_family(beliefs: Beliefs, i: int) -> float:
    return max(beliefs.log(i, "F"), beliefs.log(i, "FB"))


HABITS: tuple[tuple[Habit, float], ...] = (
    (_direct, 0.0),
    (_inverted, 0.0),
    (_first_inverted, 0.0),
    (_bare, 0.5),
    (_first_bare, 2.0),
    (_families, 2.0),
    (_run_on, -20.0),
    (_unjoined, -30.0),
)
"""Each with what it costs for being rare."""
ALONE: dict[Habit | None, Habit] = {_first_bare: _bare, _first_inverted: _inverted}
"""How one name alone is written in the habits that write the first otherwise."""
