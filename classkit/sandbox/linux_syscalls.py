"""Linux system calls, made through the C library."""

from __future__ import annotations

import ctypes
import platform
import sys
from functools import cache

SET_NO_NEW_PRIVILEGES, DROP_FROM_BOUNDS, AMBIENT, CLEAR_AMBIENT = 38, 24, 47, 4
CAPABILITIES_VERSION = 0x20080522
LAST_CAPABILITY = 63


@cache
def load_libc() -> ctypes.CDLL:
    """Return the C library of this process, which every Linux has."""
    return ctypes.CDLL(None, use_errno=True)


def make_syscall(number: int, *values: object) -> int:
    """Make a system call by its number. Return its result, or -1."""
    given = [ctypes.c_long(value) if isinstance(value, int) else value for value in values]
    return int(load_libc().syscall(ctypes.c_long(number), *given))


def get_machine() -> str:
    """Return the architecture name used in the call tables, or "" if this is not Linux.

    >>> get_machine() in ("", "x86_64", "aarch64") or platform.machine()
    True
    """
    return platform.machine() if sys.platform == "linux" else ""


def drop_privileges() -> bool:
    """Drop all privileges and all means of gaining any, as Landlock and seccomp require.

    Return False if the system refuses.
    """
    system = load_libc()
    if system.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        return False
    system.prctl(AMBIENT, CLEAR_AMBIENT, 0, 0, 0)
    for capability in range(LAST_CAPABILITY + 1):
        system.prctl(DROP_FROM_BOUNDS, capability, 0, 0, 0)  # fails without privileges
    header = (ctypes.c_uint32 * 2)(CAPABILITIES_VERSION, 0)
    nothing = (ctypes.c_uint32 * 6)()
    return int(system.capset(header, nothing)) == 0
