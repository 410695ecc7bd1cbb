"""How far somebody has come with a paper: boxes to tick, `DONE`, `#toread`, `Status: reading`, `read on 2024-03-05`.

`data/lexicons/states.csv` holds the words, with where each of them states something: behind a label, as a heading, a
tag or a keyword before a paper, as a label that asks for it, or as the answer to one.
"""

from __future__ import annotations

import re
from functools import cache

from kg import lexicons
from kg.extraction import dates

TO_READ, READING, READ = "to-read", "reading", "read"
_BOX = re.compile(r"[-*+\d.)]\s+\[(?P<sign>[ xX/])\]\s+[^\n]{0,6}$")
_BOXES = {" ": TO_READ, "x": READ, "X": READ, "/": READING}
_HEADLINE = re.compile(
    r"(?:\A|(?<=\n))\*{1,20}[ \t]{1,4}(?P<word>[A-Z-]{4,9})[ \t]{1,4}"
    r"(?:\[#[A-Z0-9]\][ \t]{0,4})?(?:\[\[[^\[\]\n]{1,200}\]\[)?$"
)
"""What stands before the text of a heading of Org mode that has a state."""
_BEFORE = 300
"""Characters before a block in which a box or a state can stand."""
_SIGNS = {**dict.fromkeys("✅✔☑✓", READ), **dict.fromkeys("📖👀🚧", READING), **dict.fromkeys("⏳🔲⬜☐❌✗✘📥", TO_READ)}
_ALONE = "✅✔☑⏳🔲⬜☐📖"
"""Signs that state something before or behind a paper, without a label."""
_SIGN = re.compile(rf"[{_ALONE}]\ufe0f?")
_DAY = re.compile(
    r"(?:\b(?:read|re-?read|finished|gelesen|fertig gelesen|lue?|leíd[oa]|letto|прочитано)"
    r"(?:\s(?:on|in|am|im|le|en|el|il|the))?:?|(?:阅读于|读于|已读于?|✅\ufe0f?|CLOSED:)|\b[Dd]ate read:?)"
    r"\s{0,3}[\[(<]?(?=\S)",
    re.IGNORECASE,
)
_SET_OFF = re.compile(
    r"[(\[（【](?P<words>[^()\[\]（）【】\n]{2,24})[)\]）】]|(?:(?<=[\s)\]])[–—-]|\A\s?[–—-])\s(?P<end>[^()\[\]（）【】\n]{2,24})\Z"
)
_ASIDE = re.compile(r"\w\s?[(（](?P<words>[^()（）]+)[)）]\W*\Z")
_OPEN = re.compile(r"\[\s?\]")
"""A box without a tick, in a cell."""
_FILLERS = re.compile(
    r"\b(?:papers?|articles?|list|my|the|pile|artikel|liste|artículos|these|this (?:week|month|year)|"
    r"(?:in )?(?:19|20)\d\d)\b",
    re.IGNORECASE,
)


def value(text: str, *, answers: bool = False) -> str:
    """Return what the value of a label or a cell states, "" when it states none.

    Args:
        text: the value.
        answers: whether the label asks if the paper was read, so that yes and no are answers.

    >>> value("🟢 In progress"), value("Read"), value("accepted"), value("✅"), value("no", answers=True)
    ('reading', 'read', '', 'read', 'to-read')
    """
    signs = {_SIGNS[sign] for sign in text if sign in _SIGNS}
    words = _key(text)
    if answers and _OPEN.fullmatch(text.strip()):
        return TO_READ
    if not words:
        return signs.pop() if len(signs) == 1 else ""
    return _words("value").get(words) or (_words("answer").get(words, "") if answers else "")


def heading(text: str) -> str:
    """Return what a heading states of the papers below it, "" when it states nothing.

    >>> [heading(text) for text in ("📚 Papers to read", "Reading list", "Reading list (to read)", "Read in 2024")]
    ['to-read', '', 'to-read', 'read']
    """
    if len(text) > 60:
        return ""
    known = _words("heading")
    aside = _ASIDE.search(text)
    of_papers = aside is not None and _key(_FILLERS.sub("", text[: aside.start() + 1])) in ("", READING)
    forms = text, _FILLERS.sub("", text), aside["words"] if aside and of_papers else ""
    return next((known[key] for key in map(_key, forms) if key in known), "")


def tag(text: str) -> str:
    """Return what a tag states: `#toread`, `#status/read`.

    >>> tag("#to-read"), tag("status/reading"), tag("#graphs")
    ('to-read', 'reading', '')
    """
    return _words("tag").get(_key(text.rsplit("/", 1)[-1]), "")


