"""A pool that stays warm for short studies, so that only the first waits for its start.

Two hundred futures take a fraction of a second, about as long as a process needs to start. The pool
ends with the program.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from threading import Lock
from typing import TypeVar

from classkit import abilities

from .pool import Pool
from .workers import cores, read_processes, set_by_host
from .workers import run as run_jobs

J = TypeVar("J")
R = TypeVar("R")

MOST = 4
"""The most processes that pay off for studies of a second or two; each needs 30 MB."""

NICE = 10
"""The niceness of the processes, as the program `nice` counts."""

pools: dict[int, Pool] = {}
free = Lock()


def most_processes() -> int:
    """Return the default number of processes of a short study.

    It is what the host has set, or else one for each core, at most four.

    >>> 1 <= most_processes()
    True
    """
    return set_by_host() or min(MOST, cores())


def run(
    jobs: Sequence[J], play: Callable[[J], R], processes: int | None = None
) -> Generator[tuple[int, R]]:
    """Play every job as `classkit.study.processes.workers.run`, on the warm pool if it is free.

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
            yield from run_jobs(jobs, play, pool=pool_of(count))
        finally:
            free.release()
    else:  # another study uses the pool, or was left in the middle
        yield from run_jobs(jobs, play, processes=count)


def pool_of(count: int) -> Pool:
    """Return the pool of so many processes, and end one of another size."""
    if count not in pools:
        close()
        pools[count] = Pool(count)
    pool = pools[count]
    pool.warm()  # a cancelled study has ended the processes
    lower_priority(pool)
    return pool


def lower_priority(pool: Pool) -> None:
    """Lower the priority of the processes, so that a step at a table never waits for futures.

    A system without priorities is left alone.
    """
    for worker in pool.workers:
        if worker.process is not None:
            with suppress(AttributeError, OSError):
                os.setpriority(os.PRIO_PROCESS, worker.process.pid, NICE)


def warm(processes: int | None = None) -> None:
    """Start the processes before they are needed, without waiting for them."""
    count = most_processes() if processes is None else read_processes(processes)
    if count > 1 and free.acquire(blocking=False):
        try:
            pool_of(count)
        finally:
            free.release()


def rest() -> None:
    """End the warm processes, unless a study is running; and the second Python of a page."""
    if abilities.helper is not None:
        abilities.helper.rest()
    if free.acquire(blocking=False):
        try:
            close()
        finally:
            free.release()


def close() -> None:
    """End all warm processes; they start again when needed."""
    for pool in pools.values():
        pool.close()
    pools.clear()
