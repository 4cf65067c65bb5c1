"""Playing many jobs with a second Python of the same page, where there are no processes.

Whoever is free takes the next job: until the second one is there, it is played here, in turns with
whatever else goes on; from then on the second plays, and this one has its hands free.
"""

from __future__ import annotations

import asyncio
import pickle
from collections import deque
from collections.abc import Callable, Generator, Sequence
from typing import Any

from classkit.abilities import Helper

from .pickles import to_bytes
from .pool import JobQueue, next_size
from .worker import Failure, JobError, Reply, as_bytes, play_all


class Together:
    """Jobs that are shared with a second Python. Results do not depend on who plays what."""

    def __init__(self, jobs: Sequence[Any], play: Callable[[Any], Any], helper: Helper) -> None:
        self.jobs, self.play, self.helper = jobs, play, helper
        self.left = set(range(len(jobs)))
        self.queue = JobQueue(jobs, 0, 1)
        self.came: deque[tuple[int, Any]] = deque()
        self.failure: Failure | None = None
        self.helps = self.alone = False

    def results(self) -> Generator[tuple[int, Any] | None]:
        """Yield ``(index, result)`` as they come, each index once; None while nothing has come.

        It needs a running loop. JobError where a job breaks.
        """
        asking = asyncio.get_running_loop().create_task(self.ask())
        try:
            while self.left:
                if not self.came and self.helps:
                    yield None
                    continue
                index, result = self.came.popleft() if self.came else self.play_here()
                if index in self.left:
                    self.left.discard(index)
                    yield index, result
        finally:
            self.queue.stopped.set()
            asking.cancel()

    def stay_alone(self) -> None:
        """Wait for the second Python no longer: all that is left is played here."""
        self.helps, self.alone = False, True

    def play_here(self) -> tuple[int, Any]:
        """Play one job here; if none is free, one that the second Python has not answered."""
        if self.failure is not None:
            raise JobError.of(self.failure)
        index = next((index for index, _ in self.queue.take(1)), min(self.left))
        reply = play_all(self.play, [(index, self.jobs[index])])
        if reply.failure is not None:
            raise JobError.of(reply.failure)
        return reply.played[0]

    async def ask(self) -> None:
        """Have the second Python play; where it cannot, everything is played here."""
        size = 1
        try:
            play = to_bytes(self.play)
            while chunk := self.queue.take(size):
                reply: Reply = pickle.loads(await self.helper.ask(pickle.dumps((play, chunk))))
                self.came.extend(reply.played)
                self.failure = reply.failure
                self.helps = reply.failure is None and not self.alone
                size = next_size(size, len(reply.played), reply.seconds)
                if reply.failure is not None:
                    break
        except Exception:
            self.alone = True  # it is not there, or what plays cannot be sent
        finally:
            self.helps = False


class Second:
    """The second Python: what it was sent last, and how it answers."""

    def __init__(self) -> None:
        self.sent, self.play = b"", len

    def answer(self, message: bytes | memoryview) -> bytes:
        """Play the jobs of one message."""
        sent, jobs = pickle.loads(message)
        if sent != self.sent:
            self.sent, self.play = sent, pickle.loads(sent)
        return as_bytes(play_all(self.play, jobs))
