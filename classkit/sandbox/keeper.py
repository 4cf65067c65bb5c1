"""A keeper beside a program that may start others, so that none of them is left at the end.

A process that has left its session cannot be found by its parent. On Linux the keeper therefore
adopts orphans ("child subreaper"): whatever a program leaves behind becomes the keeper's own child
and is ended by it. The keeper also counts: a program that starts too many processes, or writes too
many files, is ended as a whole.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

from .limits import Bounds
from .room import FILES_MAX

SUBREAPER, END_WITH_PARENT = 36, 1
"""PR_SET_CHILD_SUBREAPER and PR_SET_PDEATHSIG of prctl."""
PROCESSES_MAX = 32
TOO_MANY, TOO_MUCH, TOO_FULL = 78, 79, 80
"""The exit statuses for too many processes, too much memory in all of them, and too much in the
folder."""
HELD_BY_FILE = 1 << 18
"""Bytes that the system may hold for an open file, waiting in a socket or a pipe. They count as no
process's memory."""
LOOK_SECONDS = 0.1
BEHIND = 10
"""How nice the program is to its keeper, which needs processor time among so many processes."""
END_SECONDS = 8.0
"""Seconds that ending everything may take; less than the keeper is given for it."""


def keep(bounds: Bounds, folder: Path) -> None:
    """Go on in a new process, and let the present one become its keeper.

    All processes together may use ``bounds.memory``, and write ``bounds.folder`` into the folder.
    This returns in the new process only; the keeper exits with that process's status when nothing
    is left. It does nothing if the system is not Linux or does not list a process's children.
    """
    if sys.platform != "linux" or not are_listed():
        return
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    parent = os.getppid()
    kept = os.fork()
    if not kept:
        # in a group of its own: the kernel hangs up on an orphaned group that has a stopped
        # process, and a program can bring that about
        os.setsid()
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        os.nice(BEHIND)
        return
    signal.signal(signal.SIGTERM, stop)
    try:
        status = watch(kept, parent, bounds, folder)
    except Stopped:
        status = -signal.SIGTERM
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    end_all()
    if status < 0:
        signal.signal(-status, signal.SIG_DFL) if -status != signal.SIGKILL else None
        os.kill(os.getpid(), -status)
    os._exit(status)


class Stopped(Exception):
    """Nobody waits for the program any more: time is up, or the parent is gone."""


def stop(number: int, frame: object) -> None:
    raise Stopped


def watch(kept: int, parent: int, bounds: Bounds, folder: Path) -> int:
    """Watch a process and its descendants. Return its exit status, negative for a signal.

    Raises Stopped when the keeper's parent has gone, since nobody waits for the program then.
    """
    while True:
        if os.getppid() != parent:
            raise Stopped
        for pid, ended in reaped():
            if pid == kept:
                return os.waitstatus_to_exitcode(ended)
        family = descendants()
        if len(family) > PROCESSES_MAX:
            return TOO_MANY
        if len(family) > 1 and sum(map(memory_held, family)) > bounds.memory:
            return TOO_MUCH
        if is_too_full(folder, bounds.folder):
            return TOO_FULL
        time.sleep(LOOK_SECONDS)


def reaped() -> list[tuple[int, int]]:
    """Return the children that have ended since the last call, with their statuses."""
    found = []
    with suppress(ChildProcessError):
        while (one := os.waitpid(-1, os.WNOHANG)) != (0, 0):
            found.append(one)
    return found


def descendants() -> list[int]:
    """Return all descendants of this process, including ended ones that still hold a process id."""
    found: list[int] = []
    ahead = children(os.getpid())
    while ahead:
        found += ahead
        ahead = [below for pid in ahead for below in children(pid)]
    return found


def children(pid: int) -> list[int]:
    """Return the children of all threads of a process that it has not yet waited for."""
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(FileNotFoundError, ProcessLookupError):
                listed = Path(f"/proc/{pid}/task/{thread}/children").read_text()
                found += map(int, listed.split())
    return found


def are_listed() -> bool:
    """Return True if this Linux lists children; nearly all do (CONFIG_PROC_CHILDREN)."""
    return Path(f"/proc/self/task/{os.getpid()}/children").exists()


def memory_held(pid: int) -> int:
    """Return the bytes that a process takes up, including what its open files may hold."""
    count = 0
    with suppress(OSError):
        count = len(os.listdir(f"/proc/{pid}/fd"))
    return memory(pid) + count * HELD_BY_FILE


def memory(pid: int) -> int:
    """Return the memory of a process in bytes, shared parts divided; 0 if it has just ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    return 0


def is_too_full(folder: Path, size: int) -> bool:
    """Return True if a folder, with everything below it, holds more than may be written there.

    In a room of its own the folder has a fixed size, and this sees nothing.
    """
    count = total = 0
    ahead = [os.fspath(folder)]
    while ahead:
        try:
            with os.scandir(ahead.pop()) as found:
                for one in found:
                    count += 1
                    if one.is_dir(follow_symlinks=False):
                        ahead.append(one.path)
                    else:
                        with suppress(FileNotFoundError):
                            total += one.stat(follow_symlinks=False).st_size
                    if count > FILES_MAX or total > size:
                        return True
        except FileNotFoundError:
            continue  # removed meanwhile
        except OSError:
            return True  # hidden, or nested too deep to be looked at
    return False


def end_all() -> None:
    """End all descendants of this process, after stopping them so that they start nothing new.

    A program that ends as soon as it has started its successor slips through one list of
    processes, but not through all; the system knows when nobody is left.
    """
    until = time.monotonic() + END_SECONDS
    while is_anybody_left() and time.monotonic() < until:
        family = descendants()
        for what in (signal.SIGSTOP, signal.SIGKILL):
            for pid in family:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, what)
        reaped()


def is_anybody_left() -> bool:
    """Return True if this process has a child. All orphans become its own, so none means none."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True
