"""The process that runs queries of others, one at a time, on a snapshot of a graph that it can only read.

It is started by `kg.rdf.workers`, which ends it when a query takes too long: the engine itself cannot be stopped. It is
confined: its memory ends, and it has no way to the network or to other programs.
"""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from kg.errors import EngineError, KgError, LimitError
from kg.limits import Limits
from kg.net import guarded
from kg.rdf.answering import Answer, GraphFormat, Question, RowFormat, answer
from kg.rdf.folder import open_store
from kg.rdf.query import Dataset
from kg.rdf.searching import Search
from kg.rdf.store import Store
from kg.rdf.workers import receive, send
from kg.running import peak_memory

_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | 1
"""SECCOMP_RET_ALLOW, and SECCOMP_RET_ERRNO with EPERM."""
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
"""BPF_LD|BPF_W|BPF_ABS, BPF_JMP|BPF_JEQ|BPF_K, BPF_JMP|BPF_JGE|BPF_K, BPF_RET|BPF_K."""
_NUMBER, _MACHINE = 0, 4
"""Where `struct seccomp_data` has the number of the call and the architecture."""
_FOREIGN = 0x40000000
"""From this number on, calls are those of the x32 interface."""
_CALLS = {
    "x86_64": (0xC000003E, (41, 53, 59, 101, 322, 425)),
    "aarch64": (0xC00000B7, (198, 199, 221, 117, 281, 425)),
}
"""Machine -> its AUDIT_ARCH, and the numbers of socket, socketpair, execve, ptrace, execveat and io_uring_setup."""
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000


class _Step(ctypes.Structure):
    """`struct sock_filter`."""

    _fields_ = (
        ("code", ctypes.c_ushort),
        ("if_true", ctypes.c_ubyte),
        ("if_false", ctypes.c_ubyte),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.POINTER(_Step)))


def limit_memory(megabytes: int) -> bool:
    """Limit the memory of this process; 0 is no limit.

    Returns:
        Whether the system supports it. It ends the process if it asks for more.
    """
    if not megabytes or not sys.platform.startswith("linux"):
        return not megabytes
    import resource

    size = megabytes * 1_000_000
    try:
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
    except (OSError, ValueError):
        return False
    return True


def leave_network() -> bool:
    """Permanently forbid this process, and those it starts, to open sockets and to run other programs.

    A filter of system calls (seccomp) does it without any privilege; if there is none, an empty network namespace
    does. Neither can be undone. Call it before there are other threads.

    Returns:
        Whether the system supports it: Linux only.
    """
    if not sys.platform.startswith("linux"):
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    return _filter_calls(libc) or libc.unshare(_NEW_USER | _NEW_NETWORK) == 0


def _filter_calls(libc: ctypes.CDLL) -> bool:
    if platform.machine() not in _CALLS or ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    machine, refused = _CALLS[platform.machine()]
    count = len(refused)
    steps = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 0, count + 3, machine),  # another architecture: refuse
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, count + 1, 0, _FOREIGN),
        *((_EQUAL, count - place, 0, call) for place, call in enumerate(refused)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]
    program = _Program(len(steps), (_Step * len(steps))(*(_Step(*step) for step in steps)))
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        return False
    return bool(libc.prctl(_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) == 0)


Pages = Callable[[Store, str, Mapping[str, str]], Answer | None]
"""Gives a page by its name and what it is asked for with; None when it is about nothing that is there."""


def main(opening: Callable[[Path], Search] | None = None, pages: Pages | None = None) -> None:
    """Answer messages until their sender ends: the first names a graph and limits, each later one is a question.

    Args:
        opening: gives the function that searches by words, from the folder of the graph.
        pages: gives whatever is requested other than answers to queries.
    """
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C is meant for who asks, who ends this process where it is to end
    asked, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDWR), 1)  # what a library prints is no answer
    head, _ = receive(asked)
    limits = Limits(**head["limits"])
    services = head["services"]
    confined = {"network": bool(services) or leave_network(), "memory": limit_memory(limits.megabytes)}
    try:
        path = Path(head["store"])
        store = open_store(path.parent, services=services)
        if opening is not None:
            store.search_with(partial(opening, path.parent))
    except KgError as error:
        send(told, {"error": type(error).__name__, "message": str(error)})
        return
    send(told, {"confined": confined})

    def found(head: dict[str, Any], body: bytes) -> Answer | None:
        if pages is not None and head["page"]:
            return pages(store, head["page"], head["given"])
        return answer(store, _question(head, body), limits)

    with suppress(EOFError, OSError):
        while True:
            head, body = receive(asked)
            _reply(store, limits, head, partial(found, head, body), told)


def _reply(
    store: Store, limits: Limits, head: dict[str, Any], answering: Callable[[], Answer | None], told: Any
) -> None:
    try:
        if head.get("arrange"):
            store.arrange()
            send(told, {"peak": peak_memory()})
            return
        found = guarded(answering, EngineError)
        if found is None:
            send(told, {"peak": peak_memory(), "missing": True})
        else:
            told_of = {"media_type": found.media_type, "hints": found.hints}
            send(told, {"peak": peak_memory(), **told_of}, found.content)
    except MemoryError:
        # What else has no room now is not known: this process ends.
        send(told, {"error": LimitError.__name__, "message": str(LimitError.memory(limits.megabytes)), "ends": True})
        os._exit(1)
    except KgError as error:
        send(told, {"peak": peak_memory(), "error": type(error).__name__, "message": str(error)})


def _question(head: dict[str, Any], body: bytes) -> Question:
    dataset = head["dataset"]
    return Question(
        sparql=body.decode(),
        dataset=None if dataset is None else Dataset(*map(tuple, dataset)),
        graph=head["graph"],
        rows=RowFormat(head["rows"]) if head["rows"] else None,
        triples=GraphFormat(head["triples"]) if head["triples"] else None,
    )
