"""What replaces the match on a table is complete, or nothing changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .desk import Desk
from .present import fixed, now


@contextmanager
def all_or_nothing(desk: Desk) -> Iterator[Desk]:
    """A twin of the desk to work on; the desk becomes the twin once it is seen that it shows.

    Whatever is raised on the way, also when the page is made ready, leaves the desk as it was.
    """
    twin = desk.twin()
    yield twin
    fixed(twin)
    now(twin)
    desk.become(twin)
