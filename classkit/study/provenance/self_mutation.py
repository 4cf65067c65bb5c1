"""Changes that a game or a policy made itself while a study of this session played it.

The source does not always show what a function writes (:mod:`.mutable_globals`): a defaultdict
grows when it is read, and a helper appends to its argument. So the values before and after a study
are compared. A value that is still as a study left it was not changed by anybody since, and counts
as it was before that study; that is the value in the results file and at the start of a new
session. Any other difference is a user's change and counts.

Only studies that play to their end in one call are watched: while futures are paused, a teacher may
change a setting. What a policy does in a match played by hand is therefore also a change, unless
its source shows that it writes there. An error that names the value is better than results that
silently come from different code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from .reachable_code import ReachableCode, find_reachable, get_place
from .user_modules import GAMES

left: dict[tuple[str, str], str | None] = {}
"""(place, hash of what a study left there) -> the hash before it; None if nothing was there."""


def effective_hashes(found: ReachableCode) -> dict[str, str]:
    """Return all hashes by place, without the changes that studies of this session caused."""
    counted = {place: left.get((place, mark), mark) for place, mark in found.marks.items()}
    return {place: mark for place, mark in counted.items() if mark is not None}


@contextmanager
def watch_mutations(things: Iterable[Any]) -> Iterator[None]:
    """Record what these things change themselves in the meantime; shipped games change nothing."""
    own = [thing for thing in things if not get_place(thing).startswith(GAMES)]
    before = [effective_hashes(find_reachable([thing])) for thing in own]
    try:
        yield
    finally:
        for thing, marks in zip(own, before, strict=True):
            for place, mark in find_reachable([thing]).marks.items():
                if mark != marks.get(place):
                    left[place, mark] = marks.get(place)
