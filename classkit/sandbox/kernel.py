"""Requests to the Linux kernel, made through the C library."""

from __future__ import annotations

import ctypes
import platform
import sys
from functools import cache

SET_NO_NEW_PRIVILEGES, DROP_FROM_BOUNDS, AMBIENT, CLEAR_AMBIENT = 38, 24, 47, 4
CAPABILITIES_VERSION = 0x20080522
LAST_CAPABILITY = 63


@cache
def library() -> ctypes.CDLL:
    """Return the C library of this process, which every Linux has."""
    return ctypes.CDLL(None, use_errno=True)


def call(number: int, *values: object) -> int:
    """Make a system call by its number. Return its result, or -1."""
    given = [ctypes.c_long(value) if isinstance(value, int) else value for value in values]
    return int(library().syscall(ctypes.c_long(number), *given))


def machine() -> str:
    """Return the kind of machine, as the tables of calls name it; "" if this is not Linux.

    >>> machine() in ("", "x86_64", "aarch64") or platform.machine()
    True
    """
    return platform.machine() if sys.platform == "linux" else ""


def give_up_privileges() -> bool:
    """Give up every privilege and every way to gain one, as Landlock and seccomp require.

    Return False if the system refuses.
    """
    system = library()
    if system.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        return False
    system.prctl(AMBIENT, CLEAR_AMBIENT, 0, 0, 0)
    for capability in range(LAST_CAPABILITY + 1):
        system.prctl(DROP_FROM_BOUNDS, capability, 0, 0, 0)  # refused to those who have none
    header = (ctypes.c_uint32 * 2)(CAPABILITIES_VERSION, 0)
    nothing = (ctypes.c_uint32 * 6)()
    return int(system.capset(header, nothing)) == 0
