"""What the title of a paper states: what it makes is for a task, and uses what it does that with.

`FooNet: Glacier Segmentation with diffusion models` is applied to the one and uses the other; where a title names
nothing that the paper makes, what it uses is applied to the task.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg import terms
from kg.extraction import gazetteer
from kg.extraction.context import Context
from kg.extraction.entries import Entry, Field
from kg.extraction.logs import is_set_off
from kg.extraction.naming import Named
from kg.extraction.naming.titling import MEANS, REVIEW, makes, part_of, unpraised
from kg.model import Claim, Iri, Kind, Mention

RULE = "title-relation"
_SURE = 0.7
_THINGS = (Kind.METHOD, Kind.DATASET)
_BASED = re.compile(r"[- ]based\b", re.IGNORECASE)
_MADE, _USED, _AIM = "made", "used", "aim"


def make(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim what the title of a paper states of the names in it."""
    title = entry.title
    if title is None or title.end - title.start > len(title.text) + 2 or not is_set_off(entry):
        return
    if REVIEW.search(title.text):
        return
    names = context.names.within(title.block, title.start, title.end)
    roles = [(role, name) for name in names for role in (_role(context, title, name),) if role]
    made = [context.mention(name) for role, name in roles if role == _MADE][:1]
    used = [context.mention(name) for role, name in roles if role == _USED]
    aims = [context.mention(name) for role, name in roles if role == _AIM]
    place = (context.span(title),)
    pairs: list[tuple[Mention, Iri, Mention]] = [(one, terms.APPLIED_TO, aim) for one in made or used for aim in aims]
    pairs += [(one, terms.USES, other) for one in made for other in used]
    for one, predicate, other in dict.fromkeys(pairs):
        if one.text.casefold() != other.text.casefold():
            yield Claim(one, predicate, other, place, RULE, _SURE)


def _role(context: Context, title: Field, name: Named) -> str:
    """Return what a name is in a title: what is made, what is used, what it is for; "" if the title does not tell."""
    prose = context.note.blocks[title.block].prose[title.start : title.end]
    start, end = name.start - title.start, name.end - title.start
    part = part_of(prose, start, end)
    if part is None or name.kind not in (*_THINGS, Kind.TASK):
        return ""
    if name.kind is Kind.METHOD and _BASED.match(prose, end):
        return _USED
    if end != part.end:
        return ""
    if name.kind is Kind.TASK:
        opens = part.lead in ("", ":") and part.behind in MEANS
        return _AIM if part.lead == "for" or opens else ""
    if start == 0 and part.behind in (":", "for", "via", "with", "using"):
        return _MADE
    if part.lead not in MEANS or start > unpraised(prose, part):
        return ""
    known = gazetteer.known(name.text)
    return _MADE if makes(name, part) else _USED if known is not None and known.name.islower() else ""
