"""Shapes of notes that grow: one thing more and more often, and how the work of each stage grows with it.

`SHAPES` is the one table: the test takes its small sizes, and this program any size:

    PYTHONPATH=tests/support python tests/support/shapes.py [--times N] [--runs N] [SHAPE ...]

It prints a table in Markdown: how many things, the seconds of all stages, and the exponents of the last of two
doublings: of each stage and of all by processor time, and of all by counted calls. They are exponents of the length of
the text (a title of twice as many words is one thing too). Nothing is said of a stage that takes less than a tenth of a
second; what is above the limit has a mark. Stages are compared with themselves in one run, so a slow or busy machine
makes a figure rough, not wrong. A shape is a function of a number that gives the text of a note, or the texts of several.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

from growing import KINDS, sentence, title, words
from growth import calls, seconds, steps

from kg import extraction
from kg.cli import FEW_COLLECTIONS
from kg.model import Extraction, Note
from kg.notes import READERS
from kg.notes.draft import Source
from kg.resolution import resolve

Cost = Callable[[Callable[[], object]], float]
Write = Callable[[int], str | list[str]]
_SYLLABLES = "ba ce di fo gu ha ke li mo nu pa re si to vu wa xe yi zo tra".split()
_FIELDS = (
    "graph learning model attention kernel sparse robust neural causal policy transfer vision speech protein".split()
)
LINEAR = 1.15
"""The exponent up to which work counts as linear: sorting and caches take their share."""
ENOUGH = 0.1
"""Seconds from which on an exponent says something."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A note, or notes, of a shape for each number."""

    suffix: str
    write: Write
    start: int
    """Things of which there are enough to be measured."""

    def notes(self, number: int) -> list[Source]:
        texts = self.write(number)
        texts = [texts] if isinstance(texts, str) else texts
        return [Source(f"note{i}{self.suffix}", text) for i, text in enumerate(texts)]

    def length(self, number: int) -> int:
        return sum(len(source.text) for source in self.notes(number))


def known(name: str) -> Shape:
    kind = KINDS[name]
    return Shape(kind.suffix, kind.write, kind.start)


def family(number: int) -> str:
    """Give each number a family name of its own."""
    name, number = "", number + 400
    while number:
        name, number = name + _SYLLABLES[number % 20], number // 20
    return name.capitalize()


def people(count: int, joint: str = ", ") -> str:
    return joint.join(f"Ann {family(i)}" for i in range(count))


def inverted(count: int, joint: str = " and ") -> str:
    return joint.join(f"{family(i)}, Ann" for i in range(count))


def topic(number: int) -> str:
    """Give each number a title of its own."""
    return f"{_FIELDS[number % 14]} {_FIELDS[number // 14 % 14]} with {family(number)}".capitalize()


def bibtex(number: int, **fields: str) -> str:
    told = {"title": topic(number), "author": f"{family(number)}, Ann", "year": "2020", **fields}
    return f"@article{{k{number},\n" + "".join(f"  {name} = {{{value}}},\n" for name, value in told.items()) + "}\n\n"


def each(write: Callable[[int], str], *, before: str = "# Notes\n\n", behind: str = "\n", joint: str = "") -> Write:
    """Write a thing for each number, one behind the other."""
    return lambda n: before + joint.join(map(write, range(n))) + behind


def apart(write: Callable[[int], str]) -> Write:
    """Write a note for each number."""
    return lambda n: [write(i) for i in range(n)]


def csl(count: int, authors: int = 1) -> str:
    names = [{"family": family(i), "given": "Ann"} for i in range(authors)]
    return json.dumps([{"id": f"k{i}", "type": "book", "title": topic(i), "author": names} for i in range(count)])


def notebook(n: int) -> str:
    outputs = [{"output_type": "stream", "name": "stdout", "text": [f"{words(9)}\n"]} for _ in range(n)]
    cells = [{"cell_type": "code", "metadata": {}, "source": ["x = 1\n"], "outputs": outputs}]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def _columns(n: int) -> str:
    head = "|" + "|".join(f" c{i} " for i in range(n)) + "|\n|" + "---|" * n + "\n"
    return head + ("|" + "|".join(f" v{i} " for i in range(n)) + "|\n") * 3


