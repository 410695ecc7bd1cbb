"""Notes read, and identity decided, on a Dask cluster, started on this machine or asked for by its scheduler's address.

A partition is read by one worker, and its readings come home together: a worker that dies costs its partition, which
another one reads, and a build that dies has the partitions in its cache that came home. Identity is decided in tasks
(`kg.pipeline.apart`) that leave what they have done in files, and are done again where a worker dies. What was read and
decided does not depend on who did it, so that the graph is the one of a build without a cluster.
"""

from __future__ import annotations

import faulthandler
import hashlib
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any

import cryptography  # noqa: F401 - for the certificates of a cluster on this machine
from dask import config
from distributed import Client, Future, KilledWorker, LocalCluster, as_completed, wait

from kg import processes
from kg.errors import RemoteError
from kg.pipeline.extracting import Job, Read, Run, read_one, seconds_for, size_of
from kg.pipeline.reading import Readings, program_files
from kg.processes import processors

PARTITION = 250_000
"""Bytes of notes that a worker reads at once: some seconds."""
_PATIENCE = 30
"""Seconds in which a scheduler has to answer."""
_RESTART = "10 minutes"
"""For a worker on this machine that has died to start again: a cluster gives it up after that, and does not grow."""
_TOGETHER = 8
"""Partitions of which one worker decides the identity: what is said is a tenth of what it takes to read it."""
_KEPT = "What was done is kept: give the same command again, and only the rest is done"
_UNDER_WAY = 1_000
"""Tasks that the scheduler has at once: enough for some hundred workers."""
_File = tuple[str, Path]


@dataclass(slots=True)
class Cluster:
    """Reads notes on a cluster."""

    workers: int = 0
    """How many to start on this machine, one for each processor when 0."""
    scheduler: str = ""
    """Address of the scheduler of a cluster that runs; "" to start one."""
    partition: int = PARTITION
    """Bytes of notes that a worker reads at once."""
    _blocks: int = field(default=0, init=False)
    _held: ExitStack = field(default_factory=ExitStack, init=False)
    _reached: Client | None = field(default=None, init=False)

    @property
    def writers(self) -> int:
        """Processes of this machine, where the graph is written."""
        return processors()

    @property
    def together(self) -> int:
        """Bytes of notes of which one worker decides the identity, or writes the graphs."""
        return _TOGETHER * self.partition

    def read(self, job: Job) -> Iterator[Read]:
        """Read notes; partitions that killed several workers are not given.

        Raises:
            RemoteError: there is no such cluster, it is gone, or its workers have another kg or do not see the notes.
        """
        with self.running():
            files = [(note, path.absolute()) for note, path in job.files]
            known = replace(job, vault=job.vault.absolute(), files=())
            waiting = self._submitted(_read_there, known, _partitions(files, self.partition))
            futures = as_completed(list(islice(waiting, _UNDER_WAY)))
            for future in futures:
                futures.update(islice(waiting, 1))
                yield from self._brought(future)
                future.release()

    @contextmanager
    def running(self) -> Iterator[Run]:
        """Yield what has tasks done by the workers, which stay from the first task to the end of the outermost block.

        It raises a RemoteError where a task ends several workers, the cluster is gone, or its workers see other files.
        """
        self._blocks += 1
        try:
            yield self._run
        finally:
            self._blocks -= 1
            if not self._blocks:
                self._reached = None
                self._held.close()

    def divides(self, told: Readings) -> bool:
        """Return whether workers decide which thing each mention names; they see the folder of the graph, too."""
        return bool(told.notes) and told.known.path is not None

    def _run(self, work: Callable[[Any, Any], Any], job: Any, tasks: Sequence[Any]) -> list[Any]:
        told = (job.described(work.__name__, task) for task in tasks)
        waiting = zip(self._submitted(partial(_do_there, work), job, tasks), told, strict=True)
        under_way, found = deque(islice(waiting, _UNDER_WAY)), []
        while under_way:
            found.append(self._result(*under_way.popleft()))
            under_way.extend(islice(waiting, 1))
        return found

    def _submitted(self, work: Callable[..., Any], job: Any, tasks: Iterable[Any]) -> Iterator[Future]:
        client = self._reached = self._reached or self._held.enter_context(self._started())
        # A task, not scattered data: when the only worker that has it dies, another one makes it again.
        known = client.submit(_same, job, pure=False)
        for task in tasks:
            yield client.submit(work, known, program(), task, pure=False)

    def _result(self, future: Future, what: str) -> Any:
        wait(future)
        if future.status == "error" and isinstance(future.exception(), KilledWorker):
            raise RemoteError(f"several workers ended over {what}. Start workers with more memory. {_KEPT}")
        if future.status not in ("error", "finished"):
            raise RemoteError(f"{self.scheduler or 'the cluster'} is gone. {_KEPT}")
        return future.result()

    def _brought(self, future: Future) -> Sequence[Read]:
        if future.status == "error":
            error = future.exception()
            if isinstance(error, KilledWorker):
                return ()
            raise error
        if future.status != "finished":
            raise RemoteError(f"{self.scheduler or 'the cluster'} is gone. {_KEPT}")
        found: Sequence[Read] = future.result()
        return found

    @contextmanager
    def _started(self) -> Iterator[Client]:
        if not self.scheduler:
            # Encrypted with keys of its own: who reaches the port of a scheduler can run programs as its user.
            with started(self.workers or processors(), security=True) as there, Client(there) as client:
                yield client
            return
        try:
            client = Client(self.scheduler, timeout=_PATIENCE)
        except (OSError, ValueError) as error:
            message = f"no Dask scheduler answers at {self.scheduler!r}: {error}. Start one: dask scheduler"
            raise RemoteError(message) from error
        with client:
            yield client


