"""Notes whose papers stand in tables."""

from __future__ import annotations

import html
from collections.abc import Sequence
from functools import partial
from random import Random

from . import decoys
from .papers import Listed, Paper, listed
from .sheet import REMARKS, Rendered, Sheet, pick, sections, single

HEADERS: dict[str, tuple[str, ...]] = {
    "a": ("Title", "Authors", "Venue", "Link"),
    "b": ("Year", "Paper", "Conference", "Code"),
    "c": ("#", "Paper Title", "First author", "Year", "Notes"),
    "d": ("Date", "Venue", "Paper", "Remark"),
    "e": ("Method", "Paper", "Published in", "URL"),
    "f": ("Authors", "Year", "Title", "Journal / Conference", "Key finding"),
    "g": ("", "", "", ""),
    "h": ("Titel", "Autoren", "Jahr", "Quelle"),
    "i": ("Name", "Reference", "Year", "Task"),
}


def _esc(text: str) -> str:
    return text.replace("|", "\\|")


def _cells(form: str, paper: Paper, rng: Random, number: int) -> tuple[list[str], str, Listed | None, list[str]]:
    """Give the cells of a row, what it says, its authors and its links."""
    full = listed(paper, "full")
    some = listed(paper, "full", limit=3, keep=1)
    link = f"[link]({paper.link})" if paper.link else ""
    where = paper.venue if paper.event else paper.series
    titled = f"[{_esc(paper.title)}]({paper.link})" if paper.link else _esc(paper.title)
    urls = [paper.link] if paper.link else []
    year, short = str(paper.year), paper.title.split(":")[0] if ":" in paper.title else ""
    code = f"https://github.com/{paper.id[:6]}/{paper.id}" if rng.random() < 0.4 else ""
    first = listed(paper, "full", limit=1, keep=1, more="")
    if form == "a":
        return [_esc(paper.title), full.text, where, link], "title venue", full, urls
    if form == "b":
        return (
            [year, titled, paper.series, f"[code]({code})" if code else ""],
            "title year venue",
            None,
            urls + ([code] if code else []),
        )
    if form == "c":
        who = Listed(first.text, first.names, complete=len(paper.names) == 1)
        return [str(number), _esc(paper.title), who.text, year, rng.choice((*REMARKS, "", "-"))], "title year", who, []
    if form == "d":
        return (
            [f"{paper.year}-{rng.randint(1, 12):02}", paper.series, titled, rng.choice(REMARKS)],
            "title year venue",
            None,
            urls,
        )
    if form == "e":
        return [short or "-", titled, f"{paper.series} {paper.year}", paper.link or "—"], "title year venue", None, urls
    if form == "f":
        return [some.text, year, _esc(paper.title), paper.series, rng.choice(REMARKS)], "title year venue", some, []
    if form == "g":
        return [_esc(paper.title), full.text, f"{paper.series} {paper.year}", link], "title year venue", full, urls
    if form == "h":
        return [titled, some.text, year, paper.series], "title year venue", some, urls
    who = listed(paper, "last", limit=1) if len(paper.names) > 1 else listed(paper, "last")
    cited = f"{who.text}, [{_esc(paper.title)}]({paper.link})" if paper.link else f"{who.text}, {_esc(paper.title)}"
    return (
        [short or "n/a", cited, year, rng.choice(("classification", "translation", "retrieval"))],
        "title year",
        who,
        urls,
    )


