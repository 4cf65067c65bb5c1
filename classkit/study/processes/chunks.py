"""Sending jobs to processes in chunks, large enough that the messages cost little."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from pickle import loads
from typing import Any

from .cluster import Cluster, failure_in_words
from .pool import Pool
from .worker import JobError, Reply, to_bytes

CHUNK_SECONDS = 0.1
"""Seconds that a process plays between two messages, roughly."""
AHEAD = 2
"""Chunks kept ready for each process."""
SHARES = 4
"""A chunk is at most a fourth of a process's share of what is left, so that all end together."""
DEATHS = 3
"""How often a job may lose its process before the run gives up."""


def play_on(
    team: Pool | Cluster, jobs: Sequence[Any], play: bytes, first: int = 0
) -> Generator[tuple[int, Any], None, None]:
    """Play the jobs from number ``first`` on; yield ``(index, result)`` as they finish.

    ``play`` is the pickled function that plays a job.
    """
    sent: dict[Future[bytes], range] = {}
    lost: list[int] = []
    size = 1
    try:
        while first < len(jobs) or sent or lost:
            while first < len(jobs) and not lost and len(sent) < AHEAD * team.count():
                size = max(1, min(size, (len(jobs) - first) // (SHARES * team.count())))
                chunk = range(first, first + size)
                sent[team.submit(play, pack(jobs, chunk))] = chunk
                first += size
            for future in wait(sent, return_when=FIRST_COMPLETED).done:
                chunk = sent.pop(future)
                try:
                    reply = read_reply(future, chunk[0])
                except BrokenExecutor:  # a process has died, and the others were ended with it
                    lost += chunk
                    team.cancel()
                    continue
                yield from results_of(reply)
                size = next_size(size, len(reply.played), reply.seconds)
            if lost and not sent:
                for index in sorted(lost):
                    yield from results_of(play_alone(team, jobs, play, index))
                lost.clear()
    finally:
        if sent or lost:
            team.cancel()  # nobody needs what is being played


def pack(jobs: Sequence[Any], chunk: Sequence[int]) -> bytes:
    """Return some jobs, numbered, as bytes."""
    return to_bytes([(index, jobs[index]) for index in chunk])


def play_alone(team: Pool | Cluster, jobs: Sequence[Any], play: bytes, index: int) -> Reply:
    """Play a job that may have ended its process, and nothing beside it."""
    for _ in range(DEATHS):
        try:
            return read_reply(team.submit(play, pack(jobs, [index])), index)
        except BrokenExecutor:
            team.cancel()
    raise JobError(
        f"The process that played it ended without a word, {DEATHS} times: memory may be short, or "
        "a policy ends the process.",
        index,
    )


def read_reply(future: Future[bytes], index: int) -> Reply:
    """Return the reply to a chunk.

    Raises BrokenExecutor if a process has died, JobError if the cluster did not play the chunk.
    """
    error = CancelledError() if future.cancelled() else future.exception()
    if isinstance(error, BrokenExecutor):
        raise error
    if error is not None:
        raise JobError(failure_in_words(error), index) from error
    reply: Reply = loads(future.result())
    return reply


def results_of(reply: Reply) -> Iterator[tuple[int, Any]]:
    """Yield the results in a reply; raise JobError if a job broke."""
    yield from reply.played
    if reply.failure is not None:
        raise reply.failure


def next_size(size: int, played: int, seconds: float) -> int:
    """Return how many jobs fill the time between two messages, at most three times as many.

    >>> next_size(10, 10, 0.2), next_size(10, 10, 0.0001), next_size(3, 1, 5.0)
    (5, 30, 1)
    """
    if not played:
        return size
    fitting = round(CHUNK_SECONDS * played / max(seconds, 1e-9))
    return max(1, min(fitting, 3 * size))
