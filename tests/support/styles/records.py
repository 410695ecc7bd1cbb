"""Notes made of named fields: BibTeX, reference managers' literature notes, front matter, inline fields."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from .keys import better_bibtex, surname_year, zotero
from .papers import Listed, Paper, listed
from .sheet import PROSE_QUOTES, REMARKS, Rendered, Row, Sheet, gold, pick, single

_TEX = {
    "ü": r"{\"u}",
    "ö": r"{\"o}",
    "ä": r"{\"a}",
    "é": r"{\'e}",
    "á": r"{\'a}",
    "í": r"{\'i}",
    "ć": r"{\'c}",
    "č": r"{\v{c}}",
    "ž": r"{\v z}",
    "ñ": r"{\~n}",
    "ł": r"{\l}",
    "Ł": r"{\L}",
    "ø": r"{\o}",
    "ç": r"{\c c}",
}


def _tex(text: str) -> str:
    return "".join(_TEX.get(letter, letter) for letter in text).replace("&", r"\&")


def _braced(title: str) -> str:
    return re.sub(r"\b(\w*[A-Z]\w*[A-Z]\w*)\b", r"{\1}", title)


def entry(paper: Paper, rng: Random, key: str) -> str:
    """Write a BibTeX entry, tidy or as exported from somewhere."""
    kind = "inproceedings" if paper.event else "article" if paper.venue else "misc"
    people = [name.inverted if rng.random() < 0.8 else name.full for name in paper.names]
    people = [
        f"{{{name}}}" if "," not in name and " " in name and not paper.names[place].given else name
        for place, name in enumerate(people)
    ]
    title = rng.choice((_braced(paper.title), paper.title, "{" + paper.title + "}"))
    fields = {"title": title, "author": " and ".join(people), "year": str(paper.year)}
    if paper.event:
        fields["booktitle"] = paper.container
    elif paper.venue:
        fields |= {"journal": paper.container, "volume": paper.volume}
    if paper.arxiv:
        fields |= {"eprint": paper.arxiv, "archivePrefix": "arXiv"}
    if paper.doi:
        fields["doi"] = paper.doi
    if paper.link and rng.random() < 0.5:
        fields["url"] = paper.link
    if paper.page:
        fields["pages"] = paper.page.replace("-", "--")
    tex = rng.random() < 0.5
    body = [
        f"  {name}{rng.choice((' = ', '='))}{{{_tex(value) if tex and name in {'title', 'author', 'journal', 'booktitle'} else value}}}"
        for name, value in fields.items()
        if value
    ]
    return f"@{kind}{{{key},\n" + ",\n".join(body) + rng.choice((",\n}", "\n}"))


def _bib_row(sheet: Sheet, paper: Paper, rng: Random, key: str) -> Row:
    who = listed(paper, "full")
    return sheet.put(
        paper, entry(paper, rng, key) + "\n", "title year venue", authors=who, citekey=key, soft=["urls", "topics"]
    )


def bibtex(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write a BibTeX file with a comment, a string and a preamble."""
    sheet = Sheet()
    sheet.write(
        "% exported for the thesis", '@string{pub = "Some Press"}', "@comment{jabref-meta: databaseType:bibtex;}", ""
    )
    seen = set()
    for paper in pick(papers, rng, 30):
        key = better_bibtex(paper)
        if key not in seen:
            seen.add(key)
            _bib_row(sheet, paper, rng, key)
    return single(sheet, ".bib")


