"""Allowlist of system calls for untrusted programs on Linux.

All other calls are denied, including calls that later kernels add. Some calls are allowed only with
certain arguments, because others have effects outside the process: ``fcntl``, for example, can make
the kernel send signals.

* :data:`COMPUTE_CALLS` is for a program that computes and communicates over an open socket.
* :data:`WORK_CALLS` adds threads, child processes and a private folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Condition: TypeAlias = tuple[str, int, tuple[int, ...]]
"""Kind of test, index of the tested argument (from 0), and the numbers to compare it with."""
Alternatives: TypeAlias = tuple[tuple[Condition, ...], ...]
"""All conditions of at least one tuple must be true. An empty tuple always allows the call."""


def equals_any(place: int, *numbers: int) -> Condition:
    """Require that the argument is one of these numbers."""
    return "among", place, numbers


def lacks_bits(place: int, bits: int) -> Condition:
    """Require that the argument has none of these bits."""
    return "lacks", place, (bits,)


def has_bits(place: int, bits: int) -> Condition:
    """Require that the argument has at least one of these bits."""
    return "has", place, (bits,)


def is_zero(place: int) -> Condition:
    """Require that the argument is zero or a null pointer."""
    return "nothing", place, ()


def is_own_pid(place: int) -> Condition:
    """Require that the argument is the id of the process for which the filter was built."""
    return "itself", place, ()


# --- argument values on Linux --------------------------------------------------------------------

WRITE_ONLY, READ_WRITE, CREATE, TRUNCATE, APPEND = 0o1, 0o2, 0o100, 0o1000, 0o2000
ASYNC, PATH_ALONE, UNNAMED = 0o20000, 0o10000000, 0o20000000
WRITE_FLAGS = WRITE_ONLY | READ_WRITE | CREATE | TRUNCATE | APPEND | UNNAMED
"""Flags of ``open`` that can change a file or folder."""
SIGNAL_FLAGS = ASYNC
"""Flag of ``open`` and ``fcntl`` that makes the kernel send signals (O_ASYNC)."""

COPY, GET_FLAGS_OF_NUMBER, SET_FLAGS_OF_NUMBER, GET_FLAGS, SET_FLAGS = 0, 1, 2, 3, 4
COPY_AND_CLOSE = 1030
LOCKS = (5, 6, 7, 36, 37, 38)
"""Commands of ``fcntl``. F_SETOWN (8), F_SETSIG (10), F_SETOWN_EX (15), F_SETLEASE (1024) and
F_NOTIFY (1026) are omitted: they make the kernel send signals, or choose signal and receiver.
"""

TERMINAL, WINDOW, WAITING, BLOCKING, KEEP_OPEN, CLOSE = (
    0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451,
)  # fmt: skip
"""Commands of ``ioctl``: terminal settings and size, the number of bytes waiting, and flags of a
file descriptor. FIOASYNC, FIOSETOWN, SIOCSPGRP and TIOCSTI are omitted.
"""

NAMESPACE_FLAGS = 0x7E020000
KINSHIP_FLAGS = 0x2000 | 0x8000 | 0x800000
"""Flags of ``clone``: new namespaces, and children with a different tracer or parent."""

UNIX, STREAM, CLOSING, AT_ONCE = 1, 1, 0o2000000, 0o4000
URGENT = 1
SET_NAME, GET_NAME = 15, 16

# --- the lists -----------------------------------------------------------------------------------

NO_CONDITIONS: Alternatives = ()
FAKE_SUCCESS: Alternatives = ((),)
"""The call returns success but does nothing."""
OWN_PID_CONDITIONS: Alternatives = ((equals_any(0, 0),), (is_own_pid(0),))


def allow_always(names: str) -> dict[str, Alternatives]:
    """Return calls that are always allowed."""
    return dict.fromkeys(names.split(), NO_CONDITIONS)


COMPUTE_CALLS: Mapping[str, Alternatives] = {
    # open files, and files to read; Landlock restricts which ones
    **allow_always(
        "read write readv writev pread64 preadv lseek close fstat stat lstat newfstatat statx"
    ),
    **allow_always("access faccessat faccessat2 readlink readlinkat getcwd getdents getdents64"),
    **allow_always("dup dup2 dup3"),
    "open": ((lacks_bits(1, WRITE_FLAGS | SIGNAL_FLAGS | PATH_ALONE),),),
    "openat": ((lacks_bits(2, WRITE_FLAGS | SIGNAL_FLAGS | PATH_ALONE),),),
    "fcntl": (
        (equals_any(1, COPY, COPY_AND_CLOSE, GET_FLAGS_OF_NUMBER, SET_FLAGS_OF_NUMBER, GET_FLAGS),),
        (equals_any(1, SET_FLAGS), lacks_bits(2, SIGNAL_FLAGS)),
    ),
    "ioctl": ((equals_any(1, TERMINAL, WINDOW, WAITING, BLOCKING, KEEP_OPEN, CLOSE),),),
    # its own socket, but no other address
    "sendto": ((is_zero(4), lacks_bits(3, URGENT)),),
    "recvfrom": ((lacks_bits(3, URGENT),),),
    **allow_always("shutdown getsockopt getsockname getpeername poll ppoll select pselect6"),
    # its memory and its clocks
    **allow_always("mmap mprotect munmap mremap madvise brk futex set_robust_list rseq"),
    **allow_always("nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time times"),
    **allow_always("getitimer setitimer alarm pause"),
    # signals: handling them, and sending them to itself
    **allow_always("rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend"),
    **allow_always("rt_sigtimedwait sigaltstack restart_syscall"),
    **dict.fromkeys(("kill", "tkill", "tgkill"), ((is_own_pid(0),),)),
    # its ids, and information about the system and limits
    **allow_always(
        "getpid gettid getppid getuid geteuid getgid getegid getresuid getresgid getgroups"
    ),
    **allow_always("getpgrp uname sysinfo getrusage getrlimit getrandom sched_yield"),
    **allow_always("getcpu exit exit_group"),
    "prlimit64": tuple((*one, is_zero(2)) for one in OWN_PID_CONDITIONS),
    "sched_getaffinity": OWN_PID_CONDITIONS,
    "prctl": ((equals_any(0, SET_NAME, GET_NAME),),),
}
"""Calls that Python needs to compute and to read files."""

WORK_CALLS: Mapping[str, Alternatives] = {
    **COMPUTE_CALLS,
    # threads and child processes, in the same namespaces
    "clone": ((lacks_bits(0, NAMESPACE_FLAGS | KINSHIP_FLAGS),),),
    **allow_always("fork vfork execve wait4 waitid set_tid_address arch_prctl setpgid setsid"),
    **allow_always("sched_getscheduler sched_getparam sched_getaffinity"),  # for its threads
    "getpgid": OWN_PID_CONDITIONS,
    # writing files; Landlock restricts where. Truncating needs a file opened for writing, because
    # old versions of Landlock do not check truncation
    "open": (
        (lacks_bits(1, SIGNAL_FLAGS | PATH_ALONE | TRUNCATE),),
        (lacks_bits(1, SIGNAL_FLAGS | PATH_ALONE), has_bits(1, WRITE_ONLY | READ_WRITE)),
    ),
    "openat": (
        (lacks_bits(2, SIGNAL_FLAGS | PATH_ALONE | TRUNCATE),),
        (lacks_bits(2, SIGNAL_FLAGS | PATH_ALONE), has_bits(2, WRITE_ONLY | READ_WRITE)),
    ),
    "fcntl": (*COMPUTE_CALLS["fcntl"], (equals_any(1, *LOCKS),)),
    **allow_always("creat pwrite64 pwritev ftruncate fsync fdatasync fadvise64 sendfile"),
    **allow_always("copy_file_range mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2"),
    **allow_always("symlink symlinkat umask chdir fchdir close_range"),
    # file modes and times, set when copying a file; Landlock does not restrict these calls
    **dict.fromkeys(("chmod", "fchmod", "fchmodat", "fchmodat2", "utimensat"), FAKE_SUCCESS),
    # pipes, events and sockets between its own processes. Datagram socket pairs are omitted,
    # because they can send to other sockets
    **allow_always("pipe pipe2 eventfd2 epoll_create1 epoll_ctl epoll_wait epoll_pwait"),
    **dict.fromkeys(("sendmsg", "recvmsg"), ((lacks_bits(2, URGENT),),)),
    "socketpair": (
        (
            equals_any(0, UNIX),
            equals_any(1, *(STREAM | more for more in (0, CLOSING, AT_ONCE, CLOSING | AT_ONCE))),
        ),
    ),
}
"""Calls that a notebook needs: COMPUTE_CALLS plus threads, child processes and writing files."""

ENOSYS_CALLS = ("clone3", "openat2")
"""Calls reported as missing, so that programs use older calls whose arguments can be checked."""
MAX_CALL_NUMBER = 462
"""Highest call number in this list. Calls with higher numbers are reported as missing."""

CALL_NUMBERS: Mapping[str, tuple[int | None, int | None]] = {
    "read": (0, 63), "write": (1, 64), "readv": (19, 65), "writev": (20, 66), "pread64": (17, 67),
    "preadv": (295, 69), "lseek": (8, 62), "close": (3, 57), "fstat": (5, 80), "stat": (4, None),
    "lstat": (6, None), "newfstatat": (262, 79), "statx": (332, 291), "access": (21, None),
    "faccessat": (269, 48), "faccessat2": (439, 439), "readlink": (89, None),
    "readlinkat": (267, 78), "getcwd": (79, 17), "getdents": (78, None), "getdents64": (217, 61),
    "dup": (32, 23), "dup2": (33, None), "dup3": (292, 24), "open": (2, None),
    "openat": (257, 56), "fcntl": (72, 25), "ioctl": (16, 29), "sendto": (44, 206),
    "recvfrom": (45, 207), "shutdown": (48, 210), "getsockopt": (55, 209),
    "getsockname": (51, 204), "getpeername": (52, 205), "poll": (7, None), "ppoll": (271, 73),
    "select": (23, None), "pselect6": (270, 72), "mmap": (9, 222), "mprotect": (10, 226),
    "munmap": (11, 215), "mremap": (25, 216), "madvise": (28, 233), "brk": (12, 214),
    "futex": (202, 98), "set_robust_list": (273, 99), "rseq": (334, 293),
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139),
    "rt_sigpending": (127, 136), "rt_sigsuspend": (130, 133), "rt_sigtimedwait": (128, 137),
    "sigaltstack": (131, 132), "restart_syscall": (219, 128), "pause": (34, None),
    "getitimer": (36, 102), "setitimer": (38, 103), "alarm": (37, None), "kill": (62, 129),
    "tkill": (200, 130), "tgkill": (234, 131), "nanosleep": (35, 101),
    "clock_nanosleep": (230, 115), "clock_gettime": (228, 113), "clock_getres": (229, 114),
    "gettimeofday": (96, 169), "time": (201, None), "times": (100, 153), "getpid": (39, 172),
    "gettid": (186, 178), "getppid": (110, 173), "getuid": (102, 174), "geteuid": (107, 175),
    "getgid": (104, 176), "getegid": (108, 177), "getresuid": (118, 148), "getresgid": (120, 150),
    "getgroups": (115, 158), "getpgrp": (111, None), "uname": (63, 160), "sysinfo": (99, 179),
    "getrusage": (98, 165), "getrlimit": (97, 163), "prlimit64": (302, 261),
    "getrandom": (318, 278), "sched_yield": (24, 124), "sched_getaffinity": (204, 123),
    "getcpu": (309, 168), "prctl": (157, 167), "exit": (60, 93), "exit_group": (231, 94),
    "clone": (56, 220), "fork": (57, None), "vfork": (58, None), "execve": (59, 221),
    "wait4": (61, 260), "waitid": (247, 95), "set_tid_address": (218, 96),
    "arch_prctl": (158, None), "setpgid": (109, 154), "setsid": (112, 157), "getpgid": (121, 155),
    "pwrite64": (18, 68), "pwritev": (296, 70), "ftruncate": (77, 46),
    "fsync": (74, 82), "fdatasync": (75, 83), "fadvise64": (221, 223), "sendfile": (40, 71),
    "copy_file_range": (326, 285), "mkdir": (83, None), "mkdirat": (258, 34), "rmdir": (84, None),
    "unlink": (87, None), "unlinkat": (263, 35), "rename": (82, None), "renameat": (264, 38),
    "renameat2": (316, 276), "symlink": (88, None), "symlinkat": (266, 36), "umask": (95, 166),
    "chdir": (80, 49), "fchdir": (81, 50), "creat": (85, None), "pipe": (22, None),
    "pipe2": (293, 59), "eventfd2": (290, 19), "epoll_create1": (291, 20), "epoll_ctl": (233, 21),
    "epoll_wait": (232, None), "epoll_pwait": (281, 22), "socketpair": (53, 199),
    "sendmsg": (46, 211), "recvmsg": (47, 212), "close_range": (436, 436),
    "sched_getscheduler": (145, 120), "sched_getparam": (143, 121),
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "utimensat": (280, 88), "clone3": (435, 435),
    "openat2": (437, 437),
}  # fmt: skip
"""Call -> its number on x86-64 and on 64-bit ARM, or None if it does not exist there."""
