"""What replaces the match on a table is complete, or nothing changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from .desk import Desk
from .present import fixed, now
from .sight import Sight


@contextmanager
def all_or_nothing(desk: Desk, sights: Sequence[Sight]) -> Iterator[Desk]:
    """Give a twin of the desk to work on; the desk becomes the twin once every sight can show it.

    Whatever is raised on the way, also when a page is made ready, leaves the desk as it was.
    """
    twin = desk.twin()
    yield twin
    for sight in sights:
        there = sight.twin(twin)
        fixed(there)
        now(there)
    desk.become(twin)
