"""Notes of everyday life: papers between other things, in several languages, and notes that hold none."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from . import decoys
from .papers import Paper, listed
from .sheet import REMARKS, Rendered, Sheet, pick, sections, single


def daily(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write daily notes: to-do boxes, meetings, and papers to read among them."""
    sheet = Sheet()
    chosen = pick(papers, rng, 16, having="link")
    for day in range(4):
        sheet.write("", f"# 2024-03-{11 + day}", "", "## Tasks")
        for paper in chosen[day * 4 : day * 4 + 4]:
            who = listed(paper, "last", limit=1)
            text = rng.choice(
                (
                    f"- [ ] read [{paper.title}]({paper.link})",
                    f"- [x] [{paper.title}]({paper.link})",
                    f"- [ ] Read {who.text} {paper.year}, [{paper.title}]({paper.link})",
                    f"- [x] skim {paper.title} {paper.link}",
                )
            )
            stated = who if who.text in text and str(paper.year) in text else None
            sheet.put(
                paper, text, "title year" if stated else "title", authors=stated, urls=[paper.link], soft=["topics"]
            )
        sheet.write(
            *rng.sample(decoys.TODOS, 3),
            "",
            "## Log",
            f"- 10:00 Meeting with {rng.choice(('Anna', 'Jun and Olga'))}",
            f"- {rng.choice(decoys.PROSE)}",
        )
    return single(sheet)


