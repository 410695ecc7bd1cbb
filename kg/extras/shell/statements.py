"""What a person types at the prompt of kg: queries in SPARQL, and commands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from kg.rdf.diagnosis import FORMS
from kg.rdf.lexing import TokenKind, tokens, uncovered

_BEGINNINGS = {*FORMS, "PREFIX", "BASE"}
_UPDATES = {*"INSERT DELETE LOAD CLEAR CREATE DROP COPY MOVE ADD WITH".split()}
"""What queries may not begin with, which the engine says best."""
_ASKED = {"WHERE", "FROM"}
"""Behind the ASK of SPARQL, beside a bracket; what else is behind it is for the command."""


def is_query(text: str) -> bool:
    """Return whether a text is a query, and no command.

    >>> is_query("select * { ?s ?p ?o }"), is_query("ask { ?s ?p ?o }"), is_query("ask papers-by-rating")
    (True, True, False)
    """
    found = [token for token in tokens(text) if token.kind is not TokenKind.COMMENT]
    if not found:
        return bool(text) and not uncovered(text).strip()
    first = found[0]
    word = first.text.upper()
    if first.kind is TokenKind.NAME or uncovered(text)[: first.start].strip():
        return False
    if word == "ASK" and first.text != "ASK":
        rest = uncovered(text)[first.start + len(first.text) :].lstrip()
        return rest.startswith("{") or (len(found) > 1 and found[1].text.upper() in _ASKED)
    return word in _BEGINNINGS or word in _UPDATES


def is_whole(text: str) -> bool:
    """Return whether nothing is missing at the end of a text: no bracket and no long string is open.

    A string that ends with its line is never whole, so that nothing is to be waited for: the engine says what is wrong.

    >>> is_whole("SELECT *"), is_whole("SELECT * {"), is_whole("SELECT * { ?s ?p '}' }"), is_whole("find BERT")
    (False, False, True, True)
    """
    if not is_query(text):
        return True
    rest = uncovered(text)
    for place, sign in enumerate(rest):
        if sign in "\"'":
            return text[max(place - 2, 0) : place + 1] != 3 * sign
    opened = sum(rest.count(sign) for sign in "{([") - sum(rest.count(sign) for sign in "})]")
    if opened or "{" in rest or "}" in rest:
        return opened <= 0
    found = [token for token in tokens(text) if token.kind is not TokenKind.COMMENT]
    words = {token.text.upper() for token in found if token.kind is TokenKind.WORD}
    return bool(words & _UPDATES) or ("DESCRIBE" in words and found[-1].text.upper() != "DESCRIBE")


def statements(lines: Iterable[str], commands: Collection[str]) -> Iterator[str]:
    r"""Divide what is read from a pipe: a command is a line; a query ends before a blank line or the next beginning.

    A blank line within brackets ends nothing.

    >>> list(statements(["SELECT * {", "", "?s ?p ?o }", "LIMIT 2", "find BERT", "ASK {}"], ["find"]))
    ['SELECT * {\n\n?s ?p ?o }\nLIMIT 2', 'find BERT', 'ASK {}']
    """
    held: list[str] = []
    for line in lines:
        text = line.rstrip("\r\n")
        if held and (not text.strip() or _begins(text, commands)) and is_whole("\n".join(held)):
            yield "\n".join(held)
            held = []
        if not held and text.strip() and not is_query(text):
            yield text
        elif held or text.strip():
            held.append(text)
    if held:
        yield "\n".join(held)


def _begins(line: str, commands: Collection[str]) -> bool:
    words = line.split(maxsplit=1)
    return bool(words) and (words[0] in commands or (is_query(line) and not line.lstrip().startswith("#")))