def _alike(i: int) -> str:
    return f"@article{{k{i}, title={{{' '.join(_FIELDS[j % 14] for j in range(i + 4))}}}, year={{2020}}}}\n"


def _similar(i: int) -> str:
    return f"We use {family(i % 40)}Net-{i} and show that {family(i % 40)}Net-{i}b is better."


def _crossed(i: int) -> str:
    return bibtex(i, crossref=f"v{i}") + f"@proceedings{{v{i}, title={{Annals of {family(i)}}}, year={{2019}}}}\n"


_CARD = "## {}\n\n- Authors: Ann {}\n- Year: 2019\n- Venue: ICML\n- Tags: one, two\n\n"

SHAPES: dict[str, Shape] = {
    # Many authors of one paper.
    "authors-bibtex": Shape(".bib", lambda n: bibtex(1, author=inverted(n)), 750),
    "authors-bibtex-in-fence": Shape(".md", lambda n: f"# N\n\n```bibtex\n{bibtex(1, author=inverted(n))}```\n", 750),
    "authors-line": Shape(".md", lambda n: f"- Deep Learning of Graphs. {people(n)}. NeurIPS 2020.\n", 750),
    "authors-item": Shape(".md", lambda n: f"- **Deep Margins of Graphs** ({people(n)}), ICML 2019\n", 750),
    "authors-cell": Shape(
        ".md", lambda n: f"| Title | Authors | Year |\n|---|---|---|\n| Deep Margins | {people(n)} | 2019 |\n", 750
    ),
    "authors-csl": Shape(".json", lambda n: csl(1, n), 750),
    "authors-front-matter": Shape(
        ".md",
        lambda n: (
            f"---\ntitle: Deep Margins\nyear: 2019\nvenue: ICML\nauthors: [{people(n)}]\n---\n\n# Deep Margins\n\ntext\n"
        ),
        750,
    ),
    "authors-reference": Shape(
        ".md", lambda n: f'# N\n\n## References\n\n{people(n)}. "Deep Margins for Graphs". In: Annals, 2019.\n', 750
    ),
    "authors-reference-inverted": Shape(
        ".md", lambda n: f"# N\n\n## References\n\n[1] {inverted(n, '; ')} (2019). Deep Margins. Annals.\n", 750
    ),
    "authors-below": Shape(
        ".md", lambda n: f"# N\n\n- [Deep Margins](https://arxiv.org/abs/2001.00001)\n  - {people(n)}\n", 750
    ),
    "authors-of-few-names": known("authors-item-below"),
    "authors-sentence": Shape(".md", lambda n: f"# N\n\nIn 2019, {people(n)} and Olek Brenk showed margins.\n", 750),
    "authors-ris": Shape(
        ".ris",
        lambda n: "TY  - JOUR\nTI  - Deep\n" + "".join(f"AU  - {family(i)}, Ann\n" for i in range(n)) + "ER  - \n",
        750,
    ),
    "editors-bibtex": Shape(".bib", lambda n: bibtex(1, editor=inverted(n)), 750),
    # Many things in one paragraph or on one line.
    "links-in-line": Shape(".md", each(lambda i: f"[{topic(i)}](https://example.org/{i}) "), 400),
    "links-a-line": Shape(".md", each(lambda i: f"[{topic(i)}](https://example.org/{i})\n"), 200),
    "wikilinks-in-line": Shape(".md", each(lambda i: f"[[{topic(i)}]] "), 400),
    "wikilinks-a-line": Shape(".md", each(lambda i: f"[[{topic(i)}]]\n"), 200),
    "tags-in-line": Shape(".md", each(lambda i: f"#tag{i} "), 1_000),
    "tags-a-line": Shape(".md", each(lambda i: f"#tag{i}\n"), 400),
    "bold-a-line": Shape(".md", each(lambda i: f"**{_FIELDS[i % 14]} {i}**\n"), 400),
    "code-a-line": Shape(".md", each(lambda i: f"`name{i}` is it\n"), 400),
    "highlights-a-line": Shape(".md", each(lambda i: f"=={topic(i)}== it says\n"), 200),
    "keys-in-paragraph": Shape(
        ".md", each(lambda i: f"[@{family(i).lower()}2020], ", before="We follow ", behind="it.\n"), 500
    ),
    "keys-described": Shape(
        ".md", each(lambda i: f"[{family(i)[:3].upper()}+20] Ann {family(i)}. {topic(i)}. 2020.\n\n"), 80
    ),
    "cites-in-paragraph": Shape(
        ".tex", each(lambda i: f"as \\cite{{{family(i).lower()}2020}} says, ", before="", behind="it.\n"), 500
    ),
    "names-and-years": Shape(".md", each(lambda i: f"It works ({family(i)} et al., {1990 + i % 30}). "), 300),
    "emphasis": Shape(".md", each(lambda i: f"*{_FIELDS[i % 14]}{i}* "), 800),
    "brackets": Shape(".md", each(lambda i: f"[a{i}] "), 1_000),
    "nested-brackets": known("nested-brackets"),
    "backticks": known("backtick-runs"),
    "addresses": Shape(".md", each(lambda i: f"https://example.org/{i} "), 500),
    "identifiers": Shape(".md", each(lambda i: f"arXiv:20{i % 90 + 10}.{10_000 + i % 80_000} "), 400),
    "mentions-of-one-name": Shape(".md", each(lambda i: f"SparseNet is better than {words(i % 5 + 2)}. "), 300),
    "names-in-sentence": Shape(".md", each(lambda i: f"{family(i)}Net, ", before="We compare ", behind="here.\n"), 400),
    "relations-in-sentence": Shape(
        ".md", each(lambda i: f"{family(i)}Net uses {family(i + 1)}Net and ", behind="it works.\n"), 150
    ),
    "definitions-in-line": Shape(".md", each(lambda i: f"{topic(i).title()} Net ({family(i)[:3].upper()}{i}), "), 150),
    "pronouns": Shape(".md", each(lambda i: f"It was shown by Ann {family(i)} in detail. "), 200),
    "awards": Shape(".md", each(lambda i: f"Ann {family(i)} won the Turing Award in {1950 + i % 70}. "), 150),
    "organisations": Shape(".md", each(lambda i: f"Ann {family(i)} ({family(i)} University) "), 150),
    "sections-of-papers": Shape(
        ".md",
        each(lambda i: f"## {title(i)}\n\nAnn {family(i)}, ICML 2019\n\nIt uses SparseNet{i}. {sentence(i)}\n\n"),
        60,
    ),
    "items-of-prose": Shape(".md", each(lambda i: f"- It uses {family(i)}Net for {words(3)}. {sentence(i)}\n"), 150),
    "citing-sentences": Shape(
        ".md", each(lambda i: f"{sentence(i)} It was shown in [[@{family(i).lower()}2020]]. "), 150
    ),
    "dates-and-papers": Shape(
        ".md", each(lambda i: f"- 2019-{i % 12 + 1:02}-{i % 28 + 1:02} [{title(i)}](https://a.org/{i}) ++\n"), 80
    ),
    "labels": Shape(".md", each(lambda i: f"Title: {topic(i)}\nAuthors: Ann {family(i)}\nYear: 2019\n"), 100),
    "methods-alike": Shape(".md", each(lambda i: _similar(i) + "\n\n"), 80),
    "dates": Shape(".md", each(lambda i: f"2019-{i % 12 + 1:02}-{i % 28 + 1:02} met. "), 500),
    "quoted-titles": Shape(".md", each(lambda i: f'He cites "{topic(i).title()} and Others". '), 150),
    "math": Shape(".md", each(lambda i: f"$x_{{{i}}}$ "), 800),
    "entities": known("entities"),
    "sentences": Shape(".md", each(lambda i: sentence(i) + " "), 150),
    "sentences-of-names": known("sentences-names"),
    "line-of-words": known("long-line-words"),
    "line-of-capitals": known("long-line-capitals"),
    "line-of-text": Shape(".txt", lambda n: words(n) + "\n", 3_000),
    "acronyms": known("acronyms"),
    "blanks-in-heading": Shape(".md", lambda n: f"# Contents{' ' * n}x\n\ntext\n", 2_000),
    "short-lines": Shape(".md", each(lambda i: f"a{i % 7}\n"), 1_500),
    "short-lines-text": known("short-lines-text"),
    "footnotes": known("footnotes"),
    "footnote-calls": known("footnote-calls"),
    "images": Shape(".md", each(lambda i: f"![picture {i}](p{i}.png) "), 400),
    # Many blocks.
    "headings": Shape(".md", each(lambda i: f"{'#' * (i % 5 + 2)} {topic(i)}\n\n"), 200),
    "headings-below": Shape(".md", each(lambda i: f"## {topic(i)}\n\n{sentence(i)}\n\n"), 100),
    "items": known("items"),
    "items-papers": known("items-papers"),
    "items-numbered": Shape(".md", each(lambda i: f"{i + 1}. Ann {family(i)}. {topic(i)}. 2019.\n"), 100),
    "items-remarked": Shape(".md", each(lambda i: f"- [{title(i)}](https://a.org/{i})\n  - {sentence(i)}\n"), 80),
    "references": known("references"),
    "cards": Shape(".md", each(lambda i: _CARD.format(title(i), family(i))), 50),
    "talks": known("talks"),
    "meeting-lines": known("meeting-lines"),
    "rows": Shape(
        ".md",
        each(
            lambda i: f"| {title(i)} | Ann {family(i)} | 2019 |\n",
            before="| Title | Authors | Year |\n|---|---|---|\n",
        ),
        150,
    ),
    "columns": Shape(".md", _columns, 300),
    "nested-lists": known("nested-lists"),
    "nested-quotes": known("nested-quotes"),
    "callouts": known("callouts"),
    "aliases": Shape(
        ".md",
        each(lambda i: f"  - Alias {family(i)}\n", before="---\naliases:\n", behind="---\n\ntext\n"),
        450,
    ),
    "front-matter-keys": known("yaml-pairs"),
    "front-matter-tags": known("yaml-list"),
    "definitions": known("definitions-used"),
    # Other formats.
    "html-nested": known("nested-html"),
    "html-links": known("html-links"),
    "html-definitions": Shape(
        ".html", each(lambda i: f"<dt>{topic(i)}</dt><dd>{sentence(i)}</dd>\n", before="<dl>", behind="</dl>"), 100
    ),
    "html-bold-lines": Shape(".html", each(lambda i: f"<b>{topic(i)}</b><br>\n", before="<p>", behind="</p>"), 200),
    "org-headings": known("org-outline"),
    "tex-items": known("tex-items"),
    "tex-bibitems": known("tex-bibitems"),
    "bibtex-entries": Shape(".bib", each(bibtex, before=""), 100),
    "bibtex-strings": known("bibtex-macros"),
    "bibtex-braces": known("bibtex-braces"),
    "bibtex-crossrefs": Shape(".bib", each(_crossed, before=""), 60),
    "bibtex-one-key": Shape(".bib", each(lambda i: bibtex(i).replace(f"k{i},", "k,"), before=""), 100),
    "bibtex-keywords": known("bibtex-keywords"),
    "ris": known("ris"),
    "csl": Shape(".json", csl, 150),
    "csv": known("table-csv"),
    "notebook-cells": known("notebook-cells"),
    "notebook-outputs": Shape(".ipynb", notebook, 400),
    "roam": known("roam"),
    # What identity compares.
    "titles-alike": Shape(".bib", each(_alike, before=""), 75),
    "one-family": Shape(".bib", each(lambda i: bibtex(i, author=f"Kern, {family(i)}"), before=""), 100),
    "one-person": Shape(".bib", each(lambda i: bibtex(i, author="Kern, Ada"), before=""), 100),
    "one-key-in-notes": Shape(".md", apart(lambda i: f"# {topic(i)}\n\nWe follow [@kern2020] in {words(4)}.\n"), 60),
    "one-title-in-notes": Shape(
        ".md", apart(lambda i: f"# {i}\n\n- **Deep Margins of Graphs**, Ann {family(3)}, 2020\n"), 60
    ),
    "one-name-in-notes": Shape(".md", apart(lambda i: f"# Day {i}\n\nWe use SparseNet on {words(3)}.\n"), 60),
}


