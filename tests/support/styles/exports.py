"""Notes pasted or exported from other programs and sites."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .keys import better_bibtex, surname_year
from .papers import Listed, Paper, listed
from .sheet import PROSE_QUOTES, REMARKS, Rendered, Sheet, gold, pick, single


def openreview(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Paste a listing of a review site: title, authors, dates and decision, key words, abstract."""
    venue, year = rng.choice((("ICLR", 2025), ("NeurIPS", 2024), ("ICML", 2024)))
    kind = rng.choice(("Oral", "Poster", "Spotlight"))
    sheet = Sheet()
    sheet.write(f"# {venue} {year}, saved from the site", "")
    for paper in pick(papers, rng, 14):
        who = listed(paper, "full")
        text = (
            f"### {paper.title}\n{who.text}\n\nPublished: 22 Jan {year}, Last Modified: 11 Feb {year} · {venue} {year} {kind} · Everyone · Revisions · BibTeX\n"
            f"**Keywords:** optimization, robustness, evaluation\n**TL;DR:** {rng.choice(REMARKS)}\n**Abstract:** {rng.choice(PROSE_QUOTES)}\n"
        )
        sheet.put(
            paper,
            text,
            authors=who,
            venue=f"{venue} {year}",
            year=year,
            presentation=kind.lower(),
            soft=["topics"],
        )
    return single(sheet)


