"""What is wrong with a query that is no SPARQL, in the words of who wrote it.

The engine says what its grammar could take at the furthest place it came to, which is often the end. The usual slips
are found here in the words of the query; for others what the engine says has to do.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kg import terms
from kg.rdf.lexing import Token, TokenKind, tokens, uncovered
from kg.rdf.vocabulary import vocabulary
from kg.text import cut

FORMS = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")
KEYWORDS = (
    *FORMS,
    *"BASE PREFIX DISTINCT REDUCED AS FROM NAMED WHERE GROUP BY HAVING ORDER ASC DESC LIMIT OFFSET".split(),
    *"VALUES UNDEF OPTIONAL GRAPH UNION FILTER BIND MINUS EXISTS NOT IN SERVICE SILENT SEPARATOR".split(),
)
FUNCTIONS = (
    *"COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT STR LANG LANGMATCHES DATATYPE BOUND IRI URI BNODE RAND ABS".split(),
    *"CEIL FLOOR ROUND CONCAT STRLEN UCASE LCASE ENCODE_FOR_URI CONTAINS STRSTARTS STRENDS STRBEFORE STRAFTER".split(),
    *"YEAR MONTH DAY HOURS MINUTES SECONDS TIMEZONE TZ NOW UUID STRUUID MD5 SHA1 SHA256 SHA384 SHA512".split(),
    *"COALESCE IF STRLANG STRDT SAMETERM ISIRI ISURI ISBLANK ISLITERAL ISNUMERIC REGEX SUBSTR REPLACE".split(),
    *"TRIPLE SUBJECT PREDICATE OBJECT ISTRIPLE ADJUST LANGDIR STRLANGDIR HASLANG HASLANGDIR LATERAL".split(),
)
_VALUES = {"A", "TRUE", "FALSE"}
_KNOWN = {*KEYWORDS, *FUNCTIONS, *_VALUES}
_BRACKETS = {"{": "}", "(": ")", "[": "]"}
_QUOTED = 80
"""Characters of a word of the query that a message repeats; a query may have any length."""
_BARE_FILTER = re.compile(r"\bFILTER\s+[?$0-9]", re.IGNORECASE)
_DECLARED = re.compile(r"\bPREFIX\s+([\w.-]*):", re.IGNORECASE)


class Slip(NamedTuple):
    """What is wrong, and where."""

    reason: str
    start: int
    """Place in the query."""


def diagnose(sparql: str) -> Slip | None:
    """Find the first of the usual slips; None if there is none of them.

    >>> diagnose("SELECT ?s { ?s ?p ?o ")
    Slip(reason="the '{' here is never closed", start=10)
    """
    found = [token for token in tokens(sparql) if token.kind is not TokenKind.COMMENT]
    rest = uncovered(sparql)
    for look in _LOOKS:
        slip = next(look(sparql, found, rest), None)
        if slip is not None:
            return slip
    return None


def _no_form(_: str, found: Sequence[Token], rest: str) -> Iterator[Slip]:
    """Find a query that begins with none of the four words."""
    words = [token for token in found if token.kind is TokenKind.WORD]
    first = next((word for word in words if word.text.upper() not in ("PREFIX", "BASE")), None)
    if first is None:
        yield Slip(f"the query is empty; it must begin with {', '.join(FORMS[:-1])} or {FORMS[-1]}", 0)
    elif first.text.upper() not in FORMS and (
        not words[1:] or words.index(first) == sum(word.text.upper() in ("PREFIX", "BASE") for word in words)
    ):
        yield Slip(
            f"a query begins with {', '.join(FORMS[:-1])} or {FORMS[-1]}, not with {cut(first.text, limit=_QUOTED)}"
            f"{_guess(first.text.upper(), FORMS)}",
            first.start,
        )


def _unknown_word(sparql: str, found: Sequence[Token], _: str) -> Iterator[Slip]:
    """Find a word that SPARQL does not have: a keyword mistyped, or a variable without its question mark."""
    for token in found:
        word = token.text.upper()
        if token.kind is not TokenKind.WORD or word in _KNOWN or _is_tag(sparql, token):
            continue
        yield Slip(f"SPARQL has no word {cut(token.text, limit=_QUOTED)}{_meant(sparql, token.text)}", token.start)


def _meant(sparql: str, word: str) -> str:
    if f"?{word}" in sparql:
        return f". Did you mean ?{cut(word, limit=_QUOTED)}?"
    terms_so = [term.name for term in vocabulary() if term.name.partition(":")[2].lower() == word.lower()]
    if terms_so:
        return f". Did you mean {terms_so[0]}?"
    return _guess(word.upper(), (*KEYWORDS, *FUNCTIONS)) or f". Did you mean ?{cut(word, limit=_QUOTED)}?"


def _bare_filter(_: str, _found: Sequence[Token], rest: str) -> Iterator[Slip]:
    """Find a condition without brackets."""
    for found in _BARE_FILTER.finditer(rest):
        yield Slip("FILTER takes its condition in brackets: FILTER(...)", found.start())


def _unknown_prefix(sparql: str, found: Sequence[Token], _: str) -> Iterator[Slip]:
    """Find a prefix that is neither set nor declared."""
    known = {*terms.PREFIXES, *_DECLARED.findall(sparql)}
    for token in found:
        prefix = token.text.partition(":")[0]
        if token.kind is TokenKind.NAME and prefix not in known:
            guess = _guess(prefix, sorted(known - {""}), "{}:")
            yield Slip(
                f"unknown prefix '{cut(prefix, limit=_QUOTED)}:'; set are {', '.join(sorted(terms.PREFIXES))}{guess}",
                token.start,
            )


def _open_string(_: str, _found: Sequence[Token], rest: str) -> Iterator[Slip]:
    """Find a quotation mark that is left."""
    places = [place for place in (rest.find('"'), rest.find("'")) if place >= 0]
    if places:
        yield Slip("the string that begins here does not end on its line", min(places))


def _brackets(_: str, _found: Sequence[Token], rest: str) -> Iterator[Slip]:
    """Find a bracket without its other half."""
    waiting: list[int] = []
    for place, character in enumerate(rest):
        if character in _BRACKETS:
            waiting.append(place)
        elif character in _BRACKETS.values():
            if not waiting or _BRACKETS[rest[waiting[-1]]] != character:
                yield Slip(f"the {character!r} here has no opening bracket", place)
                return
            waiting.pop()
    if waiting:
        yield Slip(f"the {rest[waiting[-1]]!r} here is never closed", waiting[-1])


def _unnamed(sparql: str, found: Sequence[Token], rest: str) -> Iterator[Slip]:
    """Find an expression in the SELECT clause that has no name."""
    words = [token for token in found if token.kind is TokenKind.WORD]
    for start in (word for word in words if word.text.upper() == "SELECT"):
        opened = rest.find("(", start.start)
        end = min((p for p in (rest.find("{", start.start), len(rest)) if p >= 0), default=len(rest))
        while 0 <= opened < end:
            closed = _closing(rest, opened)
            inside = [w for w in words if opened < w.start < closed]
            if not any(w.text.upper() == "AS" for w in inside):
                told = cut(sparql[opened + 1 : closed], limit=_QUOTED)
                yield Slip(f"a value in SELECT needs a name: ({told} AS ?name)", opened)
            opened = rest.find("(", closed + 1)


_LOOKS: tuple[Callable[[str, Sequence[Token], str], Iterator[Slip]], ...] = (
    _no_form,
    _open_string,
    _brackets,
    _unknown_prefix,
    _unknown_word,
    _unnamed,
    _bare_filter,
)
"""Every way to slip, in the order looked for."""


def _closing(rest: str, opened: int) -> int:
    depth = 0
    for place in range(opened, len(rest)):
        depth += (rest[place] == "(") - (rest[place] == ")")
        if depth == 0:
            return place
    return len(rest)


def _is_tag(sparql: str, token: Token) -> bool:
    """Return whether a word is the language of a text, a part of it, or the label of a blank node."""
    before = sparql[token.start - 1 : token.start]
    return before in ("@", "-", ":", "\\") or before.isdigit()


def _guess(word: str, known: Sequence[str], shape: str = "{}") -> str:
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.7)
    return f". Did you mean {shape.format(near[0])}?" if near else ""
