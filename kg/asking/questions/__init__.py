"""Ready-made questions: queries in files, with parameters that people fill in with their own words.

Here is what can be known of them without a graph, which is fast; `answering.ask` answers them.
"""

from __future__ import annotations

from kg.asking.questions.meaning import Meaning, cited, meaning, since
from kg.asking.questions.reading import GROUPS, KINDS, STATES, Parameter, ParameterKind, Question, grouped, questions
from kg.asking.questions.suggesting import Suggestion, content, find_question, suggest
