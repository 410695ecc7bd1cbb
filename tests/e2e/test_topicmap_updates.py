"""The topic map from build to build, on the graph of the sample notes."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
from places import UNFINISHED

from kg.cli import main
from kg.publishing.topicmap.content import read
from kg.publishing.topicmap.drawing import Drawing, draw
from kg.publishing.topicmap.memory import Memory, places
from kg.rdf import Store

NEW_NOTE = """# Reading group, 12 November

- **Attention Is All You Need**, Vaswani et al., NeurIPS 2017. Still the clearest account of self-attention.
- **Mamba: Linear-Time Sequence Modeling with Selective State Spaces**, Albert Gu, Tri Dao, COLM 2024.
- **Diffusion Policy: Visuomotor Policy Learning via Action Diffusion**, Cheng Chi, Siyuan Feng, RSS 2023.

We compared LoRA with full fine-tuning on GSM8K.
"""


def test_one_more_note_moves_little_and_themes_keep_their_names(
    sample_vault: Path, sample_graph: Path, tmp_path: Path
) -> None:
    notes = shutil.copytree(sample_vault, tmp_path / "notes")
    shutil.copytree(sample_graph, tmp_path / "graph", ignore=UNFINISHED)
    drawings = []
    memory = Memory()
    for text in ("", NEW_NOTE):
        if text:
            (notes / "reading-group.md").write_text(text, encoding="utf-8")
        assert main(["build", str(notes), "--graph", str(tmp_path / "graph"), "--no-map"]) == 0
        with Store.open(tmp_path / "graph" / "store", read_only=True) as store:
            drawings.append(draw(read(store), memory))
        divided = drawings[0].themes
        parts = tuple((part.name, part.members) for part in divided.parts)
        named_themes = dict(zip(divided.names, divided.members, strict=True))
        memory = Memory("", named_themes, places(drawings[0].views), parts)
    named = [{iri: one.themes.names[number] for iri, number in one.themes.of.items()} for one in drawings]
    kept = named[0].keys() & named[1].keys()

    assert len(named[1]) > len(named[0])
    assert sum(named[0][iri] == named[1][iri] for iri in kept) >= 0.9 * len(named[0])
    parted = [{iri: one.themes.parts[number].name for iri, number in one.themes.part_of.items()} for one in drawings]
    assert sum(parted[1].get(iri) == name for iri, name in parted[0].items()) >= 0.88 * len(parted[0])
    for name in ("topics", "papers", "people", "methods", "notes", "time"):
        before, after = (spots(one, name) for one in drawings)
        old = sorted(before.keys() & after.keys())
        x, y = (np.array([here[iri] for iri in old]) for here in (before, after))
        assert np.median(np.hypot(*(x - y).T)) < 0.05 * np.ptp(x[:, 0]), name


def spots(drawing: Drawing, name: str) -> dict[str, tuple[float, float]]:
    drawn = next(view for view in drawing.views if view["name"] == name)
    where = np.array(drawn["at"]).reshape(-1, 2)
    return {drawing.iris[number]: tuple(place) for number, place in zip(drawn["nodes"], where.tolist(), strict=True)}
