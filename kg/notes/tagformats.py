"""Formats of references: how their tags, columns or keys are written; `tags.csv` says what each is in BibTeX."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

from kg import resources
from kg.notes.tagged import Format

_ROWS: dict[str, list[dict[str, str]]] = defaultdict(list)
for _row in resources.rows(Path(__file__).with_name("tags.csv")):
    _ROWS[_row["format"]].append(_row)
_INSTEAD = "instead of "
_NO_LINE = re.compile(r"(?!)")


def fields(name: str) -> dict[str, str]:
    """Return the tags of a format, each with the name that BibTeX has for it."""
    return {row["tag"]: row["field"] for row in _ROWS[name] if row["how"] not in ("type", "place")}


def types(name: str) -> dict[str, str]:
    """Return the types of references of a format, each with that of BibTeX."""
    return {row["tag"]: row["field"] for row in _ROWS[name] if row["how"] == "type"}


def _format(name: str, /, **more: Any) -> Format:
    """Make a format of the rows of a table, and of what else its references are known by."""
    instead = {row["tag"]: row["how"].partition(_INSTEAD)[2] for row in _ROWS[name] if _INSTEAD in row["how"]}
    made: dict[str, Any] = {
        "name": name,
        "names": fields(name),
        "venues": tuple(row["tag"] for row in _ROWS[name] if row["how"] == "place"),
        "types": types(name),
        "instead": instead,
        "listed": frozenset(row["tag"] for row in _ROWS[name] if row["how"].startswith("listed")),
    }
    return Format(**{**made, **more})


RIS = _format(
    "RIS",
    line=re.compile(r"\ufeff?[ \t]{0,3}(?P<tag>[A-Z][A-Z0-9])[ \t]{1,3}-(?:[ \t]++(?P<value>.*+)|$)"),
    opening="TY",
    closing="ER",
    series="T3",
)
"""What every reference manager exports: `TY  - JOUR` and what follows, up to `ER  - `."""
REFER = _format(
    "Refer",
    name="EndNote",
    line=re.compile(r"\ufeff?(?P<tag>%[0-9A-Z@!#$&*+<>?\[\]=~^(){}])(?:[ \t]++(?P<value>.*+)|$)"),
    opening="%0",
    blank=True,
    series="%S",
)
"""EndNote's export: `%0 Journal Article`, `%A He, Kaiming`, a blank line between references."""
ENDNOTE = _format(
    "EndNote",
    line=re.compile(rf"\ufeff?(?P<tag>{'|'.join(row['tag'] for row in _ROWS['EndNote'])}):(?:[ \t]++(?P<value>.*+)|$)"),
    opening="Reference Type",
    types=REFER.types,
    series="Series Title",
)
"""What EndNote shows of a reference when all its fields are asked for, as text."""
PUBMED = _format(
    "PubMed",
    line=re.compile(r"\ufeff?(?P<tag>[A-Z]{2,4}) {0,2}-(?: ++(?P<value>.*+)|$)"),
    opening="PMID",
    blank=True,
    dotted=True,
    series="CTI",
)
"""PubMed's export, the MEDLINE format: `PMID- 1`, `FAU - He, Kaiming`; values go on below, indented."""
WOS = _format(
    "Web of Science",
    line=re.compile(r"\ufeff?(?P<tag>[A-Z][A-Z0-9])(?: (?P<value>.*+)|$)"),
    opening="PT",
    closing="ER",
    series="SE",
    header=frozenset(["FN", "VR", "EF"]),
)
"""Web of Science's export: `PT J` and what follows, up to `ER`; each author has a line, indented but for the first."""
_KINDS = {spelled: of for kind, of in REFER.types.items() for spelled in (kind, kind.replace(" ", ""))}
"""Types of references with blanks in them or without."""
LIBRARIES = tuple(
    _format(
        name,
        line=_NO_LINE,
        opening=next(row["tag"] for row in _ROWS[name] if row["how"] == "tells"),
        types=_KINDS if name in ("Zotero", "Paperpile") else {"": "book"},
    )
    for name in ("Goodreads", "StoryGraph", "BookWyrm", "Libby", "Reading List", "Zotero", "Paperpile")
)
"""Libraries as tables, each row a work: one column tells the program, and several values stand in those listed."""
ZOTERO_ITEMS = _format("Zotero JSON", line=_NO_LINE, opening="itemType", types=_KINDS)
"""Items of Zotero, as its interface and Better BibTeX give them."""
PAPERPILE_ITEMS = _format(
    "Paperpile JSON", line=_NO_LINE, opening="pubtype", types={**_KINDS, **{kind: kind for kind in _KINDS.values()}}
)
"""Items of Paperpile, whose types are those of BibTeX in capital letters."""
