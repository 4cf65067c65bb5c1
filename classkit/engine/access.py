"""Exclusive access to a match: one thread at a time, and one change at a time.

The match notes which thread is inside one of its methods. Another thread that enters meanwhile is
refused in a sentence. A lock that waits instead would hide the mistake, and could wait for ever. A
table, whose page and cell take turns, waits: see ``classkit/widgets/turns.py``.

The same thread may enter again, as a policy does that looks at events. It may not change a match
that waits for its answer.

Each entry costs two or three comparisons. Between the comparison and the note Python switches no
thread, because no function is called there (a build without the global interpreter lock does). An
interrupted kernel leaves no note behind either: the note is made inside ``try``.
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from .errors import MatchInUse

P = ParamSpec("P")
R = TypeVar("R")


class Access:
    """The thread that is inside a match, and whether it is in the middle of something."""

    __slots__ = ("is_busy", "thread")

    def __init__(self) -> None:
        self.thread: int | None = None
        """The identifier of the thread that is inside; None when nobody is."""
        self.is_busy = False
        """Whether that thread is changing the match or computing something from it."""


class Guarded(Protocol):
    """An object with exclusive access."""

    _access: Access


S = TypeVar("S", bound=Guarded)
Method = Callable[Concatenate[S, P], R]


def exclusive(method: Method[S, P, R]) -> Method[S, P, R]:
    """Admit one thread at a time to a method.

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
            raise MatchInUse.by_thread(inside)
        try:
            access.thread = thread
            return method(self, *args, **kwargs)
        finally:
            access.thread = None

    return enter


def reads(method: Method[S, P, R]) -> Method[S, P, R]:
    """Admit one thread at a time to a method, in which nothing may change the match."""

    @wraps(method)
    def enter(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        access, thread = self._access, get_ident()
        inside = access.thread
        if inside == thread and access.is_busy:
            return method(self, *args, **kwargs)
        if inside is not None and inside != thread:
            raise MatchInUse.by_thread(inside)
        try:
            access.thread, access.is_busy = thread, True
            return method(self, *args, **kwargs)
        finally:
            access.is_busy, access.thread = False, inside

    return enter


def changes(method: Method[S, P, R]) -> Method[S, P, R]:
    """Admit one change at a time: the method may not be called from within itself.

    Raises:
        MatchInUse: Another thread is inside, or this one is in the middle of something.
    """

    @wraps(method)
    def enter(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        access, thread = self._access, get_ident()
        inside = access.thread
        if inside is not None and inside != thread:
            raise MatchInUse.by_thread(inside)
        if access.is_busy:
            raise MatchInUse.by_itself()
        try:
            access.thread, access.is_busy = thread, True
            return method(self, *args, **kwargs)
        finally:
            access.is_busy, access.thread = False, inside

    return enter
