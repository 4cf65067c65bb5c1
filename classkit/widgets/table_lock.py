"""Lock of a table, which lets one thread at a time act on it.

A cell that calls ``table.step()`` and the table's page may run in different threads: JupyterLab
sends the messages of widgets to a subshell of the kernel, which has its own thread, so that they
arrive while the cell still runs. At a table, the later thread waits. A match without a table
raises an error in the second thread instead (``classkit/engine/access.py``).

The wait is limited, because a policy at the table may itself wait for the thread that wants to use
the table. After MAX_WAIT seconds that thread gets an error, which ends the deadlock.
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
"""Maximum number of seconds that a thread waits for a table."""


class TableBusy(MatchInUse):
    """Another thread has been using the table for longer than the maximum wait."""


class TableLock:
    """A reentrant lock that raises TableBusy if a thread waits more than ``max_wait`` seconds."""

    def __init__(self, max_wait: float = MAX_WAIT) -> None:
        self.max_wait = max_wait
        self._lock = RLock()

    def is_free(self) -> bool:
        """Return whether this thread could acquire the lock without waiting."""
        if self._lock.acquire(blocking=False):
            self._lock.release()
            return True
        return False

    def __enter__(self) -> Self:
        if not self._lock.acquire(timeout=self.max_wait):
            raise TableBusy(
                f"This table has been busy for {self.max_wait:.0f} seconds, for example with a "
                "cell that is still running. Wait until it has finished, or interrupt it, and "
                "try again."
            )
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class HasTableLock(Protocol):
    """An object with a table lock."""

    @property
    def access_lock(self) -> TableLock:
        """The lock of the table."""


S = TypeVar("S", bound=HasTableLock)


def with_table_lock(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Make a method of a table hold the table lock while it runs.

    Raises:
        TableBusy: The method waited too long for another thread.
    """

    @wraps(method)
    def wait(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self.access_lock:
            return method(self, *args, **kwargs)

    return wait
