"""Isolation layers that a process applies to itself before it runs untrusted code."""

from __future__ import annotations

import os
import threading
from collections.abc import Collection, Sequence
from pathlib import Path

from . import readable_paths, syscall_allowlist
from .landlock import restrict_files
from .landlock_hiding import hide_files
from .linux_syscalls import drop_privileges, get_machine
from .mount_jail import enter_root
from .resource_limits import ResourceLimits, set_rlimits
from .seccomp import filter_calls

ISOLATION_LAYERS = ("limits", "files", "calls", "room")


def enter_jail(folder: Path) -> bool:
    """Make an empty folder the root of this process and its copies. Return False if refused.

    Only files that a computing program may read are mounted there.
    """
    return enter_root(readable_paths.list_compute_paths(), folder)


def apply_isolation(
    bounds: ResourceLimits,
    folder: Path | None = None,
    wanted: Collection[str] = ISOLATION_LAYERS,
    hidden: Sequence[Path] = (),
) -> tuple[str, ...]:
    """Isolate this process and everything it starts. Return the layers that are active.

    Args:
        bounds: Limits of the process.
        folder: Folder in which the program may use threads, programs and files. Without a folder,
            it may only compute, and its parent must have called :func:`enter_jail`.
        wanted: Layers to apply, a subset of ``ISOLATION_LAYERS``.
        hidden: Folders to hide among the files that Python could otherwise read.

    Raises:
        RuntimeError: If this process has more than one thread.
    """
    if threading.active_count() > 1:
        raise RuntimeError("apply the isolation layers before starting threads")
    close_stdio()
    os.umask(0o077)
    on = []
    readable = (
        readable_paths.list_compute_paths() if folder is None else readable_paths.list_work_paths()
    )
    if "limits" in wanted and set_rlimits(bounds):
        on.append("limits")
    if (
        folder is not None
        and "room" in wanted
        and enter_root(readable, folder, bounds.folder, hidden)
    ):
        on.append("room")
    if get_machine() and set(wanted) & {"files", "calls"} and drop_privileges():
        if "files" in wanted and restrict_files(readable, folder):
            shut = [*readable, folder] if folder else readable
            if not hidden or hide_files(shut, hidden):
                on.append("files")
        allowed = (
            syscall_allowlist.COMPUTE_CALLS if folder is None else syscall_allowlist.WORK_CALLS
        )
        if "calls" in wanted and filter_calls(allowed):
            on.append("calls")
    return tuple(name for name in ISOLATION_LAYERS if name in on)


def close_stdio() -> None:
    """Connect the file descriptors 0, 1 and 2 to the null device."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    os.close(nowhere)
