"""How resolution grows: seconds and memory for vaults of 20,000 and of 200,000 mentions, made up by rule.

python tests/benchmarks/identity.py [MENTIONS ...]
"""

from __future__ import annotations

import math
import random
import resource
import subprocess
import sys
import time

import vaults

from kg import terms
from kg.model import Claim, Extraction, Iri, Kind, Mention, Span
from kg.resolution import resolve

SIZES = (20_000, 200_000)
_PER_NOTE = 12
"""Papers that a note tells of."""


def extractions(mentions: int, *, seed: int = 3) -> list[Extraction]:
    """Make notes that tell of papers again and again, with so many mentions in all."""
    chance = random.Random(seed)
    people = [f"{chance.choice(vaults.GIVEN)} {h}{t}" for h in vaults.HEADS for t in vaults.TAILS for _ in range(3)]
    papers = [vaults.paper_of(chance, people, number) for number in range(mentions // 16)]
    found: list[Extraction] = []
    made = 0
    while made < mentions:
        some = chance.sample(papers, min(_PER_NOTE, len(papers)))
        found.append(_note(f"{len(found):06}.md", some, chance))
        made += len(found[-1].mentions)
    return found


def _note(note: str, papers: list[vaults.Paper], chance: random.Random) -> Extraction:
    mentions: list[Mention] = []
    claims: list[Claim] = []

    def mention(kind: Kind, text: str) -> Mention:
        mentions.append(Mention(Span(note, 10 * len(mentions), 10 * len(mentions) + 5), kind, text, "made"))
        return mentions[-1]

    def claim(subject: Mention, predicate: Iri, value: Mention | str) -> None:
        claims.append(Claim(subject, predicate, value, (subject.span,), "made", 0.9))

    for paper in papers:
        style = chance.randrange(3)
        own = mention(Kind.PAPER, paper.title)
        if style != 1:
            claim(own, terms.NAME, paper.title)
        if style != 0:
            claim(own, terms.ALTERNATE_NAME, paper.short)
        if chance.random() < 0.5:
            claim(own, terms.URL, f"https://arxiv.org/abs/{paper.arxiv}")
        claim(own, terms.DATE_PUBLISHED, str(paper.year))
        for name in paper.authors:
            given, _, family = name.partition(" ")
            shown = f"{given[0]}. {family}" if chance.random() < 0.3 else name
            claim(own, terms.AUTHOR, mention(Kind.PERSON, shown))
        claim(own, terms.INTRODUCES, mention(Kind.METHOD, paper.short))
    return Extraction(note, tuple(mentions), tuple(claims))


def measure(size: int) -> None:
    """Resolve a made-up vault and print how long it took and how much memory."""
    told = extractions(size)
    before = time.perf_counter()
    entities = resolve(told).entities
    seconds = time.perf_counter() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(sum(len(e.mentions) for e in told), len(entities), f"{seconds:.2f}", f"{peak:.0f}")


def main(sizes: list[int]) -> None:
    """Measure each size in a process of its own."""
    print(f"{'mentions':>10}{'things':>10}{'seconds':>10}{'peak MB':>10}{'exponent':>10}")
    last: tuple[int, float] | None = None
    for size in sizes:
        told = subprocess.run(
            [sys.executable, __file__, "--one", str(size)], capture_output=True, text=True, check=True
        )
        mentions, things, seconds, peak = told.stdout.split()
        grown = f"{math.log(float(seconds) / last[1]) / math.log(int(mentions) / last[0]):.2f}" if last else ""
        print(f"{mentions:>10}{things:>10}{seconds:>10}{peak:>10}{grown:>10}", flush=True)
        last = int(mentions), float(seconds)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        measure(int(sys.argv[2]))
    else:
        main([int(size) for size in sys.argv[1:]] or list(SIZES))
