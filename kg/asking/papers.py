"""What a reader wants to know of papers: year, rating, whether they are read, what is said of them, and where."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kg import terms
from kg.asking.knowledge import Knowledge, telling
from kg.asking.sentences import Passage, Spot
from kg.asking.wording import shown_name
from kg.graph import Rating, batches, facts_of, in_values, ratings

_STARS = 5
"""Most stars."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as the notes see it."""

    iri: str
    name: str
    year: str
    """The earliest that is stated; "" when none is."""
    rating: float
    """From 0 to 1, the best that it was given; 0 when it was given none."""
    rated: str
    """As it is written: `++`, `4 of 5`."""
    state: str
    """`to read`, `reading`, `read`, or ""."""
    read_on: str
    notes: int
    """How many notes name it."""
    has_remark: bool
    """Whether the notes say something about it, or highlight something in it."""
    remark: str
    """What they say, the most informative remark; "" for none."""

    @property
    def marks(self) -> tuple[str, ...]:
        """What a list says of it in a few words: its rating, and how far it is read."""
        state = f"{self.state or 'read'} {self.read_on}".strip() if self.state or self.read_on else ""
        return tuple(filter(None, (f"rated {self.rated}" if self.rated else "", state)))

    @property
    def is_read(self) -> bool:
        """Whether the notes show that somebody has read it: they say so, rate it, or say something about it."""
        return self.state == "read" or bool(self.read_on) or self.rating > 0 or self.has_remark


def read_papers(knowledge: Knowledge, papers: Collection[str] | None = None) -> dict[str, Paper]:
    """Read what the notes say about some papers, or about all."""
    values: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for paper, predicate, value in _values(knowledge, papers):
        values[paper][predicate].append(value)
    counts = _notes(knowledge, values)
    rated = ratings(knowledge.store, papers)
    return {iri: _paper(iri, values[iri], rated.get(iri, ()), counts.get(iri, 0)) for iri in sorted(values)}


_READ = (
    *(terms.LABEL, terms.CITATION_KEY, terms.DATE_PUBLISHED, terms.READING_STATE, terms.READ_ON),
    *(terms.REMARK, terms.HIGHLIGHT),
)


def _values(knowledge: Knowledge, papers: Collection[str] | None) -> Iterator[tuple[str, str, str]]:
    if papers is None:
        for predicate in _READ:
            pattern = f"?paper a schema:ScholarlyArticle ; <{predicate}> ?value"
            rows = knowledge.store.query(f"SELECT ?paper ?value {{ {pattern} }}").texts()
            yield from sorted((paper, str(predicate), value) for paper, value in rows)
        return
    yield from facts_of(knowledge.store, papers, _READ)


def _notes(knowledge: Knowledge, papers: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in batches(sorted(papers)):
        query = f"SELECT iri, notes FROM things WHERE iri IN ({', '.join('?' * len(part))})"
        found |= {str(iri): int(notes) for iri, notes in knowledge.index.execute(query, part)}
    return found


def _paper(iri: str, values: Mapping[str, Sequence[str]], rated: Sequence[Rating], notes: int) -> Paper:
    seen = appraise(values, rated)
    return Paper(
        iri,
        min((shown_name(one, values[terms.CITATION_KEY]) for one in values[terms.LABEL]), default=iri),
        min(values[terms.DATE_PUBLISHED], default=""),
        seen.rating,
        seen.rated,
        seen.state,
        min(values[terms.READ_ON], default=""),
        notes,
        bool(values[terms.REMARK] or values[terms.HIGHLIGHT]),
        max(values[terms.REMARK], key=lambda one: (telling(one), one), default=""),
    )


class Appraisal(NamedTuple):
    """What the notes think of a paper."""

    rating: float
    """From 0 to 1, the best that it was given; 0 when it was given none."""
    rated: str
    """As it is written: `++`, `4 of 5`."""
    state: str
    """`to read`, `reading`, `read`, or ""."""
    stars: str
    """One for each mark of the best rating, of five at most; where the scale is known, also those that it lacks."""


def appraise(values: Mapping[str, Sequence[str]], rated: Sequence[Rating]) -> Appraisal:
    """Tell what the notes think of a paper from its reading states and its ratings, the best first.

    >>> appraise({}, [Rating(2, 0, "++")])
    Appraisal(rating=0.667, rated='++', state='', stars='★★')
    >>> appraise({}, [Rating(7, 10, "7/10"), Rating(3, 5, "3/5")])
    Appraisal(rating=0.7, rated='7 of 10', state='', stars='★★★½☆')
    """
    states = {one.rsplit("#", 1)[-1] for one in values.get(terms.READING_STATE, ())}
    state = next((said for local, said in _STATES.items() if local in states), "")
    best = next(iter(rated), Rating(0, 0, ""))
    text = f"{best.number:g} of {best.scale:g}" if best.scale and best.number else best.text
    return Appraisal(best.share, text, state, _stars(best.number, best.scale))


def _stars(best: float, scale: float) -> str:
    """Write a rating as stars, with a half where it is one.

    >>> _stars(4.5, 5), _stars(3, 0), _stars(8, 0), _stars(0, 5)
    ('★★★★½', '★★★', '★★★★★', '')
    """
    if not 0 < best < math.inf:
        return ""
    marks = min(round(scale), _STARS) if scale else _STARS
    halves = max(round(2 * min(best / scale, 1.0) * marks if scale else 2 * min(best, _STARS)), 1)
    full, half = divmod(halves, 2)
    return "★" * full + "½" * half + ("☆" * (marks - full - half) if scale else "")


_STATES = {"Read": "read", "Reading": "reading", "ToRead": "to read"}


def stated(knowledge: Knowledge, things: Sequence[str], predicate: str) -> dict[str, list[tuple[str, Passage]]]:
    """Return where the notes state something about things: thing -> values with their sentences, in order of places."""
    found: dict[str, list[tuple[str, str, Spot]]] = defaultdict(list)
    for batch in batches(sorted(things)):
        for s, o, e, _, spot in knowledge.evidence(predicate, in_values("s", batch)):
            found[s].append((o, e, spot))
    told: dict[str, list[tuple[str, Passage]]] = {}
    for thing, some in found.items():
        together: dict[tuple[str, str], list[Passage]] = defaultdict(list)
        for value, evidence, spot in sorted(some, key=lambda one: one[2]):
            together[value, evidence].append(knowledge.passage(spot))
        told[thing] = [
            (value, max(passages, key=lambda one: telling(one.sentence))) for (value, _), passages in together.items()
        ]
    return told
