"""Python's garbage collector in a process that does nothing but play matches."""

from __future__ import annotations

import gc

NEW_THINGS = 10_000
"""So many new containers bring the collector; Python's own figure is for short programs."""


def calm_collector() -> None:
    """Let the collector look less often, and never again at what is loaded by now.

    Hardly anything of a match holds itself: most is freed at once, as soon as nobody needs it, and
    the collector finds nothing. Left as it is, it takes a sixteenth of the time in which bots play.

    >>> before = gc.get_threshold()
    >>> calm_collector()
    >>> gc.get_threshold()[0], gc.get_freeze_count() > 0
    (10000, True)
    >>> gc.unfreeze(); gc.set_threshold(*before)
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_THINGS)