STAGES = ("read", "extract", "identify")


def stages(shape: Shape, number: int, nlp: Any) -> Iterator[Callable[[], object]]:
    """Yield the work of each stage on so many things; each has to be done before the next is asked for."""
    sources = shape.notes(number)
    notes: list[Note] = []
    said: list[Extraction] = []

    def read() -> None:
        for source in sources:
            content = READERS[shape.suffix](source)
            notes.append(Note(source.id, source.text, content.blocks, content.title, content.meta))

    yield read
    yield lambda: said.extend(extraction.extract(note, nlp) for note in notes)
    yield lambda: resolve(said)


def costs(shape: Shape, number: int, nlp: Any, *, upto: str = STAGES[-1], cost: Cost = seconds) -> list[float]:
    """Return what each stage up to one costs on so many things."""
    return [cost(work) for work in islice(stages(shape, number, nlp), STAGES.index(upto) + 1)]


def growth(lengths: Sequence[int], taken: Sequence[float]) -> float:
    """Return the exponent of the last doubling of three lengths.

    It compares what the second and the third have more than the one before: what a note costs anyhow says nothing.
    """
    few, many = (after - before for before, after in pairwise(taken))
    shorter, longer = (after - before for before, after in pairwise(lengths))
    return math.log(many / few) / math.log(longer / shorter) if few > 0 and many > 0 else 0.0


