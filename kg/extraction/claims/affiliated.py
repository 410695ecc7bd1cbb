"""Where persons belong to: `Jane Doe (MIT)`, `Jane Doe, Stanford | Google`, `Jane Doe, a professor at CMU`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg import terms
from kg.extraction.context import Context, Sentence
from kg.extraction.naming import Named
from kg.model import Claim, Kind

RULE = "affiliation"

_FIRST = re.compile(
    r"['’]?\s*(?:[,(–—-]|of|from|at|with|is at|is from|joined)?\s*"
    r"(?:(?:is |was )?(?:now |currently )?(?:an? |the )?(?:[\w-]+ ){0,4}?"
    r"(?:professor|prof\.?|scientist|researcher|engineer|student|postdoc\w*|fellow|director|head|lead|leader|founder|"
    r"co-?founder|ceo|cto|se|swe|pi|lecturer|chair|dean|faculty|president|manager|member|works?|working|based)\b"
    r"(?: (?:of|in|for) [\w ]{2,30})?,?\s*(?:at|of|from|with|for|,|@)?\s*)?"
    r"(?:(?:of|from|at|the|by) ){0,2}(?:Univ\.? (?:of )?)?",
    re.IGNORECASE,
)
_NEXT = re.compile(r"\s*(?:[|/&,;+]|and|and (?:the|now)|,? and (?:[\w-]+ ){1,4}(?:at|of))\s*(?:the )?", re.IGNORECASE)
_JOINT = re.compile(r"\s*(?:,|,?\s+and|&|;)\s*")
_GROUP = re.compile(
    r",?\s*(?:(?:and|with)\s+)?(?:(?:(?:his|her|their|some)\s+)?(?:others|colleagues|co-?workers|co-?authors|partners|"
    r"collaborators|friends|team)|et al\.?)?,?\s*"
    r"(?:(?:who (?:is|was|are|were)|now|then|also|both|all|currently)\s+){0,2}"
    r"(?:at|from|of)\s+(?:the\s+)?",
    re.IGNORECASE,
)
"""What stands between the last of some persons and where all of them belong to."""
_OWNED = re.compile(r"['’]s?\s+(?:[\w-]+ ){0,2}")


def make(context: Context, sentence: Sentence) -> Iterator[Claim]:
    """Claim the organisations behind a person or a list of persons, or that own one (`MIT's Jane Doe`)."""
    names = sentence.names
    for at, name in enumerate(names):
        if name.kind is Kind.PERSON:
            for org in _behind(sentence, at) or _owner(sentence, at):
                person = context.mention(name)
                yield Claim(person, terms.AFFILIATION, context.mention(org), (context.place(sentence),), RULE, 0.85)


def _behind(sentence: Sentence, at: int) -> list[Named]:
    """Give the organisations that stand behind a person, whether alone or in a list of persons."""
    names, last = sentence.names, at
    while last + 1 < len(names) and names[last + 1].kind is Kind.PERSON:
        if not _JOINT.fullmatch(_between(sentence, names[last], names[last + 1])):
            break
        last += 1
    alone = _organisations(sentence, at, _FIRST)
    return alone or _organisations(sentence, last, _GROUP)


def _organisations(sentence: Sentence, at: int, first: re.Pattern[str]) -> list[Named]:
    """Give the organisations right behind a name; the words before the first one fit a pattern."""
    found: list[Named] = []
    before = sentence.names[at]
    for other in sentence.names[at + 1 :]:
        between = _between(sentence, before, other)
        fits = (_NEXT if found else first).fullmatch(between)
        if other.kind is not Kind.ORG or not between.strip() or not fits:
            break
        found.append(other)
        before = other
    return found


def _owner(sentence: Sentence, at: int) -> list[Named]:
    before = sentence.names[at - 1] if at else None
    if before is None or before.kind is not Kind.ORG:
        return []
    return [before] if _OWNED.fullmatch(_between(sentence, before, sentence.names[at])) else []


def _between(sentence: Sentence, one: Named, other: Named) -> str:
    return sentence.text[one.end - sentence.start : other.start - sentence.start]
