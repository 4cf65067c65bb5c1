"""Worker thread for rooms, which keeps their work out of the server's loop.

One thread rebuilds, updates and stores rooms, and plays their bots. It needs no locks, and can
wait for a slow database while the loop answers everything else. Jobs of one room run in order.
Rooms take turns.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from asyncio import AbstractEventLoop
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")
Job = tuple["Future[Any]", Callable[[], Any]]

LOG = logging.getLogger(__name__)

SLICE_SECONDS = 0.01
"""Seconds during which messages are sent before the loop does other work."""


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
        self.thread = threading.Thread(target=self.run_jobs, daemon=True, name="rooms")
        self.thread.start()

    def submit(self, room: str, run: Callable[[], T]) -> Future[T]:
        """Queue a job for a room, after all its earlier jobs.

        A job that is cancelled before its turn is not run.
        """
        done: Future[T] = Future()
        with self.condition:
            if self.is_stopped:
                done.cancel()
                return done
            self.jobs.setdefault(room, deque()).append((done, run))
            self.condition.notify()
        return done

    def submit_later(self, seconds: float, room: str, run: Callable[[], object]) -> None:
        """Queue a job for a room after a number of seconds."""
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
            waiting = [done for jobs in self.jobs.values() for done, _ in jobs]
            self.jobs.clear()
            self.condition.notify()
        for done in waiting:
            done.cancel()

    # --- in the thread ---------------------------------------------

    def run_jobs(self) -> None:
        """Run jobs until the worker stops."""
        while (job := self.get_next_job()) is not None:
            done, run = job
            if not done.set_running_or_notify_cancel():
                continue
            try:
                result = run()
            except BaseException as error:
                done.set_exception(error)
            else:
                done.set_result(result)
            del job, done, run

    def get_next_job(self) -> Job | None:
        """Return the next job, of the room that has waited longest; None when the worker stops."""
        with self.condition:
            while not self.is_stopped:
                now = time.monotonic()
                while self.delayed_jobs and self.delayed_jobs[0][0] <= now:
                    _, _, room, run = heapq.heappop(self.delayed_jobs)
                    self.jobs.setdefault(room, deque()).append((Future(), log_errors(run)))
                if self.jobs:
                    room = next(iter(self.jobs))
                    jobs = self.jobs.pop(room)
                    job = jobs.popleft()
                    if jobs:
                        self.jobs[room] = jobs  # move to the end, after other rooms
                    return job
                self.condition.wait(self.delayed_jobs[0][0] - now if self.delayed_jobs else None)
        return None


def log_errors(run: Callable[[], object]) -> Callable[[], None]:
    """Wrap a function so that its errors are logged, since nobody reads its result."""

    def run_and_log() -> None:
        try:
            run()
        except Exception:
            LOG.exception("A room could not be looked after")

    return run_and_log


class Outbox:
    """Passes messages from the thread of rooms to the loop, which sends them in slices."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self.loop = loop
        self.messages: deque[tuple[Callable[[str], object], str]] = deque()
        self.is_due = False

    def add_message(self, send: Callable[[str], object], text: str) -> None:
        """Queue a message for the loop, from any thread."""
        self.messages.append((send, text))
        if not self.is_due:
            self.is_due = True
            with suppress(RuntimeError):  # the loop is closed: the server has stopped
                self.loop.call_soon_threadsafe(self.deliver_messages)

    def deliver_messages(self) -> None:
        """Send messages for a slice of time, then let the loop do other work."""
        self.is_due = False
        end = time.perf_counter() + SLICE_SECONDS
        while self.messages:
            send, text = self.messages.popleft()
            try:
                send(text)
            except Exception:
                LOG.exception("A message of a room could not be sent")
            if self.messages and time.perf_counter() > end:
                self.is_due = True
                self.loop.call_soon(self.deliver_messages)
                return


def measure_time(do: Callable[[], T]) -> Callable[[], tuple[T, float]]:
    """Wrap a function to return its result with the seconds of thread time used.

    >>> measure_time(lambda: 42)()[0]
    42
    """

    def run() -> tuple[T, float]:
        begun = time.thread_time()
        return do(), time.thread_time() - begun

    return run
