"""Attacks on whatever lies outside the sandbox: what is tried, and which shields stand against it.

Each is a few lines; what it would like to have it lays into ``value``. It is beaten when the lines
end in an error of the system. Names that are set: ``victim`` is a process of the same user,
``secret`` a file, ``folder`` its folder, ``port`` a server on this machine, ``door`` and
``abstract`` its sockets, ``shared`` a file in shared memory, ``parent`` who began the sandbox,
``package`` a folder of Python's; ``line`` is the number of one's own line.
"""

from __future__ import annotations

from typing import NamedTuple


class Attack(NamedTuple):
    """Some lines, and the shields any of which beats them; ``kinds`` of programs that try."""

    code: str
    by: frozenset[str]
    kinds: tuple[str, ...] = ("computing", "working")


def by(*shields: str) -> frozenset[str]:
    return frozenset(shields)


CALLS, FILES, SEEN = by("calls"), by("files", "room"), by("room")
WRITES = by("files", "room")
POLICY = ("computing",)
WORK = ("working",)

SIGNALS = {
    "the owner of its line": "fcntl.fcntl(line, 8, victim)",
    "the owner of its line, at length": (
        "fcntl.fcntl(line, 15, bytes((ctypes.c_int * 2)(1, victim)))"
    ),
    "which signal its line sends": "fcntl.fcntl(line, 10, 9)",
    "signals of its line": "fcntl.fcntl(line, 4, 0o20000)",
    "the owner of its line, with a wide number": "raw(72, line, 8 | 1 << 32, victim)",
    "the owner of its line, otherwise": "raw(16, line, 0x8901, ctypes.byref(ctypes.c_int(victim)))",
    "the owner of its line, of sockets": (
        "raw(16, line, 0x8902, ctypes.byref(ctypes.c_int(victim)))"
    ),
    "signals of its line, otherwise": "raw(16, line, 0x5452, ctypes.byref(ctypes.c_int(1)))",
    "a lease": "fcntl.fcntl(os.open('/dev/null', 0), 1024, 0)",
    "news of a folder": "fcntl.fcntl(line, 1026, 1)",
    "kill": "os.kill(victim, 9)",
    "stop": "os.kill(victim, signal.SIGSTOP)",
    "is it there": "os.kill(victim, 0)",
    "kill the parent": "os.kill(parent, 9)",
    "stop the parent": "os.kill(os.getppid(), signal.SIGSTOP)",
    "kill all": "raw(62, -1, 0)",
    "kill its group": "raw(62, 0, 0)",
    "kill a thread": "raw(200, victim, 9)",
    "kill a thread of": "raw(234, victim, victim, 9)",
    "queue a signal": "raw(129, victim, 9, (ctypes.c_char * 128)())",
    "queue a signal to a thread": "raw(297, victim, victim, 9, (ctypes.c_char * 128)())",
    "a timer for another": (
        "event = (ctypes.c_int * 16)(0, 0, 9, 4, victim)\n"
        "raw(222, 0, event, ctypes.byref(ctypes.c_int()))"
    ),
    "a message queue's news": "raw(240, b'/q', 0o102, 0o600, 0)",
    "a handle on a process": "raw(434, victim, 0)",
    "a handle on the parent": "os.pidfd_open(os.getppid())",
    "a signal through a handle": "raw(424, line, 9, 0, 0)",
    "its open files": "raw(438, line, 0, 0)",
    "when a parent dies": "number(libc.prctl(1, 9, 0, 0, 0))",
    "orphans": "number(libc.prctl(36, 1, 0, 0, 0))",
}
"""Each of them reaches for another process."""

