"""Exclusive access to a match: one thread at a time, and one change at a time.

The match records which thread is inside one of its methods, and refuses other threads with a
message. Waiting on a lock would hide the mistake and could deadlock. A table, whose page and cell
alternate, does wait: see ``classkit/widgets/table_lock.py``.

The same thread may enter again, as a policy does that reads events. It may not change a match that
waits for its answer.

Each entry costs two or three comparisons. Python switches no thread between the comparison and the
assignment, because no function is called there (except in builds without the global interpreter
lock). An interrupted kernel leaves no stale record, because the assignment is inside ``try``.
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from .errors import MatchInUse

P = ParamSpec("P")
R = TypeVar("R")


class MatchAccess:
    """The thread inside a match, and whether it is changing the match."""

    __slots__ = ("is_busy", "thread")

    def __init__(self) -> None:
        self.thread: int | None = None
        """Identifier of the thread inside, or None."""
        self.is_busy = False
        """Whether that thread is changing the match or computing something from it."""


class GuardedObject(Protocol):
    """An object with exclusive access."""

    _access: MatchAccess


S = TypeVar("S", bound=GuardedObject)
Method = Callable[Concatenate[S, P], R]


def exclusive(method: Method[S, P, R]) -> Method[S, P, R]:
    """Allow one thread at a time in a method.

    Raises:
        MatchInUse: Another thread is inside.
    """

    @wraps(method)
    def enter(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        access, thread = self._access, get_ident()
        inside = access.thread
        if inside == thread:
            return method(self, *args, **kwargs)
        if inside is not None:
            raise MatchInUse.for_thread(inside)
        try:
            access.thread = thread
            return method(self, *args, **kwargs)
        finally:
            access.thread = None

    return enter


def read_only(method: Method[S, P, R]) -> Method[S, P, R]:
    """Allow one thread at a time in a method, and no change to the match inside it."""

    @wraps(method)
    def enter(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        access, thread = self._access, get_ident()
        inside = access.thread
        if inside == thread and access.is_busy:
            return method(self, *args, **kwargs)
        if inside is not None and inside != thread:
            raise MatchInUse.for_thread(inside)
        try:
            access.thread, access.is_busy = thread, True
            return method(self, *args, **kwargs)
        finally:
            access.is_busy, access.thread = False, inside

    return enter


def exclusive_change(method: Method[S, P, R]) -> Method[S, P, R]:
    """Allow one change at a time: the method may not be called from within itself.

    Raises:
        MatchInUse: Another thread is inside, or this one is changing the match.
    """

    @wraps(method)
    def enter(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        access, thread = self._access, get_ident()
        inside = access.thread
        if inside is not None and inside != thread:
            raise MatchInUse.for_thread(inside)
        if access.is_busy:
            raise MatchInUse.for_reentry()
        try:
            access.thread, access.is_busy = thread, True
            return method(self, *args, **kwargs)
        finally:
            access.is_busy, access.thread = False, inside

    return enter
