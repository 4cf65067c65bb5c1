"""Shared pool for short studies. It keeps running, so that only the first study waits for it.

Playing 200 futures takes a fraction of a second, about as long as starting a process. The pool is
stopped when the program ends.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from threading import Lock
from typing import TypeVar

from classkit import platform_features

from .job_runner import count_cores, get_host_limit, read_processes
from .job_runner import run as run_jobs
from .pool import Pool

J = TypeVar("J")
R = TypeVar("R")

MAX_PROCESSES = 4
"""Maximum number of processes. More do not speed up short studies, and each needs 30 MB."""

NICENESS = 10
"""Niceness of the processes."""

pools: dict[int, Pool] = {}
pool_lock = Lock()


def get_default_processes() -> int:
    """Return the default number of processes of a short study.

    The default is the host's setting, or else one per core, up to MAX_PROCESSES.

    >>> 1 <= get_default_processes()
    True
    """
    return get_host_limit() or min(MAX_PROCESSES, count_cores())


def run(
    jobs: Sequence[J], play: Callable[[J], R], processes: int | None = None
) -> Generator[tuple[int, R]]:
    """Play jobs like :func:`.job_runner.run`, using the shared pool unless it is busy.

    >>> from math import sqrt
    >>> sorted(run([1, 4, 9], sqrt, processes=1))
    [(0, 1.0), (1, 2.0), (2, 3.0)]
    """
    count = get_default_processes() if processes is None else read_processes(processes)
    return play_jobs(jobs, play, count)


def play_jobs(jobs: Sequence[J], play: Callable[[J], R], count: int) -> Generator[tuple[int, R]]:
    if count == 1 or len(jobs) < 2:
        yield from run_jobs(jobs, play, processes=1)
    elif pool_lock.acquire(blocking=False):
        try:
            yield from run_jobs(jobs, play, pool=get_pool(count))
        finally:
            pool_lock.release()
    else:  # another study is using the pool, or was not finished
        yield from run_jobs(jobs, play, processes=count)


def get_pool(count: int) -> Pool:
    """Return the shared pool, replacing it if its number of processes differs."""
    if count not in pools:
        close_pools()
        pools[count] = Pool(count)
    pool = pools[count]
    pool.start_workers()  # restart the processes if a cancelled study has stopped them
    lower_priority(pool)
    return pool


def lower_priority(pool: Pool) -> None:
    """Lower the priority of the processes, so that tables stay responsive.

    Do nothing on systems without priorities.
    """
    for worker in pool.workers:
        if worker.process is not None:
            with suppress(AttributeError, OSError):
                os.setpriority(os.PRIO_PROCESS, worker.process.pid, NICENESS)


def start_pool(processes: int | None = None) -> None:
    """Start the processes in advance and return immediately."""
    count = get_default_processes() if processes is None else read_processes(processes)
    if count > 1 and pool_lock.acquire(blocking=False):
        try:
            get_pool(count)
        finally:
            pool_lock.release()


def end_pool() -> None:
    """Stop the pool unless a study is running, and stop the second Python of a web page."""
    if platform_features.helper is not None:
        platform_features.helper.stop()
    if pool_lock.acquire(blocking=False):
        try:
            close_pools()
        finally:
            pool_lock.release()


def close_pools() -> None:
    """Stop all pools. They start again when needed."""
    for pool in pools.values():
        pool.close()
    pools.clear()
