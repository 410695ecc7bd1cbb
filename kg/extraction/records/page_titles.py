"""Titles of saved pages, with what sites put behind a title: `A title | Journal of Moss`, `A title - PubMed`."""

from __future__ import annotations

import re

from kg.extraction.citations.tokens import within
from kg.extraction.records.labelling import Labelled
from kg.extraction.venues import read_venue

_FORMS = (
    re.compile(
        r"(?P<title>[^\n]{8,300}?) - (?P<author>[^\W\d_][^\W\d_’' -]{1,40}) - (?P<year>(?:19|20)\d\d) - "
        r"(?P<venue>[^\n]{3,80}?) - Wiley Online Library[^\n]{0,40}"
    ),
    re.compile(
        r"(?P<title>[^\n]{8,300}?) - (?:ScienceDirect|PubMed|PMC|JSTOR|SpringerLink|Google Scholar|Semantic Scholar)"
        r"[^\n]{0,40}"
    ),
    re.compile(r"(?P<title>[^|\n]{8,300}?) \| (?P<venue>[^|\n(]{2,80}?)(?: \([\w.-]{4,40}\))?(?: \|[^\n]{0,80})?"),
)
_WORDS = 3
"""Words of a title, at least."""


def read_page_title(labelled: Labelled) -> None:
    """Part the title of a page from the journal and the site behind it, where it is all the text of a link."""
    record = labelled.record
    line = record.text[: record.line_end(0)].strip()
    linked = any(sort == "link" and start == 0 and end >= len(line) for start, end, sort in record.marks)
    form = next((found for form in _FORMS if (found := form.fullmatch(line))), None) if linked else None
    if form is None or len(form["title"].split()) < _WORDS:
        return
    for i in within(labelled.tokens, 0, len(line)):
        labelled.labels[i] = "O"
    places = form.groupdict()
    signs = {"title": "T", "author": "F", "year": "Y"}
    if places.get("venue") and (places.get("year") or read_venue(form["venue"]) is not None):
        signs["venue"] = "V"
    for name, sign in signs.items():
        for i in within(labelled.tokens, *form.span(name)) if places.get(name) else ():
            labelled.labels[i] = sign
