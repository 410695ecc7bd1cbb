"""Why a query finds nothing, where this can be known: terms that no graph has, and values that no property has."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from typing import NamedTuple

from rapidfuzz import fuzz, process, utils

from kg import terms
from kg.rdf.lexing import Token, TokenKind, place, tokens, uncovered
from kg.rdf.query import Askable
from kg.rdf.searching import FUNCTIONS
from kg.rdf.values import string
from kg.rdf.vocabulary import Term, shortened, vocabulary

_XSD = terms.PREFIXES["xsd"]
_RDF_AND_XSD = (terms.PREFIXES["rdf"], terms.PREFIXES["rdfs"], _XSD)
_MOST = 3
_LOOKED_UP = 20
"""IRIs of a query that are looked up in the graph, and values that are told."""
_CONSTRUCT = re.compile(r"(?<![?$:\w])CONSTRUCT\b", re.IGNORECASE)
_PREFIX = re.compile(r"\bPREFIX\s+([\w.-]*):\s*<([^<>\"{}|^`\\\x00-\x20]*)>", re.IGNORECASE)
_ELSEWHERE = re.compile(r"\b(?:BASE|GRAPH|FROM|SERVICE)\b", re.IGNORECASE)
"""What makes IRIs of a query mean something else than nodes of the graph."""
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?!\w)")
_SUFFIX = re.compile(r"@[A-Za-z-]+|\^\^(?:<[^<>\s]*>|[\w-]*:[\w-]+)|")
_TEXTUAL = re.compile(r"\b(?:CONTAINS|STRSTARTS|STRENDS|REGEX|LCASE|UCASE)\s*\(\s*\Z", re.IGNORECASE)
_LONGEST_CALL = 40
"""Characters before a variable in which the name of a function is looked for."""
_COMPARED = re.compile(r"\s{0,100}(?P<sign><=|>=|!=|=|<|>)\s*")
_AMONG = re.compile(r"\s{0,100}(?:NOT\s+)?(?P<sign>)(?:IN\s{0,100}\(|\{)\s*", re.IGNORECASE)
"""Before the first of several values, in a condition or behind VALUES."""
_LONGEST_VALUE = 300
_BEFORE = re.compile(r"""(?:(?<![\w.])[+-]?\d[\d.]*|"[^"\n]*"|'[^'\n]*')\s{0,100}(?P<sign><=|>=|!=|=|<|>)\s{0,100}\Z""")
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_CAST = re.compile(r"\bxsd:(?:integer|int|decimal|double|float)\s*\(\s*(?:STR\s*\(\s*)?\Z", re.IGNORECASE)
_LANGUAGE = re.compile(r"\bLANG\s*\(\s*\Z", re.IGNORECASE)
_NUMERIC = {f"{_XSD}{name}" for name in ("integer", "decimal", "double", "float", "int", "long")}
_YEAR, _BOOLEAN, _STRING = f"{_XSD}gYear", f"{_XSD}boolean", f"{_XSD}string"
_THERE = "ASK {{ {{ <{0}> ?p ?o }} UNION {{ ?s <{0}> ?o }} UNION {{ ?s ?p <{0}> }} }}"


class Hint(NamedTuple):
    """Something in a query that finds nothing."""

    name: str
    """A term as the query has it."""
    line: int
    column: int
    reason: str

    def __str__(self) -> str:
        """Return it as a sentence."""
        return f"query, line {self.line}, column {self.column}: {self.reason}"


def is_nothing(cells: Sequence[Sequence[object]]) -> bool:
    """Return whether the rows of an answer tell nothing: there are none, or there is one that counts nothing.

    >>> is_nothing([]), is_nothing([["0", None]]), is_nothing([["0"], ["0"]])
    (True, True, False)
    """
    return not cells or (len(cells) == 1 and all(cell in (None, "", "0", 0) for cell in cells[0]))


def hints(sparql: str, empty: Askable | None = None) -> list[Hint]:
    """Return a hint for each term of the ontology's vocabularies that the ontology does not use, at its first place.

    There are none for a CONSTRUCT, which may construct triples with any terms.

    Args:
        empty: the graph, if it has no answer to the query: then there are hints for other names that it does not
            have, too, and for values that a property cannot have.

    >>> [str(hint) for hint in hints("SELECT * { ?paper kg:introduce ?method }")]
    ['query, line 1, column 19: no graph of kg has kg:introduce. Did you mean kg:introduces?']
    """
    if _CONSTRUCT.search(uncovered(sparql)):
        return []
    written = _Written(sparql)
    found = [*written.unknown_terms()]
    if empty is not None:
        found += [*written.unknown_names(empty), *islice(written.impossible_values(), _LOOKED_UP)]
        found += written.misspelt_names(empty) if not found else ()
    return sorted(found, key=lambda hint: hint[1:])


