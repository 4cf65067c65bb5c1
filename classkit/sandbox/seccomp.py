"""The shield of calls, by Linux's seccomp: the kernel refuses every system call not on a list.

The filter is a small program that the kernel runs at every call. It compares the call's number,
and for some calls the values given, and decides whether to allow it. A refused call fails with an
error (``PermissionError`` in Python), so that the caller learns of it.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Mapping

from .calls import NEWEST, NOT_DONE, NUMBERS, SAID_NOT_TO_EXIST, Alternatives, Condition
from .kernel import call, library, machine

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The kinds of machine whose calls are listed -> their numbers in the kernel."""
X32 = 0x40000000
"""The bit that marks a second set of calls on x86-64 with the same numbers."""
SECCOMP = {"x86_64": 317, "aarch64": 277}
SET_FILTER, ALL_THREADS, ASK_ACTION = 1, 1, 2

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER, MACHINE, VALUES = 0, 4, 16
"""Offsets of what the filter reads: the call's number, the machine, the values."""
HALF = 0xFFFFFFFF

Line = tuple[int, int, int, int]
"""One instruction: its code, how many to skip if true, how many if false, and its number."""


def program(kind: str, allowed: Mapping[str, Alternatives], pid: int) -> list[Line]:
    """Return the filter that allows these calls on a kind of machine.

    >>> program("x86_64", {"getpid": ()}, 1)[-3:]
    [(21, 0, 1, 39), (6, 0, 0, 2147418112), (6, 0, 0, 327681)]
    """
    column = tuple(MACHINES).index(kind)
    refused, unknown = (RETURN, 0, 0, ERROR | errno.EPERM), (RETURN, 0, 0, ERROR | errno.ENOSYS)
    lines: list[Line] = [
        (LOAD, 0, 0, MACHINE), (EQUAL, 1, 0, MACHINES[kind]), (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, X32), (RETURN, 0, 0, KILL),
        (AT_LEAST, 0, 1, NEWEST + 1), unknown,
    ]  # fmt: skip
    for name in SAID_NOT_TO_EXIST:
        lines += [(EQUAL, 0, 1, NUMBERS[name][column] or 0), unknown]
    for name, alternatives in allowed.items():
        number = NUMBERS[name][column]
        if number is None:
            continue  # newer machines have fewer calls
        block = verdict(alternatives, pid, refused)
        lines += [(EQUAL, 0, len(block), number), *block]
    return [*lines, refused]


def verdict(alternatives: Alternatives, pid: int, refused: Line) -> list[Line]:
    """Return instructions that allow a call if all conditions of one alternative hold."""
    through = (RETURN, 0, 0, ALLOW)
    if not alternatives:
        return [through]
    if alternatives == NOT_DONE:
        return [(RETURN, 0, 0, ERROR | 0)]  # the error "none"
    lines: list[Line] = []
    for conditions in alternatives:
        lines += all_hold([tested(condition, pid) for condition in conditions])
        lines.append(through)
    return [*lines, refused]


ON, OUT = -1, -2
"""Placeholders for jumps whose distances are not yet known: to the next condition, or out."""


def tested(condition: Condition, pid: int) -> list[Line]:
    """Return instructions that test one value of a call, with ON and OUT as jumps."""
    what, place, numbers = condition
    low, high = VALUES + 8 * place, VALUES + 8 * place + 4
    if what == "nothing":
        return [(LOAD, 0, 0, low), (EQUAL, 0, OUT, 0), (LOAD, 0, 0, high), (EQUAL, ON, OUT, 0)]
    if what == "lacks":
        return [(LOAD, 0, 0, low), (ANY_BIT, OUT, ON, numbers[0])]
    if what == "has":
        return [(LOAD, 0, 0, low), (ANY_BIT, ON, OUT, numbers[0])]
    wanted = (pid,) if what == "itself" else numbers
    last = len(wanted) - 1
    return [
        (LOAD, 0, 0, low),
        *((EQUAL, ON, OUT if at == last else 0, number) for at, number in enumerate(wanted)),
    ]


def all_hold(blocks: list[list[Line]]) -> list[Line]:
    """Join conditions and fill in the distances of their jumps, up to the code after the last."""
    lines: list[Line] = []
    whole = sum(map(len, blocks))
    for block in blocks:
        after = len(lines) + len(block)
        for what, yes, no, number in block:
            here = len(lines) + 1
            steps = {ON: after - here, OUT: whole + 1 - here}
            lines.append((what, steps.get(yes, yes), steps.get(no, no), number))
    return lines


class Program(ctypes.Structure):
    """``struct sock_fprog``: the number of instructions, and their address."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def can_filter() -> bool:
    """Return True if this system has filters and its calls are listed here."""
    if machine() not in MACHINES:
        return False
    error = ctypes.c_uint32(ERROR)
    return call(SECCOMP[machine()], ASK_ACTION, 0, ctypes.byref(error)) == 0


def filter_calls(allowed: Mapping[str, Alternatives]) -> bool:
    """Refuse all calls of this process but those allowed. Return False where that is impossible."""
    if not can_filter():
        return False
    lines = program(machine(), allowed, os.getpid())
    code = b"".join(struct.pack("HBBI", what, yes, no, n & HALF) for what, yes, no, n in lines)
    kept = ctypes.create_string_buffer(code, len(code))
    described = Program(len(lines), ctypes.cast(kept, ctypes.c_void_p))
    library()
    return call(SECCOMP[machine()], SET_FILTER, ALL_THREADS, ctypes.byref(described)) == 0
