"""Lists whose items have parts: details below a title, several papers in an item, a word of one's own before a title."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from . import decoys
from .papers import Paper, listed
from .sheet import REMARKS, Rendered, Sheet, pick, sections, single


def _where(paper: Paper) -> str:
    return paper.venue if paper.event else f"{paper.series} {paper.year}"


def details_below(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Put the title in an item, and authors, venue, link and remarks in items below it."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Papers with details")
    title = rng.choice(("- {}", "- **{}**", "1. *{}*", "* “{}”"))
    tab = "   " if title.startswith("1") else rng.choice(("  ", "    ", "\t"))
    labels = rng.choice(
        (("Authors: ", "Venue: ", "Link: "), ("", "", ""), ("**Authors:** ", "**Where:** ", "**URL:** "))
    )
    for topic, chosen in sections(pick(papers, rng, 18, having="link venue"), rng, 3):
        sheet.heading("##", topic)
        for paper in chosen:
            who = listed(paper, "full", limit=6, keep=1)
            lines = [
                title.format(paper.title),
                f"{tab}- {labels[0]}{who.text}",
                f"{tab}- {labels[1]}{_where(paper)}",
                f"{tab}- {labels[2]}{paper.link}",
                f"{tab}- {rng.choice(REMARKS)}",
            ]
            sheet.put(paper, "\n".join(lines), "title venue year", authors=who, urls=[paper.link])
    return single(sheet)


def own_words_first(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Say a word of one's own before the linked title: it is no short name."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Pointers")
    words = (
        "A must-read:",
        "The classic on this:",
        "Start here ->",
        "Good overview –",
        "Why it works:",
        "For the theory, see",
        "Also nice:",
        "From the reading group:",
    )
    for topic, chosen in sections(pick(papers, rng, 20, having="link"), rng, 4):
        sheet.heading("##", topic)
        for paper in chosen:
            sheet.put(paper, f"- {rng.choice(words)} [{paper.title}]({paper.link})", urls=[paper.link])
    decoys.back(sheet, rng)
    return single(sheet)


def many_in_an_item(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Put several linked titles in one item or sentence."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Threads")
    chosen = pick(papers, rng, 24, having="link")
    words = ("Convergence", "Scaling", "Baselines", "Measurement", "Open questions", "Data", "Early work", "Criticism")
    for place in range(0, 24, 3):
        trio = chosen[place : place + 3]
        one, two, three = (f"[{paper.title}]({paper.link})" for paper in trio)
        shape = rng.randrange(3)
        if shape == 0:
            text = f"- **{words[place // 3]}**: {one}, {two}, {three}"
        elif shape == 1:
            text = f"{words[place // 3]} was studied in {one} and {two}; {three} comes to another result.\n"
        else:
            text = f"- {words[place // 3]}\n  {one} / {two}\n  {three}"
        first = sheet.write(text)
        for paper in trio:
            row = Sheet().put(paper, "", urls=[paper.link], soft=["topics"])
            row["lines"] = [first]
            sheet.rows.append(row)
    return single(sheet)


def author_headings(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Head each paper with author, year and title, in one of the orders that people use."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Reading notes")
    form = rng.choice(
        ("## {a} ({y}): {t}", "## {a} {y} - {t}", "## {t}, {a} {y}", "## {a}, *{t}* ({y})", "## “{t}” ({a}, {y})")
    )
    for paper in pick(papers, rng, 14):
        who = listed(paper, "last", limit=2, keep=1, final=" & ")
        sheet.put(
            paper,
            form.format(a=who.text, y=paper.year, t=paper.title) + "\n",
            "title year",
            authors=who,
            soft=["topics"],
        )
        sheet.write(rng.choice(REMARKS), "", f"- {rng.choice(REMARKS)}", f"- {rng.choice(REMARKS)}", "")
    return single(sheet)


def syllabus(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write a course's plan: weeks with topics, readings (papers) and homework; books and chapters are no papers."""
    sheet = Sheet()
    sheet.write(
        "# CS 291: Seminar in Machine Learning, Fall 2024",
        "",
        "Instructor: Laura Bianchi (office hours Tue 14–15). Textbook: Pattern Recognition and Machine Learning, C. Bishop, Springer.",
        "",
    )
    for week, (topic, chosen) in enumerate(sections(pick(papers, rng, 18, having="link"), rng, 6), start=1):
        sheet.write(
            "",
            f"## Week {week}: {topic}",
            "",
            f"- Slides: [lecture {week}](https://example.org/slides/{week}.pdf)",
            "- Readings:",
        )
        sheet.topics = (topic,)
        for paper in chosen:
            who = listed(paper, "last", limit=2, keep=1, final=" and ")
            form = rng.randrange(3)
            if form == 0:
                sheet.put(
                    paper,
                    f"  - {who.text}, [{paper.title}]({paper.link}), {paper.year}",
                    "title year",
                    authors=who,
                    urls=[paper.link],
                    soft=["topics"],
                )
            elif form == 1:
                sheet.put(paper, f"  - [{paper.title}]({paper.link}) (optional)", urls=[paper.link], soft=["topics"])
            else:
                sheet.put(
                    paper,
                    f"  - **Required:** {paper.title}. {who.text}, {_where(paper) if paper.venue else paper.year}.",
                    "title year venue" if paper.venue else "title year",
                    authors=who,
                    soft=["topics"],
                )
        sheet.write(f"- Homework {week}, due Friday")
    return single(sheet)


STYLES = {
    "nest-details": details_below,
    "nest-own-words": own_words_first,
    "nest-many": many_in_an_item,
    "nest-author-headings": author_headings,
    "nest-syllabus": syllabus,
}