class _Written:
    """A query as its words, with what they stand for."""

    def __init__(self, sparql: str) -> None:
        self._sparql = sparql
        self._tokens = list(tokens(sparql))
        self._own = dict(_PREFIX.findall(sparql))
        prefixes = {**terms.PREFIXES, **self._own}
        self._iris = {token: iri for token in self._tokens if (iri := _iri(token.kind, token.text, prefixes))}
        self._starts = {token.start: token for token in self._tokens}
        self._depths = list(accumulate((c == "(") - (c == ")") for c in uncovered(sparql)))
        """Number of open brackets at each character: in them are VALUES and conditions, not patterns."""

    def unknown_terms(self) -> Iterator[Hint]:
        known = {*FUNCTIONS, *(term.iri for term in vocabulary())}
        for token, iri in self._first():
            if shortened(iri) and iri not in known and not iri.startswith(_RDF_AND_XSD):
                yield self._unknown(token, iri, "no graph of kg has")

    def unknown_names(self, graph: Askable) -> Iterator[Hint]:
        if _ELSEWHERE.search(uncovered(self._sparql)):
            return
        foreign = ((token, iri) for token, iri in self._first() if not shortened(iri))
        for token, iri in islice(foreign, _LOOKED_UP):
            is_name = iri not in self._own.values() and not iri.startswith(_RDF_AND_XSD)
            full = iri if ":" in iri else f"{graph.base}{iri}"
            if is_name and not graph.query(_THERE.format(full)):
                yield self._unknown(token, iri, "the graph has no")

    def _first(self) -> Iterator[tuple[Token, str]]:
        first = {iri: token for token, iri in reversed(self._iris.items())}
        return ((token, iri) for iri, token in first.items())

    def _unknown(self, token: Token, iri: str, says: str) -> Hint:
        prefix, colon, local = token.text.rpartition(":")
        is_own = bool(colon) and prefix in self._own and prefix in terms.PREFIXES
        meant = like(shortened(iri) or f"schema:{re.split(r'[/#:]', iri)[-1]}")
        names = [f"<{term.iri}>" if term.name.partition(":")[0] in self._own else term.name for term in meant]
        guess = f" Did you mean {' or '.join(names)}?" if names and local else ""
        return self._hint(token, f"{says} {f'<{iri}>' if is_own else token.text}.{guess}")

    def impossible_values(self) -> Iterator[Hint]:
        """Yield a hint for each value that stands behind a property, or is compared with what it leads to."""
        for token, term, value in self._stated():
            if not value.fits(term):
                yield self._hint(token, f"the values of {term.name} are {_values(term)}: write {_instead(term, value)}")
        for token, term in self._variables():
            way = self._instead(token, term)
            if way:
                yield self._hint(
                    token, f"the values of {term.name}, here {token.text}, are {_values(term)}: write {way}"
                )

    def misspelt_names(self, graph: Askable) -> Iterator[Hint]:
        """Yield a hint for each name that nothing in the graph has, and that is like another one."""
        if _ELSEWHERE.search(uncovered(self._sparql)):
            return
        stated = [(term, value) for _, term, value in self._stated()]
        stated += [(term, one.value) for token, term in self._variables() for one in self._comparisons(token)]
        texts = {value.written: value.text for term, value in stated if term.iri in NAMING and value.is_text}
        for token in self._tokens:
            text = texts.pop(token.text, "") if len(texts) <= _LOOKED_UP else ""
            names = near_names(graph, text) if text else []
            if names:
                meant = " or ".join(f'"{name}"' for name in names)
                yield self._hint(token, f"nothing in the graph is called {token.text}. Did you mean {meant}?")

    def _stated(self) -> Iterator[tuple[Token, Term, _Value]]:
        """Yield each property with the value behind it."""
        for token, term in self._properties():
            value = self._value(self._behind(token))
            if value is not None:
                yield token, term, value

    def _properties(self) -> Iterator[tuple[Token, Term]]:
        by_iri = {term.iri: term for term in vocabulary()}
        for token, iri in self._iris.items():
            term = by_iri.get(iri)
            if term is not None and not self._depths[token.start] and self._before(token) not in ("|", "^", "!"):
                yield token, term

    def _variables(self) -> Iterator[tuple[Token, Term]]:
        """Yield the places of each variable for values of one property, with that property."""
        of_variables: dict[str, set[Term]] = defaultdict(set)
        for token, term in self._properties():
            follows = self._starts.get(self._behind(token))
            if follows is not None and follows.kind is TokenKind.VARIABLE:
                of_variables[follows.text[1:]].add(term)
        for token in self._tokens:
            some = of_variables[token.text[1:]] if token.kind is TokenKind.VARIABLE else ()
            if len(some) == 1:
                yield token, next(iter(some))

    def _instead(self, token: Token, term: Term) -> str:
        """Return how to ask for values of a variable that no value of a property can fulfil; "" if one can."""
        compared = next(self._comparisons(token), None)
        before = self._sparql[max(token.start - _LONGEST_CALL, 0) : token.start]
        if compared:
            return "" if compared.value.fits(term) else _compared(term, compared.value, token.text, compared.sign)
        if _CAST.search(before) and term.datatypes == {_YEAR}:
            return f"YEAR({token.text})"
        if _LANGUAGE.search(before) and _STRING in term.datatypes:
            return f"{token.text} without LANG"
        if not _TEXTUAL.search(before):
            return ""
        named = f"{token.text} rdfs:label ?name" if term.has_things else f"STR({token.text})"
        return "" if _STRING in term.datatypes or not (term.has_things or term.datatypes) else named

    def _comparisons(self, token: Token) -> Iterator[_Comparison]:
        """Yield the values that a variable is compared with: behind it, before it, or as the first of several."""
        for pattern in (_COMPARED, _AMONG):
            found = pattern.match(self._sparql, token.start + len(token.text))
            value = self._value(found.end()) if found else None
            if found and value:
                yield _Comparison(found["sign"] or "=", value)
        first = max(token.start - _LONGEST_VALUE, 0)
        turned = _BEFORE.search(self._sparql[first : token.start])
        value = self._value(first + turned.start()) if turned else None
        if turned and value:
            yield _Comparison(_TURNED.get(turned["sign"], turned["sign"]), value)

    def _value(self, start: int) -> _Value | None:
        token = self._starts.get(start)
        if token is not None and token.kind is TokenKind.STRING:
            end = start + len(token.text)
            suffix = _SUFFIX.match(self._sparql, end)
            mark = suffix[0] if suffix else ""
            type_ = self._starts.get(end + 2) if mark.startswith("^") else None
            datatype = self._iris.get(type_, "") if type_ else ""
            text = token.text.strip(token.text[0])
            return _Value(f"{token.text}{mark}", text, "" if mark.startswith("@") else datatype or _STRING)
        number = _NUMBER.match(self._sparql, start)
        return _Value(number[0], number[0], f"{_XSD}decimal") if number else None

    def _before(self, token: Token) -> str:
        """Return the last character before a token that is no space."""
        at = token.start - 1
        while at >= 0 and self._sparql[at].isspace():
            at -= 1
        return self._sparql[at] if at >= 0 else ""

    def _behind(self, token: Token) -> int:
        """Return where the next character after a token stands that is no space."""
        at = token.start + len(token.text)
        while at < len(self._sparql) and self._sparql[at].isspace():
            at += 1
        return at

    def _hint(self, token: Token, reason: str) -> Hint:
        return Hint(token.text, *place(self._sparql, token.start), reason)


