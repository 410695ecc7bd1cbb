"""References of any format as records: their fields are named as BibTeX names them, so that one rule reads all."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kg.identifiers import DOI
from kg.model import BlockKind
from kg.notes.draft import Draft, Piece, cut
from kg.notes.outline import Outline
from kg.notes.values import readable, unescaped, without_link, without_tex

VENUES = {
    "article": "journal",
    "inproceedings": "booktitle",
    "incollection": "booktitle",
    "inbook": "booktitle",
}
"""What BibTeX calls the place of publication, by the type of the entry."""

VERBATIM = frozenset(
    "key ids url doi pdf ee link arxiv code github project website openreview html paper file eprint eprintid "
    "archiveid pmid pmcid hdl crossref xref".split()
)
"""Fields that are an address or an identifier, in which TeX and typing mean nothing."""
_WITHIN = {
    "doi": re.compile(DOI),
    "pmcid": re.compile(r"PMC\d{4,9}"),
}
"""What is looked for in some values."""
_KEY = re.compile(r"(?!\w{1,20}://)(?=[^\W\d_])[\w:.+&'/-]{2,100}")


LITERAL = "literal"
"""Name of a field that says of a person's name that it has no parts; it covers the same text as that of the name."""
GROUP = "group"
"""Name of a field that says of a name that it is the name of a group, as an organisation is."""
SURNAME = "surname"
"""Name of a field that covers the family name within the name of a person."""


def add_field(draft: Draft, name: str, pieces: Sequence[Piece]) -> None:
    """Append a value of a record on a line of its own, without the marks of programs; one without text is none."""
    kept = list(pieces) if name == "key" else unescaped(without_link(pieces)) if name in VERBATIM else readable(pieces)
    while kept and not kept[0][0].strip():
        del kept[0]
    while kept and not kept[-1][0].strip():
        del kept[-1]
    if not kept:
        return
    with draft.value(name):
        for piece in kept:
            draft.add(*piece)


@dataclass(slots=True)
class Reference:
    """One reference in the making; its values are added in the order of the file."""

    info: str
    """Type of the entry, as BibTeX names it."""
    draft: Draft = field(default_factory=Draft)

    def typed(self, place: tuple[int, int]) -> None:
        """Return where in the file the type is stated."""
        self.draft.info_at = place

    def add(self, name: str, pieces: Sequence[Piece]) -> None:
        """Add a value under the name that BibTeX has for it."""
        if name == "genre" and _WITHIN["doi"].search(_text(pieces)):
            name = "doi"  # where publishers put it into RIS
        if name in _WITHIN:
            pieces = _found(without_link(pieces), _WITHIN[name])
        elif name == "key":
            pieces = pieces if _KEY.fullmatch(_text(pieces)) else ()
        elif name == "venue":
            name = VENUES.get(self.info, "journal")
        add_field(self.draft, name, pieces if name in VERBATIM else without_tex(pieces))

    def add_name(self, name: str, pieces: Sequence[Piece], *, literal: bool) -> None:
        """Add the name of a person, or one that has no parts."""
        before = len(self.draft.fields)
        self.add(name, pieces)
        if literal and len(self.draft.fields) > before:
            self.mark(LITERAL)

    def mark(self, name: str) -> None:
        """Say something more of the value that was added last."""
        self.draft.fields.append(replace(self.draft.fields[-1], name=name))

    def finish(self, outline: Outline) -> None:
        """Add the record to a note."""
        if self.draft.fields:
            self.draft.link_addresses()
            outline.layout(self.draft, BlockKind.RECORD, info=self.info)


NAME_PARTS = frozenset({"family", "given", "prefix", "suffix"})
"""Parts of a name by what bibliographies call them."""


def written(parts: Mapping[str, str]) -> str:
    """Write the parts of a name in the order of BibTeX.

    >>> written({"family": "Jong", "given": "K.", "prefix": "de"}), written({"family": "CERN"})
    ('de Jong, K.', 'CERN')
    """
    last = " ".join(filter(None, (parts.get("prefix"), parts.get("family"))))
    return ", ".join(filter(None, (last, parts.get("suffix"), parts.get("given"))))


def _found(pieces: Sequence[Piece], wanted: re.Pattern[str]) -> Sequence[Piece]:
    """Return what of a value is meant: the year of a date, the DOI of an address."""
    found = ((piece, wanted.search(piece[0])) for piece in pieces)
    return next(([cut(piece, *match.span())] for piece, match in found if match is not None), ())


def _text(pieces: Sequence[Piece]) -> str:
    return "".join(piece[0] for piece in pieces)
