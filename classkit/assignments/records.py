"""Material for questions on a match: its events, and a recorded one's figures turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from classkit.engine import registry
from classkit.engine.match import Match

from .drawing import Drawing

Row: TypeAlias = Mapping[str, Any]


def recorded(
    game: str, seats: int, seed: int, bots: Mapping[str, str] | str | None = None, /, **options: Any
) -> Match:
    """Play a whole match of bots, by default the game's own, to be read like a record.

    >>> recorded("poleconomy", 3, 7, round_limit=2).is_over
    True
    """
    match = registry.new(game, seats, seed=seed, options=options)
    return match.play(until="end", bots=bots)


def turns_where(history: Sequence[Row], happened: Callable[[Row, Row], bool]) -> tuple[int, ...]:
    """Return the turns in which something happened, judged by the rows before and after.

    >>> rows = [{"turn": 0, "price": 1}, {"turn": 1, "price": 2}, {"turn": 2, "price": 2}]
    >>> turns_where(rows, lambda before, after: after["price"] > before["price"])
    (1,)
    """
    return tuple(int(new["turn"]) for old, new in pairwise(history) if happened(old, new))


def one_turn_of(turns: Sequence[int], draw: Drawing) -> tuple[int, int]:
    """Draw one of the turns, and a turn after which it is the first of them.

    So one turn is right for each student, and no turn for many of them. Turn 1 is never asked for:
    there is no turn before it.

    >>> turn, after = one_turn_of((5, 9, 30), Drawing("ada"))
    >>> turn, after in range(1, 5)
    (5, True)
    """
    later = [turn for turn in turns if turn > 1]
    draw.need(later)
    turn = draw.one_of(later)
    before = max([1, *(other for other in later if other < turn)])
    return turn, draw.whole(before, turn - 1)


def largest_step(history: Sequence[Row], step: Callable[[Row, Row], float]) -> tuple[int, ...]:
    """Return the turn or turns in which a figure made its largest step up.

    >>> rows = [{"turn": 0, "price": 1}, {"turn": 1, "price": 2}, {"turn": 2, "price": 5}]
    >>> largest_step(rows, lambda before, after: after["price"] - before["price"])
    (2,)
    """
    steps = [(step(old, new), int(new["turn"])) for old, new in pairwise(history)]
    best = max(size for size, _ in steps)
    return tuple(turn for size, turn in steps if size == best)


def told(match: Match, name: str) -> list[dict[str, Any]]:
    """Return the facts of all events of that name."""
    return [dict(event.facts) for event in match.events if event.name == name]