class _Comparison(NamedTuple):
    """A value in a query with which a variable is compared, as if it stood behind the variable."""

    sign: str
    value: _Value


class _Value(NamedTuple):
    """A value in a query."""

    written: str
    text: str
    datatype: str
    """IRI; "" for text in a language."""

    @property
    def is_text(self) -> bool:
        """Whether it is text as names are."""
        return self.datatype == _STRING

    def fits(self, term: Term) -> bool:
        """Return whether a property can have the value."""
        if self.datatype in _NUMERIC and not _NUMERIC.isdisjoint(term.datatypes):
            return True
        return not (term.has_things or term.datatypes) or self.datatype in term.datatypes


def _values(term: Term) -> str:
    """Say what values a property has."""
    if term.has_things:
        return "things, not text"
    if _STRING in term.datatypes:
        return "text without a language"
    if _BOOLEAN in term.datatypes:
        return "true or false"
    return "years" if term.datatypes == {_YEAR} else "numbers" if term.datatypes & _NUMERIC else "dates"


def _instead(term: Term, value: _Value) -> str:
    """Write a value as a property may have it."""
    if term.has_things:
        return f"<{value.text}>" if "://" in value.text else f'{term.name}/rdfs:label "{value.text}"'
    if _STRING in term.datatypes:
        return f'"{value.text}"'
    if term.datatypes & (_NUMERIC | {_BOOLEAN}):
        return value.text
    return f'"{value.text}"^^xsd:{"gYear" if len(value.text) == 4 else "date"}'


