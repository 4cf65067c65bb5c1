"""Pool of worker processes on this machine, reusable for several runs.

classkit has its own pool because loky, the closest package, failed in three cases, which
`tests/study/processes/test_ends.py` tests. At exit, a program waited for a paused run, forever if a
policy never decided. Semaphores leaked when Jupyter killed a kernel with its process group. The
resource tracker executed a student's queue.py. With loky, the code was one eighth shorter.
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

from .pickling import to_bytes
from .worker import JobError, JobFailure, Reply, receive_message, send_message

WORKER_SCRIPT = """
import sys
sys.path[:] = sys.argv[1:]
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
from classkit.study.processes.worker import main
main()
"""
"""Program of a worker.

It sets the main process's ``sys.path`` before any import, because a student's folder may contain a
signal.py. Workers ignore interrupts, which are sent to the whole process group.
"""
CHUNK_SECONDS = 0.1
"""Approximate seconds of play per message to a process."""
QUEUE_SHARES = 4
"""A process takes at most 1/4 of its share of the remaining jobs, so that all finish together."""
MAX_DEATHS = 3
"""Number of times that a job may kill its process before the run fails."""

PoolMessage: TypeAlias = Reply | BaseException | None


class Pool:
    """Pool of processes that play jobs. The processes start when they are first needed.

    Use one pool for several studies, so that only the first study waits for processes to start::

        with Pool(2) as pool:
            for index, result in job_runner.run(jobs, play, pool=pool):
                ...
    """

    def __init__(self, processes: int) -> None:
        self.workers = [Worker() for _ in range(processes)]
        pools.add(self)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start_workers(self) -> None:
        """Start the processes and return immediately."""
        for worker in self.workers:
            worker.start(unless=Event())

    def close(self) -> None:
        """Stop the processes."""
        for worker in self.workers:
            worker.end()

    def run(
        self, jobs: Sequence[Any], play: bytes, first: int = 0
    ) -> Generator[tuple[int, Any], None, None]:
        """Play the jobs from number ``first`` on, and yield ``(index, result)`` as they finish.

        ``play`` is the serialized function that plays a job. Raises CodeMismatch if a newly
        started process has different code from this one.
        """
        played = self.play_jobs(jobs, play, first)
        runs.add(played)
        return played

    def play_jobs(
        self, jobs: Sequence[Any], play: bytes, first: int
    ) -> Generator[tuple[int, Any], None, None]:
        queue = JobQueue(jobs, first, len(self.workers))
        said: SimpleQueue[PoolMessage] = SimpleQueue()
        threads = [
            Thread(target=feed_worker, args=(worker, play, queue, said.put), daemon=True)
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
                        raise JobError.from_failure(reply.failure)
            is_done = True
        finally:
            queue.stopped.set()
            if not is_done:
                self.close()  # the results of running jobs are no longer needed
            for thread in threads:
                thread.join()


runs: WeakSet[Generator[tuple[int, Any], None, None]] = WeakSet()
pools: WeakSet[Pool] = WeakSet()


@atexit.register
def close_all() -> None:
    """Close unfinished runs and all pools before the interpreter stops its threads."""
    for run in list(runs):
        with suppress(ValueError):  # another thread is iterating over this run
            run.close()
    for pool in list(pools):
        pool.close()


class JobQueue:
    """Queue of jobs that have not started, from which processes take chunks."""

    def __init__(self, jobs: Sequence[Any], first: int, processes: int) -> None:
        self.jobs, self.next, self.processes = jobs, first, processes
        self.stopped = Event()
        """Set when the run is stopped. Then no more jobs are assigned and no processes started."""
        self.lock = Lock()

    def take_jobs(self, at_most: int) -> list[tuple[int, Any]]:
        """Return the next jobs with their numbers, or [] if none are left or the run is stopped."""
        with self.lock:
            left = len(self.jobs) - self.next
            if self.stopped.is_set() or not left:
                return []
            size = max(1, min(at_most, left // (QUEUE_SHARES * self.processes)))
            begin, self.next = self.next, self.next + size
            return [(index, self.jobs[index]) for index in range(begin, self.next)]


def feed_worker(
    worker: Worker, play: bytes, queue: JobQueue, report: Callable[[PoolMessage], None]
) -> None:
    """Send jobs to one process until none are left. Report its replies, then None."""
    size = 1
    try:
        while chunk := queue.take_jobs(size):
            for reply in play_with_retries(worker, play, chunk, queue):
                report(reply)
                if reply.failure is not None:
                    return
                size = compute_chunk_size(size, len(reply.played), reply.seconds)
    except BaseException as error:  # would be lost in this thread
        report(error)
    finally:
        report(None)


def compute_chunk_size(size: int, played: int, seconds: float) -> int:
    """Return the number of jobs for CHUNK_SECONDS, but at most three times ``size``.

    >>> [compute_chunk_size(*told) for told in ((10, 10, 0.2), (10, 10, 0.0001), (3, 1, 5.0))]
    [5, 30, 1]
    """
    if not played:
        return size
    fitting = round(CHUNK_SECONDS * played / max(seconds, 1e-9))
    return max(1, min(fitting, 3 * size))


def play_with_retries(
    worker: Worker, play: bytes, chunk: list[tuple[int, Any]], queue: JobQueue
) -> Iterator[Reply]:
    """Play a chunk of jobs, and yield the replies.

    If the process dies, its jobs are retried one by one to find the job that kills it.
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
            if deaths == MAX_DEATHS:
                yield Reply([], 0.0, build_death_failure(part[0][0], error))
                return
            continue
        deaths = 0
        if reply.failure is not None and reply.failure.other_code and worker.is_used:
            worker.end()  # the process may have loaded older code than the caller's
            continue
        parts.popleft()
        yield reply


