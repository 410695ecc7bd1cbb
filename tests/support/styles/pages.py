"""Notes pasted from web pages, and web pages."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from random import Random

from . import decoys
from .papers import Listed, Paper, listed
from .sheet import PROSE_QUOTES, REMARKS, Rendered, Sheet, pick, sections, single


def _edition(rng: Random) -> tuple[str, int]:
    return rng.choice(
        (("ICML", 2023), ("NeurIPS", 2022), ("SIGIR", 2021), ("CHI", 2020), ("OSDI", 2022), ("VLDB", 2019))
    )


def accepted(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Paste a page of accepted papers: title line, author line, blank line."""
    venue, year = _edition(rng)
    sheet = Sheet(common={"venue": f"{venue} {year}", "year": year})
    sheet.write(
        f"{venue} {year} Accepted Papers",
        "",
        "The following papers have been accepted for presentation at the conference.",
        "",
    )
    glue, final = rng.choice(((", ", ""), (", ", " and "), (" · ", ""), ("; ", "")))
    for paper in pick(papers, rng, 25):
        who = listed(paper, "full", glue=glue, final=final)
        sheet.put(paper, f"{paper.title}\n{who.text}\n", authors=who, soft=["presentation"])
    return single(sheet, rng.choice((".md", ".txt")))