def small(name: str, nlp: Any, times: int = 1) -> float:
    """Return the exponent of the steps of reading a few things; what is cached was asked for before."""
    shape = SHAPES[name]
    sizes = [max(shape.start // 16, 6) * times * factor for factor in (1, 2, 4)]
    costs(shape, sizes[-1], nlp, upto="extract")
    taken = [sum(costs(shape, size, nlp, upto="extract", cost=steps)) for size in sizes]
    return growth([shape.length(size) for size in sizes], taken)


def exponent(lengths: Sequence[int], taken: Sequence[float]) -> float:
    """Return the exponent of the last doubling, with what a note costs anyhow."""
    return math.log(taken[-1] / taken[-2]) / math.log(lengths[-1] / lengths[-2]) if taken[-2] else 0.0


def row(name: str, times: int, runs: int, nlp: Any) -> str:
    """Measure a shape, and write its line of the table."""
    shape = SHAPES[name]
    sizes = [shape.start * times * factor for factor in (1, 2, 4)]
    lengths = [shape.length(size) for size in sizes]
    taken = [
        [min(cost) for cost in zip(*(costs(shape, size, nlp) for _ in range(runs)), strict=True)] for size in sizes
    ]
    counted = [sum(costs(shape, size, nlp, cost=calls)) for size in sizes[1:]]
    grown = [(exponent(lengths, stage), stage[-1]) for stage in (*zip(*taken, strict=True), [*map(sum, taken)])]
    shown = [f"{power:.2f}{'!' * (power > LINEAR)}" if last >= ENOUGH else "" for power, last in grown]
    cells = [name, f"{sizes[-1]:,}", f"{sum(taken[-1]):.2f}", *shown, f"{exponent(lengths, counted):.2f}"]
    return "| " + " | ".join(cells) + " |"


def main(given: argparse.Namespace) -> None:
    """Print a table with a line for each shape."""
    nlp = extraction.make_nlp()
    costs(SHAPES["sentences"], 20, nlp)  # what is loaded once is none of the work
    print("| shape | things | seconds |", *(f"{stage} |" for stage in STAGES), "all | calls |")
    print("| --- |" + " ---: |" * (len(STAGES) + 4))
    for name in given.shapes or SHAPES:
        print(row(name, given.times, given.runs, nlp), flush=True)


if __name__ == "__main__":
    gc.set_threshold(*FEW_COLLECTIONS)
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("shapes", nargs="*", choices=[*SHAPES, []], metavar="SHAPE", help="all if none is named")
    asked.add_argument("--times", type=int, default=1, help="how many times as large")
    asked.add_argument("--runs", type=int, default=3, help="of which the best counts, at least 2")
    main(asked.parse_args())
