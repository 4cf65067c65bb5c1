"""Temporary folders that a killed server has left behind, removed by the next one.

Each server has one temporary folder, or two if its home cannot be written to, and holds a lock in
each as long as it lives. The system releases the locks when the server dies, however that happens.
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
    """Lock a server's folder until it is released or the process ends."""
    lock = FileLock(folder / LOCK, mode=0o600)
    lock.acquire(timeout=0)
    return lock


def note_connections(folder: Path, connections: str) -> None:
    """Note where the server keeps its kernels' connection files."""
    (folder / CONNECTIONS).write_bytes(os.fsencode(connections))


def sweep(prefix: str) -> int:
    """Remove what dead servers of this user have left. Return how many there were."""
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
    """Return True for a folder, not a link to one, that belongs to this user."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
