"""`kg review`: the pairs that may be one thing, asked of the person whose notes they are."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kg.commands import screen
from kg.commands.deciding import Asked, apart, decide
from kg.commands.reasons import Weighed
from kg.model import Entity, Mention
from kg.publishing.wording import cut
from kg.resolution.decisions import Decision, Sort
from kg.resolution.designating import Seen, designate, seen_in
from kg.resolution.matches import Match, Verdict

SHOWN = 3
"""Places shown of each of the two things."""
LENGTH = 90
_ANSWERS = {
    "y": Sort.SAME,
    "yes": Sort.SAME,
    "n": Sort.DIFFERENT,
    "no": Sort.DIFFERENT,
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
        """How much is won by an answer: how near the rules came to it, times what it moves."""
        return self.matches[0].score * self.affects


def review(*, asked: Asked, only_list: bool, as_json: bool) -> int:
    """Print the questions, or ask them at the keyboard and write down the answers."""
    weighed = Weighed(asked)
    questions = _questions(weighed)
    if as_json:
        print(screen.as_json([_as_json(question, weighed) for question in questions]))
    elif not questions:
        print("No doubts: there is no pair of things that may be one.")
    elif only_list or not (sys.stdin.isatty() and sys.stdout.isatty()):
        for number, question in enumerate(questions, 1):
            print("\n".join(_shown(question, number, len(questions), weighed)), end="\n\n")
        print(f"{len(questions):,} question{'s' * (len(questions) > 1)}. Answer at a terminal: kg review")
    else:
        _ask(questions, weighed, asked)
    return 0


def _questions(weighed: Weighed) -> list[Question]:
    """Give the pairs of things in doubt, each once, the one whose answer is worth most first."""
    facts = Counter[str](
        weighed.iris[mention]
        for extraction in weighed.found.decided.extractions
        for claim in extraction.claims
        for mention in (claim.subject, claim.object)
        if isinstance(mention, Mention) and mention in weighed.iris
    )
    pairs: dict[tuple[str, str], list[Match]] = {}
    for match in weighed.found.matches:
        first, last = sorted((str(weighed.iris[match.one]), str(weighed.iris[match.other])))
        if first != last:
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
        yield f"  {screen.clean(cut(_name(entity), limit=LENGTH))}  {screen.clean(entity.iri)}"
        places = {weighed.place(mention): mention for mention in reversed(entity.mentions)}
        for place, mention in sorted(places.items(), key=lambda one: one[1])[:SHOWN]:
            yield f'    {screen.clean(place)}  "{screen.clean(weighed.quote(mention))}"'
        if len(places) > SHOWN:
            yield f"    ... and {len(places) - SHOWN:,} more"
    for reason, score in dict.fromkeys((match.reason, match.score) for match in question.matches):
        yield f"  {screen.clean(reason)} ({score:.2f}; {question.affects:,} mentions and facts)"


def _name(entity: Entity) -> str:
    return entity.name or entity.mentions[0].text


def _ask(questions: Sequence[Question], weighed: Weighed, asked: Asked) -> None:
    """Ask until all is answered or the person goes; each answer is written down at once."""
    said = weighed.found.decided.extractions
    seen = list(seen_in(said, weighed.found.resolution))
    joined: dict[str, set[str]] = {}
    for number, question in enumerate(questions, 1):
        one, other = (joined.setdefault(entity.iri, {entity.iri}) for entity in (question.one, question.other))
        if one is other:
            continue
        print("\n".join(_shown(question, number, len(questions), weighed)))
        answer = _answer()
        if answer in _QUIT:
            return
        sort = _ANSWERS[answer]
        if sort is not None:
            _write(sort, question, seen, asked)
        if sort is Sort.SAME:
            one |= other
            joined |= dict.fromkeys(one, one)
        print()


def _answer() -> str:
    """Read an answer that can be meant so; the end of what is typed is a farewell."""
    while True:
        print("  y same, n different, s skip, q quit: ", end="", flush=True)
        line = sys.stdin.readline()
        answer = line.strip().casefold() if line else _QUIT[0]
        if answer in _ANSWERS or answer in _QUIT:
            return answer


def _write(sort: Sort, question: Question, seen: Sequence[Seen], asked: Asked) -> None:
    one, other = (designate(seen, entity.iri) for entity in (question.one, question.other))
    if not one or not other:
        print("  No name tells the two apart, so that no decision can be about them.")
        return
    decide(Decision(sort, (one[0], other[0])) if sort is Sort.SAME else apart(one, other), asked)


def _as_json(question: Question, weighed: Weighed) -> dict[str, Any]:
    return {
        "kind": question.one.kind,
        "score": question.matches[0].score,
        "affects": question.affects,
        "reasons": list(dict.fromkeys(match.reason for match in question.matches)),
        "things": [
            {
                "iri": entity.iri,
                "name": _name(entity),
                "places": [
                    {"note": m.span.note, "line": weighed.line(m), "name": m.text, "quote": weighed.quote(m)}
                    for m in entity.mentions
                ],
            }
            for entity in (question.one, question.other)
        ],
    }
