"""File access control with Linux's Landlock: the kernel denies access to all but the allowed files.

From Linux 6.7 it also denies TCP connections, and from 6.12 signals to outside processes and their
abstract sockets. Whether a file exists, its mode and its times are hidden by :mod:`.mount_jail`
and :mod:`.seccomp`.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path

from .linux_syscalls import get_machine, make_syscall

SYS_LANDLOCK_CREATE_RULESET, SYS_LANDLOCK_ADD_RULE, SYS_LANDLOCK_RESTRICT_SELF = 444, 445, 446
"""System call numbers, the same on all architectures."""
ASK_VERSION, BENEATH_PATH = 1, 1
EXECUTE, WRITE_FILE, READ_FILE, READ_FOLDER = 1, 2, 4, 8
FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE
RIGHTS_COUNTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""Landlock version -> number of file access rights. Later versions have as many as version 5."""
BIND_AND_CONNECT_TCP = 3
SOCKETS_AND_SIGNALS = 3


class Ruleset(ctypes.Structure):
    """``struct landlock_ruleset_attr``."""

    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class PathRule(ctypes.Structure):
    """``struct landlock_path_beneath_attr``."""

    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def get_abi_version() -> int:
    """Return the Landlock version of this kernel, or 0 without Landlock.

    >>> get_abi_version() >= 0
    True
    """
    if not get_machine():
        return 0
    return max(0, make_syscall(SYS_LANDLOCK_CREATE_RULESET, None, 0, ASK_VERSION))


def restrict_files(readable: Iterable[Path], folder: Path | None = None) -> bool:
    """Deny access to all files except ``readable`` and ``folder``. Return True on success.

    Only a process with a folder may start programs. The restriction applies to this thread and
    everything it starts, and cannot be lifted.
    """
    known = get_abi_version()
    if not known:
        return False
    everything = (1 << RIGHTS_COUNTS.get(known, RIGHTS_COUNTS[5])) - 1
    rules = Ruleset(
        everything,
        BIND_AND_CONNECT_TCP if known >= 4 else 0,
        SOCKETS_AND_SIGNALS if known >= 6 else 0,
    )
    size = 8 if known < 4 else 16 if known < 6 else 24
    handle = make_syscall(SYS_LANDLOCK_CREATE_RULESET, ctypes.byref(rules), size, 0)
    if handle < 0:
        return False
    try:
        for path in readable:
            add_path_rule(handle, path, READ_FILE | READ_FOLDER | (EXECUTE if folder else 0))
        if folder is not None:
            add_path_rule(handle, Path("/dev/null"), WRITE_FILE | READ_FILE)
            add_path_rule(handle, folder, everything)
        return make_syscall(SYS_LANDLOCK_RESTRICT_SELF, handle, 0) == 0
    finally:
        os.close(handle)


def add_path_rule(handle: int, path: Path, rights: int) -> None:
    """Allow these rights beneath a path. Skip a path that does not exist."""
    if not path.is_dir():
        rights &= FILE_RIGHTS
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        make_syscall(
            SYS_LANDLOCK_ADD_RULE, handle, BENEATH_PATH, ctypes.byref(PathRule(rights, opened)), 0
        )
    finally:
        os.close(opened)
