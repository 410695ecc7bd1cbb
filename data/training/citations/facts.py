"""A catalogue of real works: what is printed in made-up notes, and what is found again in real ones.

A catalogue is a folder of files `*.jsonl.gz`; each line is one work: `title`, `authors` in order ("First Last"), `year`, `venue`.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from zlib import crc32

from kg.extraction.citations.people import PARTICLES
from kg.text import name_key

LEAST_WORDS, LEAST_LETTERS = 4, 20
"""Size of a title that is sure to be found again and not by chance."""
_OPENING = 4
"""Words of a title by which it is looked up."""
_PLAIN = re.compile(r"[^\[\]*_|<>{}$\\`#~^\"“”\n]+")
"""Text that means the same in plain text and in Markdown."""
_VENUE = re.compile(r"[^\W\d_][^\d\[\]*_|<>{}$\\`#~^:;\"\n/]{1,69}")
_PUBLISHERS = re.compile(
    r"press\b|universi|verlag|publish|\bunpub|routledge|springer|wiley|elsevier|institut|summer", re.IGNORECASE
)
_PARTICLES = PARTICLES - {"y", "e"}
"""Without those that may be initials here."""
_NAME = re.compile(r"(?:[^\W\d_a-z]|[a-z'’]{1,4}[ '’-])[\w'’.-]*(?: [\w'’.-]+){1,4}")
"""A name as people print it, the given ones first."""
_EACH = 9000
"""Works of each file that are printed in made-up notes."""
Person = dict[str, str]


def person(name: str) -> Person:
    """Divide a name written as "First van Last".

    >>> person("Guy Van den Broeck"), person("Plato")
    ({'family': 'Van den Broeck', 'given': 'Guy'}, {'family': 'Plato'})
    """
    words = name.split()
    at = len(words) - 1
    while at > 1 and words[at - 1].casefold() in _PARTICLES:
        at -= 1
    given, family = " ".join(words[:at]), " ".join(words[at:])
    return {"family": family, "given": given} if given else {"family": family}


@dataclass(frozen=True, slots=True)
class Work:
    """What the catalogue says of a work."""

    title: str
    authors: tuple[str, ...]
    year: int | None
    venue: str

    @property
    def people(self) -> list[Person]:
        """The authors, family and given names apart."""
        return [person(name) for name in self.authors]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text as keys, with their places."""

    keys: tuple[str, ...]
    places: tuple[tuple[int, int], ...]


def words_of(text: str) -> Words:
    """Cut a text into words."""
    found = [(name_key(m[0]), (m.start(), m.end())) for m in re.finditer(r"[^\W_]+", text)]
    kept = [(word, place) for word, place in found if word]
    return Words(tuple(word for word, _ in kept), tuple(place for _, place in kept))


@dataclass(frozen=True)
class Catalogue:
    """The works of a folder."""

    folder: Path
    known: dict[int, list[tuple[str, Work]]] = field(default_factory=lambda: defaultdict(list))
    """Works by a number made from the first words of the title, each with the key of its title."""

    def _files(self) -> Iterator[tuple[str, Work]]:
        for path in sorted(self.folder.glob("*.jsonl.gz")):
            with gzip.open(path, "rt", encoding="utf-8") as lines:
                for line in lines:
                    row = json.loads(line)
                    authors = tuple(dict.fromkeys(row.get("authors") or ()))
                    yield path.name, Work(row["title"] or "", authors, row.get("year"), row.get("venue") or "")

    def load(self) -> Catalogue:
        """Read all works for `find`."""
        for _, work in self._files():
            words = words_of(work.title).keys
            if len(words) >= LEAST_WORDS and sum(map(len, words)) >= LEAST_LETTERS:
                self.known[_number(words[:_OPENING])].append(("".join(words), work))
        return self

    def find(self, words: Words) -> Iterator[tuple[int, int, Work]]:
        """Yield the titles in a text, none within another: the numbers of the first word and of the one behind the last."""
        at = 0
        while at + LEAST_WORDS <= len(words.keys):
            best: tuple[int, Work] | None = None
            for title, work in self.known.get(_number(words.keys[at : at + _OPENING]), ()):
                end, rest = at, title
                while rest and end < len(words.keys) and rest.startswith(words.keys[end]):
                    rest = rest[len(words.keys[end]) :]
                    end += 1
                if not rest and (best is None or end > best[0]):
                    best = end, work
            if best is None:
                at += 1
            else:
                yield at, best[0], best[1]
                at = best[0]

    @cached_property
    def printed(self) -> tuple[Work, ...]:
        """Some works of each file, the same ones always, whose titles are plain text."""
        found: dict[str, list[tuple[int, Work]]] = defaultdict(list)
        for name, work in self._files():
            named = 0 < len(work.authors) <= 40 and all(map(_NAME.fullmatch, work.authors))
            if named and _PLAIN.fullmatch(work.title) and 12 <= len(work.title) <= 180:
                found[name].append((crc32(work.title.encode()), work))
        return tuple(work for works in found.values() for _, work in sorted(works, key=lambda item: item[0])[:_EACH])

    @cached_property
    def venues(self) -> tuple[str, ...]:
        """Names of journals and conferences that several works name."""
        counts = Counter(work.venue for name, work in self._files() if not name.startswith("arxiv"))
        return tuple(
            sorted(v for v, n in counts.items() if n > 1 and _VENUE.fullmatch(v) and not _PUBLISHERS.search(v))
        )


def _number(words: Sequence[str]) -> int:
    return crc32(" ".join(words).encode())
