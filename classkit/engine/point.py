"""A present point of a match as plain data, from which others go on with luck of their own.

It holds where the match stands, and neither its past nor its seed: whoever goes on from it cannot
learn what the match's own luck will bring. It can be sent to another process.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import partial
from pickle import PicklingError
from typing import Any

from .editions import Edition
from .errors import ClasskitError, NothingToDo, RuleError
from .game import Game
from .log import Entry, Keep, Segment, effective
from .luck import Seeded
from .match import Match
from .options import Options
from .state import copy
from .timeline import BrokenRule, Timeline

FIRST_SEED = 1 << 64
"""The seeds of matches lie below it, those of futures from it on: so no future is ever the
match's own, whatever its seed is."""


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """Where a match stands: the table at the start of the segment, and what was given since.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> twin = Point.of(m).go_on(FIRST_SEED + 1, Keep.nothing())
    >>> twin.digest() == m.digest(), twin.seed == m.seed, twin.play(until="end").is_over
    (True, False, True)
    """

    game: Game[Any]
    seats: tuple[str, ...]
    edition: Edition
    options: Options
    start: Any
    entries: tuple[Entry, ...]

    @classmethod
    def of(cls, match: Match) -> Point:
        """Return the present point; NothingToDo when the match is over.

        What is under way is in it: half a turn, asides, the sealed answers that are in. What lies
        ahead after going back is not.
        """
        if match.is_over:
            raise NothingToDo("The match is over: nothing comes after it.")
        line = match._timeline
        entries = tuple(effective(line.entries[: line.at]))
        start = line.table_at_start()
        return cls(match.game, match.seats, match.edition, match.options, start, entries)

    def __reduce__(self) -> tuple[Callable[[bytes], Point], tuple[bytes]]:
        """Send it to another process pickled by itself; PicklingError for a game of a notebook.

        That is ten times as quick as a pickler that looks for policies of a notebook in it.
        """
        kind = type(self.game)
        if kind.__module__ == "__main__":
            raise PicklingError(f"{kind.__qualname__} is defined in no module")
        parts = tuple(getattr(self, one.name) for one in fields(self))
        return read_point, (pickle.dumps(parts, pickle.HIGHEST_PROTOCOL),)

    def without_sealed(self) -> Point:
        """Go back to before the answers still sealed, which only their seats may know.

        >>> import classkit
        >>> m = classkit.new("opoly", seats=3, seed=7)
        >>> Point.of(m).without_sealed().entries == Point.of(m).entries
        True
        """
        match = self.go_on(FIRST_SEED, Keep.nothing())
        entries = list(self.entries)
        for seat in match.unopened:
            last = max(
                at for at, entry in enumerate(entries)
                if entry.kind == "answer" and entry.seat == seat
            )  # fmt: skip
            del entries[last]
        return replace(self, entries=tuple(entries))

    def go_on(self, seed: int, keep: Keep) -> Match:
        """Begin a match at this point with seeded luck from here on.

        Its past is no part of it: it can be played, looked at and asked for what it keeps, and not
        be saved. RuleError where a rule breaks on the way to the point.
        """
        line = Timeline(self.game, partial(copy, self.start), Seeded(seed), keep, seed)
        line.segments, line.tells_opening = [Segment(0, 0, [*self.entries])], False
        match = Match.at(line, self.seats, self.edition, self.options)
        try:
            line.begin()
            while line.at < len(line.entries) or line.here + 1 < len(line.segments):
                line.redo()
        except ClasskitError:
            raise
        except BrokenRule as broken:
            raise RuleError(self.game.name, broken.clause, broken.cause, {}) from broken.cause
        except Exception as error:  # from a rule that broke on the way from answer to answer
            clause = line.clause_near(line.request)
            raise RuleError(self.game.name, clause, error, {}) from error
        return match


def read_point(sent: bytes) -> Point:
    """Read a point that another process of the same program has sent; never a stranger's."""
    return Point(*pickle.loads(sent))
