"""What stands around the subject in a heading: `Class 7 - Tuesday -`, `Week 3:`, `Papers on`, marks and emblems."""

from __future__ import annotations

import re
from dataclasses import replace

from kg.extraction.dates import WEEKDAY
from kg.extraction.entries import Field
from kg.lexicons import words

_COUNTED = (
    "class|lecture|session|week|day|unit|module|lesson|seminar|meeting|part|chapter|section|theme|topic|block|phase|"
    "take-?away|woche|tag|sitzung|vorlesung|stunde|kapitel|teil|abschnitt|thema|semaine|jour|séance|cours|leçon|chapitre|"
    "partie|thème|semana|día|clase|sesión|lección|capítulo|parte|tema|settimana|giorno|lezione|aula|неделя|день|лекция|"
    "занятие|глава|часть|тема"
)
_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
_END = r"\s{0,3}(?:\([^()\n]{0,30}\)\s{0,3})?(?:[:.|]|[–—-](?=\s))\s{0,3}"
_LEAD = re.compile(
    rf"(?:(?:{_COUNTED})\s?(?:#|no\.?\s)?(?:\d{{1,3}}|[ivx]{{1,5}}|[a-h])(?:\s?[–-]\s?\d{{1,3}})?{_END}"
    rf"|第\s?[\d一二三四五六七八九十]{{1,3}}\s?[章节節回週周课課讲講部]\s{{0,3}}[:：.、\s]?\s{{0,3}}"
    rf"|(?:{WEEKDAY})\b[.,]?(?:\s\d{{1,2}}[./]\d{{1,2}}\.?)?{_END}"
    rf"|(?:{_MONTH})\.?\s\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s\d{{4}})?{_END}"
    rf"|\d{{1,2}}\s(?:{_MONTH})\.?(?:,?\s\d{{4}})?{_END}"
    rf"|\d{{4}}-\d\d-\d\d(?:,\s{{1,3}}|{_END})"
    r"|\d{1,2}(?:[.)](?=[^\W\d_]{3})|(?::|\s[–—-])\s(?=[^\W\d_])))",
    re.IGNORECASE,
)
"""What counts or dates a part of a note, before what it is on."""
_LIST_OF = re.compile(
    r"(?:(?:research|review|survey|related|recent|selected|key|some|more|other)\s){0,2}"
    r"(?:papers?|articles?|books?|surveys?|resources|readings?|publications?|literature|notes?|references|work|tutorials|"
    r"blog posts)\s(?:on|about|regarding)\s(?:the\s)?"
    r"|(?:based on|everything about|all about)\s(?:the\s)?",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"(?:\s|^)(?::[a-z][a-z_+]{1,30}:?|\{[^{}\n]{0,60}\}|\|\s{0,2}(?:back|top)\b[^\n]{0,20}|\^|↑|↩|#)$"
    r"|\s{0,3}[(\[]\s{0,2}(?:\d{1,4}(?:\s[^\W\d_]{1,12})?|[^()\[\]\n]{0,30}\bback\b[^()\[\]\n]{0,20})\s{0,2}[)\]]$",
    re.IGNORECASE,
)
"""A mark, an anchor, a number of things, a way back to the top."""
_BRACKET = re.compile(r"\s{0,3}[(\[](?P<words>[^()\[\]\n]{1,40})[)\]]$")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_WHO = re.compile(r"\s{1,3}\([^\W\d_][\w.-]{1,20}(?: [\w.-]{1,20})?\)$")
"""Who presents what a day is on."""
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
"""Letters of other scripts, in which some writers say a heading again."""
_MOST = 4


def subject_of(place: Field) -> Field:
    """Return the part of a heading that says what is below it; all of the heading if nothing else does.

    >>> def cut(text): return subject_of(Field(text, 0, 0, len(text))).text
    >>> cut("Class 7 - Tuesday - Social choice"), cut("Papers on parallel sorting"), cut("Sorting networks (12 papers)")
    ('Social choice', 'parallel sorting', 'Sorting networks')
    >>> cut("Week 3"), cut("Sparse autoencoders (SAEs)"), cut("Part II: Trees {#trees}"), cut("Llama 3: inference")
    ('Week 3', 'Sparse autoencoders (SAEs)', 'Trees', 'Llama 3: inference')
    >>> cut("1: Tides"), cut("Tides :wave:"), cut("Tides :wave")
    ('Tides', 'Tides', 'Tides')
    >>> cut("4.Tides"), cut("0 - Tides"), cut("3.5 Tides"), cut("Tides (\u6f6e\u6c50)"), cut("\u6f6e\u6c50 (Tides)")
    ('Tides', 'Tides', '3.5 Tides', 'Tides', '\u6f6e\u6c50 (Tides)')
    >>> cut("Based on tide gauges"), cut("Everything about tides"), cut("2023-01-17, tides of lakes (Ines)")
    ('tide gauges', 'tides', 'tides of lakes')
    """
    text, start = place.text, 0
    for _ in range(_MOST):
        found = _LEAD.match(text, start) or _LIST_OF.match(text, start)
        if found is None or not any(c.isalpha() for c in text[found.end() :]):
            break
        start = found.end()
    end = _end(text, start)
    who = _WHO.search(text, start, end) if _DAY.match(text) else None
    end = who.start() if who is not None else end
    if len(text) != place.end - place.start or (start, end) == (0, len(text)):
        return place
    return replace(place, text=text[start:end], start=place.start + start, end=place.start + end)


def leads(text: str) -> bool:
    """Return whether something else stands behind what counts or dates a part of a note.

    >>> leads("Week 3: Social choice"), leads("Week 3")
    (True, False)
    """
    found = _LEAD.match(text)
    return found is not None and any(c.isalpha() for c in text[found.end() :])


def _end(text: str, start: int) -> int:
    end = len(text)
    for _ in range(_MOST):
        shown = text[start:end].rstrip()
        found = _BEHIND.search(shown) or _in_brackets(shown)
        if found is None or not any(c.isalpha() for c in shown[: found.start()]):
            break
        end = start + found.start()
    return start + len(text[start:end].rstrip())


def _in_brackets(text: str) -> re.Match[str] | None:
    """Find words in brackets at the end that name no subject, `(selected papers)`, `[code]`, or name it once more."""
    found = _BRACKET.search(text)
    if found and _WIDE.search(found["words"]) and not _WIDE.search(text, 0, found.start()):
        return found
    section = words("section word") | words("function word") | words("link label")
    return found if found and all(w in section for w in found["words"].casefold().split()) else None
