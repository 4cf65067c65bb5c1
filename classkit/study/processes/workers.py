"""Playing many jobs on several processes, local ones or those of a Dask cluster.

The results do not depend on how many processes there are, on which one plays what, or on which of
them is lost on the way.
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, TypeVar

from classkit.abilities import has_processes
from classkit.engine.data import MAX_DIGITS, read_whole
from classkit.engine.errors import ClasskitError

from .parcel import pack
from .pickles import NotSendable, to_bytes
from .pool import Pool
from .worker import JobError, play_all

J = TypeVar("J")
R = TypeVar("R")

SHORT = 1.0
"""Seconds of play for which starting processes does not pay off."""
MOST = 256
LIMIT = "CLASSKIT_PROCESSES"
"""The environment variable in which a host sets how many processes one kernel may have."""


def run(
    jobs: Sequence[J],
    play: Callable[[J], R],
    *,
    processes: int | None = None,
    client: Any = None,
    pool: Pool | None = None,
) -> Generator[tuple[int, R], None, None]:
    """Play every job, and yield ``(index, result)`` as they finish, each index once.

    ``play`` and the jobs are sent to fresh processes on this machine, by default one for each core,
    or to none if at most a second of play is left. With ``client``, a
    ``dask.distributed.Client``, its cluster plays instead; with ``pool``, processes that exist
    already. A process that dies is replaced, and its jobs are played again.

    What cannot be sent is played in this process, with a warning that says why; so is what other
    processes would play with other code than this one has loaded. A cluster refuses both. A job
    that breaks ends the run with :class:`JobError`. Closing the iterator ends the run at once.

    >>> from math import sqrt
    >>> sorted(run([1, 4, 9], sqrt, processes=1))
    [(0, 1.0), (1, 2.0), (2, 3.0)]
    """
    count = check(processes, client)
    if client is not None:
        from .cluster import run_on

        return run_on(client, jobs, play)
    if pool is None and (count == 1 or len(jobs) < 2):
        return run_here(jobs, play, range(len(jobs)))
    return run_locally(jobs, play, count, pool, is_asked=processes is not None)


def check(processes: Any, client: Any) -> int:
    """Check the arguments. Return the number of local processes; ClasskitError for nonsense."""
    count = read_processes(processes)
    if client is not None:
        if processes is not None:
            raise ClasskitError("processes are those of the cluster: give a client or processes.")
        from .cluster import check as check_client

        check_client(client)
    return count


def read_processes(processes: Any) -> int:
    """Read a number of processes; by default what the host has set, or one for each core."""
    if processes is None:
        return set_by_host() or min(MOST, cores())
    return read_whole("processes", processes, high=MOST)


def set_by_host() -> int | None:
    """Return how many processes one kernel may have, if the host has set it."""
    said = os.environ.get(LIMIT, "")
    if not said:
        return None
    number = int(said) if said.isdecimal() and len(said) <= MAX_DIGITS else said
    return read_whole(LIMIT, number, high=MOST)


def cores() -> int:
    """Return the number of cores that this process, or others that it starts, may use."""
    if not has_processes():
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_here(
    jobs: Sequence[J], play: Callable[[J], R], numbers: Iterable[int]
) -> Generator[tuple[int, R], None, None]:
    """Play the jobs of these numbers in this process."""
    for index in numbers:
        reply = play_all(play, [(index, jobs[index])])
        if reply.failure is not None:
            raise JobError.of(reply.failure)
        yield reply.played[0]


def run_locally(
    jobs: Sequence[J], play: Callable[[J], R], count: int, pool: Pool | None, is_asked: bool
) -> Generator[tuple[int, R], None, None]:
    """Play on processes of this machine, if that pays off or was asked for."""
    first = 0
    if pool is None and not is_asked:
        clock = Clock()
        for here in run_here(jobs, play, range(len(jobs))):
            yield here
            first += 1
            if clock.expected(len(jobs) - first) > SHORT:
                break
        if first == len(jobs):
            return
    missing = set(range(first, len(jobs)))
    try:
        for played in run_elsewhere(jobs, play, count, pool, first):
            missing.discard(played[0])
            yield played
    except NotSendable as reason:
        warnings.warn(f"Played in this process alone: {reason}", stacklevel=3)
        yield from run_here(jobs, play, sorted(missing))


def run_elsewhere(
    jobs: Sequence[J], play: Callable[[J], R], count: int, pool: Pool | None, first: int
) -> Generator[tuple[int, R], None, None]:
    """Play on other processes, from the job numbered ``first``; NotSendable if they cannot."""
    message = pack(play)
    to_bytes(jobs[first])
    if pool is not None:
        yield from pool.run(jobs, message, first)
        return
    with Pool(min(count, len(jobs) - first)) as own:
        yield from own.run(jobs, message, first)


class Clock:
    """Estimates the time that the remaining jobs will take in this process.

    The first job is not counted, because it also reads the rules.
    """

    def __init__(self) -> None:
        self.begun = self.after_first = time.perf_counter()
        self.done = 0

    def expected(self, left: int) -> float:
        """Return the seconds that the jobs left will take. Call it after each job."""
        now = time.perf_counter()
        self.done += 1
        if self.done == 1:
            self.after_first = now
            return 0.0
        return (now - self.after_first) / (self.done - 1) * left
