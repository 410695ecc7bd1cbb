"""Sentences that by their form alone only seem to relate a thing to another: what they say is of something else."""

from __future__ import annotations

import re

from kg.extraction.relating import AIM, Name, Stated

BUILDS = ("uses", "extends", "based_on")
"""Relations of what is built to what it is built with."""
_LOOKS = re.compile(
    r"\W*(?:(?:it|they|we|(?:this|another|an?) paper|the (?:authors?|paper|work)|then|also|further|first|here|"
    r"mainly)\s+){0,3}"
    r"(?:investigat|stud(?:y|ies|ied)|analy[sz]|examin|explor|observ|identif|discuss|prob(?:e?s|ed|e)?\b|show|demonstrat|"
    r"reveal|finds?\b|found|recogni[sz]|question|survey|review|interpret|ask|argu|prov(?:es|ed)\b|measur|compar|"
    r"(?:provid|giv|offer|present)(?:es?|s)? (?:the first|an?)(?: \w+){0,2} (?:analys|stud|characteri[sz]ation|"
    r"evaluation|survey|overview|review|investigation|critique))\w*",
    re.IGNORECASE,
)
"""How a sentence begins that tells what a paper looks into."""
_TURNS = re.compile(
    r"\b(?:propos|introduc|present|develop|releas|us(?:es|ing)|appl(?:y|ies|ied)|via|through|improv|address|tackl|solv|"
    r"leverag|buil[dt]|provid|design|enabl)\w*\b",
    re.IGNORECASE,
)
_SPEAKER = re.compile(
    r"\W*(?:[^\W\d_][^,.;:]{0,120},\s)?(?:here,?\s)?(?:we|this (?:paper|study|work|article))\b", re.IGNORECASE
)
_GOES_BACK = re.compile(r",\s(?:and\s)?(?:using|by|via|with|through|inspired|based)\b", re.IGNORECASE)
"""Behind a comma, what a whole clause says: not that of the name before it."""
_MEASURES = re.compile(r"\b(?:evaluat|compar|assess|measur|test|benchmark)\w*\s", re.IGNORECASE)
"""Before a name, what a writer did with it."""
_WRITES_CODE = re.compile(r"\bimplement(?:s|ed|ing|ation of)?\s(?:an?\s|the\s)?$", re.IGNORECASE)
"""Before a name of which a program is written, with something that the program uses."""
_BY_USING = re.compile(
    r"\W*(?:using|adding|applying|training|combining|replacing|removing)\s[^.;]{0,200}?\s(?:also\s)?"
    r"(?:improv|help|reduc|increas|lead|allow|giv|yield|boost|enabl|mak)(?:e?s)\b",
    re.IGNORECASE,
)
"""How a sentence begins that states something of what is used in it, and not of what the text is about."""
_BRACKETED = re.compile(r"\([^()]{0,200}\)")
_LISTED = 2
"""Words that the things of a list have, at most."""
_WHETHER = re.compile(r"\bwhether\b[^,;]*$")
_SOMEBODY = re.compile(
    r"(?:^\W*|[:;]\s)(?:you|one|users?|people|researchers|developers|students|customers)\s[a-z]", re.IGNORECASE
)
"""How a clause begins that tells what others do."""


def is_of_another(text: str, stated: Stated) -> bool:
    """Return whether a sentence says what it seems to state of something else, or the other way round."""
    ahead, subject = text[: stated.object.start], stated.subject
    if _WHETHER.search(ahead) or _SOMEBODY.search(ahead):
        return True
    if subject is None:
        looked = stated.relation in (AIM, *BUILDS) and _is_looked_into(text, stated)
        return looked or _BY_USING.match(ahead) is not None
    if _is_in_other_bracket(text[subject.end : stated.object.start]):
        return True
    return stated.relation in BUILDS and (
        (stated.relation == "uses" and _WRITES_CODE.search(text[: subject.start]) is not None)
        or _is_in_closed_bracket(text, subject, stated.object)
        or _is_of_speaker(text, subject, stated.object)
    )


def _is_looked_into(text: str, stated: Stated) -> bool:
    """Return whether a sentence tells what a paper looks into, which is its topic and not what it is applied to."""
    looks = _LOOKS.match(text)
    return looks is not None and not _TURNS.search(text, looks.end(), stated.object.start)


def _is_in_other_bracket(between: str) -> bool:
    """Return whether a bracket is about the last of several things: `X, Y (an older version of Z)`."""
    opened = between.rfind("(")
    if opened < 0 or ")" in between[opened:] or "," not in between[:opened]:
        return False
    listed = _BRACKETED.sub("", between[:opened]).split(",")
    return all(len(words.split()) <= _LISTED for words in listed)


def _is_in_closed_bracket(text: str, subject: Name, object_: Name) -> bool:
    """Return whether a name is one example of several: `usual ways (X, Y) and a new one based on Z`."""
    opened, closed = text.rfind("(", 0, subject.start), text.find(")", subject.end)
    if opened < 0 or not subject.end <= closed < object_.start or ")" in text[opened : subject.start]:
        return False
    return "," in text[opened:closed]


def _is_of_speaker(text: str, subject: Name, object_: Name) -> bool:
    """Return whether `we`, and not the named thing, used another: `We measured X again, using Y`."""
    if not _SPEAKER.match(text):
        return False
    if _MEASURES.search(text, 0, subject.start):
        return True
    return _GOES_BACK.search(text, subject.end, max(subject.end, object_.start)) is not None
