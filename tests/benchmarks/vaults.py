"""Vaults made by rule, of any size, to measure growth on: the same number and seed give the same bytes.

Papers and people are made up of parts; notes are in the styles that people use, mixed, and tell of some papers again
and again, as notes do.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import prose

GIVEN = (
    "Ada Bo Chiara Dmitri Elif Farid Grace Hana Ivo Jelena Kofi Lina Mateo Nadia Omar Priya Quentin Rosa Sven".split()
)
GIVEN += "Tala Uma Viktor Wanjiru Xin Yusuf Zoë José Søren Łukasz Mei-Ling".split()
HEADS = "Ber Cal Dor Fen Gar Hol Jan Kar Lin Mor Nak Ols Pet Ros Sak Tor Ume Vas Wei Zim".split()
TAILS = "ger deron feld hara ic imova kowski lund mann nen oglu ov quist roth sen stad tani ueda wick zadeh".split()
KINDS = "Sparse Recurrent Contrastive Equivariant Hierarchical Causal Adaptive Latent Modular Robust Streaming".split()
THINGS = (
    "Attention Diffusion Retrieval Planning Pruning Alignment Segmentation Forecasting Distillation Parsing".split()
)
FIELDS = ["Protein Folding", "Long Documents", "Robot Grasping", "Weather Models", "Code Review", "Medical Imaging"]
FIELDS += ["Speech", "Graphs", "Recommender Systems", "Low-Resource Languages", "Point Clouds", "Time Series"]
VERBS = "Rethinking Scaling Understanding Revisiting Unifying Learning Towards Benchmarking".split()
VENUES = ["ICLR", "ICML", "NeurIPS", "ACL", "EMNLP", "CVPR", "AAAI", "KDD", "SIGIR", "UAI"]
TOPICS = ["Efficient inference", "Generative models", "Language", "Vision", "Theory", "Evaluation", "Applications"]
SENTENCES = [
    "The ablation in the appendix is worth a second look.",
    "I could not find the training cost anywhere.",
    "Same idea as the one we discussed in the reading group, but with a cleaner proof.",
    "They compare with two strong baselines and win by a small margin.",
    "To try: run the released code on our own split.",
    "The limitation they name themselves is the length of the context.",
]


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper that nobody wrote."""

    title: str
    short: str
    authors: tuple[str, ...]
    venue: str
    year: int
    arxiv: str

    @property
    def key(self) -> str:
        first = self.authors[0].replace(" ", "").replace("-", "")
        return f"{first}{self.year}{self.venue}"


def make(folder: Path, *, notes: int, seed: int = 7, kind: str = "dense") -> int:
    """Write a vault of so many notes and give its size in bytes.

    Args:
        folder: where to.
        notes: how many.
        seed: of what is left to chance.
        kind: `dense`, lists of papers, or `prose`, few papers and much text.
    """
    styles = prose.STYLES if kind == "prose" else STYLES
    chance = random.Random(seed)
    people = [f"{chance.choice(GIVEN)} {h}{t}" for h in HEADS for t in TAILS for _ in range(2)]
    papers = [paper_of(chance, people, number) for number in range(max(4 * notes, 20))]
    size = 0
    for number in range(notes):
        style = styles[number % len(styles)]
        # Three papers in four are new to a note, one is among the few that everybody tells of.
        chosen = [chance.choice(papers) if chance.random() < 0.75 else papers[chance.randrange(20)] for _ in range(10)]
        path = folder / f"{2020 + number % 7}" / f"{number:05}-{style.__name__.strip('_')}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = style(chance, list(dict.fromkeys(chosen)), number).encode()
        path.write_bytes(text)
        size += len(text)
    return size


def paper_of(chance: random.Random, people: Sequence[str], number: int) -> Paper:
    kind, thing, field = chance.choice(KINDS), chance.choice(THINGS), chance.choice(FIELDS)
    short = f"{kind[:2]}{thing[:3]}Net{number % 97}"
    lead = f"{short}: " if chance.random() < 0.5 else f"{chance.choice(VERBS)} "
    title = f"{lead}{kind} {thing} for {field} with {chance.choice(KINDS)} Part {number}"
    authors = tuple(dict.fromkeys(chance.choice(people) for _ in range(chance.randint(1, 6))))
    year = chance.randint(2017, 2026)
    return Paper(
        title, short, authors, chance.choice(VENUES), year, f"{year % 100:02}{1 + number % 12:02}.{number % 100000:05}"
    )


