"""Limits on the resources of a process, enforced by the operating system."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class ResourceLimits:
    """Limits of one process.

    Args:
        memory: Bytes of memory.
        processor: Seconds of processor time.
        file: Maximum size in bytes of a file that it writes.
        files_open: Maximum number of open files.
        processes: Maximum number of processes and threads that it starts.
        folder: Maximum total size in bytes of all files that it writes.
    """

    memory: int
    processor: int
    file: int = 0
    files_open: int = 32
    processes: int = 0
    folder: int = 0


def set_rlimits(bounds: ResourceLimits) -> bool:
    """Apply the limits to this process. Return False if the system has none (Windows)."""
    try:
        import resource
    except ImportError:
        return False
    prefer_oom_kill()
    wanted = {
        "RLIMIT_AS": bounds.memory,
        "RLIMIT_DATA": bounds.memory,
        "RLIMIT_CPU": bounds.processor,
        "RLIMIT_FSIZE": bounds.file,
        "RLIMIT_NOFILE": bounds.files_open,
        # 1 instead of 0: only 1 prevents core dumps that are piped to a program
        "RLIMIT_CORE": 1,
        "RLIMIT_NPROC": bounds.processes and bounds.processes + count_threads(),
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


def prefer_oom_kill() -> None:
    """Make Linux kill this process first if the machine runs out of memory."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def count_threads() -> int:
    """Count this user's current processes and threads, which RLIMIT_NPROC includes."""
    count = 0
    with suppress(OSError):
        for name in os.listdir("/proc"):
            with suppress(OSError):
                if name.isdecimal() and os.stat(f"/proc/{name}").st_uid == os.getuid():
                    count += len(os.listdir(f"/proc/{name}/task"))
    return count
