"""Limits around a submission: time, memory, files, other processes.

A submission is a stranger's program. It runs in a process of its own, in a folder that holds
nothing but itself, and this module shuts the doors from inside before its first line runs: limits
on processor time, memory and the size of files on every Unix; on Linux also Landlock, by which the
system itself refuses every file outside Python and that folder, every connection, and signals to
other processes. It is a fence and no prison: see what lessons/assignments/README.md says of it.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence
from pathlib import Path

FILE_MAX = 4_000_000
"""Bytes that a submission may write into one file."""
ADD_RULE, RESTRICT, CREATE = 445, 446, 444
"""Numbers of the system calls landlock_add_rule, landlock_restrict_self, landlock_create_ruleset;
the same on all machines that Linux has had since they exist."""
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many rights on files each version of Landlock knows."""
CONNECT_TCP = 2
SCOPES = 3
"""Abstract sockets and signals stay within."""
NO_NEW_PRIVILEGES = 38


class Ruleset(ctypes.Structure):
    """struct landlock_ruleset_attr."""

    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class PathRule(ctypes.Structure):
    """struct landlock_path_beneath_attr."""

    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def landlock_version() -> int:
    """Which version of Landlock this system has; 0 for none.

    >>> landlock_version() >= 0
    True
    """
    if sys.platform != "linux":
        return 0
    system = ctypes.CDLL(None, use_errno=True)
    return max(0, int(system.syscall(CREATE, None, ctypes.c_size_t(0), 1)))


def limit(seconds: int, megabytes: int) -> None:
    """Limit processor time, memory and file size, where the system can."""
    try:
        import resource
    except ImportError:  # Windows has none of it; the marker's clock remains
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_MAX, FILE_MAX))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":  # elsewhere the system does not keep to it
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def readable() -> list[Path]:
    """What a Python program needs to read: itself, its packages, and the system's libraries.

    Of a package installed from a checkout it is the package's own folder and nothing beside it.
    """
    here = Path(__file__).parent.parent
    system = ("/usr", "/lib", "/lib64", "/bin", "/etc", "/proc", "/dev", "/sys/devices/system/cpu")
    wanted = [*map(Path, system), Path(sys.prefix), Path(sys.base_prefix), here]
    wanted += [Path(entry) for entry in sys.path if Path(entry).name in ("site-packages",)]
    return [path.resolve() for path in wanted if path.exists()]


def shut(folder: Path, readable_paths: Sequence[Path] | None = None) -> bool:
    """Shut every file but those of Python and of this folder; whether the system could.

    It holds for this thread and all that it begins, and cannot be undone.
    """
    version = landlock_version()
    if not version:
        return False
    system = ctypes.CDLL(None, use_errno=True)
    files = (1 << FILE_RIGHTS.get(version, 16)) - 1
    rules = Ruleset(files, CONNECT_TCP if version >= 4 else 0, SCOPES if version >= 6 else 0)
    size = 8 if version < 4 else 16 if version < 6 else 24
    handle = system.syscall(CREATE, ctypes.byref(rules), ctypes.c_size_t(size), 0)
    if handle < 0:
        return False
    look = EXECUTE | READ_FILE | READ_DIR
    try:
        for path in readable() if readable_paths is None else readable_paths:
            allow(system, handle, path, look)
        allow(system, handle, Path("/dev/null"), WRITE_FILE | READ_FILE)
        allow(system, handle, folder, files)
        if system.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) or system.syscall(RESTRICT, handle, 0):
            return False
    finally:
        os.close(handle)
    return True


def allow(system: ctypes.CDLL, handle: int, path: Path, rights: int) -> None:
    """Allow so much beneath a path; what is not there needs no door."""
    if path.is_file() or not path.is_dir():
        rights &= EXECUTE | WRITE_FILE | READ_FILE  # the rest is for folders
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        system.syscall(ADD_RULE, handle, 1, ctypes.byref(PathRule(rights, opened)), 0)
    finally:
        os.close(opened)
