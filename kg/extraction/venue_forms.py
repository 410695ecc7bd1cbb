"""The ways to write the venues of `data/lexicons/venues.csv`, and the walk over them in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from kg import lexicons
from kg.lexicons import rows

TOKEN = re.compile(r"[^\W\d_]+|\d+|&")
_GAP = re.compile(r"[\s.,:;/'’®*(){}\u2010-\u2014-]{0,3}")
_GOES_ON = re.compile(r" (?:(?:and|&|for|of|with) )?(?=[A-Z])([A-Za-z]+)(?! ?['’]?\d)")
"""What makes another venue of a name: the Conference on Machine Learning `and Applications`."""
FILLERS = lexicons.words("venue filler")
"""Words that stand around the name of a venue in a field and name nothing themselves."""


@dataclass(frozen=True, slots=True)
class Row:
    """A venue of the lexicon."""

    series: str
    name: str
    kind: str
    base: int | None
    since: int
    caution: str


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a venue."""

    tokens: tuple[str, ...]
    row: Row
    text: str
    short: bool
    """Written as an acronym or a single word: its case counts."""


@dataclass(frozen=True, slots=True)
class Match:
    """A way to write a venue at its place in a text."""

    start: int
    end: int
    form: Form

    @property
    def row(self) -> Row:
        return self.form.row

    @property
    def event(self) -> bool:
        return self.row.kind in {"conference", "workshop-series"}


@cache
def forms() -> tuple[dict[str, tuple[Form, ...]], dict[str, tuple[Form, ...]]]:
    """Index the ways to write venues by first token, longest first: as written, and casefolded."""
    exact: dict[str, list[Form]] = {}
    folded: dict[str, list[Form]] = {}
    for line in rows("venues"):
        base = int(line["base"]) if line["base"] else None
        row = Row(line["series"], line["name"], line["kind"], base, int(line["since"] or 1), line["caution"])
        for text in dict.fromkeys((line["series"], *lexicons.forms(line))):
            tokens = tuple(TOKEN.findall(text))
            short = len(tokens) == 1 or (len(tokens) <= 3 and any(len(t) > 1 and t.isupper() for t in tokens))
            key = tokens if short else _fold(tokens)
            (exact if short else folded).setdefault(key[0], []).append(Form(key, row, text, short))
    return _longest_first(exact), _longest_first(folded)


def _longest_first(index: dict[str, list[Form]]) -> dict[str, tuple[Form, ...]]:
    return {key: tuple(sorted(forms, key=lambda form: -len(form.tokens))) for key, forms in index.items()}


def _fold(tokens: Iterable[str]) -> tuple[str, ...]:
    return tuple(["and" if token == "&" else token.casefold() for token in tokens])


@cache
def _by_tokens() -> tuple[_Index, _Index]:
    """Index the same by first token and number of tokens, and by all tokens."""
    return _Index(forms()[0]), _Index(forms()[1])


class _Index:
    """Ways to write venues by all of their tokens."""

    def __init__(self, forms: dict[str, tuple[Form, ...]]) -> None:
        self.sizes = {first: tuple(dict.fromkeys(len(form.tokens) for form in alike)) for first, alike in forms.items()}
        """How many tokens the forms have that begin with one."""
        self._forms: dict[tuple[str, ...], list[Form]] = {}
        for form in (form for alike in forms.values() for form in alike):
            self._forms.setdefault(form.tokens, []).append(form)

    def at(self, tokens: tuple[str, ...], at: int) -> list[Form]:
        """Return the forms whose tokens begin at a place, the longest first."""
        sizes = self.sizes.get(tokens[at], ())
        return [form for size in sizes for form in self._forms.get(tokens[at : at + size], ())]


def walk(text: str) -> Iterator[Match]:
    """Walk over the names of the list in a text, longest first, none inside another."""
    exact, folded = _by_tokens()
    raw = tuple(TOKEN.findall(text))
    low = _fold(raw)
    begun = [at for at, one in enumerate(zip(raw, low, strict=True)) if one[0] in exact.sizes or one[1] in folded.sizes]
    likely = [(at, alike) for at in begun if (alike := [*exact.at(raw, at), *folded.at(low, at)])]
    places = [token.span() for token in TOKEN.finditer(text)] if likely else []
    behind = 0
    for at, alike in likely:
        readings = [form for form in alike if at >= behind and _reads(text, form, places, at)]
        if readings:
            best = max(readings, key=lambda form: len(form.tokens))
            behind = at + len(best.tokens)
            yield Match(places[at][0], places[behind - 1][1], best)


def _reads(text: str, form: Form, places: list[tuple[int, int]], at: int) -> bool:
    """Return whether the tokens of a form stand together, as those of one name do."""
    places = places[at : at + len(form.tokens)]
    start, end = places[0][0], places[-1][1]
    before, after = text[start - 1 : start], text[end : end + 1]
    if before.isalnum() or before == "_" or after.isalpha() or after == "_":
        return False
    if not form.short and (behind := _GOES_ON.match(text, end)) and behind[1].casefold() not in FILLERS:
        return False
    gaps = [text[one[1] : two[0]] for one, two in pairwise(places)]
    dotted = "." in form.text
    return all(_GAP.fullmatch(gap) and (dotted or form.short or "." not in gap) for gap in gaps)


def spell_out(text: str) -> Row | None:
    """Find the one venue that an abbreviated name stands for: `J Am Chem Soc` or `Adv. Neural Inf. Process. Syst`.

    Every word must be the beginning of the word in its place, one of them a short beginning; small words do not count.
    """
    words = _weighty(_fold(TOKEN.findall(text)))
    if len(words) < 2:
        return None
    found = {
        row.series: row
        for whole, row in _by_initials().get("".join(word[0] for word in words), ())
        if all(full.startswith(word) for full, word in zip(whole, words, strict=True))
        and any(len(full) >= len(word) + 3 for full, word in zip(whole, words, strict=True))
    }
    return next(iter(found.values())) if len(found) == 1 else None


@cache
def _by_initials() -> dict[str, tuple[tuple[tuple[str, ...], Row], ...]]:
    index: dict[str, list[tuple[tuple[str, ...], Row]]] = {}
    known = [form for way in forms() for among in way.values() for form in among]
    for form in known:
        words = _weighty(_fold(form.tokens)) if len(form.tokens) > 1 else ()
        if len(words) > 1:
            index.setdefault("".join(word[0] for word in words), []).append((words, form.row))
    return {key: tuple(names) for key, names in index.items()}


def _weighty(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in {"a", "an", "and", "for", "in", "of", "on", "the", "to"})
