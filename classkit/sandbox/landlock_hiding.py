"""Hides folders inside readable ones with a second Landlock ruleset.

:mod:`.landlock` allows a folder with everything below it. A file can be read only if every ruleset
allows it, so a second ruleset allows the same files except the hidden ones.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from .landlock import (
    READ_FILE,
    SYS_LANDLOCK_CREATE_RULESET,
    SYS_LANDLOCK_RESTRICT_SELF,
    Ruleset,
    add_path_rule,
)
from .linux_syscalls import make_syscall


def hide_files(readable: Iterable[Path], hidden: Sequence[Path]) -> bool:
    """Deny reading the files in hidden folders. Return True on success.

    The restriction applies to this thread and everything it starts, and cannot be lifted. File
    names can still be listed.
    """
    handle = make_syscall(SYS_LANDLOCK_CREATE_RULESET, ctypes.byref(Ruleset(files=READ_FILE)), 8, 0)
    if handle < 0:
        return False
    try:
        for path in exclude_paths(readable, hidden):
            add_path_rule(handle, path, READ_FILE)
        return make_syscall(SYS_LANDLOCK_RESTRICT_SELF, handle, 0) == 0
    finally:
        os.close(handle)


def exclude_paths(readable: Iterable[Path], hidden: Iterable[Path]) -> list[Path]:
    """Return paths that together contain all readable files except the hidden ones."""
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
