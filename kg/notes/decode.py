"""Bytes of a file -> its text, with a problem where the bytes are not what they should be."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

HEAD = 8_192
"""Bytes looked at to tell text from a picture or an archive."""
ENCODINGS = (
    "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "iso8859-2", "koi8-r", "gb18030", "big5hkscs", "cp932", "euc-jp",
    "cp949",
)  # fmt: skip
"""The encodings before Unicode in which notes and exports are found."""
_WESTERN = frozenset("äöüßÄÖÜåÅæÆøØéÉèêëàÀâáíóúñçÇãõîïôûùœ¡¿€“”„‘’‚–—…•°±×²³µ§©®™«»·´\xa0\x81\x8d\x8f\x90\x9d")
"""What Western European texts in Windows-1252 have beyond ASCII, so commonly that one character is evidence enough."""
UNKNOWN = "unknown"
MOST = 200_000
"""Bytes that are looked at to recognise an encoding."""
_FEW = 0.1
"""Confidence below which a text has so few characters beyond ASCII that they fit several encodings."""
_LEAST = 4
"""Bytes beyond ASCII without which a word in another script is no evidence of its encoding."""
_TIE = 0.99
"""Share of the best confidence from which on another encoding is as likely."""
_DECLARED = re.compile(rb"(?i)(?:charset|encoding|coding)[ \t]{0,3}[:=][ \t]{0,3}[\"']?([\w-]{3,20})")
_GARBAGE = re.compile(
    r"[^\W\d_][¡¢£¤¥¦§¨©¬®¯±´¶¸¿÷†‡‰™€ˆ˜˙˚˝˛ˇ˘\u2190-\u27bf]++[^\W\d_]|[\x80-\x9f\ue000-\uf8ff\ufffd]"
)
"""A sign within a word, a control character, or one of no standard: marks of a text decoded wrongly."""
_GARBLED = 20
"""One mark of wrong decoding in so many characters beyond ASCII is too much."""
_FOREIGN_WORD = re.compile(r"(?<!\w)[^\W\d_\x00-\x7f]{2,}+(?!\w)")
"""A word without a single letter of ASCII, as no language of Western Europe has it."""
_DAMAGED = 5
"""Bytes that may be damaged in a file of UTF-8 which has hardly a character beyond ASCII."""
_LOST = re.compile("[\udc80-\udcff]+")
_BEYOND = re.compile(r"[^\x00-\x7f]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file, or None when it is no text or its encoding is in doubt; `encoding` names how it was read."""

    text: str | None
    encoding: str
    bad: int = -1
    """Code point where the file stops being UTF-8, -1 when it never does."""


def decode(raw: bytes) -> Decoded:
    r"""Decode a file: UTF-8, UTF-16 with a byte order mark, else the encoding that it declares or that is recognised.

    A file of UTF-8 in which a few bytes are damaged stays one; its other lines are kept as they are.

    >>> decode("Schrödinger".encode("cp1252"))
    Decoded(text='Schrödinger', encoding='cp1252', bad=4)
    >>> decode("# Заметки о чтении".encode("cp1251")).text
    '# Заметки о чтении'
    >>> decode(b"\x89PNG\r\n\x1a\n\x00\x00").text is None, decode(bytes(range(128, 256)))
    (True, Decoded(text=None, encoding='unknown', bad=0))
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
    escaped = raw.decode("utf-8", errors="surrogateescape")
    lost = _LOST.findall(escaped)
    sound = len(_BEYOND.findall(escaped)) - sum(map(len, lost))
    if sound > len(lost) and max(sound, _DAMAGED) >= sum(map(len, lost)):
        return Decoded(_mended(raw), "utf-8", bad)
    text, encoding = _recognised(raw)
    return Decoded(text, encoding, bad)


def _mended(raw: bytes) -> str:
    """Decode UTF-8 whose damaged lines are in another encoding; where that is in doubt, characters are lost."""
    read: list[str | bytes] = []
    for line in raw.splitlines(keepends=True):
        try:
            read.append(line.decode("utf-8"))
        except UnicodeDecodeError:
            read.append(line)
    _, encoding = _recognised(b"".join(line for line in read if isinstance(line, bytes)))
    known = encoding if encoding != UNKNOWN else "utf-8"
    return "".join(line if isinstance(line, str) else line.decode(known, errors="replace") for line in read)


def _recognised(raw: bytes) -> tuple[str | None, str]:
    """Return the text of a file before Unicode and its encoding; None where it is in doubt."""
    declared = _DECLARED.search(raw, 0, HEAD)
    if declared and (text := _decoded(raw, declared[1].decode("ascii"))) is not None:
        return text, codecs.lookup(declared[1].decode("ascii")).name
    import chardet

    guesses = chardet.detect_all(
        raw, ignore_threshold=True, compat_names=False, include_encodings=ENCODINGS, max_bytes=MOST
    )
    fitting = [
        (guess["confidence"], guess["encoding"], text)
        for guess in guesses
        if guess["encoding"] and (text := _decoded(raw, guess["encoding"])) is not None
    ]
    confidence, encoding, text = max(fitting, key=lambda one: one[0], default=(0.0, UNKNOWN, None))
    tied = any(other != text and likely >= confidence * _TIE for likely, _, other in fitting)
    short = sum(byte > 127 for byte in raw[:HEAD]) < _LEAST and _FOREIGN_WORD.search(text or "")
    if confidence >= _FEW and not tied and not short:
        return text, encoding
    # Five bytes have no character in Windows-1252; as Latin-1 they are control characters and are cleaned away.
    western = raw.decode("cp1252", errors="kg_latin1")
    usual = _WESTERN.issuperset(_BEYOND.findall(western)) and not _FOREIGN_WORD.search(western)
    return (western, "cp1252") if usual else (None, UNKNOWN)


def _decoded(raw: bytes, encoding: str) -> str | None:
    """Decode a file if it is valid in an encoding of text, and has no more than a few marks of wrong decoding."""
    try:
        text = raw.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None
    return text if len(_GARBAGE.findall(text)) * _GARBLED < len(_BEYOND.findall(text)) else None


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
