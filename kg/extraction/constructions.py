"""What a sentence states of its names by a construction that can mean one thing only: `the use of X for Y`, `X, by A`.

The names of a sentence are put as signs, so that each construction is one pattern. What they say goes before what the
trained reader takes a sentence for. Where people make something at an organisation, `by` names the organisation as the
maker; a verb of making names both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg import untrusted
from kg.extraction.relating import THINGS, Name

_LETTERS = {"person": "P", "org": "O", "task": "K", "award": "A", "paper": "W"} | dict.fromkeys(THINGS, "T")
ORG, PERSON, THING, TASK = r"⟨O\d+⟩", r"⟨P\d+⟩", r"⟨T\d+⟩", r"⟨K\d+⟩"
"""Patterns of the signs of an organisation, a person, a method or data set, a task."""
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


_ANY = rf"(?:{THING}|{TASK})"
_KINDS = (*THINGS, "task")
_SORT = (
    r"(?:method|technique|algorithm|recipe|approach|procedure|loss|module|trick|strategy|scheme|objective|layer|block|"
    r"mechanism|framework|model|architecture|network)"
)
_PLAIN = r"(?!(?:and|or|but|to|for|on|in|with|by|from|of|at|as|which|that|is|are|was|were|while|than|it|we|they|not)\b)"
_SOME = rf"(?:{_PLAIN}[\w’'-]+\s+){{0,3}}"
_AND_TOO = r"(?>\s*(?:,\s*(?:(?:and|or|&)\s*)?|(?:and|or|&)\s*)(?:the\s+)?)"
_EG = r"(?:,?\s*(?:e\.g\.|for example|for instance|such as|including|like|especially),?\s*)"
_LIST = rf"{_ANY}{BRACKET}(?:(?:{_AND_TOO}|{_EG}){_ANY}{BRACKET})*"


@dataclass(frozen=True, slots=True)
class Said:
    """What a construction says: the subject, or None for what the text is about, the relation, the object."""

    subject: Name | None
    relation: str
    object: Name


_WORK = (
    r"(?:method|technique|algorithm|approach|procedure|strategy|scheme|framework|optimi[sz]er|compiler|toolkit|library)"
)
_FROM = rf"(?P<s>{THING}{BRACKET})\s+{_SORT}s?\s+from\s+(?:the\s+)?(?P<o>{THING})(?!['’])"
"""The Foo loss from Bar."""
_USE_OF = (
    r"\b(?:use|usage|application|adoption|applicability|appl(?:ying|ies|y|ied))\s+(?:of\s+)?(?:the\s+|an?\s+)?"
    rf"(?P<s>{THING}{BRACKET})(?:\s+{_SORT}s?)?\s+(?:for|to|in)\s+(?:the\s+)?{_SOME}(?P<o>{_LIST})"
)
"""The use of Foo for parsing and tagging."""
_IN_USE = (
    rf"^\W*(?P<s>{THING}{BRACKET})(?:\s+{_SORT}s?)?\s+(?:is|are|was|were|has been|have been)\s+"
    r"(?:\w+ly\s+|often\s+|also\s+)?(?:used|applied|useful|popular|standard|successful)\s+(?:for|in|to)\s+"
    rf"{_SOME}(?P<o>{_LIST})"
)
"""Foo is widely used for parsing, e.g. of trees."""
_OF_SORT = (
    rf"\ban?\s+(?:[\w-]+\s+){{0,2}}(?P<o>{THING})(?:[- ]based)?\s+{_SORT},?\s+"
    rf"(?:(?:called|named|dubbed|termed)\s+)?(?P<s>{THING})(?=[,.;:]|\s*$|\s+(?:that|which|for|to)\b)"
)
"""A novel dynamic programming algorithm, Foo."""
_WORK_FOR = (
    rf"^\W*(?:(?P<s>{THING}){BRACKET}\s+)?(?:(?:it|this paper|the paper|we|they|also)\s+)?(?:also\s+)?"
    r"(?:propos|present|introduc|develop|describ|giv|offer)\w*\s+an?\s+[^⟨⟩.,;]{0,60}?\b"
    rf"{_WORK}\s+for\s+(?:the\s+)?{_SOME}(?P<o>{THING})"
)
"""Foo presents a parallel training method for Bar."""
_IS_A = (
    r"^\W*(?P<s>)(?:the\s+(?:\w+\s+)?(?:model|method|architecture|system|network|backbone|core)|it)\s+(?:itself\s+)?"
    r"(?:is|was)\s+(?:\w+ly\s+)?(?:an?\s+)(?:[^⟨⟩.,;]{0,60}\s)?"
    rf"(?P<o>{THING})(?:[- ](?:based|style))?\s+(?:architecture|model|variant|network|backbone)"
)
"""The model itself is a small Foo architecture."""
_RELATIONS = tuple(
    (relation, re.compile(pattern, re.IGNORECASE))
    for relation, pattern in (
        ("part_of", _FROM),
        ("applied_to", _USE_OF),
        ("applied_to", _IN_USE),
        ("based_on", _OF_SORT),
        ("applied_to", _WORK_FOR),
        ("based_on", _IS_A),
    )
)
"""A group `s` that is empty stands for what the text is about."""


def find_relations(text: str, names: Sequence[Name]) -> Iterator[Said]:
    """Yield what the constructions of a sentence say.

    >>> text = "takes the Evol loss from WizardLM"
    >>> [(text[s.subject.start : s.subject.end], s.relation, text[s.object.start : s.object.end])
    ...  for s in find_relations(text, [Name(10, 14, "method"), Name(25, 33, "method")])]
    [('Evol', 'part_of', 'WizardLM')]
    """
    if not any(name.kind in _KINDS for name in names):
        return
    signed = put_signs(text, names)
    for relation, pattern in _RELATIONS:
        for match in pattern.finditer(signed):
            subjects: list[Name | None] = [*read_signs(match["s"] or "", names, "T")]
            for subject in subjects or [None]:
                for object_ in read_signs(match["o"], names, "TK"):
                    yield Said(subject, relation, object_)


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
_IS_MADE = r"(?:(?:is|was|were|are|both|all|which\s+(?:is|was))\s+)?(?:\w+ly\s+)?"
_COMMA = r"\s*,?\s*"
_BEHIND = rf"(?:{_PEOPLE}(?:{_AT}(?P<at>{_ORGS}))?|{_TEAM}(?P<org>{_ORGS}))"
_MAKINGS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<things>{THING}{BRACKET}){_COMMA}{_IS_MADE}(?:{_MADE}\s+)?(?:by|from)\s+(?P<makers>{_BEHIND})",
        rf"(?P<things>{_MADE_THINGS})\s+(?:is|was|were|are)\s+{_MADE}\s+(?:in\s+\d{{4}}\s+)?(?:by|at)\s+(?P<makers>{_BEHIND})",
        rf"(?P<things>{_MADE_THINGS}){_COMMA}(?:an?|the|another|their)\s+(?:[\w-]+\s+){{1,5}}(?:by|from|of)\s+(?P<makers>{_BEHIND})",
        rf"(?P<things>{THING})(?:\s+(?:models?|system|framework|library|team|family))?\s+of\s+(?P<makers>(?:the\s+)?{ORG})",
        rf"(?P<makers>{ORG}|{PERSON})['’]s?\s+(?:(?:own|new|famous|latest|recent|open|original|large|small)\s+)*(?P<things>{THING})",
        rf"(?P<makers>{_BEHIND})\s+{_MAKES}\s+{_WORDS}(?P<things>{_MADE_THINGS})",
        rf"(?P<things>{_MADE_THINGS})\s*,?\s*(?:which|that)\s+(?P<makers>(?:{_PEOPLE}|{_ORGS})\s+{_MAKES}(?:\s+at\s+{_ORGS})?)",
        rf"\bfrom\s+(?P<makers>{_TEAM}{_ORGS})\s+(?:comes?|came)\s+{_WORDS}(?P<things>{_MADE_THINGS})",
        rf"(?P<things>{THING})\s*\((?P<makers>{_ORGS})(?:,?\s*\d{{4}})?\)",
    )
)


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
                    if (thing, maker) not in seen:
                        seen.add((thing, maker))
                        yield thing, maker
