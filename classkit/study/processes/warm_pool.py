"""A pool that stays warm for short studies, so that only the first waits for its start.

Two hundred futures take a fraction of a second, about as long as a process needs to start. The
processes end when nobody has needed them for a while, or with the program.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from threading import Lock
from typing import TypeVar

from .pool import Pool
from .workers import cores, read_processes, set_by_host
from .workers import run as run_jobs

J = TypeVar("J")
R = TypeVar("R")

MOST = 4
"""The most processes that pay off for studies of a second or two; each needs 30 MB."""
NICE = 10
"""The niceness of the processes, so that a step at a table never waits for futures."""
IDLE = 120.0
"""Seconds without a study after which the processes end."""

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
        pools[count] = Pool(count, idle=IDLE, niceness=NICE)
    return pools[count]


def close() -> None:
    """End all warm processes; they start again when needed."""
    for pool in pools.values():
        pool.cancel()
    pools.clear()
