"""The shield of files, by Linux's Landlock: the system refuses every file but those allowed.

From Linux 6.7 it also refuses connections over TCP, and from 6.12 signals and abstract sockets of
processes outside. What it does not cover (whether a file exists, its mode, its times) is left to
:mod:`.room` and :mod:`.seccomp`.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path

from .kernel import call, machine

CREATE, ADD_RULE, RESTRICT = 444, 445, 446
"""The numbers of the calls, the same on all machines."""
ASK_VERSION, BENEATH_PATH = 1, 1
EXECUTE, WRITE_FILE, READ_FILE, READ_FOLDER = 1, 2, 4, 8
OF_A_FILE = EXECUTE | WRITE_FILE | READ_FILE
RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""Version -> number of rights on files; later versions have as many as the last."""
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


def version() -> int:
    """Return the version of Landlock that this system has; 0 for none.

    >>> version() >= 0
    True
    """
    if not machine():
        return 0
    return max(0, call(CREATE, None, 0, ASK_VERSION))


def restrict_files(readable: Iterable[Path], folder: Path | None = None) -> bool:
    """Shut off every file but those readable and a folder of one's own. Return True if it worked.

    Only a process with a folder may start programs. The shield holds for this thread and all that
    it starts, and cannot be undone.
    """
    known = version()
    if not known:
        return False
    everything = (1 << RIGHTS.get(known, RIGHTS[5])) - 1
    rules = Ruleset(
        everything,
        BIND_AND_CONNECT_TCP if known >= 4 else 0,
        SOCKETS_AND_SIGNALS if known >= 6 else 0,
    )
    size = 8 if known < 4 else 16 if known < 6 else 24
    handle = call(CREATE, ctypes.byref(rules), size, 0)
    if handle < 0:
        return False
    try:
        for path in readable:
            allow(handle, path, READ_FILE | READ_FOLDER | (EXECUTE if folder else 0))
        if folder is not None:
            allow(handle, Path("/dev/null"), WRITE_FILE | READ_FILE)
            allow(handle, folder, everything)
        return call(RESTRICT, handle, 0) == 0
    finally:
        os.close(handle)


def allow(handle: int, path: Path, rights: int) -> None:
    """Allow these rights beneath a path. A path that does not exist is skipped."""
    if not path.is_dir():
        rights &= OF_A_FILE
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        call(ADD_RULE, handle, BENEATH_PATH, ctypes.byref(PathRule(rights, opened)), 0)
    finally:
        os.close(opened)
