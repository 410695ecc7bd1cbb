"""Make every IRI of the graph. No text can break one, and no two keys share one."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Literal
from urllib.parse import quote

from kg.model import Iri, Kind
from kg.terms import PREFIXES

DEFAULT_BASE = "https://kg.example/"
LONGEST_KEY = 512

Path = Literal["note", "graph", "passage", "evidence", "run", "nanopub"]

_VENUES = {Kind.VENUE, Kind.EDITION, Kind.PERIODICAL}
_PLAIN = re.compile(r"[A-Za-z0-9_:@+,;=()!$*/-][A-Za-z0-9._:@+,;=()!$*-]*")
_KEPT = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._:@+,;=()!$*/")
_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
_AUTHORITY = re.compile(r"(?:[^@\[\]]*@)?(?:\[[0-9A-Fa-f:.]+\]|[^:@\[\]]+)(?::[0-9]*)?")
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_SCRIPTS = {"javascript", "vbscript", "data", "blob", "about"}
_WITH_HOST = {"http", "https", "ftp"}


def path(kind: Kind) -> str:
    """Return the path of the IRIs of a kind. What has one path and one key is one thing, whatever a note takes it for.

    >>> path(Kind.PERIODICAL), path(Kind.EDITION), path(Kind.METHOD)
    ('venue', 'venue', 'method')
    """
    return "venue" if kind in _VENUES else str(kind)


def mint(kind: Kind | Path, key: str, *, base: str = DEFAULT_BASE) -> Iri:
    """Make the IRI of a thing from its kind and key.

    What an IRI cannot hold is percent-encoded, so that a key can be read back; letters of every script stay. A key of
    more than 512 characters is cut and closed with `~` and its SHA-256; `~` stands nowhere else. Series, editions and
    periodicals share the path `venue`.

    >>> mint(Kind.PAPER, "openreview-AbCdEf1234")
    'https://kg.example/paper/openreview-AbCdEf1234'
    >>> mint("note", "2025/ICLR #1 <draft>.md")
    'https://kg.example/note/2025/ICLR%20%231%20%3Cdraft%3E.md'
    """
    return Iri(f"{base}{path(kind) if isinstance(kind, Kind) else kind}/{_escaped(key)}")


def base_of(note: str, path: str) -> str | None:
    """Return the base of a graph, of which the IRI of a note and the path of that note are known.

    >>> base_of("https://example.org/mine/note/a.md", "a.md")
    'https://example.org/mine/'
    """
    end = mint("note", path, base="")
    return note.removesuffix(end) if note.endswith(end) else None


def part(iri: Iri, name: str) -> Iri:
    """Make the IRI of a part of a thing: `#name` behind its IRI, `/~name` when the base has a `#` already.

    >>> part(mint("note", "a.md"), "evidence")
    'https://kg.example/note/a.md#evidence'
    """
    return Iri(f"{iri}/~{name}" if "#" in iri else f"{iri}#{name}")


def link(address: str) -> Iri | None:
    """Make an IRI of an address as people paste it, or None when nothing can be made of it.

    Illegal characters are percent-encoded. Addresses that would run as a script are rejected, as are those that start
    like a name with one of our prefixes (`schema:name`), which JSON-LD would take for that name.

    >>> link("https://example.org/a b|c?q={x}#y")
    'https://example.org/a%20b%7Cc?q=%7Bx%7D#y'
    >>> link("www.example.org")
    'https://www.example.org'
    >>> link("javascript:alert(1)") is None
    True
    """
    text = "".join(c for c in address.strip() if unicodedata.category(c) not in ("Cc", "Cf"))
    if text.lower().startswith("www."):
        text = f"https://{text}"
    found = _ADDRESS.fullmatch(f"https:{text}" if text.startswith("//") else text)
    if found is None:
        return None
    scheme, authority, path, query, fragment = found.groups()
    scheme = scheme.lower()
    if (
        scheme in _SCRIPTS
        or scheme in PREFIXES
        or (scheme in _WITH_HOST and not _is_authority(authority))
        or not (authority or path)
    ):
        return None
    if authority is not None and not _is_authority(authority):
        return None
    parts = [f"{scheme}:", _quoted(path, also="/")]
    if authority is not None:
        parts.insert(1, f"//{_quoted(authority, also='[]')}")
    parts += [f"?{_quoted(query, also='/?')}"] if query is not None else []
    parts += [f"#{_quoted(fragment, also='/?')}"] if fragment is not None else []
    return Iri("".join(parts))


def _is_authority(authority: str | None) -> bool:
    return bool(authority and _AUTHORITY.fullmatch(authority) and not any(c.isspace() for c in authority))


def _escaped(key: str) -> str:
    if len(key) > LONGEST_KEY:
        digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
        return f"{_escaped(key[: LONGEST_KEY - 65])}~{digest}"
    if _PLAIN.fullmatch(key):
        return key
    if not key:
        return "~"
    escaped = "".join(c if c in _KEPT or _is_letter(c) else _percent(c) for c in key)
    # A segment of dots alone would be climbed when an IRI is resolved.
    return "/".join(s.replace(".", "%2E") if s in (".", "..") else s for s in escaped.split("/"))


def _is_letter(character: str) -> bool:
    """Return whether RFC 3987 lets a character stand in a path, and it is one to be seen (no space, no control)."""
    place = ord(character)
    if place < 0xA0 or 0xD800 <= place < 0xF900 or 0xFDD0 <= place < 0xFDF0 or 0xFFF0 <= place < 0x10000:
        return False
    return place < 0xE0000 and place & 0xFFFE != 0xFFFE and unicodedata.category(character)[0] not in "ZC"


def _percent(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def _quoted(text: str, *, also: str) -> str:
    whole = _STRAY_PERCENT.sub("%25", text)
    if whole.isascii():
        return quote(whole, safe=f"%:@!$&'()*+,;=~{also}")
    kept = f"-._%:@!$&'()*+,;=~{also}"
    return "".join(c if (c.isascii() and c.isalnum()) or c in kept or _is_letter(c) else _percent(c) for c in whole)