PROCESSES = {
    "trace": "raw(101, 16, victim, 0, 0)",
    "trace, seized": "raw(101, 0x4206, victim, 0, 0)",
    "read memory": "raw(310, victim, 0, 0, 0, 0, 0)",
    "write memory": "raw(311, victim, 0, 0, 0, 0, 0)",
    "advise on memory": "raw(440, line, 0, 0, 0, 0)",
    "let go of memory": "raw(448, line, 0)",
    "move pages": "raw(279, victim, 0, 0, 0, 0, 0)",
    "migrate pages": "raw(256, victim, 0, 0, 0)",
    "compare": "raw(312, victim, parent, 0, 0, 0)",
    "limit another": "raw(302, victim, 7, 0, (ctypes.c_long * 2)())",
    "ask another's limit": (
        "import resource\nif not resource.prlimit(victim, resource.RLIMIT_NOFILE): pass"
    ),
    "raise its limit": "raw(302, 0, 7, (ctypes.c_long * 2)(4096, 4096), 0)",
    "raise its limit, as of old": "raw(160, 7, (ctypes.c_long * 2)(4096, 4096))",
    "priority": "os.setpriority(os.PRIO_PROCESS, victim, 19)",
    "its own priority": "os.nice(-5)",
    "processors": "os.sched_setaffinity(victim, {0})",
    "scheduler": "os.sched_setscheduler(victim, os.SCHED_BATCH, os.sched_param(0))",
    "scheduler, at length": "raw(314, victim, (ctypes.c_int * 12)(48), 0)",
    "priority of disks": "raw(251, 1, victim, 0)",
    "futexes of another": "raw(274, victim, (ctypes.c_long * 1)(), (ctypes.c_long * 1)())",
    "core groups": "number(libc.prctl(62, 1, victim, 0, 0))",
    "speculation": "number(libc.prctl(53, 0, 2, 0, 0))",
    "filter anew": "raw(317, 0, 0, 0)",
    "filter anew, as of old": "number(libc.prctl(22, 2, 0, 0, 0))",
    "let others trace it": "number(libc.prctl(0x59616D61, victim, 0, 0, 0))",
    "be looked into": "number(libc.prctl(4, 1, 0, 0, 0))",
    "lay out its memory": "number(libc.prctl(35, 1, 0, 0, 0))",
    "a child of its parent": "raw(56, 0x8000 | 9, 0, 0, 0, 0)",
    "session of another": "os.getsid(victim)",
    "ask another's priority": "os.getpriority(os.PRIO_PROCESS, victim)",
    "a timer to be read": "raw(283, 0, 0)",
    "signals to be read": "raw(289, -1, ctypes.byref(ctypes.c_long()), 8, 0)",
    "personality": "raw(135, 0x0040000)",
}

SYSTEM = {
    "performance events": "raw(298, (ctypes.c_char * 128)(), 0, -1, -1, 0)",
    "bpf": "raw(321, 0, (ctypes.c_char * 128)(), 128)",
    "io_uring": "raw(425, 1, (ctypes.c_char * 128)())",
    "user faults": "raw(323, 0)",
    "a key": "raw(248, b'user', b'k', b'v', 1, -3)",
    "ask for a key": "raw(249, b'user', b'k', 0, -3)",
    "keys": "raw(250, 0, -3, 0)",
    "namespaces": "raw(272, 0x10000000)",
    "another's namespace": "raw(308, line, 0)",
    "a child in a namespace": "raw(56, 0x10000000 | 17, 0, 0, 0, 0)",
    "a child in a namespace, anew": "raw(435, (ctypes.c_long * 11)(0x10000000), 88)",
    "mount": "number(libc.mount(b'x', b'/', b'tmpfs', ctypes.c_ulong(0), None))",
    "mount anew": "raw(429, -100, b'/', 0)",
    "unmount": "number(libc.umount2(b'/', 2))",
    "another root": "os.chroot('/')",
    "pivot": "raw(155, b'.', b'.')",
    "a file by its handle": "raw(304, -100, (ctypes.c_char * 64)(), 0)",
    "the handle of a file": "raw(303, -100, b'/', (ctypes.c_char * 64)(), (ctypes.c_int)(), 0)",
    "quotas": "raw(179, 0, 0, 0, 0)",
    "the name of the machine": "socket.sethostname('x')",
    "the time": "raw(227, 0, (ctypes.c_long * 2)())",
    "the log": "raw(103, 3, 0, 0)",
    "modules": "raw(313, line, b'', 0)",
    "reboot": "raw(169, 0, 0, 0, 0)",
    "another user": "os.setuid(os.getuid())",
    "capabilities": "raw(126, (ctypes.c_uint32 * 2)(0x20080522), (ctypes.c_uint32 * 6)())",
    "a new landlock": "raw(444, 0, 0, 1)",
    "watch everything": "raw(300, 0, 0)",
    "watch a folder": "raw(294, 0)",
    "a file in memory": "os.memfd_create('x')",
    "secret memory": "raw(447, 0)",
    "a program by its file": "raw(322, line, b'', 0, 0, 0x1000)",
    "locked memory": "raw(149, 0, 4096)",
    "a call of tomorrow": "raw(9999)",
    "a larger pipe": "fcntl.fcntl(line, 1031, 1 << 20)",
    "all disks written": "raw(162)",
    "room for nothing": "raw(285, line, 0, 0, 1 << 40)",
    "from file to file": "raw(275, line, 0, line, 0, 1, 0)",
    "a device": "os.mknod('own', 0o20600, os.makedev(1, 1))",
    "a named pipe": "os.mkfifo('own')",
    "a tree of files": "raw(428, -100, b'/', 1)",
    "how full a disk is": "os.statvfs('/')",
    "pages of others": "raw(27, 0, 4096, (ctypes.c_char * 9)())",
    "asynchronous files": "raw(206, 1, (ctypes.c_long * 1)())",
    "a lock on Python's files": "fcntl.flock(os.open(package + '/os.py', 0), 2)",
}

