"""Vaults of several notes about the same papers: each paper is one thing, with what all notes say."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .keys import better_bibtex
from .papers import Paper, listed
from .records import entry
from .sheet import REMARKS, Rendered, Row, gold, pick


def keys_and_bibliography(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Cite keys in the notes and keep their entries in a BibTeX file beside them."""
    rows: list[Row] = []
    entries, lines = [], ["# Draft", ""]
    for paper in pick(papers, rng, 20):
        key = better_bibtex(paper)
        if any(row["citekey"] == key for row in rows):
            continue
        entries.append(entry(paper, rng, key))
        lines += [f"{rng.choice(REMARKS)} [@{key}]", ""]
        rows.append(
            gold(paper, "title venue year", authors=listed(paper, "full"), citekey=key, soft=["urls", "topics"])
        )
    return Rendered(
        files=(("draft.md", "\n".join(lines)), ("library.bib", "\n\n".join(entries) + "\n")), rows=tuple(rows)
    )


def list_and_table(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Name papers by links in one note, and again in a table of another with authors, venue and year."""
    chosen = pick(papers, rng, 20, having="link venue")
    rows = [
        gold(paper, "title venue year", authors=listed(paper, "full"), urls=[paper.link], soft=["topics"])
        for paper in chosen
    ]
    plain = ["# To read", ""] + [f"- [{paper.title}]({paper.link})" for paper in chosen]
    table = ["# Library", "", "| Title | Authors | Venue | Year |", "|---|---|---|---|"]
    table += [
        f"| {paper.title} | {listed(paper, 'full').text} | {paper.series} | {paper.year} |"
        for paper in rng.sample(chosen, len(chosen))
    ]
    return Rendered(
        files=(("inbox/to read.md", "\n".join(plain) + "\n"), ("library.md", "\n".join(table) + "\n")), rows=tuple(rows)
    )


def full_and_short_names(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Cite papers with full names in one note and with initials in another."""
    chosen = pick(papers, rng, 16, having="venue")
    rows = [gold(paper, "title venue year", authors=listed(paper, "full"), soft=["topics"]) for paper in chosen]
    full, short = ["# References A", ""], ["# References B", ""]
    for paper in chosen:
        where = f"In *{paper.container}*" if paper.event else f"*{paper.container}*"
        full.append(f"- {listed(paper, 'full', final=', and ').text}. {paper.title}. {where}, {paper.year}.")
        short.append(f"- {listed(paper, 'inverted_short', final=', & ').text} ({paper.year}). {paper.plain}. {where}.")
    return Rendered(files=(("a.md", "\n".join(full) + "\n"), ("b.md", "\n".join(short) + "\n")), rows=tuple(rows))


STYLES = {
    "vault-bibliography": keys_and_bibliography,
    "vault-table": list_and_table,
    "vault-names": full_and_short_names,
}
