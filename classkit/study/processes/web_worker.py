"""Job runner for the browser. It uses a second Python in a web worker.

Until the second Python has started, this one plays the jobs between its other tasks. After that,
only the second one plays.
"""

from __future__ import annotations

import asyncio
import pickle
from collections import deque
from collections.abc import Callable, Generator, Sequence
from typing import Any

from classkit.platform_features import Helper

from .pickling import to_bytes
from .pool import JobQueue, compute_chunk_size
from .worker import JobError, JobFailure, Reply, encode_reply, play_all


class SharedQueue:
    """Queue of jobs shared with a second Python. Results do not depend on the distribution."""

    def __init__(self, jobs: Sequence[Any], play: Callable[[Any], Any], helper: Helper) -> None:
        self.jobs, self.play, self.helper = jobs, play, helper
        self.left = set(range(len(jobs)))
        self.queue = JobQueue(jobs, 0, 1)
        self.came: deque[tuple[int, Any]] = deque()
        self.failure: JobFailure | None = None
        self.helps = self.alone = False

    def results(self) -> Generator[tuple[int, Any] | None]:
        """Yield ``(index, result)`` once for each job as it finishes, and None while waiting.

        Requires a running event loop. Raises JobError if a job fails.
        """
        asking = asyncio.get_running_loop().create_task(self.ask_helper())
        try:
            while self.left:
                if not self.came and self.helps:
                    yield None
                    continue
                index, result = self.came.popleft() if self.came else self.play_locally()
                if index in self.left:
                    self.left.discard(index)
                    yield index, result
        finally:
            self.queue.stopped.set()
            asking.cancel()

    def play_alone(self) -> None:
        """Play all remaining jobs here instead of in the second Python."""
        self.helps, self.alone = False, True

    def play_locally(self) -> tuple[int, Any]:
        """Play a waiting job here, or else a job that the second Python has not finished."""
        if self.failure is not None:
            raise JobError.from_failure(self.failure)
        index = next((index for index, _ in self.queue.take_jobs(1)), min(self.left))
        reply = play_all(self.play, [(index, self.jobs[index])])
        if reply.failure is not None:
            raise JobError.from_failure(reply.failure)
        return reply.played[0]

    async def ask_helper(self) -> None:
        """Send jobs to the second Python. If that fails, play everything here."""
        size = 1
        try:
            play = to_bytes(self.play)
            while chunk := self.queue.take_jobs(size):
                reply: Reply = pickle.loads(await self.helper.request(pickle.dumps((play, chunk))))
                self.came.extend(reply.played)
                self.failure = reply.failure
                self.helps = reply.failure is None and not self.alone
                size = compute_chunk_size(size, len(reply.played), reply.seconds)
                if reply.failure is not None:
                    break
        except Exception:
            self.alone = True  # there is no second Python, or the jobs cannot be sent
        finally:
            self.helps = False


class HelperKernel:
    """Main object of the second Python, which plays the jobs in each message."""

    def __init__(self) -> None:
        self.sent, self.play = b"", len

    def answer(self, message: bytes | memoryview) -> bytes:
        """Play the jobs in one message, and return the reply."""
        sent, jobs = pickle.loads(message)
        if sent != self.sent:
            self.sent, self.play = sent, pickle.loads(sent)
        return encode_reply(play_all(self.play, jobs))
