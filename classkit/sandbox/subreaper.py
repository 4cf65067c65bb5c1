"""Supervisor of a program that may start others: leaves no process behind.

A parent cannot find processes that have left its session. On Linux the supervisor therefore adopts
orphans ("child subreaper") and ends them. It also ends the whole program if it starts too many
processes, or uses too much memory or disk space.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

from .mount_jail import MAX_FILES
from .resource_limits import ResourceLimits

SUBREAPER, END_WITH_PARENT = 36, 1
"""PR_SET_CHILD_SUBREAPER and PR_SET_PDEATHSIG of prctl."""
MAX_PROCESSES = 32
PROCESSES_EXIT_STATUS, MEMORY_EXIT_STATUS, FOLDER_EXIT_STATUS = 78, 79, 80
"""Exit statuses for too many processes, too much memory in total, and a full folder."""
BYTES_PER_FILE = 1 << 18
"""Bytes that the kernel may buffer for an open socket or pipe, in addition to process memory."""
POLL_SECONDS = 0.1
CHILD_NICENESS = 10
"""Niceness of the program, so that the supervisor gets processor time."""
END_SECONDS = 8.0
"""Seconds within which everything must end, which is less than the parent's KEEPER_SECONDS."""


def supervise_children(bounds: ResourceLimits, folder: Path) -> None:
    """Continue in a new process, supervised by the current one.

    All processes together may use ``bounds.memory`` bytes of memory, and write ``bounds.folder``
    bytes into the folder. Only the new process returns from this function. The supervisor exits
    with its status once all processes have ended. Do nothing on systems other than Linux, or if
    the kernel does not list the children of a process.
    """
    if sys.platform != "linux" or not can_list_children():
        return
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    parent = os.getppid()
    kept = os.fork()
    if not kept:
        # use a separate process group: the kernel sends SIGHUP to an orphaned group that has a
        # stopped process, which a program can cause
        os.setsid()
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        os.nice(CHILD_NICENESS)
        return
    signal.signal(signal.SIGTERM, raise_stopped)
    try:
        status = monitor_child(kept, parent, bounds, folder)
    except SupervisionStopped:
        status = -signal.SIGTERM
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    end_descendants()
    if status < 0:
        signal.signal(-status, signal.SIG_DFL) if -status != signal.SIGKILL else None
        os.kill(os.getpid(), -status)
    os._exit(status)


class SupervisionStopped(Exception):
    """The program is no longer needed: its time is up, or the parent has exited."""


def raise_stopped(number: int, frame: object) -> None:
    raise SupervisionStopped


def monitor_child(child: int, parent: int, bounds: ResourceLimits, folder: Path) -> int:
    """Watch a process and its descendants. Return its exit status, which is negative for a signal.

    Raises:
        SupervisionStopped: If the supervisor's parent has exited.
    """
    while True:
        if os.getppid() != parent:
            raise SupervisionStopped
        for pid, ended in reap_children():
            if pid == child:
                return os.waitstatus_to_exitcode(ended)
        family = list_descendants()
        if len(family) > MAX_PROCESSES:
            return PROCESSES_EXIT_STATUS
        if len(family) > 1 and sum(map(count_memory_held, family)) > bounds.memory:
            return MEMORY_EXIT_STATUS
        if is_too_full(folder, bounds.folder):
            return FOLDER_EXIT_STATUS
        time.sleep(POLL_SECONDS)


def reap_children() -> list[tuple[int, int]]:
    """Return the ids and exit statuses of children that have ended since the last call."""
    found = []
    with suppress(ChildProcessError):
        while (one := os.waitpid(-1, os.WNOHANG)) != (0, 0):
            found.append(one)
    return found


def list_descendants() -> list[int]:
    """Return all descendants of this process, including ended ones that have not been reaped."""
    found: list[int] = []
    ahead = list_children(os.getpid())
    while ahead:
        found += ahead
        ahead = [below for pid in ahead for below in list_children(pid)]
    return found


def list_children(pid: int) -> list[int]:
    """Return the unreaped children of all threads of a process."""
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(FileNotFoundError, ProcessLookupError):
                listed = Path(f"/proc/{pid}/task/{thread}/children").read_text()
                found += map(int, listed.split())
    return found


def can_list_children() -> bool:
    """Return True if this Linux lists child processes, as nearly all do (CONFIG_PROC_CHILDREN)."""
    return Path(f"/proc/self/task/{os.getpid()}/children").exists()


def count_memory_held(pid: int) -> int:
    """Return the bytes that a process uses, including the buffers of its open files."""
    count = 0
    with suppress(OSError):
        count = len(os.listdir(f"/proc/{pid}/fd"))
    return read_memory_use(pid) + count * BYTES_PER_FILE


def read_memory_use(pid: int) -> int:
    """Return the memory of a process in bytes (shared parts divided).

    Return 0 if the process has just ended.
    """
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    return 0


def is_too_full(folder: Path, size: int) -> bool:
    """Return True if a folder contains more than ``size`` bytes or MAX_FILES files in total.

    Under :mod:`.mount_jail` the folder has a fixed size and is not visible here.
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
                    if count > MAX_FILES or total > size:
                        return True
        except FileNotFoundError:
            continue  # removed in the meantime
        except OSError:
            return True  # inaccessible, or nested too deep to be inspected
    return False


def end_descendants() -> None:
    """Stop all descendants of this process, so that they start nothing new, and then kill them.

    A program that ends as soon as it has started its successor can be missing from one list of
    processes, so this is repeated until the system reports that no children are left.
    """
    until = time.monotonic() + END_SECONDS
    while has_children() and time.monotonic() < until:
        family = list_descendants()
        for what in (signal.SIGSTOP, signal.SIGKILL):
            for pid in family:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, what)
        reap_children()


def has_children() -> bool:
    """Return True if this process has a child. It adopts orphans, so False means none exist."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True
