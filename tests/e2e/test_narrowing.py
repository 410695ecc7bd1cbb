"""A parameter narrows a question: with it, there are only rows that there are without it, and no count is higher.

Every ready-made question is asked with each of its parameters, of some sample notes and of a small vault.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from once import made_once

from kg import terms
from kg.asking.questions import KINDS, ParameterKind, Question, questions
from kg.asking.questions.filling import fill, written
from kg.cli import main
from kg.kinds import Kind
from kg.rdf import STORE, Rows, Store

AGGREGATED = re.compile(r"\((?:IRI\()?(?P<how>COUNT|MIN|MAX)\([^()]*(?:\([^()]*\))?\)\)? AS \?(?P<column>\w+)\)")
PAIRS = {"coauthors", "topics-together"}
"""Questions about two things, each two once: the one that is given comes first."""
VALUES = {
    ParameterKind.YEARS: ("2021..2024",),
    ParameterKind.DAY: ("2024",),
    ParameterKind.NUMBER: ("0.7", "2"),
    ParameterKind.RATING: ("2", "4/5"),
    ParameterKind.STATE: ("read",),
    ParameterKind.TEXT: ("learning",),
    ParameterKind.NOTE: ("2024",),
}
SMALL = {
    "talks-2024.md": """# NeurIPS 2024

## Invited talks

- Ada Kern (Heidelberg University): Kernels that grow
- Bo Chen: What do small models know?

## Papers

- Smith, A., Kern, A. (2023). On Foxes. NeurIPS 2023. https://arxiv.org/abs/2301.00001 +++
    - introduces FoxNet, which extends BERT and outperforms GPT-2 on SQuAD
""",
    "reading.md": """---
date: 2024-03-14
tags: [foxes]
---
# Foxes

## Night foxes

- Kern, A., Chen, B. (2024). Foxes at Night. ICLR 2024. https://arxiv.org/abs/2401.00002 ++
    - to read; uses FoxNet
- Chen, B. (2022). Owls. ICML 2022. https://arxiv.org/abs/2201.00003
    - read on 2024-03-10; compared with FoxNet on SQuAD
""",
}


def _build_small(graph: Path) -> None:
    vault = graph.parent / "small-vault"
    vault.mkdir(exist_ok=True)
    for name, text in SMALL.items():
        (vault / name).write_text(text, encoding="utf-8")
    assert main(["build", str(vault), "--graph", str(graph), "--no-map"]) == 0


@pytest.fixture(scope="module", params=["sample", "small"])
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    if request.param == "sample":
        graph = request.getfixturevalue("small_graph")
    else:
        graph = made_once(tmp_path_factory, "small-graph", _build_small)
    with Store.open(graph / STORE, read_only=True) as opened:
        yield opened


@pytest.mark.parametrize("name", sorted(questions()))
def test_a_parameter_only_leaves_rows_out(store: Store, name: str) -> None:
    question = questions()[name]
    everything = Counted(question, store.query(question.sparql))

    for parameter in question.parameters:
        for value in values(store, parameter.kind):
            narrowed = written(question.sparql, [fill(store, parameter, value)])
            wrong = everything.lacks(Counted(question, store.query(narrowed)))
            assert not wrong, f"{name} --{parameter.name} {value}"


class Counted:
    """The rows of an answer: what is not counted, with what is."""

    def __init__(self, question: Question, answer: Rows) -> None:
        self._how = {found["column"]: found["how"] for found in AGGREGATED.finditer(question.sparql)}
        self._pairs = question.name in PAIRS
        self._columns = answer.columns
        self._rows: dict[tuple[object, ...], list[dict[str, str]]] = defaultdict(list)
        for row in answer:
            cells = dict(zip(self._columns, (str(getattr(term, "value", term)) for term in row), strict=True))
            self._rows[self._key(cells)].append(cells)

    def _key(self, cells: dict[str, str]) -> tuple[object, ...]:
        key = [cells[column] for column in self._columns if column not in self._how]
        return (frozenset(key),) if self._pairs else tuple(key)

    def lacks(self, narrowed: Counted) -> list[dict[str, str]]:
        """Give the rows of a narrowed answer that this one lacks, or has with a lower count."""
        counts = [column for column, how in self._how.items() if how == "COUNT"]
        return [
            cells
            for key, rows in narrowed._rows.items()
            for cells in rows
            if not any(
                all(int(cells[column]) <= int(own[column]) for column in counts) for own in self._rows.get(key, ())
            )
        ]


@cache
def values(store: Store, kind: ParameterKind) -> Sequence[str]:
    """Give what to try: the things of each kind that most is said of."""
    if kind not in KINDS:
        return VALUES[kind]
    found: list[str] = []
    for each in KINDS[kind]:
        rows = store.query(
            f"SELECT ?thing (COUNT(*) AS ?said) {{ ?thing a <{terms.CLASSES[Kind(each)]}> . ?s ?p ?thing }} "
            "GROUP BY ?thing ORDER BY DESC(?said) ?thing LIMIT 1"
        ).texts()
        found += [thing for thing, _ in rows]
    return found
