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
SWEEPS_MAX = 300


def keep(megabytes: int) -> None:
    """Go on in a process of one's own, with the present one as its keeper.

    It returns in the new process only. The keeper ends as that one ends, when nothing is left.
    Elsewhere than on Linux it does nothing.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    kept = os.fork()
    if not kept:
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
    parents: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with suppress(OSError, ValueError, IndexError):
                state, parent = stat_of(int(entry))
                if state != "Z":
                    parents.setdefault(parent, []).append(int(entry))
    found, ahead = [], [os.getpid()]
    while ahead:
        below = parents.get(ahead.pop(), [])
        found += below
        ahead += below
    return found


def stat_of(pid: int) -> tuple[str, int]:
    """State and parent of a process; its name, which may hold anything, stands in brackets."""
    rest = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    return rest[0].decode(), int(rest[1])


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
