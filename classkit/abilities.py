"""What this Python can do beside its own work: threads, timers and processes, or none of them.

Everywhere but in a browser there are all three. There, a page's worker is one thread and one
process: what would run beside it takes turns with it. Whoever needs one of them asks here.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from threading import Thread, Timer
from typing import Protocol

from classkit.engine.errors import ClasskitError


class Unable(ClasskitError):
    """The refusal of what this Python cannot do, wherever it is asked for."""


class Helper(Protocol):
    """A second Python of the same page, which plays while this one answers."""

    async def ask(self, message: bytes) -> bytes:
        """Send it a message, and return what it answers; it is started first if need be."""

    def rest(self) -> None:
        """End it until it is needed again."""


helper: Helper | None = None
"""The second Python of this page, where there is one."""


def in_browser() -> bool:
    """Return whether this Python runs in a browser, alone in its worker."""
    return sys.platform == "emscripten"


def has_processes() -> bool:
    """Return whether other processes can be started."""
    return not in_browser()


def need_processes(what: str) -> None:
    """Raise Unable, which says ``what`` needs them, where no process can be started."""
    if not has_processes():
        raise Unable(
            f"{what} needs processes of its own, which no browser starts: run it where classkit is "
            "installed."
        )


def has_jupyter() -> bool:
    """Return whether tables are widgets of Jupyter."""
    return not in_browser()


def has_threads() -> bool:
    """Return whether threads can be started."""
    return not in_browser()


def locked(path: str | os.PathLike[str], wait: float) -> AbstractContextManager[object]:
    """Return a lock that one process holds at a time, for a ``with``; a lone one needs none.

    ``path`` is its file, which is made with mode 0600; ``wait`` is in seconds. TimeoutError if
    another process holds it for longer; OSError if the file cannot be made.
    """
    if not has_processes():
        return nullcontext()
    from filelock import FileLock  # no browser has it

    return FileLock(os.fspath(path), timeout=wait, mode=0o600)


def after(seconds: float, run: Callable[[], object]) -> None:
    """Run something after so many seconds, at the latest when whatever holds up this thread ends.

    RuntimeError if no more threads can be started.
    """
    if not has_threads():
        asyncio.get_running_loop().call_later(seconds, run)
        return
    timer = Timer(seconds, run)
    timer.daemon = True
    timer.start()


def beside(work: Iterator[float | None]) -> None:
    """Take all steps of some work beside what goes on here: in a thread, or else in turns.

    In turns, one step is taken between two messages of the page; without a loop, all are at once.
    What a step gives is the seconds before which another is not worth taking, or nothing.
    """
    if has_threads():
        Thread(target=exhaust, args=(work,), daemon=True).start()
        return
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        exhaust(work)
        return
    loop.call_soon(take_turn, loop, work)


def exhaust(work: Iterator[object]) -> None:
    """Take all steps of some work."""
    for _ in work:
        pass


def take_turn(loop: asyncio.AbstractEventLoop, work: Iterator[float | None]) -> None:
    """Take one step, and the next after whatever waits for its turn."""
    for pause in work:
        loop.call_later(pause or 0, take_turn, loop, work)
        break
