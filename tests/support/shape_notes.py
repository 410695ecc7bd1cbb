"""Shapes of notes that grow: a number of things gives a note, or the notes of a vault, and twice the number twice the text.

Each has one thing more and more often. `shapes.py` measures how the work on them grows.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from growing import KINDS, sentence, title, words

from kg.notes.draft import Source
from kg.resolution.decisions import NONE, Decisions, parse

Write = Callable[[int], str | list[str]]
_SYLLABLES = "ba ce di fo gu ha ke li mo nu pa re si to vu wa xe yi zo tra".split()
_FIELDS = (
    "graph learning model attention kernel sparse robust neural causal policy transfer vision speech protein".split()
)


@dataclass(frozen=True, slots=True)
class Shape:
    """A note, or notes, of a shape for each number."""

    suffix: str
    write: Write
    start: int
    """Things of which there are enough to be measured."""
    decide: Callable[[int], str] | None = None
    """What `decisions.toml` says for a number of things."""

    def notes(self, number: int) -> list[Source]:
        texts = self.write(number)
        texts = [texts] if isinstance(texts, str) else texts
        return [Source(f"note{i}{self.suffix}", text) for i, text in enumerate(texts)]

    def decisions(self, number: int) -> Decisions:
        return parse(self.decide(number)) if self.decide else NONE

    def length(self, number: int) -> int:
        decided = self.decide(number) if self.decide else ""
        return len(decided) + sum(len(source.text) for source in self.notes(number))


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

_GLYPHS = "图像学习模型注意力深度网络数据语言优化推理知识表示方法理论系统结构分析实验"


def glyphs(number: int, count: int = 8) -> str:
    """Give each number a few ideographs, without blanks."""
    return "".join(_GLYPHS[(number * 7 + number // 36 * place + place * 5) % len(_GLYPHS)] for place in range(count))


def _given(number: int) -> str:
    """Give each number two initials."""
    return f"{chr(65 + number // 26 % 26)}. {chr(65 + number % 26)}."


def _team(number: int) -> str:
    """Give each paper eight of forty authors, another eight than most papers have."""
    return " and ".join(f"{family((number * 7 + place * place) % 40)}, Ann" for place in range(8))


def _flat(heads: str, line: Callable[[int], str]) -> Write:
    return each(line, before=heads + "\n", behind="")


def cells(kind: str, source: Callable[[int], str], number: int) -> str:
    """Write a notebook of one cell with a line for each number."""
    lines = [source(i) for i in range(number)]
    cell = {"cell_type": kind, "metadata": {}, "source": lines}
    return json.dumps({"cells": [cell | ({"outputs": []} if kind == "code" else {})], "nbformat": 4})


def _designated(i: int) -> str:
    return f'[[same]]\nthings = ["person: Ann {family(i)}", "person: A. {family(i)}"]\n\n'


def _linked_days(n: int) -> list[str]:
    return [f"# {topic(i)}\n\nSee [[note{(i + 1) % n}]] and [[note{i * 7 % n}]] on it.\n" for i in range(n)]


_NBIB = "PMID- {}\nTI  - {}\nFAU - {}, Ann\nDP  - 2018 May\nJT  - Annals of {}\nAID - 10.5555/k.{} [doi]\n\n"
_PROPERTIES = ":PROPERTIES:\n:AUTHOR: {}, Ann\n:YEAR: 2018\n:Custom_ID: k{}\n:END:\n"

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
    # Other formats, and what only they have.
    "org-tables": Shape(
        ".org", _flat("| Title | Authors |\n|---+---|", lambda i: f"| {topic(i)} | Ann {family(i)} |\n"), 150
    ),
    "org-cards": Shape(
        ".org", each(lambda i: f"** TODO {topic(i)} :a{i % 9}:\n{_PROPERTIES.format(family(i), i)}"), 100
    ),
    "rst-citations": Shape(
        ".rst",
        lambda n: (
            "Notes\n=====\n\n"
            + " ".join(f"It follows [K{i}]_." for i in range(n))
            + "\n\n"
            + "".join(f".. [K{i}] Ann {family(i)}. {topic(i)}. 2019.\n" for i in range(n))
        ),
        80,
    ),
    "rst-links": Shape(".rst", each(lambda i: f"* `{topic(i)} <https://example.org/{i}>`_, 2019\n"), 120),
    "rst-directives": Shape(".rst", each(lambda i: f".. note:: {topic(i)}\n\n   {sentence(i)}\n\n"), 120),
    "authors-tex": Shape(
        ".tex",
        lambda n: "\\title{Deep Margins}\n\\author{" + people(n, " \\and ") + "}\n\\begin{document}\ntext\n",
        750,
    ),
    "tex-macros": Shape(
        ".tex",
        lambda n: (
            "".join(f"\\newcommand{{\\m{family(i)}}}{{{topic(i)}}}\n" for i in range(n))
            + "".join(f"We use \\m{family(i)} here.\n" for i in range(n))
        ),
        150,
    ),
    "pubmed": Shape(".nbib", each(lambda i: _NBIB.format(i + 9, topic(i), family(i), i % 5, i), before=""), 100),
    "endnote": Shape(
        ".enw", each(lambda i: f"%0 Book\n%T {topic(i)}\n%A {family(i)}, Ann\n%D 2018\n\n", before=""), 120
    ),
    "ris-keywords": Shape(
        ".ris",
        each(
            lambda i: f"KW  - {topic(i)}\n",
            before="TY  - JOUR\nTI  - Deep Margins\nAU  - Kern, Ada\n",
            behind="ER  - \n",
        ),
        300,
    ),
    "csv-wide": Shape(
        ".csv", lambda n: ",".join(["Title", *(f"c{i}" for i in range(n))]) + ("\nDeep" + ",value" * n) * 3 + "\n", 400
    ),
    "authors-csv": Shape(".csv", lambda n: f'Title,Authors,Year\nDeep Margins,"{people(n, "; ")}",2019\n', 750),
    "tsv-links": Shape(".tsv", _flat("Title\tURL", lambda i: f"{topic(i)}\thttps://example.org/{i}\n"), 200),
    "notebook-code": Shape(".ipynb", lambda n: cells("code", lambda i: f"x{i} = {i}  # {words(4)}\n", n), 800),
    "notebook-papers": Shape(
        ".ipynb", lambda n: cells("markdown", lambda i: f"- {topic(i)}, Ann {family(i)}, ICML 2019\n", n), 100
    ),
    "annotations": Shape(
        ".json",
        lambda n: json.dumps(
            {"rows": [{"uri": f"https://a.b/{i}", "text": sentence(i), "tags": [f"t{i}"]} for i in range(n)]}
        ),
        150,
    ),
    "roam-nested": Shape(
        ".json",
        lambda n: json.dumps(
            [
                {"title": topic(i), "children": [{"string": f"[[{topic(i + 1)}]] by Ann {family(i)} #t{i}"}]}
                for i in range(n)
            ]
        ),
        100,
    ),
    "html-cells": Shape(
        ".html",
        each(
            lambda i: f"<tr><td>{topic(i)}</td><td>{sentence(i)} {sentence(i + 1)}</td></tr>\n",
            before="<table>",
            behind="</table>",
        ),
        100,
    ),
    "html-spans": Shape(".html", each(lambda i: f"<span>{family(i)}</span> ", before="<p>", behind="</p>"), 800),
    "mail": Shape(".txt", each(lambda i: f"On day {i} Ann {family(i)} wrote:\n> {sentence(i)}\n\n", before=""), 120),
    "text-columns": Shape(".txt", each(lambda i: f"{topic(i):50}Ann {family(i):14}2019\n", before=""), 120),
    # Markup in which people write.
    "quotes-of-papers": Shape(
        ".md", each(lambda i: f"> - **{topic(i)}** Ann {family(i)}, 2019\n> > {sentence(i)}\n"), 80
    ),
    "callouts-nested": Shape(
        ".md", each(lambda i: f"> [!note] {topic(i)}\n> > [!tip]- Why\n> > {sentence(i)}\n\n"), 100
    ),
    "quoted-in-quotes": Shape(".md", each(lambda i: f"He says “it is ‘{topic(i)}’ again”, "), 200),
    "definition-list": Shape(".md", each(lambda i: f"{topic(i)}\n: {sentence(i)}\n\n"), 120),
    "tasks": Shape(
        ".md", each(lambda i: f"- [{' x'[i % 2]}] read [{topic(i)}](https://a.org/{i}) 📅 2020-01-02\n"), 120
    ),
    "fields-in-items": Shape(
        ".md", each(lambda i: f"- {topic(i)}\n  - author:: Ann {family(i)}\n  - year:: 2019\n"), 80
    ),
    "bold-labels": Shape(
        ".md", each(lambda i: f"### {topic(i)}\n\n**Authors:** Ann {family(i)}\\\n**Year:** 2019\n\n"), 80
    ),
    "days": Shape(
        ".md",
        each(lambda i: f"## 20{i // 336 % 90 + 10}-{i // 28 % 12 + 1:02}-{i % 28 + 1:02}\n\n- {sentence(i)}\n\n"),
        100,
    ),
    "lists-deep": Shape(".md", each(lambda i: f"{'  ' * (i % 12)}- {topic(i)}, Ann {family(i)}, 2019\n"), 120),
    "wide-cells": Shape(
        ".md",
        _flat(
            "| Title | Authors | Remarks |\n|---|---|---|",
            lambda i: f"| {topic(i)} | {people(i % 5 + 9)} | {sentence(i)} {sentence(i + 3)} |\n",
        ),
        60,
    ),
    "code-block": Shape(
        ".md", each(lambda i: f"x{i} = call(y{i}, 'word')  # 2019\n", before="# N\n\n```python\n", behind="```\n"), 800
    ),
    "wrapped-prose": Shape(".md", each(lambda i: f"{words(i % 4 + 7)} of Ann\n{family(i)} shows that it is. "), 150),
    "cjk-line": Shape(".md", each(lambda i: glyphs(i, 9) + "，"), 500),
    "cjk-papers": Shape(
        ".md",
        each(lambda i: f"[{i + 1}] 王{glyphs(i, 1)}，李{glyphs(i + 5, 1)}．{glyphs(i)}研究[J]．学报，2019．\n\n"),
        100,
    ),
    "cjk-sentences": Shape(".txt", each(lambda i: f"我们用{family(i)}Net做{glyphs(i)}。", before=""), 200),
    "emoji-items": Shape(".md", each(lambda i: f"- 🧠🔥 {topic(i)} ⭐⭐ 👩‍🔬 Ann {family(i)}\n"), 120),
    "affiliations": Shape(
        ".md",
        lambda n: (
            f"# Deep Margins\n\n{', '.join(f'Ann {family(i)}^{i % 9 + 1}^' for i in range(n))}\n\n^1^ Mora University\n"
        ),
        400,
    ),
    "dois": Shape(".md", each(lambda i: f"- 10.5555/{family(i).lower()}.{i}\n"), 200),
    "front-matter-people": Shape(
        ".md",
        each(
            lambda i: f"  - name: Ann {family(i)}\n    orcid: {i}\n",
            before="---\ntitle: Deep\nauthors:\n",
            behind="---\n\ntext\n",
        ),
        300,
    ),
    "front-matter-links": Shape(
        ".md", each(lambda i: f'  - "[[{topic(i)}]]"\n', before="---\nrelated:\n", behind="---\n\ntext\n"), 300
    ),
    # Many notes.
    "notes-of-a-line": Shape(".md", apart(lambda i: f"- {topic(i)}, Ann {family(i)}, ICML 2019\n"), 60),
    "notes-linked": Shape(".md", _linked_days, 60),
    "methods-in-notes": Shape(
        ".md",
        apart(lambda i: f"We propose {family(i)}Net ({family(i)[:2].upper()}N{i}). It beats {family(i // 2)}Net.\n"),
        60,
    ),
    "tags-in-notes": Shape(".md", apart(lambda i: f"# {topic(i)}\n\n#tag{i} #tag{i // 2} #all {words(5)}\n"), 60),
    "decisions": Shape(
        ".bib",
        each(lambda i: bibtex(i, author=f"{family(i)}, Ann") + bibtex(i, author=f"{family(i)}, A."), before=""),
        60,
        each(_designated, before="", behind=""),
    ),
    "one-title": Shape(
        ".bib", each(lambda i: bibtex(i, title="Deep Margins", year=f"{1900 + i % 120}"), before=""), 100
    ),
    "many-journals": Shape(".bib", each(lambda i: bibtex(i, journal=f"Journal of {topic(i)}"), before=""), 100),
    "initials-of-one-family": Shape(".bib", each(lambda i: bibtex(i, author=f"Kern, {_given(i)}"), before=""), 100),
    "teams": Shape(".bib", each(lambda i: bibtex(i, author=_team(i)), before=""), 80),
    "abstracts": Shape(".bib", each(lambda i: bibtex(i, abstract=f"{sentence(i)} {sentence(i + 1)}"), before=""), 80),
}
