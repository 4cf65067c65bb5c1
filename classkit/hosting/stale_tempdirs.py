"""Temporary folders of killed servers, which the next server removes.

Each server has one temporary folder, or two if its home is not writable, and holds a lock on each
while it runs. The system releases the locks when the server ends for any reason.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

from filelock import FileLock, Timeout

LOCK_FILE = "alive"
CONNECTIONS_FILE = "connections"


def lock_folder(folder: Path) -> FileLock:
    """Lock a server's folder until it is released or the process ends."""
    lock = FileLock(folder / LOCK_FILE, mode=0o600)
    lock.acquire(timeout=0)
    return lock


def save_connections_folder(folder: Path, connections: str) -> None:
    """Store the path of the folder with the kernels' connection files."""
    (folder / CONNECTIONS_FILE).write_bytes(os.fsencode(connections))


def remove_stale_folders(prefix: str) -> int:
    """Remove the folders of this user's dead servers. Return their number."""
    swept = 0
    for folder in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        with contextlib.suppress(OSError, Timeout):
            if not (is_own_folder(folder) and (folder / LOCK_FILE).is_file()):
                continue
            lock = FileLock(folder / LOCK_FILE)
            lock.acquire(timeout=0)  # raises Timeout if the server is alive
            with contextlib.suppress(OSError, ValueError):
                noted = Path(os.fsdecode((folder / CONNECTIONS_FILE).read_bytes()))
                if noted.name.startswith("voila_") and is_own_folder(noted):
                    shutil.rmtree(noted, ignore_errors=True)
            lock.release()
            shutil.rmtree(folder, ignore_errors=True)
            swept += 1
    return swept


def is_own_folder(folder: Path) -> bool:
    """Return True if a folder belongs to this user and is not a symbolic link."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
