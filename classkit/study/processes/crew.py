"""Processes of this machine that play, and may stay for more than one run."""

from __future__ import annotations

import subprocess
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from pickle import loads
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeAlias

from classkit.engine.errors import ClasskitError

from .failures import JobError
from .pickles import to_bytes
from .worker import Failure, Reply, receive, send

START = """
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
sys.path[:] = sys.argv[1:]
from classkit.study.processes.worker import main
main()
"""
"""An interrupt is for whoever started the process; it reaches the whole group, from Jupyter too."""
CHUNK_SECONDS = 0.1
"""About so long a process plays between two messages."""
SHARES = 4
"""Of what is left, each process takes at most the fourth part of its share: all end together."""
DEATHS = 3
"""So often a job may lose its process before the run gives up."""

Said: TypeAlias = Reply | BaseException | None


class Crew:
    """Some processes that play jobs; they start when first needed.

    A program that runs many studies may keep one, so that only the first waits for the start::

        with Crew(2) as crew:
            for index, result in workers.run(jobs, play, crew=crew):
                ...
    """

    def __init__(self, processes: int) -> None:
        self.workers = [Worker() for _ in range(processes)]

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def warm(self) -> None:
        """Start the processes now, without waiting for them."""
        for worker in self.workers:
            worker.start()

    def close(self) -> None:
        """End the processes."""
        for worker in self.workers:
            worker.end()

    def run(
        self, jobs: Sequence[Any], play: bytes, first: int = 0
    ) -> Generator[tuple[int, Any], None, None]:
        """Play the jobs from the one numbered ``first``; ``(index, result)`` as they finish.

        ``play`` is the pickled function that plays one.
        """
        pile = Pile(jobs, first, len(self.workers))
        said: SimpleQueue[Said] = SimpleQueue()
        foremen = [
            Thread(target=see_to, args=(worker, play, pile, said.put), daemon=True)
            for worker in self.workers
        ]
        for foreman in foremen:
            foreman.start()
        busy, is_done = len(foremen), False
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
            pile.stop()
            if not is_done:
                self.close()  # what they are playing is of no use any more
            for foreman in foremen:
                foreman.join()


class Pile:
    """The jobs not begun yet; each process takes from it what it will play in a short while."""

    def __init__(self, jobs: Sequence[Any], first: int, processes: int) -> None:
        self.jobs, self.next, self.processes = jobs, first, processes
        self.is_stopped = False
        self.lock = Lock()

    def take(self, at_most: int) -> list[tuple[int, Any]]:
        """The next jobs, numbered; none when all are taken or the run is stopped."""
        with self.lock:
            left = len(self.jobs) - self.next
            if self.is_stopped or not left:
                return []
            size = max(1, min(at_most, left // (SHARES * self.processes)))
            begin, self.next = self.next, self.next + size
            return [(index, self.jobs[index]) for index in range(begin, self.next)]

    def stop(self) -> None:
        """Give out no more."""
        self.is_stopped = True


def see_to(worker: Worker, play: bytes, pile: Pile, report: Callable[[Said], None]) -> None:
    """Keep one process at work until the pile is empty, and report what it says; None at last."""
    size = 1
    try:
        while chunk := pile.take(size):
            for reply in play_surely(worker, play, chunk, pile):
                report(reply)
                if reply.failure is not None:
                    return
                size = next_size(size, len(reply.played), reply.seconds)
    except BaseException as error:  # it would be lost in this thread
        report(error)
    finally:
        report(None)


def next_size(size: int, played: int, seconds: float) -> int:
    """How many jobs fill the time between two messages; it at most triples.

    >>> next_size(10, 10, 0.2), next_size(10, 10, 0.0001), next_size(3, 1, 5.0)
    (5, 30, 1)
    """
    if not played:
        return size
    fitting = round(CHUNK_SECONDS * played / max(seconds, 1e-9))
    return max(1, min(fitting, 3 * size))


def play_surely(
    worker: Worker, play: bytes, chunk: list[tuple[int, Any]], pile: Pile
) -> Iterator[Reply]:
    """The replies to some jobs. Those whose process died are played again one by one, so that
    the one that kills its process, if there is one, is known."""
    parts = deque([chunk])
    deaths = 0
    while parts:
        part = parts[0]
        try:
            reply = worker.ask(play, to_bytes(part))
        except (EOFError, OSError) as error:
            worker.end()
            if pile.is_stopped:
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
        parts.popleft()
        yield reply


def died(index: int, error: Exception) -> Failure:
    """The failure of a job whose process ended under it again and again."""
    why = "" if isinstance(error, EOFError) else f" ({error})"
    return Failure(
        index,
        f"The process that played it ended without a word, {DEATHS} times{why}: memory may be "
        "short, or a policy ends the process.",
        "",
        is_ours=True,
    )


class Worker:
    """One process, started when first asked."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.knows: bytes | None = None
        self.lock = Lock()

    def start(self) -> subprocess.Popen[bytes]:
        """The process, started if it is not there."""
        with self.lock:
            if self.process is None:
                if not sys.executable:
                    raise ClasskitError("Python does not know its own program: use processes=1.")
                self.process = subprocess.Popen(
                    [sys.executable, "-c", START, *sys.path],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
                self.knows = None
            return self.process

    def ask(self, play: bytes, jobs: bytes) -> Reply:
        """What the process says to some jobs; EOFError or OSError when it is gone."""
        process = self.start()
        assert process.stdin is not None and process.stdout is not None
        try:
            if self.knows != play:
                send(process.stdin, b"P" + play)
                self.knows = play
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
                    with suppress(OSError, ValueError):  # what was not sent is of no use
                        stream.close()