def accepted_affiliations(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Paste accepted papers with ids and affiliations: `#123 Title` / `A (MIT), B (ETH)`."""
    venue, year = _edition(rng)
    sheet = Sheet(common={"venue": f"{venue} {year}", "year": year})
    sheet.write(f"# List of accepted papers, {venue} {year}", "")
    places = ("MIT", "Stanford University", "Google Research", "ETH Zürich", "Tsinghua University", "UC Berkeley")
    for paper in pick(papers, rng, 20):
        who = Listed(
            "; ".join(f"{name.full} ({rng.choice(places)})" for name in paper.names),
            tuple(name.full for name in paper.names),
            complete=True,
        )
        sheet.put(paper, f"**{paper.title}**\n{who.text}\n", authors=who, soft=["presentation"])
    return single(sheet)


def program(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Paste a conference schedule: times, rooms, sessions, titles and authors, breaks and keynotes."""
    venue, year = _edition(rng)
    sheet = Sheet(common={"venue": f"{venue} {year}", "year": year})
    sheet.write(f"# {venue} {year} Program", "")
    chosen = pick(papers, rng, 16)
    for day in range(2):
        sheet.write(
            f"## {('Monday', 'Tuesday')[day]}, July {22 + day}",
            "",
            "- 09:00 - 09:15 Opening Remarks",
            f"- 09:15 - 10:15 {rng.choice(decoys.TALKS).split(' ', 2)[-1]} (Keynote)",
            "",
        )
        for session in range(2):
            sheet.write(
                f"### Session {day * 2 + session + 1}: {rng.choice(('Learning', 'Systems', 'Theory', 'People'))} (Room {rng.choice('ABC')}{rng.randint(1, 4)})",
                "",
                f"Session chair: {rng.choice(('Laura Bianchi', 'Jun Tanaka', 'Wei Zhang'))}",
                "",
            )
            for slot, paper in enumerate(chosen[day * 8 + session * 4 : day * 8 + session * 4 + 4]):
                who = listed(paper, "full")
                text = f"- {10 + session * 4}:{slot * 15:02} – {10 + session * 4}:{slot * 15 + 15:02} **{paper.title}**  \n  {who.text}".replace(
                    ":60", ":59"
                )
                sheet.put(paper, text, authors=who, soft=["presentation", "topics"])
            sheet.write("- 12:30 - 13:30 Lunch", "")
    return single(sheet)


def posters(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Paste rows of a poster session that lost their separators: `806TitleA, B, Chttps://arxiv.org/...`."""
    venue, year = _edition(rng)
    sheet = Sheet(common={"venue": f"{venue} {year}", "year": year})
    sheet.write(f"Poster session 3, {venue} {year}", "", "Poster #TitleAuthorsLink", "")
    for number, paper in enumerate(pick(papers, rng, 20, having="arxiv"), start=rng.randint(100, 900)):
        sheet.put(paper, f"{number}{paper.title}{paper.link}", urls=[paper.link], soft=["presentation", "topics"])
    return single(sheet, rng.choice((".txt", ".md")))


def plain_mail(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write plain text with bullets: `• Title` and an indented line of authors and address."""
    sheet = Sheet()
    sheet.write(
        "Reading list for new students", "", "Dear all,", "", "as promised, here is what you should read first.", ""
    )
    for topic, chosen in sections(pick(papers, rng, 20), rng, 3):
        sheet.write("", f"{topic.upper()}", "")
        sheet.topics = (topic,)
        for paper in chosen:
            who = listed(paper, "full", final=" and ", limit=4, keep=1)
            url = f"\n    {paper.link}" if paper.link and rng.random() < 0.6 else ""
            where = paper.venue if paper.event else f"{paper.series} {paper.year}"
            tail = f", {where}" if paper.venue else ""
            sheet.put(
                paper,
                f"• {paper.title}\n    {who.text}{tail}{url}",
                "title venue year" if paper.venue else "title",
                authors=who,
                urls=[paper.link] if url else [],
                soft=["topics"],
            )
    sheet.write("", "Best,", "Laura Bianchi", "Room 3.14")
    return single(sheet, ".txt")


def web_page(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Make a publications page: navigation, news, papers in list items, a footer."""
    sheet = Sheet()
    sheet.write(
        "<!DOCTYPE html>",
        "<html><head><title>Publications</title><style>li{margin:1em}</style><script>var x='<li>none</li>';</script></head><body>",
    )
    sheet.write(
        '<nav><a href="/">Home</a> <a href="/teaching">Teaching</a> <a href="/cv.pdf">CV</a></nav>',
        "<h1>Publications</h1>",
    )
    for topic, chosen in sections(pick(papers, rng, 18, having="venue"), rng, 3):
        sheet.write(f"<h2>{html.escape(topic)}</h2>", "<ul>")
        sheet.topics = (topic,)
        for paper in chosen:
            who = listed(paper, "full", final=" and ")
            link = (
                f'<br>[<a href="{html.escape(paper.link)}">PDF</a>] [<a href="#bib">BibTeX</a>]' if paper.link else ""
            )
            where = paper.venue if paper.event else f"{paper.series}, {paper.year}"
            text = f"<li><b>{html.escape(paper.title)}</b><br>\n{html.escape(who.text)}<br>\n<i>{html.escape(where)}</i>{link}</li>"
            sheet.put(paper, text, "title venue year", authors=who, urls=[paper.link] if paper.link else [])
        sheet.write("</ul>")
    sheet.write(
        "<footer>Last modified 2023-04-01 · <a href='https://github.com/example'>GitHub</a></footer></body></html>"
    )
    return single(sheet, ".html")


def notebook(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Make a Jupyter notebook: papers in Markdown cells, code between them."""
    cells, rows = [], []
    cells.append(
        {"cell_type": "markdown", "metadata": {}, "source": ["# Experiments\n", "\n", "Background reading below."]}
    )
    for topic, chosen in sections(pick(papers, rng, 12, having="link"), rng, 3):
        lines = [f"## {topic}\n", "\n"]
        for paper in chosen:
            who = listed(paper, "last", limit=2, keep=1, final=" and ")
            lines.append(f"- [{paper.title}]({paper.link}) ({who.text}, {paper.year})\n")
            rows.append(
                Sheet(topics=(topic,)).put(paper, "", "title year", authors=who, urls=[paper.link], soft=["topics"])
            )
        cells.append({"cell_type": "markdown", "metadata": {}, "source": lines})
        cells.append(
            {
                "cell_type": "code",
                "execution_count": 1,
                "metadata": {},
                "outputs": [],
                "source": ["import numpy as np  # see 'Deep Learning' 2015\n", "print('Attention, 2017')\n"],
            }
        )
    text = json.dumps(
        {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1, ensure_ascii=False
    )
    return Rendered(files=(("experiments.ipynb", text),), rows=tuple(rows))


def arxiv_listing(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Paste an arXiv listing: number, identifiers, Title:, Authors:, Comments:, Subjects:."""
    sheet = Sheet()
    sheet.write("Computer Science: new submissions", "", "Showing new listings", "")
    for number, paper in enumerate(pick(papers, rng, 14, having="arxiv"), start=1):
        who = listed(paper, "full")
        text = f"[{number}] arXiv:{paper.arxiv} [pdf, html, other]\nTitle: {paper.title}\nAuthors: {who.text}\nComments: {rng.randint(8, 40)} pages, {rng.randint(1, 9)} figures\nSubjects: Machine Learning (cs.LG)\n"
        sheet.put(paper, text, authors=who, soft=["year", "venue", "urls"])
    return single(sheet, ".txt")


def scholar_results(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Paste results of a search engine: title, a line of authors, venue and year, a snippet, counts."""
    sheet = Sheet()
    sheet.write("# Search results, saved for later", "")
    for paper in pick(papers, rng, 15, having="venue"):
        who = listed(paper, "short", limit=3, keep=3, more="…")
        who = Listed(
            ", ".join(
                name.initials(dot="", gap="") + " " + name.last if name.given else name.last for name in paper.names[:3]
            )
            + ("…" if len(paper.names) > 3 else ""),
            who.names,
            len(paper.names) <= 3,
        )
        text = f"**{paper.title}**\n{who.text} - {paper.container}, {paper.year} - example.org\n{rng.choice(PROSE_QUOTES)[:100]} …\nCited by {rng.randint(10, 90000)} Related articles All {rng.randint(2, 40)} versions\n"
        sheet.put(paper, text, "title venue year", authors=who)
    return single(sheet)


def newsletter(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write a newsletter: papers under one heading, news, repositories and posts under others."""
    sheet = Sheet()
    sheet.write(
        f"# Weekly digest #{rng.randint(10, 99)}", "", "## News", "", *[f"- {text}" for text in decoys.NEWS], ""
    )
    sheet.heading("##", "Papers of the week")
    for number, paper in enumerate(pick(papers, rng, 12, having="link"), start=1):
        sheet.put(
            paper,
            f"**{number}. [{paper.title}]({paper.link})**\n\n{rng.choice(PROSE_QUOTES)} {rng.choice(REMARKS)}\n",
            urls=[paper.link],
            soft=["topics"],
        )
    decoys.back(sheet, rng)
    return single(sheet)


STYLES = {
    "page-accepted": accepted, "page-affiliations": accepted_affiliations, "page-program": program, "page-posters": posters, "page-mail": plain_mail,
    "page-html": web_page, "page-notebook": notebook, "page-arxiv": arxiv_listing, "page-scholar": scholar_results, "page-newsletter": newsletter,
}  # fmt: skip
