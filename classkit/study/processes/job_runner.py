"""Job runner for local processes or a Dask cluster.

Results do not depend on the number of processes, the distribution of jobs, or lost processes.
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, TypeVar

from classkit.engine.errors import ClasskitError
from classkit.engine.untrusted_input import MAX_DIGITS, read_int
from classkit.platform_features import has_processes

from .job_payload import serialize_job
from .pickling import NotSendable, to_bytes
from .pool import Pool
from .worker import JobError, play_all

J = TypeVar("J")
R = TypeVar("R")

SHORT_SECONDS = 2.0
"""Remaining seconds of play below which starting processes is not worthwhile."""
MAX_PROCESSES = 256
PROCESSES_VARIABLE = "CLASSKIT_PROCESSES"
"""Environment variable that limits the number of processes of a kernel."""


def run(
    jobs: Sequence[J],
    play: Callable[[J], R],
    *,
    processes: int | None = None,
    client: Any = None,
    pool: Pool | None = None,
) -> Generator[tuple[int, R], None, None]:
    """Play every job, and yield ``(index, result)`` once for each job as it finishes.

    New processes on this machine play the jobs, unless the first jobs show that the rest takes this
    process at most two seconds. A process that dies is replaced, and its jobs are played again. If
    the jobs cannot be sent, or other processes have different code, this process plays the jobs
    itself and warns; on a cluster an error is raised instead. Closing the iterator ends the run
    immediately.

    Args:
        jobs: Arguments of ``play``.
        play: Function that plays a job.
        processes: Number of processes, by default one per core.
        client: A ``dask.distributed.Client`` whose cluster plays the jobs instead.
        pool: Pool of existing processes that play the jobs instead.

    Raises:
        JobError: If a job fails, which ends the run.

    >>> from math import sqrt
    >>> sorted(run([1, 4, 9], sqrt, processes=1))
    [(0, 1.0), (1, 2.0), (2, 3.0)]
    """
    count = check_arguments(processes, client)
    if client is not None:
        from .cluster import run_jobs

        return run_jobs(client, jobs, play)
    if pool is None and (count == 1 or len(jobs) < 2):
        return run_in_process(jobs, play, range(len(jobs)))
    return run_locally(jobs, play, count, pool, is_asked=processes is not None)


def check_arguments(processes: Any, client: Any) -> int:
    """Validate the arguments, and return the number of local processes."""
    count = read_processes(processes)
    if client is not None:
        if processes is not None:
            raise ClasskitError("a cluster has its own processes. Pass either client or processes.")
        from .cluster import check_client as check_client

        check_client(client)
    return count


def read_processes(processes: Any) -> int:
    """Validate a number of processes. The default is the host's setting, or one per core."""
    if processes is None:
        return get_host_limit() or min(MAX_PROCESSES, count_cores())
    return read_int("processes", processes, high=MAX_PROCESSES)


def get_host_limit() -> int | None:
    """Return the host's limit on the processes of a kernel, or None."""
    said = os.environ.get(PROCESSES_VARIABLE, "")
    if not said:
        return None
    number = int(said) if said.isdecimal() and len(said) <= MAX_DIGITS else said
    return read_int(PROCESSES_VARIABLE, number, high=MAX_PROCESSES)


def count_cores() -> int:
    """Return the number of cores that this process and its children may use."""
    if not has_processes():
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_in_process(
    jobs: Sequence[J], play: Callable[[J], R], numbers: Iterable[int]
) -> Generator[tuple[int, R], None, None]:
    """Play the jobs with these numbers in this process."""
    for index in numbers:
        reply = play_all(play, [(index, jobs[index])])
        if reply.failure is not None:
            raise JobError.from_failure(reply.failure)
        yield reply.played[0]


def run_locally(
    jobs: Sequence[J], play: Callable[[J], R], count: int, pool: Pool | None, is_asked: bool
) -> Generator[tuple[int, R], None, None]:
    """Play on local processes if that is faster or requested."""
    first = 0
    if pool is None and not is_asked:
        clock = TimeEstimator()
        for here in run_in_process(jobs, play, range(len(jobs))):
            yield here
            first += 1
            if clock.estimate_remaining(len(jobs) - first) > SHORT_SECONDS:
                break
        if first == len(jobs):
            return
    missing = set(range(first, len(jobs)))
    try:
        for played in run_in_pool(jobs, play, count, pool, first):
            missing.discard(played[0])
            yield played
    except NotSendable as reason:
        warnings.warn(f"Played in this process alone: {reason}", stacklevel=3)
        yield from run_in_process(jobs, play, sorted(missing))


def run_in_pool(
    jobs: Sequence[J], play: Callable[[J], R], count: int, pool: Pool | None, first: int
) -> Generator[tuple[int, R], None, None]:
    """Play the jobs from index ``first`` on other processes. Raise NotSendable on failure."""
    message = serialize_job(play)
    to_bytes(jobs[first])
    if pool is not None:
        yield from pool.run(jobs, message, first)
        return
    with Pool(min(count, len(jobs) - first)) as own:
        yield from own.run(jobs, message, first)


class TimeEstimator:
    """Estimates how long the remaining jobs would take in this process.

    The first job is not counted, because it also loads the rules.
    """

    def __init__(self) -> None:
        self.begun = self.after_first = time.perf_counter()
        self.done = 0

    def estimate_remaining(self, left: int) -> float:
        """Return the estimated seconds for the remaining jobs. Must be called after each job."""
        now = time.perf_counter()
        self.done += 1
        if self.done == 1:
            self.after_first = now
            return 0.0
        return (now - self.after_first) / (self.done - 1) * left
