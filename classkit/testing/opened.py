"""Files and folders that a stretch of code opens, as Python itself reports them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

EVENTS = frozenset({"open", "os.listdir", "os.scandir", "glob.glob"})
_noted: list[str] | None = None
_heard = False


def _hear(event: str, args: tuple[Any, ...]) -> None:
    if _noted is not None and event in EVENTS and isinstance(args[0], (str, bytes, os.PathLike)):
        _noted.append(os.fsdecode(args[0]))


@contextmanager
def noted() -> Iterator[list[str]]:
    """Collect the names of all files and folders opened meanwhile."""
    global _noted, _heard
    if not _heard:  # an audit hook cannot be removed, so one is enough
        sys.addaudithook(_hear)
        _heard = True
    _noted = []
    try:
        yield _noted
    finally:
        _noted = None