def markdown(papers: Sequence[Paper], rng: Random, *, form: str) -> Rendered:
    """Write Markdown tables with one set of columns."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Paper table")
    header = HEADERS[form]
    for topic, chosen in sections(pick(papers, rng, 24, having="venue"), rng, 3):
        sheet.heading("##", topic)
        sheet.write(
            "| " + " | ".join(header) + " |",
            "|" + "|".join(rng.choice((" --- ", ":---", ":---:")) for _ in header) + "|",
        )
        for number, paper in enumerate(chosen, start=1):
            cells, says, who, urls = _cells(form, paper, rng, number)
            if form in {"a", "b", "g", "i"} and rng.random() < 0.2:
                cells[-1] = ""
                if form in {"a", "g"}:
                    urls = []
                elif form == "b":
                    urls = urls[:1] if paper.link else []
            sheet.put(paper, "| " + " | ".join(cells) + " |", says, authors=who, urls=urls, soft=["short"])
    decoys.back(sheet, rng)
    return single(sheet)


def tools_beside(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Put a table of papers beside tables that hold none."""
    sheet = Sheet()
    sheet.write(
        "# Project page",
        "",
        "| Task | Who | Due |",
        "|---|---|---|",
        "| Slides | Jun Tanaka | 3 May |",
        "| Data set release | Anna Schmidt | 10 May |",
        "",
    )
    sheet.heading("##", "Generative models")
    sheet.write("Paper | Venue | Year", "--- | --- | ---")
    for paper in pick(papers, rng, 12, having="link venue"):
        sheet.put(
            paper,
            f"[{_esc(paper.title)}]({paper.link}) | {paper.series} | {paper.year}",
            "title year venue",
            urls=[paper.link],
        )
    sheet.heading("##", "Results")
    sheet.write(
        "| Model | Accuracy | F1 |",
        "|---|---|---|",
        "| ResNet-50 | 76.1 | 75.8 |",
        "| ViT-B/16 | 79.9 | 79.0 |",
        "| [Baseline](https://github.com/example/baseline) | 70.2 | 69.9 |",
    )
    sheet.heading("##", "Software")
    sheet.write(
        "| Tool | Link | Licence |",
        "|---|---|---|",
        "| DVC | https://dvc.org | Apache-2.0 |",
        "| Zotero | https://www.zotero.org | AGPL |",
    )
    return single(sheet)


def two_in_a_cell(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Put several papers in one cell, divided by `<br>`, by semicolons or by commas."""
    sheet = Sheet()
    sheet.write("# Overview by topic", "", "| Topic | Papers |", "| --- | --- |")
    glue = rng.choice(("<br>", "<br/>", "; ", ", "))
    for topic, chosen in sections(pick(papers, rng, 20, having="link"), rng, 6):
        first = sheet.write(
            f"| {topic} | " + glue.join(f"[{_esc(paper.title)}]({paper.link})" for paper in chosen) + " |"
        )
        for paper in chosen:
            row = Sheet().put(paper, "", urls=[paper.link], topics=[topic], soft=["topics"])
            row["lines"] = [first]
            sheet.rows.append(row)
    return single(sheet)


def schedule(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write a reading group's schedule: date, presenter, paper; some weeks hold none."""
    sheet = Sheet()
    sheet.write(
        "# Reading group, spring term",
        "",
        rng.choice(decoys.PROSE),
        "",
        "| Date | Presenter | Paper |",
        "|---|---|---|",
    )
    people = ("Anna", "Jun Tanaka", "Paulo", "Olga Petrova", "Marc", "")
    for week, paper in enumerate(pick(papers, rng, 14, having="link"), start=1):
        if week % 5 == 0:
            sheet.write(f"| {week:02}.04. | - | *{rng.choice(('no meeting', 'Easter break', 'Project updates'))}* |")
        who = listed(paper, "last", limit=2, keep=1, final=" and ")
        sheet.put(
            paper,
            f"| 2024-04-{week:02} | {rng.choice(people)} | {who.text} ({paper.year}), [{_esc(paper.title)}]({paper.link}) |",
            "title year",
            authors=who,
            urls=[paper.link],
        )
    return single(sheet)


def html_table(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write an HTML table inside Markdown."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Papers")
    sheet.write(
        "<table>", "<thead><tr><th>Title</th><th>Authors</th><th>Venue</th><th>Year</th></tr></thead>", "<tbody>"
    )
    for paper in pick(papers, rng, 15, having="link venue"):
        who = listed(paper, "full")
        title = (
            f'<a href="{html.escape(paper.link)}">{html.escape(paper.title)}</a>'
            if rng.random() < 0.7
            else f"<b>{html.escape(paper.title)}</b>"
        )
        text = f"<tr>\n<td>{title}</td>\n<td>{who.text}</td>\n<td><i>{html.escape(paper.series)}</i></td>\n<td>{paper.year}</td>\n</tr>"
        sheet.put(paper, text, "title year venue", authors=who, urls=[paper.link] if "href" in title else [])
    sheet.write("</tbody>", "</table>")
    return single(sheet)


STYLES = {f"table-{form}": partial(markdown, form=form) for form in HEADERS} | {
    "table-beside": tools_beside, "table-two": two_in_a_cell, "table-schedule": schedule, "table-html": html_table,
}  # fmt: skip
