"""What stands around the subject in a heading: `Class 7 - Tuesday -`, `Week 3:`, `Papers on`, marks and emblems."""

from __future__ import annotations

import re
from dataclasses import replace

from kg.extraction.dates import WEEKDAY
from kg.extraction.entries import Field
from kg.lexicons import words
from kg.telling import can_name, is_adjective, words_of

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
    r"|:[a-z\d][a-z\d_+-]{0,30}:\s{0,3}"
    r"|\d{1,2}(?:[.)](?=[^\W\d_]{3})|(?::|\s[–—-])\s(?=[^\W\d_])))",
    re.IGNORECASE,
)
"""What counts or dates a part of a note, before what it is on."""
_LIST_OF = re.compile(
    r"(?:(?:research|review|survey|related|recent|selected|key|some|more|other|scholarly|academic|scientific)\s){0,2}"
    r"(?:papers?|articles?|books?|surveys?|resources|readings?|publications?|literature|notes?|references|work|tutorials|"
    r"blog posts)\s(?:on|about|regarding)\s(?:the\s)?"
    r"|(?:based on|everything about|all about)\s(?:the\s)?"
    r"|(?:topic|theme|area|field|subject|domain|papers?|articles|literature|readings?|publications|thema|bereich|thème|domaine|tema|área|tópico|ambito|тема):\s"
    r"|(?:the\s|an?\s)?(?:basics|fundamentals|foundations|taxonomy)\sof\s(?:the\s)?"
    r"|(?:an?\s)?(?:(?:short|brief|gentle|quick|general)\s)?(?:introduction|intro|overview|primer)\s(?:to|of|on)\s(?:the\s)?"
    r"|(?:wichtige\s|weitere\s)?(?:artikel|literatur|aufsätze|bücher|veröffentlichungen|texte)\s(?:zu[mr]?|über)\s"
    r"(?:de[mnr]\s|die\s|das\s)?|einführung in\s(?:die\s|das\s|den\s)?|überblick über\s(?:die\s|das\s|den\s)?"
    r"|(?:articles|lectures|livres|publications|ressources|textes)\ssur\s(?:les?\s|la\s|l['’])?"
    r"|introduction\s(?:à\sla|à\sl['’]|aux?|à)\s?"
    r"|(?:artículos|lecturas|libros|publicaciones|recursos)\ssobre\s(?:el\s|la\s|los\s|las\s)?"
    r"|introducción\s(?:al?)\s(?:la\s|los\s|las\s)?"
    r"|(?:articoli|letture|libri|pubblicazioni)\ssu(?:l|lla|lle|i|gli)?\s|introduzione\s(?:al|alla|alle|ai|agli|a)\s"
    r"|(?:artigos|leituras|livros|publicações)\ssobre\s(?:o\s|a\s|os\s|as\s)?|introdução\s(?:ao?s?|à)\s"
    r"|(?:статьи|работы|книги|литература|публикации)\s(?:об?|по|про)\s|введение в\s",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"\s(?:(?:areas|topics|tasks|methods|datasets|tools) (?:and|&) )?"
    r"(?:(?:research|review|survey|related|background) ){0,2}"
    r"(?:papers?|articles|publications|literature(?: reviews?)?"
    r"|reading lists?|readings|bibliography|thes[ei]s|scholars)$"
    r"|\s?(?:的|相关|相關|関連|관련 ?|に関する)?(?:论文|論文|文献|논문)"
    r"(?:列表|合集|一覧|リスト| ?목록| ?리스트| ?리뷰| ?정리)?$",
    re.IGNORECASE,
)
"""Behind the subject of what is listed: `Prompt tuning literature`."""
_BEHIND = re.compile(
    r"(?:\s|^)(?::[a-z\d][a-z\d_+-]{0,30}:?|\{[^{}\n]{0,60}\}|\|\s{0,2}(?:back|top)\b[^\n]{0,20}|\^|↑|↩|#)$"
    r"|\s{0,3}[(\[]\s{0,2}(?:\d{1,4}(?:\s[^\W\d_]{1,12})?|[^()\[\]\n]{0,30}\bback\b[^()\[\]\n]{0,20})\s{0,2}[)\]]$",
    re.IGNORECASE,
)
"""A mark, an anchor, a number of things, a way back to the top."""
_BRACKET = re.compile(r"\s{0,3}[(\[（](?P<words>[^()\[\]（）\n]{1,40})[)\]）]$")
_REMARK = re.compile(r"(?::|\s[–—-])\s{1,3}(?P<words>[^\W\d_]{1,20}(?: [^\W\d_]{1,20}){0,3})$")
"""What is said of the subject behind it: `Speech recognition: new directions`."""
_COUNTS = frozenset("two three four five six seven eight nine ten".split())
_DAYS = re.compile(rf"\b(?:{WEEKDAY})\b", re.IGNORECASE)
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
    >>> cut("1: Tides"), cut("Tides :wave:"), cut("Tides :wave: :100"), cut(":high_wave: :sea: Tides")
    ('Tides', 'Tides', 'Tides', 'Tides')
    >>> cut("ICFP 2019 papers")
    'ICFP 2019 papers'
    >>> cut("4.Tides"), cut("0 - Tides"), cut("3.5 Tides"), cut("Tides (\u6f6e\u6c50)"), cut("\u6f6e\u6c50 (Tides)")
    ('Tides', 'Tides', '3.5 Tides', 'Tides', '\u6f6e\u6c50 (Tides)')
    >>> cut("Based on tide gauges"), cut("Everything about tides"), cut("2023-01-17, tides of lakes (Ines)")
    ('tide gauges', 'tides', 'tides of lakes')
    >>> cut("Tide gauge papers"), cut("Seminal papers"), cut("An introduction to tides"), cut("潮汐相关论文")
    ('Tide gauge', 'Seminal papers', 'tides', '潮汐')
    >>> cut("Articles sur les marées")
    'marées'
    >>> cut("Speech recognition: new directions"), cut("Tides - general introduction"), cut("Papers: tides")
    ('Speech recognition', 'Tides', 'tides')
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
        found = _BEHIND.search(shown) or _remarked(shown) or _listed(shown)
        if found is None or not any(c.isalpha() for c in shown[: found.start()]):
            break
        end = start + found.start()
    return start + len(text[start:end].rstrip())


def _listed(text: str) -> re.Match[str] | None:
    """Find the word for what is listed, behind a name that can be one alone."""
    found = _LISTED.search(text)
    name = words_of(text[: found.start()]) if found else []
    if (
        not can_name(name)
        or is_adjective(name[-1])
        or any(word.isdigit() or word.casefold() in _COUNTS for word in name)
    ):
        return None
    return None if words("section word").issuperset(map(str.casefold, name)) else found


def _remarked(text: str) -> re.Match[str] | None:
    """Find words at the end that name no subject, `(selected papers)`, `[code]`, `: overview`, or name it once more."""
    found = _BRACKET.search(text)
    if found and _WIDE.search(found["words"]) and not _WIDE.search(text, 0, found.start()):
        return found
    found = found or (_REMARK.search(text) if not _DAYS.search(text) else None)
    section = words("section word") | words("function word") | words("link label")
    return found if found and all(w in section for w in found["words"].casefold().split()) else None
