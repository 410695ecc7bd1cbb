"""Notes with a heading, a bold line or a sentence for each paper."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from . import decoys
from .papers import Paper, listed
from .sheet import PROSE_QUOTES, REMARKS, Rendered, Sheet, pick, sections, single

_NAMES = {"arxiv.org": "arXiv", "openreview.net": "OpenReview", "doi.org": "DOI", "aclanthology.org": "ACL"}


def _label(url: str) -> str:
    return next((label for host, label in _NAMES.items() if host in url), "Paper")


def heading_links(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Head each paper with its title and links in brackets; the venue stands once in the front matter."""
    venue, year = rng.choice((("ICLR", 2025), ("NeurIPS", 2024), ("CVPR", 2023), ("ACL", 2022)))
    kind = rng.choice(("Oral", "Spotlight"))
    sheet = Sheet(common={"venue": f"{venue} {year}", "year": year, "presentation": kind.lower()})
    sheet.write("---", f"title: {venue} {year} {kind} Papers", "draft: false", "---", decoys.PROSE[1], "")
    for topic, chosen in sections(pick(papers, rng, 18, having="link"), rng, 4):
        sheet.heading("#", topic)
        for paper in chosen:
            links = ", ".join(f"[{_label(url)}]({url})" for url in paper.links)
            sheet.put(paper, f"#### {paper.title} ({links})", urls=paper.links)
            sheet.write("", rng.choice(REMARKS), "", "> [!quote]", f"> {rng.choice(PROSE_QUOTES)}", "")
    return single(sheet)


