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
_OWNED = re.compile(r"['’]s?\s+(?:[\w-]+ ){0,2}")


def make(context: Context, sentence: Sentence) -> Iterator[Claim]:
    """Claim the organisations that stand right behind a person, or that own the person (`MIT's Jane Doe`)."""
    names = sentence.names
    for at, name in enumerate(names):
        if name.kind is not Kind.PERSON:
            continue
        orgs: list[Named] = []
        end = name.end
        for other in names[at + 1 :]:
            between = sentence.text[end - sentence.start : other.start - sentence.start]
            pattern = _NEXT if orgs else _FIRST
            if other.kind is not Kind.ORG or not between.strip() or not pattern.fullmatch(between):
                break
            orgs.append(other)
            end = other.end
        before = names[at - 1] if at else None
        if not orgs and before is not None and before.kind is Kind.ORG:
            between = sentence.text[before.end - sentence.start : name.start - sentence.start]
            if _OWNED.fullmatch(between):
                orgs.append(before)
        for org in orgs:
            yield Claim(
                context.mention(name), terms.AFFILIATION, context.mention(org), (context.place(sentence),), RULE, 0.85
            )
