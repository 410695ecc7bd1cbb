"""What was probably meant where a query uses a term that no graph of kg has."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import NamedTuple

from kg import terms
from kg.rdf.searching import FUNCTIONS
from kg.rdf.tokens import TokenKind, place, tokens, uncovered
from kg.rdf.vocabulary import Term, shortened, vocabulary

_RDF_AND_XSD = (terms.PREFIXES["rdf"], terms.PREFIXES["rdfs"], terms.PREFIXES["xsd"])
_MOST = 3
_CONSTRUCT = re.compile(r"(?<![?$:\w])CONSTRUCT\b", re.IGNORECASE)
_PREFIX = re.compile(r"\bPREFIX\s+([\w.-]*):\s*<([^<>]*)>", re.IGNORECASE)


class Hint(NamedTuple):
    """A term that finds nothing."""

    name: str
    """As the query has it."""
    line: int
    column: int
    meant: tuple[str, ...]
    """Terms that there are, the likeliest first."""

    def __str__(self) -> str:
        """Return it as a sentence."""
        guess = f" Did you mean {' or '.join(self.meant)}?" if self.meant else ""
        return f"query, line {self.line}, column {self.column}: no graph of kg has {self.name}.{guess}"


def hints(sparql: str) -> Iterator[Hint]:
    """Yield a hint for each term of the ontology's vocabularies that the ontology does not use, at its first place.

    There are none for a CONSTRUCT, which may construct triples with any terms.

    >>> [str(hint) for hint in hints("SELECT * { ?paper kg:introduce ?method }")]
    ['query, line 1, column 19: no graph of kg has kg:introduce. Did you mean kg:introduces?']
    """
    known = {*FUNCTIONS, *(term.iri for term in vocabulary())}
    prefixes = {**terms.PREFIXES, **dict(_PREFIX.findall(sparql))}
    seen: set[str] = set()
    if _CONSTRUCT.search(uncovered(sparql)):
        return
    for token in tokens(sparql):
        iri = _iri(token.kind, token.text, prefixes)
        if not iri or iri in known or iri in seen or not shortened(iri) or iri.startswith(_RDF_AND_XSD):
            continue
        seen.add(iri)
        yield Hint(token.text, *place(sparql, token.start), tuple(term.name for term in like(shortened(iri))))


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
    near = difflib.get_close_matches(local.lower(), locals_.values(), n=most, cutoff=0.8)
    spelled = [term for word in near for term in locals_ if locals_[term] == word]
    if spelled:
        return sorted(spelled, key=lambda term: (near.index(locals_[term]), not term.name.startswith(f"{prefix}:")))[
            :most
        ]
    word = re.compile(rf"\b{re.escape(local)}s?\b", re.IGNORECASE)
    told = [(not term.name.startswith(f"{prefix}:"), _told(word, term), term.name, term) for term in vocabulary()]
    return [term for _, rank, _, term in sorted(told) if rank < _UNTOLD][:1]


_UNTOLD = 10_000


def _told(word: re.Pattern[str], term: Term) -> int:
    """Rank what a term is said to mean by how soon a word comes in it."""
    found = word.search(f"{term.label}. {term.comment}")
    return found.start() if found else _UNTOLD


def _iri(kind: TokenKind, text: str, prefixes: dict[str, str]) -> str:
    if kind is TokenKind.IRI:
        return text[1:-1]
    prefix, colon, local = text.partition(":")
    return prefixes[prefix] + local if kind is TokenKind.NAME and colon and local and prefix in prefixes else ""
