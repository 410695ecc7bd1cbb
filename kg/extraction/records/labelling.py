"""What each token of a record is: the learned labels, what labels of the note forbid, and what its siblings say."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from kg.extraction.citations.tagger import Beliefs, tagger
from kg.extraction.citations.tokens import Token
from kg.extraction.labelling.chain import Scores
from kg.extraction.records.agreement import agreement, slots
from kg.extraction.records.labels import Part
from kg.extraction.records.record import Record
from kg.extraction.records.tokens import elide, layout_of, tokens_of


@dataclass(frozen=True, slots=True)
class Labelled:
    """A record with what its tokens are."""

    record: Record
    tokens: list[Token]
    labels: list[str]
    beliefs: Beliefs
    gap: int = 0
    """How many tokens stand before those that were left out, in a long record."""


_NAMES = "FGS"
_BARRED: dict[str, str] = {
    **dict.fromkeys((Part.LINK, Part.CODE, Part.REMARK, Part.ABSTRACT, Part.KIND), _NAMES),
    **dict.fromkeys((Part.YEAR, Part.VENUE), _NAMES + "T"),
    **dict.fromkeys((Part.PRESENTER, Part.DATE, Part.RATING, Part.STATE, Part.KEYWORDS, Part.IDENTIFIER), _NAMES + "T"),
}
"""What the value of a label cannot be, on its line: who speaks about a paper has not written it."""
_APART: dict[str, str] = {Part.TITLE: _NAMES + "V", Part.AUTHORS: "TV"}
"""The same where title and authors have a label each."""
_UNLIKELY = 8.0
"""What that costs, in nats."""
_NEVER = 20.0
"""What it costs a label that a token cannot have."""


def label(records: Sequence[Record]) -> list[Labelled]:
    """Label the tokens of records that are siblings."""
    chain = tagger()
    shortened = [elide(tokens_of(record)) for record in records]
    tokens = [found for found, _ in shortened]
    scores = [_scores(record, found) for record, found in zip(records, tokens, strict=True)]
    alone = [chain.chances(score) if len(score) else score for score in scores]
    placed = [slots(record, found) for record, found in zip(records, tokens, strict=True)]
    together = agreement(placed, alone)
    found = []
    for number, (record, own) in enumerate(zip(records, tokens, strict=True)):
        score, chances = scores[number], alone[number]
        if own and together[number].any():
            score = score + together[number]
            chances = chain.chances(score)
        labels = [chain.labels[best].rstrip("12") for best in chain.best(score)] if own else []
        found.append(Labelled(record, own, labels, Beliefs(chain.labels, chances), shortened[number][1]))
    return found


def _scores(record: Record, tokens: Sequence[Token]) -> Scores:
    """Score the labels of each token; the words of labels are never of a title or of a name."""
    chain = tagger()
    if not tokens:
        return chain.nothing_scored()
    scores = chain.weigh(tokens, record.marks, layout_of(record, tokens))
    starts = [token.start for token in tokens]

    def lower(start: int, end: int, signs: str, cost: float) -> None:
        columns = [n for n, sign in enumerate(chain.labels) if sign[0] in signs]
        scores[bisect_left(starts, start) : bisect_left(starts, end), columns] -= cost

    labelled = record.labelled()
    barred = {**_BARRED, **(_APART if {Part.TITLE, Part.AUTHORS} <= {sort for _, _, sort in labelled} else {})}
    for start, end, sort in (*record.marks, *labelled):
        if sort in ("known", "label"):
            lower(start, end, "TFGSN", _NEVER)
        elif sort in barred and start < end:
            line = record.line_at(start)
            stop = record.starts[line + 1] if line + 1 < len(record.starts) else len(record.text)
            lower(start, min(end, stop), barred[sort], _UNLIKELY)
    return scores
