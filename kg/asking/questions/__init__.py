"""Ready-made questions: queries in files, with parameters that people fill in with their own words."""

from __future__ import annotations

from kg.asking.questions.answering import Asked, Cell, Row, ask
from kg.asking.questions.parameters import OF_PAPERS, Filled, Parameter, ParameterKind, fill, suggestions
from kg.asking.questions.reading import SUFFIX, Question, find_question, questions

__all__ = [
    "OF_PAPERS",
    "SUFFIX",
    "Asked",
    "Cell",
    "Filled",
    "Parameter",
    "ParameterKind",
    "Question",
    "Row",
    "ask",
    "fill",
    "find_question",
    "questions",
    "suggestions",
]
