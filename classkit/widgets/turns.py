"""Turns at a table: threads that act at one table do so one after the other.

A cell that calls ``table.step()`` and the table's page may run in different threads: JupyterLab
sends the messages of widgets to a subshell of the kernel, which is a thread of its own, so that
they arrive while the cell still runs. At a table each of them waits for the other, as a class
expects. A match on its own refuses the second thread instead (``classkit/engine/access.py``).

Nobody waits for ever. A policy at the table may itself wait for a thread that wants to act there:
after some seconds that thread is refused, and both go on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Concatenate, ParamSpec, Protocol, Self, TypeVar

from classkit.engine.errors import MatchInUse

P = ParamSpec("P")
R = TypeVar("R")

MAX_WAIT = 20.0
"""Seconds that a thread waits for its turn at a table before it is refused."""


class TableBusy(MatchInUse):
    """A table at which another thread has been acting for as long as one waits."""


class Turns:
    """A lock that refuses in a sentence after some seconds. The same thread may enter again."""

    def __init__(self, max_wait: float = MAX_WAIT) -> None:
        self.max_wait = max_wait
        self._lock = RLock()

    def is_free(self) -> bool:
        """Return whether this thread could act at once."""
        if self._lock.acquire(blocking=False):
            self._lock.release()
            return True
        return False

    def __enter__(self) -> Self:
        if not self._lock.acquire(timeout=self.max_wait):
            raise TableBusy(
                f"This table has been busy for {self.max_wait:.0f} seconds with something else, "
                "such as a cell that still runs: wait until that has finished, or interrupt it, "
                "and try again."
            )
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class TakesTurns(Protocol):
    """An object at which threads take turns."""

    @property
    def turns(self) -> Turns:
        """The turns of its table."""


S = TypeVar("S", bound=TakesTurns)


def in_turn(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Let a method of a table wait for its turn.

    Raises:
        TableBusy: Another thread has been acting at the table for too long.
    """

    @wraps(method)
    def wait(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self.turns:
            return method(self, *args, **kwargs)

    return wait
