"""What a process puts on before it runs a line of a stranger's: all shields, in their order."""

from __future__ import annotations

import os
import threading
from collections.abc import Collection
from pathlib import Path

from . import calls, paths
from .kernel import give_up_privileges, machine
from .landlock import shut
from .limits import Bounds, limit
from .room import enter
from .seccomp import filter_calls

SHIELDS = ("limits", "files", "calls", "room")


def make_room(folder: Path) -> bool:
    """Go into a room for a program that only computes, in an empty folder; False if there is none.

    Copies of this process are in it too.
    """
    return enter(paths.to_compute(), folder)


def put_on(
    bounds: Bounds, folder: Path | None = None, wanted: Collection[str] = SHIELDS
) -> tuple[str, ...]:
    """Put on the shields wanted, in this process and all that it begins; return those that are on.

    With a ``folder`` it may work there: threads, programs and files of its own. Without one it
    only computes, and its room is for whoever begins it to make (:func:`make_room`).
    """
    if threading.active_count() > 1:
        raise RuntimeError("shields are put on before there are threads")
    quiet()
    os.umask(0o077)
    on = []
    readable = paths.to_compute() if folder is None else paths.to_work()
    if "limits" in wanted and limit(bounds):
        on.append("limits")
    if folder is not None and "room" in wanted and enter(readable, folder, bounds.folder):
        on.append("room")
    if machine() and set(wanted) & {"files", "calls"} and give_up_privileges():
        if "files" in wanted and shut(readable, folder):
            on.append("files")
        allowed = calls.COMPUTING if folder is None else calls.WORKING
        if "calls" in wanted and filter_calls(allowed):
            on.append("calls")
    return tuple(name for name in SHIELDS if name in on)


def quiet() -> None:
    """Let what is written past Python go nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    os.close(nowhere)
