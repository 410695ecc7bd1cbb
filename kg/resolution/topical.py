"""Which topics of the vault the title of a paper, or the first sentence of a remark on it, names.

A heading says what the papers below it are about. A paper below "Day 1" is on a subject all the same, and often names
it, so that it can be found with the papers of other notes on that subject.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from kg import lexicons
from kg.model import Iri
from kg.telling import can_name, is_one_key, pieces_of, plain_words, tells, word_key, word_keys

LONGEST = 6
"""A name with more words is not looked for."""
SENTENCE = 300
"""Characters of a remark, at most, that count as its first sentence."""
_END = re.compile(r"[.!?。](?=\s)|\n")
NEAR = 3
"""Words in front of a name, at most, of which one can turn its meaning."""
_CAPITALS = 2
"""Capitals of an acronym, such as `LoRA`; in other letters it is another word."""
_CONTRAST = frozenset({"no", "not", "without", "unlike", "than", "instead", "versus", "vs", "beyond", "nor"})


class TopicNames:
    """The names of topics, to be found in what is written about papers."""

    def __init__(self, topics: Mapping[Iri, str]) -> None:
        """Take the topics to look for.

        Args:
            topics: IRI -> name. Other forms of it that the word list has are looked for, too: `reinforcement learning`
                for `RL`. What a name that several topics share stands for is open, and one that says nothing is not
                looked for.
        """
        named = _by_words(sorted(topics.items()))
        others = _by_words((iri, form) for iri, name in sorted(topics.items()) for form in _forms().get(_key(name), ()))
        named |= {words: found for words, found in others.items() if words not in named}
        self._of: dict[str, list[_Name]] = defaultdict(list)
        for keys, found in named.items():
            if all(keys):
                self._of[keys[0]].append(_Name(keys, found[0][1], found[0][0] if len(found) == 1 else None))

    def in_title(self, title: str) -> set[Iri]:
        """Return the topics that a title names.

        >>> names = TopicNames({Iri("t1"): "Flow matching", Iri("t2"): "LoRA", Iri("t3"): "Matching"})
        >>> sorted(names.in_title("Discrete Flow-Matching with LoRA")), names.in_title("Lora, a town")
        (['t1', 't2'], set())
        >>> TopicNames({Iri("t4"): "RL"}).in_title("Reinforcement Learning with Mazes")
        {'t4'}
        """
        if is_one_key(title):
            return set()
        return {name.topic for name, word, _ in self._found(title) if name.topic and name.fits(word)}

    def in_remark(self, remark: str) -> set[Iri]:
        """Return the topics that the first sentence of a remark names by a known word or by several words.

        A name behind a word such as `without` is left out.

        >>> names = TopicNames({Iri("t1"): "Flow matching", Iri("t2"): "Flows", Iri("t3"): "LoRA"})
        >>> names.in_remark("Makes flow matching faster than LoRA. LoRA and flows ..."), names.in_remark("Flows well")
        ({'t1'}, set())
        """
        return {
            name.topic
            for name, word, before in self._found(_first_sentence(remark))
            if name.topic and name.fits(word) and name.is_clear and _CONTRAST.isdisjoint(before)
        }

    def occur_in(self, text: str) -> bool:
        """Return whether a text has the words of one of the names, whatever they mean there."""
        return any(True for _ in self._found(text))

    def _found(self, text: str) -> Iterator[tuple[_Name, str, Sequence[str]]]:
        """Yield the longest names in a text, each with its first word there and the words in front of it."""
        for part in pieces_of(text):
            words = plain_words(part)
            keys = tuple(map(word_key, words))
            end = 0
            for start, key in enumerate(keys):
                there = [name for name in self._of.get(key, ()) if keys[start : start + len(name.keys)] == name.keys]
                name = max(there, key=lambda one: len(one.keys), default=None)
                if name is not None and start + len(name.keys) > end:
                    end = start + len(name.keys)
                    yield name, words[start], keys[max(0, start - NEAR) : start]


def same_names(topics: Mapping[Iri, str], others: Mapping[Iri, str]) -> Iterator[tuple[Iri, Iri]]:
    """Yield each topic with each other thing of its name, in small letters and in the singular.

    >>> list(same_names({Iri("t1"): "Transformers", Iri("t2"): "Voting"}, {Iri("m1"): "transformer"}))
    [('t1', 'm1')]
    """
    called = defaultdict[str, list[Iri]](list)
    for iri, name in others.items():
        called[_key(name)].append(iri)
    for topic, name in topics.items():
        yield from ((topic, iri) for iri in called.get(_key(name), ()))


class _Name(NamedTuple):
    """A name to look for."""

    keys: tuple[str, ...]
    """Of its words."""
    words: Sequence[str]
    topic: Iri | None
    """None if several topics have the name."""

    def fits(self, word: str) -> bool:
        """Return whether a word in a text is this name, if it has one word: capitals inside it must be the same."""
        name = self.words[0]
        if len(self.keys) > 1:
            return True
        if _has_capitals(name):
            return word in (name, f"{name}s") or name == f"{word}s"
        return not _has_capitals(word) or word.isupper()

    @property
    def is_clear(self) -> bool:
        """Whether it is a name wherever it stands: it has several words, is an acronym, or is a known topic."""
        return len(self.keys) > 1 or _has_capitals(self.words[0]) or self.keys[0] in _known()


def _by_words(named: Iterable[tuple[Iri, str]]) -> dict[tuple[str, ...], list[tuple[Iri, Sequence[str]]]]:
    """Group topics by the keys of the words of a name, each with these words."""
    found = defaultdict[tuple[str, ...], list[tuple[Iri, Sequence[str]]]](list)
    for iri, name in named:
        words = plain_words(name)
        if 0 < len(words) <= LONGEST and tells(name) and can_name(words):
            found[tuple(map(word_key, words))].append((iri, words))
    return found


def _first_sentence(text: str) -> str:
    end = _END.search(text, 0, SENTENCE)
    return text[: end.start() if end else SENTENCE]


def _has_capitals(word: str) -> bool:
    return sum(map(str.isupper, word)) >= _CAPITALS


def _key(name: str) -> str:
    return " ".join(word_keys(name))


@cache
def _forms() -> Mapping[str, tuple[str, ...]]:
    """Map the key of each form of a topic of the word list to its forms of several words, which mean nothing else."""
    forms = dict[str, tuple[str, ...]]()
    for row in lexicons.rows("topics"):
        all_ = lexicons.forms(row)
        long = tuple(form for form in all_ if " " in form)
        forms |= dict.fromkeys(map(_key, all_), long)
    return forms


@cache
def _known() -> frozenset[str]:
    """Return the keys of the topics of one word that the word list has."""
    return frozenset(word_key(row["name"]) for row in lexicons.rows("topics") if " " not in row["name"])
