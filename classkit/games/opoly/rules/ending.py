"""The end: when the time is over, and the scores at that moment (Q10, Q11)."""

from __future__ import annotations

from classkit.engine.game import Length
from classkit.engine.options import chosen

from ..state import Opoly
from .scores import exact_scores, fate, places, scored

UNTIMED_ROLLS = 300
"""The rolls after which time is over with the minutes clock if no host has called it (Q10.3)."""


def play_rolls(t: Opoly) -> int:
    """Return how many pawn rolls are played before the next doubles end the game (Q10.3)."""
    return int(chosen(t.options.play_rolls, t.edition.play_rolls))


def time_is_over(t: Opoly) -> bool:
    """Return whether the next doubles end the game (Q10.3)."""
    if t.options.clock == "minutes":
        return t.time_up or t.turn > UNTIMED_ROLLS
    return t.turn > play_rolls(t)


def length(t: Opoly) -> Length:
    """Return the turn after which doubles end the game, and the minutes of play (Q10.3)."""
    by_clock = t.options.clock == "minutes"
    rolls = UNTIMED_ROLLS if by_clock else play_rolls(t)
    return Length(
        agreed=rolls,
        goes_on=f"the first doubles after turn {rolls} end the game (Q10.3)",
        minutes=t.options.play_minutes if by_clock else None,
    )


def finish(t: Opoly, cause: str, rule: str) -> None:
    """End the game; compute and tell both scores (Q10, Q11)."""
    t.ending = cause
    t.scores_at_end = {seat: scored(t, seat) for seat in t.seats}
    t.tell("game_ended", rule, cause=cause)
    asset, future = exact_scores(t, "asset"), exact_scores(t, "future")
    first, second = places(t, "asset"), places(t, "future")
    for seat in t.seats:
        _, total, adjusted, count = t.scores_at_end[seat]
        t.tell(
            "scored", "Q11.1", seat, asset=round(float(asset[seat]), 2),
            total_rent=total, adjusted_rent=adjusted, count=count,
            future=round(float(future[seat]), 2),
            places={"asset": first[seat], "future": second[seat]}, status=fate(t, seat),
        )  # fmt: skip
