"""Watches the loop of a server: what holds it for long, and what runs on it that may wait.

Put beside a server by ``sitecustomize`` (see `SITE`); it writes what it finds into the file that
`CLASSKIT_WATCH` names, a line for each.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any

from tornado.web import RequestHandler

LONGEST = 0.05
"""Seconds of processor time for which a callback may hold the loop."""
SITE = """
import sys
if "serve" in sys.orig_argv:
    from tests.hosting import loop_watch
    loop_watch.watch()
"""


def note(words: str) -> None:
    """Write a line."""
    with open(os.environ["CLASSKIT_WATCH"], "a", encoding="utf-8") as file:
        file.write(words.replace("\n", " ") + "\n")


def watch() -> None:
    """Measure every callback of every loop, and note what may wait for others, once it runs."""
    run: Callable[[asyncio.Handle], None] = asyncio.Handle._run

    def measured(handle: asyncio.Handle) -> None:
        begun = time.thread_time()
        run(handle)
        if (took := time.thread_time() - begun) > LONGEST:
            note(f"held {1_000 * took:.0f} ms, with {', '.join(begun_there)}: {handle!r}")
        begun_there.clear()

    asyncio.Handle._run = measured  # type: ignore[method-assign]
    begun_there: list[str] = []
    prepare = RequestHandler.prepare

    def noted_prepare(handler: RequestHandler) -> Any:
        begun_there.append(str(handler.request.path))
        return prepare(handler)

    RequestHandler.prepare = noted_prepare  # type: ignore[method-assign]
    from sqlalchemy import Connection, Pool

    from classkit.classroom.room_runtime import RoomRuntime
    from classkit.classroom.room_store import RoomStore

    for owner, name in (
        (RoomStore, "run_with_retry"),
        (RoomStore, "__init__"),
        (Connection, "execute"),
        (Connection, "exec_driver_sql"),
        (Pool, "connect"),
        (RoomRuntime, "__init__"),
        (RoomRuntime, "get_table"),
        (RoomRuntime, "run_command"),
        (subprocess.Popen, "wait"),
        (threading.Thread, "join"),
        (time, "sleep"),
    ):
        setattr(
            owner, name, noted(getattr(owner, name), f"{getattr(owner, '__name__', '')}.{name}")
        )


def noted(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The same function, whose use on a running loop is noted."""

    def run(*given: Any, **named: Any) -> Any:
        if on_loop():
            note(f"waits {name} " + " < ".join(one.name for one in traceback.extract_stack()[-40:]))
        return function(*given, **named)

    return run


def on_loop() -> bool:
    """Whether this thread runs a loop now."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