def asks(label: str) -> bool:
    """Return whether a label asks whether, or when, a paper was read: `Read?`, `Gelesen am`, `date_read`."""
    return _key(label) in _words("label")


def box(text: str, start: int) -> tuple[int, str]:
    """Return where the box of a task, or the state of an Org heading, begins that ends before a place of a file.

    With its state, which is "" where there is none.

    >>> box("- [x] Deep Sets", 6), box("** TODO [#A] Deep Sets", 13), box("* Deep Sets", 2)
    ((2, 'read'), (3, 'to-read'), (2, ''))
    """
    found = _BOX.search(text, max(0, start - _BEFORE), start)
    if found is not None:
        return found.start("sign") - 1, _BOXES[found["sign"]]
    headline = _HEADLINE.search(text, max(0, start - _BEFORE), start)
    state = _words("keyword").get(_key(headline["word"]), "") if headline is not None else ""
    return (headline.start("word"), state) if headline is not None and state else (start, "")


def keyword(text: str, start: int, end: int, *, before: int) -> tuple[int, int, str] | None:
    """Find the keyword of a task before a paper, in capitals: `DONE`, `LATER`.

    Args:
        text: the prose of a block.
        start: where the line begins.
        end: where it ends.
        before: where the paper begins, as far as it was told from the keyword; `READ: ...` is the name of a model.

    >>> keyword("DONE Deep Sets", 0, 14, before=0), keyword("READ: A Model", 0, 13, before=0)
    ((0, 4, 'read'), None)
    """
    found = _keyword().match(text, start, end)
    if found is None:
        return None
    inside = found.end("word") > before
    if inside and (found["word"].endswith(("READ", "READING")) or text[found.end("word")] == ":"):
        return None
    return (*found.span("word"), _words("keyword")[_key(found["word"])])


def uses_signs(text: str) -> bool:
    """Return whether a note marks papers by signs other than a book, which decorates many lists."""
    return any(sign in text for sign in _ALONE if sign != "📖")


def sign(text: str, start: int, end: int) -> tuple[int, int, str] | None:
    """Find a sign such as ✅ at either end of a range."""
    first, last = start, end
    while first < end and text[first] in " \t":
        first += 1
    while last > first and text[last - 1] in " \t\ufe0f.":
        last -= 1
    at = _SIGN.match(text, first, end) or (_SIGN.match(text, last - 1, end) if first < last else None)
    return (*at.span(), _SIGNS[at.group()[0]]) if at else None


def set_off(text: str) -> tuple[int, int, str] | None:
    """Find a state in brackets or behind a dash at the end of a text: `(to read)`, `— read`.

    >>> set_off(" (to read), a classic"), set_off(") — read"), set_off("- reads well")
    ((1, 10, 'to-read'), (2, 8, 'read'), None)
    """
    for found in _SET_OFF.finditer(text):
        words = found["words"] or found["end"]
        state = value(words) if any(c.isalpha() for c in words) else ""
        if state:
            return (*found.span(), state)
    return None


def day(text: str, start: int, end: int, line_end: int) -> tuple[int, int, str] | None:
    """Find the day on which a paper was read, with the words that say so; the last is the ISO date.

    Args:
        text: the prose of a block.
        start: where the part begins that is no field.
        end: where it ends; the year of the day may have been taken for that of the paper.
        line_end: where the line ends.

    >>> day("a classic (read 2024-03-05)", 0, 27, 27), day("Gelesen am 5.3.2024.", 0, 11, 20)
    ((11, 26, '2024-03-05'), (0, 19, '2024-03-05'))
    >>> day("we read 2024 papers", 0, 19, 19)
    """
    for found in _DAY.finditer(text, start, min(end + 1, line_end)):
        stated = dates.at(text, found.end(), line_end)
        before = text[start : found.start()].rstrip(" \t")
        if stated is None or (before and before[-1].isalnum()):
            continue
        if found.group().startswith("CLOSED") or not text[stated[0] : line_end].lstrip(" \t")[:1].isalnum():
            return found.start(), stated[0], stated[1]
    return None


@cache
def _keyword() -> re.Pattern[str]:
    listed = (row["words"].upper() for row in lexicons.rows("states") if "keyword" in row["use"].split())
    return re.compile(
        rf"\W{{0,6}}(?P<word>{'|'.join(sorted(map(re.escape, listed), key=len, reverse=True))})\b\W{{0,4}}(?=\S)"
    )


def _key(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


@cache
def _words(use: str) -> dict[str, str]:
    return {_key(row["words"]): row["state"] for row in lexicons.rows("states") if use in row["use"].split()}
