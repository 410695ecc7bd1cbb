"""Formats against a foreign program: what pandoc writes from a note or a library, kg reads as it reads the original."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypandoc
import pytest

from kg import extraction, notes, resolution, terms
from kg.model import Iri, Kind, Mention
from kg.settings import Settings

NOTE = """# Reading on memory

## Pointer Networks

Oriol Vinyals, Meire Fortunato, Navdeep Jaitly. NeurIPS 2015. <https://arxiv.org/abs/1506.03134>

- The output is a position of the input.
- *Small* and **exact**.

## Later

- [Neural Turing Machines](https://arxiv.org/abs/1410.5401), Alex Graves, Greg Wayne, Ivo Danihelka, 2014 - hard to train
- [Memory Networks](https://arxiv.org/abs/1410.3916), Jason Weston, Sumit Chopra, Antoine Bordes, ICLR 2015
"""

LIBRARY = """@inproceedings{lind2019steps,
  title = {Decoupled Weight Decay Regularization},
  author = {Loshchilov, Ilya and Hutter, Frank},
  booktitle = {International Conference on Learning Representations},
  year = {2019},
  url = {https://arxiv.org/abs/1711.05101}
}

@article{hochreiter1997long,
  title = {Long Short-Term Memory},
  author = {Hochreiter, Sepp and Schmidhuber, J{\\"u}rgen},
  journal = {Neural Computation},
  volume = {9},
  number = {8},
  pages = {1735--1780},
  year = {1997},
  doi = {10.1162/neco.1997.9.8.1735}
}
"""

RIS = """TY  - JOUR
TI  - A Global Geometric Framework for Nonlinear Dimensionality Reduction
AU  - Tenenbaum, Joshua B.
AU  - de Silva, Vin
AU  - Langford, John C.
JO  - Science
PY  - 2000
DO  - 10.1126/science.290.5500.2319
ER  -

TY  - CONF
TI  - Stochastic Neighbor Embedding
AU  - Hinton, Geoffrey E.
AU  - Roweis, Sam
T2  - Advances in Neural Information Processing Systems
PY  - 2002
ER  -
"""

FIELDS = (terms.DATE_PUBLISHED, terms.PRESENTED_AT, terms.IS_PART_OF, terms.SAME_AS, terms.REMARK)


def papers(path: Path, text: str, nlp: Any) -> dict[str, dict[str, list[str]]]:
    """Read a file that holds a text: title in small letters, which pandoc changes, -> authors in order, and what else is said of the paper."""
    path.write_text(text, encoding="utf-8")
    (reading,) = notes.read_all(path, settings=Settings())
    assert reading.note is not None
    made = extraction.extract(reading.note, nlp)
    resolved = resolution.resolve([made])
    names = {entity.iri: entity.name for entity in resolved.entities}

    def said(iri: Iri, predicate: Iri) -> list[str]:
        objects = [c.object for c in made.claims if c.predicate == predicate and resolved.iris.get(c.subject) == iri]
        shown = [names[resolved.iris[one]] if isinstance(one, Mention) else str(one) for one in objects]
        return [" ".join(text.split()) for text in dict.fromkeys(shown)]

    return {
        entity.name.casefold(): {"authors": said(entity.iri, terms.AUTHOR)}
        | {field.rpartition("/")[2]: sorted(said(entity.iri, field)) for field in FIELDS}
        for entity in resolved.entities
        if entity.kind is Kind.PAPER
    }


@pytest.mark.parametrize("format", ["org", "html", "commonmark", "latex"])
def test_a_note_that_pandoc_writes_in_another_format_gives_the_same_papers(
    format: str, tmp_path: Path, nlp: Any
) -> None:
    written = pypandoc.convert_text(NOTE, format, "markdown", extra_args=["--wrap=none"])
    suffix = {"org": ".org", "html": ".html", "commonmark": ".md", "latex": ".tex"}[format]
    original = papers(tmp_path / "note.md", NOTE, nlp)

    assert set(original) == {"pointer networks", "neural turing machines", "memory networks"}
    assert papers(tmp_path / f"same{suffix}", written, nlp) == original


@pytest.mark.parametrize("format", ["csljson", "biblatex"])
def test_a_library_that_pandoc_writes_in_another_format_gives_the_same_papers(
    format: str, tmp_path: Path, nlp: Any
) -> None:
    written = pypandoc.convert_text(LIBRARY, format, "bibtex")
    original = papers(tmp_path / "library.bib", LIBRARY, nlp)

    assert set(original) == {"decoupled weight decay regularization", "long short-term memory"}
    assert papers(tmp_path / f"same{'.json' if format == 'csljson' else '.bib'}", written, nlp) == original


def test_pandoc_and_kg_read_the_same_from_ris(tmp_path: Path, nlp: Any) -> None:
    original = papers(tmp_path / "library.ris", RIS, nlp)

    assert len(original) == len(RIS.split("TY  -")) - 1
    assert papers(tmp_path / "same.json", pypandoc.convert_text(RIS, "csljson", "ris"), nlp) == original
