"""Records the files and folders that a block of code opens, based on audit events."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

AUDIT_EVENTS = frozenset({"open", "os.listdir", "os.scandir", "glob.glob"})
_opened_paths: list[str] | None = None
_is_hooked = False


def _audit_hook(event: str, args: tuple[Any, ...]) -> None:
    if (
        _opened_paths is not None
        and event in AUDIT_EVENTS
        and isinstance(args[0], (str, bytes, os.PathLike))
    ):
        _opened_paths.append(os.fsdecode(args[0]))


@contextmanager
def audit_opens() -> Iterator[list[str]]:
    """Record the names of all files and folders that the block opens."""
    global _opened_paths, _is_hooked
    if not _is_hooked:  # an audit hook cannot be removed, so one is enough
        sys.addaudithook(_audit_hook)
        _is_hooked = True
    _opened_paths = []
    try:
        yield _opened_paths
    finally:
        _opened_paths = None
