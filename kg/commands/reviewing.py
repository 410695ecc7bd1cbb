"""`kg review`: what is in doubt, asked of the person whose notes they are: lists, pairs of things, and names."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kg import screen
from kg.commands.deciding import apart, decide
from kg.commands.doubting import NameQuestions, facts_of, read_answers
from kg.commands.list_questions import ListQuestions
from kg.commands.reasons import Weighed
from kg.errors import UnclearError
from kg.model import Entity
from kg.resolution.decisions import Decision, DecisionType
from kg.resolution.designating import Seen, designate, seen_in
from kg.resolution.merge import Match, Verdict
from kg.text import cut

SHOWN = 3
"""Places shown of each of the two things."""
LENGTH = 90
_ANSWERS = {
    "y": DecisionType.SAME,
    "yes": DecisionType.SAME,
    "n": DecisionType.DIFFERENT,
    "no": DecisionType.DIFFERENT,
    "s": None,
    "skip": None,
    "": None,
}
_QUIT = ("q", "quit")


@dataclass(frozen=True, slots=True)
class Question:
    """Whether two things are one."""

    one: Entity
    other: Entity
    matches: tuple[Match, ...]
    """The reasons to ask, the strongest first."""
    affects: int
    """Mentions and facts that the answer moves."""

    @property
    def weight(self) -> float:
        """How useful an answer is: how close the rules came to it, times what it affects."""
        return self.matches[0].score * self.affects


def review(asked: Namespace) -> int:
    """Print the questions, ask them at the keyboard, or read answers from a file; record the answers."""
    given = read_answers(asked.apply) if asked.apply is not None else ""
    weighed = Weighed(asked)
    lists = ListQuestions(weighed)
    names = NameQuestions(weighed, asked, lists)
    if asked.apply is not None:
        return names.apply(given, str(asked.apply))
    pairs = _questions(weighed)
    if asked.json:
        told = [_as_json(question, weighed) for question in pairs]
        said = {"lists": lists.as_json(), "pairs": told}
        print(screen.as_json({**said, "names": names.as_json(asked.limit), "names_in_all": len(names.all)}))
    elif not lists.all and not pairs and not names.all:
        print("No doubts: every list is of papers or is none, no pair of things may be one, and no name may be wrong.")
    elif asked.list or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _list(lists, pairs, names, weighed, asked.limit)
    elif _ask_lists(lists, asked) and _ask(pairs, weighed, asked):
        names.ask()
    return 0


def _list(lists: ListQuestions, pairs: Sequence[Question], names: NameQuestions, weighed: Weighed, limit: int) -> None:
    for number in range(1, len(lists.all) + 1):
        print("\n".join(lists.lines(number)), end="\n\n")
    for number, question in enumerate(pairs, 1):
        print("\n".join(_shown(question, number, len(pairs), weighed)), end="\n\n")
    shown = min(limit or len(names.all), len(names.all))
    if names.all:
        print(screen.bold(f"Are these names, and are the kinds right? {shown:,} of {len(names.all):,}", sys.stdout))
        print("\n".join(names.lines(1, shown)), end="\n\n")
    questions = len(lists.all) + len(pairs) + len(names.all)
    print(f"{questions:,} question{'s' * (questions > 1)}. To answer at a terminal: kg review")
    if lists.all:
        print("To answer about lists in a file, with lines like `list 1-2 yes, 3 no`: kg review --apply FILE")
    if names.all:
        print("To answer about names in a file, with lines like `1-5 ignore, 7 dataset`: kg review --apply FILE")


def _questions(weighed: Weighed) -> list[Question]:
    """Return the pairs of things in doubt, each once, the one whose answer is worth most first."""
    facts = facts_of(weighed)
    pairs: dict[tuple[str, str], list[Match]] = {}
    for match in weighed.found.matches:
        first, last = sorted((weighed.thing(match.one), weighed.thing(match.other)))
        if first != last and first:
            pairs.setdefault((first, last), []).append(match)
    found = []
    for (first, last), matches in pairs.items():
        doubts = sorted((m for m in matches if m.verdict is Verdict.DOUBTFUL), key=lambda m: (-m.score, m))
        if doubts:
            one, other = weighed.entities[first], weighed.entities[last]
            affects = len(one.mentions) + len(other.mentions) + facts[first] + facts[last]
            found.append(Question(one, other, tuple(doubts), affects))
    return sorted(found, key=lambda question: (-question.weight, question.one.iri, question.other.iri))


def _shown(question: Question, number: int, of: int, weighed: Weighed) -> Iterator[str]:
    kind = question.one.kind
    yield screen.bold(f"{number}/{of}  Is this one {kind}?", sys.stdout)
    for entity in (question.one, question.other):
        yield f"  {screen.clean(cut(entity.called, limit=LENGTH))}  {screen.clean(entity.iri)}"
        places = {weighed.place(mention): mention for mention in reversed(entity.mentions)}
        for place, mention in sorted(places.items(), key=lambda one: one[1])[:SHOWN]:
            yield f'    {screen.clean(place)}  "{screen.clean(weighed.quote(mention))}"'
        if len(places) > SHOWN:
            yield f"    ... and {len(places) - SHOWN:,} more"
    for reason, score in dict.fromkeys((match.reason, match.score) for match in question.matches):
        yield f"  {screen.clean(reason)} ({score:.2f}; {question.affects:,} mentions and facts)"


def _ask_lists(lists: ListQuestions, asked: Namespace) -> bool:
    """Ask about lists, and say whether the person stays; each answer is written down at once."""
    for number in range(1, len(lists.all) + 1):
        print("\n".join(lists.lines(number)))
        answer = _answer("y papers, n something else")
        if answer in _QUIT:
            return False
        if _ANSWERS[answer] is not None:
            _decide(lists.decide(number, papers=_ANSWERS[answer] is DecisionType.SAME), asked)
        print()
    return True


def _ask(questions: Sequence[Question], weighed: Weighed, asked: Namespace) -> bool:
    """Ask until all is answered or the person goes, and say whether they stay; each answer is written down at once."""
    said = weighed.found.decided.extractions
    seen = list(seen_in(said, weighed.found.resolution))
    joined: dict[str, set[str]] = {}
    for number, question in enumerate(questions, 1):
        one, other = (joined.setdefault(entity.iri, {entity.iri}) for entity in (question.one, question.other))
        if one is other:
            continue
        print("\n".join(_shown(question, number, len(questions), weighed)))
        answer = _answer("y same, n different")
        if answer in _QUIT:
            return False
        sort = _ANSWERS[answer]
        if sort is not None:
            _write(sort, question, seen, asked)
        if sort is DecisionType.SAME:
            one |= other
            joined |= dict.fromkeys(one, one)
        print()
    return True


def _answer(ways: str) -> str:
    """Read an answer that can be meant so; the end of what is typed is a farewell."""
    while True:
        print(f"  {ways}, s skip, q quit: ", end="", flush=True)
        line = sys.stdin.readline()
        answer = line.strip().casefold() if line else _QUIT[0]
        if answer in _ANSWERS or answer in _QUIT:
            return answer


def _write(sort: DecisionType, question: Question, seen: Sequence[Seen], asked: Namespace) -> None:
    one, other = (designate(seen, entity.iri) for entity in (question.one, question.other))
    if not one or not other:
        print("  No name distinguishes the two, so a decision cannot be about them.")
        return
    _decide(Decision(sort, (one[0], other[0])) if sort is DecisionType.SAME else apart(one, other), asked)


def _decide(one: Decision, asked: Namespace) -> None:
    """Record a decision, and go on where it already exists."""
    try:
        decide(one, asked)
    except UnclearError as error:
        print(f"kg: {error}", file=sys.stderr)


def _as_json(question: Question, weighed: Weighed) -> dict[str, Any]:
    return {
        "kind": question.one.kind,
        "score": question.matches[0].score,
        "affects": question.affects,
        "reasons": list(dict.fromkeys(match.reason for match in question.matches)),
        "things": [
            {"iri": entity.iri, "name": entity.called, "places": weighed.places(entity)}
            for entity in (question.one, question.other)
        ],
    }
