"""Read a list of names as one habit throughout, where the labels alone would follow each comma anew.

Who writes "Dao, Tri, Fu, Daniel Y." writes all names so; who inverts the first name only does that. Each habit is a
reading of the whole list; the one that the labeller's beliefs support best is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kg.extraction.citations.habits import ALONE, HABITS, Chunk, Habit
from kg.extraction.citations.name_lists import is_given
from kg.extraction.citations.people import Name, collect
from kg.extraction.citations.tagger import Beliefs
from kg.extraction.citations.tokens import Token, shape

_APART = frozenset("IVLRKM")
"""Labels of what stands among names and is none."""
_BETWEEN = frozenset("TVYPCLRKM")
"""Labels of what ends a list of names."""
_STRONG = frozenset("; & / · | • – — + ，".split())
_AND = frozenset("and und et y e og och en i und a with ve и و".split())
_CONSISTENT = 4.0
"""How much more (in nats) a reading may cost the labeller when it follows one habit."""
_PER_NAME = 0.6
_HALF = 2
_WIDEST = 16
"""Tokens between two names of one list."""
_USUAL = 5.0
"""How much more it may cost when the other lists of names around are written so."""
_DOUBT = -5.0
"""What one token counts at most against a reading."""
_TURNED = 5.0
"""What a name costs whose family name comes first without a comma, though the given name is written out."""
_BARE = 3.0
"""What a family name alone costs: most are half of an inverted name."""


def regroup(
    tokens: Sequence[Token], labels: Sequence[str], beliefs: Beliefs, *, usual: Habit | None = None
) -> tuple[list[Name], Habit | None]:
    """Give the persons named, as labelled or by the habit that explains the beliefs better, and the first habit found.

    Args:
        usual: the habit of the other references of the list.
    """
    names: list[Name] = []
    habits: list[Habit | None] = []
    for start, end in _regions(tokens, labels):
        labelled = collect(tokens, [label if start <= i < end else "O" for i, label in enumerate(labels)])
        apart = frozenset(i for i in range(start, end) if labels[i] in _APART)
        found, habit = _best(Region(tokens, beliefs, start, end, apart=apart), labelled, usual)
        names += found
        habits.append(habit if len(found) > 1 else None)
    return names, next(iter(habits), None)


def opening_names(
    tokens: Sequence[Token], beliefs: Beliefs, names: list[Name], end: int, *, usual: Habit | None
) -> list[Name]:
    """Read all that stands before `tokens[end]`, but a year and "et al.", as names: the list has them there.

    What was read stays when it leaves out no word with a capital.
    """
    if names and names[0].all()[0] > end:
        return names
    stop = next((i for i in range(end) if shape(tokens[i].text) == "YEAR" or tokens[i].text in ("et", "…")), end)
    read = {i for name in names for i in name.all()}
    if all(i in read or len(tokens[i].text) < 2 or not tokens[i].text[0].isupper() for i in range(stop)):
        return names
    found = _best(Region(tokens, beliefs, 0, stop, whole=True), [], usual)[0]
    return [*found, *(name for name in names if name.all()[0] >= end)] or names


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of names: `tokens[start:end]`."""

    tokens: Sequence[Token]
    beliefs: Beliefs
    start: int
    end: int
    whole: bool = False
    """Whether nothing but names stands in it; else it may reach into a title."""
    apart: frozenset[int] = frozenset()
    """Tokens that surely are no names: affiliations, venues, labels."""


def _regions(tokens: Sequence[Token], labels: Sequence[str]) -> list[tuple[int, int]]:
    """Find the stretches of names: between them stand title, year or venue."""
    found: list[list[int]] = []
    for i, label in enumerate(labels):
        if label not in ("F", "FB", "G", "GB", "S"):
            continue
        near = found and i - found[-1][1] < _WIDEST
        if near and not any(labels[n] in _BETWEEN or tokens[n].parted for n in range(found[-1][1], i + 1)):
            found[-1][1] = i + 1
        else:
            found.append([i, i + 1])
    return [(start, end) for start, end in found]


