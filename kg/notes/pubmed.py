"""PubMed's export, the MEDLINE format: `PMID- 1`, `FAU - He, Kaiming`; values go on below, indented."""

from __future__ import annotations

import re

from kg.notes.draft import Content, Source
from kg.notes.tagged import Format, read_tagged

FORMAT = Format(
    name="PubMed",
    line=re.compile(r"\ufeff?(?P<tag>[A-Z]{2,4}) {0,2}-(?: ++(?P<value>.*+)|$)"),
    opening="PMID",
    closing="",
    names={
        "PMID": "pmid",
        "PT": "type",
        "FAU": "author",
        "AU": "author",
        "CN": "group",
        "FED": "editor",
        "PMC": "pmcid",
        "TT": "othertitle",
        "TI": "title",
        "BTI": "title",
        "DP": "year",
        "LID": "doi",
        "AID": "doi",
        "AB": "abstract",
        "OT": "subject",
        "MH": "subject",
        "PB": "publisher",
        "VI": "volume",
        "IP": "number",
        "GN": "note",
        "PG": "pages",
        "IS": "issn",
        "PL": "address",
        "EN": "edition",
        "CTI": "series",
    },
    venues=("JT", "TA", "CTI"),
    types={
        "journal article": "article",
        "review": "article",
        "preprint": "article",
        "letter": "article",
        "editorial": "article",
        "congress": "inproceedings",
        "book": "book",
        "book chapter": "incollection",
        "dataset": "dataset",
    },
    instead={"AU": "FAU", "BTI": "TI"},
    blank=True,
    dotted=True,
    series="CTI",
)


def read_pubmed(source: Source) -> Content:
    """Read an export of PubMed."""
    return read_tagged(source, FORMAT)
