"""Temporary folders for untrusted programs. They are removed regardless of their contents."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def temporary_folder(prefix: str) -> Iterator[str]:
    """Create a folder that is removed at the end of the block.

    >>> with temporary_folder("classkit-doctest-") as folder:
    ...     os.makedirs(f"{folder}/a/b")
    >>> os.path.exists(folder)
    False
    """
    folder = tempfile.mkdtemp(prefix=prefix)
    try:
        yield folder
    finally:
        remove_folder(folder)


def remove_folder(folder: str) -> None:
    """Remove a folder and as much of its contents as the system allows.

    Nested folders are first moved to the top, because a program may nest them deeper than the
    longest path that the system accepts.
    """
    lifted = 0
    ahead = [folder]
    while ahead:
        here = ahead.pop()
        with suppress(OSError):
            os.chmod(here, 0o700)  # the program may have removed the permissions
            with os.scandir(here) as found:
                inside = list(found)
            for one in inside:
                if one.is_dir(follow_symlinks=False) and here != folder:
                    lifted += 1
                    place = os.path.join(folder, f"lifted {os.getpid()} {lifted}")
                    os.chmod(one.path, 0o700)
                    os.rename(one.path, place)
                    ahead.append(place)
                elif one.is_dir(follow_symlinks=False):
                    ahead.append(one.path)
                else:
                    os.unlink(one.path)
            if here != folder:
                os.rmdir(here)
    with suppress(OSError):
        os.rmdir(folder)
