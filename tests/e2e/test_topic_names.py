"""A topic and the method of its name are linked, in a build and in an update."""

from __future__ import annotations

from pathlib import Path

from kg.cli import main
from kg.rdf import STORE, Store

PAPERS = """
- [LoRA: Low-Rank Adaptation of Large Language Models](https://arxiv.org/abs/2106.09685), Edward Hu, ICLR 2022
- [QLoRA: Efficient Finetuning of Quantized LLMs](https://arxiv.org/abs/2305.14314), Tim Dettmers, NeurIPS 2023

QLoRA extends LoRA.
"""


def linked(notes: Path, graph: Path) -> list[tuple[str, str]]:
    """Build a graph; give the ends of the IRIs that are linked."""
    assert main(["build", str(notes), "--graph", str(graph)]) == 0
    with Store.open(graph / STORE, read_only=True) as store:
        pairs = list(store.query("SELECT ?one ?other { ?one skos:closeMatch ?other } ORDER BY ?one ?other").texts())
    return [(one.split("/", 3)[-1], other.split("/", 3)[-1]) for one, other in pairs]


def test_a_topic_is_linked_with_the_method_of_its_name_as_long_as_there_are_both(tmp_path: Path) -> None:
    notes, graph = tmp_path / "notes", tmp_path / "graph"
    notes.mkdir()
    (notes / "a.md").write_text(f"# Reading\n{PAPERS}", encoding="utf-8")
    assert linked(notes, graph) == []
    (notes / "b.md").write_text(f"# More\n\n## QLoRA\n{PAPERS}", encoding="utf-8")
    assert linked(notes, graph) == linked(notes, tmp_path / "anew") == [("topic/qlora", "method/qlora")]
    (notes / "b.md").unlink()
    assert linked(notes, graph) == []
