"""The thread in which rooms are worked on, so that nothing of them holds up the server's loop.

A room is folded, judged, played by its bots, and stored in one thread: it needs no locks, and waits
for a database that is silent while the loop answers everything else. What is asked of one room is
done in the order in which it was asked; rooms take turns.
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

SLICE = 0.01
"""Seconds for which messages are sent before the loop looks after others."""


class RoomWorker:
    """One thread that does what is asked of rooms.

    >>> worker = RoomWorker()
    >>> worker.submit("ABC234", lambda: 6 * 7).result()
    42
    >>> worker.stop()
    """

    def __init__(self) -> None:
        self.jobs: dict[str, deque[Job]] = {}
        """What is asked of each room; the room whose turn it is comes first."""
        self.later: list[tuple[float, int, str, Callable[[], object]]] = []
        self.numbers = itertools.count()
        self.changed = threading.Condition()
        self.is_stopped = False
        self.thread = threading.Thread(target=self.work, daemon=True, name="rooms")
        self.thread.start()

    def submit(self, room: str, run: Callable[[], T]) -> Future[T]:
        """Do something for a room, after all that was asked of it before.

        What is cancelled before its turn is not done.
        """
        done: Future[T] = Future()
        with self.changed:
            if self.is_stopped:
                done.cancel()
                return done
            self.jobs.setdefault(room, deque()).append((done, run))
            self.changed.notify()
        return done

    def submit_later(self, seconds: float, room: str, run: Callable[[], object]) -> None:
        """Do something for a room so many seconds later."""
        with self.changed:
            due = time.monotonic() + seconds
            heapq.heappush(self.later, (due, next(self.numbers), room, run))
            self.changed.notify()

    def count_waiting(self, room: str) -> int:
        """Return how much is asked of a room and not begun."""
        return len(self.jobs.get(room, ()))

    def stop(self) -> None:
        """Do nothing more; what is being done is finished."""
        with self.changed:
            self.is_stopped = True
            waiting = [done for jobs in self.jobs.values() for done, _ in jobs]
            self.jobs.clear()
            self.changed.notify()
        for done in waiting:
            done.cancel()

    # --- in the thread ---------------------------------------------

    def work(self) -> None:
        """Do one job after the other, until the end."""
        while (job := self.next_job()) is not None:
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

    def next_job(self) -> Job | None:
        """Return the next job, of the room that has waited longest; None at the end."""
        with self.changed:
            while not self.is_stopped:
                now = time.monotonic()
                while self.later and self.later[0][0] <= now:
                    _, _, room, run = heapq.heappop(self.later)
                    self.jobs.setdefault(room, deque()).append((Future(), log_errors(run)))
                if self.jobs:
                    room = next(iter(self.jobs))
                    jobs = self.jobs.pop(room)
                    job = jobs.popleft()
                    if jobs:
                        self.jobs[room] = jobs  # at the end: others come first
                    return job
                self.changed.wait(self.later[0][0] - now if self.later else None)
        return None


def log_errors(run: Callable[[], object]) -> Callable[[], None]:
    """Return a function whose errors are logged, since nobody waits for its result."""

    def run_and_log() -> None:
        try:
            run()
        except Exception:
            LOG.exception("A room could not be looked after")

    return run_and_log


class Outbox:
    """Hands messages from the thread of rooms to the loop, which sends them in slices."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self.loop = loop
        self.messages: deque[tuple[Callable[[str], object], str]] = deque()
        self.is_due = False

    def put(self, send: Callable[[str], object], text: str) -> None:
        """Let the loop send a message; in any thread."""
        self.messages.append((send, text))
        if not self.is_due:
            self.is_due = True
            with suppress(RuntimeError):  # the loop is closed: the server has ended
                self.loop.call_soon_threadsafe(self.deliver)

    def deliver(self) -> None:
        """Send messages for a slice of time, and go on after whatever else is to be done."""
        self.is_due = False
        end = time.perf_counter() + SLICE
        while self.messages:
            send, text = self.messages.popleft()
            try:
                send(text)
            except Exception:
                LOG.exception("A message of a room could not be sent")
            if self.messages and time.perf_counter() > end:
                self.is_due = True
                self.loop.call_soon(self.deliver)
                return


def measure(do: Callable[[], T]) -> Callable[[], tuple[T, float]]:
    """Return a function that gives what another gives, with the seconds that its thread took.

    >>> measure(lambda: 42)()[0]
    42
    """

    def run() -> tuple[T, float]:
        begun = time.thread_time()
        return do(), time.thread_time() - begun

    return run
