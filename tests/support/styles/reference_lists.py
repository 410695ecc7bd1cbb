"""Notes that are lists of references: each format of `citing` in each layout that people give such lists."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from functools import partial
from random import Random

from . import decoys
from .citing import FORMATS, Cited
from .papers import Paper
from .sheet import REMARKS, Rendered, Sheet, pick, sections, single

LAYOUTS = ("bullets", "numbers", "quotes", "paragraphs", "wrapped", "labels", "plain")


def _plain(text: str) -> str:
    return re.sub(
        r"\[([^\]\n]{1,300})\]\(([^)\s]{1,300})\)", r"\1", re.sub(r"[*_]{1,2}([^*\n]{1,300}?)[*_]{1,2}", r"\1", text)
    )


def _lay(layout: str, text: str, number: int) -> str:
    """Give a reference string the form of one entry of the layout."""
    if layout == "bullets":
        return f"- {text}"
    if layout == "numbers":
        return f"{number}. {text}"
    if layout == "quotes":
        return f"> {text}\n"
    if layout == "wrapped":
        return textwrap.fill(text, 80, break_long_words=False, break_on_hyphens=False) + "\n"
    if layout == "labels":
        return f"[{number}] {text}\n"
    return f"{text}\n"


def _put(sheet: Sheet, paper: Paper, cited: Cited, text: str) -> None:
    sheet.put(paper, text, cited.says, authors=cited.authors, urls=cited.urls)


def reference_list(papers: Sequence[Paper], rng: Random, *, form: str, layout: str = "") -> Rendered:
    """Write a bibliography in one format; without a layout each section has another."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Reading list" if rng.random() < 0.5 else "References")
    number = 0
    for topic, chosen in sections(pick(papers, rng, 24, latin=rng.random() < 0.6), rng, 3):
        which = layout or rng.choice(LAYOUTS[:6])
        sheet.heading("##", topic)
        for paper in chosen:
            number += 1
            cited = FORMATS[form](paper, rng)
            text = cited.text
            if which == "plain" and not any("](" in text and url in text for url in cited.urls):
                text = _plain(text)
            _put(sheet, paper, cited, _lay(which, text, number))
            if which in {"quotes", "paragraphs"} and rng.random() < 0.3:
                sheet.write(rng.choice(REMARKS), "")
    if rng.random() < 0.5:
        decoys.back(sheet, rng)
    return single(sheet)


def mixed(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write a list whose entries were copied from many places, each in another format."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Related work (collected)")
    for number, paper in enumerate(pick(papers, rng, 30), start=1):
        cited = FORMATS[rng.choice(sorted(FORMATS))](paper, rng)
        _put(sheet, paper, cited, f"{number}. {cited.text}")
    return single(sheet)


def introduced(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write a sentence of one's own, then the reference as a quotation."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Notes on this year's papers")
    for topic, chosen in sections(pick(papers, rng, 16), rng, 4):
        sheet.heading("#" if rng.random() < 0.3 else "##", topic)
        for paper in chosen:
            sheet.write(rng.choice(REMARKS).replace(".", ":", 1) if rng.random() < 0.5 else rng.choice(REMARKS), "")
            cited = FORMATS[rng.choice(("chicago", "apa", "mla", "acl"))](paper, rng)
            _put(sheet, paper, cited, f"> {cited.text}\n")
    return single(sheet)


def alpha_labels(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write references with labels as BibTeX's alpha style makes them: `[VSP+17]`."""
    sheet = Sheet()
    sheet.write("References", "==========", "")
    for paper in pick(papers, rng, 24):
        last = [name.family.split()[-1] for name in paper.names]
        code = last[0][:3] if len(last) == 1 else "".join(one[0] for one in last[:3]) + ("+" if len(last) > 3 else "")
        cited = FORMATS["plainnat"](paper, rng)
        _put(sheet, paper, cited, f"[{code}{paper.year % 100:02}] {_plain(cited.text)}\n")
    return single(sheet, rng.choice((".md", ".txt")))


def described(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Write references with remarks under each as nested items or continuation lines."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Annotated bibliography")
    for topic, chosen in sections(pick(papers, rng, 18), rng, 3):
        sheet.heading("##", topic)
        for paper in chosen:
            cited = FORMATS[rng.choice(sorted(FORMATS))](paper, rng)
            _put(sheet, paper, cited, f"* {cited.text}")
            sheet.write(
                *[
                    f"{indent}{rng.choice(REMARKS)}"
                    for indent in rng.choice((("    * ",), ("  ",), ("    - ", "    - "), ("    > ",)))
                ]
            )
    decoys.back(sheet, rng)
    return single(sheet)


STYLES = {f"cite-{form}": partial(reference_list, form=form) for form in FORMATS} | {
    "layout-wrapped": partial(reference_list, form="acl", layout="wrapped"), "layout-plain": partial(reference_list, form="chicago", layout="plain"),
    "layout-labels": partial(reference_list, form="ieee", layout="labels"), "cite-mixed": mixed, "cite-introduced": introduced,
    "cite-alpha": alpha_labels, "cite-described": described,
}  # fmt: skip
