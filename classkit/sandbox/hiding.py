"""Folders that stay shut although they lie among readable ones, by a second rule of Landlock's.

:mod:`.landlock` opens folders with everything below them. Rules of Landlock add up: a file can be
read only if each of them allows it. So a second one allows the same files, but for the hidden ones.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from .kernel import call
from .landlock import CREATE, READ_FILE, RESTRICT, Ruleset, allow


def hide_files(readable: Iterable[Path], hidden: Sequence[Path]) -> bool:
    """Let nothing that is hidden be read any more. Return True if it worked.

    It holds for this thread and all that it starts, and cannot be undone. The names of files can
    still be listed.
    """
    handle = call(CREATE, ctypes.byref(Ruleset(files=READ_FILE)), 8, 0)
    if handle < 0:
        return False
    try:
        for path in apart_from(readable, hidden):
            allow(handle, path, READ_FILE)
        return call(RESTRICT, handle, 0) == 0
    finally:
        os.close(handle)


def apart_from(readable: Iterable[Path], hidden: Iterable[Path]) -> list[Path]:
    """Return paths that together hold everything readable and nothing hidden."""
    shut = {path.resolve() for path in hidden}
    on_the_way = {parent for path in shut for parent in path.parents}
    found: list[Path] = []
    seen: set[Path] = set()
    ahead = list(readable)
    while ahead:
        path = ahead.pop().resolve()
        if path in seen or not shut.isdisjoint((path, *path.parents)):
            continue
        seen.add(path)
        if path in on_the_way:
            ahead += path.iterdir()
        else:
            found.append(path)
    return found
