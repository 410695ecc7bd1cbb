"""Notes that grow: each kind has one thing more and more often, as large notes, real or hostile, have it.

A kind is a function of a number; the note for 2n is about twice as long as that for n, but for the kinds that grow in
another way on purpose (runs of back-ticks that get longer).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

_GIVEN = "Mara Tilo Ines Ravi Jonas Petra Olek Suna Hideo Carla Bruno Wanda Felix Noor Anton Lidia".split()
_FAMILY = "Brenk Sorvan Kitamo Hallid Perrow Veska Obrin Tanzer Lomari Quist Dravec Munro Salgen Ostby".split()
_WORDS = "sparse graph layer model signal depth prior kernel bound field token route margin anchor".split()


@dataclass(frozen=True, slots=True)
class Kind:
    """A note of a kind for each number."""

    suffix: str
    write: Callable[[int], str]
    start: int
    """The number from which on its time can be measured."""


def person(number: int) -> str:
    return f"{_GIVEN[number % 16]} {_FAMILY[number % 14]}{'abcdefghij'[number // 14 % 10]}"


def persons(count: int, joint: str = ", ") -> str:
    return joint.join(map(person, range(count)))


def turned(count: int, joint: str = ", ") -> str:
    names = (person(n).split() for n in range(count))
    return joint.join(f"{family}, {given[0]}." for given, family in names)


def words(count: int) -> str:
    return " ".join(_WORDS[(n * 7 + n // 14) % 14] for n in range(count))


def title(number: int) -> str:
    return f"{words(number % 5 + 3).title()} for {_WORDS[number % 14].title()} {_WORDS[number // 14 % 14].title()}s {number}"


def sentence(number: int) -> str:
    return f"{_GIVEN[number % 16]} shows that {words(number % 7 + 4)} beats {words(3)}{number}."


def lines(write: Callable[[int], str]) -> Callable[[int], str]:
    return lambda n: "# Notes\n\n" + "".join(write(i) for i in range(n))


def of(unit: str, *, before: str = "# Notes\n\n", behind: str = "\n") -> Callable[[int], str]:
    return lambda n: before + unit * n + behind


def notebook(n: int) -> str:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": [f"# Part {i}\n", f"- {title(i)}\n"]} for i in range(n)
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


_REFERENCE = '. "Deep Margins for Sparse Routes". In: Annals of Signals, 2019.\n'

KINDS: dict[str, Kind] = {
    # Many authors of one paper.
    "authors-bibtex": Kind(
        ".bib",
        lambda n: (
            f"@article{{k,\n  title = {{Deep Margins}},\n  author = {{{turned(n, ' and ')}}},\n  year = 2019\n}}\n"
        ),
        750,
    ),
    "authors-bibtex-in-fence": Kind(
        ".md",
        lambda n: (
            f"# N\n\n```bibtex\n@article{{k,\n  title = {{Deep Margins}},\n  author = {{{turned(n, ' and ')}}}\n}}\n```\n"
        ),
        750,
    ),
    "authors-reference": Kind(".md", lambda n: "# N\n\n## References\n\n" + persons(n) + _REFERENCE, 750),
    "authors-reference-turned": Kind(".md", lambda n: "# N\n\n## References\n\n" + turned(n) + _REFERENCE, 750),
    "authors-reference-numbered": Kind(
        ".md",
        lambda n: "# N\n\n## References\n\n[1] " + persons(n) + _REFERENCE + "\n[2] " + persons(3) + _REFERENCE,
        750,
    ),
    "authors-reference-text": Kind(
        ".txt", lambda n: "References\n\n[1] " + turned(n) + _REFERENCE + "[2] " + turned(3) + _REFERENCE, 750
    ),
    "authors-item": Kind(
        ".md", lambda n: f"# N\n\n- **Deep Margins for Sparse Routes** ({persons(n)}), ICML 2019\n", 750
    ),
    "authors-item-below": Kind(
        ".md",
        lambda n: f"# N\n\n- [Deep Margins for Sparse Routes](https://arxiv.org/abs/2001.00001)\n  - {persons(n)}\n",
        750,
    ),
    "authors-line-below": Kind(
        ".md", lambda n: f"# N\n\n## Deep Margins for Sparse Routes\n\nAuthors: {persons(n)}\n", 750
    ),
    "authors-cell": Kind(
        ".md", lambda n: f"| Title | Authors | Year |\n|---|---|---|\n| Deep Margins | {persons(n)} | 2019 |\n", 750
    ),
    "authors-front-matter": Kind(
        ".md",
        lambda n: (
            "---\ntitle: Deep Margins\nauthors:\n" + "".join(f"  - {person(i)}\n" for i in range(n)) + "---\n\ntext\n"
        ),
        450,
    ),
    "authors-sentence": Kind(
        ".md", lambda n: f"# N\n\nIn 2019, {persons(n)} and Olek Brenk showed that margins are deep.\n", 750
    ),
    "editors": Kind(".bib", lambda n: f"@book{{k,\n  title = {{Deep}},\n  editor = {{{turned(n, ' and ')}}}}}\n", 750),
    # Runs of one sign.
    "backtick-runs": Kind(".md", lambda n: "# N\n\n" + " ".join("`" * i for i in range(1, n)) + "\n", 150),
    "backticks-apart": Kind(".md", of("`a``b```c"), 1500),
    "backticks-alone": Kind(".md", lambda n: "# N\n\n" + " ".join("`" + "`" * (i % 40) for i in range(n)) + "\n", 1500),
    **{
        f"run-{name}": Kind(".md", of(unit), 3000)
        for name, unit in {
            "brackets": "[",
            "closing-brackets": "]",
            "bracket-pairs": "[]",
            "wiki": "[[",
            "images": "![",
            "angles": "<",
            "closing-angles": ">",
            "stars": "*",
            "underscores": "_",
            "tildes": "~",
            "equals": "=",
            "equals-pairs": "==a",
            "dollars": "$",
            "dollars-apart": "$a ",
            "double-dollars": "$$a ",
            "braces": "{",
            "parens": "(",
            "pipes": "|",
            "hashes": "#",
            "backslashes": "\\",
            "ampersands": "&",
            "ampersand-letters": "&a",
            "exclamations": "!",
            "colons": ":",
            "quotes": '"',
            "curly": "“",
            "apostrophes": "'",
            "commas": ",",
            "commas-apart": "a, ",
            "dots": ".",
            "dots-apart": ". ",
            "dashes": "-a",
            "long-dashes": "–",
            "pluses": "+",
            "ats": "@",
            "at-words": "a@",
            "hash-words": "#a ",
            "semicolons": "a; ",
            "slashes": "/",
            "zeros": "0",
            "digits-apart": "1 ",
            "digits-dots": "1.",
            "capitals": "A. ",
            "capital-words": "Ab ",
            "initials": "A.B. ",
            "ands": "and ",
            "question": "? ",
            "link-open": "[a](",
            "link-open-b": "[a](<b",
            "comment-open": "<!-- ",
            "tag-open": "<a ",
            "html-a": "<a href='x'>",
            "pi-open": "<? ",
            "cdata": "<![CDATA[ ",
            "star-a": "*a ",
            "star-b": "**a* ",
            "star-c": "a**b",
            "under-a": "_a ",
            "mixed-emphasis": "*a _b ",
            "strike": "~~a ",
            "nested-links": "[a](b) ",
            "nbsp": "\u00a0",
            "zero-width": "\u200b",
            "tabs": "\t",
            "blanks": " ",
            "combining": "a\u0301\u0302",
            "mojibake": "Ã©",
            "emoji": "🧠",
            "cjk": "学习",
            "footnote-open": "[^",
            "thinsp": "a\u2009",
            "et-al": "et al. ",
            "year": "2019 ",
            "at-year": "(2019) ",
            "doi": "10.1000/",
            "http": "http://",
            "www": "www.",
            "dotted": "a.",
            "colon-words": "ab: ",
        }.items()
    },
    "nested-brackets": Kind(".md", lambda n: "# N\n\n" + "[" * n + "a" + "]" * n + "\n", 1500),
    "nested-parens": Kind(".md", lambda n: "# N\n\nWe use " + "(" * n + "a" + ")" * n + " here.\n", 1500),
    "nested-emphasis": Kind(".md", lambda n: "# N\n\n" + "*a " * n + " b*" * n + "\n", 1500),
    "nested-strong": Kind(".md", lambda n: "# N\n\n" + "**a " * n + " b**" * n + "\n", 1500),
    "nested-html": Kind(".html", lambda n: "<div>" * n + "text" + "</div>" * n, 2000),
    "nested-html-inline": Kind(".html", lambda n: "<b>" * n + "text" + "</i>" * n, 2000),
    "nested-html-lists": Kind(".html", lambda n: "<ul><li>a" * n, 800),
    "nested-quotes": Kind(".md", lambda n: "# N\n\n" + ">" * n + " text\n", 3000),
    "nested-quote-lines": Kind(
        ".md", lambda n: "# N\n\n" + "".join(">" * (i % 90 + 1) + f" line {i}\n" for i in range(n)), 300
    ),
    "nested-lists": Kind(".md", lambda n: "# N\n\n" + "".join("  " * i + f"- item {i}\n" for i in range(n)), 150),
    "nested-lists-in-line": Kind(".md", lambda n: "# N\n\n" + "- " * n + "deep\n", 2000),
    # Long words.
    "long-address": Kind(".md", lambda n: "# N\n\n- https://example.org/" + "a" * n + "\n", 5000),
    "long-address-pieces": Kind(".md", lambda n: "# N\n\n- https://example.org/" + "a/b?c=d&" * n + "\n", 1500),
    "long-address-link": Kind(".md", lambda n: "# N\n\n- [a](https://example.org/" + "a-b_" * n + ")\n", 3000),
    "long-host": Kind(".md", lambda n: "# N\n\n- https://" + "ab." * n + "org/x\n", 3000),
    "base64-line": Kind(".md", lambda n: "# N\n\n" + "aGVsbG8gd29ybGQhIQ9/" * n + "==\n", 800),
    "base64-image": Kind(
        ".md", lambda n: "# N\n\n![a](data:image/png;base64," + "aGVsbG8gd29ybGQhIQ9/" * n + "==)\n", 800
    ),
    "base64-lines": Kind(
        ".md",
        lambda n: "# N\n\n" + "aGVsbG8gd29ybGQhIQaGVsbG8gd29ybGQhIQaGVsbG8gd29ybGQhIQaGVsbG8gd29ybGQhIQ\n" * n,
        200,
    ),
    "base64-text": Kind(".txt", lambda n: "aGVsbG8gd29ybGQhIQ9/" * n + "==\n", 800),
    "base64-html": Kind(
        ".html", lambda n: "<p><img src='data:image/png;base64," + "aGVsbG8gd29ybGQhIQ9/" * n + "'>text</p>", 2000
    ),
    "long-word": Kind(".md", of("a"), 10_000),
    "long-word-mixed": Kind(".md", of("aB1"), 5000),
    "long-word-hyphens": Kind(".md", of("ab-"), 5000),
    "long-word-dots": Kind(".md", of("Ab."), 5000),
    "long-word-capitals": Kind(".md", of("A"), 10_000),
    "long-word-accents": Kind(".md", of("é"), 5000),
    "long-digits": Kind(".md", of("7"), 10_000),
    "long-line-words": Kind(".md", lambda n: "# N\n\n" + words(n) + "\n", 3000),
    "long-line-capitals": Kind(".md", lambda n: "# N\n\n" + words(n).title() + "\n", 2000),
    "long-title": Kind(".md", lambda n: "# " + words(n).title() + "\n\ntext\n", 2000),
    "long-item": Kind(".md", lambda n: "# N\n\n- " + words(n).title() + ". 2019.\n", 2000),
    "long-cell": Kind(".md", lambda n: "| A | B |\n|---|---|\n| " + words(n) + " | x |\n", 2000),
    "long-front-matter": Kind(".md", lambda n: "---\nabstract: " + words(n) + "\n---\n\ntext\n", 3000),
    # Many of a kind.
    "wide-table": Kind(".md", lambda n: "|" + "a|" * n + "\n|" + "-|" * n + "\n|" + "b|" * n + "\n", 500),
    "wide-row": Kind(".md", lambda n: "|a|b|\n|-|-|\n|" + "b|" * n + "\n", 1500),
    "long-table": Kind(
        ".md",
        lambda n: (
            "| Title | Authors | Year |\n|---|---|---|\n"
            + "".join(f"| {title(i)} | {person(i)} | 2019 |\n" for i in range(n))
        ),
        150,
    ),
    "cells-untitled": Kind(
        ".md",
        lambda n: "| A | B | C |\n|---|---|---|\n" + "".join(f"| {i} | x{i} | {i * 7} |\n" for i in range(n)),
        200,
    ),
    "footnotes": Kind(
        ".md",
        lambda n: (
            "# N\n\n"
            + "".join(f"See[^{i}] here.\n" for i in range(n))
            + "\n"
            + "".join(f"[^{i}]: {persons(2)}. {title(i)}. 2019.\n" for i in range(n))
        ),
        60,
    ),
    "footnote-calls": Kind(".md", lambda n: "# N\n\n" + "Word[^1] " * n + "\n\n[^1]: A note.\n", 500),
    "headings": Kind(".md", lines(lambda i: f"{'#' * (i % 5 + 2)} {title(i)}\n\n"), 200),
    "headings-alike": Kind(".md", of("## Notes\n\n"), 400),
    "headings-text": Kind(".txt", lambda n: "".join(f"{title(i)}\n\n{sentence(i)}\n\n" for i in range(n)), 100),
    "definitions": Kind(".md", lines(lambda i: f"[a{i}]: https://example.org/{i}\n"), 500),
    "definitions-used": Kind(
        ".md",
        lambda n: (
            "# N\n\n"
            + "".join(f"[a{i}][a{i}] " for i in range(n))
            + "\n\n"
            + "".join(f"[a{i}]: https://example.org/{i}\n" for i in range(n))
        ),
        200,
    ),
    "definitions-lines": Kind(".md", lambda n: "# N\n\n" + "".join(f"[a{i}]: /x{i}\n" for i in range(n)), 500),
    "items": Kind(".md", lines(lambda i: f"- {_WORDS[i % 14]} {i}\n"), 300),
    "items-papers": Kind(
        ".md", lines(lambda i: f"- [{title(i)}](https://arxiv.org/abs/20{i % 90 + 10:02}.{i % 90000 + 10000})\n"), 100
    ),
    "items-numbered": Kind(".md", lines(lambda i: f"{i + 1}. {person(i)}. {title(i)}. 2019.\n"), 60),
    "items-loose": Kind(".md", lines(lambda i: f"- {_WORDS[i % 14]} {i}\n\n"), 300),
    "items-text": Kind(".txt", lambda n: "".join(f"- {title(i)}\n" for i in range(n)), 150),
    "bullets-web": Kind(".md", lambda n: "# N\n\n" + "".join(f"• {title(i)}\n" for i in range(n)), 150),
    "references": Kind(
        ".md",
        lambda n: (
            "# N\n\n## References\n\n"
            + "".join(f"[{i}] {turned(2)} ({2000 + i % 20}). {title(i)}. Annals of Signals.\n\n" for i in range(n))
        ),
        50,
    ),
    "references-text": Kind(
        ".txt",
        lambda n: (
            "References\n\n"
            + "".join(f"[{i}] {turned(2)} ({2000 + i % 20}). {title(i)}. Annals of Signals.\n" for i in range(n))
        ),
        50,
    ),
    "sentences": Kind(".md", lambda n: "# N\n\n" + " ".join(map(sentence, range(n))) + "\n", 100),
    "sentences-apart": Kind(".md", lines(lambda i: sentence(i) + "\n\n"), 100),
    "sentences-names": Kind(
        ".md",
        lambda n: (
            "# N\n\n"
            + " ".join(f"We use SparseNet{i} by {person(i)} on the Route{i} dataset." for i in range(n))
            + "\n"
        ),
        60,
    ),
    "short-names": Kind(".md", lambda n: "# N\n\n" + " ".join(f"Nt{i}" for i in range(n)) + "\n", 700),
    "acronyms": Kind(
        ".md", lambda n: "# N\n\n" + " ".join(f"Sparse Route Net (SRN{i})," for i in range(n)) + "\n", 150
    ),
    "quoted": Kind(".md", lambda n: "# N\n\n" + " ".join(f'He cites "{title(i)}".' for i in range(n)) + "\n", 80),
    "strong": Kind(".md", lambda n: "# N\n\n" + " ".join(f"**{title(i)}**" for i in range(n)) + "\n", 150),
    "links-in-line": Kind(
        ".md", lambda n: "# N\n\n" + " ".join(f"[{title(i)}](https://example.org/{i})" for i in range(n)) + "\n", 150
    ),
    "addresses-in-line": Kind(
        ".md", lambda n: "# N\n\n" + " ".join(f"https://example.org/{i}" for i in range(n)) + "\n", 400
    ),
    "wikilinks": Kind(".md", lambda n: "# N\n\n" + " ".join(f"[[{title(i)}]]" for i in range(n)) + "\n", 200),
    "tags": Kind(".md", lambda n: "# N\n\n" + " ".join(f"#tag{i}" for i in range(n)) + "\n", 600),
    "math": Kind(".md", lambda n: "# N\n\n" + " ".join(f"$x_{{{i}}}$" for i in range(n)) + "\n", 600),
    "math-text": Kind(".txt", lambda n: "by " + " ".join(f"x{i}x_{{{i}}}" for i in range(n)) + "\n", 300),
    "entities": Kind(".md", of("&amp;"), 3000),
    "entities-html": Kind(".html", lambda n: "<p>" + "&amp; " * n + "</p>", 3000),
    "html-paragraphs": Kind(".html", lambda n: "".join(f"<p>{sentence(i)}</p>\n" for i in range(n)), 100),
    "html-links": Kind(
        ".html",
        lambda n: (
            "<ul>" + "".join(f"<li><a href='https://example.org/{i}'>{title(i)}</a></li>\n" for i in range(n)) + "</ul>"
        ),
        100,
    ),
    "html-rows": Kind(
        ".html",
        lambda n: (
            "<table>" + "".join(f"<tr><td>{title(i)}</td><td>{person(i)}</td></tr>\n" for i in range(n)) + "</table>"
        ),
        150,
    ),
    "html-unclosed": Kind(".html", lambda n: "<p>" + "<a href='x'>y " * n, 1000),
    "html-in-markdown": Kind(".md", lines(lambda i: f"<div>{title(i)}</div>\n\n"), 200),
    "html-breaks": Kind(".md", lambda n: "# N\n\n" + "a<br>" * n + "\n", 1000),
    "bibtex-entries": Kind(
        ".bib",
        lambda n: "".join(
            f"@article{{k{i},\n title={{{title(i)}}},\n author={{{person(i)}}},\n year=2019}}\n\n" for i in range(n)
        ),
        80,
    ),
    "bibtex-braces": Kind(".bib", lambda n: "@article{k, title={" + "{" * n + "x" + "}" * n + "}}\n", 3000),
    "bibtex-open": Kind(".bib", lambda n: "@article{k, title={" + "{" * n, 3000),
    "bibtex-ats": Kind(".bib", lambda n: "@a{" * n, 2000),
    "bibtex-at-lines": Kind(".bib", lambda n: "@a{\n" * n, 2000),
    "bibtex-fields": Kind(
        ".bib", lambda n: "@article{k,\n" + "".join(f" f{i} = {{{title(i)}}},\n" for i in range(n)) + "}\n", 500
    ),
    "bibtex-parts": Kind(".bib", lambda n: "@article{k, title = {a}" + " # {b}" * n + "}\n", 2000),
    "bibtex-macros": Kind(
        ".bib", lambda n: "".join(f"@string{{m{i} = m{i - 1} # m{i - 1} # {{x}}}}\n" for i in range(n)), 400
    ),
    "bibtex-keywords": Kind(
        ".bib", lambda n: "@article{k, title={Deep}, keywords={" + ", ".join(f"word{i}" for i in range(n)) + "}}\n", 500
    ),
    "bibtex-abstract": Kind(".bib", lambda n: "@article{k, title={Deep}, abstract={" + words(n) + "}}\n", 5000),
    "bibtex-commas": Kind(".bib", of(",", before="@article{k", behind=" x}\n"), 5000),
    "yaml-list": Kind(
        ".md", lambda n: "---\ntags:\n" + "".join(f"  - tag{i}\n" for i in range(n)) + "---\n\ntext\n", 450
    ),
    "yaml-pairs": Kind(
        ".md", lambda n: "---\n" + "".join(f"key{i}: value {i}\n" for i in range(n)) + "---\n\ntext\n", 450
    ),
    "yaml-half": Kind(
        ".md", lambda n: "---\na: [\n" + "".join(f"key{i}: value {i}\n" for i in range(n)) + "---\n\ntext\n", 450
    ),
    "toml-pairs": Kind(
        ".md", lambda n: "+++\n" + "".join(f"key{i} = 'value {i}'\n" for i in range(n)) + "+++\n\ntext\n", 450
    ),
    "notebook-cells": Kind(".ipynb", notebook, 100),
    "notebook-escapes": Kind(
        ".ipynb", lambda n: '{"cells": [{"cell_type": "markdown", "source": "' + "\\u00e9 \\n" * n + '"}]}', 1000
    ),
    "ris": Kind(
        ".ris", lambda n: "".join(f"TY  - JOUR\nTI  - {title(i)}\nAU  - {turned(2)}\nER  - \n" for i in range(n)), 400
    ),
    "ris-lines": Kind(".ris", of("word\n", before="TY  - JOUR\nTI  - a\n", behind="ER  - \n"), 4000),
    "csl-json": Kind(
        ".json",
        lambda n: json.dumps(
            [{"id": "k", "type": "book", "title": title(i), "author": [{"family": "A"}]} for i in range(n)]
        ),
        300,
    ),
    "roam": Kind(
        ".json",
        lambda n: json.dumps(
            [{"title": "A", "children": [{"string": f"{title(i)} ((u))", "uid": "u"} for i in range(n)]}]
        ),
        200,
    ),
    "hypothesis": Kind(
        ".json",
        lambda n: json.dumps({"rows": [{"uri": f"https://a.b/{i % 9}", "text": title(i)} for i in range(n)]}),
        200,
    ),
    "table-csv": Kind(".csv", lines(lambda i: f'"{title(i)}","{persons(2)}",{2000 + i % 20}\n'), 800),
    "org-outline": Kind(".org", lines(lambda i: f"** {title(i)} :tag:\n- *{title(i)}* [[https://a.b/c{i}][x]]\n"), 200),
    "org-properties": Kind(".org", of(f"* A\n:PROPERTIES:\n:AUTHOR: {persons(2)}\n:END:\n"), 400),
    "tex-sections": Kind(".tex", lines(lambda i: f"\\section{{{title(i)}}}\n\\emph{{a}} \\cite{{k{i}}} % no\n\n"), 200),
    "tex-items": Kind(".tex", of("\\item a $x$ \\href{b}{c}\n", before="\\begin{itemize}\n"), 600),
    "tex-bibitems": Kind(".tex", lines(lambda i: f"\\bibitem{{k{i}}} {persons(2)}.\n\\newblock {title(i)}.\n"), 300),
    "blank-lines": Kind(".md", of("\n"), 20_000),
    "short-lines": Kind(".md", of("a\n"), 1500),
    "short-lines-text": Kind(".txt", of("a\n", before=""), 1500),
    "hard-breaks": Kind(".md", of("a  \n"), 1500),
    "carriage-returns": Kind(".md", of("a\r"), 1500),
    "rules": Kind(".md", of("---\n\n"), 1000),
    "fences": Kind(".md", of("```\na\n```\n"), 500),
    "fences-open": Kind(".md", lambda n: "# N\n\n" + "".join("`" * (3 + n - i) + "\n" for i in range(n)), 80),
    "quotes": Kind(".md", of("> a\n\n"), 500),
    "callouts": Kind(".md", of("> [!note] Title\n> text\n\n"), 300),
    "meeting-lines": Kind(".md", lines(lambda i: f"- {i % 12 + 1}:30 {person(i)} - {title(i)}\n"), 60),
    "talks": Kind(
        ".md", lines(lambda i: f"## Keynote: {title(i)}\n\n{person(i)}, University of {_FAMILY[i % 14]}\n\n"), 60
    ),
    "keys": Kind(".md", lines(lambda i: f"- [{_FAMILY[i % 14]}{2000 + i % 20}{'abcdef'[i % 6]}] {title(i)} ++\n"), 80),
    "cards": Kind(
        ".md", lines(lambda i: f"## {title(i)}\n\n- Authors: {persons(3)}\n- Year: 2019\n- Venue: ICML\n\n"), 50
    ),
    "entry-blocks": Kind(".md", lines(lambda i: f"{title(i)}\n{persons(3)}\nICML 2019\n\n"), 60),
}
