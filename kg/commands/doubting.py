"""The part of `kg review` that asks about names: many at a time, each with a line of a note as evidence."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from kg import screen
from kg.commands.answering import WAYS, Answer, AnswerType, read_line, read_named
from kg.commands.deciding import at_next_build, decide_all
from kg.commands.list_questions import PREFIX, ListQuestions
from kg.commands.reasons import Weighed
from kg.errors import UsageError
from kg.library.graphs import near
from kg.model import THINGS, Entity, Kind, Mention
from kg.pipeline import decisions_file
from kg.publishing.doubting import Doubtful, doubtful
from kg.resolution import decisions
from kg.resolution.decisions import Decision, Designator
from kg.resolution.designating import Seen, designate, meant, seen_in
from kg.text import cut

AT_A_TIME = 20
"""Names asked about at once."""
_AROUND = 45
"""Characters shown before and behind a name."""
_LONGEST = 60
_QUIT = ("q", "quit")


class NameQuestions:
    """The doubtful names of a vault, and what to do with answers."""

    def __init__(self, weighed: Weighed, asked: Namespace, lists: ListQuestions) -> None:
        self._weighed, self._asked, self._lists = weighed, asked, lists
        told = weighed.found.told
        self.all: Sequence[Doubtful] = [
            one
            for one in doubtful(
                weighed.entities.values(),
                facts=facts_of(weighed),
                settled=weighed.found.decided.concerned(),
                texts=lambda: (told.note(note).text for note in told.notes),
            )
            if self.called(one.entity)
        ]

    @cached_property
    def _seen(self) -> list[Seen]:
        return list(seen_in(self._weighed.found.decided.extractions, self._weighed.found.resolution))

    @cached_property
    def _names(self) -> dict[str, list[Seen]]:
        """The names of things that share one with each thing; what else there is cannot be meant."""
        by_name: dict[str, list[Seen]] = {}
        for row in self._seen:
            by_name.setdefault(row.name, []).append(row)
        return by_name

    def called(self, entity: Entity) -> tuple[Designator, ...]:
        """Return how a decision names a thing; nothing if no name distinguishes it from others."""
        names = {decisions.plain(mention.text) for mention in entity.mentions}
        own = {row.name for name in names for row in self._names.get(name, ()) if row.thing == entity.iri}
        rows = [row for name in sorted(own) for row in self._names[name]]
        return designate(rows, entity.iri)

    def lines(self, first: int, last: int) -> Iterator[str]:
        """Format questions, from one number to another."""
        for number, one in enumerate(self.all[first - 1 : last], first):
            yield from self._shown(number, one)

    def _shown(self, number: int, one: Doubtful) -> Iterator[str]:
        name = screen.bold(screen.clean(cut(one.entity.called, limit=_LONGEST)), sys.stdout)
        reasons = "; ".join(doubt.reason for doubt in one.doubts)
        mentions, facts = len(one.entity.mentions), one.affects - len(one.entity.mentions)
        counted = f"{mentions:,} mention{'s' * (mentions != 1)}, {facts:,} fact{'s' * (facts != 1)}"
        yield f"{number:3}. {name}  {one.kind}?  {counted}; {reasons}"
        yield f"     {self._evidence(one.entity.mentions[0])}"
        if one.rivals:
            yield f"     {self._evidence(one.rivals[0].mentions[0])} ({one.rivals[0].kind})"

    def _evidence(self, mention: Mention) -> str:
        before, words, behind = self._weighed.around(mention, _AROUND)
        marked = screen.bold(screen.clean(words), sys.stdout)
        shown = marked if screen.has_style(sys.stdout) else f">>{marked}<<"
        place = screen.clean(self._weighed.place(mention))
        return f"{place}  {screen.clean(before)}{shown}{screen.clean(behind)}"

    def as_json(self, limit: int) -> list[dict[str, Any]]:
        """Return the questions for JSON."""
        shown = islice(enumerate(self.all, 1), limit or None)
        return [self._as_json(number, one) for number, one in shown]

    def _as_json(self, number: int, one: Doubtful) -> dict[str, Any]:
        return {
            "number": number,
            "kind": one.kind,
            "is_candidate": one.entity.kind is Kind.CANDIDATE,
            "name": one.entity.called,
            "iri": one.entity.iri,
            "called": [str(each) for each in self.called(one.entity)],
            "doubt": one.doubt,
            "affects": one.affects,
            "reasons": [doubt.reason for doubt in one.doubts],
            "places": self._weighed.places(one.entity),
            "rivals": [{"kind": r.kind, "iri": r.iri, "places": self._weighed.places(r)} for r in one.rivals],
        }

    def decisions(self, answers: dict[int, Answer]) -> list[Decision]:
        """Turn answers to numbered questions into decisions; skipped questions give none."""
        made = []
        for number, answer in answers.items():
            asked = self.all[number - 1]
            one = _decision(self.called(asked.entity), asked.kind, answer)
            made += [one] if one else []
        return made

    def apply(self, text: str, name: str) -> int:
        """Record the answers of a file or of standard input, all or none.

        Raises:
            UsageError: a line is not valid.
        """
        made: list[Decision] = []
        numbered: dict[int, Answer] = {}
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                try:
                    made += self._of_line(line, numbered)
                except UsageError as error:
                    raise UsageError(f"{name}:{number}: {error}") from error
        self.write(made)
        return 0

    def _of_line(self, line: str, numbered: dict[int, Answer]) -> list[Decision]:
        if line.lstrip().casefold().startswith(PREFIX):
            return self._lists.read(line.lstrip())
        named = read_named(line)
        if named is None:
            answers = read_line(line, count=len(self.all))
            twice = sorted(answers.keys() & numbered.keys())
            if twice:
                raise UsageError(f"{twice[0]} already has an answer")
            numbered |= answers
            return self.decisions(answers)
        thing, answer = named
        if thing.kind is Kind.CANDIDATE and answer.type is AnswerType.YES:
            raise UsageError(f"say of which kind {thing.text!r} is: one of {', '.join(THINGS)}")
        one = _decision((thing,), thing.kind, answer)
        # What was decided before is not called so any more.
        known = one and any(other.includes(one) for other in self._weighed.found.decided.decisions.all)
        if not known and not meant((row for row in self._seen if row.kind is thing.kind), thing):
            raise UsageError(f"nothing in the notes is called {thing}")
        return [one] if one else []

    def write(self, made: Sequence[Decision]) -> None:
        """Write decisions into the file, and say so."""
        new = decide_all(made, self._asked)
        path = screen.clean(str(near(decisions_file(self._weighed.vault))))
        if not new:
            print("Nothing to record.")
            return
        sorts = Counter(str(one.sort) for one in new)
        counted = ", ".join(f"{number:,} {sort}" for sort, number in sorted(sorts.items()))
        print(f"Added to {path}: {len(new):,} decision{'s' * (len(new) > 1)} ({counted}).")
        print(at_next_build(self._weighed.vault, self._asked))

    def ask(self) -> None:
        """Ask for answers at the keyboard, some names at a time; each line is recorded at once."""
        for first in range(1, len(self.all) + 1, AT_A_TIME):
            last = min(first + AT_A_TIME - 1, len(self.all))
            print("\n".join(self.lines(first, last)))
            open_ = set(range(first, last + 1))
            while open_:
                answers = self._answers(first, last)
                if answers is None:
                    return
                if not answers:
                    break
                self.write(self.decisions({n: a for n, a in answers.items() if n in open_}))
                open_ -= answers.keys()

    def _answers(self, first: int, last: int) -> dict[int, Answer] | None:
        """Read a line of answers that makes sense; nothing for the next names, None at the end."""
        while True:
            left = len(self.all) - last
            following = f"Enter for the next {min(left, AT_A_TIME)}" if left else "Enter when done"
            print(f"  like 1-5 ignore, 7 dataset, 9 yes ({following}, q to quit): ", end="", flush=True)
            line = sys.stdin.readline()
            if not line or line.strip().casefold() in _QUIT:
                return None
            try:
                return {n: a for n, a in read_line(line, count=last).items() if n >= first}
            except UsageError as error:
                print(f"  {screen.clean(str(error))}")


def facts_of(weighed: Weighed) -> Counter[str]:
    """Count the facts that name each thing, by IRI."""
    return Counter[str](
        weighed.iris[mention]
        for extraction in weighed.found.decided.extractions
        for claim in extraction.claims
        for mention in (claim.subject, claim.object)
        if isinstance(mention, Mention) and mention in weighed.iris
    )


def _decision(called: tuple[Designator, ...], kind: Kind, answer: Answer) -> Decision | None:
    """Make the decision that an answer is: a yes says of a thing the kind that it has."""
    if answer.type is AnswerType.SKIP:
        return None
    if answer.type is AnswerType.IGNORE:
        return Decision(decisions.DecisionType.IGNORE, called)
    return Decision(decisions.DecisionType.KIND, called, str(answer.kind or kind))


def read_answers(path: Path) -> str:
    """Read a file of answers, or standard input for `-`.

    Raises:
        UsageError: it is not UTF-8.
    """
    try:
        return (sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: this is not UTF-8: {error.reason}. Answers are: NUMBERS {WAYS}") from error