def heading_linked(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Make the heading itself the link; authors and venue stand below in italics."""
    sheet = Sheet()
    chosen = pick(papers, rng, 16, having="link venue")
    decoys.front(sheet, rng, "Paper notes")
    for topic, part in sections(chosen, rng, 3):
        sheet.heading("##", topic)
        for paper in part:
            who = listed(paper, "full", limit=6, keep=3)
            sheet.put(
                paper,
                f"### [{paper.title}]({paper.link})\n*{who.text}* — {_at(paper, rng)}",
                "title venue year",
                authors=who,
                urls=[paper.link],
            )
            sheet.write("", f"- {rng.choice(REMARKS)}", f"- {rng.choice(REMARKS)}", "")
    decoys.back(sheet, rng)
    return single(sheet)


def _at(paper: Paper, rng: Random) -> str:
    if not paper.event:
        return rng.choice(
            (f"{paper.series}, {paper.year}", f"{paper.series} ({paper.year})", f"{paper.series} {paper.year}")
        )
    forms = [
        f"{paper.series} {paper.year}",
        f"{paper.series}'{paper.year % 100:02}",
        f"{paper.series}, {paper.year}",
        f"{paper.series}-{paper.year}",
    ]
    if paper.series == "NeurIPS" and paper.year < 2018:
        forms += [f"NIPS {paper.year}", f"NIPS'{paper.year % 100:02}"]
    return rng.choice(forms)


def bold_title(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Print the title bold, authors on the next line, venue in italics on the third."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Literature")
    for topic, part in sections(pick(papers, rng, 18, having="venue"), rng, 3):
        sheet.heading("##", topic)
        for paper in part:
            who = listed(paper, "full", final=rng.choice((" and ", ", and ", " & ", "")))
            brk = rng.choice(("  ", "\\", "<br>"))
            link = f"{brk}\n[PDF]({paper.link})" if paper.link else ""
            text = f"**{paper.title}**{brk}\n{who.text}{brk}\n*{_at(paper, rng)}*{link}\n"
            sheet.put(paper, text, "title venue year", authors=who, urls=[paper.link] if link else [])
    decoys.back(sheet, rng)
    return single(sheet)


def bold_items(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Print list items of a bold title and details after a dash, a bar or a comma."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Favourite papers")
    for topic, part in sections(pick(papers, rng, 20, having="venue"), rng, 4):
        sheet.heading("##", topic)
        gap = rng.choice((" — ", " - ", " | ", ", ", ". "))
        for paper in part:
            who = listed(paper, "full", limit=4, keep=1)
            link = f" [[paper]({paper.link})]" if paper.link and rng.random() < 0.6 else ""
            sheet.put(
                paper, f"- **{paper.title}**{gap}{who.text}{gap.replace('. ', ', ')}{_at(paper, rng)}{link}", "title venue year",
                authors=who, urls=[paper.link] if link else [],
            )  # fmt: skip
    decoys.back(sheet, rng)
    return single(sheet)


def month_prefix(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Print `[2023/10] **Title** *Authors. Venue.* [paper](...)`."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Survey of the field", badge=True)
    for topic, part in sections(pick(papers, rng, 24, having="arxiv venue"), rng, 4):
        sheet.heading("###", topic)
        for paper in part:
            who = listed(paper, "full", limit=5, keep=rng.choice((1, 3)))
            row = f"+ [{paper.year}/{rng.randint(1, 12):02}] **{paper.title}** *{who.text.rstrip('.')}. {_at(paper, rng)}.* [[paper]({paper.link})]"
            sheet.put(paper, row, "title venue year", authors=who, urls=[paper.link])
    return single(sheet)


def quoted_sentence(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Name papers in running prose: quoted title with a link, or the title as the text of a link."""
    sheet = Sheet()
    decoys.front(sheet, rng, "What I read this month")
    for topic, part in sections(pick(papers, rng, 16, having="link"), rng, 4):
        sheet.heading("##", topic)
        for paper in part:
            who = listed(paper, "full", limit=2, keep=1)
            last = listed(paper, "last", limit=1) if len(paper.names) > 2 else listed(paper, "last", final=" and ")
            form = rng.randrange(5)
            if form == 0:
                text = f"In “{paper.title}” ([link]({paper.link})), the authors show that the usual assumption fails."
                sheet.put(paper, text, urls=[paper.link])
            elif form == 1:
                text = f"I finally read [{paper.title}]({paper.link}), which everybody cites. {rng.choice(REMARKS)}"
                sheet.put(paper, text, urls=[paper.link])
            elif form == 2:
                text = f'{last.text} ({paper.year}), "[{paper.title}]({paper.link})", is the classic here. {rng.choice(REMARKS)}'
                sheet.put(paper, text, "title year", authors=last, urls=[paper.link])
            elif form == 3:
                text = f"Another one is [{paper.title}]({paper.link}) by {who.text}, a must-read."
                sheet.put(paper, text, authors=who, urls=[paper.link])
            else:
                text = f"See also the paper *{paper.title}* ({who.text}, {paper.year}): <{paper.link}>."
                sheet.put(paper, text, "title year", authors=who, urls=[paper.link])
            sheet.write("")
            decoys.middle(sheet, rng)
    decoys.back(sheet, rng)
    return single(sheet)


def labelled_fields(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write a heading per paper and labelled lines below: Authors, Venue, Year, Link, Code, Summary."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Paper summaries")
    style = rng.choice(("- **{}**: {}", "**{}:** {}  ", "{}: {}  ", "* {}: {}", "- *{}*: {}"))
    for paper in pick(papers, rng, 15, having="link venue"):
        who = listed(paper, "full", final=rng.choice((", ", " and ")))
        code = f"https://github.com/{paper.id[:6]}lab/{paper.id}" if rng.random() < 0.4 else ""
        parts = [
            ("Authors", who.text),
            ("Venue", paper.venue if paper.event else paper.series),
            ("Year", str(paper.year)),
            ("Link", paper.link),
        ]
        parts += [("Code", code)] if code else []
        parts += [("Summary", rng.choice(REMARKS)), ("Rating", "4/5")]
        number = rng.choice(("", f"{len(sheet.rows) + 1}. "))
        text = f"## {number}{paper.title}\n\n" + "\n".join(style.format(*part) for part in parts) + "\n"
        sheet.put(paper, text, "title venue year", authors=who, urls=[paper.link] + ([code] if code else []))
    return single(sheet)


def sessions(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write up a conference day by day, headings are sessions and talks, paper titles stand in bold or quotes."""
    venue, year = rng.choice((("ICML", 2024), ("KDD", 2022), ("EMNLP", 2021)))
    sheet = Sheet(common={"venue": f"{venue} {year}", "year": year})
    sheet.write(
        f"# My notes from {venue} {year}", "", "I was there for three days and these are the papers that I liked.", ""
    )
    chosen = pick(papers, rng, 15)
    for day in range(3):
        sheet.heading("##", f"Day {day + 1}")
        sheet.topics = ()
        sheet.write(f"### {rng.choice(decoys.TALKS)}", "", rng.choice(REMARKS), "")
        for paper in chosen[day * 5 : day * 5 + 5]:
            who = listed(paper, "full", limit=3, keep=1)
            link = f" [paper]({paper.link})" if paper.link and rng.random() < 0.7 else ""
            text = rng.choice(
                (
                    f"**{paper.title}** ({who.text}){link}",
                    f"- “{paper.title}”, {who.text}.{link}",
                    f"#### {paper.title}{link}\n{who.text}",
                )
            )
            sheet.put(
                paper, text + "\n", authors=who, urls=[paper.link] if link else [], soft=["presentation", "topics"]
            )
            sheet.write(rng.choice(REMARKS), "")
    return single(sheet)


STYLES = {
    "heading-links": heading_links, "heading-linked": heading_linked, "bold-title": bold_title, "bold-items": bold_items,
    "month-prefix": month_prefix, "quoted-sentence": quoted_sentence, "labelled-fields": labelled_fields, "sessions": sessions,
}  # fmt: skip
