"""Which column of a table says what: by the words of its header, and by what stands in its cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg.extraction.align import links_in
from kg.extraction.headers import BY_WORD, Column
from kg.extraction.link_labels import is_link_label
from kg.extraction.names import looks_like_person, split_names
from kg.extraction.pieces import year_in
from kg.extraction.shapes import is_sentence, is_title_like
from kg.extraction.venues import read_venue
from kg.links import Role, find_identifiers, read_link
from kg.model import Block, BlockKind, Note

MOST_COLUMNS = 40
"""A wider table is no list of papers."""
_DIVIDED = re.compile(r"\s{0,3}(?:[/&,+|;]|\b(?:and|or|und|et)\b)\s{0,3}")
_DATE = re.compile(
    r"\W{0,3}(?:[^\W\d_]{3,9}\.?\s{1,3})?(?:\d{1,2}(?:st|nd|rd|th)?[,.]?\s{1,3}(?:[^\W\d_]{3,9}\.?,?\s{1,3})?)?"
    r"['’]?\d{2,4}年?(?:[-/.]\d{1,2}){0,2}月?\W{0,3}"
)


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its rows, and what its columns say."""

    rows: tuple[int, ...]
    """Blocks of its rows; of the header too when that is no header but the first row."""
    columns: tuple[Column, ...]
    header: int | None
    """Block of its header."""
    headed: bool
    """Whether words of the header decided about at least two columns, or one that only papers have."""


def read_tables(note: Note) -> Iterator[Table]:
    """Give the tables of a note in order."""
    groups: dict[int, list[int]] = {}
    for index, block in enumerate(note.blocks):
        if block.kind in (BlockKind.HEADER, BlockKind.ROW) and block.cells:
            groups.setdefault(block.group or -index - 1, []).append(index)
    for indices in groups.values():
        table = _read_table(note, indices)
        if table:
            yield table


def column_of(header: str) -> Column | None:
    """Read the words of one header cell; None when they say nothing known.

    >>> [str(column_of(text)) for text in ("Paper Title", "Author(s)", "Code link", "会议", "F1")]
    ['title', 'authors', 'link', 'venue', 'None']
    """
    if len(header) > 80:
        return None
    text = " ".join(header.casefold().split()).strip(" *_:.?!📄📝📅🔗💻⭐🏆👥")
    text = "".join(c for c in text if c.isalnum() or c in " #/&,+|;().№-")
    text = text.strip(" -/,")
    for form in (text, re.sub(r"\s?\([^()]{0,40}\)", "", text).strip(), text.rstrip("s")):
        if form in BY_WORD:
            return BY_WORD[form]
    parts = [column_of(part) for part in _DIVIDED.split(text)] if _DIVIDED.search(text) else []
    for column in (Column.TITLE, Column.AUTHORS, Column.VENUE, *(part for part in parts if part)):
        if column in parts:
            return column
    words = text.split()
    if 1 < len(words) <= 5:
        last, first = BY_WORD.get(words[-1]), BY_WORD.get(words[0])
        return last or (first if first not in (Column.SHORT, Column.NUMBER) else None)
    return None


def _read_table(note: Note, indices: Sequence[int]) -> Table | None:
    blocks = [note.blocks[index] for index in indices]
    width = max(len(block.cells) for block in blocks)
    said = _said(blocks[0], width)
    known = [column for column in said if column]
    heads = blocks[0].kind is BlockKind.HEADER or len(known) > 1
    if heads and not known and _holds_paper(blocks[0]):
        heads = False
    rows = tuple(indices[1:] if heads else indices)
    if not rows or width > MOST_COLUMNS:
        return None
    columns = [_Cells(tuple(_place(note.blocks[row], at) for row in rows)) for at in range(width)]
    roles = [cells.checked(column) for column, cells in zip(said if heads else [None] * width, columns, strict=True)]
    silent = [not heads or not known or not header.strip() for header in _headers(blocks[0], width)]
    _complete(roles, columns, silent)
    if {Column.TIME, Column.SPEAKER, Column.PRESENTER} & set(roles):
        days = [at for at, role in enumerate(roles) if role is Column.YEAR and columns[at].days()]
        roles = [Column.TIME if at in days else role for at, role in enumerate(roles)]
    named = {column for column in known if column not in (Column.NOTES, Column.NUMBER, Column.TIME)}
    return Table(
        rows, tuple(role or Column.OTHER for role in roles), indices[0] if heads else None, heads and len(named) > 1
    )


def _said(header: Block, width: int) -> list[Column | None]:
    said = [column_of(header.prose[start:end]) for start, end in header.cells]
    return said + [None] * (width - len(said))


def _headers(header: Block, width: int) -> list[str]:
    words = [header.prose[start:end] for start, end in header.cells]
    return words + [""] * (width - len(words))


def _holds_paper(block: Block) -> bool:
    return any(read_link(link.target).role is Role.PAPER for link in block.links)


def _place(block: Block, column: int) -> tuple[Block, tuple[int, int]]:
    return block, block.cells[column] if column < len(block.cells) else (0, 0)