def _best(region: Region, labelled: list[Name], usual: Habit | None) -> tuple[list[Name], Habit | None]:
    tokens, start, end = region.tokens, region.start, region.end
    best, best_score, chosen = labelled, _score(region, labelled) + _alike(labelled) if labelled else -1e9, None
    last = range(end if region.whole else max(start + 1, end - 8), end)
    for stop in sorted({end, *(n + 1 for n in last if tokens[n].text in ".,:")}):
        chunks = _chunks(tokens, start, stop, region.apart)
        if not chunks:
            continue
        for habit, rarity in HABITS:
            names = habit(chunks, tokens, region.beliefs)
            if not names:
                continue
            score = _score(region, names) + _alike(names) - rarity
            score += _USUAL * (habit is usual or (len(names) == 1 and habit is ALONE.get(usual)))
            if score > best_score:
                best, best_score, chosen = names, score, habit
    return best, chosen


def _alike(names: Sequence[Name]) -> float:
    """Give what a reading earns in which all names have given names, or none has."""
    return (_CONSISTENT + _PER_NAME * len(names)) if len({bool(name.given) for name in names}) == 1 else 0.0


def _score(region: Region, names: Sequence[Name]) -> float:
    """Add up how well the beliefs agree with a reading; tokens outside all names are joints, or the title's."""
    tokens, beliefs, start, end = region.tokens, region.beliefs, region.start, region.end
    meant = ["A"] * (end - start)
    last = start
    for name in names:
        for sign, part in (("F", name.family), ("G", name.given), ("S", name.suffix)):
            for i in part:
                meant[i - start] = sign
        indices = name.all()
        meant[indices[0] - start] += "B"
        last = max(last, indices[-1] + 1)
    bare = sum(not name.family or (not name.given and len(name.family) < 3) for name in names)
    total = -_BARE * bare if bare < len(names) or bare == 1 else 0.0
    total -= _TURNED * min(2, sum(_turned(tokens, name) or _joined(tokens, name) for name in names))
    for i in range(start, end):
        sign = meant[i - start]
        if sign == "A":
            total += max(beliefs.log(i, "A"), beliefs.log(i, "T" if i >= last else "O"), -2.5)
        else:
            total += max(beliefs.log(i, sign), _DOUBT)
    return total


def _chunks(tokens: Sequence[Token], start: int, end: int, apart: frozenset[int]) -> list[Chunk]:
    """Cut a list of names at its separators; what stands in brackets, or is surely no name, is left out."""
    found: list[Chunk] = []
    current: list[int] = []
    strong, depth = True, 0
    for i in range(start, end):
        text = tokens[i].text
        depth += text in "(["
        inside = depth > 0 or i in apart
        depth = max(0, depth - (text in ")]"))
        joint = text in _STRONG or (
            text.casefold() in _AND
            and text.islower()
            and (len(text) > 1 or (i + 1 < end and tokens[i + 1].text != "."))
        )
        if text == "-" and tokens[i].spaced and i + 1 < end and tokens[i + 1].spaced:
            joint = True
        if inside or not (text[0].isalpha() or text in ".-'’‐‑") or joint or text == ",":
            if current and (joint or text == "," or inside):
                found.append(Chunk(tuple(current), strong))
                current, strong = [], False
            if joint:
                strong = True
            continue
        current.append(i)
    if current:
        found.append(Chunk(tuple(current), strong))
    return [c for c in found if any(tokens[i].text[0].isalpha() for i in c.tokens)]


def _joined(tokens: Sequence[Token], name: Name) -> bool:
    """Say whether an inverted name is rather two: both halves begin with a given name that is written out."""
    if len(name.family) < _HALF or len(name.given) < _HALF or name.family[0] > name.given[0]:
        return False
    return all(is_given(tokens[part[0]].text) and len(tokens[part[-1]].text) > 1 for part in (name.family, name.given))


def _turned(tokens: Sequence[Token], name: Name) -> bool:
    """Say whether the family name comes first, no comma behind it, and the given name is no initial."""
    if not name.given or not name.family or name.family[0] > name.given[0]:
        return False
    first = tokens[name.given[0]].text
    if tokens[name.given[0] - 1].text == "," or len(first) < 3 or first.isupper() or first[0] > "\u2e80":
        return False
    return not tokens[name.family[-1]].text.isupper()
