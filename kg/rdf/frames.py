"""Messages between a process that asks and one that answers: a head in JSON, and bytes behind it."""

from __future__ import annotations

import json
import struct
from typing import IO, Any

_LENGTHS = struct.Struct(">IQ")


def send(pipe: IO[bytes], head: dict[str, Any], body: bytes = b"") -> None:
    """Write a message.

    Raises:
        OSError: the other side is gone.
    """
    text = json.dumps(head).encode()
    pipe.write(_LENGTHS.pack(len(text), len(body)) + text)
    pipe.write(body)
    pipe.flush()


def receive(pipe: IO[bytes]) -> tuple[dict[str, Any], bytes]:
    """Wait for a message.

    Raises:
        EOFError: the other side has ended.
    """
    head, body = _LENGTHS.unpack(_exactly(pipe, _LENGTHS.size))
    return dict(json.loads(_exactly(pipe, head))), _exactly(pipe, body)


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    content = pipe.read(size) if size else b""
    if content is None or len(content) < size:
        raise EOFError
    return content
