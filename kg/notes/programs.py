"""Links with which programs lead back into themselves, which say nothing of a paper: `[(p. 4)](zotero://open-pdf/...)`."""

from __future__ import annotations

import re

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
    r"[.:]?\s?)?(?:\d[\d,–-]{0,12}|[ivxlc]{1,8})\s?[页頁]?|第\s?\d+\s?[页頁]",
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


def is_furniture(label: str) -> bool:
    """Return whether the text of such a link says only where it leads: a page, a location, a file, the program.

    >>> is_furniture("(p. 4)"), is_furniture("Location 120"), is_furniture("Lind et al., 2017, p. 4")
    (True, True, False)
    """
    plain = " ".join(label.strip(" ()[]*_").split())
    return not plain or plain.casefold() in _LABELS or bool(_PLACE.fullmatch(plain) or _FILE.fullmatch(plain))
