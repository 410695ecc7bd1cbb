"""Web of Science's export: `PT J` and what follows, up to `ER`; each author has a line, indented but for the first."""

from __future__ import annotations

import re

from kg.notes.draft import Content, Source
from kg.notes.tagged import Format, read_tagged

FORMAT = Format(
    name="Web of Science",
    line=re.compile(r"\ufeff?(?P<tag>[A-Z][A-Z0-9])(?: (?P<value>.*+)|$)"),
    opening="PT",
    closing="ER",
    names={
        "PT": "type",
        "AU": "author",
        "AF": "author",
        "BA": "author",
        "BF": "author",
        "CA": "group",
        "BE": "editor",
        "TI": "title",
        "SO": "venue",
        "CT": "eventtitle",
        "SE": "series",
        "LA": "language",
        "DE": "subject",
        "ID": "subject",
        "AB": "abstract",
        "PU": "publisher",
        "PI": "address",
        "SN": "issn",
        "EI": "issn",
        "BN": "isbn",
        "JI": "shortjournal",
        "PD": "month",
        "PY": "year",
        "VL": "volume",
        "IS": "number",
        "BP": "startpage",
        "EP": "endpage",
        "AR": "eid",
        "DI": "doi",
        "PM": "pmid",
    },
    venues=("SO",),
    types={"j": "article", "b": "book", "s": "incollection", "c": "inproceedings", "p": "patent"},
    instead={"AU": "AF", "BA": "BF"},
    series="SE",
    listed=frozenset(["AU", "AF", "BA", "BF", "BE", "CA"]),
    header=frozenset(["FN", "VR", "EF"]),
)


def read_wos(source: Source) -> Content:
    """Read an export of Web of Science."""
    return read_tagged(source, FORMAT)
