"""Garbage collection between the answers to a page, and not during one."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

from classkit import abilities

PAUSE = 0.1
"""So many seconds after an answer the garbage collector may run."""


@contextmanager
def collector_waits() -> Iterator[None]:
    """Let Python's garbage collector wait for the pause after an answer.

    A full collection looks through everything that the kernel has loaded: 30 to 50 ms in every
    twentieth step. A plain program has no pause: there it goes on at once. A thread switches it on
    again: the kernel's own loop may be kept waiting by a long cell, or end.

    >>> with collector_waits():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    if not gc.isenabled():  # it waits already, or whoever runs this wants it so
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        try:
            asyncio.get_running_loop()
            abilities.after(PAUSE, gc.enable)
        except RuntimeError:  # no loop, or no more threads
            gc.enable()