def virtual_site(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Paste a conference's virtual site: kind, linked title, names divided by dots, hall, abstract."""
    venue, year = rng.choice((("icml", 2025), ("neurips", 2025), ("iclr", 2025)))
    name = {"icml": "ICML", "neurips": "NeurIPS", "iclr": "ICLR"}[venue]
    sheet = Sheet(common={"venue": f"{name} {year}", "year": year, "presentation": "poster"})
    sheet.write(f"# {name} {year} poster session", "")
    for paper in pick(papers, rng, 14):
        who = listed(paper, "full", glue=" · ")
        url = f"https://{venue}.cc/virtual/{year}/poster/{rng.randint(40000, 49999)}"
        text = (
            f"Poster\n[{paper.title}]({url})\n{who.text}\n[ East Exhibition Hall A-B ]\n\n{rng.choice(PROSE_QUOTES)}\n"
        )
        sheet.put(paper, text, authors=who, urls=[url], soft=["topics"])
    return single(sheet)


def scholar_cards(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Paste cards of a literature search: linked title, names, venue and year, counts, a summary."""
    sheet = Sheet()
    sheet.write("# Saved papers", "")
    for paper in pick(papers, rng, 14, having="venue"):
        who = listed(paper, "full", limit=4, keep=3, more=f"+{len(paper.names) - 3} authors")
        url = f"https://www.semanticscholar.org/paper/{rng.getrandbits(160):040x}"
        text = f"**[{paper.title}]({url})**\n{who.text}\n{paper.container} · {paper.year} · {rng.randint(10, 9000)} citations\nTLDR: {rng.choice(PROSE_QUOTES)}\n"
        sheet.put(paper, text, "title venue year", authors=who, urls=[url])
    return single(sheet)


def metadata_items(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write notes of a reference manager's plug-in: a list of metadata with wikilinks, then annotations."""
    files, rows = [], []
    for paper in pick(papers, rng, 14, having="link venue"):
        key = better_bibtex(paper)
        who = listed(paper, "full")
        people = ", ".join(f"[[{name.full}]]" for name in paper.names)
        lines = [
            f"# {paper.title}",
            "",
            "## Metadata",
            "",
            "* Item Type: [[Article]]",
            f"* Authors: {people}",
            f"* Date: [[{paper.year}-06-01]]",
        ]
        lines += [
            "* Date Added: [[2023-10-05]]",
            f"* URL: [{paper.link}]({paper.link})",
            f"* Cite key: {key}",
            "* Topics: [[Thesis]]",
            "",
            "## Annotations",
            "",
        ]
        lines += [
            f"“{rng.choice(PROSE_QUOTES)}” ([{paper.names[0].last} et al., {paper.year}, p. {rng.randint(1, 9)}](zotero://select/library/items/ABCD{rng.randint(1000, 9999)}))",
            "",
            f"- {rng.choice(REMARKS)}",
        ]
        files.append((f"zotero/{key}.md", "\n".join(lines) + "\n"))
        rows.append(gold(paper, "title year", authors=who, urls=[paper.link], citekey=key, soft=["topics", "venue"]))
    return Rendered(files=tuple(files), rows=tuple(rows))


def at_notes(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write literature notes named after keys, with little front matter and a reference as their first line."""
    files, rows = [], []
    for paper in pick(papers, rng, 14):
        key = surname_year(paper)
        if any(path == f"@{key}.md" for path, _ in files):
            continue
        who = listed(paper, "full", final=", and ")
        where = (
            paper.venue
            if paper.event
            else f"{paper.series} {paper.year}"
            if paper.series
            else f"arXiv:{paper.arxiv}, {paper.year}"
        )
        lines = [
            "---",
            f"citekey: {key}",
            "tags: literature",
            "---",
            "",
            f"{who.text}. *{paper.title}*. {where}.",
            "",
            f"- {rng.choice(REMARKS)}",
            f"- {rng.choice(REMARKS)}",
        ]
        files.append((f"@{key}.md", "\n".join(lines) + "\n"))
        rows.append(
            gold(
                paper,
                "title year venue" if paper.venue else "title year",
                authors=who,
                citekey=key,
                soft=["topics", "urls"],
            )
        )
    return Rendered(files=tuple(files), rows=tuple(rows))


def bibitems(papers: Sequence[Paper], rng: Random) -> Rendered:
    r"""Paste a LaTeX bibliography: `\bibitem{key} Authors. \newblock Title. \newblock Venue.`"""
    sheet = Sheet()
    sheet.write(r"\begin{thebibliography}{10}", "")
    seen: set[str] = set()
    for paper in pick(papers, rng, 18):
        key = better_bibtex(paper)
        if key in seen:
            continue
        seen.add(key)
        who = listed(paper, "full", final=", and ")
        where = (
            f"In {{\\em {paper.container}}}, {paper.year}"
            if paper.event
            else f"{{\\em {paper.container or 'arXiv preprint arXiv:' + paper.arxiv}}}, {paper.year}"
        )
        text = f"\\bibitem{{{key}}}\n{who.text}.\n\\newblock {paper.title}.\n\\newblock {where}.\n"
        sheet.put(
            paper, text, "title venue year" if paper.venue else "title year", authors=who, citekey=key, soft=["citekey"]
        )
    sheet.write(r"\end{thebibliography}")
    return single(sheet, ".txt")


def tabbed(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Paste rows of a spreadsheet, cells divided by tabs."""
    sheet = Sheet()
    sheet.write("Title\tAuthors\tYear\tVenue\tLink")
    for paper in pick(papers, rng, 18, having="venue"):
        who = listed(paper, "full", glue="; ")
        sheet.put(
            paper,
            f"{paper.title}\t{who.text}\t{paper.year}\t{paper.series}\t{paper.link}",
            "title year venue",
            authors=who,
            urls=[paper.link] if paper.link else [],
        )
    return single(sheet, ".txt")


def abstracts(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Paste pages of an archive: title, authors, `Submitted on`, `Cite as:`."""
    sheet = Sheet()
    sheet.write("# To read", "")
    for paper in pick(papers, rng, 12, having="arxiv"):
        who = Listed(
            ", ".join(name.full for name in paper.names), tuple(name.full for name in paper.names), complete=True
        )
        text = f"## {paper.title}\n{who.text}\n\n{rng.choice(PROSE_QUOTES)}\n\nSubjects: Machine Learning (cs.LG)\nCite as: arXiv:{paper.arxiv} [cs.LG]\n"
        sheet.put(paper, text, authors=who, urls=[paper.links[0]], soft=["year", "venue", "topics"])
    return single(sheet)


STYLES = {
    "export-openreview": openreview,
    "export-virtual": virtual_site,
    "export-cards": scholar_cards,
    "export-metadata": metadata_items,
    "export-at-notes": at_notes,
    "export-bibitems": bibitems,
    "export-tabs": tabbed,
    "export-abstracts": abstracts,
}
