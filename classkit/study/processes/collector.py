"""Python's garbage collector in a process that does nothing but play matches."""

from __future__ import annotations

import gc

NEW_THINGS = 10_000
"""New containers after which the collector runs; Python's own figure is for short programs."""


def calm_collector() -> None:
    """Let the collector run less often, and ignore everything loaded so far.

    Hardly any object of a match is part of a cycle: nearly all are freed as soon as nobody needs
    them, and the collector finds nothing. At Python's setting it takes a sixteenth of the time in
    which bots play.

    >>> before = gc.get_threshold()
    >>> calm_collector()
    >>> gc.get_threshold()[0], gc.get_freeze_count() > 0
    (10000, True)
    >>> gc.unfreeze(); gc.set_threshold(*before)
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_THINGS)
