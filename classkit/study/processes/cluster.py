"""Jobs on a Dask cluster (extra ``classkit[dask]``).

If a worker is lost, the scheduler reassigns its unfinished and undelivered jobs to another worker.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import lru_cache
from pickle import loads
from typing import Any

from classkit.engine.errors import ClasskitError, truncate_text

from .job_payload import deserialize_job, serialize_job
from .pickling import to_bytes
from .pool import compute_chunk_size
from .worker import JobError, Reply, build_failure, encode_reply, play_all

QUEUED_MESSAGES = 2
"""Number of messages queued per thread of the cluster."""


def run_jobs(
    client: Any, jobs: Sequence[Any], play: Callable[[Any], Any]
) -> Generator[tuple[int, Any], None, None]:
    """Play jobs on a client's cluster, and yield ``(index, result)`` as the jobs finish."""
    check_client(client)
    return submit_jobs(client, jobs, serialize_job(play))


def check_client(client: Any) -> None:
    """Raise ClasskitError unless this is a connected synchronous client."""
    try:
        from distributed import Client
    except ImportError:
        raise ClasskitError("A cluster needs dask: pip install 'classkit[dask]'.") from None
    if not isinstance(client, Client):
        raise ClasskitError(
            f"client must be a dask.distributed.Client, not {truncate_text(client)}. To play "
            "on this machine, omit it."
        )
    if client.asynchronous:
        raise ClasskitError(
            "The client is asynchronous. Create a synchronous one with Client(address)."
        )
    if client.status != "running":
        raise ClasskitError(f"The client is {client.status}. Reconnect it to its cluster.")
    versions: Any = client.get_versions()  # not a coroutine: the client is synchronous
    check_python(versions)


def check_python(versions: Mapping[str, Any]) -> None:
    """Raise ClasskitError if workers run another minor version of Python.

    Functions are sent as bytecode, which another version does not run.

    Args:
        versions: The result of ``Client.get_versions``.

    Example:
        >>> def run(version): return {"host": {"python": version}}
        >>> check_python({"client": run("3.11.7.final.0"), "workers": {"tcp://a": run("3.13.1")}})
        Traceback (most recent call last):
        classkit.engine.errors.ClasskitError: The workers run Python 3.13, but this process \
runs 3.11. Use the same version on both.
    """
    own = get_minor_version(versions["client"])
    others = {get_minor_version(worker) for worker in versions["workers"].values()} - {own}
    if others:
        theirs = " and ".join(sorted(others))
        raise ClasskitError(
            f"The workers run Python {theirs}, but this process runs {own}. Use the same version "
            "on both."
        )


def get_minor_version(process: Mapping[str, Any]) -> str:
    """Return the version of Python of a process, such as "3.11"."""
    return ".".join(str(process["host"]["python"]).split(".")[:2])


def submit_jobs(
    client: Any, jobs: Sequence[Any], play: bytes
) -> Generator[tuple[int, Any], None, None]:
    """Submit jobs as the cluster finishes earlier ones, and yield the results."""
    from distributed import as_completed

    finished = as_completed(with_results=True, raise_errors=False)
    sent: dict[Any, int] = {}
    first, size = 0, 1
    threads = ThreadCounter(client)
    try:
        while True:
            while first < len(jobs) and len(sent) < QUEUED_MESSAGES * threads.count():
                left = len(jobs) - first
                size = max(1, min(size, left // (2 * QUEUED_MESSAGES * threads.count())))
                chunk = [(index, jobs[index]) for index in range(first, first + size)]
                future = client.submit(play_chunk, play, to_bytes(chunk), pure=False)
                sent[future] = first
                finished.add(future)
                first += size
            if not sent:
                return
            future, said = next(finished)
            index = sent.pop(future)
            reply = read_reply(future, said, index)
            yield from reply.played
            if reply.failure is not None:
                raise JobError.from_failure(reply.failure)
            size = compute_chunk_size(size, len(reply.played), reply.seconds)
    finally:
        if sent:
            client.cancel(list(sent), force=True)


class ThreadCounter:
    """Number of threads of a cluster, which may grow. Queried at most once a second."""

    def __init__(self, client: Any) -> None:
        self.client, self.last, self.number = client, 0.0, 1

    def count(self) -> int:
        """Return the current number of threads of all workers, but at least 1.

        A cluster that starts workers on demand has none until a job is submitted.
        """
        now = time.monotonic()
        if now - self.last > 1:
            self.last = now
            self.number = max(1, sum(self.client.nthreads().values()))
        return self.number


def read_reply(future: Any, said: Any, index: int) -> Reply:
    """Return a worker's reply. Raise JobError if the cluster failed."""
    if future.status == "finished":
        reply: Reply = loads(said)
        return reply
    if future.status == "error":
        error = said[1]
        name = type(error).__name__
        if name == "KilledWorker":
            raise JobError(
                "The cluster gave up after several workers that played it were lost. They may "
                "lack memory, or a policy may end the process.",
                index,
            )
        if isinstance(error, ModuleNotFoundError):
            raise JobError(
                f"A worker of the cluster could not load the job ({error}). Install the same "
                "packages there.",
                index,
            )
        raise JobError(f"{name}: {truncate_text(error, 500)}", index)
    raise JobError(
        "The connection to the cluster was lost. Reconnect and repeat the call. Matches in a "
        "results file are not played again.",
        index,
    )


def play_chunk(play: bytes, jobs: bytes) -> bytes:
    """Play numbered jobs on a worker of the cluster. Return the pickled reply."""
    try:
        reply = play_all(load_play(play), loads(jobs))
    except Exception as error:  # the job could not be loaded
        reply = Reply([], 0.0, build_failure(error, None))
    return encode_reply(reply)


@lru_cache(maxsize=4)
def load_play(play: bytes) -> Callable[[Any], Any]:
    """Deserialize the function that plays a job. Cached in each process."""
    return deserialize_job(play)