@contextmanager
def started(workers: int, **options: Any) -> Iterator[LocalCluster]:
    """Start a cluster on this machine; its workers share what reading needs, which is loaded once for all."""
    processes.start(__name__)
    forked = {
        "distributed.worker.multiprocessing-method": processes.context(reading=True).get_start_method(),
        "distributed.deploy.lost-worker-timeout": _RESTART,
    }
    options |= {"threads_per_worker": 1, "memory_limit": 0, "dashboard_address": "127.0.0.1:0"}
    with config.set(forked), LocalCluster(workers, silence_logs=logging.CRITICAL, **options) as there:
        yield there


def _partitions(files: Sequence[_File], size: int) -> Iterator[list[_File]]:
    """Divide notes into runs of at most so many bytes, or of one note that is larger."""
    some: list[_File] = []
    held = 0
    for file in files:
        more = size_of(file[1])
        if some and held + more > size:
            yield some
            some, held = [], 0
        some.append(file)
        held += more
    if some:
        yield some


@cache
def program() -> str:
    """Sum up the files of the program by their content, which is the same on every machine that has the same kg."""
    sums = (f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}" for file in program_files())
    return hashlib.sha256("\n".join(sums).encode()).hexdigest()


_turn = Lock()
"""Of a worker: it reads one note at a time, however many threads it has."""


def _same(job: Any) -> Any:
    return job


def _read_there(job: Job, made_by: str, files: Sequence[_File]) -> list[Read]:
    """Read the notes of a partition in a worker, which has loaded what that needs when its second partition comes."""
    _check(made_by, job.vault, "notes")
    found = []
    for note, path in files:
        with _turn, _watched(2 * seconds_for(path)):
            found.append(read_one(job, note, path))
    return found


def _do_there(work: Callable[[Any, Any], Any], job: Any, made_by: str, task: Any) -> Any:
    """Do a task in a worker."""
    _check(made_by, job.exchange.folder, "folder")
    with _turn:
        return work(job, task)


def _check(made_by: str, path: Path, what: str) -> None:
    """See that this worker has the same program and files as the build.

    Raises:
        RemoteError: it has not.
    """
    if program() != made_by:
        raise RemoteError(
            "a worker has another version of kg, or other word lists. Install the same kg for all workers"
        )
    if not path.exists():
        message = f"a worker sees no {what} at {str(path)!r}. Put it where all machines see it under one path"
        raise RemoteError(message)


@contextmanager
def _watched(seconds: float) -> Iterator[None]:
    """End the worker when the block takes longer: nothing else stops a thread in a regular expression.

    Where several workers end so, the notes of the partition are read by the build itself, which can stop reading.
    """
    faulthandler.dump_traceback_later(seconds, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
