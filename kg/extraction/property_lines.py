"""Lines that name a field, `Location: Munich`, in prose: what stands there is no name of a method or of its makers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from kg.extraction import align
from kg.extraction.nlp import Found
from kg.extraction.records.labels import Part, read_labels
from kg.model import Block, Kind

_WORKS = frozenset({Kind.METHOD, Kind.DATASET, Kind.TASK})
_ALL = _WORKS | {Kind.ORG, Kind.AWARD}
_NONE = dict.fromkeys(
    (Part.DATE, Part.YEAR, Part.VOLUME, Part.PAGES, Part.IDENTIFIER, Part.KEY, Part.KIND, Part.PUBLISHER), _ALL
) | {Part.KEYWORDS: frozenset({Kind.ORG}), Part.AUTHORS: _WORKS, Part.VENUE: _WORKS}
"""Field -> kinds of names that its value has none of."""
_LONGEST = 12
"""Words of a value; where more follow, some are no value any longer."""


def without(block: Block, found: Iterable[Found]) -> list[Found]:
    """Leave out the names that are labels of fields, or stand in fields that name no such thing."""
    places = [*_places(block)] if ":" in block.prose or "：" in block.prose else []
    starts = [start for start, _, _ in places]

    def stands(one: Found) -> bool:
        at = bisect_right(starts, one.start) - 1
        return at >= 0 and one.end <= places[at][1] and one.kind in places[at][2]

    return [one for one in found if not stands(one)]


def _places(block: Block) -> Iterator[tuple[int, int, frozenset[Kind]]]:
    for start, end in align.lines(block):
        labels = read_labels(block, start, end)
        if not labels or block.prose[start : labels[0].start].strip(" \t>*•-_`[(【#"):
            continue
        ends = (*(label.start for label in labels[1:]), end)
        for label, stop in zip(labels, ends, strict=True):
            yield label.start, label.end, _ALL
            if len(block.prose[label.end : stop].split()) <= _LONGEST:
                yield label.end, stop, _NONE.get(label.part, frozenset())
