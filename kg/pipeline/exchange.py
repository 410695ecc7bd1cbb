"""Files in which tasks leave something for other tasks, each of which reads its own part alone.

What a task has done is known by a file that it writes last. So a task that is given again, because its worker or the
build died, does nothing; and one that was half done is done again, with the same result.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg import untrusted

_END = struct.Struct("<q")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A folder of such files, which all who exchange something see at one path."""

    folder: Path

    def put(self, name: str, sender: int, parts: Iterable[bytes]) -> None:
        """Leave a part for each receiver."""
        packed = [zlib.compress(part, 1) if part else b"" for part in parts]
        ends, end = [], 0
        for part in packed:
            end += len(part)
            ends.append(_END.pack(end))
        self._write(f"{name}-{sender}", b"".join((*ends, *packed)), len(ends))

    def put_rows(self, name: str, sender: int, parts: Iterable[Sequence[Any]], write: Callable[[Any], str]) -> None:
        """Leave rows for each receiver."""
        self.put(name, sender, (write(rows).encode() if rows else b"" for rows in parts))

    def get(self, name: str, sender: int, receiver: int) -> bytes:
        """Return what one sender has left for a receiver."""
        with (self.folder / f"{name}-{sender}").open("rb") as file:
            (count,) = _END.unpack(file.read(_END.size))
            file.seek(_END.size * max(1, receiver))
            begin = _END.unpack(file.read(_END.size))[0] if receiver else 0
            (end,) = _END.unpack(file.read(_END.size))
            file.seek(_END.size * (count + 1) + begin)
            return zlib.decompress(file.read(end - begin)) if end > begin else b""

    def rows(self, name: str, sender: int, receiver: int) -> list[Any]:
        """Return the rows that one sender has left for a receiver."""
        found = self.get(name, sender, receiver)
        rows: list[Any] = json.loads(found) if found else []
        return rows

    def gather(self, name: str, senders: int, receiver: int) -> Iterator[list[Any]]:
        """Yield the rows that each sender has left for a receiver, in the order of the senders."""
        return (self.rows(name, sender, receiver) for sender in range(senders))

    def once(self, name: str, work: Callable[[], Any]) -> Any:
        """Do something and remember its result, which is a value of JSON; or return the result if it is done."""
        done = self.folder / f"{name}.json"
        if done.exists():
            return untrusted.json_of_kg(done.read_text(encoding="utf-8"))
        result = work()
        self._write(done.name, json.dumps(result).encode())
        return result

    def _write(self, name: str, content: bytes, count: int | None = None) -> None:
        """Write a file in one step: two workers may be given one task, where one of them was thought to be dead."""
        partial = self.folder / f".{name}.{os.getpid()}"
        head = b"" if count is None else _END.pack(count)
        partial.write_bytes(head + content)
        partial.replace(self.folder / name)
