"""The words of a SPARQL query with their places, for hints and completion.

This is no parser, and nothing that guards the engine rests on it (see `kg.rdf.lexing.reaches_out`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple


class TokenKind(StrEnum):
    """What a piece of a query is."""

    COMMENT = "comment"
    STRING = "string"
    IRI = "iri"
    VARIABLE = "variable"
    NAME = "name"
    """With a prefix: `schema:author`."""
    WORD = "word"


class Token(NamedTuple):
    """A piece of a query."""

    kind: TokenKind
    text: str
    start: int


_COVERED = {TokenKind.STRING, TokenKind.IRI, TokenKind.COMMENT}
_TOKEN = re.compile(
    r'(?P<string>"""(?:[^"\\]|\\.|"(?!""))*"""'
    r"|'''(?:[^'\\]|\\.|'(?!''))*'''"
    r'|"(?:[^"\\\n\r]|\\.)*"'
    r"|'(?:[^'\\\n\r]|\\.)*')"
    r'|(?P<iri><[^<>"{}|^`\\\x00-\x20]*>)'
    r"|(?P<comment>\#[^\n\r]*)"
    r"|(?P<variable>[?$]\w+)"
    r"|(?P<name>(?:[^\W\d_](?:[\w.-]{0,200}[\w-])?)?:(?:[\w:](?:[\w:.%-]*[\w:%-])?)?)"
    r"|(?P<word>[^\W\d]\w*)",
    re.DOTALL,
)


def tokens(sparql: str) -> Iterator[Token]:
    """Yield the words, names and values of a query in order, without punctuation and numbers.

    >>> [token.text for token in tokens("SELECT ?s { ?s schema:name 'a b' } # all")]
    ['SELECT', '?s', '?s', 'schema:name', "'a b'", '# all']
    """
    for found in _TOKEN.finditer(sparql):
        yield Token(TokenKind(str(found.lastgroup)), found[0], found.start())


def uncovered(sparql: str) -> str:
    """Return a query with spaces in place of strings, IRIs and comments, so that all brackets are code.

    >>> uncovered("ASK { <urn:a> ?p '}' }")
    'ASK {         ?p     }'
    """
    text = list(sparql)
    for token in tokens(sparql):
        if token.kind in _COVERED:
            text[token.start : token.start + len(token.text)] = " " * len(token.text)
    return "".join(text)


def place(sparql: str, start: int) -> tuple[int, int]:
    """Return the line and the column, both from 1, of a character of a query."""
    before = sparql[:start]
    return before.count("\n") + 1, start - before.rfind("\n")
