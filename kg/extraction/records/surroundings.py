"""What stands around a line: its neighbours, its siblings, what it stands under, and what stands below it.

These are the features by which the segmenter tells where a record begins, goes on, and ends.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from kg.extraction.citations.people import is_name
from kg.extraction.citations.tokens import kind, words_and_signs
from kg.extraction.network import Group
from kg.extraction.outline import role_of
from kg.extraction.records.lines import Line
from kg.extraction.records.looks import Look, look_at
from kg.model import BlockKind, Note

_REACH = 12
"""Lines back in which a label is looked for that comes again."""
_SEEN, _TOKENS = 300, 40
"""Characters and tokens of a line that are looked at one by one."""
_FIRST, _LAST, _SHORT = 5, 3, 12
"""The first and the last tokens that count, and the length of those that count as words."""
Slot = tuple[object, ...]
"""What siblings share: lines of one slot are likely of one sort."""


@dataclass(frozen=True, slots=True)
class Siblings:
    """Shares of the members of a list, or of the headings of one level, that show a sign."""

    count: int
    shares: tuple[str, ...]


def sort_of(look: Look) -> str:
    """Name the sort of line that a line seems to be."""
    if look.labels:
        return f"={look.labels[0].part.learned}"
    if look.only_links:
        return "links" + ("p" if "p" in look.roles else "")
    if look.words == 0:
        return "none"
    if look.people > 0.55 and look.words > 1 and not look.told:
        return "people"
    if look.likeness > 0.6:
        return "reference"
    if look.told:
        return "told"
    if look.title:
        return "Title" if look.capitals else "title"
    return "short" if look.words < 4 else "other"


class Setting:
    """A note with the looks of its lines and what relates them."""

    def __init__(self, note: Note, lines: Sequence[Line]) -> None:
        self.note = note
        self.lines = list(lines)
        self.looks = [look_at(note, line) for line in lines]
        self.sorts = [sort_of(look) for look in self.looks]
        self.first: dict[int, int] = {}
        """Block -> number of its first line."""
        self.widths: dict[int, list[int]] = defaultdict(list)
        """Block -> how wide its lines are, which follow each other."""
        for number, line in enumerate(lines):
            self.first.setdefault(line.index, number)
            self.widths[line.index].append(line.end - line.start)
        self.widest = {block: max(widths) for block, widths in self.widths.items()}
        self.children: dict[int, list[int]] = defaultdict(list)
        """Block -> numbers of the first lines of the items and paragraphs below it."""
        for number, line in enumerate(lines):
            if line.parent is not None and line.kind in "ip":
                self.children[line.parent].append(number)
        self.members = self._members()
        """Lists, and headings of one level -> numbers of their lines."""
        self.siblings = {family: self._shares(numbers) for family, numbers in self.members.items()}

    def narrow(self, number: int, line: Line) -> None:
        """Let a line begin behind the label before it."""
        if line != self.lines[number]:
            self.lines[number], self.looks[number] = line, look_at(self.note, line)

    def slot(self, number: int) -> Slot:
        """Name the place in the layout that a line shares with its siblings."""
        line = self.lines[number]
        above = self.note.blocks[line.parent].kind if line.parent is not None else None
        look = self.looks[number]
        set_off = (look.bold > 1, bool(look.named), look.quoted) if line.kind == "p" else ()
        return (line.kind, line.level, above, line.quote, look.labels[:1] and self.sorts[number], set_off)

    def family(self, number: int) -> Slot:
        """Name the list, or the headings of one level, that a line belongs to."""
        line = self.lines[number]
        return (line.kind, line.level, line.group or ("under", line.parent))

    def _members(self) -> dict[Slot, list[int]]:
        members: dict[Slot, list[int]] = defaultdict(list)
        for number, line in enumerate(self.lines):
            if line.kind in "hipfr":
                members[self.family(number)].append(number)
        return members

    def _shares(self, numbers: Sequence[int]) -> Siblings:
        counted: Counter[str] = Counter()
        for number in numbers:
            look = self.looks[number]
            below = self.children[self.lines[number].index]
            counted["p"] += "p" in look.roles or look.identifier
            counted["P"] += any("p" in self.looks[n].roles or self.looks[n].identifier for n in below)
            counted["n"] += look.people > 0.55 or look.et_al
            counted["N"] += any(self.sorts[n] in ("people", "=authors") for n in below)
            counted["r"] += look.likeness > 0.5
            counted["t"] += look.title
            counted["T"] += look.title and look.capitals
            counted["y"] += look.year
            counted["v"] += look.venue
            counted["c"] += bool(below)
            counted["b"] += look.bold > 2
            counted["l"] += bool(look.labels)
            counted["k"] += bool(look.named)
            counted["s"] += look.told
        total = len(numbers)
        shares = tuple(f"{sign}{share(counted[sign] / total)}" for sign in "pPnNrtTyvcblks")
        return Siblings(total, shares)

    def features(self, number: int) -> list[Group]:
        """Spell out what is known of a line, in groups."""
        line = self.lines[number]
        return [
            _words(self.looks[number].text),
            self._own(number),
            tuple(self._beside(number)),
            tuple(self._labels(number)),
            self._company(line),
            tuple(self._below(line)),
        ]

    def _own(self, number: int) -> Group:
        line, look = self.lines[number], self.looks[number]
        shares = (share(look.people), share(look.likeness))
        counts = (_count(look.words), *shares, _count(look.bold), _count(look.emphasis), min(look.commas, 4))
        place = (line.kind, min(line.level, 3), min(line.quote, 1))
        return _own(place, self.sorts[number], counts, _SPELLED(look), tuple(map(bool, _FLAGGED(look))))

    def _beside(self, number: int) -> Iterator[str]:
        sort, step, next_step = self.sorts[number], self._step(number), self._step(number + 1)
        around = (self._sort(number - 2), self._sort(number - 1), sort, self._sort(number + 1), self._sort(number + 2))
        yield from _beside(around, step, next_step)
        if step == "wrap":
            yield from self._wrapped(number)
        if number:
            roles = self.looks[number - 1].roles
            yield f"<R{roles}|{sort}"
            yield f"<y{self.looks[number - 1].year:d}{self.looks[number - 1].venue:d}|{sort}{step}"
        if number + 1 < len(self.lines):
            look = self.looks[number + 1]
            yield f">R{look.roles}|{sort}"
            yield f">n{share(look.people)}|{sort}{next_step}"

    def _wrapped(self, number: int) -> Iterator[str]:
        """Return how likely a line only goes on with the one before: where that ends, and whether it is full."""
        line, last = self.lines[number], self.looks[number - 1]
        widths, place = self.widths[line.index], number - self.first[line.index]
        width = self.widest[line.index]
        before = widths[place - 1] if place - 1 < len(widths) else 0
        word = len(self.looks[number].text.split(" ", 1)[0])
        full = before + 1 + word > width
        look = self.looks[number]
        yield f"wrap{full:d}{last.closing}"
        yield f"wrap{full:d}{last.closing}{look.opening}"
        yield f"wrap{full:d}{last.closing}{self.sorts[number]}"
        yield f"wrapw{full:d}{min(width // 20, 8)}{min(len(widths), 6)}"

    def _sort(self, number: int) -> str:
        return self.sorts[number] if 0 <= number < len(self.sorts) else "edge"

    def _step(self, number: int) -> str:
        """Name how a line stands to the one before it."""
        if not 0 < number < len(self.lines):
            return "edge"
        line, last = self.lines[number], self.lines[number - 1]
        if line.index == last.index:
            return "wrap"
        if line.kind in "ip" and line.kind == "i" and last.kind in "iI":
            return "item" + ("=" if line.level == last.level else ">" if line.level > last.level else "<")
        return f"{last.kind.lower()}{line.kind}"

    def _labels(self, number: int) -> Iterator[str]:
        look = self.looks[number]
        if not look.labels:
            return
        part = look.labels[0].part.learned
        again = opened = False
        for back in range(number - 1, max(-1, number - _REACH), -1):
            labels = self.looks[back].labels
            if labels:
                opened = True
                again = again or labels[0].part.learned == part
        yield from (f"again{again:d}", f"again{again:d}{part}", f"opened{opened:d}{part}")
        yield f"labels{min(len(look.labels), 3)}"
        before = self.looks[number - 1].labels if number else ()
        yield f"from{before[0].part.learned if before else '-'}|{part}"

    def _company(self, line: Line) -> Group:
        """Return what the lines of its list are like, the same for all of one kind."""
        family = self.siblings.get(self.family(self.first[line.index]))
        return _company(family, line.kind) if family is not None else ()

    def _below(self, line: Line) -> Iterator[str]:
        below = self.children[line.index] if line.kind in "ih" else []
        yield f"below{_count(len(below))}{line.kind}"
        papers = sum("p" in self.looks[n].roles or self.looks[n].identifier for n in below)
        yield f"papers{min(papers, 2)}{line.kind}"
        for sort in {self.sorts[n] for n in below[:8]}:
            yield f"has{sort}{line.kind}"
        yield from self._above(line)

    def _above(self, line: Line) -> Iterator[str]:
        if line.parent is None:
            yield "top"
            return
        parent = self.note.blocks[line.parent]
        above = self.first.get(line.parent)
        sort = self.sorts[above] if above is not None else "-"
        kind = "h" if parent.kind is BlockKind.HEADING else "i"
        yield f"under{kind}{sort}"
        yield f"under{kind}{line.kind}{min(parent.level, 4)}"
        if above is not None:
            look = self.looks[above]
            yield f"underR{look.roles}{line.kind}"
            yield f"underyv{look.year:d}{look.venue:d}{look.title:d}{kind}{line.kind}"
            family = self.siblings.get(self.family(above))
            if family is not None and kind == "h":
                yield f"underfam{family.shares[5]}{family.shares[1]}{family.shares[9]}"
            elif family is not None:
                yield f"underfam{family.shares[0]}{family.shares[1]}{family.shares[3]}i"
        if kind == "h":
            yield f"role{role_of(parent)}{line.kind}"


_FLAGS = ("ini", "etal", "year", "venue", "only", "id", "quo", "tit", "cap", "told")
_FLAGGED = attrgetter(
    *("initials", "et_al", "year", "venue", "only_links", "identifier", "quoted", "title", "capitals", "told")
)
_SPELLED = attrgetter("opening", "closing", "roles", "named")


@lru_cache(maxsize=1 << 12)
def _own(
    place: tuple[str, int, int], sort: str, counts: tuple[int, ...], spelled: tuple[str, ...], flags: tuple[bool, ...]
) -> Group:
    """Spell out the look of a line: many lines of a list look alike."""
    line, level, quote = place
    opening, closing, roles, named = spelled
    kind = f"{line}{level}"
    found = [f"k{kind}", f"s{sort}", f"ks{kind}{sort}", f"q{quote}"]
    words, people, likeness, bold, emphasis, commas = counts
    for name in (
        f"w{words}",
        f"n{people}",
        f"r{likeness}",
        f"b{bold}",
        f"e{emphasis}",
        f"o{opening}",
        f"z{closing}",
        f"c{commas}",
        f"R{roles}",
        f"N{named}",
    ):
        found += (name, f"{line}{name}")
    for name, value in zip(_FLAGS, flags, strict=True):
        if value:
            found += (name, f"{line}{name}", f"{sort}{name}")
    _, et_al, year, venue, _, _, _, title, _, _ = flags
    found.append(f"yv{year:d}{venue:d}{et_al:d}{'p' in roles:d}{title:d}{line}")
    found.append(f"mark{min(bold, 3)}{named}{line}")
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _beside(around: tuple[str, str, str, str, str], step: str, next_step: str) -> Group:
    """Spell out what stands around a line, and how it stands to it."""
    first, before, sort, behind, last = around
    return (
        *(f"<{before}", f">{behind}", f"<<{first}", f">>{last}"),
        *(f"<{before}|{sort}", f"{sort}|>{behind}", f"<{before}|{sort}|>{behind}"),
        *(f"step{step}", f"step{step}|{sort}", f"step{step}|{before}|{sort}", f"next{next_step}"),
        *(f"next{next_step}|{behind}|{sort}", f"steps{step}{next_step}", f"steps{step}{next_step}{sort}"),
        f"seq{before}|{sort}|{behind}|{last}",
    )


@lru_cache(maxsize=1 << 10)
def _company(family: Siblings, kind: str) -> Group:
    shares = family.shares
    return (
        f"count{_count(family.count)}{kind}",
        *(f"f{share}" for share in shares),
        *(f"{kind}f{share}" for share in shares),
        f"{kind}{shares[0]}{shares[5]}{shares[2]}",
        f"{kind}{shares[0]}{shares[1]}{shares[9]}",
        f"{kind}{shares[4]}{shares[2]}{shares[3]}",
    )


@lru_cache(maxsize=1 << 14)
def _words(text: str) -> Group:
    """Return what the first and the last words of a line look like, and how its words are written."""
    words = words_and_signs(text[:_SEEN], most=_TOKENS)
    first, last = words[:_FIRST], words[-_LAST:]
    found = [f"t{n}{kind(word)}" for n, word in enumerate(first)]
    found += [f"u{n}{kind(word)}" for n, word in enumerate(reversed(last))]
    found += [f"t{n}={word.casefold()}" for n, word in enumerate(first[:2]) if len(word) <= _SHORT]
    counts = [_written(word) for word in words if word[0].isalpha()]
    for name, count in zip(
        ("big", "small", "known"), map(sum, zip(*counts, strict=True)) if counts else (0, 0, 0), strict=True
    ):
        found += [f"{name}{_count(count)}", f"{name}/{share(count / max(1, len(counts)))}"]
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _written(word: str) -> tuple[bool, bool, bool]:
    """Return whether a word begins with a capital, with a small letter, and whether it is one of those of names."""
    return word[0].isupper(), word[0].islower(), word[0].isupper() and is_name(word)


def share(value: float) -> int:
    """Round a share to one of five steps."""
    return 0 if value <= 0.02 else 1 if value < 0.3 else 2 if value < 0.6 else 3 if value < 0.85 else 4


def _count(value: int) -> int:
    return value if value < 4 else 4 if value < 7 else 5 if value < 12 else 6 if value < 25 else 7
