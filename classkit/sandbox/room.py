"""The room: a root folder of one's own, where Linux lets ordinary users make one.

It uses user namespaces. Whatever is not mounted in the room does not exist there, not even by
name. The room also has an empty network and shared memory of its own.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from .kernel import call, library, machine

USERS, MOUNTS, NETWORK, SHARED_MEMORY, NAME = (
    0x10000000, 0x00020000, 0x40000000, 0x08000000, 0x04000000,
)  # fmt: skip
BIND, WITH_ALL_BELOW, PRIVATE, DETACH = 0x1000, 0x4000, 1 << 18, 2
MOUNT_SETTINGS = 442
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
HERE, ALL_BELOW = -100, 0x8000
READ_ONLY, NO_SET_USER = 1, 2
FEW = b"size=1m,nr_inodes=4k,mode=755"
FILES_MAX = 5_000
"""Files and folders that may lie in the folder of a program that works."""
LINKS_MAX = 40


class Settings(ctypes.Structure):
    """``struct mount_attr``."""

    _fields_ = (
        ("put", ctypes.c_uint64),
        ("cleared", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("users", ctypes.c_uint64),
    )


def enter(
    readable: Sequence[Path], folder: Path, size: int = 0, hidden: Sequence[Path] = ()
) -> bool:
    """Enter a room that holds the readable files and an empty ``folder``. Return False if refused.

    With a ``size`` in bytes, that much may be written into the folder; it is never visible outside
    and is gone at the end. Folders that are ``hidden`` are empty. The process must have a single
    thread.
    """
    if machine() not in PIVOT_ROOT:
        return False
    folder = folder.resolve()
    user, group = os.getuid(), os.getgid()
    if library().unshare(USERS | MOUNTS | NETWORK | SHARED_MEMORY | NAME):
        return False
    try:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
        furnish(readable, folder, size, hidden)
        return True
    except OSError:
        return False
    finally:
        with suppress(OSError):
            os.chdir(folder)


def furnish(readable: Sequence[Path], folder: Path, size: int, hidden: Sequence[Path]) -> None:
    """Build the room on top of the folder, and make it the root."""
    mount("none", "/", WITH_ALL_BELOW | PRIVATE)
    mount("room", str(folder), 0, "tmpfs", FEW)
    root = str(folder)
    for path in readable:
        mount_readable(root, path)
    for path in hidden:
        cover(root + str(path.resolve()))
    # beside the Python at /proc/self/exe some builds look for their library
    os.makedirs(f"{root}/proc/self", exist_ok=True)
    os.symlink(os.readlink("/proc/self/exe"), f"{root}/proc/self/exe")
    own = root + str(folder)
    os.makedirs(own, exist_ok=True)
    if size:
        mount("folder", own, 0, "tmpfs", f"size={size},nr_inodes={FILES_MAX},mode=700".encode())
    make_read_only(root, 0)
    os.chdir(root)
    raise_on_error(call(PIVOT_ROOT[machine()], b".", b"."))
    raise_on_error(library().umount2(b".", DETACH))
    os.chdir("/")


def mount_readable(root: str, path: Path) -> None:
    """Mount a file or folder in the room, read-only, with the links that lead to it."""
    real = path.resolve()
    for link, target in links(path):
        place = root + str(link)
        if not os.path.lexists(place):
            os.makedirs(os.path.dirname(place), exist_ok=True)
            os.symlink(target, place)
    place = root + str(real)
    if os.path.lexists(place) and os.path.samefile(place, real):
        return  # it lies in a folder that is mounted already
    if real.is_dir():
        os.makedirs(place, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        Path(place).touch()
    mount(str(real), place, BIND | WITH_ALL_BELOW)
    make_read_only(place, ALL_BELOW)


def cover(place: str) -> None:
    """Cover a folder, if it is in the room, with an empty one that nobody can write into."""
    if os.path.isdir(place):
        mount("hidden", place, 0, "tmpfs", b"size=4k,nr_inodes=2,mode=555")
        make_read_only(place, 0)


def links(path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the symbolic links on the way to the target of a path, each with its own target."""
    for _ in range(LINKS_MAX):
        on_the_way = [path, *path.parents]
        link = next((one for one in reversed(on_the_way) if one.is_symlink()), None)
        if link is None:
            return
        target = os.readlink(link)
        yield link, target
        path = Path(os.path.normpath(link.parent / target)) / path.relative_to(link)


def mount(source: str, target: str, how: int, kind: str = "", settings: bytes = b"") -> None:
    """Mount something; raise OSError if that fails."""
    done = library().mount(
        source.encode(), os.fsencode(target), kind.encode(), ctypes.c_ulong(how), settings
    )
    raise_on_error(done)


def make_read_only(place: str, how: int) -> None:
    """Make a mount read-only, and let no program in it run as another user."""
    wanted = Settings(put=READ_ONLY | NO_SET_USER)
    size = ctypes.sizeof(wanted)
    raise_on_error(call(MOUNT_SETTINGS, HERE, os.fsencode(place), how, ctypes.byref(wanted), size))


def raise_on_error(result: int) -> None:
    """Raise OSError if a call failed."""
    if result:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
