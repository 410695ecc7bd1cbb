"""What can come next in a query: keywords, terms of the ontology, variables, and things by their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from kg import terms
from kg.asking.beginnings import names
from kg.rdf import string, vocabulary
from kg.rdf.diagnosis import FUNCTIONS, KEYWORDS
from kg.rdf.lexing import TokenKind, tokens, uncovered

_VARIABLE = re.compile(r"[?$]\w*$")
_TERM = re.compile(r"(?<![\w<-])[\w-]*:[\w-]*$")
_WORD = re.compile(r"(?<![\w:?$-])[^\W\d]\w*$")
_NO_NAME = re.compile(r"[<>{}()\[\]\"'?$:;,.|^`\\\n]")
"""What the name of a thing has not where it is typed as it is, before its IRI takes its place."""
_WRITABLE = re.compile(r"""[^<>"{}|^`\\\x00-\x20]+""")
_SEARCHING = {"kg:matches": '(?thing, "words"): kg find finds it', "kg:score": '(?thing, "words"): how well it matches'}
_LONGEST = 8
"""Words of a name that is typed as it is."""
_SHORTEST = 2
"""Letters from which on names of things are offered between keywords and terms."""


class Offer(NamedTuple):
    """What can be put in."""

    text: str
    length: int
    """How many characters before the cursor it takes the place of."""
    shown: str
    told: str = ""


def in_query(text: str, graph: Path) -> Iterator[Offer]:
    """Yield what can come next in a query.

    Args:
        text: up to the cursor.
        graph: the folder of the graph, whose index has the names.
    """
    opened = re.search(r"[\"'][^\"'\n]*$", uncovered(text))
    if opened:
        yield from _texts(text[opened.start() :], graph)
    elif found := _VARIABLE.search(text):
        known = {token.text for token in tokens(text[: found.start()]) if token.kind is TokenKind.VARIABLE}
        yield from (_whole(name, found[0]) for name in sorted(known) if name.startswith(found[0]))
    elif found := _TERM.search(text):
        yield from _terms(found[0])
    else:
        word = _WORD.search(text)
        if word:
            yield from _words(word[0])
        yield from _things(_NO_NAME.split(text)[-1].lstrip(), graph)


def _whole(text: str, typed: str, told: str = "") -> Offer:
    return Offer(text, len(typed), text, told)


def _texts(typed: str, graph: Path) -> Iterator[Offer]:
    """Yield names of things as the strings that they are in the graph."""
    quote, begin = typed[0], typed[1:]
    for one in names(graph, begin):
        inner = string(one.name)[1:-1]
        text = inner.replace("'", "\\'") if quote == "'" else inner
        yield Offer(f"{text}{quote}", len(begin), one.name, one.kind)


def _terms(typed: str) -> Iterator[Offer]:
    for name, told in (*_SEARCHING.items(), *((term.name, term.label) for term in vocabulary())):
        if name.casefold().startswith(typed.casefold()):
            yield _whole(name, typed, told)


def _words(typed: str) -> Iterator[Offer]:
    wanted = typed.casefold()
    for word in (*KEYWORDS, *FUNCTIONS):
        if word.casefold().startswith(wanted):
            yield _whole(word, typed)
    for prefix, space in terms.PREFIXES.items():
        if prefix.startswith(wanted):
            yield _whole(f"{prefix}:", typed, space)
    for term in vocabulary() if len(typed) >= _SHORTEST else ():
        if term.name.partition(":")[2].casefold().startswith(wanted):
            yield _whole(term.name, typed, term.label)


def _things(typed: str, graph: Path) -> Iterator[Offer]:
    """Yield the IRIs of things whose names begin so: of the most words before the cursor with which any does."""
    words = typed.split(" ")
    for first in range(max(len(words) - _LONGEST, 0), len(words)):
        begin = " ".join(words[first:])
        found = names(graph, begin) if len(begin) >= _SHORTEST else []
        if found:
            iris = (one for one in found if _WRITABLE.fullmatch(one.iri))
            yield from (Offer(f"<{one.iri}>", len(begin), one.name, one.kind) for one in iris)
            return


def first_words(text: str, commands: Iterable[tuple[str, str]]) -> Iterator[Offer]:
    """Yield the commands that a text may begin with."""
    if not re.search(r"\s", text):
        yield from (_whole(name, text, told) for name, told in commands if name.startswith(text))


Offers = Callable[[str], Iterable[Offer]]
"""What can come next, of a text up to the cursor."""
