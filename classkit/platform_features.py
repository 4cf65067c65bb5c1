"""Threads, timers and processes, and their replacements for browsers (Pyodide).

In a browser, Python runs in a worker with one thread and one process, so background work alternates
with everything else.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from threading import Thread, Timer
from typing import Protocol

from classkit.engine.errors import ClasskitError


class UnsupportedFeature(ClasskitError):
    """Raised when a feature is used that this Python does not support."""


class Helper(Protocol):
    """A second Python interpreter on the same page, which can play while this one answers."""

    async def request(self, message: bytes) -> bytes:
        """Send a message and return the reply, starting the interpreter first if necessary."""

    def stop(self) -> None:
        """Stop the interpreter until it is needed again."""


helper: Helper | None = None
"""The second Python interpreter of this page, if it has one."""


def in_browser() -> bool:
    """Return whether this Python interpreter runs in a browser."""
    return sys.platform == "emscripten"


def has_processes() -> bool:
    """Return whether this platform can start other processes."""
    return not in_browser()


def require_processes(what: str) -> None:
    """Raise UnsupportedFeature if no process can be started. ``what`` names the feature."""
    if not has_processes():
        raise UnsupportedFeature(
            f"{what} needs separate processes, which are not available in a browser: run it where "
            "classkit is installed."
        )


def has_jupyter() -> bool:
    """Return whether tables are displayed as Jupyter widgets.

    In a browser, JupyterLite has these widgets, and the pages of a site do not.
    """
    return not in_browser() or find_spec("ipywidgets") is not None


def has_threads() -> bool:
    """Return whether this platform can start threads."""
    return not in_browser()


def file_lock(path: str | os.PathLike[str], wait: float) -> AbstractContextManager[object]:
    """Return a lock between processes as a context manager. In a browser, it does nothing.

    ``path`` is the lock file, created with mode 0600; ``wait`` is in seconds. Raises TimeoutError
    if another process holds the lock for longer, and OSError if the file cannot be created.
    """
    if not has_processes():
        return nullcontext()
    from filelock import FileLock  # not available in browsers

    return FileLock(os.fspath(path), timeout=wait, mode=0o600)


def call_later(seconds: float, run: Callable[[], object]) -> None:
    """Call ``run`` after ``seconds``, in a timer thread or, in a browser, in the event loop.

    Raises RuntimeError if no more threads can be started.
    """
    if not has_threads():
        asyncio.get_running_loop().call_later(seconds, run)
        return
    timer = Timer(seconds, run)
    timer.daemon = True
    timer.start()


def run_in_background(work: Iterator[float | None]) -> None:
    """Run all steps of ``work`` in the background, in a thread or, in a browser, interleaved.

    In a browser, one step runs between two messages of the page; without an event loop, all steps
    run immediately. A step yields the number of seconds to wait before the next step, or None.
    """
    if has_threads():
        Thread(target=run_to_end, args=(work,), daemon=True).start()
        return
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        run_to_end(work)
        return
    loop.call_soon(run_step, loop, work)


def run_to_end(work: Iterator[object]) -> None:
    """Run all steps of ``work``."""
    for _ in work:
        pass


def run_step(loop: asyncio.AbstractEventLoop, work: Iterator[float | None]) -> None:
    """Run one step, and schedule the next step after the pending events."""
    for pause in work:
        loop.call_later(pause or 0, run_step, loop, work)
        break
