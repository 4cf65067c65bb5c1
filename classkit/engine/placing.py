"""Beginning in the middle: the table of a position, the position of a table, and points.

A *position* states facts in words that people write, and a match begins with them. A *point* is
where a match stands, as plain data, with neither its past nor its seed: whoever goes on from it
cannot learn what the match's own luck will bring. It can be sent to another process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any

from .editions import Edition
from .errors import BrokenRule, ClasskitError, LedgerError, PositionError, RuleError
from .game import Game
from .log import GIVEN, OUTCOMES, Entry, Keep, Segment
from .luck import Seeded
from .options import Options
from .positions import Position
from .record import plain_entry
from .requests import Draw, Roll, Seat
from .table import copy
from .timeline import Timeline

# --- positions ------------------------------------------------------------------------------------


def table_placed(
    game: Game[Any], beginning: Callable[[], Any], position: Position, seed: int
) -> Any:
    """Return the table that a position states: after set-up by default, then its facts.

    PositionError when the facts cannot be, RuleError when a rule breaks in set-up.
    """
    line = Timeline(game, beginning, Seeded(seed), Keep.nothing(), seed)
    line.only_set_up = True
    try:
        line.begin()
        while (waiting := line.requests()) and not isinstance(line.request, (Roll, Draw)):
            answer = waiting[0].default
            line.give(Entry("answer", waiting[0].seat, answer.move, answer.fields))
    except BrokenRule as broken:
        raise RuleError(game.name, broken.clause, broken.cause, {}) from broken.cause
    table = line.table
    try:
        game.place(table, position.facts)
    except LedgerError as error:
        raise PositionError("", str(error)) from error
    if position.throws is not None:
        table.throws = dict(position.throws)
    return table


def position_of(
    line: Timeline, seats: tuple[Seat, ...], options: Options, edition: Edition
) -> dict[str, Any]:
    """Return where a line of play stands as a position (:meth:`.match.Match.position`)."""
    game = line.game
    if line.request is None:
        raise PositionError(
            "",
            "the match is over, so nothing goes on from it. Go back a step and take it there.",
        )
    start = line.table_at_start()
    if not game.is_set_up(start):
        raise PositionError(
            "", "the match is still being set up, and a position begins at a turn. Answer what "
            "is asked until the first turn begins, or save the match: a record keeps it whole."
        )  # fmt: skip
    given = line.given_here()
    then = [plain_entry(entry) for entry in given if entry.kind in GIVEN]
    luck = [list(entry.value) for entry in given if entry.kind in OUTCOMES]
    facts = dict(game.position(start))
    set_up = partial(game.set_up, seats, options, edition)
    alone = table_placed(game, set_up, Position(facts, (), (), {}), line.seed)
    traces, without = game.traces(start), game.traces(alone)
    for name in traces:
        if name in seats:
            facts[name] = {**facts.get(name, {}), **news(traces[name], without.get(name, {}))}
    facts |= {name: trace for name, trace in news(traces, without).items() if name not in seats}
    if start.throws != alone.throws:
        facts["throws"] = dict(start.throws)
    return {**facts, **({"then": then} if then else {}), **({"luck": luck} if luck else {})}


def news(stated: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts that are not known already.

    >>> news({"tax_paid": 5, "elections": 1}, {"elections": 1})
    {'tax_paid': 5}
    """
    return {name: fact for name, fact in stated.items() if name not in known or known[name] != fact}


# --- points ---------------------------------------------------------------------------------------

FIRST_SEED = 1 << 64
"""The seeds of matches lie below it, those of futures from it on: so no future is ever the
match's own, whatever its seed is."""


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """Where a match stands: the table at the start of the segment, and what was given since.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> twin = classkit.Match.at(m.point(), FIRST_SEED + 1, Keep.nothing())
    >>> twin.digest() == m.digest(), twin.seed == m.seed, twin.play(until="end").is_over
    (True, False, True)
    """

    game: Game[Any]
    seats: tuple[str, ...]
    edition: Edition
    options: Options
    start: Any
    entries: tuple[Entry, ...]

    def __reduce__(self) -> tuple[Callable[[bytes], Point], tuple[bytes]]:
        """Send it to another process pickled by itself; PicklingError for a game of a notebook.

        That is ten times as quick as a pickler that looks for policies of a notebook in it.
        """
        from pickle import HIGHEST_PROTOCOL, PicklingError, dumps  # seldom needed

        kind = type(self.game)
        if kind.__module__ == "__main__":
            raise PicklingError(f"{kind.__qualname__} is defined in no module")
        parts = tuple(getattr(self, one.name) for one in fields(self))
        return read_point, (dumps(parts, HIGHEST_PROTOCOL),)

    def without_sealed(self) -> Point:
        """Go back to before the answers still sealed, which only their seats may know.

        >>> import classkit
        >>> m = classkit.new("opoly", seats=3, seed=7)
        >>> m.point().without_sealed().entries == m.point().entries
        True
        """
        entries = list(self.entries)
        for seat in self.line(FIRST_SEED, Keep.nothing()).unopened:
            last = max(
                at for at, entry in enumerate(entries)
                if entry.kind == "answer" and entry.seat == seat
            )  # fmt: skip
            del entries[last]
        return replace(self, entries=tuple(entries))

    def line(self, seed: int, keep: Keep) -> Timeline:
        """Return a line of play that stands at this point, with seeded luck from here on.

        RuleError where a rule breaks on the way to the point.
        """
        line = Timeline(self.game, partial(copy, self.start), Seeded(seed), keep, seed)
        line.segments, line.tells_opening = [Segment(0, 0, [*self.entries])], False
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
        return line


def read_point(sent: bytes) -> Point:
    """Read a point that another process of the same program has sent; never a stranger's."""
    from pickle import loads  # seldom needed

    return Point(*loads(sent))
