"""A keeper beside a program that may begin others: none of them is left when it is over.

A process that has left its session is not found by who began it. On Linux the keeper is therefore
made the one to whom orphans go ("child subreaper"): what a program leaves behind, however it was
begun, becomes the keeper's own child, and is ended by it. It also counts: a program that begins
process after process, or writes file after file, is ended whole.
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
"""The exit statuses when there were too many processes, too much memory in all of them, or too
much in the folder."""
HELD_BY_FILE = 1 << 18
"""Bytes that the system may hold for an open file: what waits in a socket or a pipe. No process is
charged with them."""
LOOK_SECONDS = 0.1
BEHIND = 10
"""How far the program stands behind its keeper, who must get a look in among its processes."""
END_SECONDS = 8.0
"""What is spent at most on ending everything; less than the keeper is given for it."""


def keep(bounds: Bounds, folder: Path) -> None:
    """Go on in a process of one's own, with the present one as its keeper.

    All together may use the memory of ``bounds``, and write so much into the folder.

    It returns in the new process only. The keeper ends as that one ends, when nothing is left.
    Elsewhere than on Linux, or where it does not list a process's children, it does nothing.
    """
    if sys.platform != "linux" or not are_listed():
        return
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    beginner = os.getppid()
    kept = os.fork()
    if not kept:
        # not in the keeper's group: when a group with a stopped process is orphaned, which a
        # program can bring about, the kernel hangs up on all of it
        os.setsid()
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        os.nice(BEHIND)
        return
    signal.signal(signal.SIGTERM, stop)
    try:
        status = watch(kept, beginner, bounds, folder)
    except Stopped:
        status = -signal.SIGTERM
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    end_all()
    if status < 0:
        signal.signal(-status, signal.SIG_DFL) if -status != signal.SIGKILL else None
        os.kill(os.getpid(), -status)
    os._exit(status)


class Stopped(Exception):
    """Whoever waits for the program has waited long enough, or is gone."""


def stop(number: int, frame: object) -> None:
    raise Stopped


def watch(kept: int, beginner: int, bounds: Bounds, folder: Path) -> int:
    """Wait for a process, and look after what it begins; its exit status, negative for a signal.

    Stopped when ``beginner``, who began the keeper, has gone: nobody waits for the program then.
    """
    while True:
        if os.getppid() != beginner:
            raise Stopped
        for pid, ended in reaped():
            if pid == kept:
                return os.waitstatus_to_exitcode(ended)
        family = descendants()
        if len(family) > PROCESSES_MAX:
            return TOO_MANY
        if len(family) > 1 and sum(map(used, family)) > bounds.memory:
            return TOO_MUCH
        if is_too_full(folder, bounds.folder):
            return TOO_FULL
        time.sleep(LOOK_SECONDS)


def reaped() -> list[tuple[int, int]]:
    """The children that have ended since, with their statuses."""
    found = []
    with suppress(ChildProcessError):
        while (one := os.waitpid(-1, os.WNOHANG)) != (0, 0):
            found.append(one)
    return found


def descendants() -> list[int]:
    """All processes that come from this one; ended ones too, until they are taken back, since
    they use up numbers of processes."""
    found: list[int] = []
    ahead = children(os.getpid())
    while ahead:
        found += ahead
        ahead = [below for pid in ahead for below in children(pid)]
    return found


def children(pid: int) -> list[int]:
    """The processes that a process, in any of its threads, has begun and not yet taken back."""
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(FileNotFoundError, ProcessLookupError):
                listed = Path(f"/proc/{pid}/task/{thread}/children").read_text()
                found += map(int, listed.split())
    return found


def are_listed() -> bool:
    """Whether this Linux lists children at all; nearly all do (CONFIG_PROC_CHILDREN)."""
    return Path(f"/proc/self/task/{os.getpid()}/children").exists()


def used(pid: int) -> int:
    """Bytes that a process takes up, with what its open files may make the system hold."""
    count = 0
    with suppress(OSError):
        count = len(os.listdir(f"/proc/{pid}/fd"))
    return memory(pid) + count * HELD_BY_FILE


def memory(pid: int) -> int:
    """Bytes of a process, what it shares with others counted in parts; 0 if it has just ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    return 0


def is_too_full(folder: Path, size: int) -> bool:
    """Whether more lies in a folder, all below it counted, than may be written there.

    Where the program is in a room of its own, the room sees to that, and nothing is seen here.
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
            continue  # it was removed meanwhile
        except OSError:
            return True  # a folder that is hidden from this look, or lies too deep for it
    return False


def end_all() -> None:
    """End all that comes from this process: stopped first, so that nothing new is begun.

    A program that ends as soon as it has begun its successor slips through a list of processes,
    but not for ever, and the system knows when nobody is left.
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
    """Whether this process has a child: all orphans become its own, so else nobody is left."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True
