"""Who made what, by the constructions that say it: `X, by A at O`, `O's X`, `O released X`, `X, which A wrote`.

The names of a sentence are put as signs (`signs`), so that each construction is one pattern. Where people make
something at an organisation, `by` names the organisation as the maker; a verb of making names both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg.extraction import signs
from kg.extraction.relating import THINGS, Name

_ORG, _PERSON, _THING = signs.ORG, signs.PERSON, signs.THING
_BRACKET = signs.BRACKET
_MAKERS = ("person", "org")
_AND = r"(?>\s*(?:,\s*(?:(?:and|&|/)\s*)?|(?:and|&|/)\s*)(?:the\s+)?)"
_THINGS = rf"(?:the\s+|its\s+|their\s+)?{_THING}{_BRACKET}(?:{_AND}{_THING}{_BRACKET}){{0,30}}"
_OTHERS = (
    r"(?:,?\s*(?:and|with|&)\s+(?:others|(?:(?:his|her|their|the|a|some|many)\s+)?(?:\w+\s+)?(?:colleagues|co-?workers|"
    r"co-?authors|students|partners|collaborators|friends|team|group|people))|\s+et al\.?)?"
)
_PEOPLE = rf"{_PERSON}{_BRACKET}(?:{_AND}{_PERSON}{_BRACKET}){{0,30}}{_OTHERS}"
_ORGS = rf"(?:the\s+)?{_ORG}(?:{_AND}{_ORG}){{0,30}}"
_AT = r"\s*(?:,|\()?\s*(?:(?:then|now|both|all)\s+)?(?:at|of|from|with|in)\s+"
_TEAM = (
    r"(?:(?<!\w)(?:(?:the|a|an|some|another|several|his|her|their|our)\s+)?(?:\w+\s+){0,2}(?:team|group|people|researchers|lab|folks|"
    r"colleagues|engineers|scientists|others)\s+(?:at|from|of|in)\s+)?"
)
_MADE = (
    r"(?:developed|created|built|made|designed|released|introduced|proposed|published|invented|devised|written|started|"
    r"founded|open-?sourced|maintained|collected|curated|compiled|trained|launched|implemented)"
)
_MAKES = (
    r"(?:ha(?:s|ve|d)\s+)?(?:also\s+|just\s+|now\s+|recently\s+|then\s+|first\s+)?(?:develop(?:ed|s)|create[ds]|built|builds|made|"
    r"design(?:ed|s)|release[ds]?|introduce[ds]?|propose[ds]?|publish(?:ed|es)|invent(?:ed|s)|devise[ds]|wrote|writes|started|"
    r"open-?source[ds]|collect(?:ed|s)|curate[ds]|compile[ds]|launch(?:ed|es)|put\s+together|came\s+up\s+with|"
    r"coined|announce[ds]|unveil(?:ed|s))"
)
_WORDS = r"(?:(?!(?:and|or|but|that|which|to|for|on|with|by|from|in|of)\b)[\w’'-]+,?\s+){0,3}"
_IS = r"(?:(?:is|was|were|are|both|all|which\s+(?:is|was))\s+)?(?:\w+ly\s+)?"
_COMMA = r"\s*,?\s*"
_BEHIND = rf"(?:{_PEOPLE}(?:{_AT}(?P<at>{_ORGS}))?|{_TEAM}(?P<org>{_ORGS}))"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<things>{_THING}{_BRACKET}){_COMMA}{_IS}(?:{_MADE}\s+)?(?:by|from)\s+(?P<makers>{_BEHIND})",
        rf"(?P<things>{_THINGS})\s+(?:is|was|were|are)\s+{_MADE}\s+(?:in\s+\d{{4}}\s+)?(?:by|at)\s+(?P<makers>{_BEHIND})",
        rf"(?P<things>{_THINGS}){_COMMA}(?:an?|the|another|their)\s+(?:[\w-]+\s+){{1,5}}(?:by|from|of)\s+(?P<makers>{_BEHIND})",
        rf"(?P<things>{_THING})(?:\s+(?:models?|system|framework|library|team|family))?\s+of\s+(?P<makers>(?:the\s+)?{_ORG})",
        rf"(?P<makers>{_ORG}|{_PERSON})['’]s?\s+(?:(?:own|new|famous|latest|recent|open|original|large|small)\s+)*(?P<things>{_THING})",
        rf"(?P<makers>{_BEHIND})\s+{_MAKES}\s+{_WORDS}(?P<things>{_THINGS})",
        rf"(?P<things>{_THINGS})\s*,?\s*(?:which|that)\s+(?P<makers>(?:{_PEOPLE}|{_ORGS})\s+{_MAKES}(?:\s+at\s+{_ORGS})?)",
        rf"\bfrom\s+(?P<makers>{_TEAM}{_ORGS})\s+(?:comes?|came)\s+{_WORDS}(?P<things>{_THINGS})",
        rf"(?P<things>{_THING})\s*\((?P<makers>{_ORGS})(?:,?\s*\d{{4}})?\)",
    )
)


def find(text: str, names: Sequence[Name]) -> Iterator[tuple[Name, Name]]:
    """Yield the things of a sentence with those who made them.

    >>> text = "ColBERT, by Omar Khattab at Stanford, beats BM25"
    >>> names = [Name(0, 7, "method"), Name(12, 24, "person"), Name(28, 36, "org"), Name(44, 48, "method")]
    >>> [(text[a.start : a.end], text[b.start : b.end]) for a, b in find(text, names)]
    [('ColBERT', 'Stanford')]
    """
    kinds = {name.kind for name in names}
    if kinds.isdisjoint(_MAKERS) or kinds.isdisjoint(THINGS):
        return
    signed = signs.put(text, names)
    seen: set[tuple[Name, Name]] = set()
    for pattern in _PATTERNS:
        for match in pattern.finditer(signed):
            groups = match.groupdict()
            makers = groups.get("at") or groups.get("org") or match["makers"]
            for thing in signs.read(match["things"], names, "T"):
                for maker in signs.read(makers, names, "OP"):
                    if (thing, maker) not in seen and not _abbreviates(text, maker, thing):
                        seen.add((thing, maker))
                        yield thing, maker


def _abbreviates(text: str, maker: Name, thing: Name) -> bool:
    """Return whether the one is the short form of the other in brackets behind it."""
    letters = [word[0] for word in re.findall(r"\w+", text[thing.start : thing.end].casefold())]
    return len(letters) > 1 and "".join(letters) == text[maker.start : maker.end].casefold()