TALK = {
    "the network": "socket.socket()",
    "the network, datagrams": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
    "the network of this machine": "socket.create_connection(('127.0.0.1', port), 5)",
    "a socket in a file": "socket.socket(socket.AF_UNIX).connect(door)",
    "an abstract socket": "socket.socket(socket.AF_UNIX).connect(abstract)",
    "messages of the kernel": "socket.socket(16, 3)",
    "raw packets": "socket.socket(17, 3)",
    "sockets of machines": "socket.socket(40, 1)",
    "a pair that writes to whom it likes": "socket.socketpair(1, socket.SOCK_DGRAM)",
    "connect its line": "raw(42, line, b'\\1\\0' + door.encode(), 2 + len(door))",
    "bind its line": "raw(49, line, b'\\1\\0\\0own', 6)",
    "write to an address": "raw(44, line, b'x', 1, 0, b'\\1\\0' + door.encode(), 2 + len(door))",
    "an urgent word": "raw(44, line, b'x', 1, 1, 0, 0)",
    "an urgent word, at length": "raw(46, line, (ctypes.c_char * 56)(), 1)",
    "wait for an urgent word": "raw(45, line, (ctypes.c_char * 1)(), 1, 0x41, 0, 0)",
    "wait for an urgent word, at length": "raw(47, line, (ctypes.c_char * 56)(), 0x41)",
    "settings of its line": "raw(54, line, 1, 26, (ctypes.c_char * 16)(), 16)",
    "shared memory": "raw(29, 1234, 4096, 0o1666)",
    "semaphores": "raw(64, 1234, 1, 0o1666)",
    "messages": "raw(68, 1234, 0o1666)",
    "type into a terminal": "raw(16, 0, 0x5412, ctypes.byref(ctypes.c_char(b'x')))",
    "paste into a terminal": "raw(16, 0, 0x541C, ctypes.byref(ctypes.c_char(b'\\3')))",
}

ALONE = {
    "a copy of itself": "os.fork()",
    "a thread": "import threading; threading.Thread(target=print).start()",
    "a program": "os.execv('/bin/true', ['true'])",
    "a program beside it": "import subprocess; subprocess.run(['true'])",
    "its session": "os.setsid()",
    "a pipe": "os.pipe()",
    "a file of its own": "open('own', 'w')",
    "a file without a name": "os.open('.', 0o20200000 | 2)",
    "another folder": "os.chdir('/')",
    "a pair of sockets": "socket.socketpair()",
    "processors of another": "os.sched_getaffinity(victim)",
}
"""What a program may not that only computes."""

