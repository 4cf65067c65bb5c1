"""Garbage collection between, not during, replies to a page."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

from classkit import platform_features

COLLECTOR_DELAY = 0.1
"""Seconds after a reply when the garbage collector is enabled again."""


@contextmanager
def pause_collector() -> Iterator[None]:
    """Disable Python's garbage collector until shortly after a reply.

    A full collection scans all objects in the kernel, which takes 30 to 50 ms in every twentieth
    step. Without an event loop, as in a plain script, the collector is enabled immediately after
    the block. Otherwise a timer thread (in a browser, the event loop) enables it, because a long
    cell may block the kernel's loop, or the loop may end. If the collector is already disabled,
    nothing changes.

    >>> with pause_collector():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    if not gc.isenabled():  # already paused, or disabled by the program
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        try:
            asyncio.get_running_loop()
            platform_features.call_later(COLLECTOR_DELAY, gc.enable)
        except RuntimeError:  # no event loop, or no more threads
            gc.enable()
