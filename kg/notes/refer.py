"""EndNote's export, the refer format: `%0 Journal Article`, `%A He, Kaiming`, a blank line between references."""

from __future__ import annotations

import re

from kg.notes.draft import Content, Source
from kg.notes.tagged import Format, read_tagged

FORMAT = Format(
    name="EndNote",
    line=re.compile(r"\ufeff?(?P<tag>%[0-9A-Z@!#$&*+<>?\[\]=~^(){}])(?:[ \t]++(?P<value>.*+)|$)"),
    opening="%0",
    closing="",
    names={
        "%0": "type",
        "%F": "key",
        "%A": "author",
        "%E": "editor",
        "%Y": "editor",
        "%2": "pmcid",
        "%Q": "othertitle",
        "%T": "title",
        "%!": "shorttitle",
        "%D": "year",
        "%8": "date",
        "%R": "doi",
        "%U": "url",
        "%>": "pdf",
        "%X": "abstract",
        "%K": "subject",
        "%Z": "note",
        "%O": "note",
        "%I": "publisher",
        "%V": "volume",
        "%N": "number",
        "%P": "pages",
        "%C": "address",
        "%7": "edition",
        "%S": "series",
        "%9": "genre",
        "%G": "language",
        "%[": "urldate",
        "%@": "issn",
    },
    venues=("%J", "%B", "%S"),
    types={
        "journal article": "article", "electronic article": "article", "magazine article": "article",
        "conference paper": "inproceedings", "conference proceedings": "inproceedings", "book": "book",
        "book section": "incollection", "electronic book section": "incollection", "electronic book": "book",
        "edited book": "book", "thesis": "phdthesis", "report": "techreport", "manuscript": "unpublished",
        "unpublished work": "unpublished", "preprint": "unpublished", "generic": "misc", "web page": "online",
        "blog": "online", "online multimedia": "video", "computer program": "software", "dataset": "dataset",
        "online database": "dataset", "standard": "manual", "patent": "patent", "newspaper article": "newspaper",
    },
    blank=True,
    series="%S",
)  # fmt: skip


def read_refer(source: Source) -> Content:
    """Read an export of EndNote."""
    return read_tagged(source, FORMAT)
