"""Which names in prose are of persons, and the full name of each.

Two words with capitals look like a person to the trained component wherever they stand: `Input Parameters`, `Boca
Raton`. So what only it saw needs a second sign: a given name or initials, a family name that is no ordinary word,
persons beside it in a list, or words around it that only persons have.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from kg import lexicons
from kg.extraction import names
from kg.extraction.citations.people import PARTICLES, is_given, is_surname
from kg.extraction.entries import Page
from kg.extraction.naming.bounding import is_german
from kg.extraction.naming.named import Named
from kg.extraction.ranges import links_near
from kg.model import Block, BlockKind, Kind, Link
from kg.text import name_key

_GIVEN, _TOLD_OF, _FAMILY, _AGAIN, _ALONE = 0.97, 0.92, 0.9, 0.8, 0.85
"""Confidence of a full name by its sign: a given name or initials; words around it or persons beside it; a family name;
the family name elsewhere in the note. Of a family name alone, when the full name has the best sign."""
_UNSIGNED = 0.3
"""Confidence of a full name without a second sign."""
_LAID_OUT = 0.9
"""Confidence above which the layout or a title before a name says that it is a person's."""
_BESIDE = re.compile(r"\s*(?:[,(]|of|from|at)\s*(?:[\w-]{1,20}[, ]\s*){0,3}")
"""What stands between a person and an organisation that tells where the person belongs to."""
_NEAR = 120
"""Characters around a person in which an organisation stands."""
_BY = re.compile(
    r"(?:\b(?:[Bb]y|von|por|autore?s?|authors?|editors?|speakers?|presenters?|philosopher|psychologist|researcher|founder|"
    r"inventor|physicist|economist|scientist|mathematician)(?:\s|:\s))[\"“'(*_]{0,2}$"
)
_DOES = re.compile(
    r"[*_\])]{0,2}\s(?:et\sal\b|and\scolleagues\b|(?:said|says?|wrote|writes?|argue[sd]?|propose[sd]|show(?:s|ed)|"
    r"point(?:s|ed)\sout|explain(?:s|ed)|suggest(?:s|ed)|note[sd]|claim(?:s|ed)|ask(?:s|ed)|told|gave|gives|presented|"
    r"presents|describe[sd]|coined|discovered|invented|believe[sd]|introduce[sd]|talk(?:s|ed)|thinks|mention(?:s|ed)|"
    r"defines?d?|once\s|dice|afirma|señala|sagt|schreibt|écrit)\b)|\s?\(@\w"
)
_PROFILE = re.compile(
    r"https?://(?:www\.)?(?:(?:twitter|x)\.com/|\w{2,3}\.linkedin\.com/in/|linkedin\.com/in/|scholar\.google\.|orcid\.org/|"
    r"(?:github|gitlab)\.com/[\w-]{1,40}/?$)"
)
"""Addresses of what persons say of themselves."""
_SEPARATED = re.compile(r"(?:[,;]\s{1,3}(?:(?:and|und|et|y|&)\s)?|\s(?:and|und|et|y|&)\s{1,3})[*_]{0,2}")
"""Between two names of a list."""
_DASH = re.compile(r"\W{0,2}\s[-–—]\s[*_]{0,2}")
"""Between a linked title and by whom it is."""
_RUN = re.compile(r"\b[^\W\d_a-z][^\W\d_]{3,} $")
_INITIAL = re.compile(r"(?:[^\W\d_a-z]\.-?){1,3}")
_WORD = re.compile(r"(?<![@/.\w-])[^\W\d_]{2,60}+(?![@/\w]|\.\w)")
"""A word, and no piece of an address or of what somebody is called there: `@poe`, `example.org/poe`."""
_LATIN, _OTHER = re.compile(r"[A-Za-z]"), re.compile(r"[^\x00-\u024f\s\u2010-\u2019]")
_LONG = 4
"""Letters from which on a word in small letters says something: short ones are parts of Chinese names, too."""
_MOST = 4
"""Words of the names of persons that only the trained component saw, particles apart."""
_SMALL_WORDS = lexicons.words("function word")
_THINGS = lexicons.words("event or place head") | lexicons.words("organisation word") | lexicons.words("position")


