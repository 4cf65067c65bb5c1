"""A pool of processes on this machine, which may serve more than one run.

It is classkit's own. With the package loky, which comes nearest, the code was an eighth shorter,
but a program that ends waited for whatever a paused run was playing, for ever if a policy never
decides; semaphores stayed when a kernel was killed with its whole group, as Jupyter does it; and a
student's queue.py was run by the process that tidies up. `tests/study/processes/test_ends.py` holds
this pool to all three.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from pickle import loads
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, TypeAlias
from weakref import WeakSet

from classkit.engine.errors import ClasskitError

from .pickles import to_bytes
from .worker import Failure, JobError, Reply, receive, send

START = """
import sys
sys.path[:] = sys.argv[1:]
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
from classkit.study.processes.worker import main
main()
"""
"""Workers ignore interrupts, which reach the whole group but are meant for the main process.

Modules are found as in the main process before any is imported: a student's folder may hold a
signal.py.
"""
CHUNK_SECONDS = 0.1
"""Seconds that a process plays between two messages, roughly."""
SHARES = 4
"""A process takes at most a fourth of its share of what is left, so that all end together."""
DEATHS = 3
"""How often a job may lose its process before the run gives up."""

Said: TypeAlias = Reply | BaseException | None


class Pool:
    """A pool of processes that play jobs. They start when they are first needed.

    A program that runs many studies may keep one, so that only the first study waits for it::

        with Pool(2) as pool:
            for index, result in workers.run(jobs, play, pool=pool):
                ...
    """

    def __init__(self, processes: int) -> None:
        self.workers = [Worker() for _ in range(processes)]
        pools.add(self)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def warm(self) -> None:
        """Start the processes now, without waiting for them."""
        for worker in self.workers:
            worker.start(unless=Event())

    def close(self) -> None:
        """End the processes."""
        for worker in self.workers:
            worker.end()

    def run(
        self, jobs: Sequence[Any], play: bytes, first: int = 0
    ) -> Generator[tuple[int, Any], None, None]:
        """Play the jobs from number ``first`` on; yield ``(index, result)`` as they finish.

        ``play`` is the parcel with the function that plays a job. Raises OtherCode if a process
        that was started for it has other code than this one.
        """
        played = self.play_jobs(jobs, play, first)
        runs.add(played)
        return played

    def play_jobs(
        self, jobs: Sequence[Any], play: bytes, first: int
    ) -> Generator[tuple[int, Any], None, None]:
        queue = JobQueue(jobs, first, len(self.workers))
        said: SimpleQueue[Said] = SimpleQueue()
        threads = [
            Thread(target=keep_busy, args=(worker, play, queue, said.put), daemon=True)
            for worker in self.workers
        ]
        for thread in threads:
            thread.start()
        busy, is_done = len(threads), False
        try:
            while busy:
                reply = said.get()
                if reply is None:
                    busy -= 1
                elif isinstance(reply, BaseException):
                    raise reply
                else:
                    yield from reply.played
                    if reply.failure is not None:
                        raise JobError.of(reply.failure)
            is_done = True
        finally:
            queue.stopped.set()
            if not is_done:
                self.close()  # nobody needs what they are playing
            for thread in threads:
                thread.join()


runs: WeakSet[Generator[tuple[int, Any], None, None]] = WeakSet()
pools: WeakSet[Pool] = WeakSet()


@atexit.register
def close_all() -> None:
    """Close runs that were left in the middle and all pools, while threads still answer."""
    for run in list(runs):
        with suppress(ValueError):  # another thread waits for it at this moment
            run.close()
    for pool in list(pools):
        pool.close()


class JobQueue:
    """The jobs not begun yet, from which each process takes what it can play in a short while."""

    def __init__(self, jobs: Sequence[Any], first: int, processes: int) -> None:
        self.jobs, self.next, self.processes = jobs, first, processes
        self.stopped = Event()
        """Set when no more jobs are given out, and no process is started for those that were."""
        self.lock = Lock()

    def take(self, at_most: int) -> list[tuple[int, Any]]:
        """Return the next jobs, numbered; none if all are taken or the run is stopped."""
        with self.lock:
            left = len(self.jobs) - self.next
            if self.stopped.is_set() or not left:
                return []
            size = max(1, min(at_most, left // (SHARES * self.processes)))
            begin, self.next = self.next, self.next + size
            return [(index, self.jobs[index]) for index in range(begin, self.next)]


def keep_busy(worker: Worker, play: bytes, queue: JobQueue, report: Callable[[Said], None]) -> None:
    """Keep one process busy until no jobs are left. Report its replies, and None at the end."""
    size = 1
    try:
        while chunk := queue.take(size):
            for reply in play_surely(worker, play, chunk, queue):
                report(reply)
                if reply.failure is not None:
                    return
                size = next_size(size, len(reply.played), reply.seconds)
    except BaseException as error:  # otherwise it would be lost in this thread
        report(error)
    finally:
        report(None)


def next_size(size: int, played: int, seconds: float) -> int:
    """Return how many jobs fill the time between two messages, at most three times as many.

    >>> next_size(10, 10, 0.2), next_size(10, 10, 0.0001), next_size(3, 1, 5.0)
    (5, 30, 1)
    """
    if not played:
        return size
    fitting = round(CHUNK_SECONDS * played / max(seconds, 1e-9))
    return max(1, min(fitting, 3 * size))


def play_surely(
    worker: Worker, play: bytes, chunk: list[tuple[int, Any]], queue: JobQueue
) -> Iterator[Reply]:
    """Yield the replies to some jobs.

    If the process dies, they are played again one by one to find the job that kills it, if any.
    """
    parts = deque([chunk])
    deaths = 0
    while parts:
        part = parts[0]
        try:
            reply = worker.ask(play, to_bytes(part), queue.stopped)
        except (EOFError, OSError) as error:
            worker.end()
            if queue.stopped.is_set():
                return
            if len(part) > 1:
                parts.popleft()
                parts.extendleft([one] for one in reversed(part))
                continue
            deaths += 1
            if deaths == DEATHS:
                yield Reply([], 0.0, died(part[0][0], error))
                return
            continue
        deaths = 0
        if reply.failure is not None and reply.failure.other_code and worker.is_used:
            worker.end()  # what it has loaded may be older than the caller's
            continue
        parts.popleft()
        yield reply


def died(index: int, error: Exception) -> Failure:
    """Return the failure of a job whose process ended again and again."""
    why = "" if isinstance(error, EOFError) else f" ({error})"
    return Failure(
        index,
        f"The process that played it ended without a word, {DEATHS} times{why}: memory may be "
        "short, or a policy ends the process.",
        "",
        is_ours=True,
    )


def folder() -> str:
    """Return the folder in which this process works; nothing if it has been deleted."""
    try:
        return os.getcwd()
    except OSError:
        return ""


class Worker:
    """One process, started when first asked."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.knows: bytes | None = None
        self.is_used = False
        """Whether the process was sent something else to play before."""
        self.place = ("", [""])
        self.lock = Lock()

    def start(self, unless: Event) -> subprocess.Popen[bytes]:
        """Return the process, starting it if necessary; EOFError if the run was stopped before.

        One that was started in another folder, or finds modules elsewhere, is replaced.
        """
        here = (folder(), list(sys.path))
        if self.place != here:
            self.end()
        with self.lock:
            if self.process is None:
                if unless.is_set():  # set before `end` is called: nobody would end this one
                    raise EOFError
                if not sys.executable:
                    raise ClasskitError("Python cannot find its own program: use processes=1.")
                self.process = subprocess.Popen(
                    [sys.executable, "-c", START, *sys.path],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
                self.knows, self.is_used, self.place = None, False, here
            return self.process

    def ask(self, play: bytes, jobs: bytes, unless: Event) -> Reply:
        """Return the process's reply to some jobs, starting it unless the run was stopped.

        Raises EOFError or OSError if it is gone.
        """
        process = self.start(unless)
        assert process.stdin is not None and process.stdout is not None
        try:
            if self.knows != play:
                send(process.stdin, b"P" + play)
                self.knows, self.is_used = play, self.knows is not None
            send(process.stdin, b"J" + jobs)
            reply: Reply = loads(receive(process.stdout))
        except ValueError as error:  # the pipe was closed here, by `end`
            raise EOFError from error
        return reply

    def end(self) -> None:
        """End the process, if there is one."""
        with self.lock:
            process, self.process, self.knows = self.process, None, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with suppress(OSError, ValueError):  # unsent data do not matter
                        stream.close()
