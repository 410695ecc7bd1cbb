"""Read the vocabularies that the user named: each file once, until it changes.

Reading a large one takes many times as long as a build of a few notes, so what was read is kept beside what was read
in the notes.
"""

from __future__ import annotations

import json
import zlib
from contextlib import suppress
from pathlib import Path

from kg import rdf, untrusted
from kg.errors import UsageError, reason
from kg.model import Problem
from kg.pipeline.cache import Cache
from kg.settings import Settings, named_at
from kg.untrusted import shown
from kg.vocabularies import NO_VOCABULARIES, Concept, Vocabularies, Vocabulary

_FORMAT = 1
"""Of what is kept; another number finds nothing of the old."""


def load(vault: Path, settings: Settings, known: Cache | None = None) -> Vocabularies:
    """Read the vocabularies of some settings.

    Args:
        settings: with the files.
        known: has what was read before, and keeps what is read now.

    Raises:
        UsageError: a file cannot be read, or is no vocabulary.
    """
    if not settings.vocabularies:
        return NO_VOCABULARIES
    found, fresh, keys = list[Vocabulary](), dict[str, bytes](), list[str]()
    for file in settings.vocabularies:
        path = Path(file)
        key = f"{_FORMAT} {path.name} {_digest(path, vault)}"
        one = _kept(known.vocabulary(key)) if known is not None else None
        if one is None:
            one = rdf.read_vocabulary(path)
            fresh[key] = _packed(one)
        found.append(one)
        keys.append(key)
    if fresh and known is not None:
        known.keep_vocabularies(fresh, keys)
    return Vocabularies(tuple(found))


def problems(vocabularies: Vocabularies) -> tuple[Problem, ...]:
    """Return what a person should know of vocabularies that were read."""
    told = "labels were left out, as they have more than 200 characters or no letter"
    return tuple(Problem("vocabulary-label", f"{one.left:,} {told}", one.name) for one in vocabularies.all if one.left)


def _digest(path: Path, vault: Path) -> str:
    try:
        return rdf.digest_of(path)
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        where = named_at(vault, str(path))
        raise UsageError(f"{where}: the vocabulary {shown(str(path))} cannot be read: {why}") from error


def _packed(one: Vocabulary) -> bytes:
    value = [one.name, one.digest, one.left, list(one.concepts.values()), one.meanings]
    return zlib.compress(json.dumps(value, separators=(",", ":")).encode(), 1)


def _kept(content: bytes | None) -> Vocabulary | None:
    with suppress(ValueError, KeyError, IndexError, TypeError, zlib.error):
        if content is not None:
            name, digest, left, concepts, meanings = untrusted.json_of_kg(zlib.decompress(content).decode())
            rows = ((iri, *map(tuple, some)) for iri, *some in concepts)
            return Vocabulary(name, digest, {row[0]: Concept._make(row) for row in rows}, meanings, left)
    return None
