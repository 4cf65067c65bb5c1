"""Limits on what a process may use, enforced by the system where it can."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Bounds:
    """The limits of one process.

    ``memory`` and ``file`` are in bytes, ``processor`` in seconds of processor time; ``files_open``
    counts files open at a time, ``processes`` the processes and threads it may start. ``folder`` is
    the size in bytes of all the files it may write.
    """

    memory: int
    processor: int
    file: int = 0
    files_open: int = 32
    processes: int = 0
    folder: int = 0


def limit(bounds: Bounds) -> bool:
    """Put the limits in force. Return False where the system has none (Windows)."""
    try:
        import resource
    except ImportError:
        return False
    first_to_go()
    wanted = {
        "RLIMIT_AS": bounds.memory,
        "RLIMIT_DATA": bounds.memory,
        "RLIMIT_CPU": bounds.processor,
        "RLIMIT_FSIZE": bounds.file,
        "RLIMIT_NOFILE": bounds.files_open,
        # 1 and not 0: where core dumps are piped to a program, only 1 prevents them
        "RLIMIT_CORE": 1,
        "RLIMIT_NPROC": bounds.processes and bounds.processes + running(),
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_MSGQUEUE": 0,
        "RLIMIT_SIGPENDING": 64 if bounds.processes else 0,
        "RLIMIT_NICE": 0,
        "RLIMIT_RTPRIO": 0,
    }
    for name, most in wanted.items():
        which = getattr(resource, name, None)
        if which is None:
            continue
        soft, hard = most, most + 1 if name == "RLIMIT_CPU" else most
        before = resource.getrlimit(which)[1]
        if before != resource.RLIM_INFINITY:
            soft, hard = min(soft, before), min(hard, before)
        with suppress(ValueError, OSError):  # macOS refuses some of them
            resource.setrlimit(which, (soft, hard))
    return True


def first_to_go() -> None:
    """Ask Linux to end this process before any other if the machine runs out of memory."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def running() -> int:
    """Count the processes and threads that this user has now, since the limit counts them all."""
    count = 0
    with suppress(OSError):
        for name in os.listdir("/proc"):
            with suppress(OSError):
                if name.isdecimal() and os.stat(f"/proc/{name}").st_uid == os.getuid():
                    count += len(os.listdir(f"/proc/{name}/task"))
    return count
