"""System call filter by Linux's seccomp: the kernel denies all calls that are not listed.

The filter is a small program that the kernel runs at every call. It checks the number of the call,
and for some calls the arguments. A denied call fails with ``PermissionError`` in Python.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Mapping

from .linux_syscalls import get_machine, load_libc, make_syscall
from .syscall_allowlist import (
    CALL_NUMBERS,
    ENOSYS_CALLS,
    FAKE_SUCCESS,
    MAX_CALL_NUMBER,
    Alternatives,
    Condition,
)

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""Supported architecture -> its number in the kernel."""
X32 = 0x40000000
"""Bit that marks the x32 calls on x86-64, which have the same numbers."""
SYS_SECCOMP = {"x86_64": 317, "aarch64": 277}
SET_FILTER, ALL_THREADS, ASK_ACTION = 1, 1, 2

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER, MACHINE, VALUES = 0, 4, 16
"""Offsets of the call number, the architecture and the arguments."""
LOW_MASK = 0xFFFFFFFF

Instruction = tuple[int, int, int, int]
"""Code, number of instructions to skip if true, number to skip if false, and operand."""


def build_filter(kind: str, allowed: Mapping[str, Alternatives], pid: int) -> list[Instruction]:
    """Return the filter that allows these calls on an architecture.

    >>> build_filter("x86_64", {"getpid": ()}, 1)[-3:]
    [(21, 0, 1, 39), (6, 0, 0, 2147418112), (6, 0, 0, 327681)]
    """
    column = tuple(MACHINES).index(kind)
    refused, unknown = (RETURN, 0, 0, ERROR | errno.EPERM), (RETURN, 0, 0, ERROR | errno.ENOSYS)
    lines: list[Instruction] = [
        (LOAD, 0, 0, MACHINE), (EQUAL, 1, 0, MACHINES[kind]), (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, X32), (RETURN, 0, 0, KILL),
        (AT_LEAST, 0, 1, MAX_CALL_NUMBER + 1), unknown,
    ]  # fmt: skip
    for name in ENOSYS_CALLS:
        lines += [(EQUAL, 0, 1, CALL_NUMBERS[name][column] or 0), unknown]
    for name, alternatives in allowed.items():
        number = CALL_NUMBERS[name][column]
        if number is None:
            continue  # newer architectures lack some calls
        block = build_block(alternatives, pid, refused)
        lines += [(EQUAL, 0, len(block), number), *block]
    return [*lines, refused]


def build_block(alternatives: Alternatives, pid: int, refused: Instruction) -> list[Instruction]:
    """Return instructions that allow a call if all conditions of any alternative are true."""
    through = (RETURN, 0, 0, ALLOW)
    if not alternatives:
        return [through]
    if alternatives == FAKE_SUCCESS:
        return [(RETURN, 0, 0, ERROR | 0)]  # error number 0, so that the call appears to succeed
    lines: list[Instruction] = []
    for conditions in alternatives:
        lines += join_tests([build_test(condition, pid) for condition in conditions])
        lines.append(through)
    return [*lines, refused]


NEXT_JUMP, EXIT_JUMP = -1, -2
"""Placeholders for jumps whose distances are not yet known: to the next condition, or out."""


def build_test(condition: Condition, pid: int) -> list[Instruction]:
    """Return instructions that test one argument of a call. Jumps are placeholders."""
    what, place, numbers = condition
    low, high = VALUES + 8 * place, VALUES + 8 * place + 4
    if what == "nothing":
        return [
            (LOAD, 0, 0, low),
            (EQUAL, 0, EXIT_JUMP, 0),
            (LOAD, 0, 0, high),
            (EQUAL, NEXT_JUMP, EXIT_JUMP, 0),
        ]
    if what == "lacks":
        return [(LOAD, 0, 0, low), (ANY_BIT, EXIT_JUMP, NEXT_JUMP, numbers[0])]
    if what == "has":
        return [(LOAD, 0, 0, low), (ANY_BIT, NEXT_JUMP, EXIT_JUMP, numbers[0])]
    wanted = (pid,) if what == "itself" else numbers
    last = len(wanted) - 1
    return [
        (LOAD, 0, 0, low),
        *(
            (EQUAL, NEXT_JUMP, EXIT_JUMP if at == last else 0, number)
            for at, number in enumerate(wanted)
        ),
    ]


def join_tests(blocks: list[list[Instruction]]) -> list[Instruction]:
    """Concatenate the tests of all conditions and fill in the distances of their jumps."""
    lines: list[Instruction] = []
    whole = sum(map(len, blocks))
    for block in blocks:
        after = len(lines) + len(block)
        for what, yes, no, number in block:
            here = len(lines) + 1
            steps = {NEXT_JUMP: after - here, EXIT_JUMP: whole + 1 - here}
            lines.append((what, steps.get(yes, yes), steps.get(no, no), number))
    return lines


class SockFprog(ctypes.Structure):
    """``struct sock_fprog``: the number of instructions, and their address."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def can_filter() -> bool:
    """Return True if this kernel supports filters and its architecture is known."""
    if get_machine() not in MACHINES:
        return False
    error = ctypes.c_uint32(ERROR)
    return make_syscall(SYS_SECCOMP[get_machine()], ASK_ACTION, 0, ctypes.byref(error)) == 0


def filter_calls(allowed: Mapping[str, Alternatives]) -> bool:
    """Deny all calls of this process except the allowed ones. Return False if unsupported."""
    if not can_filter():
        return False
    lines = build_filter(get_machine(), allowed, os.getpid())
    code = b"".join(struct.pack("HBBI", what, yes, no, n & LOW_MASK) for what, yes, no, n in lines)
    kept = ctypes.create_string_buffer(code, len(code))
    described = SockFprog(len(lines), ctypes.cast(kept, ctypes.c_void_p))
    load_libc()
    return (
        make_syscall(SYS_SECCOMP[get_machine()], SET_FILTER, ALL_THREADS, ctypes.byref(described))
        == 0
    )
