"""The shields that a process puts on, in order, before it runs a stranger's code."""

from __future__ import annotations

import os
import threading
from collections.abc import Collection, Sequence
from pathlib import Path

from . import calls, paths
from .hiding import hide_files
from .kernel import give_up_privileges, machine
from .landlock import restrict_files
from .limits import Bounds, limit
from .room import enter
from .seccomp import filter_calls

SHIELDS = ("limits", "files", "calls", "room")


def make_room(folder: Path) -> bool:
    """Enter a room for programs that only compute, in an empty folder. Return False if refused.

    Copies of this process stay in it.
    """
    return enter(paths.to_compute(), folder)


def put_on(
    bounds: Bounds,
    folder: Path | None = None,
    wanted: Collection[str] = SHIELDS,
    hidden: Sequence[Path] = (),
) -> tuple[str, ...]:
    """Put the wanted shields on this process and all that it starts. Return those that are on.

    With a ``folder`` it may work there, with threads, programs and files of its own. Without one
    it only computes, and the process that starts it makes the room (:func:`make_room`). Nothing
    in a folder that is ``hidden`` can be read, although it lies among what Python may read.
    """
    if threading.active_count() > 1:
        raise RuntimeError("put on the shields before starting threads")
    quiet()
    os.umask(0o077)
    on = []
    readable = paths.to_compute() if folder is None else paths.to_work()
    if "limits" in wanted and limit(bounds):
        on.append("limits")
    if folder is not None and "room" in wanted and enter(readable, folder, bounds.folder, hidden):
        on.append("room")
    if machine() and set(wanted) & {"files", "calls"} and give_up_privileges():
        if "files" in wanted and restrict_files(readable, folder):
            shut = [*readable, folder] if folder else readable
            if not hidden or hide_files(shut, hidden):
                on.append("files")
        allowed = calls.COMPUTING if folder is None else calls.WORKING
        if "calls" in wanted and filter_calls(allowed):
            on.append("calls")
    return tuple(name for name in SHIELDS if name in on)


def quiet() -> None:
    """Discard whatever is written to standard input, output and error below Python."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    os.close(nowhere)
