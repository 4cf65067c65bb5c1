"""A keeper beside a submission: whatever processes it begins, none is left when it is over.

A process that has left its session is not found by who began it. On Linux the keeper is therefore
made the one to whom orphans go ("child subreaper"): what a submission leaves behind, however it
was begun, becomes the keeper's own child, and is ended by it. It also counts: a submission that
begins process after process is ended whole.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of prctl."""
PROCESSES_MAX = 32
TOO_MANY, TOO_MUCH = 78, 79
"""The exit statuses when there were too many processes, or too much memory in all of them."""
LOOK_SECONDS = 0.1
BEHIND = 10
"""How far a submission stands behind its keeper, who must get a look in among its processes."""
SWEEPS_MAX = 300


def keep(megabytes: int) -> None:
    """Go on in a process of one's own, with the present one as its keeper.

    It returns in the new process only. The keeper ends as that one ends, when nothing is left.
    Elsewhere than on Linux, or where it does not list a process's children, it does nothing.
    """
    if sys.platform != "linux" or not are_listed():
        return
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    kept = os.fork()
    if not kept:
        os.nice(BEHIND)
        return
    signal.signal(signal.SIGTERM, stop)
    try:
        status = watch(kept, megabytes)
    except Stopped:
        status = -signal.SIGTERM
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    end_all()
    if status < 0:
        signal.signal(-status, signal.SIG_DFL) if -status != signal.SIGKILL else None
        os.kill(os.getpid(), -status)
    os._exit(status)


class Stopped(Exception):
    """The marker has waited long enough."""


def stop(number: int, frame: object) -> None:
    raise Stopped


def watch(kept: int, megabytes: int) -> int:
    """Wait for a process, and look after what it begins; its exit status, negative for a signal."""
    while True:
        for pid, ended in reaped():
            if pid == kept:
                return os.waitstatus_to_exitcode(ended)
        family = descendants()
        if len(family) > PROCESSES_MAX:
            return TOO_MANY
        if len(family) > 1 and sum(map(memory, family)) > megabytes << 20:
            return TOO_MUCH
        time.sleep(LOOK_SECONDS)


def reaped() -> list[tuple[int, int]]:
    """The children that have ended since, with their statuses."""
    found = []
    with suppress(ChildProcessError):
        while (one := os.waitpid(-1, os.WNOHANG)) != (0, 0):
            found.append(one)
    return found


def descendants() -> list[int]:
    """All processes that come from this one and have not ended."""
    found: list[int] = []
    ahead = children(os.getpid())
    while ahead:
        found += ahead
        ahead = [below for pid in ahead for below in children(pid)]
    return [pid for pid in found if not is_ended(pid)]


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


def is_ended(pid: int) -> bool:
    """Whether it is gone, or waits only to be taken back; its name may hold anything."""
    try:
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[:1]
    except OSError:
        return True
    return state in ([b"Z"], [b"X"])


def memory(pid: int) -> int:
    """Bytes of a process, what it shares with others counted in parts; 0 if it has just ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    return 0


def end_all() -> None:
    """End all that comes from this process: stopped first, so that nothing new is begun."""
    for _ in range(SWEEPS_MAX):
        family = descendants()
        if not family:
            break
        for what in (signal.SIGSTOP, signal.SIGKILL):
            for pid in family:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, what)
        reaped()
    reaped()
