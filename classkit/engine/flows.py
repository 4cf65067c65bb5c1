"""Generators under way, and what may break in them."""

from __future__ import annotations

import atexit
import gc
from contextlib import suppress

from .errors import ClasskitError
from .moves import Answer
from .requests import Flow, Request


class Frame:
    """A generator under way, and the sealed answers that are in; while an aside is carried out in
    between, also the request that it waits with."""

    __slots__ = ("answers", "flow", "request")

    def __init__(self, flow: Flow[None]) -> None:
        self.flow = flow
        self.request: Request | None = None
        self.answers: dict[str, Answer] = {}


def close_flows() -> None:
    """Close what is under way before Python takes its modules apart.

    A generator that it closes later, in a match that something still holds, no longer knows the
    names of the errors that its rules catch, and Python complains of that.
    """
    for thing in gc.get_objects():
        if type(thing) is Frame:
            with suppress(Exception):  # one that another thread is playing
                thing.flow.close()


atexit.register(close_flows)


class Disagreement(ClasskitError):
    """An entry from a record that does not fit what the rules ask for."""


class BrokenRule(Exception):
    """An error inside the rules, on its way to becoming a RuleError."""

    def __init__(self, cause: Exception, clause: str = "") -> None:
        self.cause, self.clause = cause, clause
        super().__init__(str(cause))
