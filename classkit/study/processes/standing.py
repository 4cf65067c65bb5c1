"""A crew that stays: processes for short studies, so that only the first waits for their start.

Two hundred futures take a fraction of a second, which is about as long as a process needs to
start. The crew ends with the program that keeps it.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from threading import Lock
from typing import TypeVar

from .crew import Crew
from .workers import LIMIT as LIMIT  # named by its users from here too
from .workers import cores, read_processes, set_by_host
from .workers import run as run_jobs

J = TypeVar("J")
R = TypeVar("R")

MOST = 4
"""More processes than these do not pay for studies of a second or two; each needs 30 MB."""

NICE = 10
"""How far they stand back (as the program `nice` counts)."""

crews: dict[int, Crew] = {}
free = Lock()


def most_processes() -> int:
    """So many processes play a short study unless told: as many as there are cores, four at most,
    or what the host has set.

    >>> 1 <= most_processes()
    True
    """
    return set_by_host() or min(MOST, cores())


def run(
    jobs: Sequence[J], play: Callable[[J], R], processes: int | None = None
) -> Generator[tuple[int, R]]:
    """Play every job as `classkit.study.processes.workers.run`, by the crew that stays if it is
    free.

    >>> from math import sqrt
    >>> sorted(run([1, 4, 9], sqrt, processes=1))
    [(0, 1.0), (1, 2.0), (2, 3.0)]
    """
    count = most_processes() if processes is None else read_processes(processes)
    return play_jobs(jobs, play, count)


def play_jobs(jobs: Sequence[J], play: Callable[[J], R], count: int) -> Generator[tuple[int, R]]:
    if count == 1 or len(jobs) < 2:
        yield from run_jobs(jobs, play, processes=1)
    elif free.acquire(blocking=False):
        try:
            yield from run_jobs(jobs, play, crew=crew_of(count))
        finally:
            free.release()
    else:  # another study goes on: it may have been left in the middle
        yield from run_jobs(jobs, play, processes=count)


def crew_of(count: int) -> Crew:
    """The crew of so many processes; one of another size ends."""
    if count not in crews:
        close()
        crews[count] = Crew(count)
    crew = crews[count]
    crew.warm()  # a study that was cancelled has ended them
    stand_back(crew)
    return crew


def stand_back(crew: Crew) -> None:
    """Let whoever is at a table go first: a step is never to wait for futures.

    Where a system does not know how, nothing is lost.
    """
    for worker in crew.workers:
        if worker.process is not None:
            with suppress(AttributeError, OSError):
                os.setpriority(os.PRIO_PROCESS, worker.process.pid, NICE)


def warm(processes: int | None = None) -> None:
    """Start the processes before they are needed, without waiting for them."""
    count = most_processes() if processes is None else read_processes(processes)
    if count > 1 and free.acquire(blocking=False):
        try:
            crew_of(count)
        finally:
            free.release()


def rest() -> None:
    """End the processes that stay, unless a study is under way."""
    if free.acquire(blocking=False):
        try:
            close()
        finally:
            free.release()


def close() -> None:
    """End all processes that stay; they start again when needed."""
    for crew in crews.values():
        crew.close()
    crews.clear()


atexit.register(close)
