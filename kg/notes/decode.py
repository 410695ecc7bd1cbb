"""Bytes of a file -> its text, with a problem where the bytes are not what they should be."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

HEAD = 8_192
"""Bytes looked at to tell text from a picture or an archive."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file, or None when it is no text; `encoding` names how it was read."""

    text: str | None
    encoding: str
    bad: int = -1
    """Code point where the file stops being UTF-8, -1 when it never does."""


def decode(raw: bytes) -> Decoded:
    r"""Decode a file: UTF-8, UTF-16 with a byte order mark, else Windows-1252, which can read anything.

    >>> decode("Schrödinger".encode("cp1252"))
    Decoded(text='Schrödinger', encoding='cp1252', bad=4)
    >>> decode(b"\x89PNG\r\n\x1a\n\x00\x00").text is None
    True
    """
    if raw.startswith(codecs.BOM_UTF8):
        raw = raw[len(codecs.BOM_UTF8) :]
    elif raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _utf16(raw)
    if _binary(raw[:HEAD]):
        return Decoded(None, "binary")
    try:
        return Decoded(raw.decode("utf-8"), "utf-8")
    except UnicodeDecodeError as error:
        bad = len(raw[: error.start].decode("utf-8"))
    # Five bytes have no character in Windows-1252; as Latin-1 they are control characters and are cleaned away.
    text = raw.decode("cp1252", errors="kg_latin1")
    return Decoded(text, "cp1252", bad)


def _utf16(raw: bytes) -> Decoded:
    try:
        return Decoded(raw.decode("utf-16"), "utf-16")
    except UnicodeDecodeError as error:
        good = len(raw[: error.start].decode("utf-16", errors="ignore"))
        return Decoded(raw.decode("utf-16", errors="replace"), "utf-16", good)


def _binary(head: bytes) -> bool:
    if b"\0" in head or head.startswith((b"%PDF-", b"PK\x03\x04", b"\x1f\x8b")):
        return True
    controls = sum(head.count(bytes((code,))) for code in (*range(1, 9), *range(14, 27), *range(28, 32)))
    return controls * 20 > len(head)


def _latin1(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("kg_latin1", _latin1)