def bibtex_fence(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Put BibTeX in fences under headings that say the title again: one paper, not two."""
    sheet = Sheet()
    sheet.write("# Papers with their BibTeX", "")
    for paper in pick(papers, rng, 14, having="link"):
        who = listed(paper, "full")
        sheet.put(
            paper,
            f"## {paper.title}\n\n[Paper]({paper.link})\n\n{rng.choice(REMARKS)}\n\n```bibtex\n{entry(paper, rng, surname_year(paper))}\n```\n",
            "title year venue",
            authors=who,
            urls=[paper.link],
            citekey=surname_year(paper),
            soft=["topics"],
        )
    return single(sheet)


def _yaml(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def zotero_notes(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write one literature note for each paper, all in the front matter, as Zotero exports them to Obsidian."""
    files, rows = [], []
    for paper in pick(papers, rng, 18):
        key = zotero(paper)
        who = listed(paper, "full")
        authors = (
            "authors: [" + ", ".join(_yaml(name.full) for name in paper.names) + "]"
            if rng.random() < 0.5
            else "authors:\n" + "\n".join(f"  - {_yaml(name.full)}" for name in paper.names)
        )
        lines = [
            "---",
            f"title: {_yaml(paper.title)}",
            authors,
            f"year: {paper.year}",
            f"citekey: {key}",
            "tags: [literature, reading]",
        ]
        lines += [f"doi: {paper.doi}"] if paper.doi else []
        lines += [f"url: {paper.link}"] if paper.link else []
        lines += [f"publication: {_yaml(paper.container)}"] if paper.container else []
        lines += [
            "---",
            "",
            f"# {paper.title}",
            "",
            "## Summary",
            "",
            rng.choice(PROSE_QUOTES),
            "",
            "## Notes",
            "",
            f"- {rng.choice(REMARKS)}",
            f"- {rng.choice(REMARKS)}",
        ]
        files.append((f"literature/@{key}.md", "\n".join(lines) + "\n"))
        rows.append(
            gold(
                paper,
                "title year venue" if paper.container else "title year",
                authors=who,
                urls=[paper.link] if paper.link else [],
                citekey=key,
                soft=["topics", "venue"] if not paper.event else ["topics"],
            )
        )
    return Rendered(files=tuple(files), rows=tuple(rows))


def obsidian_fields(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write one note for each paper with Dataview fields in the text: `Author:: [[A]], [[B]]`."""
    files, rows = [], []
    for paper in pick(papers, rng, 14, having="venue"):
        who = listed(paper, "full")
        people = ", ".join(f"[[{name.full}]]" for name in paper.names)
        where = paper.venue if paper.event else paper.series
        lines = [f"# {paper.title}", "", f"Authors:: {people}", f"Year:: {paper.year}", f"Venue:: [[{where}]]"]
        lines += [f"URL:: {paper.link}"] if paper.link else []
        lines += [
            "Status:: #read",
            "Rating:: 4",
            "",
            "## Key points",
            f"- {rng.choice(REMARKS)}",
            f"- {rng.choice(REMARKS)}",
            "",
            "## Related",
            "- [[Reading list]]",
        ]
        files.append((re.sub(r'[\\/:*?"<>|]', "", paper.title)[:60].strip() + ".md", "\n".join(lines) + "\n"))
        rows.append(
            gold(paper, "title year venue", authors=who, urls=[paper.link] if paper.link else [], soft=["topics"])
        )
    return Rendered(files=tuple(files), rows=tuple(rows))


def logseq(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write Logseq blocks with properties."""
    sheet = Sheet()
    sheet.write("type:: journal", "", "- Read today")
    for paper in pick(papers, rng, 14, having="link"):
        who = listed(paper, "full")
        people = ", ".join(f"[[{name.full}]]" for name in paper.names)
        text = f"\t- [[{paper.title}]]\n\t  authors:: {people}\n\t  date:: {paper.year}\n\t  url:: {paper.link}\n\t\t- {rng.choice(REMARKS)}"
        sheet.put(paper, text, "title year", authors=who, urls=[paper.link], soft=["topics"])
    return single(sheet)


def notion(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write pages as Notion exports them: title, property lines, text."""
    files, rows = [], []
    for number, paper in enumerate(pick(papers, rng, 14, having="venue")):
        who = listed(paper, "full")
        where = paper.venue if paper.event else paper.series
        lines = [
            f"# {paper.title}",
            "",
            f"Author: {who.text}",
            f"Year: {paper.year}",
            f"Publication: {where}",
            "Status: Reading",
            "Tags: ml, to-discuss",
        ]
        lines += [f"URL: {paper.link}"] if paper.link else []
        lines += ["", rng.choice(PROSE_QUOTES), "", f"- {rng.choice(REMARKS)}"]
        files.append((f"{number:02} {paper.id}.md", "\n".join(lines) + "\n"))
        rows.append(
            gold(paper, "title year venue", authors=who, urls=[paper.link] if paper.link else [], soft=["topics"])
        )
    return Rendered(files=tuple(files), rows=tuple(rows))


def front_list(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Keep the paper in a note's front matter in other people's words: `paper-title`, `author`, `date`, `source`."""
    files, rows = [], []
    for paper in pick(papers, rng, 12, having="link"):
        who = listed(paper, "full")
        people = (
            "; ".join(name.full for name in paper.names)
            if rng.random() < 0.5
            else ", ".join(name.full for name in paper.names)
        )
        lines = [
            "---",
            "type: paper",
            f"title: {_yaml(paper.title)}",
            f"author: {_yaml(people)}",
            f"date: {paper.year}-01-01",
            f"link: {paper.link}",
            "status: done",
            "---",
            "",
            rng.choice(PROSE_QUOTES),
            "",
            rng.choice(REMARKS),
        ]
        files.append((f"papers/{paper.id}.md", "\n".join(lines) + "\n"))
        rows.append(
            gold(
                paper,
                "title year",
                authors=Listed(people, who.names, complete=True),
                urls=[paper.link],
                soft=["topics", "venue"],
            )
        )
    return Rendered(files=tuple(files), rows=tuple(rows))


STYLES = {
    "bibtex": bibtex, "bibtex-fence": bibtex_fence, "zotero": zotero_notes, "obsidian-fields": obsidian_fields, "logseq": logseq, "notion": notion, "front-matter": front_list,
}  # fmt: skip