def german(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write a German reading list."""
    sheet = Sheet()
    sheet.write(
        "# Literaturliste zum Seminar",
        "",
        "Bitte bis zum nächsten Termin lesen. Die Referate dauern höchstens zwanzig Minuten.",
        "",
    )
    for topic, chosen in sections(pick(papers, rng, 18, having="link"), rng, 3):
        sheet.heading("##", topic)
        for paper in chosen:
            who = listed(paper, "full", final=" und ", limit=3, keep=1, more="u. a.")
            last = listed(paper, "last", limit=2, keep=1, final=" und ", more="et al.")
            form = rng.randrange(3)
            if form == 0:
                sheet.put(
                    paper,
                    f"- {who.text} ({paper.year}): „{paper.title}“, [PDF]({paper.link})",
                    "title year",
                    authors=who,
                    urls=[paper.link],
                )
            elif form == 1:
                sheet.put(paper, f"- [{paper.title}]({paper.link}) von {who.text}", authors=who, urls=[paper.link])
            else:
                sheet.put(
                    paper,
                    f"- {last.text} {paper.year}: {paper.title}. Zeigt, dass der Effekt kleiner ist als gedacht.",
                    "title year",
                    authors=last,
                )
    sheet.write(
        "",
        "## Termine",
        "",
        "- 12. April: Einführung (Schmidt)",
        "- 19. April: Referat Müller, Diskussion",
        "- 26. April: entfällt",
    )
    return single(sheet)


def french(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write a French reading list with guillemets."""
    sheet = Sheet()
    sheet.write(
        "# Bibliographie commentée", "", "Lectures pour le groupe de travail du jeudi ; n'hésitez pas à compléter.", ""
    )
    for topic, chosen in sections(pick(papers, rng, 15, having="link"), rng, 3):
        sheet.heading("##", topic)
        for paper in chosen:
            who = listed(paper, "full", final=" et ", limit=3, keep=1)
            form = rng.randrange(2)
            if form == 0:
                sheet.put(
                    paper,
                    f"- {who.text}, « {paper.title} », {paper.year}. [Lien]({paper.link})",
                    "title year",
                    authors=who,
                    urls=[paper.link],
                )
            else:
                sheet.put(
                    paper,
                    f"- [{paper.title}]({paper.link}) ({who.text}, {paper.year}) : très bonne introduction au sujet.",
                    "title year",
                    authors=who,
                    urls=[paper.link],
                )
    return single(sheet)


def awesome(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write an awesome list: badges, contents, papers with paper and code links, repositories and tools."""
    divided = sections(pick(papers, rng, 24, having="link venue"), rng, 4)
    sheet = Sheet()
    decoys.front(sheet, rng, "Awesome Machine Learning Papers", topics=[topic for topic, _ in divided], badge=True)
    for topic, chosen in divided:
        sheet.heading("##", topic)
        for paper in chosen:
            who = listed(paper, "full", limit=4, keep=1)
            code = f"https://github.com/{paper.id[:6]}-lab/{paper.id}"
            where = paper.venue if paper.event else f"{paper.series} {paper.year}"
            form = rng.randrange(4)
            if form == 0:
                text = f"- **{paper.title}**, *{where}*, {who.text}. [[paper]]({paper.link}) [[code]]({code})"
                sheet.put(paper, text, "title venue year", authors=who, urls=[paper.link, code])
            elif form == 1:
                star = (
                    f"![GitHub stars](https://img.shields.io/github/stars/{paper.id[:6]}-lab/{paper.id}?style=social)"
                )
                text = f"- [{paper.title}]({paper.link}) ![](https://img.shields.io/badge/{paper.series.split()[0]}-{paper.year}-blue) [{star}]({code})"
                sheet.put(paper, text, urls=[paper.link, code], soft=["venue", "year"])
            elif form == 2:
                text = f"- [{where}] {paper.title} [![paper](https://img.shields.io/badge/paper-pdf-red)]({paper.link})"
                sheet.put(paper, text, "title venue year", urls=[paper.link])
            else:
                text = f"- {paper.title}, {who.text}, {where}. [[Paper]({paper.link})][[Code]({code})][[Website](https://{paper.id}.github.io)]"
                sheet.put(
                    paper,
                    text,
                    "title venue year",
                    authors=who,
                    urls=[paper.link, code, f"https://{paper.id}.github.io"],
                )
    sheet.heading("##", "Repositories")
    sheet.write(*[f"- {tool}" for tool in decoys.TOOLS[3:7]])
    decoys.back(sheet, rng)
    sheet.write(
        "",
        "## Contributing",
        "",
        "Please open a pull request or an [issue](https://github.com/example/awesome/issues). Format: `- **Title**, *Venue Year*, Author. [[paper]](link)`",
    )
    return single(sheet)


def once_in_intro(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Say venue and year once in the introduction; some lines say otherwise."""
    venue, year = rng.choice((("ICLR", 2025), ("ACL", 2024), ("CVPR", 2022)))
    sheet = Sheet()
    sheet.write(
        f"# {venue} {year} highlights",
        "",
        f"Papers from {venue} {year} that I want to read, and a few older ones they build on.",
        "",
    )
    for topic, chosen in sections(pick(papers, rng, 18, having="link", events=True), rng, 3):
        sheet.heading("##", topic)
        for place, paper in enumerate(chosen):
            if place % 5 == 4:
                text = f"- [{paper.title}]({paper.link}) ({paper.venue})"
                sheet.put(paper, text, "title venue year", urls=[paper.link])
            else:
                sheet.put(
                    paper, f"- [{paper.title}]({paper.link})", urls=[paper.link], venue=f"{venue} {year}", year=year
                )
    return single(sheet)


def twice(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Mention papers twice: in a list, and again in the references; each is one paper."""
    sheet = Sheet()
    sheet.write("# Survey notes", "", "## Highlights", "")
    chosen = pick(papers, rng, 14, having="link venue")
    for paper in chosen:
        sheet.write(f"- [{paper.title}]({paper.link}): {rng.choice(REMARKS)}")
    sheet.write("", "## References", "")
    for number, paper in enumerate(chosen, start=1):
        who = listed(paper, "full", final=", and ")
        where = paper.venue if paper.event else f"{paper.series} {paper.year}"
        sheet.put(
            paper,
            f"{number}. {who.text}. {paper.title}. {where}.",
            "title venue year",
            authors=who,
            urls=[paper.link],
            soft=["topics"],
        )
    return single(sheet)


def messy(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write as people do in a hurry: many shapes in one list, uneven spaces, missing ends, broken marks."""
    sheet = Sheet()
    sheet.write("# misc papers to sort", "", "just dumping here", "")
    for paper in pick(papers, rng, 20, having="link"):
        last = listed(paper, "last", limit=1)
        full = listed(paper, "full", limit=2, keep=1)
        form = rng.randrange(7)
        if form == 0:
            sheet.put(paper, f"-  {paper.title.lower()}   {paper.link}", urls=[paper.link])
        elif form == 1:
            sheet.put(
                paper,
                f'* {last.text} {paper.year} {paper.link} "{paper.title}"',
                "title year",
                authors=last,
                urls=[paper.link],
            )
        elif form == 2:
            sheet.put(paper, f"\n{paper.title} - {full.text} - {paper.link}\n", authors=full, urls=[paper.link])
        elif form == 3:
            sheet.put(paper, f"\n<{paper.link}> {paper.title}\n", urls=[paper.link])
        elif form == 4:
            sheet.put(paper, f"+ {paper.link}\n  {paper.title}, {full.text}", authors=full, urls=[paper.link])
        elif form == 5:
            sheet.put(
                paper,
                f"- {paper.title} [{last.text} {paper.year}]({paper.link})",
                "title year",
                authors=last,
                urls=[paper.link],
            )
        else:
            sheet.put(paper, f"- [ ] **[{paper.title}]({paper.link})**!!! {rng.choice(REMARKS)}", urls=[paper.link])
    sheet.write("", *[f"- {text}" for text in (*decoys.TOOLS[:3], *decoys.VIDEOS[:2], *decoys.POSTS[:2])])
    return single(sheet)


def none(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write a note full of things that are no papers."""
    sheet = Sheet()
    topics = ["Tools", "Courses", "Videos", "People"]
    sheet.write("# Resources", "")
    decoys.contents(sheet, topics)
    for name, things in (
        ("Tools", decoys.TOOLS),
        ("Courses", decoys.COURSES),
        ("Videos", decoys.VIDEOS),
        ("Blog posts", decoys.POSTS),
        ("News", decoys.NEWS),
        ("Program", decoys.TALKS),
        ("People", decoys.PEOPLE),
    ):
        sheet.heading("##", name)
        sheet.write(*[f"- {thing}" for thing in rng.sample(things, len(things))])
    sheet.heading("##", "To do")
    sheet.write(*decoys.TODOS, "", *decoys.PROSE, "", *decoys.BADGES)
    sheet.write(
        "",
        "## Template",
        "",
        "- **Title**: ",
        "- **Authors**: ",
        "- **Year**: ",
        "- **Link**: ",
        "",
        "| Title | Authors | Year |",
        "|---|---|---|",
        "| | | |",
    )
    return single(sheet)


STYLES = {
    "day-tasks": daily, "lang-german": german, "lang-french": french, "awesome": awesome, "once-in-intro": once_in_intro, "twice": twice, "messy": messy, "no-papers": none,
}  # fmt: skip
