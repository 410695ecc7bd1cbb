"""Two hundred notes that nobody would write, and every folder has some of: broken, endless, nested, half written.

Each is the content of a file with the problem that a reader must report of it; "" where the note is odd and nothing is
wrong with it. Most carry a paper (`KEPT`) beside what is hostile; where it can be read, it must be.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

KEPT = "Patient Routes for Stubborn Graphs"
ITEM = f"- [{KEPT}](https://arxiv.org/abs/1907.00042)\n"
ENDLESS = "7" * 5_000


@dataclass(frozen=True, slots=True)
class Hostile:
    """A file, what is wrong with it, and whether its paper can be read."""

    content: bytes
    problem: str = ""
    kept: bool = False


def notes() -> dict[str, Hostile]:
    """Give the notes by the names of their files."""
    kinds = (_encodings, _empty, _front_matter, _nested, _runs, _long, _bibtex, _notebooks, _html, _characters, _names)
    formats = (_references, _json, _tables, _org, _tex)
    return dict(pair for kind in (*kinds, *formats, _bait, _many, _random) for pair in kind())


def _md(text: str, problem: str = "", *, kept: bool = True) -> Hostile:
    """Make a note with a paper in front of the hostile text."""
    return Hostile(f"# Notes\n\n{ITEM}\n{text}\n".encode("utf-8", "surrogatepass"), problem, kept)


def _encodings() -> Iterator[tuple[str, Hostile]]:
    text = f"# Café Münster\n\n{ITEM}"
    yield "latin1.md", Hostile(text.encode("latin-1"), "bad-encoding", kept=True)
    yield "utf16-le.md", Hostile(b"\xff\xfe" + text.encode("utf-16-le"), kept=True)
    yield "utf16-be.md", Hostile(b"\xfe\xff" + text.encode("utf-16-be"), kept=True)
    yield "utf16-no-mark.md", Hostile(text.encode("utf-16-le"), "binary")
    yield "utf16-odd.md", Hostile(b"\xff\xfe" + text.encode("utf-16-le") + b"x", "bad-encoding", kept=True)
    yield "utf16-half.md", Hostile(b"\xff\xfe" + text.encode("utf-16-le") + b"\x00\xd8", "bad-encoding", kept=True)
    yield "utf32.md", Hostile(text.encode("utf-32"), "")
    yield "bom.md", Hostile(b"\xef\xbb\xbf" + text.encode(), kept=True)
    yield "bom-twice.md", Hostile(b"\xef\xbb\xbf\xef\xbb\xbf" + text.encode(), kept=True)
    yield "bom-in-text.md", Hostile(text.replace("Münster", "\ufeffM").encode(), kept=True)
    yield "cut-character.md", Hostile(text.encode() + "é".encode()[:1], "bad-encoding", kept=True)
    yield "overlong.md", Hostile(text.encode() + b"\xc0\xaf\xe0\x80\xaf", "bad-encoding", kept=True)
    yield "surrogate-bytes.md", Hostile(text.encode() + b"\xed\xa0\x80", "bad-encoding", kept=True)
    yield "beyond-unicode.md", Hostile(text.encode() + b"\xf4\x90\x80\x80", "bad-encoding", kept=True)
    yield "nul.md", Hostile(text.encode() + b"\0\0\0", "binary")
    yield "nul-later.md", Hostile(text.encode() + b"word " * 3_000 + b"\0\0", kept=True)
    yield "all-bytes.md", Hostile(bytes(range(256)) * 40, "binary")
    yield "high-bytes.md", Hostile(bytes(range(128, 256)) * 40, "bad-encoding")
    yield "control-bytes.md", Hostile(bytes(range(1, 32)) * 100, "binary")
    yield "png.md", Hostile(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 9, "binary")
    yield "pdf.txt", Hostile(b"%PDF-1.7\n%\xe2\xe3\n1 0 obj\n", "binary")
    yield "zip.html", Hostile(b"PK\x03\x04\x14\0\x06\0", "binary")
    yield "gzip.bib", Hostile(b"\x1f\x8b\x08\0\0\0", "binary")
    yield "pickle.ipynb", Hostile(b"\x80\x04\x95\0\0\0\0\0\0\0}\x94.", "binary")
    yield "mojibake.md", Hostile(text.encode().decode("latin-1").encode().decode("latin-1").encode(), kept=True)


def _empty() -> Iterator[tuple[str, Hostile]]:
    for suffix in ("md", "markdown", "txt", "html", "htm", "bib"):
        yield f"empty.{suffix}", Hostile(b"")
        yield f"blank.{suffix}", Hostile(b" \n\t\r\n\r \n")
    yield "empty.ipynb", Hostile(b"", "broken-json")
    yield "blank.ipynb", Hostile(b"\n", "broken-json")
    yield "only-mark.md", Hostile(b"\xef\xbb\xbf")
    yield "one-sign.md", Hostile(b"#")
    yield "one-fence.md", Hostile(b"```")
    yield "one-rule.md", Hostile(b"---")
    yield "one-angle.html", Hostile(b"<")
    yield "one-at.bib", Hostile(b"@")


def _front_matter() -> Iterator[tuple[str, Hostile]]:
    def yaml(text: str, problem: str = "half-yaml", *, kept: bool = True) -> Hostile:
        return Hostile(f"---\n{text}\n---\n\n{ITEM}".encode(), problem, kept)

    yield "yaml-half.md", yaml("title: [open\ndate: 2020")
    yield "yaml-quote.md", yaml('title: "open\ndate: 2020')
    yield "yaml-tab.md", yaml("a:\n\tb: c")
    yield "yaml-unclosed.md", Hostile(f"---\ntitle: a\ndate: b\n\n{ITEM}".encode(), "half-yaml", kept=True)
    yield "yaml-number.md", yaml(f"title: Numbers\nyear: {ENDLESS}\nrating: -{ENDLESS}", "")
    yield "yaml-float.md", yaml(f"a: 1e{ENDLESS}\nb: .inf\nc: .nan\nd: 0x{'f' * 5_000}\ne: {'1:' * 2_000}1", "")
    yield "yaml-laughs.md", yaml("\n".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 40)))
    yield (
        "yaml-anchors.md",
        yaml("a0: &a0 x\n" + "\n".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 40)), ""),
    )
    yield "yaml-itself.md", yaml("a: &a\n  - *a", "")
    yield "yaml-merge.md", yaml("a: &a {b: &b {c: 1}}\nd:\n  <<: [*a, *b, *a]", "")
    yield "yaml-tags.md", yaml("a: !!python/object/apply:os.system ['false']\nb: !x y", "")
    yield "yaml-directive.md", yaml("%YAML 9.9\n%TAG ! x")
    yield "yaml-documents.md", yaml("a: b\n... \nc: d", "")
    yield "yaml-brackets.md", yaml("[" * 30_000)
    yield "yaml-braces.md", yaml("a: " + "{a: " * 30_000)
    yield "yaml-dashes.md", yaml("a:\n  " + "- " * 60_000)
    yield "yaml-questions.md", yaml("? " * 60_000)
    yield "yaml-mixed.md", yaml("? - " * 40_000)
    yield "yaml-indents.md", yaml("".join(" " * i + "a:\n" for i in range(600)))
    yield "yaml-keys.md", yaml("".join(f"{'k' * 200}{i}: v\n" for i in range(900)), "")
    yield "yaml-long-key.md", yaml("k" * 50_000 + ": v")
    yield "yaml-long-value.md", yaml("k: " + "value " * 20_000, "")
    yield "yaml-twice.md", yaml("title: a\ntitle: b\n? [x, y]\n: z\n? {q: r}\n: s", "")
    yield "yaml-nothing.md", yaml("title:\nauthor: ~\ntags: []\nlinks: {}\nnull: null", "")
    yield "yaml-list.md", yaml("- a\n- b", "")
    yield "yaml-controls.md", yaml("a: \x07\x1b[31m\x9b")
    yield "yaml-large.md", yaml("".join(f"k{i}: value {i}\n" for i in range(3_000)), "")
    yield "toml-half.md", Hostile(f"+++\ntitle = 'open\n+++\n\n{ITEM}".encode(), "half-toml", kept=True)
    yield "toml-number.md", Hostile(f"+++\nyear = {ENDLESS}\n+++\n\n{ITEM}".encode(), "half-toml", kept=True)
    yield "toml-deep.md", Hostile(f"+++\na = {'[' * 20_000}\n+++\n\n{ITEM}".encode(), "half-toml", kept=True)
    yield "toml-dots.md", Hostile(f"+++\n{'a.' * 20_000}b = 1\n+++\n\n{ITEM}".encode(), "half-toml", kept=True)
    yield "toml-tables.md", Hostile(f"+++\n[{'a.' * 20_000}b]\nc = 1\n+++\n\n{ITEM}".encode(), "half-toml", kept=True)
    yield (
        "toml-dates.md",
        Hostile(f"+++\nd = 1979-05-27T07:32:00Z\ne = 2020-13-45\n+++\n\n{ITEM}".encode(), "half-toml", kept=True),
    )
    yield "toml-unclosed.md", Hostile(f"+++\ntitle = 'a'\n\n{ITEM}".encode(), kept=True)


def _nested() -> Iterator[tuple[str, Hostile]]:
    yield "nested-quotes.md", _md("> " * 3_000 + "deep", "too-deep")
    yield "nested-bullets.md", _md("- " * 5_000 + "deep", "too-deep")
    yield "nested-numbers.md", _md("1. " * 5_000 + "deep", "too-deep")
    yield "nested-both.md", _md("> - " * 3_000 + "deep", "too-deep")
    yield "nested-lines.md", _md("".join("  " * i + f"- w{i}\n" for i in range(400)), "too-deep")
    for name, (start, end) in {
        "brackets": ("[", "]"), "images": ("![", "](x)"), "links": ("[", "](x)"), "stars": ("*a ", "*"), "strong": ("**a ", "**"),
        "lines": ("_a ", "_"), "strikes": ("~~a ", "~~"), "marks": ("==a ", "=="), "parens": ("(", ")"), "wikis": ("[[", "]]"),
    }.items():  # fmt: skip
        yield f"nested-{name}.md", _md(start * 3_000 + "deep" + end * 3_000, "huge-line" if name == "wikis" else "")
    yield "nested-tags.html", Hostile(("<div>" * 20_000 + f"<p>{KEPT}</p>" + "</div>" * 20_000).encode())
    yield "nested-lists.html", Hostile(("<ul><li>" * 2_000 + KEPT).encode())
    yield "nested-tables.html", Hostile(("<table><tr><td>" * 3_000 + KEPT).encode())
    yield "nested-spans.html", Hostile(("<b><i><a href='x'>" * 1_500 + KEPT + "</u></b></i></a>" * 1_500).encode())
    yield "nested-html.md", _md("<div>" * 3_000 + "\n\ndeep\n\n" + "</div>" * 3_000)


def _runs() -> Iterator[tuple[str, Hostile]]:
    signs = {
        "brackets": "[", "closed": "]", "angles": "<", "stars": "*", "lines": "_", "tildes": "~", "equals": "=", "dollars": "$", "pipes": "|",
        "backslashes": "\\", "ampersands": "&", "exclamations": "![", "hashes": "#", "commas": ",", "dots": ".", "colons": ":", "quotes": '"',
        "braces": "{", "ats": "@", "percents": "%", "carets": "^", "parens": "(", "slashes": "/", "backticks": "`", "pluses": "+", "minuses": "-",
    }  # fmt: skip
    for name, sign in signs.items():
        yield (
            f"run-of-{name}.md",
            _md("word " + sign * 20_000, "huge-line" if name in ("brackets", "exclamations") else ""),
        )
        yield f"apart-{name}.md", _md(f"a{sign} {sign}b " * 200)
    yield "growing-backticks.md", _md(" ".join("`" * n for n in range(1, 300)))
    yield "growing-fences.md", _md("\n".join("`" * (400 - n) for n in range(390)))
    yield "growing-dollars.md", _md(" ".join("$" * n + "a" for n in range(1, 200)))


def _long() -> Iterator[tuple[str, Hostile]]:
    yield "line-of-words.md", _md("route " * 34_000, "huge-line")
    yield "line-without-blank.md", _md("a" * 500_000, "huge-line")
    yield "line-of-base64.md", _md("aGVsbG8gd29ybGQ/" * 20_000, "huge-line")
    yield "line-of-digits.md", _md("31415926" * 10_000)
    yield "line-of-hyphens.md", _md("Ab-" * 20_000)
    yield "line-of-dots.md", _md("Ab." * 20_000)
    yield "long-address.md", _md("https://example.org/" + "a/b?c=d&" * 4_000)
    yield "long-link.md", _md("[text](https://example.org/" + "a/b?c=d&" * 4_000 + ")")
    yield "long-picture.md", _md("![text](data:image/png;base64," + "aGVsbG8gd29ybGQ/" * 8_000 + ")", "unsafe-link")
    yield "long-host.md", _md("https://" + "ab." * 10_000 + "org/x")
    yield "long-heading.md", _md("## " + "Route Margin " * 1_500)
    yield "long-label.md", _md("[" + "a" * 5_000 + "]: https://example.org/x")
    yield "long-tag.md", _md("#" + "tag" * 10_000)
    yield "long-identifier.md", _md("10.1000/" + "x" * 20_000 + " arXiv:" + "9" * 5_000)
    yield "long-names.md", _md(", ".join(f"Mara Brenk{n}" for n in range(500)))
    yield "long-initials.md", _md("A. B. C. " * 1_000)
    yield "long-year.md", _md(f"ICML {ENDLESS}. {ENDLESS}th ICML, vol. {ENDLESS}({ENDLESS}):{ENDLESS}-{ENDLESS}.")
    yield "long-number.md", _md(f"{ENDLESS}. item\n\n[{ENDLESS}] label\n\n({ENDLESS}) x\n\n[^{ENDLESS}]: y")
    yield "long-date.md", _md(f"## {ENDLESS}-12-31\n\n- {ENDLESS}:{ENDLESS} Keynote\n- 12:{ENDLESS} Talk")
    yield "long-line.txt", Hostile(f"{KEPT}\n\n{'word ' * 15_000}\n".encode())
    yield "carriage-returns.txt", Hostile(("word\r" * 500).encode())


def _bibtex() -> Iterator[tuple[str, Hostile]]:
    good = f"@article{{good,\n  title = {{{KEPT}}},\n  author = {{Brenk, Mara}},\n  year = 2019\n}}\n"

    def bib(text: str, problem: str = "broken-bibtex") -> Hostile:
        return Hostile(f"{good}\n{text}\n".encode(), problem, kept=True)

    yield "bib-open.bib", bib("@article{k, title = {open")
    yield "bib-quote.bib", bib('@article{k, title = "open')
    yield "bib-equals.bib", bib("@article{k, title {x}}")
    yield "bib-braces.bib", bib("@article{k, title = {" + "{" * 30_000)
    yield "bib-balanced.bib", bib("@article{k, title = {" + "{" * 5_000 + "x" + "}" * 5_000 + "}}", "")
    yield "bib-ats.bib", bib("@a{" * 10_000)
    yield "bib-number.bib", bib(f"@article{{k, title = {{T}}, year = {ENDLESS}}}")
    yield "bib-in-braces.bib", bib(f"@article{{k, title = {{T}}, year = {{{ENDLESS}}}}}", "")
    yield (
        "bib-authors.bib",
        bib("@article{k, title = {T}, author = {" + " and ".join(f"Brenk{n}, M." for n in range(1_000)) + "}}", ""),
    )
    yield "bib-ands.bib", bib("@article{k, title = {T}, author = {" + "and " * 5_000 + "}}", "")
    yield "bib-fields.bib", bib("@article{k, " + ", ".join(f"f{n} = {{v}}" for n in range(4_000)) + "}", "")
    yield "bib-keyless.bib", bib("@article{, title = {T}}\n@article{title = {T}}\n@article{}", "broken-bibtex")
    yield (
        "bib-macros.bib",
        bib("".join(f"@string{{m{n} = m{n - 1} # m{n - 1}}}\n" for n in range(300)) + "@misc{k, title = m299}", ""),
    )
    yield "bib-itself.bib", bib("@string{m = m # m # m}\n@misc{k, title = m # m}", "")
    yield "bib-parts.bib", bib("@misc{k, title = {a}" + " # {b}" * 10_000 + "}", "")
    yield "bib-commands.bib", bib("@misc{k, title = {" + "\\a{" * 3_000 + "}" * 3_000 + "}}", "")
    yield "bib-math.bib", bib("@misc{k, title = {" + "$" * 9_001 + "}}", "")
    yield "bib-comments.bib", bib("@comment{" + "x" * 50_000 + "}\n@preamble{" + "{}" * 5_000 + "}", "")
    yield "bib-abstract.bib", bib("@misc{k, title = {T}, abstract = {" + "margin " * 7_000 + "}}", "")
    yield "bib-fence.md", _md("```bibtex\n@article{k, title = {open\n```", "broken-bibtex")


def _notebooks() -> Iterator[tuple[str, Hostile]]:
    cell = '{"cell_type": "markdown", "source": ' + json.dumps([ITEM]) + "}"

    def book(more: str, problem: str = "", *, kept: bool = True) -> Hostile:
        return Hostile(f'{{"cells": [{cell}{more}'.encode(), problem, kept)

    yield "nb-half.ipynb", book("", "broken-json", kept=False)
    yield "nb-number.ipynb", book(f'], "n": {ENDLESS}, "m": -{ENDLESS}}}')
    yield "nb-float.ipynb", book(f'], "n": 1e{ENDLESS}, "m": 0.{ENDLESS}, "o": NaN, "p": -Infinity}}')
    yield (
        "nb-surrogates.ipynb",
        book(', {"cell_type": "markdown", "source": "\\ud800 \\udc00 \\ud83e\\udde0 \\u0000"}]}'),
    )
    yield (
        "nb-surrogate-yaml.ipynb",
        Hostile(b'{"cells": [{"cell_type": "markdown", "source": "---\\na: \\ud800\\n---\\n"}]}'),
    )
    yield "nb-deep.ipynb", Hostile(b'{"cells": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "broken-json")
    yield "nb-deep-less.ipynb", Hostile(b'{"a": ' * 900 + b"1" + b"}" * 900)
    yield "nb-list.ipynb", Hostile(b"[]")
    yield "nb-text.ipynb", Hostile(b'"cells"')
    yield "nb-null.ipynb", Hostile(b'{"cells": null, "metadata": []}')
    yield (
        "nb-types.ipynb",
        book(', 1, null, "x", {"cell_type": 5, "source": 7}, {"cell_type": "markdown", "source": {"a": ["b"]}}]}'),
    )
    yield "nb-lists.ipynb", book(', {"cell_type": "markdown", "source": [["a"], 1, null]}]}')
    yield "nb-cells.ipynb", book(', {"cell_type": "markdown", "source": ["x\\n"]}' * 300 + "]}")
    yield "nb-escapes.ipynb", book(', {"cell_type": "markdown", "source": "' + "\\u00e9\\n" * 500 + '"}]}')
    yield "nb-output.ipynb", book(', {"cell_type": "code", "outputs": [{"data": "' + "aGVs" * 100_000 + '"}]}]}')
    yield "nb-twice.ipynb", book('], "cells": []}')
    yield "nb-comma.ipynb", book(",]}", "broken-json", kept=False)
    yield "nb-code.ipynb", Hostile(b"import this\n", "broken-json")


def _references() -> Iterator[tuple[str, Hostile]]:
    ris = f"TY  - JOUR\nTI  - {KEPT}\nAU  - Brenk, Mara\nER  - \n"

    yield "ris-open.ris", Hostile(f"{ris}TY  - JOUR\nTI  - Open\n".encode(), "broken-reference", kept=True)
    yield "ris-tags.ris", Hostile((ris + "ZZ  - x\nAU  -\nTY  - \nER  - \n").encode(), "broken-reference", kept=True)
    yield "ris-long.ris", Hostile(ris.replace("ER  -", f"AB  - {'margin ' * 50_000}\nER  -").encode(), kept=True)
    yield "ris-lines.ris", Hostile(ris.replace("ER  -", "N1  - a\n" + "b\n" * 20_000 + "ER  -").encode(), kept=True)
    yield "ris-number.ris", Hostile(ris.replace("ER  -", f"PY  - {ENDLESS}\nER  -").encode(), kept=True)
    yield "text.ris", Hostile(b"These are some words.\n", "broken-reference")
    yield "binary.ris", Hostile(bytes(range(256)), "binary")
    yield "enw-open.enw", Hostile(f"%0 Journal Article\n%T {KEPT}\n%A Brenk, Mara\n%".encode(), kept=True)
    yield "enw-signs.enw", Hostile(b"%" * 50_000, "broken-reference")
    yield "nbib-open.nbib", Hostile(f"PMID- 1\nTI  - {KEPT}\n     \nAU  - Brenk M\nPT  - Journal Article".encode())
    yield "text.nbib", Hostile(b"no tags\n", "broken-reference")


def _json() -> Iterator[tuple[str, Hostile]]:
    item = json.dumps(
        {"id": "k", "type": "article-journal", "title": KEPT, "author": [{"family": "Brenk", "given": "M"}]}
    )

    yield "half.json", Hostile(f"[{item},".encode(), "broken-json")
    yield "deep.json", Hostile(b"[" * 100_000 + b"]" * 100_000, "broken-json")
    yield "deep-less.json", Hostile(b'[{"title": "a", "children": ' * 300 + b"[]" + b"}]" * 300, "unknown-format")
    yield (
        "numbers.json",
        Hostile(f'[{item[:-1]}, "n": {ENDLESS}, "issued": {{"date-parts": [[{ENDLESS}]]}}}}]'.encode(), kept=True),
    )
    yield (
        "types.json",
        Hostile(f'[{item}, 1, null, {{"type": 5}}, {{"type": "book", "title": ["x"]}}]'.encode(), kept=True),
    )
    yield "surrogates.json", Hostile(f'[{item[:-1]}, "note": "\\ud800 \\udc00 \\u0000"}}]'.encode(), kept=True)
    yield "other.json", Hostile(b'{"name": "a", "version": "1"}', "unknown-format")
    yield "array.json", Hostile(b"[" + b"1," * 50_000 + b"1]", "unknown-format")
    yield "words.json", Hostile(b"not json\n", "broken-json")
    yield (
        "roam.json",
        Hostile(json.dumps([{"title": "A", "children": [{"string": ITEM, "uid": "u"}] * 150}]).encode(), kept=True),
    )
    uids = "((a)) ((b)) " * 1_500
    yield (
        "roam-uids.json",
        Hostile(json.dumps([{"title": "A", "children": [{"string": uids, "uid": "a"}]}]).encode(), "?"),
    )
    rows = [
        {"uri": "https://arxiv.org/abs/1907.00042", "document": {"title": [KEPT]}, "text": "[" * 3_000, "tags": [""]}
    ]
    yield "hypothesis.json", Hostile(json.dumps({"rows": rows}).encode(), kept=True)


def _tables() -> Iterator[tuple[str, Hostile]]:
    head = f"Title,Authors,Year,Link\n{KEPT},Mara Brenk,2019,https://arxiv.org/abs/1907.00042\n"

    yield "quote.csv", Hostile(f'{head}"open,a\nb,c\n'.encode(), "broken-csv", kept=True)
    yield "quotes.csv", Hostile((head + '"' * 50_000).encode(), "?", kept=True)
    yield "commas.csv", Hostile((head + "," * 50_000).encode(), kept=True)
    yield "cells.csv", Hostile((head + ",".join(["x"] * 2_000)).encode(), "?")
    yield "ragged.csv", Hostile((head + "a\na,b\n" * 50).encode(), "?", kept=True)
    yield "numbers.csv", Hostile(b"a,b\n" + b"1,2.5\n" * 5_000, "unknown-format")
    yield "long.tsv", Hostile(("Title\tNote\nx\t" + "word " * 8_000).encode(), "?")


def _org() -> Iterator[tuple[str, Hostile]]:
    def org(text: str, problem: str = "", *, kept: bool = True) -> Hostile:
        return Hostile(f"* Notes\n- [[https://arxiv.org/abs/1907.00042][{KEPT}]]\n\n{text}\n".encode(), problem, kept)

    yield "open.org", org("#+begin_src python\nx = 1", "open-block")
    yield "drawer.org", org(":PROPERTIES:\n:A: b\n" * 300, "?")
    yield "stars.org", org("*" * 20_000 + " x", "?")
    yield "headings.org", org("".join("*" * n + f" h{n}\n" for n in range(1, 200)), "?")
    yield "brackets.org", org("[[" * 20_000, "?")
    yield "marks.org", org("*a /b _c =d ~e +f " * 500, "?")
    yield "bars.org", org("|" * 50_000)
    yield "items.org", org("".join(" " * n + f"- w{n}\n" for n in range(300)), "?")
    yield "unsafe.org", org("[[javascript:alert(1)][x]]", "unsafe-link")
    yield "pdf.org", Hostile(b"%PDF-1.7\n%\xe2\xe3\n1 0 obj\n", "binary")


def _tex() -> Iterator[tuple[str, Hostile]]:
    def tex(text: str, problem: str = "", *, kept: bool = True) -> Hostile:
        item = f"\\begin{{itemize}}\n\\item \\href{{https://arxiv.org/abs/1907.00042}}{{{KEPT}}}\n\\end{{itemize}}\n"
        return Hostile(f"\\section{{Notes}}\n{item}\n{text}\n".encode(), problem, kept)

    yield "open.tex", tex("\\begin{verbatim}\nx", "open-block")
    yield "braces.tex", tex("{" * 50_000)
    yield "closing.tex", tex("}" * 50_000)
    yield "nested.tex", tex("\\emph{" * 5_000 + "deep" + "}" * 5_000, "?")
    yield "dollars.tex", tex("$" * 9_001, "?")
    yield "backslashes.tex", tex("\\" * 50_001, "?")
    yield "comments.tex", tex("% a\n" * 20_000)
    yield "ends.tex", tex("\\end{itemize}" * 2_000)
    yield "begins.tex", tex("\\begin{itemize}" * 500)
    yield "authors.tex", tex("\\author{" + "A \\and " * 3_000 + "}", "?", kept=False)
    yield "unsafe.tex", tex("\\href{javascript:alert(1)}{x}", "unsafe-link")
    yield "early-end.tex", Hostile(b"\\end{document}\\begin{document} a \\end{document}")


def _html() -> Iterator[tuple[str, Hostile]]:
    def page(text: str, problem: str = "") -> Hostile:
        return Hostile(
            f"<title>Notes</title>\n<ul><li><a href='https://arxiv.org/abs/1907.00042'>{KEPT}</a></li></ul>\n{text}".encode(),
            problem,
            kept=True,
        )

    yield "html-entity.html", page(f"<p>x &#{ENDLESS}; &#x{'f' * 5_000}; &#x110000; &#xD800; &#0; &#-1; &; &#; &#x;")
    yield "html-entity-title.html", Hostile(f"<title>&#{ENDLESS};</title>".encode())
    yield "html-entity-link.html", page(f"<a href='https://example.org/&#{ENDLESS};'>x</a>")
    yield (
        "html-entity.md",
        _md(f"&#{ENDLESS}; &#x{'f' * 6}; [a](/x&#{ENDLESS};) [b](<&#xFFFFFFFF;>) <a href='/&#{ENDLESS};'>l</a>"),
    )
    yield "html-entity-block.md", _md(f"<table><tr><td>&#{ENDLESS};</td></tr></table>\n\n``` &#99999999;\nx\n```")
    yield "html-entity-name.html", page("<p>&" + "a" * 50_000 + ";")
    yield "html-entities.html", page("<p>" + "&amp;" * 20_000)
    yield "html-tag.html", page("<p title='" + "x" * 50_000)
    yield "html-attributes.html", page("<p " + "a=b " * 20_000 + ">text")
    yield "html-quotes.html", page("<a href=\"'" * 1_500)
    yield "html-comment.html", page("<!-- open " * 1_500)
    yield "html-script.html", page("<script>alert('</p>')</script><style>p {}</style><script>open")
    yield "html-unsafe.html", page("<a href='javascript:alert(1)'>x</a><img src='data:text/html,x'>", "unsafe-link")
    yield "html-angles.html", page("<" * 30_000)
    yield "html-closed.html", page("</p></div></li></ul></td>" * 3_000)
    yield "html-cdata.html", page("<![CDATA[ " * 1_000 + "<? <! <!- ")
    yield "html-rows.html", page("<table>" + "<tr>" * 5_000 + "<td>" * 5_000)
    yield "html-headings.html", page("<h1><h2><h3>" * 2_000)
    yield "html-wrong-name.html", Hostile(f"# Notes\n\n{ITEM}".encode())
    yield "html-comment.md", _md("<!-- open\n\n- text")
    yield "html-breaks.md", _md("a<br>" * 1_000)
    yield "html-pre.html", page("<pre>" + "  x\n" * 5_000)


def _characters() -> Iterator[tuple[str, Hostile]]:
    pieces = {
        "rtl": "\u202eabc\u202c ", "isolates": "\u2066a\u2069\u2068b", "zero-width": "a\u200bb\u200cc\u200dd\ufeff", "soft-hyphen": "so\u00adft ",
        "combining": "Z" + "\u0301\u0300\u0323" * 20, "zalgo": "\u0335" * 200, "wide": "ＡＢＣ　", "math-letters": "𝔄𝔟𝖈 ", "nbsp": "\u00a0\u2003\u3000",
        "separators": "a\u2028b\u2029c\x85d", "emoji": "👩‍👩‍👧‍👦🏳️‍🌈", "flags": "🇦🇶", "arabic": "نص عربي ", "hebrew": "עברית ", "thai": "ไทย", "cjk": "学习。",
        "private": "\ue000\uf8ff\U000f0000", "nonchars": "\ufffe\uffff\U0001ffff", "replaced": "\ufffd", "tags": "\U000e0041\U000e0042", "escape": "\x1b[31mred",
        "bell": "ring a bell, and then another one \x07", "form-feed": "a\x0cb\x0b", "ligatures": "ﬁ ﬂ ﷽ ", "roman": "Ⅷ ② ½ ", "digits": "٣٤ ९९ ", "dotless": "İı ", "eszett": "ẞß ",
    }  # fmt: skip
    for name, piece in pieces.items():
        yield f"chars-{name}.md", _md(piece * 100)


def _names() -> Iterator[tuple[str, Hostile]]:
    good = Hostile(f"# Notes\n\n{ITEM}".encode(), kept=True)
    for name in (
        "na<me>#%.md", "quo'te\"s.md", "back\\slash.md", "new\nline.md", "tab\t.md", "\u202ertl.md", "\U0001f9e0.md", "a b  c.md", "-rf.md",
        "..md.md", "%2e%2e%2f.md", "{}[]().md", "a" * 240 + ".md", "e\u0301.md", "é.md", "UPPER.MD", "con.md", "&amp;.md", "$(x).md", "*?.md",
        "\x7f.md", "\x01.md", "^`|~.md", "ICML 2019.md", "2019-13-45.md",
    ):  # fmt: skip
        yield name, good


def _bait() -> Iterator[tuple[str, Hostile]]:
    """What sends patterns back and forth: each is nearly what some rule looks for, again and again."""
    baits = {
        "authors": "A. B, ", "years": "(2019 ", "venues": "ICML in ", "quotes": '"a ', "curly": "“a ", "titles": "The Of ", "labels": "Title: ", "urls": "https://",
        "hosts": "www.a.", "dois": "10.1234/", "arxiv": "arXiv:1907.", "tags": "#a/", "keys": "[Brenk19", "ratings": "++ ", "times": "12:30 - ", "dashes": " - ",
        "by": "by by ", "and": "and , ", "et": "et al., ", "tasks": "the task of ", "proposes": "proposes a ", "called": "called the ", "short": "Route Net (R",
        "short-for": "(RN) ", "math": "x_{", "tex": "\\frac{", "code": "`a", "links": "[a](b ", "wikis": "[[a|b", "footnotes": "[^a", "images": "![a](", "cells": "a | b ",
        "pages": "pp. 1-", "volumes": "12(3):", "names": "van der ", "initials": "J.-P. ", "awards": "Best Paper ", "universities": "University of ", "emails": "a@b.",
        "dates": "12 May ", "hyphens": "state-of-the-", "capitals": "A-A-A-", "versions": "GPT-4.", "sums": "1,000,", "bars": "x|y|", "mixed": "[(*_`$<",
    }  # fmt: skip
    for name, bait in baits.items():
        yield f"bait-{name}.md", _md(bait * 300)


def _many() -> Iterator[tuple[str, Hostile]]:
    yield "many-columns.md", _md("|" + "a|" * 600 + "\n|" + "-|" * 600 + "\n|" + "b|" * 600)
    yield "many-rows.md", _md("|a|b|\n|-|-|\n" + "|c|d|\n" * 400)
    yield "many-headings.md", _md("".join(f"{'#' * (n % 6 + 1)} h{n}\n" for n in range(400)))
    yield "many-items.md", _md("- x\n" * 500)
    yield "many-definitions.md", _md("".join(f"[r{n}]: /x\n" for n in range(5_000)))
    yield "many-definitions-alike.md", _md("[r]: /x\n" * 2_000 + "[r] " * 1_000)
    yield "many-footnotes.md", _md("x[^1] " * 600 + "\n\n" + "".join(f"[^{n}]: y\n" for n in range(300)))
    yield "many-fences.md", _md("```\nx\n" * 2_001)
    yield "many-rules.md", _md("***\n---\n___\n" * 2_000)
    yield "many-blanks.md", _md("\n" * 100_000)
    yield "many-quotes.md", _md("> x\n\n" * 500)
    yield "many-sentences.md", _md("It is so. " * 1_000)
    yield "unclosed-fence.md", _md("```python\nx = 1\n")
    yield "unclosed-math.md", _md("$$\nx = 1\n")


def _random() -> Iterator[tuple[str, Hostile]]:
    """Notes put together by chance from what marks, quotes and escapes; the same ones at every run."""
    chance = random.Random(20190607)
    signs = ["[", "]", "(", ")", "*", "**", "_", "`", "```\n", "<", ">", "&", "#", "$", "|", "\n", "\n\n", "- ", "> ", "\\", "{", "}", '"', "@a{", "=", ",", "word ", "Mara Brenk ", "2019", "https://a.org/", "\u200b", "é", "---\n", "ICML ", "et al. "]  # fmt: skip
    for number in range(12):
        suffix = ("md", "txt", "html", "bib", "markdown", "htm")[number % 6]
        yield f"chance-{number}.{suffix}", Hostile("".join(chance.choices(signs, k=4_000)).encode(), problem="?")


def values() -> tuple[str, ...]:
    """Give texts of one line that some function of Python, of a format or of kg does not expect as a value."""
    numbers = (
        ENDLESS, f"-{ENDLESS}", f"1e{ENDLESS}", f"0x{'f' * 5_000}", "1e999", "-1e999", "nan", "inf", "-0", "9" * 19, "²", "Ⅷ", "٢٠١٩", "½",
        "1_000", "0000", "00002019", "+2019", "20 19", "2019.0", "'" * 99, "12/" * 50,
    )  # fmt: skip
    days = (
        "2024-02-30", "2023-13-45", "0000-00-00", "99999-01-01", "2024-W60-9", "31.02.2019", "Feb 30, 2019", "2019-01-01T25:61:61+99:99",
        "2019/2020/2021", "month", "13", "0", "-1",
    )  # fmt: skip
    markup = (
        f"&#{ENDLESS};", f"&#x{'f' * 5_000};", "&#0; &#xD800; &#x110000; &;", "&amp;amp;lt;script&gt;", "<b><i>" * 40, "</p></td>", "[" * 120,
        "{" * 120, "(" * 120, "\\" * 99, "\\undefined{", "$" * 99, "`" * 99, "%s %(x)s {0} {x!r:>9999}", "{{ 7 * 7 }}", "}}{%", "'; DROP TABLE x;--",
        '" "' * 99, "*" * 99, "<!--", "]]>", "${x}",
    )  # fmt: skip
    addresses = (
        "http://[::1/", "https://x/%zz/", "http://x:99999999/", "http://:80", "javascript:alert(1)", "https://" + "a" * 300 + ".org", "http://\u2100.org/",
        "file:///etc/passwd", "urn:", "10.1234/" + "(" * 99, "mailto:@", "https://arxiv.org/abs/9999.99999v99999",
    )  # fmt: skip
    signs = (
        "\u202eabc\u2066", "e\u0301" * 99, "\u0335" * 99, "\ufffe\uffff", "\U0010ffff", "\ue000", "\x7f\x1b[31m", "\u2028\u2029\x85", "İıſß", "👩‍👩‍👧‍👦",
        "a" * 500, "../" * 50, "con", ".", "~", "-", "_", "NEAR AND OR NOT", "title:*^", "a" + "\u200b" * 50,
    )  # fmt: skip
    return (*numbers, *days, *markup, *addresses, *signs)


def vault() -> dict[str, bytes]:
    """Give notes of each format that hold the values, each in all places where a format has values."""
    made = {
        "good.md": f"# Reading\n\n{ITEM}- [Quiet Kernels](https://arxiv.org/abs/1908.00001) (Mara Brenk, Tilo Sorvan), ICML 2019\n"
    }
    for turn, (name, place) in enumerate(_PLACES.items()):
        quote = _QUOTES.get(name, str)
        # Each value is in a third of the formats, so that one build is enough; a number of 5,000 digits, and its
        # entity, are in all.
        own = [(n, v) for n, v in enumerate(values()) if n % 3 == turn % 3 or v in {ENDLESS, f"&#{ENDLESS};"}]
        parts = [place.replace("<N>", str(n)).replace("<V>", quote(v)).replace("<CUT>", v[:40]) for n, v in own]
        if name == "front.md":
            made |= {f"front-{number}.md": part for number, part in enumerate(parts)}
        elif name == "items.json":
            made[name] = f"[{','.join(parts)}]"
        elif name == "book.ipynb":
            cells = [{"cell_type": "markdown", "source": [part]} for part in parts]
            made[name] = json.dumps({"cells": cells, "nbformat": 4, "metadata": {}})
        else:
            made[name] = _HEADS.get(name, "") + "".join(parts)
    return {name: text.encode("utf-8", "surrogatepass") for name, text in made.items()}


def _cell(value: str) -> str:
    return '"' + value.replace('"', '""') + '"'


_QUOTES: dict[str, Callable[[str], str]] = {
    "front.md": json.dumps,
    "items.json": json.dumps,
    "rows.csv": _cell,
    "rows.md": lambda value: value.replace("|", ""),
}
_HEADS = {
    "rows.csv": "Title,Authors,Year,Venue,Link,Tags,Notes\n",
    "rows.md": "| Title | Authors | Year | Venue |\n|-|-|-|-|\n",
    "paper.tex": "\\section{Notes}\n",
}
_PLACES = {
    "titles.md": "- <V> <N> (Mara Brenk, <V>), <V> 2019. https://arxiv.org/abs/1907.0<N>\n  - <V>\n  - tags: <V>, #<CUT>\n\n",
    "sentences.md": "## Heading <N> <V>\n\nWe trained BERT on <V> and it works. The method <V> by Mara Brenk uses ImageNet. See [<V>](<V>) and "
    "[[<V>]].\n\n",
    "fields.md": "### Deep Kernels <N>\n\nTitle: Deep Kernels <N>\nAuthors: <V>\nYear: <V>\nVenue: <V>\nRating: <V>/5\nRead: <V>\nURL: <V>\n"
    "Tags: <V>\n\n",
    "rows.md": "| <V> | Mara Brenk | <V> | <V> |\n",
    "front.md": "---\ntitle: <V>\nauthor: <V>\ndate: <V>\nyear: <V>\ntags: [<V>]\nvenue: <V>\nrating: <V>\naliases: [<V>]\n---\n\nText of <CUT>.\n",
    "entries.bib": "@article{k<N>,\n title = {<V>},\n author = {<V> and Brenk, Mara},\n year = {<V>},\n month = {<V>},\n journal = {<V>},\n"
    " url = {<V>},\n keywords = {<V>},\n note = {<V>},\n pages = {<V>},\n number = {<V>},\n eprint = {<V>},\n doi = {<V>},\n}\n\n",
    "bare.bib": "@article{b<N>,\n title = {Bare Kernels <N>},\n author = {Brenk, Mara},\n year = 2019,\n month = <CUT>,\n}\n\n",
    "entries.ris": "TY  - JOUR\nID  - r<N>\nTI  - <V>\nAU  - <V>\nAU  - Brenk, Mara\nPY  - <V>\nDA  - <V>\nJO  - <V>\nUR  - <V>\nKW  - <V>\n"
    "N1  - <V>\nDO  - <V>\nER  - \n\n",
    "rows.csv": "<V>,<V>,<V>,<V>,<V>,<V>,<V>\n",
    "page.html": "<h2><V></h2><ul><li><a href='<V>'><V></a> (Mara Brenk, <V>), ICML 2019</li></ul><p>We trained BERT on <V>.</p>\n",
    "outline.org": "* <V>\n:PROPERTIES:\n:DATE: <V>\n:AUTHOR: <V>\n:END:\n- [[<V>][<V>]] Mara Brenk, 2019\n",
    "paper.tex": "\\subsection{<V>}\nWe use \\cite{k<N>,<CUT>} and \\href{<V>}{<V>}.\n\n",
    "book.ipynb": "## <V>\n\n- <V> (Mara Brenk), <V>\n",
    "items.json": '{"id": "c<N>", "type": "article-journal", "title": <V>, "author": [{"family": <V>, "given": <V>}, {"literal": <V>}], '
    '"issued": {"date-parts": [[<V>, <V>, <V>]]}, "container-title": <V>, "URL": <V>, "DOI": <V>, "keyword": <V>, "note": <V>, "page": <V>}',
    "entries.enw": "%0 Journal Article\n%T <V>\n%A <V>\n%A Brenk, Mara\n%D <V>\n%8 <V>\n%J <V>\n%U <V>\n%K <V>\n%R <V>\n%X <V>\n\n",
    "entries.nbib": "PMID- 1<N>\nTI  - <V>\nFAU - <V>\nAU  - Brenk M\nDP  - <V>\nJT  - <V>\nLID - <V> [doi]\nOT  - <V>\nAB  - <V>\n"
    "PT  - Journal Article\n\n",
}
"""Name of a file -> how it writes a value, with its number, into each place that the format has."""
