"""What of a query is code and what is text: strings, comments, IRIs and names, told apart as the engine does.

Text can be made to look like code and code like text, so that `code_of` errs on the safe side: where the engine could
read a query otherwise than it is read here, the query is said to be in doubt, and who asks has to expect the worst.
`tokens` are for hints and completion; nothing that guards the engine rests on them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from kg import untrusted


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
_PIECE = re.compile(
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
    for found in _PIECE.finditer(sparql):
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


_CODE_POINT = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_ESCAPE = (
    r"""\\[tbnrf"'\\]|\\u(?![Dd][89A-Fa-f])[0-9A-Fa-f]{4}"""
    r"|\\U(?!0000[Dd][89A-Fa-f])(?:000[0-9A-Fa-f]|0010)[0-9A-Fa-f]{4}"
)
"""What the engine takes in a string; with anything else it is no string."""
_LETTER = (
    "A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef"
    "\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_NAME = rf"{_LETTER}0-9\u00b7\u0300-\u036f\u203f\u2040"
_PART = r"%[0-9A-Fa-f]{2}|\\[_~.!$&'()*+,;=/?#@%-]"
_SURE_IRI = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]*://[^\[\]]*|[^'#]*)>")
"""In other places `<` may be the operator, and what follows a comment or a string, which an IRI cannot begin."""
_SERVICE = re.compile(r"(?<![\w:])SERVICE\s+(?:SILENT\s+)?<([^<>\s]*)>", re.IGNORECASE)


@cache
def _token() -> re.Pattern[str]:
    """Return the pattern of what is not code; it takes longer to make than a query takes to be read."""
    return re.compile(
        rf'(?P<string>"""(?:[^"\\]|{_ESCAPE}|"(?!""))*"""'
        rf"|'''(?:[^'\\]|{_ESCAPE}|'(?!''))*'''"
        rf'|"(?:[^"\\\n\r]|{_ESCAPE})*"'
        rf"|'(?:[^'\\\n\r]|{_ESCAPE})*')"
        r'|(?P<iri><[^<>"{}|^`\\\x00-\x20]*>)'
        r"|(?P<comment>\#[^\n\r]*)"
        rf"|(?P<variable>[?$][{_LETTER}0-9][{_NAME}]*)"
        rf"|(?P<local>:(?:(?:[{_LETTER}0-9:]|{_PART})(?:(?:[{_NAME}.:-]|{_PART})*(?:[{_NAME}:-]|{_PART}))?)?)"
        r"|(?P<backslash>\\)"
    )


class Code(NamedTuple):
    """A query without its text."""

    words: str
    """Without strings, comments, variables and local names, in both spellings of code points."""
    is_sure: bool
    """Whether the engine cannot read it otherwise."""


def code_of(sparql: str, *, iris: bool = False) -> Code:
    r"""Return the code of a query, with or without its IRIs.

    Both the original and the code with its code point escapes resolved are given, because we cannot know at which
    of them the engine looks.

    >>> code_of("ASK { ?graph a 'GRAPH' } # GRAPH").words.split("\n")[0]
    'ASK {   a   }  '
    >>> code_of("ASK { FILTER(1<'>') GRAPH <urn:a> {} #'\n}").is_sure
    False
    """
    is_sure = True
    texts = []
    for text in _spellings(sparql):
        pieces, end = [], 0
        for found in _token().finditer(text):
            is_sure = is_sure and _is_sure(found)
            if found.lastgroup == "backslash":
                break  # The query is in doubt: all that follows counts as code.
            kept = iris and found.lastgroup == "iri"
            pieces += [text[end : found.start()], found[0] if kept else " "]
            end = found.end()
        texts.append("".join([*pieces, text[end:]]))
    return Code("\n".join(texts), is_sure)


def reaches_out(sparql: str, services: Collection[str] = ()) -> bool:
    """Return whether a query may have a SERVICE part for an endpoint that is not listed; in doubt, yes.

    >>> reaches_out("SELECT * { SERVICE <http://a/> { ?s ?p ?o } }")
    True
    >>> reaches_out('SELECT ?service { ?service schema:serviceType "SERVICE" } # no service')
    False
    """
    if not uses(sparql, "service"):
        return False
    code = code_of(sparql)
    # An IRI may have the word in it; what is left without IRIs is what counts.
    named = [found[1] for found in _SERVICE.finditer(code_of(sparql, iris=True).words)]
    listed = len(named) == code.words.lower().count("service") and set(services).issuperset(named)
    return not (code.is_sure and listed)


def uses(sparql: str, word: str) -> bool:
    """Return whether a query or an update may use a keyword, given in lower case; in doubt, yes.

    >>> uses("LOAD <http://a/>", "load"), uses("INSERT DATA { <urn:load> a 'LOAD' } # load", "load")
    (True, False)
    """
    if not has_word(sparql, word):
        return False
    code = code_of(sparql)
    return not code.is_sure or word in code.words.lower()


def has_word(sparql: str, *words: str) -> bool:
    """Return whether one of some words, given in lower case, occurs anywhere, in text or in code; this is fast."""
    return any(word in text.lower() for text in _spellings(sparql) for word in words)


def _spellings(sparql: str) -> Iterator[str]:
    yield sparql
    yield _CODE_POINT.sub(lambda found: untrusted.character(found[1] or found[2]), sparql)


def _is_sure(found: re.Match[str]) -> bool:
    if found.lastgroup == "iri":
        return bool(_SURE_IRI.fullmatch(found[0]))
    # Outside strings and names, nothing is escaped: whoever writes it there tries something.
    return found.lastgroup != "backslash" and not (found.lastgroup == "comment" and "\\" in found[0])
