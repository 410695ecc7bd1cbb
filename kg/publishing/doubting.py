"""Which names may be no names, or names of another kind: what a person can settle at a glance, and no rule can."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from kg.extraction import gazetteer, shapes
from kg.extraction.naming.named import CANDIDATE
from kg.model import Entity, Kind, Mention
from kg.text import bare, form_key

ENOUGH = 0.35
"""Doubt from which on a name is asked about."""
KINDS = (Kind.ORG, Kind.DATASET, Kind.METHOD, Kind.TASK, Kind.AWARD, Kind.PERSON)
"""Kinds that compete for a name, the likeliest first where nothing else tells."""
_MADE = (Kind.METHOD, Kind.DATASET, Kind.TASK)
_READ, _TITLED = "learned-name", ("title-name", "short-name")
_WRONG = {Kind.DATASET: 0.5, Kind.AWARD: 0.4, Kind.ORG: 0.35, Kind.TASK: 0.25}
_FROM_A_TITLE, _CANDIDATE = 0.2, 0.6
_LONG = 4
"""Words in small letters from which on a name reads as a part of a sentence."""
_AN = {
    Kind.ORG: "an organisation",
    Kind.DATASET: "a dataset",
    Kind.METHOD: "a method",
    Kind.TASK: "a task",
    Kind.AWARD: "an award",
    Kind.PERSON: "a person",
}
_SMALL = re.compile(r"(?<![\w-])[a-z]{3,}(?![\w-])")
_FORMULA = re.compile(r"[$\\^{}<>=|]|\w_\w?\b")
_QUALITY = re.compile(
    r"(?<=\w)-(?:based|enhanced|generated|driven|powered|guided|assisted|aware|native|specific|agnostic|induced|trained|tuned)$",
    re.IGNORECASE,
)
_OPENERS = frozenset(
    "a an the your our my their his her its this that these those some any each every no present demand use using "
    "make making perform performing provide show defining define give given correct new other such specialized".split()
)
"""Words that begin no name, but what stands before or around one."""
_PRIZES = re.compile(
    r"award|prize|medal|best|outstanding|honou?r|runner|mention|test of time|distinguished", re.IGNORECASE
)


class Doubt(NamedTuple):
    """A reason to ask."""

    weight: float
    """From 0, none, to 1: how much it speaks against the name."""
    reason: str


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A name to ask about."""

    entity: Entity
    doubts: tuple[Doubt, ...]
    """The strongest first."""
    affects: int
    """Mentions and facts that go, or change, with the answer."""
    rivals: tuple[Entity, ...] = ()
    """Things of other kinds that have the name, too."""

    @property
    def kind(self) -> Kind:
        """What the name is taken for: of a candidate, what the trained component took it for in most places."""
        return guessed(self.entity) if self.entity.kind is Kind.CANDIDATE else self.entity.kind

    @property
    def doubt(self) -> float:
        """How likely it is that the name is wrong, according to the reasons: from 0 to 1."""
        return combined(self.doubts)

    @property
    def weight(self) -> float:
        """How useful an answer is: what depends on the name, and above all how likely it is wrong."""
        return round(self.doubt**2 * self.affects, 4)


def guessed(entity: Entity) -> Kind:
    """Return what the trained component took a candidate for in most places."""
    found = Counter(m.rule.removeprefix(CANDIDATE) for m in entity.mentions if m.rule.startswith(CANDIDATE))
    return Kind(max(sorted(found), key=lambda kind: found[kind]))


def combined(doubts: Iterable[Doubt]) -> float:
    """Combine doubts.

    >>> combined([Doubt(0.5, "one"), Doubt(0.5, "other")])
    0.75
    """
    sure = 1.0
    for doubt in doubts:
        sure *= 1 - doubt.weight
    return round(1 - sure, 4)


def doubtful(
    entities: Iterable[Entity],
    *,
    facts: Mapping[str, int],
    settled: Collection[Mention],
    texts: Callable[[], Iterable[str]],
) -> list[Doubtful]:
    """Return the doubtful names, the one with the most useful answer first.

    Args:
        facts: how many facts name each thing, by IRI.
        settled: mentions that the person has decided on; things with such a mention are not asked about.
        texts: gives the texts of the notes, which distinguish ordinary words from names; called if needed.
    """
    things = [one for one in entities if one.kind in KINDS or one.kind is Kind.CANDIDATE]
    rivals: dict[str, list[Entity]] = defaultdict(list)
    for one in things:
        if one.kind in KINDS:
            rivals[_key(one)].append(one)
    known = set(settled)
    asked = [one for one in things if not any(mention in known for mention in one.mentions)]
    surnames = {one.called.split()[-1] for one in things if one.kind is Kind.PERSON and len(one.called.split()) > 1}
    small = _small_letters(asked, texts)
    found = []
    for one in asked:
        others = tuple(other for other in rivals[_key(one)] if other.kind is not one.kind)
        doubts = sorted(chain(_doubts(one, surnames, small), _rivalry(one, others)), reverse=True)
        if combined(doubts) >= ENOUGH:
            affects = len(one.mentions) + facts.get(one.iri, 0)
            found.append(
                Doubtful(
                    one,
                    tuple(doubts),
                    affects,
                    tuple(sorted(others, key=lambda other: (_standing(other), other.iri), reverse=True)),
                )
            )
    return sorted(found, key=lambda one: (-one.weight, one.entity.kind, one.entity.iri))


