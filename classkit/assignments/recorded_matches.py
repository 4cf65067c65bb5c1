"""Recorded matches for questions, and functions that find turns in a match's history."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from classkit.engine import registry
from classkit.engine.match import Match

from .random_draw import QuestionRandom

HistoryRow: TypeAlias = Mapping[str, Any]


def play_recorded_match(
    game: str, seats: int, seed: int, bots: Mapping[str, str] | str | None = None, /, **options: Any
) -> Match:
    """Let bots, by default the game's own, play a whole match.

    >>> play_recorded_match("poleconomy", 3, 7, round_limit=2).is_over
    True
    """
    match = registry.new(game, seats, seed=seed, options=options)
    return match.play(until="end", bots=bots)


def find_turns(
    history: Sequence[HistoryRow], happened: Callable[[HistoryRow, HistoryRow], bool]
) -> tuple[int, ...]:
    """Return the turns for which ``happened(row before, row after)`` is true.

    >>> rows = [{"turn": 0, "price": 1}, {"turn": 1, "price": 2}, {"turn": 2, "price": 2}]
    >>> find_turns(rows, lambda before, after: after["price"] > before["price"])
    (1,)
    """
    return tuple(int(new["turn"]) for old, new in pairwise(history) if happened(old, new))


def draw_turn(turns: Sequence[int], draw: QuestionRandom) -> tuple[int, int]:
    """Draw a right turn, and an earlier turn after which it is the first right one.

    Each student thus has a single right answer, and few students share it. Turn 1 is excluded,
    because no turn precedes it.

    >>> turn, after = draw_turn((5, 9, 30), QuestionRandom("ada"))
    >>> turn, after in range(1, 5)
    (5, True)
    """
    later = [turn for turn in turns if turn > 1]
    draw.require(later)
    turn = draw.choose_option(later)
    before = max([1, *(other for other in later if other < turn)])
    return turn, draw.draw_integer(before, turn - 1)


def find_max_steps(
    history: Sequence[HistoryRow], step: Callable[[HistoryRow, HistoryRow], float]
) -> tuple[int, ...]:
    """Return the turn or turns in which a metric rose most.

    >>> rows = [{"turn": 0, "price": 1}, {"turn": 1, "price": 2}, {"turn": 2, "price": 5}]
    >>> find_max_steps(rows, lambda before, after: after["price"] - before["price"])
    (2,)
    """
    steps = [(step(old, new), int(new["turn"])) for old, new in pairwise(history)]
    best = max(size for size, _ in steps)
    return tuple(turn for size, turn in steps if size == best)


def get_event_facts(match: Match, name: str) -> list[dict[str, Any]]:
    """Return the facts of all events with this name."""
    return [dict(event.facts) for event in match.events if event.name == name]
