"""What a server that was killed has left in the temporary folder, swept away by the next one.

Each server has a folder of its own there, two where the home cannot be written to, and holds a
lock in each as long as it lives. The system lets go of the locks when the server dies, however that
happens.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

from filelock import FileLock, Timeout

LOCK = "alive"
CONNECTIONS = "connections"


def claim(folder: Path) -> FileLock:
    """Hold a server's folder until it is released or the process ends."""
    lock = FileLock(folder / LOCK, mode=0o600)
    lock.acquire(timeout=0)
    return lock


def note_connections(folder: Path, connections: str) -> None:
    """Note down where the server keeps the files by which kernels are reached."""
    (folder / CONNECTIONS).write_bytes(os.fsencode(connections))


def sweep(prefix: str) -> int:
    """Remove what dead servers of this user have left; gives how many there were."""
    swept = 0
    for folder in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        with contextlib.suppress(OSError, Timeout):
            if not (is_ours(folder) and (folder / LOCK).is_file()):
                continue
            lock = FileLock(folder / LOCK)
            lock.acquire(timeout=0)  # Timeout: it lives
            with contextlib.suppress(OSError, ValueError):
                noted = Path(os.fsdecode((folder / CONNECTIONS).read_bytes()))
                if noted.name.startswith("voila_") and is_ours(noted):
                    shutil.rmtree(noted, ignore_errors=True)
            lock.release()
            shutil.rmtree(folder, ignore_errors=True)
            swept += 1
    return swept


def is_ours(folder: Path) -> bool:
    """Whether it is a folder, no link to one, and belongs to whoever runs this."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
