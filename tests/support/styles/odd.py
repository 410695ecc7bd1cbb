"""Less usual ways to write papers down: footnotes, reference links, folds, callouts, logs, broken encodings."""

from __future__ import annotations

import html
from collections.abc import Sequence
from random import Random

from . import decoys
from .citing import FORMATS
from .papers import Listed, Paper, listed
from .sheet import PROSE_QUOTES, REMARKS, Rendered, Sheet, pick, sections, single


def _where(paper: Paper) -> str:
    return paper.venue if paper.event else f"{paper.series} {paper.year}"


def footnotes(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write prose with footnotes that hold the references."""
    sheet = Sheet()
    sheet.write("# Essay", "")
    chosen = pick(papers, rng, 16)
    for number in range(1, len(chosen) + 1):
        sheet.write(f"{rng.choice(REMARKS)}[^{number}] {rng.choice(REMARKS)}", "")
    for number, paper in enumerate(chosen, start=1):
        cited = FORMATS[rng.choice(("chicago", "apa", "acl", "mla", "plainnat"))](paper, rng)
        sheet.put(paper, f"[^{number}]: {cited.text}", cited.says, authors=cited.authors, urls=cited.urls)
    return single(sheet)


def reference_links(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write titles as reference links; the addresses stand at the end of the note."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Links")
    chosen = pick(papers, rng, 16, having="link")
    for number, paper in enumerate(chosen, start=1):
        who = listed(paper, "last", limit=2, keep=1, final=" and ")
        sheet.put(
            paper,
            f"- [{paper.title}][{number}] ({who.text}, {paper.year})",
            "title year",
            authors=who,
            urls=[paper.link],
        )
    sheet.write("", *[f"[{number}]: {paper.link}" for number, paper in enumerate(chosen, start=1)])
    return single(sheet)


def folds(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Fold papers in HTML: the summary is the title, the rest below."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Folded notes")
    for topic, chosen in sections(pick(papers, rng, 12, having="link venue"), rng, 3):
        sheet.heading("##", topic)
        for paper in chosen:
            who = listed(paper, "full")
            text = f"<details>\n<summary><b>{html.escape(paper.title)}</b> ({_where(paper)})</summary>\n\n{who.text}\n\n[paper]({paper.link})\n\n- {rng.choice(REMARKS)}\n\n</details>\n"
            sheet.put(paper, text, "title venue year", authors=who, urls=[paper.link])
    return single(sheet)


def callouts(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write a callout for each paper with labelled lines."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Paper cards")
    for paper in pick(papers, rng, 12, having="link venue"):
        who = listed(paper, "full")
        text = f"> [!info] {paper.title}\n> **Authors:** {who.text}\n> **Published:** {_where(paper)}\n> **Link:** {paper.link}\n>\n> {rng.choice(REMARKS)}\n"
        sheet.put(paper, text, "title venue year", authors=who, urls=[paper.link])
    return single(sheet)


def numbered_headings(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Head each paper with a number, the title and author, venue or year in brackets."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Summaries")
    form = rng.randrange(3)
    for number, paper in enumerate(pick(papers, rng, 14, having="venue"), start=1):
        who = listed(paper, "last", limit=2, keep=1, final=" and ")
        if form == 0:
            sheet.put(
                paper,
                f"## {number}. {paper.title} ({who.text}, {paper.year})\n",
                "title year",
                authors=who,
                soft=["topics"],
            )
        elif form == 1:
            sheet.put(paper, f"## [{_where(paper)}] {paper.title}\n", "title venue year", soft=["topics"])
        else:
            sheet.put(
                paper,
                f"## Paper {number}: {paper.title}\n\n{who.text}, {_where(paper)}\n",
                "title venue year",
                authors=who,
                soft=["topics"],
            )
        sheet.write(
            rng.choice(PROSE_QUOTES),
            "",
            "**Strengths**",
            "",
            f"- {rng.choice(REMARKS)}",
            "",
            "**Weaknesses**",
            "",
            f"- {rng.choice(REMARKS)}",
            "",
        )
    return single(sheet)


def log(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Keep a log with a date before each title; the date is no year of the paper."""
    sheet = Sheet()
    sheet.write("# Reading log", "")
    form = rng.choice(
        (
            "- {d}: {t} ({a} {y}) - {r}",
            "- {d} *{t}* ({a}, {y}). {r}",
            "{d} - [{t}]({u}) {a} {y}\n",
            "- **{d}** [{t}]({u}) ({a}, {y}): {r}",
        )
    )
    for paper in pick(papers, rng, 18, having="link"):
        who = listed(paper, "last", limit=2, keep=1, final=" and ")
        text = form.format(
            d=f"2024-0{rng.randint(1, 9)}-{rng.randint(10, 28)}",
            t=paper.title,
            a=who.text,
            y=paper.year,
            r=rng.choice(REMARKS),
            u=paper.link,
        )
        sheet.put(paper, text, "title year", authors=who, urls=[paper.link] if paper.link in text else [])
    return single(sheet)


def broken(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write a linked list whose text was decoded wrongly once, with hard spaces and Windows line ends."""
    sheet = Sheet()
    sheet.write("# Lectures 2024", "")
    fit = [paper for paper in papers if any(not name.full.isascii() for name in paper.names)]
    for paper in pick(fit, rng, 18, having="link"):
        who = listed(paper, "full", final=" and ", limit=6, keep=2)
        text = f"- [{paper.title}]({paper.link}) \u2013 {who.text},\u00a0{paper.year}"
        sheet.put(
            paper,
            text.encode("utf-8").decode("cp1252", errors="replace") if _sloppy(text) else text,
            "title year",
            authors=who,
            urls=[paper.link],
        )
    rendered = single(sheet)
    return Rendered(
        files=tuple((path, text.replace("\n", "\r\n")) for path, text in rendered.files), rows=rendered.rows
    )


def _sloppy(text: str) -> bool:
    """Whether the text survives being decoded wrongly (some bytes have no character in Windows-1252)."""
    try:
        text.encode("utf-8").decode("cp1252")
    except UnicodeDecodeError:
        return False
    return True


def html_list(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write an ordered list in HTML with references as paragraphs and emphasis as tags."""
    sheet = Sheet()
    sheet.write("<html><body>", "<h1>References</h1>", "<ol>")
    for paper in pick(papers, rng, 16):
        cited = FORMATS[rng.choice(("apa", "chicago", "nature", "acl"))](paper, rng)
        text = html.escape(cited.text, quote=False)
        parts = text.split("*")
        marked = (
            "".join(f"<em>{part}</em>" if place % 2 else part for place, part in enumerate(parts))
            if len(parts) % 2 and "**" not in text and "](" not in text
            else text.replace("*", "")
        )
        if "](" in text:
            continue
        sheet.put(paper, f"<li><p>{marked}</p></li>", cited.says, authors=cited.authors, urls=cited.urls)
    sheet.write("</ol>", "</body></html>")
    return single(sheet, ".html")


def shared_topics(papers: Sequence[Paper], rng: Random) -> Rendered:
    """List some papers under two topics, once with a link and once without: one paper, two topics."""
    sheet = Sheet()
    decoys.front(sheet, rng, "By topic")
    chosen = pick(papers, rng, 16, having="link")
    for topic, part in sections(chosen, rng, 4):
        sheet.heading("##", topic)
        for paper in part:
            who = listed(paper, "last", limit=2, keep=1, final=" and ")
            sheet.put(
                paper,
                f"- [{paper.title}]({paper.link}) ({who.text}, {paper.year})",
                "title year",
                authors=who,
                urls=[paper.link],
            )
    sheet.heading("##", "Start here")
    sheet.write(*[f"- [{paper.title}]({paper.link.replace('/abs/', '/pdf/')})" for paper in chosen[::4]])
    return single(sheet)


def speakers(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write a seminar's programme: date, speaker, affiliation, talk based on a paper or on none."""
    sheet = Sheet()
    sheet.write("# Seminar, winter term", "")
    places = ("TU Wien", "KAIST", "Inria", "University of Leeds")
    for week, paper in enumerate(pick(papers, rng, 10, having="link"), start=1):
        sheet.write(
            f"**{week + 2} October** {rng.choice(('Olga Petrova', 'Marc Dubois', 'David Kim'))} ({rng.choice(places)}): {rng.choice(('Open problems in my thesis', 'What I did last summer', 'An introduction to the cluster'))}",
            "",
        )
        who = Listed(paper.names[0].full, (paper.names[0].full,), complete=len(paper.names) == 1)
        sheet.put(
            paper,
            f"Paper: [{paper.title}]({paper.link}) by {who.text}{'' if who.complete else ' et al.'}\n",
            authors=who,
            urls=[paper.link],
        )
    return single(sheet)


STYLES = {
    "odd-footnotes": footnotes,
    "odd-reference-links": reference_links,
    "odd-folds": folds,
    "odd-callouts": callouts,
    "odd-numbered": numbered_headings,
    "odd-log": log,
    "odd-broken": broken,
    "odd-html-list": html_list,
    "odd-two-topics": shared_topics,
    "odd-seminar": speakers,
}
