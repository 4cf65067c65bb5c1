"""Worker thread for rooms, which runs their work outside the server's event loop.

One thread rebuilds, updates and stores rooms, and plays their bots. It needs no locks, and can
wait for a slow database while the loop answers all other requests. Jobs of one room run in order.
Rooms take turns.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import threading
import time
from asyncio import AbstractEventLoop
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
Block = Callable[[], AbstractContextManager[None]]


LOG = logging.getLogger(__name__)

MAX_TOGETHER = 20
"""Maximum number of jobs that run in one block."""
MAX_WAITING = 16
"""Maximum number of messages that wait while their job is running."""
SLICE_SECONDS = 0.01
"""Seconds during which messages are sent before the loop does other work."""


class Job(NamedTuple):
    """A queued function, the future of its result, and the block that it may share with other jobs.

    Consecutive jobs of a room with the same block run together in it, and their results become
    available after it.
    """

    done: Future[Any]
    run: Callable[[], Any]
    block: Block | None = None


class RoomWorker:
    """One thread that runs jobs for rooms.

    >>> worker = RoomWorker()
    >>> worker.submit("ABC234", lambda: 6 * 7).result()
    42
    >>> worker.stop()
    """

    def __init__(self) -> None:
        self.jobs: dict[str, deque[Job]] = {}
        """The queued jobs of each room. The room whose turn it is comes first."""
        self.delayed_jobs: list[tuple[float, int, str, Callable[[], object]]] = []
        self.numbers = itertools.count()
        self.condition = threading.Condition()
        self.is_stopped = False
        self.after_jobs: Callable[[], None] = no_operation
        """Called after the jobs that run together, when their results have been told."""
        self.thread = threading.Thread(target=self.run_jobs, daemon=True, name="rooms")
        self.thread.start()

    def submit(self, room: str, run: Callable[[], T], block: Block | None = None) -> Future[T]:
        """Queue a job for a room, after all its earlier jobs.

        A job that is cancelled before its turn is not run.

        Args:
            room: The code of the room.
            run: The job.
            block: Returns the context manager in which consecutive jobs run together, if any.
        """
        done: Future[T] = Future()
        with self.condition:
            if self.is_stopped:
                done.cancel()
                return done
            self.jobs.setdefault(room, deque()).append(Job(done, run, block))
            self.condition.notify()
        return done

    def submit_later(self, seconds: float, room: str, run: Callable[[], object]) -> None:
        """Queue a job for a room after a delay in seconds."""
        with self.condition:
            due = time.monotonic() + seconds
            heapq.heappush(self.delayed_jobs, (due, next(self.numbers), room, run))
            self.condition.notify()

    def count_pending(self, room: str) -> int:
        """Return the number of queued jobs of a room."""
        return len(self.jobs.get(room, ()))

    def stop(self) -> None:
        """Stop after the current job."""
        with self.condition:
            self.is_stopped = True
            waiting = [job.done for jobs in self.jobs.values() for job in jobs]
            self.jobs.clear()
            self.condition.notify()
        for done in waiting:
            done.cancel()

    # --- in the thread ---------------------------------------------

    def run_jobs(self) -> None:
        """Run jobs until the worker stops."""
        while jobs := self.get_next_jobs():
            jobs = [job for job in jobs if job.done.set_running_or_notify_cancel()]
            results = []
            try:
                with jobs[0].block() if jobs and jobs[0].block else nullcontext():
                    results += [run_job(job.run) for job in jobs]
            except BaseException as error:  # an error of the block: none of its jobs took effect
                results = [partial(set_error, error=error) for _ in jobs]
            for job, tell in zip(jobs, results, strict=True):
                tell(job.done)
            self.after_jobs()
            jobs, results = [], []

    def get_next_jobs(self) -> list[Job]:
        """Return the next jobs to run together, from the room that has waited longest.

        The list is empty when the worker stops.
        """
        with self.condition:
            while not self.is_stopped:
                now = time.monotonic()
                while self.delayed_jobs and self.delayed_jobs[0][0] <= now:
                    _, _, room, run = heapq.heappop(self.delayed_jobs)
                    self.jobs.setdefault(room, deque()).append(Job(Future(), log_errors(run)))
                if self.jobs:
                    room = next(iter(self.jobs))
                    jobs = self.jobs.pop(room)
                    found = [jobs.popleft()]
                    block = found[0].block
                    while block and jobs and jobs[0].block == block and len(found) < MAX_TOGETHER:
                        found.append(jobs.popleft())
                    if jobs:
                        self.jobs[room] = jobs  # move the room to the end, after other rooms
                    return found
                self.condition.wait(self.delayed_jobs[0][0] - now if self.delayed_jobs else None)
        return []


def run_job(run: Callable[[], Any]) -> Callable[[Future[Any]], None]:
    """Run a job. Return the function that sets its result or its error on its future."""
    try:
        return partial(set_result, result=run())
    except BaseException as error:
        return partial(set_error, error=error)


def tell_result(told: asyncio.Future[T], done: Future[T]) -> None:
    """Copy the result or the error of a job to a future of the loop, unless nobody waits for it."""
    if told.cancelled():
        return
    if done.cancelled():
        told.cancel()
    elif error := done.exception():
        told.set_exception(error)
    else:
        told.set_result(done.result())


def set_result(done: Future[Any], result: Any) -> None:
    done.set_result(result)


def set_error(done: Future[Any], error: BaseException) -> None:
    done.set_exception(error)


def log_errors(run: Callable[[], object]) -> Callable[[], None]:
    """Wrap a function so that its errors are logged, because nobody reads its result."""

    def run_and_log() -> None:
        try:
            run()
        except Exception:
            LOG.exception("A job of a room failed")

    return run_and_log


def no_operation() -> None:
    """Do nothing."""


class Outbox:
    """Passes messages and results from the thread of rooms to the loop, which works in slices.

    Waking the loop takes as long as a message to a page, and the loop then competes with the thread
    of rooms. So it is woken for several messages, and by :meth:`wake_loop`.
    """

    def __init__(self, loop: AbstractEventLoop) -> None:
        self.loop = loop
        self.messages: deque[tuple[Callable[[Any], object], Any]] = deque()
        self.is_due = False

    def add_message(self, send: Callable[[T], object], content: T) -> None:
        """Queue a message for the loop. Whoever has queued the last one wakes the loop."""
        self.messages.append((send, content))
        if len(self.messages) >= MAX_WAITING:
            self.wake_loop()

    def await_result(self, done: Future[T]) -> asyncio.Future[T]:
        """Return a future of the loop for the result of a job, which comes after its messages."""
        told: asyncio.Future[T] = self.loop.create_future()
        done.add_done_callback(partial(self.add_message, partial(tell_result, told)))
        if done.done():
            self.wake_loop()  # nobody else may do it
        return told

    def wake_loop(self) -> None:
        """Let the loop send what is queued, from any thread."""
        if self.messages and not self.is_due:
            self.is_due = True
            with suppress(RuntimeError):  # the loop is closed because the server has stopped
                self.loop.call_soon_threadsafe(self.deliver_messages)

    def deliver_messages(self) -> None:
        """Send messages for SLICE_SECONDS, then let the loop do other work."""
        self.is_due = False
        end = time.perf_counter() + SLICE_SECONDS
        while self.messages:
            send, content = self.messages.popleft()
            try:
                send(content)
            except Exception:
                LOG.exception("A message of a room could not be sent")
            if self.messages and time.perf_counter() > end:
                self.is_due = True
                self.loop.call_soon(self.deliver_messages)
                return


def measure_time(do: Callable[[], T]) -> Callable[[], tuple[T, float]]:
    """Wrap a function to return its result and the seconds of thread time used.

    >>> measure_time(lambda: 42)()[0]
    42
    """

    def run() -> tuple[T, float]:
        begun = time.thread_time()
        return do(), time.thread_time() - begun

    return run
