"""Who made what, by constructions of a sentence that can mean one thing only: `X, by A`, `A's X`, `A built X`.

The names of a sentence are put as signs, so that each construction is one pattern. What they say goes before what the
trained reader takes a sentence for. Where people make something at an organisation, `by` names the organisation as the
maker; a verb of making names both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg import untrusted
from kg.extraction.relating import THINGS, Name

MAKES = (
    r"(?:(?:introduc|propos|releas|curat|describ|creat|devis|compil|open-?sourc)e[ds]?|(?:present|develop|design|construct|invent|"
    r"contribut|announc|unveil|collect)(?:e?[sd]|ed)?|(?:launch|publish)(?:e[sd])?)"
)
"""Verbs of making and showing, but for their forms in -ing."""
_LETTERS = {"person": "P", "org": "O", "task": "K", "award": "A", "paper": "W"} | dict.fromkeys(THINGS, "T")
ORG, PERSON, THING = r"⟨O\d+⟩", r"⟨P\d+⟩", r"⟨T\d+⟩"
"""Patterns of the signs of an organisation, a person, a method or data set."""
AWARD, PAPER = r"⟨A\d+⟩", r"⟨W\d+⟩"
BRACKET = r"(?:\s*\([^()]{0,80}\))?"
"""What may stand in brackets behind a name."""
_SIGN = re.compile(r"⟨([OPTKAW])(\d+)⟩")


def put_signs(text: str, names: Sequence[Name]) -> str:
    """Put a sign in the place of each name.

    >>> put_signs("BERT by Google", [Name(0, 4, "method"), Name(8, 14, "org")])
    '⟨T0⟩ by ⟨O1⟩'
    """
    parts: list[str] = []
    place = 0
    for at, name in enumerate(names):
        letter = _LETTERS.get(name.kind)
        if letter is not None and name.start >= place:
            parts += (text[place : name.start], f"⟨{letter}{at}⟩")
            place = name.end
    return "".join(parts) + text[place:]


def read_signs(part: str, names: Sequence[Name], letters: str) -> Iterator[Name]:
    """Yield the names whose signs stand in a part of a text, outside brackets, if they have one of some letters."""
    for sign in _SIGN.finditer(re.sub(r"\([^()]*\)", "", part)):
        if sign.group(1) in letters:
            yield names[untrusted.integer(sign.group(2))]


_MAKERS = ("person", "org")
_AND_OTHERS = r"(?>\s*(?:,\s*(?:(?:and|&|/)\s*)?|(?:and|&|/)\s*)(?:the\s+)?)"
_MADE_THINGS = rf"(?:the\s+|its\s+|their\s+)?{THING}{BRACKET}(?:{_AND_OTHERS}{THING}{BRACKET}){{0,30}}"
_OTHERS = (
    r"(?:,?\s*(?:and|with|&)\s+(?:others|(?:(?:his|her|their|the|a|some|many)\s+)?(?:\w+\s+)?(?:colleagues|co-?workers|"
    r"co-?authors|students|partners|collaborators|friends|team|group|people))|\s+et al\.?)?"
)
_PEOPLE = rf"{PERSON}{BRACKET}(?:{_AND_OTHERS}{PERSON}{BRACKET}){{0,30}}{_OTHERS}"
_ORGS = rf"(?:the\s+)?{ORG}(?:{_AND_OTHERS}{ORG}){{0,30}}"
_AT = r"\s*(?:,|\()?\s*(?:(?:then|now|both|all)\s+)?(?:at|of|from|with|in)\s+"
_TEAM = (
    r"(?:(?<!\w)(?:(?:the|a|an|some|another|several|his|her|their|our)\s+)?(?:\w+\s+){0,2}(?:team|group|people|researchers|lab|folks|"
    r"colleagues|engineers|scientists|others)\s+(?:at|from|of|in)\s+)?"
)
_MADE = rf"(?:{MAKES}|built|made|written|started|founded|maintained|trained|implemented)"
_MAKES = (
    r"(?:ha(?:s|ve|d)\s+)?(?:also\s+|just\s+|now\s+|recently\s+|then\s+|first\s+)?"
    rf"(?:{MAKES}|builds|built|made|wrote|writes|started|put\s+together|came\s+up\s+with|coined)"
)
_WORDS = r"(?:(?!(?:and|or|but|that|which|to|for|on|with|by|from|in|of)\b)[\w’'-]+,?\s+){0,3}"
_IS_MADE = r"(?:(?:is|was|were|are|both|all|which\s+(?:is|was))\s+)?(?:\w+ly\s+)?"
_COMMA = r"\s*,?\s*"
_BEHIND = rf"(?:{_PEOPLE}(?:{_AT}(?P<at>{_ORGS}))?|{_TEAM}(?P<org>{_ORGS}))"
_MAKINGS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<things>{THING}{BRACKET}){_COMMA}{_IS_MADE}(?:{_MADE}\s+)?(?:by|from)\s+(?P<makers>{_BEHIND})",
        rf"(?P<things>{_MADE_THINGS}){_COMMA}(?:an?|the|another|their)\s+(?:[\w-]+\s+){{1,5}}(?:by|from|of)\s+(?P<makers>{_BEHIND})",
        rf"(?P<things>{THING})(?:\s+(?:models?|system|framework|library|team|family))?\s+of\s+(?P<makers>(?:the\s+)?{ORG})",
        rf"(?P<makers>{ORG}|{PERSON})['’]s?\s+(?:(?:own|new|famous|latest|recent|open|original|large|small)\s+)*(?P<things>{THING})",
        rf"(?P<makers>{_BEHIND})\s+{_MAKES}\s+{_WORDS}(?P<things>{_MADE_THINGS})",
        rf"(?P<things>{_MADE_THINGS})\s*,?\s*(?:which|that)\s+(?P<makers>(?:{_PEOPLE}|{_ORGS})\s+{_MAKES}(?:\s+at\s+{_ORGS})?)",
        rf"\bfrom\s+(?P<makers>{_TEAM}{_ORGS})\s+(?:comes?|came)\s+{_WORDS}(?P<things>{_MADE_THINGS})",
        rf"(?P<things>{THING})\s*\((?P<makers>{_ORGS})(?:,?\s*\d{{4}})?\)",
    )
)


_TAUGHT = re.compile(
    r"\b(?:intro(?:duction)?|guide|tutorials?|courses?|lectures?|talks?|books?|papers?|notes|posts?|series|primer|videos?|"
    r"overview|seminars?|articles?|lists?|slides|resources) (?:to|on|about|for|of|in)\s(?:[^.;:,()⟨⟩]{0,60}\s)?$",
    re.IGNORECASE,
)
_FOR = re.compile(r"\b(?:for|using)\s(?:the\s)?$")
_TEACHES = re.compile(r"[- ](?:overview|tutorials?|courses?|lectures?|guide|book|papers?|talks?)\b", re.IGNORECASE)
_RENOWN = ("open", "state", "well", "so", "wide", "pre")
"""How a word with a hyphen begins that does not set a thing apart from others: `the open-source X`."""


def is_talked_about(text: str, thing: Name) -> bool:
    """Return whether what was made is about a thing, or of its sort: `Intro to X by A`, `A proposed low-rank X`."""
    ahead = text[: thing.start]
    return _is_set_apart(ahead) or any((_TAUGHT.search(ahead), _FOR.search(ahead), _TEACHES.match(text, thing.end)))


def _is_set_apart(ahead: str) -> bool:
    """Return whether the last word before a name tells that another thing of its sort was made.

    >>> [_is_set_apart(f"We built {text} ") for text in ("the low-rank", "a parser", "a", "the open-source")]
    [True, False, False, False]
    """
    word = (ahead.split() or [""])[-1].lstrip("*_`[(")
    return "-" in word.strip("-") and word[0].islower() and not word.startswith(_RENOWN)


def find_makers(text: str, names: Sequence[Name]) -> Iterator[tuple[Name, Name]]:
    """Yield the things of a sentence with those who made them.

    >>> text = "ColBERT, by Omar Khattab at Stanford, beats BM25"
    >>> names = [Name(0, 7, "method"), Name(12, 24, "person"), Name(28, 36, "org"), Name(44, 48, "method")]
    >>> [(text[a.start : a.end], text[b.start : b.end]) for a, b in find_makers(text, names)]
    [('ColBERT', 'Stanford')]
    """
    kinds = {name.kind for name in names}
    if kinds.isdisjoint(_MAKERS) or kinds.isdisjoint(THINGS):
        return
    signed = put_signs(text, names)
    seen: set[tuple[Name, Name]] = set()
    for pattern in _MAKINGS:
        for match in pattern.finditer(signed):
            groups = match.groupdict()
            makers = groups.get("at") or groups.get("org") or match["makers"]
            for thing in read_signs(match["things"], names, "T"):
                for maker in read_signs(makers, names, "OP"):
                    if (thing, maker) not in seen and not is_talked_about(text, thing):
                        seen.add((thing, maker))
                        yield thing, maker
