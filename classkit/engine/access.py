"""Exclusive access to a match: one thread at a time, and one change at a time.

The match records which thread is inside one of its methods and raises an error for every other
thread. Waiting on a lock would hide the mistake and could deadlock. Live tables do wait, because a
page and a notebook cell take turns using them: see ``classkit/widgets/table_lock.py``.

Access is reentrant: a policy may read the events of the match that called it. It may not change the
match, which is waiting for its answer.

Each call costs two or three comparisons. Python does not switch threads between the comparison and
the assignment, because no function is called in between (except in builds without the global
interpreter lock). If the kernel is interrupted, the record is cleared, because the assignment is
inside ``try``.
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
    """Tracks which thread is using a match, and whether that thread is changing it."""

    __slots__ = ("is_busy", "thread")

    def __init__(self) -> None:
        self.thread: int | None = None
        """Identifier of the thread inside, or None."""
        self.is_busy = False
        """Whether that thread is changing the match or computing something from it."""


class GuardedObject(Protocol):
    """An object that only one thread may use at a time."""

    _access: MatchAccess


S = TypeVar("S", bound=GuardedObject)
Method = Callable[Concatenate[S, P], R]


def exclusive(method: Method[S, P, R]) -> Method[S, P, R]:
    """Decorate a method so that only one thread at a time may run it.

    Raises:
        MatchInUse: Another thread is using the object.
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
    """Decorate a method so that only one thread at a time may run it, and forbid changes inside."""

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
    """Decorate a method that changes the match so that changes cannot be nested.

    Raises:
        MatchInUse: Another thread is using the match, or this thread is already changing it.
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
