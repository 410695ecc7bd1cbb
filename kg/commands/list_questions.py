"""The part of `kg review` that asks about lists: one answer holds for all that stands below a heading."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kg import screen
from kg.commands.answering import Answer, AnswerType, read_line
from kg.commands.reasons import Weighed
from kg.errors import UsageError
from kg.model import DoubtfulList, Kind
from kg.resolution import decisions
from kg.resolution.decisions import Decision, Part, plain
from kg.text import cut

PREFIX = "list "
"""Begins a line of answers about lists in a file."""
_LONGEST = 70


class ListQuestion(NamedTuple):
    """A list in doubt, with its place."""

    part: Part
    line: int
    """Of its first record, from 1."""
    doubt: DoubtfulList

    @property
    def weight(self) -> float:
        """How useful an answer is: how many records it settles, and how open it is."""
        return self.doubt.records * (0.5 - abs(self.doubt.chance - 0.5))


class ListQuestions:
    """The doubtful lists of a vault, the one whose answer is worth most first."""

    def __init__(self, weighed: Weighed) -> None:
        told = weighed.found.told
        found = [(one.note, doubt) for one in weighed.found.decided.extractions for doubt in one.doubts]
        questions = [
            ListQuestion(Part(plain(note), doubt.below), told.note(note).line(doubt.span.start), doubt)
            for note, doubt in found
        ]
        self.all: Sequence[ListQuestion] = sorted(questions, key=lambda one: (-one.weight, one.part))

    def lines(self, number: int) -> Iterator[str]:
        """Format a question, by its number from 1."""
        one = self.all[number - 1]
        doubt = one.doubt
        read = {0: "none was", doubt.records: "all were"}.get(doubt.papers, f"{doubt.papers:,} were")
        yield screen.bold(f"{number}/{len(self.all)}  Are these {doubt.records:,} papers?", sys.stdout)
        below = f", below {screen.clean(cut(doubt.below, limit=_LONGEST))!r}" if doubt.below else ""
        place = f"{screen.clean(one.part.note)}:{one.line}{below}"
        yield f"  {place}; {read} read as papers (probability {doubt.chance:.2f})"
        for name in doubt.names:
            yield f"    {screen.clean(cut(name, limit=_LONGEST))}"
        if doubt.records > len(doubt.names):
            yield f"    ... and {doubt.records - len(doubt.names):,} more"

    def as_json(self) -> list[dict[str, Any]]:
        """Return the questions for JSON."""
        return [
            {
                "number": number,
                "note": one.part.note,
                "below": one.part.below,
                "line": one.line,
                "records": one.doubt.records,
                "papers": one.doubt.papers,
                "probability": one.doubt.chance,
                "names": list(one.doubt.names),
            }
            for number, one in enumerate(self.all, 1)
        ]

    def decide(self, number: int, *, papers: bool) -> Decision:
        """Make the decision that an answer is."""
        return Decision(decisions.DecisionType.LIST, part=self.all[number - 1].part, papers=papers)

    def read(self, line: str) -> list[Decision]:
        """Read a line of a file of answers: `list 1-2 yes, 3 no`.

        Raises:
            UsageError: an answer or a number is not valid.
        """
        answers = read_line(line[len(PREFIX) :], count=len(self.all))
        return [
            self.decide(number, papers=_says_papers(answer))
            for number, answer in answers.items()
            if answer.type is not AnswerType.SKIP
        ]


def _says_papers(answer: Answer) -> bool:
    if answer.type is AnswerType.KIND and answer.kind is not Kind.PAPER:
        raise UsageError(f"{answer.kind} is not an answer about a list. Choose one of: yes, no, skip")
    return answer.type is not AnswerType.IGNORE
