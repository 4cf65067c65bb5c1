"""Processes of this machine that play jobs, kept by the package loky.

They are fresh interpreters, never copies of the notebook's process, whose threads would not survive
copying, and they do not run its program again.
"""

from __future__ import annotations

import atexit
import sys
from concurrent.futures import Future
from typing import TYPE_CHECKING

from classkit.engine.errors import ClasskitError

from .worker import begin, play_chunk

if TYPE_CHECKING:
    from loky import ProcessPoolExecutor


SAFE_PATH = {"PYTHONSAFEPATH": "1"}
"""So a file queue.py of the folder in which somebody works does not hide Python's own module."""


class Pool:
    """Processes that play jobs. They start when they are first needed.

    ``idle`` is the number of seconds without a job after which they end, and ``niceness`` what the
    program `nice` counts. A program that runs many studies may keep a pool, so that only the first
    study waits for it::

        with Pool(2) as pool:
            for index, result in workers.run(jobs, play, pool=pool):
                ...
    """

    def __init__(self, processes: int, *, idle: float | None = None, niceness: int = 0) -> None:
        self.processes, self.idle, self.niceness = processes, idle, niceness
        self.executor: ProcessPoolExecutor | None = None

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.cancel()

    def count(self) -> int:
        """Return the number of processes."""
        return self.processes

    def submit(self, play: bytes, chunk: bytes) -> Future[bytes]:
        """Let a process play a chunk of jobs; the future fails if any process has died."""
        from loky.process_executor import BrokenProcessPool, ProcessPoolExecutor

        if self.executor is None:
            if not sys.executable:
                raise ClasskitError("Python cannot find its own program: use processes=1.")
            self.executor = ProcessPoolExecutor(
                self.processes,
                timeout=self.idle,
                initializer=begin,
                initargs=(self.niceness,),
                env=SAFE_PATH,
            )
            atexit.register(self.cancel)  # while loky can still be told
        try:
            sent: Future[bytes] = self.executor.submit(play_chunk, play, chunk, calm=True)
        except BrokenProcessPool as error:  # one has died since the last result came
            sent = Future()
            sent.set_exception(error)
        return sent

    def cancel(self) -> None:
        """End the processes, whatever they are playing; they start again when needed."""
        executor, self.executor = self.executor, None
        if executor is not None:
            atexit.unregister(self.cancel)
            executor.shutdown(wait=True, kill_workers=True)
