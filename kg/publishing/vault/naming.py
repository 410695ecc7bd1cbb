"""Names of files that every system takes, and that nothing in a link of Obsidian can break."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from kg.publishing.networks.graph import Node

LONGEST = 100
"""Characters of a name, without its suffix."""
_LONGEST_BYTES = 200
"""Systems allow 255 bytes, of which a number, a suffix and the marks of programs that sync take some."""
_COLON = re.compile(r":\s+")
_DIVIDING = re.compile(r"[/\\|:]+")
_FORBIDDEN = re.compile(r'[*?"<>#^\[\]%]+')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|\Z)", re.IGNORECASE)
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def file_name(text: str) -> str:
    """Return a name for a file, without its suffix, that says what the text says.

    >>> [file_name(t) for t in ("BERT: Pre-training", "A/B [draft] #1", "CON", "../..", "x" * 300)][:4]
    ['BERT - Pre-training', 'A-B draft 1', 'CON_', 'untitled']
    """
    shown = "".join(" " if unicodedata.category(c) in _HIDDEN else c for c in unicodedata.normalize("NFC", text))
    plain = _FORBIDDEN.sub(" ", _DIVIDING.sub("-", _COLON.sub(" - ", shown)))
    name = _cut(" ".join(plain.split()).strip(" .-_~") or "untitled")
    return f"{name}_" if _RESERVED.match(name) else name


def _cut(name: str) -> str:
    """Cut a name to what systems allow, between two characters."""
    short = name[:LONGEST]
    while len(short.encode()) > _LONGEST_BYTES:
        short = short[:-1]
    while short != name and short and unicodedata.combining(name[len(short)]):
        short = short[:-1]
    return short.strip(" .-_~") or "untitled"


def paths(nodes: Iterable[Node], folders: Mapping[str, str], *, avoid: Iterable[str] = ()) -> dict[str, str]:
    """Give each thing its own file: IRI -> path without suffix; no two differ only in case.

    The first by IRI has the bare name, others get a number at the end.

    Args:
        nodes: the things.
        folders: of each kind.
        avoid: names that no file may have, because links without a folder lead to other files with these names.
    """
    others = {_key(name) for name in avoid}
    taken: set[str] = set()
    found: dict[str, str] = {}
    for node in nodes:
        name = file_name(node.name)
        stem = f"{folders[node.kind]}/{name}{' (kg)' * (_key(name) in others)}"
        path, number = stem, 1
        while _key(path) in taken:
            number += 1
            path = f"{stem} {number}"
        taken.add(_key(path))
        found[node.iri] = path
    return found


def _key(path: str) -> str:
    """Reduce a path to what file systems that ignore case and accents' spelling compare."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", path).casefold())
