"""RIS, which every reference manager exports: `TY  - JOUR` and what follows, up to `ER  - `."""

from __future__ import annotations

import re

from kg.notes.draft import Content, Source
from kg.notes.tagged import Format, read_tagged

FORMAT = Format(
    name="RIS",
    line=re.compile(r"\ufeff?[ \t]{0,3}(?P<tag>[A-Z][A-Z0-9])[ \t]{1,3}-(?:[ \t]++(?P<value>.*+)|$)"),
    opening="TY",
    closing="ER",
    names={
        "TY": "type",
        "ID": "key",
        "AU": "author",
        "A1": "author",
        "ED": "editor",
        "A2": "editor",
        "A3": "editor",
        "A4": "translator",
        "TI": "title",
        "T1": "title",
        "ST": "shorttitle",
        "PY": "year",
        "Y1": "year",
        "YR": "year",
        "DA": "date",
        "DO": "doi",
        "UR": "url",
        "L2": "url",
        "C2": "pmcid",
        "C7": "eid",
        "TT": "othertitle",
        "L1": "pdf",
        "LK": "url",
        "AB": "abstract",
        "N2": "abstract",
        "KW": "subject",
        "N1": "note",
        "RN": "note",
        "PB": "publisher",
        "VL": "volume",
        "IS": "number",
        "SN": "issn",
        "SP": "startpage",
        "EP": "endpage",
        "PG": "pages",
        "CY": "address",
        "PP": "address",
        "ET": "edition",
        "T3": "series",
        "M3": "genre",
        "LA": "language",
        "Y2": "urldate",
        "SE": "chapter",
        "M1": "number",
        "JA": "shortjournal",
        "J2": "shortjournal",
    },
    venues=("T2", "JF", "JO", "BT", "C3", "T3", "J2", "JA"),
    types={
        "jour": "article", "ejour": "article", "mgzn": "article", "jfull": "article", "inpr": "article",
        "conf": "inproceedings", "cpaper": "inproceedings", "chap": "incollection", "echap": "incollection",
        "book": "book", "ebook": "book", "edbook": "book", "thes": "phdthesis", "rprt": "techreport",
        "unpb": "unpublished", "unpd": "unpublished", "preprint": "unpublished", "gen": "misc", "elec": "online",
        "web": "online", "blog": "online", "icomm": "online", "comp": "software", "data": "dataset",
        "dbase": "dataset", "aggr": "dataset", "stand": "manual", "pat": "patent", "slide": "presentation",
        "video": "video", "mpct": "video", "sound": "audio", "news": "newspaper",
    },
    instead={"Y1": "PY", "T1": "TI", "A1": "AU", "N2": "AB", "M1": "IS", "PP": "CY"},
    series="T3",
)  # fmt: skip


def read_ris(source: Source) -> Content:
    """Read a file of RIS."""
    return read_tagged(source, FORMAT)
