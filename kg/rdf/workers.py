"""Have queries run in a process of their own, which can be ended at any time."""

from __future__ import annotations

import json
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Self

from kg import errors
from kg.errors import KgError, LimitError, WorkerError
from kg.limits import Limits
from kg.rdf.answering import Answer, Question

_MAIN = "import sys; sys.path[:] = {path!r}; from {program} import main; main()"
_GROWN = 512
"""Megabytes from which on memory that a query took is given back by ending the process."""


class Worker:
    """A process that answers questions about a graph, one at a time.

    Args:
        store: the folder of the store; its present contents are queried, even after the folder is replaced.
        limits: of each question. `seconds` are those of `ask`; callers of `kill` have their own limits.

        services: IRIs of the endpoints that queries may ask with SERVICE; with any, the process may use the network.
        program: the module whose `main` the process runs: `kg.rdf.worker`, or one that extends it.

    Raises:
        StoreError: there is no graph.
    """

    def __init__(
        self, store: Path, limits: Limits, *, services: Sequence[str] = (), program: str = "kg.rdf.worker"
    ) -> None:
        self.limits = limits
        self.confined: dict[str, bool] = {}
        """What was taken from the process: `network`, `memory`."""
        self._killed = False
        self._peak = 0
        self._process = subprocess.Popen(  # noqa: S603 - our own program, with nothing of a user's in it
            [sys.executable, "-P", "-c", _MAIN.format(path=sys.path, program=program)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        head, _ = self._exchange(
            {"store": str(store.absolute()), "limits": limits._asdict(), "services": list(services)}
        )
        self.confined = head["confined"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.kill()

    @property
    def is_fit(self) -> bool:
        """Whether it can answer another question: it is alive, and has not kept much memory."""
        return not self._killed and self._process.poll() is None and self._peak < _GROWN

    def kill(self) -> None:
        """End the process, whatever it is doing; from any thread."""
        self._killed = True
        with suppress(OSError):
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError, ValueError):
                pipe.close()  # type: ignore[union-attr]

    def ask(self, question: Question) -> Answer | None:
        """Wait for the answer to a question, no longer than allowed; None if it names a graph that does not exist.

        Raises:
            QueryError: it is not a query, changes the graph, or contacts another server.
            AnswerFormatError: the client does not accept answers of this kind.
            NotArrangedError: it looks for evidence in graphs, and `arrange` was not called yet.
            LimitError: it takes too long, needs too much memory, or has too long an answer.
            WorkerError: the process has ended.
        """
        head, body = self._in_time(
            {
                "dataset": (question.dataset.default, question.dataset.named) if question.dataset else None,
                "graph": question.graph,
                "rows": question.rows,
                "triples": question.triples,
                "page": question.page,
                "given": dict(question.given),
            },
            question.sparql.encode("utf-8", "replace"),
        )
        return None if head.get("missing") else Answer(body, head["media_type"], tuple(head["hints"]))

    def arrange(self) -> None:
        """Arrange evidence in graphs, which may take minutes; other workers then find it arranged.

        Raises:
            WorkerError: the process has ended.
        """
        self._exchange({"arrange": True})

    def _in_time(self, head: dict[str, Any], body: bytes) -> tuple[dict[str, Any], bytes]:
        if not self.limits.seconds:
            return self._exchange(head, body)
        late = threading.Event()

        def stop() -> None:
            late.set()
            self._process.kill()

        timer = threading.Timer(self.limits.seconds, stop)
        timer.daemon = True
        timer.start()
        try:
            return self._exchange(head, body)
        except (LimitError, WorkerError):
            if late.is_set():
                raise LimitError.seconds(self.limits.seconds) from None
            raise
        finally:
            timer.cancel()

    def _exchange(self, head: dict[str, Any], body: bytes = b"") -> tuple[dict[str, Any], bytes]:
        asked, told = self._process.stdin, self._process.stdout
        assert asked is not None and told is not None  # noqa: S101, PT018 - both are pipes
        try:
            send(asked, head, body)
            found, content = receive(told)
        except (EOFError, OSError, ValueError) as error:
            raise self._ended() from error
        self._peak = found.get("peak", 0)
        if "ends" in found:
            # It says so before it ends, and must not be taken for fit in between.
            self.kill()
        if "error" in found:
            raised: KgError = getattr(errors, found["error"]).__new__(getattr(errors, found["error"]))
            raised.args = (found["message"],)
            raise raised
        return found, content

    def _ended(self) -> KgError:
        """Return why the process is gone: if nobody ended it, its stack was full, or it asked for more memory."""
        with suppress(OSError):
            self._process.kill() if self._killed else None
        code = self._process.wait()
        if not self._killed and code == -signal.SIGSEGV:
            return LimitError(
                "the query was stopped because its brackets are nested too deeply. Write it with fewer brackets"
            )
        if not self._killed and code < 0 and self.limits.megabytes:
            return LimitError.memory(self.limits.megabytes)
        return WorkerError("the process that should answer has ended. Try again")


_LENGTHS = struct.Struct(">IQ")


def send(pipe: IO[bytes], head: dict[str, Any], body: bytes = b"") -> None:
    """Write a message between a process that asks and one that answers: a head in JSON, and bytes behind it.

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
