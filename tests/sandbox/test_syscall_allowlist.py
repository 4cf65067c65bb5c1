"""The one list of what is allowed: every call has its numbers, and the filter does as it says."""

from __future__ import annotations

import re

import pytest

from classkit.sandbox import seccomp, syscall_allowlist
from classkit.sandbox.syscall_allowlist import CALL_NUMBERS, COMPUTE_CALLS, ENOSYS_CALLS, WORK_CALLS

FORBIDDEN = {
    "socket", "connect", "bind", "listen", "accept", "accept4", "ptrace", "bpf",
    "perf_event_open", "io_uring_setup", "keyctl", "add_key", "request_key", "userfaultfd",
    "unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "setuid", "setgid", "capset",
    "seccomp", "memfd_create", "execveat", "process_vm_readv", "process_vm_writev", "pidfd_open",
    "pidfd_send_signal", "pidfd_getfd", "open_by_handle_at", "name_to_handle_at", "setpriority",
    "sched_setaffinity", "sched_setscheduler", "timer_create", "mq_open", "shmget", "semget",
    "msgget", "inotify_init1", "fanotify_init", "quotactl", "personality", "chown", "link",
    "linkat", "mknod", "truncate", "flock",
}  # fmt: skip
GETPID = 39


def test_what_is_allowed_has_numbers_and_what_is_dangerous_is_not_allowed() -> None:
    assert set(WORK_CALLS) | set(ENOSYS_CALLS) == set(CALL_NUMBERS)
    assert set(COMPUTE_CALLS) <= set(WORK_CALLS)
    assert not FORBIDDEN & set(WORK_CALLS)


@pytest.mark.parametrize("column", [0, 1])
def test_no_number_stands_for_two_calls(column: int) -> None:
    there = [numbers[column] for numbers in CALL_NUMBERS.values() if numbers[column] is not None]
    assert len(there) == len(set(there)) and max(there) <= syscall_allowlist.MAX_CALL_NUMBER


def judged(kind: str, allowed: object, number: int, values: tuple[int, ...] = ()) -> int:
    """What a filter says of a call, by going through it as the kernel does."""
    place = 0
    looked_at = 0
    data = {0: number, 4: seccomp.MACHINES[kind]}
    for at, value in enumerate((*values, *[0] * (6 - len(values)))):
        data[16 + 8 * at], data[20 + 8 * at] = value & 0xFFFFFFFF, value >> 32 & 0xFFFFFFFF
    lines = seccomp.build_filter(kind, allowed, pid=1234)  # type: ignore[arg-type]  # a list of calls
    assert len(lines) < 4096
    while True:
        what, yes, no, constant = lines[place]
        assert 0 <= yes < 256 and 0 <= no < 256
        place += 1
        if what == seccomp.LOAD:
            looked_at = data[constant]
        elif what == seccomp.RETURN:
            return constant
        else:
            is_so = {
                seccomp.EQUAL: looked_at == constant,
                seccomp.AT_LEAST: looked_at >= constant,
                seccomp.ANY_BIT: bool(looked_at & constant),
            }[what]
            place += yes if is_so else no


REFUSED, UNKNOWN = seccomp.ERROR | 1, seccomp.ERROR | 38
CASES = {
    "fcntl": [((0, 3), True), ((0, 8, 5), False), ((0, 10, 9), False), ((0, 15), False),
              ((0, 4, 0o4000), True), ((0, 4, 0o20000), False), ((0, 1024), False)],
    "ioctl": [((0, 0x5421), True), ((0, 0x5452), False), ((0, 0x8901), False),
              ((0, 0x8902), False), ((0, 0x5412), False)],
    "kill": [((1234, 9), True), ((1, 9), False), (((1 << 32) - 1, 9), False), ((0, 9), False)],
    "prlimit64": [((0, 7, 0, 99), True), ((1234, 7, 0), True), ((0, 7, 1 << 40), False),
                  ((5, 7, 0), False)],
    "sendto": [((3, 0, 1, 0, 0), True), ((3, 0, 1, 1, 0), False), ((3, 0, 1, 0, 1 << 33), False)],
    "openat": [((0, 0, 0), True), ((0, 0, 0o100), False), ((0, 0, 2), False),
               ((0, 0, 0o10000000), False)],
    "prctl": [((15,), True), ((1,), False), ((36,), False)],
}  # fmt: skip


@pytest.mark.parametrize("kind", ["x86_64", "aarch64"])
@pytest.mark.parametrize("name", CASES)
def test_a_call_is_judged_by_its_values(kind: str, name: str) -> None:
    number = CALL_NUMBERS[name][list(seccomp.MACHINES).index(kind)]
    assert number is not None
    for values, is_allowed in CASES[name]:
        said = judged(kind, COMPUTE_CALLS, number, values)
        assert said == (seccomp.ALLOW if is_allowed else REFUSED), values


def test_other_machines_and_calls_of_tomorrow() -> None:
    assert judged("x86_64", COMPUTE_CALLS, GETPID) == seccomp.ALLOW
    assert judged("x86_64", COMPUTE_CALLS, GETPID | seccomp.X32) == seccomp.KILL
    assert judged("x86_64", COMPUTE_CALLS, 9_999) == UNKNOWN
    for name in ENOSYS_CALLS:
        assert judged("x86_64", WORK_CALLS, CALL_NUMBERS[name][0] or 0) == UNKNOWN


def test_no_call_is_named_beside_the_list() -> None:
    """In the lists every word is a call."""
    for name in (*COMPUTE_CALLS, *WORK_CALLS):
        assert re.fullmatch(r"[a-z0-9_]+", name) and name in CALL_NUMBERS
