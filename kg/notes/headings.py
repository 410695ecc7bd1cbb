"""Headings that nothing marks: a short line in the form of a title, alone on its line."""

from __future__ import annotations

import re

from kg.notes.wrapping import Line

LONGEST = 200
_DATE = re.compile(
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day\b.{0,30}"
    r"|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?"
    r"|\d{1,2}(?:st|nd|rd|th)?\.? (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?(?: \d{4})?"
    r"|\d{4}-\d{2}-\d{2}"
    r"|(?:day|week) \d{1,2}\b.{0,60})\Z",
    re.IGNORECASE,
)
_SESSION = re.compile(
    r"(?:expo|oral|keynote|poster|workshop|session|talk|panel|tutorial|invited|plenary|lightning|spotlight|demo|track"
    r"|award|best paper|part|section|chapter|takeaway|lesson|lecture|topic|theme)s?\b",
    re.IGNORECASE,
)
_SESSION_END = re.compile(
    r"\b(?:workshop|session|keynote|panel|award|tutorial|challenge)s?(?: \d{1,4})?\Z", re.IGNORECASE
)
_BACK = re.compile(
    r"(?:references|bibliography|further reading|works cited|acknowledge?ments?|appendix)\Z", re.IGNORECASE
)
_SPEAKER = re.compile(r" [-–—] [^\W\d_][\w.'’-]{0,30}(?: [\w.'’-]{1,30}){1,4}(?:,|\Z| of | at | & | and | \()")
_NUMBERED = re.compile(r"\w{1,20} \d{1,3}[:.] \S")
_SUBTITLE = re.compile(r"(?:by )?[a-z]|By |\(")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_PRINTED = re.compile(
    r"[^(\[:“”„«»‘\n]{0,90}?(?:\b[A-Z]\.|\w, [A-Z]\b|[^\W\d_]{2} [A-Z]{1,3}(?:[,.:;]| and | & )"
    r"|\bet\.? al\b|\band others\b)"
    r"|[^(\[:“”„«»‘\n]{2,90}[,.:] [“„«»‘\"']"
    r"|.{4,120}?[.,] \((?:1[6-9]|20)\d\d\)[.,:] \S"
    r"|.{20,}[,:;.] ?(?:pp?\. ?|[Ss]\. ?)?\d{1,5}[-–‑]\d{1,5}\Z"
    r"|[\[［]\d{1,3}[\]］] ?\S"
)
"""What references have and headings have not: initials, "et al.", a title in quotation marks behind names, a year in
brackets before the title, pages at the end, a number in square brackets."""
_DATED = re.compile(r".*(?<![\d./-])(?:1[6-9]|20)\d\d[a-z]?\b")
_CLOSING = tuple(".,;:!?．。，；：！？")


def heading_level(lines: list[Line], *, first: bool) -> int:
    """Return the level of a heading, 0 for what is none.

    Nothing in plain text says a level; days stand above sessions, and sessions above what was said in them. The first
    line of a page is its title.
    """
    line = lines[0]
    text = line.text.strip()
    if len(lines) > 1 or line.marker or line.indent > 3 or len(text) > LONGEST or "://" in text or "\t" in text:
        return 0
    if _PRINTED.match(text) and _DATED.match(text) and not (_DATE.match(text) or _SESSION.match(text)):
        return 0
    if first and not text.endswith(_CLOSING) and not _DATE.match(text):
        return 1
    if _DATE.match(text) or (line.alone and _BACK.match(text)):
        return 2
    session = _SESSION.match(text) or _SESSION_END.search(text) or _SPEAKER.search(text)
    if session and not (line.alone or line.above) and not _NUMBERED.match(text):
        session = None
    if (
        session
        and (_titled(text.rstrip("."), share=0.4) or _NUMBERED.match(text))
        and not text.endswith((",", ";", ":"))
    ):
        return 3
    return 4 if (line.alone or line.listed) and not text.endswith(_CLOSING) and _titled(text) else 0


def title_apart(lines: list[Line]) -> bool:
    """Return whether the first line of a page is its title, and the next a remark or byline, not its continuation."""
    if len(lines) < 2 or lines[0].marker or not _SUBTITLE.match(lines[1].text):
        return False
    width = max(len(line.text) for line in lines)
    fits = len(lines[0].text) + 1 + len(lines[1].text.split(maxsplit=1)[0]) <= width
    return fits and _titled(lines[0].text) and not lines[0].text.rstrip().endswith(_CLOSING)


def _titled(text: str, *, share: float = 0.6) -> bool:
    """Return whether a line has the form of a title: a few words, or so many of its long words with a capital."""
    words = _WORD.findall(text)
    if not words or not (text[0].isupper() or text[0].isdigit() or not text[0].isascii()):
        return False
    if len(words) <= 5:
        return True
    long = [word for word in words if len(word) > 3]
    return bool(long) and sum(word[0].isupper() for word in long) >= share * len(long)
