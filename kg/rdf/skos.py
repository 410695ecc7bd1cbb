"""Concepts from the files of vocabularies: SKOS, labels of SKOS-XL, and what CSO and MeSH have in the place of it.

A file may have any triples. Only those count that give a label, lead to one, or put one concept above another
(`ontology/thesauri.csv`), so that a large file is read in one pass and little of it is kept. What is in it was written
by others: labels are cleaned, and a file that would grow when it is read is refused.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import unicodedata
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, NamedTuple, cast

import pyoxigraph as ox

from kg import terms
from kg.errors import UsageError, reason
from kg.iris import link
from kg.rdf.seal import digest_of
from kg.rdf.syntax import RdfFormat
from kg.resources import folder, rows
from kg.vocabularies import Concept, Vocabulary

_PREFERRED, _OTHER, _HIDDEN, _FALLBACK = range(4)
"""What a label is to its concept; the last is preferred where nothing else is."""
_RANKS = {"preferred": _PREFERRED, "other": _OTHER, "hidden": _HIDDEN, "fallback": _FALLBACK}
_TABLE = rows(folder() / "thesauri.csv")
_LABELS, _LEADING = (
    {row["iri"]: _RANKS[row["rank"]] for row in _TABLE if row["role"] == role} for role in ("label", "leads to labels")
)
"""Predicates of labels; and what leads from a concept to a node that has labels, and what these are to it at best."""
_BROADER, _NARROWER, _SAME, _MAIN, _CONCEPTS = (
    {row["iri"] for row in _TABLE if row["role"] == role} for role in ("broader", "narrower", "same", "main", "concept")
)
_TYPE = str(terms.TYPE)
_DEPRECATED = "http://www.w3.org/2002/07/owl#deprecated"
_DEEPEST = 3
"""Nodes between a concept and its label, at most."""
_LONGEST = 200
"""Characters of a label."""
_LONGEST_IRI = 2_000
_LONGEST_ENTITY = 200
_GZIP = ".gz"
_BROKEN_IRI = re.compile(r'[\x00-\x20<>"{}|^`\\\x7f]')
_ENTITY = re.compile(rb"<!ENTITY\s{1,9}(?P<parameter>%?)[^'\">]{1,200}(?P<value>\"[^\"]*+\"|'[^']*+')")
_PLACE = re.compile(r"^Parser error at line (?P<line>\d+)(?: between)? columns? \d+(?: and \d+)?: ")


def read_vocabulary(path: Path) -> Vocabulary:
    """Read the concepts of a file, packed by gzip or not, in any format of `RdfFormat`.

    Raises:
        UsageError: the file cannot be read, does not have the format of its suffix, or has no concept with a label.
    """
    rdf_format = RdfFormat.of(path.with_suffix("") if path.suffix.lower() == _GZIP else path)
    try:
        digest = digest_of(path)
        with _opened(path) as file:
            raw = _Raw()
            raw.read(_quads(file, rdf_format, path))
    except (OSError, EOFError, zlib.error) as error:
        why = reason(error) if isinstance(error, OSError) and error.errno else str(error)
        raise UsageError(f"the vocabulary {path} cannot be read: {why}") from error
    concepts = raw.concepts()
    if not concepts:
        raise UsageError(f"{path} has no concept with a label. kg reads SKOS, and the forms of CSO and MeSH")
    return Vocabulary.of(path.name, digest, concepts, raw.left)


def _opened(path: Path) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(path) if path.suffix.lower() == _GZIP else path.open("rb"))


def _quads(file: IO[bytes], rdf_format: RdfFormat, path: Path) -> Iterator[ox.Quad]:
    content: IO[bytes] | bytes = file
    if rdf_format is RdfFormat.RDF_XML:
        content = file.read()
        _refuse_growing(content, path)
    try:
        yield from ox.parse(
            content, rdf_format.engine, base_iri=f"urn:kg:vocabulary:{hashlib.sha256(path.name.encode()).hexdigest()}#"
        )
    except (SyntaxError, ValueError) as error:
        message = str(error).removesuffix(f" (line {getattr(error, 'lineno', None)})")
        place = _PLACE.match(message)
        where = f"{path}:{place['line']}" if place else str(path)
        why = message[place.end() :] if place else message
        raise UsageError(f"{where}: this is not {rdf_format.name}: {why}") from error


def _refuse_growing(content: bytes, path: Path) -> None:
    """Refuse entities that hold entities, or much text: each place that uses one would grow."""
    for found in _ENTITY.finditer(content):
        value = found["value"]
        if found["parameter"] or b"&" in value.replace(b"&#", b"") or len(value) > _LONGEST_ENTITY:
            line = content.count(b"\n", 0, found.start()) + 1
            raise UsageError(
                f"{path}:{line}: an entity of entities, or of more than {_LONGEST_ENTITY} characters, is not read"
            )
    if content.count(b"<!ENTITY") > len(_ENTITY.findall(content)):
        raise UsageError(f"{path}: an entity that is not a short text is not read")


class _Label(NamedTuple):
    rank: int
    text: str


class _Raw:
    """What the triples of a file say, by node."""

    def __init__(self) -> None:
        self.left = 0
        self._labels: dict[str, list[_Label]] = defaultdict(list)
        self._leading: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self._broader: dict[str, set[str]] = defaultdict(set)
        self._same: list[tuple[str, str]] = []
        self._main: dict[str, set[str]] = defaultdict(set)
        self._concepts: set[str] = set()
        self._gone: set[str] = set()

    def read(self, quads: Iterable[ox.Quad]) -> None:
        """Keep what counts of some triples."""
        for quad in quads:
            predicate, value = quad.predicate.value, quad.object
            if isinstance(quad.subject, ox.Triple) or isinstance(value, ox.Triple):
                continue
            subject = str(quad.subject) if isinstance(quad.subject, ox.BlankNode) else quad.subject.value
            if isinstance(value, ox.Literal):
                self._say(subject, predicate, value.value)
            else:
                self._link(subject, predicate, str(value) if isinstance(value, ox.BlankNode) else value.value)

    def _say(self, subject: str, predicate: str, text: str) -> None:
        if predicate in _LABELS:
            label = _clean(text)
            self.left += not label
            if label:
                self._labels[subject].append(_Label(_LABELS[predicate], label))
        elif predicate == _DEPRECATED and text in ("true", "1"):
            self._gone.add(subject)

    def _link(self, subject: str, predicate: str, other: str) -> None:
        if predicate == _TYPE:
            if other in _CONCEPTS:
                self._concepts.add(subject)
        elif predicate in _LEADING:
            self._leading[subject].append((_LEADING[predicate], other))
        elif predicate in _BROADER:
            self._broader[subject].add(other)
        elif predicate in _NARROWER:
            self._broader[other].add(subject)
        elif predicate in _SAME:
            self._same.append((subject, other))
        elif predicate in _MAIN:
            self._main[subject].add(other)

    def concepts(self) -> list[Concept]:
        """Return the concepts that have a label, sorted; what is said to be equivalent is one."""
        in_hierarchy = {*self._broader, *(above for some in self._broader.values() for above in some)}
        mains = {main for some in self._main.values() for main in some}
        nodes = {one for one in self._concepts | in_hierarchy | mains if _is_iri(one) and one not in self._gone}
        standing = self._standing(nodes)
        members = defaultdict[str, list[str]](list)
        for one in sorted(nodes):
            members[standing[one]].append(one)
        found = (self._concept(iri, some, standing) for iri, some in sorted(members.items()))
        return [one for one in found if one.preferred or one.others or one.hidden]

    def _concept(self, iri: str, members: list[str], standing: dict[str, str]) -> Concept:
        labels: dict[int, dict[str, None]] = {rank: {} for rank in (_PREFERRED, _OTHER, _HIDDEN)}
        for one in sorted(members, key=lambda one: one != iri):
            own = self._labels_of(one)
            has_better = any(label.rank == _PREFERRED for label in own)
            for rank, text in sorted(own):
                at = rank if rank != _FALLBACK else _OTHER if has_better else _PREFERRED
                labels[_OTHER if one != iri and at == _PREFERRED else at][text] = None
        preferred, others, hidden = labels.values()
        above = {standing[one] for member in members for one in self._broader.get(member, ()) if one in standing}
        return Concept(
            *(iri, tuple(preferred), tuple(text for text in others if text not in preferred)),
            *(
                tuple(text for text in hidden if text not in preferred and text not in others),
                tuple(sorted(above - {iri})),
            ),
        )

    def _labels_of(self, node: str) -> list[_Label]:
        """Return the labels of a node, and of the nodes to which it leads."""
        found, seen, here = list[_Label](), {node}, [(_PREFERRED, node)]
        for _ in range(_DEEPEST + 1):
            found += [
                _Label(max(label.rank, at), label.text) for at, one in here for label in self._labels.get(one, ())
            ]
            there = [(max(rank, at), other) for at, one in here for rank, other in self._leading.get(one, ())]
            here = sorted({(at, other) for at, other in there if other not in seen})
            seen.update(other for _, other in here)
        return found

    def _standing(self, nodes: set[str]) -> dict[str, str]:
        """Map each concept to the one that stands for all to which it is equivalent: the main one, or the first."""
        parent = {one: one for one in nodes}

        def root(one: str) -> str:
            while parent[one] != one:
                parent[one] = parent[parent[one]]
                one = parent[one]
            return one

        pairs = [*self._same, *((one, main) for one, some in self._main.items() for main in some)]
        for one, other in pairs:
            if one in parent and other in parent:
                a, b = sorted((root(one), root(other)))
                parent[b] = a
        mains = {main for some in self._main.values() for main in some if main in parent}
        best = {root(one): one for one in sorted(nodes, reverse=True)}
        best |= {root(one): one for one in sorted(mains, reverse=True)}
        return {one: best[root(one)] for one in nodes}


def _is_iri(node: str) -> bool:
    """Return whether a node is named by an IRI that a graph can hold, and that would not run when it is opened."""
    if node.startswith("_:") or len(node) > _LONGEST_IRI or _BROKEN_IRI.search(node):
        return False
    return link(node) is not None


def _clean(text: str) -> str:
    """Return a label on one line without signs that cannot be seen, "" if no name in a note is that long."""
    if not text.isprintable():
        text = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    label = " ".join(unicodedata.normalize("NFC", text).split())
    return label if len(label) <= _LONGEST and any(c.isalnum() for c in label) else ""
