"""What a policy's process puts on before it reads a line of the policy.

Three layers, each put on where the system has it, and each reported: ``limits`` (memory,
processor, files, processes: :mod:`resource`), ``files`` (Landlock: only Python's own files can be
read, none written) and ``calls`` (seccomp: no new process or program, no signal, no socket, no
file opened for writing, moved or removed). None can be taken off again by the process itself.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys
from pathlib import Path

from .limits import MEGABYTE, Limits

FILES_OPEN = 32

# --- limits ------------------------------------------------------------------------------------


def limit(limits: Limits) -> bool:
    """Put the system's own limits in force; False where it has none (Windows)."""
    try:
        import resource
    except ImportError:
        return False
    wanted = {
        "RLIMIT_AS": limits.memory * MEGABYTE,
        "RLIMIT_DATA": limits.memory * MEGABYTE,
        "RLIMIT_CPU": limits.processor,
        "RLIMIT_FSIZE": 0,
        "RLIMIT_NOFILE": FILES_OPEN,
        "RLIMIT_CORE": 0,
        "RLIMIT_NPROC": 0,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_MSGQUEUE": 0,
    }
    for name, most in wanted.items():
        which = getattr(resource, name, None)
        if which is None:
            continue
        try:
            resource.setrlimit(which, (most, most + 1 if name == "RLIMIT_CPU" else most))
        except (ValueError, OSError):  # macOS refuses some of them
            continue
    return True


# --- system calls: seccomp -----------------------------------------------------------------------

X86_64 = 0xC000003E
X32_BIT = 0x40000000
NEWEST_KNOWN = 462
"""Calls that came into the kernel later are refused, since nobody here knows what they do."""

REFUSED = {
    # other processes: making, signalling, tracing and reading them
    "clone": 56, "fork": 57, "vfork": 58, "execve": 59, "execveat": 322, "kill": 62, "tkill": 200,
    "tgkill": 234, "rt_sigqueueinfo": 129, "rt_tgsigqueueinfo": 297, "ptrace": 101,
    "process_vm_readv": 310, "process_vm_writev": 311, "process_madvise": 440, "kcmp": 312,
    "pidfd_open": 434, "pidfd_send_signal": 424, "pidfd_getfd": 438, "setpriority": 141,
    "sched_setaffinity": 203, "sched_setparam": 142, "sched_setscheduler": 144,
    "sched_setattr": 314, "setpgid": 109, "setsid": 112, "setrlimit": 160, "ioprio_set": 251,
    "migrate_pages": 256, "move_pages": 279,
    # the network, and memory shared with others
    "socket": 41, "socketpair": 53, "connect": 42, "bind": 49, "listen": 50, "shmget": 29,
    "shmat": 30, "shmctl": 31, "semget": 64, "msgget": 68, "mq_open": 240, "memfd_create": 319,
    # files: making, changing, moving and removing them
    "creat": 85, "truncate": 76, "ftruncate": 77, "rename": 82, "renameat": 264, "renameat2": 316,
    "mkdir": 83, "mkdirat": 258, "rmdir": 84, "link": 86, "linkat": 265, "unlink": 87,
    "unlinkat": 263, "symlink": 88, "symlinkat": 266, "chmod": 90, "fchmod": 91, "fchmodat": 268,
    "fchmodat2": 452, "chown": 92, "fchown": 93, "lchown": 94, "fchownat": 260, "utime": 132,
    "utimes": 235, "futimesat": 261, "utimensat": 280, "mknod": 133, "mknodat": 259,
    "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190, "removexattr": 197, "lremovexattr": 198,
    "fremovexattr": 199, "flock": 73, "fallocate": 285, "inotify_init": 253, "inotify_init1": 294,
    "fanotify_init": 300, "open_by_handle_at": 304,
    # the machine
    "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "unshare": 272, "setns": 308,
    "bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "keyctl": 250, "add_key": 248,
    "request_key": 249, "init_module": 175, "finit_module": 313, "delete_module": 176,
    "kexec_load": 246, "reboot": 169, "swapon": 167, "swapoff": 168, "settimeofday": 164,
    "clock_settime": 227, "adjtimex": 159, "clock_adjtime": 305, "sethostname": 170,
    "setdomainname": 171, "syslog": 103, "acct": 163, "quotactl": 179, "iopl": 172, "ioperm": 173,
    "setuid": 105, "setgid": 106, "setreuid": 113, "setregid": 114, "setresuid": 117,
    "setresgid": 119, "setgroups": 116, "capset": 126, "personality": 135,
}  # fmt: skip
"""Calls of Linux on x86-64 that a policy has no use for, by their numbers there."""

UNKNOWN = {"clone3": 435, "openat2": 437, "io_uring_setup": 425, "io_uring_enter": 426}
"""Calls said not to exist, since programs then use the older ones, which can be judged."""

OPEN, OPENAT, PRLIMIT = 2, 257, 302
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER, MACHINE, FIRST_VALUE = 0, 4, 16


