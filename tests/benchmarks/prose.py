"""Notes as most people keep them: diaries, meetings, ideas and literature notes, much prose and few papers."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaults import Paper

WHO = ["I", "we", "our group", "the reading group", "my supervisor", "the second reviewer", "a colleague next door"]
DID = ["read", "discussed", "tried", "rewrote", "profiled", "compared", "gave up on", "came back to", "presented"]
WHAT = [
    *("the training loop", "the second experiment", "the proof of the lemma", "the data loader", "the grant text"),
    *(
        "the related work section",
        "the plots of last week",
        "the idea with the two encoders",
        "the survey",
        "the poster",
    ),
    *("the results on the small split", "the annotation guide", "the interview transcripts", "the baseline"),
]
HOW = [
    *("because the loss stopped falling after the third epoch", "before the deadline on Friday", "over lunch"),
    *("since nobody could explain the outliers", "with half of the budget", "on the old cluster", "twice this week"),
    *("although the numbers hardly changed", "and found a bug in the evaluation script", "without much success"),
]
JUDGED = [
    *("The effect is smaller than I had hoped", "It works better than it should", "The cause is still unclear"),
    *("I would not trust the error bars", "This may be worth a workshop paper", "Somebody must have tried this before"),
    *("The trade-off is memory against time", "It depends on the seed more than on the method"),
]
NEXT = ["ask for more machines", "write to the authors", "clean the repository", "read the appendix", "label 200 more"]
NEXT += ["book the room for the talk", "send the draft around", "look for a smaller data set", "fix the bibliography"]
CODE = "```python\nfor batch in loader:\n    loss = model(batch)\n    loss.backward()\n```"


def diary(chance: random.Random, papers: Sequence[Paper], number: int) -> str:
    day = f"{2020 + number % 7}-{1 + number % 12:02}-{1 + number % 28:02}"
    return f"# {day}\n\n{_paragraphs(chance, 5)}\n\n## Next\n\n{_tasks(chance)}\n"


def meeting(chance: random.Random, papers: Sequence[Paper], number: int) -> str:
    paper = papers[0]
    return (
        f"# Group meeting {number}\n\nPresent: {', '.join(paper.authors[:3])}\n\n{_paragraphs(chance, 3)}\n\n"
        f"- Paper of the week: [{paper.title}](https://arxiv.org/abs/{paper.arxiv})\n  {_sentence(chance)}\n\n"
        f"## Action items\n\n{_tasks(chance)}\n"
    )


def idea(chance: random.Random, papers: Sequence[Paper], number: int) -> str:
    return (
        f"---\ntags: [idea, {chance.choice(('writing', 'methods', 'data'))}]\n---\n\n# Idea {number}\n\n"
        f"{_paragraphs(chance, 4)}\n\nIt is close to {papers[0].short}. See also [[{papers[1].key}]].\n\n{CODE}\n"
    )


def literature(chance: random.Random, papers: Sequence[Paper], number: int) -> str:
    paper = papers[0]
    names = ", ".join(paper.authors)
    return (
        f'---\ntitle: "{paper.title}"\nauthors: [{names}]\nyear: {paper.year}\n'
        f"url: https://arxiv.org/abs/{paper.arxiv}\nrating: {1 + number % 5}/5\n---\n\n"
        f"## Summary\n\n{_paragraphs(chance, 4)}\n\n## Questions\n\n{_tasks(chance)}\n"
    )


def course(chance: random.Random, papers: Sequence[Paper], number: int) -> str:
    parts = [f"## Part {part}\n\n{_paragraphs(chance, 2)}" for part in range(1, 5)]
    return f"# Lecture {number}\n\n" + "\n\n".join(parts) + "\n"


def _sentence(chance: random.Random) -> str:
    if chance.random() < 0.3:
        return f"{chance.choice(JUDGED)}, {chance.choice(HOW)}."
    who = chance.choice(WHO)
    return f"{who[0].upper()}{who[1:]} {chance.choice(DID)} {chance.choice(WHAT)} {chance.choice(HOW)}."


def _paragraphs(chance: random.Random, number: int) -> str:
    return "\n\n".join(" ".join(_sentence(chance) for _ in range(chance.randint(2, 6))) for _ in range(number))


def _tasks(chance: random.Random) -> str:
    return "\n".join(f"- [{chance.choice(' x')}] {chance.choice(NEXT)}" for _ in range(chance.randint(1, 5)))


STYLES: tuple[Callable[[random.Random, Sequence[Paper], int], str], ...] = (diary, meeting, idea, literature, course)
"""How people write notes, in turn."""
