"""Programs at a terminal, as a person uses them: keys in, what is shown out. There are no such terminals on Windows."""

from __future__ import annotations

import os
import select
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

import psutil

PAUSE = 0.05
PATIENCE = 60.0
"""Seconds without a sign after which a program hangs."""
BUSY = 1.0
"""Seconds of a processor after which a program surely works on what it was asked, and on nothing before it."""


class Terminal:
    """A program whose terminal is read and written here."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], *, columns: int = 100) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self._leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

        def take_terminal() -> None:
            os.setsid()
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell has what it starts in the background ignore it
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            command,
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env={"TERM": "xterm", **environment},
            preexec_fn=take_terminal,  # noqa: PLW1509 - no other thread runs in these tests
        )
        os.close(follower)
        self.shown = ""
        """All that was shown."""
        self._seen = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with suppress(OSError):
            self.process.kill()
        self.process.wait()
        os.close(self._leader)

    def type(self, keys: str) -> None:
        """Type keys; `\\t` is Tab, `\\x03` is Ctrl-C, `\\x04` is Ctrl-D."""
        os.write(self._leader, keys.encode())

    def until(self, text: str) -> str:
        """Wait until a text is shown behind what was waited for before; give what was shown up to its end."""
        begin = self._seen
        while text not in self.shown[begin:]:
            ready = select.select([self._leader], [], [], PATIENCE)[0]
            piece = self._read() if ready else b""
            if not piece:
                raise AssertionError(f"no {text!r} in {self.shown[begin:]!r}")
            self.shown += piece.decode("utf-8", "replace")
        self._seen = self.shown.index(text, begin) + len(text)
        return self.shown[begin : self._seen]

    def work(self) -> float:
        """Give the processor time that the processes of the program have used up, in seconds."""
        times = (each.cpu_times() for each in psutil.Process(self.process.pid).children(recursive=True))
        return sum(each.user + each.system for each in times)

    def until_at_work(self, before: float) -> None:
        """Wait until the processes of the program have used up more time than they had before."""
        for _ in range(int(PATIENCE / PAUSE)):
            if self.work() > before + BUSY:
                return
            if select.select([self._leader], [], [], PAUSE)[0]:
                self.shown += self._read().decode("utf-8", "replace")
        raise AssertionError(f"nothing is done: {self.shown!r}")

    def ended(self) -> int:
        """Wait for the end of the program, and give its exit code."""
        while select.select([self._leader], [], [], PATIENCE)[0] and (piece := self._read()):
            self.shown += piece.decode("utf-8", "replace")
        return self.process.wait(PATIENCE)

    def _read(self) -> bytes:
        try:
            return os.read(self._leader, 65536)
        except OSError:  # the terminal is closed when the program has ended
            return b""