READING = {
    "a secret": "value = open(secret).read()",
    "a secret, beside": "value = os.listdir(folder)",
    "a secret, by a long way": "value = open('/usr/lib/../..' + secret).read()",
    "a secret, from its own place": "value = open('/proc/self/root' + secret).read()",
    "a secret, from its own folder": "value = open('/proc/self/cwd/../../../..' + secret).read()",
    "memory of another": "value = open(f'/proc/{victim}/mem', 'rb').read(1)",
    "memory of the parent": "value = open(f'/proc/{parent}/mem', 'rb').read(1)",
    "words of another": "value = open(f'/proc/{victim}/cmdline').read()",
    "the environment of the parent": "value = open(f'/proc/{parent}/environ').read()",
    "its own map": "value = open('/proc/self/maps').read()",
    "who runs": "value = os.listdir('/proc')",
    "shared memory of others": "value = open(shared).read()",
    "homes": "value = os.listdir('/root')",
    "passwords": "value = open('/etc/shadow').read()",
    "users": "value = open('/etc/passwd').read()",
    "what was begun": "value = os.listdir('/tmp')",
    "a disk": "value = os.listdir('/dev')",
    "a terminal": "value = os.open('/dev/tty', os.O_RDWR)",
    "a new terminal": "value = os.open('/dev/ptmx', os.O_RDWR)",
}

WRITING = {
    "over a secret": "open(secret, 'w').write('x')",
    "after a secret": "open(secret, 'a').write('x')",
    "a new file": "open(folder + '/new', 'w')",
    "cut a secret off": "os.open(secret, os.O_RDONLY | os.O_TRUNC)",
    "cut a secret off, by name": "os.truncate(secret, 0)",
    "remove a secret": "os.remove(secret)",
    "rename a secret": "os.rename(secret, secret + 'x')",
    "link a secret": "os.link(secret, 'mine')",
    "a folder": "os.mkdir(folder + '/new')",
    "remove a folder": "os.rmdir(folder)",
    "a link outside": "os.symlink('x', folder + '/new')",
    "a pipe outside": "os.mkfifo(folder + '/new')",
    "into itself": "open('/proc/self/mem', 'r+b')",
    "into the packages": "open(package + '/evil.py', 'w')",
    "over the packages": "open(package + '/os.py', 'r+')",
    "into compiled packages": "open(package + '/__pycache__/evil.pyc', 'wb')",
    "what may be killed first": "open(f'/proc/{victim}/oom_score_adj', 'w').write('1000')",
    "what may be killed first, itself": "open('/proc/self/oom_score_adj', 'w').write('-1')",
    "shared memory": "open('/dev/shm/evil', 'w')",
    "temporary files": "open('/tmp/evil', 'w')",
    "how cores are kept": "open('/proc/sys/kernel/core_pattern', 'w')",
}

UNSEEN = {
    "is there a secret": "value = os.stat(secret)",
    "is there a secret, once more": "value = os.lstat(secret)",
    "how large is it": "value = os.stat(secret).st_size",
    "may it be read": "raw(21, secret.encode(), 0)",
    "where does it lead": "value = os.readlink(folder + '/link')",
    "is there such a process": "value = os.stat(f'/proc/{victim}')",
    "are there users": "value = os.lstat('/etc/passwd')",
}

CHANGES = {
    "mode": "os.chmod(secret, 0o777)",
    "mode, at length": "raw(452, -100, secret.encode(), 0o777, 0)",
    "times": "os.utime(secret, (1, 1))",
}
"""A program that works is told that these were done: copying a file sets them."""
OWNERS = {
    "owner": "os.chown(secret, os.getuid(), os.getgid())",
    "a note on it": "os.setxattr(secret, 'user.x', b'x')",
}


def attacks() -> dict[str, Attack]:
    """All of them, by name."""
    found: dict[str, Attack] = {}
    for group, shields, kinds in (
        (SIGNALS, CALLS, None), (PROCESSES, CALLS, None), (SYSTEM, CALLS, None),
        (TALK, CALLS, None), (ALONE, CALLS, POLICY), (READING, FILES, None),
        (UNSEEN, SEEN, None), (OWNERS, by("calls", "room"), None),
        (CHANGES, by("calls", "room"), POLICY),
    ):  # fmt: skip
        for name, code in group.items():
            what = f"{name}, as a file" if name in found else name
            found[what] = Attack(code, shields, kinds or ("computing", "working"))
    for name, code in WRITING.items():
        found[f"writes {name}"] = Attack(code, by("calls", *WRITES), POLICY)
        found[f"writes {name}, at work"] = Attack(code, WRITES, WORK)
    return found