def whole_names(page: Page, chosen: Sequence[Named]) -> tuple[list[Named], list[Named]]:
    """Give each person the full name that the note has; part those that have no second sign from the other names.

    Returns:
        The names, and those that may be of persons and have no second sign.
    """
    signs = _Signs(page, chosen)
    full = {author for author in signs.authors if names.looks_like_person(author)}
    believed = dict.fromkeys(full, _GIVEN)
    for one in chosen:
        if one.kind is Kind.PERSON and names.looks_like_person(_unowned(one.text)):
            sure = max(signs.sure(one), believed.get(_unowned(one.text), 0.0))
            if sure:
                believed[_unowned(one.text)] = sure
    by_family, by_given = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for name in believed:
        by_family[name_key(name.split()[-1])].add(name)
        if is_given(name.split()[0]):
            by_given[name_key(name.split()[0])].add(name)
    kept, possible = list[Named](), list[Named]()
    for one in chosen:
        whole = _whole(one, believed, by_family, by_given)
        if whole is not None:
            kept.append(whole)
        elif " " in one.text:
            possible.append(replace(one, confidence=_UNSIGNED))
    return kept, possible


def _whole(
    one: Named, believed: Mapping[str, float], by_family: Mapping[str, set[str]], by_given: Mapping[str, set[str]]
) -> Named | None:
    """Return a name with the full name of the person it stands for; None when it is nobody's."""
    text = _unowned(one.text)
    named = by_family.get(name_key(text), set())
    if one.kind is not Kind.PERSON:
        known = len(named) == 1 and one.rule != "known-name" and " " not in text
        return replace(one, kind=Kind.PERSON, text=min(named), confidence=_ALONE) if known else one
    end = one.end - len(one.text) + len(text)
    if text in believed:
        return replace(one, text=text, end=end, confidence=believed[text])
    named = named | by_given.get(name_key(text), set())
    if " " not in text and len(named) == 1:
        return replace(one, text=min(named), end=end, confidence=_ALONE)
    return one if " " not in text and one.confidence > _LAID_OUT else None


