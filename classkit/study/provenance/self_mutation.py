"""What a game or a policy has changed itself, while a study of this session played it.

That functions write is not always to be read from their text (:mod:`.mutable_globals`): a
defaultdict grows as it is read, and a helper appends to what it is given. So the values that a
study finds are compared with those that it leaves. As long as something is as a study left it,
nobody has changed it since, and it counts as it was before that study: that is what the file of
results bears, and what a new session begins with. Anything else is somebody's change, and counts as
it is.

Only studies that play to their end in one call are watched: while futures are paused, a teacher may
change a setting. What a policy does in a match by hand is therefore a change too, unless its text
tells that it writes there. An error which names the value seemed a smaller surprise than results
of other code without a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from .reachable_code import ReachableCode, find_reachable, get_place
from .user_modules import GAMES

left: dict[tuple[str, str], str | None] = {}
"""(place, mark of what a study left there) -> the mark before it; None if nothing was there."""


def effective_hashes(found: ReachableCode) -> dict[str, str]:
    """Return the marks of everything by place, without what studies of this session did to it."""
    counted = {place: left.get((place, mark), mark) for place, mark in found.marks.items()}
    return {place: mark for place, mark in counted.items() if mark is not None}


@contextmanager
def watch_mutations(things: Iterable[Any]) -> Iterator[None]:
    """Note what these things change themselves meanwhile. The games of classkit change nothing."""
    own = [thing for thing in things if not get_place(thing).startswith(GAMES)]
    before = [effective_hashes(find_reachable([thing])) for thing in own]
    try:
        yield
    finally:
        for thing, marks in zip(own, before, strict=True):
            for place, mark in find_reachable([thing]).marks.items():
                if mark != marks.get(place):
                    left[place, mark] = marks.get(place)