def filter_program() -> bytes:
    """The filter as the kernel reads it: one instruction of eight bytes after another.

    >>> len(filter_program()) % 8
    0
    """
    program = [
        (LOAD, 0, 0, MACHINE), (EQUAL, 1, 0, X86_64), (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (AT_LEAST, 0, 1, X32_BIT), (RETURN, 0, 0, KILL),
    ]  # fmt: skip
    for number in UNKNOWN.values():
        program += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ERROR | errno.ENOSYS)]
    for number in REFUSED.values():
        program += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ERROR | errno.EPERM)]
    program += [(AT_LEAST, 0, 1, NEWEST_KNOWN + 1), (RETURN, 0, 0, ERROR | errno.ENOSYS)]
    # a file may be opened to read it, and a limit asked for; the value that tells is looked at
    for number, place, bits in ((OPEN, 1, WRITING), (OPENAT, 2, WRITING)):
        program += [
            (EQUAL, 0, 4, number),
            (LOAD, 0, 0, FIRST_VALUE + 8 * place),
            (ANY_BIT, 0, 1, bits),
            (RETURN, 0, 0, ERROR | errno.EPERM),
            (RETURN, 0, 0, ALLOW),
        ]
    new_limit = FIRST_VALUE + 8 * 2
    program += [
        (EQUAL, 0, 6, PRLIMIT),
        (LOAD, 0, 0, new_limit), (EQUAL, 0, 2, 0),
        (LOAD, 0, 0, new_limit + 4), (EQUAL, 1, 0, 0),
        (RETURN, 0, 0, ERROR | errno.EPERM), (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, ALLOW),
    ]  # fmt: skip
    return b"".join(struct.pack("HBBI", *line) for line in program)


class Program(ctypes.Structure):
    """``struct sock_fprog``: how many instructions, and where they are."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER_MODE = 38, 22, 2


def no_new_privileges() -> bool:
    """From now on nothing can be gained; what both shields of Linux ask for."""
    return int(ctypes.CDLL(None).prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)) == 0


def filter_calls() -> bool:
    """Refuse the calls listed; False where this is not Linux on x86-64."""
    if sys.platform != "linux" or platform.machine() != "x86_64" or not no_new_privileges():
        return False
    program = filter_program()
    kept = ctypes.create_string_buffer(program, len(program))
    described = Program(len(program) // 8, ctypes.cast(kept, ctypes.c_void_p))
    prctl = ctypes.CDLL(None).prctl
    return int(prctl(SET_SECCOMP, FILTER_MODE, ctypes.byref(described), 0, 0)) == 0


# --- files: Landlock -----------------------------------------------------------------------------

CREATE_RULES, ADD_RULE, RESTRICT = 444, 445, 446
EXECUTE, READ_FILE, READ_FOLDER = 1 << 0, 1 << 2, 1 << 3
READING = EXECUTE | READ_FILE | READ_FOLDER
EVERYTHING = (1 << 13) - 1
"""All that the first version of Landlock knows of, which every kernel with Landlock has."""


class Rule(ctypes.Structure):
    """``struct landlock_path_beneath_attr``."""

    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def readable() -> list[Path]:
    """What a policy may read: Python, its libraries, classkit; nothing of anybody's own."""
    own = [Path(__file__).resolve().parents[2]]
    found = [
        *own,
        *(Path(part) for part in ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/local/lib")),
        *(Path(part) for part in ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo")),
        *(Path(part) for part in ("/dev/null", "/dev/urandom")),
    ]
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for prefix in {sys.prefix, sys.base_prefix}:
        found += [Path(prefix) / "lib" / version, Path(prefix) / "lib64" / version]
    # packages that were installed in place, or elsewhere
    found += [Path(part) for part in sys.path if Path(part).name.endswith("-packages")]
    return [path for path in dict.fromkeys(found) if path.exists()]


def filter_files() -> bool:
    """Let nothing be read but what :func:`readable` lists; False where there is no Landlock."""
    if sys.platform != "linux" or not no_new_privileges():
        return False
    call = ctypes.CDLL(None).syscall
    handled = ctypes.c_uint64(EVERYTHING)
    rules = call(CREATE_RULES, ctypes.byref(handled), ctypes.sizeof(handled), 0)
    if rules < 0:
        return False
    for path in readable():
        folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
        allowed = READING if path.is_dir() else EXECUTE | READ_FILE
        call(ADD_RULE, rules, 1, ctypes.byref(Rule(allowed, folder)), 0)
        os.close(folder)
    done = call(RESTRICT, rules, 0) == 0
    os.close(rules)
    return bool(done)


def put_on(limits: Limits, wanted: tuple[str, ...] = ("limits", "files", "calls")) -> list[str]:
    """Put on the shields wanted; which of them are on."""
    steps = {"files": filter_files, "limits": lambda: limit(limits), "calls": filter_calls}
    return [name for name, step in steps.items() if name in wanted and step()]