def _key(entity: Entity) -> str:
    return form_key(bare(entity.called)) or entity.called


def _small_letters(entities: Iterable[Entity], texts: Callable[[], Iterable[str]]) -> Counter[str]:
    """Count how often single words that are names stand in small letters."""
    wanted = {name.casefold() for name in (one.called for one in entities) if name.isalpha() and name[:1].isupper()}
    found = Counter[str]()
    for text in texts() if wanted else ():
        found.update(word for word in _SMALL.findall(text) if word in wanted)
    return found


def _doubts(one: Entity, surnames: Collection[str], small: Mapping[str, int]) -> Iterator[Doubt]:
    """Yield what the rules and the form of a name say against it."""
    name, rules = one.called, {mention.rule for mention in one.mentions}
    places = len(one.mentions)
    times = "in one place" if places == 1 else f"in {places:,} places"
    if one.kind is Kind.CANDIDATE:
        yield Doubt(_CANDIDATE, f"not believed: only its form and its surroundings speak for it, {times}")
        return
    listed = gazetteer.known(name)
    if listed is not None and listed.kind is not one.kind and listed.caution != "broad":
        yield Doubt(0.5, f"{_AN.get(listed.kind, listed.kind)} by the word list")
    if one.kind is not Kind.PERSON and rules <= {_READ, *_TITLED}:
        alone = _unsure(name, one.kind) if rules == {_READ} else _FROM_A_TITLE
        yield Doubt(round(alone / places**0.5, 4), f"recognised by its form alone, {times}")
        yield from _of_form(name, one.kind, surnames)
    count = small.get(name.casefold(), 0) if listed is None else 0
    if count and not any(c.isupper() for c in name[1:]):
        yield Doubt(min(0.2 + 0.1 * count, 0.6), f"also an ordinary word ({count:,} in lower case)")


def _unsure(name: str, kind: Kind) -> float:
    """Return how often names are wrong that only the trained component reads: by kind, and by how they are written."""
    if kind in _WRONG:
        return _WRONG[kind]
    words = shapes.words(name)
    return 0.25 if any(shapes.is_name_shaped(word) or word[-1].isdigit() for word in words) else 0.4


def _of_form(name: str, kind: Kind, surnames: Collection[str]) -> Iterator[Doubt]:
    words = name.split()
    if _FORMULA.search(name):
        yield Doubt(0.7, "a formula")
    if _QUALITY.search(name):
        yield Doubt(0.5, "an adjective")
    elif kind in _MADE and (words[0].casefold() in _OPENERS or (len(words) >= _LONG and name.islower())):
        yield Doubt(0.5, "looks like part of a sentence")
    if all(map(shapes.is_class, words)):
        yield Doubt(0.5, "a class of things")
    if kind in _MADE and _is_like_a_person(words, surnames):
        yield Doubt(0.5, "has a family name of your notes")
    if kind is Kind.AWARD and not _PRIZES.search(name):
        yield Doubt(0.5, "has no word for an award")


def _is_like_a_person(words: Sequence[str], surnames: Collection[str]) -> bool:
    return (
        len(words) > 1
        and words[-1] in surnames
        and all(word[0].isupper() and word.replace("-", "").isalpha() for word in words)
    )


def _rivalry(one: Entity, others: Sequence[Entity]) -> Iterator[Doubt]:
    """Doubt the kind that fewer places have, where the notes have one name for things of several kinds."""
    best = max(others, key=_standing, default=None)
    if best is not None and (one.kind is Kind.CANDIDATE or _standing(best) > _standing(one)):
        number = len(best.mentions)
        yield Doubt(0.5, f"{_AN[best.kind]} in {number:,} other place{'s' * (number > 1)}")


def _standing(one: Entity) -> tuple[bool, int, int]:
    listed = gazetteer.known(one.called)
    return listed is not None and listed.kind is one.kind, len(one.mentions), -KINDS.index(one.kind)
