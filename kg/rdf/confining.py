"""Confine the process that runs queries of others: memory that ends, and no way to the network or to other programs."""

from __future__ import annotations

import ctypes
import platform
import sys

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
