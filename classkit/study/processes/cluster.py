"""Jobs on a Dask cluster: the extra ``classkit[dask]``.

If a worker is lost, the scheduler plays again elsewhere whatever that worker was playing, or had
played and not yet handed over. Nothing is stored on a single worker only.
"""

from __future__ import annotations

import time
from concurrent.futures import Future
from typing import Any

from classkit.engine.errors import ClasskitError, shorten

from .worker import play_chunk


def check(client: Any) -> None:
    """Refuse anything but a synchronous client that is connected."""
    try:
        from distributed import Client
    except ImportError:
        raise ClasskitError("A cluster needs dask: pip install 'classkit[dask]'.") from None
    if not isinstance(client, Client):
        raise ClasskitError(
            f"client must be a dask.distributed.Client, not {shorten(client)}; to play on this "
            "machine leave it out."
        )
    if client.asynchronous:
        raise ClasskitError("The client is asynchronous: make one with Client(address).")
    if client.status != "running":
        raise ClasskitError(f"The client is {client.status}: connect it to its cluster again.")


class Cluster:
    """The workers of a client's cluster, for one run."""

    def __init__(self, client: Any) -> None:
        self.client, self.executor = client, client.get_executor(pure=False)
        self.last, self.threads = 0.0, 1

    def count(self) -> int:
        """Return the threads of all workers, checked once a second, but at least 1.

        A cluster that starts workers on demand needs a job to start them for.
        """
        now = time.monotonic()
        if now - self.last > 1:
            self.last = now
            self.threads = max(1, sum(self.client.nthreads().values()))
        return self.threads

    def submit(self, play: bytes, chunk: bytes) -> Future[bytes]:
        """Let a worker play a chunk of jobs."""
        sent: Future[bytes] = self.executor.submit(play_chunk, play, chunk)
        return sent

    def cancel(self) -> None:
        """Drop what has been sent and not played yet."""
        self.executor.shutdown(wait=False)


def failure_in_words(error: BaseException) -> str:
    """Say why the cluster did not play a chunk.

    >>> failure_in_words(MemoryError("too much"))
    'MemoryError: too much'
    """
    name = type(error).__name__
    if name == "KilledWorker":
        return (
            "The cluster gave up: the workers that played it and a few after it were lost one "
            "after the other. Memory may be short there, or a policy ends the process."
        )
    if name.endswith("CancelledError"):
        return (
            "The connection to the cluster was lost. Connect again; what was written into a "
            "results file is not played again."
        )
    if isinstance(error, ModuleNotFoundError):
        return (
            f"A worker of the cluster could not load what it should play ({error}): install the "
            "same packages there."
        )
    return f"{name}: {shorten(error, 500)}"
