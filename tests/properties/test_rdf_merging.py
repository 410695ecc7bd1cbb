"""Lines that went through files are those that did not: in the order of sections, each once."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from kg.rdf.merging import Lines
from kg.rdf.sections import Sections

BASE = "https://kg.example/"
SUBJECTS = st.builds(
    "<{}{}/{}{}>".format,
    st.sampled_from((BASE, "https://elsewhere.example/")),
    st.sampled_from(("paper", "person", "topic", "note")),
    st.sampled_from(("a", "b", "b.md", "été", "c-2")),
    st.sampled_from(("", "#author-2", "#author-10", "#char=3,12")),
)
VALUES = st.text(st.characters(exclude_characters="\n", exclude_categories=("Cs",)), max_size=5)
LINES = st.lists(st.builds('{} <https://schema.org/name> "{}" .'.format, SUBJECTS, VALUES), max_size=40)


@given(st.lists(LINES, max_size=6), st.integers(1, 20))
def test_lines_come_in_order_and_once(parts: list[list[str]], run: int) -> None:
    sections = Sections(BASE)
    with TemporaryDirectory() as folder, Lines(sections, Path(folder), run=run) as lines:
        for part in parts:
            lines.add(part)
        found = list(lines)

    assert found == sections.in_order({line for part in parts for line in part})


def test_few_lines_need_no_file(tmp_path: Path) -> None:
    with Lines(Sections(BASE), tmp_path, run=3) as lines:
        lines.add(["<a> <b> <c> .", "<a> <b> <d> ."])
        few = lines.are_many
        lines.add(["<a> <b> <e> ."])

        assert (few, lines.are_many) == (False, True)
    assert list(tmp_path.iterdir()) == []
