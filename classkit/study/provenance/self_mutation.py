"""Changes that a game or policy made itself while a study in this session played it.

The source does not always show the values that a function writes (:mod:`.mutable_globals`): a
defaultdict grows when it is read, and a helper appends to its argument. Therefore values are
compared before and after a study. If a value is still the same as after a study, nobody else has
changed it, so its hash from before that study is used. This is the hash in the results file and at
the start of a new session. Any other difference counts as a change by the user.

Only studies that play to their end in one call are watched, because a teacher may change a setting
while futures are paused. Changes that a policy makes in a match played by hand therefore count as
changes by the user, unless its source shows the write. An error that names the value is better than
results that silently depend on different code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from .reachable_code import ReachableCode, find_reachable, get_place
from .user_modules import GAMES

left: dict[tuple[str, str], str | None] = {}
"""Maps (place, hash after a study) to the hash before the study, or None if there was none."""


def effective_hashes(found: ReachableCode) -> dict[str, str]:
    """Return all hashes by place, without the changes that studies of this session caused."""
    counted = {place: left.get((place, mark), mark) for place, mark in found.marks.items()}
    return {place: mark for place, mark in counted.items() if mark is not None}


@contextmanager
def watch_mutations(things: Iterable[Any]) -> Iterator[None]:
    """Record the changes that these objects cause within the context.

    The games of classkit are not watched, because they change nothing.
    """
    own = [thing for thing in things if not get_place(thing).startswith(GAMES)]
    before = [effective_hashes(find_reachable([thing])) for thing in own]
    try:
        yield
    finally:
        for thing, marks in zip(own, before, strict=True):
            for place, mark in find_reachable([thing]).marks.items():
                if mark != marks.get(place):
                    left[place, mark] = marks.get(place)