def build_death_failure(index: int, error: Exception) -> JobFailure:
    """Build the failure of a job whose process died MAX_DEATHS times."""
    why = "" if isinstance(error, EOFError) else f" ({error})"
    return JobFailure(
        index,
        f"The process that played it ended unexpectedly, {MAX_DEATHS} times{why}. Memory may "
        "be low, or a policy may end the process.",
        "",
        is_ours=True,
    )


def get_working_folder() -> str:
    """Return the current working folder, or an empty string if it was deleted."""
    try:
        return os.getcwd()
    except OSError:
        return ""


class Worker:
    """A worker process, which is started for its first job."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.loaded_play: bytes | None = None
        self.is_used = False
        """True if a different payload was loaded earlier."""
        self.place = ("", [""])
        self.lock = Lock()

    def start(self, unless: Event) -> subprocess.Popen[bytes]:
        """Return the process, starting it if necessary. Raise EOFError if the run was stopped.

        A process with a different working folder or module path is replaced.
        """
        here = (get_working_folder(), list(sys.path))
        if self.place != here:
            self.end()
        with self.lock:
            if self.process is None:
                if unless.is_set():  # `end` may already have run
                    raise EOFError
                if not sys.executable:
                    raise ClasskitError("Python cannot find its own executable. Use processes=1.")
                self.process = subprocess.Popen(
                    [sys.executable, "-c", WORKER_SCRIPT, *sys.path],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
                self.loaded_play, self.is_used, self.place = None, False, here
            return self.process

    def ask(self, play: bytes, jobs: bytes, unless: Event) -> Reply:
        """Return the process's reply to some jobs. Raise EOFError or OSError if it has died."""
        process = self.start(unless)
        assert process.stdin is not None and process.stdout is not None
        try:
            if self.loaded_play != play:
                send_message(process.stdin, b"P" + play)
                self.loaded_play, self.is_used = play, self.loaded_play is not None
            send_message(process.stdin, b"J" + jobs)
            reply: Reply = loads(receive_message(process.stdout))
        except ValueError as error:  # `end` closed the pipe
            raise EOFError from error
        return reply

    def end(self) -> None:
        """Stop the process, if there is one."""
        with self.lock:
            process, self.process, self.loaded_play = self.process, None, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with suppress(OSError, ValueError):  # unsent data is not needed
                        stream.close()
