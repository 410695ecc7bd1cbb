"""Connections whose clients take too long to ask, or to take an answer, are given up."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

from kg.serving.guard import POLICY
from kg.serving.options import LONGEST_HEAD

_MALFORMED = (
    f"This is not an HTTP request, or its address and headers have more than {LONGEST_HEAD:,} bytes.\n".encode()
)


class _Patience:
    """How long is waited for one thing: it is waited for once, however much of it comes meanwhile."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, seconds: float, transport: asyncio.Transport) -> None:
        if self._timer is None and not transport.is_closing():
            # Closing would wait until the client takes what is left.
            self._timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Impatient(H11Protocol):
    """The protocol of a connection.

    uvicorn waits for ever (as of 0.54) for the rest of a request that has begun and for a client to take its answer;
    a few thousand such connections are all that a process may have.
    """

    slowest: ClassVar[float] = 20
    """Seconds for the head of a request to come, and for each piece of an answer to be taken."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        # What the system has not taken yet counts as not taken by the client.
        transport.set_write_buffer_limits(high=0)
        self._asking, self._taking = _Patience(), _Patience()
        self._asking.begin(self.slowest, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._asking.end()
        self._taking.end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; between two requests it is the beginning of one."""
        super().data_received(data)
        if self._is_answering():
            self._asking.end()
        else:
            self._asking.begin(self.slowest, self.transport)

    def pause_writing(self) -> None:
        """Wait for the client to take what was written."""
        super().pause_writing()
        self._taking.begin(self.slowest, self.transport)

    def resume_writing(self) -> None:
        """Go on: it has taken it."""
        self._taking.end()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - what can be said to a person is known
        """Refuse what is no HTTP, with the headers of every answer; in the middle of an answer just end."""
        cycle: Any = self.cycle
        if not (self._is_answering() and cycle.response_started):
            lines = [b"%b: %b" % header for header in self.server_state.default_headers]
            length = b"content-length: %d" % len(_MALFORMED)
            kind = b"content-type: text/plain; charset=utf-8"
            policy = f"content-security-policy: {POLICY}".encode()
            head = [b"HTTP/1.1 400 Bad Request", *lines, policy, kind, length, b"connection: close"]
            self.transport.write(b"\r\n".join([*head, b"", _MALFORMED]))
        self.transport.close()

    def _is_answering(self) -> bool:
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete


def impatient(slowest: float) -> type[H11Protocol]:
    """Return the protocol with a patience, in seconds."""
    return type("Impatient", (Impatient,), {"slowest": slowest})
