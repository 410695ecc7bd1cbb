"""Notes that list papers in a line each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from . import decoys
from .papers import Listed, Paper, listed
from .sheet import REMARKS, Rendered, Row, Sheet, pick, sections, single

Line = Callable[[Sheet, Paper, Random], Row]


def link_only(sheet: Sheet, paper: Paper, rng: Random) -> Row:
    """`- [Title](arxiv)`, perhaps with a remark."""
    tail = rng.choice(("", "", f": {rng.choice(REMARKS)}", f" - {rng.choice(REMARKS)}", " ⭐", " (must read)"))
    return sheet.put(paper, f"- [{paper.title}]({paper.link}){tail}", urls=[paper.link])


def link_author_year(sheet: Sheet, paper: Paper, rng: Random) -> Row:
    """`- [Title](link) (Author et al., 2023)`."""
    who = listed(paper, "last", limit=2, keep=1, final=" and ")
    return sheet.put(
        paper,
        f"- [{paper.title}]({paper.link}) ({who.text}, {paper.year})",
        "title year",
        authors=who,
        urls=[paper.link],
    )


def title_author_year(sheet: Sheet, paper: Paper, rng: Random) -> Row:
    """`- Title (Author et al., 2023)`, no link, no mark."""
    who = listed(paper, "last", limit=2, keep=1, final=" & ")
    return sheet.put(paper, f"- {paper.title} ({who.text}, {paper.year})", "title year", authors=who)


def author_year_title(sheet: Sheet, paper: Paper, rng: Random) -> Row:
    """`- Author et al. 2023. Title`, `- Author (2023) Title`, `- Author 2023 - Title`."""
    who = listed(paper, "last", limit=2, keep=1, final=" and ")
    form = rng.choice(("{a} {y}. {t}", "{a} ({y}) {t}", "{a} {y} - {t}", "{a} ({y}): {t}", "{a}, {y}. {t}."))
    return sheet.put(paper, "- " + form.format(a=who.text, y=paper.year, t=paper.title), "title year", authors=who)


def authors_colon(sheet: Sheet, paper: Paper, rng: Random) -> Row:
    """`- Authors: Title, Venue Year.`"""
    who = listed(paper, rng.choice(("full", "short", "last")), limit=4, keep=rng.choice((1, 3)))
    where = paper.venue if paper.event else f"{paper.series} {paper.year}"
    return sheet.put(paper, f"- {who.text}: {paper.title}, {where}.", "title year venue", authors=who)


def title_authors(sheet: Sheet, paper: Paper, rng: Random) -> Row:
    """`* Title, Author, Author` as on pages of accepted papers."""
    who = listed(paper, "full")
    return sheet.put(paper, f"* {paper.title}, {who.text}", authors=who)


def title_semicolons(sheet: Sheet, paper: Paper, rng: Random) -> Row:
    """`- Title; Author, Author; Venue Year`."""
    who = listed(paper, "full", final=" and ")
    where = paper.venue if paper.event else f"{paper.series} {paper.year}"
    return sheet.put(paper, f"- {paper.title}; {who.text}; {where}", "title year venue", authors=who)


def affiliations(sheet: Sheet, paper: Paper, rng: Random) -> Row:
    """Authors with affiliations in brackets or superscripts."""
    places = (
        "MIT",
        "Stanford University",
        "Google",
        "ETH Zürich",
        "Tsinghua University",
        "University of Oxford",
        "Inria",
    )
    if rng.random() < 0.5:
        text = ", ".join(f"{name.full} ({rng.choice(places)})" for name in paper.names)
    else:
        half = max(1, len(paper.names) // 2)
        groups = [part for part in (paper.names[:half], paper.names[half:]) if part]
        text = "; ".join(f"{', '.join(name.full for name in part)} ({rng.choice(places)})" for part in groups)
    who = Listed(text, tuple(name.full for name in paper.names), complete=True)
    return sheet.put(paper, f"- **{paper.title}**  \n  {text}", authors=who)


def emoji_tail(sheet: Sheet, paper: Paper, rng: Random) -> Row:
    """`1. [Title](link) - Authors, Venue'17 🔥 [code]` with tags."""
    who = listed(paper, "full", limit=3, keep=1)
    where = f"{paper.series}'{paper.year % 100:02}" if paper.event else f"{paper.series} {paper.year}"
    mark = rng.choice((" 🔥", " ⭐⭐⭐", "", " #mustread", " 👀"))
    return sheet.put(
        paper,
        f"1. [{paper.title}]({paper.link}) - {who.text}, {where}{mark}",
        "title year venue",
        authors=who,
        urls=[paper.link],
    )


def venue_prefix(sheet: Sheet, paper: Paper, rng: Random) -> Row:
    """`- (NeurIPS 2017) Title [[pdf]](link) [[code]](link)`."""
    code = f"https://github.com/{paper.id[:5]}/{paper.id}" if rng.random() < 0.4 else ""
    form = rng.choice(
        ("- ({v}) {t} {l}", "- [{v}] {t} {l}", "- **[{v}]** {t} {l}", "- `{v}` {t} {l}", "* {v} | {t} | {l}")
    )
    links = f"[[pdf]]({paper.link})" + (f" [[code]]({code})" if code else "")
    where = paper.venue if paper.event else f"{paper.series} {paper.year}"
    return sheet.put(
        paper,
        form.format(v=where, t=paper.title, l=links),
        "title year venue",
        urls=[paper.link] + ([code] if code else []),
    )


def short_then_title(sheet: Sheet, paper: Paper, rng: Random) -> Row:
    """`- **BERT** (Devlin et al., 2019): Title [arXiv](link)` for papers with a short name of their own."""
    short = paper.title.split(":")[0]
    who = listed(paper, "last", limit=2, keep=1, final=" & ")
    form = rng.choice(
        (
            "- **{s}** ({a}, {y}): {t} [arXiv]({l})",
            "- {s} [{a}, {y}] *{t}* [arXiv]({l})",
            "- **{s}** — {t}, {a} {y} [[link]({l})]",
        )
    )
    text = form.format(s=short, a=who.text, y=paper.year, t=paper.title, l=paper.link)
    return sheet.put(paper, text, "title year", authors=who, urls=[paper.link], short=short)


def bare_link(sheet: Sheet, paper: Paper, rng: Random) -> Row:
    """`- Title https://arxiv.org/abs/...`, `- Title: <link>`, the address bare."""
    form = rng.choice(("- {} {}", "- {}: {}", "- {} ({})", "- {} - {}", "- {}. {}", "- {} <{}>", "- {}\n  {}"))
    return sheet.put(paper, form.format(paper.title, paper.link), urls=[paper.link])


def plain_titles(sheet: Sheet, paper: Paper, rng: Random) -> Row:
    """`- "Title", Author and Author, Venue Year`, with straight or typographic quotes."""
    who = listed(paper, "short", final=" and ", limit=5, keep=1)
    left, right = rng.choice((('"', '"'), ("“", "”"), ("‘", "’"), ("«", "»"), ("„", "“")))
    where = paper.venue if paper.event else f"{paper.series} {paper.year}"
    return sheet.put(paper, f"- {left}{paper.title}{right}, {who.text}, {where}", "title year venue", authors=who)


LINES: dict[str, tuple[Line, str]] = {
    "list-link": (link_only, "link"), "list-link-year": (link_author_year, "link"), "list-title-year": (title_author_year, ""),
    "list-year-title": (author_year_title, ""), "list-colon": (authors_colon, "venue"), "list-title-authors": (title_authors, ""),
    "list-semicolons": (title_semicolons, "venue"), "list-affiliations": (affiliations, ""), "list-emoji": (emoji_tail, "link venue"),
    "list-venue-first": (venue_prefix, "link venue"), "list-short": (short_then_title, "arxiv"), "list-bare-link": (bare_link, "link"),
    "list-quoted": (plain_titles, "venue"),
}  # fmt: skip


def line_list(papers: Sequence[Paper], rng: Random, *, name: str) -> Rendered:
    """Write sections with a line for each paper, and what else such notes hold."""
    line, having = LINES[name]
    if name == "list-short":
        papers = [paper for paper in papers if ": " in paper.title and len(paper.title.split(":")[0].split()) == 1]
    divided = sections(pick(papers, rng, 26, having=having, latin=rng.random() < 0.7), rng, 4)
    sheet = Sheet()
    decoys.front(
        sheet,
        rng,
        rng.choice(("Reading list", "Papers", "Related work", "To read")),
        topics=[topic for topic, _ in divided],
    )
    for topic, chosen in divided:
        sheet.heading("##", topic)
        for paper in chosen:
            line(sheet, paper, rng)
            if rng.random() < 0.15:
                sheet.write(f"  - {rng.choice(REMARKS)}")
    decoys.back(sheet, rng)
    return single(sheet)


def years(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Sort a list by years: the headings say when."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Timeline")
    chosen = sorted(pick(papers, rng, 24, having="link"), key=lambda paper: (-paper.year, paper.id))
    for year in sorted({paper.year for paper in chosen}, reverse=True):
        sheet.write("", f"## {year}", "")
        for paper in (one for one in chosen if one.year == year):
            who = listed(paper, "full", limit=3, keep=1)
            sheet.put(
                paper,
                f"- [{paper.title}]({paper.link}), {who.text}",
                "title year",
                authors=who,
                urls=[paper.link],
                soft=["topics"],
            )
    return single(sheet)


def nested(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Nest topics in an outline; papers are leaves with details on continuation lines."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Map of the field")
    tab = rng.choice(("\t", "  ", "    "))
    for topic, chosen in sections(pick(papers, rng, 20, having="link"), rng, 4):
        sheet.write(f"- {topic}")
        for label, part in (("Training", chosen[:3]), ("Analysis", chosen[3:])):
            sheet.topics = (topic, label)
            sheet.write(f"{tab}- {label}")
            for paper in part:
                who = listed(paper, "last", limit=1)
                tail = f"\n{tab * 2}  {rng.choice(REMARKS)}" if rng.random() < 0.4 else ""
                text = f"{tab * 2}- [{paper.title}]({paper.link}) {who.text} {paper.year}{tail}"
                sheet.put(paper, text, "title year", authors=who, urls=[paper.link])
    return single(sheet)


STYLES = {name: partial(line_list, name=name) for name in LINES} | {"list-years": years, "list-nested": nested}
