"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file by `data`, or leave it as it was (OSError). Readable by this user alone.

    The data goes into a file beside the earlier one, is forced to the disk, and only then takes
    its place: a full disk or a power cut costs nothing that was there before.
    """
    handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)  # mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    if os.name == "posix":  # so that the new name, too, outlives a power cut
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
