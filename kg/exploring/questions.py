"""Ready-made questions as forms, and their answers as tables with names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kg.asking import questions
from kg.asking.knowledge import Knowledge
from kg.asking.questions import Question
from kg.asking.questions.answering import Asked, ask
from kg.asking.questions.reading import KINDS, STATES, ParameterKind
from kg.errors import UsageError
from kg.exploring.rendering import written
from kg.rdf import Answer

SHOWN = 100
"""Most rows on a page; programs get all."""
FEW = 3
"""Most parameters of a question whose form is open before anything is given."""
GIVEN = "ask "
"""Prefix of the names of parameters in the request of a page."""
_OPTION = re.compile(r"--(?=[a-z])")


def listed(knowledge: Knowledge, given: Mapping[str, str]) -> Answer:
    """List the questions by what they are about."""
    groups = questions.grouped(known(knowledge.notes).values())
    return written("questions.html", knowledge, given, here="questions", groups=groups)


def page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer | None:
    """Show a question with the answer for the given values."""
    question = known(knowledge.notes).get(given["name"])
    if question is None:
        return None
    values = {p.name: given.get(GIVEN + p.name, "") for p in question.parameters}
    answer, problem = _asked(knowledge, question, {name: text for name, text in values.items() if text.strip()})
    return written(
        "question.html",
        knowledge,
        given,
        here="questions",
        question=question,
        values=values,
        few=FEW,
        of_things=set(KINDS),
        choices={ParameterKind.STATE: list(STATES)},
        answer=answer,
        kept=_filled(answer) if answer else [],
        remarked=answer is not None and any(row.remark for row in answer.rows),
        problem=problem,
        hints=[_OPTION.sub("", hint) for hint in answer.hints] if answer else [],
    )


def _asked(knowledge: Knowledge, question: Question, given: Mapping[str, str]) -> tuple[Asked | None, str]:
    """Ask; what was typed and fits nothing is told on the page."""
    try:
        return ask(knowledge.store, question, given, limit=SHOWN), ""
    except UsageError as error:
        return None, _OPTION.sub("", str(error))


def _filled(answer: Asked) -> list[int]:
    """Return the places of the columns that are not empty in all rows; all of them if there are no rows."""
    places = range(len(answer.columns))
    return [place for place in places if not answer.rows or any(row.cells[place].text for row in answer.rows)]


@cache
def known(notes: Path | None) -> dict[str, Question]:
    """Return the ready-made questions, with those in the notes."""
    return questions.questions(notes)
