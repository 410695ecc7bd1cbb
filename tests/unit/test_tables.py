"""What holds for whatever stands in a table, without a vault: readers, rules, kinds, analyses.

`tests/e2e/test_conformance.py` tries the same tables on the sample vault.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest
from places import CASES, ROOT

from kg import analytics, extraction, notes, terms
from kg.model import Kind
from kg.settings import Settings

# Readers.


def test_an_empty_file_of_each_format_is_a_note_without_blocks(tmp_path: Path) -> None:
    for suffix in notes.READERS:
        path = tmp_path / f"empty{suffix}"
        path.write_bytes(b"")
        reading = notes.read(path, vault=tmp_path, settings=Settings())

        assert reading.note is None or reading.note.blocks == ()


# Rules.


TABLES = (
    *extraction.LAYOUT_RULES,
    *extraction.OCCASION_RULES,
    *extraction.CLAIM_RULES,
    *extraction.OCCASION_CLAIMS,
    *extraction.SENTENCE_CLAIMS,
    *extraction.CITATION_CLAIMS,
    *extraction.CITING_CLAIMS,
    *extraction.NOTE_CLAIMS,
    *(rule.find for rule in extraction.RULES),
)


def module_of(rule: Callable[..., object]) -> str:
    return rule.__module__.rsplit(".", 1)[1]


def test_no_rule_is_listed_twice() -> None:
    assert len(set(TABLES)) == len(TABLES)
    assert len({rule.name for rule in extraction.RULES}) == len(extraction.RULES)


@pytest.mark.parametrize("name", sorted({module_of(rule) for rule in TABLES}))
def test_each_rule_has_a_case_file(name: str) -> None:
    assert (CASES / f"{name}.md").is_file()


@pytest.mark.parametrize("folder", ["rules", "claims"])
def test_each_rule_that_is_written_is_listed(folder: str) -> None:
    written = {path.stem for path in (ROOT / "kg" / "extraction" / folder).glob("*.py")} - {"__init__"}

    assert written - {module_of(rule) for rule in TABLES} == set()


def test_each_kind_of_thing_is_a_class_of_the_ontology() -> None:
    assert set(terms.CLASSES) == set(Kind)


# Analyses.


@pytest.mark.parametrize("analysis", analytics.ANALYSES, ids=lambda analysis: analysis.name)
@pytest.mark.parametrize("size", [0, 1, 2])
def test_an_analysis_takes_the_smallest_networks_and_changes_none(analysis: analytics.Analysis, size: int) -> None:
    network = nx.Graph()
    for number in range(size):
        network.add_node(f"https://kg.example/person/{number}", name=f"P{number}", kind="person")
    before = nx.to_dict_of_dicts(network), dict(network.nodes(data=True))

    networks = [network] * len(analysis.views)

    found = analysis.run(networks)

    assert (nx.to_dict_of_dicts(network), dict(network.nodes(data=True))) == before
    assert all(len(row) == len(found.table.columns) for row in found.table.rows)
    assert found == analysis.run(networks)


def test_analyses_have_a_name_of_their_own_and_a_view() -> None:
    names = [analysis.name for analysis in analytics.ANALYSES]

    assert len(set(names)) == len(names)
    views = {view.name for view in analytics.VIEWS}
    assert all(set(analysis.views) <= views for analysis in analytics.ANALYSES)
    assert all(analysis.means.endswith(".") and ". " not in analysis.means for analysis in analytics.ANALYSES)
