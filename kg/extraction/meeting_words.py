"""Words of logs of meetings: what such a log is called, and the labels of its lines."""

from __future__ import annotations

import re

SERIES = re.compile(
    r"\b(?:seminars?|journal[ -]?club|reading[ -]?group|paper[ -]?club|colloqui(?:um|a)|group meetings?|lab meetings?|"
    r"minutes|lecture series|study group|lesegruppe|lesekreis|kolloquium|groupe de lecture|séminaire|seminario|"
    r"club de lectura|discussion group|talk series)\b",
    re.IGNORECASE,
)
"""Words in the title or the first lines of a log of meetings."""
READING = re.compile(
    r"\b(?:journal[ -]?club|reading[ -]?group|paper[ -]?club|study group|lesegruppe|lesekreis|groupe de lecture|"
    r"club de lectura|discussion group)\b",
    re.IGNORECASE,
)
"""Meetings at which papers of others are read."""
_SAID = r"\s*(?:\W{0,3}:(?!//)|[*_]{0,3}\s[–—-](?=\s))[*_\s]{0,4}"
_SPEAKERS = (
    r"(?:guest |invited |our )?speakers?|who|guests?|lecturers?|presenters?|presented by|presenting|presentation by|"
    r"led by|discussion led by|leaders?|discussion leaders?|discussants?|referent(?:in)?|vortragende[rn]?|vortrag|"
    r"orateur|oratrice|présenté par|intervenante?|ponente|presenta|presentadora?"
)
_PAPERS = (
    r"papers?|reading|read|today['’]s paper|article|preprint|publication|we read|text|artikel|aufsatz|lektüre|"
    r"artículo|lecture du jour"
)
_TITLES = r"titles?|title of the talk|talk|topic|subject|what|titel|titre|thema|título"
_LINKS = r"links?|urls?|pdf|arxiv|doi|paper link|openreview"
LABELS = tuple(
    re.compile(rf"\W{{0,4}}(?:{words}){_SAID}", re.IGNORECASE) for words in (_SPEAKERS, _PAPERS, _TITLES, _LINKS)
)
"""Labels of who speaks, of the paper, of the title of a talk, of a link."""
INSIDE = re.compile(
    rf"(?:[.;,|·(\[]|\s[–—-])\s*\W{{0,3}}(?=\b(?:{_SPEAKERS}|{_PAPERS}|{_TITLES}|{_LINKS}){_SAID}\S)", re.IGNORECASE
)
"""Before a label inside a line: `12 May · Presenter: Jane Doe (ETH) · Paper: Title`."""
BY = re.compile(
    r"\W{0,4}(?i:(?:presented|presentation|(?:guest )?(?:talk|lecture|seminar)|discussion led|led|given|introduced)"
    r" by:?|"
    r"(?:our |the |today['’]s )?(?:guest|speaker|presenter)s?(?: today)? (?:was|were|is|are))\s+(?=[A-Z])"
)
OPENS = re.compile(r"present|led\b|gave|talked|spoke|walked|took|introduced|reported", re.IGNORECASE)
"""Verbs of a sentence that tells who gave the talk of the day."""