def _outline(chance: random.Random, papers: Sequence[Paper], number: int) -> str:
    lines = [f"# Reading list {number}", ""]
    for topic in chance.sample(TOPICS, 2):
        lines.append(f"- {topic}")
        for paper in papers[:: 1 + chance.randrange(2)]:
            lines += [
                f"\t- {paper.key}{'+' * chance.randrange(4)} [{paper.title}](https://arxiv.org/abs/{paper.arxiv})",
                f"\t  {chance.choice(SENTENCES)}",
            ]
    return "\n".join(lines) + "\n"


def _links(chance: random.Random, papers: Sequence[Paper], number: int) -> str:
    lines = [f"# {chance.choice(VENUES)} {2018 + number % 9} notes", ""]
    for paper in papers:
        lines.append(f"* **[{paper.title}](https://arxiv.org/abs/{paper.arxiv})**, {', '.join(paper.authors)}")
        lines.append(f"  * {chance.choice(SENTENCES)} #{chance.choice(THINGS).lower()}")
    return "\n".join(lines) + "\n"


def _table(chance: random.Random, papers: Sequence[Paper], number: int) -> str:
    lines = [f"# Comparison {number}", "", "| Title | Authors | Venue | Link |", "| --- | --- | --- | --- |"]
    for paper in papers:
        link = f"[pdf](https://arxiv.org/pdf/{paper.arxiv})"
        lines.append(f"| {paper.title} | {', '.join(paper.authors)} | {paper.venue} {paper.year} | {link} |")
    return "\n".join([*lines, "", chance.choice(SENTENCES)]) + "\n"


def _references(chance: random.Random, papers: Sequence[Paper], number: int) -> str:
    lines = [f"# Related work {number}", "", " ".join(chance.sample(SENTENCES, 3)), "", "## References", ""]
    for place, paper in enumerate(papers, start=1):
        names = ", ".join(f"{n.split(' ', 1)[1]}, {n[0]}." for n in paper.authors)
        lines.append(f"{place}. {names} ({paper.year}). {paper.title}. In *Proceedings of {paper.venue}*.")
    return "\n".join(lines) + "\n"


def _literature(chance: random.Random, papers: Sequence[Paper], number: int) -> str:
    paper = papers[0]
    names = "\n".join(f"  - {name}" for name in paper.authors)
    others = "\n".join(f"- [[{other.key}]] {chance.choice(SENTENCES)}" for other in papers[1:6])
    return (
        f'---\ntitle: "{paper.title}"\nauthors:\n{names}\nyear: {paper.year}\nvenue: {paper.venue}\n'
        f"url: https://arxiv.org/abs/{paper.arxiv}\ntags: [literature, {chance.choice(THINGS).lower()}]\n---\n\n"
        f"## Summary\n\n{' '.join(chance.sample(SENTENCES, 4))}\n\n## See also\n\n{others}\n"
    )


def _prose(chance: random.Random, papers: Sequence[Paper], number: int) -> str:
    paragraphs = [
        f"In [{paper.title}](https://arxiv.org/abs/{paper.arxiv}), {paper.authors[0]} et al. propose {paper.short}. "
        f"{' '.join(chance.sample(SENTENCES, 2))}"
        for paper in papers[:6]
    ]
    return "\n\n".join([f"# Diary {number}", *paragraphs]) + "\n"


def _bibliography(chance: random.Random, papers: Sequence[Paper], number: int) -> str:
    entries = [
        f"@inproceedings{{{paper.key.lower()},\n  title = {{{paper.title}}},\n"
        f"  author = {{{' and '.join(paper.authors)}}},\n"
        f"  booktitle = {{{paper.venue}}},\n  year = {{{paper.year}}}\n}}"
        for paper in papers
    ]
    body = "\n\n".join(entries)
    return f"# Bibliography {number}\n\n{chance.choice(SENTENCES)}\n\n```bibtex\n{body}\n```\n"


STYLES: tuple[Callable[[random.Random, Sequence[Paper], int], str], ...] = (
    _outline,
    _links,
    _table,
    _references,
    _literature,
    _prose,
    _bibliography,
)
"""How people list papers, in turn."""
