"""Who posts a paper, or presents it, and is none of its authors: `Ann: The title, Jane Roe, 2019`.

In a chat, or in the plan of a reading group, the same few names lead the lines, and the authors stand behind titles.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from kg.extraction.citations.tokens import within
from kg.extraction.records.labelling import NAMES, Labelled

_LEADS = re.compile(
    r"\W{0,3}(?:\d[\d:./-]{3,11}\W{1,5})?"
    r"(?P<who>[^\W\d_][\w'’.-]{1,20}(?: [^\W\d_][\w'’.-]{1,20})?)(?:, \d{1,2}[:.]\d\d)?\W{0,3}\s?(?:[:：|]|\s[—–-])\s"
)
"""A name that leads a line, behind a date or a time, with a sign behind it."""
_FEWEST, _MOST = 4, 0.6
"""Records that such names lead, and the share of a list."""


def leave_posters(read: Sequence[Labelled]) -> None:
    """Take the names that lead the records of a list again and again for none of a paper, if its authors follow.

    Args:
        read: the records of a layout.
    """
    leads = [_LEADS.match(labelled.record.text) for labelled in read]
    counted = Counter(lead["who"] for lead in leads if lead is not None)
    posted = [
        (labelled, within(labelled.tokens, *lead.span("who")))
        for labelled, lead in zip(read, leads, strict=True)
        if lead is not None and counted[lead["who"]] > 1
    ]
    credited = sum(any(sign[0] in NAMES for sign in labelled.labels[at.stop :]) for labelled, at in posted)
    if min(len(posted), credited) < max(_FEWEST, _MOST * len(read)) or len(counted) == 1:
        return
    for labelled, at in posted:
        labelled.labels[: at.stop] = ["O"] * at.stop
