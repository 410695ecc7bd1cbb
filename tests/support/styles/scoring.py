"""Compare what kg read with gold rows: precision and recall of papers and of each of their fields."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from .predicted import Found
from .sheet import Row

NEAR = 0.93
"""The likeness from which on two titles are one."""
FIELDS = ("paper", "title", "author", "order", "link", "year", "venue", "presentation", "topic")
_ADDRESSES = (
    (re.compile(r"openreview\.net/(?:forum|pdf)\?(?:\w+=\w+&)?id=([\w-]+)"), "openreview:"),
    (re.compile(r"arxiv\.org/(?:abs|pdf|html)/([\w-]+(?:\.[A-Z]{2})?/\d{7}|\d{4}\.\d{4,5})", re.IGNORECASE), "arxiv:"),
    (re.compile(r"doi\.org/(10\.\d{4,9}/\S+)", re.IGNORECASE), "doi:"),
    (re.compile(r"aclanthology\.org/([\w.-]+?)(?:\.pdf)?/?$", re.IGNORECASE), "acl:"),
)


@lru_cache(10_000)
def plain(text: str | None) -> str:
    """Casefold, and keep letters and digits only."""
    folded = unicodedata.normalize("NFKD", text or "").casefold()
    return "".join(letter for letter in folded if letter.isalnum())


def address(url: str) -> str:
    """Give one spelling to the addresses of one work."""
    for pattern, kind in _ADDRESSES:
        if found := pattern.search(url):
            return kind + (found[1] if kind == "openreview:" else found[1].lower())
    return re.sub(r"^https?://(www\.)?", "", url.strip().rstrip("/"), flags=re.IGNORECASE).lower()


@dataclass
class Count:
    """Hits, false alarms and misses of a field."""

    hit: int = 0
    false: int = 0
    missed: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Share of what was found that is right; 1 when nothing was found and nothing is there."""
        return self.hit / (self.hit + self.false) if self.hit + self.false else float(not self.missed)

    @property
    def recall(self) -> float:
        """Share of what is there that was found."""
        return self.hit / (self.hit + self.missed) if self.hit + self.missed else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of the two."""
        both = 2 * self.hit + self.false + self.missed
        return 2 * self.hit / both if both else 1.0

    def add(self, other: Count) -> None:
        """Sum up another count of the same field."""
        self.hit, self.false, self.missed = self.hit + other.hit, self.false + other.false, self.missed + other.missed
        self.notes += other.notes


Scores = dict[str, Count]


def _alike(row: Row, found: Found) -> float:
    if {address(url) for url in row["urls"]} & {address(url) for url in (*found.links, *found.same)}:
        return 3.0
    if row["citekey"] and plain(row["citekey"]) in {plain(key) for key in found.keys}:
        return 2.0
    title, names = plain(row["title"]), [plain(name) for name in found.names[:1]]
    if best := max((likeness(title, name) for name in names), default=0.0) if title else 0.0:
        return best
    if (
        not row["title"]
        and row["short"]
        and plain(row["short"]) in {plain(name) for name in (*found.short, *found.names)}
    ):
        return 0.9
    return 0.0


def likeness(one: str, other: str) -> float:
    """Give the share of two plain titles that they have in common, from `NEAR` to 1; 0 for titles that differ more."""
    if one == other:
        return 1.0
    both = len(one) + len(other)
    if 2 * min(len(one), len(other)) < NEAR * both:
        return 0.0
    compared = difflib.SequenceMatcher(None, one, other, autojunk=False)
    # What letters they have bounds what they can have in common, and most pairs differ in that.
    share = compared.ratio() if compared.quick_ratio() >= NEAR else 0.0
    return share if share >= NEAR else 0.0


def align(rows: Sequence[Row], found: Sequence[Found]) -> dict[int, int]:
    """Pair gold rows with papers found, the surest pairs first."""
    pairs = [(_alike(row, paper), i, j) for i, row in enumerate(rows) for j, paper in enumerate(found)]
    out: dict[int, int] = {}
    for _, i, j in sorted((pair for pair in pairs if pair[0] > 0), key=lambda pair: (-pair[0], pair[1], pair[2])):
        if i not in out and j not in out.values():
            out[i] = j
    return out


def score(rows: Sequence[Row], found: Sequence[Found]) -> Scores:
    """Score papers found in the notes of one vault."""
    pairs = align(rows, found)
    out = {name: Count() for name in FIELDS}
    for place, row in enumerate(rows):
        if place not in pairs:
            out["paper"].missed += 1
            out["paper"].notes.append(f"missed line {row['lines'][:1]}: {row['title'] or row['citekey']}")
        else:
            out["paper"].hit += 1
        _score_row(out, row, found[pairs[place]] if place in pairs else Found())
    for place, paper in enumerate(found):
        if place not in pairs.values():
            out["paper"].false += 1
            out["paper"].notes.append(f"no paper: {paper.label!r} {sorted(paper.rules)}")
    return out


def _score_row(out: Scores, row: Row, found: Found) -> None:
    soft = set(row.get("soft", ()))
    label = row["title"] or row["citekey"] or row["short"]
    names = {plain(name) for name in found.names[:1]}
    if row["title"]:
        _one(
            out["title"],
            {plain(row["title"]), *map(plain, row.get("titles", ()))},
            names,
            f"{row['title']!r} got {found.names!r}",
        )
    elif names - {plain(row["short"]), plain(row["citekey"])}:
        out["title"].false += 1
        out["title"].notes.append(f"{label}: none is given, got {found.names!r}")
    if "authors" not in soft:
        _authors(out, row, found, label)
    if "urls" not in soft:
        have = {address(url) for url in (*found.links, *found.same)}
        for url in row["urls"]:
            _flag(out["link"], address(url) in have, f"{label}: {url} not in {sorted(found.links)}")
    if row["year"] and "year" not in soft:
        _one(out["year"], {str(row["year"])}, found.years, f"{label}: {row['year']} got {sorted(found.years)}")
    for name, value, have in (
        ("venue", row["venue"], found.venues),
        ("presentation", row["presentation"], found.presentations),
    ):
        if name in soft:
            continue
        if value:
            _one(
                out[name],
                {plain(value), *map(plain, row.get(f"{name}s", ()))},
                {plain(one) for one in have},
                f"{label}: {value!r} got {sorted(have)}",
            )
        elif have:
            out[name].false += 1
            out[name].notes.append(f"{label}: none is given, got {sorted(have)}")
    if row["topics"] and "topics" not in soft:
        _flag(
            out["topic"],
            plain(row["topics"][-1]) in {plain(topic) for topic in found.topics},
            f"{label}: {row['topics']} got {sorted(found.topics)}",
        )


def _flag(count: Count, right: bool, note: str) -> None:
    count.hit += right
    count.missed += not right
    if not right:
        count.notes.append(note)


def _one(count: Count, right: set[str], have: set[str], note: str) -> None:
    good = bool(right & have)
    count.hit += good
    count.missed += not good
    count.false += bool(have) and not good
    if not good:
        count.notes.append(note)


def _authors(out: Scores, row: Row, found: Found, label: str) -> None:
    want, have = [plain(name) for name in row["authors"]], [plain(name) for name in found.authors]
    for name, shown in zip(want, row["authors"], strict=True):
        _flag(out["author"], name in have, f"{label}: {shown} not in {found.authors}")
    extra = [name for name in have if name not in want]
    if extra and (row["authors_complete"] or not want):
        out["author"].false += len(extra)
        out["author"].notes.append(f"{label}: {extra} are no authors")
    if want:
        _flag(
            out["order"],
            have[: len(want)] == want and (len(have) == len(want) or not row["authors_complete"]),
            f"{label}: {row['authors']} got {found.authors}",
        )