def _complete(roles: list[Column | None], columns: list[_Cells], silent: list[bool]) -> None:
    """Give columns their role by what stands in them where the header says nothing; an unknown word says something."""
    for at, cells in enumerate(columns):
        if roles[at] is None:
            guess = cells.guessed(set(roles))
            roles[at] = guess if silent[at] or guess in (Column.LINK, Column.NUMBER, Column.NOTES) else None
    if Column.TITLE not in roles:
        open_columns = [at for at, role in enumerate(roles) if role in (None, Column.SHORT) and columns[at].titles()]
        ranks = [(columns[at].papers() * 2 > len(columns[at].texts), columns[at].length(), at) for at in open_columns]
        if ranks:
            roles[max(ranks)[2]] = Column.TITLE
    title = roles.index(Column.TITLE) if Column.TITLE in roles else -1
    for at in range(title):
        if roles[at] is None and columns[at].short():
            roles[at] = Column.SHORT


class _Cells:
    """The cells of one column that are not empty, and questions about most of them."""

    def __init__(self, places: tuple[tuple[Block, tuple[int, int]], ...]) -> None:
        self.places = tuple(
            (block, place) for block, place in places if block.prose[slice(*place)].strip() or links_in(block, *place)
        )
        self.texts = [block.prose[slice(*place)].strip() for block, place in self.places]

    def most(self, number: int, share: float = 0.6) -> bool:
        return bool(self.texts) and number >= share * len(self.texts)

    def length(self) -> float:
        """Mean number of words."""
        return sum(len(text.split()) for text in self.texts) / max(len(self.texts), 1)

    def papers(self) -> int:
        """How many cells link to a paper."""
        return sum(
            any(read_link(link.target).role is Role.PAPER for link in links_in(block, *place))
            for block, place in self.places
        )

    def labels(self) -> bool:
        """Whether the cells only hold labels of links, addresses or identifiers."""
        return self.most(
            sum(is_link_label(text) or text.startswith("http") or _is_identifier(text) for text in self.texts)
        )

    def titles(self) -> bool:
        plain = [text for text in self.texts if not is_link_label(text)]
        likely = sum(
            is_title_like(text.partition("\n")[0]) and len(text.split()) > 1 and not is_sentence(text) for text in plain
        )
        return bool(plain) and self.most(likely, 0.5) and self.length() >= 3 and not self.persons()

    def persons(self) -> bool:
        return self.most(sum(_are_persons(text) for text in self.texts))

    def short(self) -> bool:
        return self.most(
            sum(1 <= len(text.split()) <= 3 and any(c.isupper() for c in text) for text in self.texts), 0.8
        )

    def years(self) -> bool:
        return self.most(sum(bool(year_in(text) and _DATE.fullmatch(text)) for text in self.texts), 0.7)

    def days(self) -> bool:
        """Whether most cells give a day: of a meeting, when somebody speaks."""
        return self.most(sum(len(re.findall(r"\d{1,4}", text)) > 1 or len(text) > 5 for text in self.texts))

    def venues(self) -> bool:
        return self.most(sum(len(text.split()) <= 8 and read_venue(text) is not None for text in self.texts))

    def checked(self, said: Column | None) -> Column | None:
        """Confirm what the header says, or give None where the cells contradict it."""
        if said is Column.TITLE and self.texts:
            return self._checked_title()
        if said is Column.KEY:
            return Column.KEY if self.most(sum(_is_key(text) for text in self.texts)) else None
        if said is Column.RATING and not self.most(sum(len(text) <= 12 for text in self.texts)):
            return Column.NOTES
        if said is Column.VENUE and self.length() > 14:
            return Column.NOTES
        return said

    def _checked_title(self) -> Column:
        if self.labels():
            return Column.LINK
        if self.length() < 1.5 and self.short() and all(block.links for block, _ in self.places):
            return Column.SHORT
        if self.venues() and not self.papers():
            return Column.VENUE
        if self.years():
            return Column.YEAR
        return Column.AUTHORS if self.persons() and self.length() < 8 else Column.TITLE

    def guessed(self, roles: set[Column | None]) -> Column | None:
        """Give the role that the cells show by themselves."""
        guesses = (
            (Column.YEAR, self.years() and Column.YEAR not in roles),
            (Column.LINK, self.labels() and any(block.links for block, _ in self.places)),
            (Column.AUTHORS, self.persons() and Column.AUTHORS not in roles),
            (Column.VENUE, self.venues() and Column.VENUE not in roles and not self.papers()),
            (Column.NUMBER, self.most(sum(text.strip("#.").isdigit() for text in self.texts), 0.8)),
            (Column.NOTES, self.most(sum(is_sentence(text) for text in self.texts)) and not self.papers()),
        )
        return next((column for column, fits in guesses if fits), None) if self.texts else None


def _are_persons(text: str) -> bool:
    listed = split_names(text)
    likely = sum(looks_like_person(name) for _, _, name in listed.names)
    return (
        bool(listed.names)
        and len(text) < 1500
        and (likely * 5 >= len(listed.names) * 3 or (not listed.complete and len(text.split()) <= 5))
    )


def _is_key(text: str) -> bool:
    text = text.strip("[]@{}+ `")
    return (
        3 <= len(text) <= 90
        and not any(c.isspace() for c in text)
        and any(c.isdigit() for c in text)
        and any(c.isalpha() for c in text)
    )


def _is_identifier(text: str) -> bool:
    return any(end - start >= len(text) - 2 for start, end, _ in find_identifiers(text)) or bool(
        re.fullmatch(r"\d{4}\.\d{4,5}(?:v\d+)?", text)
    )
