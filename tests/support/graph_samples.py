"""Small graphs for the tests of exports: the two notes made by hand, names that nobody would give, a planted secret."""

from __future__ import annotations

from collections.abc import Sequence

from rdf_fixture import RUN, Builder, derived_quads, one_block_note, resolve, to_quads, vault

from kg import terms
from kg.iris import DEFAULT_BASE
from kg.model import Extraction, Kind, Note, Resolution
from kg.rdf import Store

SECRET = "zanzibar"
"""Stands in every text of the note `with_secret`, and in no name."""


def sample() -> Store:
    """Give the graph of the two notes of `rdf_fixture`."""
    notes, extractions, resolution = vault()
    return _store(notes, extractions, resolution)


def named(names: Sequence[str]) -> Store:
    """Give a graph with a paper of each name, and an author who wrote them all."""
    note = one_block_note("odd.md", "\n".join([*names, "Ada Lovelace"]))
    builder = Builder(note)
    ada = builder.mention(Kind.PERSON, "Ada Lovelace")
    papers = [builder.mention(Kind.PAPER, name) for name in names]
    for paper in papers:
        builder.claim(paper, terms.NAME, paper.text)
        builder.claim(paper, terms.REMARK, paper.text)
        builder.claim(paper, terms.AUTHOR, ada)
    groups = {(Kind.PAPER, f"p{number}"): (paper.text, [paper]) for number, paper in enumerate(papers)}
    groups[Kind.PERSON, "ada-lovelace"] = ("Ada Lovelace", [ada])
    return _store([note], [builder.extraction()], resolve(groups))


def with_secret() -> Store:
    """Give a graph whose quotes, remark, abstract and highlight hold the secret."""
    note = one_block_note("n.md", f"Good Paper by Ada Lovelace uses Adam, {SECRET} one, {SECRET} two, {SECRET} three")
    builder = Builder(note)
    paper = builder.mention(Kind.PAPER, "Good Paper")
    ada = builder.mention(Kind.PERSON, f"Ada Lovelace uses Adam, {SECRET} one", shown="Ada Lovelace")
    adam = builder.mention(Kind.METHOD, "Adam")
    builder.claim(paper, terms.NAME, "Good Paper")
    builder.claim(paper, terms.AUTHOR, ada)
    builder.claim(paper, terms.USES, adam, at=f"Adam, {SECRET} one")
    builder.claim(paper, terms.REMARK, f"{SECRET} one", at=f"{SECRET} one")
    builder.claim(paper, terms.ABSTRACT, f"{SECRET} two", at=f"{SECRET} two")
    builder.claim(paper, terms.HIGHLIGHT, f"{SECRET} three", at=f"{SECRET} three")
    groups = {
        (Kind.PAPER, "good-paper"): ("Good Paper", [paper]),
        (Kind.PERSON, "ada-lovelace"): ("Ada Lovelace", [ada]),
        (Kind.METHOD, "adam"): ("Adam", [adam]),
    }
    return _store([note], [builder.extraction()], resolve(groups))


def _store(notes: Sequence[Note], extractions: Sequence[Extraction], resolution: Resolution) -> Store:
    quads = derived_quads(extractions, resolution, base=DEFAULT_BASE)
    for note, extraction in zip(notes, extractions, strict=True):
        quads += to_quads(note, extraction, resolution, RUN, base=DEFAULT_BASE)
    return Store.in_memory(quads)
