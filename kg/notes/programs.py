"""Links with which programs lead back into themselves, which say nothing of a paper: `[(p. 4)](zotero://open-pdf/...)`.

Notion exports what is related to a row, or a page, as its name with an address or a path: `Vision (../Topics/Vision%20
3aced4....md)`, or as the path alone. The name is what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

_ADDRESS = re.compile(
    r"(?:zotero|obsidian|kindle|mendeley|papers3?|bookends|calibre|logseq|roam|marginnote\w*|x-devonthink-item|readwise|"
    r"skim|highlights|hook|notion|evernote|things)://"
    r"|https?://(?:readwise\.io/(?:to_kindle|open|bookreview|reader)\b|read\.readwise\.io/|hyp\.is/|hypothes\.is/a/"
    r"|(?:www\.)?zotero\.org/(?:users|groups)/\d+/(?:[\w-]+/)*items/|(?:www\.)?notion\.so/\S*?[\da-f]{32}\b)",
    re.IGNORECASE,
)
"""Addresses of a library, of a place in one, and of an annotation."""
_PLACE = re.compile(
    r"(?:(?:location|loc|pages?|pp?|pos|position|seiten?|s|posición|ubicación|página|emplacement|posizione|pagina|位置|页|頁)"
    r"[.:]?\s?)?(?:\d[\d,–-]{0,12}|[ivxlc]{1,8})\s?[页頁]?|第\s?\d+\s?[页頁]|(?:updated|created) on [\d :-]{8,20}",
    re.IGNORECASE,
)
_LABELS = frozenset(
    " ".join(label.split())
    for label in """
    pdf, link, open, image, note, annotation, snapshot, attachment, full text, full text pdf, local library,
    web library, zotero link, go to annotation, open in zotero, open in reader, open pdf, view highlight,
    view annotation, in context, zur anmerkung, in zotero öffnen, in zotero anzeigen,
    aller à l’annotation, ouvrir dans zotero, ir a la anotación
    """.split(",")
)
_FILE = re.compile(r"[^\n]{1,200}\.(?:pdf|html?|epub|djvu|docx?|png|jpe?g)", re.IGNORECASE)


def leads_into_program(target: str) -> bool:
    """Return whether an address is of a place in a program, and none at which the work is found.

    >>> leads_into_program("zotero://select/library/items/AB12"), leads_into_program("https://doi.org/10.1/x")
    (True, False)
    """
    return _ADDRESS.match(target) is not None


def is_furniture(label: str, target: str) -> bool:
    """Return whether the text of a link into a program says only where it leads: a page, a file, the program.

    >>> zotero = "zotero://open-pdf/library/items/AB12"
    >>> [is_furniture(label, zotero) for label in ("(p. 4)", "Location 120", "Lind et al., 2017, p. 4")]
    [True, True, False]
    """
    plain = " ".join(label.strip(" ()[]*_").split())
    if not leads_into_program(target):
        return plain == "View Tweet"
    return not plain or plain.casefold() in _LABELS or bool(_PLACE.fullmatch(plain) or _FILE.fullmatch(plain))


_RELATION = re.compile(
    r"(?<![\]\s])[ \t]{0,3}\((?:https?://(?:www\.)?notion\.so/[^()\s]{0,300}?[\da-f]{32}[^()\s]{0,60}"
    r"|[^()\s,]{1,400}?(?:%20|-)[\da-f]{32}(?:\.(?:md|csv))?)\)(?P<more>,)?"
    r"|(?<![^\s,:])(?:[^\s/,()\[\]]{1,120}/){1,8}(?P<name>[^\s/,()\[\]]{1,300})%20[\da-f]{32}\.(?:md|csv)(?![^\s,])"
)


def relations(text: str) -> Iterator[tuple[int, int, str]]:
    """Find what an export of Notion has for a name: a range of a text, and what is to stand there.

    Between several there is a semicolon, as each is a thing of its own.

    >>> page = "3aced493f7d74fac959b9ead301f449a"
    >>> list(relations(f"Lind (https://www.notion.so/Lind-{page}), Roe"))
    [(4, 67, ';')]
    >>> [name for _, _, name in relations(f"../Topics/State%20Spaces%20{page}.md")]
    ['State Spaces']
    """
    for found in _RELATION.finditer(text) if "notion.so" in text or "%20" in text else ():
        yield *found.span(), unquote(found["name"]) if found["name"] else ";" if found["more"] else ""
