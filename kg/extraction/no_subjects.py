"""Headings, items and tags that name no subject by their form alone: a numbered example, an event, a file."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kg import lexicons

_NUMBERED = re.compile(
    r"(?:worked |use |user |case )?(?:example|exercise|assignment|box|figure|fig|table|step|case|study|story|"
    r"scenario|experiment|"
    r"question|problem|appendix|annex|slide|option|tip|rule|mistake|reason|beispiel|übung|aufgabe|abbildung|"
    r"tabelle|schritt|"
    r"fallbeispiel|frage|anhang|exemple|exercice|encadré|étape|tableau|annexe|ejemplo|ejercicio|paso|cuadro|"
    r"tabla|pregunta|"
    r"anexo|esempio|esercizio|riquadro|passo|domanda|exemplo|exercício|quadro|пример|упражнение|шаг|таблица|"
    r"рисунок|вопрос)"
    r"s?\.?\s?(?:#|no\.?\s?|nr\.?\s?)?(?:[a-z]?\d{1,3}(?:\.\d{1,2}){0,3}|[a-z]|[ivx]{1,4})(?:[:.)]|\s[–—-]\s|\s?$)",
    re.IGNORECASE,
)
"""A part of a note that shows something, and has a number for that: `Example 2: Priorities of a school`."""
_RELATION = re.compile(
    r"(?:a |brief |the )?(?:(?:relation(?:ship)?|connection|link|comparison|difference)s? (?:to|with|from)\b|"
    r"(?:comparison|difference|distinction)s? between\b|(?:vergleich|beziehung|zusammenhang|"
    r"unterschiede?) (?:zu|mit|zwischen)\b|"
    r"(?:comparaison|relations?|liens?|différences?) (?:avec|entre)\b|(?:comparación|relación|"
    r"diferencias?) (?:con|entre)\b|"
    r"(?:confronto|differenz[ae]) (?:con|tra|fra)\b|(?:comparação|relação|diferenças?) (?:com|entre)\b)",
    re.IGNORECASE,
)
"""What is said of something beside something else: `Relation to beam search`."""
_EVENT = re.compile(
    r"\b(?:\d{1,2}(?:st|nd|rd|th|e|ème|o|a|ª|º|\.)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
    r"annual|inaugural|erste[rs]?|zweite[rs]?|dritte[rs]?|première?|deuxième|troisième|primer|segundo|tercer)\s"
    r"(?:[\w-]{1,20}\s){0,4}(?:workshop|conference|symposium|meeting|congress|school|seminar|hackathon|tagung|"
    r"konferenz|"
    r"colloque|conférence|journées?|congreso|jornadas?|convegno)s?\b",
    re.IGNORECASE,
)
"""One of a series of events: `Second Workshop on Tides`."""
_ACT = re.compile(
    r"(?:[^\W\d_]{2,20}ing(?: (?:up|out|on|from|for|with))?|add|build|check|choose|create|define|download|find|"
    r"fix|get|identify|"
    r"implement|import|install|load|make|open|plot|prepare|run|save|set up|start|test|try|write) "
    r"(?:an?|our|your|my|this|these|it|them)\b",
    re.IGNORECASE,
)
"""What somebody does: `Mapping a mental model`."""
_TO_DO = re.compile(
    r"(?:running|installing|setting up|getting started with|trying(?: out)?|(?:difficult|hard|easy|ready|"
    r"able|need) to) \S"
    r"|.{1,40} to (?:read|watch|remember|do|try|check|explore|know)$",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"(?<![\w:])[^\W_]{1,40}_[^\W_]|^\\[a-z]+\{|\w\(\)|[^\W\d_]\.(?:py|md|sh|csv|json|ya?ml|ipynb|cpp|rs)\b"
)
"""A name in a program, a file, a command of TeX."""
_SERIAL = re.compile(r"(?P<stem>[a-zà-ÿ]{2,20})[ -]?\d{1,4}[a-z]{0,2}")
_FEWEST = 2
"""Others of a list that are numbered like one of it."""
_WORKFLOW = lexicons.words("workflow tag")
_RATING = re.compile(r"\W*\d?\W*(?:stars?|points?)?|\d+", re.IGNORECASE)


def heads_part(text: str, beside: Iterable[str]) -> bool:
    """Return whether a heading or an item is what the parts of any note can be called.

    Args:
        text: of the heading, without what counts it.
        beside: the texts of others of the list that it is in.

    >>> names = ("Example 2: Priorities", "Relation to MAE", "2nd Workshop on Tides", "Box models")
    >>> [heads_part(text, ()) for text in names]
    [True, True, True, False]
    >>> [heads_part(text, ()) for text in ("Mapping a mental model", "dm_control", "Relation extraction", "Mapping")]
    [True, True, False, False]
    >>> heads_part("case18", ("case22:", "case33bw", "Sources")), heads_part("word2vec", ("doc2vec",))
    (True, False)
    """
    forms = (_NUMBERED.match, _RELATION.match, _EVENT.search, _ACT.match, _TO_DO.match, _CODE.search)
    if any(form(text) for form in forms):
        return True
    stem = _stem(text)
    return bool(stem) and sum(_stem(other) == stem for other in beside) >= _FEWEST


def sorts(tag: str) -> bool:
    """Return whether a tag, or a part of one, sorts notes, says what is to be done, or rates.

    >>> [sorts(tag) for tag in ("todo", "permanent-note", "4 stars", "tides")]
    [True, True, True, False]
    """
    plain = tag.casefold()
    known = _WORKFLOW.intersection((plain, plain.replace("-", "").replace("_", "").replace(" ", "")))
    return bool(known) or _RATING.fullmatch(tag) is not None


def _stem(text: str) -> str:
    found = _SERIAL.fullmatch(text.strip(" :."))
    return found["stem"] if found is not None else ""
