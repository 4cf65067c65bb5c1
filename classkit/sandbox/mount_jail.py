"""Separate root folder ("room") for a process, using Linux user namespaces.

Files that are not mounted there do not exist for the process, not even by name. It also gets a
network namespace without interfaces, and separate shared memory.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from .linux_syscalls import get_machine, load_libc, make_syscall

CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS = (
    0x10000000, 0x00020000, 0x40000000, 0x08000000, 0x04000000,
)  # fmt: skip
MS_BIND, MS_REC, MS_PRIVATE, MNT_DETACH = 0x1000, 0x4000, 1 << 18, 2
SYS_MOUNT_SETATTR = 442
SYS_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
AT_FDCWD, AT_RECURSIVE = -100, 0x8000
MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID = 1, 2
TMPFS_OPTIONS = b"size=1m,nr_inodes=4k,mode=755"
MAX_FILES = 5_000
"""Maximum number of files and folders in the working folder of a program."""
MAX_LINKS = 40


class MountAttr(ctypes.Structure):
    """``struct mount_attr``."""

    _fields_ = (
        ("put", ctypes.c_uint64),
        ("cleared", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("users", ctypes.c_uint64),
    )


def enter_root(
    readable: Sequence[Path], folder: Path, size: int = 0, hidden: Sequence[Path] = ()
) -> bool:
    """Enter a root folder with the readable files and an empty ``folder``. Return False if refused.

    The process must have a single thread.

    Args:
        readable: Files and folders to mount read-only.
        folder: Working folder of the process.
        size: Maximum number of bytes that can be saved in ``folder``. They are never visible
            outside, and are lost when the process ends.
        hidden: Folders that appear empty.
    """
    if get_machine() not in SYS_PIVOT_ROOT:
        return False
    folder = folder.resolve()
    user, group = os.getuid(), os.getgid()
    if load_libc().unshare(
        CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
    ):
        return False
    try:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
        build_root(readable, folder, size, hidden)
        return True
    except OSError:
        return False
    finally:
        with suppress(OSError):
            os.chdir(folder)


def build_root(readable: Sequence[Path], folder: Path, size: int, hidden: Sequence[Path]) -> None:
    """Build the root on top of the folder, and switch to it."""
    mount("none", "/", MS_REC | MS_PRIVATE)
    mount("room", str(folder), 0, "tmpfs", TMPFS_OPTIONS)
    root = str(folder)
    for path in readable:
        mount_readable(root, path)
    for path in hidden:
        hide_folder(root + str(path.resolve()))
    # some Python builds locate their library through /proc/self/exe
    os.makedirs(f"{root}/proc/self", exist_ok=True)
    os.symlink(os.readlink("/proc/self/exe"), f"{root}/proc/self/exe")
    own = root + str(folder)
    os.makedirs(own, exist_ok=True)
    if size:
        mount("folder", own, 0, "tmpfs", f"size={size},nr_inodes={MAX_FILES},mode=700".encode())
    make_read_only(root, 0)
    os.chdir(root)
    raise_on_error(make_syscall(SYS_PIVOT_ROOT[get_machine()], b".", b"."))
    raise_on_error(load_libc().umount2(b".", MNT_DETACH))
    os.chdir("/")


def mount_readable(root: str, path: Path) -> None:
    """Mount a file or folder, and the symbolic links that lead to it, read-only in the room."""
    real = path.resolve()
    for link, target in iter_links(path):
        place = root + str(link)
        if not os.path.lexists(place):
            os.makedirs(os.path.dirname(place), exist_ok=True)
            os.symlink(target, place)
    place = root + str(real)
    if os.path.lexists(place) and os.path.samefile(place, real):
        return  # it is in a folder that is already mounted
    if real.is_dir():
        os.makedirs(place, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        Path(place).touch()
    mount(str(real), place, MS_BIND | MS_REC)
    make_read_only(place, AT_RECURSIVE)


def hide_folder(place: str) -> None:
    """Cover a mounted folder with an empty read-only one."""
    if os.path.isdir(place):
        mount("hidden", place, 0, "tmpfs", b"size=4k,nr_inodes=2,mode=555")
        make_read_only(place, 0)


def iter_links(path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the symbolic links on the way to a path's target, and their targets."""
    for _ in range(MAX_LINKS):
        on_the_way = [path, *path.parents]
        link = next((one for one in reversed(on_the_way) if one.is_symlink()), None)
        if link is None:
            return
        target = os.readlink(link)
        yield link, target
        path = Path(os.path.normpath(link.parent / target)) / path.relative_to(link)


def mount(source: str, target: str, how: int, kind: str = "", settings: bytes = b"") -> None:
    """Mount a file system. Raise OSError on failure."""
    done = load_libc().mount(
        source.encode(), os.fsencode(target), kind.encode(), ctypes.c_ulong(how), settings
    )
    raise_on_error(done)


def make_read_only(place: str, how: int) -> None:
    """Make a mount read-only, and ignore set-user-ID bits in it."""
    wanted = MountAttr(put=MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID)
    size = ctypes.sizeof(wanted)
    raise_on_error(
        make_syscall(
            SYS_MOUNT_SETATTR, AT_FDCWD, os.fsencode(place), how, ctypes.byref(wanted), size
        )
    )


def raise_on_error(result: int) -> None:
    """Raise OSError unless the result of a call is 0."""
    if result:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