class _Signs:
    """What a note says of the persons in it."""

    def __init__(self, page: Page, chosen: Sequence[Named]) -> None:
        self.blocks = page.note.blocks
        self.authors = {f.text for entry in page.entries for f in entry.authors}
        self._alone = {
            name_key(_unowned(n.text))
            for n in chosen
            if n.kind is Kind.PERSON and " " not in n.text and _is_in_text(self.blocks[n.block], n)
        }
        self._capital = is_german(page)
        self._small = {
            word
            for block in self.blocks
            for word in _WORD.findall(block.prose)
            if len(word) >= _LONG and word.islower()
        }
        orgs = [n for n in chosen if n.kind is Kind.ORG]
        self._org_starts = sorted((o.block, o.start) for o in orgs)
        self._listed = self._in_lists([n for n in chosen if n.kind is Kind.PERSON])

    def sure(self, one: Named) -> float:
        """Return how sure it is that a full name is a person's, 0 without a second sign."""
        if one.confidence > _LAID_OUT:
            return one.confidence
        return self._alone_sure(one) or (_TOLD_OF if one in self._listed else 0.0)

    def _alone_sure(self, one: Named) -> float:
        """Return the same without what stands beside it in a list."""
        name, block = _unowned(one.text), self.blocks[one.block]
        words = [word for word in name.split() if word.casefold() not in PARTICLES]
        last = words[-1]
        thing = last.casefold() in _THINGS and not (is_given(words[0]) and is_surname(last))
        if len(words) > _MOST or _is_mixed(name) or thing:
            return 0.0
        ordinary = {word for word in words if word.casefold() in self._small}
        if last.casefold() in _SMALL_WORDS or (len(last) == 1 and last.isupper()):
            return 0.0
        if words[0].casefold() in _SMALL_WORDS and not is_given(words[0]):
            return 0.0
        if is_given(words[0]) and (words[0] not in ordinary or (is_surname(last) and last not in ordinary)):
            return _GIVEN
        ordinary = {word for word in ordinary if not is_given(word)}
        if ordinary - ({last} if is_surname(last) else set()):
            return 0.0
        if any(map(_INITIAL.fullmatch, words)):
            return _GIVEN if "\n" not in block.prose[one.start : one.end].strip() else 0.0
        if self._told(block, one) or self._placed(block, one):
            return _TOLD_OF
        around = [link for link in links_near(block, one.start, one.end) if link.start <= one.start < link.end]
        inside = _RUN.search(block.prose[max(0, one.start - 30) : one.start]) or any(map(_is_longer(one), around))
        if ordinary or inside:
            return 0.0
        told = is_surname(last) and not self._capital  # nouns of German are family names as well
        return _FAMILY if told else _AGAIN if name_key(last) in self._alone else 0.0

    def _told(self, block: Block, one: Named) -> bool:
        """Return whether the words around a name, or the address it leads to, say that it is a person's."""
        before = block.prose[max(0, one.start - 40) : one.start]
        if _BY.search(before) or _DOES.match(block.prose, one.end):
            return True
        near = [link for link in links_near(block, max(0, one.start - 6), one.end) if link.start < link.end]
        if any(_PROFILE.match(link.target) and link.start <= one.start and one.end <= link.end for link in near):
            return True
        return any(link.end <= one.start and _DASH.fullmatch(block.prose, link.end, one.start) for link in near)

    def _placed(self, block: Block, one: Named) -> bool:
        """Return whether an organisation stands behind a person so that the person belongs to it."""
        behind = _within(self._org_starts, one.block, one.end, one.end + _NEAR)
        return any(_BESIDE.fullmatch(block.prose, one.end, place) for place in behind)

    def _in_lists(self, persons: Sequence[Named]) -> set[Named]:
        """Return the full names that stand in a list of names of which one has a sign of its own."""
        found, run = set[Named](), list[Named]()
        for one in sorted(persons, key=lambda n: (n.block, n.start)):
            prose = self.blocks[one.block].prose
            if run and not (run[-1].block == one.block and _SEPARATED.fullmatch(prose, run[-1].end, one.start)):
                found |= self._of_persons(run)
                run = []
            run.append(one)
        return found | self._of_persons(run)

    def _of_persons(self, run: Sequence[Named]) -> set[Named]:
        whole = [one for one in run if names.looks_like_person(_unowned(one.text)) and not _is_mixed(one.text)]
        strong = [one for one in whole if one.confidence > _LAID_OUT or self._alone_sure(one)]
        return {*whole} if len(run) > 1 and 2 * len(strong) >= len(whole) and strong else set()


def _is_in_text(block: Block, one: Named) -> bool:
    """Return whether a name stands in a text, and is no whole item or link, nor in a heading."""
    linked = any((link.start, link.end) == (one.start, one.end) for link in links_near(block, one.start, one.end))
    return not linked and block.kind is not BlockKind.HEADING and len(block.prose.split()) > 1


def _is_longer(one: Named) -> Callable[[Link], bool]:
    return lambda link: link.end - link.start > one.end - one.start + 1


def _is_mixed(name: str) -> bool:
    """Return whether a name has letters of two scripts."""
    return _LATIN.search(name) is not None and _OTHER.search(name) is not None


def _within(places: list[tuple[int, int]], block: int, start: int, end: int) -> Iterator[int]:
    first = bisect_left(places, (block, start))
    return (place for _, place in places[first : bisect_right(places, (block, end), lo=first)])


def _unowned(name: str) -> str:
    return name.removesuffix("'s").removesuffix("’s").removesuffix("'").removesuffix("’")