def _compared(term: Term, value: _Value, variable: str, operator: str) -> str:
    """Write a comparison that can be true."""
    if term.has_things and "://" not in value.text:
        return f'{variable} rdfs:label "{value.text}"'
    if term.datatypes == {_YEAR}:
        return f"YEAR({variable}) {operator} {value.text[:4]}"
    if value.datatype != _STRING or term.has_things or term.datatypes & (_NUMERIC | {_BOOLEAN}):
        return f"{variable} {operator} {_instead(term, value)}"
    return f'STR({variable}) {operator} "{value.text}"'


def like(name: str, *, most: int = _MOST) -> list[Term]:
    """Return the terms most like a name with or without a prefix: by spelling, else by their descriptions.

    >>> [term.name for term in like("schema:athor")], [term.name for term in like("schema:title")]
    (['schema:author'], ['schema:name'])
    """
    prefix, _, local = name.rpartition(":")
    locals_ = {term: term.name.partition(":")[2].lower() for term in vocabulary()}
    same = [term for term in locals_ if locals_[term] == local.lower()]
    if same:
        return same[:most]
    near = difflib.get_close_matches(local.lower(), locals_.values(), n=most, cutoff=0.75)
    spelled = [term for word in near for term in locals_ if locals_[term] == word]
    if spelled:
        return sorted(spelled, key=lambda term: (near.index(locals_[term]), not term.name.startswith(f"{prefix}:")))[
            :most
        ]
    word = re.compile(rf"\b{re.escape(local)}s?\b", re.IGNORECASE)
    ranked = [(not term.name.startswith(f"{prefix}:"), _rank(word, term), term.name, term) for term in vocabulary()]
    return [term for _, rank, _, term in sorted(ranked) if rank < _UNTOLD][:1]


_UNTOLD = 10_000


def _rank(word: re.Pattern[str], term: Term) -> int:
    """Rank what a term is said to mean by how soon a word comes in it."""
    found = word.search(f"{term.label}. {term.comment}")
    return found.start() if found else _UNTOLD


def _iri(kind: TokenKind, text: str, prefixes: dict[str, str]) -> str:
    if kind is TokenKind.IRI:
        return text[1:-1]
    prefix, colon, local = text.partition(":")
    return prefixes[prefix] + local if kind is TokenKind.NAME and colon and local and prefix in prefixes else ""


_LABEL = terms.PREFIXES["rdfs"] + "label"
NAMING = frozenset(
    {_LABEL, terms.NAME, terms.ALTERNATE_NAME, *(terms.PREFIXES["skos"] + name for name in ("prefLabel", "altLabel"))}
)
"""Properties whose values are names."""
MOST = 200_000
"""Names that are looked at."""
_LEAST = 82.0
"""Likeness, of 100, from which on a name may be meant."""
_FEW = 3


def near_names(graph: Askable, text: str) -> list[str]:
    """Return the names of a graph most like a text, the most like first; none if a thing is called just so."""
    if graph.query(f"ASK {{ ?thing <{_LABEL}>|<{terms.NAME}>|<{terms.ALTERNATE_NAME}> {string(text)} }}"):
        return []
    found = graph.query(f"SELECT DISTINCT ?name {{ ?thing <{_LABEL}> ?name }} LIMIT {MOST}")
    names = sorted(name for (name,) in found.texts() if name)
    like = process.extract(
        text, names, scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=_LEAST, limit=_FEW
    )
    return [name for name, _, _ in sorted(like, key=lambda one: (-one[1], one[0]))]
